(** Buckets: two messages in the same one of b buckets, for any b.

    A hash is reduced to the number of a bucket by the remainder modulo b, or by a multiplication of
    which the high word is kept, h b / W ("fastrange"). Each bucket then has W / b hashes, rounded
    down or up. *)

From Coq Require Import Lia.
From mathcomp Require Import all_ssreflect zify.
From Hash Require Import Basics Counting.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

(** * Pairs of hashes in one bucket *)

(** The pairs of hashes that f maps to the same value. *)
Definition pairs (A : finType) (f : A -> nat) : nat := #|[set u : A * A | f u.1 == f u.2]|.

Lemma diagonal (A : finType) : #|[set u : A * A | u.1 == u.2]| = #|A|.
Proof.
rewrite -(card_imset (f := fun x : A => (x, x)) predT); last by move=> x y [].
apply: eq_card => -[x y]; rewrite inE /=; apply/eqP/imsetP => [-> | [z _ [-> ->]] //].
by exists y.
Qed.

Lemma pairs_ge (A : finType) (f : A -> nat) : #|A| <= pairs f.
Proof.
rewrite -diagonal; apply: subset_leq_card; apply/subsetP => u; rewrite !inE => /eqP ->.
exact: eqxx.
Qed.

(** Their number if the b buckets of W hashes are as even as possible. *)
Definition even_pairs (W b : nat) : nat :=
  b * (W %/ b) ^ 2 + (2 * (W %/ b) + 1) * (W %% b).

Definition even (A : finType) (b : nat) (f : A -> nat) : Prop :=
  (forall x, f x < b) /\
  forall j, j < b -> #|A| %/ b <= #|[set x | f x == j]| <= (#|A| %/ b).+1.

Section Even.

Variables (A : finType) (b : nat) (f : A -> nat).
Hypothesis f_even : even b f.

Lemma even_class x : #|[set y | f y == f x]| <= (#|A| %/ b).+1.
Proof. by case: f_even => f_lt /(_ (f x) (f_lt x))/andP[]. Qed.

Theorem pairs_even : pairs f = even_pairs #|A| b.
Proof.
case: f_even => f_lt bounds; pose c (j : 'I_b) := #|[set x | f x == j]|.
pose g x : 'I_b := Ordinal (f_lt x).
have sum_c : \sum_j c j = #|A|.
  rewrite -sum1_card (partition_big g xpredT) //=; apply: eq_bigr => j _.
  by rewrite sum1_card; apply: eq_card => x; rewrite !inE.
have -> : pairs f = \sum_j c j * c j.
  rewrite /pairs -sum1_card (partition_big (fun u => g u.1) xpredT) //=.
  apply: eq_bigr => j _; rewrite sum1_card -cardsX; apply: eq_card => -[x y].
  rewrite !inE unfold_in /= inE -val_eqE /=.
  by apply/andP/andP => [[/eqP <- /eqP <-] | [/eqP -> /eqP ->]].
set q := #|A| %/ b; pose e j := c j - q.
have cE j : c j = q + e j /\ e j <= 1.
  by have /andP[lo hi] := bounds j (ltn_ord j); rewrite /e /c /q; lia.
have sum_e : \sum_j e j = #|A| %% b.
  have := sum_c; rewrite (eq_bigr (fun j => q + e j)) => [|j _]; last by case: (cE j).
  by rewrite big_split /= sum_nat_const card_ord {1}(divn_eq #|A| b) -/q mulnC => /addnI.
rewrite (eq_bigr (fun j => q ^ 2 + (2 * q + 1) * e j)) => [|j _]; last first.
  by case: (cE j) => -> ; rewrite -mulnn; case: (e j) => [|[|]] // _; lia.
by rewrite big_split /= sum_nat_const card_ord -big_distrr /= sum_e.
Qed.

End Even.

(** The share of these pairs is at most 1 / b + b / (4 W^2), *)
Theorem even_pairs_le W b : 4 * b * even_pairs W b <= 4 * (W * W) + b * b.
Proof.
have square x y : 4 * (x * y) <= 4 * (y * y) + x * x.
  by case: (leqP (2 * y) x) => [le | /ltnW le]; have := subnKC le; move: (_ - _) => e; nia.
rewrite /even_pairs -mulnn; have eW := divn_eq W b; move: (W %/ b) (W %% b) eW => q t ->.
by have := square b t; nia.
Qed.

(** and at least 1 / b, whatever the buckets are. *)
Lemma even_pairs_ge W b : W * (W %/ b) <= even_pairs W b.
Proof.
rewrite /even_pairs -mulnn; have eW := divn_eq W b; move: (W %/ b) (W %% b) eW => q t ->.
nia.
Qed.

(** * Both reductions are even *)

Section Reductions.

Variables W b : nat.
Hypotheses (W0 : 0 < W) (b0 : 0 < b).
Implicit Type x : 'I_W.

(** A set of numbers that has an interval of n, and lies in one of n + 1. *)
Lemma count_interval (P : pred 'I_W) (g : nat -> nat) (r : 'I_W -> nat) n :
  (forall i, i < n -> exists2 x, P x & x = g i :> nat) ->
  (forall i i', g i = g i' -> i = i') ->
  (forall x, P x -> r x < n.+1) -> (forall x y, P x -> P y -> r x = r y -> x = y) ->
  n <= #|[set x | P x]| <= n.+1.
Proof.
move=> reach g_inj r_lt r_inj; apply/andP; split.
  have wit (i : 'I_n) : exists x, P x && (x == g i :> nat).
    by have [x Px e] := reach i (ltn_ord i); exists x; rewrite Px e /=.
  pose s (i : 'I_n) := xchoose (wit i).
  have s_ok i : P (s i) /\ s i = g i :> nat.
    by have /andP[Ps /eqP e] := xchooseP (wit i).
  have s_inj : injective s.
    move=> i i' /(congr1 val); rewrite /= (s_ok i).2 (s_ok i').2 => /g_inj.
    exact: val_inj.
  rewrite -[X in X <= _](card_ord n) -(card_codom s_inj); apply: subset_leq_card.
  by apply/subsetP => _ /codomP[i ->]; rewrite inE; case: (s_ok i).
rewrite -[X in _ <= X](card_ord n.+1); pose s x : 'I_n.+1 := inord (r x).
have s_inj : {in [set x | P x] &, injective s}.
  move=> x y; rewrite !inE => Px Py /(congr1 val); rewrite /= !inordK ?r_lt //.
  exact: r_inj.
by rewrite -(card_in_imset s_inj) max_card.
Qed.

Theorem even_modulo : even b (fun x => x %% b).
Proof.
split=> [x | j lt_j]; first exact: ltn_pmod.
rewrite card_ord; apply: (count_interval (g := fun i => i * b + j) (r := fun x => x %/ b)).
- move=> i lt_i; have lt : i * b + j < W.
    apply: (@leq_trans (i.+1 * b)); first by rewrite mulSnr ltn_add2l.
    by rewrite -leq_divRL.
  by exists (Ordinal lt) => //=; rewrite modnMDl modn_small.
- by move=> i i' /addIn /eqP; rewrite eqn_pmul2r // => /eqP.
- by move=> x _; rewrite ltnS leq_div2r // ltnW.
move=> x y /eqP ex /eqP ey e; apply: val_inj => /=.
by rewrite (divn_eq x b) (divn_eq y b) e ex ey.
Qed.

Theorem even_multiply : even b (fun x => x * b %/ W).
Proof.
split=> [x | j lt_j]; first by rewrite ltn_divLR // mulnC ltn_pmul2l.
rewrite card_ord; pose x0 := (j * W + b.-1) %/ b.
have lo : j * W <= x0 * b.
  rewrite -(@leq_add2r b.-1); apply: leq_trans (_ : x0 * b + (j * W + b.-1) %% b <= _).
    by rewrite -divn_eq.
  by rewrite leq_add2l -ltnS prednK // ltn_pmod.
have hi : x0 * b <= j * W + b.-1 by apply: leq_trunc_div.
have in_j (y : nat) : (y * b %/ W == j) = (j * W <= y * b) && (y * b < j.+1 * W).
  by rewrite -ltn_divLR // -leq_divRL // ltnS [LHS]eqn_leq andbC.
have qb := leq_trunc_div W b.
apply: (count_interval (g := fun i => x0 + i) (r := fun x => x - x0)).
- move=> i lt_i; have lt : (x0 + i) * b < j.+1 * W.
    have : i.+1 * b <= W %/ b * b by rewrite leq_mul2r lt_i orbT.
    rewrite mulSn mulnDl [j.+1 * W]mulSn; move: hi qb b0; clear; lia.
  have lt_W : x0 + i < W.
    rewrite -(ltn_pmul2r b0); apply: leq_trans lt _; rewrite mulnC leq_mul2l.
    by rewrite lt_j orbT.
  exists (Ordinal lt_W) => //=; rewrite in_j /= lt andbT; apply: leq_trans lo _.
  by rewrite leq_mul2r leq_addr orbT.
- by move=> i i' /addnI.
- move=> x /=; rewrite in_j => /andP[_ lt]; rewrite ltnS leq_divRL // mulnBl leq_subLR.
  by move: lt lo; rewrite mulSn; clear; lia.
move=> x y /=; rewrite !in_j => /andP[lx _] /andP[ly _] e; apply: val_inj => /=.
have ge (z : 'I_W) : j * W <= z * b -> x0 <= z.
  move=> lz; rewrite -(leq_add2r 1) !addn1 ltn_divLR // mulSn.
  by move: lz b0; clear; lia.
by rewrite -(subnKC (ge x lx)) e subnKC // ge.
Qed.

End Reductions.

(** The same for hashes that are numbered in any way, such as words of bits, and after any
    bijection. *)
Lemma even_numbers (A : finType) W b (num : A -> nat) (f : nat -> nat) : #|A| = W ->
  injective num -> (forall x, num x < W) -> even b (fun x : 'I_W => f x) ->
  even b (fun x => f (num x)).
Proof.
move=> card_A num_inj num_lt; pose g x : 'I_W := Ordinal (num_lt x).
have g_inj : injective g by move=> x y /(congr1 val) /num_inj.
have g_bij : bijective g by apply: inj_card_bij; rewrite // card_ord card_A.
case=> f_lt bounds; split=> [x | j lt_j]; first exact: (f_lt (g x)).
have := bounds j lt_j; rewrite card_ord card_A.
rewrite -(on_card_preimset (f := g)); last exact: onW_bij.
by congr (_ <= _ <= _); apply: eq_card => x; rewrite !inE.
Qed.

(** * Two hashes *)

Section Hashes.

(** The hashes of two given messages, of W values. *)
Variables (K A : finType) (W : nat) (h h' : K -> A).
Hypotheses (card_A : #|A| = W).

Lemma relation_sum (R : rel A) (P : pred K) :
  #|[set k | P k && R (h k) (h' k)]| =
  \sum_(u : A * A | R u.1 u.2) #|[set k | P k && ((h k == u.1) && (h' k == u.2))]|.
Proof.
rewrite -sum1_card (partition_big (fun k => (h k, h' k)) (fun u => R u.1 u.2)) /= => [|k].
  apply: eq_bigr => -[x y] /= Rxy; rewrite -sum1_card; apply: eq_bigl => k.
  rewrite !inE xpair_eqE -andbA; congr (_ && _).
  by case: eqP => [->|]; case: eqP => [->|]; rewrite ?andbF ?Rxy.
by rewrite inE => /andP[].
Qed.

(** One of them is uniform: a property has the share of its hashes. *)
Theorem uniform_property (P : pred A) :
  (forall x, share_eq (fun k => h k == x) 1 W) -> share_eq (fun k => P (h k)) #|[set x | P x]| W.
Proof.
move=> uni; rewrite /share_eq; have -> : #|[set k | P (h k)]| = \sum_(x | P x) #|[set k | h k == x]|.
  rewrite -sum1_card (partition_big h P) /= => [|k]; last by rewrite inE.
  apply: eq_bigr => x Px; rewrite -sum1_card; apply: eq_bigl => k.
  by rewrite !inE; case: eqP => [->|]; rewrite ?andbF ?Px.
rewrite big_distrl /= (eq_bigr (fun=> #|K|)) => [|x _]; last first.
  by have := uni x; rewrite /share_eq mul1n.
by rewrite sum_nat_const; congr (_ * _); apply: eq_card => x; rewrite inE.
Qed.

(** They are uniform and independent: each pair of hashes has one of W^2 keys. Then the probability
    of any relation is the share of its pairs, exactly. *)
Theorem independent_relation (R : rel A) :
  (forall x y, share_eq (fun k => (h k == x) && (h' k == y)) 1 (W * W)) ->
  share_eq (fun k => R (h k) (h' k)) #|[set u : A * A | R u.1 u.2]| (W * W).
Proof.
move=> indep; rewrite /share_eq.
have -> : #|[set k | R (h k) (h' k)]| = #|[set k | xpredT k && R (h k) (h' k)]|.
  by apply: eq_card => k; rewrite !inE.
rewrite relation_sum big_distrl /= (eq_bigr (fun=> #|K|)) => [|[x y] _]; last first.
  by have := indep x y; rewrite /share_eq mul1n.
by rewrite sum_nat_const; congr (_ * _); apply: eq_card => u; rewrite inE.
Qed.

(** No pair has more than one of W^2 of the keys that are good: little more. *)
Theorem good_relation (R : rel A) (good : pred K) N M :
  (forall x y, share (fun k => good k && ((h k == x) && (h' k == y))) 1 (W * W)) ->
  share (fun k => ~~ good k) N (M * W) ->
  share (fun k => R (h k) (h' k)) (M * #|[set u : A * A | R u.1 u.2]| + N * W) (M * (W * W)).
Proof.
move=> most few; have H1 : share (fun k => good k && R (h k) (h' k))
    #|[set u : A * A | R u.1 u.2]| (W * W).
  rewrite /share relation_sum big_distrl /=.
  apply: (@leq_trans (\sum_(u : A * A | R u.1 u.2) #|K|)); last first.
    by rewrite sum_nat_const leq_mul2r; apply/orP; right; apply/eq_leq/eq_card => u; rewrite inE.
  by apply: leq_sum => -[x y] _; have := most x y; rewrite /share mul1n.
have H2 := share_scale W few; rewrite [W * N]mulnC mulnCA in H2.
apply: share_sub (share_or (share_scale M H1) H2) => k ->.
by rewrite andbT orbN.
Qed.

(** No pair of different hashes has more than one of W^2 keys, and they are the same with N / (M W).
    Then f maps them to the same value with little more than the share of its pairs. *)
Theorem almost_independent (f : A -> nat) N M :
  (forall x y, x != y -> share (fun k => (h k == x) && (h' k == y)) 1 (W * W)) ->
  share (fun k => h k == h' k) N (M * W) ->
  share (fun k => f (h k) == f (h' k)) (M * (pairs f - W) + N * W) (M * (W * W)).
Proof.
move=> most same; pose R x y := (x != y) && (f x == f y).
have H1 : share (fun k => R (h k) (h' k)) (pairs f - W) (W * W).
  rewrite /share; have -> : #|[set k | R (h k) (h' k)]| = #|[set k | xpredT k && R (h k) (h' k)]|.
    by apply: eq_card => k; rewrite !inE.
  have -> : pairs f - W = #|[set u : A * A | R u.1 u.2]|.
    have -> : pairs f = #|[set u : A * A | R u.1 u.2]| + #|[set u : A * A | u.1 == u.2]|.
      rewrite -cardsUI [X in _ = _ + X](_ : _ = 0) ?addn0.
        apply: eq_card => -[x y]; rewrite !inE /R /=; case: (eqVneq x y) => [-> | _]; last by rewrite orbF.
        by rewrite eqxx.
      apply/eqP; rewrite cards_eq0; apply/eqP/setP => -[x y]; rewrite !inE /R /=.
      by case: eqVneq; rewrite ?andbF.
    by rewrite diagonal card_A addnK.
  rewrite relation_sum big_distrl /=.
  apply: (@leq_trans (\sum_(u : A * A | R u.1 u.2) #|K|)); last first.
    by rewrite sum_nat_const leq_mul2r; apply/orP; right; apply/eq_leq/eq_card => u; rewrite inE.
  by apply: leq_sum => -[x y] /andP[ne _]; have := most x y ne; rewrite /share mul1n.
have H2 := share_scale W same; rewrite [W * N]mulnC mulnCA in H2.
apply: share_sub (share_or (share_scale M H1) H2) => k /eqP e.
by rewrite /= /R e eqxx andbT orNb.
Qed.

End Hashes.

(** * Differences alone do not suffice

    Eight keys under which two hashes of 3 bits have each difference (exclusive or) once, and are the
    same modulo 3 under five of them. *)
Definition three_bits : seq nat := [:: 0; 0; 0; 0; 0; 3; 0; 2].

Theorem differences_only :
  let h k := nth 0 three_bits k in let h' k := Nat.lxor (h k) k in
  (forall c, c < 8 -> count (fun k => Nat.lxor (h k) (h' k) == c) (iota 0 8) = 1) /\
  count (fun k => h k %% 3 == h' k %% 3) (iota 0 8) = 5.
Proof. by split=> //; do 8 case=> //. Qed.

(* Assumes nothing: pairs_even. *)
(* Assumes nothing: even_pairs_le. *)
(* Assumes nothing: even_modulo. *)
(* Assumes nothing: even_multiply. *)
(* Assumes nothing: even_numbers. *)
(* Assumes nothing: uniform_property. *)
(* Assumes nothing: independent_relation. *)
(* Assumes nothing: good_relation. *)
(* Assumes nothing: almost_independent. *)
(* Assumes nothing: differences_only. *)
