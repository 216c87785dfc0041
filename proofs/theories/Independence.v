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

(** * CLHASH-128 *)

Section WideThree.

Import WideBlock.

Variable k : values_key * places_key.

(** The code is linear in the first word. *)
Definition coefficient (e : bool) (p : place) : {poly 'F_2} :=
  let: (g, s, l) := p in
  if (s < 8)%N then (2 * unit_at g s l + e == 0)%N%:R
  else \sum_(i < 8 | present m0 g i l) (2 * unit_at g i l + e == 0)%N%:R.

Lemma w_message i j : w (message i) j = bits 64 i * (j == 0)%N%:R.
Proof.
rewrite /w; case: j => [|j]; first by rewrite word_first mulr1.
by rewrite word_after // bits0 mulr0.
Qed.

Lemma code_message i e p : code (message i) e p = bits 64 i * coefficient e p.
Proof.
case: p => [[g s] l]; rewrite /code /coefficient; case: ifP => _; first exact: w_message.
by rewrite big_distrr /=; apply: eq_bigr => t _; rewrite w_message.
Qed.

Lemma coefficient_odd p : coefficient true p = 0.
Proof.
have odd_ne t : (2 * t + true == 0)%N = false by rewrite addn1.
case: p => [[g s] l]; rewrite /coefficient; case: ifP => _; first by rewrite odd_ne.
by rewrite big1 // => t _; rewrite odd_ne.
Qed.

Let a e : {poly 'F_2} := \sum_(s < 9) column e s *
  \sum_(p : place | there m0 p && (p.1.2 == s)) rVpoly (k.2 p).1 * rVpoly (k.2 p).2.
Let d e : {poly 'F_2} := \sum_(s < 9) column e s *
  \sum_(p : place | there m0 p && (p.1.2 == s)) coefficient false p * rVpoly (k.2 p).2.

Lemma output_message e i : output e k.2 (message i) = a e + bits 64 i * d e.
Proof.
rewrite /output /a /d big_distrr -big_split /=; apply: eq_bigr => s _.
rewrite mulrCA -mulrDr; congr (_ * _); rewrite /row_sum big_distrr -big_split /=.
apply: eq_bigr => p _; rewrite /at_place /product !code_message coefficient_odd mulr0 add0r.
by rewrite mulrDl addrC mulrA.
Qed.

Lemma value_message e i : value e k (message i) = (a e + bits 64 i * d e) %% P128.
Proof.
rewrite /value /outputs; have -> : pieces 2048 (size (message i)) = 1%N.
  by apply/eqP; rewrite eqn_leq pieces_le // ltnNge pieces_le.
by rewrite /= /block mul0n drop0 output_message mulr0 add0r.
Qed.

Theorem wide_three : hash k m2 = third P128 (hash k m0) (hash k m1).
Proof.
apply: (third_message (f := hash k)
  (a := V k 0 + V k 1 * a false + V k 2 * a true + V k 3 * bits 64 1)
  (d := V k 1 * d false + V k 2 * d true)) => i.
rewrite /hash !value_message.
move E0: (a false + _) => v0; move E1: (a true + _) => v1.
rewrite !modpD !modp_mul -!modpD; congr (_ %% _); rewrite -{}E0 -{}E1.
rewrite !mulrDr [bits 64 i * (V k 1 * _)]mulrCA [bits 64 i * (V k 2 * _)]mulrCA.
move: (V k 0) (V k 1 * a false) (V k 2 * a true) (V k 3 * _) => x y z t.
move: (V k 1 * _) (V k 2 * _) => u v.
rewrite -!addrA; congr (_ + (_ + _)); rewrite addrCA; congr (_ + _).
by rewrite [RHS]addrC addrA.
Qed.

End WideThree.

(* Assumes nothing: clhash_three. *)
(* Assumes nothing: multilinear64_three. *)
(* Assumes nothing: wide_three. *)
