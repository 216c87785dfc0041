(** CLMAC without nonces: counting forgeries against a hash and a random permutation.

    [ClmacCipher] has AES in the place of the permutation, and the derivation of keys. [wide_any] is
    the bound on the hash. *)

From mathcomp Require Import all_ssreflect all_algebra all_fingroup zify.
From Hash Require Import Basics Counting Gf2 Bits WideBlock Wide.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import GRing.Theory.

(** * A permutation instead of a function

    r different blocks of N have one of N (N - 1) … (N - r + 1) sequences of values. So a sequence
    is at most 1 / (1 - r (r - 1) / 2N) times as likely as under a random function. *)
Lemma ffact_le N r : N ^_ r <= N ^ r.
Proof.
elim: r => [|r IH]; first by rewrite ffactn0.
by rewrite ffactnSr expnSr leq_mul // leq_subr.
Qed.

Lemma falling N r : N ^ r <= N ^_ r + 'C(r, 2) * N ^ r.-1.
Proof.
case: r => [|r]; first by rewrite ffactn0.
elim: r => [|r IH]; first by rewrite ffactn1 expn1 leq_addr.
rewrite [in X in _ <= X]binS bin1 ffactnSr [r.+2.-1]/=.
have le_N : N <= N - r.+1 + r.+1 by rewrite addnC -leq_subLR.
have H1 := leq_mul (leqnn N) IH; rewrite -expnS mulnDr mulnCA -expnS in H1.
apply: leq_trans H1 _; rewrite mulnDl [X in _ <= X]addnCA [X in X <= _]addnC leq_add2l.
apply: leq_trans (leq_mul le_N (leqnn _)) _.
by rewrite mulnDl mulnC leq_add2l leq_mul2l ffact_le orbT.
Qed.

Lemma falling_rest N r : N ^ r * (N - 'C(r, 2)) <= N ^_ r * N.
Proof.
rewrite mulnBr leq_subLR [X in _ <= X]addnC (mulnC (N ^ r) 'C(_, _)).
apply: leq_trans (leq_mul (falling N r) (leqnn N)) _; rewrite mulnDl leq_add2l -mulnA.
by case: r => // r; rewrite -expnSr.
Qed.

(** * Transcripts

    An adversary asks for tags one after the other: [ask t] is its next message, after the tags t. *)
Section Run.

Variables (T M : Type) (ask : seq T -> M).

(** The messages that are asked for until the tags are t. *)
Definition queries (t : seq T) : seq M := [seq ask (take i t) | i <- iota 0 (size t)].

Lemma queries_rcons t x : queries (rcons t x) = rcons (queries t) (ask t).
Proof.
rewrite /queries size_rcons -[(size t).+1]addn1 iotaD map_cat /= add0n cats1; congr rcons.
  by apply/eq_in_map => i; rewrite mem_iota => /andP[_ lt_i]; rewrite -cats1 takel_cat // ltnW.
by rewrite -cats1 take_size_cat.
Qed.

(** The tags that the function f of a message gives. *)
Fixpoint run (f : M -> T) n : seq T :=
  if n is n'.+1 then rcons (run f n') (f (ask (run f n'))) else [::].

Lemma size_run f n : size (run f n) = n.
Proof. by elim: n => //= n IH; rewrite size_rcons IH. Qed.

Lemma run_map f n : run f n = [seq f m | m <- queries (run f n)].
Proof. by elim: n => //= n IH; rewrite queries_rcons map_rcons -IH. Qed.

End Run.

(** The adversary makes the attempts [tries t] after the tags t: messages with tags. Tags may be cut,
    which the functions f and [cut] below do. An attempt counts if the tag of its message was not
    given. Until one is accepted all are refused, so the answers to attempts say nothing. *)
Definition accepted (A : Type) (M U : eqType) (ask : seq A -> M) (tries : seq A -> seq (M * U))
    (f : M -> U) (t : seq A) : bool :=
  has (fun a => (a.1 \notin queries ask t) && (f a.1 == a.2)) (tries t).

(** * Without nonces: a random permutation of the hash *)
Section Permutation.

Variables (K T : finType) (M U : eqType) (h : K -> M -> T) (cut : T -> U).
Let N := #|T|.
Let P := {perm T}.

(** Given values at n different points have at most one of N (N - 1) … (N - n + 1) permutations. *)
Lemma next_value (xs t : seq T) x y : uniq t -> y \notin t ->
  (\sum_(p : P) ((p x == y) && (map p xs == t) : nat)) * (N - size t)
    <= \sum_(p : P) (map p xs == t : nat).
Proof.
move=> uniq_t y_t; have -> : N - size t = #|[predC t]|.
  by rewrite -[N](cardC (mem t)) (card_uniqP uniq_t) addKn.
apply: (@leq_trans (\sum_(z in [predC t]) \sum_(p : P) ((p x == z) && (map p xs == t) : nat))).
  rewrite mulnC -sum_nat_const; apply: leq_sum => z z_t.
  rewrite [X in _ <= X](reindex_inj (mulIg (tperm y z))) /=; apply: leq_sum => p _.
  case: andP => // -[/eqP p_x /eqP p_t]; rewrite permM p_x tpermL eqxx /= lt0b; apply/eqP.
  rewrite -[RHS]p_t; apply/eq_in_map => i i_xs; rewrite permM tpermD //.
    by apply: contraNneq y_t => ->; rewrite -p_t map_f.
  by apply: contraNneq z_t => ->; rewrite inE /= -p_t map_f.
rewrite exchange_big /=; apply: leq_sum => p _.
rewrite (eq_bigr (fun z => (p x == z) * (map p xs == t))); last by move=> z _; rewrite mulnb.
rewrite -big_distrl /= -[X in _ <= X]mul1n leq_mul2r; apply/orP; right.
rewrite big_mkcond (bigD1 (p x)) //= eqxx big1 ?addn0; first by case: ifP.
by move=> z /negbTE ne_z; rewrite eq_sym ne_z; case: ifP.
Qed.

Lemma values (xs t : seq T) : uniq xs -> size xs = size t ->
  (\sum_(p : P) (map p xs == t : nat)) * N ^_ size xs <= #|{: P}|.
Proof.
elim: xs t => [|x xs IH] [|y t] //=.
  by rewrite (eq_bigr (fun=> 1)) ?sum1_card ?muln1 // => p _; rewrite eqxx.
case/andP=> x_xs uniq_xs [eq_size]; rewrite ffactnSr [_ ^_ _ * _]mulnC mulnA.
have [p0 | none] := pickP (fun p : P => (p x == y) && (map p xs == t)); last first.
  by rewrite big1 // => p _; rewrite eqseq_cons none.
case/andP=> /eqP p0_x /eqP p0_t.
apply: leq_trans (IH t uniq_xs eq_size); rewrite leq_mul2r; apply/orP; right.
under eq_bigr => p _ do rewrite eqseq_cons.
rewrite eq_size; apply: next_value; first by rewrite -p0_t map_inj_uniq //; apply: perm_inj.
by rewrite -p0_t -p0_x mem_map //; apply: perm_inj.
Qed.

Variables (ask : seq T -> M) (tries : seq T -> seq (M * U)).

Definition tag (u : K * P) (m : M) : T := u.2 (h u.1 m).
Definition points (k : K) (t : seq T) : seq T := [seq h k m | m <- queries ask t].
Definition after (u : K * P) n : seq T := run ask (tag u) n.

Lemma unfold n (G : K * P -> seq T -> nat) :
  \sum_(u : K * P) G u (after u n)
    <= \sum_(t : n.-tuple T) \sum_(u : K * P) (map u.2 (points u.1 t) == t) * G u t.
Proof.
rewrite exchange_big /=; apply: leq_sum => u _.
have size_t : size (after u n) == n by rewrite size_run.
rewrite (bigD1 (Tuple size_t)) //=; apply: leq_trans (leq_addr _ _).
suff -> : map u.2 (points u.1 (after u n)) == after u n by rewrite mul1n.
by rewrite /points -map_comp [X in _ == X]run_map.
Qed.

Lemma size_points k n (t : n.-tuple T) : size (points k t) = n.
Proof. by rewrite !size_map size_iota size_tuple. Qed.

(** While no two hashes agree, all sequences of tags are almost equally likely, whatever the key of
    the hash. *)
Lemma transcripts n (Q : K -> seq T -> nat) :
  (\sum_(u : K * P) uniq (points u.1 (after u n)) * Q u.1 (after u n)) * N ^_ n
    <= #|{: P}| * \sum_(t : n.-tuple T) \sum_k Q k t.
Proof.
have := unfold n (fun u t => uniq (points u.1 t) * Q u.1 t).
move/(fun H => leq_mul H (leqnn (N ^_ n))) => /leq_trans; apply.
rewrite big_distrl big_distrr /=; apply: leq_sum => t _.
rewrite -(pair_bigA _
  (fun k (p : P) => (map p (points k t) == t) * (uniq (points k t) * Q k t))) /=.
rewrite big_distrl big_distrr /=; apply: leq_sum => k _.
have [uniq_t | _] := boolP (uniq _); last by rewrite big1 // => p _; rewrite mul0n muln0.
rewrite mul1n -big_distrl /= mulnAC leq_mul2r; apply/orP; right.
have := @values (points k t) t uniq_t; rewrite size_points size_tuple; exact.
Qed.

(** The value at one more point is almost any of N. *)
Variable c : nat.
Hypothesis cut_even : forall s, #|[set x | cut x == s]| <= c.

Lemma guesses n :
  (\sum_(u : K * P) \sum_(a <- tries (after u n))
      (uniq (rcons (points u.1 (after u n)) (h u.1 a.1)) && (cut (tag u a.1) == a.2) : nat))
    * N ^_ n.+1 <= #|{: P}| * \sum_(t : n.-tuple T) \sum_(k : K) size (tries t) * c.
Proof.
have := unfold n (fun u t => \sum_(a <- tries t)
  (uniq (rcons (points u.1 t) (h u.1 a.1)) && (cut (tag u a.1) == a.2) : nat)).
move/(fun H => leq_mul H (leqnn (N ^_ n.+1))) => /leq_trans; apply.
rewrite big_distrl big_distrr /=; apply: leq_sum => t _.
rewrite -(pair_bigA _ (fun k (p : P) => (map p (points k t) == t) * \sum_(a <- tries t)
  (uniq (rcons (points k t) (h k a.1)) && (cut (tag (k, p) a.1) == a.2) : nat))) /=.
rewrite big_distrl big_distrr /=; apply: leq_sum => k _.
under eq_bigr => p _ do rewrite big_distrr.
rewrite exchange_big /= big_distrl /= mulnC -sum1_size !big_distrl /=.
apply: leq_sum => a _; rewrite mul1n /tag /=.
have [uniq_t | _] := boolP (uniq _); last by rewrite big1 // => p _; rewrite muln0.
apply: (@leq_trans (\sum_(y | cut y == a.2) #|{: P}|)); last first.
  by rewrite sum_nat_const leq_mul2r -(cardsE (fun y => cut y == a.2)) cut_even orbT.
apply: (@leq_trans (\sum_(y | cut y == a.2)
    (\sum_(p : P) (map p (rcons (points k t) (h k a.1)) == rcons t y : nat)) * N ^_ n.+1)).
  rewrite -big_distrl leq_mul2r /= exchange_big; apply/orP; right; apply: leq_sum => p _.
  have [hit | ] := altP eqP; last by rewrite mul0n.
  have [good | ] := boolP (cut _ == _); last by rewrite muln0.
  by rewrite (bigD1 (p (h k a.1))) //= map_rcons hit eqxx.
apply: leq_sum => y _; have := @values (rcons (points k t) (h k a.1)) (rcons t y) uniq_t.
by rewrite !size_rcons size_points size_tuple; apply.
Qed.

(** * The theorem without nonces

    Two hashes agree with probability e / D. The adversary never asks for a message again. *)
Variables (e D : nat).
Hypothesis h_agree : forall m m', m != m' -> share (fun k => h k m == h k m') e D.
Hypothesis fresh : forall t, ask t \notin queries ask t.

Lemma agree_any m ms : m \notin ms -> share (fun k => h k m \in map (h k) ms) (size ms * e) D.
Proof.
elim: ms => [|m' ms IH] /=; first by move=> _; apply: share0 => k.
rewrite inE negb_or mulSn => /andP[/h_agree ne /IH].
by move/(share_or ne); apply: share_sub => k; rewrite inE.
Qed.

Lemma agree_points m n (t : n.-tuple T) : m \notin queries ask t ->
  (\sum_k (h k m \in points k t : nat)) * D <= n * e * #|K|.
Proof. by move/agree_any; rewrite size_map size_iota size_tuple => /share_mean. Qed.

Let keys := #|K| * #|{: P}|.

(** Some two of n hashes agree. *)
Lemma collisions n :
  (\sum_(u : K * P) (~~ uniq (points u.1 (after u n)) : nat)) * N ^_ n * D
    <= 'C(n, 2) * e * N ^ n * keys.
Proof.
elim: n => [|n IH]; first by rewrite big1.
pose Q k t : nat := h k (ask t) \in points k t.
have next : (\sum_(u : K * P) uniq (points u.1 (after u n)) * Q u.1 (after u n)) * N ^_ n * D
    <= n * e * N ^ n * keys.
  have le_t : (\sum_(t : n.-tuple T) \sum_k Q k t) * D <= N ^ n * (n * e * #|K|).
    rewrite big_distrl -card_tuple -sum_nat_const /=.
    by apply: leq_sum => t _; apply: agree_points.
  have := leq_mul (transcripts n Q) (leqnn D); have := leq_mul (leqnn #|{: P}|) le_t.
  rewrite /keys; lia.
rewrite binS bin1 ffactnSr expnSr.
have le_sum : \sum_(u : K * P) (~~ uniq (points u.1 (after u n.+1)) : nat) <=
    \sum_(u : K * P) (~~ uniq (points u.1 (after u n)) : nat) +
    \sum_(u : K * P) uniq (points u.1 (after u n)) * Q u.1 (after u n).
  rewrite -big_split /=; apply: leq_sum => u _.
  rewrite /points /after /= queries_rcons map_rcons rcons_uniq negb_and negbK.
  by rewrite -/(points _ _) -/(Q _ _) /Q; case: (uniq _) (_ \in _) => [] [].
have le_n : N ^_ n * (N - n) <= N ^_ n * N by rewrite leq_mul2l leq_subr orbT.
have := leq_mul (leq_mul le_sum le_n) (leqnn D); have := leq_mul (leq_add IH next) (leqnn N).
lia.
Qed.

(** n (n - 1) / 2 · e / D / (1 - n (n - 1) / 2N). *)
Theorem clmac_collision n :
  share (fun u : K * P => ~~ uniq (points u.1 (after u n))) ('C(n, 2) * e * N) (D * (N - 'C(n, 2))).
Proof.
have [N0 | N_pos] := posnP N; first by rewrite /share N0 sub0n !muln0.
apply/share_mean; rewrite /mean card_prod -/keys -(@leq_pmul2r (N ^ n)) ?expn_gt0 ?N_pos //.
move: (\sum_(u : K * P) _) (collisions n) => X le_X.
have := leq_mul (leqnn (X * D)) (falling_rest N n); have := leq_mul le_X (leqnn N).
move: N 'C(n, 2) (N - _) (N ^_ n) (N ^ n) keys => m s r f x k.
have -> : X * f * D * m = X * D * (f * m) by ring.
have -> : X * (D * r) * x = X * D * (x * r) by ring.
move=> le_s /leq_trans/(_ le_s); have -> // : s * e * x * k * m = s * e * m * k * x by ring.
Qed.

Definition wins (u : K * P) q : bool :=
  [exists i : 'I_q.+1, accepted ask tries (cut \o tag u) (after u i)].

(** At most v attempts, whatever the q tags are. *)
Variables q v : nat.
Hypothesis few : forall t : q.-tuple T, \sum_(i < q.+1) size (tries (take i t)) <= v.

Let made n := \sum_(t : n.-tuple T) size (tries t).

Lemma prefix_sum (F : seq T -> nat) i j :
  (\sum_(t : i.-tuple T) F t) * N ^ j = \sum_(t : (i + j).-tuple T) F (take i t).
Proof.
pose join (u : i.-tuple T * j.-tuple T) : (i + j).-tuple T := cat_tuple u.1 u.2.
have join_bij : bijective join.
  apply: inj_card_bij; last by rewrite card_prod !card_tuple expnD.
  move=> [t s] [t' s'] /(congr1 val) /eqP; rewrite eqseq_cat ?size_tuple //.
  move=> /andP[/eqP eq_t /eqP].
  by move=> /= /val_inj ->; congr pair; apply: val_inj.
rewrite (reindex join) /=; last exact: onW_bij.
rewrite -(pair_bigA _ (fun (t : i.-tuple T) (s : j.-tuple T) => F (take i (t ++ s)))) /=.
rewrite big_distrl /=; apply: eq_bigr => t _; rewrite (eq_bigr (fun=> F t)) ?sum_nat_const ?card_tuple 1?mulnC // => s _.
by rewrite take_size_cat ?size_tuple.
Qed.

Lemma made_sum : \sum_(i < q.+1) made i * N ^ (q - i) <= v * N ^ q.
Proof.
rewrite (eq_bigr (fun i : 'I_q.+1 => \sum_(t : q.-tuple T) size (tries (take i t)))); last first.
  by move=> i _; rewrite /made (prefix_sum (fun t => size (tries t))) subnKC // -ltnS.
rewrite exchange_big /= mulnC -card_tuple -sum_nat_const; apply: leq_sum => t _; exact: few.
Qed.

Lemma ffact_split i j : N ^_ (i + j) <= N ^_ i * N ^ j.
Proof.
elim: j => [|j IH]; first by rewrite addn0 muln1.
by rewrite addnS ffactnSr expnSr mulnA leq_mul // leq_subr.
Qed.

(** The hash of an attempt agrees with that of a message with a tag. *)
Let hit u i := \sum_(a <- tries (after u i)) ((a.1 \notin queries ask (after u i)) &&
  (uniq (points u.1 (after u i)) && (h u.1 a.1 \in points u.1 (after u i))) : nat).
(** The attempt has a hash of its own, and the value there is guessed. *)
Let guessed u i := \sum_(a <- tries (after u i))
  (uniq (rcons (points u.1 (after u i)) (h u.1 a.1)) && (cut (tag u a.1) == a.2) : nat).

Lemma hits i : i <= q ->
  (\sum_(u : K * P) hit u i) * N ^_ q.+1 * D <= made i * N ^ (q - i) * (q * e * N * keys).
Proof.
move=> le_i; pose Q k t := \sum_(a <- tries t)
  ((a.1 \notin queries ask t) && (h k a.1 \in points k t) : nat).
have le_t : (\sum_(t : i.-tuple T) \sum_k Q k t) * D <= made i * (q * e * #|K|).
  rewrite /made !big_distrl /=; apply: leq_sum => t _.
  rewrite exchange_big /= -sum1_size !big_distrl /=; apply: leq_sum => a _; rewrite mul1n.
  have [new | _] := boolP (a.1 \notin _); last by rewrite big1.
  by apply: leq_trans (agree_points new) _; rewrite !leq_mul2r le_i !orbT.
have eq_hit : \sum_(u : K * P) hit u i =
    \sum_(u : K * P) uniq (points u.1 (after u i)) * Q u.1 (after u i).
  apply: eq_bigr => u _; rewrite big_distrr; apply: eq_bigr => a _ /=.
  by rewrite mulnb andbCA.
have := transcripts i Q; rewrite -eq_hit => {eq_hit} le_hit.
have le_N := ffact_split i (q - i).+1; rewrite -{1}addSnnS addSn subnKC // expnSr in le_N.
have := leq_mul (leqnn (\sum_(u : K * P) hit u i)) le_N.
move/(fun H => leq_mul H (leqnn D)) => /leq_trans; apply.
have := leq_mul (leq_mul le_hit (leqnn D)) (leqnn (N ^ (q - i) * N)).
have := leq_mul (leq_mul le_t (leqnn #|{: P}|)) (leqnn (N ^ (q - i) * N)).
rewrite /keys; lia.
Qed.

Lemma guessings i : i <= q ->
  (\sum_(u : K * P) guessed u i) * N ^_ q.+1 <= made i * N ^ (q - i) * (c * keys).
Proof.
move=> le_i; have le_N := ffact_split i.+1 (q - i); rewrite addSn subnKC // in le_N.
have := leq_mul (leqnn (\sum_(u : K * P) guessed u i)) le_N.
have le_g : (\sum_(u : K * P) guessed u i) * N ^_ i.+1 <= _ := guesses i.
move=> /leq_trans; apply; have := leq_mul le_g (leqnn (N ^ (q - i))).
rewrite (eq_bigr (fun t : i.-tuple T => size (tries t) * (c * #|K|))); last first.
  by move=> t _; rewrite sum_nat_const mulnC -mulnA.
rewrite -big_distrl /= -/(made i) /keys; move: (#|K|) (#|{: P}|) => a b; lia.
Qed.

Lemma uniq_points u i : i <= q -> uniq (points u.1 (after u q)) -> uniq (points u.1 (after u i)).
Proof.
elim: q => [|n IH]; first by rewrite leqn0 => /eqP ->.
rewrite leq_eqVlt => /orP[/eqP -> // | /IH{}IH uniq_n]; apply: IH.
by move: uniq_n; rewrite /points /after /= queries_rcons map_rcons rcons_uniq => /andP[].
Qed.

Lemma win_cases u : wins u q <=
  ~~ uniq (points u.1 (after u q)) + \sum_(i < q.+1) hit u i + \sum_(i < q.+1) guessed u i.
Proof.
case: (boolP (wins u q)) => // /existsP[i] /hasP[a a_t /andP[new good]].
case: (boolP (uniq _)) => //= /(uniq_points (_ : i <= q)) uniq_i.
have {}uniq_i : uniq (points u.1 (after u i)) by apply: uniq_i; rewrite -ltnS.
have le_sum (F : 'I_q.+1 -> nat) : F i <= \sum_j F j by rewrite (bigD1 i) //= leq_addr.
case: (boolP (h u.1 a.1 \in points u.1 (after u i))) => [agree | apart].
  have : 0 < hit u i by rewrite /hit (big_rem a a_t) /= new uniq_i agree.
  by move=> /leq_trans/(_ (le_sum (fun j => hit u j))) /leq_trans; apply; rewrite ?add0n leq_addr.
have : 0 < guessed u i.
  by rewrite /guessed (big_rem a a_t) /= rcons_uniq apart uniq_i (good : _ == _).
by move=> /leq_trans/(_ (le_sum (fun j => guessed u j))) /leq_trans; apply; rewrite leq_addl.
Qed.

Lemma forgery_sum W X A B r s f f' x k n : W <= X + A + B -> x * n * r <= f' * n ->
  f' <= f * n -> A * f' * D <= v * x * (q * e * n * k) -> B * f' <= v * x * (c * k) ->
  X * f * D <= s * e * x * k ->
  W * (D * r) * (x * n) <= ((s + q * v) * e * n + D * v * c) * k * (x * n).
Proof.
move=> le_W le_r le_f le_A le_B le_X.
have {}le_r := leq_mul (leqnn (W * D)) le_r; have {}le_W := leq_mul le_W (leqnn (D * n * f')).
have {}le_f := leq_mul (leqnn (X * D * n)) le_f; have {}le_X := leq_mul le_X (leqnn (n * n)).
have {}le_A := leq_mul le_A (leqnn n); have {}le_B := leq_mul le_B (leqnn (D * n)).
have -> : W * (D * r) * (x * n) = W * D * (x * n * r) by ring.
apply: leq_trans le_r _; have -> : W * D * (f' * n) = W * (D * n * f') by ring.
apply: leq_trans le_W _; rewrite 2!mulnDl.
have -> : ((s + q * v) * e * n + D * v * c) * k * (x * n) = s * e * x * k * (n * n) +
  v * x * (q * e * n * k) * n + v * x * (c * k) * (D * n) by ring.
apply: leq_add; first apply: leq_add.
- apply: leq_trans le_X; have -> : X * f * D * (n * n) = X * D * n * (f * n) by ring.
  by apply: leq_trans le_f; rewrite !mulnA.
- by apply: leq_trans le_A; have -> : A * (D * n * f') = A * f' * D * n by ring.
- by apply: leq_trans le_B; have -> : B * (D * n * f') = B * f' * (D * n) by ring.
Qed.

(** ((q (q - 1) / 2 + q v) e / D + v c / N) / (1 - q (q + 1) / 2N). *)
Theorem clmac_forgery :
  share (wins^~ q) (('C(q, 2) + q * v) * e * N + D * v * c) (D * (N - 'C(q.+1, 2))).
Proof.
have [N0 | N_pos] := posnP N.
  by rewrite /share N0 sub0n !muln0.
apply/share_mean; rewrite /mean -/keys card_prod -/keys.
rewrite -(@leq_pmul2r (N ^ q.+1)) ?expn_gt0 ?N_pos //.
have le_wins : \sum_(u : K * P) (wins u q : nat) <=
    \sum_(u : K * P) (~~ uniq (points u.1 (after u q)) : nat) +
    \sum_(i < q.+1) \sum_(u : K * P) hit u i + \sum_(i < q.+1) \sum_(u : K * P) guessed u i.
  rewrite [X in _ <= _ + X + _]exchange_big [X in _ <= _ + _ + X]exchange_big -!big_split /=.
  by apply: leq_sum => u _; apply: win_cases.
have le_hits : (\sum_(i < q.+1) \sum_(u : K * P) hit u i) * N ^_ q.+1 * D
    <= v * N ^ q * (q * e * N * keys).
  apply: leq_trans (leq_mul made_sum (leqnn _)); rewrite !big_distrl; apply: leq_sum => i _.
  by apply: hits; rewrite -ltnS.
have le_guesses : (\sum_(i < q.+1) \sum_(u : K * P) guessed u i) * N ^_ q.+1
    <= v * N ^ q * (c * keys).
  apply: leq_trans (leq_mul made_sum (leqnn _)); rewrite !big_distrl; apply: leq_sum => i _.
  by apply: guessings; rewrite -ltnS.
have := collisions q.
move: (\sum_(u : K * P) (wins u q : nat)) (\sum_(u : K * P) _) (\sum_(i < q.+1) _)
  (\sum_(i < q.+1) _) le_wins le_hits le_guesses => W X A B le_wins le_hits le_guesses le_X.
have le_q : N ^_ q.+1 <= N ^_ q * N by rewrite ffactnSr leq_mul2l leq_subr orbT.
move: (falling_rest N q.+1) le_q le_hits le_guesses le_X; rewrite expnSr.
move: (N - _) 'C(q, 2) (N ^_ q) (N ^_ q.+1) (N ^ q) keys => r s f f' x k.
exact: forgery_sum.
Qed.

End Permutation.

(** An adversary who sees only the cut tags is one who sees the whole ones, and cuts them. *)
Section Cut.

Variables (K T : finType) (M U : eqType) (h : K -> M -> T) (cut : T -> U).
Variables (ask : seq U -> M) (tries : seq U -> seq (M * U)).

Lemma run_cut f n : map cut (run (ask \o map cut) f n) = run ask (cut \o f) n.
Proof. by elim: n => //= n IH; rewrite map_rcons IH. Qed.

Lemma queries_cut t : queries (ask \o map cut) t = queries ask (map cut t).
Proof. by rewrite /queries size_map; apply: eq_map => i /=; rewrite map_take. Qed.

Lemma wins_cut u q : wins h cut (ask \o map cut) (tries \o map cut) u q =
  [exists i : 'I_q.+1, accepted ask tries (cut \o tag h u) (run ask (cut \o tag h u) i)].
Proof. by apply: eq_existsb => i; rewrite /accepted /after -run_cut /= queries_cut. Qed.

End Cut.

(** * CLHASH-128 *)
Section Wide.

Local Open Scope ring_scope.

(** Messages below 2^64 bytes. *)
Definition message := {m : seq byte | (size m < 2 ^ 64)%N}.

Definition block_hash (k : key) (m : message) : W 128 := poly_rV (hash k (val m)).

(** Hashes of any two different messages, of one length or not, have a given difference with
    probability at most 2^-127 + 2^-137. *)
Lemma block_differ m m' c : m != m' ->
  share (fun k : key => block_hash k m - block_hash k m' == c) (2 ^ 10 + 1) (2 ^ 9 * 2 ^ 128).
Proof.
move=> ne; have ne_val : val m != val m' by rewrite val_eqE.
apply: share_sub (wide_any (valP m) (valP m') ne_val (size_rVpoly c)) => k /eqP <-.
have size_hash m0 : (size (hash k m0) <= 128)%N by apply: small_mod.
by rewrite /block_hash -raddfB poly_rV_K ?small_sub.
Qed.

Lemma block_agree m m' : m != m' ->
  share (fun k : key => block_hash k m == block_hash k m') (2 ^ 10 + 1) (2 ^ 9 * 2 ^ 128).
Proof. by move/block_differ => /(_ 0); apply: share_sub => k /eqP ->; rewrite subrr. Qed.

(** The first t bits of a block. *)
Definition first (t : nat) (w : W 128) : W 128 := \row_i (if (i < t)%N then w 0 i else 0).

Lemma first_even t s : (t <= 128)%N -> (#|[set w | first t w == s]| <= 2 ^ (128 - t))%N.
Proof.
move=> le_t; pose B := [set i : 'I_128 | (i < t)%N].
have card_B : #|B| = t.
  by rewrite cardsE -sum1_card -(big_ord_widen_cond 128 xpredT (fun=> 1%N)) // sum1_card card_ord.
have := card_given_bits B (fun i => s 0 (inord i)); rewrite card_B => given.
rewrite -(leq_pmul2r (expn_gt0 2 t : 0 < 2 ^ t)%N) -expnD subnK // -given leq_mul2r.
apply/orP; right; apply: subset_leq_card; apply/subsetP => w; rewrite !inE => /eqP <-.
by apply/forall_inP => i; rewrite inE mxE inord_val => ->.
Qed.

(** Without nonces, tags of t bits, of which v attempts must guess one after q tags:
    ((q (q - 1) / 2 + q v) (2^-127 + 2^-137) + v 2^-t) / (1 - q (q + 1) / 2^129). *)
Corollary clmac_wide t ask tries q v : (t <= 128)%N -> (forall s, ask s \notin queries ask s) ->
  (forall s : q.-tuple (W 128), \sum_(i < q.+1) size (tries (take i s)) <= v)%N ->
  share (fun u : key * {perm W 128} => wins block_hash (first t) ask tries u q)
    (('C(q, 2) + q * v) * (2 ^ 10 + 1) + 2 ^ 9 * v * 2 ^ (128 - t))
    (2 ^ 9 * (2 ^ 128 - 'C(q.+1, 2))).
Proof.
move=> le_t fresh few; apply: (@share_unscale _ _ _ _ (2 ^ 128)); first by rewrite expn_gt0.
have := clmac_forgery (fun s => first_even s le_t) block_agree fresh few; rewrite card_W.
move: (2 ^ 128)%N (2 ^ 10 + 1)%N (2 ^ 9)%N => n e d.
have -> : (d * n * (n - 'C(q.+1, 2)) = n * (d * (n - 'C(q.+1, 2))))%N by rewrite mulnCA mulnA.
by congr (share _ _ _); ring.
Qed.

End Wide.

(* Assumes nothing: falling. *)
(* Assumes nothing: values. *)
(* Assumes nothing: clmac_collision. *)
(* Assumes nothing: clmac_forgery. *)
(* Assumes nothing: wins_cut. *)
(* Assumes nothing: clmac_wide. *)
