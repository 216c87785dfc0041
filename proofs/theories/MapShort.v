(** Slices of fewer than 16 bytes as numbers.

    [provenhash_map::bound], step 2, and [short_slice] in the file [slices.rs]. *)

From Coq Require Import Lia.
From mathcomp Require Import all_ssreflect zify.
From Hash Require Import Basics.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Implicit Types (s : seq byte).

(** The number of n bytes from byte i on. *)
Definition number (i n : nat) s : nat := le (take n (drop i s)).

Lemma number_lt i n s : number i n s < 256 ^ n.
Proof.
apply: leq_trans (le_bound _) _; rewrite leq_pexp2l // size_take.
by case: ltnP.
Qed.

(** Slices of one length with the same number have the same bytes there. *)
Lemma number_nth i n s s' j : size s = size s' -> number i n s = number i n s' ->
  i <= j < i + n -> nth ord0 s j = nth ord0 s' j.
Proof.
move=> eq_size eq_n /andP[ij jn].
have /(congr1 (nth ord0 ^~ (j - i))) : take n (drop i s) = take n (drop i s').
  by apply: le_inj eq_n; rewrite !size_take !size_drop eq_size.
by rewrite !nth_take ?ltn_subLR // !nth_drop subnKC.
Qed.

(** Two digits are determined by their number. *)
Lemma digits_inj d a b a' b' : a < d -> a' < d -> a + d * b = a' + d * b' -> a = a' /\ b = b'.
Proof.
move=> ad a'd e; have d0 : 0 < d by apply: leq_ltn_trans ad.
have ea : a = a'.
  have: (a + d * b) %% d = (a' + d * b') %% d by rewrite e.
  by rewrite ![_ + d * _]addnC ![d * _]mulnC !modnMDl !modn_small.
split=> //; move: e; rewrite ea => /addnI/eqP; rewrite eqn_pmul2l // => /eqP; exact.
Qed.

(** The bytes above the lowest one, which is the length. *)
Definition above_length s : nat :=
  if size s < 4 then
    256 ^ 7 * (number 0 1 s + 256 * (number (size s)./2 1 s + 256 * number (size s - 1) 1 s))
  else if size s < 8 then 256 ^ 7 * (number 0 4 s + 256 ^ 4 * number (size s - 4) 4 s)
  else number 0 7 s + 256 ^ 7 * number (size s - 8) 8 s.

Definition short s : nat := size s + 256 * above_length s.

(** ** Bounds, for any base b: Coq would compute powers of 256. *)
Section Base.

Variable b : nat.
Hypothesis b_pos : 0 < b.

Lemma join_lt m n x y : x < b ^ m -> y < b ^ n -> x + b ^ m * y < b ^ (m + n).
Proof.
move=> xm yn; rewrite expnD; apply: (@leq_trans (b ^ m + b ^ m * y)); first by rewrite ltn_add2r.
by rewrite -mulnS leq_mul2l yn orbT.
Qed.

Lemma three_lt x y z : x < b ^ 1 -> y < b ^ 1 -> z < b ^ 1 -> x + b * (y + b * z) < b ^ 3.
Proof.
by move=> lx ly lz; have := join_lt lx (join_lt ly lz); rewrite expn1.
Qed.

Lemma up_lt m n x : x < b ^ n -> b ^ m * x < b ^ (m + n).
Proof. by move=> xn; rewrite expnD ltn_pmul2l // expn_gt0 b_pos. Qed.

End Base.

Lemma above_length_lt s : above_length s < 256 ^ 15.
Proof.
have b0 : 0 < 256 by []; rewrite /above_length; case: ifP => _.
  apply: (up_lt b0 7 (n := 8)); apply: (@leq_trans (256 ^ 3)); last exact: (leq_pexp2l b0 (isT : 3 <= 8)).
  exact: (three_lt (number_lt _ _ _) (number_lt _ _ _) (number_lt _ _ _)).
case: ifP => _.
  apply: (up_lt b0 7 (n := 8)); exact: (join_lt (number_lt _ _ _) (number_lt _ _ _)).
exact: (join_lt (number_lt _ _ _) (number_lt _ _ _)).
Qed.

Lemma square_of_words b : b ^ 8 * b ^ 8 = b ^ 16.
Proof. by rewrite -expnD. Qed.

Lemma short_lt s : size s < 16 -> short s < 256 ^ 16.
Proof.
move=> lt; have l : size s < 256 ^ 1 by rewrite expn1; apply: leq_trans lt _.
by have := join_lt l (above_length_lt s); rewrite /short expn1.
Qed.

(** Different slices of fewer than 16 bytes are different numbers. *)
Theorem short_inj s s' : size s < 16 -> size s' < 16 -> short s = short s' -> s = s'.
Proof.
move=> lt lt' e; have byte_size (t : seq byte) : size t < 16 -> size t < 256.
  by move=> h; apply: leq_trans h _.
have [eq_size] := digits_inj (byte_size _ lt) (byte_size _ lt') e.
clear e.
have seven x y : 256 ^ 7 * x = 256 ^ 7 * y -> x = y.
  by move/eqP; rewrite eqn_pmul2l ?expn_gt0 // => /eqP.
rewrite /above_length -eq_size; case: (ltnP (size s) 4) => [lt4 | ge4].
  move/seven => e; apply: (eq_from_nth (x0 := ord0)) => // j lt_j.
  have d1 i t : number i 1 t < 256 by have := number_lt i 1 t; rewrite expn1.
  have [e0 e12] := digits_inj (d1 _ _) (d1 _ _) e; have [e1 e2] := digits_inj (d1 _ _) (d1 _ _) e12.
  have [->|[jE|jE]] : j = 0 \/ j = (size s)./2 \/ j = size s - 1.
    by move: (size s) lt4 lt_j; clear => -[|[|[|[|n]]]] //; case: j => [|[|[|j]]] //; auto.
  - by apply: number_nth e0 _.
  - by apply: number_nth e1 _ => //; rewrite jE; lia.
  - by apply: number_nth e2 _ => //; rewrite jE; lia.
case: (ltnP (size s) 8) => [lt8 | ge8].
  move/seven => e; have [e0 e1] := digits_inj (number_lt _ _ _) (number_lt _ _ _) e.
  apply: (eq_from_nth (x0 := ord0)) => // j lt_j.
  clear e; have [j4|j4] := ltnP j 4; first by apply: number_nth e0 _.
  by apply: number_nth e1 _ => //; move: (size s) ge4 lt8 lt_j j4; clear; lia.
move=> e; have [e0 e1] := digits_inj (number_lt _ _ _) (number_lt _ _ _) e.
apply: (eq_from_nth (x0 := ord0)) => // j lt_j.
clear e; have [j7|j7] := ltnP j 7; first by apply: number_nth e0 _.
by apply: number_nth e1 _ => //; move: (size s) ge8 lt lt_j j7; clear; lia.
Qed.

(* Assumes nothing: short_lt. *)
(* Assumes nothing: short_inj. *)
