(** CLMAC with nonces: counting forgeries against a hash and random pads.

    AES is a hypothesis: here it is replaced by independent pads. [wide_any] is the bound on the
    hash. *)

From mathcomp Require Import all_ssreflect all_algebra.
From Hash Require Import Basics Counting Gf2 WideBlock Clmac.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import GRing.Theory.

(** * Several events, and prefixes that are drawn *)

Lemma share_exists (K : finType) v (E : 'I_v -> pred K) e D :
  (forall j, share (E j) e D) -> share (fun k => [exists j, E j k]) (v * e) D.
Proof.
elim: v E => [|v IH] E HE; first by apply: share0 => k; apply/existsPn => -[].
have {}IH := IH (fun j => E (lift ord0 j)) (fun j => HE _).
rewrite mulSn; apply: share_sub (share_or (HE ord0) IH) => k /existsP[j].
case: (unliftP ord0 j) => [i -> | ->] Ej; apply/orP; [right; apply/existsP; by exists i | by left].
Qed.

(** Of s values that are drawn, two are the same with at most s (s - 1) / 2 in the number of values. *)
Lemma prefixes_repeat s (X : finType) :
  share (fun p : {ffun 'I_s -> X} => ~~ injectiveb p) 'C(s, 2) #|X|.
Proof.
case: s => [|s].
  by apply: share0 => p; rewrite negbK; apply/injectiveP => -[].
rewrite /share card_ffun card_ord.
have all := cardsC [set p : {ffun 'I_s.+1 -> X} | injectiveb p].
rewrite card_inj_ffuns card_ord card_ffun card_ord in all.
have -> : [set p : {ffun 'I_s.+1 -> X} | ~~ injectiveb p] = ~: [set p : {ffun 'I_s.+1 -> X} | injectiveb p].
  by apply/setP => p; rewrite !inE.
rewrite expnS (mulnC #|X| (_ ^ _)) mulnA leq_mul2r; apply/orP; right.
by rewrite -(leq_add2l (#|X| ^_ s.+1)) all falling.
Qed.

(** * A random pad for each message

    Tags are sums of the hash and the pad, in a group such as that of blocks under XOR. *)
Section Pads.

Local Open Scope ring_scope.

Variables (K : finType) (T : finZmodType) (M : eqType) (h : K -> M -> T) (ask : seq T -> M).
Variables (e D : nat).
Hypothesis h_differ : forall m m' c, m != m' -> share (fun k => h k m - h k m' == c) e D.

Section Transcripts.

Variable q : nat.
Let P := {ffun 'I_q -> T}.

Definition pad (p : P) (i : nat) : T := word_at id 0 p i.

Fixpoint padded (k : K) (p : P) n : seq T :=
  if n is n'.+1 then rcons (padded k p n') (h k (ask (padded k p n')) + pad p n') else [::].

Lemma size_padded k p n : size (padded k p n) = n.
Proof. by elim: n => //= n IH; rewrite size_rcons IH. Qed.

(** The key of the hash and the tags determine the pads. *)
Lemma padded_inj k p p' n : padded k p n = padded k p' n -> forall i, (i < n)%N -> pad p i = pad p' i.
Proof.
elim: n => //= n IH /rcons_inj[eq_r]; rewrite eq_r => /addrI eq_p i.
by rewrite ltnS leq_eqVlt => /orP[/eqP -> // | /IH]; apply.
Qed.

Lemma nth_padded k p n i : (i < n)%N ->
  nth 0 (padded k p n) i = h k (ask (take i (padded k p n))) + pad p i.
Proof.
elim: n => //= n IH; rewrite ltnS leq_eqVlt => /orP[/eqP -> | lt_i].
  by rewrite nth_rcons size_padded ltnn eqxx -cats1 take_size_cat ?size_padded.
by rewrite nth_rcons size_padded lt_i IH // -cats1 takel_cat // size_padded ltnW.
Qed.

Lemma pads_count k (t : seq T) : (\sum_(p : P) (padded k p q == t : nat) <= 1)%N.
Proof.
have [p /eqP eq_t | none] := pickP (fun p => padded k p q == t); last by rewrite big1 // => p; rewrite none.
rewrite (bigD1 p) //= big1 ?addn0 ?leq_b1 // => p' ne_p; case: eqP => // eq_t'.
case/eqP: ne_p; apply/ffunP => i; have := padded_inj (etrans eq_t' (esym eq_t)) (ltn_ord i).
by rewrite /pad !word_at_ord.
Qed.

(** The adversary sees q tags, each under another nonce, and then presents another message than that
    of the nonce [who], with the tag [guess], both chosen in view of the tags. *)
Theorem clmac_nonce_forgery (who : seq T -> 'I_q) (forged : seq T -> M) (guess : seq T -> T) :
  (forall t, forged t != ask (take (who t) t)) ->
  share (fun u : K * P => let t := padded u.1 u.2 q in
    guess t == h u.1 (forged t) + u.2 (who t)) e D.
Proof.
move=> other; apply/share_mean; rewrite /mean card_prod card_ffun card_ord.
pose Q k (t : seq T) := h k (forged t) - h k (ask (take (who t) t)) == guess t - nth 0 t (who t).
apply: (@leq_trans ((\sum_(t : q.-tuple T) \sum_k Q k t) * D)%N); last first.
  rewrite big_distrl /=; apply: (@leq_trans (\sum_(t : q.-tuple T) e * #|K|)%N); last first.
    by rewrite sum_nat_const card_tuple mulnC mulnA.
  by apply: leq_sum => t _; have /share_mean := h_differ (guess t - nth 0 t (who t)) (other t).
rewrite leq_mul2r; apply/orP; right; rewrite exchange_big /= -(pair_bigA _ (fun k p =>
  guess (padded k p q) == h k (forged (padded k p q)) + p (who (padded k p q)) : nat)) /=.
apply: leq_sum => k _.
apply: (@leq_trans (\sum_(p : P) \sum_(t : q.-tuple T) Q k t * (padded k p q == t))%N).
  apply: leq_sum => p _; have size_t : size (padded k p q) == q by rewrite size_padded.
  rewrite (bigD1 (Tuple size_t)) //= eqxx muln1; apply: leq_trans (leq_addr _ _).
  case: eqP => // eq_w; rewrite /Q /= eq_w nth_padded // /pad word_at_ord.
  by rewrite opprD addrACA subrr addr0 eqxx.
rewrite exchange_big /=; apply: leq_sum => t _; rewrite -big_distrr /= -[X in (_ <= X)%N]muln1.
by rewrite leq_mul2l pads_count orbT.
Qed.

(** The same for v attempts. Each is chosen in view of the tags: that those before it failed tells nothing new,
    because the first that succeeds is all that counts. *)
Theorem clmac_nonce_forgeries v (who : 'I_v -> seq T -> 'I_q) (forged : 'I_v -> seq T -> M)
    (guess : 'I_v -> seq T -> T) :
  (forall j t, forged j t != ask (take (who j t) t)) ->
  share (fun u : K * P => let t := padded u.1 u.2 q in
    [exists j, guess j t == h u.1 (forged j t) + u.2 (who j t)]) (v * e)%N D.
Proof. by move=> other; apply: share_exists => j; apply: clmac_nonce_forgery. Qed.

(** Senders: each of s draws a prefix, and a nonce has the prefix of its sender. If all prefixes differ, so do all
    nonces, and the theorem above holds; if two are the same, everything may be lost. *)
Theorem clmac_senders s (X : finType) v (who : 'I_v -> seq T -> 'I_q) (forged : 'I_v -> seq T -> M)
    (guess : 'I_v -> seq T -> T) :
  (forall j t, forged j t != ask (take (who j t) t)) ->
  share (fun u : {ffun 'I_s -> X} * (K * P) => let t := padded u.2.1 u.2.2 q in
    ~~ injectiveb u.1 || [exists j, guess j t == h u.2.1 (forged j t) + u.2.2 (who j t)])
    ('C(s, 2) * D + #|X| * (v * e))%N (#|X| * D).
Proof.
move=> other; apply: share_or.
  rewrite mulnC (mulnC #|X|); apply: share_scale.
  apply: (share_draw (p := part_fst _ _)) => u; exact: prefixes_repeat.
apply: share_scale; apply: (share_draw (p := part_snd _ _)) => u.
exact: clmac_nonce_forgeries other.
Qed.

End Transcripts.

End Pads.

(** * CLHASH-128 *)

Local Open Scope ring_scope.

(** With nonces, one attempt: 2^-127 + 2^-137. [clmac::bound::nonce_forgery_bound] *)
Corollary clmac_nonce_wide (ask : seq (W 128) -> message) q (who : seq (W 128) -> 'I_q) forged guess :
  (forall t, forged t != ask (take (who t) t)) ->
  share (fun u : key * {ffun 'I_q -> W 128} =>
      let t := padded block_hash ask u.1 u.2 q in
      guess t == block_hash u.1 (forged t) + u.2 (who t))
    (2 ^ 10 + 1) (2 ^ 9 * 2 ^ 128).
Proof. exact: clmac_nonce_forgery block_differ _ _ _ _. Qed.

(** With senders: s (s - 1) / 2^129 and 2^-127 + 2^-137 for each attempt. [clmac::bound::nonce_forgery_bound] *)
Corollary clmac_senders_wide s (X : finType) v (ask : seq (W 128) -> message) q
    (who : 'I_v -> seq (W 128) -> 'I_q) forged guess :
  #|X| = (2 ^ 128)%N -> (forall j t, forged j t != ask (take (who j t) t)) ->
  share (fun u : {ffun 'I_s -> X} * (key * {ffun 'I_q -> W 128}) =>
      let t := padded block_hash ask u.2.1 u.2.2 q in
      ~~ injectiveb u.1 || [exists j, guess j t == block_hash u.2.1 (forged j t) + u.2.2 (who j t)])
    ('C(s, 2) * (2 ^ 9 * 2 ^ 128) + 2 ^ 128 * (v * (2 ^ 10 + 1)))%N (2 ^ 128 * (2 ^ 9 * 2 ^ 128))%N.
Proof.
move=> eX other; have := @clmac_senders _ _ _ block_hash ask _ _ block_differ q s X v who forged guess other.
by rewrite eX.
Qed.

(* Assumes nothing: prefixes_repeat. *)
(* Assumes nothing: clmac_nonce_forgery. *)
(* Assumes nothing: clmac_nonce_forgeries. *)
(* Assumes nothing: clmac_nonce_wide. *)
(* Assumes nothing: clmac_senders. *)
(* Assumes nothing: clmac_senders_wide. *)
