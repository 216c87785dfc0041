(** GHASH and POLYVAL as programs. *)

From Coq Require Import NArith.
From mathcomp Require Import all_ssreflect all_algebra.
From Hash Require Import Basics Gf2 Irreducible Words.
From Hash Require Ghash.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import GRing.Theory.
Local Open Scope ring_scope.

Implicit Types (S : Ghash.standard) (m : seq N).

Definition element S m : N :=
  of_bits 128 (fun i => N.testbit (nth 0%num m (i %/ 8)) (N.of_nat (Ghash.position S (i %% 8)))).

Definition modulus S : N := if S is Ghash.Gcm then P128_num else Polyval_num.

Definition factor S : N := if S is Ghash.Gcm then 1%num else 0x92040000000000000000000000000001%num.

Definition step S (H y X : N) : N :=
  remainder 128 (modulus S) (clmul (clmul (N.lxor y X) H) (factor S)).

Definition absorb S (H y : N) m : N := foldl (fun y b => step S H y (element S b)) y (in_pieces 16 m).

Definition hash S (key : seq N) m : N := absorb S (element S key) 0 m.

Fixpoint le_bytes (w : nat) (n : N) : seq N :=
  if w is w'.+1 then (n mod 256)%num :: le_bytes w' (n / 256) else [::].

Definition lengths S (a t : nat) : seq N :=
  let number n :=
    let bytes := le_bytes 8 (8 * N.of_nat n) in if S is Ghash.Gcm then rev bytes else bytes in
  number a ++ number t.

Definition hash_aead S (key a t : seq N) : N :=
  let H := element S key in
  step S H (absorb S H (absorb S H 0 a) t) (element S (lengths S (size a) (size t))).

Section Same.

Variable S : Ghash.standard.

Lemma poly_element (m : seq byte) : poly (element S (bytes m)) = Ghash.element S m.
Proof.
rewrite /element poly_of_bits; apply/polyP => i; rewrite !coef_poly; case: ltnP => // _.
suff -> : nth 0%num (bytes m) (i %/ 8) = N.of_nat (nth Ghash.zero_byte m (i %/ 8)) by rewrite testbit_nat.
have [lt | le] := ltnP (i %/ 8) (size m); first by rewrite (nth_map Ghash.zero_byte).
by rewrite !nth_default // size_bytes.
Qed.

Lemma poly_modulus : poly (modulus S) = Ghash.modulus S.
Proof. by case: S; [apply: poly_P128 | apply: poly_Polyval]. Qed.

Lemma poly_factor : poly (factor S) = Ghash.factor S.
Proof.
case: S; first exact: poly1.
rewrite /factor (_ : 0x92040000000000000000000000000001%num = with_exponents [:: 127; 124; 121; 114; 0]%N).
  by rewrite poly_exponents !big_cons big_nil addr0 !addrA.
by vm_compute.
Qed.

Lemma poly_step H y X : poly (step S H y X) = Ghash.step S (poly H) (poly y) (poly X).
Proof.
rewrite /step poly_remainder poly_modulus ?Ghash.size_modulus //.
by rewrite !poly_mul poly_xor poly_factor.
Qed.

Lemma poly_absorb H y (m : seq byte) : poly (absorb S H y (bytes m)) = Ghash.absorb S (poly H) (poly y) m.
Proof.
rewrite /absorb /Ghash.absorb /Ghash.blocks in_piecesE // size_bytes.
elim: (iota 0 _) y => //= i js IH y.
by rewrite IH poly_step bytes_drop bytes_take poly_element.
Qed.

(** The program computes [Ghash.hash]. *)
Theorem run_ghash (k : 16.-tuple byte) (m : seq byte) : hash S (bytes k) (bytes m) = num (Ghash.hash S k m).
Proof. by apply: num_eq; rewrite /hash poly_absorb poly_element poly0. Qed.

Lemma le_bytesE w n : le_bytes w (N.of_nat n) = bytes (Ghash.le_bytes w n).
Proof.
elim: w n => //= w IH n; rewrite -(nat_mod n 256) -(nat_div n 256) IH; congr cons.
by rewrite inordK // ltn_pmod.
Qed.

Lemma lengthsE a t : lengths S a t = bytes (Ghash.lengths S a t).
Proof.
rewrite /lengths /Ghash.lengths /bytes map_cat.
have e n : (8 * N.of_nat n)%num = N.of_nat (8 * n) by rewrite Nat2N.inj_mul.
by rewrite !e !le_bytesE; case: S; rewrite ?map_rev.
Qed.

(** The program computes [Ghash.hash_aead]. *)
Theorem run_ghash_aead (k : 16.-tuple byte) (a t : seq byte) :
  hash_aead S (bytes k) (bytes a) (bytes t) = num (Ghash.hash_aead S k a t).
Proof.
apply: num_eq; rewrite /hash_aead poly_step !poly_absorb lengthsE !poly_element !size_bytes poly0.
by [].
Qed.

End Same.

Print Assumptions run_ghash.
Print Assumptions run_ghash_aead.
