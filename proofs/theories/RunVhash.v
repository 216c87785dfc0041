(** The program of VHASH computes the function of the theorems. *)

From Coq Require Import NArith.
From mathcomp Require Import all_ssreflect.
From Hash Require Import Basics Counting NH Words Programs.
From Hash Require VhashSteps.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Local Open Scope N_scope.

Import VhashProgram.

(** Keys of NH, with the form of numbers changed. *)
Definition pair_num (W : nat) (x : 'I_W * 'I_W) : N * N := (N.of_nat x.1, N.of_nat x.2).

Section Same.

Lemma W_nat : VhashSteps.W = (2 ^ 64)%N.
Proof. exact: VhashSteps.W_def. Qed.

Lemma WE : N.of_nat VhashSteps.W = 2 ^ 64.
Proof. by rewrite W_nat nat_pow. Qed.

Lemma pE : p = N.of_nat VhashSteps.p.
Proof. by rewrite VhashSteps.p_def Nat2N.inj_sub (nat_pow 2 64). Qed.

Lemma nat_powers a b : N.of_nat (2 ^ a - 2 ^ b)%N = 2 ^ N.of_nat a - 2 ^ N.of_nat b.
Proof. by rewrite Nat2N.inj_sub !nat_pow. Qed.

Lemma divisorE : divisor = N.of_nat VhashSteps.divisor.
Proof. by rewrite VhashSteps.divisor_def (nat_powers 64 32). Qed.

Lemma nh_pairE W (m k : nat * nat) : W = (2 ^ 64)%N ->
  nh_pair (N.of_nat m.1, N.of_nat m.2) (N.of_nat k.1, N.of_nat k.2) = N.of_nat (NH.nh_pair W m k).
Proof.
move=> eW; have wrap x y : lowest 64 (N.of_nat x + N.of_nat y) = N.of_nat ((x + y) %% W)%N.
  by rewrite -Nat2N.inj_add lowestE -eW.
by rewrite /nh_pair !wrap -Nat2N.inj_mul.
Qed.

Section Key.

Variables (N : nat) (key : VhashSteps.nh_key N).
Notation ks := (key_list (@pair_num VhashSteps.W) key).

Lemma key_pairE i : nth (0, 0) ks i = (N.of_nat (key_pair key i).1, N.of_nat (key_pair key i).2).
Proof. by rewrite nth_key_list /key_pair /word_at; case: insubP. Qed.

Lemma nh_blockE t (b : seq byte) : nh_block ks t (bytes b) = N.of_nat (VhashSteps.nh_block t key b).
Proof.
rewrite /nh_block /VhashSteps.nh_block.
have -> : (VhashSteps.H * VhashSteps.H = 2 ^ 126)%N by rewrite VhashSteps.H_def -expnD.
rewrite -(lowestE 126); congr lowest.
rewrite (@nat_numbered _ _ _ _ (fun j => nh_term (VhashSteps.pairs b) key t j)) //; last first.
  move=> j; rewrite size_bytes /nh_term /VhashSteps.pairs => ->.
  rewrite key_pairE bytes_drop bytes_take !word_numE !(@word_piece 8 2) // mulnC addn0 addn1.
  exact: (nh_pairE (_, _) _ W_nat).
congr N.of_nat; rewrite size_bytes big_mkcond; apply: eq_bigr => j _.
by rewrite /nh_term /VhashSteps.pairs; case: (j * 16 < size b)%N.
Qed.

Lemma maskE x : mask (N.of_nat x) = N.of_nat (VhashSteps.mask x).
Proof. by rewrite /mask /VhashSteps.mask Nat2N.inj_add Nat2N.inj_mul nat_pow othersE !lowestE. Qed.

Lemma pointE (x : VhashSteps.point_key) : point (pair_num x) = N.of_nat (VhashSteps.point x).
Proof.
rewrite -[LHS]/(mask (N.of_nat x.1) * 2 ^ 64 + mask (N.of_nat x.2)) !maskE /VhashSteps.point.
move: (VhashSteps.mask x.1) (VhashSteps.mask x.2) => a c.
by rewrite Nat2N.inj_add Nat2N.inj_mul WE.
Qed.

Lemma blocksE (m : seq byte) :
  blocks (bytes m) = [seq bytes (VhashSteps.block j m) | j <- iota 0 (VhashSteps.blocks m)].
Proof.
case: m => [|b m]; first by [].
rewrite -[LHS]/(in_pieces 128 (bytes (b :: m))) in_piecesE // size_bytes /VhashSteps.blocks.
have -> : maxn 1 (pieces 128 (size (b :: m))) = pieces 128 (size (b :: m)).
  by apply/maxn_idPr; rewrite ltnNge pieces_le.
by apply: eq_map => j; rewrite bytes_drop bytes_take.
Qed.

Lemma valueE t (x : VhashSteps.point_key) (m : seq byte) :
  value ks t (pair_num x) (bytes m) = N.of_nat (VhashSteps.value t key x m).
Proof.
rewrite /value /VhashSteps.value nat_mod Nat2N.inj_add -(hornerE _ 1).
have -> : N.of_nat VhashSteps.q = mersenne by rewrite VhashSteps.q_def mersenneE.
congr ((_ + _) mod _); last first.
  by rewrite size_bytes /VhashSteps.rest !Nat2N.inj_mul WE -(lowestE 7).
rewrite pointE blocksE -!map_comp; congr horner; apply: eq_map => j /=.
exact: nh_blockE.
Qed.

Lemma last_stepE (k : VhashSteps.last_key) y :
  last_step (pair_num k) (N.of_nat y) = N.of_nat (VhashSteps.last_step k y).
Proof.
rewrite /VhashSteps.last_step nat_mod Nat2N.inj_mul !Nat2N.inj_add nat_div nat_mod.
by rewrite -pE -divisorE.
Qed.

Lemma iterationE t (x : VhashSteps.point_key * VhashSteps.last_key) (m : seq byte) :
  iteration ks t (pair_num x.1, pair_num x.2) (bytes m) = N.of_nat (VhashSteps.iteration t key x m).
Proof. by rewrite /iteration valueE last_stepE. Qed.

End Key.

Definition last_words (x : VhashSteps.point_key * VhashSteps.last_key) := (pair_num x.1, pair_num x.2).

(** The programs compute [VhashSteps.hash] and [VhashSteps.hash128]. *)
Theorem run_vhash (k : VhashSteps.key64) (m : seq byte) :
  hash (key_list (@pair_num _) k.1) (last_words k.2) (bytes m) = N.of_nat (VhashSteps.hash k m).
Proof. exact: iterationE. Qed.

Theorem run_vhash128 (k : VhashSteps.key128) (m : seq byte) :
  hash128 (key_list (@pair_num _) k.1) (last_words k.2.1, last_words k.2.2) (bytes m) =
  (N.of_nat (VhashSteps.hash128 k m).1, N.of_nat (VhashSteps.hash128 k m).2).
Proof. by rewrite /hash128 !iterationE. Qed.

End Same.

(* Assumes nothing: run_vhash. *)
(* Assumes nothing: run_vhash128. *)
