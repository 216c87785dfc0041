(** The programs of rows, of tables and of digests compute the functions of the theorems. *)

From Coq Require Import NArith.
From mathcomp Require Import all_ssreflect all_algebra.
From Hash Require Import Basics Counting Gf2 Irreducible Words Programs.
From Hash Require WideBlock TableRows Multiset Tables RunWide.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import GRing.Theory.
Local Open Scope ring_scope.

Import TablesProgram.

(** The cells of the theorems, with numbers of Coq's other form. *)
Definition cell_num (c : TableRows.cell) : cell :=
  match c with
  | inl (kind, (a, b), scale) => inl (N.of_nat kind, (N.of_nat a, N.of_nat b), N.of_nat scale)
  | inr (kind, m) => inr (N.of_nat kind, bytes m)
  end.

Definition column_words (M : nat) (k : TableRows.columns_key M) : seq (seq N) :=
  [seq [seq num (rVpoly (k (i, j))) | j <- enum 'I_3] | i <- enum 'I_M].

Lemma tagE c : tag (cell_num c) = N.of_nat (TableRows.tag c).
Proof.
case: c => [[[kind [a b]] scale]|[kind m]]; rewrite /TableRows.tag /=;
  by rewrite Nat2N.inj_add Nat2N.inj_mul nat_pow ?size_bytes.
Qed.

Section Same.

Variables (M : nat) (key : TableRows.row_key M).
Notation values := (key_words key.1.1).
Notation places := (RunWide.place_words key.1.2).
Notation row := (key_words key.2.1).
Notation columns := (column_words key.2.2).

Lemma poly_element c j : poly (element values places (cell_num c) j) = TableRows.element key.1 c j.
Proof.
rewrite /element /TableRows.element; case: ifP => _; first by rewrite tagE poly_bits.
case: c => [[[kind [a b]] scale]|[kind m]] /=; last exact: RunWide.poly_value.
by case: ifP => _; rewrite poly_bits.
Qed.

Lemma columnE (i : 'I_M) (j : 'I_3) : poly (nth 0%num (nth [::] columns i) j) = rVpoly (key.2.2 (i, j)).
Proof.
have ei : nth i (enum 'I_M) i = i := nth_ord_enum i i; have ej : nth j (enum 'I_3) j = j := nth_ord_enum j j.
rewrite (nth_map i) ?size_enum_ord ?ltn_ord // ei.
by rewrite (nth_map j) ?size_enum_ord ?ltn_ord // ej polyK.
Qed.

Lemma sum_columns (F : cell * seq N -> N) (x0 : cell) (r : seq cell) :
  poly (xor_all F (zip r columns)) =
  \sum_(i < M | (i < size r)%N) poly (F (nth x0 r i, nth [::] columns i)).
Proof.
have size_c : size columns = M by rewrite size_map size_enum_ord.
rewrite poly_xor_all (big_nth (x0, [::])) size_zip size_c big_mkord.
rewrite (big_ord_widen M (fun i => poly (F (nth (x0, [::]) (zip r columns) i)))) ?geq_minr //.
apply: eq_big => [i | i]; rewrite leq_min ltn_ord andbT // => lt_i.
by rewrite nth_zip_cond size_zip size_c leq_min lt_i ltn_ord.
Qed.

Lemma poly_cells (r : seq TableRows.cell) :
  poly (cells values places columns (map cell_num r)) = TableRows.cells key r.
Proof.
transitivity (\sum_(i < M | (i < size r)%N) \sum_(j < 3)
    TableRows.element key.1 (nth TableRows.null r i) j * rVpoly (key.2.2 (i, j))); last first.
  by rewrite pair_big; apply: eq_big => [u | [i j] _] //; rewrite andbT.
rewrite /cells (sum_columns _ (cell_num TableRows.null)) size_map; apply: eq_bigr => i lt_i.
rewrite iota_sum; apply: eq_bigr => j _.
by rewrite poly_mul (nth_map TableRows.null) // poly_element columnE.
Qed.

(** The program computes [TableRows.fingerprint]. *)
Theorem run_row (r : seq TableRows.cell) :
  fingerprint values places row columns (map cell_num r) = num (TableRows.fingerprint key r).
Proof.
have row_word (i : 'I_2) : poly (nth 0%num row i) = rVpoly (key.2.1 i).
  by rewrite poly_key_words word_at_ord.
apply: num_eq; rewrite /fingerprint poly_remainder poly_P128 ?size_P128 // !poly_xor poly_mul.
by rewrite poly_cells poly_bits size_map (row_word ord0) (row_word ord_max).
Qed.

(** The program computes the product of [Multiset.table] over [Tables.prints]. *)
Theorem run_table (z : W 128) (rs : seq (seq TableRows.cell)) :
  table values places row columns (num (rVpoly z)) (map (map cell_num) rs) =
  num (Multiset.table z (Tables.prints key rs)).
Proof.
apply: num_eq; rewrite /table /Multiset.table -poly1; elim: rs 1%num => //= r rs IH s.
by rewrite IH poly_remainder poly_P128 ?size_P128 // poly_mul poly_xor run_row !polyK.
Qed.

(** The program computes [Multiset.digest] over [Tables.prints]. *)
Theorem run_digest (y : W 128) (rs : seq (seq TableRows.cell)) :
  digest values places row columns (num (rVpoly y)) (map (map cell_num) rs) =
  num (Multiset.digest y (Tables.prints key rs)).
Proof.
apply: num_eq; rewrite /digest /Multiset.digest -poly0; elim: rs 0%num => //= r rs IH s.
by rewrite IH poly_remainder poly_P128 ?size_P128 // poly_xor poly_mul run_row !polyK.
Qed.

End Same.

(* Assumes nothing: run_row. *)
(* Assumes nothing: run_table. *)
(* Assumes nothing: run_digest. *)
