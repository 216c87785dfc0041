(** The last steps of the map hasher, under the words of the map.

    Steps 4 and 5 of [hash_core::map], and the paragraphs "The end" and "The hash" of its proof.
    Dietzfelbinger, "Universal hashing and k-wise independent random variables via integer
    arithmetic without primes", 1996. *)

From Coq Require Import Lia.
From mathcomp Require Import all_ssreflect zify.
From Hash Require Import Basics Counting MultiplyShift.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Section End.

(** W is 2^64 in the Rust code, and M is 2^128. *)
Variables w W : nat.
Hypothesis W_def : W = 2 ^ w.
Let M := W * W.

Let W0 : 0 < W. Proof. by rewrite W_def expn_gt0. Qed.
Let M0 : 0 < M. Proof. by rewrite muln_gt0 W0. Qed.

Let modn_addM y c : (y + c * W) %% W = y %% W.
Proof. by rewrite addnC modnMDl. Qed.

(** The result of step 3: a word, if there is no term and at most 64 bits are packed, or a number of
    two halves. *)
Notation input := (nat + nat)%type.

Definition input_lt (x : input) : bool := match x with inl a => a < W | inr a => a < M end.

(** [MapKey]: f, g, and the words u, v, z. *)
Notation map_key := ('I_M * 'I_M * ('I_W * 'I_W * 'I_W))%type.

(** X of step 4: [MapKey::one_word], [MapKey::two_words]. *)
Definition last_sum (k : map_key) (x : input) : nat :=
  let: (f, g, (u, v, z)) := k in
  match x with
  | inl a => a * g + (u + v * W)
  | inr a => (f + a %% W) * (g + a %/ W) + (v + z * W)
  end.

(** Step 5, [finish]: any function of the input and of both halves of X that is one to one in the
    upper half. *)
Variable finish : input -> nat -> nat -> nat.
Hypothesis finish_lt : forall x l c, c < W -> finish x l c < W.
Hypothesis finish_inj : forall x l c c', c < W -> c' < W -> finish x l c = finish x l c' -> c = c'.

Definition end_hash (k : map_key) (x : input) : nat :=
  finish x (last_sum k x %% W) (upper W (last_sum k x)).

Lemma finish_ord x l : {f : 'I_W -> 'I_W | injective f & forall c, f c = finish x l c :> nat}.
Proof.
exists (fun c => Ordinal (finish_lt x l (ltn_ord c))) => // c c' /(congr1 val).
by move/(finish_inj (ltn_ord c) (ltn_ord c'))/val_inj.
Qed.

(** Two multiples of W are drawn again. The first moves X, the second moves X', so that each pair of
    hashes has one key. *)
Lemma end_uniform (x x' : input) (upd : 'I_W * 'I_W -> map_key -> map_key) :
  (forall r, injective (upd r)) ->
  (forall k r, last_sum (upd r k) x = last_sum k x + r.1 * W %[mod M]) ->
  (forall k a, exists y, forall b, last_sum (upd (a, b) k) x' = y + b * W %[mod M]) ->
  forall h h', h < W -> h' < W ->
  share_eq (fun k => (end_hash k x == h) && (end_hash k x' == h')) 1 (W * W).
Proof.
move=> upd_inj Hx Hx' h h' hW h'W.
have low y y' c : y' = y + c * W %[mod M] -> y' %% W = y %% W.
  move=> e; rewrite -(modn_dvdm y' (dvdn_mulr W (dvdnn W))) -/M e.
  by rewrite modn_dvdm ?dvdn_mulr // modn_addM.
have up y y' c : y' = y + c * W %[mod M] -> upper W y' = (y %/ W + c) %% W.
  by move=> e; rewrite (upper_eq e) upperE divnDr ?dvdn_mull // mulnK.
have move_eq q (c c' : 'I_W) : (q + c) %% W = (q + c') %% W -> c = c'.
  by move/eqP; rewrite eqn_modDl !modn_small // => /eqP/val_inj.
have one z y (F : 'I_W -> nat) : (forall b, F b = y + b * W %[mod M]) -> forall b b',
    finish z (F b %% W) (upper W (F b)) = finish z (F b' %% W) (upper W (F b')) -> b = b'.
  move=> FE b b'; rewrite !(low _ _ _ (FE _)) !(up _ _ _ (FE _)).
  by move/finish_inj; rewrite !ltn_pmod // => /(_ isT isT); apply: move_eq.
have end_lt k z : end_hash k z < W by apply: finish_lt; apply: (upper_lt W_def).
apply: (@share_eq_redraw _ _ upd) => // [|k].
  by rewrite card_prod card_ord muln_gt0 W0.
pose phi r := (Ordinal (end_lt (upd r k) x), Ordinal (end_lt (upd r k) x')).
have phi_inj : injective phi.
  move=> [a b] [a' b'] [ex ex'].
  have aa' : a = a'.
    apply: (@one x (last_sum k x) (fun c => last_sum (upd (c, if c == a then b else b') k) x)).
      by move=> c; apply: Hx.
    by rewrite eqxx; case: eqP => [-> | _] //; move: ex; rewrite /end_hash.
  congr pair => //; move: ex'; rewrite -aa'; have [y ye] := Hx' k a; exact: (one _ _ _ ye).
rewrite /share_eq mul1n card_prod !card_ord -[RHS]mul1n; congr (_ * _).
rewrite -(card1 (Ordinal hW, Ordinal h'W)) -[RHS](on_card_preimset (f := phi)); last first.
  by apply: onW_bij; apply: injF_bij.
by apply: eq_card => r; rewrite !inE.
Qed.

(** The two words of an addend, moved by s. *)
Definition addend (c : 'I_W * 'I_W) : nat := c.1 + c.2 * W.

Lemma addend_lt c : addend c < M.
Proof.
rewrite /addend /M; apply: (@leq_trans (W + c.2 * W)); first by rewrite ltn_add2r.
by rewrite -mulSn leq_mul2r ltn_ord orbT.
Qed.

Lemma shift_lt s c : (addend c + s) %% M %/ W < W.
Proof. by rewrite ltn_divLR // -/M ltn_pmod. Qed.

Definition shift s (c : 'I_W * 'I_W) : 'I_W * 'I_W :=
  (Ordinal (ltn_pmod (addend c + s) W0), Ordinal (shift_lt s c)).

Lemma shiftE s c : addend (shift s c) = (addend c + s) %% M.
Proof.
rewrite {1}/addend /= [RHS](divn_eq _ W) addnC; congr (_ + _).
by rewrite modn_dvdm // /M dvdn_mulr.
Qed.

Lemma shift_inj s : injective (shift s).
Proof.
move=> c c' e; have {e}: addend c = addend c' %[mod M].
  by apply/eqP; rewrite -(eqn_modDr s) -!shiftE e.
rewrite !modn_small ?addend_lt // => e; case: c c' e => a b [a' b']; rewrite /addend /= => e.
have ab : a = a' :> nat by have := congr1 (modn^~ W) e; rewrite !modn_addM !modn_small.
move: e; rewrite ab => /addnI/eqP; rewrite eqn_pmul2r // => /eqP/val_inj ->.
by rewrite (val_inj ab).
Qed.

Opaque shift.

(** The effect on X of moving a factor and the addend. *)
Lemma moved a x y t s c : t * y = t * x + c %[mod M] ->
  (a + y) * t + (s + less W ((a + x) * t)) = s + c %[mod M].
Proof.
move=> e; set l := less _ _; have -> : (a + y) * t + (s + l) = t * y + (a * t + s + l) by lia.
rewrite -modnDml e modnDml.
have -> : t * x + c + (a * t + s + l) = (a + x) * t + l + (s + c) by lia.
by rewrite -modnDml (less_add W_def) mod0n.
Qed.

Lemma stays t s : t + (s + less W t) = s %[mod M].
Proof. by rewrite addnCA -modnDmr (less_add W_def) modnDmr addn0. Qed.

(** A factor that moves the difference of two words by any multiple of W. *)
Lemma mover_all a a' : a < W -> a' < W -> a != a' ->
  exists t, forall y, (y * t) * a' = (y * t) * a + y * W %[mod M].
Proof.
move=> aW a'W ne; have [t te] := mover W_def aW a'W ne; exists t => y.
by rewrite -!mulnA -modnMmr te modnMmr mulnDr.
Qed.

(** Two different words. *)
Lemma words_uniform a a' : a < W -> a' < W -> a != a' -> forall h h', h < W -> h' < W ->
  share_eq (fun k => (end_hash k (inl a) == h) && (end_hash k (inl a') == h')) 1 (W * W).
Proof.
move=> aW a'W ne; have [t tE] := mover_all aW a'W ne.
pose s (r : 'I_W * 'I_W) := r.1 * W + less W (a * (r.2 * t)).
pose upd (r : 'I_W * 'I_W) (k : map_key) : map_key := let: (f, g, (c, z)) := k in
  (f, move W_def (r.2 * t) g, (shift (s r) c, z)).
have E b r k : last_sum (upd r k) (inl b) = last_sum k (inl b) + (b * (r.2 * t) + s r) %[mod M].
  case: k => -[f g] [[u v] z]; rewrite /upd /last_sum.
  case e: (shift _ _) => [u' v']; have := shiftE (s r) (u, v); rewrite e /addend /= => ->.
  by have := moved_product W_def b 0 g (r.2 * t); rewrite !addn0 => ->.
apply: (@end_uniform _ _ upd) => [r | k r | k x].
- move=> [[f g] [c z]] [[f' g'] [c' z']] e.
  move: (congr1 (fun k : map_key => (k.1, k.2.2)) e) => -[/= -> e2 ->].
  have /= /shift_inj -> := congr1 (fun k : map_key => k.2.1) e.
  by have /= /move_inj -> := congr1 (fun k : map_key => k.1.2) e.
- by rewrite E -modnDmr stays modnDmr.
exists (last_sum k (inl a') + x * W) => b; rewrite E -modnDmr -addnA -[RHS]modnDmr.
by have := @moved 0 _ _ _ (x * W) _ (tE b); rewrite !add0n => ->.
Qed.

(** Two different numbers. One of the factors is moved. *)
Lemma numbers_uniform a a' : a < M -> a' < M -> a != a' -> forall h h', h < W -> h' < W ->
  share_eq (fun k => (end_hash k (inr a) == h) && (end_hash k (inr a') == h')) 1 (W * W).
Proof.
move=> aM a'M ne.
have last k b : last_sum k (inr b) =
    (k.1.1 + b %% W) * (k.1.2 + b %/ W) + addend (k.2.1.2, k.2.2) by case: k => -[f g] [[u v] z].
have upd_inj (F G : 'I_M -> 'I_M) (S : map_key -> nat) : injective F -> injective G ->
    (forall k k', F k.1.1 = F k'.1.1 -> G k.1.2 = G k'.1.2 -> S k = S k') ->
    injective (fun k : map_key =>
      (F k.1.1, G k.1.2,
       (k.2.1.1, (shift (S k) (k.2.1.2, k.2.2)).1, (shift (S k) (k.2.1.2, k.2.2)).2))).
  move=> F_inj G_inj SE [[f g] [[u v] z]] [[f' g'] [[u' v'] z']] e.
  have /= eF := congr1 (fun k : map_key => k.1.1) e.
  have /= eG := congr1 (fun k : map_key => k.1.2) e.
  have /= eu := congr1 (fun k : map_key => k.2.1.1) e.
  have ev := congr1 (fun k : map_key => (k.2.1.2, k.2.2)) e; rewrite /= -!surjective_pairing in ev.
  rewrite (SE (f, g, (u, v, z)) (f', g', (u', v', z')) eF eG) in ev.
  by move/shift_inj: ev => -[-> ->]; rewrite (F_inj _ _ eF) (G_inj _ _ eG) eu.
have [/eqP eq0 | ne0] := boolP (a %% W == a' %% W); last first.
  have [t tE] := mover_all (ltn_pmod a W0) (ltn_pmod a' W0) ne0.
  pose S (r : 'I_W * 'I_W) (k : map_key) := r.1 * W + less W ((k.1.1 + a %% W) * (r.2 * t)).
  pose upd (r : 'I_W * 'I_W) (k : map_key) : map_key := (k.1.1, move W_def (r.2 * t) k.1.2,
    (k.2.1.1, (shift (S r k) (k.2.1.2, k.2.2)).1, (shift (S r k) (k.2.1.2, k.2.2)).2)).
  have E b r k : last_sum (upd r k) (inr b) =
      last_sum k (inr b) + ((k.1.1 + b %% W) * (r.2 * t) + S r k) %[mod M].
    by rewrite !last /= -surjective_pairing shiftE; apply: (moved_product W_def).
  apply: (@end_uniform _ _ upd) => [r | k r | k x].
  - apply: (upd_inj id (move W_def (r.2 * t)) (S r)) => [//||k k' e _]; first exact: move_inj.
    by rewrite /S e.
  - by rewrite E -modnDmr stays modnDmr.
  exists (last_sum k (inr a') + x * W) => y; rewrite E -modnDmr -addnA -[RHS]modnDmr.
  by rewrite (moved _ _ (tE _)).
have ne1 : a %/ W != a' %/ W.
  by apply: contraNneq ne => eq1; rewrite (divn_eq a W) eq1 eq0 -divn_eq.
have div_lt b : b < M -> b %/ W < W by move=> bM; rewrite ltn_divLR.
have [t tE] := mover_all (div_lt a aM) (div_lt a' a'M) ne1.
pose S (r : 'I_W * 'I_W) (k : map_key) := r.1 * W + less W ((k.1.2 + a %/ W) * (r.2 * t)).
pose upd (r : 'I_W * 'I_W) (k : map_key) : map_key := (move W_def (r.2 * t) k.1.1, k.1.2,
  (k.2.1.1, (shift (S r k) (k.2.1.2, k.2.2)).1, (shift (S r k) (k.2.1.2, k.2.2)).2)).
have E b r k : last_sum (upd r k) (inr b) =
    last_sum k (inr b) + ((k.1.2 + b %/ W) * (r.2 * t) + S r k) %[mod M].
  rewrite !last /= -surjective_pairing shiftE mulnC (mulnC (_ + _) (_ + _ %/ _)).
  exact: (moved_product W_def).
apply: (@end_uniform _ _ upd) => [r | k r | k x].
- apply: (upd_inj (move W_def (r.2 * t)) id (S r)) => [|//|k k' _ e]; first exact: move_inj.
  by rewrite /S e.
- by rewrite E -modnDmr stays modnDmr.
exists (last_sum k (inr a') + x * W) => y; rewrite E -modnDmr -addnA -[RHS]modnDmr.
by rewrite (moved _ _ (tE _)).
Qed.

(** A word and a number. *)
Lemma mixed_uniform a b h h' : h < W -> h' < W ->
  share_eq (fun k => (end_hash k (inl a) == h) && (end_hash k (inr b) == h')) 1 (W * W).
Proof.
move=> hW h'W; pose add (r c : 'I_W) : 'I_W := Ordinal (ltn_pmod (c + r) W0).
pose upd (r : 'I_W * 'I_W) (k : map_key) : map_key := let: (f, g, (u, v, z)) := k in
  (f, g, (u, add r.1 v, add r.2 z)).
have addM (r c : 'I_W) y : y + add r c * W = y + c * W + r * W %[mod M].
  by rewrite -modnDmr /= /M muln_modl ?modn_mod // modnDmr mulnDl addnA.
have add_inj r : injective (add r).
  by move=> c c' /(congr1 val)/= /eqP; rewrite eqn_modDr !modn_small // => /eqP/val_inj.
apply: (@end_uniform _ _ upd) => // [r | k r | k x].
- move=> [[f g] [[u v] z]] [[f' g'] [[u' v'] z']] e.
  move: (congr1 (fun k : map_key => (k.1, k.2.1.1)) e) => -[/= -> -> ->].
  have /= /add_inj -> := congr1 (fun k : map_key => k.2.1.2) e.
  by have /= /add_inj -> := congr1 (fun k : map_key => k.2.2) e.
- by case: k => -[f g] [[u v] z]; rewrite /upd /last_sum !addnA addM.
case: k => -[f g] [[u v] z]; exists ((f + b %% W) * (g + b %/ W) + (add x v + z * W)) => y.
by rewrite /upd /last_sum !addnA addM.
Qed.

(** The theorem of the end: the hashes of two different inputs are uniform and independent. Each
    pair of hashes has one of 2^128 keys of the map. *)
Theorem end_strong x x' h h' : input_lt x -> input_lt x' -> x != x' -> h < W -> h' < W ->
  share_eq (fun k => (end_hash k x == h) && (end_hash k x' == h')) 1 (W * W).
Proof.
case: x x' => [a|a] [a'|a'] aM aM' ne hW hW'.
- exact: words_uniform.
- exact: mixed_uniform.
- have := mixed_uniform a' a hW' hW; rewrite /share_eq => <-; congr (_ * _).
  by apply: eq_card => k; rewrite !inE andbC.
exact: numbers_uniform.
Qed.

End End.

Print Assumptions end_strong.
