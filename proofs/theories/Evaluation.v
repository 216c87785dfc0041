(** Polynomials over blocks, evaluated in parts, in lanes, as a stream, and with values that are not
    reduced.

    A message gives a sequence of elements, one for each block, and Horner's rule at a secret point
    gives its value. This file shows that the value does not depend on how it is computed.
    [Evaluations] has the consequences for the hashes.

    The elements are those of a commutative ring, such as the polynomials over GF(2), or the
    integers. The value is a class of such elements, such as a remainder, or an element of a field to
    which the ring is mapped. So an implementation may reduce whenever it likes. *)

From mathcomp Require Import all_ssreflect all_algebra.
From Hash Require Import Basics.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import GRing.Theory.
Local Open Scope ring_scope.

(** * Horner's rule *)

Section Rule.

Variable R : comRingType.
Implicit Types (r s : R) (xs ys : seq R) (a b : R * R).

(** From the state s on. *)
Definition run r s xs : R := foldl (fun s x => s * r + x) s xs.

Lemma run_cat r s xs ys : run r s (xs ++ ys) = run r (run r s xs) ys.
Proof. exact: foldl_cat. Qed.

Lemma run_rcons r s xs x : run r s (rcons xs x) = run r s xs * r + x.
Proof. exact: foldl_rcons. Qed.

(** The sum that it computes. *)
Lemma run_sum r xs : run r 0 xs = \sum_(i < size xs) xs`_i * r ^+ (size xs - i.+1).
Proof.
elim/last_ind: xs => [|xs x IH]; first by rewrite big_ord0.
rewrite run_rcons size_rcons big_ord_recr /= nth_rcons ltnn eqxx subnn expr0 mulr1; congr (_ + _).
rewrite IH big_distrl; apply: eq_bigr => i _.
by rewrite nth_rcons ltn_ord /= -mulrA -exprSr subSn.
Qed.

(** * Parts

    A part is the power of the point for the number of its blocks, and the value of its blocks. *)
Definition part r xs : R * R := (r ^+ size xs, run r 0 xs).
Definition join a b : R * R := (a.1 * b.1, a.2 * b.1 + b.2).

(** A part after a state. *)
Definition append s a : R := s * a.1 + a.2.

Lemma joinA : associative join.
Proof. by move=> a b c; rewrite /join /= mulrDl !mulrA addrA. Qed.

Lemma join_idl : left_id (1, 0) join.
Proof. by case=> p v; rewrite /join /= mul1r mul0r add0r. Qed.

Lemma join_idr : right_id (1, 0) join.
Proof. by case=> p v; rewrite /join /= !mulr1 addr0. Qed.

(** Pairs are a monoid, *)
Canonical join_monoid := Monoid.Law joinA join_idl join_idr.

(** which acts on states: *)
Lemma append_join s a b : append (append s a) b = append s (join a b).
Proof. by rewrite /append /join /= mulrDl mulrA addrA. Qed.

Theorem run_part r s xs : run r s xs = append s (part r xs).
Proof.
elim/last_ind: xs => [|xs x IH]; first by rewrite /append /= mulr1 addr0.
by rewrite run_rcons IH /append /part /= size_rcons run_rcons mulrDl -mulrA -exprSr addrA.
Qed.

(** sequences of blocks are mapped to it, and concatenation becomes [join]. *)
Theorem part_cat r xs ys : part r (xs ++ ys) = join (part r xs) (part r ys).
Proof. by rewrite /part /join size_cat exprD run_cat run_part. Qed.

Theorem part_flatten r (xss : seq (seq R)) :
  part r (flatten xss) = \big[join/(1, 0)]_(xs <- xss) part r xs.
Proof. by elim: xss => [|xs xss IH]; rewrite ?big_nil // big_cons /= part_cat IH. Qed.

(** * Lanes

    Lane i of k has the blocks i, i + k, i + 2 k, … Its point is the k-th power. *)
Definition lane k i xs : seq R := [seq xs`_(j * k + i) | j <- iota 0 (size xs %/ k)].

Theorem run_lanes k r xs : (0 < k)%N -> (k %| size xs)%N ->
  run r 0 xs = \sum_(i < k) run (r ^+ k) 0 (lane k i xs) * r ^+ (k - i.+1).
Proof.
move=> k_pos /dvdnP[n]; elim: n xs => [|n IH] xs size_xs.
  by rewrite (size0nil size_xs) big1 // => i _; rewrite /lane div0n mul0r.
have le_n : (n * k <= size xs)%N by rewrite size_xs leq_mul2r leqnSn orbT.
set ys := take (n * k) xs; set zs := drop (n * k) xs.
have size_ys : size ys = (n * k)%N by rewrite size_takel.
have size_zs : size zs = k by rewrite size_drop size_xs mulSn addnK.
have laneE (i : 'I_k) : lane k i xs = rcons (lane k i ys) zs`_i.
  rewrite /lane size_xs size_ys !mulnK // -addn1 iotaD map_cat /= add0n cats1; congr rcons.
    apply/eq_in_map => j; rewrite mem_iota => /andP[_]; rewrite add0n => lt_j; rewrite nth_take //.
    by rewrite (@leq_trans (j * k + k)) ?ltn_add2l // -mulSnr leq_mul2r lt_j orbT.
  by rewrite nth_drop.
rewrite -[in LHS](cat_take_drop (n * k) xs) -/ys -/zs run_cat run_part /append /= size_zs.
rewrite IH // run_sum size_zs big_distrl -big_split /=; apply: eq_bigr => i _.
by rewrite laneE run_rcons mulrDl -[_ * r ^+ k * _]mulrA [r ^+ k * _]mulrC mulrA.
Qed.

End Rule.

(** * Values that are not reduced

    The value of an element is its class. Equal classes of operands give equal classes of sums and
    products. *)

Definition congruence (R : ringType) (V : Type) (cls : R -> V) : Prop :=
  forall a a' b b', cls a = cls a' -> cls b = cls b' ->
    cls (a + b) = cls (a' + b') /\ cls (a * b) = cls (a' * b').

(** Remainders of polynomials, modulo any polynomial; *)
Lemma modp_congruence (F : fieldType) (P : {poly F}) : congruence (fun a => a %% P).
Proof.
move=> a a' b b' eq_a eq_b; split; first by rewrite !modpD eq_a eq_b.
by rewrite -modp_mul eq_b modp_mul mulrC -modp_mul eq_a modp_mul mulrC.
Qed.

(** remainders of integers; *)
Lemma modz_congruence (q : int) : congruence (fun a => (a %% q)%Z).
Proof.
by move=> a a' b b' eq_a eq_b; split; rewrite -1?modzDm -1?modzMm eq_a eq_b ?modzDm ?modzMm.
Qed.

(** and a homomorphism to any ring, such as a field. *)
Lemma rmorph_congruence (R S : ringType) (phi : {rmorphism R -> S}) : congruence phi.
Proof. by move=> a a' b b' eq_a eq_b; rewrite !rmorphD !rmorphM eq_a eq_b. Qed.

Section Lazy.

Variables (R : comRingType) (V : Type) (cls : R -> V).
Hypothesis cong : congruence cls.
Implicit Types (r s : R) (xs : seq R) (a b c : R * R).

Let add x x' y y' : cls x = cls x' -> cls y = cls y' -> cls (x + y) = cls (x' + y').
Proof. by move=> ex ey; case: (cong ex ey). Qed.

Let mul x x' y y' : cls x = cls x' -> cls y = cls y' -> cls (x * y) = cls (x' * y').
Proof. by move=> ex ey; case: (cong ex ey). Qed.

(** Sums of any number of elements. *)
Theorem lazy_sum (I : Type) (l : seq I) (P : pred I) (f g : I -> R) :
  (forall i, P i -> cls (f i) = cls (g i)) ->
  cls (\sum_(i <- l | P i) f i) = cls (\sum_(i <- l | P i) g i).
Proof. by move=> fg; apply: (big_ind2 (fun x y => cls x = cls y)) => // *; apply: add. Qed.

Lemma lazy_exp r r' n : cls r = cls r' -> cls (r ^+ n) = cls (r' ^+ n).
Proof. by move=> er; elim: n => // n IH; rewrite !exprS; apply: mul. Qed.

(** Any states of which each has the class that Horner's rule gives after the one before it, also
    with another point and other elements of the same classes. *)
Theorem lazy_run r s xs (r' : nat -> R) (xs' : seq R) (t : nat -> R) :
  (forall i, cls (r' i) = cls r) -> (forall i, cls xs'`_i = cls xs`_i) -> cls (t 0%N) = cls s ->
  (forall i, (i < size xs)%N -> cls (t i.+1) = cls (t i * r' i + xs'`_i)) ->
  cls (t (size xs)) = cls (run r s xs).
Proof.
move=> er ex e0 step; have upto n : (n <= size xs)%N -> cls (t n) = cls (run r s (take n xs)).
  elim: n => [|n IH] le_n; first by rewrite take0.
  rewrite step // (take_nth 0) // run_rcons; apply: add => //.
  by apply: mul; rewrite ?er // IH // ltnW.
by have := upto (size xs) (leqnn _); rewrite take_size.
Qed.

Theorem lazy_lanes k r xs (u p : 'I_k -> R) : (0 < k)%N -> (k %| size xs)%N ->
  (forall i, cls (u i) = cls (run (r ^+ k) 0 (lane k i xs))) ->
  (forall i : 'I_k, cls (p i) = cls (r ^+ (k - i.+1))) ->
  cls (\sum_i u i * p i) = cls (run r 0 xs).
Proof.
by move=> k_pos dv eu ep; rewrite (run_lanes r k_pos dv); apply: lazy_sum => i _; apply: mul.
Qed.

(** Pairs of the same classes. *)
Definition alike a b : Prop := cls a.1 = cls b.1 /\ cls a.2 = cls b.2.

Lemma alike_trans a b c : alike a b -> alike b c -> alike a c.
Proof. by move=> [e1 e2] [f1 f2]; split; rewrite ?e1 ?e2. Qed.

Lemma alike_join a a' b b' : alike a a' -> alike b b' -> alike (join a b) (join a' b').
Proof. by case=> e1 e2 [f1 f2]; split; [apply: mul | apply: add => //; apply: mul]. Qed.

Lemma lazy_append s s' a a' : cls s = cls s' -> alike a a' -> cls (append s a) = cls (append s' a').
Proof. by move=> es [e1 e2]; apply: add => //; apply: mul. Qed.

(** * Messages

    B gives the elements of a message. It may be cut wherever a block ends. *)
Variables (T : Type) (d : nat) (B : seq T -> seq R).
Hypothesis B_cat : forall m m', (d %| size m)%N -> B (m ++ m') = B m ++ B m'.

Let B_nil : B [::] = [::].
Proof.
have := congr1 size (@B_cat [::] [::] (dvdn0 d)); rewrite size_cat => /eqP.
by rewrite -[X in X == _]addn0 eqn_add2l eq_sym size_eq0 => /eqP.
Qed.

(** A message that is split into runs of blocks, which are joined in any association. Only the last
    run may end within a block; nothing follows it, or empty runs. *)
Inductive tree : Type := Run of seq T | Join of tree & tree.

Fixpoint message t : seq T := if t is Join t1 t2 then message t1 ++ message t2 else
  if t is Run m then m else [::].

Fixpoint aligned t : bool :=
  if t is Join t1 t2 then
    [&& (d %| size (message t1))%N || nilp (message t2), aligned t1 & aligned t2]
  else true.

(** Each run is evaluated in some way, such as in lanes, and each join is computed, reduced or not.
    *)
Inductive evaluates r : tree -> R * R -> Prop :=
| evaluates_run m a : alike a (part r (B m)) -> evaluates r (Run m) a
| evaluates_join t1 t2 a b c : evaluates r t1 a -> evaluates r t2 b -> alike c (join a b) ->
    evaluates r (Join t1 t2) c.

Theorem evaluates_part r t a : aligned t -> evaluates r t a -> alike a (part r (B (message t))).
Proof.
move=> + ev; elim: ev => // {t a} t1 t2 a b c _ IH1 _ IH2 c_ab /= /and3P[cut al1 al2].
apply: alike_trans c_ab _; apply: alike_trans (alike_join (IH1 al1) (IH2 al2)) _.
by case/orP: cut => [cut | /nilP ->]; rewrite ?cats0 ?B_nil ?(B_cat _ cut) ?part_cat // join_idr.
Qed.

(** A stream has a state and keeps bytes. It absorbs some of the bytes that it keeps whenever it
    likes, whole blocks of them. A checkpoint is a state with these bytes, and another stream may
    resume from it. *)
Inductive reaches r s0 : R -> seq T -> seq T -> Prop :=
| reaches_start s : cls s = cls s0 -> reaches r s0 s [::] [::]
| reaches_update s kept m more : reaches r s0 s kept m -> reaches r s0 s (kept ++ more) (m ++ more)
| reaches_absorb s s' first kept m : reaches r s0 s (first ++ kept) m -> (d %| size first)%N ->
    cls s' = cls (run r s (B first)) -> reaches r s0 s' kept m.

Theorem reaches_run r s0 s kept m : reaches r s0 s kept m ->
  cls (run r s (B kept)) = cls (run r s0 (B m)).
Proof.
move=> re; suff [done [-> dv es]] : exists done, [/\ m = done ++ kept, (d %| size done)%N &
    cls s = cls (run r s0 (B done))].
  by rewrite B_cat // run_cat !(run_part _ _ (B kept)); apply: lazy_append.
elim: re => {s kept m} [s es | s kept m more _ [done [-> dv es]]
    | s s' first kept m _ [done [-> dv es]] dv' es'].
- by exists [::]; rewrite B_nil.
- by exists done; rewrite catA.
exists (done ++ first); rewrite catA size_cat dvdn_add //; split=> //.
rewrite es' B_cat // run_cat !(run_part _ _ (B first)).
exact: lazy_append.
Qed.

(** A function that depends on the value of the polynomial and on the length. *)
Section Function.

Variables (r s0 : R) (H : Type) (finish : V -> nat -> H) (hash : seq T -> H).
Hypothesis hashE : forall m, hash m = finish (cls (run r s0 (B m))) (size m).

Theorem hash_parts t a : aligned t -> evaluates r t a ->
  hash (message t) = finish (cls (append s0 a)) (size (message t)).
Proof.
by move=> al ev; rewrite hashE run_part (lazy_append (erefl (cls s0)) (evaluates_part al ev)).
Qed.

Theorem hash_stream s kept m : reaches r s0 s kept m ->
  hash m = finish (cls (run r s (B kept))) (size m).
Proof. by move=> re; rewrite hashE (reaches_run re). Qed.

End Function.

End Lazy.

(** * Blocks of bytes *)

(** The elements of blocks of d bytes, of which the last may be partial. All hashes here have
    sequences of this form. *)
Lemma blocks_cat (T : Type) (f : seq byte -> T) (d : nat) (m m' : seq byte) : (0 < d)%N ->
  (d %| size m)%N ->
  [seq f (take d (drop (j * d) (m ++ m'))) | j <- iota 0 (pieces d (size (m ++ m')))] =
  [seq f (take d (drop (j * d) m)) | j <- iota 0 (pieces d (size m))] ++
  [seq f (take d (drop (j * d) m')) | j <- iota 0 (pieces d (size m'))].
Proof.
move=> d_pos /dvdnP[n size_m]; have piecesE s : pieces d (n * d + s) = (n + pieces d s)%N.
  by rewrite /pieces -addnA divnMDl.
have pieces_m : pieces d (size m) = n by rewrite size_m -[(n * d)%N]addn0 piecesE /pieces add0n
  divn_small ?addn0 // prednK.
rewrite size_cat pieces_m {1}size_m piecesE iotaD map_cat add0n; congr (_ ++ _).
  apply/eq_in_map => j; rewrite mem_iota => /andP[_]; rewrite add0n => lt_j.
  have le_j : (j * d + d <= size m)%N by rewrite size_m -mulSnr leq_mul2r lt_j orbT.
  have lt_m : (j * d < size m)%N by apply: leq_trans le_j; rewrite -[X in (X < _)%N]addn0 ltn_add2l.
  rewrite drop_cat lt_m take_cat size_drop ltn_subRL; case: ltnP => // ge.
  rewrite (_ : _ - _ = 0)%N ?take0 ?cats0 ?take_oversize ?size_drop ?leq_subLR //.
  by apply/eqP; rewrite subn_eq0 -(leq_add2l (j * d)) subnKC // ltnW.
rewrite -[X in iota X _]addn0 iotaDl -map_comp; apply: eq_map => j /=.
by rewrite mulnDl drop_cat -size_m ltnNge leq_addr /= addKn.
Qed.

(* Assumes nothing: run_part. *)
(* Assumes nothing: part_cat. *)
(* Assumes nothing: part_flatten. *)
(* Assumes nothing: run_lanes. *)
(* Assumes nothing: lazy_sum. *)
(* Assumes nothing: lazy_run. *)
(* Assumes nothing: lazy_lanes. *)
(* Assumes nothing: evaluates_part. *)
(* Assumes nothing: reaches_run. *)
(* Assumes nothing: hash_parts. *)
(* Assumes nothing: hash_stream. *)
(* Assumes nothing: blocks_cat. *)
