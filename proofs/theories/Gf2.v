(** Polynomials over GF(2) as words of bits, and the field of an irreducible polynomial.

    A word of n bits represents a polynomial of degree below n; bit i is the coefficient of x^i. A
    sum is exclusive or. So carry-less multiplication is the product of polynomials, and [%%] is the
    remainder. *)

From mathcomp Require Import all_ssreflect all_algebra fieldext finfield.
From Hash Require Import Basics Counting.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import GRing.Theory.
Local Open Scope ring_scope.

(** * Words *)

(** A uniform word of n bits, as in keys. [rVpoly] is its polynomial. *)
Notation W n := 'rV['F_2]_n.

Lemma card_W n : #|{: W n}| = (2 ^ n)%N.
Proof. by rewrite card_mx card_Fp // mul1n. Qed.

Lemma card_W_pos n : (0 < #|{: W n}|)%N.
Proof. by rewrite card_W expn_gt0. Qed.

Lemma size_rVpoly n (w : W n) : (size (rVpoly w) <= n)%N.
Proof. exact: size_poly. Qed.

Lemma pow256 w : (256 ^ w = 2 ^ (8 * w))%N.
Proof. by rewrite expnM. Qed.

(** The lowest n bits of a number. *)
Definition bits n (x : nat) : {poly 'F_2} := \poly_(i < n) (odd (x %/ 2 ^ i))%:R.

Lemma size_bits n x : (size (bits n x) <= n)%N.
Proof. exact: size_poly. Qed.

Lemma bits0 n : bits n 0 = 0.
Proof. by apply/polyP => i; rewrite coef_poly div0n coef0 if_same. Qed.

Lemma natF2_inj (a b : bool) : a%:R = b%:R :> 'F_2 -> a = b.
Proof. by case: a; case: b. Qed.

Lemma bits_inj n x y : (x < 2 ^ n)%N -> (y < 2 ^ n)%N -> bits n x = bits n y -> x = y.
Proof.
elim: n x y => [|n IH] x y; first by rewrite expn0 !ltnS !leqn0 => /eqP -> /eqP ->.
rewrite !expnS => lt_x lt_y /polyP eq_xy.
have half_lt z : (z < 2 * 2 ^ n)%N -> (z./2 < 2 ^ n)%N.
  by rewrite -divn2 mulnC ltn_divLR.
rewrite -(odd_double_half x) -(odd_double_half y); congr (_ + _.*2)%N.
  by have := eq_xy 0%N; rewrite !coef_poly /= expn0 !divn1 => /natF2_inj ->.
apply: IH; rewrite ?half_lt //; apply/polyP => i.
have := eq_xy i.+1; rewrite !coef_poly ltnS.
by rewrite -!divn2 expnS !divnMA.
Qed.

(** There are 2^(n - t) words of n bits with given values in t positions. *)
Lemma card_given_bits n (T : {set 'I_n}) (c : nat -> 'F_2) :
  (#|[set v : W n | [forall i in T, v 0%R i == c i]]| * 2 ^ #|T| = 2 ^ n)%N.
Proof.
pose G i : pred 'F_2 := if i \in T then pred1 (c i) else predT.
pose f (v : W n) : {ffun 'I_n -> 'F_2} := [ffun i => v 0%R i].
have f_bij : bijective f.
  exists (fun g : {ffun 'I_n -> 'F_2} => \row_i g i) => [v | g].
    by apply/rowP => i; rewrite mxE ffunE.
  by apply/ffunP => i; rewrite ffunE mxE.
have -> : #|[set v : W n | [forall i in T, v 0%R i == c i]]| = #|family G|.
  rewrite -(on_card_preimset (f := f)); last by apply: onW_bij.
  apply: eq_card => v; rewrite !inE; apply/forall_inP/familyP => [H i | H i iT].
    by rewrite ffunE /G; case: ifP => // /H.
  by have := H i; rewrite ffunE /G iT.
rewrite card_family foldrE big_map big_enum /= -[in RHS](card_ord n) -[in RHS]sum1_card expn_sum.
rewrite [X in (X * _)%N](_ : _ = \prod_(i < n) if i \in T then 1 else 2)%N; last first.
  by apply: eq_bigr => i _; rewrite /G; case: ifP => _; rewrite ?card1 // card_Fp.
rewrite -sum1_card expn_sum [X in (_ * X)%N]big_mkcond -big_split /=.
by apply: eq_bigr => i _; case: ifP.
Qed.

(** * Characteristic 2 *)

Lemma F2_char : 2%N \in [char 'F_2].
Proof. exact: char_Fp. Qed.

Lemma F2P (c : 'F_2) : c = 0 \/ c = 1.
Proof. by case: c => [[|[|]]] // i; [left | right]; apply: val_inj. Qed.

Lemma poly2_char : 2%N \in [char {poly 'F_2}].
Proof. by rewrite (rmorph_char (polyC_rmorphism _)) ?F2_char. Qed.

Lemma oppp (a : {poly 'F_2}) : - a = a.
Proof. exact: (oppr_char2 poly2_char). Qed.

Lemma subp (a b : {poly 'F_2}) : a - b = a + b.
Proof. by rewrite oppp. Qed.

(** * The field of an irreducible polynomial *)

Lemma irredp_coprime (p a : {poly 'F_2}) : irreducible_poly p -> coprimep p a = ~~ (p %| a).
Proof.
move=> irr; have [p1 div] := irr.
apply/idP/idP => [cop | ndiv].
  by apply: contraL cop => pa; rewrite coprimep_def (eqp_size (dvdp_gcd_idl pa)) gtn_eqF.
rewrite coprimep_def; apply: contraR ndiv => size1.
by rewrite -(eqp_dvdl _ (div _ size1 (dvdp_gcdl p a))) dvdp_gcdr.
Qed.

(** The remainders modulo an irreducible polynomial of degree n are a field: there is a finite field
    F, and a homomorphism to it that maps exactly the multiples of p to 0, and words of n bits
    correspond one to one to elements of F. *)
Theorem gf2_field (p : {poly 'F_2}) : irreducible_poly p ->
  exists (F : finFieldType) (phi : {rmorphism {poly 'F_2} -> F}),
    (forall a, (phi a == 0) = (p %| a)) /\ bijective (fun w : W (size p).-1 => phi (rVpoly w)).
Proof.
move=> irr; have [L dimL [z rootz _]] := irredp_FAdjoin irr.
pose phi := [rmorphism of horner_eval z \o map_poly (in_alg L)].
have ker a : (phi a == 0) = (p %| a).
  apply/idP/idP => [/eqP a0 | /dvdpP[q ->]]; last first.
    by rewrite rmorphM /= /horner_eval (eqP rootz) mulr0.
  rewrite -[_ %| _]negbK -(irredp_coprime _ irr); apply/Bezout_eq1_coprimepP => -[[u v] /= uv1].
  have := congr1 phi uv1; rewrite rmorphD !rmorphM rmorph1 a0 /=.
  by rewrite /horner_eval (eqP rootz) !mulr0 addr0 => /esym/eqP; rewrite oner_eq0.
exists (FinFieldExtType L), phi; split=> //.
apply: inj_card_bij => [v w /eqP |]; last first.
  have := @card_vspace _ (FinFieldExtType L) (Vector.class L) fullv.
  by rewrite card_vspacef card_Fp // dimL card_W => ->.
rewrite -subr_eq0 -rmorphB ker -raddfB => div.
apply/eqP; rewrite -subr_eq0; apply: contraLR (leqnn (size p)) => ne.
have ne' : rVpoly (v - w) != 0.
  by apply: contraNneq ne => eq0; rewrite -[_ - _]rVpolyK eq0 raddf0.
rewrite -ltnNge; have [p1 _] := irr.
have := leq_trans (dvdp_leq ne' div) (size_rVpoly (v - w)).
by rewrite leqNgt; case: (size p) p1 => //= n; rewrite ltnSn.
Qed.

(** * Drawing one word of the key again *)

Lemma share_eq_draw (K A : finType) (p : part K A) (P : pred K) N D :
  (0 < #|A|)%N -> (forall k, share_eq (fun x => P (put p k x)) N D) -> share_eq P N D.
Proof.
move=> A0 H; have card_sum (T : finType) (Q : pred T) : #|[set x | Q x]| = (\sum_x (Q x : nat))%N.
  by rewrite -sum1_card [LHS]big_mkcond; apply: eq_bigr => x _; rewrite inE; case: (Q x).
apply/eqP; rewrite -(eqn_pmul2r A0) mulnAC card_sum (draw_sum p) big_distrl /=.
rewrite (eq_bigr (fun=> (N * #|A|)%N)) => [|k _]; last by rewrite -card_sum; apply: H.
by rewrite sum_nat_const mulnCA mulnA.
Qed.

(** If the other words leave exactly one value of a word of n bits, the probability is 2^-n. *)
Lemma share_eq_word (K : finType) n (p : part K [finType of W n]) (P : pred K) :
  (forall k, exists x0, forall x, P (put p k x) = (x == x0)) -> share_eq P 1 (2 ^ n).
Proof.
move=> H; apply: (share_eq_draw (p := p)) => [|k]; first exact: card_W_pos.
have [x0 Hx] := H k; rewrite /share_eq card_W; congr (_ * _)%N.
by rewrite (eq_card (_ : _ =i pred1 x0)) ?card1 // => x; rewrite !inE Hx.
Qed.

(** P has probability N' / D' over a part, whatever the rest is, and S does not depend on that part.
    *)
Lemma share_eq_and (K A : finType) (p : part K A) (S P : pred K) N D N' D' :
  (0 < #|A|)%N -> (forall k x, S (put p k x) = S k) -> share_eq S N D ->
  (forall k, share_eq (fun x => P (put p k x)) N' D') -> share_eq (fun k => S k && P k) (N * N') (D * D').
Proof.
move=> A0 indep HS HP; apply/eqP; rewrite -(eqn_pmul2r A0).
have card_sum (T : finType) (Q : pred T) : #|[set x | Q x]| = (\sum_x (Q x : nat))%N.
  by rewrite -sum1_card [LHS]big_mkcond; apply: eq_bigr => x _; rewrite inE; case: (Q x).
rewrite mulnAC card_sum (draw_sum p) [(D * _)%N]mulnC mulnA big_distrl /=.
rewrite (eq_bigr (fun k => (S k : nat) * (N' * #|A|))%N) => [|k _]; last first.
  under eq_bigr do rewrite -mulnb indep.
  by rewrite -big_distrr /= -card_sum -mulnA HP.
rewrite -big_distrl /= -card_sum mulnAC HS.
by rewrite -!mulnA; apply/eqP; congr (_ * _)%N; rewrite mulnCA.
Qed.

(** Two words at once. *)
Definition part_two (I A : finType) (i j : I) (ne : i != j) : part [finType of {ffun I -> A}] [finType of A * A].
Proof.
refine (@Part [finType of {ffun I -> A}] [finType of A * A] (fun k => (k i, k j))
  (fun k u => put (part_word A j) (put (part_word A i) k u.1) u.2) _ _).
- by move=> k [x y] /=; rewrite !ffunE !eqxx (negbTE ne).
- move=> k [x y]; apply/ffunP => l; rewrite /= !ffunE.
  by case: eqP => [-> //|_]; case: eqP => [-> //|_].
Defined.

(* Assumes nothing: bits_inj. *)
(* Assumes nothing: gf2_field. *)
(* Assumes nothing: share_eq_word. *)
