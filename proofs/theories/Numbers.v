(** Polynomials over GF(2) as numbers: the coefficients are binary digits. *)

From mathcomp Require Import all_ssreflect all_algebra.
From Hash Require Import Basics Gf2.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import GRing.Theory.
Local Open Scope ring_scope.

Definition number_of (s : seq 'F_2) : nat := foldr (fun (b : 'F_2) x => b + 2 * x)%N 0%N s.

(** The number whose binary digits are the coefficients. *)
Definition number (a : {poly 'F_2}) : nat := number_of a.

Lemma number_bit (s : seq 'F_2) i : (odd (number_of s %/ 2 ^ i))%:R = s`_i :> 'F_2.
Proof.
have bit (b : 'F_2) x : ((b + 2 * x)%N./2 = x) /\ (odd (b + 2 * x))%:R = b.
  case: (F2P b) => ->; rewrite mul2n oddD odd_double; split => //.
    exact: (half_bit_double x false).
  exact: (half_bit_double x true).
elim: s i => [|b s IH] [|i] //=; rewrite ?div0n //.
  by rewrite expn0 divn1; case: (bit b (number_of s)).
by rewrite expnS divnMA divn2; case: (bit b (number_of s)) => ->.
Qed.

Lemma number_inj (a b : {poly 'F_2}) : number a = number b -> a = b.
Proof.
move=> eq_n; apply/polyP => i; rewrite -!number_bit -/(number a) -/(number b).
by rewrite eq_n.
Qed.

Lemma number_lt n (a : {poly 'F_2}) : (size a <= n)%N -> (number a < 2 ^ n)%N.
Proof.
move=> le_n; apply: leq_trans (_ : 2 ^ size a <= _)%N; last by rewrite leq_exp2l.
rewrite /number; elim: (a : seq 'F_2) => //= b s IH; rewrite expnS.
apply: (@leq_trans (2 * (number_of s).+1)); last by rewrite leq_mul2l IH.
by rewrite mulnS ltn_add2r; case: (F2P b) => ->.
Qed.

(** A number of up to 128 bits is determined by its two words. *)
Lemma two_words (x y : nat) : (x < 2 ^ 128)%N -> (y < 2 ^ 128)%N ->
  bits 64 x = bits 64 y -> bits 64 (x %/ 2 ^ 64) = bits 64 (y %/ 2 ^ 64) -> x = y.
Proof.
move=> lt_x lt_y /polyP eq_lo /polyP eq_hi; apply: (bits_inj lt_x lt_y); apply/polyP => i.
rewrite !coef_poly; case: ltnP => // lt_i; have [lt64 | ge64] := ltnP i 64.
  by have := eq_lo i; rewrite !coef_poly lt64.
have := eq_hi (i - 64)%N; rewrite !coef_poly ltn_subLR // lt_i.
by rewrite -!divnMA -!expnD subnKC.
Qed.

(* Assumes nothing: number_inj. *)
(* Assumes nothing: two_words. *)
