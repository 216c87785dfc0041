(** The last steps of the map hasher, under the words of the map.

    Steps 4 and 5 of the fixed state of [provenhash_map::bound], and the paragraphs "The end" and "The
    hash" of its proof. *)

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

(** [MapKey]: the factors f and g, and the addend v. *)
Notation map_key := ({ffun 'I_2 -> 'I_M} * 'I_M)%type.

(** The halves of a sum. *)
Definition half (x : nat) (i : 'I_2) : nat := if val i == 0 then x %% W else x %/ W.

(** Step 5: any function that is one to one. *)
Variable finish : nat -> nat.
Hypothesis finish_lt : forall c, c < W -> finish c < W.
Hypothesis finish_inj : forall c c', c < W -> c' < W -> finish c = finish c' -> c = c'.

(** [MapKey::hash] *)
Definition end_hash (k : map_key) (x : nat) : nat := finish (@multiply_shift W 2 (half x) k).

(** Each hash comes from one word. *)
Lemma unfinish h : h < W -> exists2 c, c < W & forall d, d < W -> (finish d == h) = (d == c).
Proof.
move=> hW; pose f (c : 'I_W) : 'I_W := Ordinal (finish_lt (ltn_ord c)).
have f_inj : injective f.
  by move=> c c' /(congr1 val)/(finish_inj (ltn_ord c) (ltn_ord c'))/val_inj.
have [g fK gK] := injF_bij f_inj; exists (g (Ordinal hW)) => // d dW.
apply/eqP/eqP => [e | ->]; last by have := congr1 val (gK (Ordinal hW)).
have := fK (Ordinal dW); have -> : f (Ordinal dW) = Ordinal hW by apply: val_inj.
by move/(congr1 val).
Qed.

Lemma half_lt x i : x < M -> half x i < W.
Proof. by rewrite /half => xM; case: ifP; rewrite ?ltn_pmod // ltn_divLR. Qed.

(** The theorem of the end: the hashes of two different sums are uniform and independent. Each pair
    of hashes has one of 2^128 of the keys. *)
Theorem end_strong x x' h h' : x < M -> x' < M -> x != x' -> h < W -> h' < W ->
  share_eq (fun k => (end_hash k x == h) && (end_hash k x' == h')) 1 (W * W).
Proof.
move=> xM x'M ne hW h'W; have [c cW cE] := unfinish hW; have [c' c'W c'E] := unfinish h'W.
have ne_half : exists i, half x i != half x' i.
  have [/eqP e0 | ne0] := boolP (x %% W == x' %% W); last by exists (Ordinal (isT : 0 < 2)).
  exists (Ordinal (isT : 1 < 2)); rewrite /half /=; apply: contraNneq ne => e1.
  by rewrite (divn_eq x W) e0 e1 -divn_eq.
have := @multiply_shift_strong w W W_def 2 (half x) (half x') c c' (fun i => half_lt i xM)
  (fun i => half_lt i x'M) ne_half cW c'W.
rewrite /share_eq => <-; congr (_ * _); apply: eq_card => k; rewrite !inE /end_hash.
by rewrite cE ?c'E //; apply: (upper_lt W_def).
Qed.

End End.

(* Assumes nothing: end_strong. *)
