(** TMMH/16 of one word of tag: inner products modulo 2^32, then modulo 2^16 + 1, then modulo 2^16.

    [multilinear_hash::tmmh], [multilinear_hash::function::Tmmh16<1>] up to one block; the section "Sums that wrap"
    of [multilinear_hash::bound]. McGrew, "The Truncated Multi-Modular Hash Function", draft-mcgrew-saag-tmmh-01. *)

From Coq Require Import Lia.
From mathcomp Require Import all_ssreflect zify.
From Hash Require Import Basics Counting Poly127 Mmh.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

(** Word i of a message, big-endian. A last byte without another is completed with a zero, and behind the end there
    are zeros: [tmmh::words]. A word of one byte is that byte. *)
Definition be_word (i : nat) (msg : seq byte) : nat := 256 * word 1 (2 * i) msg + word 1 (2 * i + 1) msg.

Lemma be_word_bound i msg : be_word i msg < 2 ^ 16.
Proof.
have := word_bound 1 (2 * i) msg; have := word_bound 1 (2 * i + 1) msg; rewrite /be_word.
by move: (word 1 _ msg) (word 1 (2 * i) msg); clear; lia.
Qed.

(** The length, which does not count the zero, then the words. *)
Definition with_length16 (msg : seq byte) (i : nat) : nat :=
  if i is i'.+1 then be_word i' msg else size msg.

Lemma with_length16_differ n msg msg' : size msg <= n * 2 -> size msg' <= n * 2 ->
  msg != msg' -> exists2 i, i < n.+1 & with_length16 msg i != with_length16 msg' i.
Proof.
move=> short short' ne; have [/eqP sz | ne_size] := boolP (size msg == size msg'); last by exists 0.
have [j lt ne_j] := words_differ (isT : 0 < 1) sz ne; rewrite muln1 in lt.
exists (j./2).+1.
  by rewrite ltnS -(ltn_pmul2r (isT : 0 < 2)) (leq_trans _ (leq_trans lt short)) // ltnS muln2 -{2}(odd_double_half j) leq_addl.
apply: contra ne_j => /eqP; rewrite /= /be_word => e.
have jE := odd_double_half j.
have := word_bound 1 (2 * j./2 + 1) msg; have := word_bound 1 (2 * j./2 + 1) msg'.
have [e1 e2] : word 1 (2 * j./2) msg = word 1 (2 * j./2) msg' /\
    word 1 (2 * j./2 + 1) msg = word 1 (2 * j./2 + 1) msg'.
  move: e (word_bound 1 (2 * j./2 + 1) msg) (word_bound 1 (2 * j./2 + 1) msg').
  by move: (word 1 _ msg) (word 1 _ msg') (word 1 (2 * _) msg) (word 1 (2 * _) msg'); clear; lia.
by move=> _ _; rewrite -jE; case: (odd j); rewrite ?add0n ?[true + _]addnC -mul2n ?e1 ?e2.
Qed.

(** [Tmmh16<1>] of a message of 4,096 bytes at most, of any length: one word of key for the length and 2,048 for the
    words of a block. *)
Definition tmmh16 (k : {ffun 'I_2049 -> 'I_(2 ^ 16)}) (msg : seq byte) : nat :=
  row_hash (2 ^ 16 + 1) (with_length16 msg) k.

(** Two given different messages of 4,096 bytes at most collide with probability at most 4 / 2^16. *)
Theorem tmmh16_block msg msg' : size msg <= 4096 -> size msg' <= 4096 -> msg != msg' ->
  share (fun k => tmmh16 k msg == tmmh16 k msg') 4 (2 ^ 16).
Proof.
move=> short short' ne.
have small s : size s <= 4096 -> forall i, with_length16 s i < 2 ^ 16.
  move=> sz [|i]; last exact: be_word_bound.
  by change (size s < 2 ^ 16); move: sz; clear; lia.
apply: row_hash_four.
- exact: prime_tmmh.
- by clear; lia.
- by clear; lia.
- exact: small.
- exact: small.
- exact: (@with_length16_differ 2048).
by rewrite addn1.
Qed.

Print Assumptions tmmh16_block.
