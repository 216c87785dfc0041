(** VHASH: the bounds of the crate vhash.

    W. Dai and T. Krovetz, "VHASH security", IACR ePrint 2007/338, theorem 1, with 2^-63 in place of
    2^-62 for a block. The proof is that of the module [vhash::bound]. [VhashSteps] defines the
    function. *)

From Coq Require Import Lia.
From mathcomp Require Import all_ssreflect all_algebra zify.
From Hash Require Import Basics Counting NH Poly127 VhashSteps.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

(** * The coefficients of a message *)

Lemma blocks_pos m : 0 < blocks m.
Proof. exact: leq_maxl. Qed.

(** The number of bits is part of the last coefficient. *)
Definition bits_at (j : nat) (m : seq byte) : nat := if j.+1 == blocks m then rest m * W else 0.

Definition coefficients N (t : nat) (k : nh_key N) (m : seq byte) : seq nat :=
  [seq nh_block t k (block j m) + bits_at j m | j <- iota 0 (blocks m)].

Lemma value_coefficients N t (k : nh_key N) x m :
  value t k x m = horner q 1 (point x) (coefficients t k m).
Proof.
rewrite /value /coefficients /bits_at; have := blocks_pos m; case: (blocks m) => // n _.
have -> : iota 0 n.+1 = rcons (iota 0 n) n by rewrite -cats1 -[n.+1]addn1 iotaD.
rewrite !map_rcons eqxx /horner !foldl_rcons modnDml -addnA.
congr ((foldl _ _ _ * _ + _) %% _); apply/eq_in_map => j; rewrite mem_iota /= => lt_j.
by rewrite eqSS ltn_eqF // addn0.
Qed.

Lemma size_coefficients N t (k : nh_key N) m : size (coefficients t k m) = blocks m.
Proof. by rewrite size_map size_iota. Qed.

Lemma nth_coefficients N t (k : nh_key N) m j : j < blocks m ->
  nth 0 (coefficients t k m) j = nh_block t k (block j m) + bits_at j m.
Proof. by move=> lt_j; rewrite (nth_map 0) ?size_iota // nth_iota. Qed.

Lemma coefficients_lt N t (k : nh_key N) m : all (ltn^~ q) (coefficients t k m).
Proof.
have HH : 0 < H * H by rewrite muln_gt0 H_def expn_gt0.
apply/allP => c /mapP[j _ ->]; apply: leq_trans coefficient_room.
rewrite -addSn leq_add ?ltn_pmod // /bits_at; case: ifP => // _.
rewrite leq_mul2r; apply/orP; right.
by rewrite /rest; have := ltn_pmod (size m) (isT : 0 < 128); lia.
Qed.

(** * Blocks that differ *)

Lemma pairs_below b : all_below W (pairs b).
Proof.
have word_W i : word 8 i b < W.
  by apply: leq_trans (word_bound _ _ _) _; rewrite W_def (expnM 2 8 8).
by move=> i u; rewrite /pairs; case: ifP => // _ [<-]; rewrite /below /= !word_W.
Qed.

(** Different blocks of one size have a pair that differs. *)
Lemma pair_differs (b b' : seq byte) : size b = size b' -> b != b' -> size b <= 128 ->
  exists2 i, i < 8 & pairs b i != pairs b' i.
Proof.
move=> eq_size ne le_b; have [l lt_l ne_l] := words_differ (isT : 0 < 8) eq_size ne.
exists l./2; first by lia.
have in_b : l./2 * 16 < size b by lia.
rewrite /pairs -eq_size in_b; apply: contra ne_l => /eqP[e0 e1].
rewrite -(odd_double_half l) -mul2n; case: (odd l); rewrite ?add0n ?add1n; exact/eqP.
Qed.

(** Different lengths and the same number of blocks: the last blocks have different pairs, or the
    same pairs and different numbers of bits. *)
Lemma last_block_differs (m m' : seq byte) : size m != size m' -> blocks m = blocks m' ->
  let j := (blocks m).-1 in
  (exists2 i, i < 8 & pairs (block j m) i != pairs (block j m') i) \/
  (forall i, i < 8 -> pairs (block j m) i = pairs (block j m') i) /\ rest m != rest m'.
Proof.
move=> ne eq_n j.
have ends m0 : blocks m0 = blocks m -> j * 128 <= size m0 <= j * 128 + 128.
  rewrite /j => <-; have := blocks_pos m0; have le : size m0 <= blocks m0 * 128.
    by rewrite -pieces_le // leq_maxr.
  move: le; rewrite /blocks; case: (leqP (pieces 128 (size m0)) 1) => [_ | lt] le _.
    by move: le; rewrite /=; lia.
  have : ~~ (pieces 128 (size m0) <= (pieces 128 (size m0)).-1).
    by rewrite -ltnNge; case: (pieces _ _) lt.
  by rewrite pieces_le //; move: le lt; move: (pieces _ _) => n; lia.
have size_b m0 : blocks m0 = blocks m -> size (block j m0) = size m0 - j * 128.
  by move=> /ends; rewrite size_take size_drop; case: ltnP => //; lia.
have [/existsP[i ne_i] | ] := boolP [exists i : 'I_8, pairs (block j m) i != pairs (block j m') i].
  by left; exists i.
rewrite negb_exists => /forallP same; right.
have {}same i : i < 8 -> pairs (block j m) i = pairs (block j m') i.
  by move=> lt_i; have /= := same (Ordinal lt_i); rewrite negbK => /eqP.
split=> //; apply/eqP; rewrite /rest => eq_r.
have := same 0 isT; have e := ends m erefl; have e' := ends m' (esym eq_n).
rewrite /pairs !size_b // mul0n; move: e e' eq_r ne; move: (size m) (size m') => s s'; clear.
case: ifP => h; case: ifP => h' // e e' eq_r ne _; lia.
Qed.

(** Two messages have the same number of blocks. If their coefficients are the same, NH of two given
    blocks that differ has a given difference; or their coefficients are never the same. *)
Lemma coefficients_agree (m m' : seq byte) : m != m' -> blocks m = blocks m' ->
  (exists b b' u u', (exists2 i, i < 8 & pairs b i != pairs b' i) /\
    forall N t (k : nh_key N), coefficients t k m = coefficients t k m' ->
      agree H 8 (pairs b) (pairs b') t u u' k) \/
  (forall N t (k : nh_key N), coefficients t k m != coefficients t k m').
Proof.
move=> ne eq_n.
have agreeI N t (k : nh_key N) j : j < blocks m -> coefficients t k m = coefficients t k m' ->
    agree H 8 (pairs (block j m)) (pairs (block j m')) t (bits_at j m) (bits_at j m') k.
  move=> lt_j /(congr1 (fun s => nth 0 s j)); rewrite !nth_coefficients -?eq_n // /nh_block => e.
  by rewrite /agree -modnDml -e modnDml.
have [eq_size | ne_size] := eqVneq (size m) (size m').
  have [j lt_j ne_j] := words_differ (isT : 0 < 128) eq_size ne; left.
  exists (block j m), (block j m'), (bits_at j m), (bits_at j m'); split.
    apply: pair_differs; rewrite ?size_take ?size_drop ?eq_size //; last by case: ltnP => // /ltnW.
    by apply: contra ne_j => /eqP eq_b; rewrite /word -/(block j m) eq_b.
  move=> N t k; apply: agreeI; apply: leq_trans (leq_maxr _ _).
  by rewrite ltnNge pieces_le // -ltnNge.
set j := (blocks m).-1.
have lt_j : j < blocks m by rewrite prednK ?blocks_pos.
have bitsE m0 : blocks m = blocks m0 -> bits_at j m0 = rest m0 * W.
  by move=> e; rewrite /bits_at /j e prednK ?blocks_pos // eqxx.
have [ne_b | [same ne_r]] := last_block_differs ne_size eq_n.
  left; exists (block j m), (block j m'), (bits_at j m), (bits_at j m'); split=> // N t k.
  exact: agreeI.
right=> N t k; apply: contra ne_r => /eqP /(congr1 (fun s => nth 0 s j)).
rewrite !nth_coefficients -?eq_n // !bitsE //.
have -> : nh_block t k (block j m) = nh_block t k (block j m').
  by congr (_ %% _); apply: eq_bigr => i _; rewrite /nh_term same.
by move/addnI/eqP; rewrite eqn_mul2r eqn0Ngt W_pos.
Qed.

(** * Bad keys of NH *)

(** The number of blocks of the longer message. *)
Definition longer (m m' : seq byte) : nat := maxn (blocks m) (blocks m').

(** A fraction of 2^-63 of the keys of NH is bad in each iteration, and the square of that in both.
    Under any other key of NH, the rest of the key gives one of s given differences with probability
    at most d 2^-116 + s / p. Messages with different numbers of blocks have no bad keys, but d is
    larger by one. *)
Lemma bad_keys (m m' : seq byte) N : m != m' -> exists (bad : nat -> pred (nh_key N)) (a d : nat),
  [/\ a * 2 ^ 53 + d <= 2 ^ 53 + (longer m m').-1,
      forall t k cs, ~~ bad t k ->
        share (fun x => differs_by cs (iteration t k x m) (iteration t k x m'))
          (d * p + size cs * points) (points * p),
      forall t, 8 + t <= N -> share (bad t) (2 * a) W &
      8 < N -> share (fun k => bad 0 k && bad 1 k) (2 * a * (2 * a)) (W * W)].
Proof.
move=> ne.
have given t (k : nh_key N) cs : coefficients t k m != coefficients t k m' ->
    share (fun x => differs_by cs (iteration t k x m) (iteration t k x m'))
      (zeros (blocks m) (blocks m') * p + size cs * points) (points * p).
  move=> ne_c; have := iteration_share cs (coefficients_lt t k m) (coefficients_lt t k m') ne_c.
  rewrite !size_coefficients; apply: share_sub => x.
  by rewrite /iteration !value_coefficients.
have [eq_n | ne_n] := eqVneq (blocks m) (blocks m'); last first.
  exists (fun _ _ => false), 0, (longer m m'); split=> [|t k cs _|t _|_].
  - rewrite mul0n add0n; have : 0 < 2 ^ 53 by rewrite expn_gt0.
    have : 0 < longer m m' by rewrite leq_max blocks_pos.
    by move: (longer m m') (2 ^ 53); clear; lia.
  - have := given t k cs; rewrite /zeros (negbTE ne_n); apply.
    by apply: contra ne_n => /eqP e; rewrite -(size_coefficients t k m) e size_coefficients.
  - exact: share0.
  - exact: share0.
have zerosE : zeros (blocks m) (blocks m') = (longer m m').-1.
  by rewrite /zeros eq_n eqxx /longer eq_n maxnn.
rewrite {}zerosE in given.
have [[b [b' [u [u' [ne_b agreeI]]]]] | never] := coefficients_agree ne eq_n.
  exists (fun t => agree H 8 (pairs b) (pairs b') t u u'), 1, (longer m m').-1; split.
  - rewrite mul1n; exact: leqnn.
  - by move=> t k cs no; apply: given; apply: contra no => /eqP; apply: agreeI.
  - move=> t le_N.
    exact: (nh_quarter H_def W_def u u' le_N (@pairs_below b) (@pairs_below b') ne_b).
  - move=> le_N.
    exact: (nh_quarter_twice H_def W_def u u' u u' le_N (@pairs_below b) (@pairs_below b') ne_b).
exists (fun _ _ => false), 0, (longer m m').-1; split=> [|t k cs _|t _|_].
- rewrite mul0n add0n; exact: leq_addl.
- exact: given.
- exact: share0.
- exact: share0.
Qed.

(** * Two parts of a key *)

(** If every value a of the first part leaves at most F(a) / D, the probability is at most the mean
    of these. *)
Lemma share_given (A B : finType) (P : pred (A * B)) (F : A -> nat) D N D' :
  (forall a, share (fun b => P (a, b)) (F a) D) -> mean F N D' -> share P N (D * D').
Proof.
move=> HP HF; rewrite /share card_pairs card_prod.
have le : (\sum_a #|[set b | P (a, b)]|) * D <= (\sum_a F a) * #|B|.
  by rewrite !big_distrl /=; apply: leq_sum => a _; apply: HP.
rewrite mulnA; apply: leq_trans (leq_mul le (leqnn D')) _.
by rewrite mulnAC mulnA leq_mul2r HF orbT.
Qed.

(** Independent events. *)
Lemma share_both (A B : finType) (P : pred A) (Q : pred B) N D N' D' :
  share P N D -> share Q N' D' -> share (fun x : A * B => P x.1 && Q x.2) (N * N') (D * D').
Proof.
move=> HP HQ; rewrite /share (_ : [set x | _] = setX [set a | P a] [set b | Q b]); last first.
  by apply/setP => -[a b]; rewrite !inE.
by rewrite cardsX card_prod mulnACA [X in _ <= X]mulnACA leq_mul.
Qed.

Lemma share_all (A : finType) (P : pred A) N D : D <= N -> share P N D.
Proof. by move=> le; rewrite /share mulnC leq_mul ?max_card. Qed.

(** * The theorems *)

(** The bound for n blocks and s given differences, 2^-63 + (n - 1) 2^-116 + s / p, in parts of
    2^116 p, which is [points * p]. *)
Definition bound (n s : nat) : nat := (2 ^ 53 + n.-1) * p + s * points.

(** It is the sum of the bound of bad keys and that of the others. *)
Lemma bound_split a d s :
  W * ((a * 2 ^ 53 + d) * p + s * points) = points * p * (2 * a) + W * (d * p + s * points).
Proof.
have : 2 * points * (a * p) = W * 2 ^ 53 * (a * p) by rewrite twice_points.
by move: (2 ^ 53) points W p; clear => x P w r; lia.
Qed.

Lemma bound_weaken a d n s : a * 2 ^ 53 + d <= 2 ^ 53 + n.-1 ->
  (a * 2 ^ 53 + d) * p + s * points <= bound n s.
Proof. by move=> le; rewrite leq_add2r leq_mul2r le orbT. Qed.

(** Two different messages of any lengths, the longer one of n blocks: the difference of their
    hashes modulo p is one of s given ones with probability at most 2^-63 + (n - 1) 2^-116 + s / p.
    *)
Theorem vhash_differences (m m' : seq byte) cs : m != m' ->
  share (fun k : key64 => differs_by cs (hash k m) (hash k m'))
    (bound (longer m m') (size cs)) (points * p).
Proof.
move=> ne; have [bad [a [d [le_d other bad_one _]]]] := bad_keys 8 ne.
set E := d * p + size cs * points; set G := points * p.
apply: share_weaken (bound_weaken (size cs) le_d) _.
apply: (@share_unscale _ _ _ _ W); first exact: W_pos.
rewrite bound_split -/E -/G [W * G]mulnC.
apply: (share_given (F := fun k => G * bad 0 k + E)) => [k|].
  case bad_k: (bad 0 k); first by apply: share_all; rewrite muln1 leq_addr.
  by rewrite muln0; apply: other; rewrite bad_k.
apply: mean_add; first by apply: mean_times; apply/share_mean; apply: bad_one.
by have := mean_scale W (mean_const _ E); rewrite muln1.
Qed.

(** VHASH-128: given differences of both words. The bounds multiply. *)
Theorem vhash128_differences (m m' : seq byte) cs cs' : m != m' ->
  share (fun k : key128 => differs_by cs (hash128 k m).1 (hash128 k m').1 &&
      differs_by cs' (hash128 k m).2 (hash128 k m').2)
    (bound (longer m m') (size cs) * bound (longer m m') (size cs')) (points * p * (points * p)).
Proof.
move=> ne; have [bad [a [d [le_d other bad_one bad_two]]]] := bad_keys 9 ne.
set E := d * p + size cs * points; set E' := d * p + size cs' * points; set G := points * p.
apply: share_weaken (leq_mul (bound_weaken (size cs) le_d) (bound_weaken (size cs') le_d)) _.
apply: (@share_unscale _ _ _ _ (W * W)); first by rewrite muln_gt0 W_pos.
rewrite mulnACA !bound_split -/E -/E' -/G [W * W * _]mulnC.
apply: (share_given (F := fun k => (G * bad 0 k + E) * (G * bad 1 k + E'))) => [k|].
  apply: (share_both (P := fun x => differs_by cs (iteration 0 k x m) (iteration 0 k x m'))
      (Q := fun x => differs_by cs' (iteration 1 k x m) (iteration 1 k x m'))).
    case bad_k: (bad 0 k); first by apply: share_all; rewrite muln1 leq_addr.
    by rewrite muln0; apply: other; rewrite bad_k.
  case bad_k: (bad 1 k); first by apply: share_all; rewrite muln1 leq_addr.
  by rewrite muln0; apply: other; rewrite bad_k.
have one t c : 8 + t <= 9 -> mean (fun k => c * bad t k) (W * (c * (2 * a))) (W * W).
  by move=> le; apply: mean_scale; apply: mean_times; apply/share_mean; apply: bad_one.
have both : mean (fun k => G * G * (bad 0 k && bad 1 k)) (G * G * (2 * a * (2 * a))) (W * W).
  by apply: mean_times; apply/share_mean; apply: bad_two.
have const := mean_scale (W * W) (mean_const [finType of nh_key 9] (E * E')).
rewrite muln1 in const.
have sum := mean_add (mean_add (mean_add both (one 0 (G * E') isT)) (one 1 (G * E) isT)) const.
rewrite (_ : (_ + _) * _ = G * G * (2 * a * (2 * a)) + W * (G * E' * (2 * a)) +
    W * (G * E * (2 * a)) + W * W * (E * E')); last by move: (G) (E) (E') (W); clear; lia.
apply: mean_le sum => k; case: (bad 0 k); case: (bad 1 k); move: (G) (E) (E'); clear; lia.
Qed.

Lemma hash_lt N t (k : nh_key N) x m : iteration t k x m < p.
Proof. exact: ltn_pmod p_pos. Qed.

(** ** Differences modulo p *)

(** [vhash::bound::collision_bound]: a given difference modulo p, which is zero if the hashes
    collide: 2^-63 + (n - 1) 2^-116 + 1 / p. *)
Theorem vhash_any (m m' : seq byte) c : m != m' ->
  share (fun k : key64 => hash k m == hash k m' + c %[mod p])
    (bound (longer m m') 1) (points * p).
Proof.
move=> ne; have := vhash_differences [:: c] ne.
by apply: share_sub => k; rewrite /differs_by /= orbF.
Qed.

(** [vhash::bound::collision_bound128]: the square of that. *)
Theorem vhash128_any (m m' : seq byte) c c' : m != m' ->
  share (fun k : key128 => ((hash128 k m).1 == (hash128 k m').1 + c %[mod p]) &&
      ((hash128 k m).2 == (hash128 k m').2 + c' %[mod p]))
    (bound (longer m m') 1 * bound (longer m m') 1) (points * p * (points * p)).
Proof.
move=> ne; have := vhash128_differences [:: c] [:: c'] ne.
by apply: share_sub => k; rewrite /differs_by /= !orbF.
Qed.

(** ** Differences modulo 2^64 *)

(** A difference modulo 2^64 of numbers below p is one of two differences modulo p. *)
Lemma difference_W h h' c : h < p -> h' < p -> h == h' + c %[mod W] ->
  differs_by [:: c %% W; c %% W + (p - 257)] h h'.
Proof.
move=> lt lt'; have ltW x : x < p -> x < W by move=> /leq_trans; apply; rewrite -p_W leq_addr.
rewrite (modn_small (ltW _ lt)) -modnDmr; have lt_c := ltn_pmod c W_pos.
have p257 : 257 <= p by rewrite p_def; clear; lia.
rewrite /differs_by /= orbF; move: (c %% W) lt_c (wrap (ltW _ lt') lt_c) => d lt_d.
case=> -[e _] /eqP eh; apply/orP; [left; by rewrite eh e | right].
have -> : h' + (d + (p - 257)) = h + p + p.
  by move: e eh p257 p_W; move: ((h' + d) %% W) (W) (p); clear; lia.
by rewrite !modnDr.
Qed.

(** [vhash::bound::forgery_bound] without the term of AES: 2 / p in place of 1 / p. *)
Theorem vhash_mac (m m' : seq byte) c : m != m' ->
  share (fun k : key64 => hash k m == hash k m' + c %[mod W])
    (bound (longer m m') 2) (points * p).
Proof.
move=> ne; have := vhash_differences [:: c %% W; c %% W + (p - 257)] ne.
by apply: share_sub => k; apply: difference_W; apply: hash_lt.
Qed.

Theorem vhash128_mac (m m' : seq byte) c c' : m != m' ->
  share (fun k : key128 => ((hash128 k m).1 == (hash128 k m').1 + c %[mod W]) &&
      ((hash128 k m).2 == (hash128 k m').2 + c' %[mod W]))
    (bound (longer m m') 2 * bound (longer m m') 2) (points * p * (points * p)).
Proof.
pose both d := [:: d %% W; d %% W + (p - 257)].
move=> ne; have := vhash128_differences (both c) (both c') ne.
apply: share_sub => k /andP[d d'].
by apply/andP; split; apply: difference_W; rewrite ?hash_lt.
Qed.

(** ** Low bits and high bits *)

(** The first u multiples of s, and their negatives. *)
Definition multiples (s u : nat) : seq nat :=
  [seq j * s | j <- iota 0 u] ++ [seq j * s * (p - 1) | j <- iota 0 u].

Lemma multiples_differ (s u h h' : nat) :
  (exists2 j, j < u & h = h' + j * s \/ h' = h + j * s) -> differs_by (multiples s u) h h'.
Proof.
case=> j lt_j e; rewrite /differs_by has_cat; apply/orP.
have in_u : j \in iota 0 u by rewrite mem_iota.
case: e => ->; [left | right]; apply/hasP.
  by exists (j * s); first exact: (map_f (fun j => j * s)).
exists (j * s * (p - 1)); first exact: (map_f (fun j => j * s * (p - 1))).
by rewrite -addnA -mulnS subn1 prednK ?p_pos // addnC modnMDl.
Qed.

(** Hashes modulo b, for any b: 2 U / p in place of 1 / p, where U is 2^64 / b, rounded up. *)
Theorem vhash_modulo (m m' : seq byte) b U : m != m' -> 0 < b -> W <= b * U ->
  share (fun k : key64 => hash k m == hash k m' %[mod b])
    (bound (longer m m') (2 * U)) (points * p).
Proof.
move=> ne b0 bU; have := vhash_differences (multiples b U) ne.
rewrite size_cat !size_map size_iota addnn -mul2n; apply: share_sub => k /eqP e.
apply: multiples_differ; have := hash_lt 0 k.1 k.2 m; have := hash_lt 0 k.1 k.2 m'.
rewrite -/(hash k m) -/(hash k m'); move: (hash k m) (hash k m') e => h h' e lt' lt.
have digit x : x < p -> x %/ b < U.
  move=> lt_x; rewrite ltn_divLR // mulnC (leq_trans _ bU) // (leq_trans lt_x) //.
  by rewrite -p_W leq_addr.
have := divn_eq h b; have := divn_eq h' b; rewrite e; move: (digit h lt) (digit h' lt').
move: (h %/ b) (h' %/ b) (h' %% b) => a c r; clear => la lc -> ->.
have [le | lt] := leqP c a; [exists (a - c) | exists (c - a)].
- by rewrite (leq_ltn_trans (leq_subr _ _)).
- by left; rewrite addnAC -mulnDl subnKC.
- by rewrite (leq_ltn_trans (leq_subr _ _)).
- by right; rewrite addnAC -mulnDl subnKC // ltnW.
Qed.

(** The high word of a product with b: the same. *)
Theorem vhash_multiply (m m' : seq byte) b U : m != m' -> W <= b * U ->
  share (fun k : key64 => hash k m * b %/ W == hash k m' * b %/ W)
    (bound (longer m m') (2 * U)) (points * p).
Proof.
move=> ne bU; have := vhash_differences (multiples 1 U) ne.
rewrite size_cat !size_map size_iota addnn -mul2n; apply: share_sub => k /eqP e.
apply: multiples_differ; move: (hash k m) (hash k m') e => h h' e.
have near x y : x * b %/ W = y * b %/ W -> x - y < U.
  move=> {}e; rewrite -(@ltn_pmul2r b); last by case: (b) bU W_pos => // ; rewrite mul0n leqn0 => /eqP ->.
  apply: leq_trans (leq_trans _ bU) _; last by rewrite mulnC.
  rewrite mulnBl; have := divn_eq (x * b) W; have := divn_eq (y * b) W; rewrite e.
  move: (ltn_pmod (x * b) W_pos); move: (y * b %/ W * W) (x * b) (y * b) (_ %% _) => a c d r lt.
  by clear -lt => ? ?; lia.
have [le | lt] := leqP h' h; [exists (h - h') | exists (h' - h)].
- exact: near.
- by left; rewrite muln1 subnKC.
- exact: near.
- by right; rewrite muln1 subnKC // ltnW.
Qed.

(** The low t bits agree, where T is 2^t and U is 2^(64 - t): 2 U / p in place of 1 / p. *)
Theorem vhash_low (m m' : seq byte) T U : m != m' -> T * U = W ->
  share (fun k : key64 => hash k m == hash k m' %[mod T])
    (bound (longer m m') (2 * U)) (points * p).
Proof.
move=> ne TU; apply: vhash_modulo; rewrite ?TU //.
by have := W_pos; rewrite -TU; case: (T).
Qed.

(** The high t bits agree, where U is 2^(64 - t): the same bound. *)
Theorem vhash_high (m m' : seq byte) U : m != m' -> 0 < U ->
  share (fun k : key64 => hash k m %/ U == hash k m' %/ U)
    (bound (longer m m') (2 * U)) (points * p).
Proof.
move=> ne U0; have := vhash_differences (multiples 1 U) ne.
rewrite size_cat !size_map size_iota addnn -mul2n; apply: share_sub => k /eqP e.
apply: multiples_differ; move: (hash k m) (hash k m') e => h h' e.
have := divn_eq h U; have := divn_eq h' U; rewrite e; move: (ltn_pmod h U0) (ltn_pmod h' U0).
move: (h' %/ U) (h %% U) (h' %% U) => a r r'; clear => lr lr' -> ->.
have [le | lt] := leqP r' r; [exists (r - r') | exists (r' - r)].
- by rewrite (leq_ltn_trans (leq_subr _ _)).
- by left; rewrite muln1 -addnA subnKC.
- by rewrite (leq_ltn_trans (leq_subr _ _)).
- by right; rewrite muln1 -addnA subnKC // ltnW.
Qed.

(** ** In numbers *)

Lemma share_ratio (K : finType) (P : pred K) N D N' D' :
  0 < D -> N * D' <= N' * D -> share P N D -> share P N' D'.
Proof.
move=> D0 le HP; rewrite /share -(leq_pmul2r D0) mulnAC; apply: leq_trans (leq_mul HP (leqnn D')) _.
by rewrite mulnAC [X in _ <= X]mulnAC leq_mul2r le orbT.
Qed.

Lemma blocks_le (m : seq byte) n : 0 < n -> size m <= n * 128 -> blocks m <= n.
Proof. by move=> n0 le; rewrite geq_max n0 pieces_le. Qed.

(** The number n of blocks, for at most 2^59 bytes. *)
Lemma longer_le (m m' : seq byte) : size m <= 2 ^ 59 -> size m' <= 2 ^ 59 -> longer m m' <= 2 ^ 52.
Proof.
have e : 2 ^ 59 = 2 ^ 52 * 128 by rewrite (expnD 2 52 7).
have n0 : 0 < 2 ^ 52 by rewrite expn_gt0.
by rewrite e; move: (2 ^ 52) n0 => n n0 le le'; rewrite geq_max !blocks_le.
Qed.

Lemma bound_2_59 n : n <= 2 ^ 52 -> bound n 1 * 2 ^ 62 <= points * p.
Proof.
rewrite /bound points_def mul1n => le.
have e : 2 ^ 54 * p * 2 ^ 62 = 2 ^ 116 * p by rewrite p_def; clear; lia.
have room : (2 ^ 53 + (2 ^ 52 - 1)) * p + 2 ^ 116 <= 2 ^ 54 * p by rewrite p_def; clear; lia.
have fewer : n.-1 <= 2 ^ 52 - 1 by move: le; move: (2 ^ 52); clear; lia.
apply: leq_trans (eq_leq e); apply: leq_mul (leqnn _); apply: leq_trans room.
move: (2 ^ 53) (2 ^ 52 - 1) (2 ^ 116) fewer => x y z fewer.
by rewrite leq_add2r leq_mul2r leq_add2l fewer orbT.
Qed.

Lemma denominator_pos : 0 < points * p.
Proof. by rewrite muln_gt0 p_pos points_pos. Qed.

(** Messages of up to 2^59 bytes: at most 2^-62, and 2^-124 for VHASH-128. *)
Theorem vhash_2_59 (m m' : seq byte) c : size m <= 2 ^ 59 -> size m' <= 2 ^ 59 -> m != m' ->
  share (fun k : key64 => hash k m == hash k m' + c %[mod p]) 1 (2 ^ 62).
Proof.
move=> le le' ne; apply: share_ratio denominator_pos _ (vhash_any c ne).
by rewrite mul1n; apply: bound_2_59; apply: longer_le.
Qed.

Theorem vhash128_2_59 (m m' : seq byte) c c' : size m <= 2 ^ 59 -> size m' <= 2 ^ 59 -> m != m' ->
  share (fun k : key128 => ((hash128 k m).1 == (hash128 k m').1 + c %[mod p]) &&
      ((hash128 k m).2 == (hash128 k m').2 + c' %[mod p])) 1 (2 ^ 62 * 2 ^ 62).
Proof.
move=> le le' ne; apply: share_ratio _ _ (vhash128_any c c' ne).
  by rewrite muln_gt0 denominator_pos.
by rewrite mul1n mulnACA; apply: leq_mul; apply: bound_2_59; apply: longer_le.
Qed.

(* Assumes nothing: vhash_differences. *)
(* Assumes nothing: vhash128_differences. *)
(* Assumes nothing: vhash_any. *)
(* Assumes nothing: vhash128_any. *)
(* Assumes nothing: vhash_mac. *)
(* Assumes nothing: vhash128_mac. *)
(* Assumes nothing: vhash_modulo. *)
(* Assumes nothing: vhash_multiply. *)
(* Assumes nothing: vhash_low. *)
(* Assumes nothing: vhash_high. *)
(* Assumes nothing: vhash_2_59. *)
(* Assumes nothing: vhash128_2_59. *)
