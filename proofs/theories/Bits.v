(** Two hashes that are uniform and independent, or whose differences alone are bounded, and the
    consequences for some of their bits.

    D. Lemire and O. Kaser, "Faster 64-bit universal hashing using carry-less multiplications"
    (2015), lemma 1. The section "What follows, and what does not" of [clhash::bound]. *)

From mathcomp Require Import all_ssreflect all_algebra.
From Hash Require Import Basics Gf2.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import GRing.Theory.
Local Open Scope ring_scope.

Section Bits.

(** The hashes of two given messages, words of n bits. *)
Variables (K : finType) (n : nat) (h h' : K -> W n).

(** Each pair of hashes has one of 2^2n keys. *)
Definition strong : Prop :=
  forall x y, share_eq (fun k => (h k == x) && (h' k == y)) 1 (2 ^ n * 2 ^ n).

(** Then a relation that holds between each word and N of D words holds with probability N / D. *)
Lemma strong_relation (R : rel (W n)) N D :
  strong -> (forall x, #|[set y | R x y]| * D = N * 2 ^ n)%N ->
  share_eq (fun k => R (h k) (h' k)) N D.
Proof.
move=> strong_h cardR; have sum : #|[set k | R (h k) (h' k)]| =
    (\sum_x \sum_(y | R x y) #|[set k | (h k == x) && (h' k == y)]|)%N.
  rewrite pair_big_dep /= -sum1_card.
  rewrite (partition_big (fun k => (h k, h' k)) (fun u => R u.1 u.2)) /= => [|k].
    apply: eq_bigr => -[x y] /= Rxy; rewrite -sum1_card; apply: eq_bigl => k.
    rewrite !inE xpair_eqE.
    by case: eqP => [->|]; case: eqP => [->|]; rewrite ?andbF ?Rxy.
  by rewrite inE.
rewrite /strong /share_eq in strong_h *; move: (2 ^ n)%N (expn_gt0 2 n) (card_W n) strong_h cardR.
move=> Q /= Q0 cardQ strong_h cardR.
apply/eqP; rewrite -(eqn_pmul2r (_ : 0 < Q * Q)%N) ?muln_gt0 ?Q0 // sum mulnAC !big_distrl /=.
rewrite (eq_bigr (fun=> N * Q * #|K|)%N) => [|x _]; last first.
  rewrite -(cardR x) [RHS]mulnAC; congr (_ * _)%N.
  rewrite big_distrl /= (eq_bigr (fun=> #|K|)) => [|y _].
    by rewrite sum_nat_const; congr (_ * _)%N; apply: eq_card => y; rewrite inE.
  by rewrite strong_h mul1n.
by rewrite sum_nat_const cardQ -!mulnA mulnCA (mulnA Q Q) (mulnC (Q * Q)%N).
Qed.

(** A given difference. *)
Theorem strong_difference c : strong -> share_eq (fun k => h k - h' k == c) 1 (2 ^ n).
Proof.
move=> strong_h; apply: (strong_relation (R := fun x y => x - y == c)) => // x; congr (_ * _)%N.
rewrite (eq_card (_ : _ =i pred1 (x - c))) ?card1 // => y.
by rewrite !inE subr_eq addrC -subr_eq eq_sym.
Qed.

(** Any t bits after any bijection, such as [mix]: 2^-t. *)
Theorem strong_bits (g : W n -> W n) (T : {set 'I_n}) : strong -> bijective g ->
  share_eq (fun k => [forall i in T, g (h k) 0 i == g (h' k) 0 i]) 1 (2 ^ #|T|).
Proof.
move=> strong_h g_bij.
apply: (strong_relation (R := fun x y => [forall i in T, g x 0 i == g y 0 i])) => // x.
rewrite mul1n -(card_given_bits T (fun i => if insub i is Some j then g x 0 j else 0)).
congr (_ * _)%N; rewrite -[RHS](on_card_preimset (f := g)); last by apply: onW_bij.
apply: eq_card => y; rewrite !inE; apply: eq_forallb => i.
by rewrite valK eq_sym.
Qed.

(** Only differences are bounded: a non-zero difference by 2^-n, and zero by N / (M 2^n). Any t bits
    agree with probability at most (2^(n-t) - 1) / 2^n + N / (M 2^n). *)
Theorem universal_bits (T : {set 'I_n}) N M :
  (forall c, c != 0 -> share (fun k => h k - h' k == c) 1 (2 ^ n)) ->
  share (fun k => h k == h' k) N (M * 2 ^ n) ->
  share (fun k => [forall i in T, h k 0 i == h' k 0 i])
    (M * (2 ^ (n - #|T|) - 1) + N) (M * 2 ^ n).
Proof.
move=> other zero; pose S := [set v : W n | [forall i in T, v 0 i == 0]].
have cardS : #|S| = (2 ^ (n - #|T|))%N.
  have le_T : (#|T| <= n)%N by apply: leq_trans (max_card _) _; rewrite card_ord.
  apply/eqP; rewrite -(eqn_pmul2r (_ : 0 < 2 ^ #|T|)%N) ?expn_gt0 // -expnD subnK //; apply/eqP.
  exact: (card_given_bits T (fun=> 0)).
have S0 : 0 \in S by rewrite inE; apply/forall_inP => i _; rewrite mxE.
have sum : #|[set k | [forall i in T, h k 0 i == h' k 0 i]]| =
    (\sum_(c in S) #|[set k | (h k - h' k)%R == c]|)%N.
  rewrite -sum1_card (partition_big (fun k => h k - h' k) (mem S)) /= => [|k].
    apply: eq_bigr => c cS; rewrite -sum1_card; apply: eq_bigl => k; rewrite !inE.
    apply/andP/idP => [[] // | /eqP e]; split; last exact/eqP.
    apply/forall_inP => i iT; move: cS; rewrite -e inE => /forall_inP/(_ i iT).
    by rewrite !mxE subr_eq0.
  by rewrite !inE => /forall_inP H; apply/forall_inP => i iT; rewrite !mxE subr_eq0 H.
rewrite -cardS /share sum (bigD1 0) //= mulnDl addnC mulnDl; apply: leq_add; last first.
  by move: zero; rewrite /share; congr (_ * _ <= _)%N; apply: eq_card => k; rewrite !inE subr_eq0.
rewrite mulnCA -[X in (_ <= X)%N]mulnA leq_mul2l; apply/orP; right.
rewrite big_distrl /= (cardsD1 0 S) S0 add1n subn1 /= -sum_nat_const.
rewrite [X in (_ <= X)%N](eq_bigl (fun c => (c \in S) && (c != 0))) => [|c]; last first.
  by rewrite in_setD1 andbC.
by apply: leq_sum => c /andP[_ ne]; have := other c ne; rewrite /share mul1n.
Qed.

End Bits.

(** The words of polynomials of degree below n. *)
Section Words.

Variables (K : finType) (n : nat) (a a' : K -> {poly 'F_2}).
Hypotheses (size_a : forall k, (size (a k) <= n)%N) (size_a' : forall k, (size (a' k) <= n)%N).

Definition word_of (b : {poly 'F_2}) : W n := poly_rV b.

Lemma word_of_eq (b c : {poly 'F_2}) : (size b <= n)%N -> (size c <= n)%N ->
  (word_of b == word_of c) = (b == c).
Proof.
move=> size_b size_c; apply/eqP/eqP => [e | -> //].
by rewrite -(poly_rV_K size_b) -(poly_rV_K size_c) -/(word_of b) e.
Qed.

Lemma strong_words :
  (forall c c' : {poly 'F_2}, (size c <= n)%N -> (size c' <= n)%N ->
    share_eq (fun k => (a k == c) && (a' k == c')) 1 (2 ^ n * 2 ^ n)) ->
  strong (word_of \o a) (word_of \o a').
Proof.
move=> strong_a x y; have := strong_a (rVpoly x) (rVpoly y) (size_rVpoly x) (size_rVpoly y).
rewrite /share_eq => <-; congr (_ * _)%N; apply: eq_card => k; rewrite !inE /=.
by rewrite -(word_of_eq (size_a k)) -?(word_of_eq (size_a' k)) ?size_rVpoly // /word_of !rVpolyK.
Qed.

Lemma difference_words (c : {poly 'F_2}) : (size c <= n)%N ->
  share_eq (fun k => (word_of \o a) k - (word_of \o a') k == word_of c) 1 (2 ^ n) ->
  share_eq (fun k => a k - a' k == c) 1 (2 ^ n).
Proof.
move=> size_c; rewrite /share_eq => <-; congr (_ * _)%N; apply: eq_card => k; rewrite !inE /=.
rewrite -raddfB word_of_eq // (leq_trans (size_add _ _)) // geq_max size_opp size_a.
exact: size_a'.
Qed.

End Words.

(* Assumes nothing: strong_difference. *)
(* Assumes nothing: strong_bits. *)
(* Assumes nothing: universal_bits. *)
(* Assumes nothing: strong_words. *)
