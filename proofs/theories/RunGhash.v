(** The program of GHASH and POLYVAL computes the function of the theorems. *)

From Coq Require Import NArith.
From mathcomp Require Import all_ssreflect all_algebra.
From Hash Require Import Basics Gf2 Irreducible Words Programs.
From Hash Require Ghash.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import GRing.Theory.
Local Open Scope ring_scope.

Implicit Types (S : Ghash.standard) (m : seq N).

Import GhashProgram.

Section Same.

Variable S : Ghash.standard.

Definition gcm : bool := if S is Ghash.Gcm then true else false.

Lemma poly_element (m : seq byte) : poly (element gcm (bytes m)) = Ghash.element S m.
Proof.
rewrite /element poly_of_bits; apply/polyP => i; rewrite !coef_poly; case: ltnP => // _.
suff -> : nth 0%num (bytes m) (i %/ 8) = N.of_nat (nth Ghash.zero_byte m (i %/ 8)).
  by rewrite testbit_nat /gcm; case: S.
have [lt | le] := ltnP (i %/ 8) (size m); first by rewrite (nth_map Ghash.zero_byte).
by rewrite !nth_default // size_bytes.
Qed.

Lemma poly_modulus : poly (modulus gcm) = Ghash.modulus S.
Proof. by rewrite /gcm; case: S; [apply: poly_P128 | apply: poly_Polyval]. Qed.

Lemma poly_factor : poly (factor gcm) = Ghash.factor S.
Proof.
rewrite /gcm; case: S; first exact: poly1.
rewrite /factor (_ : 0x92040000000000000000000000000001%num = with_exponents [:: 127; 124; 121; 114; 0]%N).
  by rewrite poly_exponents !big_cons big_nil addr0 !addrA.
by vm_compute.
Qed.

Lemma poly_step H y X : poly (step gcm H y X) = Ghash.step S (poly H) (poly y) (poly X).
Proof.
rewrite /step poly_remainder poly_modulus ?Ghash.size_modulus //.
by rewrite !poly_mul poly_xor poly_factor.
Qed.

Lemma poly_absorb H y (m : seq byte) : poly (absorb gcm H y (bytes m)) = Ghash.absorb S (poly H) (poly y) m.
Proof.
rewrite /absorb /Ghash.absorb /Ghash.blocks in_piecesE // size_bytes.
elim: (iota 0 _) y => //= i js IH y.
by rewrite IH poly_step bytes_drop bytes_take poly_element.
Qed.

(** The program computes [Ghash.hash]. *)
Theorem run_ghash (k : 16.-tuple byte) (m : seq byte) : hash gcm (bytes k) (bytes m) = num (Ghash.hash S k m).
Proof. by apply: num_eq; rewrite /hash poly_absorb poly_element poly0. Qed.

Lemma le_bytesE w n : le_bytes w (N.of_nat n) = bytes (Ghash.le_bytes w n).
Proof.
elim: w n => //= w IH n; rewrite -(nat_mod n 256) -(nat_div n 256) IH; congr cons.
by rewrite inordK // ltn_pmod.
Qed.

Lemma lengthsE a t : lengths gcm a t = bytes (Ghash.lengths S a t).
Proof.
rewrite /lengths /Ghash.lengths /bytes map_cat.
have e n : (8 * N.of_nat n)%num = N.of_nat (8 * n) by rewrite Nat2N.inj_mul.
by rewrite !e !le_bytesE /gcm; case: S; rewrite ?map_rev.
Qed.

(** The program computes [Ghash.hash_aead]. *)
Theorem run_ghash_aead (k : 16.-tuple byte) (a t : seq byte) :
  hash_aead gcm (bytes k) (bytes a) (bytes t) = num (Ghash.hash_aead S k a t).
Proof.
apply: num_eq; rewrite /hash_aead poly_step !poly_absorb lengthsE !poly_element !size_bytes poly0.
by [].
Qed.

End Same.

(* Assumes nothing: run_ghash. *)
(* Assumes nothing: run_ghash_aead. *)
