(** Multiply-shift: the upper half of a sum modulo 2^128 is strongly universal.

    [multilinear_hash::shift::MultiplyShift], [multilinear::ml64], and the last steps of
    [provenhash_map::bound]; the section "Multiply-shift" of [multilinear_hash::bound].
    Dietzfelbinger, "Universal hashing and k-wise independent random variables via integer
    arithmetic without primes", 1996. *)

From Coq Require Import Lia.
From mathcomp Require Import all_ssreflect zify.
From Hash Require Import Basics Counting.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Section MultiplyShift.

(** W is 2^64 in the Rust code. Words are below W, factors and addends below W^2. *)
Variables w W : nat.
Hypothesis W_def : W = 2 ^ w.
Let M := W * W.

Lemma W_pos : 0 < W.
Proof. by rewrite W_def expn_gt0. Qed.

Lemma M_pos : 0 < M.
Proof. by rewrite muln_gt0 W_pos. Qed.

(** The upper half of a double word. *)
Definition upper (x : nat) : nat := (x %% M) %/ W.

Lemma upperE x : upper x = (x %/ W) %% W.
Proof. by rewrite /upper /M modn_divl. Qed.

Lemma upper_lt x : upper x < W.
Proof. by rewrite upperE ltn_pmod ?W_pos. Qed.

Lemma upper_eq x y : x = y %[mod M] -> upper x = upper y.
Proof. by rewrite /upper => ->. Qed.

Lemma upper_next x y : x = y + W %[mod M] -> upper x = (upper y + 1) %% W.
Proof. by move/upper_eq => ->; rewrite !upperE divnDr // divnn W_pos modnDml. Qed.

(** The power of two in the difference of two words is below W. *)
Lemma gcd_difference d : 0 < d < W -> gcdn M d %| W.
Proof.
case/andP=> d0 dW; have [|s _ gE] := @dvdn_pfactor 2 (gcdn M d) (w + w) isT _.
  by rewrite expnD -W_def dvdn_gcdl.
rewrite gE W_def dvdn_exp2l // -ltnS -(@ltn_exp2l 2) // -gE.
apply: leq_ltn_trans (dvdn_leq d0 (dvdn_gcdr M d)) (ltn_trans dW _).
by rewrite W_def ltn_exp2l.
Qed.

(** Some factor moves the difference of two words by W. *)
Lemma mover a b : a < W -> b < W -> a != b -> exists t, t * b = t * a + W %[mod M].
Proof.
move=> aW bW; rewrite neq_ltn => /orP[ab | ba].
  have d0 : 0 < b - a by rewrite subn_gt0.
  case: (egcdnP M d0) => km kn e _.
  have /dvdnP[c cE] : gcdn (b - a) M %| W.
    by rewrite gcdnC gcd_difference // d0 (leq_ltn_trans (leq_subr a b)).
  exists (c * km); rewrite -{1}(subnKC (ltnW ab)) mulnDr.
  by rewrite -(mulnA c km (b - a)) e mulnDr -cE (mulnA c kn) addnCA modnMDl.
have d0 : 0 < a - b by rewrite subn_gt0.
have [s _ /dvdnP[q qE]] := Bezoutl (a - b) M_pos.
have /dvdnP[c cE] : gcdn M (a - b) %| W.
  by rewrite gcd_difference // d0 (leq_ltn_trans (leq_subr b a)).
exists (c * s); rewrite -{1}(subnKC (ltnW ba)) mulnDr -addnA.
by rewrite -(mulnA c s (a - b)) cE -mulnDr (addnC (s * _)) qE (mulnA c q) addnC modnMDl.
Qed.

(** Words of the key move by addition modulo M. *)
Definition move (t : nat) (x : 'I_M) : 'I_M := Ordinal (ltn_pmod (x + t) M_pos).

Lemma move_inj t : injective (move t).
Proof.
move=> x y /(congr1 val) /= /eqP; rewrite eqn_modDr !modn_small // => /eqP.
exact: val_inj.
Qed.

(** Strong universality, from two moves: one increments the first hash; the other increments the
    second and leaves the first unchanged. Then each pair of values has the same number of keys. *)
Lemma strongly (K : finType) (P : pred K) (g g' : K -> nat) (T T' : K -> K) :
  (forall k, g k < W) -> (forall k, g' k < W) -> injective T -> injective T' ->
  (forall k, P k -> P (T k)) -> (forall k, P k -> P (T' k)) ->
  (forall k, P k -> g (T k) = (g k + 1) %% W) ->
  (forall k, P k -> g (T' k) = g k) -> (forall k, P k -> g' (T' k) = (g' k + 1) %% W) ->
  forall u v, u < W -> v < W ->
  #|[set k | P k && ((g k == u) && (g' k == v))]| * (W * W) = #|[set k | P k]|.
Proof.
move=> gW g'W Ti T'i PT PT' gT gT' g'T' u v uW vW.
rewrite mulnA -(uniform_shift gW Ti PT gT uW); congr (_ * W).
have -> : [set k | P k && ((g k == u) && (g' k == v))] =
    [set k | P k && (g k == u) && (g' k == v)] by apply/setP => k; rewrite !inE andbA.
apply: (@uniform_shift K (fun k => P k && (g k == u)) g' W T' g'W T'i _ _ v vW) => k /andP[Pk gk].
  by rewrite PT' // gT'.
exact: g'T'.
Qed.

(** * Sums of words *)

Section Sums.

Variable n : nat.

(** The factors and the addend. *)
Let K := [finType of {ffun 'I_n -> 'I_M} * 'I_M].

Implicit Types (m : 'I_n -> nat) (k : K).

Definition linear m k : nat := \sum_i k.1 i * m i + k.2.

(** [MultiplyShift::hash]. *)
Definition multiply_shift m k : nat := upper (linear m k).

Definition move_word (i : 'I_n) t s k : K := (word_set k.1 i (move t (k.1 i)), move s k.2).

Lemma move_word_inj i t s : injective (move_word i t s).
Proof.
move=> [a b] [a' b'] [/ffunP ea eb]; congr pair; last by apply: (@move_inj s); apply: val_inj.
apply/ffunP => j; have := ea j; rewrite !ffunE; case: eqP => // -> /move_inj; exact.
Qed.

Lemma move_word_linear i t s m k :
  linear m (move_word i t s k) = linear m k + (t * m i + s) %[mod M].
Proof.
rewrite /linear /= (bigD1 i) //= [in RHS](bigD1 i) //= ffunE eqxx /=.
rewrite (eq_bigr (fun j => k.1 j * m j)); last by move=> j /negbTE ne; rewrite ffunE ne.
set r := \sum_(_ < _ | _) _.
have e x y c : (x + c) %% M * y = x * y + c * y %[mod M] by rewrite modnMml mulnDl.
rewrite modnDmr -addnA -modnDml e modnDml -!addnA; congr (_ %% _); congr (_ + _).
by rewrite addnCA; congr (_ + _); rewrite addnCA.
Qed.

(** The number that cancels t x. *)
Definition less (x : nat) : nat := (M - 1) * x.

Lemma less_add x : x + less x = 0 %[mod M].
Proof. by rewrite /less -mulSn subn1 prednK ?M_pos // modnMr mod0n. Qed.

(** Two given sequences of n words that differ have hashes that are uniform and independent of one
    another: each pair of values has exactly one of W^2 keys. *)
Theorem multiply_shift_strong m m' u v :
  (forall i, m i < W) -> (forall i, m' i < W) -> (exists i, m i != m' i) -> u < W -> v < W ->
  share_eq (fun k => (multiply_shift m k == u) && (multiply_shift m' k == v)) 1 (W * W).
Proof.
move=> mW m'W [i ne] uW vW; have [t te] := mover (mW i) (m'W i) ne.
rewrite /share_eq mul1n -[RHS]cardsT.
have -> : [set: K] = [set k | xpredT k] by apply/setP => k; rewrite !inE.
apply: (@strongly K xpredT (multiply_shift m) (multiply_shift m')
  (move_word i 0 W) (move_word i t (less (t * m i)))) => // [k|k|||k _|k _|k _].
- exact: upper_lt.
- exact: upper_lt.
- exact: move_word_inj.
- exact: move_word_inj.
- by apply: upper_next; rewrite move_word_linear mul0n.
- by apply: upper_eq; rewrite move_word_linear -modnDmr less_add modnDmr addn0.
- apply: upper_next; rewrite move_word_linear -modnDmr.
  have -> : t * m' i + less (t * m i) = W %[mod M].
    by rewrite -modnDml te modnDml addnAC -modnDml less_add modnDml.
  by rewrite modnDmr.
Qed.

End Sums.

(** * One product

    The last step of slices in maps, [MapKey::product] and [upper]: (f + v0) (g + v1) + c. *)

Section Product.

Let K := [finType of ('I_M * 'I_M) * 'I_M].

Definition product (v : nat * nat) (k : K) : nat := (k.1.1 + v.1) * (k.1.2 + v.2) + k.2.
Definition product_shift v k : nat := upper (product v k).

Definition move_sum (k : K) : K := (k.1, move W k.2).
Definition move_second t x (k : K) : K :=
  (k.1.1, move t k.1.2, move (less ((k.1.1 + x) * t)) k.2).
Definition move_first t x (k : K) : K :=
  (move t k.1.1, k.1.2, move (less ((k.1.2 + x) * t)) k.2).

Lemma move_sum_inj : injective move_sum.
Proof. by move=> [f c] [f' c'] [-> e]; congr pair; apply: (@move_inj W); apply: val_inj. Qed.

Lemma move_second_inj t x : injective (move_second t x).
Proof.
move=> [[f g] c] [[f' g'] c'] [<- eg ec]; congr (_, _, _).
  by apply: (@move_inj t); apply: val_inj.
by apply: (@move_inj (less ((f + x) * t))); apply: val_inj.
Qed.

Lemma move_first_inj t x : injective (move_first t x).
Proof.
move=> [[f g] c] [[f' g'] c'] [ef <- ec]; congr (_, _, _).
  by apply: (@move_inj t); apply: val_inj.
by apply: (@move_inj (less ((g + x) * t))); apply: val_inj.
Qed.

Lemma moved_product a y (g : 'I_M) t c s :
  a * ((g + t) %% M + y) + (c + s) %% M = (a * (g + y) + c) + (a * t + s) %[mod M].
Proof.
rewrite modnDmr mulnDr -!addnA -modnDml modnMmr modnDml; congr (_ %% _).
by rewrite !mulnDr; lia.
Qed.

Lemma product_second v t x k : product v (move_second t x k) =
  product v k + ((k.1.1 + v.1) * t + less ((k.1.1 + x) * t)) %[mod M].
Proof. exact: moved_product. Qed.

Lemma product_first v t x k : product v (move_first t x k) =
  product v k + ((k.1.2 + v.2) * t + less ((k.1.2 + x) * t)) %[mod M].
Proof. by rewrite /product /= mulnC (mulnC (k.1.1 + _)); apply: moved_product. Qed.

Lemma moved_by a x y t : t * y = t * x + W %[mod M] ->
  (a + y) * t + less ((a + x) * t) = W %[mod M].
Proof.
move=> e; have -> : (a + y) * t + less ((a + x) * t) = t * y + (a * t + less ((a + x) * t)) by lia.
rewrite -modnDml e modnDml.
have -> : t * x + W + (a * t + less ((a + x) * t)) = (a + x) * t + less ((a + x) * t) + W by lia.
by rewrite -modnDml less_add modnDml.
Qed.

(** Different v have hashes that are uniform and independent of one another. *)
Theorem product_shift_strong v v' x y :
  v.1 < W -> v.2 < W -> v'.1 < W -> v'.2 < W -> v != v' -> x < W -> y < W ->
  share_eq (fun k => (product_shift v k == x) && (product_shift v' k == y)) 1 (W * W).
Proof.
move=> v1 v2 v1' v2' ne xW yW; rewrite /share_eq mul1n -[RHS]cardsT.
have -> : [set: K] = [set k | xpredT k] by apply/setP => k; rewrite !inE.
have next k z : product_shift z (move_sum k) = (product_shift z k + 1) %% W.
  by apply: upper_next; rewrite /product /= modnDmr addnA.
have [ne1 | /negPn/eqP eq1] := boolP (v.1 != v'.1).
  have [t te] := mover v1 v1' ne1.
  apply: (@strongly K xpredT (product_shift v) (product_shift v')
    move_sum (move_second t v.1)) => // [k|k|||k _|k _].
  - exact: upper_lt.
  - exact: upper_lt.
  - exact: move_sum_inj.
  - exact: move_second_inj.
  - by apply: upper_eq; rewrite product_second -modnDmr less_add modnDmr addn0.
  - by apply: upper_next; rewrite product_second -modnDmr moved_by // modnDmr.
have ne2 : v.2 != v'.2.
  by apply: contraNneq ne => eq2; case: v v' eq1 eq2 {v1 v2 v1' v2'} => ? ? [? ?] /= -> ->.
have [t te] := mover v2 v2' ne2.
apply: (@strongly K xpredT (product_shift v) (product_shift v')
  move_sum (move_first t v.2)) => // [k|k|||k _|k _].
- exact: upper_lt.
- exact: upper_lt.
- exact: move_sum_inj.
- exact: move_first_inj.
- by apply: upper_eq; rewrite product_first -modnDmr less_add modnDmr addn0.
- by apply: upper_next; rewrite product_first -modnDmr moved_by // modnDmr.
Qed.

End Product.

End MultiplyShift.

(* Assumes nothing: multiply_shift_strong. *)
(* Assumes nothing: product_shift_strong. *)
