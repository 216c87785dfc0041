(** The sum of the map hasher, for values of any number of terms.

    [provenhash_map::bound], the paragraphs "The sum" and "Long values" of its proof. *)

From Coq Require Import Lia.
From mathcomp Require Import all_ssreflect zify.
From Hash Require Import Basics Counting NH Poly127 MapShort MapHash.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

(** * Polynomials at a random point below N *)

Section Points.

Variables N p : nat.
Hypotheses (p_prime : prime p) (N_p : N <= p).

Let p0 : 0 < p. Proof. exact: prime_gt0. Qed.

(** The last coefficient is added. *)
Lemma horner_rcons r v c : horner p 1 r (rcons v c) = (horner p 1 r v * r + c) %% p.
Proof. by rewrite /horner foldl_rcons. Qed.

Lemma horner_lt r v c : horner p 1 r (rcons v c) < p.
Proof. by rewrite horner_rcons ltn_pmod. Qed.

(** Different coefficients agree at few points. *)
Lemma points_share v v' n : all (ltn^~ p) v -> all (ltn^~ p) v' -> v != v' ->
  (if size v == size v' then (size v).-1 else maxn (size v) (size v')) <= n ->
  share (fun x : 'I_N => horner p 1 x v == horner p 1 x v' %[mod p]) n N.
Proof.
move=> vp v'p ne le_n; apply: share_count; last by rewrite card_ord.
apply: leq_trans le_n; rewrite -[X in _ <= X]muln1.
apply: (@horner_share _ p_prime _ (fun x : 'I_N => x : nat)) => // [x|r].
  exact: leq_trans (ltn_ord x) N_p.
by apply: count_one => x y /eqP <- /eqP /val_inj.
Qed.

(** A polynomial has a given value at few points: another last coefficient makes that value 1. *)
Lemma value_share v c y n : all (ltn^~ p) v -> size v < n ->
  share (fun x : 'I_N => horner p 1 x (rcons v c) == y) n N.
Proof.
move=> vp lt_n; pose l := (c + (p - y) + 1) %% p.
have lp : all (ltn^~ p) (rcons v l) by rewrite all_rcons /= ltn_pmod.
have := points_share lp (isT : all (ltn^~ p) [::]) _ (_ : _ <= n).
rewrite size_rcons maxn0 => few; have {few} := few _ lt_n.
rewrite -size_eq0 size_rcons => /(_ isT); apply: share_sub => x /eqP e.
have yp : y < p by rewrite -e horner_lt.
move: e; rewrite !horner_rcons modn_mod [horner p 1 x [::]]/= modn_mod modnDmr.
move: (horner p 1 x v * x) => a e; rewrite (_ : a + _ = ((a + c) %/ p).+1 * p + 1) ?modnMDl //.
by rewrite !addnA {1}(divn_eq (a + c) p) e mulSn; lia.
Qed.

(** Values of different polynomials without constant coefficients differ by a given number modulo M
    at few points, because only one difference of values has this remainder. *)
Lemma difference_share M b b' v v' n : p + p <= M ->
  all (ltn^~ p) v -> all (ltn^~ p) v' -> v != v' -> size v < n -> size v' < n ->
  share (fun x : 'I_N => horner p 1 x (rcons v 0) + b == horner p 1 x (rcons v' 0) + b' %[mod M]) n N.
Proof.
move=> p_M vp v'p ne lt_n lt_n'.
pose P (x : 'I_N) := horner p 1 x (rcons v 0) + b == horner p 1 x (rcons v' 0) + b' %[mod M].
have [x0 | none] := pickP P; last first.
  by apply: share_weaken (leq0n n) _; apply: share0 => x; rewrite -/(P x) none.
set a := horner p 1 x0 (rcons v 0); set a' := horner p 1 x0 (rcons v' 0) => P0.
have [ap a'p] : a < p /\ a' < p by rewrite !horner_lt.
have := @points_share (rcons v a') (rcons v' a) n; rewrite !all_rcons /= ap a'p vp v'p.
rewrite eqseq_rcons (negbTE ne) => /(_ isT isT isT); rewrite !size_rcons eqSS.
have few : (if size v == size v' then size v else maxn (size v).+1 (size v').+1) <= n.
  by case: ifP => _; rewrite ?geq_max ?lt_n // ltnW.
move/(_ few); apply: share_sub => x Px; rewrite !horner_rcons !modn_mod.
have := horner_lt x v 0; have := horner_lt x v' 0; move: Px; rewrite /P.
rewrite ![horner p 1 x (rcons _ 0)]horner_rcons !addn0.
move: (horner p 1 x v * x) (horner p 1 x v' * x) => z z' Px z'p zp.
have small u c : u < p -> c < p -> u + c < M by move=> up cp; apply: leq_trans p_M; lia.
suff : z %% p + a' == z' %% p + a %[mod M].
  by rewrite !(modn_small (small _ _ _ _)) // -(modnDml z) -(modnDml z') => /eqP ->.
have e : a + b = a' + b' %[mod M] := eqP P0.
rewrite -(eqn_modDr (b + b')) addnACA -modnDm (eqP Px) -e modnDm.
by rewrite addnACA (addnC b').
Qed.

End Points.

(** * The sum

    The numbers of [MapHash]: W is 2^64 in the Rust code, H is 2^63, and p is the prime 2^127 - 1. *)

Definition modulus H W p : Prop := [/\ prime p, H * H <= p, W * 3 <= p & p + p <= W * W].

(** The number of points that can make the polynomials of two values agree, if either has one. The
    values have up to 16 + n terms. *)
Definition far n : nat := if n == 0 then 0 else 3 * n + 1.

Section Sum.

Variables h H W p : nat.
Hypotheses (H_def : H = 2 ^ h) (W_def : W = 2 ^ h.+1) (p_ok : modulus H W p).
Let M := W * W.
Let room := h.+1 + h.+1.

Let W0 : 0 < W. Proof. by rewrite W_def expn_gt0. Qed.
Let W_H : W = 2 * H. Proof. by rewrite W_def H_def expnS. Qed.
Let M_room : M = 2 ^ room. Proof. by rewrite /room expnD -W_def. Qed.
Let HM : H * H %| M. Proof. by rewrite /M W_H mulnACA dvdn_mull. Qed.

(** 2^-63 in parts of 2^126. *)
Lemma as_points (K : finType) (P : pred K) : share P 2 W -> share P H (H * H).
Proof.
move=> /(@share_scale _ _ _ _ H); rewrite W_H => S.
by rewrite mulnCA [H * 2]mulnC in S; apply: share_unscale S.
Qed.

(** ** Coefficients *)

Implicit Types (t : term) (ts : seq term).

Definition below_room ts := all (fun t => t.2 < 2 ^ room) ts.

Lemma halves_inj t t' : t.2 < 2 ^ room -> t'.2 < 2 ^ room -> halves W t = halves W t' -> t = t'.
Proof.
case: t t' => [c x] [c' x']; rewrite -M_room /M => xM x'M [e0].
rewrite (mulnC c) (mulnC c') => /digits_inj; rewrite !ltn_divLR // => /(_ xM x'M)[e1 /val_inj ->].
by congr pair; rewrite (divn_eq x W) e0 e1 -divn_eq.
Qed.

Lemma all_halves_inj ts ts' : below_room ts -> below_room ts' ->
  flatten [seq halves W t | t <- ts] = flatten [seq halves W t | t <- ts'] -> ts = ts'.
Proof.
elim: ts ts' => [|t ts IH] [|t' ts'] //= /andP[lt lts] /andP[lt' lts'].
rewrite -[_ :: _]/(halves W t ++ _) -[X in _ = X]/(halves W t' ++ _) => /eqP.
rewrite eqseq_cat // => /andP[/eqP e /eqP/IH -> //]; by rewrite (halves_inj lt lt' e).
Qed.

(** The coefficients after 1, without the last one, which is 0. *)
Definition body sum ts : seq nat := belast (sum %% (H * H)) (flatten [seq halves W t | t <- drop 16 ts]).

Lemma coefficientsE sum ts : 16 < size ts -> coefficients H W sum ts = rcons (body sum ts) 0.
Proof.
move=> long; rewrite /coefficients /body lastI; congr rcons.
have : drop 16 ts != [::] by rewrite -size_eq0 size_drop subn_eq0 -ltnNge.
by elim/last_ind: (drop 16 ts) => // us t _ _; rewrite map_rcons flatten_rcons last_cat.
Qed.

Lemma size_body sum ts : size (body sum ts) = 3 * (size ts - 16).
Proof.
rewrite /body size_belast size_flatten /shape -map_comp -size_drop.
by elim: (drop 16 ts) => //= t us ->; rewrite mulnS.
Qed.

Lemma body_lt sum ts : below_room ts -> all (ltn^~ p) (body sum ts).
Proof.
case: p_ok => _ H_p W3_p _ lt; apply/allP => x /mem_belast; rewrite inE => /orP[/eqP -> | ].
  by apply: leq_trans H_p; rewrite ltn_pmod // muln_gt0 H_def expn_gt0.
case/flattenP => l /mapP[[c y] /mem_drop /(allP lt) /= yM ->] x_l; apply: leq_trans W3_p.
have y1 : y %/ W < W by rewrite ltn_divLR // -/M M_room.
have cW : c * W <= 2 * W by rewrite leq_mul2r -ltnS ltn_ord orbT.
move: x_l; rewrite !inE => /or3P[] /eqP -> /=.
- by apply: leq_trans (ltn_pmod y W0) _; rewrite leq_pmulr.
- by rewrite (_ : W * 3 = W + 2 * W) -?addSn ?leq_add //; clear; lia.
by rewrite muln_gt0 W0.
Qed.

(** ** Two values *)

Variables (S : finType) (sl : S -> seq byte -> nat) (good : pred (seq byte)).
Hypothesis slice_lt : forall k s, good s -> (slice_term (sl k) s).2 < M.

Notation shared_key := (S * ({ffun 'I_48 -> 'I_W * 'I_W} * 'I_(H * H)))%type.
Notation write := ((nat * nat) + seq byte)%type.
Notation terms k ws := (state_of h sl k ws).1.
Notation rest k ws := (state_of h sl k ws).2.1.

Definition nh_part : part [finType of shared_key] [finType of {ffun 'I_48 -> 'I_W * 'I_W}] :=
  part_comp (part_snd _ _) (part_fst _ _).

Definition point_part : part [finType of shared_key] [finType of 'I_(H * H)] :=
  part_comp (part_snd _ _) (part_snd _ _).

(** A value of more than 16 terms, and one of up to 16. *)
Lemma long_short (ws ws' : seq write) n : all (valid room good) ws -> all (valid room good) ws' ->
  terms_of room ws' <= 16 -> 16 < terms_of room ws -> terms_of room ws <= 16 + n ->
  share (fun k : shared_key => total p k (terms k ws) + rest k ws ==
    total p k (terms k ws') + rest k ws' %[mod M]) (far n) (H * H).
Proof.
move=> va va' short long le_n; apply: (share_draw (p := point_part)) => k; case: p_ok => pp H_p _ p_M.
have [x_lt b] := ok_of W_def slice_lt k va.
pose y := (near k (terms k ws') + rest k ws' + (M - rest k ws)) %% M.
have few : size (body (near k (terms k ws)) (terms k ws)) < far n.
  rewrite size_body size_terms /far; case: eqP => [n0 | _].
    by move: le_n; rewrite n0 addn0 leqNgt long.
  by rewrite addn1 ltnS leq_mul2l leq_subLR.
apply: share_sub (value_share pp H_p 0 y (body_lt _ b) few) => x /eqP.
rewrite /total -![state_of _ _ (put _ _ _) _]/(state_of h sl k _) !size_terms short leqNgt long /=.
rewrite -![near (k.1, _) _]/(near k _) coefficientsE ?size_terms // => e.
have := horner_lt pp x (body (near k (terms k ws)) (terms k ws)) 0.
move: (horner p 1 x _) e => a e ap; rewrite /y -modnDml -e modnDml -addnA subnKC ?(ltnW x_lt) //.
by rewrite modnDr modn_small //; apply: leq_trans ap (leq_trans (leq_addr _ _) p_M).
Qed.

Section Two.

Variables (ws ws' q : seq write) (a a' : write) (r r' : seq write) (n : nat).
Hypothesis ne : differ ws ws' q a a' r r'.
Hypotheses (va : all (valid room good) ws) (va' : all (valid room good) ws').
Hypotheses (le : terms_of room ws <= 16 + n) (le' : terms_of room ws' <= 16 + n).

Notation meet := (slices_meet sl a a').

(** Different first terms whose sums agree modulo 2^126 up to given numbers. *)
Lemma near_share (u u' : shared_key -> nat) :
  (forall k x, u (put nh_part k x) = u k) -> (forall k x, u' (put nh_part k x) = u' k) ->
  share (fun k => (take 16 (terms k ws) != take 16 (terms k ws')) &&
    (near k (terms k ws) + u k == near k (terms k ws') + u' k %[mod H * H])) H (H * H).
Proof.
move=> uE u'E; apply/as_points/(share_draw (p := nh_part)) => k.
have sE x vs : state_of h sl (put nh_part k x) vs = state_of h sl k vs by [].
have [_ | ne_t] := eqVneq (take 16 (terms k ws)) (take 16 (terms k ws')).
  by apply: (share_weaken (leq0n 2)); apply: share0.
have [_ b] := ok_of W_def slice_lt k va; have [_ b'] := ok_of W_def slice_lt k va'.
apply: share_sub (@nh_quarter _ _ _ H_def W_def 48 48 _ _ 0 (u' k) (u k) _
  (under_key_below W_def b') (under_key_below W_def b) _) => //.
  by move=> x /andP[_]; rewrite uE u'E.
by apply: (under_key_differ H_def W_def); rewrite eq_sym.
Qed.

(** Two values of more than 16 terms with different coefficients. *)
Lemma long_long : 16 < terms_of room ws -> 16 < terms_of room ws' ->
  share (fun k : shared_key =>
    (body (near k (terms k ws)) (terms k ws) != body (near k (terms k ws')) (terms k ws')) &&
    (total p k (terms k ws) + rest k ws == total p k (terms k ws') + rest k ws' %[mod M]))
    (far n) (H * H).
Proof.
move=> long long'; apply: (share_draw (p := point_part)) => k; case: p_ok => pp H_p _ p_M.
have [_ b] := ok_of W_def slice_lt k va; have [_ b'] := ok_of W_def slice_lt k va'.
set v := body (near k (terms k ws)) (terms k ws); set v' := body (near k (terms k ws')) (terms k ws').
have [e_v | ne_v] := eqVneq v v'.
  by apply: (share_weaken (leq0n _)); apply: share0 => x; apply/negP => /andP[/negP no _]; apply/no/eqP.
have n0 : far n = 3 * n + 1.
  by rewrite /far; case: eqP => // n0; move: le; rewrite n0 addn0 leqNgt long.
have few vs : terms_of room vs <= 16 + n -> size (body (near k (terms k vs)) (terms k vs)) < far n.
  by move=> le_n; rewrite size_body size_terms n0 addn1 ltnS leq_mul2l leq_subLR.
apply: share_sub (difference_share pp H_p (rest k ws) (rest k ws') p_M (body_lt _ b) (body_lt _ b')
  ne_v (few _ le) (few _ le')) => x /andP[_].
rewrite /total -![state_of _ _ (put _ _ _) _]/(state_of h sl k _) !size_terms.
rewrite leqNgt long leqNgt long' /= -![near (k.1, _) _]/(near k _).
by rewrite !coefficientsE ?size_terms.
Qed.

(** The theorem of the sum: the sums of two values are the same, though the terms of no two slices
    are, with probability at most 2^-63 + (3 n + 1) 2^-126. *)
Theorem sum_share : share (fun k : shared_key =>
  (input h p sl k ws == input h p sl k ws') && ~~ meet k) (H + far n) (H * H).
Proof.
pose same (k : shared_key) :=
  total p k (terms k ws) + rest k ws == total p k (terms k ws') + rest k ws' %[mod M].
have both k : (input h p sl k ws == input h p sl k ws') && ~~ meet k ->
    (terms k ws != terms k ws') && same k.
  by case/andP => /eqP e nm; have [-> /eqP] := same_input W_def slice_lt ne va va' e nm.
apply: share_sub both _.
have [short | long] := leqP (terms_of room ws) 16; have [short' | long'] := leqP (terms_of room ws') 16.
- apply: share_weaken (leq_addr _ _) _.
  have := near_share (u := fun k => rest k ws) (u' := fun k => rest k ws') (fun _ _ => erefl)
    (fun _ _ => erefl); apply: share_sub => k /andP[].
  rewrite /same /total !size_terms short short' !take_oversize ?size_terms // => -> /= /eqP e.
  by rewrite -(modn_dvdm _ HM) e (modn_dvdm _ HM).
- apply: share_weaken (leq_addl _ _) _.
  by apply: share_sub (long_short va' va short long' le') => k /andP[_]; rewrite eq_sym.
- apply: share_weaken (leq_addl _ _) _.
  by apply: share_sub (long_short va va' short' long le) => k /andP[_].
have A := near_share (u := fun=> 0) (u' := fun=> 0) (fun _ _ => erefl) (fun _ _ => erefl).
apply: share_sub (share_or A (long_long long long')) => k /andP[ne_t e].
rewrite -/(same k) e andbT !addn0; set v := body _ _; set v' := body _ _.
have [e_v | _] := eqVneq v v'; last by rewrite orbT.
rewrite orbF.
have := congr1 (rcons ^~ 0) e_v; rewrite -!coefficientsE ?size_terms // => -[-> e_d]; rewrite eqxx andbT.
apply: contra ne_t => /eqP e_t; rewrite -[terms k ws](cat_take_drop 16) e_t.
have [_ b] := ok_of W_def slice_lt k va; have [_ b'] := ok_of W_def slice_lt k va'.
have {}e_d : drop 16 (terms k ws) = drop 16 (terms k ws').
  by apply: all_halves_inj e_d; apply/allP => t /mem_drop; [apply: (allP b) | apply: (allP b')].
by rewrite e_d cat_take_drop.
Qed.

(** With slices under which two have the same term with probability at most E / D. *)
Theorem input_share E D :
  (forall s s', good s -> good s' -> 16 < size s -> 16 < size s' -> s != s' ->
    share (fun k => sl k s == sl k s') E D) ->
  (forall s c, good s -> 16 < size s -> share (fun k => sl k s == c) E D) ->
  share (fun k : shared_key => input h p sl k ws == input h p sl k ws')
    (E * (H * H) + D * (H + far n)) (D * (H * H)).
Proof.
move=> two one; have A := slices_meet_share H W two one ne va va'.
move/(@share_scale _ _ _ _ (H * H)): A; rewrite !(mulnC (H * H)) => A.
apply: share_sub (share_or A (share_scale D sum_share)) => k ->.
by case: (meet k).
Qed.

(** Without slices. *)
Theorem input_integers : all integer ws ->
  share (fun k : shared_key => input h p sl k ws == input h p sl k ws') (H + far n) (H * H).
Proof.
move=> int; apply: share_sub sum_share => k ->; exact: (no_slices sl ne k int).
Qed.

End Two.

End Sum.

(* Assumes nothing: difference_share. *)
(* Assumes nothing: sum_share. *)
(* Assumes nothing: input_share. *)
(* Assumes nothing: input_integers. *)
