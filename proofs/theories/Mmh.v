(** MMH: inner products modulo 2^64, then modulo 2^32 + 15, then modulo 2^32.

    [Mmh32] and [Mmh64] of [multilinear_hash::function], of messages of any length; the sections
    "Sums that wrap" and "Messages of any length" of [multilinear_hash::bound]. Halevi and
    Krawczyk, "MMH: Software message authentication in the Gbit/second rates", 1997. *)

From Coq Require Import ZArith Lia.
From mathcomp Require Import all_ssreflect zify.
From Hash Require Import Basics Counting Poly127 Rows Toeplitz Common Blocks.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Implicit Types m : seq byte.

(** A key: 1,026 words of 32 bits for the length and the words of a block, the second row starting a
    word later; seven words for (1, n, P) of each of two rows; 128 bits for the point. These are the
    4,176 bytes of a key. *)
Notation mmh_key := (key (2 ^ 32) 2 4 (2 ^ 126) 1025 1).

(** The words of a block, little-endian. The last one is completed with zeros. *)
Definition le_word m (i : nat) : nat := word 4 i m.

(** The first rows of the hash. *)
Definition mmh (rows : nat) (k : mmh_key) m : seq nat :=
  hash (2 ^ 32 + 15) 1024 le_word (2 ^ 127 - 1) rows k m.

Definition mmh32 (k : mmh_key) m := mmh 1 k m.
Definition mmh64 (k : mmh_key) m := mmh 2 k m.

Lemma power_256 n : 256 ^ n = 2 ^ (8 * n).
Proof. by rewrite expnM. Qed.

Lemma le_word_lt m i : le_word m i < 2 ^ 32.
Proof. by have := word_bound 4 i m; rewrite power_256. Qed.

Lemma le_words_differ m m' : size m = size m' -> m != m' -> size m <= 4096 ->
  exists2 i, i < 1024 & le_word m i != le_word m' i.
Proof.
move=> eq_size ne short; have [i lt_i ne_i] := words_differ (isT : 0 < 4) eq_size ne.
by exists i; rewrite // -(ltn_pmul2r (isT : 0 < 4)) (leq_trans lt_i).
Qed.

Lemma above : 2 ^ 32 < 2 ^ 32 + 15. Proof. by lia. Qed.
Lemma below : 2 ^ 32 + 15 <= 2 * 2 ^ 32. Proof. by lia. Qed.
Lemma larger : 4096 < 2 ^ 32. Proof. by lia. Qed.

Lemma small_prime : 2 ^ 32 + 15 <= 2 ^ 127 - 1. Proof. by lia. Qed.
Lemma length_words : (2 ^ 32) ^ 2 = 2 ^ 64. Proof. by rewrite -expnM. Qed.
Lemma polynomial_words : 2 ^ 127 - 1 <= (2 ^ 32) ^ 4.
Proof. by rewrite -expnM; apply: leq_trans (leq_subr _ _) _; rewrite leq_exp2l. Qed.

Definition six := row_six prime_mmh above below.
Definition nine a a' s s' aW a'W ne : _ <= 9 :=
  apart_three prime_mmh above (a := a) (a' := a') aW a'W ne s s' [:: -1; 0; 1]%Z.

(** The value of [near], for messages with a common word. *)
Lemma nearE : near (2 ^ 32) (2 ^ 32 + 15) = 2 * 2 ^ 32 + 180.
Proof. by rewrite /near addKn. Qed.

Lemma some_six W : 4096 < W -> (2 * W + (2 * W + 180)) * (3 * W + (2 * W + 180)) ^ 0 <= 6 * W ^ 1.
Proof. by rewrite expn0 expn1 muln1; lia. Qed.

Lemma some_54 W : 4096 < W -> (2 * W + (2 * W + 180)) * (3 * W + (2 * W + 180)) ^ 1 <= 54 * W ^ 2.
Proof. by rewrite expn1 -mulnn; nia. Qed.

Lemma some_18 W : (2 * W + 180) * 9 = 18 * W + 1620.
Proof. by lia. Qed.

(** * Messages of at most one block, of any lengths *)

Section Block.

Variables m m' : seq byte.
Hypotheses (short : size m <= 4096) (short' : size m' <= 4096) (ne : m != m').

Let block_share R (R_B : 1024 + R <= 1025) :=
  short_share 2 4 (2 ^ 127 - 1) (2 ^ 126) 1 prime_mmh above below larger le_word_lt le_words_differ
    six nine R_B short short' ne.

(** Two different messages of at most 4,096 bytes collide with probability at most 6 / 2^32. *)
Theorem mmh32_block : share (fun k => mmh32 k m == mmh32 k m') 6 (2 ^ 32).
Proof. by have := @block_share 0 isT; rewrite expn0 muln1 expn1. Qed.

(** Two rows: 54 / 2^64. *)
Theorem mmh64_block : share (fun k => mmh64 k m == mmh64 k m') 54 (2 ^ 64).
Proof. by have := @block_share 1 isT; rewrite -expnM. Qed.

Let same_share R (R_B : 1024 + R <= 1025) (eq_size : size m = size m') :=
  short_same_share 2 4 (2 ^ 127 - 1) (2 ^ 126) 1 prime_mmh above below larger le_word_lt
    le_words_differ nine R_B short eq_size ne.

(** For one length: 2 / 2^32 + 180 / 2^64. *)
Theorem mmh32_one_length : size m = size m' ->
  share (fun k => mmh32 k m == mmh32 k m') (2 * 2 ^ 32 + 180) (2 ^ 64).
Proof.
by move=> eq_size; have := @same_share 0 isT eq_size; rewrite nearE expn0 muln1 -expnM.
Qed.

(** Two rows, for one length: (18 + 1620 / 2^32) / 2^64. *)
Theorem mmh64_one_length : size m = size m' ->
  share (fun k => mmh64 k m == mmh64 k m') (18 * 2 ^ 32 + 1620) (2 ^ 96).
Proof.
move=> eq_size; rewrite -(some_18 (2 ^ 32)) -[2 * 2 ^ 32 + 180]nearE.
by have := @same_share 1 isT eq_size; rewrite expn1 -expnM.
Qed.

End Block.

(** * Messages of any lengths *)

Section AnyLength.

Variables m m' : seq byte.
Hypotheses (lt : size m < 2 ^ 64) (lt' : size m' < 2 ^ 64) (ne : m != m').

(** The number of blocks of the longer message, minus one. *)
Let b := (pieces 4096 (maxn (size m) (size m'))).-1.

Let any R e h (R_S : R <= 1) (R_B : 1024 + R <= 1025) (W_e : (2 ^ 32) ^ R.+1 * e = 2 ^ 126) :=
  any_share prime_mmh above below prime_mersenne small_prime few_points some_points larger
    length_words polynomial_words le_word_lt le_words_differ six nine R_S R_B (b := h) W_e.

(** Two different messages collide with probability at most 6 / 2^32 + b / 2^126. *)
Theorem mmh32_any : share (fun k => mmh32 k m == mmh32 k m') (6 * 2 ^ 94 + b) (2 ^ 126).
Proof.
have e : (2 ^ 32) ^ 1 * 2 ^ 94 = 2 ^ 126 by rewrite -expnM -expnD.
have enough := eq_ind_r (fun x => (2 * 2 ^ 32 + x) * (3 * 2 ^ 32 + x) ^ 0 <= 6 * (2 ^ 32) ^ 1)
  (some_six larger) nearE.
by have := @any 0 _ 6 isT isT e enough isT isT m m' lt lt' ne; rewrite mul1n.
Qed.

(** Two rows: 54 / 2^64 + 2 b / 2^126. *)
Theorem mmh64_any : share (fun k => mmh64 k m == mmh64 k m') (54 * 2 ^ 62 + 2 * b) (2 ^ 126).
Proof.
have e : (2 ^ 32) ^ 2 * 2 ^ 62 = 2 ^ 126 by rewrite -expnM -expnD.
have enough := eq_ind_r (fun x => (2 * 2 ^ 32 + x) * (3 * 2 ^ 32 + x) ^ 1 <= 54 * (2 ^ 32) ^ 2)
  (some_54 larger) nearE.
exact: (@any 1 _ 54 isT isT e enough isT isT m m' lt lt' ne).
Qed.

End AnyLength.

(* Assumes nothing: mmh32_block. *)
(* Assumes nothing: mmh64_block. *)
(* Assumes nothing: mmh32_one_length. *)
(* Assumes nothing: mmh64_one_length. *)
(* Assumes nothing: mmh32_any. *)
(* Assumes nothing: mmh64_any. *)
