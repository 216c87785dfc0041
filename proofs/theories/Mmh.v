(** MMH: inner products modulo 2^64, then modulo 2^32 + 15, then modulo 2^32.

    [multilinear_hash::mmh], [multilinear_hash::function::Mmh32] up to one block; the section "Sums that wrap" of
    [multilinear_hash::bound]. Halevi and Krawczyk, "MMH: Software message authentication in the Gbit/second
    rates", 1997. The first part serves TMMH/16 as well. *)

From Coq Require Import ZArith Lia.
From mathcomp Require Import all_ssreflect zify.
From Hash Require Import Basics Counting NH Poly127.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

(** * One row, all words of the key but one given *)

Section Row.

(** W is 2^w for words of w bits, p the prime above it. *)
Variables W p : nat.
Hypotheses (p_prime : prime p) (Wp : W < p) (p2W : p <= 2 * W).
Let M := W * W.

(** The last steps: modulo W^2, modulo p, modulo W. *)
Definition last_steps (s : nat) : nat := ((s %% M) %% p) %% W.

Lemma W_pos : 0 < W.
Proof. by have := prime_gt0 p_prime; move: p2W; lia. Qed.

Variables a a' s s' : nat.
Hypotheses (aW : a < W) (a'W : a' < W) (aa' : a <> a') (sM : s < M) (s'M : s' < M).

Definition carry x := M <= a * x + s.
Definition carry' x := M <= a' * x + s'.

(** A sum wraps once at most. *)
Lemma sum_mod b t x : b < W -> t < M -> x < W ->
  (b * x + t) %% M = b * x + t - (M <= b * x + t) * M.
Proof.
move=> bW tM xW; case: leqP => [le | lt]; last by rewrite mul0n subn0 modn_small.
have bx : b * x < M by apply: leq_ltn_trans (leq_mul (ltnW bW) (leqnn x)) _; rewrite ltn_pmul2l // W_pos.
rewrite mul1n -{1}(subnK le) modnDr modn_small //.
by move: bx tM le; clear; lia.
Qed.

(** The carries start at none and end at both, so one of them comes first. *)
Lemma carries : (forall x : 'I_W, carry x -> carry' x) \/ (forall x : 'I_W, carry' x -> carry x).
Proof.
have mono b t x y : x <= y -> M <= b * x + t -> M <= b * y + t.
  by move=> xy /leq_trans; apply; rewrite leq_add2r leq_mul2l xy orbT.
have [/forallP H | ] := boolP [forall x : 'I_W, carry x ==> carry' x].
  by left=> x; apply/implyP.
rewrite negb_forall => /existsP[y]; rewrite negb_imply => /andP[cy ncy]; right=> x cx.
have [xy | /ltnW yx] := leqP x y; last exact: mono cy.
by case/negP: ncy; apply: mono cx.
Qed.

(** The remainders of the two sums modulo p, which agree modulo W: they are the same, or W apart. *)
Definition rest x := ((a * x + s) %% M) %% p.
Definition rest' x := ((a' * x + s') %% M) %% p.

Lemma rests x : last_steps (a * x + s) = last_steps (a' * x + s') ->
  [\/ rest x = rest' x, rest x = rest' x + W | rest' x = rest x + W].
Proof.
rewrite /last_steps -/(rest x) -/(rest' x) => e.
have lt r : r %% p < 2 * W by apply: leq_trans p2W; rewrite ltn_pmod ?prime_gt0.
move: (lt ((a * x + s) %% M)) (lt ((a' * x + s') %% M)) e; rewrite -/(rest x) -/(rest' x).
move: (rest x) (rest' x) => r r' rW r'W e; rewrite (divn_eq r W) (divn_eq r' W) e.
have q2 t : t < 2 * W -> t %/ W < 2 by move=> tW; rewrite ltn_divLR ?W_pos.
move: (q2 _ rW) (q2 _ r'W); move: (r %/ W) (r' %/ W) (r' %% W) => q q' t.
by case: q => [|[|//]] _; case: q' => [|[|//]] _; rewrite ?mul0n ?mul1n ?add0n;
  [constructor 1 | constructor 3 | constructor 2 | constructor 1]; rewrite // addnC.
Qed.

(** How far the sums are apart but for what is linear in x. *)
Definition offset x : Z :=
  ((Z.of_nat (carry x) - Z.of_nat (carry' x)) * Z.of_nat M + (Z.of_nat (rest x) - Z.of_nat (rest' x)))%Z.

(** For a given offset modulo p there is one x at most. *)
Lemma offset_inj (x y : 'I_W) q : (offset x - offset y = q * Z.of_nat p)%Z -> x = y.
Proof.
rewrite /offset /rest /rest' /carry /carry' !sum_mod //.
have divZ n : exists q, (Z.of_nat (n %% p) = Z.of_nat n - q * Z.of_nat p)%Z.
  by exists (Z.of_nat (n %/ p)); rewrite {2}(divn_eq n p); lia.
have low b t z : Z.of_nat (b * z + t - (M <= b * z + t) * M) =
    (Z.of_nat b * Z.of_nat z + Z.of_nat t - Z.of_nat (M <= b * z + t) * Z.of_nat M)%Z.
  by case: leqP; clear; lia.
have [q1 ->] := divZ (a * x + s - (M <= a * x + s) * M).
have [q2 ->] := divZ (a' * x + s' - (M <= a' * x + s') * M).
have [q3 ->] := divZ (a * y + s - (M <= a * y + s) * M).
have [q4 ->] := divZ (a' * y + s' - (M <= a' * y + s') * M).
rewrite !low.
move: (Z.of_nat (M <= a * x + s)) (Z.of_nat (M <= a' * x + s')) (Z.of_nat (M <= a * y + s))
  (Z.of_nat (M <= a' * y + s')) => c1 c2 c3 c4 e.
have {}e : ((Z.of_nat a - Z.of_nat a') * (Z.of_nat x - Z.of_nat y)
    = (q + q1 - q2 - q3 + q4) * Z.of_nat p)%Z by move: e; clear; lia.
have /dvdnP : exists k, Z.abs_nat (Z.of_nat a - Z.of_nat a') * Z.abs_nat (Z.of_nat x - Z.of_nat y) = k * p.
  exists (Z.abs_nat (q + q1 - q2 - q3 + q4)); have := f_equal Z.abs_nat e.
  by rewrite !Zabs2Nat.inj_mul Zabs2Nat.id multE.
rewrite Euclid_dvdM // => /orP[] /dvdn_leq le.
  exfalso; have : p <= Z.abs_nat (Z.of_nat a - Z.of_nat a') by apply: le; move: aa'; clear; lia.
  by move: Wp aW a'W; clear; lia.
apply: val_inj => /=; case: (posnP (Z.abs_nat (Z.of_nat x - Z.of_nat y))) => [|/le].
  by clear; lia.
by move: Wp (ltn_ord x) (ltn_ord y); clear; lia.
Qed.

Let collide (x : 'I_W) : bool := last_steps (a * x + s) == last_steps (a' * x + s').

(** The class of x: whether the carries are the same, and which of the rests is larger. *)
Theorem row_six : #|[set x | collide x]| <= 6.
Proof.
pose cls (x : 'I_W) : nat := 3 * (carry x == carry' x) + (rest x <= rest' x) + (rest x < rest' x).
apply: (@count_classes _ _ (iota 0 6) cls 1) => [x _|j _].
  by rewrite /cls mem_iota; case: (_ == _); case: (rest x <= _); case: (rest x < _).
apply: count_one => x y /andP[/eqP/rests rx /eqP cx] /andP[/eqP/rests ry /eqP cy].
have {cx cy} : cls x = cls y by rewrite cx cy.
rewrite /cls => same; apply: (@offset_inj _ _ 0); rewrite /offset Z.mul_0_l.
have W0 := W_pos.
have er : (Z.of_nat (rest x) - Z.of_nat (rest' x) = Z.of_nat (rest y) - Z.of_nat (rest' y))%Z.
  move: same rx ry W0; move: (rest x) (rest' x) (rest y) (rest' y) => r1 r2 r3 r4; clear.
  by case: eqP => _; case: eqP => _; case: (ltngtP r1 r2); case: (ltngtP r3 r4) => //= ? ? ? []?[]?; lia.
have ec : (carry x == carry' x) = (carry y == carry' y).
  move: same; clear; case: eqP => _; case: eqP => _ //;
    by case: (ltngtP (rest x) (rest' x)); case: (ltngtP (rest y) (rest' y)).
rewrite er; suff -> : (Z.of_nat (carry x) - Z.of_nat (carry' x) = Z.of_nat (carry y) - Z.of_nat (carry' y))%Z by lia.
case: carries => dir; move: (dir x) (dir y) ec;
  case: (carry x) (carry' x) (carry y) (carry' y) => [] [] [] [] d1 d2 ec //;
  by [have := d1 isT | have := d2 isT].
Qed.

(** Modulo W + 1, W^2 is 1 and W is -1: then some of these classes are one. *)
Theorem row_four : p = W.+1 -> #|[set x | collide x]| <= 4.
Proof.
move=> pE.
pose cls (x : 'I_W) : nat := carry x + ~~ carry' x + (rest x <= rest' x) + (rest x < rest' x).
have inj : forall x y, collide x -> collide y -> cls x = cls y -> x = y.
  move=> x y /eqP/rests rx /eqP/rests ry; rewrite /cls => same.
  have W0 := W_pos.
  have E z : [\/ rest z = rest' z, rest z = rest' z + W | rest' z = rest z + W] ->
      exists q, (offset z = Z.of_nat (carry z + ~~ carry' z + (rest z <= rest' z) + (rest z < rest' z)) - 2
        + q * Z.of_nat p)%Z.
    move=> rz; rewrite /offset pE /M; case: rz => ->.
    - exists ((Z.of_nat (carry z) - Z.of_nat (carry' z)) * (Z.of_nat W - 1))%Z.
      by rewrite leqnn ltnn; case: (carry z); case: (carry' z); clear; lia.
    - exists ((Z.of_nat (carry z) - Z.of_nat (carry' z)) * (Z.of_nat W - 1) + 1)%Z.
      have -> : (rest' z + W <= rest' z) = false by move: W0; clear; lia.
      have -> : (rest' z + W < rest' z) = false by clear; lia.
      by case: (carry z); case: (carry' z); clear; lia.
    - exists ((Z.of_nat (carry z) - Z.of_nat (carry' z)) * (Z.of_nat W - 1) - 1)%Z.
      have -> : (rest z < rest z + W) = true by move: W0; clear; lia.
      rewrite leq_addr.
      by case: (carry z); case: (carry' z); clear; lia.
  have [q1 e1] := E x rx; have [q2 e2] := E y ry.
  by apply: (@offset_inj x y (q1 - q2)%Z); rewrite e1 e2 same; clear; lia.
have count J : size J = 4 -> (forall x : 'I_W, cls x \in J) -> #|[set x | collide x]| <= 4.
  move=> <- HJ; rewrite -[size J]muln1; apply: (@count_classes _ _ J cls 1) => // j _.
  apply: count_one => x y /andP[cx /eqP kx] /andP[cy /eqP ky].
  by apply: inj => //; rewrite kx ky.
case: carries => dir; [apply: (count (iota 0 4)) | apply: (count (iota 1 4))] => // x;
  move: (dir x); rewrite /cls mem_iota; case: (carry x) (carry' x) => [] [] //= d;
  by [have := d isT | case: (ltngtP (rest x) (rest' x))].
Qed.

End Row.

(** * Rows of words *)

Section Words.

Variables W p N : nat.
Hypotheses (p_prime : prime p) (Wp : W < p) (p2W : p <= 2 * W).
Let M := W * W.

(** N words of key. *)
Let K := [finType of {ffun 'I_N -> 'I_W}].

(** One row: the words of a message by those of the key. *)
Definition row (m : nat -> nat) (k : K) : nat := \sum_(i < N) m i * k i.

Definition row_hash m k : nat := last_steps W p (row m k).

Lemma row_put m k (i : 'I_N) x :
  row_hash m (put (part_word _ i) k x) =
    last_steps W p (m i * x + (\sum_(j < N | j != i) m j * k j) %% M).
Proof.
rewrite /row_hash /last_steps /row (bigD1 i) //= ffunE eqxx modnDmr.
congr (((_ + _) %% _) %% _ %% _); apply: eq_bigr => j /negbTE ne.
by rewrite ffunE ne.
Qed.

Variables (m m' : nat -> nat).
Hypotheses (mW : forall i, m i < W) (m'W : forall i, m' i < W).
Hypothesis differ : exists2 i, i < N & m i != m' i.

Lemma row_share c :
  (forall a a' s s', a < W -> a' < W -> a <> a' -> s < M -> s' < M ->
    #|[set x : 'I_W | last_steps W p (a * x + s) == last_steps W p (a' * x + s')]| <= c) ->
  share (fun k => row_hash m k == row_hash m' k) c W.
Proof.
move=> few; have [i iN ne] := differ.
have M0 : 0 < M by rewrite muln_gt0 !(leq_ltn_trans (leq0n _) (mW 0)).
apply: (share_draw (p := part_word _ (Ordinal iN))) => k.
apply: share_count; last by rewrite card_ord.
apply: leq_trans (few (m i) (m' i) ((\sum_(j < N | j != Ordinal iN) m j * k j) %% M)
  ((\sum_(j < N | j != Ordinal iN) m' j * k j) %% M) _ _ _ _ _) => //; try exact: ltn_pmod.
  by apply: subset_leq_card; apply/subsetP => x; rewrite !inE !row_put.
exact/eqP.
Qed.

Theorem row_hash_six : share (fun k => row_hash m k == row_hash m' k) 6 W.
Proof. by apply: row_share => *; apply: row_six. Qed.

Theorem row_hash_four : p = W.+1 -> share (fun k => row_hash m k == row_hash m' k) 4 W.
Proof. by move=> pE; apply: row_share => *; apply: row_four. Qed.

End Words.

(** * Messages of bytes *)

(** The length in front, then the words of the message; zeros behind the end. *)
Definition with_length (w : nat) (msg : seq byte) (i : nat) : nat :=
  if i is i'.+1 then word w i' msg else size msg.

Lemma with_length_differ w n msg msg' : 0 < w -> size msg <= n * w -> size msg' <= n * w ->
  msg != msg' -> exists2 i, i < n.+1 & with_length w msg i != with_length w msg' i.
Proof.
move=> w0 short short' ne; have [/eqP sz | ne_size] := boolP (size msg == size msg'); last by exists 0.
have [i lt ne_i] := words_differ w0 sz ne; exists i.+1 => //.
by rewrite ltnS -(ltn_pmul2r w0) (leq_trans lt).
Qed.

Lemma power_256 c : 256 ^ c = 2 ^ (8 * c).
Proof. by rewrite expnM. Qed.

(** [Mmh32] of a message of 4,096 bytes at most, of any length: the words of the key are one for the length and
    1,024 for the words of a block. *)
Definition mmh32 (k : {ffun 'I_1025 -> 'I_(2 ^ 32)}) (msg : seq byte) : nat :=
  row_hash (2 ^ 32 + 15) (with_length 4 msg) k.

(** Two given different messages of 4,096 bytes at most collide with probability at most 6 / 2^32. *)
Theorem mmh32_block msg msg' : size msg <= 4096 -> size msg' <= 4096 -> msg != msg' ->
  share (fun k => mmh32 k msg == mmh32 k msg') 6 (2 ^ 32).
Proof.
move=> short short' ne.
have small s : size s <= 4096 -> forall i, with_length 4 s i < 2 ^ 32.
  move=> sz [|i]; last by have := word_bound 4 i s; rewrite power_256.
  by change (size s < 2 ^ 32); move: sz; clear; lia.
apply: row_hash_six.
- exact: prime_mmh.
- by clear; lia.
- by clear; lia.
- exact: small.
- exact: small.
exact: (@with_length_differ 4 1024).
Qed.

Print Assumptions row_six.
Print Assumptions row_four.
Print Assumptions mmh32_block.
