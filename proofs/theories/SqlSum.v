(** Checksums of tables that databases compute: sums over the rows, whose order does not matter. The
    module [hash_agg::sql].

    A linear hash of a row is written in digits, and each digit selects a word of the key. The value of
    the row is the product of the selected words. J. Schwartz, "Fast probabilistic algorithms for
    verification of polynomial identities" (1980), and R. Zippel, "Probabilistic algorithms for sparse
    polynomials" (1979), for polynomials in several variables; J. Carter and M. Wegman, "Universal
    classes of hash functions" (1979), for sums of products. *)

From Coq Require Import NArith Lia.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import zify.
From Hash Require Import Basics Counting Poly127 Multiset.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import GRing.Theory.

(** * Sums of products of selected words *)

Section Sums.

Variables (F : finFieldType) (A : finType) (f : A -> F) (c : nat).

(** At most c words of the key have the same value. *)
Hypothesis few : forall y, #|[set a | f a == y]| <= c.

(** n digits in base B. *)
Variables (n B : nat) (X : eqType) (digit : X -> 'I_n -> 'I_B).
Notation selected := (prod_finType (ordinal_finType n) (ordinal_finType B)).
Implicit Types (T : {ffun selected -> A}) (ws : seq (F * X)).

Local Open Scope ring_scope.

(** The product over the first j digits. *)
Definition product j T x : F := \prod_(i < n | (i < j)%N) f (T (i, digit x i)).

Definition weighted j T ws : F := \sum_(u <- ws) u.1 * product j T u.2.

(** The first j digits are the same. *)
Definition alike j x y : bool := [forall i : 'I_n, (i < j)%N ==> (digit x i == digit y i)].

Lemma product_put j (i : 'I_n) d T a x : (j <= i)%N ->
  product j (put (part_word A (i, d)) T a) x = product j T x.
Proof.
move=> le_j; apply: eq_bigr => i' lt_i'; rewrite /= ffunE /=; case: eqP => // -[e _].
by rewrite -e leqNgt lt_i' in le_j.
Qed.

Lemma product_next (j : 'I_n) T x : product j.+1 T x = f (T (j, digit x j)) * product j T x.
Proof.
rewrite /product (bigD1 j) //=; congr (_ * _); apply: eq_bigl => i.
by rewrite -val_eqE ltnS leq_eqVlt; case: ltngtP.
Qed.

Lemma alike_next (j : 'I_n) x y : alike j.+1 x y = (digit x j == digit y j) && alike j x y.
Proof.
apply/forallP/andP => [same | [same_j /forallP same] i].
  by split; [have := same j; rewrite ltnSn | apply/forallP => i; apply/implyP => lt_i;
    have := same i; rewrite ltnS ltnW].
by apply/implyP; rewrite ltnS leq_eqVlt => /orP[/eqP/val_inj -> // | lt_i]; have := same i; rewrite lt_i.
Qed.

(** A sum of weighted products is zero for few keys, if the weights of some class of elements with
    the same digits are not. *)
Lemma weighted_share j ws y : (j <= n)%N -> \sum_(u <- ws | alike j u.2 y) u.1 != 0 ->
  share (fun T => weighted j T ws == 0) (j * c) #|A|.
Proof.
elim: j ws => [|j IH] ws le_j ne0.
  apply: share0 => T; apply: contra ne0 => /eqP zero; apply/eqP; rewrite -[RHS]zero /weighted.
  rewrite big_mkcond; apply: eq_bigr => u _; rewrite /alike /product big_pred0 // mulr1.
  by case: forallP => // -[] i.
pose i := Ordinal le_j; pose d := digit y i; pose ws' := [seq u <- ws | digit u.2 i == d].
have := IH ws' (ltnW le_j); rewrite big_filter_cond.
have -> : \sum_(u <- ws | (digit u.2 i == d) && alike j u.2 y) u.1
    = \sum_(u <- ws | alike j.+1 u.2 y) u.1.
  by apply: eq_bigl => u; rewrite (alike_next i).
move=> /(_ ne0) share_j; rewrite mulSn addnC.
pose Q T := (weighted j T ws' != 0) && (weighted j.+1 T ws == 0).
apply: (share_sub (Q := fun T => (weighted j T ws' == 0) || Q T)).
  by move=> T zero; rewrite /Q zero andbT orbN.
apply: share_or => //; apply: (share_draw (p := part_word A (i, d))) => T.
apply: share_count => //; rewrite /Q.
have fixed a : weighted j (put (part_word A (i, d)) T a) ws' = weighted j T ws'.
  by apply: eq_bigr => u _; rewrite product_put.
pose rest := \sum_(u <- ws | digit u.2 i != d) u.1 * (f (T (i, digit u.2 i)) * product j T u.2).
have value a : weighted j.+1 (put (part_word A (i, d)) T a) ws = f a * weighted j T ws' + rest.
  rewrite /weighted (bigID (fun u => digit u.2 i == d)) /= /weighted big_filter big_distrr /=.
  congr (_ + _); apply: eq_bigr => u; rewrite (product_next i) product_put // ffunE.
    by move=> /eqP ->; rewrite eqxx mulrCA.
  by move=> ne_d; rewrite ifN // xpair_eqE eqxx.
have [w0 | ne] := eqVneq (weighted j T ws') 0.
  by rewrite (_ : [set a | _] = set0) ?cards0 //; apply/setP => a; rewrite !inE fixed w0 eqxx.
apply: leq_trans (few (- rest / weighted j T ws')); apply: subset_leq_card.
apply/subsetP => a; rewrite !inE => /andP[_]; rewrite value addr_eq0 => /eqP e.
by apply/eqP; apply: (mulIf ne); rewrite e mulfVK.
Qed.

(** * Multisets *)

Hypothesis digit_inj : forall x y, (forall i, digit x i = digit y i) -> x = y.

(** The sum of the values of the elements of a multiset. *)
Definition total T xs : F := \sum_(x <- xs) \prod_(i < n) f (T (i, digit x i)).

(** Two multisets have the same sum for few keys, if some element is in one of them more often, also
    modulo the characteristic. *)
Theorem total_share xs ys v : (count_mem v xs)%:R != (count_mem v ys)%:R :> F ->
  share (fun T => total T xs == total T ys) (n * c) #|A|.
Proof.
move=> ne; pose ws := [seq (1, x) | x <- xs] ++ [seq (-1, y) | y <- ys] : seq (F * X).
have count_sum w zs : \sum_(z <- zs | alike n z v) (w : F) = w * (count_mem v zs)%:R.
  have alikeE z : alike n z v = (z == v).
    apply/forallP/eqP => [same | -> i]; last by rewrite eqxx implybT.
    by apply: digit_inj => i; have := same i; rewrite ltn_ord => /eqP.
  by rewrite (eq_bigl _ _ alikeE) big_const_seq iter_addr_0 mulr_natr.
have := @weighted_share n ws v (leqnn n).
rewrite big_cat !big_map !count_sum mul1r mulN1r subr_eq0 => /(_ ne); apply: share_sub => T /eqP e.
have totalE w zs : \sum_(z <- zs) w * product n T z = w * total T zs.
  rewrite /total big_distrr; apply: eq_bigr => z _; congr (_ * _).
  by apply: eq_bigl => i; rewrite ltn_ord.
by rewrite /weighted big_cat !big_map /= (totalE 1) (totalE (-1)) e mul1r mulN1r subrr.
Qed.

End Sums.

(** * Tables *)

Section Tables.

Variables (p : nat) (p_prime : prime p).

(** A word of the key is drawn below W, and taken modulo p. *)
Variables (W c : nat).
Hypothesis W_p : W <= c * p.
Notation word := (ordinal_finType W).

Local Open Scope ring_scope.

Definition value (a : word) : 'F_p := (nat_of_ord a)%:R.

Lemma value_few y : (#|[set a | value a == y]| <= c)%N.
Proof.
pose quotient (a : word) := (a %/ p)%N.
have lt_c a : (quotient a < c)%N.
  by rewrite ltn_divLR ?prime_gt0 //; apply: leq_trans W_p.
rewrite -[X in (_ <= X)%N]card_ord -(card_in_imset (f := fun a => Ordinal (lt_c a))) ?max_card //.
move=> a a'; rewrite !inE => /eqP ea /eqP ea' /(congr1 val) /= eq_q; apply: val_inj => /=.
have /(nat_inj p_prime) eq_r : (nat_of_ord a)%:R = (nat_of_ord a')%:R :> 'F_p by rewrite -/(value a) ea -ea'.
by rewrite (divn_eq a p) (divn_eq a' p) -/(quotient a) eq_q eq_r.
Qed.

(** Rows of m words below w. *)
Variables (m w : nat).
Hypothesis w_p : (w <= p)%N.
Notation row := (finfun_eqType (ordinal_finType m) (ordinal_eqType w)).

Definition hash (a : {ffun 'I_m -> word}) (r : row) : 'F_p :=
  \sum_(i < m) value (a i) * (nat_of_ord (r i))%:R.

Lemma hash_share (r s : row) : r != s -> share (fun a => hash a r == hash a s) c W.
Proof.
move=> ne; have /existsP[i ne_i] : [exists i, r i != s i].
  by apply: contraR ne; rewrite negb_exists => /forallP same; apply/eqP/ffunP => i;
    have := same i; rewrite negbK => /eqP.
apply: (share_draw (p := part_word word i)) => a.
apply: share_count; last by rewrite card_ord.
pose rest (q : row) := \sum_(j < m | j != i) value (a j) * (nat_of_ord (q j))%:R.
pose d : 'F_p := (nat_of_ord (r i))%:R - (nat_of_ord (s i))%:R.
have hashE x q : hash (put (part_word word i) a x) q = value x * (nat_of_ord (q i))%:R + rest q.
  rewrite /hash (bigD1 i) //= ffunE eqxx; congr (_ + _); apply: eq_bigr => j ne_j.
  by rewrite ffunE (negbTE ne_j).
have d0 : d != 0.
  rewrite subr_eq0; apply: contra ne_i => /eqP /(nat_inj p_prime).
  by rewrite !modn_small; [move/val_inj => -> | apply: leq_trans w_p..].
apply: leq_trans (value_few ((rest s - rest r) / d)); apply: subset_leq_card.
apply/subsetP => x; rewrite !inE !hashE => /eqP e; apply/eqP; apply: (mulIf d0).
rewrite mulfVK // /d mulrBr; apply/eqP; rewrite subr_eq addrAC -subr_eq opprK; apply/eqP.
by rewrite e addrC.
Qed.

(** The digits of a hash. *)
Variables (n B : nat).
Hypothesis B_n : (p <= B.+1 ^ n)%N.

Definition digit (x : 'F_p) (i : 'I_n) : 'I_B.+1 := inord ((x %/ B.+1 ^ i) %% B.+1)%N.

Lemma digits_inj k x y : (x < B.+1 ^ k)%N -> (y < B.+1 ^ k)%N ->
  (forall i, i < k -> x %/ B.+1 ^ i = y %/ B.+1 ^ i %[mod B.+1])%N -> x = y.
Proof.
elim: k x y => [|k IH] x y; first by rewrite expn0 !ltnS !leqn0 => /eqP -> /eqP ->.
rewrite expnSr => lt_x lt_y same; rewrite (divn_eq x B.+1) (divn_eq y B.+1).
have := same 0%N isT; rewrite expn0 !divn1 => ->; congr (_ * _ + _)%N.
apply: IH; rewrite ?ltn_divLR // => i lt_i.
by have := same i.+1; rewrite expnS !divnMA => ->.
Qed.

Lemma digit_inj x y : (forall i, digit x i = digit y i) -> x = y.
Proof.
have lt_p (z : 'F_p) : (z < B.+1 ^ n)%N.
  by apply: leq_trans B_n; rewrite -{2}(Fp_cast p_prime) ltn_ord.
move=> same; apply: val_inj; apply: (digits_inj (lt_p x) (lt_p y)) => i lt_i.
have := congr1 (@nat_of_ord _) (same (Ordinal lt_i)).
by rewrite /digit !inordK ?ltn_pmod.
Qed.

Notation selected := (prod_finType (ordinal_finType n) (ordinal_finType B.+1)).
Notation key := (prod_finType (finfun_finType (ordinal_finType m) word) (finfun_finType selected word)).
Implicit Types (k : key) (rs ss : seq row).

(** One of the sums of a checksum. *)
Definition sum k rs : 'F_p := total value digit k.2 (map (hash k.1) rs).

Theorem sum_share rs ss : size rs = size ss -> (size rs < p)%N -> ~~ perm_eq rs ss ->
  share (fun k => sum k rs == sum k ss) ((size (excess ss rs) + n) * c) W.
Proof.
move=> eq_size lt_p ne; pose same k := perm_eq (map (hash k.1) rs) (map (hash k.1) ss).
apply: (share_sub (Q := fun k => same k || (~~ same k && (sum k rs == sum k ss)))).
  by move=> k ->; rewrite andbT orbN.
rewrite mulnDl; apply: share_or.
  apply: (share_draw (p := part_fst _ _)) => k; apply: (multiset_share eq_size ne) => r s _ _.
  exact: hash_share.
apply: (share_draw (p := part_snd _ _)) => k; rewrite /same /=.
have [_ | ne_h] := boolP (perm_eq _ _); first by apply: share_weaken (leq0n _) _; apply: share0.
have [v _ lt_v] : exists2 v, v \in map (hash k.1) rs
    & (count_mem v (map (hash k.1) ss) < count_mem v (map (hash k.1) rs))%N.
  by apply: more ne_h; rewrite !size_map.
have := total_share (f := value) value_few digit_inj (v := v) (xs := map (hash k.1) rs)
  (ys := map (hash k.1) ss).
rewrite card_ord; apply; apply: contraTneq lt_v => /(nat_inj p_prime).
have small zs : (size zs = size rs -> count_mem v (map (hash k.1) zs) < p)%N.
  by move=> eq_z; apply: leq_ltn_trans (count_size _ _) _; rewrite size_map eq_z.
by rewrite !modn_small ?small // => ->; rewrite ltnn.
Qed.

(** Both sums, whose keys are independent. *)
Theorem sums_share rs ss : size rs = size ss -> (size rs < p)%N -> ~~ perm_eq rs ss ->
  share (fun k : prod_finType key key => (sum k.1 rs == sum k.1 ss) && (sum k.2 rs == sum k.2 ss))
    (((size (excess ss rs) + n) * c) ^ 2) (W ^ 2).
Proof.
move=> eq_size lt_p ne; rewrite -!mulnn.
apply: (share_and (p := part_snd _ _)) => // [|k]; last exact: sum_share.
by apply: (share_draw (p := part_fst _ _)) => k; apply: sum_share.
Qed.

End Tables.

(** * The checksum

    Words of the key have 64 bits, those of rows fewer than 24, and hashes nine digits of 7 bits. *)

Lemma prime_sum : prime (2 ^ 61 - 1).
Proof.
have -> : 2 ^ 61 - 1 = N.to_nat (N.pos 2305843009213693950 + 1) by lia.
apply: (@check_prime _ 37%BN [:: 2; 3; 3; 5; 5; 7; 11; 13; 31; 41; 61; 151; 331; 1321]%BN).
  by vm_compute.
by vm_compute.
Qed.

(** The numbers have names, so that Coq does not compute with them. *)
Theorem table_checksum p W w m (rs ss : seq {ffun 'I_m -> 'I_w}) :
  p = 2 ^ 61 - 1 -> W = 2 ^ 64 -> w = 2 ^ 24 ->
  size rs = size ss -> size rs < p -> ~~ perm_eq rs ss ->
  let a := @sum p W m w 9 127 in
  share (fun k => (a k.1 rs == a k.1 ss) && (a k.2 rs == a k.2 ss))
    (((size (excess ss rs) + 9) * 9) ^ 2) (W ^ 2).
Proof.
move=> pE WE wE eq_size lt_p ne; apply: sums_share => //.
- by rewrite pE; apply: prime_sum.
- have wide q : 2 ^ 4 <= q -> 2 ^ 3 * q <= 9 * (q - 1) by lia.
  have e : 64 = 3 + 61 by [].
  by rewrite pE WE e expnD; apply: wide; rewrite (leq_exp2l 4 61 (isT : 1 < 2)).
- have below x y : x < y -> x <= y - 1 by lia.
  by rewrite wE pE; apply: below; rewrite (ltn_exp2l 24 61 (isT : 1 < 2)).
- have e : 127.+1 = 2 ^ 7 by [].
  rewrite pE e -expnM; apply: leq_trans (leq_subr _ _) _.
  by rewrite (leq_exp2l 61 (7 * 9) (isT : 1 < 2)).
Qed.

(* Assumes nothing: weighted_share. *)
(* Assumes nothing: total_share. *)
(* Assumes nothing: sum_share. *)
(* Assumes nothing: sums_share. *)
(* Assumes nothing: prime_sum. *)
(* Assumes nothing: table_checksum. *)
