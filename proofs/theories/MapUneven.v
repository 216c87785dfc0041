(** The uneven end of the map hasher, and the bits of hashes that a table uses.

    [FastState] and the section "The fast state" of [provenhash_map::bound]. *)

From Coq Require Import Lia.
From mathcomp Require Import all_ssreflect zify.
From Hash Require Import Basics Counting MultiplyShift MapEnd MapHash MapSum.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

(** Two hashes of w bits agree in the lowest k bits, the index of a bucket, and in the highest m,
    the tag. *)
Definition same_place (w k m x y : nat) : bool :=
  (x == y %[mod 2 ^ k]) && (x %/ 2 ^ (w - m) == y %/ 2 ^ (w - m)).

(** Two numbers with the same quotient by n are near each other. *)
Lemma near_quotients n Q q q' : 0 < n -> n <= Q -> q < Q -> q %/ n = q' %/ n ->
  Q - n < q' + (Q - q) < Q - n + 2 * n.
Proof.
move=> n0 nQ qQ e; have := divn_eq q n; have := divn_eq q' n; rewrite -e.
have := ltn_pmod q n0; have := ltn_pmod q' n0; move: nQ qQ; clear.
move: (q %% n) (q' %% n) (q %/ n * n) => a a' b; clear; lia.
Qed.

(** The difference of two numbers with the same remainder, plus Q multiples of P. *)
Lemma whole_difference P Q r x x' h h' : h = x * P + r -> h' = x' * P + r -> x < Q ->
  h < Q * P -> h' + (Q * P - h) = (x' + (Q - x)) * P.
Proof.
move=> e e' lt hP; rewrite mulnDl mulnBl.
have le : x * P <= Q * P by rewrite leq_mul2r (ltnW lt) orbT.
move: e e' le hP; clear; move: (x * P) (x' * P) (Q * P) => X X' Y; clear; lia.
Qed.

(** The share of agreeing hashes is this in 2^t. *)
Definition places (k m : nat) : nat := if (k == 0) || (m == 0) then 2 else 4.

Section Uneven.

(** W is 2^64 in the Rust code. *)
Variables w W : nat.
Hypothesis W_def : W = 2 ^ w.
Let M := W * W.

Let W0 : 0 < W. Proof. by rewrite W_def expn_gt0. Qed.
Let M0 : 0 < M. Proof. by rewrite muln_gt0 W0. Qed.

Local Notation upper := (@upper W).
Local Notation less := (@less W).

(** ** One carry *)

(** The upper half of a sum is the sum of the upper halves and a carry. *)
Lemma upper_add x d : exists2 c, c <= 1 & upper (x + d) = (upper x + upper d + c) %% W.
Proof.
exists (W <= x %% W + d %% W); first exact: leq_b1.
by rewrite !upperE divnD // -[in RHS]modnDml modnDm modnDml.
Qed.

(** ** The differences of hashes that agree *)

Variables k m : nat.
Hypothesis km : k + m <= w.
Let t := k + m.
Let n := 2 ^ (w - t).
Let Q := 2 ^ (w - k).

Let WQ : W = Q * 2 ^ k. Proof. by rewrite W_def /Q -expnD subnK //; lia. Qed.
Let nQ : n <= Q. Proof. by rewrite leq_exp2l // leq_sub2l // leq_addr. Qed.

(** The values of the upper half of the difference, before a carry of 0 and one of 1. For the tag alone
    they are the same but for one; for the index alone they are all the multiples of 2^k. *)
Definition before_carry (c : nat) : seq nat :=
  [seq (q * 2 ^ k + (W - c)) %% W | q <- if m == 0 then iota 0 Q else iota (Q - n) (2 * n)].

Definition differences : seq nat :=
  if k == 0 then [seq (q + (W - 1)) %% W | q <- iota (W - n).+1 (2 * n)]
  else before_carry 0 ++ before_carry 1.

Lemma size_differences : size differences = n * places k m.
Proof.
rewrite /differences /before_carry /places; case: eqP => _ /=.
  by rewrite size_map size_iota mulnC.
rewrite size_cat !size_map; case: eqP => [m0 | _] /=; rewrite size_iota; last by clear; lia.
by rewrite /n /t m0 addn0 -/Q; clear; lia.
Qed.

Lemma same_place_difference c h h' d : c <= 1 -> h < W -> d < W -> h' = (h + d + c) %% W ->
  same_place w k m h h' -> d \in differences.
Proof.
move=> c1 hW dW h'E /andP[low high]; have h'W : h' < W by rewrite h'E ltn_pmod.
have e : d = (h' + (W - h) + (W - c)) %% W.
  have cW : c <= W by apply: leq_trans c1 W0.
  rewrite h'E -addnA modnDml.
  have -> : h + d + c + (W - h + (W - c)) = d + W + W by move: cW (ltnW hW); clear; lia.
  by rewrite !modnDr modn_small.
have P0 : 0 < 2 ^ k by rewrite expn_gt0.
pose q := h %/ 2 ^ k; pose q' := h' %/ 2 ^ k.
have qQ : q < Q by rewrite /q ltn_divLR // -WQ.
have e' : h' + (W - h) = (q' + (Q - q)) * 2 ^ k.
  rewrite [X in X - h]WQ; apply: (@whole_difference _ _ (h %% 2 ^ k)) => //; last by rewrite -WQ.
    exact: divn_eq.
  by rewrite (eqP low); exact: divn_eq.
have near : Q - n < q' + (Q - q) < Q - n + 2 * n.
  apply: near_quotients => //; first by rewrite expn_gt0.
  have wm : w - m = k + (w - t) by move: km; rewrite /t; clear; lia.
  by move/eqP: high; rewrite wm expnD !divnMA.
rewrite /differences; case: eqP => [k0 | _].
  move: e e' near; rewrite k0 expn0 muln1 => -> ->.
  have -> : Q = W by rewrite WQ k0 expn0 muln1.
  move=> near; apply/mapP; exists (q' + (W - q) + (1 - c)); last by congr (_ %% _); move: c1 W0; clear; lia.
  by rewrite mem_iota; move: near c1; clear; lia.
have : d \in before_carry c.
  rewrite /before_carry; case: eqP => _; last first.
    by apply/mapP; exists (q' + (Q - q)); rewrite ?e ?e' // mem_iota; move: near; clear; lia.
  apply/mapP; exists ((q' + (Q - q)) %% Q).
    by rewrite mem_iota add0n ltn_pmod // expn_gt0.
  by rewrite e e' -[LHS]modnDml -[RHS]modnDml; congr ((_ + _) %% _); rewrite {1 2}WQ muln_modl modn_mod.
by case: c c1 {h'E e} => [|[|c]] // _ d_c; rewrite mem_cat d_c ?orbT.
Qed.

End Uneven.

(** ** The theorem of the end *)

Section Hash.

(** Of the hash, a table takes the lowest u bits, those of its machine's words: 64 or 32. *)
Variables w W u : nat.
Hypotheses (W_def : W = 2 ^ w) (uw : u <= w).
Let M := W * W.
Let L := 2 ^ u.

Let W0 : 0 < W. Proof. by rewrite W_def expn_gt0. Qed.
Let M0 : 0 < M. Proof. by rewrite muln_gt0 W0. Qed.
Let L0 : 0 < L. Proof. by rewrite expn_gt0. Qed.
Let WL : W = 2 ^ (w - u) * L. Proof. by rewrite W_def /L -expnD subnK. Qed.

Local Notation upper := (@upper W).
Local Notation less := (@less W).

Variables k m : nat.
Hypothesis km : k + m <= u.
Let t := k + m.

Variable l : nat.

(** The upper half of a sum of l words times factors, and of any number v. *)
Let K := [finType of {ffun 'I_l -> 'I_M}].
Definition sum (x : 'I_l -> nat) (v : 'I_M) (f : K) : nat := @multiply_shift W l x (f, v).

Variables (x x' : 'I_l -> nat) (v : 'I_M).
Hypotheses (xW : forall i, x i < W) (x'W : forall i, x' i < W).
Hypothesis ne : exists i, x i != x' i.

(** The difference of the two sums. *)
Let difference (f : K) : nat := linear x' (f, v) + less (linear x (f, v)).

(** Both sums move by multiples of s, and their difference by W. *)
Lemma moved_difference a a' b b' s y z : s * y = s * z + W %[mod M] ->
  a' = a + s * y %[mod M] -> b' = b + s * z %[mod M] ->
  a' + less b' = a + less b + W %[mod M].
Proof.
move=> e ea eb; rewrite /less -/M.
rewrite -modnDm ea -(modnMmr _ b') eb modnMmr modnDm mulnDr.
have := less_add W_def (s * z); rewrite /less -/M.
move: (M - 1) (s * y) (s * z) e => N Y Z e z0.
have -> : a + Y + (N * b + N * Z) = Y + (a + N * b + N * Z) by clear; lia.
rewrite -modnDml e modnDml.
have -> : Z + W + (a + N * b + N * Z) = (Z + N * Z) + (a + N * b + W) by clear; lia.
by rewrite -modnDml z0 modnDml.
Qed.

(** The upper half of the difference is uniform. *)
Lemma difference_uniform J : share (fun f => upper (difference f) \in J) (size J) W.
Proof.
case: ne => i nei; have [s sE] := mover W_def (xW i) (x'W i) nei.
pose T (f : K) : K := word_set f i (move W_def s (f i)).
have T_E f : (T f, v) = move_word W_def i s 0 (f, v).
  by congr pair; apply: val_inj; rewrite /= addn0 modn_small.
have T_inj : injective T.
  move=> f f' e; have : (T f, v) = (T f', v) by rewrite e.
  by rewrite !T_E => /move_word_inj[].
have step f : upper (difference (T f)) = (upper (difference f) + 1) %% W.
  apply: (upper_next W_def); rewrite /difference !T_E;
  have moved z : linear z (move_word W_def i s 0 (f, v)) = linear z (f, v) + s * z i %[mod M].
    by rewrite (move_word_linear W_def) addn0.
  exact: (moved_difference sE (moved x') (moved x)).
have U z : z < W -> #|[set f | upper (difference f) == z]| * W = #|K|.
  move=> zW; have <- : #|[set f : K | true]| = #|K| by apply: eq_card => f; rewrite !inE.
  exact: (@uniform_shift K xpredT _ W T (fun f => upper_lt W_def _) T_inj (fun _ _ => isT)
    (fun f _ => step f) z zW).
have c0 y : #|[set f | upper (difference f) == y]| <= #|[set f | upper (difference f) == 0]|.
  case: (ltnP y W) => [yW | Wy]; first by rewrite -(leq_pmul2r W0) !U.
  rewrite (_ : [set f | _ == y] = set0) ?cards0 //; apply/setP => f; rewrite !inE.
  by apply/negbTE; rewrite neq_ltn (leq_trans (upper_lt W_def _) Wy).
rewrite /share; apply: leq_trans (leq_mul (count_fibres J c0) (leqnn W)) _.
by rewrite -mulnA U.
Qed.

(** All numbers below W with given lowest u bits. *)
Definition with_low (J : seq nat) : seq nat :=
  [seq j + i * L | j <- J, i <- iota 0 (2 ^ (w - u))].

Lemma size_with_low J : size (with_low J) = size J * 2 ^ (w - u).
Proof. by rewrite size_allpairs size_iota. Qed.

Lemma in_with_low d J : d < W -> d %% L \in J -> d \in with_low J.
Proof.
move=> dW low; apply/allpairsP; exists (d %% L, d %/ L); split => //=; last by rewrite addnC -divn_eq.
by rewrite mem_iota add0n ltn_divLR // -WL.
Qed.

(** The index and the tag of two different sequences, of the lowest u bits of the hash, agree with probability
    at most 4 / 2^t, where they have t bits together; and 2 / 2^t for one of them alone. *)
Theorem sum_place :
  share (fun f => same_place u k m (sum x v f %% L) (sum x' v f %% L)) (places k m) (2 ^ t).
Proof.
have n0 : 0 < 2 ^ (u - t) * 2 ^ (w - u) by rewrite muln_gt0 !expn_gt0.
have Wn : W = 2 ^ (u - t) * 2 ^ (w - u) * 2 ^ t by rewrite mulnAC -expnD subnK // mulnC -WL.
apply: (share_unscale n0); rewrite -Wn.
have -> : 2 ^ (u - t) * 2 ^ (w - u) * places k m = size (with_low (differences u L k m)).
  by rewrite size_with_low size_differences mulnAC.
apply: share_sub (difference_uniform _) => f place.
have e : sum x' v f = upper (linear x (f, v) + difference f).
  rewrite /sum /multiply_shift; apply: upper_eq; rewrite /difference addnCA -modnDmr.
  by rewrite (less_add W_def) modnDmr addn0.
have [c c1 cE] := upper_add W_def (linear x (f, v)) (difference f).
apply: in_with_low; first exact: (upper_lt W_def).
apply: (same_place_difference (erefl L) km c1 _ _ _ place); rewrite ?ltn_pmod //.
rewrite e cE /L modn_dvdm; last by rewrite WL dvdn_mull.
by rewrite -[RHS]modnDml modnDm modnDml.
Qed.

End Hash.

(** * The theorem *)

Section Map.

(** H is 2^63 in the Rust code, W is 2^64, and p is the prime 2^127 - 1. *)
Variables h H W p : nat.
Hypotheses (H_def : H = 2 ^ h) (W_def : W = 2 ^ h.+1) (p_ok : modulus H W p).

Variables (S : finType) (sl : S -> seq byte -> nat) (good : pred (seq byte)).
Hypothesis slice_lt : forall k s, good s -> (slice_term (sl k) s).2 < W * W.

Let room := h.+1 + h.+1.

(** The key that maps share, and the words of the map. *)
Notation shared_key := (S * ({ffun 'I_48 -> 'I_W * 'I_W} * 'I_(H * H)))%type.
Notation uneven_key := {ffun 'I_2 -> 'I_(W * W)}.

(** [FastState::end], for which the addend v is 0; the theorem holds for any. *)
Variable v : 'I_(W * W).
Definition uneven_finish (k : shared_key * uneven_key) ws : nat :=
  sum (half W (input h p sl k.1 ws)) v k.2.

Section Two.

(** The table takes the lowest u bits of a hash: all 64, or 32. *)
Variables (ws ws' : seq ((nat * nat) + seq byte)) (u k m : nat).
Hypotheses (uh : u <= h.+1) (km : k + m <= u).
Hypotheses (va : all (valid room good) ws) (va' : all (valid room good) ws').

Let t := k + m.

(** The index and the tag of the hashes are the same. *)
Definition uneven_agree (key : shared_key * uneven_key) : bool :=
  same_place u k m (uneven_finish key ws %% 2 ^ u) (uneven_finish key ws' %% 2 ^ u).

(** If the inputs of the end differ: 4 / 2^t, and 2 / 2^t for the index or the tag alone. *)
Lemma uneven_differ shared : input h p sl shared ws != input h p sl shared ws' ->
  share (fun key : uneven_key => uneven_agree (shared, key)) (places k m) (2 ^ t).
Proof.
move=> ne; have lt vs : input h p sl shared vs < W * W by apply: (input_ok W_def).
change (share (fun key => same_place u k m (sum (half W (input h p sl shared ws)) v key %% 2 ^ u)
  (sum (half W (input h p sl shared ws')) v key %% 2 ^ u)) (places k m) (2 ^ t)).
move: (lt ws) (lt ws') ne.
move: (input h p sl shared ws) (input h p sl shared ws') => x x' xM x'M ne; clear -W_def uh km xM x'M ne.
apply: (@sum_place _ _ _ W_def uh _ _ km) => [i|i|].
- exact: (half_lt W_def).
- exact: (half_lt W_def).
have [/eqP e0 | ne0] := boolP (x %% W == x' %% W); last by exists (Ordinal (isT : 0 < 2)).
exists (Ordinal (isT : 1 < 2)); rewrite /half /=; apply: contraNneq ne => e1.
by rewrite (divn_eq x W) e0 e1 -divn_eq.
Qed.

(** If the inputs of the end are the same with probability at most N / D: 4 / 2^t + N / D. *)
Theorem uneven_bits N D :
  share (fun key : shared_key => input h p sl key ws == input h p sl key ws') N D ->
  share uneven_agree (D * places k m + 2 ^ t * N) (2 ^ t * D).
Proof.
move=> eq_share; pose same (key : shared_key) := input h p sl key ws == input h p sl key ws'.
have A : share (fun key : shared_key * uneven_key => same key.1) N D.
  by apply: (share_draw (p := part_fst _ _)) => key.
have B : share (fun key : shared_key * uneven_key => ~~ same key.1 && uneven_agree key) (places k m) (2 ^ t).
  apply: (share_draw (p := part_snd _ _)) => -[shared key0]; rewrite /same /=.
  case: eqVneq => ne /=; first by apply: (share_weaken (leq0n _)); apply: share0.
  exact: uneven_differ.
have := share_or (share_scale (2 ^ t) A) (_ : share _ (D * places k m) (2 ^ t * D)).
move/(_ (fun key => ~~ same key.1 && uneven_agree key)); rewrite addnC => U.
apply: share_sub (U _) => [key a|]; first by rewrite a andbT orbN.
by have := share_scale D B; rewrite (mulnC D (2 ^ t)).
Qed.

Variables (q : seq ((nat * nat) + seq byte)) (a a' : (nat * nat) + seq byte).
Variables (r r' : seq ((nat * nat) + seq byte)).
Hypothesis ne : differ ws ws' q a a' r r'.

(** Integers of at most 16 bytes in all: 4 / 2^t, or 2 / 2^t. *)
Theorem uneven_bits_small shared :
  all integer ws -> all integer ws' -> bits_of ws <= room -> bits_of ws' <= room ->
  share (fun key : uneven_key => uneven_agree (shared, key)) (places k m) (2 ^ t).
Proof.
by move=> int int' le le'; apply: uneven_differ; apply: (input_small W_def p slice_lt ne).
Qed.

(** Up to 16 + n terms: 4 / 2^t + eps_s + 2^-63 + (3 n + 1) 2^-126, without the last term for n = 0. *)
Theorem uneven_bits_slices E D n :
  (forall s s', good s -> good s' -> 16 < size s -> 16 < size s' -> s != s' ->
    share (fun k => sl k s == sl k s') E D) ->
  (forall s x, good s -> 16 < size s -> share (fun k => sl k s == x) E D) ->
  terms_of room ws <= 16 + n -> terms_of room ws' <= 16 + n ->
  share uneven_agree (D * (H * H) * places k m + 2 ^ t * (E * (H * H) + D * (H + far n)))
    (2 ^ t * (D * (H * H))).
Proof.
move=> two one le le'; apply: uneven_bits.
exact: (input_share H_def W_def p_ok slice_lt ne va va' le le' two one).
Qed.

End Two.

End Map.

(* Assumes nothing: sum_place. *)
(* Assumes nothing: uneven_bits. *)
(* Assumes nothing: uneven_bits_small. *)
(* Assumes nothing: uneven_bits_slices. *)
