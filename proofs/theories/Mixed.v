(** Bits of hashes, and hashes after a bijection: the mixed variants of CLHASH and [Multilinear64].

    [clhash::hash_mixed], [multilinear_hash::hash_mixed]; the section "What follows, and what does
    not" of [clhash::bound]. *)

From mathcomp Require Import all_ssreflect all_algebra.
From Hash Require Import Basics Counting Gf2 Bits Irreducible.
From Hash Require Clhash Multilinear64.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import GRing.Theory.
Local Open Scope ring_scope.

(** Two words agree in some bits. *)
Definition same_bits (T : {set 'I_64}) (x y : W 64) : bool := [forall i in T, x 0 i == y 0 i].

Definition clhash k m : W 64 := word_of 64 (Clhash.hash k m).
Definition multilinear64 k m : W 64 := word_of 64 (Multilinear64.hash k m).

Lemma size_clhash k m : (size (Clhash.hash k m) <= 64)%N.
Proof. by rewrite -ltnS -size_P64 ltn_modp -size_poly_gt0 size_P64. Qed.

(** CLHASH of two different messages of one length, 1 to 1,024 bytes: any t bits after a bijection
    agree with probability 2^-t. *)
Theorem clhash_mixed_bits (m m' : seq byte) (mix : W 64 -> W 64) (T : {set 'I_64}) :
  size m = size m' -> m != m' -> (0 < size m <= 1024)%N -> bijective mix ->
  share_eq (fun k => same_bits T (mix (clhash k m)) (mix (clhash k m'))) 1 (2 ^ #|T|).
Proof.
move=> eq_size ne le_m bij.
apply: (strong_bits (h := clhash^~ m) (h' := clhash^~ m')) => //; apply: strong_words.
- by move=> k; apply: size_clhash.
- by move=> k; apply: size_clhash.
by move=> c c' size_c size_c'; apply: Clhash.clhash_strong.
Qed.

(** [Multilinear64] of two different messages of up to 4,096 bytes, of any lengths: the same. *)
Theorem multilinear64_mixed_bits (m m' : seq byte) (mix : W 64 -> W 64) (T : {set 'I_64}) :
  (size m <= 4096)%N -> (size m' <= 4096)%N -> m != m' -> bijective mix ->
  share_eq (fun k => same_bits T (mix (multilinear64 k m)) (mix (multilinear64 k m'))) 1 (2 ^ #|T|).
Proof.
move=> le_m le_m' ne bij.
apply: (strong_bits (h := multilinear64^~ m) (h' := multilinear64^~ m')) => //; apply: strong_words.
- by move=> k; apply: Multilinear64.size_hash.
- by move=> k; apply: Multilinear64.size_hash.
by move=> c c' size_c size_c'; apply: Multilinear64.multilinear64_block.
Qed.

(** Bare CLHASH of two different messages of any lengths: any t bits agree with probability at most
    2^-t + (1 + 1/256) 2^-64. *)
Theorem clhash_bits (m m' : seq byte) (T : {set 'I_64}) :
  (size m < 2 ^ 64)%N -> (size m' < 2 ^ 64)%N -> m != m' ->
  share (fun k => same_bits T (clhash k m) (clhash k m'))
    (2 ^ 8 * (2 ^ (64 - #|T|) - 1) + 513) (2 ^ 8 * 2 ^ 64).
Proof.
move=> lt_m lt_m' ne.
have word_diff k (c : {poly 'F_2}) : (size c <= 64)%N ->
    (clhash k m - clhash k m' == word_of 64 c) = (Clhash.difference k m m' == c).
  move=> size_c; rewrite /clhash -raddfB word_of_eq // (leq_trans (size_add _ _)) //.
  by rewrite geq_max size_opp !size_clhash.
apply: (universal_bits (h := clhash^~ m) (h' := clhash^~ m')) => [c c_ne0|].
  have ne0 : rVpoly c != 0 by apply: contra c_ne0 => /eqP e; rewrite -[c]rVpolyK e raddf0.
  have H : share (fun k => Clhash.difference k m m' == rVpoly c) 1 (2 ^ 64).
    have [eq_size | ne_size] := eqVneq (size m) (size m').
      exact: Clhash.clhash_nonzero eq_size ne0 (size_rVpoly c).
    exact: share_eq_le (Clhash.clhash_lengths lt_m lt_m' ne_size (size_rVpoly c)).
  by apply: share_sub H => k; rewrite -word_diff ?size_rVpoly // /word_of rVpolyK.
have size_0 : (size (0 : {poly 'F_2})%R <= 64)%N by rewrite size_poly0.
apply: share_sub (Clhash.clhash_any lt_m lt_m' ne size_0) => k.
by rewrite -word_diff // /word_of raddf0 subr_eq0.
Qed.

(** [clhash::hash_bitmix] mixes messages of up to 1,024 bytes and leaves longer ones unchanged. For
    a short and a long message, the last step of the long one has two words that the short one does
    not use. One of them makes the factor of the other zero with probability 2^-64; otherwise the
    hash of the long message is uniform. *)
Definition bitmix (mix : W 64 -> W 64) k (m : seq byte) : W 64 :=
  if (size m <= 1024)%N then mix (clhash k m) else clhash k m.

Notation the_word j := (part_word [finType of W 64] (inord j : 'I_133)).

Lemma short_and_long (m m' : seq byte) (mix : W 64 -> W 64) :
  (size m <= 1024)%N -> (1024 < size m')%N ->
  share (fun k => mix (clhash k m) == clhash k m') 2 (2 ^ 64).
Proof.
move=> le_m gt_m'.
pose high k := Clhash.value k m' %/ 'X^64 + Clhash.K k 131.
have bad : share (fun k => P64 %| high k) 1 (2 ^ 64).
  apply/share_eq_le/(share_eq_word (p := the_word 131)) => k.
  have size_0 : (size (0 : {poly 'F_2})%R <= 64)%N by rewrite size_poly0.
  have [x0 Hx] := linear_word (Clhash.value k m' %/ 'X^64) size_0 Multilinear64.P64_ndvd1.
  by exists x0 => x; rewrite -Hx mul1r /high Clhash.value_put // Clhash.K_put // eqxx.
have good : share (fun k => ~~ (P64 %| high k) && (mix (clhash k m) == clhash k m')) 1 (2 ^ 64).
  apply: (share_draw (p := the_word 130)) => k.
  have highE x : high (put (the_word 130) k x) = high k.
    by rewrite /high Clhash.value_put // Clhash.K_put.
  have [dv | ndv] := boolP (P64 %| high k).
    by apply: share_weaken (leq0n 1) _; apply: share0 => x; rewrite highE dv.
  set low := Clhash.value k m' %% 'X^64; set len := bits 64 (size m') * Clhash.K k 132.
  have [x0 Hx] := linear_word (low * high k + len) (size_rVpoly (mix (clhash k m))) ndv.
  have shortE x : clhash (put (the_word 130) k x) m = clhash k m.
    by rewrite /clhash /Clhash.hash le_m Clhash.clnh_put // Clhash.K_put.
  have longE x : Clhash.hash (put (the_word 130) k x) m' =
      (low * high k + len + high k * rVpoly x) %% P64.
    rewrite /Clhash.hash (leqNgt (size m')) gt_m' /= /Clhash.last_step Clhash.value_put //.
    rewrite !Clhash.K_put //= -/low -/len -/(high k).
    by rewrite mulrDl [rVpoly x * _]mulrC addrAC.
  apply: share_sub (_ : forall x, _ -> x == x0) _ => [x /andP[_]|].
    rewrite shortE eq_sym -Hx -longE -(word_of_eq (size_clhash _ _)) ?size_rVpoly //.
    by rewrite /word_of rVpolyK.
  apply: share_count; last by rewrite card_W leqnn.
  by apply: count_one => x y /eqP -> /eqP ->.
apply: share_sub (share_or bad good) => k ->; rewrite andbT.
by case: (P64 %| high k).
Qed.

(** So the bound of CLHASH also holds for [hash_bitmix], at all lengths. *)
Theorem clhash_bitmix (m m' : seq byte) (mix : W 64 -> W 64) :
  (size m < 2 ^ 64)%N -> (size m' < 2 ^ 64)%N -> m != m' -> injective mix ->
  share (fun k => bitmix mix k m == bitmix mix k m') 513 (2 ^ 8 * 2 ^ 64).
Proof.
move=> lt_m lt_m' ne mix_inj.
have weaken P : share P 2 (2 ^ 64) -> share P 513 (2 ^ 8 * 2 ^ 64).
  by move/(share_scale (2 ^ 8)); apply: share_weaken.
have same : share (fun k => clhash k m == clhash k m') 513 (2 ^ 8 * 2 ^ 64).
  have size_0 : (size (0 : {poly 'F_2})%R <= 64)%N by rewrite size_poly0.
  apply: share_sub (Clhash.clhash_any lt_m lt_m' ne size_0) => k.
  by rewrite word_of_eq ?size_clhash // /Clhash.difference subr_eq0.
rewrite /bitmix; have [le_m | gt_m] := leqP (size m) 1024;
  have [le_m' | gt_m'] := leqP (size m') 1024.
- by apply: share_sub same => k; rewrite (inj_eq mix_inj).
- exact: weaken (short_and_long mix le_m gt_m').
- by apply: weaken; apply: share_sub (short_and_long mix le_m' gt_m) => k; rewrite eq_sym.
- exact: same.
Qed.

(* Assumes nothing: clhash_mixed_bits. *)
(* Assumes nothing: multilinear64_mixed_bits. *)
(* Assumes nothing: clhash_bits. *)
(* Assumes nothing: clhash_bitmix. *)
