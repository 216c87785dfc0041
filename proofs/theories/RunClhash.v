(** The program of CLHASH computes the function of the theorems. *)

From Coq Require Import NArith.
From mathcomp Require Import all_ssreflect all_algebra.
From Hash Require Import Basics Counting Gf2 Irreducible Words Programs.
From Hash Require Clhash.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import GRing.Theory.
Local Open Scope ring_scope.

Import ClhashProgram.

Lemma poly_Lazy : poly Lazy_num = Clhash.Lazy.
Proof.
have -> : Lazy_num = with_exponents [:: 128; 2; 1]%N by vm_compute.
by rewrite poly_exponents !big_cons big_nil addr0 !addrA.
Qed.

Lemma size_Lazy : size (poly Lazy_num) = 129%N.
Proof. by rewrite poly_Lazy Clhash.Lazy_eq mulrC size_mulX ?size_P127 // -size_poly_gt0 size_P127. Qed.

Section Same.

Variables (key : Clhash.key) (m : seq byte).
Notation ks := (key_words key).

Lemma poly_k i : poly (k ks i) = Clhash.K key i.
Proof. exact: poly_key_words. Qed.

Lemma poly_clnh (b : seq byte) : poly (clnh ks (bytes b)) = Clhash.clnh key b.
Proof.
rewrite /clnh poly_numbered // size_bytes; apply: eq_bigr => j _.
rewrite /times poly_mul !poly_xor !poly_k bytes_drop bytes_take !(poly_word (n := 64)) //.
by rewrite !(@word_piece 8 2) // mulnC addn0 addn1.
Qed.

Lemma poly_point : poly (point ks) = Clhash.point key.
Proof. by rewrite /point poly_lowest poly_xor poly_shiftl !poly_k. Qed.

Lemma poly_value : poly (value ks (bytes m)) = Clhash.value key m.
Proof.
rewrite /value /Clhash.value /Clhash.products in_piecesE // size_bytes -poly0.
elim: (iota 0 _) 0%num => //= j js IH s; rewrite IH poly_xor poly_remainder; last first.
  exact: size_Lazy.
by rewrite poly_mul poly_point poly_Lazy bytes_drop bytes_take poly_clnh.
Qed.

Lemma poly_last_step s : poly (last_step ks s) = Clhash.last_step key (poly s).
Proof. by rewrite /last_step poly_mul !poly_xor !poly_k poly_lowest poly_others. Qed.

(** The program computes [Clhash.hash]. *)
Theorem run_clhash : hash ks (bytes m) = num (Clhash.hash key m).
Proof.
apply: num_eq; rewrite /hash poly_remainder poly_P64 ?size_P64 // /Clhash.hash size_bytes; congr (_ %% _).
rewrite poly_xor poly_mul poly_bits poly_k; congr (_ + _).
by case: ifP => _; rewrite ?poly_clnh // poly_last_step poly_value.
Qed.

End Same.

(* Assumes nothing: run_clhash. *)
