(** CLHASH: the bounds of the crate clhash.

    D. Lemire and O. Kaser, "Faster 64-bit universal hashing using carry-less multiplications"
    (2015), lemma 9. The proof is that of the module [clhash::bound]. *)

From mathcomp Require Import all_ssreflect all_algebra.
From Hash Require Import Basics Counting Gf2 Irreducible PolyField.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import GRing.Theory.
Local Open Scope ring_scope.

(** * The function *)

(** A key is 133 uniform words of 64 bits. *)
Notation key := {ffun 'I_133 -> W 64}.

(** Word i of a key, as a polynomial. *)
Definition K (k : key) (i : nat) : {poly 'F_2} := word_at (@rVpoly _ 64) 0 k i.

(** Word i of a message, little-endian; the last one is padded with zeros. *)
Definition w (m : seq byte) (i : nat) : {poly 'F_2} := bits 64 (word 8 i m).

(** The inner product of a block of up to 1,024 bytes, over the pairs that hold bytes of it. *)
Definition clnh (k : key) (m : seq byte) : {poly 'F_2} :=
  \sum_(j < 64 | (j * 16 < size m)%N)
    (w m (2 * j) + K k (2 * j)) * (w m (2 * j).+1 + K k (2 * j).+1).

(** [reduce_lazy]: the remainder modulo x times the modulus of GF(2^127). *)
Definition Lazy : {poly 'F_2} := 'X^128 + 'X^2 + 'X.

(** k: words 128 and 129 without the top two bits. *)
Definition point (k : key) : {poly 'F_2} := (K k 128 + 'X^64 * K k 129) %% 'X^126.

(** The inner products of the blocks. *)
Definition products (k : key) (m : seq byte) : seq {poly 'F_2} :=
  [seq clnh k (take 1024 (drop (j * 1024) m)) | j <- iota 0 (pieces 1024 (size m))].

(** The polynomial over the blocks, by Horner's rule: [append]. *)
Definition value (k : key) (m : seq byte) : {poly 'F_2} :=
  foldl (fun s c => (point k * s) %% Lazy + c) 0 (products k m).

(** The last step, from 128 bits to 64, before the reduction. *)
Definition last_step (k : key) (s : {poly 'F_2}) : {poly 'F_2} :=
  (s %% 'X^64 + K k 130) * (s %/ 'X^64 + K k 131).

(** [clhash::hash] *)
Definition hash (k : key) (m : seq byte) : {poly 'F_2} :=
  ((if (size m <= 1024)%N then clnh k m else last_step k (value k m)) + bits 64 (size m) * K k 132)
    %% P64.

(** * Words of the key *)

(** Word j of the key, which is to be drawn again. *)
Notation the_word j := (part_word [finType of W 64] (inord j : 'I_133)).

Lemma K_put (k : key) (i j : nat) x :
  (j < 133)%N -> K (put (the_word j) k x) i = if i == j then rVpoly x else K k i.
Proof. by move=> lt_j; rewrite /K word_at_put inordK. Qed.

Lemma size_K k i : (size (K k i) <= 64)%N.
Proof. by rewrite /K /word_at; case: insubP => [j _ _|]; rewrite ?size_rVpoly ?size_poly0. Qed.

Lemma size_w m i : (size (w m i) <= 64)%N.
Proof. exact: size_bits. Qed.

Lemma pair_lt (i : 'I_64) : (2 * i < 128)%N /\ ((2 * i).+1 < 128)%N.
Proof.
suff lt1 : ((2 * i).+1 < 128)%N by rewrite (ltnW lt1).
by apply: leq_trans (_ : 2 * i.+1 <= _)%N; rewrite ?mulnS // -mulnS (leq_mul2l 2 _ 64) ltn_ord.
Qed.

Lemma clnh_put (k : key) (j : nat) x m : (128 <= j < 133)%N ->
  clnh (put (the_word j) k x) m = clnh k m.
Proof.
case/andP=> ge_j lt_j; apply: eq_bigr => i _; have [lt0 lt1] := pair_lt i.
by rewrite !K_put // !ltn_eqF // ?(leq_trans lt0) // (leq_trans lt1).
Qed.

Lemma products_put k j x m : (128 <= j < 133)%N -> products (put (the_word j) k x) m = products k m.
Proof. by move=> lt_j; apply: eq_map => i; rewrite /= clnh_put. Qed.

Lemma value_put k j x m : (130 <= j < 133)%N -> value (put (the_word j) k x) m = value k m.
Proof.
case/andP=> ge_j lt_j; have lt i : (i < 130)%N -> (i == j) = false by move=> li;
  rewrite ltn_eqF ?(leq_trans li).
by rewrite /value products_put ?lt_j ?(leq_trans _ ge_j) // /point !K_put // !lt.
Qed.

(** * Different lengths *)

Definition difference k m m' := hash k m - hash k m'.

(** The hashes of two messages of different lengths: one value of word 132 gives a difference. *)
Lemma length_word (m m' : seq byte) (c : {poly 'F_2}) (k : key) :
  (size m < 2 ^ 64)%N -> (size m' < 2 ^ 64)%N -> size m != size m' -> (size c <= 64)%N ->
  exists x0, forall x, (difference (put (the_word 132) k x) m m' == c) = (x == x0).
Proof.
move=> lt_m lt_m' ne size_c.
pose rest m := if (size m <= 1024)%N then clnh k m else last_step k (value k m).
have d_ne0 : bits 64 (size m) - bits 64 (size m') != 0.
  by apply: contra ne; rewrite subr_eq0 => /eqP /bits_inj ->.
have ndiv : ~~ (P64 %| bits 64 (size m) - bits 64 (size m')).
  apply: modulus_small d_ne0 _; apply: leq_trans (size_add _ _) _.
  by rewrite geq_max size_opp !size_bits.
have [x0 Hx] := linear_word (rest m - rest m') size_c ndiv; exists x0 => x.
rewrite -Hx /difference.
have hashE m0 : (if (size m0 <= 1024)%N then clnh (put (the_word 132) k x) m0
    else last_step (put (the_word 132) k x) (value (put (the_word 132) k x) m0)) = rest m0.
  by rewrite /rest clnh_put // value_put // /last_step !K_put.
rewrite /hash !hashE K_put // eqxx -modNp -modpD; congr (_ %% _ == _).
by rewrite mulrBl opprD addrACA.
Qed.

(** They differ by a given c with probability exactly 2^-64. *)
Theorem clhash_lengths (m m' : seq byte) (c : {poly 'F_2}) :
  (size m < 2 ^ 64)%N -> (size m' < 2 ^ 64)%N -> size m != size m' -> (size c <= 64)%N ->
  share_eq (fun k : key => difference k m m' == c) 1 (2 ^ 64).
Proof.
by move=> *; apply: (share_eq_word (p := the_word 132)) => k; apply: length_word.
Qed.

(** * One block *)

(** The words of pair j are 2 j + e, where e is 0 or 1; the other one is 2 j + ~~ e. *)
Lemma pair_eq (i j : nat) (d e : bool) : (2 * i + d == 2 * j + e)%N = (i == j) && (d == e).
Proof.
rewrite !mul2n [(_ + d)%N]addnC [(_ + e)%N]addnC.
apply/eqP/andP => [eq_ij | [/eqP -> /eqP -> //]].
have eq_d : d = e by have := congr1 odd eq_ij; rewrite !oddD !odd_double !addbF !oddb.
by split; [rewrite -(half_bit_double i d) eq_ij half_bit_double | rewrite eq_d].
Qed.

(** The contribution of the other pairs. *)
Definition clnh_rest (k : key) (m : seq byte) (j : nat) : {poly 'F_2} :=
  \sum_(i < 64 | (i * 16 < size m)%N && (i != j :> nat))
    (w m (2 * i) + K k (2 * i)) * (w m (2 * i).+1 + K k (2 * i).+1).

(** The inner product as a function of one word of the key. *)
Lemma clnh_other (k : key) m (j : nat) (e : bool) x :
  (j * 16 < size m)%N -> (j < 64)%N ->
  clnh (put (the_word (2 * j + ~~ e)) k x) m =
  (w m (2 * j + e) + K k (2 * j + e)) * (w m (2 * j + ~~ e) + rVpoly x) + clnh_rest k m j.
Proof.
move=> in_m lt_j; have lt_o : (2 * j + ~~ e < 133)%N.
  have [lt0 lt1] := pair_lt (Ordinal lt_j).
  by apply: leq_trans (_ : 128 <= _)%N => //; case: (e); rewrite /= ?addn0 ?addn1.
have KE (i : nat) (d : bool) : K (put (the_word (2 * j + ~~ e)) k x) (2 * i + d) =
    if (i == j) && (d == ~~ e) then rVpoly x else K k (2 * i + d).
  by rewrite K_put // pair_eq.
set k' := put _ _ _ in KE *.
have KE0 i : K k' (2 * i) = if (i == j) && e then rVpoly x else K k (2 * i).
  by have := KE i false; rewrite addn0 => ->; case: (e).
have KE1 i : K k' (2 * i).+1 = if (i == j) && ~~ e then rVpoly x else K k (2 * i).+1.
  by have := KE i true; rewrite addn1 => ->; case: (e).
rewrite /clnh (bigD1 (Ordinal lt_j)) //=; congr (_ + _); last first.
  apply: eq_big => [i|i /andP[_ ne]]; first by rewrite -val_eqE.
  have ne' : (i == j :> nat) = false by apply: negbTE; rewrite -val_eqE in ne.
  by rewrite KE0 KE1 ne'.
by rewrite KE0 KE1 eqxx; case: (e); rewrite /= ?addn0 ?addn1 // mulrC.
Qed.

(** A message of one block that differs from another of its length differs in some pair j. *)
Lemma pair_differs (m m' : seq byte) :
  size m = size m' -> m != m' -> (size m <= 1024)%N ->
  exists j : nat, exists e : bool,
    [/\ (j * 16 < size m)%N, (j < 64)%N & w m (2 * j + e) - w m' (2 * j + e) != 0].
Proof.
move=> eq_size ne le_m; have [i lt_i ne_i] := words_differ (isT : 0 < 8)%N eq_size ne.
have i_eq : i = (2 * i./2 + odd i)%N by rewrite mul2n addnC odd_double_half.
exists i./2, (odd i); rewrite -i_eq; split.
- apply: leq_ltn_trans lt_i; rewrite -[16%N]/(2 * 8)%N mulnA leq_mul2r muln2.
  by rewrite -[X in (_ <= X)%N](odd_double_half i) leq_addl.
- rewrite -(ltn_pmul2r (isT : 0 < 16)%N) (leq_trans _ le_m) //.
  apply: leq_ltn_trans lt_i; rewrite -[16%N]/(2 * 8)%N mulnA leq_mul2r muln2.
  by rewrite -[X in (_ <= X)%N](odd_double_half i) leq_addl.
rewrite subr_eq0; apply: contra ne_i => /eqP eq_w; apply/eqP; apply: (@bits_inj 64) eq_w.
  by rewrite -[64%N]/(8 * 8)%N -pow256 word_bound.
by rewrite -[64%N]/(8 * 8)%N -pow256 word_bound.
Qed.

(** So the difference of two inner products is linear in one word of the key. *)
Lemma clnh_linear (m m' : seq byte) :
  size m = size m' -> m != m' -> (size m <= 1024)%N ->
  exists j, exists2 d : {poly 'F_2}, (j < 128)%N /\ ~~ (P64 %| d) & forall k, exists a, forall x,
    clnh (put (the_word j) k x) m - clnh (put (the_word j) k x) m' = a + d * rVpoly x.
Proof.
move=> eq_size ne le_m; have [j [e [in_m lt_j d_ne0]]] := pair_differs eq_size ne le_m.
exists (2 * j + ~~ e)%N; exists (w m (2 * j + e) - w m' (2 * j + e)).
  have [lt0 lt1] := pair_lt (Ordinal lt_j).
  split; first by case: (e); rewrite /= ?addn0 ?addn1.
  apply: modulus_small d_ne0 _; apply: leq_trans (size_add _ _) _.
  by rewrite geq_max size_opp !size_w.
move=> k; set A := (2 * j + e)%N; set B := (2 * j + ~~ e)%N.
exists ((w m A + K k A) * w m B - (w m' A + K k A) * w m' B +
  (clnh_rest k m j - clnh_rest k m' j)) => x.
rewrite !clnh_other -?eq_size // -/A -/B opprD addrACA [RHS]addrAC; congr (_ + _).
rewrite !mulrDr opprD addrACA; congr (_ + _).
by rewrite -mulrBl opprD addrACA subrr addr0.
Qed.

(** For messages of one length, the term of the length cancels. *)
Lemma difference_block k (m m' : seq byte) : size m = size m' -> (size m <= 1024)%N ->
  difference k m m' = (clnh k m - clnh k m') %% P64.
Proof.
move=> eq_size le_m; rewrite /difference /hash -eq_size le_m -modNp -modpD; congr (_ %% _).
by rewrite opprD addrACA subrr addr0.
Qed.

(** The hashes of two different messages of one length of up to 1,024 bytes differ by a given c with
    probability exactly 2^-64. *)
Theorem clhash_block (m m' : seq byte) (c : {poly 'F_2}) :
  size m = size m' -> m != m' -> (size m <= 1024)%N -> (size c <= 64)%N ->
  share_eq (fun k : key => difference k m m' == c) 1 (2 ^ 64).
Proof.
move=> eq_size ne le_m size_c; have [j [d [lt_j ndiv] lin]] := clnh_linear eq_size ne le_m.
apply: (share_eq_word (p := the_word j)) => k; have [a Ha] := lin k.
have [x0 Hx] := linear_word a size_c ndiv; exists x0 => x; rewrite -Hx -Ha.
by rewrite difference_block.
Qed.

(** The hashes of two different messages of one length, 1 to 1,024 bytes, are uniform and
    independent: the family is strongly universal at every such length. (The hash of the empty
    message is 0.) *)
Theorem clhash_strong (m m' : seq byte) (c c' : {poly 'F_2}) :
  size m = size m' -> m != m' -> (0 < size m <= 1024)%N -> (size c <= 64)%N -> (size c' <= 64)%N ->
  share_eq (fun k : key => (hash k m == c) && (hash k m' == c')) 1 (2 ^ 64 * 2 ^ 64).
Proof.
move=> eq_size ne /andP[m_pos le_m] size_c size_c'.
have size_cc' : (size (c - c')%R <= 64)%N.
  by apply: leq_trans (size_add _ _) _; rewrite geq_max size_opp size_c.
have := @share_eq_and _ _ (the_word 132) (fun k => difference k m m' == c - c')
  (fun k => hash k m' == c') 1 (2 ^ 64) 1 (2 ^ 64).
rewrite muln1 => H.
have {}H : share_eq (fun k : key => (difference k m m' == c - c') && (hash k m' == c'))
    1 (2 ^ 64 * 2 ^ 64).
  apply: H => [|k x||k].
  - exact: card_W_pos.
  - by rewrite !difference_block // !clnh_put.
  - exact: clhash_block eq_size ne le_m size_cc'.
  have ndiv : ~~ (P64 %| bits 64 (size m')).
    apply: modulus_small (size_bits _ _); apply: contraTneq m_pos => eq0.
    rewrite -leqNgt leqn0 eq_size; apply/eqP/(@bits_inj 64); rewrite ?bits0 ?expn_gt0 //.
    by rewrite -eq_size (leq_ltn_trans le_m) // (_ : 1024 = 2 ^ 10)%N // ltn_exp2l.
  have [x0 Hx] := linear_word (clnh k m') size_c' ndiv.
  rewrite /share_eq card_W mul1n (eq_card (_ : _ =i pred1 x0)) ?card1 ?mul1n // => x.
  by rewrite !inE -Hx /hash -eq_size le_m clnh_put // K_put // eqxx.
rewrite /share_eq -H; congr (_ * _)%N; apply: eq_card => k; rewrite !inE /difference.
case: (hash k m' =P c') => [-> | _]; last by rewrite !andbF.
by rewrite !andbT (inj_eq (addIr _)).
Qed.

(** * Several blocks *)

(** Step 1: the inner products of all blocks agree with probability at most 2^-64. *)
Lemma products_agree (m m' : seq byte) :
  size m = size m' -> m != m' -> share (fun k : key => products k m == products k m') 1 (2 ^ 64).
Proof.
move=> eq_size ne; have [i lt_i ne_i] := words_differ (isT : 0 < 1024)%N eq_size ne.
pose block m0 : seq byte := take 1024 (drop (i * 1024) m0).
have ne_b : block m != block m' by apply: contra ne_i => /eqP eq_b; rewrite /word -/(block m) eq_b.
have size_b : size (block m) = size (block m') by rewrite !size_take !size_drop eq_size.
have le_b : (size (block m) <= 1024)%N by rewrite size_take; case: ltnP => // /ltnW.
have [j [d [lt_j ndiv] lin]] := clnh_linear size_b ne_b le_b.
apply: (@share_sub _ _ (fun k => (clnh k (block m) - clnh k (block m')) %% P64 == 0))
  => [k /eqP eq_p|].
  have lt_p : (i < pieces 1024 (size m))%N by rewrite ltnNge pieces_le // -ltnNge.
  have := congr1 (fun s : seq {poly 'F_2} => s`_i) eq_p.
  rewrite !(nth_map 0%N) ?size_iota -?eq_size // !nth_iota -?eq_size // add0n => ->.
  by rewrite subrr mod0p.
apply: share_eq_le; apply: (share_eq_word (p := the_word j)) => k; have [a Ha] := lin k.
have size_0 : (size (0%R : {poly 'F_2}) <= 64)%N by rewrite size_poly0.
by have [x0 Hx] := linear_word a size_0 ndiv; exists x0 => x; rewrite -Hx -Ha.
Qed.

(** Two words of the key at once. *)
Lemma words_ne i j : (i < 133)%N -> (j < 133)%N -> (i != j)%N -> inord i != inord j :> 'I_133.
Proof. by move=> lt_i lt_j ne; rewrite -val_eqE /= !inordK. Qed.

Notation the_words i j :=
  (@part_two _ [finType of W 64] (inord i) (inord j) (@words_ne i j isT isT isT)).

(** Each polynomial of degree below 126 is the point for four values of the two words. *)
Definition point_of (u : W 64 * W 64) : {poly 'F_2} := (rVpoly u.1 + 'X^64 * rVpoly u.2) %% 'X^126.

Lemma Xn_neq0 n : 'X^n != 0 :> {poly 'F_2}.
Proof. by rewrite -size_poly_gt0 size_polyXn. Qed.

Lemma point_fibre (v : {poly 'F_2}) : (#|[set u | point_of u == v]| <= 4)%N.
Proof.
pose z (u : W 64 * W 64) : {poly 'F_2} := rVpoly u.1 + 'X^64 * rVpoly u.2.
have size_z u : (size (z u) <= 128)%N.
  apply: leq_trans (size_add _ _) _; rewrite geq_max (leq_trans (size_rVpoly _)) //=.
  apply: leq_trans (size_mul_leq _ _) _; rewrite size_polyXn /=.
  by rewrite (leq_add2l 64 _ 64) size_rVpoly.
have z_inj u u' : z u = z u' -> u = u'.
  have lt_X (x : W 64) : (size (rVpoly x) < size ('X^64 : {poly 'F_2})%R)%N.
    by rewrite size_polyXn ltnS size_rVpoly.
  case: u u' => [x y] [x' y']; rewrite /z /= ![_ + 'X^64 * _]addrC ![('X^64 * _)%R]mulrC => eq_z.
  have := congr1 (fun q => q %% 'X^64) eq_z;
    rewrite !modp_addl_mul_small ?lt_X // => /(can_inj (@rVpolyK _ _)) ->.
  by have := congr1 (fun q => q %/ 'X^64) eq_z;
    rewrite !divp_addl_mul_small ?lt_X // => /(can_inj (@rVpolyK _ _)) ->.
pose f u : W 2 := poly_rV (z u %/ 'X^126).
have f_inj : {in [set u | point_of u == v] &, injective f}.
  move=> u u'; rewrite !inE => /eqP eq_u /eqP eq_u' eq_f; apply: z_inj.
  have size_q x : (size (z x %/ 'X^126)%R <= 2)%N.
    by rewrite size_divp ?Xn_neq0 // size_polyXn leq_subLR (leq_trans (size_z x)).
  rewrite (divp_eq (z u) 'X^126) (divp_eq (z u') 'X^126) -!/(point_of _) eq_u eq_u'.
  by rewrite -(poly_rV_K (size_q u)) -(poly_rV_K (size_q u')) -/(f u) eq_f.
rewrite -(card_in_imset f_inj); apply: leq_trans (max_card _) _.
by rewrite card_W.
Qed.

Lemma Lazy_eq : Lazy = 'X * P127.
Proof. by rewrite /P127 !mulrDr mulr1 -exprS -expr2. Qed.

(** Inner products have degree at most 126, and values of the polynomial at most 127. *)
Lemma size_clnh k m : (size (clnh k m) <= 127)%N.
Proof.
rewrite /clnh; elim/big_ind: _ => [|a b le_a le_b|i _]; first by rewrite size_poly0.
  by apply: leq_trans (size_add _ _) _; rewrite geq_max le_a.
have le64 j : (size (w m j + K k j)%R <= 64)%N.
  by apply: leq_trans (size_add _ _) _; rewrite geq_max size_w size_K.
apply: leq_trans (size_mul_leq _ _) _; rewrite -ltnS.
by case: (_ + _)%N (leq_add (le64 (2 * i)%N) (le64 (2 * i).+1)).
Qed.

Lemma size_value k m : (size (value k m) <= 128)%N.
Proof.
have size_Lazy : size Lazy = 129%N.
  by rewrite Lazy_eq mulrC size_mulX ?size_P127 // -size_poly_gt0 size_P127.
have Lazy_ne0 : Lazy != 0 by rewrite -size_poly_gt0 size_Lazy.
rewrite /value /products; elim/last_ind: (iota _ _) => [|js j _]; first by rewrite size_poly0.
rewrite map_rcons foldl_rcons; apply: leq_trans (size_add _ _) _.
rewrite geq_max (leq_trans (size_clnh _ _)) // andbT.
by have := ltn_modp (point k * foldl (fun s c => (point k * s) %% Lazy + c) 0 (map (fun j =>
  clnh k (take 1024 (drop (j * 1024) m))) js)) Lazy; rewrite Lazy_ne0 size_Lazy.
Qed.

Lemma point_put (k : key) u : point (put (the_words 128 129) k u) = point_of u.
Proof. by rewrite /point /point_of /= !K_put. Qed.

Lemma products_put_two (k : key) u m : products (put (the_words 128 129) k u) m = products k m.
Proof. by rewrite /= !products_put. Qed.

(** The polynomial over the inner products, at a point. *)
Definition value_at (p : {poly 'F_2}) (cs : seq {poly 'F_2}) : {poly 'F_2} :=
  foldl (fun s c => (p * s) %% Lazy + c) 0 cs.

(** Two different sequences of n + 1 inner products have the same value at a random point with probability at most
    n / 2^126. *)
Lemma runs_agree (cs cs' : seq {poly 'F_2}) n :
  size cs = n.+1 -> size cs' = n.+1 -> all (fun c : {poly 'F_2} => (size c <= 127)%N) (cs ++ cs')%SEQ -> cs != cs' ->
  share (fun u : W 64 * W 64 => value_at (point_of u) cs == value_at (point_of u) cs') n (2 ^ 126).
Proof.
move=> size_cs size_cs'; rewrite all_cat => /andP[/(all_nthP 0) small /(all_nthP 0) small'] ne.
have [F [phi [ker bij]]] := gf2_field P127_irreducible.
rewrite size_P127 /= in bij.
have phi_inj (a b : {poly 'F_2}) : (size a <= 127)%N -> (size b <= 127)%N -> phi a = phi b -> a = b.
  move=> le_a le_b eq_ab; rewrite -(poly_rV_K le_a) -(poly_rV_K le_b); congr rVpoly.
  by apply: (bij_inj bij); rewrite !poly_rV_K.
have phi_lazy (a : {poly 'F_2}) : phi (a %% Lazy) = phi a.
  apply/eqP; rewrite -subr_eq0 -rmorphB ker {2}(divp_eq a Lazy) opprD addrCA subrr addr0 dvdpNr.
  by rewrite Lazy_eq mulrA dvdp_mull.
have phi_run p xs : phi (value_at p xs) = horner_value (phi p) (map phi xs).
  rewrite /value_at /horner_value -(rmorph0 phi).
  elim: xs (0 : {poly 'F_2}) => //= x xs IH s.
  by rewrite IH rmorphD phi_lazy rmorphM mulrC.
pose bad := enum [set t | horner_value t (map phi cs) == horner_value t (map phi cs')].
have size_bad : (size bad <= n)%N.
  rewrite -cardE; apply: horner_agree; rewrite ?size_map //.
  apply: contra ne => /eqP eq_phi; apply/eqP; apply: (@eq_from_nth _ 0) => [|i lt_i].
    by rewrite size_cs.
  have lt_i' : (i < size cs')%N by rewrite size_cs' -size_cs.
  apply: phi_inj; [exact: small lt_i | exact: small' lt_i' |].
  by rewrite -(nth_map 0 0 phi lt_i) -(nth_map 0 0 phi lt_i') eq_phi.
have le4 y : (#|[set u | phi (point_of u) == y]| <= 4)%N.
  have [u0 /eqP <- | none] := pickP [pred u | phi (point_of u) == y]; last first.
    by rewrite (_ : [set u | _] = set0) ?cards0 //; apply/setP => u; rewrite !inE; have := none u.
  apply: leq_trans (point_fibre (point_of u0)); apply: subset_leq_card; apply/subsetP => u.
  have size_pt x : (size (point_of x) <= 127)%N.
    apply: ltnW; have := ltn_modp (rVpoly x.1 + 'X^64 * rVpoly x.2) 'X^126.
    by rewrite Xn_neq0 size_polyXn.
  by rewrite !inE => /eqP /phi_inj -> //.
apply: (@share_unscale _ _ _ _ 4) => //.
have -> : (4 * 2 ^ 126 = 2 ^ 64 * 2 ^ 64)%N by rewrite -(expnD 2 64 64) -(expnD 2 2 126).
have le_bad : (size bad * 4 <= 4 * n)%N by rewrite mulnC leq_mul2l size_bad orbT.
apply: share_weaken le_bad (share_fibres _ le4 _) => [u /eqP eq_v|]; last first.
  by rewrite card_prod !card_W leqnn.
by rewrite mem_enum inE -!phi_run eq_v.
Qed.

(** Step 2: if they do not all agree, the polynomials agree with probability at most (b - 1) /
    2^126. *)
Lemma values_agree_at (m m' : seq byte) n (key0 : key) :
  pieces 1024 (size m) = n.+1 -> pieces 1024 (size m') = n.+1 ->
  let k' := put (the_words 128 129) key0 in
  share (fun u => (products (k' u) m != products (k' u) m') && (value (k' u) m == value (k' u) m'))
    n (2 ^ 126).
Proof.
move=> size_m size_m' k'; rewrite {}/k'.
have [eq_p | ne_p] := eqVneq (products key0 m) (products key0 m').
  apply: share_weaken (leq0n n) _; apply: share0 => u.
  by rewrite !products_put_two eq_p eqxx.
apply: share_sub (_ : forall u, _ -> value_at (point_of u) (products key0 m) ==
  value_at (point_of u) (products key0 m')) _ => [u|].
  by rewrite /value !point_put !products_put_two => /andP[].
apply: runs_agree => //; rewrite ?size_map ?size_iota //.
by rewrite all_cat; apply/andP; split; apply/allP => c /mapP[j _ ->]; apply: size_clnh.
Qed.

Lemma values_agree (m m' : seq byte) n :
  pieces 1024 (size m) = n.+1 -> pieces 1024 (size m') = n.+1 ->
  share (fun k : key => (products k m != products k m') && (value k m == value k m')) n (2 ^ 126).
Proof.
move=> e e'; apply: (share_draw (p := the_words 128 129)) => k.
exact: values_agree_at.
Qed.

Lemma size_difference k m m' : (size (difference k m m') <= 64)%N.
Proof.
by rewrite /difference /hash -modNp -modpD -ltnS -size_P64 ltn_modp -size_poly_gt0 size_P64.
Qed.

Lemma difference_long k (m m' : seq byte) : size m = size m' -> (1024 < size m)%N ->
  difference k m m' = (last_step k (value k m) - last_step k (value k m')) %% P64.
Proof.
move=> eq_size gt_m; rewrite /difference /hash -eq_size leqNgt gt_m -modNp -modpD.
by rewrite opprD addrACA subrr addr0.
Qed.

Lemma value_put_two (k : key) u m : value (put (the_words 130 131) k u) m = value k m.
Proof. by rewrite /= !value_put. Qed.

(** The last step, by two words of a key. *)
Definition last_of (u : W 64 * W 64) (s : {poly 'F_2}) : {poly 'F_2} :=
  (s %% 'X^64 + rVpoly u.1) * (s %/ 'X^64 + rVpoly u.2).

Lemma last_put (k : key) u s : last_step (put (the_words 130 131) k u) s = last_of u s.
Proof. by rewrite /last_step /= !K_put. Qed.

Lemma lasts_agree (s s' c : {poly 'F_2}) :
  (size s <= 128)%N -> (size s' <= 128)%N -> s != s' -> (size c <= 64)%N ->
  share (fun u => (last_of u s - last_of u s') %% P64 == c) 1 (2 ^ 64).
Proof.
move=> size_s size_s' ne_s le_c.
have size_lo t : (size (t %% 'X^64 : {poly 'F_2})%R <= 64)%N.
  by have := ltn_modp t 'X^64; rewrite Xn_neq0 size_polyXn.
have size_hi (t : {poly 'F_2}) : (size t <= 128)%N -> (size (t %/ 'X^64 : {poly 'F_2})%R <= 64)%N.
  by move=> le_t; rewrite size_divp ?Xn_neq0 // size_polyXn leq_subLR.
have small (a b : {poly 'F_2}) : (size a <= 64)%N -> (size b <= 64)%N -> a != b ->
  ~~ (P64 %| a - b).
  move=> le_a le_b ne; apply: modulus_small; rewrite ?subr_eq0 //.
  by apply: leq_trans (size_add _ _) _; rewrite geq_max size_opp le_a.
apply: share_eq_le.
have [eq_lo | ne_lo] := eqVneq (s %% 'X^64) (s' %% 'X^64).
  have ne_hi : s %/ 'X^64 != s' %/ 'X^64.
    by apply: contra ne_s => /eqP eq_hi; rewrite (divp_eq s 'X^64) (divp_eq s' 'X^64) eq_hi eq_lo.
  have ndiv := small _ _ (size_hi _ size_s) (size_hi _ size_s') ne_hi.
  apply: (share_eq_word (p := part_fst [finType of W 64] [finType of W 64])) => -[x0 y].
  have [z Hz] := linear_word (s %% 'X^64 * (s %/ 'X^64 - s' %/ 'X^64)) le_c ndiv.
  exists z => x; rewrite -Hz /last_of /= -eq_lo -mulrBr [RHS]/eq_op; congr (_ %% _ == _).
  by rewrite opprD addrACA subrr addr0 mulrDl [_ * rVpoly x]mulrC.
have ndiv := small _ _ (size_lo s) (size_lo s') ne_lo.
apply: (share_eq_word (p := part_snd [finType of W 64] [finType of W 64])) => -[x y0].
have [z Hz] := linear_word ((s %% 'X^64 + rVpoly x) * (s %/ 'X^64) -
  (s' %% 'X^64 + rVpoly x) * (s' %/ 'X^64)) le_c ndiv.
exists z => y; rewrite -Hz /last_of /=; congr (_ %% _ == _).
rewrite !mulrDr opprD addrACA; congr (_ + _).
by rewrite -mulrBl opprD addrACA subrr addr0.
Qed.

(** Step 3: two different values of the polynomials give a given difference of the hashes with
    probability at most 2^-64. *)
Lemma last_agree_at (m m' : seq byte) (c : {poly 'F_2}) (k : key) :
  size m = size m' -> (1024 < size m)%N ->
  let k' := put (the_words 130 131) k in
  share (fun u => (value (k' u) m != value (k' u) m') && (difference (k' u) m m' == c)) 1 (2 ^ 64).
Proof.
move=> eq_size gt_m k'; rewrite {}/k'.
have [eq_s | ne_s] := eqVneq (value k m) (value k m').
  apply: share_weaken (leq0n 1) _; apply: share0 => u.
  by rewrite !value_put_two eq_s eqxx.
have [le_c | gt_c] := leqP (size c) 64; last first.
  apply: share_weaken (leq0n 1) _; apply: share0 => u; rewrite negb_and; apply/orP; right.
  apply: contraTneq gt_c => <-; rewrite -leqNgt; exact: size_difference.
apply: share_sub (_ : forall u, _ -> (last_of u (value k m) - last_of u (value k m')) %% P64 == c) _ => [u|].
  by rewrite difference_long // !value_put_two !last_put => /andP[].
exact: lasts_agree (size_value k m) (size_value k m') ne_s le_c.
Qed.

Lemma last_agree (m m' : seq byte) (c : {poly 'F_2}) :
  size m = size m' -> (1024 < size m)%N ->
  share (fun k : key => (value k m != value k m') && (difference k m m' == c)) 1 (2 ^ 64).
Proof.
move=> eq_size gt_m; apply: (share_draw (p := the_words 130 131)) => k.
exact: last_agree_at.
Qed.

(** The hashes of two different messages of one length differ by a given non-zero c with probability
    at most 2^-64, however long they are, because equal values of the polynomials give the
    difference zero. *)
Theorem clhash_nonzero (m m' : seq byte) (c : {poly 'F_2}) :
  size m = size m' -> c != 0 -> (size c <= 64)%N ->
  share (fun k : key => difference k m m' == c) 1 (2 ^ 64).
Proof.
move=> eq_size c_ne0 size_c; have [-> | ne] := eqVneq m m'.
  apply: share_weaken (leq0n 1) _; apply: share0 => k.
  by rewrite /difference subrr eq_sym.
have [le_m | gt_m] := leqP (size m) 1024.
  exact: share_eq_le (clhash_block eq_size ne le_m size_c).
apply: share_sub (last_agree c eq_size gt_m) => k eq_c; rewrite eq_c andbT.
apply: contra c_ne0 => /eqP eq_v; rewrite -(eqP eq_c) /difference /hash -eq_size (leqNgt (size m))
  gt_m /=.
by rewrite eq_v subrr.
Qed.

(** The hashes of two different messages of one length of b > 1 blocks differ by a given c, which
    may be zero, with probability at most 2 / 2^64 + (b - 1) / 2^126.
    [clhash::bound::collision_bound] *)
Theorem clhash_blocks (m m' : seq byte) (c : {poly 'F_2}) :
  size m = size m' -> m != m' -> (1024 < size m)%N ->
  share (fun k : key => difference k m m' == c) (2 * 2 ^ 62 + (pieces 1024 (size m)).-1) (2 ^ 126).
Proof.
move=> eq_size ne gt_m; set b := pieces _ _.
have b_pos : (0 < b)%N by rewrite ltnNge pieces_le // -ltnNge (leq_ltn_trans _ gt_m).
have e126 : (2 ^ 126 = 2 ^ 62 * 2 ^ 64)%N by rewrite -(expnD 2 62 64).
have to126 (P : pred [finType of key]) : share P 1 (2 ^ 64) -> share P (2 ^ 62) (2 ^ 126).
  by move/(share_scale (2 ^ 62)); rewrite (muln1 (2 ^ 62)%N) -e126.
have P1 := to126 _ (products_agree eq_size ne).
have P2 : share (fun k : key => (products k m != products k m') && (value k m == value k m'))
    b.-1 (2 ^ 126).
  have b_eq : pieces 1024 (size m) = b.-1.+1 by rewrite (prednK b_pos).
  have b_eq' : pieces 1024 (size m') = b.-1.+1 by rewrite -eq_size (prednK b_pos).
  exact: values_agree b_eq b_eq'.
have P3 := to126 _ (last_agree c eq_size gt_m).
have e x y : (x + y + x = 2 * x + y)%N by rewrite addnAC addnn mul2n.
rewrite -(e (2 ^ 62)%N b.-1); apply: share_sub (share_or (share_or P1 P2) P3) => k ->;
  rewrite andbT.
by case: (products k m == products k m'); case: (value k m == value k m').
Qed.

(** This is at most (2 + 1/256) / 2^64, below 2.004 / 2^64, for all messages of up to 2^64 - 1
    bytes. *)
Theorem clhash_any (m m' : seq byte) (c : {poly 'F_2}) :
  (size m < 2 ^ 64)%N -> (size m' < 2 ^ 64)%N -> m != m' -> (size c <= 64)%N ->
  share (fun k : key => difference k m m' == c) 513 (2 ^ 8 * 2 ^ 64).
Proof.
move=> lt_m lt_m' ne size_c.
have weaken : share (fun k : key => difference k m m' == c) 1 (2 ^ 64) ->
    share (fun k : key => difference k m m' == c) 513 (2 ^ 8 * 2 ^ 64).
  by move/(share_scale (2 ^ 8)); apply: share_weaken.
have [eq_size | ne_size] := eqVneq (size m) (size m'); last first.
  exact: weaken (share_eq_le (clhash_lengths lt_m lt_m' ne_size size_c)).
have [le_m | gt_m] := leqP (size m) 1024.
  exact: weaken (share_eq_le (clhash_block eq_size ne le_m size_c)).
have b_le : ((pieces 1024 (size m)).-1 <= 2 ^ 54)%N.
  apply: leq_trans (leq_pred _) _; rewrite (pieces_le _ _ (isT : 0 < 2 ^ 10)%N) -(expnD 2 54 10).
  exact: ltnW lt_m.
have := share_weaken _ (clhash_blocks c eq_size ne gt_m) => /(_ (2 ^ 54 * 513)%N) H.
apply: (@share_unscale _ _ _ _ (2 ^ 54)); first by rewrite expn_gt0.
rewrite -(expnD 2 8 64) -(expnD 2 54 72); apply: H.
rewrite -(expnS 2 62) (expnD 2 54 9).
apply: (@leq_trans (2 ^ 54 * 2 ^ 9 + 2 ^ 54 * 1)); first by rewrite leq_add2l (muln1 (2 ^ 54)%N).
by rewrite -mulnDr leq_mul2l; apply/orP; right.
Qed.

(* Assumes nothing: clhash_lengths. *)
(* Assumes nothing: clhash_block. *)
(* Assumes nothing: clhash_strong. *)
(* Assumes nothing: clhash_nonzero. *)
(* Assumes nothing: clhash_blocks. *)
(* Assumes nothing: clhash_any. *)
