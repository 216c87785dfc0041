(** Messages that share a word: fewer collisions of hashes, by the word of the key that multiplies
    it.

    The last step, modulo W, makes only a few more hashes agree than the values before it do. If
    both messages start with the same word, which is not 0, its product with a word of the key is a
    random part of both sums, but not of their difference; and after the reduction modulo p few
    values are W or more. For messages of one length that word is the length; for long messages it is
    the 1 before the length and the polynomial. *)

From Coq Require Import ZArith Lia.
From mathcomp Require Import all_ssreflect zify.
From mathcomp.zify Require Import ssrZ.
From Hash Require Import Basics Counting Rows Toeplitz.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Section Common.

Variables W p N B : nat.
Hypotheses (p_prime : prime p) (Wp : W < p) (p2W : p <= 2 * W).
(** R further rows. *)
Variables R h2 : nat.
Hypothesis R_B : N + R <= B.
Hypothesis few2 : forall a a' s s', a < W -> a' < W -> a <> a' ->
  #|[set x : 'I_W | apart W p [:: -1; 0; 1]%Z (a * x + s) (a' * x + s')]| <= h2.

Implicit Types k : {ffun 'I_B.+1 -> 'I_W}.
Let M := W * W.

(** N + 1 words of each message. The first ones are the same. *)
Variables v v' : nat -> nat.
Hypotheses (vW : forall u, v u < W) (v'W : forall u, v' u < W).
Hypotheses (first_pos : 0 < v 0) (first_same : v 0 = v' 0).

Notation the_word i := (part_word [finType of 'I_W] (inord i : 'I_B.+1)).

Let W0 : 0 < W := leq_ltn_trans (leq0n _) (vW 0).
Let M0 : 0 < M. Proof. by rewrite muln_gt0 W0. Qed.

(** The value of a sum is one of the few that the last step changes, for at most two words of the
    key each. *)
Lemma low_few s : #|[set x : 'I_W | value W p (v 0 * x + s) < p - W]| <= (p - W) * 2.
Proof.
have fibre y : #|[set x : 'I_W | value W p (v 0 * x + s %% M) == y %% M %% p]| <= 2.
  apply: leq_trans (row_two p_prime Wp p2W (vW 0) W0 _ (ltn_pmod s M0)
    (ltn_pmod y M0)); last by move/eqP; rewrite -leqn0 leqNgt first_pos.
  apply: subset_leq_card; apply/subsetP => x; rewrite !inE /rest /rest' mul0n add0n modn_mod.
  by [].
have := @count_classes _ (fun x : 'I_W => value W p (v 0 * x + s) < p - W) (iota 0 (p - W))
  (fun x => value W p (v 0 * x + s)) 2; rewrite size_iota; apply => [x | y].
  by rewrite mem_iota.
rewrite mem_iota add0n => /andP[_ lt_y]; apply: leq_trans (fibre y).
apply: subset_leq_card; apply/subsetP => x; rewrite !inE => /andP[_].
have lt_p : y < p by apply: leq_trans lt_y (leq_subr _ _).
have lt_M : y < M.
  by apply: leq_trans lt_y _; rewrite /M; move: W0 p2W; clear; nia.
by rewrite /value modnDmr -/M (modn_small lt_M) (modn_small lt_p).
Qed.

Section Place.

(** The first word that differs. *)
Variable f : nat.
Hypotheses (f_pos : 0 < f) (f_N : f < N.+1) (ne_f : v f != v' f).
Hypothesis same : forall u, u < f -> v u = v' u.

Definition low (w : nat -> nat) (e : Z) k : bool :=
  apart W p [:: e] (tail f N.+1 v 0 k) (tail f N.+1 v' 0 k) && (value W p (row N.+1 w 0 k) < p - W).

(** The event of the further rows. *)
Definition further k : bool :=
  all (fun j => event v v' N.+1 f p (last_steps W p) [:: -1; 0; 1]%Z 0 j.+1 k) (iota 0 R).

Let in_B j : j < R.+1 -> f + (j + 0) <= B.
Proof. by rewrite addn0 => lt_j; apply: leq_trans R_B; apply: leq_add. Qed.

Let ne' : v f <> v' f. Proof. exact/eqP. Qed.

(** An event of the first row, and those of the further rows. *)
Lemma further_share (first : pred [finType of {ffun 'I_B.+1 -> 'I_W}]) c :
  (forall k, #|[set x | first (put (the_word (f + 0)) k x)]| <= c) ->
  share (fun k => first k && further k) (c * h2 ^ R) (W ^ R.+1).
Proof.
move=> few; pose N' j := if j is 0 then c else h2.
pose F j k : bool := if j is 0 then first k
  else event v v' N.+1 f p (last_steps W p) [:: -1; 0; 1]%Z 0 j k.
have -> : c * h2 ^ R = \prod_(j < R.+1) N' j by rewrite big_ord_recl /= prod_nat_const card_ord.
apply/share_mean; apply: (mean_le (G := fun k => \prod_(j < R.+1) F j k)) => [k|].
  apply: (events_le (F := fun j => F j k)) => /andP[F0 /allP Fj] [|j] lt_j; rewrite lt0b //.
  by apply: Fj; rewrite mem_iota.
apply: (chain (p := fun j => the_word (f + (j + 0))) (F := fun j k => F j k) (N := N')).
  move=> i [|j] k x // /andP[ij lt_j]; congr nat_of_bool; apply: event_put => //.
  exact: in_B.
move=> j k lt_j; apply/share_mean/share_count; last by rewrite card_ord.
case: j lt_j => [|j] lt_j; first by rewrite !addn0; have := few k; rewrite addn0.
apply: (event_few (p := p) (c1 := 6) vW v'W f_N ne_f _ _ few2 k (in_B lt_j)).
  by move=> s; rewrite /last_steps modn_mod.
by move=> a a' s s' aW a'W aa' sM s'M; apply: row_six.
Qed.

Let tail_first w j k x : tail f N.+1 w j (put (the_word 0) k x) = tail f N.+1 w j k.
Proof.
apply: eq_big_nat => u /andP[fu _]; rewrite key_word_put //.
by rewrite gtn_eqF // addn_gt0 (leq_trans f_pos).
Qed.

Lemma low_share w e : w 0 = v 0 ->
  share (fun k => low w e k && further k) (3 * h2 ^ R * ((p - W) * 2)) (W ^ R.+1 * W).
Proof.
move=> w0.
pose first k := apart W p [:: e] (tail f N.+1 v 0 k) (tail f N.+1 v' 0 k).
have few k : #|[set x | first (put (the_word (f + 0)) k x)]| <= 3.
  have le_B := in_B (ltn0Sn R); rewrite addn0 in le_B.
  have [s sE] := tail_row f_N v k le_B; have [s' s'E] := tail_row f_N v' k le_B.
  apply: leq_trans (apart_three p_prime Wp (vW f) (v'W f) ne' s s' [:: e]).
  by apply: subset_leq_card; apply/subsetP => x; rewrite !inE /first sE s'E.
apply: (@share_sub _ _ (fun k => (first k && further k) && (value W p (row N.+1 w 0 k) < p - W))).
  by move=> k /andP[/andP[H ->] ->]; rewrite /first H.
apply: (share_and (p := the_word 0)) (further_share few) _ => [k x | k].
  rewrite /first /further !tail_first; congr (_ && _).
  by apply: eq_all => j; rewrite /event !tail_first.
have [s sE] := row_put (ltn0Sn N) w k (leq0n B).
apply: share_count; last by rewrite card_ord.
apply: leq_trans (low_few s); apply: subset_leq_card; apply/subsetP => x; rewrite !inE.
by have := sE x; rewrite w0 => ->.
Qed.

(** The values of the sums of the first row agree. *)
Definition equal k : bool := value W p (row N.+1 v 0 k) == value W p (row N.+1 v' 0 k).

Lemma equal_share : share (fun k => equal k && further k) (2 * h2 ^ R) (W ^ R.+1).
Proof.
apply: further_share => k.
apply: (event_few (p := p) (es := [:: 0%Z]) (c2 := 3) (o := 0) (j := 0) vW v'W f_N ne_f _ _ _ k).
- by move=> s; rewrite /value modn_mod.
- by move=> a a' s s' aW a'W aa' sM s'M; apply: row_two.
- by move=> a a' s s' aW a'W aa'; apply: (apart_three p_prime Wp aW a'W aa' s s' [:: 0%Z]).
exact: (in_B (ltn0Sn R)).
Qed.

Lemma collision_cases k :
  last_steps W p (row N.+1 v 0 k) = last_steps W p (row N.+1 v' 0 k) ->
  equal k || (low v' 1 k || low v (-1) k).
Proof.
move=> e; have [t [rE r'E]] := row_tail f_N same 0 k.
set S := row N.+1 v 0 k in e rE *; set S' := row N.+1 v' 0 k in e r'E *.
have lt s : value W p s < p by rewrite ltn_pmod // prime_gt0.
have apart_e d q : (Z.of_nat (value W p S) - Z.of_nat (value W p S') = d * Z.of_nat W)%Z ->
    q = d -> apart W p [:: q] (tail f N.+1 v 0 k) (tail f N.+1 v' 0 k).
  move=> dE ->; rewrite -(apart_common W p _ t) -rE -r'E.
  apply: (apart_of p_prime p2W (mem_head _ _)).
  exists (Z.of_nat (S %% M %/ p) - Z.of_nat (S' %% M %/ p))%Z.
  move: dE; rewrite /value -/M {2}(divn_eq (S %% M) p) {2}(divn_eq (S' %% M) p).
  move: (S %% M %% p) (S' %% M %% p) (S %% M %/ p) (S' %% M %/ p); clear; lia.
have := @rests W p p_prime Wp p2W 0 0 S S' 0; rewrite !mul0n !add0n => /(_ e).
rewrite /rest /rest' !mul0n !add0n -/(value W p S) -/(value W p S') => r.
have ltS := lt S; have ltS' := lt S'; rewrite /equal /low -/S -/S'.
case: r => r; first by rewrite r eqxx.
  rewrite (apart_e 1 1)%Z //; last by rewrite r; clear; lia.
  have -> : value W p S' < p - W by move: ltS; rewrite r; clear; lia.
  by rewrite orbT.
rewrite (apart_e (-1) (-1))%Z //; last by rewrite r; clear; lia.
have -> : value W p S < p - W by move: ltS'; rewrite r; clear; lia.
by rewrite !orbT.
Qed.

(** All rows agree. *)
Theorem common_rows :
  share (fun k => all (fun j => last_steps W p (row N.+1 v j k) == last_steps W p (row N.+1 v' j k))
      (iota 0 R.+1))
    ((2 * W + 12 * (p - W)) * h2 ^ R) (W ^ R.+2).
Proof.
have E := share_scale W equal_share.
have L1 := low_share 1 (w := v') (esym first_same); have L2 := low_share (-1) (w := v) (erefl _).
rewrite -expnSr in L1 L2; rewrite -expnS in E.
have -> : (2 * W + 12 * (p - W)) * h2 ^ R = W * (2 * h2 ^ R)
    + (3 * h2 ^ R * ((p - W) * 2) + 3 * h2 ^ R * ((p - W) * 2)).
  by move: (p - W) (h2 ^ R) => g h; clear; lia.
apply: share_sub (share_or E (share_or L1 L2)) => k /allP H.
have more : further k.
  apply/allP => j; rewrite mem_iota add0n => /andP[_ lt_j].
  have agree := agree_event f_N same (steps_apart p_prime Wp p2W).
  apply: agree; rewrite addn0; apply/eqP; apply: H; by rewrite mem_iota.
rewrite more !andbT; apply: collision_cases; apply/eqP/H.
by rewrite mem_iota.
Qed.

End Place.

(** Words that are the same in the first position, and different in some other position. *)
Theorem common_share : (exists2 u, u < N.+1 & v u != v' u) ->
  share (fun k => all (fun j => last_steps W p (row N.+1 v j k) == last_steps W p (row N.+1 v' j k))
      (iota 0 R.+1))
    ((2 * W + 12 * (p - W)) * h2 ^ R) (W ^ R.+2).
Proof.
case/first_place => f [f_N ne_f same]; apply: (common_rows _ f_N ne_f same).
by case: (f) ne_f => //; rewrite first_same eqxx.
Qed.

End Common.

(* Assumes nothing: common_share. *)
