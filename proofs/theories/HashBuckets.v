(** Buckets of CLHASH, CLHASH-128 and [Multilinear64]: two messages in the same one of b buckets, for
    any b. [Buckets] has the counts.

    The section "Buckets" of [clhash::bound], and the last sections of [clhash::wide::bound] and
    [multilinear_hash::bound]. *)

From mathcomp Require Import all_ssreflect all_algebra zify.
From Hash Require Import Basics Counting Gf2 Bits Numbers Irreducible Buckets.
From Hash Require Clhash Wide WideBlock Multilinear64 Mixed.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import GRing.Theory.
Local Open Scope ring_scope.

(** * Words as numbers *)

Section Words.

Variable n : nat.

Definition num (x : W n) : nat := number (rVpoly x).

Lemma num_inj : injective num.
Proof. by move=> x y /number_inj /(can_inj (@rVpolyK _ _)). Qed.

Lemma num_lt x : (num x < 2 ^ n)%N.
Proof. exact: number_lt (size_rVpoly x). Qed.

(** The two reductions of a word to one of b buckets. *)
Definition by_modulo (b : nat) (x : W n) : nat := (num x %% b)%N.
Definition by_multiply (b : nat) (x : W n) : nat := (num x * b %/ 2 ^ n)%N.

Theorem even_by_modulo b : (0 < b)%N -> even b (by_modulo b).
Proof.
move=> b0; apply: (even_numbers (f := fun x => x %% b)%N (card_W n) num_inj num_lt).
exact: even_modulo.
Qed.

Theorem even_by_multiply b : (0 < b)%N -> even b (by_multiply b).
Proof.
move=> b0; apply: (even_numbers (f := fun x => x * b %/ 2 ^ n)%N (card_W n) num_inj num_lt).
by apply: even_multiply; rewrite ?expn_gt0.
Qed.

(** A bijection such as [mix] before it changes nothing. *)
Lemma even_after (b : nat) (f : W n -> nat) (g : W n -> W n) :
  bijective g -> even b f -> even b (f \o g).
Proof.
move=> g_bij [f_lt bounds]; split=> [x | j lt_j]; first exact: f_lt.
have := bounds j lt_j; rewrite -[X in (_ <= X <= _)%N -> _](on_card_preimset (f := g)).
  by congr (_ <= _ <= _)%N; apply: eq_card => x; rewrite !inE.
exact: onW_bij.
Qed.

Lemma word_is (a : {poly 'F_2}) (x : W n) : (size a <= n)%N -> (word_of n a == x) = (a == rVpoly x).
Proof.
move=> size_a; rewrite -(word_of_eq size_a (size_rVpoly x)).
by rewrite /word_of rVpolyK.
Qed.

End Words.

(** * Two linear equations *)

Lemma P64_product (a b : {poly 'F_2}) : ~~ (P64 %| a) -> P64 %| a * b -> P64 %| b.
Proof.
by move=> ndiv; rewrite Gauss_dvdpr // (irredp_coprime _ P64_irreducible).
Qed.

Lemma P64_word (x y : W 64) : P64 %| rVpoly x - rVpoly y -> x = y.
Proof.
move=> dv; apply: (can_inj (@rVpolyK _ _)); apply/eqP; rewrite -subr_eq0; apply: contraTT dv => ne.
by apply: modulus_small ne _; apply: Multilinear64.size_sub64; apply: size_rVpoly.
Qed.

Lemma two_linear (a c n a' c' n' x y : {poly 'F_2}) :
  ~~ (P64 %| c * n' - c' * n) -> ~~ (P64 %| n) || ~~ (P64 %| n') ->
  (#|[set u : W 64 * W 64 | (((a + c * rVpoly u.1 + n * rVpoly u.2) %% P64 == x)
    && ((a' + c' * rVpoly u.1 + n' * rVpoly u.2) %% P64 == y))%R]| <= 1)%N.
Proof.
move=> det nz; apply: count_one => -[u1 u2] [v1 v2] /= /andP[/eqP eu /eqP eu'] /andP[/eqP ev /eqP ev'].
have diff (b d e p q r s z : {poly 'F_2}) : (b + d * p + e * q) %% P64 = z ->
    (b + d * r + e * s) %% P64 = z -> P64 %| d * (p - r) + e * (q - s).
  move=> e1 e2; have -> : d * (p - r) + e * (q - s) = b + d * p + e * q - (b + d * r + e * s).
    rewrite opprD addrACA [- (b + _)]opprD [b + _ + _]addrACA subrr add0r.
    by rewrite !mulrBr.
  by rewrite /dvdp modpD modNp e1 e2 subrr.
have d1 := diff _ _ _ _ _ _ _ _ eu ev; have d2 := diff _ _ _ _ _ _ _ _ eu' ev'.
have eq1 : u1 = v1.
  apply/P64_word/(P64_product det).
  have -> : (c * n' - c' * n) * (rVpoly u1 - rVpoly v1) =
      n' * (c * (rVpoly u1 - rVpoly v1) + n * (rVpoly u2 - rVpoly v2)) -
      n * (c' * (rVpoly u1 - rVpoly v1) + n' * (rVpoly u2 - rVpoly v2)).
    move: (rVpoly u1 - rVpoly v1) (rVpoly u2 - rVpoly v2) => p q.
    rewrite !mulrDr opprD addrACA !mulrA [n' * n]mulrC subrr addr0 mulrBl.
    by rewrite [n' * c]mulrC [n * c']mulrC.
  by rewrite dvdp_sub // dvdp_mull.
rewrite eq1 subrr !mulr0 !add0r in d1 d2 *; congr (_, _).
by case/orP: nz => nz; apply/P64_word; [apply: P64_product nz d1 | apply: P64_product nz d2].
Qed.

(** * CLHASH *)

Section Clhash.

Import Clhash.

Notation key := {ffun 'I_133 -> W 64}.
Notation the_word j := (part_word [finType of W 64] (inord j : 'I_133)).
Notation the_words i j :=
  (@part_two _ [finType of W 64] (inord i) (inord j) (@words_ne i j isT isT isT)).

(** The hash without the term of its length. *)
Definition body (k : key) m : {poly 'F_2} :=
  if (size m <= 1024)%N then clnh k m else last_step k (value k m).

Lemma body_length (k : key) m x : body (put (the_word 132) k x) m = body k m.
Proof.
by rewrite /body clnh_put // value_put // /last_step !K_put.
Qed.

Lemma hash_length (k : key) m x :
  hash (put (the_word 132) k x) m = (body k m + bits 64 (size m) * rVpoly x) %% P64.
Proof.
have := body_length k m x; rewrite /body => e.
by rewrite /hash e K_put // eqxx.
Qed.

Lemma bits_not_multiple n : (0 < n)%N -> (n < 2 ^ 64)%N -> ~~ (P64 %| bits 64 n).
Proof.
move=> n_pos lt_n; apply: modulus_small; rewrite ?size_bits //.
apply: contraTneq n_pos => e; rewrite -leqNgt leqn0; apply/eqP; apply: (@bits_inj 64) => //.
by rewrite e bits0.
Qed.

(** Two messages of one length, not empty: no pair of different hashes has more than one of 2^128
    keys. *)
Lemma clhash_one_length m m' (c c' : {poly 'F_2}) : size m = size m' -> (0 < size m < 2 ^ 64)%N ->
  c != c' -> (size c <= 64)%N -> (size c' <= 64)%N ->
  share (fun k : key => (hash k m == c) && (hash k m' == c')) (1 * 1) (2 ^ 64 * 2 ^ 64).
Proof.
move=> eq_size /andP[m_pos lt_m] ne size_c size_c'.
apply: (@share_sub _ _ (fun k : key => (difference k m m' == c - c') && (hash k m' == c'))) => [k|].
  by rewrite /difference => /andP[/eqP -> /eqP ->]; rewrite !eqxx.
have ne0 : c - c' != 0 by rewrite subr_eq0.
apply: (share_and (p := the_word 132)) (clhash_nonzero eq_size ne0 (Multilinear64.size_sub64 size_c size_c')) _.
  have diffE j : difference j m m' = (body j m - body j m') %% P64.
    rewrite /difference /hash -/(body j m) -/(body j m') -eq_size -modNp -modpD; congr (_ %% _).
    by rewrite opprD addrACA subrr addr0.
  by move=> k x; rewrite !diffE !body_length.
move=> k; have ndiv : ~~ (P64 %| bits 64 (size m')) by apply: bits_not_multiple; rewrite -eq_size.
have [x0 Hx] := linear_word (body k m') size_c' ndiv.
apply: share_count; last by rewrite card_W leqnn.
by apply: count_one => x y; rewrite !hash_length !Hx => /eqP -> /eqP ->.
Qed.

(** Two messages of different lengths, neither of them empty. A word of the key multiplies each
    length, and another one something else in each hash. The two equations have one solution unless
    their determinant is zero, which a third word makes it with probability 2^-64. *)
Section Lengths.

Variables m m' : seq byte.
Hypotheses (m_pos : (0 < size m)%N) (m'_pos : (0 < size m')%N).
Hypotheses (lt_m : (size m < 2 ^ 64)%N) (lt_m' : (size m' < 2 ^ 64)%N) (ne : size m != size m').

Let short : bool := (size m <= 1024)%N && (size m' <= 1024)%N.

(** The factor of word 0, or of word 130. *)
Definition factor (k : key) m0 : {poly 'F_2} :=
  if short then w m0 1 + K k 1 else
  if (size m0 <= 1024)%N then 0 else value k m0 %/ 'X^64 + K k 131.

Definition good (k : key) : bool :=
  ~~ (P64 %| factor k m * bits 64 (size m') - factor k m' * bits 64 (size m)).

Lemma different_not_multiple : ~~ (P64 %| bits 64 (size m') - bits 64 (size m)).
Proof.
apply: modulus_small; last by rewrite Multilinear64.size_sub64 ?size_bits.
by apply: contra ne; rewrite subr_eq0 => /eqP /bits_inj ->.
Qed.

Lemma bad_share : share (fun k => ~~ good k) 1 (2 ^ 64).
Proof.
have size_0 : (size (0 : {poly 'F_2})%R <= 64)%N by rewrite size_poly0.
pose j := if short then 1%N else 131%N.
have lt_j : (j < 133)%N by rewrite /j; case: short.
pose c (m0 : seq byte) := if short || ~~ (size m0 <= 1024)%N then 1 else 0 : {poly 'F_2}.
pose a k m0 : {poly 'F_2} := if short then w m0 1 else
  if (size m0 <= 1024)%N then 0 else value k m0 %/ 'X^64.
have factorE k x m0 : factor (put (the_word j) k x) m0 = a k m0 + c m0 * rVpoly x.
  rewrite /factor /a /c /j; case: short => /=; first by rewrite K_put // mul1r.
  by case: ifP => _ /=; rewrite ?K_put // ?value_put // ?mul0r ?addr0 ?mul1r.
have det : ~~ (P64 %| c m * bits 64 (size m') - c m' * bits 64 (size m)).
  have n1 := bits_not_multiple m_pos lt_m; have n2 := bits_not_multiple m'_pos lt_m'.
  rewrite /c /short; case: (leqP (size m) 1024) => h1; case: (leqP (size m') 1024) => h2 /=;
    rewrite ?mul1r ?mul0r ?sub0r ?subr0 ?dvdpNr //; exact: different_not_multiple.
apply/share_eq_le/(share_eq_word (p := the_word j)) => k.
have [x0 Hx] := linear_word (a k m * bits 64 (size m') - a k m' * bits 64 (size m)) size_0 det.
exists x0 => x; rewrite -Hx /good negbK !factorE /dvdp; congr (_ %% _ == _).
by rewrite !mulrDl opprD addrACA mulNr ![_ * rVpoly x * _]mulrAC.
Qed.

Lemma good_share (c c' : {poly 'F_2}) :
  share (fun k => good k && ((hash k m == c) && (hash k m' == c'))) 1 (2 ^ 64 * 2 ^ 64).
Proof.
have nz : ~~ (P64 %| bits 64 (size m)) || ~~ (P64 %| bits 64 (size m')).
  by rewrite bits_not_multiple.
suff H (i : nat) (p : part [finType of key] [finType of W 64 * W 64]) :
    (forall k u, put p k u = put (the_word 132) (put (the_word i) k u.1) u.2) ->
    (forall k u, good (put p k u) = good k) ->
    (forall k m0, m0 = m \/ m0 = m' ->
      exists a, forall x, body (put (the_word i) k x) m0 = a + factor k m0 * rVpoly x) ->
    share (fun k => good k && ((hash k m == c) && (hash k m' == c'))) 1 (2 ^ 64 * 2 ^ 64).
  have [sh | lo] := boolP short.
    apply: (H 0%N (the_words 0 132)) => // [k u | k m0 in_m].
      by rewrite /good /factor sh /= !K_put.
    have [le_m0 m0_pos] : (size m0 <= 1024)%N /\ (0 < size m0)%N.
      by case: in_m => ->; case/andP: sh.
    exists ((w m0 1 + K k 1) * w m0 0 + clnh_rest k m0 0) => x; rewrite /body le_m0 /factor sh.
    have := @clnh_other k m0 0 true x m0_pos isT; rewrite /= => ->.
    by rewrite mulrDr addrAC.
  apply: (H 130%N (the_words 130 132)) => // [k u | k m0 _].
    by rewrite /good /factor (negbTE lo) /= !value_put // !K_put.
  rewrite /body /factor (negbTE lo); case: ifP => _.
    by exists (clnh k m0) => x; rewrite clnh_put // mul0r addr0.
  exists (value k m0 %% 'X^64 * (value k m0 %/ 'X^64 + K k 131)) => x.
  by rewrite value_put // /last_step !K_put //= mulrDl [rVpoly x * _]mulrC.
move=> putE goodE bodyE; apply: (share_draw (p := p)) => k.
have [a Ha] := bodyE k m (or_introl erefl); have [a' Ha'] := bodyE k m' (or_intror erefl).
have [ok | bad] := boolP (good k); last first.
  by apply: share_weaken (leq0n 1) _; apply: share0 => u; rewrite goodE (negbTE bad).
apply: share_count; last by rewrite card_prod !card_W leqnn.
apply: leq_trans (two_linear a a' c c' ok nz); apply: subset_leq_card; apply/subsetP => u.
by rewrite !inE goodE ok putE !hash_length Ha Ha'.
Qed.

End Lengths.

(** The hash of the empty message is 0, and that of any other is uniform. *)
Lemma clhash_empty k : hash k [::] = 0.
Proof. by rewrite /hash /= /clnh big_pred0 // add0r bits0 mul0r mod0p. Qed.

Lemma clhash_uniform m (c : {poly 'F_2}) : (0 < size m < 2 ^ 64)%N -> (size c <= 64)%N ->
  share_eq (fun k : key => hash k m == c) 1 (2 ^ 64).
Proof.
move=> /andP[m_pos lt_m] size_c; apply: (share_eq_word (p := the_word 132)) => k.
have [x0 Hx] := linear_word (body k m) size_c (bits_not_multiple m_pos lt_m).
by exists x0 => x; rewrite hash_length Hx.
Qed.

End Clhash.

(** * Any buckets that are even *)

Section Same.

Variables (b : nat) (f : W 64 -> nat).
Hypothesis f_even : even b f.

Notation Q := (2 ^ 64)%N.

Lemma pairs_W64 : pairs f = even_pairs Q b.
Proof. by rewrite (pairs_even f_even) card_W. Qed.

(** Numbers of keys, without their powers of two. *)
Lemma almost_count (P W0 M : nat) : (W0 <= P)%N ->
  (M * (P - W0) + (2 * M + 1) * W0 = M * P + (M + 1) * W0)%N.
Proof. by move=> le; rewrite -{2}(subnK le); move: (P - W0)%N => d; lia. Qed.

Lemma good_count (P W0 M : nat) : (M * P + M * 1 * W0 <= M * P + (M + 1) * W0)%N.
Proof. by rewrite leq_add2l leq_mul2r muln1 leq_addr orbT. Qed.

Lemma empty_count (W0 b0 M : nat) :
  (M * W0 * (W0 %/ b0).+1 <= M * even_pairs W0 b0 + (M + 1) * W0)%N.
Proof.
have := even_pairs_ge W0 b0; move: (even_pairs _ _) (W0 %/ b0)%N => E q le.
rewrite mulnSr -mulnA; apply: leq_add; first by rewrite leq_mul2l le orbT.
by rewrite leq_mul2r leq_addr orbT.
Qed.

Lemma clhash_empty_bucket m : (0 < size m < Q)%N ->
  share (fun k => f (Mixed.clhash k m) == f (Mixed.clhash k [::]))
    (2 ^ 8 * even_pairs Q b + (2 ^ 8 + 1) * Q) (2 ^ 8 * (Q * Q)).
Proof.
move=> m_ok; have e0 k : Mixed.clhash k [::] = 0 by rewrite /Mixed.clhash clhash_empty /word_of raddf0.
have uni x : share_eq (fun k => Mixed.clhash k m == x) 1 Q.
  have := clhash_uniform m_ok (size_rVpoly x); rewrite /share_eq => <-; congr (_ * _)%N.
  by apply: eq_card => k; rewrite !inE /Mixed.clhash word_is ?Mixed.size_clhash.
have := share_eq_le (uniform_property (fun x => f x == f 0) uni).
move=> /(share_weaken (even_class f_even 0))/(share_scale (2 ^ 8 * Q)); rewrite card_W => H.
rewrite [(2 ^ 8 * (Q * Q))%N]mulnA.
apply: (@share_sub _ _ (fun k => f (Mixed.clhash k m) == f 0)) => [k|]; first by rewrite e0.
exact: share_weaken (empty_count Q b (2 ^ 8)) H.
Qed.

(** CLHASH, two different messages of any lengths below 2^64 bytes:
    1 / b + b / 2^130 + (1 + 1/256) / 2^64 at most. [even_pairs_le] has the first two terms. *)
Theorem clhash_buckets m m' : (size m < Q)%N -> (size m' < Q)%N -> m != m' ->
  share (fun k => f (Mixed.clhash k m) == f (Mixed.clhash k m'))
    (2 ^ 8 * even_pairs Q b + (2 ^ 8 + 1) * Q) (2 ^ 8 * (Q * Q)).
Proof.
move=> lt_m lt_m' ne; have [m0 | m_pos] := posnP (size m).
  rewrite (size0nil m0); apply: (@share_sub _ _ (fun k =>
    f (Mixed.clhash k m') == f (Mixed.clhash k [::]))) => [k|]; first by rewrite eq_sym.
  apply: clhash_empty_bucket; rewrite lt_m' andbT lt0n; apply: contra ne => /eqP m'0.
  by rewrite (size0nil m0) (size0nil m'0).
have [m'0 | m'_pos] := posnP (size m').
  by rewrite (size0nil m'0); apply: clhash_empty_bucket; rewrite m_pos.
have wordE k m0 x : (Mixed.clhash k m0 == x) = (Clhash.hash k m0 == rVpoly x).
  by rewrite /Mixed.clhash word_is ?Mixed.size_clhash.
have [eq_size | ne_size] := eqVneq (size m) (size m').
  have most x y : x != y ->
      share (fun k => (Mixed.clhash k m == x) && (Mixed.clhash k m' == y)) 1 (Q * Q).
    move=> ne_xy; have ne_p : rVpoly x != rVpoly y by rewrite (can_eq (@rVpolyK _ _)).
    have m_ok : (0 < size m < Q)%N by rewrite m_pos.
    have := clhash_one_length eq_size m_ok ne_p (size_rVpoly x) (size_rVpoly y).
    by apply: share_sub => k; rewrite !wordE.
  have same : share (fun k => Mixed.clhash k m == Mixed.clhash k m') (2 * 2 ^ 8 + 1) (2 ^ 8 * Q).
    have -> : (2 * 2 ^ 8 + 1 = 513)%N by [].
    have size_0 : (size (0 : {poly 'F_2})%R <= 64)%N by rewrite size_poly0.
    apply: share_sub (Clhash.clhash_any lt_m lt_m' ne size_0) => k.
    by rewrite word_of_eq ?Mixed.size_clhash // /Clhash.difference subr_eq0.
  have := almost_independent (card_W 64) f most same; rewrite pairs_W64.
  have le : (Q <= even_pairs Q b)%N by rewrite -pairs_W64 -(card_W 64) pairs_ge.
  by rewrite (almost_count (2 ^ 8) le).
have most x y : share (fun k => good m m' k &&
    ((Mixed.clhash k m == x) && (Mixed.clhash k m' == y))) 1 (Q * Q).
  have := good_share m_pos m'_pos lt_m (rVpoly x) (rVpoly y).
  by apply: share_sub => k; rewrite !wordE.
have few := share_scale (2 ^ 8) (bad_share m_pos m'_pos lt_m lt_m' ne_size).
have := good_relation (fun x y => f x == f y) most few.
rewrite -[#|_|]/(pairs f) pairs_W64; apply: share_weaken.
exact: good_count.
Qed.

(** [Multilinear64], two different messages of up to 4,096 bytes: exactly the share of the pairs, so
    1 / b + b / 2^130 at most. The same holds for messages of different lengths. *)
Theorem multilinear64_buckets m m' : (size m <= 4096)%N -> (size m' <= 4096)%N -> m != m' ->
  share_eq (fun k => f (Mixed.multilinear64 k m) == f (Mixed.multilinear64 k m'))
    (even_pairs Q b) (Q * Q).
Proof.
move=> le_m le_m' ne; rewrite -pairs_W64.
apply: (independent_relation (fun x y => f x == f y)).
apply: (@strong_words _ 64 (Multilinear64.hash^~ m) (Multilinear64.hash^~ m')).
- by move=> k; apply: Multilinear64.size_hash.
- by move=> k; apply: Multilinear64.size_hash.
by move=> c c' size_c size_c'; apply: Multilinear64.multilinear64_block.
Qed.

(** Of any lengths: 1 / b + b / 2^130 + (1 + 1/1024) / 2^64 at most. *)
Theorem multilinear64_buckets_any m m' : (size m < Q)%N -> (size m' < Q)%N -> m != m' ->
  share (fun k => f (Mixed.multilinear64 k m) == f (Mixed.multilinear64 k m'))
    (2 ^ 10 * even_pairs Q b + (2 ^ 10 + 1) * Q) (2 ^ 10 * (Q * Q)).
Proof.
move=> lt_m lt_m' ne.
have wordE k m0 x : (Mixed.multilinear64 k m0 == x) = (Multilinear64.hash k m0 == rVpoly x).
  by rewrite /Mixed.multilinear64 word_is ?Multilinear64.size_hash.
have most x y : x != y ->
    share (fun k => (Mixed.multilinear64 k m == x) && (Mixed.multilinear64 k m' == y)) 1 (Q * Q).
  move=> ne_xy; apply: (@share_sub _ _ (fun k => (Multilinear64.hash k m == rVpoly x) &&
    (Multilinear64.hash k m' == rVpoly y))) => [k|]; first by rewrite !wordE.
  have sx := size_rVpoly x; have sy := size_rVpoly y.
  have [eq_size | ne_size] := eqVneq (size m) (size m'); last first.
    exact: share_eq_le (Multilinear64.multilinear64_lengths lt_m lt_m' ne_size sx sy).
  have [le_m | gt_m] := leqP (size m) 4096.
    by apply: share_eq_le; apply: Multilinear64.multilinear64_block; rewrite // -eq_size.
  have ne0 : rVpoly x - rVpoly y != 0 by rewrite subr_eq0 (can_eq (@rVpolyK _ _)).
  have H := Multilinear64.multilinear64_nonzero eq_size gt_m ne0 (Multilinear64.size_sub64 sx sy).
  apply: (@share_sub _ _ (fun k => (Multilinear64.difference k m m' == rVpoly x - rVpoly y) &&
    (Multilinear64.hash k m' == rVpoly y))) => [k|].
    by rewrite /Multilinear64.difference => /andP[/eqP -> /eqP ->]; rewrite !eqxx.
  rewrite -[1%N]/(1 * 1)%N.
  apply: (share_and (p := part_word [finType of W 64] (inord (Multilinear64.addend m') : 'I_519))) H _.
    move=> k u; have eq_a : Multilinear64.addend m = Multilinear64.addend m'.
      by rewrite /Multilinear64.addend eq_size.
    by rewrite !Multilinear64.difference_body // !Multilinear64.body_put.
  move=> k; have [x0 Hx] := linear_word (Multilinear64.body k m') sy Multilinear64.P64_ndvd1.
  apply: share_count; last by rewrite card_W leqnn.
  have hashE u : (Multilinear64.hash (put (part_word [finType of W 64]
      (inord (Multilinear64.addend m') : 'I_519)) k u) m' == rVpoly y) = (u == x0).
    rewrite -Hx mul1r Multilinear64.hashE Multilinear64.body_put Multilinear64.K_put ?eqxx //.
    exact: Multilinear64.addend_lt.
  by apply: count_one => u v; rewrite !hashE => /eqP -> /eqP ->.
have same : share (fun k => Mixed.multilinear64 k m == Mixed.multilinear64 k m')
    (2 * 2 ^ 10 + 1) (2 ^ 10 * Q).
  have -> : (2 * 2 ^ 10 + 1 = 2049)%N by [].
  have size_0 : (size (0 : {poly 'F_2})%R <= 64)%N by rewrite size_poly0.
  apply: share_sub (Multilinear64.multilinear64_any lt_m lt_m' ne size_0) => k.
  by rewrite word_of_eq ?Multilinear64.size_hash // /Multilinear64.difference subr_eq0.
have := almost_independent (card_W 64) f most same; rewrite pairs_W64.
have le : (Q <= even_pairs Q b)%N by rewrite -pairs_W64 -(card_W 64) pairs_ge.
by rewrite (almost_count (2 ^ 10) le).
Qed.

End Same.

(** * CLHASH-128 *)

Definition wide k m : W 128 := word_of 128 (WideBlock.hash k m).

(** Two different messages of any lengths below 2^64 bytes, and any function of the hashes: the share
    of its pairs, and (1 + 1/512) / 2^128. *)
Theorem wide_classes (m m' : seq byte) (f : W 128 -> nat) :
  (size m < 2 ^ 64)%N -> (size m' < 2 ^ 64)%N -> m != m' ->
  share (fun k => f (wide k m) == f (wide k m'))
    (2 ^ 9 * pairs f + (2 ^ 9 + 1) * 2 ^ 128) (2 ^ 9 * (2 ^ 128 * 2 ^ 128)).
Proof.
move=> lt_m lt_m' ne; have size_hash k m0 : (size (WideBlock.hash k m0) <= 128)%N by apply: Wide.small_mod.
have wordE k m0 x : (wide k m0 == x) = (WideBlock.hash k m0 == rVpoly x).
  by rewrite /wide word_is.
have most x y : x != y -> share (fun k => (wide k m == x) && (wide k m' == y)) 1 (2 ^ 128 * 2 ^ 128).
  move=> ne_xy; apply: (@share_sub _ _ (fun k => (WideBlock.hash k m == rVpoly x) &&
    (WideBlock.hash k m' == rVpoly y))) => [k|]; first by rewrite !wordE.
  have sx := size_rVpoly x; have sy := size_rVpoly y.
  have [eq_size | ne_size] := eqVneq (size m) (size m'); last first.
    exact: share_eq_le (Wide.wide_lengths_strong lt_m lt_m' ne_size sx sy).
  have ne0 : rVpoly x - rVpoly y != 0 by rewrite subr_eq0 (can_eq (@rVpolyK _ _)).
  rewrite -[1%N]/(1 * 1)%N; exact: Wide.pair_share sy (Wide.wide_nonzero eq_size ne0).
have same : share (fun k => wide k m == wide k m') (2 * 2 ^ 9 + 1) (2 ^ 9 * 2 ^ 128).
  have -> : (2 * 2 ^ 9 + 1 = 2 ^ 10 + 1)%N by [].
  have size_0 : (size (0 : {poly 'F_2})%R <= 128)%N by rewrite size_poly0.
  apply: share_sub (Wide.wide_any lt_m lt_m' ne size_0) => k.
  by rewrite word_of_eq // /Wide.difference subr_eq0.
have := almost_independent (card_W 128) f most same.
have le : (2 ^ 128 <= pairs f)%N by rewrite -(card_W 128) pairs_ge.
by rewrite (almost_count (2 ^ 9) le).
Qed.

(** Buckets of the 128 bits: 1 / b + b / 2^258 + (1 + 1/512) / 2^128 at most. *)
Theorem wide_buckets (m m' : seq byte) b (f : W 128 -> nat) : even b f ->
  (size m < 2 ^ 64)%N -> (size m' < 2 ^ 64)%N -> m != m' ->
  share (fun k => f (wide k m) == f (wide k m'))
    (2 ^ 9 * even_pairs (2 ^ 128) b + (2 ^ 9 + 1) * 2 ^ 128) (2 ^ 9 * (2 ^ 128 * 2 ^ 128)).
Proof.
move=> f_even lt_m lt_m' ne; rewrite -(card_W 128) -(pairs_even f_even) card_W.
exact: wide_classes.
Qed.

(* Assumes nothing: even_by_modulo. *)
(* Assumes nothing: even_by_multiply. *)
(* Assumes nothing: even_after. *)
(* Assumes nothing: clhash_one_length. *)
(* Assumes nothing: good_share. *)
(* Assumes nothing: bad_share. *)
(* Assumes nothing: clhash_uniform. *)
(* Assumes nothing: clhash_buckets. *)
(* Assumes nothing: multilinear64_buckets. *)
(* Assumes nothing: multilinear64_buckets_any. *)
(* Assumes nothing: wide_classes. *)
(* Assumes nothing: wide_buckets. *)
