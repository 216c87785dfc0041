(** Messages of any length: blocks of 4,096 bytes, polynomials over their values, last steps.

    [multilinear_hash::function], "The construction", for rows of sums that wrap; its bounds are
    "Messages of any length" in [multilinear_hash::bound]. [Mmh] and [Tmmh] are the instances. *)

From Coq Require Import ZArith Lia.
From mathcomp Require Import all_ssreflect zify.
From mathcomp.zify Require Import ssrZ.
From Hash Require Import Basics Counting Poly127 Rows Toeplitz Common.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

(** * Digits *)

(** Part i of a number in parts below W, the lowest first: [parts32], [parts16]. *)
Definition digit (W i n : nat) : nat := n %/ W ^ i %% W.

Lemma digits_differ W c n n' : 0 < W -> n < W ^ c -> n' < W ^ c -> n != n' ->
  exists2 i, i < c & digit W i n != digit W i n'.
Proof.
move=> W0; elim: c n n' => [|c IH] n n'.
  by rewrite expn0 !ltnS !leqn0 => /eqP -> /eqP ->.
rewrite expnS => lt lt' ne.
have [/eqP e | ne0] := boolP (digit W 0 n == digit W 0 n'); last by exists 0.
have [||| i lt_i ne_i] := IH (n %/ W) (n' %/ W); rewrite ?ltn_divLR // 1?mulnC //.
  apply: contra ne => /eqP e'; rewrite (divn_eq n W) (divn_eq n' W) e'.
  by move: e; rewrite /digit expn0 !divn1 => ->.
by exists i.+1 => //; move: ne_i; rewrite /digit -!divnMA -expnS.
Qed.

(** * One row under its own key *)

Section LastRow.

Variables (W p n h : nat).
Hypothesis few : forall a a' s s', a < W -> a' < W -> a <> a' -> s < W * W -> s' < W * W ->
  #|[set x : 'I_W | last_steps W p (a * x + s) == last_steps W p (a' * x + s')]| <= h.

Lemma last_row_share (v v' : nat -> nat) t t' :
  (forall i, v i < W) -> (forall i, v' i < W) -> (exists2 i, i < n & v i != v' i) ->
  share (fun k : {ffun 'I_n -> 'I_W} =>
    last_steps W p (t + \sum_(i < n) v i * k i)
      == last_steps W p (t' + \sum_(i < n) v' i * k i)) h W.
Proof.
move=> vW v'W [i lt_i ne]; have M0 : 0 < W * W.
  by rewrite muln_gt0 !(leq_ltn_trans (leq0n _) (vW 0)).
apply: (share_draw (p := part_word _ (Ordinal lt_i))) => k.
apply: share_count; last by rewrite card_ord.
pose rest t (v : nat -> nat) := (t + \sum_(j < n | j != Ordinal lt_i) v j * k j) %% (W * W).
have restE t0 (v0 : nat -> nat) (x : 'I_W) :
    last_steps W p (t0 + \sum_(j < n) v0 j * put (part_word _ (Ordinal lt_i)) k x j)
      = last_steps W p (v0 i * x + rest t0 v0).
  rewrite /last_steps modnDmr (bigD1 (Ordinal lt_i)) //= ffunE eqxx addnCA.
  congr (((_ + (_ + _)) %% _) %% _ %% _); apply: eq_bigr => j /negbTE ne_j.
  by rewrite ffunE ne_j.
have ne' : v i <> v' i by apply/eqP.
apply: leq_trans (few (s := rest t v) (s' := rest t' v') (vW i) (v'W i) ne' _ _);
  try exact: ltn_pmod.
by apply: subset_leq_card; apply/subsetP => x; rewrite !inE !restE.
Qed.

End LastRow.

(** * The construction *)

Section Construction.

(** Words of w bits, W = 2^w, and the prime p above them. *)
Variables W p : nat.
(** The words of a block, little-endian or big-endian: N of them. *)
Variables (N : nat) (words : seq byte -> nat -> nat).
(** The length has c words and a polynomial d. *)
Variables c d : nat.
(** The polynomials are modulo the prime q = 2^127 - 1, at one of 2^126 points. *)
Variables q points : nat.
(** The key has B + 1 words for the rows over a block, and words for the last steps of S + 1
    rows. *)
Variables B S : nat.

(** One row's words for (1, n, P). *)
Notation last_key := [finType of {ffun 'I_(c + d).+1 -> 'I_W}].

(** A key: the words of the rows over a block; those of the last steps; 128 bits for the point. *)
Definition key : finType :=
  prod_finType
    (prod_finType [finType of {ffun 'I_B.+1 -> 'I_W}] [finType of {ffun 'I_S.+1 -> last_key}])
    [finType of 'I_(4 * points)].

Implicit Types (k : key) (m : seq byte).

(** A block of a message. *)
Definition block i m : seq byte := take 4096 (drop (i * 4096) m).

(** The values of the blocks for row j. Its words of the key start after the factor of the
    length. *)
Definition values j k m : seq nat :=
  [seq value W p (row N (words (block i m)) (j + 1) k.1.1) | i <- iota 0 (pieces 4096 (size m))].

(** The polynomial of row j. It starts with 1. The upper two bits of the point are not used:
    [hash_long] *)
Definition polynomial j k m : nat := horner q 1 (k.2 %% points) (values j k m).

(** (1, n, P) as words. *)
Definition last_words (n P i : nat) : nat :=
  if i is i'.+1 then if i' < c then digit W i' n else digit W (i' - c) P else 1.

(** Row j of a long message: [long]. *)
Definition long_row j k m : nat :=
  last_steps W p
    (\sum_(i < (c + d).+1) last_words (size m) (polynomial j k m) i * k.1.2 (inord j) i).

(** The length before the words of a message. *)
Definition length_first m (i : nat) : nat := if i is i'.+1 then words m i' else size m.

(** Row j of a message of at most one block: [short]. *)
Definition short_row j k m : nat := last_steps W p (row N.+1 (length_first m) j k.1.1).

Definition hash_row j k m : nat := if size m <= 4096 then short_row j k m else long_row j k m.

(** The first rows of the hash of a message. *)
Definition hash (rows : nat) k m : seq nat := [seq hash_row j k m | j <- iota 0 rows].

Lemma hash_rows rows k m m' : hash rows k m = hash rows k m' ->
  forall j, j < rows -> hash_row j k m = hash_row j k m'.
Proof.
move=> e j lt_j; have := congr1 (fun s => nth 0 s j) e.
by rewrite !(nth_map 0) ?size_iota // nth_iota.
Qed.

(** * Assumptions *)

Hypotheses (p_prime : prime p) (Wp : W < p) (p2W : p <= 2 * W).
Hypotheses (q_prime : prime q) (pq : p <= q) (points_q : points <= q) (points0 : 0 < points).
Hypotheses (W_block : 4096 < W) (W_c : W ^ c = 2 ^ 64) (W_d : q <= W ^ d).
Hypothesis words_lt : forall m i, words m i < W.
Hypothesis words_differ : forall m m', size m = size m' -> m != m' -> size m <= 4096 ->
  exists2 i, i < N & words m i != words m' i.

(** The numbers of words of a key that make the hashes of one row agree, and that are not excluded
    for a further row. *)
Variables h1 h2 : nat.
Hypothesis few1 : forall a a' s s', a < W -> a' < W -> a <> a' -> s < W * W -> s' < W * W ->
  #|[set x : 'I_W | last_steps W p (a * x + s) == last_steps W p (a' * x + s')]| <= h1.
Hypothesis few2 : forall a a' s s', a < W -> a' < W -> a <> a' ->
  #|[set x : 'I_W | apart W p [:: -1; 0; 1]%Z (a * x + s) (a' * x + s')]| <= h2.

(** One more row than the number R, within the words of the key. *)
Variable R : nat.
Hypotheses (R_S : R <= S) (R_B : N + R <= B).

(** The number of words of the key, of W^2, that make the hashes of messages with a common word
    agree. *)
Definition near : nat := 2 * W + 12 * (p - W).

Let W0 : 0 < W. Proof. exact: leq_trans W_block. Qed.

(** A word of the rows over a block, and all words of the last step of a row. *)
Definition block_word i : part key [finType of 'I_W] :=
  part_comp (part_comp (part_fst _ _) (part_fst _ _)) (part_word _ (inord i : 'I_B.+1)).
Definition last_part j : part key last_key :=
  part_comp (part_comp (part_fst _ _) (part_snd _ _)) (part_word _ (inord j : 'I_S.+1)).

Lemma event_mean (P : pred 'I_W) n : #|[set x | P x]| <= n -> mean (fun x => P x : nat) n W.
Proof. by move=> few; apply/share_mean/share_count => //; rewrite card_ord. Qed.

(** * Messages of at most one block *)

Let first_next a b (j : nat) : nat := if j is 0 then a else b.

Let prod_first_next a b n : \prod_(j < n.+1) first_next a b j = a * b ^ n.
Proof. by rewrite big_ord_recl /= prod_nat_const card_ord. Qed.

Theorem short_share m m' : size m <= 4096 -> size m' <= 4096 -> m != m' ->
  share (fun k => hash R.+1 k m == hash R.+1 k m') (h1 * h2 ^ R) (W ^ R.+1).
Proof.
move=> le_m le_m' ne.
have lt0 m0 : size m0 <= 4096 -> forall i, length_first m0 i < W.
  by move=> le [|i]; [apply: leq_ltn_trans W_block | apply: words_lt].
have diff : exists2 i, i < N.+1 & length_first m i != length_first m' i.
  have [/eqP sz | ne_size] := boolP (size m == size m'); last by exists 0.
  by have [i lt_i ne_i] := words_differ sz ne le_m; exists i.+1.
have [f [f_N ne_f same]] := first_place diff.
pose E j (k : key) : bool := event (length_first m) (length_first m') N.+1 f p (last_steps W p)
  [:: -1; 0; 1]%Z 0 j k.1.1.
have in_B j : j < R.+1 -> f + (j + 0) <= B.
  by rewrite addn0 => lt_j; apply: leq_trans R_B; apply: leq_add.
apply/share_mean; rewrite -prod_first_next.
apply: (mean_le (G := fun k : key => \prod_(j < R.+1) E j k)) => [k|].
  apply: (events_le (F := fun j => E j k)) => /eqP/hash_rows e j /e.
  rewrite /hash_row le_m le_m' lt0b => ej; rewrite /E.
  have agree := agree_event f_N same (steps_apart p_prime Wp p2W).
  by apply: agree; rewrite addn0.
apply: (chain (p := fun j => block_word (f + (j + 0))) (F := fun j k => E j k)
  (N := first_next h1 h2)) => [i j k x /andP[ij lt_j] | j k lt_j].
  by congr nat_of_bool; apply: event_put; rewrite // in_B.
apply: event_mean; apply: event_few; rewrite ?in_B //; try exact: lt0.
by move=> s; rewrite /last_steps modn_mod.
Qed.

(** Messages of one length: a difference of the values of the first row, and little more. *)
Theorem short_same_share m m' : size m <= 4096 -> size m = size m' -> m != m' ->
  share (fun k => hash R.+1 k m == hash R.+1 k m') (near * h2 ^ R) (W ^ R.+2).
Proof.
move=> le_m sz ne; have le_m' : size m' <= 4096 by rewrite -sz.
have lt0 m0 : size m0 <= 4096 -> forall i, length_first m0 i < W.
  by move=> le [|i]; [apply: leq_ltn_trans W_block | apply: words_lt].
have diff : exists2 i, i < N.+1 & length_first m i != length_first m' i.
  by have [i lt_i ne_i] := words_differ sz ne le_m; exists i.+1.
have pos : 0 < length_first m 0.
  rewrite lt0n; apply: contra ne => /eqP /= m0; move: (sz); rewrite m0 => /esym/size0nil ->.
  by move/size0nil: m0 => ->.
have := common_share p_prime Wp p2W R_B few2 (lt0 m le_m) (lt0 m' le_m') pos sz diff => few.
apply: (share_draw (p := part_comp (part_fst _ _) (part_fst _ _))) => k.
apply: share_sub few => x /eqP/hash_rows e; apply/allP => j.
rewrite mem_iota add0n => /andP[_ lt_j].
by have := e j lt_j; rewrite /hash_row le_m le_m' /short_row => ->.
Qed.

(** * Messages of different lengths, at least one of them of more than a block *)

Lemma inord_neq i j : i <= S -> j <= S -> j != i -> (inord j == inord i :> 'I_S.+1) = false.
Proof. by move=> le_i le_j ne; rewrite -val_eqE /= !inordK // (negbTE ne). Qed.

Lemma hash_row_put i j k x m : i <= S -> j <= S -> j != i ->
  hash_row j (put (last_part i) k x) m = hash_row j k m.
Proof.
move=> le_i le_j ne; rewrite /hash_row; case: ifP => // _; rewrite /long_row.
by rewrite ffunE inord_neq.
Qed.

Lemma last_words_lt n P i : last_words n P i < W.
Proof.
case: i => [|i] /=; first exact: leq_ltn_trans (isT : 1 <= 4096) W_block.
by case: ifP => _; apply: ltn_pmod.
Qed.

(** The last step of a long message, after x replaces a word that only its row has. *)
Lemma long_row_put j k x m : j <= S ->
  long_row j (put (last_part j) k x) m
    = last_steps W p (0 + \sum_(i < (c + d).+1) last_words (size m) (polynomial j k m) i * x i).
Proof. by move=> le_j; rewrite /long_row add0n ffunE eqxx. Qed.

Theorem lengths_share m m' : size m < 2 ^ 64 -> size m' < 2 ^ 64 -> size m != size m' ->
  4096 < maxn (size m) (size m') ->
  share (fun k => hash R.+1 k m == hash R.+1 k m') (h1 ^ R.+1) (W ^ R.+1).
Proof.
wlog le : m m' / size m <= size m' => [H lt lt' ne long|].
  have [le | /ltnW le] := leqP (size m) (size m'); first exact: H.
  apply: share_sub (H m' m le lt' lt _ _) => [k | |]; rewrite 1?eq_sym // 1?maxnC //.
rewrite (maxn_idPr le) => lt lt' ne long.
pose E j (k : key) : bool := hash_row j k m == hash_row j k m'.
have -> : h1 ^ R.+1 = \prod_(j < R.+1) h1 by rewrite prod_nat_const card_ord.
apply/share_mean; apply: (mean_le (G := fun k : key => \prod_(j < R.+1) E j k)) => [k|].
  by apply: (events_le (F := fun j => E j k)) => /eqP/hash_rows e j /e; rewrite lt0b => /eqP.
apply: (chain (p := last_part) (F := fun j k => E j k) (N := fun=> h1)).
  move=> i j k x /andP[ij lt_j]; have le_j : j <= S by rewrite -ltnS (leq_trans lt_j).
  have le_i : i <= S := leq_trans (ltnW ij) le_j.
  have ne_ji : j != i by rewrite gtn_eqF.
  by rewrite /E !hash_row_put.
move=> j k lt_j; apply/share_mean; have le_j : j <= S by rewrite -ltnS (leq_trans lt_j).
rewrite /E /hash_row (leqNgt (size m')) long /=; have [le_m | gt_m] := leqP (size m) 4096.
  pose t := row N.+1 (length_first m) j k.1.1.
  have one : exists2 i, i < (c + d).+1 & 0 != last_words (size m') (polynomial j k m') i.
    by exists 0.
  have few := last_row_share few1 t 0 (v := fun=> 0) (fun=> W0) (last_words_lt _ _) one.
  apply: (share_sub _ few) => x; rewrite (long_row_put _ _ _ le_j) /short_row.
  by rewrite [\sum_(i < _) 0 * _]big1 ?addn0 // => i _; rewrite mul0n.
have digits : exists2 i, i < (c + d).+1 &
    last_words (size m) (polynomial j k m) i != last_words (size m') (polynomial j k m') i.
  have [|| i lt_i ne_i] := digits_differ (c := c) W0 _ _ ne; rewrite ?W_c //.
  by exists i.+1; rewrite ?ltnS ?ltn_addr //= lt_i.
apply: share_sub (last_row_share few1 0 0 (last_words_lt _ _) (last_words_lt _ _) digits) => x.
by rewrite !long_row_put.
Qed.

(** * Messages of one length of more than a block *)

(** Different polynomials make the last step of a row agree with probability at most near / W^2. *)
Definition last_agree j m m' (k : key) : bool :=
  (polynomial j k m != polynomial j k m') && (long_row j k m == long_row j k m').

Lemma horner_lt r v : horner q 1 r v < q.
Proof.
have q0 := prime_gt0 q_prime; rewrite /horner.
by elim/last_ind: v => [|v x _]; rewrite ?foldl_rcons ltn_pmod.
Qed.

Lemma row_sum (w : nat -> nat) n (x : {ffun 'I_n.+1 -> 'I_W}) :
  row n.+1 w 0 x = \sum_(i < n.+1) w i * x i.
Proof.
by rewrite /row big_mkord; apply: eq_bigr => i _; rewrite addn0 /key_word word_at_ord.
Qed.

Lemma last_agree_share j m m' k : j <= S -> size m = size m' ->
  share (fun x => last_agree j m m' (put (last_part j) k x)) near (W * W).
Proof.
move=> le_j eq_size.
have [eq_p | ne_p] := eqVneq (polynomial j k m) (polynomial j k m').
  apply: share_weaken (leq0n near) _; apply: share0 => x.
  have polyE m0 : polynomial j (put (last_part j) k x) m0 = polynomial j k m0 by [].
  by rewrite /last_agree !polyE eq_p eqxx.
have digits : exists2 i, i < (c + d).+1 &
    last_words (size m) (polynomial j k m) i != last_words (size m') (polynomial j k m') i.
  have [|| i lt_i ne_i] := digits_differ (c := d) W0 _ _ ne_p.
  - by apply: leq_trans (horner_lt _ _) W_d.
  - by apply: leq_trans (horner_lt _ _) W_d.
  exists (c + i).+1; rewrite ?ltnS ?ltn_add2l //= ltnNge leq_addr /=.
  by rewrite addKn.
have in_row : c + d + 0 <= c + d by rewrite addn0.
have := common_share p_prime Wp p2W in_row few2 (last_words_lt _ _) (last_words_lt _ _)
  isT (erefl 1) digits.
rewrite expn0 muln1 -mulnn; apply: share_sub => x.
by case/andP => _; rewrite !long_row_put // !add0n /= andbT !row_sum.
Qed.

(** Different values of the blocks make the polynomials agree at few points. *)
Definition poly_agree j m m' (k : key) : bool :=
  (values j k m != values j k m') && (polynomial j k m == polynomial j k m').

Lemma point_fibre (v : nat) : #|[set u : 'I_(4 * points) | u %% points == v]| <= 4.
Proof.
apply: (@count_classes _ _ (iota 0 4) (fun u : 'I_(4 * points) => u %/ points) 1) => [u _ | i _].
  by rewrite mem_iota /= add0n ltn_divLR.
apply: count_one => u u' /andP[/eqP eu /eqP cu] /andP[/eqP eu' /eqP cu'].
by apply: val_inj; rewrite /= (divn_eq u points) (divn_eq u' points) eu eu' cu cu'.
Qed.

Lemma values_lt j k m : all (ltn^~ q) (values j k m).
Proof.
apply/allP => v /mapP[i _ ->]; apply: leq_trans pq.
by rewrite ltn_pmod ?prime_gt0.
Qed.

Lemma poly_agree_share j m m' : size m = size m' ->
  share (poly_agree j m m') (pieces 4096 (size m)).-1 points.
Proof.
move=> eq_size; apply: (share_draw (p := part_snd _ _)) => k.
have [eq_v | ne_v] := eqVneq (values j k m) (values j k m').
  apply: share_weaken (leq0n _) _; apply: share0 => u.
  by rewrite /poly_agree /values /= in eq_v *; rewrite eq_v eqxx.
have lt u : u %% points < q by apply: leq_trans points_q; rewrite ltn_pmod.
have := horner_share q_prime (fun u : 'I_(4 * points) => lt u) point_fibre
  (values_lt j k m) (values_lt j k m') ne_v.
rewrite !size_map !size_iota -eq_size eqxx => few.
apply: (@share_unscale _ _ _ _ 4) => //; rewrite (mulnC 4 (_.-1)).
apply: share_count; last by rewrite card_ord.
apply: leq_trans few; apply: subset_leq_card; apply/subsetP => u; rewrite !inE.
by case/andP => _ /eqP; rewrite /polynomial => ->.
Qed.

(** In block i the values agree in all rows of a set, and the last steps agree in the others. *)
Section Block.

Variables (m m' : seq byte) (i f : nat).
Hypotheses (f_N : f < N) (ne_f : words (block i m) f != words (block i m') f).
Hypothesis same : forall u, u < f -> words (block i m) u = words (block i m') u.

Definition value_event j (k : key) : bool :=
  event (words (block i m)) (words (block i m')) N f p (value W p) [:: 0%Z] 1 j k.1.1.

Let in_B j : j < R.+1 -> f + (j + 1) <= B.
Proof. by rewrite addnA addn1 => lt_j; apply: leq_trans R_B; rewrite -addSn leq_add. Qed.

Lemma value_event_mean :
  mean (fun k => \prod_(j < R.+1) (W * W * value_event j k + near))
    (W ^ R.+1 * ((2 * W + near) * (3 * W + near) ^ R)) (W ^ R.+1).
Proof.
pose N' j := W * first_next (2 * W + near) (3 * W + near) j.
have -> : W ^ R.+1 * ((2 * W + near) * (3 * W + near) ^ R) = \prod_(j < R.+1) N' j.
  by rewrite big_split /= prod_nat_const card_ord prod_first_next.
apply: (chain (p := fun j => block_word (f + (j + 1)))
    (F := fun j k => W * W * value_event j k + near) (N := N'))
  => [j' j k x /andP[lt lt_j] | j k lt_j].
  by congr (_ * nat_of_bool _ + _); apply: event_put; rewrite // in_B.
have few : #|[set x | value_event j (put (block_word (f + (j + 1))) k x)]| <= first_next 2 3 j.
  apply: event_few; rewrite ?in_B //; try exact: words_lt.
  - by move=> s; rewrite /value modn_mod.
  - by move=> a a' s s' aW a'W ne sM s'M; apply: row_two.
  by move=> a a' s s' aW a'W ne; apply: (apart_three p_prime Wp aW a'W ne s s' [:: 0%Z]).
have -> : N' j = W * W * first_next 2 3 j + W * near.
  by rewrite /N' -mulnA -mulnDr; case: (j) => [|?] /=; congr (_ * (_ + _)); apply: mulnC.
apply: mean_add; first exact: mean_times (event_mean few).
by have := mean_scale W (mean_const [finType of 'I_W] near); rewrite muln1.
Qed.

Lemma value_or_last : size m = size m' ->
  share (fun k => all (fun j => value_event j k || last_agree j m m' k) (iota 0 R.+1))
    ((2 * W + near) * (3 * W + near) ^ R) (W ^ R.+1 * W ^ R.+1).
Proof.
move=> eq_size; apply/share_mean.
apply: (mean_le (G := fun k => \prod_(j < R.+1) (value_event j k + last_agree j m m' k))) => [k|].
  apply: (events_le (F := fun j => value_event j k + last_agree j m m' k)) => /allP H j lt_j.
  by rewrite addn_gt0 !lt0b; apply: H; rewrite mem_iota.
have H : (\sum_k \prod_(j < R.+1) (value_event j k + last_agree j m m' k)) * (W * W) ^ R.+1
    <= \sum_k \prod_(j < R.+1) (W * W * value_event j k + near).
  apply: (chain_or (p := last_part) (V := fun j k => value_event j k : nat)
    (L := fun j k => last_agree j m m' k : nat)) => //.
    move=> j' j k x lt_j' lt_j ne; rewrite /last_agree /long_row ffunE.
    by rewrite inord_neq 1?eq_sym // -ltnS (leq_trans _ (_ : R.+1 <= _)).
  move=> j k lt_j; apply/share_mean; apply: last_agree_share => //.
  by rewrite -ltnS (leq_trans lt_j).
have W_R : 0 < W ^ R.+1 by rewrite expn_gt0 W0.
rewrite /mean -expnMn -(leq_pmul2l W_R) mulnC; apply: leq_trans (leq_mul H (leqnn _)) _.
by apply: leq_trans value_event_mean _; rewrite -mulnA.
Qed.

End Block.

Lemma share_has (K : finType) (P : nat -> pred K) n b D :
  (forall j, j < n -> share (P j) b D) ->
  share (fun x : K => has (fun j => P j x) (iota 0 n)) (n * b) D.
Proof.
elim: n => [|n IH] H; first by rewrite mul0n; apply: share0.
have := share_or (IH (fun j lt => H j (ltnW lt))) (H n (leqnn _)); rewrite mulSn addnC.
by apply: share_sub => x; rewrite -addn1 iotaD has_cat /= orbF.
Qed.

(** The bound is b / W^(R + 1), and W^(R + 1) e is 2^126. *)
Variables e b : nat.
Hypothesis W_e : W ^ R.+1 * e = points.
Hypothesis long_b : (2 * W + near) * (3 * W + near) ^ R <= b * W ^ R.+1.

Let to_points P n : share (K := key) P n (W ^ R.+1) -> share P (n * e) points.
Proof. by move/(share_scale e); rewrite -W_e ![e * _]mulnC. Qed.

Theorem long_share m m' : size m = size m' -> m != m' -> 4096 < size m ->
  share (fun k => hash R.+1 k m == hash R.+1 k m')
    (b * e + R.+1 * (pieces 4096 (size m)).-1) points.
Proof.
move=> eq_size ne long.
have [i lt_i ne_i] := Basics.words_differ (isT : 0 < 4096) eq_size ne.
have ne_b : block i m != block i m' by apply: contra ne_i => /eqP; rewrite /word /block => ->.
have size_b : size (block i m) = size (block i m') by rewrite !size_take !size_drop eq_size.
have le_b : size (block i m) <= 4096 by rewrite size_take; case: ltnP => // /ltnW.
have [f [f_N ne_f same]] := first_place (words_differ size_b ne_b le_b).
have W_R : 0 < W ^ R.+1 by rewrite expn_gt0 W0.
have in_rows := share_weaken long_b (value_or_last f_N ne_f eq_size).
rewrite (mulnC b) in in_rows; have {}in_rows := to_points (share_unscale W_R in_rows).
have polys := share_has (fun j (_ : j < R.+1) => poly_agree_share j eq_size).
apply: share_sub (share_or in_rows polys) => k /eqP/hash_rows rows.
rewrite orbC; case: hasP => [// | none]; rewrite orFb; apply/allP => j.
rewrite mem_iota add0n => /andP[_ lt_j].
have := rows j lt_j; rewrite /hash_row -eq_size (leqNgt (size m)) long /= => same_row.
have [eq_v | ne_v] := eqVneq (values j k m) (values j k m').
  apply/orP; left; rewrite /value_event.
  have agree := agree_event f_N same (values_apart p_prime Wp p2W).
  apply: agree; rewrite -!/(value W p _).
  have lt_p : i < pieces 4096 (size m) by rewrite ltnNge pieces_le // -ltnNge.
  have := congr1 (fun s => nth 0 s i) eq_v.
  by rewrite !(nth_map 0) ?size_iota -?eq_size // !nth_iota -?eq_size.
rewrite /last_agree same_row eqxx andbT; apply/orP; right; apply/negP => eq_p; apply: none.
by exists j; rewrite ?mem_iota // /poly_agree ne_v.
Qed.

Hypotheses (short_b : h1 * h2 ^ R <= b) (lengths_b : h1 ^ R.+1 <= b).

(** Two different messages of up to 2^64 - 1 bytes. *)
Theorem any_share m m' : size m < 2 ^ 64 -> size m' < 2 ^ 64 -> m != m' ->
  share (fun k => hash R.+1 k m == hash R.+1 k m')
    (b * e + R.+1 * (pieces 4096 (maxn (size m) (size m'))).-1) points.
Proof.
move=> lt lt' ne.
have enough P n : share (K := key) P n (W ^ R.+1) -> n <= b ->
    share P (b * e + R.+1 * (pieces 4096 (maxn (size m) (size m'))).-1) points.
  move=> H le; apply: share_weaken (to_points H); apply: leq_trans (leq_addr _ _).
  by rewrite leq_mul2r le orbT.
have [short | long] := leqP (maxn (size m) (size m')) 4096.
  have := short; rewrite geq_max => /andP[le le'].
  exact: enough (short_share le le' ne) short_b.
have [eq_size | ne_size] := eqVneq (size m) (size m').
  by move: long; rewrite -eq_size maxnn; apply: long_share.
exact: enough (lengths_share lt lt' ne_size long) lengths_b.
Qed.

End Construction.

(** The points are below the prime. *)
Lemma few_points : 2 ^ 126 <= 2 ^ 127 - 1. Proof. by lia. Qed.
Lemma some_points : 0 < 2 ^ 126. Proof. by rewrite expn_gt0. Qed.

(* Assumes nothing: last_row_share. *)
(* Assumes nothing: short_share. *)
(* Assumes nothing: short_same_share. *)
(* Assumes nothing: lengths_share. *)
(* Assumes nothing: long_share. *)
(* Assumes nothing: any_share. *)
