(** The program of CLHASH-128 computes the function of the theorems. *)

From Coq Require Import NArith.
From mathcomp Require Import all_ssreflect all_algebra zify.
From Hash Require Import Basics Counting Gf2 Irreducible Words Programs.
From Hash Require WideBlock Wide.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import GRing.Theory.
Local Open Scope ring_scope.

Import WideProgram.

(** The words of the places of a key. *)
Definition place_words (k : WideBlock.places_key) : seq (N * N) :=
  [seq let x := k (inord (i %/ 36), inord (i %/ 4 %% 9), inord (i %% 4)) in
    (num (rVpoly x.1), num (rVpoly x.2)) | i <- iota 0 144].

Lemma sum_places (F : WideBlock.place -> {poly 'F_2}) :
  \sum_p F p = \sum_(g < 4) \sum_(s < 9) \sum_(l < 4) F (g, s, l).
Proof.
rewrite (eq_bigr (fun p => F (p.1.1, p.1.2, p.2))); last by case=> -[].
rewrite -(pair_bigA _ (fun (gs : 'I_4 * 'I_9) (l : 'I_4) => F (gs.1, gs.2, l))) /=.
by rewrite -(pair_bigA _ (fun (g : 'I_4) (s : 'I_9) => \sum_(l < 4) F (g, s, l))).
Qed.

Section Same.

Variables (key : WideBlock.key) (m : seq byte).
Notation values := (key_words key.1).
Notation places := (place_words key.2).

Lemma poly_v i : poly (v values i) = WideBlock.V key i.
Proof. exact: poly_key_words. Qed.

Lemma placeE (g : 'I_4) (s : 'I_9) (l : 'I_4) :
  place places g s l = (num (rVpoly (key.2 (g, s, l)).1), num (rVpoly (key.2 (g, s, l)).2)).
Proof.
have [lg ls ll] : [/\ (g < 4)%N, (s < 9)%N & (l < 4)%N] by rewrite !ltn_ord.
have lt : (36 * g + 4 * s + l < 144)%N by lia.
rewrite /place /place_words (nth_map 0%N) ?size_iota // nth_iota //.
have -> : ((0 + (36 * g + 4 * s + l)) %/ 36 = g)%N by lia.
have -> : ((0 + (36 * g + 4 * s + l)) %/ 4 %% 9 = s)%N by lia.
have -> : ((0 + (36 * g + 4 * s + l)) %% 4 = l)%N by lia.
by rewrite !inord_val.
Qed.

Section Block.

Variable b : seq byte.
Notation units := (in_pieces 16 (bytes b)).

Lemma poly_unit (e : bool) i : poly (word units e i) = WideBlock.w b (2 * i + e).
Proof.
have e_unit : nth [::] units i = bytes (take 16 (drop (i * 16) b)).
  rewrite in_piecesE // size_bytes; have [lt | le] := ltnP i (pieces 16 (size b)).
    by rewrite (nth_map 0%N) ?size_iota // nth_iota // bytes_drop bytes_take.
  by rewrite nth_default ?size_map ?size_iota // drop_oversize // -pieces_le.
rewrite /word e_unit (poly_word (n := 64)) // (@word_piece 8 2) //; last by case: (e).
by rewrite mulnC.
Qed.

Lemma presentE g s l : present units g s l = WideBlock.present b g s l.
Proof.
by rewrite /present in_piecesE // size_map size_iota size_bytes ltnNge pieces_le // -ltnNge.
Qed.

Lemma poly_code (e : bool) (g : 'I_4) (s : 'I_9) (l : 'I_4) :
  poly (code units e g s l) = WideBlock.code b e (g, s, l).
Proof.
rewrite /code /WideBlock.code; case: ifP => _; first exact: poly_unit.
rewrite iota_sum [RHS]big_mkcond; apply: eq_bigr => i _; rewrite presentE.
by case: ifP => _; rewrite ?poly_unit ?poly0.
Qed.

Lemma thereE (g : 'I_4) (s : 'I_9) (l : 'I_4) : there units g s l = WideBlock.there b (g, s, l).
Proof.
rewrite /there /WideBlock.there; case: ifP => _; first exact: presentE.
apply/hasP/existsP => [[i] | [i pi]].
  by rewrite mem_iota /= => lt; rewrite presentE => pi; exists (Ordinal lt).
by exists (i : nat); rewrite ?mem_iota ?ltn_ord // presentE.
Qed.

Lemma poly_column (e : bool) s : poly (column e s) = WideBlock.column e s.
Proof.
rewrite /column /WideBlock.column /lin; case: (if e then _ else _) => x y.
apply/polyP => i; rewrite poly_of_bits coef_poly WideBlock.coef_lin /=.
by case: i => [|[|i]].
Qed.

Lemma poly_output (e : bool) : poly (output places e units) = WideBlock.output e key.2 b.
Proof.
rewrite WideBlock.outputE big_mkcond /=.
rewrite sum_places iota_sum; apply: eq_bigr => g _; rewrite iota_sum; apply: eq_bigr => s _.
rewrite iota_sum; apply: eq_bigr => l _; rewrite thereE; case: ifP => _; last exact: poly0.
by rewrite poly_mul poly_column /product placeE poly_mul !poly_xor !poly_code !polyK.
Qed.

End Block.

Lemma poly_value (e : bool) : poly (value values places e (bytes m)) = WideBlock.value e key m.
Proof.
rewrite /value /WideBlock.value /WideBlock.outputs in_piecesE // size_bytes -poly0.
move: (v values (4 + e)) (poly_v (4 + e)) => r rE.
elim: (iota 0 _) 0%num => //= j js IH s; rewrite IH poly_remainder poly_P128 ?size_P128 //.
by rewrite poly_xor poly_mul rE bytes_drop bytes_take poly_output.
Qed.

(** The program computes [WideBlock.hash]. *)
Theorem run_wide : hash values places (bytes m) = num (WideBlock.hash key m).
Proof.
apply: num_eq; rewrite /hash poly_remainder poly_P128 ?size_P128 // !poly_xor !poly_mul !poly_v.
by rewrite !poly_value poly_bits size_bytes.
Qed.

End Same.

(* Assumes nothing: run_wide. *)
