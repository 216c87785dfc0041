(** Inner products over GF(2^n) under keys of any length: [gf64], [gf32] and their halves, of
    [multilinear_hash::multilinear].

    D. Lemire and O. Kaser, "Strongly universal string hashing is fast" (2014); the section "Fields"
    of [multilinear_hash::bound]. *)

From mathcomp Require Import all_ssreflect all_algebra.
From Hash Require Import Basics Counting Gf2 Irreducible.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import GRing.Theory.
Local Open Scope ring_scope.

Section Inner.

(** Words of v bytes and n bits, and an irreducible modulus of degree n. *)
Variables (v n : nat) (P : {poly 'F_2}).
Hypotheses (v0 : (0 < v)%N) (n_v : n = (8 * v)%N).
Hypotheses (irr : irreducible_poly P) (size_P : size P = n.+1).

Lemma small_not_multiple (d : {poly 'F_2}) : d != 0 -> (size d <= n)%N -> ~~ (P %| d).
Proof. by move=> ne0 le_n; apply: contraTN le_n => /(dvdp_leq ne0); rewrite size_P -ltnNge. Qed.

(** One linear equation has one solution. *)
Lemma one_solution (a d c : {poly 'F_2}) : (size c <= n)%N -> ~~ (P %| d) ->
  exists x0, forall x : W n, ((a + d * rVpoly x) %% P == c) = (x == x0).
Proof.
move=> size_c ndiv; have [F [phi [ker bij]]] := gf2_field irr.
rewrite size_P in bij; have [w wK phiK] := bij.
have phi_d : phi d != 0 by rewrite ker.
exists (w ((phi c - phi a) / phi d)) => x.
have c_mod : c = c %% P by rewrite modp_small // size_P ltnS.
rewrite [in LHS]c_mod -subr_eq0 -modNp -modpD -/(_ %| _) -ker !(rmorphB, rmorphD, rmorphM).
rewrite -[in RHS](inj_eq (bij_inj bij)) phiK -[in RHS](inj_eq (mulfI phi_d)) mulrCA divff // mulr1.
by rewrite -[RHS]subr_eq0 opprB addrA [phi a + _]addrC.
Qed.

(** A key is N words. *)
Variable N : nat.
Notation key := {ffun 'I_N -> W n}.
Implicit Types (k : key) (m : seq byte).

Definition K k (i : nat) : {poly 'F_2} := word_at (@rVpoly _ n) 0 k i.
Definition w m (i : nat) : {poly 'F_2} := bits n (word v i m).

Lemma K_put k (j : 'I_N) x i : K (put (part_word _ j) k x) i = if i == j then rVpoly x else K k i.
Proof. exact: word_at_put. Qed.

(** Two bodies to which word l of the key is added, and which do not depend on it. If their
    difference is linear in another word of the key, the sums are strongly universal: each pair of
    values has exactly one of 2^2n keys. *)
Lemma strong_of_linear (e j : 'I_N) (body body' : key -> {poly 'F_2}) (d c c' : {poly 'F_2}) :
  (forall k x, body (put (part_word _ e) k x) = body k) ->
  (forall k x, body' (put (part_word _ e) k x) = body' k) ->
  (forall k, exists a, forall x,
    body (put (part_word _ j) k x) - body' (put (part_word _ j) k x) = a + d * rVpoly x) ->
  d != 0 -> (size d <= n)%N -> (size c <= n)%N -> (size c' <= n)%N ->
  share_eq (fun k => ((body k + K k e) %% P == c) && ((body' k + K k e) %% P == c'))
    1 (2 ^ n * 2 ^ n).
Proof.
move=> body_e body'_e linear d_ne0 size_d size_c size_c'.
have ndiv := small_not_multiple d_ne0 size_d.
have ndiv1 : ~~ (P %| 1).
  by apply: small_not_multiple; rewrite ?oner_eq0 // size_poly1 n_v muln_gt0 v0.
have size_cc' : (size (c - c')%R <= n)%N.
  by rewrite (leq_trans (size_add _ _)) // geq_max size_opp size_c.
pose diff k := (body k - body' k) %% P.
have diffE k : (body k + K k e) %% P - (body' k + K k e) %% P = diff k.
  by rewrite /diff -modNp -modpD; congr (_ %% _); rewrite opprD addrACA subrr addr0.
have uniform_diff : share_eq (fun k => diff k == c - c') 1 (2 ^ n).
  apply: (share_eq_word (p := part_word _ j)) => k; have [a Ha] := linear k.
  have [x0 Hx] := one_solution a size_cc' ndiv.
  by exists x0 => x; rewrite -Hx /diff Ha.
have H : share_eq (fun k => (diff k == c - c') && ((body' k + K k e) %% P == c'))
    (1 * 1) (2 ^ n * 2 ^ n).
  apply: (share_eq_and (p := part_word _ e)) uniform_diff _ => [|k x|k].
  - exact: card_W_pos.
  - by rewrite /diff body_e body'_e.
  have [x0 Hx] := one_solution (body' k) size_c' ndiv1.
  rewrite /share_eq card_W mul1n (eq_card (_ : _ =i pred1 x0)) ?card1 ?mul1n // => x.
  by rewrite !inE -Hx mul1r body'_e K_put eqxx.
rewrite muln1 in H; rewrite /share_eq -H; congr (_ * _)%N; apply: eq_card => k; rewrite !inE -diffE.
case: ((body' k + K k e) %% P =P c') => [-> | _]; last by rewrite !andbF.
by rewrite !andbT (inj_eq (addIr _)).
Qed.

(** Different messages of l words have a word that differs. *)
Lemma word_differs (l : nat) m m' : size m = (l * v)%N -> size m' = (l * v)%N -> m != m' ->
  exists2 i, (i < l)%N & w m i - w m' i != 0 /\ (size (w m i - w m' i)%R <= n)%N.
Proof.
move=> size_m size_m' ne; have eq_size : size m = size m' by rewrite size_m.
have [i lt_i ne_i] := words_differ v0 eq_size ne; exists i.
  by rewrite -(ltn_pmul2r v0) -size_m.
split; last by rewrite (leq_trans (size_add _ _)) // geq_max size_opp !size_bits.
rewrite subr_eq0; apply: contra ne_i => /eqP eq_w; apply/eqP.
by apply: (@bits_inj n) eq_w; rewrite n_v -pow256 word_bound.
Qed.

(** The inner product of l words of a message with l words of the key. *)
Definition dot (l : nat) k m : {poly 'F_2} := \sum_(i < l) w m i * K k i.

(** The same with half the products: over pairs of words, and a last word without a partner. *)
Definition pairs (h : nat) k m : {poly 'F_2} :=
  \sum_(i < h) (w m (2 * i) + K k (2 * i)) * (w m (2 * i).+1 + K k (2 * i).+1).
Definition half (l : nat) k m : {poly 'F_2} :=
  pairs l./2 k m + (if odd l then w m l.-1 * K k l.-1 else 0).

(** The inner products, to which the next word of the key is added. *)
Definition inner (l : nat) k m : {poly 'F_2} := (dot l k m + K k l) %% P.
Definition inner_half (l : nat) k m : {poly 'F_2} := (half l k m + K k l) %% P.

Lemma dot_behind (l : nat) k m (e : 'I_N) x : (l <= e)%N ->
  dot l (put (part_word _ e) k x) m = dot l k m.
Proof. by move=> le; apply: eq_bigr => i _; rewrite K_put ltn_eqF // (leq_trans _ le). Qed.

Lemma pair_lt (i h : nat) (d : bool) : (i < h)%N -> (2 * i + d < 2 * h)%N.
Proof.
move=> lt; apply: leq_trans (_ : 2 * i.+1 <= _)%N; last by rewrite leq_mul2l.
by rewrite mulnS addnC ltn_add2r; case: d.
Qed.

Lemma pairs_behind (h : nat) k m (e : 'I_N) x : (2 * h <= e)%N ->
  pairs h (put (part_word _ e) k x) m = pairs h k m.
Proof.
move=> le; apply: eq_bigr => i _; rewrite !K_put.
have := pair_lt false (ltn_ord i); have := pair_lt true (ltn_ord i); rewrite addn0 addn1 => lt1 lt0.
by rewrite !ltn_eqF // ?(leq_trans lt1) // (leq_trans lt0).
Qed.

Lemma halves (l : nat) : l = (2 * l./2 + odd l)%N.
Proof. by rewrite mul2n addnC odd_double_half. Qed.

Lemma half_behind (l : nat) k m (e : 'I_N) x : (l <= e)%N ->
  half l (put (part_word _ e) k x) m = half l k m.
Proof.
move=> le; rewrite /half pairs_behind; last by rewrite (leq_trans _ le) // {2}(halves l) leq_addr.
case: ifP => // odd_l; rewrite K_put ltn_eqF // (leq_trans _ le) //.
by case: (l) odd_l.
Qed.

(** The sum as a function of one word of the key. *)
Lemma dot_put (l : nat) k m (j : 'I_N) x : (j < l)%N ->
  dot l (put (part_word _ j) k x) m =
  \sum_(i < l | i != j :> nat) w m i * K k i + w m j * rVpoly x.
Proof.
move=> lt_j; rewrite /dot (bigD1 (Ordinal lt_j)) //= K_put eqxx addrC; congr (_ + _).
apply: eq_big => [i | i ne]; first by rewrite -val_eqE.
by rewrite K_put -val_eqE in ne *; rewrite (negbTE ne).
Qed.

(** The words of pair j are 2 j + e, where e is 0 or 1; the other one is 2 j + ~~ e. *)
Lemma pair_eq (i j : nat) (d e : bool) : (2 * i + d == 2 * j + e)%N = (i == j) && (d == e).
Proof.
rewrite !mul2n [(_ + d)%N]addnC [(_ + e)%N]addnC.
apply/eqP/andP => [eq_ij | [/eqP -> /eqP -> //]].
have eq_d : d = e by have := congr1 odd eq_ij; rewrite !oddD !odd_double !addbF !oddb.
by split; [rewrite -(half_bit_double i d) eq_ij half_bit_double | rewrite eq_d].
Qed.

Lemma pairs_put (h : nat) k m (j : nat) (e : bool) (o : 'I_N) x :
  (j < h)%N -> o = (2 * j + ~~ e)%N :> nat ->
  pairs h (put (part_word _ o) k x) m =
  (w m (2 * j + e) + K k (2 * j + e)) * (w m (2 * j + ~~ e) + rVpoly x) +
  \sum_(i < h | i != j :> nat) (w m (2 * i) + K k (2 * i)) * (w m (2 * i).+1 + K k (2 * i).+1).
Proof.
move=> lt_j o_j; have KE (i : nat) (d : bool) : K (put (part_word _ o) k x) (2 * i + d) =
    if (i == j) && (d == ~~ e) then rVpoly x else K k (2 * i + d).
  by rewrite K_put o_j pair_eq.
set k' := put _ _ _ in KE *.
have KE0 i : K k' (2 * i) = if (i == j) && e then rVpoly x else K k (2 * i).
  by have := KE i false; rewrite addn0 => ->; case: (e).
have KE1 i : K k' (2 * i).+1 = if (i == j) && ~~ e then rVpoly x else K k (2 * i).+1.
  by have := KE i true; rewrite addn1 => ->; case: (e).
rewrite /pairs (bigD1 (Ordinal lt_j)) //=; congr (_ + _); last first.
  apply: eq_big => [i|i ne]; first by rewrite -val_eqE.
  have ne' : (i == j :> nat) = false by apply: negbTE; rewrite -val_eqE in ne.
  by rewrite KE0 KE1 ne'.
by rewrite KE0 KE1 eqxx; case: (e); rewrite /= ?addn0 ?addn1 // mulrC.
Qed.

(** Two different messages of l words: the hashes are strongly universal. *)
Section Strong.

Variables (l : nat) (m m' : seq byte) (c c' : {poly 'F_2}).
Hypotheses (size_m : size m = (l * v)%N) (size_m' : size m' = (l * v)%N) (ne : m != m').
Hypotheses (lt_l : (l < N)%N) (size_c : (size c <= n)%N) (size_c' : (size c' <= n)%N).

Theorem inner_strong :
  share_eq (fun k => (inner l k m == c) && (inner l k m' == c')) 1 (2 ^ n * 2 ^ n).
Proof.
have [i lt_i [d_ne0 size_d]] := word_differs size_m size_m' ne.
apply: (@strong_of_linear (Ordinal lt_l) (Ordinal (ltn_trans lt_i lt_l)) _ _ _ _ _ _ _ _ d_ne0)
  => //.
- by move=> k x; apply: dot_behind.
- by move=> k x; apply: dot_behind.
move=> k; pose others m0 := \sum_(u < l | u != i :> nat) w m0 u * K k u.
by exists (others m - others m') => x; rewrite !dot_put // opprD addrACA -mulrBl.
Qed.

Theorem inner_half_strong :
  share_eq (fun k => (inner_half l k m == c) && (inner_half l k m' == c')) 1 (2 ^ n * 2 ^ n).
Proof.
have [i lt_i [d_ne0 size_d]] := word_differs size_m size_m' ne.
have behind m0 k x : half l (put (part_word _ (Ordinal lt_l)) k x) m0 = half l k m0.
  exact: half_behind.
have [lt_h | ge_h] := ltnP i (2 * l./2).
  pose j := i./2; pose e := odd i; have iE : i = (2 * j + e)%N by apply: halves.
  have lt_j : (j < l./2)%N by rewrite -(ltn_pmul2l (isT : 0 < 2)%N) (leq_ltn_trans _ lt_h) // iE
    leq_addr.
  have lt_o : (2 * j + ~~ e < N)%N.
    apply: leq_trans (pair_lt _ lt_j) _; apply: leq_trans (ltnW lt_l).
    by rewrite [X in (_ <= X)%N](halves l) leq_addr.
  apply: (@strong_of_linear (Ordinal lt_l) (Ordinal lt_o) _ _ _ _ _ _ _ _ d_ne0) => // k.
  set o := Ordinal lt_o.
  have last_o m0 x : (if odd l then w m0 l.-1 * K (put (part_word _ o) k x) l.-1 else 0) =
      if odd l then w m0 l.-1 * K k l.-1 else 0.
    case: ifP => // odd_l; rewrite K_put gtn_eqF //=.
    by have := halves l; rewrite odd_l addn1 => ->; apply: pair_lt.
  pose others m0 := \sum_(u < l./2 | u != j :> nat)
      (w m0 (2 * u) + K k (2 * u)) * (w m0 (2 * u).+1 + K k (2 * u).+1) +
    (if odd l then w m0 l.-1 * K k l.-1 else 0).
  set A := (2 * j + e)%N in iE; set B := (2 * j + ~~ e)%N.
  exists ((w m A + K k A) * w m B - (w m' A + K k A) * w m' B + (others m - others m')) => x.
  have halfE m0 : half l (put (part_word _ o) k x) m0 =
      (w m0 A + K k A) * (w m0 B + rVpoly x) + others m0.
    by rewrite /half (@pairs_put l./2 k m0 j e o x lt_j erefl) last_o -addrA.
  rewrite !halfE -iE [in LHS]opprD [LHS]addrACA [RHS]addrAC; congr (_ + _).
  rewrite !mulrDr opprD addrACA; congr (_ + _).
  by rewrite -mulrBl opprD addrACA subrr addr0.
have odd_l : odd l.
  by apply: contraLR lt_i => /negbTE even; rewrite -leqNgt (halves l) even addn0.
have iE : i = l.-1.
  apply/eqP; rewrite eqn_leq; have := halves l; rewrite odd_l addn1 => lE.
  by rewrite -ltnS prednK ?lt_i ?(leq_ltn_trans _ lt_i) //= lE.
apply: (@strong_of_linear (Ordinal lt_l) (Ordinal (ltn_trans lt_i lt_l)) _ _ _ _ _ _ _ _ d_ne0)
  => // k.
exists (pairs l./2 k m - pairs l./2 k m') => x.
have halfE m0 : half l (put (part_word _ (Ordinal (ltn_trans lt_i lt_l))) k x) m0 =
    pairs l./2 k m0 + w m0 i * rVpoly x.
  by rewrite /half odd_l pairs_behind // -iE K_put eqxx.
by rewrite !halfE opprD addrACA -mulrBl.
Qed.

End Strong.

End Inner.

(** x^32 + x^7 + x^6 + x^2 + 1 *)
Definition P32 : {poly 'F_2} := 'X^32 + 'X^7 + 'X^6 + 'X^2 + 1.
Definition c32 := pad 32 [:: true; false; true; false; false; false; true; true].

Lemma P32_bits : P32 = 'X^32 + toP c32.
Proof.
rewrite toP_pad /= !(mulr0, addr0, add0r) !mulrDr !mulr1 -!expr2 -!exprS.
by rewrite [1 + _]addrC ['X^2 + _]addrC ['X^6 + _]addrC !addrA.
Qed.

Theorem P32_irreducible : irreducible_poly P32.
Proof.
have passed : test 32 c32 [:: 16]%N by vm_compute.
by rewrite P32_bits; have := @test_ok 32 c32 isT erefl [:: 16]%N isT passed.
Qed.

Lemma size_P32 : size P32 = 33%N.
Proof. by rewrite P32_bits (@size_modulus 32). Qed.

(** [multilinear::gf64] and so on, for l words and keys of N > l words. *)
Definition gf64 := inner 8 (n := 64) P64.
Definition gf64_half := inner_half 8 (n := 64) P64.
Definition gf32 := inner 4 (n := 32) P32.
Definition gf32_half := inner_half 4 (n := 32) P32.

Theorem gf64_strong N l (m m' : seq byte) (c c' : {poly 'F_2}) :
  size m = (l * 8)%N -> size m' = (l * 8)%N -> m != m' -> (l < N)%N ->
  (size c <= 64)%N -> (size c' <= 64)%N ->
  share_eq (fun k : {ffun 'I_N -> W 64} => (gf64 l k m == c) && (gf64 l k m' == c'))
    1 (2 ^ 64 * 2 ^ 64).
Proof.
exact: (inner_strong (v := 8) (n := 64) isT erefl P64_irreducible size_P64).
Qed.

Theorem gf64_half_strong N l (m m' : seq byte) (c c' : {poly 'F_2}) :
  size m = (l * 8)%N -> size m' = (l * 8)%N -> m != m' -> (l < N)%N ->
  (size c <= 64)%N -> (size c' <= 64)%N ->
  share_eq (fun k : {ffun 'I_N -> W 64} => (gf64_half l k m == c) && (gf64_half l k m' == c'))
    1 (2 ^ 64 * 2 ^ 64).
Proof.
exact: (inner_half_strong (v := 8) (n := 64) isT erefl P64_irreducible size_P64).
Qed.

Theorem gf32_strong N l (m m' : seq byte) (c c' : {poly 'F_2}) :
  size m = (l * 4)%N -> size m' = (l * 4)%N -> m != m' -> (l < N)%N ->
  (size c <= 32)%N -> (size c' <= 32)%N ->
  share_eq (fun k : {ffun 'I_N -> W 32} => (gf32 l k m == c) && (gf32 l k m' == c'))
    1 (2 ^ 32 * 2 ^ 32).
Proof.
exact: (inner_strong (v := 4) (n := 32) isT erefl P32_irreducible size_P32).
Qed.

Theorem gf32_half_strong N l (m m' : seq byte) (c c' : {poly 'F_2}) :
  size m = (l * 4)%N -> size m' = (l * 4)%N -> m != m' -> (l < N)%N ->
  (size c <= 32)%N -> (size c' <= 32)%N ->
  share_eq (fun k : {ffun 'I_N -> W 32} => (gf32_half l k m == c) && (gf32_half l k m' == c'))
    1 (2 ^ 32 * 2 ^ 32).
Proof.
exact: (inner_half_strong (v := 4) (n := 32) isT erefl P32_irreducible size_P32).
Qed.

(* Assumes nothing: P32_irreducible. *)
(* Assumes nothing: gf64_strong. *)
(* Assumes nothing: gf64_half_strong. *)
(* Assumes nothing: gf32_strong. *)
(* Assumes nothing: gf32_half_strong. *)
