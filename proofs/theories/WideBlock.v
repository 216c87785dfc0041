(** CLHASH-128, the 128-bit hash of the crate clhash: the function, and the two outputs of a block.

    M. Nandi, "On the minimum number of multiplications necessary for universal hash functions"
    (IACR ePrint 2013/574), for encode, hash, combine; D. Lemire and O. Kaser, "Faster 64-bit
    universal hashing using carry-less multiplications" (2015), for the products. The function is
    that of the module [clhash::wide], the proof that of [clhash::wide::bound]. *)

From mathcomp Require Import all_ssreflect all_algebra.
From Hash Require Import Basics Counting Gf2 Irreducible.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import GRing.Theory.
Local Open Scope ring_scope.

(** * The function *)

(** The place of a unit of 16 bytes in a block: its group, its row, and its lane. Row 8 holds the
    parities. *)
Notation place := ('I_4 * 'I_9 * 'I_4)%type.

(** A key is six uniform values of 128 bits, K0 K1 K2 K3 r1 r2, and two uniform words for each
    place. [clhash::wide::Key] has the words of the places first, in the order of groups, rows,
    lanes. *)
Notation values_key := {ffun 'I_6 -> W 128}.
Notation unit_key := (W 64 * W 64)%type.
Notation places_key := {ffun place -> unit_key}.
Notation key := (values_key * places_key)%type.

(** Value i of a key, as a polynomial. *)
Definition V (k : key) (i : nat) : {poly 'F_2} := word_at (@rVpoly _ 128) 0 k.1 i.

(** Word i of a message, little-endian; the last one is padded with zeros. *)
Definition w (m : seq byte) (i : nat) : {poly 'F_2} := bits 64 (word 8 i m).

(** The number of the unit of group g, row s < 8, lane l, which starts at byte 512 g + 64 s + 16 l
    of the block. The unit is present if it holds a byte of the message. *)
Definition unit_at (g s l : nat) : nat := 32 * g + 4 * s + l.
Definition present (b : seq byte) (g s l : nat) : bool := (unit_at g s l * 16 < size b)%N.

(** The code: word e of the unit at a place. The parity is the sum of the units of its lane in its
    group, and is present if one of them is. *)
Definition code (b : seq byte) (e : bool) (p : place) : {poly 'F_2} :=
  let: (g, s, l) := p in
  if (s < 8)%N then w b (2 * unit_at g s l + e)
  else \sum_(i < 8 | present b g i l) w b (2 * unit_at g i l + e).

Definition there (b : seq byte) (p : place) : bool :=
  let: (g, s, l) := p in
  if (s < 8)%N then present b g s l else [exists i : 'I_8, present b g i l].

(** The product at a place. *)
Definition product (c d : {poly 'F_2}) (x : unit_key) : {poly 'F_2} :=
  (c + rVpoly x.1) * (d + rVpoly x.2).
Definition at_place (k : places_key) (b : seq byte) (p : place) : {poly 'F_2} :=
  product (code b false p) (code b true p) (k p).

(** The sums of a block, one for each row. *)
Definition row_sum (k : places_key) (b : seq byte) (s : 'I_9) : {poly 'F_2} :=
  \sum_(p : place | there b p && (p.1.2 == s)) at_place k b p.

(** Polynomials of degree at most 1, by their coefficients. *)
Definition lin (c : bool * bool) : {poly 'F_2} := Poly [:: c.1%:R; c.2%:R].

(** The factors of the rows, for the first and for the second output. *)
Definition columns : seq ((bool * bool) * (bool * bool)) :=
  let zero := (false, false) in let one := (true, false) in
  let x := (false, true) in let x1 := (true, true) in
  [:: (one, zero); (one, one); (one, x); (x, one); (one, x1); (x1, one); (x, x1); (x1, x);
    (zero, one)].
Definition column (e : bool) (s : nat) : {poly 'F_2} :=
  let c := nth ((false, false), (false, false)) columns s in lin (if e then c.2 else c.1).

(** The two outputs of a block. *)
Definition output (e : bool) (k : places_key) (b : seq byte) : {poly 'F_2} :=
  \sum_(s < 9) column e s * row_sum k b s.

(** The outputs of all blocks. *)
Definition block (j : nat) (m : seq byte) : seq byte := take 2048 (drop (j * 2048) m).
Definition outputs (e : bool) (k : key) (m : seq byte) : seq {poly 'F_2} :=
  [seq output e k.2 (block j m) | j <- iota 0 (pieces 2048 (size m))].

(** The polynomial over the blocks, by Horner's rule, at r1 or r2. *)
Definition value (e : bool) (k : key) (m : seq byte) : {poly 'F_2} :=
  foldl (fun s c => (V k (4 + e) * s + c) %% P128) 0 (outputs e k m).

(** [clhash::wide::hash] *)
Definition hash (k : key) (m : seq byte) : {poly 'F_2} :=
  (V k 0 + V k 1 * value false k m + V k 2 * value true k m + V k 3 * bits 64 (size m)) %% P128.

(** * The columns are independent *)

Lemma coef_lin c i : (lin c)`_i = (if i == 0 then c.1 else (i == 1) && c.2)%N%:R.
Proof. by rewrite coef_Poly; case: i => [|[|[|]]]. Qed.

(** The determinant of two columns, without the signs of its coefficients. *)
Definition det_bits (u v : (bool * bool) * (bool * bool)) : seq bool :=
  [:: (u.1.1 && v.2.1) (+) (v.1.1 && u.2.1);
    (u.1.1 && v.2.2) (+) (u.1.2 && v.2.1) (+) (v.1.1 && u.2.2) (+) (v.1.2 && u.2.1);
    (u.1.2 && v.2.2) (+) (v.1.2 && u.2.2)].

Lemma natF2_and (a b : bool) : (a && b)%:R = a%:R * b%:R :> 'F_2.
Proof. by case: a; case: b; apply/eqP. Qed.

Lemma natF2_xor (a b : bool) : (a (+) b)%:R = a%:R + b%:R :> 'F_2.
Proof. by case: a; case: b; apply/eqP. Qed.

Lemma det_coef u v i : (i < 3)%N ->
  (lin u.1 * lin v.2 - lin v.1 * lin u.2)`_i = (nth false (det_bits u v) i)%:R :> 'F_2.
Proof.
rewrite subp coefD !coefM; case: i => [|[|[|//]]] _; rewrite !big_ord_recl !big_ord0 !coef_lin /=;
  rewrite ?(mulr0, mul0r, addr0, add0r) !(natF2_xor, natF2_and) ?addrA //.
Qed.

Lemma independent (s t : 'I_9) : s != t ->
  column false s * column true t - column false t * column true s != 0.
Proof.
move=> ne; set d := ((false, false), (false, false)); pose u := nth d columns s;
  pose v := nth d columns t.
have computed : all (fun i => all (fun j =>
  (i == j) || has id (det_bits (nth d columns i) (nth d columns j)))
  (iota 0 9)) (iota 0 9) by vm_compute.
have in9 (i : 'I_9) : (i : nat) \in iota 0 9 by rewrite mem_iota ltn_ord.
have := allP (allP computed s (in9 s)) t (in9 t); rewrite val_eqE (negbTE ne) orFb.
move=> /(has_nthP false)[i].
move=> lt_i bit; apply/eqP => det0; have := det_coef u v lt_i.
by rewrite -/u -/v in bit; rewrite [lin u.1 * _ - _]det0 bit coef0 => /eqP; rewrite eq_sym oner_eq0.
Qed.

(** So each output has at most one zero factor. *)
Lemma not_both_zero e (s t : 'I_9) : s != t -> (column e s != 0) || (column e t != 0).
Proof.
move=> ne; rewrite -negb_and; apply: contra (independent ne) => /andP[/eqP s0 /eqP t0].
by case: e s0 t0 => -> ->; rewrite ?(mulr0, mul0r) subrr.
Qed.

(** * Two places *)

(** The difference of the products at a place where the codes differ. *)
Lemma product_share (c d c' d' v : {poly 'F_2}) : (c, d) != (c', d') ->
  share (fun x : unit_key => product c d x - product c' d' x == v) 1 (2 ^ 64).
Proof.
have one (P : pred (W 64)) (f : {poly 'F_2}) z :
    f != 0 -> (forall x, P x -> z + f * rVpoly x = v) -> share P 1 (2 ^ 64).
  move=> f0 HP; apply: share_count; last by rewrite card_W leqnn.
  apply: count_one => x y /HP Hx /HP; rewrite -Hx => /addrI/(mulfI f0)/esym.
  exact: (can_inj (@rVpolyK _ _)).
rewrite xpair_eqE negb_and => /orP[ne | ne].
  apply: (share_draw (p := part_snd [finType of W 64] [finType of W 64])) => -[x y0].
  apply: (one _ (c - c') ((c + rVpoly x) * d - (c' + rVpoly x) * d')); rewrite ?subr_eq0 // => y.
  move=> /eqP <-; rewrite /product /= !mulrDr [in RHS]opprD [RHS]addrACA; congr (_ + _).
  by rewrite -mulrBl opprD addrACA subrr addr0.
apply: (share_draw (p := part_fst [finType of W 64] [finType of W 64])) => -[x0 y].
apply: (one _ (d - d') (c * (d + rVpoly y) - c' * (d' + rVpoly y))); rewrite ?subr_eq0 // => x.
move=> /eqP <-; rewrite /product /= ![in RHS]mulrDl [in RHS]opprD [RHS]addrACA; congr (_ + _).
by rewrite -mulrBr opprD addrACA subrr addr0 mulrC.
Qed.

(** Two linear equations with a non-zero determinant. *)
Lemma cramer (a b a' b' d e : {poly 'F_2}) : a * b' - b * a' != 0 ->
  a * d + b * e = 0 -> a' * d + b' * e = 0 -> (d == 0) && (e == 0).
Proof.
move=> det H1 H2; have dd : (a * b' - b * a') * d = 0.
  have : b' * (a * d + b * e) - b * (a' * d + b' * e) = 0 by rewrite H1 H2 !mulr0 subrr.
  rewrite !mulrDr opprD addrACA !mulrA [b' * b]mulrC subrr addr0 -mulrBl.
  by rewrite [b' * a]mulrC.
have ee : (a * b' - b * a') * e = 0.
  have : a * (a' * d + b' * e) - a' * (a * d + b * e) = 0 by rewrite H1 H2 !mulr0 subrr.
  rewrite !mulrDr opprD addrACA !mulrA [a' * a]mulrC subrr add0r -mulrBl.
  by rewrite [a' * b]mulrC.
by move/eqP: dd; move/eqP: ee; rewrite !mulf_eq0 (negbTE det) /= => -> ->.
Qed.

(** Two values that are uniform enough and independent, in one or in two linear equations. *)
Section Equations.

Variables (X : finType) (D : nat) (f g : X -> {poly 'F_2}).
Hypothesis f_share : forall v, share (fun x => f x == v) 1 D.
Hypothesis g_share : forall v, share (fun x => g x == v) 1 D.

Lemma one_equation (h : X -> {poly 'F_2}) (c a : {poly 'F_2}) :
  (forall v, share (fun x => h x == v) 1 D) -> a != 0 -> share (fun x => c + a * h x == 0) 1 D.
Proof.
move=> h_share a0; have [x0 /eqP sol | none] := pickP (fun x => c + a * h x == 0); last first.
  by apply: share_weaken (leq0n 1) _; apply: share0 => x; rewrite none.
apply: share_sub (h_share (h x0)) => x /eqP; rewrite -sol => /addrI/(mulfI a0) ->.
exact: eqxx.
Qed.

Lemma either_equation (c a b : {poly 'F_2}) : (a != 0) || (b != 0) ->
  share (fun u : X * X => c + (a * f u.1 + b * g u.2) == 0) 1 D.
Proof.
case/orP => [a0 | b0].
  apply: (share_draw (p := part_fst X X)) => -[x0 y].
  apply: share_sub (one_equation (c + b * g y) f_share a0) => x /=.
  by rewrite [a * _ + _]addrC addrA.
apply: (share_draw (p := part_snd X X)) => -[x y0].
by apply: share_sub (one_equation (c + a * f x) g_share b0) => y /=; rewrite addrA.
Qed.

Lemma two_equations (c a b c' a' b' : {poly 'F_2}) : a * b' - b * a' != 0 ->
  share (fun u : X * X => (c + (a * f u.1 + b * g u.2) == 0)
    && (c' + (a' * f u.1 + b' * g u.2) == 0))
    1 (D * D).
Proof.
move=> det; set P := fun u : X * X => _.
have [u0 Pu0 | none] := pickP P; last first.
  by apply: share_weaken (leq0n 1) _; apply: share0 => u; rewrite none.
apply: (@share_sub _ _ (fun u => (f u.1 == f u0.1) && (g u.2 == g u0.2))) => [u Pu|].
  set d := f u.1 - f u0.1; set e := g u.2 - g u0.2.
  have lin0 (z s t : {poly 'F_2}) : z + (s * f u.1 + t * g u.2) == 0 ->
      z + (s * f u0.1 + t * g u0.2) == 0 -> s * d + t * e = 0.
    move=> /eqP Hu /eqP; rewrite -Hu => /addrI eq_0.
    by rewrite !mulrBr addrACA -opprD eq_0 subrr.
  have /andP[/lin0 H1 /lin0 H2] := Pu; have /andP[/H1 {}H1 /H2 {}H2] := Pu0.
  by rewrite -[_ == f u0.1]subr_eq0 -[_ == g u0.2]subr_eq0; apply: cramer det _ _.
rewrite -[1%N]/(1 * 1)%N; apply: (share_and (p := part_snd X X)) => [[x y] z // | | [x y]] /=.
  by apply: (share_draw (p := part_fst X X)) => -[x y]; apply: f_share.
exact: g_share.
Qed.

End Equations.

(** * A block *)

Section Block.

(** Two different blocks of one length. *)
Variables b b' : seq byte.
Hypotheses (eq_size : size b = size b') (ne : b != b') (le_b : (size b <= 2048)%N).

Lemma present_eq g s l : present b' g s l = present b g s l.
Proof. by rewrite /present eq_size. Qed.

Lemma there_eq p : there b' p = there b p.
Proof. by case: p => [[g s] l]; rewrite /there /present eq_size. Qed.

Notation differ p := ((code b false p, code b true p) != (code b' false p, code b' true p)).

Lemma differ_word e p : code b e p != code b' e p -> differ p.
Proof. by rewrite xpair_eqE negb_and; case: e => ->; rewrite ?orbT. Qed.

(** The code has distance 2: there are two rows in which the codes differ. *)
Lemma two_places : exists p q : place,
  [/\ p.1.2 != q.1.2, there b p, there b q, differ p & differ q].
Proof.
have [i lt_i ne_i] := words_differ (isT : 0 < 8)%N eq_size ne.
pose t := i./2; pose e := odd i.
have iE : i = (2 * t + e)%N by rewrite mul2n addnC odd_double_half.
have in_t : (t * 16 < size b)%N.
  by apply: leq_ltn_trans lt_i; rewrite iE -[16%N]/(2 * 8)%N mulnA leq_mul2r mulnC leq_addr.
have lt_t : (t < 128)%N by rewrite -(ltn_pmul2r (isT : 0 < 16)%N) (leq_trans in_t).
pose g : 'I_4 := inord (t %/ 32); pose s : 'I_9 := inord (t %/ 4 %% 8);
  pose l : 'I_4 := inord (t %% 4).
have gE : g = (t %/ 32)%N :> nat by rewrite inordK // ltn_divLR.
have lt_s8 : (t %/ 4 %% 8 < 8)%N by rewrite ltn_pmod.
have sE : s = (t %/ 4 %% 8)%N :> nat by rewrite inordK // (ltn_trans lt_s8).
have lE : l = (t %% 4)%N :> nat by rewrite inordK ?ltn_pmod.
have lt_s : (s < 8)%N by rewrite sE.
have tE : unit_at g s l = t.
  rewrite /unit_at gE sE lE [in RHS](divn_eq t 4) [in RHS](divn_eq (t %/ 4) 8) -divnMA mulnDl.
  by rewrite -mulnA (mulnC 32%N) (mulnC 4%N (_ %% 8)%N).
pose p : place := (g, s, l).
have there_p : there b p by rewrite /there /p lt_s /present tE.
have ne_w : w b i != w b' i.
  apply: contra ne_i => /eqP eq_w; apply/eqP; apply: (@bits_inj 64) eq_w;
    by rewrite -[64%N]/(8 * 8)%N -pow256 word_bound.
have differ_p : code b e p != code b' e p by rewrite /code /p lt_s tE -iE.
pose other (r : 'I_8) := [&& r != s :> nat, present b g r l &
  w b (2 * unit_at g r l + e) != w b' (2 * unit_at g r l + e)].
have [/existsP[r /and3P[ne_r there_r ne_wr]] | none] := boolP [exists r, other r].
  exists p, (g, widen_ord (isT : 8 <= 9)%N r, l); split=> //.
  - by rewrite -val_eqE /= eq_sym.
  - by rewrite /there /= ltn_ord.
  - exact: differ_word differ_p.
  - by apply: (@differ_word e); rewrite /code /= ltn_ord.
exists p, (g, ord_max, l); split=> //.
- by rewrite -val_eqE /= ltn_eqF.
- by rewrite /there /=; apply/existsP; exists (Ordinal lt_s); rewrite /present tE.
- exact: differ_word differ_p.
apply: (@differ_word e); rewrite /code /=.
rewrite [X in _ != X](eq_bigl (fun r : 'I_8 => present b g r l)) => [|r]; last exact: present_eq.
have there_s : present b g (Ordinal lt_s) l by rewrite /present tE.
rewrite (bigD1 (Ordinal lt_s)) // [X in _ != X](bigD1 (Ordinal lt_s)) //=.
rewrite (eq_bigr (fun r : 'I_8 => w b' (2 * unit_at g r l + e))) => [|r /andP[there_r ne_r]].
  by rewrite (inj_eq (addIr _)) tE -iE.
apply/eqP; apply: contraNT none => ne_r'; apply/existsP; exists r.
by rewrite /other there_r ne_r' !andbT -val_eqE in ne_r *.
Qed.

Let D p (x : unit_key) : {poly 'F_2} :=
  product (code b false p) (code b true p) x - product (code b' false p) (code b' true p) x.

Lemma D_share p : differ p -> forall v, share (fun x => D p x == v) 1 (2 ^ 64).
Proof. by move=> differ_p v; apply: product_share. Qed.

(** An output is a single sum over all places. *)
Lemma outputE e (k : places_key) c :
  output e k c = \sum_(p : place | there c p) column e p.1.2 * at_place k c p.
Proof.
rewrite /output (partition_big (fun p : place => p.1.2) xpredT) //=; apply: eq_bigr => s _.
by rewrite /row_sum big_distrr /=; apply: eq_bigr => p /andP[_ /eqP ->].
Qed.

(** The difference of the outputs as a function of the keys at two places. *)
Lemma output_linear e (p q : place) (ne_pq : p != q) (k : places_key) : there b p -> there b q ->
  exists c, forall u : unit_key * unit_key,
    let k' := put (part_two [finType of unit_key] ne_pq) k u in
    output e k' b - output e k' b' = c + (column e p.1.2 * D p u.1 + column e q.1.2 * D q u.2).
Proof.
move=> there_p there_q; pose rest (k0 : places_key) :=
  \sum_(r : place | there b r && (r != p) && (r != q)) column e r.1.2 * D r (k0 r).
exists (rest k) => u k'.
have k'p : k' p = u.1 by rewrite /k' /= !ffunE (negbTE ne_pq) eqxx.
have k'q : k' q = u.2 by rewrite /k' /= ffunE eqxx.
have k'r r : r != p -> r != q -> k' r = k r.
  by move=> np nq; rewrite /k' /= !ffunE (negbTE np) (negbTE nq).
rewrite !outputE [X in _ - X](eq_bigl (there b)) => [|r]; last exact: there_eq.
rewrite -sumrB (eq_bigr (fun r : place => column e r.1.2 * D r (k' r))) => [|r _];
  last by rewrite -mulrBr.
rewrite (bigD1 p) //= (bigD1 q) /=; last by rewrite there_q eq_sym.
rewrite k'p k'q [LHS]addrA [LHS]addrC; congr (_ + _); rewrite /rest.
apply: eq_bigr => r /andP[/andP[_ np] nq].
by rewrite k'r.
Qed.

(** One output agrees with probability at most 2^-64. *)
Lemma block_one e : share (fun k : places_key => output e k b == output e k b') 1 (2 ^ 64).
Proof.
have [p [q [ne_s there_p there_q differ_p differ_q]]] := two_places.
have ne_pq : p != q by apply: contraNneq ne_s => ->.
apply: (share_draw (p := part_two [finType of unit_key] ne_pq)) => k.
have [c Hc] := output_linear e ne_pq k there_p there_q.
apply: share_sub (either_equation (D_share differ_p) (D_share differ_q)
  c (not_both_zero e ne_s)) => u /eqP eq_o.
by rewrite -(Hc u) /= eq_o subrr.
Qed.

(** Both outputs agree with probability at most 2^-128. *)
Lemma block_both : share (fun k : places_key =>
  (output false k b == output false k b') && (output true k b == output true k b'))
    1 (2 ^ 64 * 2 ^ 64).
Proof.
have [p [q [ne_s there_p there_q differ_p differ_q]]] := two_places.
have ne_pq : p != q by apply: contraNneq ne_s => ->.
apply: (share_draw (p := part_two [finType of unit_key] ne_pq)) => k.
have [c Hc] := output_linear false ne_pq k there_p there_q.
have [c' Hc'] := output_linear true ne_pq k there_p there_q.
apply: share_sub (two_equations (D_share differ_p) (D_share differ_q)
  c c' (independent ne_s)) => u /andP[/eqP eq_o /eqP eq_o'].
by rewrite -(Hc u) -(Hc' u) /= eq_o eq_o' !subrr eqxx.
Qed.

End Block.

(* Assumes nothing: independent. *)
(* Assumes nothing: block_one. *)
(* Assumes nothing: block_both. *)
