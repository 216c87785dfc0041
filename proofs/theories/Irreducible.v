(** The moduli are irreducible over GF(2): Rabin's test, first proven and then computed.

    M. O. Rabin, "Probabilistic algorithms in finite fields" (1980), lemma 1. The tests of the crate
    gf2 compute the same; here the computation runs inside Coq. *)

From mathcomp Require Import all_ssreflect all_algebra fieldext finfield.
From Hash Require Import Basics Gf2.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import GRing.Theory.
Local Open Scope ring_scope.

(** * Rabin's test *)

(** A non-constant polynomial has an irreducible divisor. *)
Lemma irreducible_divisor (g : {poly 'F_2}) :
  (1 < size g)%N -> exists2 f, irreducible_poly f & f %| g.
Proof.
have [n] := ubnP (size g); elim: n g => // n IH g lt_n g1.
pose proper (h : W (size g).-1) := (1 < size (rVpoly h))%N && (rVpoly h %| g).
have [/existsP[h /andP[h1 hg]] | none] := boolP [exists h, proper h].
  have lt_h : (size (rVpoly h) < size g)%N.
    by apply: leq_ltn_trans (size_rVpoly h) _; case: (size g) g1.
  have [f irr fh] := IH _ (leq_trans lt_h lt_n) h1.
  by exists f; rewrite ?(dvdp_trans fh).
exists g => //; split=> // h h_not1 hg; rewrite /eqp hg /=.
have g_ne0 : g != 0 by rewrite -size_poly_gt0 ltnW.
have h_ne0 : h != 0 by apply: contraTneq hg => ->; rewrite dvd0p.
have h1 : (1 < size h)%N.
  by move: h_not1; rewrite -size_poly_gt0 in h_ne0; case: (size h) h_ne0 => [|[]].
have eq_size : size h = size g.
  apply/eqP; rewrite eqn_leq dvdp_leq //= leqNgt; apply: contra none => lt_h.
  apply/existsP; exists (poly_rV h); rewrite /proper poly_rV_K ?h1 //.
  by rewrite -ltnS prednK // ltnW.
by have := dvdp_size_eqp hg; rewrite eq_size eqxx /eqp hg => /esym.
Qed.

Section Field.

(** In the field of an irreducible polynomial f of degree d: for which n is y^(2^n) = y for all
    elements y? *)
Variables (f : {poly 'F_2}) (F : finFieldType) (phi : {rmorphism {poly 'F_2} -> F}).
Hypothesis phi_bij : bijective (fun w : W (size f).-1 => phi (rVpoly w)).

Lemma fixed_by (n : nat) : phi 'X ^+ (2 ^ n) = phi 'X -> forall y : F, y ^+ (2 ^ n) = y.
Proof.
have [word wordK phiK] := phi_bij; move=> fixX y; rewrite -(phiK y).
elim/poly_ind: (rVpoly _) => [|a c IH]; first by rewrite rmorph0 expr0n expn_eq0.
have char2 : 2%N \in [char F] by rewrite (rmorph_char phi) ?poly2_char.
rewrite rmorphD rmorphM exprDn_char; last by rewrite pnatX pnatE ?char2.
rewrite exprMn IH fixX; congr (_ + _).
by case: (F2P c) => ->; rewrite ?rmorph0 ?rmorph1 ?expr1n // expr0n expn_eq0.
Qed.

Lemma card_field : #|F| = (2 ^ (size f).-1)%N.
Proof. by rewrite -(bij_eq_card phi_bij) card_W. Qed.

Lemma fixed_dvd n : (1 < size f)%N -> phi 'X ^+ (2 ^ n) = phi 'X -> ((size f).-1 %| n)%N.
Proof.
move=> f1 /fixed_by fix_n; set d := (size f).-1.
have fix_d (y : F) : y ^+ (2 ^ d) = y by rewrite -card_field expf_card.
have fix_qd q (y : F) : y ^+ (2 ^ (q * d)) = y.
  by elim: q => [|q IH]; rewrite ?expr1 // mulSn expnD exprM fix_d.
have fix_g (y : F) : y ^+ (2 ^ (n %% d)) = y.
  by rewrite -[RHS]fix_n {2}(divn_eq n d) expnD exprM fix_qd.
have d0 : (0 < d)%N by rewrite /d; case: (size f) f1.
rewrite /dvdn; set g := (n %% d)%N in fix_g *; apply/negPn; rewrite -lt0n; apply/negP => g0.
pose P : {poly F} := 'X^(2 ^ g) - 'X.
have two_g : (1 < 2 ^ g)%N by rewrite -{1}(expn0 2) ltn_exp2l.
have sizeP : size P = (2 ^ g).+1.
  by rewrite /P size_addl size_polyXn // size_opp size_polyX.
have := @max_poly_roots _ P (enum F) _ _ (enum_uniq F).
rewrite -size_poly_gt0 sizeP -cardE card_field => /(_ isT).
have -> : all (root P) (enum F).
  by apply/allP => y _; rewrite /root /P !hornerE hornerXn fix_g subrr.
by move=> /(_ isT); rewrite ltnS leqNgt ltn_exp2l // ltn_pmod.
Qed.

End Field.

(** The test for a polynomial of degree n. Every d < n that divides n must divide an element of
    [ms], which lists n / q for all primes q that divide n. *)
Theorem rabin (p : {poly 'F_2}) (n : nat) (ms : seq nat) :
  size p = n.+1 -> (0 < n)%N -> p %| 'X^(2 ^ n) - 'X ->
  (forall m, m \in ms -> coprimep p ('X^(2 ^ m) - 'X)) ->
  (forall d, (d < n)%N -> (d %| n)%N -> has (dvdn d) ms) ->
  irreducible_poly p.
Proof.
move=> sizep n0 fix_n cop divs; have p_ne0 : p != 0 by rewrite -size_poly_gt0 sizep.
split=> [|g g_not1 gp]; first by rewrite sizep ltnS.
have g_ne0 : g != 0 by apply: contraTneq gp => ->; rewrite dvd0p.
have g1 : (1 < size g)%N.
  by move: g_not1; rewrite -size_poly_gt0 in g_ne0; case: (size g) g_ne0 => [|[]].
have [f irr fg] := irreducible_divisor g1; have fp := dvdp_trans fg gp.
have [f1 _] := irr; have [F [phi [ker phi_bij]]] := gf2_field irr.
have fixed m : (phi 'X ^+ (2 ^ m) == phi 'X) = (f %| 'X^(2 ^ m) - 'X).
  by rewrite -subr_eq0 -rmorphX -rmorphB ker.
have dn : ((size f).-1 %| n)%N.
  by apply: (fixed_dvd phi_bij f1); apply/eqP; rewrite fixed (dvdp_trans fp).
have le_d : (n <= (size f).-1)%N.
  rewrite leqNgt; apply/negP => lt_d.
  have [m m_in /dvdnP[q mq]] := hasP (divs _ lt_d dn).
  have fix_m : phi 'X ^+ (2 ^ m) = phi 'X.
    have fix_d (y : F) : y ^+ (2 ^ (size f).-1) = y by rewrite -(card_field phi_bij) expf_card.
    by rewrite mq; elim: (q) => [|k IH]; rewrite ?expr1 // mulSn expnD exprM fix_d.
  have := cop m m_in; rewrite coprimep_def => /eqP gcd1.
  have: f %| gcdp p ('X^(2 ^ m) - 'X) by rewrite dvdp_gcd fp -fixed fix_m eqxx.
  move/dvdp_leq; rewrite -size_poly_gt0 gcd1 => /(_ isT).
  by rewrite leqNgt f1.
rewrite -(dvdp_size_eqp gp) eqn_leq dvdp_leq //= sizep.
by apply: leq_trans (dvdp_leq g_ne0 fg); case: (size f) f1 le_d.
Qed.

(** * The computation

    Remainders modulo x^n + c are lists of n bits, the lowest first. *)

Fixpoint toP (s : seq bool) : {poly 'F_2} := if s is b :: s' then b%:R + 'X * toP s' else 0.

Definition pad (n : nat) (s : seq bool) : seq bool := s ++ nseq (n - size s) false.

Lemma toP_pad n s : toP (pad n s) = toP s.
Proof.
rewrite /pad; elim: s (n - size s)%N => [|b s IH] k /=; last by rewrite IH.
by elim: k => //= k ->; rewrite mulr0 addr0.
Qed.

Lemma size_pad n s : (size s <= n)%N -> size (pad n s) = n.
Proof. by move=> le_s; rewrite size_cat size_nseq subnKC. Qed.

Lemma size_toP s : (size (toP s) <= size s)%N.
Proof.
elim: s => [|b s IH] /=; first by rewrite size_poly0.
apply: leq_trans (size_add _ _) _; rewrite geq_max; apply/andP; split.
  by case: b; rewrite ?size_poly0 ?size_poly1.
rewrite mulrC; have [-> | ne0] := eqVneq (toP s) 0; first by rewrite mul0r size_poly0.
by rewrite size_mulX.
Qed.

Lemma toP_rcons s b : toP (rcons s b) = toP s + b%:R * 'X^(size s).
Proof.
elim: s => [|a s IH] /=; first by rewrite mulr0 addr0 add0r mulr1.
by rewrite IH mulrDr addrA mulrCA -exprS.
Qed.

Definition xor_bits (s t : seq bool) : seq bool := [seq x.1 (+) x.2 | x <- zip s t].

Lemma size_xor s t : size s = size t -> size (xor_bits s t) = size s.
Proof. by move=> eq_size; rewrite size_map size_zip eq_size minnn. Qed.

Lemma toP_xor s t : size s = size t -> toP (xor_bits s t) = toP s + toP t.
Proof.
elim: s t => [|a s IH] [|b t] //= => [_|[/IH]]; first by rewrite addr0.
rewrite /xor_bits => -> /=; rewrite mulrDr addrACA; congr (_ + _).
by case: a; case: b; rewrite /= ?addr0 ?add0r ?(addrr_char2 poly2_char).
Qed.

Section Remainders.

Variables (n : nat) (c : seq bool).
Hypotheses (n0 : (0 < n)%N) (size_c : size c = n).

Let p : {poly 'F_2} := 'X^n + toP c.

Lemma size_modulus : size p = n.+1.
Proof. by rewrite size_addl size_polyXn // ltnS -size_c size_toP. Qed.

Definition times_x (s : seq bool) : seq bool :=
  let t := false :: take n.-1 s in if last false s then xor_bits t c else t.

Lemma size_times_x s : size s = n -> size (times_x s) = n.
Proof.
move=> size_s; have size_t : size (false :: take n.-1 s) = n.
  by rewrite /= size_takel ?prednK // size_s leq_pred.
by rewrite /times_x; case: ifP => // _; rewrite size_xor ?size_t.
Qed.

Lemma times_x_ok s : size s = n -> toP (times_x s) %% p = ('X * toP s) %% p.
Proof.
case/lastP: s => [|s b]; first by move=> /= n_0; have := n0; rewrite -n_0.
rewrite size_rcons /times_x last_rcons => size_s.
rewrite -{1 2}size_s /= -cats1 take_size_cat // cats1 toP_rcons.
case: b; last by rewrite /= mul0r addr0 add0r.
rewrite mul1r mulrDr -exprS size_s toP_xor /= ?size_s // add0r.
by rewrite -[in RHS](addrK (toP c) ('X^n)) oppp -/p addrCA [in RHS]modpD modpp add0r.
Qed.

Definition product (s t : seq bool) : seq bool :=
  foldr (fun b a => let a := times_x a in if b then xor_bits s a else a) (nseq n false) t.

Lemma size_product s t : size s = n -> size (product s t) = n.
Proof.
move=> size_s; elim: t => [|b t IH] /=; first by rewrite size_nseq.
by case: b; rewrite ?size_xor ?size_times_x ?size_s.
Qed.

Lemma product_ok s t : size s = n -> toP (product s t) %% p = (toP s * toP t) %% p.
Proof.
move=> size_s; elim: t => [|b t IH] /=.
  by have := toP_pad n [::]; rewrite /pad subn0 /= => ->; rewrite mulr0.
have step : toP (times_x (product s t)) %% p = (toP s * ('X * toP t)) %% p.
  by rewrite times_x_ok ?size_product // mulrCA -modp_mul IH modp_mul.
case: b; last by rewrite add0r step.
by rewrite toP_xor ?size_times_x ?size_product // mulrDr mulr1 !modpD step.
Qed.

(** s^(2^k) *)
Definition squares (k : nat) (s : seq bool) : seq bool := iter k (fun a => product a a) s.

Lemma size_squares k s : size s = n -> size (squares k s) = n.
Proof. by move=> size_s; elim: k => //= k IH; rewrite size_product. Qed.

Lemma squares_ok k s : size s = n -> toP (squares k s) %% p = (toP s ^+ (2 ^ k)) %% p.
Proof.
move=> size_s; elim: k => [|k IH] //=; rewrite product_ok ?size_squares //.
rewrite expnS mulnC exprM expr2 -modp_mul IH modp_mul mulrC.
by rewrite -modp_mul IH modp_mul.
Qed.

(** s^(2^n - 2), the inverse of s in the field. *)
Definition inverse (s : seq bool) : seq bool :=
  (iter n.-1 (fun a => let b := product a.2 a.2 in (product a.1 b, b)) (pad n [:: true], s)).1.

Definition test (ms : seq nat) : bool :=
  let x := pad n [:: false; true] in
  [&& squares n x == x,
      all (fun m => let h := xor_bits (squares m x) x in product h (inverse h) == pad n [:: true]) ms &
      all (fun d => (d %| n)%N ==> has (dvdn d) ms) (iota 0 n)].

Theorem test_ok ms : (1 < n)%N -> test ms -> irreducible_poly p.
Proof.
move=> n1; rewrite /test; set x := pad n _ => /and3P[/eqP fix_n /allP cop /allP divs].
have size_x : size x = n by rewrite size_pad.
have toPx : toP x = 'X by rewrite toP_pad /= mulr0 addr0 mulr1 add0r.
move: x => x in cop fix_n size_x toPx *.
apply: (@rabin _ n ms) => //; first exact: size_modulus.
- by rewrite /dvdp modpD modNp -toPx -squares_ok // fix_n subrr.
- move=> m /cop /eqP h1; apply/Bezout_eq1_coprimepP.
  set h := xor_bits _ _ in h1; have size_h : size h = n.
    by rewrite size_xor size_squares ?size_x.
  have toPh : toP h %% p = ('X^(2 ^ m) - 'X) %% p.
    by rewrite toP_xor ?size_squares ?size_x // oppp !modpD -toPx squares_ok.
  have : (toP (inverse h) * ('X^(2 ^ m) - 'X)) %% p = 1 %% p.
    rewrite -modp_mul -toPh modp_mul mulrC -product_ok // h1 toP_pad /=.
    by rewrite mulr0 addr0.
  move/eqP; rewrite -subr_eq0 -modNp -modpD => /dvdpP[q eq_q].
  exists (- q, toP (inverse h)) => /=.
  by rewrite mulNr -eq_q opprB subrK.
- move=> d lt_d; have := divs d; rewrite mem_iota /= add0n => /(_ lt_d).
  by move/implyP.
Qed.

(** A computed product with a power of x is correct. *)
Lemma power_ok k t r :
  (1 < n)%N -> product (squares k (pad n [:: false; true])) t == r ->
  ('X^(2 ^ k) * toP t) %% p = toP r %% p.
Proof.
set x := pad n _ => n1 /eqP <-; have size_x : size x = n by rewrite size_pad.
have toPx : toP x = 'X by rewrite toP_pad /= mulr0 addr0 mulr1 add0r.
rewrite product_ok ?size_squares // mulrC -modp_mul -toPx -squares_ok // modp_mul.
by rewrite mulrC.
Qed.

End Remainders.

(** * The moduli *)

(** x^64 + x^4 + x^3 + x + 1, the modulus of the crate's [Gf64]. *)
Definition P64 : {poly 'F_2} := 'X^64 + 'X^4 + 'X^3 + 'X + 1.
(** x^127 + x + 1, of [Gf127]. *)
Definition P127 : {poly 'F_2} := 'X^127 + 'X + 1.
(** x^128 + x^7 + x^2 + x + 1, of GHASH. *)
Definition P128 : {poly 'F_2} := 'X^128 + 'X^7 + 'X^2 + 'X + 1.
(** x^128 + x^127 + x^126 + x^121 + 1, of POLYVAL. *)
Definition Polyval : {poly 'F_2} := 'X^128 + 'X^127 + 'X^126 + 'X^121 + 1.

(** The low parts of the moduli, as bits. *)
Definition c64 := pad 64 [:: true; true; false; true; true].
Definition c127 := pad 127 [:: true; true].
Definition c128 := pad 128 [:: true; true; true; false; false; false; false; true].
Definition c_polyval := pad 128 (pad 121 [:: true] ++ pad 5 [:: true] ++ [:: true; true]).

Lemma toP_cat s t : toP (s ++ t) = toP s + 'X^(size s) * toP t.
Proof.
by elim: s => [|a s IH] /=; rewrite ?add0r ?mul1r // IH mulrDr addrA mulrA -exprS.
Qed.

Lemma P64_bits : P64 = 'X^64 + toP c64.
Proof.
rewrite toP_pad /= mulr0 addr0 add0r !mulrDr mulr1 -!expr2 -!exprS.
by rewrite [1 + _]addrC ['X + _]addrC ['X^3 + _]addrC !addrA.
Qed.

Lemma P127_bits : P127 = 'X^127 + toP c127.
Proof. by rewrite toP_pad /= mulr0 addr0 mulr1 [1 + _]addrC addrA. Qed.

Lemma P128_bits : P128 = 'X^128 + toP c128.
Proof.
rewrite toP_pad /= mulr0 addr0 !add0r !mulrDr !mulr1 -!expr2 -!exprS.
by rewrite [1 + _]addrC ['X + _]addrC ['X^2 + _]addrC !addrA.
Qed.

Lemma Polyval_bits : Polyval = 'X^128 + toP c_polyval.
Proof.
rewrite toP_pad (toP_cat (pad 121 _)) (toP_cat (pad 5 _)) !toP_pad !size_pad //=.
rewrite !mulr0 !addr0 mulr1 !mulrDr !mulr1 -!exprSr -!exprD.
by rewrite [1 + _]addrC ['X^121 + _]addrC ['X^126 + _]addrC !addrA.
Qed.

Theorem P64_irreducible : irreducible_poly P64.
Proof.
have passed : test 64 c64 [:: 32]%N by vm_compute.
by rewrite P64_bits; have := @test_ok 64 c64 isT erefl [:: 32]%N isT passed.
Qed.

Theorem P127_irreducible : irreducible_poly P127.
Proof.
have passed : test 127 c127 [:: 1]%N by vm_compute.
by rewrite P127_bits; have := @test_ok 127 c127 isT erefl [:: 1]%N isT passed.
Qed.

Theorem P128_irreducible : irreducible_poly P128.
Proof.
have passed : test 128 c128 [:: 64]%N by vm_compute.
by rewrite P128_bits; have := @test_ok 128 c128 isT erefl [:: 64]%N isT passed.
Qed.

Theorem Polyval_irreducible : irreducible_poly Polyval.
Proof.
have passed : test 128 c_polyval [:: 64]%N by vm_compute.
by rewrite Polyval_bits; have := @test_ok 128 c_polyval isT erefl [:: 64]%N isT passed.
Qed.

Lemma size_P64 : size P64 = 65%N.
Proof. by rewrite P64_bits (@size_modulus 64). Qed.

Lemma size_P127 : size P127 = 128%N.
Proof. by rewrite P127_bits (@size_modulus 127). Qed.

Lemma size_P128 : size P128 = 129%N.
Proof. by rewrite P128_bits (@size_modulus 128). Qed.

Lemma size_Polyval : size Polyval = 129%N.
Proof. by rewrite Polyval_bits (@size_modulus 128). Qed.

(** * One linear equation over GF(2^64) has one solution *)

Lemma modulus_small (d : {poly 'F_2}) : d != 0 -> (size d <= 64)%N -> ~~ (P64 %| d).
Proof.
move=> ne0 le64; apply: contraTN le64 => /(dvdp_leq ne0).
by rewrite size_P64 -ltnNge.
Qed.

Lemma linear_word (a d c : {poly 'F_2}) : (size c <= 64)%N -> ~~ (P64 %| d) ->
  exists x0, forall x : W 64, ((a + d * rVpoly x) %% P64 == c) = (x == x0).
Proof.
move=> size_c ndiv; have [F [phi [ker bij]]] := gf2_field P64_irreducible.
rewrite size_P64 in bij; have [word wordK phiK] := bij.
have phi_d : phi d != 0 by rewrite ker.
exists (word ((phi c - phi a) / phi d)) => x.
have c_mod : c = c %% P64 by rewrite modp_small // size_P64 ltnS.
rewrite [in LHS]c_mod -subr_eq0 -modNp -modpD -/(_ %| _) -ker !(rmorphB, rmorphD, rmorphM).
rewrite -[in RHS](inj_eq (bij_inj bij)) phiK -[in RHS](inj_eq (mulfI phi_d)) mulrCA divff // mulr1.
by rewrite -[RHS]subr_eq0 opprB addrA [phi a + _]addrC.
Qed.

(* Assumes nothing: rabin. *)
(* Assumes nothing: P64_irreducible. *)
(* Assumes nothing: P127_irreducible. *)
(* Assumes nothing: P128_irreducible. *)
(* Assumes nothing: Polyval_irreducible. *)
(* Assumes nothing: linear_word. *)
