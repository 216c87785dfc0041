(** CLHASH under a short key: the words of the block are powers of one word.

    A short key has six words: x, and the five words after those of the block. Word i of the block
    is x^(i + 1) in GF(2^64). The difference of two hashes is then a polynomial in x. docs/bounds.md,
    "Short keys". *)

From mathcomp Require Import all_ssreflect all_algebra.
From Hash Require Import Basics Counting Gf2 Irreducible PolyField.
From Hash Require Import Clhash.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import GRing.Theory.
Local Open Scope ring_scope.

Notation short := {ffun 'I_6 -> W 64}.

Definition S (s : short) (i : nat) : {poly 'F_2} := word_at (@rVpoly _ 64) 0 s i.

Definition expand (s : short) : {ffun 'I_133 -> W 64} :=
  [ffun i : 'I_133 => if (i < 128)%N then poly_rV (S s 0 ^+ i.+1 %% P64) else s (inord (i - 127))].

Notation short_word j := (part_word [finType of W 64] (inord j : 'I_6)).
Notation the_word j := (part_word [finType of W 64] (inord j : 'I_133)).

Lemma S_put (s : short) (i j : nat) x :
  (j < 6)%N -> S (put (short_word j) s x) i = if i == j then rVpoly x else S s i.
Proof. by move=> lt_j; rewrite /S word_at_put inordK. Qed.

(** A power. *)
Lemma K_power s i : (i < 128)%N -> K (expand s) i = S s 0 ^+ i.+1 %% P64.
Proof.
move=> lt_i; have lt : (i < 133)%N by apply: leq_trans lt_i _.
rewrite /K (word_at_ord _ _ _ (Ordinal lt)) ffunE /= lt_i poly_rV_K //.
by rewrite -ltnS -size_P64 ltn_modp -size_poly_gt0 size_P64.
Qed.

(** Another word of a short key is a word of the key. *)
Lemma expand_put s j x : (0 < j < 6)%N ->
  expand (put (short_word j) s x) = put (the_word (127 + j)) (expand s) x.
Proof.
case/andP=> j_pos lt_j; have lt : (127 + j < 133)%N by rewrite (ltn_add2l 127 j 6).
have S0 : S (put (short_word j) s x) 0 = S s 0 by rewrite S_put // ltn_eqF.
apply/ffunP => i; rewrite !ffunE S0.
have iE : (i == inord (127 + j)) = (i == 127 + j :> nat)%N by rewrite -val_eqE /= inordK.
rewrite iE; case: ltnP => [lt_i | ge_i].
  by rewrite ltn_eqF // (leq_trans lt_i) // -[128%N]/(127 + 1)%N leq_add2l.
have ge_i' : (127 <= i)%N by apply: ltnW.
have lt_i : (i - 127 < 6)%N by rewrite ltn_subLR.
have -> : (inord (i - 127) == inord j :> 'I_6) = (i == 127 + j :> nat)%N => //.
by rewrite -val_eqE /= !inordK // -(eqn_add2l 127) subnKC.
Qed.

(** * One block *)

Section Block.

(** Two messages of one length that differ, of up to 1,024 bytes. *)
Variables m m' : seq byte.
Hypotheses (eq_size : size m = size m') (ne : m != m') (le_m : (size m <= 1024)%N).

Variables (F : finFieldType) (phi : {rmorphism {poly 'F_2} -> F}).
Hypothesis ker : forall a, (phi a == 0) = (P64 %| a).
Hypothesis phi_bij : bijective (fun v : W (size P64).-1 => phi (rVpoly v)).

Let d (i : nat) : F := phi (w m i - w m' i).

(** The difference of the inner products as a polynomial in x. *)
Let constant : F := \sum_(j < 64 | (j * 16 < size m)%N)
  phi (w m (2 * j) * w m (2 * j).+1 - w m' (2 * j) * w m' (2 * j).+1).
Let q (c : F) : {poly F} := (constant - c)%:P +
  \sum_(j < 64 | (j * 16 < size m)%N)
    (d (2 * j) *: 'X^(2 * j).+2 + d (2 * j).+1 *: 'X^(2 * j).+1).

Lemma phi_mod64 (a : {poly 'F_2}) : phi (a %% P64) = phi a.
Proof.
apply/eqP; rewrite -subr_eq0 -rmorphB ker {2}(divp_eq a P64).
by rewrite opprD addrCA subrr addr0 dvdpNr dvdp_mull.
Qed.

Lemma pair_difference (a b a1 b1 u v : F) :
  (a + u) * (b + v) - (a1 + u) * (b1 + v) = (a * b - a1 * b1) + ((a - a1) * v + (b - b1) * u).
Proof.
have e (f g : F) : (f + u) * (g + v) = (f * g + (f * v + g * u)) + u * v.
  by rewrite mulrDl !mulrDr [u * g]mulrC !addrA.
rewrite !e opprD addrACA subrr addr0 opprD addrACA; congr (_ + _).
by rewrite opprD addrACA -!mulrBl.
Qed.

Lemma q_value c s : phi (clnh (expand s) m - clnh (expand s) m') - c = (q c).[phi (S s 0)].
Proof.
have -> : phi (clnh (expand s) m - clnh (expand s) m') = constant +
    \sum_(j < 64 | (j * 16 < size m)%N)
      (d (2 * j) * phi (S s 0) ^+ (2 * j).+2 + d (2 * j).+1 * phi (S s 0) ^+ (2 * j).+1).
  rewrite rmorphB /clnh -eq_size !rmorph_sum -sumrB -big_split /=; apply: eq_bigr => j _.
  have [lt0 lt1] := pair_lt j; rewrite !(K_power _ lt0) !(K_power _ lt1) /d !rmorphB !rmorphM.
  by rewrite !rmorphD !phi_mod64 !rmorphX pair_difference.
rewrite /q hornerD hornerC addrAC; congr (_ + _); rewrite horner_sum; apply: eq_bigr => j _.
by rewrite hornerD !hornerZ !hornerXn.
Qed.

Lemma size_q c : (size (q c) <= (2 * pieces 16 (size m)).+1)%N.
Proof.
apply: leq_trans (size_add _ _) _; rewrite geq_max (leq_trans (size_polyC_leq1 _)) //=.
apply: leq_trans (size_sum _ _ _) _; apply/bigmax_leqP => j in_m.
have lt_j : (j < pieces 16 (size m))%N by rewrite ltnNge pieces_le // -ltnNge.
have le_j : ((2 * j).+2 <= 2 * pieces 16 (size m))%N.
  have -> : ((2 * j).+2 = 2 * j.+1)%N by rewrite mulnS.
  by rewrite leq_mul2l lt_j.
apply: leq_trans (size_add _ _) _; rewrite geq_max !(leq_trans (size_scale_leq _ _)) ?size_polyXn //.
by rewrite ltnS (leq_trans _ le_j).
Qed.

(** The coefficient of a word that differs is not zero. *)
Lemma q_coef c (j : 'I_64) (e : bool) : (j * 16 < size m)%N ->
  (q c)`_((2 * j + e).+1) = d (2 * j + ~~ e).
Proof.
move=> in_m; rewrite coefD coefC add0r coef_sum (bigD1 j) //= big1 ?addr0 => [|i /andP[_ ne_i]].
  rewrite coefD !coefZ !coefXn; case: e; rewrite /= ?addn1 ?addn0 !eqSS eqxx mulr1.
    by rewrite (gtn_eqF (leqnn _)) mulr0 addr0.
  by rewrite (ltn_eqF (leqnn _)) mulr0 add0r.
have ne_ji : (j == i :> nat) = false by rewrite eq_sym; exact: negbTE ne_i.
have ne_f (f : bool) : ((2 * j + e).+1 == (2 * i + f).+1)%N = false by rewrite eqSS pair_eq ne_ji.
have ne0 := ne_f false; have ne1 := ne_f true; rewrite /= ?addn0 ?addn1 in ne0 ne1.
by rewrite coefD !coefZ !coefXn ne0 ne1 !mulr0 addr0.
Qed.

Lemma q_ne0 c : q c != 0.
Proof.
have [j [e [in_m lt_j ne_w]]] := pair_differs eq_size ne le_m.
apply/eqP => q0; have := @q_coef c (Ordinal lt_j) (~~ e) in_m; rewrite q0 coef0 negbK => /esym/eqP.
rewrite /d ker => dv; move: ne_w; apply/negP; rewrite negbK; apply: contraTT dv => ne_w.
by apply: modulus_small ne_w _; apply: leq_trans (size_add _ _) _; rewrite geq_max size_opp !size_w.
Qed.

(** A given difference of the inner products, modulo p. *)
Lemma block_share (c : {poly 'F_2}) :
  share (fun s => (clnh (expand s) m - clnh (expand s) m') %% P64 == c)
    (2 * pieces 16 (size m)) (2 ^ 64).
Proof.
apply: (share_draw (p := short_word 0)) => s; apply: share_count; last by rewrite card_W leqnn.
have few : (#|[set y | root (q (phi c)) y]| <= 2 * pieces 16 (size m))%N.
  apply: leq_trans (count_roots (q_ne0 _)) _.
  by have := size_q (phi c); case: (size _).
have bij : bijective (fun x : W 64 => phi (rVpoly x)) by have := phi_bij; rewrite size_P64.
apply: leq_trans few.
rewrite -[X in (_ <= X)%N](on_card_preimset (f := fun x : W 64 => phi (rVpoly x)));
  last exact: onW_bij bij.
apply: subset_leq_card; apply/subsetP => x; rewrite !inE => /eqP eq_c.
have := q_value (phi c) (put (short_word 0) s x); rewrite S_put // eqxx /root => <-.
by rewrite -eq_c phi_mod64 subrr.
Qed.

End Block.

Lemma block_powers (m m' : seq byte) (c : {poly 'F_2}) :
  size m = size m' -> m != m' -> (size m <= 1024)%N ->
  share (fun s => (clnh (expand s) m - clnh (expand s) m') %% P64 == c)
    (2 * pieces 16 (size m)) (2 ^ 64).
Proof.
move=> eq_size ne le_m; have [F [phi [ker bij]]] := gf2_field P64_irreducible.
exact: block_share ker bij c.
Qed.

(** Two different messages of one length of up to 1,024 bytes, of w words rounded up to an even
    number, have a given difference with probability at most w / 2^64. *)
Theorem powers_block (m m' : seq byte) (c : {poly 'F_2}) :
  size m = size m' -> m != m' -> (size m <= 1024)%N ->
  share (fun s => difference (expand s) m m' == c) (2 * pieces 16 (size m)) (2 ^ 64).
Proof.
move=> eq_size ne le_m; apply: share_sub (block_powers c eq_size ne le_m) => s.
by rewrite difference_block.
Qed.

(** Different lengths: as under a full key. *)
Theorem powers_lengths (m m' : seq byte) (c : {poly 'F_2}) :
  (size m < 2 ^ 64)%N -> (size m' < 2 ^ 64)%N -> size m != size m' -> (size c <= 64)%N ->
  share_eq (fun s => difference (expand s) m m' == c) 1 (2 ^ 64).
Proof.
move=> lt_m lt_m' ne size_c; apply: (share_eq_word (p := short_word 5)) => s.
have [x0 Hx] := length_word (expand s) lt_m lt_m' ne size_c; exists x0 => x.
by rewrite -Hx expand_put.
Qed.

(** * Several blocks *)

Lemma short_ne i j : (i < 6)%N -> (j < 6)%N -> (i != j)%N -> inord i != inord j :> 'I_6.
Proof. by move=> lt_i lt_j ne; rewrite -val_eqE /= !inordK. Qed.

Notation short_words i j :=
  (@part_two _ [finType of W 64] (inord i) (inord j) (@short_ne i j isT isT isT)).

Notation the_words i j :=
  (@part_two _ [finType of W 64] (inord i) (inord j) (@words_ne i j isT isT isT)).

Section Blocks.

Variables m m' : seq byte.
Hypotheses (eq_size : size m = size m') (ne : m != m') (gt_m : (1024 < size m)%N).

Lemma powers_products :
  share (fun s => products (expand s) m == products (expand s) m') 128 (2 ^ 64).
Proof.
have [i lt_i ne_i] := words_differ (isT : 0 < 1024)%N eq_size ne.
pose block m0 : seq byte := take 1024 (drop (i * 1024) m0).
have ne_b : block m != block m' by apply: contra ne_i => /eqP eq_b; rewrite /word -/(block m) eq_b.
have size_b : size (block m) = size (block m') by rewrite !size_take !size_drop eq_size.
have le_b : (size (block m) <= 1024)%N by rewrite size_take; case: ltnP => // /ltnW.
apply: (@share_sub _ _ (fun s => (clnh (expand s) (block m) - clnh (expand s) (block m')) %% P64 == 0))
  => [s /eqP eq_p|].
  have lt_p : (i < pieces 1024 (size m))%N by rewrite ltnNge pieces_le // -ltnNge.
  have := congr1 (fun s : seq {poly 'F_2} => s`_i) eq_p.
  rewrite !(nth_map 0%N) ?size_iota -?eq_size // !nth_iota -?eq_size // add0n => ->.
  by rewrite subrr mod0p.
apply: share_weaken (block_powers 0 size_b ne_b le_b).
by rewrite (leq_mul2l 2 _ 64) pieces_le.
Qed.

Lemma expand_two (i : nat) s u (ne_i : inord i != inord i.+1 :> 'I_6)
    (ne_k : inord (127 + i) != inord (127 + i.+1) :> 'I_133) : (0 < i)%N -> (i.+1 < 6)%N ->
  expand (put (part_two [finType of W 64] ne_i) s u) =
  put (part_two [finType of W 64] ne_k) (expand s) u.
Proof.
move=> i_pos lt_i; have ok1 : (0 < i < 6)%N by rewrite i_pos ltnW.
have ok2 : (0 < i.+1 < 6)%N by rewrite lt_i.
by rewrite [LHS](expand_put _ _ ok2) (expand_put _ _ ok1).
Qed.

Lemma powers_values n : pieces 1024 (size m) = n.+1 ->
  share (fun s => (products (expand s) m != products (expand s) m')
    && (value (expand s) m == value (expand s) m')) n (2 ^ 126).
Proof.
move=> e; have e' : pieces 1024 (size m') = n.+1 by rewrite -eq_size.
apply: (share_draw (p := short_words 1 2)) => s.
apply: share_sub (values_agree_at (expand s) e e') => u.
by rewrite (@expand_two 1 s u _ (@words_ne 128 129 isT isT isT)).
Qed.

Lemma powers_last (c : {poly 'F_2}) :
  share (fun s => (value (expand s) m != value (expand s) m')
    && (difference (expand s) m m' == c)) 1 (2 ^ 64).
Proof.
apply: (share_draw (p := short_words 3 4)) => s.
apply: share_sub (last_agree_at c (expand s) eq_size gt_m) => u.
by rewrite (@expand_two 3 s u _ (@words_ne 130 131 isT isT isT)).
Qed.

Theorem powers_blocks (c : {poly 'F_2}) :
  share (fun s => difference (expand s) m m' == c) (129 * 2 ^ 62 + (pieces 1024 (size m)).-1)
    (2 ^ 126).
Proof.
have b_pos : (0 < pieces 1024 (size m))%N by rewrite ltnNge pieces_le // -ltnNge (leq_ltn_trans _ gt_m).
have P2 := powers_values (esym (prednK b_pos)); move: (pieces _ _).-1 P2 => n P2.
have e126 : (2 ^ 126 = 2 ^ 62 * 2 ^ 64)%N by rewrite -(expnD 2 62 64).
have P1 := share_scale (2 ^ 62) powers_products; have P3 := share_scale (2 ^ 62) (powers_last c).
rewrite -e126 in P1 P3; have e x y : (x * 128 + y + x * 1 = 129 * x + y)%N.
  by rewrite muln1 addnAC -mulnSr mulnC.
rewrite -(e (2 ^ 62)%N n); apply: share_sub (share_or (share_or P1 P2) P3) => s ->.
rewrite andbT.
by case: (products (expand s) m == products (expand s) m'); case: (value (expand s) m == value (expand s) m').
Qed.

End Blocks.

(** Messages of up to 2^64 - 1 bytes: below (129 + 1/256) / 2^64. *)
Theorem powers_any (m m' : seq byte) (c : {poly 'F_2}) :
  (size m < 2 ^ 64)%N -> (size m' < 2 ^ 64)%N -> m != m' -> (size c <= 64)%N ->
  share (fun s => difference (expand s) m m' == c) (129 * 2 ^ 8 + 1) (2 ^ 8 * 2 ^ 64).
Proof.
move=> lt_m lt_m' ne size_c.
have weaken N : (N <= 129)%N -> share (fun s => difference (expand s) m m' == c) N (2 ^ 64) ->
    share (fun s => difference (expand s) m m' == c) (129 * 2 ^ 8 + 1) (2 ^ 8 * 2 ^ 64).
  move=> le_N /(share_scale (2 ^ 8)); apply: share_weaken.
  by rewrite mulnC; apply: leq_trans (leq_addr 1 _); rewrite leq_mul2r le_N orbT.
have [eq_size | ne_size] := eqVneq (size m) (size m'); last first.
  exact: weaken _ _ (share_eq_le (powers_lengths lt_m lt_m' ne_size size_c)).
have [le_m | gt_m] := leqP (size m) 1024.
  apply: weaken _ _ (powers_block c eq_size ne le_m).
  by apply: (@leq_trans (2 * 64)); rewrite ?(leq_mul2l 2 _ 64) ?pieces_le.
have b_le : ((pieces 1024 (size m)).-1 <= 2 ^ 54)%N.
  apply: leq_trans (leq_pred _) _; rewrite (pieces_le _ _ (isT : 0 < 2 ^ 10)%N) -(expnD 2 54 10).
  exact: ltnW lt_m.
have := share_weaken _ (powers_blocks eq_size ne gt_m c) => /(_ (2 ^ 54 * (129 * 2 ^ 8 + 1))%N) H.
apply: (@share_unscale _ _ _ _ (2 ^ 54)); first by rewrite expn_gt0.
rewrite [D in share _ _ D](_ : _ = 2 ^ 126)%N; last first.
  exact: esym (etrans (expnD 2 54 72) (congr1 (muln (2 ^ 54)) (expnD 2 8 64))).
apply: H.
rewrite mulnDr (muln1 (2 ^ 54)%N) mulnCA -(expnD 2 54 8).
by rewrite leq_add2l.
Qed.

(* Assumes nothing: powers_block. *)
(* Assumes nothing: powers_lengths. *)
(* Assumes nothing: powers_blocks. *)
(* Assumes nothing: powers_any. *)
