(** The last step of the map hasher is one to one, and the consequences of the theorem for some bits
    of the hashes.

    [provenhash_map::bound], step 5 and the sections "The theorem of one map" and "The fixed state". *)

From Coq Require Import Lia.
From mathcomp Require Import all_ssreflect all_algebra zify.
From Hash Require Import Basics Counting Gf2 Bits MapEnd MapHash MapSum.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

(** * Step 5 *)

Section Finish.

(** W is 2^64 in the Rust code, and R is 2^32. *)
Variables h R W : nat.
Hypotheses (R_def : R = 2 ^ h) (W_def : W = 2 ^ (h + h)).

Let R0 : 0 < R. Proof. by rewrite R_def expn_gt0. Qed.
Let W0 : 0 < W. Proof. by rewrite W_def expn_gt0. Qed.
Let WE : W = R * R. Proof. by rewrite W_def R_def expnD. Qed.

(** A word with its halves exchanged: a rotation by 32 bits. *)
Definition rotate (x : nat) : nat := x %% R * R + x %/ R.

Lemma rotate_lt x : x < W -> rotate x < W.
Proof.
rewrite /rotate WE => lt; apply: (@leq_trans (x %% R * R + R)).
  by rewrite ltn_add2l ltn_divLR.
by rewrite addnC -mulSn leq_mul2r ltn_pmod ?orbT.
Qed.

Lemma rotate_inj x x' : x < W -> x' < W -> rotate x = rotate x' -> x = x'.
Proof.
rewrite /rotate WE => lt lt' e; have lo y : y < R * R -> (y %% R * R + y %/ R) %/ R = y %% R.
  by move=> yR; rewrite divnMDl // divn_small ?addn0 // ltn_divLR.
have e1 : x %% R = x' %% R by rewrite -lo // e lo.
by move: e; rewrite e1 => /addnI e2; rewrite (divn_eq x R) e1 e2 -divn_eq.
Qed.

(** [finish] *)
Definition finish (t : nat) : nat := rotate (t * (2 * t + 1) %% W).

Lemma finish_lt t : t < W -> finish t < W.
Proof. by move=> _; apply/rotate_lt/ltn_pmod. Qed.

(** Step 5 is one to one: the values of t and u differ by (t - u) (2 t + 2 u + 1). *)
Theorem finish_inj t u : t < W -> u < W -> finish t = finish u -> t = u.
Proof.
move=> tW uW /rotate_inj; rewrite !ltn_pmod // => /(_ isT isT)/eqP.
move: t u tW uW; clear -W_def W0.
have inj t u : t <= u -> u < W -> t * (2 * t + 1) == u * (2 * u + 1) %[mod W] -> t = u.
  move=> tu uW; rewrite eq_sym eqn_mod_dvd; last by rewrite leq_mul // leq_add2r leq_mul2l tu orbT.
  have -> : u * (2 * u + 1) - t * (2 * t + 1) = (u - t) * (2 * (u + t) + 1).
    have [d ->] : exists d, u = d + t by exists (u - t); rewrite subnK.
    have -> : (d + t) * (2 * (d + t) + 1) = d * (2 * (d + t + t) + 1) + t * (2 * t + 1) by clear; nia.
    by rewrite !addnK.
  rewrite Gauss_dvdl; last by rewrite W_def coprimeXl // coprime2n oddD mul2n odd_double.
  rewrite /dvdn modn_small; last exact: leq_ltn_trans (leq_subr _ _) uW.
  by rewrite subn_eq0 => ut; apply/eqP; rewrite eqn_leq tu ut.
move=> t u tW uW e; case: (leqP t u) => [|/ltnW] le; first exact: inj.
by apply/esym/inj => //; rewrite eq_sym.
Qed.

End Finish.

(** * Bits *)

(** Two numbers have the same binary digits in the positions of T, of n. *)
Definition bit (i x : nat) : bool := odd (x %/ 2 ^ i).
Definition same_bits n (T : {set 'I_n}) (x y : nat) : bool := [forall i in T, bit i x == bit i y].

(** Hashes that are uniform and independent agree in any t bits with probability 2^-t. *)
Lemma bits_strong (K : finType) n (f g : K -> nat) (T : {set 'I_n}) :
  (forall k, f k < 2 ^ n) -> (forall k, g k < 2 ^ n) ->
  (forall x y, x < 2 ^ n -> y < 2 ^ n ->
    share_eq (fun k => (f k == x) && (g k == y)) 1 (2 ^ n * 2 ^ n)) ->
  share_eq (fun k => same_bits T (f k) (g k)) 1 (2 ^ #|T|).
Proof.
move=> fn gn st; pose word x : W n := poly_rV (bits n x).
have wordE x (i : 'I_n) : word x ord0 i = ((bit i x)%:R)%R.
  by rewrite mxE coef_poly ltn_ord.
have word_inj x y : x < 2 ^ n -> y < 2 ^ n -> word x = word y -> x = y.
  move=> xn yn e; apply: (bits_inj xn yn).
  by rewrite -(poly_rV_K (size_bits n x)) -(poly_rV_K (size_bits n y)) -/(word x) e.
have word_bij : bijective (fun x : 'I_(2 ^ n) => word x).
  apply: inj_card_bij; last by rewrite card_W card_ord.
  by move=> x y /(word_inj _ _ (ltn_ord x) (ltn_ord y))/val_inj.
have [number numberK wordK] := word_bij.
have E x a : x < 2 ^ n -> (word x == a) = (x == number a :> nat).
  move=> xn; rewrite -{1}(wordK a); apply/eqP/eqP => [|-> //].
  by move/word_inj; apply.
have := @strong_bits K n (fun k => word (f k)) (fun k => word (g k)) id T.
rewrite /share_eq => <-; first (congr (_ * _); apply: eq_card => k; rewrite !inE).
- apply: eq_forallb => i; rewrite !wordE; congr (_ ==> _).
  by apply/eqP/eqP => [-> // | /natF2_inj].
- move=> x y; have := st (number x) (number y) (ltn_ord _) (ltn_ord _); rewrite /share_eq => <-.
  by congr (_ * _); apply: eq_card => k; rewrite !inE !E.
by exists id.
Qed.

(** * The theorem *)

Section Map.

(** R is 2^32 in the Rust code, H is 2^63, W is 2^64, and p is the prime 2^127 - 1. *)
Variables r h H R W p : nat.
Hypotheses (R_def : R = 2 ^ r) (H_def : H = 2 ^ h) (W_def : W = 2 ^ h.+1) (rr : r + r = h.+1).
Hypothesis p_ok : modulus H W p.

Variables (S : finType) (sl : S -> seq byte -> nat) (good : pred (seq byte)).
Hypothesis slice_lt : forall k s, good s -> (slice_term (sl k) s).2 < W * W.

Let W_rr : W = 2 ^ (r + r). Proof. by rewrite rr. Qed.
Let finish := finish R W.
Let room := h.+1 + h.+1.

(** The key that maps share, and the words of the map. *)
Notation shared_key := (S * ({ffun 'I_48 -> 'I_W * 'I_W} * 'I_(H * H)))%type.
Notation map_key := ({ffun 'I_2 -> 'I_(W * W)} * 'I_(W * W))%type.

(** [MapHasher::finish], with step 5 as in the code. *)
Definition map_finish (k : shared_key * map_key) ws : nat :=
  map_hash h p sl finish k.2 k.1 ws.

Section Two.

Variables (ws ws' : seq ((nat * nat) + seq byte)) (T : {set 'I_h.+1}).
Hypotheses (va : all (valid room good) ws) (va' : all (valid room good) ws').

(** The hashes have the same digits in the positions of T. *)
Definition agree (k : shared_key * map_key) : bool :=
  same_bits T (map_finish k ws) (map_finish k ws').

(** If the inputs of the end differ: exactly 2^-t. *)
Lemma agree_strong shared : input h p sl shared ws != input h p sl shared ws' ->
  share_eq (fun k : map_key => agree (shared, k)) 1 (2 ^ #|T|).
Proof.
move=> ne; have lt k vs : map_finish (shared, k) vs < 2 ^ h.+1.
  rewrite -W_def; apply: (finish_lt R_def W_rr); apply: (MultiplyShift.upper_lt W_def).
apply: bits_strong => [k|k|x y xW yW]; [exact: lt | exact: lt | rewrite -!W_def].
by apply: (map_strong W_def (finish_lt R_def W_rr) (finish_inj R_def W_rr) ne); rewrite W_def.
Qed.

(** If the inputs of the end are the same with probability at most N / D, any t bits agree with
    probability at most 2^-t + N / D. *)
Theorem map_bits N D :
  share (fun k : shared_key => input h p sl k ws == input h p sl k ws') N D ->
  share agree (D + 2 ^ #|T| * N) (2 ^ #|T| * D).
Proof.
move=> eq_share; pose same (k : shared_key) := input h p sl k ws == input h p sl k ws'.
have A : share (fun k : shared_key * map_key => same k.1) N D.
  by apply: (share_draw (p := part_fst _ _)) => k.
have B : share (fun k : shared_key * map_key => ~~ same k.1 && agree k) 1 (2 ^ #|T|).
  apply: (share_draw (p := part_snd _ _)) => -[shared k0]; rewrite /same /=.
  case: eqVneq => ne /=; first by apply: (share_weaken (leq0n 1)); apply: share0.
  by apply/share_eq_le/agree_strong.
have := share_or (share_scale (2 ^ #|T|) A) (_ : share _ D (2 ^ #|T| * D)).
move/(_ (fun k => ~~ same k.1 && agree k)); rewrite addnC => U.
apply: share_sub (U _) => [k a|]; first by rewrite a andbT orbN.
by have := share_scale D B; rewrite muln1 mulnC.
Qed.

Variables (q : seq ((nat * nat) + seq byte)) (a a' : (nat * nat) + seq byte).
Variables (t t' : seq ((nat * nat) + seq byte)).
Hypothesis ne : differ ws ws' q a a' t t'.

(** Integers of at most 16 bytes in all: exactly 2^-t. *)
Theorem map_bits_small shared :
  all integer ws -> all integer ws' -> bits_of ws <= room -> bits_of ws' <= room ->
  share_eq (fun k : map_key => agree (shared, k)) 1 (2 ^ #|T|).
Proof.
by move=> int int' le le'; apply: agree_strong; apply: (input_small W_def p slice_lt ne).
Qed.

Variable n : nat.
Hypotheses (le : terms_of room ws <= 16 + n) (le' : terms_of room ws' <= 16 + n).

(** Up to 16 + n terms: 2^-t + eps_s + 2^-63 + (3 n + 1) 2^-126, without the last term for n = 0. *)
Theorem map_bits_slices E D :
  (forall s s', good s -> good s' -> 16 < size s -> 16 < size s' -> s != s' ->
    share (fun k => sl k s == sl k s') E D) ->
  (forall s x, good s -> 16 < size s -> share (fun k => sl k s == x) E D) ->
  share agree (D * (H * H) + 2 ^ #|T| * (E * (H * H) + D * (H + far n))) (2 ^ #|T| * (D * (H * H))).
Proof.
move=> two one; apply: map_bits.
exact: (input_share H_def W_def p_ok slice_lt ne va va' le le' two one).
Qed.

(** The same with slices of at most 16 bytes: 2^-t + 2^-63 + (3 n + 1) 2^-126. *)
Theorem map_bits_small_slices :
  (forall s, good s -> size s <= 16) ->
  share agree (H * H + 2 ^ #|T| * (H + far n)) (2 ^ #|T| * (H * H)).
Proof.
move=> small; have := @map_bits_slices 0 1; rewrite !mul1n mul0n add0n; apply=> //.
  by move=> s s' /small le_s _; rewrite ltnNge le_s.
by move=> s x /small le_s; rewrite ltnNge le_s.
Qed.

(** The same without slices. *)
Theorem map_bits_integers : all integer ws ->
  share agree (H * H + 2 ^ #|T| * (H + far n)) (2 ^ #|T| * (H * H)).
Proof.
move=> int; apply: map_bits.
exact: (input_integers H_def W_def p_ok slice_lt ne va va' le le' int).
Qed.

End Two.

End Map.

(* Assumes nothing: finish_inj. *)
(* Assumes nothing: bits_strong. *)
(* Assumes nothing: map_bits. *)
(* Assumes nothing: map_bits_small. *)
(* Assumes nothing: map_bits_slices. *)
(* Assumes nothing: map_bits_small_slices. *)
(* Assumes nothing: map_bits_integers. *)
