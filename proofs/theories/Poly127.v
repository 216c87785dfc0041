(** Primes, and polynomials modulo a prime at a point with restricted bits.

    [vhash::arithmetic], [multilinear_hash::poly127]. The primes are 2^127 - 1, of the polynomials;
    2^64 - 257, of the last step of VHASH; 2^32 + 15 of MMH; and 2^16 + 1 of TMMH. Pocklington's
    theorem proves them prime, by a computation with binary numbers. *)

From Coq Require Import NArith ZArith Lia.
From mathcomp Require Import all_ssreflect all_fingroup all_solvable zify.
From Hash Require Import Basics Counting.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

(** * Pocklington's theorem *)

Section Pocklington.

Variables (n m F a : nat).
Hypotheses (n_m : n = m.+1) (m0 : 0 < m) (F_m : F %| m) (F_n : n < F * F).
Hypothesis a_m : a ^ m = 1 %[mod n].
Hypothesis a_q : forall q, prime q -> q %| F ->
  exists2 b, b = a ^ (m %/ q) %[mod n] & (b + m) ^ m = 1 %[mod n].

Lemma modn_factor r x y : r %| n -> x = y %[mod n] -> x = y %[mod r].
Proof. by move=> rn e; rewrite -(modn_dvdm x rn) e modn_dvdm. Qed.

(** Every prime factor is one more than a multiple of F. *)
Lemma factor_large r : prime r -> r %| n -> F < r.
Proof.
move=> pr rn; have r1 := prime_gt1 pr.
have am := modn_factor rn a_m.
have exd : exists d, (0 < d) && (a ^ d == 1 %[mod r]) by exists m; rewrite m0 am eqxx.
case: (ex_minnP exd) => d /andP[d0 /eqP ad] dmin.
have dP e : a ^ e = 1 %[mod r] -> d %| e.
  move=> ae; have: a ^ (e %% d) = 1 %[mod r].
    move: ae; rewrite {1}(divn_eq e d) expnD (mulnC (e %/ d)) expnM.
    by rewrite -modnMml -(modnXm _ _ (a ^ d)) ad modnXm exp1n modnMml mul1n.
  move=> ed; rewrite /dvdn; apply: contraT; rewrite -lt0n => ed0.
  by have := dmin (e %% d); rewrite ed0 ed eqxx => /(_ isT); rewrite leqNgt ltn_pmod.
have car : coprime a r.
  rewrite coprime_sym prime_coprime //; apply/negP => ra.
  have: r %| a ^ m by rewrite -(prednK m0) expnS dvdn_mulr.
  by rewrite /dvdn am modn_small.
have d_r : d <= r.-1.
  apply: dvdn_leq; first by rewrite -subn1 subn_gt0.
  by apply: dP; rewrite -totient_prime //; apply: Euler_exp_totient.
suff Fd : F %| d by apply: leq_ltn_trans (leq_trans (dvdn_leq d0 Fd) d_r) _; rewrite prednK // ltnW.
have dm := dP m am; have F0 := dvdn_gt0 m0 F_m.
have t0 : 0 < m %/ d by rewrite divn_gt0 // dvdn_leq.
rewrite -(@Gauss_dvdr F (m %/ d)) ?divnK //.
rewrite coprime_has_primes //; apply/hasPn => q; rewrite mem_primes => /and3P[pq _ qt].
apply/negP => /=; rewrite mem_primes => /and3P[_ _ qF].
have [b bE bm] := a_q pq qF.
have aq : a ^ (m %/ q) = 1 %[mod r].
  have [t tE] := dvdnP qt; have mE : m = t * d * q by rewrite mulnAC -tE divnK.
  by rewrite mE mulnK ?prime_gt0 // mulnC expnM -(modnXm _ _ (a ^ d)) ad modnXm exp1n.
have : (b + m) ^ m = 0 %[mod r].
  have b1 := etrans (modn_factor rn bE) aq.
  by rewrite -modnXm -modnDml b1 modnDml add1n -n_m (eqP rn) exp0n.
by rewrite (modn_factor rn bm) mod0n modn_small.
Qed.

Theorem pocklington : prime n.
Proof.
have n1 : 1 < n by rewrite n_m ltnS.
apply: ltn_pdiv2_prime; first exact: ltnW.
have lt := factor_large (pdiv_prime n1) (pdiv_dvd n).
by apply: ltn_trans F_n _; rewrite -mulnn ltn_mul.
Qed.

End Pocklington.

(** * The computation

    In Coq's binary numbers, N. *)

Delimit Scope N_scope with BN.

(** a^e modulo n. *)
Fixpoint power_mod (a : N) (e : positive) (n : N) : N :=
  match e with
  | xH => (a mod n)%BN
  | xO e => let r := power_mod a e n in ((r * r) mod n)%BN
  | xI e => let r := power_mod a e n in ((r * r) mod n * a mod n)%BN
  end.

Lemma nat_mod a n : n <> 0%BN -> N.to_nat (a mod n) = N.to_nat a %% N.to_nat n.
Proof.
move=> n0; have lt := N.mod_lt a n n0.
rewrite {2}(N.div_mod a n n0) N2Nat.inj_add N2Nat.inj_mul plusE multE.
by rewrite mulnC modnMDl modn_small //; lia.
Qed.

Lemma power_modE a e n : n <> 0%BN ->
  N.to_nat (power_mod a e n) = N.to_nat a ^ Pos.to_nat e %% N.to_nat n.
Proof.
move=> n0; elim: e => [e IH|e IH|] /=.
- rewrite nat_mod // N2Nat.inj_mul nat_mod // N2Nat.inj_mul IH multE modnMml.
  by rewrite -mulnA modnMml mulnCA modnMml mulnA -!expnD -expnSr; congr (_ ^ _ %% _); lia.
- rewrite nat_mod // N2Nat.inj_mul IH multE modnMml modnMmr -expnD; congr (_ ^ _ %% _); lia.
- by rewrite nat_mod // expn1.
Qed.

(** F is the product of the primes qs, some of them more than once. *)
Definition product (qs : seq N) : N := foldr N.mul 1%BN qs.

(** The conditions of the theorem for n = m + 1. *)
Definition check (m : positive) (a : N) (qs : seq N) : bool :=
  let n := (N.pos m + 1)%BN in let F := product qs in
  [&& (N.pos m mod F =? 0)%BN, (n <? F * F)%BN, (power_mod a m n =? 1)%BN &
    all (fun q => match (N.pos m / q)%BN with
      | N0 => false
      | Npos e => (power_mod (power_mod a e n + N.pos m) m n =? 1)%BN
      end) qs].

Lemma prime_of_product qs q : all prime (map N.to_nat qs) -> prime q -> q %| N.to_nat (product qs) ->
  exists2 p, p \in qs & q = N.to_nat p.
Proof.
move=> + pq; elim: qs => [|p qs IH] /=; first by rewrite dvdn1 => _ /eqP q1; move: pq; rewrite q1.
case/andP=> pp pqs; rewrite N2Nat.inj_mul multE Euclid_dvdM // => /orP[].
  by rewrite dvdn_prime2 // => /eqP ->; exists p; rewrite ?mem_head.
by case/(IH pqs) => p' p'qs ->; exists p'; rewrite // inE p'qs orbT.
Qed.

Theorem check_prime m a qs :
  all prime (map N.to_nat qs) -> check m a qs -> prime (N.to_nat (N.pos m + 1)).
Proof.
move=> pqs /and4P[/N.eqb_eq mF /N.ltb_lt nF /N.eqb_eq am /allP aq].
have n0 : (N.pos m + 1 <> 0)%BN by lia.
have F0 : product qs <> 0%BN by move=> F0; rewrite F0 in nF; lia.
have n1 : 1 < N.to_nat (N.pos m + 1) by lia.
have one x e : power_mod x e (N.pos m + 1) = 1%BN -> N.to_nat x ^ Pos.to_nat e = 1 %[mod N.to_nat (N.pos m + 1)].
  by move=> e1; rewrite -power_modE // e1 modn_small.
apply: (@pocklington _ (Pos.to_nat m) (N.to_nat (product qs)) (N.to_nat a)); try lia.
- by rewrite /dvdn; have := nat_mod (N.pos m) F0; rewrite mF /= => <-.
- exact: one.
move=> q pq qF; have [p pqs' qE] := prime_of_product pqs pq qF.
have p0 : p <> 0%BN by move=> p0; move: pq; rewrite qE p0.
have := aq p pqs'; case e: (N.pos m / p)%BN => [//|d] /N.eqb_eq bm.
exists (N.to_nat (power_mod a d (N.pos m + 1))).
  rewrite power_modE // modn_mod; congr (_ ^ _ %% _).
  have dE := N.div_mod (N.pos m) p p0; rewrite e in dE.
  have lt := N.mod_lt (N.pos m) p p0.
  have mE : Pos.to_nat m = Pos.to_nat d * q + N.to_nat (N.pos m mod p) by rewrite qE; lia.
  by rewrite mE divnMDl ?prime_gt0 // divn_small ?addn0 // qE; lia.
by have := one _ _ bm; rewrite N2Nat.inj_add.
Qed.

(** * The primes *)

Theorem prime_mersenne : prime (2 ^ 127 - 1).
Proof.
have -> : 2 ^ 127 - 1 = N.to_nat (N.pos 170141183460469231731687303715884105726 + 1) by lia.
apply: (@check_prime _ 43%BN [:: 2; 3; 3; 3; 7; 7; 19; 43; 73; 127; 337; 5419; 92737]%BN).
  by vm_compute.
by vm_compute.
Qed.

Lemma prime_factor : prime (N.to_nat (N.pos 16561424618040 + 1)).
Proof. by apply: (@check_prime _ 2%BN [:: 1913; 4817]%BN); vm_compute. Qed.

Theorem prime_last_step : prime (2 ^ 64 - 257).
Proof.
have -> : 2 ^ 64 - 257 = N.to_nat (N.pos 18446744073709551358 + 1) by lia.
apply: (@check_prime _ 7%BN [:: (N.pos 16561424618040 + 1)%BN]); last by vm_compute.
by apply/andP; split; first exact: prime_factor.
Qed.

Lemma prime_factor_mmh : prime (N.to_nat (N.pos 364288 + 1)).
Proof. by apply: (@check_prime _ 2%BN [:: 1423]%BN); vm_compute. Qed.

Theorem prime_mmh : prime (2 ^ 32 + 15).
Proof.
have -> : 2 ^ 32 + 15 = N.to_nat (N.pos 4294967310 + 1) by lia.
apply: (@check_prime _ 2%BN [:: (N.pos 364288 + 1)%BN]); last by vm_compute.
by apply/andP; split; first exact: prime_factor_mmh.
Qed.

Theorem prime_tmmh : prime (2 ^ 16 + 1).
Proof.
have -> : 2 ^ 16 + 1 = N.to_nat (N.pos 65536 + 1) by lia.
by apply: (@check_prime _ 3%BN [:: 2; 2; 2; 2; 2; 2; 2; 2; 2]%BN); vm_compute.
Qed.

(** * Polynomials

    With Horner's rule, [step] and [mul_add]. *)

From mathcomp Require Import all_algebra.

Section Horner.

Variable p : nat.
Hypothesis p_prime : prime p.

(** The value at r after the coefficients v, from y: y r^b + v1 r^(b-1) + ... + vb modulo p. *)
Definition horner (y r : nat) (v : seq nat) : nat := foldl (fun y c => (y * r + c) %% p) (y %% p) v.

Import GRing.Theory.
Local Open Scope ring_scope.

Let F := [fieldType of 'F_p].

Definition polynomial (y : nat) (v : seq nat) : {poly F} :=
  foldl (fun q c => q * 'X + (c%:R)%:P) (y%:R)%:P v.

Lemma nat_mod_p (x : nat) : (x %% p)%:R = x%:R :> F.
Proof. exact: Fp_nat_mod. Qed.

Lemma nat_inj (x y : nat) : x%:R = y%:R :> F -> x = y %[mod p].
Proof. by move/(congr1 (@nat_of_ord _)); rewrite /= !val_Fp_nat. Qed.

Lemma horner_polynomial y r v : (horner y r v)%:R = (polynomial y v).[r%:R].
Proof.
rewrite /horner /polynomial.
have : (y %% p)%:R = ((y%:R)%:P : {poly F}).[r%:R] by rewrite nat_mod_p hornerC.
move: (y %% p)%N ((y%:R)%:P : {poly F}); elim: v => //= c v IH x q e; apply: IH.
by rewrite nat_mod_p natrD natrM e !hornerE.
Qed.

(** Different polynomials agree at at most as many points as the larger of their degrees. *)
Lemma few_points (q : {poly F}) (points : seq nat) :
  q != 0 -> uniq points -> all (fun r => (r < p)%N) points ->
  all (fun r : nat => root q r%:R) points -> (size points < size q)%N.
Proof.
move=> q0 uq lt rootq.
have := @max_poly_roots _ q (map (fun r : nat => r%:R : F) points) q0; rewrite size_map; apply.
  by rewrite all_map.
rewrite map_inj_in_uniq // => x y /(allP lt) xp /(allP lt) yp /nat_inj.
by rewrite !modn_small.
Qed.

Lemma polynomial_rcons v c : polynomial 1 (rcons v c) = polynomial 1 v * 'X + (c%:R)%:P.
Proof. by rewrite /polynomial -cats1 foldl_cat. Qed.

Lemma polynomial_size v : size (polynomial 1 v) = (size v).+1.
Proof.
elim/last_ind: v => [|v c IH]; first by rewrite /polynomial /= size_polyC oner_eq0.
by rewrite polynomial_rcons size_MXaddC IH size_rcons -size_poly_eq0 IH.
Qed.

(** The coefficient of the highest degree is 1, so the polynomial determines the number of
    coefficients. *)
Lemma polynomial_inj v v' : all (ltn^~ p) v -> all (ltn^~ p) v' ->
  polynomial 1 v = polynomial 1 v' -> v = v'.
Proof.
move=> + + e; have: size v = size v'.
  by have := congr1 (fun q : {poly F} => size q) e; rewrite !polynomial_size => -[].
elim/last_ind: v v' e => [|v c IH] v'; first by move=> _ /esym/size0nil ->.
elim/last_ind: v' => [|v' c' _]; first by rewrite size_rcons.
rewrite !size_rcons !polynomial_rcons !all_rcons => e [sz] /andP[cp vp] /andP[cp' vp'].
have ec : c%:R = c'%:R :> F.
  by have := congr1 (fun q : {poly F} => q`_0) e; rewrite !coefD !coefMX !coefC /= !add0r.
have -> : c = c' by move: (nat_inj ec); rewrite !modn_small.
congr rcons; apply: IH => //; apply: (mulIf (_ : 'X != 0 :> {poly F})).
  by rewrite polyX_eq0.
by move: e; rewrite ec => /addIr.
Qed.

Lemma polynomial_sub v v' : size v = size v' ->
  (size (polynomial 1 v - polynomial 1 v')%R <= size v)%N.
Proof.
elim/last_ind: v v' => [|v c IH] v'; first by move/esym/size0nil ->; rewrite subrr size_poly0.
elim/last_ind: v' => [|v' c' _]; first by rewrite size_rcons.
rewrite !size_rcons !polynomial_rcons => -[sz].
rewrite opprD addrACA -mulrBl -rmorphB /= size_MXaddC.
by case: ifP => // _; rewrite ltnS IH.
Qed.

Local Open Scope nat_scope.

(** Two different sequences of coefficients below p have the same value at few points: fewer than
    the number of coefficients if that is the same, and otherwise at most as many as the longer one
    has. *)
Theorem horner_points v v' points :
  all (ltn^~ p) v -> all (ltn^~ p) v' -> v != v' -> uniq points -> all (ltn^~ p) points ->
  all (fun r => horner 1 r v == horner 1 r v' %[mod p]) points ->
  size points <= (if size v == size v' then (size v).-1 else maxn (size v) (size v')).
Proof.
move=> vp v'p ne uq pp zero; pose q := (polynomial 1 v - polynomial 1 v')%R.
have q0 : q != 0%R.
  by rewrite subr_eq0; apply: contra ne => /eqP/(polynomial_inj vp v'p) ->.
have few : size points < size q.
  apply: few_points => //; apply/allP => r /(allP zero) /eqP e.
  rewrite /root /q hornerD hornerN -!horner_polynomial subr_eq0; apply/eqP.
  by rewrite -nat_mod_p e nat_mod_p.
have [/eqP sz | ne_size] := boolP (size v == size v').
  have := leq_trans few (polynomial_sub sz); by case: (size v).
rewrite -ltnS; apply: leq_trans few _; apply: leq_trans (size_add _ _) _.
by rewrite size_opp !polynomial_size -maxnSS.
Qed.

(** A point is drawn as a word, of which some bits are used. If each value of these bits has c
    words, c times as many words are bad. *)
Theorem horner_share (K : finType) (point : K -> nat) c v v' :
  (forall k, point k < p) -> (forall r, #|[set k | point k == r]| <= c) ->
  all (ltn^~ p) v -> all (ltn^~ p) v' -> v != v' ->
  #|[set k | horner 1 (point k) v == horner 1 (point k) v' %[mod p]]| <=
    (if size v == size v' then (size v).-1 else maxn (size v) (size v')) * c.
Proof.
move=> pointp fib vp v'p ne.
pose bad := [seq r <- undup [seq point k | k <- enum K] | horner 1 r v == horner 1 r v' %[mod p]].
have -> : [set k | horner 1 (point k) v == horner 1 (point k) v' %[mod p]] = [set k | point k \in bad].
  apply/setP => k; rewrite !inE mem_filter mem_undup map_f ?andbT //.
  by rewrite mem_enum.
apply: leq_trans (count_fibres _ fib) _; rewrite leq_mul2r; apply/orP; right.
apply: horner_points => //; first by rewrite filter_uniq ?undup_uniq.
  by apply/allP => r; rewrite mem_filter mem_undup => /andP[_ /mapP[k _ ->]]; apply: pointp.
by apply/allP => r; rewrite mem_filter => /andP[].
Qed.

End Horner.

(* Assumes nothing: horner_points. *)
(* Assumes nothing: horner_share. *)
(* Assumes nothing: prime_mersenne. *)
(* Assumes nothing: prime_last_step. *)
(* Assumes nothing: prime_mmh. *)
(* Assumes nothing: prime_tmmh. *)
