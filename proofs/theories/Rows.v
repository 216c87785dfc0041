(** Rows of sums that wrap: how many words of a key make two messages agree.

    The section "Sums that wrap" of [multilinear_hash::bound]. A sum is taken modulo W^2 for
    words of w bits, W = 2^w, then modulo a prime p above W, and the last step is modulo W.
    Halevi and Krawczyk, "MMH: Software message authentication in the Gbit/second rates", 1997. *)

From Coq Require Import ZArith Lia.
From mathcomp Require Import all_ssreflect zify.
From mathcomp.zify Require Import ssrZ.
From Hash Require Import Basics Counting.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

(** * One row, with all words of the key but one given *)

Section Row.

(** W is 2^w for words of w bits, p the prime above it. *)
Variables W p : nat.
Hypotheses (p_prime : prime p) (Wp : W < p) (p2W : p <= 2 * W).
Let M := W * W.

(** The last steps: modulo W^2, modulo p, modulo W. *)
Definition last_steps (s : nat) : nat := ((s %% M) %% p) %% W.

(** The value of a block, without the last step. *)
Definition value (s : nat) : nat := (s %% M) %% p.

Lemma W_pos : 0 < W.
Proof. by have := prime_gt0 p_prime; move: p2W; lia. Qed.

Variables a a' s s' : nat.
Hypotheses (aW : a < W) (a'W : a' < W) (aa' : a <> a') (sM : s < M) (s'M : s' < M).

Definition carry x := M <= a * x + s.
Definition carry' x := M <= a' * x + s'.

(** A sum wraps at most once. *)
Lemma sum_mod b t x : b < W -> t < M -> x < W ->
  (b * x + t) %% M = b * x + t - (M <= b * x + t) * M.
Proof.
move=> bW tM xW; case: leqP => [le | lt]; last by rewrite mul0n subn0 modn_small.
have bx : b * x < M.
  by apply: leq_ltn_trans (leq_mul (ltnW bW) (leqnn x)) _; rewrite ltn_pmul2l // W_pos.
rewrite mul1n -{1}(subnK le) modnDr modn_small //.
by move: bx tM le; clear; lia.
Qed.

(** Both carries start unset and end set, so one of them comes first. *)
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

(** The remainders of the two sums modulo p, which agree modulo W: they are equal, or W apart. *)
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

(** The distance of the sums, without the part that is linear in x. *)
Definition offset x : Z :=
  ((Z.of_nat (carry x) - Z.of_nat (carry' x)) * Z.of_nat M
    + (Z.of_nat (rest x) - Z.of_nat (rest' x)))%Z.

(** p does not divide the product of two differences of words. *)
Lemma prime_inj (x y : 'I_W) q :
  ((Z.of_nat a - Z.of_nat a') * (Z.of_nat x - Z.of_nat y) = q * Z.of_nat p)%Z -> x = y.
Proof.
move=> e.
have /dvdnP : exists k,
    Z.abs_nat (Z.of_nat a - Z.of_nat a') * Z.abs_nat (Z.of_nat x - Z.of_nat y) = k * p.
  exists (Z.abs_nat q); have := f_equal Z.abs_nat e.
  by rewrite !Zabs2Nat.inj_mul Zabs2Nat.id multE.
rewrite Euclid_dvdM // => /orP[] /dvdn_leq le.
  exfalso; have : p <= Z.abs_nat (Z.of_nat a - Z.of_nat a').
    by apply: le; move: aa'; clear; lia.
  by move: Wp aW a'W; clear; lia.
apply: val_inj => /=; case: (posnP (Z.abs_nat (Z.of_nat x - Z.of_nat y))) => [|/le].
  by clear; lia.
by move: Wp (ltn_ord x) (ltn_ord y); clear; lia.
Qed.

(** For a given offset modulo p there is at most one x. *)
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
by apply: (@prime_inj x y (q + q1 - q2 - q3 + q4)); move: e; clear; lia.
Qed.

(** The values of a block, before the last step, agree for at most two x: the carries are the same
    or not. *)
Theorem row_two : #|[set x : 'I_W | rest x == rest' x]| <= 2.
Proof.
apply: (@count_classes _ _ [:: 0; 1] (fun x : 'I_W => carry x == carry' x : nat) 1) => [x _|j _].
  by case: (_ == _).
apply: count_one => x y /andP[/eqP rx /eqP cx] /andP[/eqP ry /eqP cy].
apply: (@offset_inj _ _ 0); rewrite /offset rx ry !Z.sub_diag !Z.add_0_r Z.mul_0_l.
have {cx cy} ec : (carry x == carry' x) = (carry y == carry' y).
  by move: cx; rewrite -cy; case: (carry x == _) (carry y == _) => [] [].
suff -> : (Z.of_nat (carry x) - Z.of_nat (carry' x)
    = Z.of_nat (carry y) - Z.of_nat (carry' y))%Z by lia.
case: carries => dir; move: (dir x) (dir y) ec;
  case: (carry x) (carry' x) (carry y) (carry' y) => [] [] [] [] d1 d2 //;
  by [have := d1 isT | have := d2 isT].
Qed.

Let collide (x : 'I_W) : bool := last_steps (a * x + s) == last_steps (a' * x + s').

(** Classes of x: whether the carries are the same, and which of the rests is larger. *)
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
  by case: eqP => _; case: eqP => _; case: (ltngtP r1 r2); case: (ltngtP r3 r4)
    => //= ? ? ? []?[]?; lia.
have ec : (carry x == carry' x) = (carry y == carry' y).
  move: same; clear; case: eqP => _; case: eqP => _ //;
    by case: (ltngtP (rest x) (rest' x)); case: (ltngtP (rest y) (rest' y)).
rewrite er; suff -> : (Z.of_nat (carry x) - Z.of_nat (carry' x)
    = Z.of_nat (carry y) - Z.of_nat (carry' y))%Z by lia.
case: carries => dir; move: (dir x) (dir y) ec;
  case: (carry x) (carry' x) (carry y) (carry' y) => [] [] [] [] d1 d2 ec //;
  by [have := d1 isT | have := d2 isT].
Qed.

(** Modulo W + 1, W^2 is 1 and W is -1, so some of these classes coincide. *)
Theorem row_four : p = W.+1 -> #|[set x | collide x]| <= 4.
Proof.
move=> pE.
pose cls (x : 'I_W) : nat := carry x + ~~ carry' x + (rest x <= rest' x) + (rest x < rest' x).
have inj : forall x y, collide x -> collide y -> cls x = cls y -> x = y.
  move=> x y /eqP/rests rx /eqP/rests ry; rewrite /cls => same.
  have W0 := W_pos.
  have E z : [\/ rest z = rest' z, rest z = rest' z + W | rest' z = rest z + W] ->
      exists q, (offset z = Z.of_nat (carry z + ~~ carry' z + (rest z <= rest' z)
        + (rest z < rest' z)) - 2 + q * Z.of_nat p)%Z.
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

(** * Consequences of a row for the difference of its sums

    The sums of a row wrap, so a word of the key that multiplies the same word of both messages does
    not cancel. But the consequences of a collision depend only on the difference D of the exact
    sums. *)

(** A difference of remainders is the remainder of the difference, or m below it. *)
Lemma two_remainders (m c c' s s' u u' : nat) (r t : Z) : (0 <= r < Z.of_nat m)%Z ->
  u' < m -> u < m -> s' = c' * m + u' -> s = c * m + u ->
  (Z.of_nat s - Z.of_nat s' = Z.of_nat m * t + r)%Z ->
  exists2 b, b \in [:: 0; 1]%Z & (r = Z.of_nat u - Z.of_nat u' + b * Z.of_nat m)%Z.
Proof.
move=> lt_r lt_u' lt_u -> -> e.
have {e} e : (r - (Z.of_nat u - Z.of_nat u') = (Z.of_nat c - Z.of_nat c' - t) * Z.of_nat m)%Z.
  by move: e; clear; lia.
move: e lt_r lt_u' lt_u; move: (_ - _ - t)%Z => d; clear => e lt_r lt_u' lt_u.
have [d0 | d1] : (d = 0 \/ d = 1)%Z by nia.
  by exists 0%Z => //; move: e; rewrite d0; lia.
by exists 1%Z => //; move: e; rewrite d1; lia.
Qed.

(** In an interval of length 2 m the remainder is one of two values. *)
Lemma one_multiple (y sg m : Z) : (0 < m)%Z -> (- sg * m <= y < (2 - sg) * m)%Z ->
  exists2 c, c \in [:: 0; 1]%Z & (y mod m = y - (c - sg) * m)%Z.
Proof.
move=> m0 y_in; have m1 := Z.neq_sym _ _ (Z.lt_neq _ _ m0).
have := Z.div_mod y m m1; have := Z.mod_pos_bound y m m0.
move: (_ mod _)%Z (_ / _)%Z => r q lt e.
have [e'|e'] : (q = - sg \/ q = 1 - sg)%Z by move: m0 y_in lt e; clear; nia.
  by exists 0%Z => //; rewrite e e'; clear; lia.
by exists 1%Z => //; rewrite e e'; clear; lia.
Qed.

Section Apart.

Variables W p : nat.
Hypotheses (p_prime : prime p) (Wp : W < p) (p2W : p <= 2 * W).
Let M := W * W.
Let Mz := Z.of_nat (W * W).
Let Wz := Z.of_nat W.
Let pz := Z.of_nat p.

(** Modulo p, the remainder of D modulo W^2 is a multiple of W from a list, or that plus W^2. *)
Definition apart_by (es : seq Z) (D : Z) : bool :=
  has (fun u : Z * Z => ((D mod Mz - u.1 * Mz - u.2 * Wz) mod pz == 0)%Z)
    [seq (b, e) | b <- [:: 0; 1]%Z, e <- es].

Definition apart es (s s' : nat) : bool := apart_by es (Z.of_nat s - Z.of_nat s').

(** A common part of both sums does not matter. *)
Lemma apart_common es t s s' : apart es (t + s) (t + s') = apart es s s'.
Proof.
rewrite /apart; have -> // : (Z.of_nat (t + s) - Z.of_nat (t + s') = Z.of_nat s - Z.of_nat s')%Z.
by clear; lia.
Qed.

Lemma apart_of es e s s' : e \in es ->
  (exists q, Z.of_nat (s %% M) - Z.of_nat (s' %% M) = e * Wz + q * pz)%Z -> apart es s s'.
Proof.
move=> e_es [q e_q]; have W0 : 0 < W by have := prime_gt0 p_prime; move: p2W; clear; lia.
have M0 : 0 < M by rewrite muln_gt0 W0.
have p0 : (pz <> 0)%Z by rewrite /pz; move: (prime_gt0 p_prime); clear; lia.
have [b b_in bE] : exists2 b, b \in [:: 0; 1]%Z &
    ((Z.of_nat s - Z.of_nat s') mod Mz = Z.of_nat (s %% M) - Z.of_nat (s' %% M) + b * Mz)%Z.
  have Mz0 : (0 < Mz)%Z by rewrite /Mz -/M; move: M0; clear; lia.
  have lt := Z.mod_pos_bound (Z.of_nat s - Z.of_nat s') Mz Mz0.
  have := Z.div_mod (Z.of_nat s - Z.of_nat s') Mz (Z.neq_sym _ _ (Z.lt_neq _ _ Mz0)).
  have := divn_eq s M; have := divn_eq s' M; have := ltn_pmod s M0; have := ltn_pmod s' M0.
  exact: two_remainders lt.
apply/hasP; exists (b, e); first exact: allpairs_f.
rewrite /= bE e_q; apply/eqP; have -> : (e * Wz + q * pz + b * Mz - b * Mz - e * Wz = q * pz)%Z.
  by clear; lia.
exact: Z.mod_mul.
Qed.

Let divZ n : exists q, (Z.of_nat (n %% p) = Z.of_nat n - q * pz)%Z.
Proof. by exists (Z.of_nat (n %/ p)); rewrite {2}(divn_eq n p) /pz; lia. Qed.

(** The case that the values of a block agree, which are not reduced modulo W. *)
Lemma values_apart s s' : (s %% M) %% p = (s' %% M) %% p -> apart [:: 0%Z] s s'.
Proof.
move=> e; apply: (@apart_of _ 0); rewrite ?mem_head //.
have [q1] := divZ (s %% M); have [q2] := divZ (s' %% M); rewrite e => -> e2.
by exists (q1 - q2)%Z; move: e2; clear; lia.
Qed.

(** The case that the hashes agree. *)
Lemma steps_apart s s' : last_steps W p s = last_steps W p s' -> apart [:: -1; 0; 1]%Z s s'.
Proof.
move=> e; have W0 : 0 < W by have := prime_gt0 p_prime; move: p2W; clear; lia.
have [q1 e1] := divZ (s %% M); have [q2 e2] := divZ (s' %% M).
have [] := @rests W p p_prime Wp p2W 0 0 s s' 0; rewrite /rest /rest' ?mul0n ?add0n // => r;
  [apply: (@apart_of _ 0) | apply: (@apart_of _ 1) | apply: (@apart_of _ (-1))] => //;
  exists (q1 - q2)%Z; move: r e1 e2; rewrite -/M /Wz;
  move: (Z.of_nat (s %% M)) (Z.of_nat (s' %% M)) ((s %% M) %% p) ((s' %% M) %% p); clear; lia.
Qed.

(** * The number of words that satisfy this *)

Variables a a' : nat.
Hypotheses (aW : a < W) (a'W : a' < W) (aa' : a <> a').
Let d := (Z.of_nat a - Z.of_nat a')%Z.
Let sg : Z := if a < a' then 1%Z else 0%Z.

(** For each value modulo p there is at most one x. *)
Lemma few_solutions (A : Z) (ts : seq Z) :
  #|[set x : 'I_W | has (fun t => ((d * Z.of_nat x + A - t) mod pz == 0)%Z) ts]| <= size ts.
Proof.
have p0 : (0 < pz)%Z by rewrite /pz; move: (prime_gt0 p_prime); clear; lia.
pose f (x : 'I_W) := ((d * Z.of_nat x + A) mod pz)%Z.
have fibre y : #|[set x | f x == y]| <= 1.
  apply: count_one => x z /eqP xy /eqP; rewrite -xy /f => zx.
  apply: (prime_inj p_prime Wp aW a'W aa' (x := x) (y := z) (q :=
    (d * Z.of_nat x + A) / pz - (d * Z.of_nat z + A) / pz)).
  have := Z.div_mod (d * Z.of_nat x + A) pz; have := Z.div_mod (d * Z.of_nat z + A) pz.
  rewrite zx -/d -/pz; move: (_ / _)%Z (_ mod _)%Z (_ / _)%Z => q r q'; move: p0; clear; lia.
apply: leq_trans (_ : #|[set x | f x \in [seq (t mod pz)%Z | t <- ts]]| <= _).
  apply: subset_leq_card; apply/subsetP => x; rewrite !inE => /hasP[t t_ts /eqP e].
  apply/mapP; exists t => //; rewrite /f.
  have -> : (d * Z.of_nat x + A = t + (d * Z.of_nat x + A - t) / pz * pz)%Z.
    have := Z.div_mod (d * Z.of_nat x + A - t) pz; rewrite e; move: (_ / _)%Z => q.
    by move: p0; clear; lia.
  by rewrite Z.mod_add //; move: p0; clear; lia.
by have := count_fibres [seq (t mod pz)%Z | t <- ts] fibre; rewrite size_map muln1.
Qed.

(** As x varies, the sum d x + A passes a multiple of W^2 at most once. *)
Lemma apart_targets es (A : Z) (x : 'I_W) : apart_by es (d * Z.of_nat x + A) ->
  exists v e, [/\ v \in [:: 0; 1; 2]%Z, e \in es &
    (d * Z.of_nat x + A mod Mz - ((v - sg) * Mz + e * Wz)) mod pz = 0]%Z.
Proof.
case/hasP => _ /allpairsP[[b e] /= [b_in e_in ->]] /= /eqP zero.
have Mz0 : (0 < Mz)%Z by rewrite /Mz; move: aW; clear; nia.
have Mz1 := Z.neq_sym _ _ (Z.lt_neq _ _ Mz0).
have dx : (- sg * Mz <= d * Z.of_nat x + A mod Mz < (2 - sg) * Mz)%Z.
  have := Z.mod_pos_bound A Mz Mz0; move: (A mod Mz)%Z => A0.
  have: (- sg * Mz <= d * Z.of_nat x <= (1 - sg) * Mz)%Z.
    have xW : (0 <= Z.of_nat x <= Wz - 1)%Z by rewrite /Wz; move: (ltn_ord x); clear; lia.
    have -> : Mz = (Wz * Wz)%Z by rewrite /Mz /Wz; clear; lia.
    rewrite /sg; case: ifP => [lt | /negbT ge].
      have : (1 - Wz <= d <= 0)%Z by rewrite /d /Wz; move: lt a'W; clear; lia.
      by move: xW; clear; nia.
    have : (0 <= d <= Wz - 1)%Z by rewrite /d /Wz; move: ge aW; clear; lia.
    by move: xW; clear; nia.
  by clear; lia.
have [c c_in cE] : exists2 c, c \in [:: 0; 1]%Z &
    ((d * Z.of_nat x + A) mod Mz = d * Z.of_nat x + A mod Mz - (c - sg) * Mz)%Z.
  have -> : (d * Z.of_nat x + A = d * Z.of_nat x + A mod Mz + (A / Mz) * Mz)%Z.
    by have := Z.div_mod A Mz Mz1; move: (_ / _)%Z (_ mod _)%Z; clear; lia.
  by rewrite Z.mod_add //; exact: one_multiple.
exists (b + c)%Z, e; split => //.
  by move: b_in c_in; rewrite !inE => /orP[] /eqP -> /orP[] /eqP ->.
rewrite -zero cE; congr (_ mod _)%Z; clear; lia.
Qed.

(** At most three times the length of the list. *)
Theorem apart_by_three es (A : Z) :
  #|[set x : 'I_W | apart_by es (d * Z.of_nat x + A)]| <= 3 * size es.
Proof.
pose ts := [seq ((v - sg) * Mz + e * Wz)%Z | v <- [:: 0; 1; 2]%Z, e <- es].
have -> : 3 * size es = size ts by rewrite size_allpairs.
apply: leq_trans (few_solutions (A mod Mz)%Z ts).
apply: subset_leq_card; apply/subsetP => x; rewrite !inE.
case/apart_targets => v [e [v_in e_in zero]].
by apply/hasP; exists ((v - sg) * Mz + e * Wz)%Z;
  [apply/allpairsP; exists (v, e) | rewrite zero].
Qed.

(** Modulo W + 1, five of the nine values for hashes are different. *)
Theorem apart_by_five (A : Z) : p = W.+1 ->
  #|[set x : 'I_W | apart_by [:: -1; 0; 1]%Z (d * Z.of_nat x + A)]| <= 5.
Proof.
move=> pE; pose ts := [seq (t - sg)%Z | t <- [:: -1; 0; 1; 2; 3]%Z].
have -> : 5 = size ts by [].
apply: leq_trans (few_solutions (A mod Mz)%Z ts).
apply: subset_leq_card; apply/subsetP => x; rewrite !inE.
case/apart_targets => v [e [v_in e_in zero]].
apply/hasP; exists (v - e - sg)%Z.
  apply: (map_f (fun t => t - sg)%Z (x := (v - e)%Z)); move: v_in e_in; rewrite !inE.
  by case/or3P => /eqP -> /or3P[] /eqP ->.
rewrite -zero; apply/eqP; move: (_ mod Mz)%Z => A0.
rewrite -(Z.mod_add _ (- ((v - sg) * (Wz - 1) + e))) //.
  by congr (_ mod _)%Z; rewrite /pz /Mz /Wz pE; clear; lia.
by rewrite /pz pE; clear; lia.
Qed.

(** The same for a word of the key in two exact sums. *)
Lemma sums_apart s s' es (x : 'I_W) : apart es (a * x + s) (a' * x + s') =
  apart_by es (d * Z.of_nat x + (Z.of_nat s - Z.of_nat s')).
Proof. by rewrite /apart; congr (apart_by _ _); rewrite /d; clear; lia. Qed.

Theorem apart_three s s' es : #|[set x : 'I_W | apart es (a * x + s) (a' * x + s')]| <= 3 * size es.
Proof.
apply: leq_trans (apart_by_three es (Z.of_nat s - Z.of_nat s')); apply: eq_leq.
by apply: eq_card => x; rewrite !inE sums_apart.
Qed.

Theorem apart_five s s' : p = W.+1 ->
  #|[set x : 'I_W | apart [:: -1; 0; 1]%Z (a * x + s) (a' * x + s')]| <= 5.
Proof.
move=> pE; apply: leq_trans (apart_by_five (Z.of_nat s - Z.of_nat s') pE); apply: eq_leq.
by apply: eq_card => x; rewrite !inE sums_apart.
Qed.

End Apart.

(* Assumes nothing: row_six. *)
(* Assumes nothing: row_four. *)
(* Assumes nothing: row_two. *)
(* Assumes nothing: apart_three. *)
(* Assumes nothing: apart_five. *)
