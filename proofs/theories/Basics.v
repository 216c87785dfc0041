(** Definitions that all files share: counting keys, and messages as bytes. *)

From mathcomp Require Import all_ssreflect.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

(** * Counting

    A key is uniform: it is one of the elements of a finite type K, each as likely as any other. *)

(** At most N of every D keys satisfy P. So P has probability at most N / D. *)
Definition share (K : finType) (P : pred K) (N D : nat) : Prop :=
  #|[set k | P k]| * D <= N * #|K|.

(** Exactly N of every D keys satisfy P. *)
Definition share_eq (K : finType) (P : pred K) (N D : nat) : Prop :=
  #|[set k | P k]| * D = N * #|K|.

Section Counting.

Variable K : finType.
Implicit Types P Q : pred K.

Lemma share_eq_le P N D : share_eq P N D -> share P N D.
Proof. by rewrite /share_eq /share => ->. Qed.

(** An event that implies Q is at most as likely as Q. *)
Lemma share_sub P Q N D : (forall k, P k -> Q k) -> share Q N D -> share P N D.
Proof.
move=> PQ; apply: leq_trans; rewrite leq_mul2r subset_leq_card ?orbT //.
by apply/subsetP => k; rewrite !inE; apply: PQ.
Qed.

Lemma share_weaken P N M D : N <= M -> share P N D -> share P M D.
Proof. by move=> NM /leq_trans; apply; rewrite leq_mul2r NM orbT. Qed.

Lemma share_scale P N D c : share P N D -> share P (c * N) (c * D).
Proof. by rewrite /share mulnCA -mulnA => H; rewrite leq_mul2l H orbT. Qed.

Lemma share_unscale P N D c : 0 < c -> share P (c * N) (c * D) -> share P N D.
Proof. by rewrite /share mulnCA -mulnA leq_mul2l => /prednK <-. Qed.

Lemma share0 P D : (forall k, ~~ P k) -> share P 0 D.
Proof.
move=> nP; rewrite /share mul0n leqn0 muln_eq0 cards_eq0; apply/orP; left.
by apply/eqP/setP => k; rewrite !inE; apply: negbTE.
Qed.

(** Probabilities of several events add up. *)
Lemma share_or P Q N M D :
  share P N D -> share Q M D -> share (fun k => P k || Q k) (N + M) D.
Proof.
rewrite /share => HP HQ; rewrite mulnDl.
apply: leq_trans (leq_add HP HQ); rewrite -mulnDl leq_mul2r.
have -> : [set k | P k || Q k] = [set k | P k] :|: [set k | Q k].
  by apply/setP => k; rewrite !inE.
by rewrite leq_card_setU orbT.
Qed.

(** The main step of nearly all proofs. Some part of the key is drawn again: x changes the key k to
    [upd x k], and each x does so one to one. If for every key at most N of every D values x satisfy
    P, then at most N of every D keys do. *)
Section Redraw.

Variables (X : finType) (upd : X -> K -> K).
Hypothesis upd_inj : forall x, injective (upd x).

Lemma redraw_count P :
  \sum_k #|[set x | P (upd x k)]| = #|X| * #|[set k | P k]|.
Proof.
transitivity (\sum_k \sum_(x | P (upd x k)) 1).
  by apply: eq_bigr => k _; rewrite sum1_card; apply: eq_card => x; rewrite inE.
rewrite (exchange_big_dep xpredT) //= -sum_nat_const; apply: eq_bigr => x _.
have Px k : P (upd x k) = (upd x k \in [set k | P k]) by rewrite inE.
have [g gK Kg] : bijective (upd x) by apply: injF_bij.
by rewrite sum1_card -[RHS](on_card_preimset (f := upd x)); [apply: eq_card => k; rewrite !inE |
  exists g => k _].
Qed.

Lemma swap_products N : #|X| * (N * #|K|) = \sum_(k : K) N * #|X|.
Proof. by rewrite sum_nat_const mulnCA [RHS]mulnCA (mulnC #|X|). Qed.

Lemma share_redraw P N D :
  0 < #|X| -> (forall k, share (fun x => P (upd x k)) N D) -> share P N D.
Proof.
move=> X0 H; rewrite /share -(leq_pmul2l X0) mulnA -redraw_count big_distrl /= swap_products.
by apply: leq_sum => k _; apply: H.
Qed.

Lemma share_eq_redraw P N D :
  0 < #|X| -> (forall k, share_eq (fun x => P (upd x k)) N D) -> share_eq P N D.
Proof.
move=> X0 H; apply/eqP; rewrite -(eqn_pmul2l X0) mulnA -redraw_count big_distrl /= swap_products.
by apply/eqP/eq_bigr => k _; apply: H.
Qed.

End Redraw.

End Counting.

(** * Bytes

    A message is a sequence of bytes. Words are little-endian. *)

Definition byte := 'I_256.

Implicit Types (m s : seq byte).

(** The number with these bytes, the lowest first: [from_le_bytes]. *)
Fixpoint le m : nat := if m is b :: m' then b + 256 * le m' else 0.

Lemma le_bound m : le m < 256 ^ size m.
Proof.
elim: m => //= b m IH; rewrite expnS.
apply: (@leq_trans (256 * (le m).+1)); last by rewrite leq_mul2l IH orbT.
by rewrite mulnS ltn_add2r ltn_ord.
Qed.

Lemma le_inj m m' : size m = size m' -> le m = le m' -> m = m'.
Proof.
elim: m m' => [|b m IH] [|b' m'] //= [eq_size] eq_le.
have eq_b : b = b'.
  have: (b + 256 * le m) %% 256 = (b' + 256 * le m') %% 256 by rewrite eq_le.
  by rewrite ![_ + 256 * _]addnC ![256 * _]mulnC !modnMDl !modn_small // => /val_inj.
by move: eq_le; rewrite eq_b => /addnI /eqP; rewrite eqn_mul2l => /eqP /IH ->.
Qed.

(** Zeros at the end do not change the number. *)
Lemma le_zeros m n (z : byte) : z = 0 :> nat -> le (m ++ nseq n z) = le m.
Proof. by move=> z0; elim: m => [|b m /= ->] //=; elim: n => //= n ->; rewrite z0 muln0. Qed.

(** Word i of a message in words of w bytes. Beyond the end there are zeros. *)
Definition word (w i : nat) m : nat := le (take w (drop (i * w) m)).

Lemma word_bound w i m : word w i m < 256 ^ w.
Proof.
apply: leq_trans (le_bound _) _; rewrite leq_pexp2l // size_take.
by case: ltnP.
Qed.

(** A word beyond the end is zero. *)
Lemma word_behind w i m : size m <= i * w -> word w i m = 0.
Proof. by move=> le_m; rewrite /word drop_oversize. Qed.

(** The words of the rest of a message, and of its start. *)
Lemma word_drop w i j m : word w i (drop (j * w) m) = word w (i + j) m.
Proof. by rewrite /word drop_drop mulnDl. Qed.

Lemma word_take w i n m : i.+1 * w <= n -> word w i (take n m) = word w i m.
Proof. by rewrite mulSn => le_n; rewrite /word !take_drop take_take. Qed.

(** Messages of one length with the same words are the same. *)
Lemma words_inj w m m' :
  0 < w -> size m = size m' -> (forall i, word w i m = word w i m') -> m = m'.
Proof.
move=> w0; have [n] := ubnP (size m); elim: n m m' => // n IH m m' lt_n eq_size eq_words.
rewrite -(cat_take_drop w m) -(cat_take_drop w m').
have -> : take w m = take w m'.
  by apply: le_inj; [rewrite !size_take eq_size | have := eq_words 0; rewrite /word !drop0].
case: (posnP (size m)) => [m0 | m_pos].
  by move: eq_size; rewrite m0 => /esym/size0nil ->; move/size0nil: m0 => ->.
congr cat; apply: IH; rewrite ?size_drop ?eq_size //.
  by rewrite -eq_size -ltnS (leq_trans _ lt_n) // ltnS ltn_subrL w0.
by move=> i; have := eq_words (i + 1); rewrite -!(word_drop w i 1) mul1n.
Qed.

(** So messages of one length that differ have a differing word that is not beyond the end. *)
Lemma words_differ w m m' :
  0 < w -> size m = size m' -> m != m' ->
  exists2 i, i * w < size m & word w i m != word w i m'.
Proof.
move=> w0 eq_size.
have [/existsP[i ne] _|] := boolP [exists i : 'I_(size m), word w i m != word w i m'].
  exists i => //; apply: contraNltn ne => le_i.
  by rewrite !word_behind // -?eq_size.
rewrite negb_exists => /forallP eq_words /eqP[]; apply: (@words_inj w) => // i.
have [lt_i | le_i] := ltnP i (size m); last first.
  by rewrite !word_behind -?eq_size // (leq_trans le_i) // leq_pmulr.
by apply/eqP; rewrite -[_ == _]negbK (eq_words (Ordinal lt_i)).
Qed.

(** The number of pieces of d bytes in n bytes, of which the last may be partial: [div_ceil]. *)
Definition pieces (d n : nat) : nat := (n + d.-1) %/ d.

Lemma pieces_le d n k : 0 < d -> (pieces d n <= k) = (n <= k * d).
Proof.
by case: d => // d _; rewrite /pieces /= -ltnS ltn_divLR // mulSn addSn ltnS addnC leq_add2l.
Qed.

(* Assumes nothing: share_redraw. *)
(* Assumes nothing: share_eq_redraw. *)
(* Assumes nothing: words_differ. *)
