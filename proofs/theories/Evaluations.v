(** The polynomials of CLHASH, CLHASH-128, GHASH, POLYVAL, VHASH and [Multilinear64] do not depend on
    how they are evaluated: on the runs into which a message is split, on the association in which
    parts are joined, on where a stream is cut and resumed, on lanes, and on when values are reduced.

    [Evaluation] has the theorems; here is one for parts and one for streams of each hash. The Rust
    items are [Partial] of each crate, the streams with their checkpoints, and the kernels, which
    keep several lanes and reduce late. *)

From mathcomp Require Import all_ssreflect all_algebra zify.
From Hash Require Import Basics Counting Gf2 Numbers Irreducible Evaluation.
From Hash Require Clhash WideBlock Wide Ghash Poly127 VhashSteps Multilinear64.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import GRing.Theory.
Local Open Scope ring_scope.

(** The polynomials over GF(2) modulo P, in Horner's rule. *)
Lemma run_mod (P r : {poly 'F_2}) (step : {poly 'F_2} -> {poly 'F_2} -> {poly 'F_2}) xs :
  (forall s x, x \in xs -> step (s %% P) x = (s * r + x) %% P) ->
  foldl step 0 xs = run r 0 xs %% P.
Proof.
elim/last_ind: xs => [|xs x IH] stepE; first by rewrite mod0p.
rewrite foldl_rcons run_rcons IH => [|s y in_y]; first by rewrite stepE // mem_rcons mem_head.
by rewrite stepE // mem_rcons inE in_y orbT.
Qed.

(** * CLHASH *)

Section ClhashParts.

Import Clhash.

Variable k : {ffun 'I_133 -> W 64}.

Let cls (a : {poly 'F_2}) := a %% Lazy.

Lemma clhash_value m : value k m = cls (run (point k) 0 (products k m)).
Proof.
apply: run_mod => s x /mapP[j _ ->]; rewrite modp_mul modpD [s * _]mulrC; congr (_ + _).
have size_Lazy : size Lazy = 129%N.
  by rewrite Lazy_eq mulrC size_mulX ?size_P127 // -size_poly_gt0 size_P127.
by rewrite modp_small // size_Lazy ltnS (leq_trans (size_clnh _ _)).
Qed.

Lemma clhash_cat m m' : (1024 %| size m)%N -> products k (m ++ m') = products k m ++ products k m'.
Proof. exact: blocks_cat. Qed.

(** The value of at most one block is its inner product. *)
Lemma clhash_one m : (size m <= 1024)%N -> value k m = clnh k m.
Proof.
move=> le_m; rewrite /value /products; have [m0 | m_pos] := posnP (size m).
  have -> : pieces 1024 (size m) = 0%N by apply/eqP; rewrite -leqn0 pieces_le // m0.
  by rewrite /clnh big_pred0 // => i; rewrite m0.
have -> : pieces 1024 (size m) = 1%N.
  by apply/eqP; rewrite eqn_leq pieces_le // le_m ltnNge pieces_le // -ltnNge.
by rewrite /= mul0n drop0 take_oversize // mulr0 mod0p add0r.
Qed.

(** The hash from the value: [finish_blocks]. *)
Definition clhash_finish (v : {poly 'F_2}) (n : nat) : {poly 'F_2} :=
  ((if (n <= 1024)%N then v else last_step k v) + bits 64 n * K k 132) %% P64.

Lemma clhash_hash m :
  hash k m = clhash_finish (cls (run (point k) 0 (products k m))) (size m).
Proof.
rewrite -clhash_value /hash /clhash_finish; have [le_m | //] := leqP (size m) 1024.
by rewrite clhash_one.
Qed.

Theorem clhash_parts t a : aligned 1024 t -> evaluates cls (products k) (point k) t a ->
  hash k (message t) = clhash_finish (a.2 %% Lazy) (size (message t)).
Proof.
move=> al ev; rewrite (hash_parts (@modp_congruence _ _) clhash_cat clhash_hash al ev) /cls.
by rewrite /append mul0r add0r.
Qed.

Theorem clhash_stream s kept m : reaches cls 1024 (products k) (point k) 0 s kept m ->
  hash k m = clhash_finish (run (point k) s (products k kept) %% Lazy) (size m).
Proof. exact: (hash_stream (@modp_congruence _ _) clhash_cat clhash_hash). Qed.

End ClhashParts.

(** * CLHASH-128 *)

Section WideParts.

Import WideBlock.

Variable k : values_key * places_key.

Let cls (a : {poly 'F_2}) := a %% P128.

Lemma wide_value e m : value e k m = cls (run (V k (4 + e)) 0 (outputs e k m)).
Proof. by apply: run_mod => s x _; rewrite !modpD modp_mul mulrC. Qed.

Lemma wide_cat e m m' : (2048 %| size m)%N ->
  outputs e k (m ++ m') = outputs e k m ++ outputs e k m'.
Proof. exact: blocks_cat. Qed.

(** The end needs no reduced values either. *)
Definition wide_finish (v0 v1 : {poly 'F_2}) (n : nat) : {poly 'F_2} :=
  (V k 0 + V k 1 * v0 + V k 2 * v1 + V k 3 * bits 64 n) %% P128.

Lemma wide_end v0 v1 m : cls v0 = value false k m -> cls v1 = value true k m ->
  hash k m = wide_finish v0 v1 (size m).
Proof.
move=> e0 e1; rewrite /hash /wide_finish -e0 -e1 /cls.
by rewrite !modpD !modp_mul.
Qed.

Theorem wide_parts t0 t1 a0 a1 m : message t0 = m -> message t1 = m ->
  aligned 2048 t0 -> aligned 2048 t1 ->
  evaluates cls (outputs false k) (V k 4) t0 a0 -> evaluates cls (outputs true k) (V k 5) t1 a1 ->
  hash k m = wide_finish a0.2 a1.2 (size m).
Proof.
move=> <- m1 al0 al1 ev0 ev1; apply: wide_end; rewrite wide_value.
  by case: (evaluates_part (@modp_congruence _ _) (@wide_cat false) al0 ev0).
by rewrite -m1; case: (evaluates_part (@modp_congruence _ _) (@wide_cat true) al1 ev1).
Qed.

Theorem wide_stream s0 s1 kept0 kept1 m :
  reaches cls 2048 (outputs false k) (V k 4) 0 s0 kept0 m ->
  reaches cls 2048 (outputs true k) (V k 5) 0 s1 kept1 m ->
  hash k m = wide_finish (run (V k 4) s0 (outputs false k kept0))
    (run (V k 5) s1 (outputs true k kept1)) (size m).
Proof.
move=> re0 re1; apply: wide_end; rewrite wide_value.
  exact: (reaches_run (@modp_congruence _ _) (@wide_cat false) re0).
exact: (reaches_run (@modp_congruence _ _) (@wide_cat true) re1).
Qed.

End WideParts.

(** * GHASH and POLYVAL *)

Section GhashParts.

Import Ghash.

Variables (S : standard) (k : 16.-tuple byte).

Let cls (a : {poly 'F_2}) := a %% modulus S.
Let r : {poly 'F_2} := element S k * factor S.

Lemma ghash_cat m m' : (16 %| size m)%N -> blocks S (m ++ m') = blocks S m ++ blocks S m'.
Proof. exact: blocks_cat. Qed.

(** Each block is added before the multiplication, so the point is one more factor of the value. *)
Lemma absorb_run y xs : y %% modulus S = y ->
  foldl (step S (element S k)) y xs = cls (y * r ^+ size xs + run r 0 xs * r).
Proof.
move=> small_y; elim/last_ind: xs => [|xs x IH]; first by rewrite mulr1 mul0r addr0 /cls small_y.
rewrite foldl_rcons IH run_rcons size_rcons /step -mulrA -/r.
have cong := @modp_congruence _ (modulus S); set a := _ + _ * r.
have [e _] := cong (a %% modulus S) a x x (modp_mod _ _) erefl.
have [_ ->] := cong _ _ r r e erefl.
by rewrite /cls /a exprSr !mulrDl !mulrA addrA.
Qed.

(** [Key::absorb], from any state. *)
Theorem absorb_parts y t a : y %% modulus S = y ->
  aligned 16 t -> evaluates cls (blocks S) r t a ->
  absorb S (element S k) y (message t) = (y * a.1 + a.2 * r) %% modulus S.
Proof.
move=> small_y al ev; rewrite /absorb (absorb_run _ small_y) -/(cls _).
have cong := @modp_congruence _ (modulus S).
have [e1 e2] := evaluates_part cong ghash_cat al ev.
have [_ f1] := cong y y _ _ erefl e1; have [_ f2] := cong _ _ r r e2 erefl.
by case: (cong _ _ _ _ f1 f2).
Qed.

Theorem ghash_parts t a : aligned 16 t -> evaluates cls (blocks S) r t a ->
  hash S k (message t) = (a.2 * r) %% modulus S.
Proof. by move=> al ev; rewrite /hash (absorb_parts (mod0p _) al ev) mul0r add0r. Qed.

Theorem ghash_stream s kept m : reaches cls 16 (blocks S) r 0 s kept m ->
  hash S k m = (run r s (blocks S kept) * r) %% modulus S.
Proof.
have cong := @modp_congruence _ (modulus S).
move=> re; have e := reaches_run cong ghash_cat re.
rewrite /hash /absorb (absorb_run _ (mod0p _)) mul0r add0r.
by case: (cong _ _ r r e erefl).
Qed.

(** Additional data and text in parts. *)
Theorem ghash_aead_parts ta tt a b :
  aligned 16 ta -> aligned 16 tt -> evaluates cls (blocks S) r ta a -> evaluates cls (blocks S) r tt b ->
  hash_aead S k (message ta) (message tt) =
    ((a.2 * r * b.1 + b.2 * r + element S (lengths S (size (message ta)) (size (message tt)))) * r)
      %% modulus S.
Proof.
move=> al_a al_t ev_a ev_t; have small (c : {poly 'F_2}) : (c %% modulus S) %% modulus S = c %% modulus S.
  exact: modp_mod.
rewrite /hash_aead (absorb_parts (mod0p _) al_a ev_a) (absorb_parts (small _) al_t ev_t) mul0r add0r.
have cong := @modp_congruence _ (modulus S); rewrite /step -mulrA.
have [_ f] := cong _ _ b.1 b.1 (small (a.2 * r)) erefl.
have [g _] := cong _ _ (b.2 * r) (b.2 * r) f erefl.
have [g' _] := cong _ _ (element S (lengths S (size (message ta)) (size (message tt)))) _
  (etrans (small _) g) erefl.
by case: (cong _ _ _ r g' erefl).
Qed.

End GhashParts.

(** * Integers: VHASH and [Multilinear64] *)

(** Horner's rule modulo p, as both use it. *)
Lemma horner_run (p y r : nat) v :
  (Poly127.horner p y r v : int) = (run (r : int) (y : int) (map Posz v) %% p)%Z.
Proof.
elim/last_ind: v => [|v c IH]; first by rewrite /Poly127.horner /= modz_nat.
rewrite /Poly127.horner foldl_rcons -/(Poly127.horner p y r v) map_rcons run_rcons -modz_nat.
rewrite PoszD PoszM IH.
have [_ e] := modz_congruence (modz_mod (run (r : int) y (map Posz v)) p) (erefl ((r : int) %% p)%Z).
by have [-> _] := modz_congruence e (erefl ((c : int) %% p)%Z).
Qed.

Section VhashParts.

Import VhashSteps.

(** One iteration: its number, and its keys. *)
Variables (N t : nat) (k : {ffun 'I_N -> 'I_W * 'I_W}) (x : 'I_W * 'I_W).

Let cls (a : int) : int := (a %% q)%Z.

(** The blocks of a message that is not empty. *)
Definition nh_blocks (m : seq byte) : seq int :=
  [seq (nh_block t k (take 128 (drop (j * 128) m)) : int) | j <- iota 0 (pieces 128 (size m))].

Lemma nh_cat m m' : (128 %| size m)%N -> nh_blocks (m ++ m') = nh_blocks m ++ nh_blocks m'.
Proof. exact: (blocks_cat (fun b => nh_block t k b : int)). Qed.

(** The number of bits of the last block is added at the end. *)
Definition vhash_finish (v : int) (n : nat) : int := ((v + (8 * (n %% 128) * W)%N) %% q)%Z.

Lemma vhash_value m : (0 < size m)%N ->
  (value t k x m : int) = vhash_finish (cls (run (point x : int) 1 (nh_blocks m))) (size m).
Proof.
move=> m_pos; rewrite /value /vhash_finish -modz_nat PoszD horner_run /rest; congr ((cls (run _ _ _) + _) %% _)%Z.
have -> : blocks m = pieces 128 (size m).
  by apply/maxn_idPr; rewrite ltnNge pieces_le // -ltnNge.
by rewrite -map_comp.
Qed.

Theorem vhash_parts u a : (0 < size (message u))%N -> aligned 128 u ->
  evaluates cls nh_blocks (point x : int) u a ->
  (value t k x (message u) : int) = vhash_finish (cls (a.1 + a.2)) (size (message u)).
Proof.
move=> m_pos al ev; rewrite vhash_value // run_part.
have e := evaluates_part (@modz_congruence q) nh_cat al ev.
have := lazy_append (@modz_congruence q) (erefl (cls 1)) e.
by rewrite {1}/append mul1r => f; congr vhash_finish; apply: esym f.
Qed.

Theorem vhash_stream s kept m : (0 < size m)%N ->
  reaches cls 128 nh_blocks (point x : int) 1 s kept m ->
  (value t k x m : int) = vhash_finish (cls (run (point x : int) s (nh_blocks kept))) (size m).
Proof. by move=> m_pos re; rewrite vhash_value // /cls (reaches_run (@modz_congruence q) nh_cat re). Qed.

End VhashParts.

Section MultilinearParts.

Import Multilinear64.

Variable k : {ffun 'I_519 -> W 64}.

Let cls (a : int) : int := (a %% prime127)%Z.

Definition block_values (m : seq byte) : seq int := map Posz (values k m).

Lemma values_cat m m' : (4096 %| size m)%N ->
  block_values (m ++ m') = block_values m ++ block_values m'.
Proof.
move=> dv; rewrite /block_values -map_cat; congr map.
exact: (blocks_cat (fun b => number (dot k b %% P64))).
Qed.

Lemma multilinear64_polynomial m :
  (polynomial k m : int) = cls (run (point k : int) 1 (block_values m)).
Proof. exact: horner_run. Qed.

Theorem multilinear64_parts t a : aligned 4096 t ->
  evaluates cls block_values (point k : int) t a ->
  (polynomial k (message t) : int) = cls (a.1 + a.2).
Proof.
move=> al ev; rewrite multilinear64_polynomial run_part.
have e := evaluates_part (@modz_congruence prime127) values_cat al ev.
have := lazy_append (@modz_congruence prime127) (erefl (cls 1)) e.
by rewrite {1}/append mul1r => f; apply: esym f.
Qed.

Theorem multilinear64_stream s kept m :
  reaches cls 4096 block_values (point k : int) 1 s kept m ->
  (polynomial k m : int) = cls (run (point k : int) s (block_values kept)).
Proof.
by move=> re; rewrite multilinear64_polynomial /cls (reaches_run (@modz_congruence prime127) values_cat re).
Qed.

(** The value of a block, a sum of products, may be reduced at any time too. *)
Theorem multilinear64_dot m (c : nat -> {poly 'F_2}) :
  (forall i, c i %% P64 = (w m i * K k (2 + i)) %% P64) ->
  dot k m %% P64 = (\sum_(i < 512) c i) %% P64.
Proof.
move=> cE; apply: (lazy_sum (cls := fun a => a %% P64) (@modp_congruence _ _)) => i _.
by rewrite cE.
Qed.

End MultilinearParts.

(* Assumes nothing: clhash_parts. *)
(* Assumes nothing: clhash_stream. *)
(* Assumes nothing: wide_parts. *)
(* Assumes nothing: wide_stream. *)
(* Assumes nothing: absorb_parts. *)
(* Assumes nothing: ghash_parts. *)
(* Assumes nothing: ghash_stream. *)
(* Assumes nothing: ghash_aead_parts. *)
(* Assumes nothing: horner_run. *)
(* Assumes nothing: vhash_parts. *)
(* Assumes nothing: vhash_stream. *)
(* Assumes nothing: multilinear64_parts. *)
(* Assumes nothing: multilinear64_stream. *)
(* Assumes nothing: multilinear64_dot. *)
