(** The program of [Multilinear64] computes the function of the theorems. *)

From Coq Require Import NArith.
From mathcomp Require Import all_ssreflect all_algebra.
From Hash Require Import Basics Counting Gf2 Numbers Irreducible Words Programs.
From Hash Require Multilinear64.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import GRing.Theory.
Local Open Scope ring_scope.

Import Multilinear64Program.

Section Same.

Variables (key : Multilinear64.key).
Notation ks := (key_words key).

Lemma poly_k i : poly (k ks i) = Multilinear64.K key i.
Proof. exact: poly_key_words. Qed.

Lemma poly_dot (b : seq byte) : poly (dot ks (bytes b)) = Multilinear64.dot key b.
Proof.
rewrite /dot poly_numbered // size_bytes /Multilinear64.dot big_mkcond; apply: eq_bigr => j _.
case: ltnP => [lt | le]; last by rewrite /Multilinear64.w word_behind // bits0 mul0r.
rewrite poly_mul poly_k bytes_drop bytes_take (poly_word (n := 64)) // (@word_piece 8 1) //.
by rewrite muln1 addn0.
Qed.

Lemma valuesE (m : seq byte) : values ks (bytes m) = map N.of_nat (Multilinear64.values key m).
Proof.
rewrite /values /Multilinear64.values in_piecesE // size_bytes -!map_comp; apply: eq_map => j /=.
apply: num_eq; rewrite poly_remainder poly_P64 ?size_P64 //.
by rewrite bytes_drop bytes_take poly_dot.
Qed.

Lemma pointE : point ks = N.of_nat (Multilinear64.point key).
Proof.
rewrite /Multilinear64.point -lowestE Nat2N.inj_add Nat2N.inj_mul nat_pow.
by rewrite /point -!(poly_k) -!/(num _) !numK.
Qed.

Transparent Multilinear64.polynomial.

Lemma polynomialE (m : seq byte) : polynomial ks (bytes m) = N.of_nat (Multilinear64.polynomial key m).
Proof.
by rewrite /polynomial /Multilinear64.polynomial valuesE pointE -(hornerE _ 1) -mersenneE.
Qed.

Opaque Multilinear64.polynomial.

(** The program computes [Multilinear64.hash]. *)
Theorem run_multilinear64 (m : seq byte) : hash ks (bytes m) = num (Multilinear64.hash key m).
Proof.
apply: num_eq; rewrite /hash poly_remainder poly_P64 ?size_P64 // size_bytes /Multilinear64.hash.
congr (_ %% _); rewrite -[block_bytes]/4096%N.
case: ifP => _; first by rewrite !poly_xor poly_mul poly_bits !poly_k poly_dot.
by rewrite polynomialE othersE !poly_xor !poly_mul !poly_bits !poly_k.
Qed.

End Same.

(* Assumes nothing: run_multilinear64. *)
