(** Divide-and-concatenate, linear congruential hashes, and rows of signed words.

    [Divide], [Lch], [mmh_star], [paths16] and [paths8] of [divide_concat], and its section
    "Integers modulo a prime"; "Sums that wrap" of [multilinear_hash::bound]. Yang, Karri and
    McGrew, "Divide-and-Concatenate" (DAC 2004), §2 and §3. *)

From Coq Require Import ZArith Lia.
From mathcomp Require Import all_ssreflect ssralg zify.
From mathcomp.zify Require Import ssrZ.
From Hash Require Import Basics Counting Poly127 Rows Toeplitz.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import GRing.Theory.

(** * Rows of exact differences

    Row j multiplies word u of a message by the word of index j u of the key. *)

Section Exact.

Variables (W B n R c : nat) (index : nat -> nat -> nat) (v : 'I_W -> Z) (Q : pred Z).
Implicit Types k : {ffun 'I_B.+1 -> 'I_W}.

(** The words of a key as numbers. *)
Definition number k (i : nat) : Z := word_at v 0%Z k i.

(** The difference of the sums of row j, from the differences of the words. *)
Definition exact (d : nat -> Z) j k : Z := (\sum_(u < n) d u * number k (index j u))%R.

Variables (d : nat -> Z) (f : nat).
Hypotheses (f_n : f < n) (in_B : forall j, j < R -> index j f <= B).
Hypothesis alone : forall j u, j < R -> d u <> 0%Z -> u <> f -> index j u <> index j f.
Hypothesis later : forall i j u, i < j < R -> d u <> 0%Z -> index j u <> index i f.
Hypothesis few : forall A : Z, #|[set x : 'I_W | Q (d f * v x + A)%Z]| <= c.

Notation the_word i := (part_word [finType of 'I_W] (inord i : 'I_B.+1)).

Lemma number_put k i x l : i <= B ->
  number (put (the_word i) k x) l = if l == i then v x else number k l.
Proof. by move=> le_i; rewrite /number word_at_put inordK. Qed.

Lemma term_put k i x u l : i <= B -> (d u <> 0%Z -> l <> i) ->
  (d u * number (put (the_word i) k x) l = d u * number k l)%R.
Proof.
move=> le_i ne; rewrite number_put //; case: (d u =P 0%Z) => [-> | /ne ne_l].
  by rewrite !mul0r.
by case: eqP.
Qed.

Theorem exact_share : share (fun k => all (fun j => Q (exact d j k)) (iota 0 R)) (c ^ R) (W ^ R).
Proof.
have -> : c ^ R = \prod_(j < R) c by rewrite prod_nat_const card_ord.
apply/share_mean; apply: (mean_le (G := fun k => \prod_(j < R) Q (exact d j k))) => [k|].
  case: allP => // H; apply/prodn_gt0 => j; rewrite lt0b; apply: H.
  by rewrite mem_iota ltn_ord.
apply: (chain (p := fun j => the_word (index j f)) (F := fun j k => Q (exact d j k))
  (N := fun=> c)).
  move=> i j k x /andP[ij lt_j]; congr (nat_of_bool (Q _)); apply: eq_bigr => u _.
  apply: term_put; first exact: in_B (ltn_trans ij lt_j).
  by apply: later; rewrite ij.
move=> j k lt_j; apply/share_mean/share_count; last by rewrite card_ord.
pose rest := (\sum_(u < n | u != Ordinal f_n) d u * number k (index j u))%R.
apply: leq_trans (few rest); apply: subset_leq_card; apply/subsetP => x; rewrite !inE.
rewrite /exact (bigD1 (Ordinal f_n)) //= (number_put _ _ _ (in_B lt_j)) eqxx.
rewrite (_ : \sum_(u < n | u != Ordinal f_n) _ = rest)%R //; apply: eq_bigr => u ne.
apply: term_put; first exact: in_B.
by move=> du; apply: alone => // e; case/eqP: ne; apply: val_inj.
Qed.

End Exact.

(** Z as a ring. *)
Lemma subZ (x y : Z) : (x - y)%Z = (x - y)%R. Proof. by []. Qed.
Lemma mulZ (x y : Z) : (x * y)%Z = (x * y)%R. Proof. by []. Qed.

Lemma sum_Z n (P : pred nat) (F : nat -> nat) :
  Z.of_nat (\sum_(u < n | P u) F u) = (\sum_(u < n) if P u then Z.of_nat (F u) else 0%Z)%R.
Proof.
rewrite big_mkcond /= (big_morph Z.of_nat (id1 := 0%Z) (op1 := Z.add)) //;
  last exact: Nat2Z.inj_add.
by apply: eq_bigr => u _; case: (P u).
Qed.

(** * Paths *)

Section Paths.

Variables W p : nat.
Hypotheses (p_prime : prime p) (Wp : W < p).

(** n words of a message, t, and N rows and lanes. *)
Variables (n t N B : nat).
Implicit Types (k : {ffun 'I_B.+1 -> 'I_W}) (m : nat -> nat).

(** The path of row r and a lane: the words N i + lane of the message, each multiplied by the word
    of the key r positions later. With one row and one lane this is the linear congruential hash,
    and MMH* if t is 0. *)
Definition path (r lane : nat) k m : nat :=
  (\sum_(u < n | u %% N == lane) (m u * key_word k (u + r) + t)) %% p.

(** All paths. *)
Definition paths k m : seq nat := [seq path r lane k m | r <- iota 0 N, lane <- iota 0 N].

(** Two different sequences of n words have the same paths with probability at most W^-N. *)
Theorem paths_share m m' : 0 < N -> n + N <= B.+2 ->
  (forall u, m u < W) -> (forall u, m' u < W) -> (exists2 u, u < n & m u != m' u) ->
  share (fun k => paths k m == paths k m') 1 (W ^ N).
Proof.
move=> N0 nB mW m'W [f f_n ne]; pose lane := f %% N.
pose d u : Z := if u %% N == lane then (Z.of_nat (m u) - Z.of_nat (m' u))%Z else 0%Z.
pose Q (D : Z) : bool := has (fun t => ((D - t) mod Z.of_nat p == 0)%Z) [:: 0%Z].
have W0 : 0 < W := leq_ltn_trans (leq0n _) (mW f).
have p0 : (Z.of_nat p <> 0)%Z by move: (prime_gt0 p_prime); clear; lia.
have lane_N : lane < N by rewrite ltn_pmod.
have few A : #|[set x : 'I_W | Q (d f * Z.of_nat x + A)%Z]| <= 1.
  by rewrite /d eqxx; apply: few_solutions => //; apply/eqP.
have d_lane u : d u <> 0%Z -> u %% N = lane by rewrite /d; case: eqP.
have index_le j : j < N -> f + j <= B.
  by move=> lt_j; rewrite -2!ltnS; apply: leq_trans nB; rewrite -addSn -addnS leq_add.
have alone j u : j < N -> d u <> 0%Z -> u <> f -> u + j <> f + j.
  by move=> _ _ ne_u /eqP; rewrite eqn_add2r => /eqP.
have later i j u : i < j < N -> d u <> 0%Z -> u + j <> f + i.
  case/andP=> ij lt_j /d_lane u_lane e; have lt_i := ltn_trans ij lt_j.
  have : i = j %[mod N].
    apply/eqP; rewrite -(eqn_modDl f) -e eqn_modDr; apply/eqP.
    by rewrite u_lane /lane.
  by rewrite !modn_small // => e'; rewrite e' ltnn in ij.
have := exact_share f_n index_le alone later few; rewrite exp1n; apply: share_sub => k /eqP e.
apply/allP => r; rewrite mem_iota add0n => /andP[_ lt_r].
have {e} e : path r lane k m = path r lane k m'.
  pose pairs := [seq (r, lane) | r <- iota 0 N, lane <- iota 0 N].
  have in_pairs : (r, lane) \in pairs by apply: allpairs_f; rewrite mem_iota.
  have of_pairs m0 : paths k m0 = [seq path u.1 u.2 k m0 | u <- pairs].
    by rewrite /paths /pairs map_allpairs.
  by move: e; rewrite !of_pairs => /eq_in_map/(_ _ in_pairs).
pose S m0 := \sum_(u < n | u %% N == lane) (m0 u * key_word k (u + r) + t).
have {e} e : S m %% p = S m' %% p := e.
have dE : exact n (fun j u => u + j) (fun x => Z.of_nat x) d r k
    = (Z.of_nat (S m) - Z.of_nat (S m'))%Z.
  have SE m0 := sum_Z n (fun u => u %% N == lane) (fun u => m0 u * key_word k (u + r) + t).
  rewrite /S !SE subZ -sumrB; apply: eq_bigr => u _.
  have -> : number (fun x => Z.of_nat x) k (u + r) = Z.of_nat (key_word k (u + r)).
    by rewrite /number /key_word /word_at; case: insubP.
  rewrite /d; case: eqP => _; last by rewrite mul0r subrr.
  by rewrite -subZ -mulZ; clear; lia.
rewrite /Q /= orbF dE (divn_eq (S m) p) (divn_eq (S m') p) e; apply/eqP.
have -> : (Z.of_nat (S m %/ p * p + S m' %% p) - Z.of_nat (S m' %/ p * p + S m' %% p) - 0
    = (Z.of_nat (S m %/ p) - Z.of_nat (S m' %/ p)) * Z.of_nat p)%Z.
  by move: (S m %/ p) (S m' %/ p) (S m' %% p); clear; lia.
exact: Z.mod_mul.
Qed.

End Paths.

(** * Rows of signed words *)

Section Signed.

Variables W h p B : nat.
Hypotheses (p_prime : prime p) (Wp : W < p) (W_h : W = 2 * h) (h_pos : 0 < h).
Implicit Types k : {ffun 'I_B.+1 -> 'I_W}.

(** A word as a signed number, in two's complement. *)
Definition signed (x : nat) : Z := if x < h then Z.of_nat x else (Z.of_nat x - Z.of_nat W)%Z.

Lemma signed_range x : x < W -> (- Z.of_nat h <= signed x < Z.of_nat h)%Z.
Proof. by rewrite /signed W_h => lt; case: ltnP; move: lt; clear; lia. Qed.

(** Each number corresponds to one word. *)
Definition shifted (x : 'I_W) : 'I_W.
Proof. by apply: (Ordinal (m := (x + h) %% W)); rewrite ltn_pmod // W_h muln_gt0. Defined.

Lemma shifted_signed x : Z.of_nat (shifted x) = (signed x + Z.of_nat h)%Z.
Proof.
rewrite /shifted /signed /=; have := ltn_ord x; move: (nat_of_ord x) W_h => y eW lt_y.
case: ltnP => le; first by rewrite modn_small; move: le eW; clear; lia.
have -> : y + h = (y - h) + W by move: le lt_y eW; clear; lia.
by rewrite modnDr modn_small; move: le lt_y eW; clear; lia.
Qed.

Lemma shifted_inj : injective shifted.
Proof.
move=> x y e; apply: val_inj; have := congr1 (fun z : 'I_W => Z.of_nat z) e.
rewrite !shifted_signed.
move: (ltn_ord x) (ltn_ord y); rewrite /signed /= => lt_x lt_y.
by case: (ltnP x h); case: (ltnP y h); move: lt_x lt_y; clear; lia.
Qed.

Lemma signed_inj x y : x < W -> y < W -> signed x = signed y -> x = y.
Proof.
move=> lt_x lt_y; rewrite /signed.
by case: (ltnP x h); case: (ltnP y h); move: lt_x lt_y; clear; lia.
Qed.

(** So counting over signed words is counting over words. *)
Lemma signed_count (Q : pred Z) (d : Z) c :
  (forall A, #|[set x : 'I_W | Q (d * Z.of_nat x + A)%Z]| <= c) ->
  forall A, #|[set x : 'I_W | Q (d * signed x + A)%Z]| <= c.
Proof.
move=> few A; apply: leq_trans (few (A - d * Z.of_nat h)%Z); rewrite -(card_imset _ shifted_inj).
apply: subset_leq_card; apply/subsetP => y /imsetP[x]; rewrite !inE => Qx ->.
by rewrite shifted_signed; congr (is_true (Q _)): Qx; clear; lia.
Qed.

(** Words of two messages, signed or not, within an interval of W numbers. *)
Variables (n s R : nat) (m m' : nat -> Z) (low : Z).
Hypotheses (mW : forall u, (low <= m u < low + Z.of_nat W)%Z).
Hypotheses (m'W : forall u, (low <= m' u < low + Z.of_nat W)%Z).
Hypotheses (s_pos : 0 < s) (in_B : n + s * R.-1 <= B.+1).
Hypothesis differ : exists2 u, u < n & m u != m' u.

(** The exact sum of row j, whose words of the key start s words later for each row. *)
Definition signed_row (v : nat -> Z) j k : Z :=
  (\sum_(u < n) v u * number (fun x => signed x) k (u + s * j))%R.

Theorem signed_share (Q : pred Z) c :
  (forall a a' (A : Z), a < W -> a' < W -> a <> a' ->
    #|[set x : 'I_W | Q ((Z.of_nat a - Z.of_nat a') * Z.of_nat x + A)%Z]| <= c) ->
  share (fun k => all (fun j => Q (signed_row m j k - signed_row m' j k)%Z) (iota 0 R))
    (c ^ R) (W ^ R).
Proof.
move=> few; have ex : exists u, m u != m' u by case: differ => u _; exists u.
case: (ex_minnP ex) => f ne_f min.
have f_n : f < n by case: differ => u lt_u /min le; apply: leq_ltn_trans lt_u.
pose d u := (m u - m' u)%Z.
have few_f A : #|[set x : 'I_W | Q (d f * signed x + A)%Z]| <= c.
  apply: signed_count A => A; pose a := Z.to_nat (m f - low); pose a' := Z.to_nat (m' f - low).
  have := mW f; have := m'W f => lt' lt.
  have -> : (d f = Z.of_nat a - Z.of_nat a')%Z by rewrite /d /a /a'; move: lt lt'; clear; lia.
  apply: few; rewrite /a /a'; move: lt lt'; first by clear; lia.
    by clear; lia.
  by move/eqP: ne_f; clear; lia.
have index_le j : j < R -> f + s * j <= B.
  move=> lt_j; rewrite -ltnS; apply: leq_trans in_B; rewrite -addSn leq_add //.
  by rewrite leq_mul2l -ltnS prednK ?lt_j ?orbT // (leq_ltn_trans _ lt_j).
have alone j u : j < R -> d u <> 0%Z -> u <> f -> u + s * j <> f + s * j.
  by move=> _ _ ne_u /eqP; rewrite eqn_add2r => /eqP.
have later i j u : i < j < R -> d u <> 0%Z -> u + s * j <> f + s * i.
  case/andP=> ij _ du; have fu : f <= u.
    by apply: min; apply/eqP => e; apply: du; rewrite /d e; clear; lia.
  apply/eqP; rewrite gtn_eqF // -addnS leq_add //.
  by rewrite ltn_mul2l s_pos.
have := exact_share f_n index_le alone later few_f; apply: share_sub => k /allP all_Q.
apply/allP => j /all_Q; congr (is_true (Q _)).
rewrite /signed_row subZ -sumrB; apply: eq_bigr => u _.
by rewrite /d subZ mulrBl.
Qed.

(** Sums that wrap modulo W^2, then modulo p. *)
Theorem wrapped_share : p <= 2 * W ->
  let value m j k := ((signed_row m j k mod Z.of_nat (W * W)) mod Z.of_nat p)%Z in
  share (fun k => all (fun j => value m j k == value m' j k) (iota 0 R)) (3 ^ R) (W ^ R).
Proof.
move=> p2W value; pose Q := apart_by W p [:: 0%Z].
apply: (share_sub _ (signed_share (Q := Q) _)) => [k /allP same | a a' A aW a'W ne]; last first.
  exact: apart_by_three p_prime Wp _ _ aW a'W ne [:: 0%Z] A.
apply/allP => j /same /eqP; rewrite /value; move: (signed_row m j k) (signed_row m' j k) => S S' e.
have M0 : (0 < Z.of_nat (W * W))%Z by move: W_h h_pos => -> ; clear; nia.
pose u := Z.to_nat (S mod Z.of_nat (W * W)); pose u' := Z.to_nat (S' mod Z.of_nat (W * W)).
have := Z.mod_pos_bound S _ M0; have := Z.mod_pos_bound S' _ M0 => lt_S' lt_S.
have uE : Z.of_nat u = (S mod Z.of_nat (W * W))%Z by rewrite /u; move: lt_S; clear; lia.
have u'E : Z.of_nat u' = (S' mod Z.of_nat (W * W))%Z by rewrite /u'; move: lt_S'; clear; lia.
have lt_u : u < W * W by move: lt_S; rewrite -uE; clear; lia.
have lt_u' : u' < W * W by move: lt_S'; rewrite -u'E; clear; lia.
have modZ y : (Z.of_nat y mod Z.of_nat p)%Z = Z.of_nat (y %% p).
  symmetry; apply: (Z.mod_unique_pos _ _ (Z.of_nat (y %/ p))).
    by have := ltn_pmod y (prime_gt0 p_prime); clear; lia.
  by rewrite {1}(divn_eq y p); clear; lia.
have : (u %% (W * W)) %% p = (u' %% (W * W)) %% p.
  by rewrite (modn_small lt_u) (modn_small lt_u'); apply: Nat2Z.inj; rewrite -!modZ uE u'E e.
move/(values_apart p_prime Wp p2W); rewrite /apart /Q /apart_by uE u'E.
by rewrite -Zminus_mod.
Qed.

(** Exact sums modulo p. *)
Theorem unwrapped_share :
  let value m j k := (signed_row m j k mod Z.of_nat p)%Z in
  share (fun k => all (fun j => value m j k == value m' j k) (iota 0 R)) 1 (W ^ R).
Proof.
move=> value; pose Q (D : Z) : bool := has (fun t => ((D - t) mod Z.of_nat p == 0)%Z) [:: 0%Z].
rewrite -(exp1n R).
apply: (share_sub _ (signed_share (Q := Q) _)) => [k /allP same | a a' A aW a'W ne]; last first.
  exact: few_solutions.
apply/allP => j /same /eqP; rewrite /value /Q /= orbF Z.sub_0_r Zminus_mod => ->.
by rewrite Z.sub_diag Zmod_0_l.
Qed.

End Signed.

(** * Messages of bytes *)

(** The values of R rows of signed words of 16 bits, little-endian: [divide_concat::paths16]. The key has
    32 words for each of B blocks; here B + 1 is the number of its words. *)
Definition paths16 R B (k : {ffun 'I_B.+1 -> 'I_(2 ^ 16)}) (m : seq byte) : seq Z :=
  let words u := signed (2 ^ 16) (2 ^ 15) (word 2 u m) in
  [seq ((signed_row (2 ^ 15) (pieces 2 (size m)) 32 words j k
    mod Z.of_nat (2 ^ 16 * 2 ^ 16)) mod Z.of_nat (2 ^ 16 + 1))%Z | j <- iota 0 R].

(** The values of R rows of bytes times signed bytes: [divide_concat::paths8]. The sums are
    exact. *)
Definition paths8 R B (k : {ffun 'I_B.+1 -> 'I_(2 ^ 8)}) (m : seq byte) : seq Z :=
  [seq (signed_row (2 ^ 7) (size m) 64 (fun u => Z.of_nat (word 1 u m)) j k mod Z.of_nat 257)%Z
    | j <- iota 0 R].

Lemma rows_agree R (F G : nat -> Z) :
  [seq F j | j <- iota 0 R] == [seq G j | j <- iota 0 R] -> all (fun j => F j == G j) (iota 0 R).
Proof. by move/eqP/eq_in_map => e; apply/allP => j /e /eqP. Qed.

Lemma word_range c i m : word c i m < 2 ^ (8 * c).
Proof. by rewrite expnM; apply: word_bound. Qed.

Lemma prime_257 : prime 257. Proof. by []. Qed.
Lemma above16 : 2 ^ 16 < 2 ^ 16 + 1. Proof. by lia. Qed.
Lemma below16 : 2 ^ 16 + 1 <= 2 * 2 ^ 16. Proof. by lia. Qed.
Lemma half16 : 2 ^ 16 = 2 * 2 ^ 15. Proof. by rewrite -expnS. Qed.
Lemma half_pos n : 0 < 2 ^ n. Proof. by rewrite expn_gt0. Qed.
Lemma above8 : 2 ^ 8 < 257. Proof. by []. Qed.
Lemma half8 : 2 ^ 8 = 2 * 2 ^ 7. Proof. by rewrite -expnS. Qed.
Lemma low16 : (- Z.of_nat (2 ^ 15) + Z.of_nat (2 ^ 16) = Z.of_nat (2 ^ 15))%Z.
Proof. by rewrite half16; move: (2 ^ 15) => h; clear; lia. Qed.

(** Two different messages of one length: at most 3 / 2^16 in each row. The last word of a message
    may be completed with zeros. *)
Theorem paths16_share R B (m m' : seq byte) : size m = size m' -> m != m' ->
  pieces 2 (size m) + 32 * R.-1 <= B.+1 ->
  share (fun k : {ffun 'I_B.+1 -> 'I_(2 ^ 16)} => paths16 R k m == paths16 R k m')
    (3 ^ R) ((2 ^ 16) ^ R).
Proof.
move=> eq_size ne in_B; pose v (m0 : seq byte) u := signed (2 ^ 16) (2 ^ 15) (word 2 u m0).
have range m0 u : (- Z.of_nat (2 ^ 15) <= v m0 u < - Z.of_nat (2 ^ 15) + Z.of_nat (2 ^ 16))%Z.
  by rewrite low16; apply: (signed_range half16); apply: (word_range 2).
have differ : exists2 u, u < pieces 2 (size m) & v m u != v m' u.
  have [i lt_i ne_i] := words_differ (isT : 0 < 2) eq_size ne.
  exists i; first by rewrite ltnNge pieces_le // -ltnNge.
  apply: contra ne_i => /eqP e; apply/eqP.
  exact: (signed_inj (word_range 2 i m) (word_range 2 i m') e).
have s_pos : 0 < 32 by [].
have := wrapped_share prime_tmmh above16 half16 (half_pos 15) (range m) (range m') s_pos in_B
  differ below16.
by apply: share_sub => k; rewrite /paths16 -eq_size => /rows_agree.
Qed.

(** Two different messages of one length: 2^-8 in each row. *)
Theorem paths8_share R B (m m' : seq byte) : size m = size m' -> m != m' ->
  size m + 64 * R.-1 <= B.+1 ->
  share (fun k : {ffun 'I_B.+1 -> 'I_(2 ^ 8)} => paths8 R k m == paths8 R k m') 1 ((2 ^ 8) ^ R).
Proof.
move=> eq_size ne in_B; pose v (m0 : seq byte) u := Z.of_nat (word 1 u m0).
have range m0 u : (0 <= v m0 u < 0 + Z.of_nat (2 ^ 8))%Z.
  by have := word_range 1 u m0; rewrite /v; move: (word _ _ _) (2 ^ _); clear; lia.
have differ : exists2 u, u < size m & v m u != v m' u.
  have [i lt_i ne_i] := words_differ (isT : 0 < 1) eq_size ne.
  exists i; first by rewrite muln1 in lt_i.
  by apply: contra ne_i => /eqP /Nat2Z.inj ->.
have s_pos : 0 < 64 by [].
have := unwrapped_share prime_257 above8 half8 (half_pos 7) (range m) (range m') s_pos in_B differ.
by apply: share_sub => k; rewrite /paths8 -eq_size => /rows_agree.
Qed.

(* Assumes nothing: exact_share. *)
(* Assumes nothing: paths_share. *)
(* Assumes nothing: signed_share. *)
(* Assumes nothing: wrapped_share. *)
(* Assumes nothing: unwrapped_share. *)
(* Assumes nothing: paths16_share. *)
(* Assumes nothing: paths8_share. *)
