(** Binary numbers as words, polynomials over GF(2) and bytes: what the files [Run...] share, which prove
    that the programs of [Programs] compute the functions of the theorems.

    Each of these theorems has the form: the program, applied to the numbers of a key and of a message,
    gives the number of the hash. It holds for all keys and messages. *)

From Coq Require Import NArith Lia.
From mathcomp Require Import all_ssreflect all_algebra zify.
From Hash Require Import Basics Counting Gf2 Numbers Irreducible Programs.
From Hash Require Poly127.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import GRing.Theory.
Local Open Scope ring_scope.

(** * Numbers as polynomials *)

(** Bit i is the coefficient of x^i. *)
Definition poly (n : N) : {poly 'F_2} :=
  \poly_(i < N.to_nat (N.size n)) (N.testbit n (N.of_nat i))%:R.

(** The number of a polynomial. *)
Definition num (a : {poly 'F_2}) : N := N.of_nat (number a).

Lemma coef_poly_num n i : (poly n)`_i = (N.testbit n (N.of_nat i))%:R.
Proof.
rewrite coef_poly; case: ltnP => // le; case: (N.eq_dec n 0) => [-> | n0]; first by rewrite N.bits_0.
rewrite N.size_log2 // in le; rewrite N.bits_above_log2 //. lia.
Qed.

Lemma testbit_nat x i : N.testbit (N.of_nat x) (N.of_nat i) = odd (x %/ 2 ^ i)%N.
Proof.
elim: i x => [|i IH] x.
  rewrite expn0 divn1 N.bit0_odd; elim: x => // x IHx.
  by rewrite Nat2N.inj_succ N.odd_succ -N.negb_odd IHx.
rewrite Nat2N.inj_succ N.testbit_succ_r_div2; last exact: N.le_0_l.
rewrite expnS divnMA -IH; congr (N.testbit _ _).
rewrite N.div2_div; apply/esym/(N.div_unique _ _ _ (N.of_nat (x %% 2)%N)).
  by have := ltn_pmod x (isT : 0 < 2)%N; lia.
by have := divn_eq x 2; lia.
Qed.

Lemma poly_inj a b : poly a = poly b -> a = b.
Proof.
move=> /polyP eq_ab; apply: N.bits_inj => i; have := eq_ab (N.to_nat i).
by rewrite !coef_poly_num N2Nat.id => /natF2_inj.
Qed.

Lemma polyK (a : {poly 'F_2}) : poly (num a) = a.
Proof. by apply/polyP => i; rewrite coef_poly_num testbit_nat number_bit. Qed.

Lemma numK n : num (poly n) = n.
Proof. by apply: poly_inj; rewrite polyK. Qed.

(** The theorems of the files [Run...] have the form of the right side. *)
Lemma num_eq n (a : {poly 'F_2}) : poly n = a -> n = num a.
Proof. by move=> <-; rewrite numK. Qed.

Lemma poly_nat n x : (x < 2 ^ n)%N -> poly (N.of_nat x) = bits n x.
Proof.
move=> lt; apply/polyP => i; rewrite coef_poly_num coef_poly testbit_nat.
by case: ltnP => // le; rewrite divn_small //; apply: leq_trans lt _; rewrite leq_exp2l.
Qed.

Lemma poly0 : poly 0 = 0.
Proof. by apply/polyP => i; rewrite coef_poly_num N.bits_0 coef0. Qed.

Lemma poly1 : poly 1 = 1.
Proof. by apply/polyP => i; rewrite coef_poly_num coef1; case: i => // -[]. Qed.

Lemma poly_xor a b : poly (N.lxor a b) = poly a + poly b.
Proof.
apply/polyP => i; rewrite coefD !coef_poly_num N.lxor_spec.
by case: (N.testbit a _); case: (N.testbit b _); apply/val_inj.
Qed.

Lemma poly_shiftl a k : poly (N.shiftl a (N.of_nat k)) = 'X^k * poly a.
Proof.
apply/polyP => i; rewrite coefXnM !coef_poly_num; case: ltnP => [lt | le].
  by rewrite N.shiftl_spec_low //; lia.
rewrite N.shiftl_spec_high'; last by lia.
by congr ((N.testbit _ _)%:R); lia.
Qed.

Lemma poly_double a : poly (N.double a) = 'X * poly a.
Proof.
by rewrite -[X in X * _]expr1 -poly_shiftl.
Qed.

Lemma poly_succ_double a : poly (N.succ_double a) = 1 + 'X * poly a.
Proof.
by rewrite -poly_double -poly1 -poly_xor; case: a.
Qed.

(** Numbers below 2^k are the polynomials of degree below k. *)
Lemma size_poly_num n k : (n < 2 ^ N.of_nat k)%num <-> (size (poly n) <= k)%N.
Proof.
have [-> | n0] := N.eq_dec n 0.
  by rewrite poly0 size_poly0; split=> // _; have := N.pow_nonzero 2 (N.of_nat k); lia.
rewrite N.log2_lt_pow2; last by lia.
split=> [lt | le].
  apply/leq_sizeP => i le; rewrite coef_poly_num N.bits_above_log2 //; lia.
case: (N.ltb_spec (N.log2 n) (N.of_nat k)) => // ge.
have := N.bit_log2 n n0; rewrite -(N2Nat.id (N.log2 n)) => top.
have /leq_sizeP/(_ (N.to_nat (N.log2 n))) := le; rewrite coef_poly_num top => H.
by have /eqP := H ltac:(lia); rewrite oner_eq0.
Qed.

Lemma poly_mul a b : poly (clmul a b) = poly a * poly b.
Proof.
case: a => [|a]; first by rewrite poly0 mul0r.
rewrite /clmul; elim: a => [a IH | a IH |] /=; last by rewrite poly1 mul1r.
- by rewrite poly_xor poly_double IH -[Npos a~1]/(N.succ_double (Npos a)) poly_succ_double mulrDl mul1r mulrA.
- by rewrite poly_double IH -[Npos a~0]/(N.double (Npos a)) poly_double mulrA.
Qed.

(** The remainder modulo a polynomial m of degree n, by the bits of a from the highest. *)
Section Remainder.

Variables (n : nat) (m : N).

Hypothesis size_m : size (poly m) = n.+1.

Notation subtract := (Programs.subtract n m).
Notation remainder := (Programs.remainder n m).

Lemma poly_subtract r : (size (poly r) <= n.+1)%N -> poly (subtract r) = poly r %% poly m.
Proof.
rewrite /subtract => le; case: N.ltb_spec => [/size_poly_num lt | ge].
  by rewrite modp_small // size_m.
have {ge} size_r : size (poly r) = n.+1.
  apply/eqP; rewrite eqn_leq le ltnNge /=; apply/negP => /size_poly_num; lia.
rewrite poly_xor; apply: (@modpP _ _ 1); first by rewrite mul1r addrCA -{2}[poly m]oppp subrr addr0.
rewrite size_m ltnS; apply/leq_sizeP => i; rewrite leq_eqVlt coefD => /orP[/eqP <- | lt].
  have top a : size (poly a) = n.+1 -> (poly a)`_n = 1.
    move=> size_a; have : lead_coef (poly a) != 0 by rewrite lead_coef_eq0 -size_poly_gt0 size_a.
    by rewrite lead_coefE size_a; case: (F2P (poly a)`_n) => ->.
  by rewrite !top //; apply/val_inj.
by rewrite !nth_default ?addr0 ?size_m ?size_r.
Qed.

Lemma poly_remainder a : poly (remainder a) = poly a %% poly m.
Proof.
have size_r b : (size (poly b %% poly m)%R <= n)%N.
  by rewrite -ltnS -size_m ltn_modp -size_poly_gt0 size_m.
have size_x b (c : {poly 'F_2}) : (size c <= n.+1)%N -> (size (c + 'X * (poly b %% poly m))%R <= n.+1)%N.
  move=> le; apply: leq_trans (size_add _ _) _; rewrite geq_max le /=.
  by apply: leq_trans (size_mul_leq _ _) _; rewrite size_polyX /= ltnS size_r.
case: a => [|a]; first by rewrite poly0 mod0p.
rewrite /remainder; elim: a => [a IH | a IH |] /=.
- rewrite poly_subtract poly_succ_double IH ?size_x ?size_poly1 //.
  by rewrite -[Npos a~1]/(N.succ_double (Npos a)) poly_succ_double !modpD modp_mul.
- rewrite poly_subtract poly_double IH; last by have := size_x (Npos a) 0; rewrite add0r size_poly0; apply.
  by rewrite -[Npos a~0]/(N.double (Npos a)) poly_double modp_mul.
- by rewrite poly_subtract // poly1 size_poly1.
Qed.

End Remainder.

Lemma poly_parts k a : poly (lowest k a) = poly a %% 'X^k /\ poly (others k a) = poly a %/ 'X^k.
Proof.
have eq_a : poly a = poly (others k a) * 'X^k + poly (lowest k a).
  rewrite mulrC -poly_shiftl -poly_xor; congr poly; apply: N.bits_inj => i.
  rewrite N.lxor_spec N.land_spec; case: (N.ltb_spec i (N.of_nat k)) => [lt | ge].
    by rewrite N.shiftl_spec_low // N.ones_spec_low // andbT; case: N.testbit.
  rewrite N.shiftl_spec_high' // N.shiftr_spec'  N.ones_spec_high // andbF N.sub_add //.
  by case: N.testbit.
have small : (size (poly (lowest k a)) < size ('X^k : {poly 'F_2})%R)%N.
  rewrite size_polyXn ltnS; apply/leq_sizeP => i le.
  by rewrite coef_poly_num N.land_spec N.ones_spec_high ?andbF //; lia.
by split; [exact: modpP eq_a small | exact: divpP eq_a small].
Qed.

Lemma poly_lowest k a : poly (lowest k a) = poly a %% 'X^k.
Proof. by case: (poly_parts k a). Qed.

Lemma poly_others k a : poly (others k a) = poly a %/ 'X^k.
Proof. by case: (poly_parts k a). Qed.

Lemma poly_bits n x : poly (lowest n (N.of_nat x)) = bits n x.
Proof.
apply/polyP => i; rewrite coef_poly_num N.land_spec coef_poly testbit_nat; case: ltnP => [lt | le].
  by rewrite N.ones_spec_low ?andbT //; lia.
by rewrite N.ones_spec_high ?andbF //; lia.
Qed.

Lemma poly_of_bits n f : poly (of_bits n f) = \poly_(i < n) (f i)%:R.
Proof.
apply/polyP => i; elim: n f i => [|n IH] f i; first by rewrite poly0 coef0 coef_poly.
rewrite coef_poly /=; case f0: (f 0%N).
  rewrite poly_succ_double coefD coefXM; case: i => [|i]; first by rewrite coef1 addr0 f0.
  by rewrite coef1 add0r IH coef_poly.
rewrite poly_double coefXM; case: i => [|i]; first by rewrite f0.
by rewrite IH coef_poly.
Qed.

(** ** Quotients *)

Lemma nat_div a b : N.of_nat (a %/ b)%N = (N.of_nat a / N.of_nat b)%num.
Proof.
case: b => [|b]; first by rewrite divn0; case: (N.of_nat a).
apply: (N.div_unique _ _ _ (N.of_nat (a %% b.+1)%N)); first by have := ltn_pmod a (ltn0Sn b); lia.
by rewrite -Nat2N.inj_mul -Nat2N.inj_add; congr N.of_nat; rewrite {1}(divn_eq a b.+1) mulnC.
Qed.

Lemma nat_mod a b : N.of_nat (a %% b)%N = (N.of_nat a mod N.of_nat b)%num.
Proof.
case: b => [|b]; first by rewrite modn0; case: (N.of_nat a).
apply: (N.mod_unique _ _ (N.of_nat (a %/ b.+1)%N)); first by have := ltn_pmod a (ltn0Sn b); lia.
by rewrite -Nat2N.inj_mul -Nat2N.inj_add; congr N.of_nat; rewrite {1}(divn_eq a b.+1) mulnC.
Qed.

Lemma nat_pow a b : N.of_nat (a ^ b)%N = (N.of_nat a ^ N.of_nat b)%num.
Proof. by elim: b => // b IH; rewrite expnS Nat2N.inj_mul IH Nat2N.inj_succ N.pow_succ_r'. Qed.

Lemma lowestE n x : lowest n (N.of_nat x) = N.of_nat (x %% 2 ^ n)%N.
Proof. by rewrite /lowest N.land_ones nat_mod nat_pow. Qed.

Lemma othersE n x : others n (N.of_nat x) = N.of_nat (x %/ 2 ^ n)%N.
Proof. by rewrite /others N.shiftr_div_pow2 nat_div nat_pow. Qed.

Lemma hornerE p y r v :
  horner (N.of_nat p) (N.of_nat y) (N.of_nat r) (map N.of_nat v) = N.of_nat (Poly127.horner p y r v).
Proof.
rewrite /horner /Poly127.horner -nat_mod; elim: v (y %% p)%N => //= c v IH z.
by rewrite -Nat2N.inj_mul -Nat2N.inj_add -nat_mod IH.
Qed.

Lemma mersenneE : mersenne = N.of_nat (2 ^ 127 - 1).
Proof. by rewrite Nat2N.inj_sub nat_pow. Qed.

(** * Sums *)

Lemma poly_xor_all (T : Type) (F : T -> N) (r : seq T) : poly (xor_all F r) = \sum_(t <- r) poly (F t).
Proof. by elim: r => [|t r IH] /=; rewrite ?big_nil ?poly0 // big_cons poly_xor IH. Qed.

Lemma iota_sum n (F : nat -> N) : poly (xor_all F (iota 0 n)) = \sum_(i < n) poly (F i).
Proof. by rewrite poly_xor_all -(big_mkord xpredT (fun i => poly (F i))) /index_iota subn0. Qed.

Lemma nat_add_all (T : Type) (F : T -> N) (f : T -> nat) (r : seq T) :
  (forall t, F t = N.of_nat (f t)) -> add_all F r = N.of_nat (\sum_(t <- r) f t).
Proof.
by move=> H; elim: r => [|t r IH] /=; rewrite ?big_nil // big_cons IH H -Nat2N.inj_add.
Qed.

(** * The moduli *)

(** The polynomial with these exponents. *)
Definition with_exponents (es : seq nat) : N := xor_all (fun e => N.shiftl 1 (N.of_nat e)) es.

Lemma poly_exponents es : poly (with_exponents es) = \sum_(e <- es) 'X^e.
Proof. by rewrite poly_xor_all; apply: eq_bigr => e _; rewrite poly_shiftl poly1 mulr1. Qed.

Lemma poly_P64 : poly P64_num = P64.
Proof.
have -> : P64_num = with_exponents [:: 64; 4; 3; 1; 0]%N by vm_compute.
by rewrite poly_exponents !big_cons big_nil addr0 !addrA.
Qed.

Lemma poly_P128 : poly P128_num = P128.
Proof.
have -> : P128_num = with_exponents [:: 128; 7; 2; 1; 0]%N by vm_compute.
by rewrite poly_exponents !big_cons big_nil addr0 !addrA.
Qed.

Lemma poly_Polyval : poly Polyval_num = Polyval.
Proof.
have -> : Polyval_num = with_exponents [:: 128; 127; 126; 121; 0]%N by vm_compute.
by rewrite poly_exponents !big_cons big_nil addr0 !addrA.
Qed.

(** * Messages *)

(** The bytes of a message as numbers. *)
Definition bytes (m : seq byte) : seq N := [seq N.of_nat b | b : byte <- m].

Lemma size_bytes m : size (bytes m) = size m.
Proof. exact: size_map. Qed.

Lemma bytes_take n m : take n (bytes m) = bytes (take n m).
Proof. by rewrite /bytes map_take. Qed.

Lemma bytes_drop n m : drop n (bytes m) = bytes (drop n m).
Proof. by rewrite /bytes map_drop. Qed.

Lemma le_numE m : le_num (bytes m) = N.of_nat (le m).
Proof.
elim: m => // b m IH; rewrite -[RHS]/(N.of_nat (b + 256 * le m)).
rewrite -[LHS]/(N.of_nat b + 256 * le_num (bytes m))%num IH.
by rewrite Nat2N.inj_add Nat2N.inj_mul.
Qed.

Lemma word_numE v i m : word_num v i (bytes m) = N.of_nat (word v i m).
Proof. by rewrite /word_num bytes_drop bytes_take le_numE. Qed.

Lemma poly_word n v i m : n = (8 * v)%N -> poly (word_num v i (bytes m)) = bits n (word v i m).
Proof. by move=> ->; rewrite word_numE; apply: poly_nat; rewrite expnM word_bound. Qed.

(** Word i of piece j, of n words. *)
Lemma word_piece v n i j d m : d = (n * v)%N -> (i < n)%N ->
  word v i (take d (drop (j * d) m)) = word v (j * n + i) m.
Proof. by move=> -> lt; rewrite word_take ?leq_mul2r ?lt ?orbT // mulnA word_drop addnC. Qed.

(** ** Pieces *)

Lemma in_piecesE (T : Type) (d : nat) (s : seq T) : (0 < d)%N ->
  in_pieces d s = [seq take d (drop (j * d) s) | j <- iota 0 (pieces d (size s))].
Proof.
move=> d0; have none : pieces d 0 = 0%N by rewrite /pieces add0n divn_small // prednK.
suff H n : (size s <= n)%N ->
    cut n d s = [seq take d (drop (j * d) s) | j <- iota 0 (pieces d (size s))] by apply: H.
elim: n s => [|n IH] [|x s] le; rewrite ?none //=.
have rest_le : (size (drop d (x :: s)) <= n)%N by rewrite size_drop; move: le d0 => /=; lia.
have -> : pieces d (size s).+1 = (pieces d (size (drop d (x :: s)))).+1.
  rewrite /pieces size_drop /=; move: (size s) d d0 {none IH le rest_le} => k d d0.
  have add y : ((y + d) %/ d = (y %/ d).+1)%N by rewrite divnDr ?dvdnn // divnn d0 addn1.
  have [le | lt] := leqP d k.+1.
    by rewrite -add; congr (_ %/ _)%N; lia.
  have -> : (k.+1 + d.-1 = k + d)%N by lia.
  have -> : (k.+1 - d + d.-1 = d.-1)%N by lia.
  by rewrite add !divn_small ?prednK // ltnW.
rewrite -[iota 0 _.+1]/(0%N :: iota 1 _) map_cons mul0n drop0; congr cons; rewrite IH //.
rewrite -[1%N]addn0 iotaDl -map_comp; apply: eq_map => j /=.
by rewrite drop_drop addnC mulSn.
Qed.

Lemma big_numbered (R : Type) (idx : R) (op : Monoid.com_law idx) (T : Type) (n d : nat) (s : seq T)
    (F : seq T * nat -> R) : (0 < d)%N ->
  \big[op/idx]_(u <- numbered n d s) F u =
  \big[op/idx]_(j < n | (j * d < size s)%N) F (take d (drop (j * d) s), j : nat).
Proof.
move=> d0; rewrite /numbered in_piecesE //.
have -> p : zip [seq take d (drop (j * d) s) | j <- iota 0 p] (iota 0 n) =
    [seq (take d (drop (j * d) s), j) | j <- iota 0 (minn p n)].
  by elim: p n 0%N => [|p IH] [|k] i; rewrite ?minn0 ?min0n ?minnSS //= -IH.
rewrite big_map (_ : iota 0 _ = index_iota 0 (minn (pieces d (size s)) n)); last by rewrite /index_iota subn0.
rewrite big_mkord (big_ord_widen n (fun j => F (take d (drop (j * d) s), j))) ?geq_minr //.
by apply: eq_bigl => j; rewrite leq_min ltn_ord andbT ltnNge pieces_le // -ltnNge.
Qed.

Lemma poly_numbered (T : Type) (n d : nat) (s : seq T) (F : seq T * nat -> N) : (0 < d)%N ->
  poly (xor_all F (numbered n d s)) =
  \sum_(j < n | (j * d < size s)%N) poly (F (take d (drop (j * d) s), j : nat)).
Proof. by move=> d0; rewrite poly_xor_all big_numbered. Qed.

Lemma nat_numbered (n d : nat) (s : seq N) (F : seq N * nat -> N) (f : nat -> nat) : (0 < d)%N ->
  (forall j, (j * d < size s)%N -> F (take d (drop (j * d) s), j) = N.of_nat (f j)) ->
  add_all F (numbered n d s) = N.of_nat (\sum_(j < n | (j * d < size s)%N) f j).
Proof.
move=> d0 H; rewrite (@nat_add_all _ _ (fun u => N.to_nat (F u))) => [|u]; last by rewrite N2Nat.id.
rewrite big_numbered //; congr N.of_nat; apply: eq_bigr => j lt_j.
by rewrite H // Nat2N.id.
Qed.

(** * Keys *)

(** The words of a key as a list. *)
Definition key_list (n : nat) (A : finType) (B : Type) (f : A -> B) (k : {ffun 'I_n -> A}) : seq B :=
  [seq f (k i) | i <- enum 'I_n].

Lemma nth_key_list (n : nat) (A : finType) (B : Type) (f : A -> B) d (k : {ffun 'I_n -> A}) i :
  nth d (key_list f k) i = word_at f d k i.
Proof.
rewrite /key_list /word_at; case: insubP => [j lt_i <- | le].
  have e : nth j (enum 'I_n) (val j) = j := nth_ord_enum j j.
  by rewrite (nth_map j) ?size_enum_ord ?ltn_ord ?e //; apply: ltn_ord.
by rewrite nth_default // size_map size_enum_ord leqNgt.
Qed.

(** The words of a key of polynomials. *)
Definition key_words (n b : nat) : {ffun 'I_n -> W b} -> seq N := key_list (fun x => num (rVpoly x)).

Lemma poly_key_words (n b : nat) (k : {ffun 'I_n -> W b}) i :
  poly (nth 0%num (key_words k) i) = word_at (@rVpoly _ b) 0 k i.
Proof. by rewrite nth_key_list /word_at; case: insubP => [j _ _|_]; rewrite ?polyK ?poly0. Qed.

(* Assumes nothing: poly_remainder. *)
(* Assumes nothing: numK. *)
