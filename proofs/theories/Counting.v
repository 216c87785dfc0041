(** Keys of several parts: drawing one part again, chains of events, uniform hashes.

    [Basics] has the statement [share]; this file adds what the integer families need. *)

From mathcomp Require Import all_ssreflect.
From Hash Require Import Basics.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

(** * Parts of a key

    A part of a key can be read and replaced. *)
Record part (K A : finType) := Part {
  get : K -> A;
  put : K -> A -> K;
  get_put : forall k x, get (put k x) = x;
  put_get : forall k x, put (put k x) (get k) = k }.

Section Parts.

Variables K A B I : finType.

Definition part_all : part K K := @Part K K id (fun _ x => x) (fun _ _ => erefl) (fun _ _ => erefl).

Definition part_fst : part (prod_finType A B) A.
Proof. by refine (@Part _ _ fst (fun k x => (x, k.2)) _ _) => // -[]. Defined.

Definition part_snd : part (prod_finType A B) B.
Proof. by refine (@Part _ _ snd (fun k x => (k.1, x)) _ _) => // -[]. Defined.

(** A part of a part. *)
Definition part_comp (p : part K A) (q : part A B) : part K B.
Proof.
refine (@Part _ _ (fun k => get q (get p k)) (fun k x => put p k (put q (get p k) x)) _ _).
- by move=> k x; rewrite !get_put.
- by move=> k x; rewrite !(get_put, put_get).
Defined.

(** One word of several. *)
Definition word_set (k : {ffun I -> A}) (i : I) (x : A) : {ffun I -> A} :=
  [ffun j => if j == i then x else k j].

Definition part_word (i : I) : part (finfun_finType I A) A.
Proof.
refine (@Part (finfun_finType I A) _ (fun k : {ffun I -> A} => k i) (fun k => word_set k i) _ _).
- by move=> k x; rewrite ffunE eqxx.
- by move=> k x; apply/ffunP => j; rewrite !ffunE; case: eqP => [->|].
Defined.

End Parts.

(** Word i of a key, read by f; beyond the end it is d. *)
Definition word_at (n : nat) (A : finType) (B : Type) (f : A -> B) (d : B)
    (k : {ffun 'I_n -> A}) (i : nat) : B :=
  if insub i is Some j then f (k j) else d.

Lemma word_at_ord n (A : finType) B (f : A -> B) d (k : {ffun 'I_n -> A}) (i : 'I_n) :
  word_at f d k i = f (k i).
Proof. by rewrite /word_at valK. Qed.

Lemma word_at_put n (A : finType) B (f : A -> B) d (k : {ffun 'I_n -> A}) (j : 'I_n) x i :
  word_at f d (put (part_word A j) k x) i = if i == j then f x else word_at f d k i.
Proof.
rewrite /word_at /=; case: insubP => [u _ <- | ]; first by rewrite ffunE -val_eqE; case: eqP.
by case: eqP => // ->; rewrite ltn_ord.
Qed.

(** * Means

    The mean of F over all keys is at most N / D. *)
Definition mean (K : finType) (F : K -> nat) (N D : nat) : Prop :=
  (\sum_k F k) * D <= N * #|K|.

Lemma share_mean (K : finType) (P : pred K) N D : mean (fun k => P k : nat) N D <-> share P N D.
Proof.
rewrite /mean /share; have -> // : \sum_k (P k : nat) = #|[set k | P k]|.
by rewrite -sum1_card [RHS]big_mkcond; apply: eq_bigr => k _; rewrite inE; case: (P k).
Qed.

Section Means.

Variables (K A : finType) (p : part K A).

Lemma draw_sum (F : K -> nat) : (\sum_k F k) * #|A| = \sum_k \sum_x F (put p k x).
Proof.
pose s (u : K * A) := (put p u.1 u.2, get p u.1).
have sK : involutive s by case=> k x; rewrite /s /= get_put put_get.
rewrite pair_big /= (reindex_inj (inv_inj sK)) /=.
under [RHS]eq_bigr => u _ do rewrite put_get.
rewrite -(pair_bigA _ (fun k (x : A) => F k)) /= big_distrl /=.
by apply: eq_bigr => k _; rewrite sum_nat_const mulnC.
Qed.

Lemma part_card0 : #|A| = 0 -> #|K| = 0.
Proof.
move=> A0; apply: eq_card0 => k; rewrite !inE.
by have := fintype0 (get p k) A0.
Qed.

(** Events one after the other. F does not depend on the part; whatever the rest of the key is, the
    mean of G over the part is at most N' / D'. So the mean of the product is at most the product of
    the means. *)
Lemma mean_mul (F G : K -> nat) N D N' D' :
  (forall k x, F (put p k x) = F k) -> mean F N D ->
  (forall k, mean (fun x => G (put p k x)) N' D') ->
  mean (fun k => F k * G k) (N * N') (D * D').
Proof.
move=> Fp HF HG; case: (posnP #|A|) => [A0 | A_pos].
  by rewrite /mean (eq_bigl pred0) ?big_pred0_eq // => k; have := fintype0 (get p k) A0.
have {}HG: (\sum_k F k * G k) * D' <= N' * \sum_k F k.
  rewrite -(leq_pmul2r A_pos) mulnAC draw_sum big_distrl /=.
  rewrite -mulnA (mulnC (\sum_k F k)) mulnA big_distrr /=.
  apply: leq_sum => k _; rewrite (eq_bigr (fun x => F k * G (put p k x))); last first.
    by move=> x _; rewrite Fp.
  by rewrite -big_distrr /= -mulnA [X in _ <= X]mulnC leq_mul2l HG orbT.
rewrite /mean (mulnC D) mulnA (mulnC N); apply: leq_trans (leq_mul HG (leqnn D)) _.
by rewrite -!mulnA leq_mul2l HF orbT.
Qed.

Lemma mean1 : mean (fun _ : K => 1) 1 1.
Proof. by rewrite /mean sum1_card muln1 mul1n. Qed.

(** Draw one part again. *)
Lemma mean_draw (G : K -> nat) N D :
  (forall k, mean (fun x => G (put p k x)) N D) -> mean G N D.
Proof.
move=> HG; have := @mean_mul (fun=> 1) G 1 1 N D (fun _ _ => erefl) mean1 HG.
by rewrite /mean !mul1n; under eq_bigr do rewrite mul1n.
Qed.

Lemma share_draw (P : pred K) N D :
  (forall k, share (fun x => P (put p k x)) N D) -> share P N D.
Proof. by move=> HP; apply/share_mean/mean_draw => k; apply/share_mean/HP. Qed.

End Means.

Section MeanLemmas.

Variable K : finType.
Implicit Types (F G : K -> nat).

Lemma mean_le F G N D : (forall k, F k <= G k) -> mean G N D -> mean F N D.
Proof. by move=> FG; apply: leq_trans; rewrite leq_mul2r leq_sum ?orbT // => k _. Qed.

Lemma mean_add F G N M D : mean F N D -> mean G M D -> mean (fun k => F k + G k) (N + M) D.
Proof. by rewrite /mean big_split /= !mulnDl => HF HG; apply: leq_add. Qed.

Lemma mean_const c : mean (fun _ : K => c) c 1.
Proof. by rewrite /mean sum_nat_const muln1 mulnC. Qed.

Lemma mean_scale F N D c : mean F N D -> mean F (c * N) (c * D).
Proof. by rewrite /mean mulnCA -mulnA => H; rewrite leq_mul2l H orbT. Qed.

Lemma mean_times F N D c : mean F N D -> mean (fun k => c * F k) (c * N) D.
Proof. by rewrite /mean -big_distrr -!mulnA => H; rewrite leq_mul2l H orbT. Qed.

Lemma mean_weaken F N M D : N <= M -> mean F N D -> mean F M D.
Proof. by move=> NM /leq_trans; apply; rewrite leq_mul2r NM orbT. Qed.

End MeanLemmas.

(** The same for events. *)
Lemma share_and (K A : finType) (p : part K A) (P Q : pred K) N D N' D' :
  (forall k x, P (put p k x) = P k) -> share P N D ->
  (forall k, share (fun x => Q (put p k x)) N' D') ->
  share (fun k => P k && Q k) (N * N') (D * D').
Proof.
move=> Pp HP HQ; apply/share_mean.
apply: (@mean_le _ _ (fun k => P k * Q k)) => [k|]; first by rewrite mulnb.
apply: (mean_mul (p := p)) => [k x | | k]; rewrite ?Pp //; first exact/share_mean.
exact/share_mean.
Qed.

(** * Counting solutions *)

(** At most c elements of A satisfy P, that is, at most c of #|A|. *)
Lemma share_count (A : finType) (P : pred A) c D :
  #|[set x | P x]| <= c -> D <= #|A| -> share P c D.
Proof. by move=> Pc DA; apply: leq_mul. Qed.

(** Pairs, by their first parts. *)
Lemma card_pairs (A B : finType) (P : pred (A * B)) :
  #|[set u | P u]| = \sum_a #|[set b | P (a, b)]|.
Proof.
under [RHS]eq_bigr => a _ do rewrite -sum1_card.
rewrite pair_big_dep /= -sum1_card; apply: eq_bigl => -[a b].
by rewrite !inE.
Qed.

(** At most one element. *)
Lemma count_one (A : finType) (P : pred A) :
  (forall x y, P x -> P y -> x = y) -> #|[set x | P x]| <= 1.
Proof.
by move=> HP; apply/card_le1_eqP => x y; rewrite !inE => Px Py; apply: HP.
Qed.

(** The elements fall into classes, and at most c of each class satisfy P. *)
Lemma count_classes (A : finType) (P : pred A) (J : seq nat) (cls : A -> nat) c :
  (forall x, P x -> cls x \in J) ->
  (forall j, j \in J -> #|[set x | P x && (cls x == j)]| <= c) ->
  #|[set x | P x]| <= size J * c.
Proof.
move=> PJ Pc.
have: #|[set x | P x]| <= \sum_(j <- J) #|[set x | P x && (cls x == j)]|.
  elim: J P PJ {Pc} => [|j J IH] P PJ; rewrite ?big_nil ?big_cons.
    rewrite leqn0 cards_eq0; apply/eqP/setP => x; rewrite !inE.
    by apply/negbTE/negP => /PJ.
  rewrite -(cardsID [set x | cls x == j]).
  have -> : [set x | P x] :&: [set x | cls x == j] = [set x | P x && (cls x == j)].
    by apply/setP => x; rewrite !inE.
  have -> : [set x | P x] :\: [set x | cls x == j] = [set x | P x && (cls x != j)].
    by apply/setP => x; rewrite !inE andbC.
  rewrite leq_add2l; apply: leq_trans (IH (fun x => P x && (cls x != j)) _) _.
    by move=> x /andP[/PJ]; rewrite inE => /orP[->|].
  apply: leq_sum => i _; apply: subset_leq_card; apply/subsetP => x; rewrite !inE.
  by case/andP => /andP[-> _] ->.
move/leq_trans; apply; apply: (@leq_trans (\sum_(j <- J) c)).
  by rewrite big_seq [X in _ <= X]big_seq; apply: leq_sum => j jJ; apply: Pc.
by rewrite big_const_seq count_predT iter_addn_0 mulnC.
Qed.

(** f takes each value at most c times, so it hits a list of n values at most n c times. *)
Lemma count_fibres (A : finType) (B : eqType) (f : A -> B) (J : seq B) c :
  (forall y, #|[set x | f x == y]| <= c) -> #|[set x | f x \in J]| <= size J * c.
Proof.
move=> fc; elim: J => [|y J IH] /=.
  by rewrite leqn0 cards_eq0; apply/eqP/setP => x; rewrite !inE.
have -> : [set x | f x \in y :: J] = [set x | f x == y] :|: [set x | f x \in J].
  by apply/setP => x; rewrite !inE.
by apply: leq_trans (leq_card_setU _ _) _; rewrite mulSn leq_add.
Qed.

(** So a property that puts the value of f into J has at most (size J) c of all elements. *)
Lemma share_fibres (A : finType) (B : eqType) (P : pred A) (f : A -> B) (J : seq B) c D :
  (forall x, P x -> f x \in J) -> (forall y, #|[set x | f x == y]| <= c) -> D <= #|A| ->
  share P (size J * c) D.
Proof.
move=> PJ fc DA; apply: share_count => //; apply: leq_trans (count_fibres J fc).
by apply: subset_leq_card; apply/subsetP => x; rewrite !inE => /PJ.
Qed.

(** * Uniform hashes

    A permutation of the keys moves the hash by one and preserves the other known values. So the
    hash is uniform, given those. *)
Section Uniform.

Variables (K : finType) (P : pred K) (g : K -> nat) (w : nat) (T : K -> K).
Hypotheses (g_lt : forall k, g k < w) (T_inj : injective T).
Hypothesis P_T : forall k, P k -> P (T k).
Hypothesis g_T : forall k, P k -> g (T k) = (g k + 1) %% w.

Let c h := #|[set k | P k && (g k == h)]|.

Lemma uniform_step h : c h <= c ((h + 1) %% w).
Proof.
rewrite /c -(card_imset _ T_inj); apply: subset_leq_card; apply/subsetP => x /imsetP[k].
by rewrite inE => /andP[Pk /eqP gk] ->; rewrite inE P_T // g_T // gk eqxx.
Qed.

Lemma uniform_all h h' : h < w -> h' < w -> c h = c h'.
Proof.
have mono i j : c (i %% w) <= c ((i + j) %% w).
  elim: j => [|j IH]; first by rewrite addn0.
  by apply: leq_trans IH (leq_trans (uniform_step _) _); rewrite modnDml -addnA addn1.
suff le_c i j : i < w -> j < w -> c i <= c j by move=> hw hw'; apply/eqP; rewrite eqn_leq !le_c.
move=> iw jw; have := mono i (w - i + j).
by rewrite (addnA i) (subnKC (ltnW iw)) modnDl !modn_small.
Qed.

Lemma uniform_shift h : h < w -> #|[set k | P k && (g k == h)]| * w = #|[set k | P k]|.
Proof.
move=> hw; have -> : #|[set k | P k]| = \sum_(i < w) c i.
  rewrite -sum1_card (partition_big (fun k => Ordinal (g_lt k)) xpredT) //=.
  apply: eq_bigr => i _; rewrite /c -sum1_card; apply: eq_bigl => k; rewrite !inE.
  by rewrite -val_eqE.
by rewrite (eq_bigr (fun=> c h)) ?sum_nat_const ?card_ord 1?mulnC // => i _; apply: uniform_all.
Qed.

End Uniform.

(* Assumes nothing: mean_mul. *)
(* Assumes nothing: uniform_shift. *)
