(** CLHASH-128, the 128-bit hash of the crate clhash: its bounds.

    [WideBlock] defines the function; the proof is that of the module [clhash::wide::bound]. *)

From mathcomp Require Import all_ssreflect all_algebra zify.
From Hash Require Import Basics Counting Gf2 Bits Irreducible PolyField WideBlock.
From Hash Require Fields.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import GRing.Theory.
Local Open Scope ring_scope.

(** * The field *)

(** The field with 2^128 elements: a homomorphism to it, one to one on words of 128 bits. *)
Lemma gf128_field : exists (F : finFieldType) (phi : {rmorphism {poly 'F_2} -> F}),
  [/\ forall a : {poly 'F_2}, phi (a %% P128) = phi a,
    forall a c : {poly 'F_2}, (size a <= 128)%N -> (size c <= 128)%N -> phi a = phi c -> a = c &
    bijective (fun x : W 128 => phi (rVpoly x))].
Proof.
have [F [phi [ker bij]]] := gf2_field P128_irreducible; rewrite size_P128 /= in bij.
exists F, phi; split=> // [a | a c le_a le_c eq_ac].
  apply/eqP; rewrite -subr_eq0 -rmorphB ker {2}(divp_eq a P128) opprD addrCA subrr addr0.
  by rewrite dvdpNr dvdp_mull.
rewrite -(poly_rV_K le_a) -(poly_rV_K le_c); congr rVpoly.
by apply: (bij_inj bij); rewrite !poly_rV_K.
Qed.

Lemma small_mod (a : {poly 'F_2}) : (size (a %% P128)%R <= 128)%N.
Proof. by rewrite -ltnS -size_P128 ltn_modp -size_poly_gt0 size_P128. Qed.

Lemma small_sub (a c : {poly 'F_2}) n : (size a <= n)%N -> (size c <= n)%N ->
  (size (a - c)%R <= n)%N.
Proof. by move=> le_a le_c; rewrite (leq_trans (size_add _ _)) // geq_max size_opp le_a. Qed.

Lemma not_multiple (a c : {poly 'F_2}) : (size a <= 128)%N -> (size c <= 128)%N -> a != c ->
  ~~ (P128 %| a - c).
Proof.
move=> le_a le_c ne; apply: (Fields.small_not_multiple size_P128); first by rewrite subr_eq0.
exact: small_sub.
Qed.

(** One linear equation has one solution. *)
Lemma linear128 (a d c : {poly 'F_2}) : (size c <= 128)%N -> ~~ (P128 %| d) ->
  exists x0, forall x : W 128, ((a + d * rVpoly x) %% P128 == c) = (x == x0).
Proof. exact: (Fields.one_solution P128_irreducible size_P128). Qed.

(** * Sizes *)

Lemma size_w m i : (size (w m i) <= 64)%N.
Proof. exact: size_bits. Qed.

Lemma size_code b e p : (size (code b e p) <= 64)%N.
Proof.
case: p => [[g s] l]; rewrite /code; case: ifP => _; first exact: size_w.
elim/big_ind: _ => [|a c le_a le_c|i _]; rewrite ?size_poly0 ?size_w //.
by apply: leq_trans (size_add _ _) _; rewrite geq_max le_a.
Qed.

Lemma size_product (c d : {poly 'F_2}) x : (size c <= 64)%N -> (size d <= 64)%N ->
  (size (product c d x) <= 127)%N.
Proof.
move=> le_c le_d.
have le64 (a : {poly 'F_2}) (y : W 64) : (size a <= 64)%N -> (size (a + rVpoly y)%R <= 64)%N.
  by move=> le_a; apply: leq_trans (size_add _ _) _; rewrite geq_max le_a size_rVpoly.
apply: leq_trans (size_mul_leq _ _) _; rewrite -ltnS.
by case: (_ + _)%N (leq_add (le64 c x.1 le_c) (le64 d x.2 le_d)).
Qed.

(** The outputs have degree at most 127, so they are elements of the field without reduction. *)
Lemma size_output e k b : (size (output e k b) <= 128)%N.
Proof.
rewrite outputE; elim/big_ind: _ => [|a c le_a le_c|p _]; first by rewrite size_poly0.
  by apply: leq_trans (size_add _ _) _; rewrite geq_max le_a.
apply: leq_trans (size_mul_leq _ _) _.
have le2 : (size (column e p.1.2) <= 2)%N by apply: leq_trans (size_Poly _) _.
have le127 : (size (at_place k b p) <= 127)%N by rewrite size_product ?size_code.
by have := leq_add le2 le127; case: (_ + _)%N.
Qed.

(** * Parts of the key *)

(** Value j of the key, which is to be drawn again. *)
Definition the_value (j : nat) : part [finType of key] [finType of W 128] :=
  part_comp (part_fst [finType of values_key] [finType of places_key])
    (part_word [finType of W 128] (inord j : 'I_6)).

Lemma V_put (k : key) (i j : nat) x :
  (j < 6)%N -> V (put (the_value j) k x) i = if i == j then rVpoly x else V k i.
Proof. by move=> lt_j; rewrite /V /= word_at_put inordK. Qed.

Lemma V_other (k : key) (i j : nat) x : (j < 6)%N && (i != j) ->
  V (put (the_value j) k x) i = V k i.
Proof. by case/andP=> lt_j ne; rewrite V_put // (negbTE ne). Qed.

Lemma V_same (k : key) (j : nat) x : (j < 6)%N -> V (put (the_value j) k x) j = rVpoly x.
Proof. by move=> lt_j; rewrite V_put // eqxx. Qed.

Lemma outputs_put e (k : key) (j : nat) x m : outputs e (put (the_value j) k x) m = outputs e k m.
Proof. by []. Qed.

Lemma value_put (e : bool) (k : key) (j : nat) x m : (j < 6)%N && (4 + e != j)%N ->
  value e (put (the_value j) k x) m = value e k m.
Proof. by move=> ok; rewrite /value outputs_put V_other. Qed.

Lemma size_value e k m : (size (value e k m) <= 128)%N.
Proof.
rewrite /value; elim/last_ind: (outputs e k m) => [|cs c _]; first by rewrite size_poly0.
by rewrite foldl_rcons small_mod.
Qed.

(** * The two polynomials *)

(** Powers of two, in a form that Coq does not compute. *)
Lemma pow_split (a b c : nat) : (c == a + b)%N -> (2 ^ c = 2 ^ a * 2 ^ b)%N.
Proof. by move=> /eqP ->; rewrite expnD. Qed.

Lemma e128 : (2 ^ 128 = 2 ^ 64 * 2 ^ 64)%N.
Proof. exact (@pow_split 64 64 128 isT). Qed.

Lemma e256 : (2 ^ 256 = 2 ^ 64 * 2 ^ 64 * (2 ^ 64 * 2 ^ 64))%N.
Proof. exact (etrans (@pow_split 128 128 256 isT) (congr2 muln e128 e128)). Qed.

Lemma share_cast (T : finType) (A : pred T) N D D' : D = D' -> share A N D -> share A N D'.
Proof. by move=> ->. Qed.

(** Four cases that add up to a square. *)
Lemma square_shares (T : finType) (A B C D : pred T) Q n :
  share A 1 (Q * Q) -> share B (1 * n) (Q * (Q * Q)) -> share C (1 * n) (Q * (Q * Q)) ->
  share D (n * n) (Q * Q * (Q * Q)) ->
  share (fun k => (A k || B k) || (C k || D k)) ((Q + n) ^ 2) (Q * Q * (Q * Q)).
Proof.
move=> /(share_scale (Q * Q)) HA /(share_scale Q) HB /(share_scale Q) HC HD.
have -> : ((Q + n) ^ 2 = (Q * Q * 1 + Q * (1 * n)) + (Q * (1 * n) + n * n))%N.
  by rewrite (mul1n n) (muln1 (Q * Q)%N) -mulnn mulnDl !mulnDr (mulnC n Q).
by rewrite [(Q * (Q * _))%N]mulnA in HB HC; apply: share_or (share_or HA HB) (share_or HC HD).
Qed.

Section Polynomials.

(** Two different messages of one length, of n + 1 blocks. *)
Variables (m m' : seq byte) (n : nat).
Hypotheses (eq_size : size m = size m') (ne : m != m') (size_n : pieces 2048 (size m) = n.+1).

Let agree (e : bool) (k : key) := outputs e k m == outputs e k m'.
Let chance (e : bool) (k : key) := ~~ agree e k && (value e k m == value e k m').

(** Some block differs. *)
Lemma a_block : exists j, [/\ (j < n.+1)%N, size (block j m) = size (block j m'),
  block j m != block j m' & (size (block j m) <= 2048)%N].
Proof.
have [j lt_j ne_j] := words_differ (isT : 0 < 2048)%N eq_size ne; exists j; split.
- by rewrite -size_n ltnNge pieces_le // -ltnNge.
- by rewrite !size_take !size_drop eq_size.
- by apply: contra ne_j => /eqP eq_b; rewrite /word -/(block j m) eq_b.
by rewrite size_take; case: ltnP => // /ltnW.
Qed.

Lemma agree_at e k j : (j < n.+1)%N -> agree e k ->
  output e k.2 (block j m) == output e k.2 (block j m').
Proof.
move=> lt_j /eqP eq_o; have := congr1 (fun s : seq {poly 'F_2} => s`_j) eq_o.
rewrite !(nth_map 0%N) ?size_iota -?eq_size ?size_n // !nth_iota -?eq_size ?size_n // add0n.
by move=> ->.
Qed.

Lemma agree_one e : share (agree e) 1 (2 ^ 64).
Proof.
have [j [lt_j eq_b ne_b le_b]] := a_block.
apply: (share_sub (fun k => @agree_at e k j lt_j)).
apply: (share_draw (p := part_snd [finType of values_key] [finType of places_key])) => k.
exact: block_one.
Qed.

Lemma agree_both : share (fun k => agree false k && agree true k) 1 (2 ^ 64 * 2 ^ 64).
Proof.
have [j [lt_j eq_b ne_b le_b]] := a_block.
apply: (@share_sub _ _ (fun k : key =>
  (output false k.2 (block j m) == output false k.2 (block j m'))
  && (output true k.2 (block j m) == output true k.2 (block j m')))) => [k /andP[a0 a1]|].
  by rewrite !agree_at.
apply: (share_draw (p := part_snd [finType of values_key] [finType of places_key])) => k.
exact: block_both.
Qed.

(** If sequences of outputs differ, the polynomials agree at at most n points. *)
Lemma chance_share (e : bool) (k : key) :
  share (fun x => chance e (put (the_value (4 + e)%N) k x)) n (2 ^ 128).
Proof.
have [F [phi [phi_mod phi_inj bij]]] := gf128_field.
have [agree_k | ne_k] := boolP (agree e k).
  apply: share_weaken (leq0n n) _; apply: share0 => x.
  by rewrite /chance /agree !outputs_put -/(agree e k) agree_k.
have phi_value k0 m0 : phi (value e k0 m0) =
  horner_value (phi (V k0 (4 + e))) (map phi (outputs e k0 m0)).
  rewrite /value /horner_value -(rmorph0 phi).
  elim: (outputs e k0 m0) (0 : {poly 'F_2}) => //= c cs IH s.
  by rewrite IH phi_mod rmorphD rmorphM [_ * phi s]mulrC.
have map_inj : map phi (outputs e k m) = map phi (outputs e k m') -> outputs e k m = outputs e k m'.
  rewrite /outputs -eq_size -!map_comp => /eq_in_map eq_phi; apply/eq_in_map => j in_j.
  by apply: phi_inj; rewrite ?size_output //; apply: eq_phi.
have few : (#|[set y | horner_value y (map phi (outputs e k m))
    == horner_value y (map phi (outputs e k m'))]| <= n)%N.
  apply: horner_agree; rewrite ?size_map ?size_iota -?eq_size //.
  by apply: contra ne_k => /eqP/map_inj eq_o; rewrite /agree eq_o.
apply: share_count; last by rewrite card_W leqnn.
apply: leq_trans few.
rewrite -[X in (_ <= X)%N](on_card_preimset (f := fun x : W 128 => phi (rVpoly x)));
  last exact: onW_bij.
apply: subset_leq_card; apply/subsetP => x; rewrite !inE => /andP[_ /eqP eq_v]; apply/eqP.
have ok : (4 + e < 6)%N by case: (e).
by have := congr1 phi eq_v; rewrite !phi_value !outputs_put (V_same _ _ ok).
Qed.

(** Both polynomials agree with probability at most (2^-64 + n 2^-128)^2. *)
Theorem wide_values : share (fun k : key => (value false k m == value false k m')
  && (value true k m == value true k m')) ((2 ^ 64 + n) ^ 2) (2 ^ 256).
Proof.
have chance_put (e : bool) (k : key) x : chance e (put (the_value (4 + ~~ e)%N) k x) = chance e k.
  have ok : (4 + ~~ e < 6)%N && (4 + e != 4 + ~~ e)%N by case: (e).
  by rewrite /chance /agree !outputs_put !value_put.
have chance_one (e : bool) : share (chance e) n (2 ^ 128).
  by apply: (share_draw (p := the_value (4 + e)%N)) => k; apply: chance_share.
have mixed (e : bool) : share (fun k => agree e k && chance (~~ e) k) (1 * n) (2 ^ 64 * 2 ^ 128).
  apply: (share_and (p := the_value (4 + ~~ e)%N)) (agree_one e) _ => // k.
  exact: chance_share.
have both : share (fun k => chance false k && chance true k) (n * n) (2 ^ 128 * 2 ^ 128).
  apply: (share_and (p := the_value (4 + true)%N)) (chance_one false) _ => k;
    last exact: chance_share.
  by move=> x; apply: (chance_put false).
have P2 := share_cast (congr1 (muln (2 ^ 64)) e128) (mixed false).
have P3 := share_cast (congr1 (muln (2 ^ 64)) e128) (mixed true).
have P4 := share_cast (congr2 muln e128 e128) both.
apply: (share_cast (esym e256)).
apply: share_sub (square_shares agree_both P2 P3 P4) => k /andP[v0 v1].
by rewrite /chance v0 v1 !andbT /=; case: (agree false k); case: (agree true k).
Qed.

End Polynomials.

(** * The end *)

Definition difference k m m' := hash k m - hash k m'.

Lemma sum_sub (R : zmodType) (a b c d b' c' d' : R) :
  (a + b + c + d) - (a + b' + c' + d') = (b - b') + (c - c') + (d - d').
Proof.
rewrite opprD addrACA; congr (_ + _); rewrite opprD addrACA; congr (_ + _).
by rewrite opprD addrACA subrr add0r.
Qed.

Lemma differenceE k m m' : difference k m m' =
  (V k 1 * (value false k m - value false k m') + V k 2 * (value true k m - value true k m')
    + V k 3 * (bits 64 (size m) - bits 64 (size m'))) %% P128.
Proof. by rewrite /difference /hash -modNp -modpD sum_sub !mulrBr. Qed.

(** The hash of any message is uniform, independently of its difference from another one. *)
Lemma hash_word (k : key) m (c : {poly 'F_2}) : (size c <= 128)%N ->
  exists x0, forall x, (hash (put (the_value 0) k x) m == c) = (x == x0).
Proof.
move=> size_c; have ndiv : ~~ (P128 %| 1).
  by apply: (Fields.small_not_multiple size_P128); rewrite ?oner_neq0 ?size_poly1.
have [x0 Hx] := linear128
  (V k 1 * value false k m + V k 2 * value true k m + V k 3 * bits 64 (size m))
  size_c ndiv.
exists x0 => x; rewrite -Hx /hash (V_same _ _ (isT : 0 < 6)%N) !V_other ?value_put // mul1r.
by rewrite -!addrA [rVpoly x + _]addrC !addrA.
Qed.

Lemma difference_put (k : key) m m' x : difference (put (the_value 0) k x) m m' = difference k m m'.
Proof. by rewrite !differenceE !V_other ?value_put. Qed.

Lemma hash_pair k m m' (c c' : {poly 'F_2}) : (hash k m == c) && (hash k m' == c') =
  (difference k m m' == c - c') && (hash k m' == c').
Proof.
rewrite /difference; case: (hash k m' =P c') => [-> | _]; last by rewrite !andbF.
by rewrite !andbT (inj_eq (addIr _)).
Qed.

Theorem wide_uniform m (c : {poly 'F_2}) : (size c <= 128)%N ->
  share_eq (fun k : key => hash k m == c) 1 (2 ^ 128).
Proof. by move=> size_c; apply: (share_eq_word (p := the_value 0)) => k; apply: hash_word. Qed.

Lemma pair_share m m' (c c' : {poly 'F_2}) N D : (size c' <= 128)%N ->
  share (fun k : key => difference k m m' == c - c') N D ->
  share (fun k : key => (hash k m == c) && (hash k m' == c')) (N * 1) (D * 2 ^ 128).
Proof.
move=> size_c' H; apply: (@share_sub _ _ (fun k : key => (difference k m m' == c - c')
  && (hash k m' == c'))) => [k|]; first by rewrite hash_pair.
apply: (share_and (p := the_value 0)) H _ => [k x | k]; first by rewrite difference_put.
have [x0 Hx] := hash_word k m' size_c'; apply: share_count; last by rewrite card_W leqnn.
by apply: count_one => x y; rewrite !Hx => /eqP -> /eqP ->.
Qed.

(** * Different lengths *)

(** The hashes of two messages of different lengths differ by a given c with probability exactly
    2^-128. *)
Theorem wide_lengths (m m' : seq byte) (c : {poly 'F_2}) :
  (size m < 2 ^ 64)%N -> (size m' < 2 ^ 64)%N -> size m != size m' -> (size c <= 128)%N ->
  share_eq (fun k : key => difference k m m' == c) 1 (2 ^ 128).
Proof.
move=> lt_m lt_m' ne size_c; apply: (share_eq_word (p := the_value 3)) => k.
have le128 x : (size (bits 64 x) <= 128)%N by apply: leq_trans (size_bits _ _) _.
have ndiv : ~~ (P128 %| bits 64 (size m) - bits 64 (size m')).
  by apply: not_multiple; rewrite ?le128 //; apply: contra ne => /eqP /bits_inj ->.
have [x0 Hx] := linear128 (V k 1 * (value false k m - value false k m')
  + V k 2 * (value true k m - value true k m')) size_c ndiv.
exists x0 => x; rewrite -Hx differenceE (V_same _ _ (isT : 3 < 6)%N) !V_other ?value_put //.
by rewrite [rVpoly x * _]mulrC.
Qed.

(** They are uniform and independent. *)
Theorem wide_lengths_strong (m m' : seq byte) (c c' : {poly 'F_2}) :
  (size m < 2 ^ 64)%N -> (size m' < 2 ^ 64)%N -> size m != size m' ->
  (size c <= 128)%N -> (size c' <= 128)%N ->
  share_eq (fun k : key => (hash k m == c) && (hash k m' == c')) 1 (2 ^ 128 * 2 ^ 128).
Proof.
move=> lt_m lt_m' ne size_c size_c'.
have H : share_eq (fun k : key => (difference k m m' == c - c') && (hash k m' == c'))
    (1 * 1) (2 ^ 128 * 2 ^ 128).
  apply: (share_eq_and (p := the_value 0)) (wide_lengths lt_m lt_m' ne (small_sub size_c size_c')) _
    => [|k x|k]; first exact: card_W_pos; first by rewrite difference_put.
  have [x0 Hx] := hash_word k m' size_c'; rewrite /share_eq card_W; congr (_ * _)%N.
  by rewrite (eq_card (_ : _ =i pred1 x0)) ?card1 // => x; rewrite !inE Hx.
rewrite (muln1 1%N) in H; rewrite /share_eq -H; congr (_ * _)%N.
by apply: eq_card => k; rewrite !inE hash_pair.
Qed.

(** * One length *)

Lemma two_ne : inord 1 != inord 2 :> 'I_6.
Proof. by rewrite -val_eqE /= !inordK. Qed.

Definition the_two : part [finType of key] [finType of W 128 * W 128] :=
  part_comp (part_fst [finType of values_key] [finType of places_key])
    (part_two [finType of W 128] two_ne).

Lemma put_two (k : key) u : put the_two k u = put (the_value 2) (put (the_value 1) k u.1) u.2.
Proof. by []. Qed.

(** Pairs of values that differ give a given difference of the hashes with probability at most
    2^-128. *)
Lemma end_share m m' (c : {poly 'F_2}) : size m = size m' ->
  share (fun k : key => ~~ ((value false k m == value false k m')
    && (value true k m == value true k m'))
    && (difference k m m' == c)) 1 (2 ^ 128).
Proof.
move=> eq_size; have [le_c | gt_c] := leqP (size c) 128; last first.
  apply: share_weaken (leq0n 1) _; apply: share0 => k; rewrite negb_and; apply/orP; right.
  apply: contraTN gt_c => /eqP <-; rewrite -leqNgt.
  exact: (small_sub (small_mod _) (small_mod _)).
apply: (share_draw (p := the_two)) => k; pose d e := value e k m - value e k m'.
have valueE e u m0 : value e (put the_two k u) m0 = value e k m0.
  by rewrite put_two !value_put //; case: (e).
have diffE u : difference (put the_two k u) m m' =
  (rVpoly u.1 * d false + rVpoly u.2 * d true) %% P128.
  rewrite differenceE !valueE eq_size subrr mulr0 addr0 put_two (V_same _ _ (isT : 2 < 6)%N).
  by rewrite V_other // (V_same _ _ (isT : 1 < 6)%N).
apply: (@share_sub _ _ (fun u => ~~ ((value false k m == value false k m')
  && (value true k m == value true k m'))
  && ((rVpoly u.1 * d false + rVpoly u.2 * d true) %% P128 == c))) => [u|].
  by rewrite !valueE diffE.
have [eq0 | ne0] := eqVneq (value false k m) (value false k m'); last first.
  have ndiv := not_multiple (size_value false k m) (size_value false k m') ne0.
  apply: share_eq_le.
  apply: (share_eq_word (p := part_fst [finType of W 128] [finType of W 128])) => -[x0 y].
  have [z Hz] := linear128 (rVpoly y * d true) le_c ndiv; exists z => x; rewrite -Hz /=.
  by rewrite addrC [rVpoly x * _]mulrC.
have [eq1 | ne1] := eqVneq (value true k m) (value true k m').
  by apply: share_weaken (leq0n 1) _; apply: share0.
have ndiv := not_multiple (size_value true k m) (size_value true k m') ne1.
apply: share_eq_le.
apply: (share_eq_word (p := part_snd [finType of W 128] [finType of W 128])) => -[x y0].
have [z Hz] := linear128 (rVpoly x * d false) le_c ndiv; exists z => y; rewrite -Hz /=.
by rewrite [rVpoly y * _]mulrC.
Qed.

(** A non-zero difference: at most 2^-128. *)
Theorem wide_nonzero (m m' : seq byte) (c : {poly 'F_2}) : size m = size m' -> c != 0 ->
  share (fun k : key => difference k m m' == c) 1 (2 ^ 128).
Proof.
move=> eq_size c_ne0; apply: share_sub (end_share c eq_size) => k eq_c; rewrite eq_c andbT.
apply: contra c_ne0 => /andP[/eqP v0 /eqP v1]; rewrite -(eqP eq_c) differenceE v0 v1 eq_size.
by rewrite !subrr !mulr0 !addr0 mod0p.
Qed.

(** Two different messages of one length of n + 1 blocks, any difference:
    2^-128 + (2^-64 + n 2^-128)^2. *)
Theorem wide_blocks (m m' : seq byte) (c : {poly 'F_2}) n :
  size m = size m' -> m != m' -> pieces 2048 (size m) = n.+1 ->
  share (fun k : key => difference k m m' == c) (2 ^ 128 + (2 ^ 64 + n) ^ 2) (2 ^ 256).
Proof.
move=> eq_size ne size_n; have := share_scale (2 ^ 128) (end_share c eq_size).
rewrite (muln1 (2 ^ 128)%N) => /(share_cast (esym (@pow_split 128 128 256 isT))) H.
apply: share_sub (share_or H (wide_values eq_size ne size_n)) => k ->.
by rewrite andbT orNb.
Qed.

(** The numbers of [wide_any]: A is 2^64, B is 2^128, C is 2^119, Q is 2^53, P is 2^10. *)
Lemma any_bound (A B C Q P n : nat) : (A = Q * (2 * P))%N -> (B = A * A)%N ->
  (C = Q * Q * (4 * (2 * P)))%N -> (n <= Q)%N -> (0 < P)%N -> (B + (A + n) ^ 2 <= C * (P + 1))%N.
Proof.
move=> -> -> -> le_n P_pos.
apply: (@leq_trans (Q * (2 * P) * (Q * (2 * P)) + (Q * (2 * P) + Q) ^ 2)).
  by rewrite leq_add2l leq_sqr leq_add2l.
by rewrite -mulnn; nia.
Qed.

Lemma le_pieces s : (s < 2 ^ 64)%N -> (pieces 2048 s <= 2 ^ 53)%N.
Proof.
have e : (2 ^ 64 = 2 ^ 53 * 2 ^ 11)%N := @pow_split 53 11 64 isT.
move: (2 ^ 53)%N e => Q e lt_s; rewrite pieces_le //; apply: leq_trans (ltnW lt_s) _.
by rewrite e leq_mul2l; apply/orP; right.
Qed.

(** Different messages of any lengths below 2^64 bytes: (2 + 2^-9) 2^-128 = 2^-127 + 2^-137.
    [clhash::wide::bound::collision_bound] *)
Theorem wide_any (m m' : seq byte) (c : {poly 'F_2}) :
  (size m < 2 ^ 64)%N -> (size m' < 2 ^ 64)%N -> m != m' -> (size c <= 128)%N ->
  share (fun k : key => difference k m m' == c) (2 ^ 10 + 1) (2 ^ 9 * 2 ^ 128).
Proof.
move=> lt_m lt_m' ne size_c; have [eq_size | ne_size] := eqVneq (size m) (size m'); last first.
  have := share_scale (2 ^ 9) (share_eq_le (wide_lengths lt_m lt_m' ne_size size_c)).
  by apply: share_weaken; rewrite (muln1 (2 ^ 9)%N) (leq_trans _ (leq_addr _ _)) // leq_exp2l.
have [i lt_i _] := words_differ (isT : 0 < 2048)%N eq_size ne.
have m_pos : (0 < pieces 2048 (size m))%N.
  by rewrite ltnNge pieces_le // -ltnNge (leq_ltn_trans _ lt_i).
have size_n : pieces 2048 (size m) = (pieces 2048 (size m)).-1.+1 by rewrite prednK.
have le_n := leq_trans (leq_pred _) (le_pieces lt_m).
have P_pos : (0 < 2 ^ 10)%N by rewrite expn_gt0.
have e11 : (2 ^ 11 = 2 * 2 ^ 10)%N := expnS 2 10.
have e64 : (2 ^ 64 = 2 ^ 53 * (2 * 2 ^ 10))%N :=
  etrans (@pow_split 53 11 64 isT) (congr1 (muln _) e11).
have e13 : (2 ^ 13 = 4 * (2 * 2 ^ 10))%N := etrans (@pow_split 2 11 13 isT) (congr1 (muln _) e11).
have e119 : (2 ^ 119 = 2 ^ 53 * 2 ^ 53 * (4 * (2 * 2 ^ 10)))%N :=
  etrans (@pow_split 106 13 119 isT) (congr2 muln (@pow_split 53 53 106 isT) e13).
have eD : (2 ^ 256 = 2 ^ 119 * (2 ^ 9 * 2 ^ 128))%N :=
  etrans (@pow_split 119 137 256 isT) (congr1 (muln _) (@pow_split 9 128 137 isT)).
have := share_cast eD (wide_blocks c eq_size ne size_n).
move=> /(share_weaken (any_bound e64 e128 e119 le_n P_pos)) H.
have c_pos : (0 < 2 ^ 119)%N by rewrite expn_gt0.
exact (share_unscale c_pos H).
Qed.

(** So every pair of hashes has probability at most (2^-127 + 2^-137) 2^-128. *)
Theorem wide_strong (m m' : seq byte) (c c' : {poly 'F_2}) :
  (size m < 2 ^ 64)%N -> (size m' < 2 ^ 64)%N -> m != m' ->
  (size c <= 128)%N -> (size c' <= 128)%N ->
  share (fun k : key => (hash k m == c) && (hash k m' == c'))
    (2 ^ 10 + 1) (2 ^ 9 * 2 ^ 128 * 2 ^ 128).
Proof.
move=> lt_m lt_m' ne size_c size_c'.
have := pair_share size_c' (wide_any lt_m lt_m' ne (small_sub size_c size_c')).
by rewrite (muln1 (2 ^ 10 + 1)%N).
Qed.

(** Any t bits of the hashes agree with probability at most 2^-t + (1 + 2^-9) 2^-128. *)
Theorem wide_bits (m m' : seq byte) (T : {set 'I_128}) :
  (size m < 2 ^ 64)%N -> (size m' < 2 ^ 64)%N -> m != m' ->
  share (fun k : key => [forall i in T, (hash k m)`_i == (hash k m')`_i])
    (2 ^ 9 * (2 ^ (128 - #|T|) - 1) + (2 ^ 10 + 1)) (2 ^ 9 * 2 ^ 128).
Proof.
move=> lt_m lt_m' ne; pose word k m0 : W 128 := poly_rV (hash k m0).
have size_hash k m0 : (size (hash k m0) <= 128)%N by apply: small_mod.
apply: (@share_sub _ _ (fun k : key => [forall i in T, word k m 0 i == word k m' 0 i])) => [k|].
  by move=> /forall_inP H; apply/forall_inP => i /H; rewrite !mxE.
have word_sub k (c : W 128) : (word k m - word k m' == c) = (difference k m m' == rVpoly c).
  have -> : word k m - word k m' = poly_rV (difference k m m') by rewrite /word /difference raddfB.
  have size_d : (size (difference k m m') <= 128)%N by apply: small_sub.
  by apply/eqP/eqP => [<- | ->]; rewrite ?poly_rV_K ?rVpolyK.
apply: universal_bits => [c c_ne0|].
  have c_ne0' : rVpoly c != 0 by apply: contraNneq c_ne0 => eq0; rewrite -[c]rVpolyK eq0 raddf0.
  apply: (@share_sub _ _ (fun k : key => difference k m m' == rVpoly c)) => [k|];
    first by rewrite word_sub.
  have [eq_size | ne_size] := eqVneq (size m) (size m'); first exact: wide_nonzero.
  exact: share_eq_le (wide_lengths lt_m lt_m' ne_size (size_rVpoly c)).
have size0 : (size (0%R : {poly 'F_2}) <= 128)%N by rewrite size_poly0.
apply: share_sub (wide_any lt_m lt_m' ne size0) => k /eqP eq_w.
by have := word_sub k 0; rewrite eq_w subrr eqxx raddf0 => <-.
Qed.

(* Assumes nothing: wide_values. *)
(* Assumes nothing: wide_uniform. *)
(* Assumes nothing: wide_lengths. *)
(* Assumes nothing: wide_lengths_strong. *)
(* Assumes nothing: wide_nonzero. *)
(* Assumes nothing: wide_blocks. *)
(* Assumes nothing: wide_any. *)
(* Assumes nothing: wide_strong. *)
(* Assumes nothing: wide_bits. *)
