(** Slices in the maps of clhash and vhash: a hash of 64 bits and a random high half.

    [LongSlices] of both crates. [MapApart] and [MapUneven] have the theorems of maps under any hash of
    slices; these are those of maps under such hashes, from the writes of a value to bits of its hash. *)

From Coq Require Import Lia.
From mathcomp Require Import all_ssreflect all_algebra zify.
From Hash Require Import Basics Counting MapShort MapHash MapSum MapFinish MapApart MapUneven.
From Hash Require Numbers Clhash Mixed Poly127 VhashSteps Vhash.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Implicit Types (s : seq byte).

Section Slices.

(** W is 2^64 in the Rust code. *)
Variable W : nat.

(** [LongSlices::hash] *)
Definition word_slice (word : seq byte -> nat) (high : 'I_W) s : nat := word s + high * W.

(** The slices of clhash and of vhash: with CLHASH and with VHASH-64. *)
Definition clhash_word (k : Clhash.key) s : nat := Numbers.number (Clhash.hash k s).
Definition clhash_slice (k : Clhash.key * 'I_W) : seq byte -> nat :=
  word_slice (clhash_word k.1) k.2.
Definition vhash_slice (k : VhashSteps.key64 * 'I_W) : seq byte -> nat :=
  word_slice (VhashSteps.hash k.1) k.2.

End Slices.

Notation writes := (seq ((nat * nat) + seq byte)).

(** * Any hash of 64 bits *)

Section Words.

(** The numbers of [MapApart]: R is 2^32 in the Rust code, H is 2^63, and p is 2^127 - 1. *)
Variables r h H R W p : nat.
Hypotheses (R_def : R = 2 ^ r) (H_def : H = 2 ^ h) (W_def : W = 2 ^ h.+1) (rr : r + r = h.+1).
Hypotheses (p_ok : modulus H W p) (W_words : 256 ^ 8 <= W).

(** Two different messages have the same hash with probability at most E / D, which is not below
    1 / W. *)
Variables (K : finType) (word : K -> seq byte -> nat) (good : pred (seq byte)) (E D : nat).
Hypothesis word_lt : forall k s, good s -> word k s < W.
Hypothesis word_two : forall s s', good s -> good s' -> s != s' ->
  share (fun k => word k s == word k s') E D.
Hypothesis D_E : D <= E * W.

Let W0 : 0 < W. Proof. by rewrite W_def expn_gt0. Qed.
Let room := h.+1 + h.+1.

Definition slice (k : K * 'I_W) : seq byte -> nat := word_slice (word k.1) k.2.

(** A term of a slice has 128 bits. *)
Lemma slice_lt k s : good s -> (slice_term (slice k) s).2 < W * W.
Proof.
have room16 : 256 ^ 16 <= W * W by rewrite -(square_of_words 256); apply: leq_mul.
move=> ok; rewrite /slice_term; case: (ltnP (size s) 16) => [lt | _] /=.
  exact: (leq_trans (short_lt lt) room16).
case: eqP => [size16 | _].
  by have := le_bound s; rewrite size16 => lt; exact: (leq_trans lt room16).
apply: (@leq_trans (k.2.+1 * W)); last by rewrite leq_mul2r ltn_ord orbT.
by rewrite /slice /word_slice mulSn ltn_add2r word_lt.
Qed.

Lemma slice_two s s' : good s -> good s' -> s != s' -> share (fun k => slice k s == slice k s') E D.
Proof.
move=> ok ok' ne; apply: (share_draw (p := part_fst _ _)) => k /=.
by apply: share_sub (word_two ok ok' ne) => x; rewrite /slice /word_slice /= eqn_add2r.
Qed.

(** The high half alone makes a given hash unlikely. *)
Lemma slice_one s c : share (fun k => slice k s == c) E D.
Proof.
apply: (share_draw (p := part_snd _ _)) => k /=.
apply: (@Vhash.share_ratio _ _ 1 W) => //; first by rewrite mul1n.
apply: share_count; last by rewrite card_ord.
apply: count_one => x y /eqP <-; rewrite /slice /word_slice /= eqn_add2l eqn_pmul2r //.
by move/eqP/val_inj.
Qed.

Section Two.

Variables (ws ws' q : writes) (a a' : (nat * nat) + seq byte) (t t' : writes) (n : nat).
Hypotheses (va : all (valid room good) ws) (va' : all (valid room good) ws').
Hypothesis ne : differ ws ws' q a a' t t'.
(** Two different values of up to 16 + n terms beside their first slices: any bits of the hashes, b in
    number, agree with probability at most 2^-b + E / D + 2^-63 + (3 n + 1) 2^-126, without the last
    term for n = 0. *)
Theorem apart_words (T : {set 'I_h.+1}) :
  terms_of room (others ws) <= 16 + n -> terms_of room (others ws') <= 16 + n ->
  share (@MapApart.agree h H R W p _ slice ws ws' T)
    (D * (H * H) + 2 ^ #|T| * (E * (H * H) + D * (H + far n))) (2 ^ #|T| * (D * (H * H))).
Proof.
exact: (@apart_bits_slices r h H R W p R_def H_def W_def rr p_ok W_words _ slice good slice_lt ws ws' T
  va va' q a a' t t' ne E D (fun s s' g g' _ _ => slice_two g g') (fun s c _ _ => slice_one s c) n).
Qed.

Hypotheses (le : terms_of room ws <= 16 + n) (le' : terms_of room ws' <= 16 + n).

(** The lowest k and the highest m of the lowest u bits under the uneven end: 4 / 2^(k + m) in place of 2^-b, or
    2 / 2^(k + m) for the index or the tag alone. *)
Theorem uneven_words (v : 'I_(W * W)) u k m : u <= h.+1 -> k + m <= u ->
  share (@MapUneven.uneven_agree h H W p _ slice v ws ws' u k m)
    (D * (H * H) * places k m + 2 ^ (k + m) * (E * (H * H) + D * (H + far n)))
    (2 ^ (k + m) * (D * (H * H))).
Proof.
move=> uh km.
exact: (@uneven_bits_slices h H W p H_def W_def p_ok _ slice good slice_lt v ws ws' u k m uh km va va'
  q a a' t t' ne E D n (fun s s' g g' _ _ => slice_two g g') (fun s c _ _ => slice_one s c) le le').
Qed.

End Two.

End Words.

(** * CLHASH and VHASH-64 *)

Section Numbers.

(** The numbers of the Rust code. They are variables because Coq must not compute them. *)
Variables R H W p : nat.
Hypotheses (R_def : R = 2 ^ 32) (H_def : H = 2 ^ 63) (W_def : W = 2 ^ 63.+1) (p_def : p = 2 ^ 127 - 1).

Let W_H : W = 2 * H := etrans W_def (etrans (expnS 2 63) (congr1 (muln 2) (esym H_def))).
Let H0 : 0 < H. Proof. by rewrite H_def expn_gt0. Qed.

Fact p_modulus : modulus H W p.
Proof.
split; first (rewrite p_def; exact Poly127.prime_mersenne).
all: rewrite ?W_def ?H_def p_def; lia.
Qed.

Let room := 63.+1 + 63.+1.

Lemma words_fit : 256 ^ 8 <= W.
Proof. have e : 256 = 2 ^ 8 by []. rewrite W_def e -expnM; exact: leq_pexp2l. Qed.

Lemma clhash_lt k s : clhash_word k s < W.
Proof. rewrite W_def; exact: Numbers.number_lt (Mixed.size_clhash k s). Qed.

Lemma clhash_two s s' : size s < W -> size s' < W -> s != s' ->
  share (fun k => clhash_word k s == clhash_word k s') 513 (2 ^ 8 * W).
Proof.
rewrite W_def => lt lt' ne; have size_0 : size (0 : {poly 'F_2})%R <= 64 by rewrite size_poly0.
apply: share_sub (Clhash.clhash_any lt lt' ne size_0) => k /eqP/Numbers.number_inj e.
by rewrite /Clhash.difference e GRing.subrr.
Qed.

Section Clhash.

Variables (ws ws' q : writes) (a a' : (nat * nat) + seq byte) (t t' : writes) (n : nat).
Notation good := (fun s => size s < W).
Let two s s' (lt : good s) (lt' : good s') := clhash_two lt lt'.
Hypotheses (va : all (valid room good) ws) (va' : all (valid room good) ws').
Hypothesis ne : differ ws ws' q a a' t t'.

Let D_E : 2 ^ 8 * W <= 513 * W. Proof. by rewrite leq_mul2r orbT. Qed.

(** In parts of H, where e is 2^8. *)
Let sums e c f : c = 2 * e + 513 -> 513 * (H * H) + e * W * (H + f) = H * (c * H + 2 * e * f).
Proof. by move=> ->; rewrite W_H; lia. Qed.
Let all_parts e : e * W * (H * H) = H * (2 * e * (H * H)). Proof. by rewrite W_H; lia. Qed.

(** Two different values of up to 16 + n terms beside their first slices: any b bits of the hashes agree
    with probability at most 2^-b + (4 + 1/256) 2^-64 + (3 n + 1) 2^-126, without the last term for
    n = 0. *)
Theorem apart_clhash (T : {set 'I_63.+1}) :
  terms_of room (others ws) <= 16 + n -> terms_of room (others ws') <= 16 + n ->
  share (@MapApart.agree 63 H R W p _ (@clhash_slice W) ws ws' T)
    (2 ^ 9 * (H * H) + 2 ^ #|T| * (1025 * H + 2 ^ 9 * far n)) (2 ^ #|T| * (2 ^ 9 * (H * H))).
Proof.
move=> le le'.
have S := @apart_words 32 63 H R W p R_def H_def W_def erefl p_modulus words_fit _ clhash_word good 513
  (2 ^ 8 * W) (fun k s _ => clhash_lt k s) two D_E ws ws' q a a' t t' n va va' ne T le le'.
rewrite (@sums _ 1025) // all_parts !(mulnCA (2 ^ #|T|) H) -mulnDr -(expnS 2 8) in S.
exact: share_unscale S.
Qed.

Hypotheses (le : terms_of room ws <= 16 + n) (le' : terms_of room ws' <= 16 + n).

(** The lowest k and the highest m of the lowest u bits under the uneven end: 4 / 2^(k + m) in place of 2^-b, or
    2 / 2^(k + m) for the index or the tag alone. *)
Theorem uneven_clhash (v : 'I_(W * W)) u k m : u <= 63.+1 -> k + m <= u ->
  share (@MapUneven.uneven_agree 63 H W p _ (@clhash_slice W) v ws ws' u k m)
    (2 ^ 9 * (H * H) * places k m + 2 ^ (k + m) * (1025 * H + 2 ^ 9 * far n))
    (2 ^ (k + m) * (2 ^ 9 * (H * H))).
Proof.
move=> uh km.
have S := @uneven_words 63 H W p H_def W_def p_modulus words_fit _ clhash_word good 513 (2 ^ 8 * W)
  (fun k s _ => clhash_lt k s) two D_E ws ws' q a a' t t' n va va' ne le le' v u k m uh km.
rewrite (@sums _ 1025) // all_parts -mulnA !(mulnCA (2 ^ (k + m)) H) -mulnDr -(expnS 2 8) in S.
exact: share_unscale S.
Qed.

End Clhash.

Lemma vhash_W : VhashSteps.W = W.
Proof. exact: etrans VhashSteps.W_def (esym W_def). Qed.

Lemma vhash_lt (k : VhashSteps.key64) s : VhashSteps.hash k s < W.
Proof.
rewrite -vhash_W; apply: leq_trans (Vhash.hash_lt 0 k.1 k.2 s) _.
by rewrite -VhashSteps.p_W leq_addr.
Qed.

Section Vhash.

Variables (ws ws' q : writes) (a a' : (nat * nat) + seq byte) (t t' : writes) (n : nat).
Hypothesis ne : differ ws ws' q a a' t t'.

(** Slices of at most l blocks of 128 bytes. *)
Section Blocks.

Variable l : nat.
Notation good := (fun s => VhashSteps.blocks s <= l).
Hypotheses (va : all (valid room good) ws) (va' : all (valid room good) ws').

(** Two have the same VHASH-64 with probability at most
    2^-63 + (l - 1) 2^-116 + 1 / (2^64 - 257). *)
Definition vhash_E : nat := Vhash.bound l 1.
Definition vhash_D : nat := VhashSteps.points * VhashSteps.p.

Lemma vhash_two s s' : good s -> good s' -> s != s' ->
  share (fun k => VhashSteps.hash k s == VhashSteps.hash k s') vhash_E vhash_D.
Proof.
move=> le_s le_s' ne_s; apply: share_weaken (_ : Vhash.bound (Vhash.longer s s') 1 <= _) _.
  have {le_s le_s'} : Vhash.longer s s' <= l by rewrite geq_max le_s.
  move: (Vhash.longer s s') => b bl; rewrite /vhash_E /Vhash.bound leq_add2r leq_mul2r leq_add2l.
  by rewrite -!subn1 leq_sub2r ?orbT.
apply: share_sub (Vhash.vhash_any 0 ne_s) => k /eqP ->; by rewrite addn0.
Qed.

Lemma vhash_D_E : vhash_D <= vhash_E * W.
Proof.
rewrite /vhash_D /vhash_E /Vhash.bound mul1n mulnDl; apply: leq_trans (leq_addl _ _).
by rewrite leq_mul2l -vhash_W -VhashSteps.p_W leq_addr orbT.
Qed.

(** Two different values of up to 16 + n terms beside their first slices: any b bits of the hashes agree
    with probability at most 2^-b + E / D + 2^-63 + (3 n + 1) 2^-126, without the last term for n = 0. *)
Theorem apart_vhash (T : {set 'I_63.+1}) :
  terms_of room (others ws) <= 16 + n -> terms_of room (others ws') <= 16 + n ->
  share (@MapApart.agree 63 H R W p _ (@vhash_slice W) ws ws' T)
    (vhash_D * (H * H) + 2 ^ #|T| * (vhash_E * (H * H) + vhash_D * (H + far n)))
    (2 ^ #|T| * (vhash_D * (H * H))).
Proof.
exact: (@apart_words 32 63 H R W p R_def H_def W_def erefl p_modulus words_fit _ VhashSteps.hash good vhash_E
  vhash_D (fun k s _ => vhash_lt k s) vhash_two vhash_D_E ws ws' q a a' t t' n va va' ne T).
Qed.

Hypotheses (le : terms_of room ws <= 16 + n) (le' : terms_of room ws' <= 16 + n).

(** The lowest k and the highest m of the lowest u bits under the uneven end: 4 / 2^(k + m) in place of 2^-b, or
    2 / 2^(k + m) for the index or the tag alone. *)
Theorem uneven_vhash (v : 'I_(W * W)) u k m : u <= 63.+1 -> k + m <= u ->
  share (@MapUneven.uneven_agree 63 H W p _ (@vhash_slice W) v ws ws' u k m)
    (vhash_D * (H * H) * places k m + 2 ^ (k + m) * (vhash_E * (H * H) + vhash_D * (H + far n)))
    (2 ^ (k + m) * (vhash_D * (H * H))).
Proof.
exact: (@uneven_words 63 H W p H_def W_def p_modulus words_fit _ VhashSteps.hash good vhash_E vhash_D
  (fun k s _ => vhash_lt k s) vhash_two vhash_D_E ws ws' q a a' t t' n va va' ne le le' v u k m).
Qed.

End Blocks.

(** Slices of up to 2^59 bytes: 2^-b + 1.5 / 2^62 + (3 n + 1) 2^-126. *)
Notation good := (fun s => size s <= 2 ^ 59).
Hypotheses (va : all (valid room good) ws) (va' : all (valid room good) ws').

(** In parts of d, which is 2^62. *)
Let sums d f : H = 2 * d -> 1 * (H * H) + d * (H + f) = d * (3 * H + f).
Proof. by move=> ->; lia. Qed.

Theorem apart_vhash_2_59 (T : {set 'I_63.+1}) :
  terms_of room (others ws) <= 16 + n -> terms_of room (others ws') <= 16 + n ->
  share (@MapApart.agree 63 H R W p _ (@vhash_slice W) ws ws' T)
    (H * H + 2 ^ #|T| * (3 * H + far n)) (2 ^ #|T| * (H * H)).
Proof.
move=> le le'.
have two s s' : size s <= 2 ^ 59 -> size s' <= 2 ^ 59 -> s != s' ->
    share (fun k => VhashSteps.hash k s == VhashSteps.hash k s') 1 (2 ^ 62).
  move=> le_s le_s' ne_s; apply: share_sub (Vhash.vhash_2_59 0 le_s le_s' ne_s) => k /eqP ->.
  by rewrite addn0.
have small : 2 ^ 62 <= 1 * W by rewrite mul1n W_def; apply: leq_pexp2l.
have S := @apart_words 32 63 H R W p R_def H_def W_def erefl p_modulus words_fit _ VhashSteps.hash good 1
  (2 ^ 62) (fun k s _ => vhash_lt k s) two small ws ws' q a a' t t' n va va' ne T le le'.
rewrite (sums _ (etrans H_def (expnS 2 62))) !(mulnCA (2 ^ #|T|) (2 ^ 62)) -mulnDr in S.
by apply: share_unscale S; rewrite expn_gt0.
Qed.

End Vhash.

End Numbers.

(* Assumes nothing: apart_words. *)
(* Assumes nothing: uneven_words. *)
(* Assumes nothing: apart_clhash. *)
(* Assumes nothing: uneven_clhash. *)
(* Assumes nothing: apart_vhash. *)
(* Assumes nothing: uneven_vhash. *)
(* Assumes nothing: apart_vhash_2_59. *)
