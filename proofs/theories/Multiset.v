(** Fingerprints of tables: products over the rows, whose order does not matter. The crate hash-agg;
    the statements are those of the module [hash_agg::bound].

    M. Wegman and J. Carter, "New hash functions and their use in authentication and set equality"
    (1981), for polynomials that distinguish sets; J. Carter and M. Wegman, "Universal classes of
    hash functions" (1979), for sums of products. *)

From mathcomp Require Import all_ssreflect all_algebra.
From Hash Require Import Basics Counting Gf2 Irreducible PolyField.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import GRing.Theory.
Local Open Scope ring_scope.

(** * Products over a field *)

Section Products.

Variable F : finFieldType.
Implicit Types (fs gs : seq F) (z f : F).

(** The product of Z + f over a sequence, a polynomial in Z. *)
Definition factors fs : {poly F} := \prod_(f <- fs) ('X + f%:P).

Lemma factors_monic fs : factors fs \is monic.
Proof. by apply: monic_prod => f _; rewrite -[f%:P]opprK -polyCN monicXsubC. Qed.

Lemma size_factors fs : size (factors fs) = (size fs).+1.
Proof.
rewrite /factors -(size_prod_XsubC fs -%R); congr (size (_ : {poly F})).
by apply: eq_bigr => f _; rewrite polyCN opprK.
Qed.

Lemma factors_value fs z : (factors fs).[z] = \prod_(f <- fs) (z + f).
Proof. by rewrite horner_prod; apply: eq_bigr => f _; rewrite hornerD hornerX hornerC. Qed.

(** The factors determine the polynomial, and the polynomial determines them. *)
Lemma factors_perm fs gs : factors fs = factors gs -> perm_eq fs gs.
Proof.
elim: fs gs => [|f fs IH] gs eq_p.
  by have := congr1 (size \o polyseq) eq_p; rewrite /= !size_factors => -[/esym/size0nil ->].
have in_gs : f \in gs.
  have: (factors gs).[- f] == 0 by rewrite -eq_p factors_value big_cons addNr mul0r.
  by rewrite factors_value prodf_seq_eq0 => /hasP[g g_in /andP[_]];
    rewrite addrC subr_eq0 => /eqP <-.
rewrite perm_sym (perm_trans (perm_to_rem in_gs)) // perm_cons perm_sym; apply: IH.
have ne0 : 'X + f%:P != 0 :> {poly F} by rewrite -[f%:P]opprK -polyCN polyXsubC_eq0.
apply: (mulfI ne0); have := eq_p; rewrite /factors big_cons => ->.
by rewrite (perm_big _ (perm_to_rem in_gs)) big_cons.
Qed.

(** Products over different multisets of n elements agree at at most n - 1 points. *)
Theorem products_agree fs gs : size fs = size gs -> ~~ perm_eq fs gs ->
  (#|[set z | (\prod_(f <- fs) (z + f) == \prod_(g <- gs) (z + g))%R]| <= (size fs).-1)%N.
Proof.
move=> eq_size ne; pose p := factors fs - factors gs.
have p_ne0 : p != 0 by rewrite subr_eq0; apply: contra ne => /eqP/factors_perm.
have size_p : (size p <= size fs)%N.
  apply/leq_sizeP => j; rewrite leq_eqVlt coefB => /orP[/eqP <- | lt_j].
    have lead hs : (factors hs)`_(size hs) = 1.
      by have := monicP (factors_monic hs); rewrite /lead_coef size_factors.
    by rewrite lead eq_size lead subrr.
  by rewrite !nth_default ?subrr // size_factors -?eq_size.
apply: (@leq_trans (size p).-1); last by case: (size p) size_p => // n; case: (size fs).
apply: leq_trans (count_roots p_ne0); apply: subset_leq_card; apply/subsetP => z; rewrite !inE.
by rewrite /root /p hornerD hornerN !factors_value subr_eq0.
Qed.

(** Products over multisets of different sizes agree at at most as many points as the larger one has
    elements. *)
Theorem products_sizes fs gs : size fs != size gs ->
  (#|[set z | (\prod_(f <- fs) (z + f) == \prod_(g <- gs) (z + g))%R]|
    <= maxn (size fs) (size gs))%N.
Proof.
move=> ne; pose p := factors fs - factors gs.
have p_ne0 : p != 0.
  rewrite subr_eq0; apply: contra ne => /eqP eq_p.
  by have := congr1 (size \o polyseq) eq_p; rewrite /= !size_factors => -[->].
have size_p : (size p <= (maxn (size fs) (size gs)).+1)%N.
  by rewrite (leq_trans (size_add _ _)) // size_opp !size_factors maxnSS.
apply: (@leq_trans (size p).-1); last by case: (size p) size_p.
apply: leq_trans (count_roots p_ne0); apply: subset_leq_card; apply/subsetP => z; rewrite !inE.
by rewrite /root /p hornerD hornerN !factors_value subr_eq0.
Qed.

(** Removal. The rows ss of a table are removed by a division, if no factor is zero. *)
Lemma removed (rs ss ts : seq F) z : perm_eq rs (ss ++ ts) -> \prod_(s <- ss) (z + s) != 0 ->
  (\prod_(r <- rs) (z + r)) / (\prod_(s <- ss) (z + s)) = \prod_(t <- ts) (z + t).
Proof. by move=> eq_rs ne0; rewrite (perm_big _ eq_rs) big_cat /= mulrAC divff // mul1r. Qed.

(** A quotient represents a difference of multiplicities: two quotients are the same exactly if the
    products over the corresponding tables are. *)
Lemma quotients (rs ss rs' ss' : seq F) z :
  \prod_(s <- ss) (z + s) != 0 -> \prod_(s <- ss') (z + s) != 0 ->
  ((\prod_(r <- rs) (z + r)) / (\prod_(s <- ss) (z + s)) ==
    (\prod_(r <- rs') (z + r)) / (\prod_(s <- ss') (z + s))) =
  (\prod_(r <- rs ++ ss') (z + r) == \prod_(r <- rs' ++ ss) (z + r)).
Proof. by move=> ne0 ne0'; rewrite !big_cat /= eqr_div. Qed.

End Products.

(** * Multisets of rows *)

Section Multisets.

Variable T : eqType.
Implicit Types (rs ss : seq T) (v : T).

(** Of two different multisets of one size, the first has more of some element. *)
Lemma more rs ss : size rs = size ss -> ~~ perm_eq rs ss ->
  exists2 v, v \in rs & (count_mem v ss < count_mem v rs)%N.
Proof.
move=> eq_size ne; have [/hasP[v v_in lt_v] | none] :=
  boolP (has (fun v => (count_mem v ss < count_mem v rs)%N) rs).
  by exists v.
have le_count v : (count_mem v rs <= count_mem v ss)%N.
  have [v_in | v_out] := boolP (v \in rs); last by rewrite (count_memPn v_out).
  by rewrite leqNgt; apply: contra none => lt_v; apply/hasP; exists v.
have [s sub_s eq_s] := (count_subseqP rs ss).1 le_count.
have eq_ss : s == ss by rewrite -(geq_leqif (size_subseq_leqif sub_s)) -(perm_size eq_s) eq_size.
by rewrite -(eqP eq_ss) eq_s in ne.
Qed.

(** The elements of which ss has more than rs. *)
Definition excess ss rs : seq T := [seq v <- undup ss | (count_mem v rs < count_mem v ss)%N].

Lemma size_excess ss rs : (size (excess ss rs) <= size ss)%N.
Proof. by rewrite size_filter (leq_trans (count_size _ _)) // size_undup. Qed.

(** A function whose values make two different multisets equal maps v to the value of another
    element, of which the other multiset has more. *)
Lemma meeting (X : eqType) (f : T -> X) rs ss v : (count_mem v ss < count_mem v rs)%N ->
  perm_eq (map f rs) (map f ss) -> has (fun u => (v != u) && (f v == f u)) (excess ss rs).
Proof.
move=> lt_v eq_f; pose at_v ts := [seq t <- ts | f t == f v].
have count_at u ts : f u == f v -> count_mem u (at_v ts) = count_mem u ts.
  move=> eq_u; rewrite count_filter; apply: eq_count => t /=.
  by case: eqP => [-> | //]; rewrite eq_u.
have eq_size : size (at_v ss) = size (at_v rs).
  by rewrite !size_filter -!(count_map f (pred1 (f v))) (permP eq_f).
have ne : ~~ perm_eq (at_v ss) (at_v rs).
  apply/negP => /permP/(_ (pred1 v)); rewrite !count_at // => eq_v.
  by rewrite eq_v ltnn in lt_v.
have [u u_in lt_u] := more eq_size ne; rewrite mem_filter in u_in; have /andP[eq_u u_ss] := u_in.
rewrite !count_at // in lt_u; apply/hasP; exists u; first by rewrite mem_filter lt_u mem_undup.
rewrite eq_sym in eq_u; rewrite eq_u andbT; apply: contraTneq lt_u => <-.
by rewrite -leqNgt ltnW.
Qed.

End Multisets.

(** The probability that one of several events happens. *)
Lemma share_has (K : finType) (T : eqType) (E : T -> pred K) (J : seq T) N D :
  (forall u, u \in J -> share (E u) N D) -> share (fun k => has (fun u => E u k) J) (size J * N) D.
Proof.
elim: J => [|u J IH] HJ /=; first exact: share0.
rewrite mulSn; apply: share_or; first by apply: HJ; rewrite mem_head.
by apply: IH => v v_in; apply: HJ; rewrite inE v_in orbT.
Qed.

(** A family of functions under which different rows collide with probability at most N / D: the
    fingerprints of two different multisets of rows of one size are the same multiset with
    probability at most d N / D, where d is the number of rows of which the second one has more. *)
Theorem multiset_share (K : finType) (T X : eqType) (f : K -> T -> X) (rs ss : seq T) N D :
  size rs = size ss -> ~~ perm_eq rs ss ->
  (forall r s, r \in rs -> s \in ss -> r != s -> share (fun k => f k r == f k s) N D) ->
  share (fun k => perm_eq (map (f k) rs) (map (f k) ss)) (size (excess ss rs) * N) D.
Proof.
move=> eq_size ne Hf; have [v v_in lt_v] := more eq_size ne.
apply: (share_sub (fun k => meeting (f := f k) lt_v)).
apply: share_has => u; rewrite mem_filter mem_undup => /andP[_ u_in].
have [<- | ne_u] := eqVneq v u; last exact: Hf.
by apply: share_weaken (leq0n N) _; apply: share0.
Qed.

(** * Tables *)

(** [Fingerprint::of]: the product of z + f over the fingerprints of the rows, in GF(2^128). The
    number of rows is stored beside it. *)
Definition table (z : W 128) (fs : seq {poly 'F_2}) : {poly 'F_2} :=
  foldl (fun s f => (s * (rVpoly z + f)) %% P128) 1 fs.

(** [Digest::of]: the polynomial over the fingerprints of the rows in order. *)
Definition digest (y : W 128) (fs : seq {poly 'F_2}) : {poly 'F_2} :=
  foldl (fun s f => (s * rVpoly y + f) %% P128) 0 fs.

Section Tables.

Variables (F : finFieldType) (phi : {rmorphism {poly 'F_2} -> F}).
Hypothesis phi_mod : forall a : {poly 'F_2}, phi (a %% P128) = phi a.
Hypothesis phi_inj : forall a c : {poly 'F_2},
  (size a <= 128)%N -> (size c <= 128)%N -> phi a = phi c -> a = c.
Hypothesis phi_bij : bijective (fun x : W 128 => phi (rVpoly x)).
Implicit Types fs gs : seq {poly 'F_2}.

Notation small fs := (all (fun f : {poly 'F_2} => size f <= 128)%N fs).

Lemma phi_table z fs : phi (table z fs) = \prod_(f <- map phi fs) (phi (rVpoly z) + f).
Proof.
suff gen s : phi (foldl (fun s f => (s * (rVpoly z + f)) %% P128) s fs) =
    phi s * \prod_(f <- map phi fs) (phi (rVpoly z) + f) by rewrite /table gen rmorph1 mul1r.
elim: fs s => [|f fs IH] s /=; first by rewrite big_nil mulr1.
by rewrite IH big_cons phi_mod rmorphM rmorphD mulrA.
Qed.

Lemma phi_digest y fs : phi (digest y fs) = horner_value (phi (rVpoly y)) (map phi fs).
Proof.
rewrite /digest /horner_value -(rmorph0 phi).
elim: fs (0 : {poly 'F_2}) => //= f fs IH s.
by rewrite IH phi_mod rmorphD rmorphM.
Qed.

(** A uniform word gives a uniform point. *)
Lemma card_points (P : pred F) : #|[set x : W 128 | P (phi (rVpoly x))]| = #|[set y | P y]|.
Proof.
rewrite -[RHS](on_card_preimset (f := fun x : W 128 => phi (rVpoly x))); last exact: onW_bij.
by apply: eq_card => x; rewrite !inE.
Qed.

Lemma map_phi_inj fs gs : small fs -> small gs -> map phi fs = map phi gs -> fs = gs.
Proof.
elim: fs gs => [|f fs IH] [|g gs] //= /andP[le_f le_fs] /andP[le_g le_gs] [/phi_inj -> //].
by move=> /IH ->.
Qed.

Lemma perm_phi fs gs : small fs -> small gs -> perm_eq (map phi fs) (map phi gs) -> perm_eq fs gs.
Proof.
move=> small_f small_g /(perm_iotaP 0) [js eq_js eq_map].
have small_j : small [seq gs`_j | j <- js].
  by apply/allP => _ /mapP[j _ ->]; have [lt_j | ge_j] := ltnP j (size gs);
    [apply: (allP small_g); apply: mem_nth | rewrite nth_default // size_poly0].
apply/(perm_iotaP 0); exists js; first by rewrite size_map in eq_js.
apply: map_phi_inj => //; rewrite eq_map -map_comp; apply/eq_in_map => j.
by rewrite (perm_mem eq_js) mem_iota size_map => /andP[_ lt_j]; rewrite (nth_map 0).
Qed.

(** Different multisets of n fingerprints have the same product for at most n - 1 values of z. *)
Lemma table_points fs gs : size fs = size gs -> small fs -> small gs -> ~~ perm_eq fs gs ->
  share (fun z => table z fs == table z gs) (size fs).-1 (2 ^ 128).
Proof.
move=> eq_size small_f small_g ne; apply: share_count; last by rewrite card_W leqnn.
have ne' : ~~ perm_eq (map phi fs) (map phi gs) by apply: contra ne; apply: perm_phi.
have := products_agree _ ne'; rewrite !size_map => /(_ eq_size); apply: leq_trans.
rewrite -card_points; apply: subset_leq_card; apply/subsetP => z; rewrite !inE => /eqP eq_t.
by rewrite -!phi_table eq_t.
Qed.

(** Multisets of different sizes have the same product for at most as many values as the larger one
    has fingerprints. *)
Lemma table_points_sizes fs gs : size fs != size gs ->
  share (fun z => table z fs == table z gs) (maxn (size fs) (size gs)) (2 ^ 128).
Proof.
move=> ne; apply: share_count; last by rewrite card_W leqnn.
have := @products_sizes F (map phi fs) (map phi gs); rewrite !size_map => /(_ ne); apply: leq_trans.
rewrite -card_points; apply: subset_leq_card; apply/subsetP => z; rewrite !inE => /eqP eq_t.
by rewrite -!phi_table eq_t.
Qed.

Lemma digest_points n fs gs : size fs = n.+1 -> size gs = n.+1 -> small fs -> small gs ->
  fs != gs ->
  share (fun y => digest y fs == digest y gs) n (2 ^ 128).
Proof.
move=> size_f size_g small_f small_g ne; apply: share_count; last by rewrite card_W leqnn.
have ne' : map phi fs != map phi gs by apply: contra ne => /eqP/map_phi_inj ->.
have := @horner_agree F n (map phi fs) (map phi gs); rewrite !size_map => /(_ size_f size_g ne').
apply: leq_trans; rewrite -card_points; apply: subset_leq_card; apply/subsetP => y;
  rewrite !inE => /eqP eq_t.
by rewrite -!phi_digest eq_t.
Qed.

End Tables.

(* Assumes nothing: products_agree. *)
(* Assumes nothing: products_sizes. *)
(* Assumes nothing: removed. *)
(* Assumes nothing: quotients. *)
(* Assumes nothing: multiset_share. *)
