(** The programs of MMH and TMMH/16 compute the functions of the theorems. *)

From Coq Require Import NArith.
From mathcomp Require Import all_ssreflect.
From Hash Require Import Basics Counting Words Programs.
From Hash Require Poly127 Rows Toeplitz Blocks Mmh Tmmh.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import RowsProgram.

(** Sums of products, of which the first factors are zero beyond the end of their list, and the second
    ones beyond the end of theirs. *)
Lemma dotE (n : nat) (f g : nat -> nat) (xs ks : seq N) : size xs <= n ->
  (forall i, nth 0%num xs i = N.of_nat (f i)) -> (forall i, nth 0%num ks i = N.of_nat (g i)) ->
  dot xs ks = N.of_nat (\sum_(0 <= i < n) f i * g i).
Proof.
elim: xs n ks f g => [|x xs IH] n ks f g le Hf Hg.
  rewrite big1 => [|i _]; first by case: (ks).
  by have := Hf i; rewrite nth_nil; case: (f i).
case: n le => [|n] // le; rewrite big_nat_recl //; case: ks Hg => [|k ks] Hg.
  have g0 i : g i = 0 by have := Hg i; rewrite nth_nil; case: (g i).
  by rewrite g0 muln0 big1 // => i _; rewrite g0 muln0.
rewrite Nat2N.inj_add Nat2N.inj_mul -(Hf 0) -(Hg 0) /dot /=; congr (_ + _)%num.
exact: (IH n ks (fun i => f i.+1) (fun i => g i.+1) le (fun i => Hf i.+1) (fun i => Hg i.+1)).
Qed.

Section Same.

(** The numbers of [Blocks], and of the program. *)
Variables (W p : nat) (nW nP : N).
Hypotheses (WE : nW = N.of_nat W) (pE : nP = N.of_nat p).
Variables (N0 : nat) (words : seq byte -> nat -> nat) (v : nat) (read : seq N -> N).
Hypotheses (v0 : 0 < v) (N_v : N0 * v = 4096).
Hypothesis wordsE : forall (b : seq byte) i, read (bytes (take v (drop (i * v) b))) = N.of_nat (words b i).
Hypothesis behind : forall (b : seq byte) i, size b <= i * v -> words b i = 0.
Variables (c d points B S : nat) (k : Blocks.key W c d points B S).
Hypothesis pointsE : N.of_nat points = (2 ^ 126)%num.

Notation num_of := (fun x : 'I_W => N.of_nat x).
Notation ks := (key_list num_of k.1.1).
Notation last := [seq key_list num_of (k.1.2 j) | j <- enum 'I_S.+1].
Notation point := (N.of_nat k.2).

Lemma nth_words (b : seq byte) i : nth 0%num (RowsProgram.words v read (bytes b)) i = N.of_nat (words b i).
Proof.
rewrite /RowsProgram.words in_piecesE // size_bytes; have [lt | le] := ltnP i (pieces v (size b)).
  by rewrite (nth_map [::]) ?size_map ?size_iota // (nth_map 0) ?size_iota // nth_iota //
    bytes_drop bytes_take.
by rewrite nth_default ?size_map ?size_iota // behind // -pieces_le.
Qed.

Lemma size_words (b : seq byte) : size b <= 4096 -> size (RowsProgram.words v read (bytes b)) <= N0.
Proof. by rewrite -N_v => le; rewrite size_map in_piecesE // size_map size_iota size_bytes pieces_le. Qed.

Lemma nth_ks j i : nth 0%num (drop j ks) i = N.of_nat (Toeplitz.key_word k.1.1 (i + j)).
Proof.
rewrite nth_drop [(j + i)%N]addnC nth_key_list /Toeplitz.key_word /word_at.
by case: insubP.
Qed.

Lemma valueE s : value nW nP (N.of_nat s) = N.of_nat (Rows.value W p s).
Proof. by rewrite /value /Rows.value WE pE -Nat2N.inj_mul -!nat_mod. Qed.

Lemma last_stepsE s : last_steps nW nP (N.of_nat s) = N.of_nat (Rows.last_steps W p s).
Proof. by rewrite /last_steps valueE WE -nat_mod. Qed.

Lemma digitE i n : digit nW i (N.of_nat n) = N.of_nat (Blocks.digit W i n).
Proof. by rewrite /digit /Blocks.digit WE -nat_pow -nat_div -nat_mod. Qed.

Lemma polynomialE j (m : seq byte) :
  polynomial nW nP v read ks point j (bytes m) =
  N.of_nat (Blocks.polynomial p N0 words (2 ^ 127 - 1) j k m).
Proof.
rewrite /polynomial /Blocks.polynomial -(hornerE _ 1) -mersenneE; congr horner.
  by rewrite nat_mod pointsE.
rewrite /Blocks.values in_piecesE // size_bytes -!map_comp; apply: eq_map => i /=.
rewrite bytes_drop bytes_take -valueE; congr value.
rewrite (@dotE N0 (words (Blocks.block i m)) (fun u => Toeplitz.key_word k.1.1 (u + (j + 1)))) //.
- by apply: size_words; rewrite size_take; case: ltnP => // /ltnW.
- by move=> u; apply: nth_words.
- by move=> u; rewrite nth_ks addn1.
Qed.

Lemma last_wordsE n P i :
  nth 0%num (last_words nW c d (N.of_nat n) (N.of_nat P)) i =
  N.of_nat (if i < (c + d).+1 then Blocks.last_words W c n P i else 0).
Proof.
case: i => [|i] //=; rewrite ltnS nth_cat size_map size_iota.
have [lt | le] := ltnP i c.
  by rewrite (nth_map 0) ?size_iota // nth_iota // digitE ltn_addr.
have [lt_d | le_d] := ltnP i (c + d); last by rewrite nth_default // size_map size_iota leq_subRL.
by rewrite (nth_map 0) ?size_iota ?ltn_subLR // nth_iota ?ltn_subLR // digitE.
Qed.

Lemma long_rowE j (m : seq byte) : j <= S ->
  long_row nW nP v read c d ks last point j (bytes m) =
  N.of_nat (Blocks.long_row p N0 words (2 ^ 127 - 1) j k m).
Proof.
move=> le_j; rewrite /long_row /Blocks.long_row -last_stepsE size_bytes polynomialE; congr last_steps.
set P := Blocks.polynomial _ _ _ _ _ _ _.
have last_j : nth [::] last j = key_list num_of (k.1.2 (inord j)).
  rewrite (nth_map (inord j)) ?size_enum_ord // -[X in nth _ _ X](@inordK S) //.
  by congr (key_list _ (k.1.2 _)); apply: nth_ord_enum.
rewrite last_j (@dotE (c + d).+1 (fun i => if i < (c + d).+1 then Blocks.last_words W c (size m) P i else 0)
  (fun i => word_at (fun x : 'I_W => x : nat) 0 (k.1.2 (inord j)) i)).
- congr N.of_nat; rewrite big_mkord; apply: eq_bigr => i _.
  by rewrite ltn_ord word_at_ord.
- by rewrite /= size_cat !size_map !size_iota.
- by move=> i; apply: last_wordsE.
- by move=> i; rewrite nth_key_list /word_at; case: insubP.
Qed.

Lemma short_rowE j (m : seq byte) : size m <= 4096 ->
  short_row nW nP v read ks j (bytes m) = N.of_nat (Blocks.short_row p N0 words j k m).
Proof.
move=> le; rewrite /short_row /Blocks.short_row -last_stepsE; congr last_steps.
rewrite (@dotE N0.+1 (Blocks.length_first words m) (fun u => Toeplitz.key_word k.1.1 (u + j))) //.
- by rewrite /= ltnS size_words.
- by case=> [|i]; rewrite /= ?size_bytes ?nth_words.
- by move=> i; apply: nth_ks.
Qed.

Lemma hashE rows (m : seq byte) : rows <= S.+1 ->
  RowsProgram.hash nW nP v read c d ks last point rows (bytes m) =
  [seq N.of_nat h | h <- Blocks.hash p N0 words (2 ^ 127 - 1) rows k m].
Proof.
move=> le; rewrite /RowsProgram.hash /Blocks.hash -map_comp; apply/eq_in_map => j; rewrite mem_iota => lt_j.
rewrite /hash_row /= /Blocks.hash_row size_bytes -[block_bytes]/4096; case: ifP => le_m.
  exact: short_rowE.
by rewrite long_rowE // -ltnS (leq_trans lt_j).
Qed.

End Same.

(** The words of a key for the rows over a block, and those for the last steps. *)
Definition row_words W c d points B S (k : Blocks.key W c d points B S) : seq N :=
  key_list (fun x : 'I_W => N.of_nat x) k.1.1.
Definition last_lists W c d points B S (k : Blocks.key W c d points B S) : seq (seq N) :=
  [seq key_list (fun x : 'I_W => N.of_nat x) (k.1.2 j) | j <- enum 'I_S.+1].

Lemma two_power_plus a b : N.of_nat (2 ^ a + b) = (2 ^ N.of_nat a + N.of_nat b)%num.
Proof. by rewrite Nat2N.inj_add nat_pow. Qed.

Section Programs.

Let le_read (b : seq byte) i : le_num (bytes (take 4 (drop (i * 4) b))) = N.of_nat (Mmh.le_word b i).
Proof. by rewrite le_numE. Qed.

Let be_read (b : seq byte) i : be_num (bytes (take 2 (drop (i * 2) b))) = N.of_nat (Tmmh.be_word b i).
Proof.
rewrite /be_num /Tmmh.be_word Nat2N.inj_add Nat2N.inj_mul.
have byteE (u : seq byte) j : nth 0%num (bytes u) j = N.of_nat (word 1 j u).
  rewrite /word muln1; have [lt | le'] := ltnP j (size u).
    by rewrite (nth_map ord0) // (drop_nth ord0 lt) /= take0 /= muln0 addn0.
  by rewrite nth_default ?size_bytes // drop_oversize.
by rewrite !byteE !(@word_piece 1 2) // [(i * 2)%N]mulnC addn0.
Qed.

Let le_behind (b : seq byte) i : size b <= i * 4 -> Mmh.le_word b i = 0.
Proof. exact: word_behind. Qed.

Let be_behind (b : seq byte) i : size b <= i * 2 -> Tmmh.be_word b i = 0.
Proof.
move=> le'; rewrite /Tmmh.be_word !word_behind ?muln1 // mulnC //.
by rewrite (leq_trans le') // leq_addr.
Qed.

Let W32 : (2 ^ 32)%num = N.of_nat (2 ^ 32). Proof. exact: esym (nat_pow 2 32). Qed.
Let p32 : (2 ^ 32 + 15)%num = N.of_nat (2 ^ 32 + 15). Proof. exact: esym (two_power_plus 32 15). Qed.
Let W16 : (2 ^ 16)%num = N.of_nat (2 ^ 16). Proof. exact: esym (nat_pow 2 16). Qed.
Let p16 : (2 ^ 16 + 1)%num = N.of_nat (2 ^ 16 + 1). Proof. exact: esym (two_power_plus 16 1). Qed.
Let points126 : N.of_nat (2 ^ 126) = (2 ^ 126)%num. Proof. exact: nat_pow 2 126. Qed.

(** The program computes [Mmh.mmh]: [Mmh32] is its first row, [Mmh64] has both. *)
Theorem run_mmh (k : Mmh.mmh_key) (rows : nat) (m : seq byte) : rows <= 2 ->
  mmh (row_words k) (last_lists k) (N.of_nat k.2) rows (bytes m) =
  [seq N.of_nat h | h <- Mmh.mmh rows k m].
Proof.
exact: (@hashE (2 ^ 32) (2 ^ 32 + 15) _ _ W32 p32 1024 Mmh.le_word 4 le_num isT erefl le_read le_behind
  2 4 (2 ^ 126) 1025 1 k points126).
Qed.

(** The program computes [Tmmh.tmmh16]. *)
Theorem run_tmmh (k : Tmmh.tmmh_key) (T : nat) (m : seq byte) : T <= 4 ->
  tmmh16 (row_words k) (last_lists k) (N.of_nat k.2) T (bytes m) =
  [seq N.of_nat h | h <- Tmmh.tmmh16 T k m].
Proof.
exact: (@hashE (2 ^ 16) (2 ^ 16 + 1) _ _ W16 p16 2048 Tmmh.be_word 2 be_num isT erefl be_read be_behind
  4 8 (2 ^ 126) 2051 3 k points126).
Qed.

End Programs.

(* Assumes nothing: run_mmh. *)
(* Assumes nothing: run_tmmh. *)
