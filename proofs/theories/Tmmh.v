(** TMMH/16: inner products modulo 2^32, then modulo 2^16 + 1, then modulo 2^16.

    [Tmmh16] of [multilinear_hash::function], of messages of any length, and the first T of its four
    words; the sections "Sums that wrap" and "Messages of any length" of [multilinear_hash::bound].
    McGrew, "The Truncated Multi-Modular Hash Function (TMMH)", draft-mcgrew-saag-tmmh-01, 2001. *)

From Coq Require Import ZArith Lia.
From mathcomp Require Import all_ssreflect zify.
From Hash Require Import Basics Counting Poly127 Rows Toeplitz Common Blocks.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Implicit Types m : seq byte.

(** A key: 2,052 words of 16 bits for the length and the words of a block, each further row starting
    a word later; thirteen words for (1, n, P) of each of four rows; 128 bits for the point. These
    are the 4,224 bytes of a key. *)
Notation tmmh_key := (key (2 ^ 16) 4 8 (2 ^ 126) 2051 3).

(** Word i of a message, big-endian. An odd last byte is completed with a zero, which the length
    does not count. *)
Definition be_word m (i : nat) : nat := 256 * word 1 (2 * i) m + word 1 (2 * i + 1) m.

(** The first T words of the tag. *)
Definition tmmh16 (T : nat) (k : tmmh_key) m : seq nat :=
  hash (2 ^ 16 + 1) 2048 be_word (2 ^ 127 - 1) T k m.

Lemma be_word_lt m i : be_word m i < 2 ^ 16.
Proof.
have := word_bound 1 (2 * i) m; have := word_bound 1 (2 * i + 1) m; rewrite /be_word.
by move: (word 1 _ m) (word 1 (2 * i) m); clear; lia.
Qed.

Lemma be_words_differ m m' : size m = size m' -> m != m' -> size m <= 4096 ->
  exists2 i, i < 2048 & be_word m i != be_word m' i.
Proof.
move=> sz ne short; have [j lt ne_j] := words_differ (isT : 0 < 1) sz ne; rewrite muln1 in lt.
have jE := odd_double_half j; exists j./2.
  rewrite -(ltn_pmul2r (isT : 0 < 2)) (leq_trans _ (leq_trans lt short)) // ltnS muln2.
  by rewrite -{2}jE leq_addl.
apply: contra ne_j => /eqP; rewrite /be_word => e.
have [e1 e2] : word 1 (2 * j./2) m = word 1 (2 * j./2) m' /\
    word 1 (2 * j./2 + 1) m = word 1 (2 * j./2 + 1) m'.
  move: e (word_bound 1 (2 * j./2 + 1) m) (word_bound 1 (2 * j./2 + 1) m').
  by move: (word 1 _ m) (word 1 _ m') (word 1 (2 * _) m) (word 1 (2 * _) m'); clear; lia.
by rewrite -jE; case: (odd j); rewrite ?add0n ?[true + _]addnC -mul2n ?e1 ?e2.
Qed.

Lemma above : 2 ^ 16 < 2 ^ 16 + 1. Proof. by lia. Qed.
Lemma below : 2 ^ 16 + 1 <= 2 * 2 ^ 16. Proof. by lia. Qed.
Lemma larger : 4096 < 2 ^ 16. Proof. by lia. Qed.
Lemma next : 2 ^ 16 + 1 = (2 ^ 16).+1. Proof. by rewrite addn1. Qed.

Definition four a a' s s' aW a'W ne sM s'M :=
  row_four prime_tmmh above below (a := a) (a' := a') (s := s) (s' := s') aW a'W ne sM s'M next.
Definition five a a' s s' aW a'W ne :=
  apart_five prime_tmmh above (a := a) (a' := a') aW a'W ne s s' next.

Lemma small_prime : 2 ^ 16 + 1 <= 2 ^ 127 - 1. Proof. by lia. Qed.
Lemma length_words : (2 ^ 16) ^ 4 = 2 ^ 64. Proof. by rewrite -expnM. Qed.
Lemma polynomial_words : 2 ^ 127 - 1 <= (2 ^ 16) ^ 8.
Proof. by rewrite -expnM; apply: leq_trans (leq_subr _ _) _; rewrite leq_exp2l. Qed.

(** The value of [near], for messages with a common word. *)
Lemma nearE : near (2 ^ 16) (2 ^ 16 + 1) = 2 * 2 ^ 16 + 12.
Proof. by rewrite /near addKn. Qed.

Lemma enough R : R <= 3 ->
  (2 * 2 ^ 16 + (2 * 2 ^ 16 + 12)) * (3 * 2 ^ 16 + (2 * 2 ^ 16 + 12)) ^ R
    <= (4 * 5 ^ R + 1) * (2 ^ 16) ^ R.+1.
Proof. by case: R => [|[|[|[|R]]]] le; [lia | lia | lia | lia |]. Qed.

Lemma enough_short R : 4 * 5 ^ R <= 4 * 5 ^ R + 1. Proof. exact: leq_addr. Qed.
Lemma enough_lengths R : 4 ^ R.+1 <= 4 * 5 ^ R + 1.
Proof.
apply: leq_trans (enough_short R); rewrite expnS leq_mul2l /=.
by case: R => // R; rewrite leq_exp2r.
Qed.

Section Tags.

Variables (m m' : seq byte) (T : nat).
Hypotheses (T_pos : 0 < T) (T_le : T <= 4) (ne : m != m').

Let rows : T = T.-1.+1. Proof. by rewrite prednK. Qed.
Let rows_le : T.-1 <= 3. Proof. by move: T_le; clear; lia. Qed.
Let key_le : 2048 + T.-1 <= 2051. Proof. by rewrite (leq_add2l 2048 T.-1 3). Qed.

(** Two different messages of at most 4,096 bytes, of any lengths, collide with probability at most
    4 / 2^16 for one word of tag, and 5 / 2^16 times that for each further word. *)
Theorem tmmh16_block : size m <= 4096 -> size m' <= 4096 ->
  share (fun k => tmmh16 T k m == tmmh16 T k m') (4 * 5 ^ T.-1) (2 ^ (16 * T)).
Proof.
move=> short short'; have := short_share 4 8 (2 ^ 127 - 1) (2 ^ 126) 3 prime_tmmh above below larger
  be_word_lt be_words_differ four five key_le short short' ne.
by rewrite -rows -expnM.
Qed.

(** For one length: 2 / 2^16 + 12 / 2^32 for one word. *)
Theorem tmmh16_one_length : size m <= 4096 -> size m = size m' ->
  share (fun k => tmmh16 T k m == tmmh16 T k m')
    ((2 * 2 ^ 16 + 12) * 5 ^ T.-1) (2 ^ (16 * T.+1)).
Proof.
move=> short eq_size; rewrite -nearE.
have := short_same_share 4 8 (2 ^ 127 - 1) (2 ^ 126) 3 prime_tmmh above below larger be_word_lt
  be_words_differ five key_le short eq_size ne.
by rewrite -rows -expnM.
Qed.

(** Two different messages of any lengths. With b + 1 blocks in the longer one: at most (4 5^(T-1) +
    1) / 2^16T + T b / 2^126, and 4 5^(T-1) + 1 is at most 5^T. *)
Theorem tmmh16_any : size m < 2 ^ 64 -> size m' < 2 ^ 64 ->
  let b := (pieces 4096 (maxn (size m) (size m'))).-1 in
  share (fun k => tmmh16 T k m == tmmh16 T k m')
    ((4 * 5 ^ T.-1 + 1) * 2 ^ (126 - 16 * T) + T * b) (2 ^ 126).
Proof.
move=> lt lt' b.
have e : (2 ^ 16) ^ T.-1.+1 * 2 ^ (126 - 16 * T) = 2 ^ 126.
  rewrite -rows -expnM -expnD subnKC //; apply: leq_trans (_ : 16 * 4 <= _) => //.
  by rewrite leq_mul2l T_le.
have near_b := eq_ind_r (fun x => (2 * 2 ^ 16 + x) * (3 * 2 ^ 16 + x) ^ T.-1
  <= (4 * 5 ^ T.-1 + 1) * (2 ^ 16) ^ T.-1.+1) (enough rows_le) nearE.
have := any_share prime_tmmh above below prime_mersenne small_prime few_points some_points larger
  length_words polynomial_words be_word_lt be_words_differ four five rows_le key_le e near_b
  (enough_short _) (enough_lengths _) lt lt' ne.
by rewrite -rows.
Qed.

End Tags.

(* Assumes nothing: tmmh16_block. *)
(* Assumes nothing: tmmh16_one_length. *)
(* Assumes nothing: tmmh16_any. *)
