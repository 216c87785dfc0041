(** Several rows on shifted keys, and chains of events.

    The Toeplitz extension: "Several rows on shifted keys" of [multilinear_hash::bound].
    Krawczyk, "New hash functions for message authentication", 1995; Halevi and Krawczyk, "MMH:
    Software message authentication in the Gbit/second rates", 1997. *)

From Coq Require Import ZArith.
From mathcomp Require Import all_ssreflect.
From mathcomp.zify Require Import ssrZ.
From Hash Require Import Basics Counting Rows.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

(** * Events of several rows *)

Section Chains.

Variables K A : finType.

(** Draw a part again. Whatever the rest of the key is, the mean of G over the part is at most H
    / D. *)
Lemma sum_draw (p : part K A) (G H : K -> nat) D :
  (forall k, (\sum_x G (put p k x)) * D <= H k * #|A|) -> (\sum_k G k) * D <= \sum_k H k.
Proof.
move=> GH; case: (posnP #|A|) => [A0 | A_pos].
  by rewrite (eq_bigl pred0) ?big_pred0_eq // => k; have := fintype0 (get p k) A0.
rewrite -(leq_pmul2r A_pos) mulnAC (draw_sum p) !big_distrl /=.
by apply: leq_sum => k _; apply: GH.
Qed.

Variable p : nat -> part K A.

(** F j does not depend on the parts before part j. Whatever the rest of the key is, its mean over
    that part is at most N j / D. So the mean of the product is at most the product of these. *)
Lemma chain R (F : nat -> K -> nat) (N : nat -> nat) D :
  (forall i j k x, i < j < R -> F j (put (p i) k x) = F j k) ->
  (forall j k, j < R -> mean (fun x => F j (put (p j) k x)) (N j) D) ->
  mean (fun k => \prod_(j < R) F j k) (\prod_(j < R) N j) (D ^ R).
Proof.
move=> inv few; pose later n k := \prod_(R - n <= j < R) F j k.
suff: forall n, n <= R -> mean (later n) (\prod_(R - n <= j < R) N j) (D ^ n).
  move/(_ R (leqnn R)); rewrite /later subnn big_mkord; apply: mean_le => k.
  by rewrite big_mkord.
elim=> [_ | n IH lt_n].
  rewrite expn0; apply: (mean_weaken (N := 1)); first by rewrite subn0 big_geq.
  by apply: mean_le (mean1 K) => k; rewrite /later subn0 big_geq.
have lt : R - n.+1 < R by rewrite ltn_subrL (leq_trans _ lt_n).
have S : (R - n.+1).+1 = R - n by rewrite -subSn.
rewrite (big_ltn lt) S expnSr mulnC.
apply: (@mean_le _ _ (fun k => later n k * F (R - n.+1) k)) => [k|].
  by rewrite /later (big_ltn lt) S mulnC.
apply: (mean_mul (p := p (R - n.+1))) => [k x | | k]; [| exact: IH (ltnW lt_n) | exact: few].
rewrite /later; apply: eq_big_nat => j /andP[ge lt_j]; apply: inv.
by rewrite lt_j andbT -S in ge *.
Qed.

(** V j does not depend on any part, and L j depends only on part j, over which its mean is at most
    c / D. *)
Lemma chain_or R (V L : nat -> K -> nat) c D :
  (forall i j k x, i < R -> j < R -> V j (put (p i) k x) = V j k) ->
  (forall i j k x, i < R -> j < R -> i != j -> L j (put (p i) k x) = L j k) ->
  (forall j k, j < R -> mean (fun x => L j (put (p j) k x)) c D) ->
  (\sum_k \prod_(j < R) (V j k + L j k)) * D ^ R <= \sum_k \prod_(j < R) (D * V j k + c).
Proof.
suff H (U : K -> nat) :
  (forall i k x, i < R -> U (put (p i) k x) = U k) ->
  (forall i j k x, i < R -> j < R -> V j (put (p i) k x) = V j k) ->
  (forall i j k x, i < R -> j < R -> i != j -> L j (put (p i) k x) = L j k) ->
  (forall j k, j < R -> mean (fun x => L j (put (p j) k x)) c D) ->
  (\sum_k \prod_(j < R) (V j k + L j k) * U k) * D ^ R
    <= \sum_k \prod_(j < R) (D * V j k + c) * U k.
  move=> Vp Lp few; have := H (fun=> 1) (fun _ _ _ _ => erefl) Vp Lp few.
  by under eq_bigr do rewrite muln1; under [X in _ <= X]eq_bigr do rewrite muln1.
elim: R U => [|R IH] U Up Vp Lp few.
  by rewrite expn0 muln1; apply: leq_sum => k _; rewrite !big_ord0.
pose U' k := (D * V R k + c) * U k.
have step : (\sum_k \prod_(j < R.+1) (V j k + L j k) * U k) * D
    <= \sum_k \prod_(j < R) (V j k + L j k) * U' k.
  apply: (sum_draw (p := p R)) => k.
  have -> : \sum_x \prod_(j < R.+1) (V j (put (p R) k x) + L j (put (p R) k x)) * U (put (p R) k x)
      = \prod_(j < R) (V j k + L j k) * U k * (V R k * #|A| + \sum_x L R (put (p R) k x)).
    rewrite (mulnC (V R k)) -sum_nat_const -big_split big_distrr; apply: eq_bigr => x _ /=.
    rewrite big_ord_recr /= Up // Vp // mulnAC; congr (_ * _ * _); apply: eq_bigr => j _.
    have lt_j : j < R.+1 := ltnW (ltn_ord j).
    by rewrite Vp // Lp // gtn_eqF.
  have := few R k (leqnn _); rewrite /mean => fewR.
  rewrite /U' (mulnC (_ + c)) !mulnA -mulnA -(mulnA _ _ #|A|) leq_mul2l; apply/orP; right.
  by rewrite mulnDl [X in _ <= X]mulnDl leq_add // mulnAC (mulnC D).
rewrite expnS mulnA; apply: leq_trans (leq_mul step (leqnn _)) _.
apply: leq_trans (IH U' _ _ _ _) _
  => [i k x lt_i | i j k x lt_i lt_j | i j k x lt_i lt_j | j k lt_j |].
- by have lt := ltnW lt_i; rewrite /U' Vp // Up.
- by apply: Vp; apply: ltnW.
- by apply: Lp; apply: ltnW.
- by apply: few; apply: ltnW.
apply: leq_sum => k _; rewrite big_ord_recr /=.
by rewrite /U' !mulnA.
Qed.

End Chains.

(** The first position in which words differ. *)
Lemma first_place (v v' : nat -> nat) n : (exists2 i, i < n & v i != v' i) ->
  exists f, [/\ f < n, v f != v' f & forall i, i < f -> v i = v' i].
Proof.
case=> i lt_i ne; have ex : exists i, v i != v' i by exists i.
case: (ex_minnP ex) => f ne_f min; exists f.
split => //; first exact: leq_ltn_trans (min i ne) lt_i.
by move=> j lt_j; apply/eqP; apply: contraLR lt_j => /min; rewrite -leqNgt.
Qed.

(** A product of events is 1 if all happen. *)
Lemma events_le n (F : nat -> nat) (b : bool) :
  (b -> forall j, j < n -> 0 < F j) -> b <= \prod_(j < n) F j.
Proof. by case: b => // pos; apply/prodn_gt0 => j; apply: pos. Qed.

(** * Rows on shifted keys

    The Toeplitz extension: row j multiplies word u of a message by word u + j of the key. *)

Section Toeplitz.

Variables W B : nat.
Implicit Types (k : {ffun 'I_B.+1 -> 'I_W}) (m : nat -> nat).

(** Word i of a key. *)
Definition key_word k (i : nat) : nat := word_at (fun x : 'I_W => x : nat) 0 k i.

(** The sum of row j, exact, over N words. *)
Definition row (N : nat) m (j : nat) k : nat := \sum_(0 <= u < N) m u * key_word k (u + j).

(** The words from f on. *)
Definition tail (f N : nat) m (j : nat) k : nat := \sum_(f <= u < N) m u * key_word k (u + j).

Notation the_word i := (part_word [finType of 'I_W] (inord i : 'I_B.+1)).

Lemma key_word_put k i x l : i <= B ->
  key_word (put (the_word i) k x) l = if l == i then x : nat else key_word k l.
Proof. by move=> le_i; rewrite /key_word word_at_put inordK. Qed.

Variables (m m' : nat -> nat) (N f : nat).
Hypotheses (mW : forall i, m i < W) (m'W : forall i, m' i < W).
Hypotheses (f_N : f < N) (first : m f != m' f) (same : forall i, i < f -> m i = m' i).

(** Before the first word that differs, the rows are the same. *)
Lemma row_tail j k :
  exists t, row N m j k = t + tail f N m j k /\ row N m' j k = t + tail f N m' j k.
Proof.
exists (\sum_(0 <= u < f) m u * key_word k (u + j)).
rewrite /row !(big_cat_nat _ _ _ (leq0n f) (ltnW f_N)) /=; split => //; congr (_ + _).
by apply: eq_big_nat => u /andP[_ /same ->].
Qed.

(** The word of the key that row j multiplies by the first word that differs. No later row uses it
    from the differing word on. *)
Lemma tail_put n i j k x : i < j -> f + i <= B ->
  tail f N n j (put (the_word (f + i)) k x) = tail f N n j k.
Proof.
move=> ij le_B; apply: eq_big_nat => u /andP[fu _]; rewrite key_word_put //.
by rewrite gtn_eqF // -addnS leq_add.
Qed.

Lemma row_put n j k : f + j <= B -> exists s, forall x,
  row N n j (put (the_word (f + j)) k x) = n f * x + s.
Proof.
move=> le_B; exists (\sum_(0 <= u < N | u != f) n u * key_word k (u + j)) => y.
rewrite /row (bigD1_seq f) ?mem_index_iota ?f_N ?iota_uniq //= key_word_put // eqxx.
congr (_ + _); apply: eq_bigr => u ne; rewrite key_word_put // eqn_add2r.
by rewrite (negbTE ne).
Qed.

Lemma tail_row n j k : f + j <= B -> exists s, forall x,
  tail f N n j (put (the_word (f + j)) k x) = n f * x + s.
Proof.
move=> le_B; exists (\sum_(f.+1 <= u < N) n u * key_word k (u + j)) => y.
rewrite /tail (big_ltn f_N) key_word_put // eqxx; congr (_ + _).
apply: eq_big_nat => u /andP[fu _]; rewrite key_word_put // eqn_add2r.
by rewrite gtn_eqF.
Qed.

(** A function g of the sum of a row: the value of a block or the hash. *)
Variables (p : nat) (g : nat -> nat) (es : seq Z) (c1 c2 : nat).
Let M := W * W.
Hypothesis g_mod : forall s, g (s %% M) = g s.
Hypothesis g_apart : forall s s', g s = g s' -> apart W p es s s'.
Hypothesis few1 : forall a a' s s', a < W -> a' < W -> a <> a' -> s < M -> s' < M ->
  #|[set x : 'I_W | g (a * x + s) == g (a' * x + s')]| <= c1.
Hypothesis few2 : forall a a' s s', a < W -> a' < W -> a <> a' ->
  #|[set x : 'I_W | apart W p es (a * x + s) (a' * x + s')]| <= c2.

(** The event in row j if g agrees: in the first row that g agrees; in the further rows the
    consequence for D. The first row is row o of the key. *)
Definition event (o j : nat) k : bool :=
  if j is 0 then g (row N m o k) == g (row N m' o k)
  else apart W p es (tail f N m (j + o) k) (tail f N m' (j + o) k).

Lemma agree_event o j k : g (row N m (j + o) k) = g (row N m' (j + o) k) -> event o j k.
Proof.
case: j => [|j] /=; first by rewrite add0n => /eqP.
by move/g_apart; have [t [-> ->]] := row_tail (j.+1 + o) k; rewrite apart_common.
Qed.

Lemma event_put o i j k x : i < j -> f + (j + o) <= B ->
  event o j (put (the_word (f + (i + o))) k x) = event o j k.
Proof.
case: j => // j ij le_B; have lt : i + o < j.+1 + o by rewrite ltn_add2r.
rewrite /event !tail_put //.
  by rewrite (leq_trans _ le_B) // leq_add2l leq_add2r ltnW.
by rewrite (leq_trans _ le_B) // leq_add2l leq_add2r ltnW.
Qed.

Lemma event_few o j k : f + (j + o) <= B ->
  #|[set x | event o j (put (the_word (f + (j + o))) k x)]| <= if j is 0 then c1 else c2.
Proof.
move=> le_B; have ne : m f <> m' f by apply/eqP.
case: j le_B => [|j] le_B.
  have [s sE] := row_put m k le_B; have [s' s'E] := row_put m' k le_B.
  have W0 : 0 < W := leq_ltn_trans (leq0n _) (mW f).
  have M0 : 0 < M by rewrite muln_gt0 W0.
  apply: leq_trans (few1 (s := s %% M) (s' := s' %% M) (mW f) (m'W f) ne _ _); rewrite ?ltn_pmod //.
  apply: subset_leq_card; apply/subsetP => x; rewrite !inE /event -[o]add0n sE s'E.
  rewrite -(g_mod (_ + s)) -(g_mod (_ + s')) -(g_mod (_ + s %% M)) -(g_mod (_ + s' %% M)).
  by rewrite !modnDmr.
have [s sE] := tail_row m k le_B; have [s' s'E] := tail_row m' k le_B.
apply: leq_trans (few2 s s' (mW f) (m'W f) ne).
by apply: subset_leq_card; apply/subsetP => x; rewrite !inE /event sE s'E.
Qed.

End Toeplitz.

(* Assumes nothing: chain. *)
(* Assumes nothing: chain_or. *)
(* Assumes nothing: event_few. *)
