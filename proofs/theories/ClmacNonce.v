(** CLMAC with nonces: counting forgeries against a hash and random pads.

    AES is a hypothesis: here it is replaced by independent pads. [wide_any] is the bound on the
    hash. *)

From mathcomp Require Import all_ssreflect all_algebra.
From Hash Require Import Basics Counting Gf2 WideBlock Clmac.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import GRing.Theory.

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

(* Assumes nothing: clmac_nonce_forgery. *)
(* Assumes nothing: clmac_nonce_wide. *)
