(** [Multilinear64]: the multilinear hash over GF(2^64) of the crate multilinear-hash.

    D. Lemire and O. Kaser, "Strongly universal string hashing is fast" (2014), for one block; the
    module [multilinear_hash::bound], "Fields" and "Messages of any length", for the rest. *)

From mathcomp Require Import all_ssreflect all_algebra.
From Hash Require Import Basics Counting Gf2 Bits Numbers Irreducible Poly127.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import GRing.Theory.
Local Open Scope ring_scope.

(** * The function *)

(** A key is 519 uniform words of 64 bits: the addend of short messages, the factor of the length,
    512 factors of the words of a block, two factors of the polynomial, the addend of long messages,
    and two words for the point. [Schedule64::new] *)
Notation key := {ffun 'I_519 -> W 64}.

Definition K (k : key) (i : nat) : {poly 'F_2} := word_at (@rVpoly _ 64) 0 k i.

(** Word i of a message, little-endian; the last one is completed with zeros. *)
Definition w (m : seq byte) (i : nat) : {poly 'F_2} := bits 64 (word 8 i m).

(** The inner product of a block of up to 4,096 bytes. *)
Definition dot (k : key) (m : seq byte) : {poly 'F_2} := \sum_(i < 512) w m i * K k (2 + i).

(** The values of the blocks, as numbers: [value] of the sums of [absorb]. *)
Definition values (k : key) (m : seq byte) : seq nat :=
  [seq number (dot k (take 4096 (drop (j * 4096) m)) %% P64) | j <- iota 0 (pieces 4096 (size m))].

(** The point: 126 of the 128 bits of its two words. *)
Definition point (k : key) : nat := ((number (K k 517) + 2 ^ 64 * number (K k 518)) %% 2 ^ 126)%N.

Definition prime127 : nat := (2 ^ 127 - 1)%N.

(** The polynomial over the blocks. It starts with 1. [hash_long] *)
Definition polynomial (k : key) (m : seq byte) : nat := horner prime127 1 (point k) (values k m).

(** [Multilinear64]: the hash of a message. *)
Definition hash (k : key) (m : seq byte) : {poly 'F_2} :=
  (if (size m <= 4096)%N then K k 0 + bits 64 (size m) * K k 1 + dot k m
   else K k 516 + bits 64 (size m) * K k 1
     + (bits 64 (polynomial k m) * K k 514 + bits 64 (polynomial k m %/ 2 ^ 64) * K k 515)) %% P64.

(** * Words of the key *)

Notation the_word j := (part_word [finType of W 64] (inord j : 'I_519)).

Lemma K_put (k : key) (i j : nat) x :
  (j < 519)%N -> K (put (the_word j) k x) i = if i == j then rVpoly x else K k i.
Proof. by move=> lt_j; rewrite /K word_at_put inordK. Qed.

Lemma size_K k i : (size (K k i) <= 64)%N.
Proof. by rewrite /K /word_at; case: insubP => [j _ _|]; rewrite ?size_rVpoly ?size_poly0. Qed.

Lemma dot_put (k : key) (j : nat) x m : ((j < 2) || (514 <= j < 519))%N ->
  dot (put (the_word j) k x) m = dot k m.
Proof.
move=> out; apply: eq_bigr => i _; have lt_i := ltn_ord i.
have lt_j : (j < 519)%N by case/orP: out => [/leq_trans -> //|/andP[]].
rewrite K_put //; case: eqP => // eq_j; move: out; rewrite -eq_j /= leqNgt.
by rewrite (ltn_add2l 2 i 512) lt_i.
Qed.

Lemma values_put k j x m : ((j < 2) || (514 <= j < 519))%N ->
  values (put (the_word j) k x) m = values k m.
Proof. by move=> out; apply: eq_map => i; rewrite /= dot_put. Qed.

Lemma polynomial_put k j x m : ((j < 2) || (514 <= j < 517))%N ->
  polynomial (put (the_word j) k x) m = polynomial k m.
Proof.
move=> out; have lt_j : (j < 517)%N by case/orP: out => [/leq_trans -> //|/andP[]].
have out' : ((j < 2) || (514 <= j < 519))%N.
  case/orP: out => [-> //|/andP[ge lt]]; apply/orP; right; rewrite ge /=.
  exact: leq_trans lt _.
have lt_j' : (j < 519)%N by apply: leq_trans lt_j _.
have [ne517 ne518] : (517 == j)%N = false /\ (518 == j)%N = false.
  by rewrite !gtn_eqF // (leq_trans lt_j).
by rewrite /polynomial /point (values_put _ _ _ out') !(K_put _ _ _ lt_j') ne517 ne518.
Qed.

(* Coq must not compute the polynomial. *)
Opaque polynomial.

(** * Strongly universal, except for two long messages of one length *)

Definition difference k m m' := hash k m - hash k m'.

(** The index of the word of the key that is added to the hash, and to no hash of the other class of
    lengths. *)
Definition addend (m : seq byte) : nat := if (size m <= 4096)%N then 0%N else 516%N.

(** The hash without its addend. *)
Definition body (k : key) (m : seq byte) : {poly 'F_2} :=
  bits 64 (size m) * K k 1 +
  (if (size m <= 4096)%N then dot k m
   else bits 64 (polynomial k m) * K k 514 + bits 64 (polynomial k m %/ 2 ^ 64) * K k 515).

Lemma hashE k m : hash k m = (body k m + K k (addend m)) %% P64.
Proof. by rewrite /hash /body /addend; case: ifP => _; rewrite [_ + K k _]addrC -addrA. Qed.

Lemma addend_lt m : (addend m < 519)%N.
Proof. by rewrite /addend; case: ifP. Qed.

Lemma body_put k m m' x : body (put (the_word (addend m)) k x) m' = body k m'.
Proof.
have out : ((addend m < 2) || (514 <= addend m < 517))%N by rewrite /addend; case: ifP.
have out' : ((addend m < 2) || (514 <= addend m < 519))%N by rewrite /addend; case: ifP.
have ne i : (i == 1)%N || (i == 514)%N || (i == 515)%N -> (i == addend m) = false.
  by rewrite /addend; case: ifP => _ /orP[/orP[]|] /eqP ->.
by rewrite /body (dot_put _ _ _ out') (polynomial_put _ _ _ out) !(K_put _ _ _ (addend_lt m)) !ne.
Qed.

Lemma difference_body k m m' : addend m = addend m' ->
  difference k m m' = (body k m - body k m') %% P64.
Proof.
move=> eq_a; rewrite /difference !hashE -eq_a -modNp -modpD; congr (_ %% _).
by rewrite opprD addrACA subrr addr0.
Qed.

Lemma P64_ndvd1 : ~~ (P64 %| 1).
Proof. by apply: modulus_small; rewrite ?oner_eq0 // size_poly1. Qed.

(** If the difference is uniform, by a word of the key, and both messages have the same addend, both
    hashes are uniform and independent. *)
Lemma strong_of_difference (m m' : seq byte) (c c' : {poly 'F_2}) :
  addend m = addend m' -> (size c' <= 64)%N ->
  share_eq (fun k : key => difference k m m' == c - c') 1 (2 ^ 64) ->
  share_eq (fun k : key => (hash k m == c) && (hash k m' == c')) 1 (2 ^ 64 * 2 ^ 64).
Proof.
move=> eq_a size_c' Hd.
have H : share_eq (fun k : key => (difference k m m' == c - c') && (hash k m' == c'))
    (1 * 1) (2 ^ 64 * 2 ^ 64).
  apply: (share_eq_and (p := the_word (addend m'))) Hd _ => [|k x|k].
  - exact: card_W_pos.
  - by rewrite !difference_body // !body_put.
  have [x0 Hx] := linear_word (body k m') size_c' P64_ndvd1.
  rewrite /share_eq card_W mul1n (eq_card (_ : _ =i pred1 x0)) ?card1 ?mul1n // => x.
  by rewrite !inE -Hx mul1r hashE body_put K_put ?addend_lt // eqxx.
rewrite muln1 in H; rewrite /share_eq -H; congr (_ * _)%N; apply: eq_card => k;
  rewrite !inE /difference.
case: (hash k m' =P c') => [-> | _]; last by rewrite !andbF.
by rewrite !andbT (inj_eq (addIr _)).
Qed.

(** One hash is uniform. *)
Lemma hash_uniform (m : seq byte) (c : {poly 'F_2}) : (size c <= 64)%N ->
  share_eq (fun k : key => hash k m == c) 1 (2 ^ 64).
Proof.
move=> size_c; apply: (share_eq_word (p := the_word (addend m))) => k.
have [x0 Hx] := linear_word (body k m) size_c P64_ndvd1; exists x0 => x.
by rewrite -Hx mul1r hashE body_put K_put ?addend_lt // eqxx.
Qed.

Lemma size_hash k m : (size (hash k m) <= 64)%N.
Proof. by rewrite hashE -ltnS -size_P64 ltn_modp -size_poly_gt0 size_P64. Qed.

Lemma size_sub64 (a b : {poly 'F_2}) : (size a <= 64)%N -> (size b <= 64)%N ->
  (size (a - b)%R <= 64)%N.
Proof. by move=> le_a le_b; apply: leq_trans (size_add _ _) _; rewrite geq_max size_opp le_a. Qed.

(** Messages of different lengths: both hashes are uniform and independent. *)
Theorem multilinear64_lengths (m m' : seq byte) (c c' : {poly 'F_2}) :
  (size m < 2 ^ 64)%N -> (size m' < 2 ^ 64)%N -> size m != size m' ->
  (size c <= 64)%N -> (size c' <= 64)%N ->
  share_eq (fun k : key => (hash k m == c) && (hash k m' == c')) 1 (2 ^ 64 * 2 ^ 64).
Proof.
move=> lt_m lt_m' ne size_c size_c'.
have [eq_a | ne_a] := eqVneq (addend m) (addend m'); last first.
  apply: (share_eq_and (p := the_word (addend m')) (N' := 1)) (hash_uniform m size_c) _ => [|k x|k].
  - exact: card_W_pos.
  - by rewrite !hashE body_put K_put ?addend_lt // (negbTE ne_a).
  have [x0 Hx] := linear_word (body k m') size_c' P64_ndvd1.
  rewrite /share_eq card_W mul1n (eq_card (_ : _ =i pred1 x0)) ?card1 ?mul1n // => x.
  by rewrite !inE -Hx mul1r hashE body_put K_put ?addend_lt // eqxx.
apply: strong_of_difference => //; apply: (share_eq_word (p := the_word 1)) => k.
have d_ne0 : bits 64 (size m) - bits 64 (size m') != 0.
  by apply: contra ne; rewrite subr_eq0 => /eqP /bits_inj ->.
have ndiv := modulus_small d_ne0 (size_sub64 (size_bits _ _) (size_bits _ _)).
pose rest m0 := if (size m0 <= 4096)%N then dot k m0
   else bits 64 (polynomial k m0) * K k 514 + bits 64 (polynomial k m0 %/ 2 ^ 64) * K k 515.
have [x0 Hx] := linear_word (rest m - rest m') (size_sub64 size_c size_c') ndiv; exists x0 => x.
have bodyE m0 : body (put (the_word 1) k x) m0 = bits 64 (size m0) * rVpoly x + rest m0.
  have out : ((1 < 2) || (514 <= 1 < 519))%N by [].
  have out' : ((1 < 2) || (514 <= 1 < 517))%N by [].
  have lt1 : (1 < 519)%N by [].
  by rewrite /body (dot_put _ _ _ out) (polynomial_put _ _ _ out') !(K_put _ _ _ lt1).
rewrite -Hx difference_body // !bodyE; congr (_ %% _ == _).
by rewrite opprD addrACA addrC mulrBl.
Qed.

(** Two blocks that differ in a word: the difference of their inner products is linear in a word of
    the key. *)
Lemma dot_linear (b b' : seq byte) (i : nat) :
  (i < 512)%N -> w b i != w b' i ->
  exists2 d : {poly 'F_2}, ~~ (P64 %| d) & forall k, exists a, forall x,
    dot (put (the_word (2 + i)) k x) b - dot (put (the_word (2 + i)) k x) b' = a + d * rVpoly x.
Proof.
move=> lt_i ne; exists (w b i - w b' i).
  by apply: modulus_small; rewrite ?subr_eq0 // size_sub64 ?size_bits.
move=> k; pose rest b0 := \sum_(l < 512 | l != i :> nat) w b0 l * K k (2 + l).
have lt_K : (2 + i < 519)%N by apply: leq_trans (_ : 2 + 512 <= _)%N; rewrite ?(ltn_add2l 2 i 512).
have dotE b0 x : dot (put (the_word (2 + i)) k x) b0 = w b0 i * rVpoly x + rest b0.
  rewrite /dot (bigD1 (Ordinal lt_i)) //= (K_put _ _ _ lt_K) eqxx; congr (_ + _).
  apply: eq_big => [l | l]; first by rewrite -val_eqE.
  by rewrite -val_eqE => ne_l; rewrite (K_put _ _ _ lt_K) eqn_add2l (negbTE ne_l).
exists (rest b - rest b') => x; rewrite !dotE opprD addrACA addrC.
by rewrite mulrBl.
Qed.

(** Messages of one length have a differing word, in a position within a block. *)
Lemma word_differs (m m' : seq byte) :
  size m = size m' -> m != m' -> (size m <= 4096)%N -> exists2 i, (i < 512)%N & w m i != w m' i.
Proof.
move=> eq_size ne le_m; have [i lt_i ne_i] := words_differ (isT : 0 < 8)%N eq_size ne; exists i.
  by rewrite -(ltn_pmul2r (isT : 0 < 8)%N) (leq_trans lt_i).
apply: contra ne_i => /eqP eq_w; apply/eqP; apply: (@bits_inj 64) eq_w.
  by rewrite -[64%N]/(8 * 8)%N -pow256 word_bound.
by rewrite -[64%N]/(8 * 8)%N -pow256 word_bound.
Qed.

(** Two different messages of up to 4,096 bytes, of any lengths: both hashes are uniform and
    independent. So they collide with probability exactly 2^-64. *)
Theorem multilinear64_block (m m' : seq byte) (c c' : {poly 'F_2}) :
  (size m <= 4096)%N -> (size m' <= 4096)%N -> m != m' -> (size c <= 64)%N -> (size c' <= 64)%N ->
  share_eq (fun k : key => (hash k m == c) && (hash k m' == c')) 1 (2 ^ 64 * 2 ^ 64).
Proof.
move=> le_m le_m' ne size_c size_c'.
have lt64 n : (n <= 4096)%N -> (n < 2 ^ 64)%N.
  by move=> le_n; apply: leq_ltn_trans le_n _; rewrite (_ : 4096%N = 2 ^ 12)%N // ltn_exp2l.
have [eq_size | ne_size] := eqVneq (size m) (size m'); last first.
  by apply: multilinear64_lengths => //; apply: lt64.
have eq_a : addend m = addend m' by rewrite /addend eq_size.
apply: strong_of_difference => //; have [i lt_i ne_i] := word_differs eq_size ne le_m.
have [d ndiv lin] := dot_linear lt_i ne_i.
apply: (share_eq_word (p := the_word (2 + i))) => k; have [a Ha] := lin k.
have [x0 Hx] := linear_word a (size_sub64 size_c size_c') ndiv; exists x0 => x.
rewrite -Hx -Ha difference_body // /body -eq_size le_m; congr (_ %% _ == _).
by rewrite opprD addrACA subrr add0r.
Qed.

(** * Long messages of one length *)

(** Step 1: the values of all blocks agree with probability at most 2^-64. *)
Lemma values_agree (m m' : seq byte) :
  size m = size m' -> m != m' -> share (fun k : key => values k m == values k m') 1 (2 ^ 64).
Proof.
move=> eq_size ne; have [i lt_i ne_i] := words_differ (isT : 0 < 4096)%N eq_size ne.
pose block m0 : seq byte := take 4096 (drop (i * 4096) m0).
have ne_b : block m != block m' by apply: contra ne_i => /eqP eq_b; rewrite /word -/(block m) eq_b.
have size_b : size (block m) = size (block m') by rewrite !size_take !size_drop eq_size.
have le_b : (size (block m) <= 4096)%N by rewrite size_take; case: ltnP => // /ltnW.
have [j lt_j ne_j] := word_differs size_b ne_b le_b; have [d ndiv lin] := dot_linear lt_j ne_j.
apply: (@share_sub _ _ (fun k => (dot k (block m) - dot k (block m')) %% P64 == 0)) =>
  [k /eqP eq_p|].
  have lt_p : (i < pieces 4096 (size m))%N by rewrite ltnNge pieces_le // -ltnNge.
  have := congr1 (fun s : seq nat => nth 0%N s i) eq_p.
  rewrite !(nth_map 0%N) ?size_iota -?eq_size // !nth_iota -?eq_size // add0n => /number_inj.
  by rewrite -/(block m) -/(block m') modpD modNp => ->; rewrite subrr.
apply: share_eq_le; apply: (share_eq_word (p := the_word (2 + j))) => k; have [a Ha] := lin k.
have size_0 : (size (0%R : {poly 'F_2}) <= 64)%N by rewrite size_poly0.
by have [x0 Hx] := linear_word a size_0 ndiv; exists x0 => x; rewrite -Hx -Ha.
Qed.

Lemma words_ne i j : (i < 519)%N -> (j < 519)%N -> (i != j)%N -> inord i != inord j :> 'I_519.
Proof. by move=> lt_i lt_j ne; rewrite -val_eqE /= !inordK. Qed.

Notation the_words i j :=
  (@part_two _ [finType of W 64] (inord i) (inord j) (@words_ne i j isT isT isT)).

(** At most c numbers below c M are congruent modulo M. *)
Lemma fibre_count (T : finType) (z : T -> nat) (c M v : nat) :
  injective z -> (forall u, z u < c.+1 * M)%N -> (#|[set u | (z u %% M == v)%N]| <= c.+1)%N.
Proof.
move=> z_inj z_lt; pose f u : 'I_c.+1 := inord (z u %/ M).
have fE u : nat_of_ord (f u) = (z u %/ M)%N.
  apply: inordK; rewrite ltn_divLR //; case: (M) (z_lt u) => //; by rewrite muln0.
have f_inj : {in [set u | (z u %% M == v)%N] &, injective f}.
  move=> u u'; rewrite !inE => /eqP eq_u /eqP eq_u' eq_f; apply: z_inj.
  by rewrite (divn_eq (z u) M) (divn_eq (z u') M) -!fE eq_f eq_u eq_u'.
rewrite -(card_in_imset f_inj); apply: leq_trans (max_card _) _.
by rewrite card_ord.
Qed.

(** Each number below 2^126 is the point for four values of the two words. *)
Definition point_of (u : W 64 * W 64) : nat :=
  ((number (rVpoly u.1) + 2 ^ 64 * number (rVpoly u.2)) %% 2 ^ 126)%N.

Lemma point_fibre (v : nat) : (#|[set u | point_of u == v]| <= 4)%N.
Proof.
pose z (u : W 64 * W 64) : nat := (number (rVpoly u.1) + 2 ^ 64 * number (rVpoly u.2))%N.
have lt64 (x : W 64) : (number (rVpoly x) < 2 ^ 64)%N by apply: number_lt; apply: size_rVpoly.
have word_inj (x y : W 64) : number (rVpoly x) = number (rVpoly y) -> x = y.
  by move/number_inj => /(can_inj (@rVpolyK _ _)).
have z_lt u : (z u < 4 * 2 ^ 126)%N.
  have -> : (4 * 2 ^ 126 = 2 ^ 64 * 2 ^ 64)%N by rewrite -(expnD 2 64 64) -(expnD 2 2 126).
  apply: (@leq_trans (2 ^ 64 * (number (rVpoly u.2)).+1)); last by rewrite leq_mul2l lt64 orbT.
  by rewrite mulnS ltn_add2r lt64.
have z_inj u u' : z u = z u' -> u = u'.
  case: u u' => [x y] [x' y']; rewrite /z /= => eq_z.
  have := congr1 (modn^~ (2 ^ 64))%N eq_z;
    rewrite /= ![(_ + 2 ^ 64 * _)%N]addnC ![(2 ^ 64 * _)%N]mulnC.
  rewrite !modnMDl !(modn_small (lt64 _)) => eq_x; rewrite (word_inj _ _ eq_x).
  move: eq_z => /eqP; rewrite eq_x eqn_add2l eqn_mul2l expn_eq0 /= => /eqP eq_y.
  by rewrite (word_inj _ _ eq_y).
exact: (@fibre_count _ z 3 (2 ^ 126)).
Qed.

Lemma below_prime127 (n x : nat) : (n <= 126)%N -> (x < 2 ^ n)%N -> (x < prime127)%N.
Proof.
move=> le_n lt_x; rewrite /prime127 subn1 -ltnS prednK; last by rewrite expn_gt0.
by apply: leq_ltn_trans lt_x _; rewrite ltn_exp2l.
Qed.

Lemma prime127_prime : prime prime127.
Proof. exact: prime_mersenne. Qed.

Lemma prime127_le : (prime127 <= 2 ^ 127)%N.
Proof. exact: leq_subr. Qed.

Lemma values_below k m : all (ltn^~ prime127) (values k m).
Proof.
apply/allP => v /mapP[j _ ->]; apply: (@below_prime127 64) => //; apply: number_lt.
have := ltn_modp (dot k (take 4096 (drop (j * 4096) m))) P64; rewrite -size_poly_gt0 size_P64 => lt.
by rewrite -ltnS lt.
Qed.

Transparent polynomial.

Lemma horner_lt r v : (horner prime127 1 r v < prime127)%N.
Proof.
have pos := prime_gt0 prime127_prime.
elim/last_ind: v => [|v c _]; rewrite /horner ?foldl_rcons; apply: ltn_pmod; exact: pos.
Qed.

Lemma polynomial_lt k m : (polynomial k m < 2 ^ 128)%N.
Proof.
apply: leq_trans (horner_lt _ _) _; apply: leq_trans prime127_le _.
by rewrite leq_exp2l.
Qed.

Lemma point_put (k : key) u : point (put (the_words 517 518) k u) = point_of u.
Proof.
have lt517 : (517 < 519)%N by [].
have lt518 : (518 < 519)%N by [].
have ne : (517 == 518)%N = false by [].
have -> : put (the_words 517 518) k u = put (the_word 518) (put (the_word 517) k u.1) u.2 by [].
set k' := put (the_word 517) k u.1.
have e517 : K (put (the_word 518) k' u.2) 517 = rVpoly u.1.
  by rewrite (K_put k' 517 u.2 lt518) ne (K_put k 517 u.1 lt517) eqxx.
have e518 : K (put (the_word 518) k' u.2) 518 = rVpoly u.2.
  by rewrite (K_put k' 518 u.2 lt518) eqxx.
by rewrite /point /point_of e517 e518.
Qed.

Lemma values_put_two (k : key) u m : values (put (the_words 517 518) k u) m = values k m.
Proof. by rewrite /= !values_put. Qed.

(** Two different sequences of n + 1 numbers have the same polynomial at a random point with probability at
    most n / 2^126. *)
Lemma points_agree (v v' : seq nat) n :
  size v = n.+1 -> size v' = n.+1 -> all (ltn^~ prime127) v -> all (ltn^~ prime127) v' -> v != v' ->
  share (fun u : W 64 * W 64 => horner prime127 1 (point_of u) v == horner prime127 1 (point_of u) v')
    n (2 ^ 126).
Proof.
move=> size_v size_v' below below' ne_v.
have pt_lt u : (point_of u < prime127)%N.
  by apply: (@below_prime127 126) => //; apply: ltn_pmod; rewrite expn_gt0.
have := @horner_share prime127 prime127_prime _ _ _ _ _ pt_lt point_fibre below below' ne_v.
rewrite size_v size_v' eqxx /= => few.
apply: (@share_unscale _ _ _ _ 4) => //.
have -> : (4 * 2 ^ 126 = 2 ^ 64 * 2 ^ 64)%N by rewrite -(expnD 2 64 64) -(expnD 2 2 126).
rewrite [(4 * n)%N]mulnC; apply: share_count; last by rewrite card_prod !card_W leqnn.
by apply: leq_trans few; apply: subset_leq_card; apply/subsetP => u; rewrite !inE => /eqP ->.
Qed.

(** Step 2: if they do not all agree, the polynomials agree with probability at most (b - 1) /
    2^126. *)
Lemma polynomials_agree (m m' : seq byte) n :
  pieces 4096 (size m) = n.+1 -> pieces 4096 (size m') = n.+1 ->
  share (fun k : key => (values k m != values k m') && (polynomial k m == polynomial k m'))
    n (2 ^ 126).
Proof.
move=> size_m size_m'; apply: (share_draw (p := the_words 517 518)) => k.
have [eq_v | ne_v] := eqVneq (values k m) (values k m').
  apply: share_weaken (leq0n n) _; apply: share0 => u.
  by rewrite !values_put_two eq_v eqxx.
apply: share_sub (_ : forall u, _ -> horner prime127 1 (point_of u) (values k m) ==
  horner prime127 1 (point_of u) (values k m')) _ => [u|].
  by rewrite /polynomial !point_put !values_put_two => /andP[].
by apply: points_agree ne_v; rewrite ?size_map ?size_iota ?values_below.
Qed.

Opaque polynomial.

(** The part of the hash that depends on words 514 and 515 of the key. *)
Definition last_of (u : W 64 * W 64) (p : nat) : {poly 'F_2} :=
  bits 64 p * rVpoly u.1 + bits 64 (p %/ 2 ^ 64) * rVpoly u.2.

Lemma lasts_agree (p p' : nat) (c : {poly 'F_2}) :
  (p < 2 ^ 128)%N -> (p' < 2 ^ 128)%N -> p != p' -> (size c <= 64)%N ->
  share (fun u => (last_of u p - last_of u p') %% P64 == c) 1 (2 ^ 64).
Proof.
move=> lt_p lt_p' ne_p size_c.
pose lo x := bits 64 x; pose hi x := bits 64 (x %/ 2 ^ 64).
have lastE u : (last_of u p - last_of u p') %% P64 =
    ((lo p - lo p') * rVpoly u.1 + (hi p - hi p') * rVpoly u.2) %% P64.
  by congr (_ %% _); rewrite /last_of opprD addrACA !mulrBl.
apply: share_sub (_ : forall u, _ ->
  ((lo p - lo p') * rVpoly u.1 + (hi p - hi p') * rVpoly u.2) %% P64 == c) _.
  by move=> u; rewrite lastE.
apply: share_eq_le; have small a b : bits 64 a != bits 64 b -> ~~ (P64 %| bits 64 a - bits 64 b).
  by move=> ne; apply: modulus_small; rewrite ?subr_eq0 // size_sub64 ?size_bits.
have [eq_lo | ne_lo] := eqVneq (lo p) (lo p').
  have ne_hi : hi p != hi p'.
    apply: contra ne_p => /eqP eq_hi; apply/eqP.
    by apply: two_words eq_lo eq_hi; assumption.
  apply: (share_eq_word (p := part_snd [finType of W 64] [finType of W 64])) => -[x y0].
  have [z Hz] := linear_word ((lo p - lo p') * rVpoly x) size_c (small _ _ ne_hi).
  by exists z => y; rewrite -Hz.
apply: (share_eq_word (p := part_fst [finType of W 64] [finType of W 64])) => -[x0 y].
have [z Hz] := linear_word ((hi p - hi p') * rVpoly y) size_c (small _ _ ne_lo).
by exists z => x; rewrite -Hz addrC.
Qed.

Lemma last_put (k : key) u m : polynomial (put (the_words 514 515) k u) m = polynomial k m.
Proof.
have out514 : ((514 < 2) || (514 <= 514 < 517))%N by [].
have out515 : ((515 < 2) || (514 <= 515 < 517))%N by [].
have -> : put (the_words 514 515) k u = put (the_word 515) (put (the_word 514) k u.1) u.2 by [].
by rewrite (polynomial_put _ _ _ out515) (polynomial_put _ _ _ out514).
Qed.

Lemma word_514 (k : key) u : K (put (the_words 514 515) k u) 514 = rVpoly u.1.
Proof.
have lt514 : (514 < 519)%N by [].
have lt515 : (515 < 519)%N by [].
have ne : (514 == 515)%N = false by [].
have -> : put (the_words 514 515) k u = put (the_word 515) (put (the_word 514) k u.1) u.2 by [].
by rewrite (K_put (put (the_word 514) k u.1) 514 u.2 lt515) ne (K_put k 514 u.1 lt514) eqxx.
Qed.

Lemma word_515 (k : key) u : K (put (the_words 514 515) k u) 515 = rVpoly u.2.
Proof.
have lt515 : (515 < 519)%N by [].
have -> : put (the_words 514 515) k u = put (the_word 515) (put (the_word 514) k u.1) u.2 by [].
by rewrite (K_put (put (the_word 514) k u.1) 515 u.2 lt515) eqxx.
Qed.

Lemma difference_long (k : key) (m m' : seq byte) : size m = size m' -> (4096 < size m)%N ->
  difference k m m' = (bits 64 (polynomial k m) * K k 514 + bits 64 (polynomial k m %/ 2 ^ 64) * K k 515
    - (bits 64 (polynomial k m') * K k 514 + bits 64 (polynomial k m' %/ 2 ^ 64) * K k 515)) %% P64.
Proof.
move=> eq_size gt_m; rewrite difference_body; last by rewrite /addend eq_size.
rewrite /body -eq_size (leqNgt (size m)) gt_m /=; congr (_ %% _).
by rewrite [- (_ + (_ + _))]opprD addrACA subrr add0r.
Qed.

(** Step 3: two different polynomials give a given difference of the hashes with probability at most
    2^-64. *)
Lemma last_agree (m m' : seq byte) (c : {poly 'F_2}) :
  size m = size m' -> (4096 < size m)%N -> (size c <= 64)%N ->
  share (fun k : key => (polynomial k m != polynomial k m') && (difference k m m' == c)) 1 (2 ^ 64).
Proof.
move=> eq_size gt_m size_c; apply: (share_draw (p := the_words 514 515)) => k.
have [eq_p | ne_p] : polynomial k m = polynomial k m' \/ polynomial k m != polynomial k m'.
- by case: eqVneq; [left | right].
- apply: share_weaken (leq0n 1) _; apply: share0 => u; rewrite negb_and negbK; apply/orP; left.
  by rewrite !last_put eq_p.
apply: share_sub (_ : forall u, _ ->
  (last_of u (polynomial k m) - last_of u (polynomial k m')) %% P64 == c) _ => [u|].
  by rewrite difference_long // !last_put word_514 word_515 => /andP[].
by apply: lasts_agree ne_p size_c; apply: polynomial_lt.
Qed.

(** A given non-zero difference: at most 2^-64, however long the messages are. *)
Theorem multilinear64_nonzero (m m' : seq byte) (c : {poly 'F_2}) :
  size m = size m' -> (4096 < size m)%N -> c != 0 -> (size c <= 64)%N ->
  share (fun k : key => difference k m m' == c) 1 (2 ^ 64).
Proof.
move=> eq_size gt_m c_ne0 size_c; apply: share_sub (last_agree eq_size gt_m size_c) => k eq_c.
rewrite eq_c andbT; apply: contra c_ne0 => /eqP eq_p; rewrite -(eqP eq_c).
rewrite difference_body; last first.
  by rewrite /addend eq_size.
by rewrite /body -eq_size (leqNgt (size m)) gt_m /= eq_p subrr mod0p.
Qed.

(** Two different messages of one length of b > 1 blocks: a given difference, which may be zero, has
    probability at most 2 / 2^64 + (b - 1) / 2^126. *)
Theorem multilinear64_blocks (m m' : seq byte) (c : {poly 'F_2}) :
  size m = size m' -> m != m' -> (4096 < size m)%N -> (size c <= 64)%N ->
  share (fun k : key => difference k m m' == c) (2 * 2 ^ 62 + (pieces 4096 (size m)).-1) (2 ^ 126).
Proof.
move=> eq_size ne gt_m size_c; set b := pieces _ _.
have b_pos : (0 < b)%N by rewrite ltnNge pieces_le // -ltnNge (leq_ltn_trans _ gt_m).
have e126 : (2 ^ 126 = 2 ^ 62 * 2 ^ 64)%N by rewrite -(expnD 2 62 64).
have to126 (P : pred [finType of key]) : share P 1 (2 ^ 64) -> share P (2 ^ 62) (2 ^ 126).
  by move/(share_scale (2 ^ 62)); rewrite (muln1 (2 ^ 62)%N) -e126.
have P1 := to126 _ (values_agree eq_size ne).
have P2 : share (fun k : key => (values k m != values k m') && (polynomial k m
  == polynomial k m')) b.-1 (2 ^ 126).
  have b_eq : pieces 4096 (size m) = b.-1.+1 by rewrite (prednK b_pos).
  have b_eq' : pieces 4096 (size m') = b.-1.+1 by rewrite -eq_size (prednK b_pos).
  exact: polynomials_agree b_eq b_eq'.
have P3 := to126 _ (last_agree eq_size gt_m size_c).
have e x y : (x + y + x = 2 * x + y)%N by rewrite addnAC addnn mul2n.
rewrite -(e (2 ^ 62)%N b.-1); apply: share_sub (share_or (share_or P1 P2) P3) => k ->;
  rewrite andbT.
by case: (values k m == values k m'); case: (polynomial k m == polynomial k m').
Qed.

(** Hashes that are uniform and independent have each difference with probability 2^-64. *)
Lemma difference_of_strong (m m' : seq byte) (c : {poly 'F_2}) : (size c <= 64)%N ->
  (forall c1 c2 : {poly 'F_2}, (size c1 <= 64)%N -> (size c2 <= 64)%N ->
    share_eq (fun k : key => (hash k m == c1) && (hash k m' == c2)) 1 (2 ^ 64 * 2 ^ 64)) ->
  share_eq (fun k : key => difference k m m' == c) 1 (2 ^ 64).
Proof.
move=> size_c strong_h; apply: (difference_words (a := hash^~ m) (a' := hash^~ m')) => //.
- by move=> k; apply: size_hash.
- by move=> k; apply: size_hash.
by apply/strong_difference/strong_words => // k; apply: size_hash.
Qed.

(** Two different messages of up to 2^64 - 1 bytes, of any lengths, and a given difference: at most
    (2 + 1/1024) / 2^64. The difference zero is a collision. *)
Theorem multilinear64_any (m m' : seq byte) (c : {poly 'F_2}) :
  (size m < 2 ^ 64)%N -> (size m' < 2 ^ 64)%N -> m != m' -> (size c <= 64)%N ->
  share (fun k : key => difference k m m' == c) 2049 (2 ^ 10 * 2 ^ 64).
Proof.
move=> lt_m lt_m' ne size_c.
have size_0 : (size (0%R : {poly 'F_2}) <= 64)%N by rewrite size_poly0.
have weaken : share (fun k : key => difference k m m' == c) 1 (2 ^ 64) ->
    share (fun k : key => difference k m m' == c) 2049 (2 ^ 10 * 2 ^ 64).
  by move/(share_scale (2 ^ 10)); apply: share_weaken.
have [eq_size | ne_size] := eqVneq (size m) (size m'); last first.
  by apply/weaken/share_eq_le/difference_of_strong => // c1 c2 s1 s2; apply: multilinear64_lengths.
have [le_m | gt_m] := leqP (size m) 4096.
  apply/weaken/share_eq_le/difference_of_strong => // c1 c2 s1 s2.
  by apply: multilinear64_block => //; rewrite -eq_size.
have b_le : ((pieces 4096 (size m)).-1 <= 2 ^ 52)%N.
  apply: leq_trans (leq_pred _) _; rewrite (pieces_le _ _ (isT : 0 < 2 ^ 12)%N) -(expnD 2 52 12).
  exact: ltnW lt_m.
have := share_weaken _ (multilinear64_blocks eq_size ne gt_m size_c) => /(_ (2 ^ 52 * 2049)%N) H.
apply: (@share_unscale _ _ _ _ (2 ^ 52)); first by rewrite expn_gt0.
rewrite -(expnD 2 10 64) -(expnD 2 52 74); apply: H.
rewrite -(expnS 2 62) (expnD 2 52 11).
apply: (@leq_trans (2 ^ 52 * 2 ^ 11 + 2 ^ 52 * 1)); first by rewrite leq_add2l (muln1 (2 ^ 52)%N).
by rewrite -mulnDr leq_mul2l; apply/orP; right.
Qed.

(* Assumes nothing: multilinear64_lengths. *)
(* Assumes nothing: multilinear64_block. *)
(* Assumes nothing: multilinear64_nonzero. *)
(* Assumes nothing: multilinear64_blocks. *)
(* Assumes nothing: multilinear64_any. *)
