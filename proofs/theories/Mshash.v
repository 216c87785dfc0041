(** mshash: messages of up to 256 bytes, by multiply-shift up to 32 bytes and NH above.

    [mshash::hash]; the modules [mshash::bound] and [mshash::oneshot]. The longer messages are those of
    CLHASH, under other words of the key ([Clhash]). *)

From Coq Require Import Lia.
From mathcomp Require Import all_ssreflect zify.
From Hash Require Import Basics Counting MultiplyShift NH MapShort MapFinish.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Implicit Types (m : seq byte) (T : {set 'I_64}).

(** * Counting *)

(** Whatever the first part of a key is, exactly N of D second parts satisfy P. *)
Lemma share_eq_pair (A B : finType) (P : pred (A * B)) N D :
  (forall a, share_eq (fun b => P (a, b)) N D) -> share_eq P N D.
Proof.
move=> HP; rewrite /share_eq card_pairs big_distrl /=.
by rewrite (eq_bigr (fun=> N * #|B|)) => [|a _]; rewrite ?HP // sum_nat_const card_prod mulnCA.
Qed.

(** * Words of a message *)

(** Four bytes twice. *)
Definition twice (x : nat) : nat := x + 256 ^ 4 * x.

(** The words of a message of at most 32 bytes: [two_words], and four words from 17 bytes on. *)
Definition short_words m : seq nat :=
  if size m < 4 then
    [:: number 0 1 m + 256 * (number (size m)./2 1 m + 256 * number (size m - 1) 1 m)]
  else if size m < 8 then [:: twice (number 0 4 m); twice (number (size m - 4) 4 m)]
  else if size m <= 16 then [:: number 0 8 m; number (size m - 8) 8 m]
  else [:: number 0 8 m; number 8 8 m; number (size m - 16) 8 m; number (size m - 8) 8 m].

Lemma twice_inj x y : x < 256 ^ 4 -> y < 256 ^ 4 -> twice x = twice y -> x = y.
Proof. by move=> x4 y4 /(digits_inj x4 y4)[]. Qed.

Lemma short_words_lt m i : nth 0 (short_words m) i < 256 ^ 8.
Proof.
have b0 : 0 < 256 by [].
have three : forall x, x < 256 ^ 3 -> x < 256 ^ 8.
  by move=> x lt; apply: leq_trans lt _; apply: (leq_pexp2l b0 (isT : 3 <= 8)).
have z : 0 < 256 ^ 8 by rewrite expn_gt0.
rewrite /short_words; case: ifP => _.
  case: i => [|i] /=; last by rewrite nth_nil.
  by apply: three; apply: (three_lt (number_lt _ _ _) (number_lt _ _ _) (number_lt _ _ _)).
case: ifP => _.
  have two x : x < 256 ^ 4 -> twice x < 256 ^ 8 by move=> x4; exact: (join_lt x4 x4).
  by case: i => [|[|i]] /=; rewrite ?nth_nil //; apply: two; apply: number_lt.
case: ifP => _; first by case: i => [|[|i]] /=; rewrite ?nth_nil // number_lt.
by case: i => [|[|[|[|i]]]] /=; rewrite ?nth_nil // number_lt.
Qed.

(** Messages of one length of at most 32 bytes with the same words are the same. *)
Theorem short_words_inj m m' : size m <= 32 -> size m = size m' ->
  (forall i, i < 4 -> nth 0 (short_words m) i = nth 0 (short_words m') i) -> m = m'.
Proof.
move=> le32 eq_size; rewrite /short_words -eq_size => e.
have {e} [e0 [e1 [e2 e3]]] := (e 0 isT, (e 1 isT, (e 2 isT, e 3 isT))).
apply: (eq_from_nth (x0 := ord0)) => // j lt_j; move: e0 e1 e2 e3.
case: (ltnP (size m) 4) => [lt4 | ge4] /=.
  move=> e _ _ _; have d1 i t : number i 1 t < 256 by have := number_lt i 1 t; rewrite expn1.
  have [e0 e12] := digits_inj (d1 _ _) (d1 _ _) e; have [e1 e2] := digits_inj (d1 _ _) (d1 _ _) e12.
  clear e e12.
  have [->|[jE|jE]] : j = 0 \/ j = (size m)./2 \/ j = size m - 1.
    by move: (size m) lt4 lt_j; clear => -[|[|[|[|n]]]] //; case: j => [|[|[|j]]] //; auto.
  - by apply: number_nth e0 _.
  - by apply: number_nth e1 _ => //; rewrite jE; lia.
  - by apply: number_nth e2 _ => //; rewrite jE; lia.
case: (ltnP (size m) 8) => [lt8 | ge8] /=.
  move/(twice_inj (number_lt _ _ _) (number_lt _ _ _)) => e0.
  move/(twice_inj (number_lt _ _ _) (number_lt _ _ _)) => e1 _ _.
  have [j4|j4] := ltnP j 4; first by apply: number_nth e0 _.
  by apply: number_nth e1 _ => //; move: (size m) ge4 lt8 lt_j j4; clear; lia.
case: (leqP (size m) 16) => [le16 | gt16] /=.
  move=> e0 e1 _ _; have [j8|j8] := ltnP j 8; first by apply: number_nth e0 _.
  by apply: number_nth e1 _ => //; move: (size m) ge8 le16 lt_j j8; clear; lia.
move=> e0 e1 e2 e3; have [j8|j8] := ltnP j 8; first by apply: number_nth e0 _.
have [j16|j16] := ltnP j 16; first by apply: number_nth e1 _ => //; apply/andP.
have [jl|jl] := ltnP j (size m - 8); [apply: number_nth e2 _ | apply: number_nth e3 _] => //;
  by move: (size m) le32 gt16 lt_j j16 jl; clear; lia.
Qed.

(** * Pairs of words of a longer message *)

(** The place of pair i of a message of n bytes: the first 32 bytes, the last 32, and runs of 32
    between them. *)
Definition place (n i : nat) : nat :=
  if i < 2 then 16 * i else if i < 4 then n + 16 * i - 64 else 16 * i - 32.

Definition places (n : nat) : nat := 4 + 2 * ((n - 33) %/ 32).

Definition pairs_of m (i : nat) : option (nat * nat) :=
  Some (number (place (size m) i) 8 m, number (place (size m) i + 8) 8 m).

Lemma places_le n : n <= 256 -> places n <= 16.
Proof.
move=> le; have : (n - 33) %/ 32 <= 6 by rewrite -ltnS ltn_divLR //; move: le; clear; lia.
by rewrite /places; move: (_ %/ _) => q; clear; lia.
Qed.

(** The pairs cover the message. *)
Lemma covered n j : 32 < n -> j < n ->
  exists2 i, i < places n & place n i <= j < place n i + 16.
Proof.
move=> n32 jn; rewrite /places; have := divn_eq (n - 33) 32; have := ltn_pmod (n - 33) (isT : 0 < 32).
move: (_ %/ 32) (_ %% 32) => q r r32 nE.
have [j16|j16] := ltnP j 16; first by exists 0; rewrite /place //=; move: j16; clear; lia.
have [j32|j32] := ltnP j 32; first by exists 1; rewrite /place //=; move: j16 j32; clear; lia.
have [jl|jl] := leqP (n - 16) j.
  by exists 3; rewrite /place //=; move: n32 jn jl; clear; lia.
have [jl'|jl'] := leqP (n - 32) j.
  by exists 2; rewrite /place //=; move: n32 jn jl jl'; clear; lia.
have := divn_eq (j - 32) 16; have := ltn_pmod (j - 32) (isT : 0 < 16).
move: (_ %/ 16) (_ %% 16) => s t t16 jE.
exists (4 + s); first by move: nE r32 jl' jE t16 j32; clear; lia.
by rewrite /place !ltnNge /= -!ltnNge ?leq_addr; move: jE t16 j32; clear; lia.
Qed.

(** So messages of one length that differ have a pair that differs. *)
Lemma pairs_differ m m' : 32 < size m -> size m = size m' -> m != m' ->
  exists2 i, i < places (size m) & pairs_of m i != pairs_of m' i.
Proof.
move=> n32 eq_size ne.
have [/existsP[i nei]|] := boolP [exists i : 'I_(places (size m)), pairs_of m i != pairs_of m' i].
  by exists i.
rewrite negb_exists => /forallP same; case/eqP: ne.
apply: (eq_from_nth (x0 := ord0)) => // j lt_j.
have [i lt_i /andP[ij ji]] := covered n32 lt_j.
have /negPn/eqP := same (Ordinal lt_i); rewrite /pairs_of -eq_size /= => -[e0 e1].
have [j8|j8] := ltnP j (place (size m) i + 8); first by apply: number_nth e0 _; rewrite ?ij.
by apply: number_nth e1 _; rewrite ?j8 //= -addnA.
Qed.

(** * NH modulo W^2 *)

Section Nh.

Variable W : nat.
Hypothesis W_pos : 0 < W.

(** Two different pairs of words, and any difference: at most one of W keys. *)
Theorem pair_difference (p p' : nat * nat) u u' : below W p -> below W p' -> p != p' ->
  share (fun k : 'I_W * 'I_W =>
    nh_pair W p' (nat_pair k) + u' == nh_pair W p (nat_pair k) + u %[mod W * W]) 1 W.
Proof.
case: p p' => a b [a' b'] /andP[/= aW bW] /andP[/= a'W b'W] ne.
have [/eqP aa' | /negPn/eqP aa'] := boolP (a != a').
  apply: (share_draw (p := part_snd _ _)) => -[k l]; apply: share_count; last by rewrite card_ord.
  rewrite /nh_pair /=; apply: pair_one; rewrite ?ltn_pmod //.
  exact: wrap_neq (ltn_ord k) aa'.
apply: (share_draw (p := part_fst _ _)) => -[k l]; apply: share_count; last by rewrite card_ord.
rewrite /nh_pair /=; under eq_finset do rewrite mulnC (mulnC ((a + _) %% W)).
apply: pair_one; rewrite ?ltn_pmod //; apply: wrap_neq (ltn_ord l) _ => // e.
by move: ne; rewrite aa' e eqxx.
Qed.

(** NH of messages with n pairs of words each: any given difference has at most one of W keys. *)
Theorem nh_difference N n (q q' : nat -> option (nat * nat)) u u' : n <= N ->
  (forall i, exists2 p, q i = Some p & below W p) ->
  (forall i, exists2 p, q' i = Some p & below W p) ->
  (exists2 i, i < n & q i != q' i) ->
  share (fun k : {ffun 'I_N -> 'I_W * 'I_W} => nh n q' 0 k + u' == nh n q 0 k + u %[mod W * W]) 1 W.
Proof.
move=> nN qW q'W [j jn ne]; have jN : j < N by apply: leq_trans nN.
apply: (share_draw (p := part_word _ (Ordinal jN))) => k.
have jn' : Ordinal jN - 0 < n by rewrite subn0.
set r := \sum_(i < n | i != Ordinal jn') nh_term q k 0 i.
set r' := \sum_(i < n | i != Ordinal jn') nh_term q' k 0 i.
have [p qj pW] := qW j; have [p' q'j p'W] := q'W j.
apply: (share_sub _ (pair_difference (r + u) (r' + u') pW p'W _)) => [x|]; last first.
  by apply: contraNneq ne => e; rewrite qj q'j e.
rewrite !(nh_put _ _ _ jn') // -/r -/r' /= subn0 qj q'j.
by rewrite (addnC r') (addnC r) -!addnA.
Qed.

End Nh.

(** * The function *)

Section Mshash.

Variable W : nat.
Hypothesis W_def : W = 2 ^ 64.
Let M := W * W.

Let W0 : 0 < W. Proof. by rewrite W_def expn_gt0. Qed.

Let W_bytes : W = 256 ^ 8.
Proof.
have power b n : b = 2 ^ n -> b ^ 8 = 2 ^ (n * 8) by move=> ->; rewrite -expnM.
by rewrite (power 256 8 erefl) W_def; congr (2 ^ _).
Qed.

Lemma size_lt n : n <= 256 -> n < W.
Proof. by move=> le; apply: leq_ltn_trans le _; rewrite W_def (ltn_exp2l 8 64 (isT : 1 < 2)). Qed.

(** The words of NH; the four factors, that of the length, and the addend. *)
Notation nh_key := {ffun 'I_16 -> 'I_W * 'I_W}.
Notation sum_key := ({ffun 'I_5 -> 'I_M} * 'I_M)%type.
Implicit Types (a : nh_key) (q : nh_key * sum_key).

(** The sum of NH. *)
Definition nh_sum a m : nat := nh (places (size m)) (pairs_of m) 0 a %% M.

(** What the factors multiply: words of the message or a half of the sum, and the length. *)
Definition multiplied a m (i : 'I_5) : nat :=
  if i == 4 :> nat then size m
  else if size m <= 32 then nth 0 (short_words m) i
  else if i == 0 :> nat then nh_sum a m %% W else 0.

(** The half of the sum that has no factor. *)
Definition offset a m : nat := if size m <= 32 then 0 else nh_sum a m %/ W.

(** [hash]: the upper half of X. *)
Definition mshash q m : nat := upper W (linear (multiplied q.1 m) q.2 + W * offset q.1 m).

Lemma mshashE q m :
  mshash q m = (multiply_shift (multiplied q.1 m) q.2 + offset q.1 m) %% W.
Proof.
by rewrite /mshash /multiply_shift !upperE // addnC mulnC divnMDl // modnDml addnC.
Qed.

Lemma mshash_lt q m : mshash q m < W.
Proof. by rewrite mshashE ltn_pmod. Qed.

Lemma multiplied_lt a m i : size m <= 256 -> multiplied a m i < W.
Proof.
move=> le; rewrite /multiplied; case: ifP => _; first exact: size_lt.
case: ifP => _; first by rewrite W_bytes short_words_lt.
by case: ifP => _ //; rewrite ltn_pmod.
Qed.

(** An offset moves each hash to one other. *)
Lemma moved_eq o u : u < W -> exists2 c, c < W & forall d, d < W -> ((d + o) %% W == u) = (d == c).
Proof.
move=> uW; exists ((u + (W - o %% W)) %% W); first by rewrite ltn_pmod.
have cE : ((u + (W - o %% W)) %% W + o) %% W = u.
  rewrite modnDml {2}(divn_eq o W) -addnA (addnC (_ * W)) (addnA (W - _)) subnK ?(ltnW (ltn_pmod _ W0)) //.
  by rewrite -mulSn addnC modnMDl modn_small.
by move=> d dW; rewrite -{1}cE eqn_modDr modn_mod (modn_small dW).
Qed.

(** If something differs that a factor multiplies, the hashes are uniform and independent. *)
Lemma mshash_strong a m m' u v : size m <= 256 -> size m' <= 256 ->
  (exists i, multiplied a m i != multiplied a m' i) -> u < W -> v < W ->
  share_eq (fun k => (mshash (a, k) m == u) && (mshash (a, k) m' == v)) 1 (W * W).
Proof.
move=> le le' ne uW vW; have [c cW cE] := moved_eq (offset a m) uW.
have [c' c'W c'E] := moved_eq (offset a m') vW.
have := @multiply_shift_strong 64 W W_def 5 (multiplied a m) (multiplied a m') c c'
  (fun i => multiplied_lt a i le) (fun i => multiplied_lt a i le') ne cW c'W.
rewrite /share_eq => <-; congr (_ * _); apply: eq_card => k; rewrite !inE !mshashE /=.
by rewrite cE ?c'E //; apply: (upper_lt W_def).
Qed.

(** Messages of different lengths: each pair of hashes has one of 2^128 keys. *)
Theorem mshash_lengths m m' u v : size m <= 256 -> size m' <= 256 -> size m != size m' ->
  u < W -> v < W -> share_eq (fun q => (mshash q m == u) && (mshash q m' == v)) 1 (W * W).
Proof.
move=> le le' ne uW vW; apply: share_eq_pair => a; apply: mshash_strong => //.
by exists (Ordinal (isT : 4 < 5)).
Qed.

(** Messages of one length up to 32 bytes: the same. *)
Theorem mshash_short m m' u v : size m <= 32 -> size m = size m' -> m != m' ->
  u < W -> v < W -> share_eq (fun q => (mshash q m == u) && (mshash q m' == v)) 1 (W * W).
Proof.
move=> le eq_size ne uW vW; have le256 n : n <= 32 -> n <= 256 by move/leq_trans; apply.
apply: share_eq_pair => a; apply: mshash_strong; rewrite -?eq_size ?le256 //.
have [/existsP[i nei]|] := boolP [exists i, multiplied a m i != multiplied a m' i]; first by exists i.
rewrite negb_exists => /forallP same; case/eqP: ne; apply: short_words_inj => // i i4.
have /negPn/eqP := same (Ordinal (ltn_trans i4 (isT : 4 < 5))).
by rewrite /multiplied -eq_size le /= (ltn_eqF i4).
Qed.

(** A bijection of the hash, such as a mixer, keeps what follows: none leaves the hash as it is. *)
Section Bijection.

Variables mix unmix : nat -> nat.
Hypotheses (mix_lt : forall x, x < W -> mix x < W) (unmix_lt : forall x, x < W -> unmix x < W).
Hypotheses (mixK : forall x, x < W -> unmix (mix x) = x) (unmixK : forall x, x < W -> mix (unmix x) = x).

Lemma mix_eq x y : x < W -> y < W -> (mix x == y) = (x == unmix y).
Proof. by move=> xW yW; apply/eqP/eqP => [<-|->]; rewrite ?mixK ?unmixK. Qed.

(** Such hashes agree in any t bits with probability 2^-t. *)
Lemma any_bits m m' T :
  (forall u v, u < W -> v < W ->
    share_eq (fun q => (mshash q m == u) && (mshash q m' == v)) 1 (W * W)) ->
  share_eq (fun q => same_bits T (mix (mshash q m)) (mix (mshash q m'))) 1 (2 ^ #|T|).
Proof.
move=> st; apply: bits_strong => [q|q|u v]; rewrite -W_def ?mix_lt ?mshash_lt // => uW vW.
have := st _ _ (unmix_lt uW) (unmix_lt vW).
by rewrite /share_eq => <-; congr (_ * _); apply: eq_card => q; rewrite !inE !mix_eq ?mshash_lt.
Qed.

Theorem mshash_lengths_mixed m m' T : size m <= 256 -> size m' <= 256 -> size m != size m' ->
  share_eq (fun q => same_bits T (mix (mshash q m)) (mix (mshash q m'))) 1 (2 ^ #|T|).
Proof. by move=> le le' ne; apply: any_bits => u v; apply: mshash_lengths. Qed.

Theorem mshash_short_mixed m m' T : size m <= 32 -> size m = size m' -> m != m' ->
  share_eq (fun q => same_bits T (mix (mshash q m)) (mix (mshash q m'))) 1 (2 ^ #|T|).
Proof. by move=> le eq_size ne; apply: any_bits => u v; apply: mshash_short. Qed.

(** * One length above 32 bytes *)

(** Each hash has one of 2^64 keys. *)
Lemma mshash_uniform a m u : u < W ->
  #|[set k : sum_key | mshash (a, k) m == u]| * W = #|[finType of sum_key]|.
Proof.
move=> uW; have i0 : 0 < 5 by [].
rewrite -[#|[finType of _]|]cardsT.
have -> : [set: sum_key] = [set k | xpredT k] by apply/setP => k; rewrite !inE.
rewrite -(@uniform_shift _ xpredT (fun k => mshash (a, k) m) W (move_word W_def (Ordinal i0) 0 W) _ _ _ _ u uW).
- by [].
- by move=> k; apply: mshash_lt.
- exact: move_word_inj.
- by [].
move=> k _; rewrite !mshashE /=.
have -> : multiply_shift (multiplied a m) (move_word W_def (Ordinal i0) 0 W k) =
    (multiply_shift (multiplied a m) k + 1) %% W.
  by apply: (upper_next W_def); rewrite move_word_linear mul0n.
by rewrite !modnDml addnAC.
Qed.

Section OneLength.

Variables (m m' : seq byte) (T : {set 'I_64}).
Hypotheses (long : 32 < size m) (le : size m <= 256) (eq_size : size m = size m') (ne : m != m').

Let low a m0 := nh_sum a m0 %% W.
Let high a m0 := nh_sum a m0 %/ W.

Let same_low a : bool := low a m == low a m'.

(** By how much the upper half of the sum of the second message is larger. *)
Let delta a : 'I_W := Ordinal (ltn_pmod (high a m' + (W - high a m)) W0).

Let agree q : bool := same_bits T (mix (mshash q m)) (mix (mshash q m')).

Lemma high_lt a m0 : high a m0 < W.
Proof. by rewrite /high ltn_divLR // ltn_pmod ?muln_gt0 ?W0. Qed.

Lemma high_delta a : (high a m + delta a) %% W = high a m'.
Proof.
rewrite /= modnDmr addnCA subnKC ?(ltnW (high_lt a m)) // modnDr modn_small //.
exact: high_lt.
Qed.

(** One difference of the sums for each difference of the upper halves. *)
Lemma difference_few (d : 'I_W) : share (fun a => same_low a && (delta a == d)) 1 W.
Proof.
have all_pairs m0 i : exists2 p, pairs_of m0 i = Some p & below W p.
  by exists (number (place (size m0) i) 8 m0, number (place (size m0) i + 8) 8 m0);
    rewrite // /below W_bytes !number_lt.
have := nh_difference W0 (W * d) 0 (places_le le) (all_pairs m) (all_pairs m')
  (pairs_differ long eq_size ne).
apply: share_sub => a /andP[/eqP el /eqP ed]; rewrite addn0.
have sum m0 : size m0 = size m -> nh (places (size m)) (pairs_of m0) 0 a = nh_sum a m0 %[mod W * W].
  by move=> e0; rewrite /nh_sum e0 modn_mod.
rewrite (sum m' (esym eq_size)) -modnDml (sum m erefl) modnDml.
rewrite [nh_sum a m'](divn_eq _ W) [nh_sum a m](divn_eq _ W) -/(low a m) -/(low a m') -/(high a m) -/(high a m').
rewrite -el addnAC eqn_modDr -(high_delta a) ed mulnC (mulnC (high a m)) -mulnDr.
by rewrite muln_modr modn_mod.
Qed.

(** How many words agree in the bits of T, once mixed, with a word that is larger by d. *)
Let alike (d : nat) : nat := #|[set u : 'I_W | same_bits T (mix u) (mix ((u + d) %% W))]|.

Lemma alike_sum : (\sum_(d < W) alike d) * 2 ^ #|T| = W * W.
Proof.
have := @bits_strong [finType of 'I_W * 'I_W] 64 (fun k => mix k.2)
  (fun k => mix ((k.2 + k.1) %% W)) T.
rewrite /share_eq card_pairs mul1n card_prod card_ord; apply=> [k|k|x y].
- by rewrite -W_def mix_lt.
- by rewrite -W_def mix_lt ?ltn_pmod.
rewrite -W_def => xW yW; have [c cW cE] := moved_eq (unmix x) (unmix_lt yW).
rewrite (_ : [set k | _] = [set (Ordinal cW, Ordinal (unmix_lt xW))]) ?cards1 ?mul1n ?card_prod ?card_ord //.
apply/setP => -[d z]; rewrite !inE xpair_eqE /= !mix_eq ?ltn_pmod // -(val_eqE d) -(val_eqE z) /= [RHS]andbC.
by case: eqP => [->|] //=; rewrite addnC cE.
Qed.

(** With the same lower halves of the sums, the hashes differ by delta. *)
Lemma agree_low a : same_low a ->
  #|[set k | agree (a, k)]| * W = #|[finType of sum_key]| * alike (delta a).
Proof.
move=> /eqP el; have lin k : multiply_shift (multiplied a m') k = multiply_shift (multiplied a m) k.
  suff sums : linear (multiplied a m') k = linear (multiplied a m) k by rewrite /multiply_shift sums.
  rewrite /linear; congr (_ + _); apply: eq_bigr => i _; congr (_ * _).
  by rewrite /multiplied -eq_size leqNgt long /= -/(low a m) -/(low a m') el.
have second k : mshash (a, k) m' = (mshash (a, k) m + delta a) %% W.
  rewrite !mshashE /= lin /offset -eq_size leqNgt long /= -/(high a m) -/(high a m').
  by rewrite modnDml -addnA -[in LHS](high_delta a) modnDmr.
rewrite -sum1_card (partition_big (fun k => Ordinal (mshash_lt (a, k) m))
  (fun u : 'I_W => same_bits T (mix u) (mix ((u + delta a) %% W)))) => [|k]; last first.
  by rewrite inE /agree second.
rewrite big_distrl /= (eq_bigr (fun=> #|[finType of sum_key]|)) => [|u uT].
  rewrite sum_nat_const mulnC; congr (_ * _).
  by rewrite /alike; apply: eq_card => u; rewrite !inE.
rewrite -(mshash_uniform a m (ltn_ord u)); congr (_ * _).
rewrite -sum1_card; apply: eq_bigl => k; rewrite !inE -val_eqE /= /agree second.
by case: eqP => [->|]; rewrite ?uT ?andbF.
Qed.

Lemma agree_other a : ~~ same_low a ->
  #|[set k | agree (a, k)]| * 2 ^ #|T| = #|[finType of sum_key]|.
Proof.
move=> ne_low; rewrite -[RHS]mul1n.
apply: (@bits_strong _ 64 (fun k => mix (mshash (a, k) m)) (fun k => mix (mshash (a, k) m')) T) => [k|k|u v].
- by rewrite -W_def mix_lt ?mshash_lt.
- by rewrite -W_def mix_lt ?mshash_lt.
rewrite -W_def => uW vW.
have : share_eq (fun k => (mshash (a, k) m == unmix u) && (mshash (a, k) m' == unmix v)) 1 (W * W).
  apply: mshash_strong; rewrite -?eq_size ?unmix_lt //.
  by exists (Ordinal (isT : 0 < 5)); rewrite /multiplied -eq_size leqNgt long.
by rewrite /share_eq => <-; congr (_ * _); apply: eq_card => k; rewrite !inE !mix_eq ?mshash_lt.
Qed.

(** Messages of one length from 33 to 256 bytes agree in any t bits with at most 2 of 2^t keys. *)
Theorem mshash_pairs_mixed : share agree 2 (2 ^ #|T|).
Proof.
rewrite /share card_pairs card_prod mulSn mul1n.
rewrite (bigID same_low) /= mulnDl; apply: leq_add; last first.
  rewrite big_distrl /= (eq_bigr (fun=> #|[finType of sum_key]|)) => [|a]; last exact: agree_other.
  by rewrite sum_nat_const leq_mul2r max_card orbT.
have W2 : 0 < W * W by rewrite muln_gt0 W0.
set few := fun d : 'I_W => #|[set a | same_low a && (delta a == d)]|.
set A := \sum_(_ | _) _; set S := \sum_(d < W) alike d * few d.
have AW : A * W = #|[finType of sum_key]| * S.
  rewrite /A big_distrl /= (eq_bigr (fun a => #|[finType of sum_key]| * alike (delta a))) => [|a]; last first.
    exact: agree_low.
  rewrite -big_distrr /= (partition_big delta xpredT) //=; congr (_ * _); apply: eq_bigr => d _.
  rewrite (eq_bigr (fun=> alike d)) => [|a /andP[_ /eqP <-]] //.
  by rewrite sum_nat_const mulnC; congr (_ * _); apply: eq_card => a; rewrite !inE.
have SW : S * W <= #|[finType of nh_key]| * \sum_(d < W) alike d.
  rewrite /S big_distrl big_distrr /=; apply: leq_sum => d _.
  rewrite -mulnA [X in _ <= X]mulnC leq_mul2l; apply/orP; right.
  by have := difference_few d; rewrite /share mul1n.
rewrite -(leq_pmul2r W2) mulnAC (mulnA A) AW -(mulnA _ S).
apply: (@leq_trans (#|[finType of sum_key]| * (#|[finType of nh_key]| * \sum_(d < W) alike d) * 2 ^ #|T|)).
  by rewrite leq_mul2r leq_mul2l SW !orbT.
by rewrite mulnA -mulnA alike_sum (mulnC #|[finType of sum_key]|).
Qed.

End OneLength.

End Bijection.

(** The hash as it is. *)
Theorem mshash_lengths_bits m m' T : size m <= 256 -> size m' <= 256 -> size m != size m' ->
  share_eq (fun q => same_bits T (mshash q m) (mshash q m')) 1 (2 ^ #|T|).
Proof. by move=> le le' ne; apply: (@mshash_lengths_mixed id id). Qed.

Theorem mshash_short_bits m m' T : size m <= 32 -> size m = size m' -> m != m' ->
  share_eq (fun q => same_bits T (mshash q m) (mshash q m')) 1 (2 ^ #|T|).
Proof. by move=> le eq_size ne; apply: (@mshash_short_mixed id id). Qed.

Theorem mshash_pairs m m' T : 32 < size m -> size m <= 256 -> size m = size m' -> m != m' ->
  share (fun q => same_bits T (mshash q m) (mshash q m')) 2 (2 ^ #|T|).
Proof. by move=> long le eq_size ne; apply: (@mshash_pairs_mixed id id). Qed.

End Mshash.

(* Assumes nothing: short_words_inj. *)
(* Assumes nothing: pairs_differ. *)
(* Assumes nothing: nh_difference. *)
(* Assumes nothing: mshash_lengths. *)
(* Assumes nothing: mshash_lengths_bits. *)
(* Assumes nothing: mshash_short. *)
(* Assumes nothing: mshash_short_bits. *)
(* Assumes nothing: mshash_uniform. *)
(* Assumes nothing: mshash_pairs. *)
(* Assumes nothing: mshash_lengths_mixed. *)
(* Assumes nothing: mshash_short_mixed. *)
(* Assumes nothing: mshash_pairs_mixed. *)
