(** CLMAC down to the block cipher: tags under keys that the cipher derives from one master key.

    The cipher is any family E of permutations, of which AES-256 is one. Nothing is assumed of it:
    its two advantages, as the differences of probabilities that they are, stand in the bound. *)

From Coq Require Import Ring.
From mathcomp Require Import all_ssreflect all_fingroup all_algebra zify.
From Hash Require Import Basics Counting Gf2 WideBlock Clmac.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** * Probabilities as fractions *)

(** The probability of P. *)
Definition pr (X : finType) (P : pred X) : rat := #|[set x | P x]|%:R / #|X|%:R.

(** How much likelier a test passes in the one world than in the other. *)
Definition advantage (X Y : finType) (real : pred X) (ideal : pred Y) : rat := pr real - pr ideal.

Lemma pr_share (X : finType) (P : pred X) A B : (0 < B)%N -> share P A B -> pr P <= A%:R / B%:R.
Proof.
move=> B_pos le_P; have [X0 | X_pos] := posnP #|X|.
  by rewrite /pr X0 invr0 mulr0 divr_ge0 ?ler0n.
by rewrite /pr ler_pdivr_mulr ?ltr0n // mulrAC ler_pdivl_mulr ?ltr0n // -!natrM ler_nat.
Qed.

(** What a permutation of N blocks adds to r values. *)
Definition delta (N r : nat) : rat := (1 - 'C(r, 2)%:R / N%:R)^-1.

Lemma deltaE N r : ('C(r, 2) < N)%N -> delta N r = N%:R / (N - 'C(r, 2))%:R.
Proof.
move=> lt_N; have N0 : N%:R != 0 :> rat by rewrite pnatr_eq0 -lt0n (leq_trans _ lt_N).
by rewrite -invf_div natrB 1?ltnW // mulrBl divff.
Qed.

Lemma delta_ge0 N r : ('C(r, 2) < N)%N -> 0 <= delta N r.
Proof. by move/deltaE ->; rewrite divr_ge0 ?ler0n. Qed.

Lemma fraction_parts (s a d n w x : rat) : d != 0 -> n != 0 ->
  (s * a * n + d * x) / (d * w) = n / w * (s * (a / d) + x / n).
Proof.
move=> d0 n0; rewrite mulrDl mulrDr invfM; congr (_ + _).
  by rewrite mulrACA [RHS]mulrC -(mulrA s).
by rewrite mulrACA mulfV // mul1r [RHS]mulrC [RHS]mulrA divfK.
Qed.

(** * The real tags, and two steps away from the cipher *)
Section Cipher.

Variables (T K C Z : finType) (M U : eqType).
Variables (E : C -> {perm T}) (h : K -> M -> T) (cut : T -> U).
Let N := #|T|.

(** The encryptions of r different blocks under the master key are the hash key, the tag key, and
    whatever else uses the same master key, which the adversary knows. *)
Variables (r : nat) (input : 'I_r -> T) (layout : {ffun 'I_r -> T} -> Z * (K * C)).
Hypothesis input_inj : injective input.
Hypothesis layout_even : forall x,
  (#|[set b | layout b == x]| * #|{: Z * (K * C)}| = #|{: {ffun 'I_r -> T}}|)%N.

Definition derive (p : {perm T}) : Z * (K * C) := layout [ffun i => p (input i)].

Variables (ask : Z -> seq T -> M) (tries : Z -> seq T -> seq (M * U)) (q v : nat).

Definition forged (z : Z) (k : K) (p : {perm T}) : bool := wins h cut (ask z) (tries z) (k, p) q.

(** All keys from the master key c; all from a random permutation p; independent keys, whose tag
    key is one of the cipher; a random permutation in its place. *)
Definition real (c : C) : bool := let: (z, (k, t)) := derive (E c) in forged z k (E t).
Definition derived (p : {perm T}) : bool := let: (z, (k, t)) := derive p in forged z k (E t).
Definition independent (x : Z * (K * C)) : bool := forged x.1 x.2.1 (E x.2.2).
Definition ideal (x : Z * (K * {perm T})) : bool := forged x.1 x.2.1 x.2.2.

(** The advantages of the adversary's two tests of the cipher. The first one encrypts r blocks, the
    second one those of the tags that the game asks for and attempts. *)
Definition adv_master : rat := advantage real derived.
Definition adv_tag : rat := advantage independent ideal.

(** The derived keys are at most [delta] times as likely to be in any set as independent ones. *)
Lemma derive_share (S : pred (Z * (K * C))) :
  share (fun p => S (derive p)) (#|[set x | S x]| * N) (#|{: Z * (K * C)}| * (N - 'C(r, 2))).
Proof.
have [N0 | N_pos] := posnP N; first by rewrite /share N0 sub0n !muln0.
pose xs := map input (enum 'I_r).
have uniq_xs : uniq xs by rewrite map_inj_uniq ?enum_uniq.
have size_xs : size xs = r by rewrite size_map size_enum_ord.
pose B := {ffun 'I_r -> T}; pose keys := #|{: Z * (K * C)}|.
have count : (#|[set p | S (derive p)]| * N ^_ r <= #|[set b | S (layout b)]| * #|{: {perm T}}|)%N.
  pose e (p : {perm T}) : B := [ffun i => p (input i)].
  apply: (@leq_trans
      ((\sum_(b : B | S (layout b)) \sum_(p : {perm T}) (e p == b : nat)) * N ^_ r)%N).
    rewrite leq_mul2r -sum1_card exchange_big [X in (X <= _)%N]big_mkcond /=; apply/orP; right.
    apply: leq_sum => p _; rewrite inE; case: ifP => // Sp.
    by rewrite (bigD1 (e p)) //= eqxx.
  rewrite big_distrl -sum_nat_const [X in (_ <= X)%N](eq_bigl (fun b => S (layout b))) /=.
    apply: leq_sum => b _.
    have := @values T xs (map b (enum 'I_r)) uniq_xs; rewrite size_xs size_map size_enum_ord.
    move=> /(_ erefl); apply: leq_trans; rewrite leq_mul2r leq_sum ?orbT // => p _.
    by case: eqP => // <-; rewrite lt0b -map_comp; apply/eqP/eq_map => i; rewrite /= ffunE.
  by move=> b; rewrite inE.
have fibres : (#|[set b : B | S (layout b)]| * keys = #|[set x | S x]| * N ^ r)%N.
  rewrite -sum1_card (partition_big layout S) /= => [|b]; last by rewrite inE.
  rewrite big_distrl -[in RHS]sum1_card big_distrl /= [RHS](eq_bigl S) => [|x]; last by rewrite inE.
  apply: eq_bigr => x Sx; rewrite mul1n -[in RHS](card_ord r) -card_ffun -(layout_even x).
  congr (_ * _)%N; rewrite -sum1_card; apply: eq_bigl => b; rewrite !inE.
  by case: eqP => [-> | ]; rewrite ?Sx ?andbF.
rewrite /share -/keys -(@leq_pmul2r (N ^ r)) ?expn_gt0 ?N_pos //.
have := leq_mul (leqnn (#|[set p | S (derive p)]| * keys)%N) (falling_rest N r).
have := leq_mul count (leqnn (keys * N)%N).
rewrite [(#|[set b | S (layout b)]| * _ * _)%N]mulnACA fibres => {count fibres}.
move: #|[set p | S (derive p)]| #|{: {perm T}}| #|[set x | S x]| (keys) (N - _)%N (N ^_ r).
move: (N ^ r)%N => x X ps s k n f le_f le_x; have -> : (X * (k * n) * x = X * k * (x * n))%N by ring.
apply: leq_trans le_x _; have -> : (X * k * (f * N) = X * f * (k * N))%N by ring.
by apply: leq_trans le_f _; have -> : (s * x * (ps * N) = s * N * ps * x)%N by ring.
Qed.

(** * The theorem

    Two hashes agree with probability e / D; a cut tag is that of at most c blocks; the adversary
    asks for q different messages and makes at most v attempts. *)
Variables (c e D : nat).
Hypothesis D_pos : (0 < D)%N.
Hypothesis cut_even : forall s, (#|[set x | cut x == s]| <= c)%N.
Hypothesis h_agree : forall m m', m != m' -> share (fun k => h k m == h k m') e D.
Hypothesis fresh : forall z t, ask z t \notin queries (ask z) t.
Hypothesis few : forall z (t : q.-tuple T), (\sum_(i < q.+1) size (tries z (take i t)) <= v)%N.
Hypotheses (few_keys : ('C(r, 2) < N)%N) (few_tags : ('C(q.+1, 2) < N)%N).

Definition bound : rat :=
  ('C(q, 2)%:R + q%:R * v%:R) * (e%:R / D%:R) + v%:R * (c%:R / N%:R).

Let N0 : N%:R != 0 :> rat.
Proof. by rewrite pnatr_eq0 -lt0n (leq_trans _ few_keys). Qed.
Let D0 : D%:R != 0 :> rat.
Proof. by rewrite pnatr_eq0 -lt0n. Qed.

Lemma pr_derived : pr derived <= delta N r * pr independent.
Proof.
have -> : pr derived = pr (fun p => independent (derive p)).
  by congr (_%:R / _); apply: eq_card => p; rewrite !inE /derived; case: derive => z [].
have [X0 | X_pos] := posnP #|{: Z * (K * C)}|.
  suff -> : pr (fun p => independent (derive p)) = 0.
    by rewrite mulr_ge0 ?delta_ge0 ?divr_ge0 ?ler0n.
  rewrite /pr (_ : [set p | _] = set0) ?cards0 ?mul0r //; apply/setP => p.
  by have := fintype0 (derive p) X0.
apply: le_trans (pr_share _ (derive_share independent)) _.
  by rewrite muln_gt0 X_pos subn_gt0.
by rewrite deltaE // /pr !natrM invfM mulrACA mulrC.
Qed.

Lemma pr_ideal : pr ideal <= delta N q.+1 * bound.
Proof.
have le_ideal : share ideal (('C(q, 2) + q * v) * e * N + D * v * c) (D * (N - 'C(q.+1, 2))).
  apply: (share_draw (p := part_snd Z (prod_finType K (perm_finType T)))) => -[z y].
  by apply: share_sub (clmac_forgery cut_even h_agree (fresh z) (few z)) => -[k p].
apply: le_trans (pr_share _ le_ideal) _; first by rewrite muln_gt0 D_pos subn_gt0.
rewrite deltaE // /bound natrD !natrM natrD natrM -[D%:R * _ * _]mulrA fraction_parts //.
by rewrite -[v%:R * _ / _]mulrA.
Qed.

(** The same with a sum in place of the factor: the lemma on random permutations and functions. *)
Lemma pr_ideal_sum : pr ideal <= bound + 'C(q.+1, 2)%:R / N%:R.
Proof.
have pr_le1 : pr ideal <= 1.
  rewrite /pr; have [-> | pos] := posnP #|{: Z * (K * {perm T})}|; first by rewrite invr0 mulr0.
  by rewrite ler_pdivr_mulr ?ltr0n // mul1r ler_nat max_card.
rewrite -ler_subl_addr; apply: (@le_trans _ _ (pr ideal * (1 - 'C(q.+1, 2)%:R / N%:R))).
  by rewrite mulrBr mulr1 ler_add2l ler_opp2 ler_pimull ?divr_ge0 ?ler0n.
have := pr_ideal; rewrite /delta ler_pdivl_mull; first by rewrite mulrC.
by rewrite subr_gt0 ltr_pdivr_mulr ?mul1r ?ltr_nat // ltr0n (leq_trans _ few_keys).
Qed.

Lemma pr_independent : pr independent <= adv_tag + delta N q.+1 * bound.
Proof.
by rewrite -(subrK (pr ideal) (pr independent)) -/(advantage independent ideal) ler_add2l pr_ideal.
Qed.

Lemma pr_real : pr real <= adv_master + delta N r * pr independent.
Proof.
by rewrite -(subrK (pr derived) (pr real)) -/(advantage real derived) ler_add2l pr_derived.
Qed.

(** A forgery has probability at most adv_master + δ(r) (adv_tag + δ(q + 1) · bound). *)
Theorem clmac_cipher :
  pr real <= adv_master + delta N r * (adv_tag + delta N q.+1 * bound).
Proof.
apply: le_trans pr_real _; rewrite ler_add2l; apply: ler_wpmul2l pr_independent.
exact: delta_ge0.
Qed.

End Cipher.

Lemma bound_ratios (T : finType) q v c e D x y : e%:R / D%:R = x -> c%:R / #|T|%:R = y ->
  bound T q v c e D = ('C(q, 2)%:R + q%:R * v%:R) * x + v%:R * y.
Proof. by move=> <- <-. Qed.

(** * CLHASH-128 *)

(** Blocks that are cut into keys one to one are as a rule. *)
Lemma layout_bij (B X : finType) (layout : B -> X) : bijective layout ->
  forall x, (#|[set b | layout b == x]| * #|X| = #|B|)%N.
Proof.
move=> [cut cutK Kcut] x; rewrite (bij_eq_card (Bijective cutK Kcut)).
by rewrite (_ : [set b | _] = [set cut x]) ?cards1 ?mul1n //; apply/setP => b;
  rewrite !inE -(can_eq Kcut) cutK.
Qed.

(** At most 306 blocks: both modes under one master key. *)
Section Keys.

Local Open Scope nat_scope.

Lemma pairs_keys r : r <= 306 -> 'C(r, 2) < 2 ^ 16.
Proof.
move=> le_r; rewrite bin2 -divn2 ltn_divLR // -expnSr.
have le_r1 : r.-1 <= 305 by case: r le_r.
apply: leq_ltn_trans (leq_mul le_r le_r1) _; lia.
Qed.

Lemma delta_sum s a n : s < a -> a <= n -> a * n * n <= n.+1 * (a * n - s).
Proof.
move=> lt_a le_n; rewrite mulSn mulnBr mulnC.
have le_s : n * s + n <= a * n by rewrite -mulnSr mulnC leq_mul2r lt_a orbT.
have lt_n := leq_trans lt_a le_n.
have le_1 : n * s <= n * (a * n).
  by rewrite leq_mul2l (leq_trans (ltnW lt_a)) ?orbT // leq_pmulr //; lia.
by move: (n * (a * n)) (n * s) (a * n) le_s le_1 lt_n => x y z; lia.
Qed.

End Keys.

Lemma delta_le a n r : ('C(r, 2) < a)%N -> (a <= n)%N -> delta (a * n) r <= 1 + n%:R^-1.
Proof.
move=> lt_a le_n; have n_pos : (0 < n)%N by apply: leq_trans le_n; apply: leq_trans lt_a.
have lt_an : ('C(r, 2) < a * n)%N by apply: leq_trans lt_a _; rewrite leq_pmulr.
have n0 : n%:R != 0 :> rat by rewrite pnatr_eq0 -lt0n.
rewrite deltaE // ler_pdivr_mulr ?ltr0n ?subn_gt0 //.
have -> : 1 + n%:R^-1 = n.+1%:R / n%:R :> rat by rewrite -addn1 natrD mulrDl divff // mul1r.
by rewrite mulrAC ler_pdivl_mulr ?ltr0n // -!natrM ler_nat delta_sum.
Qed.

Lemma delta_keys r : (r <= 306)%N -> delta (2 ^ 128) r <= 1 + 2%:R ^- 112.
Proof.
move=> le_r; have := @delta_le (2 ^ 16) (2 ^ 112) r (pairs_keys le_r).
by rewrite -expnD natrX; apply; rewrite leq_exp2l.
Qed.

(** [wide_any] as a fraction, and the share of blocks that start with t given bits. *)
Lemma power_ratio (x : rat) m n : x != 0 -> x ^+ m / x ^+ (m + n) = x ^- n.
Proof. by move=> x0; rewrite exprD invfM mulrA mulfV ?mul1r // expf_neq0. Qed.

Lemma two0 : 2%:R != 0 :> rat.
Proof. by rewrite pnatr_eq0. Qed.

Lemma wide_ratio :
  (2 ^ 10 + 1)%N%:R / (2 ^ 9 * 2 ^ 128)%N%:R = 2%:R ^- 127 + 2%:R ^- 137 :> rat.
Proof.
rewrite natrD natrM !natrX; move: 2%:R two0 => x x0.
by rewrite -exprD mulrDl mul1r (power_ratio 10 127).
Qed.

Lemma first_ratio t : (t <= 128)%N -> (2 ^ (128 - t))%N%:R / (2 ^ 128)%N%:R = 2%:R ^- t :> rat.
Proof.
move=> le_t; rewrite !natrX; move: 2%:R two0 => x x0.
by rewrite -[in X in _ / X](subnK le_t) power_ratio.
Qed.

Lemma first_share t : (t <= 128)%N -> (2 ^ (128 - t))%N%:R / #|{: W 128}|%:R = 2%:R ^- t :> rat.
Proof. by rewrite card_W; apply: first_ratio. Qed.

Section Wide.

Variables (C Z : finType) (E : C -> {perm W 128}) (r : nat) (input : 'I_r -> W 128).
Variable layout : {ffun 'I_r -> W 128} -> Z * (key * C).
Variables (ask : Z -> seq (W 128) -> message) (tries : Z -> seq (W 128) -> seq (message * W 128)).
Variables (q v t : nat).
Hypothesis input_inj : injective input.
Hypothesis layout_even : forall x,
  (#|[set b | layout b == x]| * #|{: Z * (key * C)}| = #|{: {ffun 'I_r -> W 128}}|)%N.
Hypothesis fresh : forall z s, ask z s \notin queries (ask z) s.
Hypothesis few : forall z (s : q.-tuple (W 128)),
  (\sum_(i < q.+1) size (tries z (take i s)) <= v)%N.
Hypotheses (le_r : (r <= 306)%N) (few_tags : ('C(q.+1, 2) < 2 ^ 128)%N) (le_t : (t <= 128)%N).

Let master := adv_master E block_hash (first t) input layout ask tries q.
Let tags := adv_tag E block_hash (first t) ask tries q.

(** Forgery of a tag of t bits, after q tags and with v attempts, all keys from one master key:
    adv_master + (1 + 2^-112)
      (adv_tag + δ(q + 1) ((q (q - 1) / 2 + q v) (2^-127 + 2^-137) + v 2^-t)).
    [clmac::bound::forgery_bound] *)
Theorem clmac_cipher_wide :
  pr (real E block_hash (first t) input layout ask tries q) <= master + (1 + 2%:R ^- 112) *
    (tags + delta (2 ^ 128) q.+1 *
      (('C(q, 2)%:R + q%:R * v%:R) * (2%:R ^- 127 + 2%:R ^- 137) + v%:R * 2%:R ^- t)).
Proof.
have lt_r : ('C(r, 2) < #|{: W 128}|)%N.
  by rewrite card_W; apply: leq_trans (pairs_keys le_r) _; rewrite leq_exp2l.
have lt_q : ('C(q.+1, 2) < #|{: W 128}|)%N by rewrite card_W.
have D_pos : (0 < 2 ^ 9 * 2 ^ 128)%N by rewrite muln_gt0 !expn_gt0.
apply: le_trans (pr_real _ _ _ input_inj layout_even _ _ _ lt_r) _; rewrite ler_add2l.
apply: (@le_trans _ _ ((1 + 2%:R ^- 112) * pr (independent E block_hash (first t) ask tries q))).
  by rewrite card_W ler_wpmul2r ?delta_keys // divr_ge0 ?ler0n.
have keys_ge0 : 0 <= 1 + 2%:R ^- 112 :> rat.
  by apply: addr_ge0; [exact: ler01 | rewrite invr_ge0; exact: exprn_ge0 (ler0n _ _)].
apply: (ler_wpmul2l keys_ge0).
have le_w := pr_independent E D_pos (fun s => first_even s le_t) block_agree fresh few lt_r lt_q.
rewrite card_W (bound_ratios _ _ wide_ratio (first_share le_t)) in le_w; exact le_w.
Qed.

End Wide.

(* Assumes nothing: derive_share. *)
(* Assumes nothing: pr_ideal_sum. *)
(* Assumes nothing: clmac_cipher. *)
(* Assumes nothing: delta_keys. *)
(* Assumes nothing: clmac_cipher_wide. *)
