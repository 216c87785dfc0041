(** NH: sums of products of pairs of words, (a + k mod 2^w) (b + l mod 2^w).

    [vhash::nh::nh], [provenhash_map::NhKey::pair]; the sections "NH" of [vhash::bound] and "Slices of
    more than 16 bytes" of [provenhash_map::bound]. Black, Halevi, Krawczyk, Krovetz, Rogaway,
    "UMAC: Fast and secure message authentication", 1999, section 4, prove the bound for sums modulo
    2^2w; the bound for sums modulo 2^(2w-2) is twice as large, not four times. *)

From Coq Require Import ZArith Lia.
From mathcomp Require Import all_ssreflect zify.
From Hash Require Import Basics Counting.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

(** * Arithmetic *)

Lemma eqmod_Z a b M :
  a = b %[mod M] -> exists q : Z, (Z.of_nat a = Z.of_nat b + q * Z.of_nat M)%Z.
Proof.
move=> ab; exists (Z.of_nat (a %/ M) - Z.of_nat (b %/ M))%Z.
by rewrite {1}(divn_eq a M) {1}(divn_eq b M) ab; lia.
Qed.

(** A product of two numbers below 2^w that is a multiple of 2^(2w-2) is 2^(w-1) squared. *)
Lemma half_square h d e :
  0 < d < 2 ^ h.+1 -> 0 < e < 2 ^ h.+1 -> 2 ^ h * 2 ^ h %| d * e -> d = 2 ^ h /\ e = 2 ^ h.
Proof.
move=> /andP[d0 dW] /andP[e0 eW]; rewrite -expnD pfactor_dvdn ?muln_gt0 ?d0 ?e0 // lognM // => le_log.
have small x : 0 < x -> x < 2 ^ h.+1 -> logn 2 x <= h.
  move=> x0 xW; rewrite -ltnS -(ltn_exp2l _ _ (isT : 1 < 2)); apply: leq_ltn_trans xW.
  by apply: dvdn_leq => //; apply: pfactor_dvdnn.
have exact x : 0 < x -> x < 2 ^ h.+1 -> h <= logn 2 x -> x = 2 ^ h.
  move=> x0 xW; rewrite -pfactor_dvdn // => /dvdnP[c xE]; move: x0 xW; rewrite {}xE expnS.
  by rewrite muln_gt0 ltn_pmul2r ?expn_gt0 // => /andP[]; case: c => [|[|c]] //; rewrite mul1n.
have := small d d0 dW; have := small e e0 eW.
by split; apply: exact => //; lia.
Qed.

Lemma half_square_Z h (d e q : Z) :
  (Z.abs d < Z.of_nat (2 ^ h.+1))%Z -> (Z.abs e < Z.of_nat (2 ^ h.+1))%Z ->
  (d <> 0)%Z -> (e <> 0)%Z ->
  (d * e = q * Z.of_nat (2 ^ h * 2 ^ h))%Z ->
  (Z.abs d = Z.of_nat (2 ^ h) /\ Z.abs e = Z.of_nat (2 ^ h))%Z.
Proof.
move=> dW eW d0 e0 de.
have [] := @half_square h (Z.abs_nat d) (Z.abs_nat e); try lia.
apply/dvdnP; exists (Z.abs_nat q).
have := f_equal Z.abs_nat de; rewrite !Zabs2Nat.inj_mul Zabs2Nat.id; lia.
Qed.

Lemma multiple_small (t q m : Z) : (Z.abs t < m)%Z -> (t = q * m)%Z -> (t = 0)%Z.
Proof.
move=> tm e; have m0 : (0 < m)%Z by lia.
rewrite e Z.abs_mul (Z.abs_eq m) in tm; last by lia.
have q0 : (~ 1 <= Z.abs q)%Z.
  by move=> q1; have := Z.mul_le_mono_nonneg_r 1 (Z.abs q) m; lia.
by rewrite e; have -> : q = 0%Z by lia.
Qed.

Lemma abs_mul_lt (a b m : Z) : (Z.abs a < m)%Z -> (Z.abs b < m)%Z -> (Z.abs (a * b) < m * m)%Z.
Proof. by rewrite Z.abs_mul => am bm; apply: Z.mul_lt_mono_nonneg; lia. Qed.

(** No multiple of m^2 is such a sum: the shares x and m - x of the two factors are not both 0. *)
Lemma between_multiples (z z' x m q : Z) :
  (0 <= z < m)%Z -> (0 <= z' < m)%Z -> (z <> z')%Z -> (0 < x < m)%Z ->
  (z * x + z' * (m - x) = q * (m * m))%Z -> False.
Proof.
move=> zm z'm zz' xm e.
have l1 : (0 <= z * x)%Z by apply: Z.mul_nonneg_nonneg; lia.
have l2 : (0 <= z' * (m - x))%Z by apply: Z.mul_nonneg_nonneg; lia.
have u1 : (z * x <= (m - 1) * x)%Z by apply: Z.mul_le_mono_nonneg_r; lia.
have u2 : (z' * (m - x) <= (m - 1) * (m - x))%Z by apply: Z.mul_le_mono_nonneg_r; lia.
have : (z * x + z' * (m - x) = 0)%Z by apply: multiple_small e; nia.
have [z0|z'0] : (0 < z)%Z \/ (0 < z')%Z by lia.
- have := Z.mul_pos_pos z x; lia.
- have := Z.mul_pos_pos z' (m - x); lia.
Qed.

(** * One pair *)

Section Pair.

(** W is 2^64 in the Rust code. *)
Variable W : nat.

(** [of_pair], [MapKey::pair]. *)
Definition nh_pair (m k : nat * nat) : nat := ((m.1 + k.1) %% W) * ((m.2 + k.2) %% W).

(** The words of a key. *)
Definition nat_pair (k : 'I_W * 'I_W) : nat * nat := (k.1 : nat, k.2 : nat).

Definition below (m : nat * nat) := (m.1 < W) && (m.2 < W).

Lemma wrap a k : a < W -> k < W ->
  ((a + k) %% W = a + k /\ a + k < W) \/ ((a + k) %% W + W = a + k /\ (a + k) %% W < W).
Proof.
move=> aW kW; have W0 : 0 < W by lia.
case: (ltnP (a + k) W) => [lt | leW]; first by left; rewrite modn_small.
right; rewrite ltn_pmod //; split=> //.
by rewrite -{1}(subnK leW) modnDr modn_small ?subnK //; lia.
Qed.

Lemma wrap_neq a a' k : a < W -> a' < W -> k < W -> a <> a' -> (a + k) %% W <> (a' + k) %% W.
Proof.
move=> aW a'W kW; move: (wrap aW kW) (wrap a'W kW).
by move: ((a + k) %% W) ((a' + k) %% W) => y y'; lia.
Qed.

(** The effect of two values of a word of the key on the two sums that contain it. *)
Lemma wrap_changes b b' k l : b < W -> b' < W -> k < W -> l < W ->
  let x := (Z.of_nat ((b + k) %% W) - Z.of_nat ((b + l) %% W))%Z in
  let x' := (Z.of_nat ((b' + k) %% W) - Z.of_nat ((b' + l) %% W))%Z in
  (x' = x \/ x' = x + Z.of_nat W \/ x' = x - Z.of_nat W)%Z.
Proof.
move=> bW b'W kW lW /=.
move: (wrap bW kW) (wrap bW lW) (wrap b'W kW) (wrap b'W lW).
by move: ((b + k) %% W) ((b + l) %% W) ((b' + k) %% W) ((b' + l) %% W) => y1 y2 y3 y4; lia.
Qed.

(** Modulo W^2: for given, different first factors and any difference, at most one word of the key.
    *)
Lemma pair_one z z' b b' u u' : z < W -> z' < W -> z <> z' -> b < W -> b' < W ->
  #|[set l : 'I_W | z' * ((b' + l) %% W) + u' == z * ((b + l) %% W) + u %[mod W * W]]| <= 1.
Proof.
move=> zW z'W zz' bW b'W; apply: count_one => k l /eqP/eqmod_Z[q1 e1] /eqP/eqmod_Z[q2 e2].
apply: val_inj => /=; have := wrap_changes bW b'W (ltn_ord k) (ltn_ord l).
have := @wrap_neq k l b (ltn_ord k) (ltn_ord l) bW; rewrite ![_ + b]addnC.
have := ltn_pmod (b + k) (leq_ltn_trans (leq0n _) zW).
have := ltn_pmod (b + l) (leq_ltn_trans (leq0n _) zW).
have := ltn_pmod (b' + k) (leq_ltn_trans (leq0n _) zW).
have := ltn_pmod (b' + l) (leq_ltn_trans (leq0n _) zW).
move: e1 e2.
move: ((b + k) %% W) ((b + l) %% W) ((b' + k) %% W) ((b' + l) %% W) => y1 y2 y1' y2' e1 e2 h1 h2 h3 h4 h5 /= h6.
have {}h5 : y1 = y2 -> val k = val l by move=> yy; case: (val k =P val l) => // /h5.
apply: h5.
have e : (Z.of_nat z' * (Z.of_nat y1' - Z.of_nat y2') - Z.of_nat z * (Z.of_nat y1 - Z.of_nat y2)
  = (q1 - q2) * (Z.of_nat W * Z.of_nat W))%Z by lia.
move: (q1 - q2)%Z e => q e {e1 e2}.
suff: (Z.of_nat y1 - Z.of_nat y2 = 0)%Z by lia.
set x := (Z.of_nat y1 - Z.of_nat y2)%Z in h6 e *.
have xW : (Z.abs x < Z.of_nat W)%Z by lia.
case: h6 => [|[|]] h6; rewrite h6 in e.
- have e' : ((Z.of_nat z' - Z.of_nat z) * x = q * (Z.of_nat W * Z.of_nat W))%Z by lia.
  have /Z.mul_eq_0[] : ((Z.of_nat z' - Z.of_nat z) * x = 0)%Z; try lia.
  by apply: multiple_small e'; apply: abs_mul_lt; lia.
- exfalso; apply: (@between_multiples (Z.of_nat z) (Z.of_nat z') (- x) (Z.of_nat W) q); lia.
- exfalso; apply: (@between_multiples (Z.of_nat z) (Z.of_nat z') x (Z.of_nat W) (- q)); lia.
Qed.

(** Both numbers for two words of the key, in the form that the proofs below use. *)
Lemma pair_change z z' b b' u u' (k l : 'I_W) M : b < W -> b' < W ->
  z' * ((b' + k) %% W) + u' = z * ((b + k) %% W) + u %[mod M] ->
  z' * ((b' + l) %% W) + u' = z * ((b + l) %% W) + u %[mod M] ->
  (Z.of_nat ((b' + k) %% W) - Z.of_nat ((b' + l) %% W) =
    Z.of_nat ((b + k) %% W) - Z.of_nat ((b + l) %% W))%Z ->
  exists q : Z, ((Z.of_nat z' - Z.of_nat z) * (Z.of_nat ((b + k) %% W) - Z.of_nat ((b + l) %% W))
    = q * Z.of_nat M)%Z.
Proof.
move=> bW b'W /eqmod_Z[q1 e1] /eqmod_Z[q2 e2] same; exists (q1 - q2)%Z.
move: ((b + k) %% W) ((b + l) %% W) ((b' + k) %% W) ((b' + l) %% W) e1 e2 same.
by move=> y1 y2 y1' y2' e1 e2 same; nia.
Qed.

Lemma word_eq b (k l : 'I_W) : b < W -> (b + k) %% W = (b + l) %% W -> k = l.
Proof.
move=> bW e; apply: val_inj => /=; apply/eqP; case: eqP => // /(wrap_neq (ltn_ord k) (ltn_ord l) bW).
by rewrite ![_ + b]addnC.
Qed.

End Pair.

(** The effect of a word of the key on two words, by its class. *)
Definition wrapped (W a k y : nat) := (y = a + k /\ a + k < W) \/ (y + W = a + k /\ y < W).

Lemma order_class_one W b b' k y y' : b < W -> b' < W -> wrapped W b k y -> wrapped W b' k y' ->
  if y <= y' then (if b <= b' then y' + b = y + b' else y' + b = y + b' + W)
  else (if b <= b' then y' + b + W = y + b' else y' + b = y + b').
Proof. by move=> bW b'W [[]|[]] e1 l1 [[]|[]] e2 l2; case: leqP => ?; case: leqP => ?; lia. Qed.

Lemma order_class_nat W b b' k l y1 y2 y1' y2' : b < W -> b' < W ->
  wrapped W b k y1 -> wrapped W b l y2 -> wrapped W b' k y1' -> wrapped W b' l y2' ->
  (y1 <= y1') = (y2 <= y2') -> y1' + y2 = y2' + y1.
Proof.
move=> bW b'W w1 w2 w1' w2' same.
have := order_class_one bW b'W w1 w1'; have := order_class_one bW b'W w2 w2'.
by rewrite same; case: (y2 <= y2'); case: (b <= b'); clear; lia.
Qed.

Lemma half_class_nat W H b b' k l y1 y2 y1' y2' : W = H + H -> b < W -> b' < W ->
  wrapped W b k y1 -> wrapped W b l y2 -> wrapped W b' k y1' -> wrapped W b' l y2' ->
  (b + H = b' \/ b' + H = b) -> (y1 < H) = (y2 < H) -> y1' + y2 = y2' + y1.
Proof.
move=> WH bW b'W w1 w2 w1' w2' opp.
have one j y y' : wrapped W b j y -> wrapped W b' j y' ->
    (y < H -> y' = y + H) /\ (H <= y -> y' + H = y).
  by case=> -[] ? ?; case=> -[] ? ?; split=> ?; clear w1 w2 w1' w2'; case: opp; lia.
have [a1 a2] := one _ _ _ w1 w1'; have [c1 c2] := one _ _ _ w2 w2'; clear -a1 a2 c1 c2.
by case: (ltnP y1 H) => h1; case: (ltnP y2 H) => h2 // _; [rewrite (a1 h1) (c1 h2) | have := a2 h1; have := c2 h2]; lia.
Qed.

(** * One pair, modulo a quarter of W^2 *)

Section Quarter.

(** H is 2^63 in the Rust code. *)
Variables h H W : nat.
Hypotheses (H_def : H = 2 ^ h) (W_def : W = 2 ^ h.+1).

Lemma W_H : W = H + H.
Proof. by rewrite W_def H_def expnS mul2n addnn. Qed.

Lemma W_pos : 0 < W.
Proof. by rewrite W_def expn_gt0. Qed.

Lemma half_multiple (d e q : Z) :
  (Z.abs d < Z.of_nat W)%Z -> (Z.abs e < Z.of_nat W)%Z -> (d <> 0)%Z -> (e <> 0)%Z ->
  (d * e = q * Z.of_nat (H * H))%Z -> (Z.abs d = Z.of_nat H /\ Z.abs e = Z.of_nat H)%Z.
Proof. by rewrite H_def W_def; apply: half_square_Z. Qed.

(** The two words differ by H. *)
Definition opposite a b := (a + H == b) || (b + H == a).

(** For given, different first factors, any difference modulo H^2 and nearly all second words: at
    most two words of the key, one for each class. *)
Lemma quarter_two z z' b b' u u' : z < W -> z' < W -> z <> z' -> b < W -> b' < W ->
  ~~ opposite z z' \/ b = b' \/ opposite b b' ->
  #|[set l : 'I_W | z' * ((b' + l) %% W) + u' == z * ((b + l) %% W) + u %[mod H * H]]| <= 2.
Proof.
move=> zW z'W zz' bW b'W cases.
pose cls (l : 'I_W) : nat :=
  if opposite z z' then (b + l) %% W < H else (b + l) %% W <= (b' + l) %% W.
apply: (@count_classes _ _ [:: 0; 1] cls 1) => [l _|j _].
  by rewrite /cls !inE; case: ifP => _; case: leqP.
apply: count_one => k l /andP[/eqP ek /eqP ck] /andP[/eqP el /eqP cl].
have {ck cl} : cls k = cls l by rewrite ck cl.
have unbool (p q : bool) : p = q :> nat -> p = q by case: p; case: q.
have yW i : (b + i) %% W < W by rewrite ltn_pmod ?W_pos.
rewrite /cls => {cls} same; apply: (@word_eq W b) => //.
have [//|ne] := (b + k) %% W =P (b + l) %% W; exfalso.
have {unbool} same : if opposite z z' then ((b + k) %% W < H) = ((b + l) %% W < H)
    else ((b + k) %% W <= (b' + k) %% W) = ((b + l) %% W <= (b' + l) %% W).
  by move: same; case: ifP => _ /unbool.
have w1 := wrap bW (ltn_ord k); have w2 := wrap bW (ltn_ord l).
have w1' := wrap b'W (ltn_ord k); have w2' := wrap b'W (ltn_ord l).
have e0 : (b' + k) %% W + (b + l) %% W = (b' + l) %% W + (b + k) %% W.
  move: same cases; case: ifP => opp same cases; last exact: (order_class_nat bW b'W w1 w2 w1' w2').
  case: cases => [// | [<- | /orP cases]]; first by rewrite addnC.
  by apply: (half_class_nat W_H bW b'W w1 w2 w1' w2') => //; case: cases => /eqP; [left | right].
have [|q e] := pair_change bW b'W ek el.
  move: e0; move: ((b + k) %% W) ((b + l) %% W) ((b' + k) %% W) ((b' + l) %% W).
  by clear; lia.
have [] := half_multiple _ _ _ _ e.
- by move: zW z'W; clear; lia.
- by move: (yW k) (yW l); move: ((b + k) %% W) ((b + l) %% W); clear; lia.
- by move: zz'; clear; lia.
- by move: ne; move: ((b + k) %% W) ((b + l) %% W); clear; lia.
move=> e1 e2; move: same; case: ifP => opp.
  move: W_H e2 (yW k) (yW l) => WH.
  move: ((b + k) %% W) ((b + l) %% W); move: WH; clear => WH y1 y2 e2 y1W y2W.
  by case: (ltnP y1 H) => h1; case: (ltnP y2 H) => h2 // _; lia.
case/idP: opp; rewrite /opposite.
by move: e1; clear; case: (z + H =P z') => // ?; case: (z' + H =P z) => // ?; lia.
Qed.

(** A product of uniform factors. *)
Lemma quarter_product z b u u' : z < W -> b < W ->
  #|[set l : 'I_W | u' == z * ((b + l) %% W) + u %[mod H * H]]| <=
    1 + (z == 0) * (W - 1) + (z == H).
Proof.
move=> zW bW; have [-> | z0] := z =P 0.
  apply: leq_trans (max_card _) _; rewrite card_ord.
  by move: W_pos; clear; lia.
rewrite mul0n addn0.
case: (z =P H) => zH; last first.
  apply: count_one => k l /eqP ek /eqP el; apply: (@word_eq W b) => //.
  have yW i : (b + i) %% W < W by rewrite ltn_pmod ?W_pos.
  have [//|ne] := (b + k) %% W =P (b + l) %% W; exfalso.
  have /esym/eqmod_Z[q e] := etrans (esym ek) el.
  have [] := @half_multiple (Z.of_nat z) (Z.of_nat ((b + k) %% W) - Z.of_nat ((b + l) %% W)) (- q).
  - by move: zW; clear; lia.
  - by move: (yW k) (yW l); move: ((b + k) %% W) ((b + l) %% W); clear; lia.
  - by move: z0; clear; lia.
  - by move: ne; move: ((b + k) %% W) ((b + l) %% W); clear; lia.
  - by move: e; move: ((b + k) %% W) ((b + l) %% W); clear; lia.
  by move: zH; clear; lia.
have -> : [set l : 'I_W | u' == z * ((b + l) %% W) + u %[mod H * H]] =
    [set l : 'I_W | 0 * ((b + l) %% W) + u' == z * ((b + l) %% W) + u %[mod H * H]].
  by apply/setP => l; rewrite !inE.
by apply: quarter_two => //; [exact: W_pos | right; left].
Qed.

Implicit Types m : nat * nat.

Lemma card_words : #|[finType of 'I_W * 'I_W]| = W * W.
Proof. by rewrite card_prod !card_ord. Qed.

(** Two different pairs of words, and any difference modulo H^2: at most 2 of W keys, 2^-63. *)
Theorem quarter_pair m m' u u' : below W m -> below W m' -> m != m' ->
  share (fun k : 'I_W * 'I_W => nh_pair W m' (nat_pair k) + u' == nh_pair W m (nat_pair k) + u %[mod H * H]) 2 W.
Proof.
case: m m' => a b [a' b'] /andP[/= aW bW] /andP[/= a'W b'W] ne.
have opp x y x' y' k : x < W -> y < W -> k < W -> x' = (x + k) %% W -> y' = (y + k) %% W ->
    opposite x' y' = opposite x y.
  move=> xW yW kW -> ->; rewrite /opposite; move: W_H (wrap xW kW) (wrap yW kW).
  move: ((x + k) %% W) ((y + k) %% W) xW yW kW; clear => s t xW yW kW WH.
  case=> -[s1 s2]; case=> -[t1 t2]; apply/idP/idP; lia.
have [/andP[/eqP aa' good] | bad] := boolP ((a != a') && (~~ opposite a a' || (b == b') || opposite b b')).
  apply: (share_draw (p := part_snd _ _)) => -[k l]; apply: share_count; last by rewrite card_ord.
  rewrite /nh_pair /=; apply: quarter_two; rewrite ?ltn_pmod ?W_pos //.
    exact: wrap_neq (ltn_ord k) aa'.
  rewrite (opp _ _ _ _ k aW a'W) //.
  by case/orP: good => [/orP[|/eqP]|]; auto.
apply: (share_draw (p := part_fst _ _)) => -[k l]; apply: share_count; last by rewrite card_ord.
rewrite /nh_pair /=; under eq_finset do rewrite mulnC (mulnC ((a + _) %% W)).
have bb' : b <> b'.
  move=> e; move: bad; rewrite e eqxx orbT andbT negbK => /eqP e'.
  by move: ne; rewrite e e' eqxx.
apply: quarter_two; rewrite ?ltn_pmod ?W_pos //; first exact: wrap_neq (ltn_ord l) bb'.
rewrite (opp _ _ _ _ l bW b'W) //; move: bad; rewrite negb_and negbK.
case/orP => [/eqP | ]; first by auto.
by rewrite !negb_or => /andP[_ ->]; auto.
Qed.

(** A pair that only one message has, and any value modulo H^2: at most 2 of W keys. *)
Theorem quarter_more m u u' : below W m ->
  share (fun k : 'I_W * 'I_W => u' == nh_pair W m (nat_pair k) + u %[mod H * H]) 2 W.
Proof.
case: m => a b /andP[/= aW bW]; rewrite /share card_words.
rewrite card_pairs.
rewrite mulnA leq_mul2r; apply/orP; right.
apply: leq_trans (_ : \sum_(k : 'I_W) (1 + ((a + k) %% W == 0) * (W - 1) + ((a + k) %% W == H)) <= _).
  by apply: leq_sum => k _; apply: quarter_product; rewrite ?ltn_pmod ?W_pos.
have one c : \sum_(k : 'I_W) ((a + k) %% W == c : nat) <= 1.
  have -> : \sum_(k : 'I_W) ((a + k) %% W == c : nat) = #|[set k : 'I_W | (a + k) %% W == c]|.
    by rewrite -sum1_card [RHS]big_mkcond; apply: eq_bigr => k _; rewrite inE; case: eqP.
  by apply: count_one => k l /eqP <- /eqP /esym; apply: word_eq.
rewrite !big_split /= -big_distrl /= sum1_card card_ord.
move: (one 0) (one H) W_pos; clear.
move: (\sum_(k < W) _) (\sum_(k < W) _) => x y x1 y1 W0.
by apply: leq_trans (_ : W + 1 * (W - 1) + 1 <= _); [rewrite !leq_add ?leq_mul2r ?x1 ?orbT | lia].
Qed.

End Quarter.

(** * Sums of pairs *)

Section Sums.

Variables h H W : nat.
Hypotheses (H_def : H = 2 ^ h) (W_def : W = 2 ^ h.+1).

(** N pairs of words of key. *)
Variable N : nat.
Let K := [finType of {ffun 'I_N -> 'I_W * 'I_W}].

(** The pairs of words of a message; a position may have none. *)
Implicit Types (m : nat -> option (nat * nat)) (k : K).

Definition all_below m := forall i p, m i = Some p -> below W p.

Definition key_pair k i : nat * nat := word_at (@nat_pair W) (0, 0) k i.

Definition nh_term m k t i : nat := if m i is Some p then nh_pair W p (key_pair k (i + t)) else 0.

(** NH of at most n pairs, under the key from pair t on: [of_pairs], [of_block]. *)
Definition nh n m t k : nat := \sum_(i < n) nh_term m k t i.

Lemma nh_put n m t k (j : 'I_N) x (jn : j - t < n) : t <= j ->
  nh n m t (put (part_word _ j) k x) =
    \sum_(i < n | i != Ordinal jn) nh_term m k t i +
    (if m (j - t) is Some p then nh_pair W p (nat_pair x) else 0).
Proof.
move=> tj; rewrite /nh (bigD1 (Ordinal jn)) //= addnC; congr (_ + _).
  apply: eq_bigr => i ne; rewrite /nh_term /key_pair word_at_put; case: (m i) => // p.
  case: eqP => // e; case/eqP: ne; apply: val_inj => /=; by rewrite -e addnK.
by rewrite /nh_term /key_pair word_at_put subnK // eqxx.
Qed.

(** The last position in which two messages differ. *)
Lemma last_difference n m m' : (exists2 i, i < n & m i != m' i) ->
  exists2 j, j < n & m j != m' j /\ forall i, j < i -> i < n -> m i = m' i.
Proof.
move=> [i0 i0n ne0]; pose P i := (i < n) && (m i != m' i).
have exP : exists i, P i by exists i0; rewrite /P i0n.
have bound i : P i -> i <= n by case/andP => /ltnW.
case: (ex_maxnP exP bound) => j /andP[jn nej] jmax; exists j => //; split=> // i ji ilt.
apply/eqP/negPn/negP => ne; have := jmax i; rewrite /P ilt ne => /(_ isT).
by rewrite leqNgt ji.
Qed.

Definition agree n m m' t u u' k : bool :=
  nh n m' t k + u' == nh n m t k + u %[mod H * H].

Section Place.

Variables (n : nat) (m m' : nat -> option (nat * nat)) (j : nat).
Hypotheses (mW : all_below m) (m'W : all_below m') (jn : j < n) (ne : m j != m' j).

(** Whatever the other words of the key are, at most 2 of W pairs of words in that position give a
    difference. *)
Lemma agree_place t u u' (jN : j + t < N) k :
  share (fun x => agree n m m' t u u' (put (part_word _ (Ordinal jN)) k x)) 2 W.
Proof.
have jn' : Ordinal jN - t < n by rewrite /= addnK.
set r := \sum_(i < n | i != Ordinal jn') nh_term m k t i.
set r' := \sum_(i < n | i != Ordinal jn') nh_term m' k t i.
have E x : agree n m m' t u u' (put (part_word _ (Ordinal jN)) k x) =
    ((if m' j is Some p then nh_pair W p (nat_pair x) else 0) + (r' + u') ==
     (if m j is Some p then nh_pair W p (nat_pair x) else 0) + (r + u) %[mod H * H]).
  rewrite /agree !(nh_put _ _ _ jn') ?leq_addl // -/r -/r' /= addnK.
  by rewrite (addnC r') (addnC r) -!addnA.
move: ne (@mW j) (@m'W j) E; case: (m j) => [p|]; case: (m' j) => [p'|] // nep pW p'W E.
- apply: (@share_sub _ _ _ 2 W (fun x => _)); last first.
    by apply: (quarter_pair H_def W_def (r + u) (r' + u') (pW _ erefl) (p'W _ erefl)).
  by move=> x; rewrite E.
- apply: (@share_sub _ _ _ 2 W (fun x => _)); last first.
    by apply: (quarter_more H_def W_def (r + u) (r' + u') (pW _ erefl)).
  by move=> x; rewrite E.
apply: (@share_sub _ _ _ 2 W (fun x => _)); last first.
  by apply: (quarter_more H_def W_def (r' + u') (r + u) (p'W _ erefl)).
by move=> x; rewrite E eq_sym.
Qed.

(** Words of the key after that position do not matter: they have the same effect on both messages.
    *)
Lemma agree_behind t u u' (i : 'I_N) k x :
  (forall i, j < i -> i < n -> m i = m' i) -> j + t < i ->
  agree n m m' t u u' (put (part_word _ i) k x) = agree n m m' t u u' k.
Proof.
move=> same ji; have split m0 k0 : nh n m0 t k0 =
    \sum_(l < n | l <= j) nh_term m0 k0 t l + \sum_(l < n | ~~ (l <= j)) nh_term m0 k0 t l.
  by rewrite /nh (bigID (fun l : 'I_n => l <= j)).
have behind k0 : \sum_(l < n | ~~ (l <= j)) nh_term m' k0 t l = \sum_(l < n | ~~ (l <= j)) nh_term m k0 t l.
  by apply: eq_bigr => l; rewrite -ltnNge /nh_term => /same ->.
have before m0 : \sum_(l < n | l <= j) nh_term m0 (put (part_word _ i) k x) t l =
    \sum_(l < n | l <= j) nh_term m0 k t l.
  apply: eq_bigr => l lj; rewrite /nh_term /key_pair word_at_put; case: (m0 l) => // p.
  by rewrite ltn_eqF // (leq_ltn_trans _ ji) // leq_add2r.
rewrite /agree !split !behind !before.
by rewrite ![_ + _ + u]addnAC ![_ + _ + u']addnAC !eqn_modDr.
Qed.

End Place.

(** The theorem of one iteration. Two messages differ in some position, or one of them has no pair
    there. Any given difference modulo H^2, which is W^2 / 4, has at most 2 of W keys, which is
    2^-63. *)
Theorem nh_quarter n m m' t u u' : n + t <= N -> all_below m -> all_below m' ->
  (exists2 i, i < n & m i != m' i) -> share (agree n m m' t u u') 2 W.
Proof.
move=> nN mW m'W /last_difference[j jn [nej _]].
have jN : j + t < N by apply: leq_trans nN; rewrite ltn_add2r.
by apply: (share_draw (p := part_word _ (Ordinal jN))) => k; apply: agree_place.
Qed.

(** The theorem of two iterations, the second of which starts one pair of words later in the key:
    the bounds multiply. *)
Theorem nh_quarter_twice n m m' u u' v v' : n < N -> all_below m -> all_below m' ->
  (exists2 i, i < n & m i != m' i) ->
  share (fun k => agree n m m' 0 u u' k && agree n m m' 1 v v' k) (2 * 2) (W * W).
Proof.
move=> nN mW m'W ne; have [j jn [nej same]] := last_difference ne.
have jN : j + 1 < N by rewrite addn1 (leq_ltn_trans jn).
apply: (share_and (p := part_word _ (Ordinal jN))) => [k x||k].
- by rewrite (@agree_behind n m m' j) //= addn0 addn1.
- by apply: nh_quarter; rewrite ?addn0 // ltnW.
- exact: agree_place.
Qed.

End Sums.

(* Assumes nothing: nh_quarter. *)
(* Assumes nothing: nh_quarter_twice. *)
