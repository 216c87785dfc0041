(** The map hasher whose first slice goes to the end, and its theorem.

    [provenhash_map::bound], "The theorem of one map". *)

From Coq Require Import Lia.
From mathcomp Require Import all_ssreflect zify.
From Hash Require Import Basics Counting MultiplyShift Poly127 MapShort MapEnd MapHash MapSum
  MapFinish.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Notation write := ((nat * nat) + seq byte)%type.

Implicit Types (ws q r : seq write) (a : write) (s : seq byte).

(** * The first slice *)

(** The writes without the first slice, and the first slice. *)
Fixpoint others ws : seq write :=
  match ws with [::] => [::] | inl i :: r => inl i :: others r | inr _ :: r => r end.

Fixpoint first_of ws : option (seq byte) :=
  match ws with [::] => None | inl _ :: r => first_of r | inr s :: _ => Some s end.

(** Two words that determine a slice of at most 16 bytes, given its length. *)
Definition two_words s : nat * nat :=
  if size s < 4 then (number 0 1 s, number (size s)./2 1 s + 256 * number (size s - 1) 1 s)
  else if size s < 8 then (number 0 4 s, number (size s - 4) 4 s)
  else (number 0 8 s, number (size s - 8) 8 s).

Lemma two_words_inj s s' : size s <= 16 -> size s = size s' -> two_words s = two_words s' -> s = s'.
Proof.
rewrite /two_words => le16 eq_size; rewrite -eq_size.
have d1 i t : number i 1 t < 256 by have := number_lt i 1 t; rewrite expn1.
case: (ltnP (size s) 4) => [lt4 [e0 e12]|ge4].
  have [e1 e2] := digits_inj (d1 _ _) (d1 _ _) e12.
  apply: (eq_from_nth (x0 := ord0)) => // j lt_j.
  have [->|[jE|jE]] : j = 0 \/ j = (size s)./2 \/ j = size s - 1.
    by move: (size s) lt4 lt_j; clear => -[|[|[|[|n]]]] //; case: j => [|[|[|j]]] //; auto.
  - by apply: number_nth e0 _.
  - by apply: number_nth e1 _ => //; rewrite jE; lia.
  - by apply: number_nth e2 _ => //; rewrite jE; lia.
case: (ltnP (size s) 8) => [lt8 [e0 e1]|ge8 [e0 e1]].
  apply: (eq_from_nth (x0 := ord0)) => // j lt_j.
  have [j4|j4] := ltnP j 4; first by apply: number_nth e0 _.
  by apply: number_nth e1 _ => //; move: (size s) ge4 lt8 lt_j j4; clear; lia.
apply: (eq_from_nth (x0 := ord0)) => // j lt_j.
have [j8|j8] := ltnP j 8; first by apply: number_nth e0 _.
by apply: number_nth e1 _ => //; move: (size s) ge8 le16 lt_j j8; clear; lia.
Qed.

Lemma two_words_lt s : (two_words s).1 < 256 ^ 8 /\ (two_words s).2 < 256 ^ 8.
Proof.
have up i n t : n <= 8 -> number i n t < 256 ^ 8.
  by move=> le; apply: leq_trans (number_lt _ _ _) _; apply: leq_pexp2l.
rewrite /two_words; case: ifP => _ /=; last by case: ifP => _ /=; split; apply: up.
split; first exact: up.
have d1 i t : number i 1 t < 256 ^ 1 by apply: number_lt.
have lt := join_lt (d1 (size s)./2 s) (d1 (size s - 1) s).
rewrite {1}expn1 in lt; apply: leq_trans lt _; exact: (leq_pexp2l (isT : 0 < 256) (isT : 1 + 1 <= 8)).
Qed.

Section Valid.

Variable P : pred write.

Lemma all_others ws : all P ws -> all P (others ws).
Proof. by elim: ws => //= -[i|s] ws IH /= /andP[v vs] //; rewrite v IH. Qed.

Lemma all_first ws s : all P ws -> first_of ws = Some s -> P (inr s).
Proof. by elim: ws => //= -[i|s'] ws IH /= /andP[v vs]; [apply: IH | case=> <-]. Qed.

End Valid.

Lemma others_cat q r :
  others (q ++ r) = if all integer q then q ++ others r else others q ++ r.
Proof. by elim: q => //= -[i|s] q IH //=; rewrite IH; case: ifP. Qed.

Lemma first_cat q r : all integer q -> first_of (q ++ r) = first_of r.
Proof. by elim: q => //= -[i|s] q IH. Qed.

(** Two values differ first in their first slices, or in what they write beside them. *)
Lemma differ_others ws ws' q a a' r r' : differ ws ws' q a a' r r' ->
  (exists s s', [/\ s != s', first_of ws = Some s & first_of ws' = Some s']) \/
  exists q0 r0 r0', differ (others ws) (others ws') q0 a a' r0 r0'.
Proof.
case=> -> -> ne cmp; rewrite !others_cat; case: ifP => int; last first.
  by right; exists (others q), r, r'.
case: a a' ne cmp => [[c v]|s] [[c' v']|s'] //= ne cmp.
  by right; exists q, (others r), (others r').
left; exists s, s'; rewrite !first_cat //=; by split.
Qed.

(** * The end *)

Section Map.

(** R is 2^32 in the Rust code, H is 2^63, W is 2^64, and p is the prime 2^127 - 1. *)
Variables r h H R W p : nat.
Hypotheses (R_def : R = 2 ^ r) (H_def : H = 2 ^ h) (W_def : W = 2 ^ h.+1) (rr : r + r = h.+1).
Hypothesis p_ok : modulus H W p.
Hypothesis words_fit : 256 ^ 8 <= W.

Variables (S : finType) (sl : S -> seq byte -> nat) (good : pred (seq byte)).
Hypothesis slice_lt : forall k s, good s -> (slice_term (sl k) s).2 < W * W.

Let W_rr : W = 2 ^ (r + r). Proof. by rewrite rr. Qed.
Let W0 : 0 < W. Proof. by rewrite W_def expn_gt0. Qed.
Let finish := finish R W.
Let room := h.+1 + h.+1.

(** The key of the sum; and the factors of the halves of the sum and of the words of the first slice,
    the addends of its 18 lengths, and v. *)
Notation shared_key := (S * ({ffun 'I_48 -> 'I_W * 'I_W} * 'I_(H * H)))%type.
Notation end_key := ({ffun 'I_22 -> 'I_(W * W)} * 'I_(W * W))%type.

(** The words of the first slice: of more than 16 bytes, the halves of its hash. *)
Definition first_words k s : nat * nat :=
  if size s <= 16 then two_words s else (sl k s %% W, sl k s %/ W).

Definition length_of s : nat := minn (size s) 17.

Definition first_part k ws : seq nat :=
  if first_of ws is Some s then
    [:: (first_words k s).1; (first_words k s).2] ++ [seq nat_of_bool (m == length_of s) | m <- iota 0 18]
  else nseq 20 0.

(** The words whose inner product with the factors is X - v. *)
Definition words_of (k : shared_key) ws : seq nat :=
  let x := input h p sl k (others ws) in [:: x %% W; x %/ W] ++ first_part k.1 ws.

Definition vector k ws (i : 'I_22) : nat := nth 0 (words_of k ws) i.

(** [RandomState], with step 5 as in the code. *)
Definition apart_hash (k : shared_key * end_key) ws : nat :=
  finish (@multiply_shift W 22 (vector k.1 ws) k.2).

Lemma size_words k ws : size (words_of k ws) = 22.
Proof. by rewrite /words_of /first_part; case: first_of. Qed.

Lemma vector_lt k ws i : all (valid room good) ws -> vector k ws i < W.
Proof.
move=> v; have two : 1 < W by apply: leq_trans words_fit.
have all_lt : all (fun x => x < W) (words_of k ws).
  rewrite /words_of all_cat; apply/andP; split.
    by rewrite /= ltn_pmod // ltn_divLR // (@input_ok h H W).
  rewrite /first_part; case e: (first_of ws) => [s|]; last by rewrite all_nseq W0.
  rewrite all_cat; apply/andP; split; last first.
    by apply/allP => x /mapP[m _ ->]; apply: leq_ltn_trans (leq_b1 _) two.
  rewrite /first_words; case: ifP => [_|/negbT].
    by have [l1 l2] := two_words_lt s; rewrite /= (leq_trans l1) // (leq_trans l2).
  rewrite -ltnNge => gt; have := slice_lt k.1 (all_first v e).
  have nlt : (size s < 16) = false by rewrite ltnNge (ltnW gt).
  rewrite /slice_term nlt (gtn_eqF gt) /= => lt.
  by rewrite ltn_pmod // ltn_divLR // lt.
by move/allP: all_lt; apply; apply: mem_nth; rewrite size_words.
Qed.

Lemma vector_differs k ws ws' : words_of k ws != words_of k ws' ->
  exists i, vector k ws i != vector k ws' i.
Proof.
move=> ne; apply/existsP; apply: contraNT ne; rewrite negb_exists => /forallP same.
apply/eqP; apply: (eq_from_nth (x0 := 0)); rewrite ?size_words // => i lt.
by have := same (Ordinal lt); rewrite negbK => /eqP.
Qed.

(** ** Two values *)

Section Two.

Variables (ws ws' : seq write) (T : {set 'I_h.+1}).
Hypotheses (va : all (valid room good) ws) (va' : all (valid room good) ws').

Definition meet (k : shared_key) : bool := words_of k ws == words_of k ws'.

Definition agree (k : shared_key * end_key) : bool :=
  same_bits T (apart_hash k ws) (apart_hash k ws').

(** If the words differ: exactly 2^-t. *)
Lemma agree_strong shared : ~~ meet shared ->
  share_eq (fun k : end_key => agree (shared, k)) 1 (2 ^ #|T|).
Proof.
move=> ne; have lt k vs : apart_hash (shared, k) vs < 2 ^ h.+1.
  by rewrite -W_def; apply: (finish_lt R_def W_rr); apply: (MultiplyShift.upper_lt W_def).
apply: bits_strong => [k|k|x y xW yW]; [exact: lt | exact: lt | rewrite -!W_def].
rewrite -W_def in xW yW.
have [c cW cE] := unfinish (finish_lt R_def W_rr) (finish_inj R_def W_rr) xW.
have [c' c'W c'E] := unfinish (finish_lt R_def W_rr) (finish_inj R_def W_rr) yW.
have := @multiply_shift_strong h.+1 W W_def 22 (vector shared ws) (vector shared ws') c c'
  (fun i => vector_lt shared i va) (fun i => vector_lt shared i va') (vector_differs ne) cW c'W.
rewrite /share_eq => <-; congr (_ * _); apply: eq_card => k; rewrite !inE /apart_hash.
by rewrite cE ?c'E //; apply: (MultiplyShift.upper_lt W_def).
Qed.

(** If the words are the same with probability at most N / D, any t bits agree with probability at
    most 2^-t + N / D. *)
Theorem apart_bits N D : share meet N D -> share agree (D + 2 ^ #|T| * N) (2 ^ #|T| * D).
Proof.
move=> eq_share.
have A : share (fun k : shared_key * end_key => meet k.1) N D.
  by apply: (share_draw (p := part_fst _ _)) => k.
have B : share (fun k : shared_key * end_key => ~~ meet k.1 && agree k) 1 (2 ^ #|T|).
  apply: (share_draw (p := part_snd _ _)) => -[shared k0].
  rewrite /meet /=; case: eqVneq => m /=.
    by apply: (share_weaken (leq0n 1)); apply: share0.
  by apply/share_eq_le/agree_strong.
have := share_or (share_scale (2 ^ #|T|) A) (_ : share _ D (2 ^ #|T| * D)).
move/(_ (fun k => ~~ meet k.1 && agree k)); rewrite addnC => U.
apply: share_sub (U _) => [k a|]; first by rewrite a andbT orbN.
by have := share_scale D B; rewrite muln1 mulnC.
Qed.

Variables (q : seq write) (a a' : write) (t t' : seq write).
Hypothesis ne : differ ws ws' q a a' t t'.

(** First slices that differ have different words, or both have the same hash. *)
Lemma first_differ k s s' : s != s' -> first_of ws = Some s -> first_of ws' = Some s' -> meet k ->
  [/\ 16 < size s, 16 < size s' & sl k.1 s == sl k.1 s'].
Proof.
move=> ne_s e e'; rewrite /meet /words_of => /eqP e_words.
have : first_part k.1 ws = first_part k.1 ws'.
  by have := congr1 (drop 2) e_words; rewrite !drop_size_cat.
rewrite /first_part e e'; set l := [seq _ | _ <- _]; set l' := [seq _ | _ <- _] => e_parts.
have e1 : (first_words k.1 s).1 = (first_words k.1 s').1 by have := congr1 (nth 0 ^~ 0) e_parts.
have e2 : (first_words k.1 s).2 = (first_words k.1 s').2 by have := congr1 (nth 0 ^~ 1) e_parts.
have e_l : l = l' by have := congr1 (drop 2) e_parts; rewrite !drop_size_cat.
have lt : length_of s < 18 by rewrite /length_of; lia.
have el : length_of s = length_of s'.
  have : nth 0 l (length_of s) = nth 0 l' (length_of s) by rewrite e_l.
  rewrite !(nth_map 0) ?size_iota // !nth_iota // add0n eqxx; by case: eqP.
move: e1 e2; rewrite /first_words; case: (leqP (size s) 16) => le; last first.
  have gt' : 16 < size s' by move: el; rewrite /length_of; lia.
  rewrite leqNgt gt' /= => e1 e2; split=> //.
  by rewrite (divn_eq (sl k.1 s) W) (divn_eq (sl k.1 s') W) e1 e2.
have eq_size : size s = size s' by move: el; rewrite /length_of; lia.
rewrite -eq_size le => e1 e2; case/eqP: ne_s; apply: two_words_inj => //.
by rewrite (surjective_pairing (two_words s)) (surjective_pairing (two_words s')) e1 e2.
Qed.

Definition short_first vs : bool := if first_of vs is Some s then size s <= 16 else true.

(** At most 16 bytes of integers, and at most one slice, of at most 16 bytes: exactly 2^-t. *)
Theorem apart_bits_small shared :
  all integer (others ws) -> all integer (others ws') ->
  bits_of (others ws) <= room -> bits_of (others ws') <= room ->
  short_first ws ->
  share_eq (fun k : end_key => agree (shared, k)) 1 (2 ^ #|T|).
Proof.
move=> int int' le le' sh; apply: agree_strong; apply/negP => m.
have [[s [s' [ne_s e e']]]|[q0 [r0 [r0' d]]]] := differ_others ne.
  have [gt _ _] := first_differ ne_s e e' m.
  by move: sh; rewrite /short_first e leqNgt gt.
have := input_small W_def p slice_lt d (all_others va) (all_others va') shared int int' le le'.
by move/negP; apply; move: m; rewrite /meet /words_of => /eqP[e0 e1 _]; rewrite
  (divn_eq (input _ _ _ _ (others ws)) W) (divn_eq (input _ _ _ _ (others ws')) W) e0 e1.
Qed.

Section Slices.

Variables E D : nat.
Hypothesis two : forall s s', good s -> good s' -> 16 < size s -> 16 < size s' -> s != s' ->
  share (fun k => sl k s == sl k s') E D.

Lemma first_share s s' : s != s' -> first_of ws = Some s -> first_of ws' = Some s' -> share meet E D.
Proof.
move=> ne_s e e'; apply: (share_draw (p := part_fst _ _)) => k.
have g := all_first va e; have g' := all_first va' e'.
case: (boolP ((16 < size s) && (16 < size s'))) => [/andP[gt gt']|short].
  apply: share_sub (two g g' gt gt' ne_s) => x m.
  by have [_ _] := first_differ ne_s e e' m.
apply: (share_weaken (leq0n E)); apply: share0 => x; apply/negP => m.
by have [gt gt' _] := first_differ ne_s e e' m; rewrite gt gt' in short.
Qed.

(** At most 16 bytes of integers, and at most one slice: 2^-t + eps_s. *)
Theorem apart_bits_one :
  all integer (others ws) -> all integer (others ws') ->
  bits_of (others ws) <= room -> bits_of (others ws') <= room ->
  share agree (D + 2 ^ #|T| * E) (2 ^ #|T| * D).
Proof.
move=> int int' le le'; apply: apart_bits.
have [[s [s' [ne_s e e']]]|[q0 [r0 [r0' d]]]] := differ_others ne; first exact: first_share e e'.
apply: (share_weaken (leq0n E)); apply: share0 => k; apply/negP => m.
have := input_small W_def p slice_lt d (all_others va) (all_others va') k int int' le le'.
by move/negP; apply; move: m; rewrite /meet /words_of => /eqP[e0 e1 _]; rewrite
  (divn_eq (input _ _ _ _ (others ws)) W) (divn_eq (input _ _ _ _ (others ws')) W) e0 e1.
Qed.

Hypothesis one : forall s x, good s -> 16 < size s -> share (fun k => sl k s == x) E D.

Variable n : nat.
Hypotheses (le : terms_of room (others ws) <= 16 + n) (le' : terms_of room (others ws') <= 16 + n).

(** Up to 16 + n terms: 2^-t + eps_s + 2^-63 + (3 n + 1) 2^-126, without the last term for n = 0. *)
Theorem apart_bits_slices :
  share agree (D * (H * H) + 2 ^ #|T| * (E * (H * H) + D * (H + far n))) (2 ^ #|T| * (D * (H * H))).
Proof.
apply: apart_bits.
have [[s [s' [ne_s e e']]]|[q0 [r0 [r0' d]]]] := differ_others ne.
  apply: (share_weaken (leq_addr _ _)).
  by have := share_scale (H * H) (first_share ne_s e e'); rewrite !(mulnC (H * H)).
have := input_share H_def W_def p_ok slice_lt d (all_others va) (all_others va') le le' two one.
apply: share_sub => k m; move: m; rewrite /meet /words_of => /eqP[e0 e1 _].
by rewrite (divn_eq (input _ _ _ _ (others ws)) W) (divn_eq (input _ _ _ _ (others ws')) W) e0 e1.
Qed.

End Slices.

End Two.

End Map.

(* Assumes nothing: two_words_inj. *)
(* Assumes nothing: apart_bits. *)
(* Assumes nothing: apart_bits_small. *)
(* Assumes nothing: apart_bits_one. *)
(* Assumes nothing: apart_bits_slices. *)
