(** Three hashes are not independent: under every key, two of them determine the third.

    CLHASH, CLHASH-128 and [Multilinear64] of one block are affine in each word of the message. The
    messages here are one byte, 0, 1 or 2: the words 0, 1 and x. *)

From mathcomp Require Import all_ssreflect all_algebra.
From Hash Require Import Basics Counting Gf2 Irreducible.
From Hash Require Clhash WideBlock Multilinear64.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import GRing.Theory.
Local Open Scope ring_scope.

Definition message (i : 'I_3) : seq byte := [:: widen_ord (isT : 3 <= 256)%N i].

Definition m0 := message (@Ordinal 3 0 isT).
Definition m1 := message (@Ordinal 3 1 isT).
Definition m2 := message (@Ordinal 3 2 isT).

(** The third value of an affine function. *)
Definition third (P h0 h1 : {poly 'F_2}) : {poly 'F_2} := ('X * h1 + (1 + 'X) * h0) %% P.

Lemma third_affine (P a d : {poly 'F_2}) :
  (a + 'X * d) %% P = third P (a %% P) ((a + d) %% P).
Proof.
rewrite /third [RHS]modpD !modp_mul -modpD; congr (_ %% _).
rewrite mulrDr mulrDl mul1r [RHS]addrC -!addrA; congr (_ + _).
by rewrite addrA (addrr_char2 poly2_char) add0r.
Qed.

(** The words of the messages: 0, 1, x, and zeros after them. *)
Lemma word_first i : word 8 0 (message i) = i.
Proof. by rewrite /word /= addn0. Qed.

Lemma word_after i j : (0 < j)%N -> word 8 j (message i) = 0%N.
Proof. by move=> j_pos; apply: word_behind; rewrite (leq_trans (_ : 1 <= 1 * 8)%N) // leq_mul2r. Qed.

Lemma bits_one : bits 64 1 = 1.
Proof.
apply/polyP => i; rewrite coef_poly coef1; case: i => [|i] //=.
by rewrite divn_small ?if_same // (ltn_exp2l 0) .
Qed.

Lemma bits_two : bits 64 2 = 'X.
Proof.
apply/polyP => i; rewrite coef_poly coefX; case: i => [|[|i]] //=.
by rewrite divn_small ?if_same // (ltn_exp2l 1).
Qed.

(** An affine function of the first word has the third value. *)
Lemma third_message (P : {poly 'F_2}) (f : seq byte -> {poly 'F_2}) (a d : {poly 'F_2}) :
  (forall i, f (message i) = (a + bits 64 i * d) %% P) -> f m2 = third P (f m0) (f m1).
Proof.
move=> fE; rewrite !fE /= bits0 bits_one bits_two mul0r addr0 mul1r.
exact: third_affine.
Qed.

Theorem clhash_three (k : {ffun 'I_133 -> W 64}) :
  Clhash.hash k m2 = third P64 (Clhash.hash k m0) (Clhash.hash k m1).
Proof.
apply: (third_message (f := Clhash.hash k)
  (a := Clhash.K k 0 * Clhash.K k 1 + bits 64 1 * Clhash.K k 132) (d := Clhash.K k 1)) => i.
have lt0 : (0 < 64)%N by [].
rewrite /Clhash.hash /Clhash.clnh /= (big_pred1 (Ordinal lt0)) => [|j]; last first.
  by rewrite /= -val_eqE /=; case: (nat_of_ord j).
rewrite /Clhash.w muln0 word_first word_after // bits0 add0r mulrDl.
by rewrite -addrA addrC.
Qed.

Theorem multilinear64_three (k : {ffun 'I_519 -> W 64}) :
  Multilinear64.hash k m2 = third P64 (Multilinear64.hash k m0) (Multilinear64.hash k m1).
Proof.
apply: (third_message (f := Multilinear64.hash k)
  (a := Multilinear64.K k 0 + bits 64 1 * Multilinear64.K k 1) (d := Multilinear64.K k 2)) => i.
rewrite /Multilinear64.hash /Multilinear64.dot /= big_ord_recl /= big1 => [|j _].
  by rewrite addr0 /Multilinear64.w word_first.
by rewrite /Multilinear64.w word_after // bits0 mul0r.
Qed.

Print Assumptions clhash_three.
Print Assumptions multilinear64_three.
