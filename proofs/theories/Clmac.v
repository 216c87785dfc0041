(** CLMAC: counting forgeries against a hash and a random function, or a hash and random pads.

    AES is a hypothesis: here it is replaced by a random function, or by independent pads, and
    [falling] bounds what a random permutation adds. [wide_any] is the bound on the hash. *)

From mathcomp Require Import all_ssreflect all_algebra.
From Hash Require Import Basics Counting Gf2 Bits WideBlock Wide.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import GRing.Theory.

(** * A permutation instead of a function

    r different blocks of N have one of N (N - 1) … (N - r + 1) sequences of values. So a sequence
    is at most 1 / (1 - r (r - 1) / 2N) times as likely as under a random function. *)
Lemma ffact_le N r : N ^_ r <= N ^ r.
Proof.
elim: r => [|r IH]; first by rewrite ffactn0.
by rewrite ffactnSr expnSr leq_mul // leq_subr.
Qed.

Lemma falling N r : N ^ r <= N ^_ r + 'C(r, 2) * N ^ r.-1.
Proof.
case: r => [|r]; first by rewrite ffactn0.
elim: r => [|r IH]; first by rewrite ffactn1 expn1 leq_addr.
rewrite [in X in _ <= X]binS bin1 ffactnSr [r.+2.-1]/=.
have le_N : N <= N - r.+1 + r.+1 by rewrite addnC -leq_subLR.
have H1 := leq_mul (leqnn N) IH; rewrite -expnS mulnDr mulnCA -expnS in H1.
apply: leq_trans H1 _; rewrite mulnDl [X in _ <= X]addnCA [X in X <= _]addnC leq_add2l.
apply: leq_trans (leq_mul le_N (leqnn _)) _.
by rewrite mulnDl mulnC leq_add2l leq_mul2l ffact_le orbT.
Qed.

(** * Transcripts

    An adversary asks for tags one after the other: [ask t] is its next message, after the tags t. *)
Section Run.

Variables (T : finType) (M : Type) (ask : seq T -> M).

(** The messages that are asked for until the tags are t. *)
Definition queries (t : seq T) : seq M := [seq ask (take i t) | i <- iota 0 (size t)].

Lemma queries_rcons t x : queries (rcons t x) = rcons (queries t) (ask t).
Proof.
rewrite /queries size_rcons -[(size t).+1]addn1 iotaD map_cat /= add0n cats1; congr rcons.
  by apply/eq_in_map => i; rewrite mem_iota => /andP[_ lt_i]; rewrite -cats1 takel_cat // ltnW.
by rewrite -cats1 take_size_cat.
Qed.

(** The tags that the function f of a message gives. *)
Fixpoint run (f : M -> T) n : seq T :=
  if n is n'.+1 then rcons (run f n') (f (ask (run f n'))) else [::].

Lemma size_run f n : size (run f n) = n.
Proof. by elim: n => //= n IH; rewrite size_rcons IH. Qed.

Lemma run_map f n : run f n = [seq f m | m <- queries (run f n)].
Proof. by elim: n => //= n IH; rewrite queries_rcons map_rcons -IH. Qed.

End Run.

(** * Without nonces: a random function of the hash *)
Section Function.

Variables (K T : finType) (M : eqType) (h : K -> M -> T).
Let N := #|T|.
Let F := {ffun T -> T}.

(** Values at different points are independent. *)
Lemma agree_count (xs t : seq T) : uniq xs -> size xs = size t ->
  (\sum_(f : F) (map f xs == t : nat)) * N ^ size xs = #|{: F}|.
Proof.
elim: xs t => [|x xs IH] [|y t] //=; first by rewrite muln1 sum1_card.
case/andP=> x_xs uniq_xs [eq_size]; rewrite expnS mulnA (draw_sum (part_word T x)).
rewrite -[RHS](IH t) //; congr (_ * _); apply: eq_bigr => f _.
rewrite (bigD1 y) //= big1 => [|z /negbTE ne_z]; last first.
  by rewrite ffunE eqxx eqseq_cons ne_z.
rewrite addn0 ffunE eqxx eqseq_cons eqxx /=; congr (nat_of_bool (_ == _)).
by apply/eq_in_map => z z_xs; rewrite ffunE; case: eqP => // eq_z; rewrite -eq_z z_xs in x_xs.
Qed.

Variable ask : seq T -> M.

Definition tag (u : K * F) (m : M) : T := u.2 (h u.1 m).
Definition points (k : K) (t : seq T) : seq T := [seq h k m | m <- queries ask t].

(** While no two hashes agree, the tags are as likely as any others, whatever the key of the hash. *)
Lemma transcripts n (Q : K -> seq T -> bool) :
  (\sum_(u : K * F) (uniq (points u.1 (run ask (tag u) n)) && Q u.1 (run ask (tag u) n) : nat))
    * N ^ n <= #|{: F}| * \sum_(t : n.-tuple T) \sum_k (Q k t : nat).
Proof.
pose hit (u : K * F) (t : seq T) := map u.2 (points u.1 t) == t.
have le_u (u : K * F) :
    (uniq (points u.1 (run ask (tag u) n)) && Q u.1 (run ask (tag u) n) : nat) <=
    \sum_(t : n.-tuple T) (uniq (points u.1 t) && Q u.1 t) * hit u t.
  have size_t : size (run ask (tag u) n) == n by rewrite size_run.
  rewrite (bigD1 (Tuple size_t)) //=; apply: leq_trans (leq_addr _ _).
  have -> : hit u (run ask (tag u) n); last by rewrite muln1.
  by rewrite /hit /points -map_comp [X in _ == X]run_map.
apply: (@leq_trans ((\sum_(u : K * F) \sum_(t : n.-tuple T)
    (uniq (points u.1 t) && Q u.1 t) * hit u t) * N ^ n)).
  by rewrite leq_mul2r leq_sum ?orbT // => u _; apply: le_u.
rewrite exchange_big big_distrl big_distrr /=; apply: leq_sum => t _.
rewrite -(pair_bigA _ (fun k f => (uniq (points k t) && Q k t) * hit (k, f) t)) /=.
rewrite big_distrl big_distrr /=; apply: leq_sum => k _.
rewrite -big_distrr /= -mulnA; have [uniq_t | _] /= := boolP (uniq _); last by rewrite mul0n.
have size_p : size (points k t) = n by rewrite !size_map size_iota size_tuple.
have := agree_count uniq_t (etrans size_p (esym (size_tuple t))); rewrite size_p => ->.
by rewrite mulnC.
Qed.

(** * The theorem without nonces

    Two hashes agree with probability e / D. The adversary never asks for a message again. *)
Variables (e D : nat).
Hypothesis h_agree : forall m m', m != m' -> share (fun k => h k m == h k m') e D.
Hypothesis fresh : forall t, ask t \notin queries ask t.
Hypothesis N_pos : 0 < N.

Lemma agree_any m ms : m \notin ms -> share (fun k => h k m \in map (h k) ms) (size ms * e) D.
Proof.
elim: ms => [|m' ms IH] /=; first by move=> _; apply: share0 => k.
rewrite inE negb_or mulSn => /andP[/h_agree ne /IH].
by move/(share_or ne); apply: share_sub => k; rewrite inE.
Qed.

(** An event over the key of the hash and the tags. *)
Lemma event n (Q : K -> seq T -> bool) A B :
  (\sum_(t : n.-tuple T) \sum_k (Q k t : nat)) * B <= A * N ^ n * #|K| ->
  share (fun u : K * F => uniq (points u.1 (run ask (tag u) n)) && Q u.1 (run ask (tag u) n)) A B.
Proof.
move=> HQ; apply/share_mean; rewrite /mean card_prod.
have Nn_pos : 0 < N ^ n by rewrite expn_gt0 N_pos.
rewrite -(leq_pmul2l Nn_pos) mulnA (mulnC (N ^ n)).
apply: leq_trans (leq_mul (transcripts n Q) (leqnn B)) _; rewrite -mulnA.
apply: leq_trans (leq_mul (leqnn _) HQ) _.
by rewrite mulnC mulnA -(mulnA (A * _)) (mulnC A) -!mulnA.
Qed.

(** Some two of n hashes agree. *)
Theorem clmac_collision n :
  share (fun u : K * F => ~~ uniq (points u.1 (run ask (tag u) n))) ('C(n, 2) * e) D.
Proof.
elim: n => [|n IH]; first by apply: share0 => u.
pose Q k t := h k (ask t) \in points k t.
have HQ : share (fun u : K * F =>
    uniq (points u.1 (run ask (tag u) n)) && Q u.1 (run ask (tag u) n)) (n * e) D.
  apply: event; rewrite big_distrl /=.
  apply: (@leq_trans (\sum_(t : n.-tuple T) n * e * #|K|)); last first.
    by rewrite sum_nat_const card_tuple mulnCA mulnA.
  apply: leq_sum => t _; have := agree_any (fresh t).
  by rewrite size_map size_iota size_tuple => /share_mean.
rewrite binS bin1 mulnDl; apply: share_sub (share_or IH HQ) => u /=.
rewrite /points queries_rcons map_rcons rcons_uniq negb_and negbK -/(points _ _) -/(Q _ _).
by case: (uniq _); rewrite ?orbT // orbF => ->.
Qed.

(** The adversary sees q tags, and then presents the message [ask] of them with the tag [guess] of
    them. With N = 2^128 this is (q (q - 1) / 2 + q) e / D + 1 / N. *)
Variable guess : seq T -> T.

Lemma guesses q :
  #|[set t : q.+1.-tuple T | last (guess [::]) t == guess (take q t)]| <= N ^ q.
Proof.
rewrite -card_tuple; pose start (t : q.+1.-tuple T) := insubd (nseq_tuple q (guess [::])) (take q t).
have startE (t : q.+1.-tuple T) : start t = take q t :> seq T.
  by rewrite val_insubd size_take size_tuple ltnS leqnn eqxx.
rewrite -(card_in_imset (f := start)); first exact: max_card.
move=> t t'; rewrite !inE => /eqP last_t /eqP last_t' /(congr1 val) /=.
rewrite !startE => eq_start; apply: val_inj => /=.
have rconsE (s : q.+1.-tuple T) : s = rcons (take q s) (last (guess [::]) s) :> seq T.
  have := size_tuple s; case/lastP: {s}(tval s) => //= s x; rewrite size_rcons last_rcons => -[<-].
  by rewrite -cats1 take_size_cat // cats1.
by rewrite rconsE [RHS]rconsE last_t last_t' eq_start.
Qed.

Theorem clmac_forgery q :
  share (fun u : K * F => guess (run ask (tag u) q) == tag u (ask (run ask (tag u) q)))
    ('C(q.+1, 2) * e * N + D) (D * N).
Proof.
pose Q (k : K) t := last (guess [::]) t == guess (take q t).
have HQ : share (fun u : K * F =>
    uniq (points u.1 (run ask (tag u) q.+1)) && Q u.1 (run ask (tag u) q.+1)) 1 N.
  apply: event; rewrite mul1n.
  rewrite (eq_bigr (fun t : q.+1.-tuple T => (last (guess [::]) t == guess (take q t)) * #|K|));
    last by move=> t _; rewrite sum_nat_const mulnC.
  rewrite -big_distrl /= mulnAC leq_mul2r expnSr leq_mul2r; apply/orP; right; apply/orP; right.
  apply: leq_trans (guesses q); rewrite -sum1_card [X in _ <= X]big_mkcond /=.
  by apply: leq_sum => t _; rewrite inE; case: (_ == _).
have scaled1 := share_scale N (clmac_collision q.+1); have scaled2 := share_scale D HQ.
rewrite muln1 in scaled2; rewrite [N * D]mulnC [N * _]mulnC in scaled1.
apply: share_sub (share_or scaled1 scaled2) => u /= /eqP win.
case: (boolP (uniq _)) => //= _; rewrite /Q last_rcons -win.
by rewrite -cats1 take_size_cat ?size_run.
Qed.

End Function.

(** * With nonces: a random pad for each message

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
Section Wide.

Local Open Scope ring_scope.

(** Messages below 2^64 bytes. *)
Definition message := {m : seq byte | (size m < 2 ^ 64)%N}.

Definition block_hash (k : key) (m : message) : W 128 := poly_rV (hash k (val m)).

(** Hashes of any two different messages, of one length or not, have a given difference with
    probability at most 2^-127 + 2^-137. *)
Lemma block_differ m m' c : m != m' ->
  share (fun k : key => block_hash k m - block_hash k m' == c) (2 ^ 10 + 1) (2 ^ 9 * 2 ^ 128).
Proof.
move=> ne; have ne_val : val m != val m' by rewrite val_eqE.
apply: share_sub (wide_any (valP m) (valP m') ne_val (size_rVpoly c)) => k /eqP <-.
have size_hash m0 : (size (hash k m0) <= 128)%N by apply: small_mod.
by rewrite /block_hash -raddfB poly_rV_K ?small_sub.
Qed.

Lemma block_agree m m' : m != m' ->
  share (fun k : key => block_hash k m == block_hash k m') (2 ^ 10 + 1) (2 ^ 9 * 2 ^ 128).
Proof. by move/block_differ => /(_ 0); apply: share_sub => k /eqP ->; rewrite subrr. Qed.

(** Without nonces, after q tags, one attempt:
    q (q + 1) / 2 (2^-127 + 2^-137) + 2^-128. [clmac::bound::forgery_bound] *)
Corollary clmac_wide (ask : seq (W 128) -> message) guess q :
  (forall t, ask t \notin queries ask t) ->
  share (fun u : key * {ffun W 128 -> W 128} =>
      guess (run ask (tag block_hash u) q) == tag block_hash u (ask (run ask (tag block_hash u) q)))
    ('C(q.+1, 2) * (2 ^ 10 + 1) * #|{: W 128}| + 2 ^ 9 * 2 ^ 128) (2 ^ 9 * 2 ^ 128 * #|{: W 128}|).
Proof.
move=> fresh; apply: clmac_forgery => //; first exact: block_agree.
by apply/card_gt0P; exists 0.
Qed.

(** With nonces, one attempt: 2^-127 + 2^-137. [clmac::bound::nonce_forgery_bound] *)
Corollary clmac_nonce_wide (ask : seq (W 128) -> message) q (who : seq (W 128) -> 'I_q) forged guess :
  (forall t, forged t != ask (take (who t) t)) ->
  share (fun u : key * {ffun 'I_q -> W 128} =>
      let t := padded block_hash ask u.1 u.2 q in
      guess t == block_hash u.1 (forged t) + u.2 (who t))
    (2 ^ 10 + 1) (2 ^ 9 * 2 ^ 128).
Proof. exact: clmac_nonce_forgery block_differ _ _ _ _. Qed.

End Wide.

(* Assumes nothing: falling. *)
(* Assumes nothing: clmac_collision. *)
(* Assumes nothing: clmac_forgery. *)
(* Assumes nothing: clmac_nonce_forgery. *)
(* Assumes nothing: clmac_wide. *)
(* Assumes nothing: clmac_nonce_wide. *)
