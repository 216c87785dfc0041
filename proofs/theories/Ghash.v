(** GHASH and POLYVAL: the bounds of the crate ghash-clmul.

    D. McGrew and J. Viega, "The security and performance of the Galois/counter mode (GCM) of
    operation" (2004), section 5; S. Gueron, A. Langley and Y. Lindell, RFC 8452, for POLYVAL. *)

From mathcomp Require Import all_ssreflect all_algebra.
From Hash Require Import Basics Gf2 Irreducible PolyField.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import GRing.Theory.
Local Open Scope ring_scope.

(** * The function *)

(** The two standards: the types [Gcm] and [GcmSiv]. *)
Inductive standard := Gcm | GcmSiv.

(** Coefficient i of the element of a block is a bit of byte i / 8: GHASH counts the bits of a byte
    from the highest, POLYVAL from the lowest. Bytes beyond the end are zeros. *)
Definition position (S : standard) (j : nat) : nat := if S is Gcm then 7 - j else j.

Definition zero_byte : byte := @Ordinal 256 0 isT.

Definition element (S : standard) (block : seq byte) : {poly 'F_2} :=
  \poly_(i < 128) (odd (nth zero_byte block (i %/ 8) %/ 2 ^ position S (i %% 8)))%:R.

Definition modulus (S : standard) : {poly 'F_2} := if S is Gcm then P128 else Polyval.

(** POLYVAL also multiplies by x^-128: RFC 8452, section 3. *)
Definition factor (S : standard) : {poly 'F_2} :=
  if S is Gcm then 1 else 'X^127 + 'X^124 + 'X^121 + 'X^114 + 1.

(** One block: y becomes (y + X) H, or (y + X) H x^-128. *)
Definition step (S : standard) (H y X : {poly 'F_2}) : {poly 'F_2} :=
  ((y + X) * H * factor S) %% modulus S.

(** The blocks of 16 bytes of a message; the last one is padded with zeros. *)
Definition blocks (S : standard) (m : seq byte) : seq {poly 'F_2} :=
  [seq element S (take 16 (drop (i * 16) m)) | i <- iota 0 (pieces 16 (size m))].

(** [Key::absorb] *)
Definition absorb (S : standard) (H y : {poly 'F_2}) (m : seq byte) : {poly 'F_2} :=
  foldl (step S H) y (blocks S m).

(** A key is 16 uniform bytes. *)
Notation key := {: 16.-tuple byte}.

(** [ghash_clmul::hash]. The hash is an element. Bytes represent elements one to one, so a sum of
    elements is the exclusive or of the bytes. *)
Definition hash (S : standard) (k : 16.-tuple byte) (m : seq byte) : {poly 'F_2} :=
  absorb S (element S k) 0 m.

(** The lowest w bytes of a number, the lowest first. *)
Fixpoint le_bytes (w n : nat) : seq byte :=
  if w is w'.+1 then inord (n %% 256) :: le_bytes w' (n %/ 256) else [::].

(** The block of the two lengths in bits: big-endian for GHASH, little-endian for POLYVAL. *)
Definition lengths (S : standard) (a t : nat) : seq byte :=
  let number n := if S is Gcm then rev (le_bytes 8 (8 * n)) else le_bytes 8 (8 * n) in
  number a ++ number t.

(** [ghash_clmul::hash_aead] *)
Definition hash_aead (S : standard) (k : 16.-tuple byte) (a t : seq byte) : {poly 'F_2} :=
  let H := element S k in
  step S H (absorb S H (absorb S H 0 a) t) (element S (lengths S (size a) (size t))).

(** * Bytes and elements *)

Lemma size_element S s : (size (element S s) <= 128)%N.
Proof. exact: size_poly. Qed.

(** Blocks of one length that represent the same element are the same. *)
Lemma element_inj S s t :
  size s = size t -> (size s <= 16)%N -> element S s = element S t -> s = t.
Proof.
move=> eq_size le16 /polyP eq_el; apply: (@eq_from_nth _ zero_byte) => // j lt_j.
apply/val_inj/(@bits_inj 8); rewrite ?ltn_ord //; apply/polyP => b.
rewrite !coef_poly; case: ltnP => // lt_b.
have pos_lt : (position S b < 8)%N by case: (S) => //=; rewrite ltnS leq_subr.
have posK : position S (position S b) = b by case: (S) => //=; rewrite subKn.
have := eq_el (j * 8 + position S b)%N; rewrite !coef_poly.
rewrite divnMDl // (divn_small pos_lt) addn0 modnMDl (modn_small pos_lt) posK.
suff -> : (j * 8 + position S b < 128)%N by [].
apply: (@leq_trans (j.+1 * 8)); first by rewrite mulSn addnC ltn_add2r.
by rewrite (leq_mul2r 8 _ 16) (leq_trans lt_j).
Qed.

Lemma size_blocks S m : size (blocks S m) = pieces 16 (size m).
Proof. by rewrite size_map size_iota. Qed.

(** Messages of one length with the same blocks are the same. *)
Lemma blocks_inj S m m' : size m = size m' -> blocks S m = blocks S m' -> m = m'.
Proof.
move=> eq_size eq_blocks; apply: (@words_inj 16) => // i.
have [le_i | lt_i] := leqP (size m) (i * 16); first by rewrite !word_behind -?eq_size.
have lt_p : (i < pieces 16 (size m))%N by rewrite ltnNge pieces_le // -ltnNge.
have := congr1 (fun s : seq {poly 'F_2} => s`_i) eq_blocks.
rewrite !(nth_map 0%N) ?size_iota -?eq_size // !nth_iota -?eq_size // add0n => /element_inj.
by rewrite /word !size_take !size_drop eq_size => -> //; case: ltnP => // /ltnW.
Qed.

(** * Both standards are Horner's rule in a field with 2^128 elements *)

Lemma modulus_irreducible S : irreducible_poly (modulus S).
Proof. by case: S; [exact: P128_irreducible | exact: Polyval_irreducible]. Qed.

Lemma size_modulus S : size (modulus S) = 129%N.
Proof. by case: S; [exact: size_P128 | exact: size_Polyval]. Qed.

Lemma size_factor S : (0 < size (factor S) <= 128)%N.
Proof.
case: S => /=; first by rewrite size_poly1.
by rewrite -!addrA size_addl size_polyXn //; do 3 rewrite ?(size_addl, size_polyXn, size_poly1).
Qed.

Lemma card_key : #|key| = (2 ^ 128)%N.
Proof. by rewrite card_tuple card_ord pow256. Qed.

(** The factor of POLYVAL is x^-128. *)
Lemma factor_polyval : ('X^128 * factor GcmSiv) %% modulus GcmSiv = 1.
Proof.
pose f := pad 114 [:: true] ++ pad 7 [:: true] ++ pad 3 [:: true] ++ pad 3 [:: true] ++ [:: true].
have fE : toP f = factor GcmSiv.
  rewrite (toP_cat (pad 114 _)) (toP_cat (pad 7 _)) (toP_cat (pad 3 _)) (toP_cat (pad 3 _)).
  rewrite !toP_pad !size_pad //= !mulr0 !addr0 !mulrDr !mulr1 -!exprD.
  by rewrite [1 + _]addrC ['X^114 + _]addrC ['X^121 + _]addrC ['X^124 + _]addrC.
have computed : product 128 c_polyval (squares 128 c_polyval 7 (pad 128 [:: false; true])) f == pad 128 [:: true].
  by vm_compute.
have := @power_ok 128 c_polyval isT erefl 7 f (pad 128 [:: true]) isT computed.
rewrite fE toP_pad -Polyval_bits {computed} => ->.
by rewrite /= mulr0 addr0 modp_small ?size_poly1 ?size_Polyval.
Qed.

Section Standard.

Variables (S : standard) (F : finFieldType) (phi : {rmorphism {poly 'F_2} -> F}).
Hypothesis ker : forall a, (phi a == 0) = (modulus S %| a).
Hypothesis phi_bij : bijective (fun w : W (size (modulus S)).-1 => phi (rVpoly w)).

Lemma phi_inj (a b : {poly 'F_2}) : (size a <= 128)%N -> (size b <= 128)%N -> phi a = phi b -> a = b.
Proof.
move=> le_a le_b eq_ab; have := bij_inj phi_bij; rewrite size_modulus /= => inj.
rewrite -(poly_rV_K le_a) -(poly_rV_K le_b); congr rVpoly; apply: inj.
by rewrite !poly_rV_K.
Qed.

Lemma phi_map_inj xs ys :
  all (fun x : {poly 'F_2} => size x <= 128)%N xs -> all (fun x : {poly 'F_2} => size x <= 128)%N ys ->
  map phi xs = map phi ys -> xs = ys.
Proof.
elim: xs ys => [|x xs IH] [|y ys] //= /andP[le_x le_xs] /andP[le_y le_ys] [/phi_inj -> //].
by move=> /IH ->.
Qed.

Lemma phi_mod (a : {poly 'F_2}) : phi (a %% modulus S) = phi a.
Proof.
apply/eqP; rewrite -subr_eq0 -rmorphB ker {2}(divp_eq a (modulus S)).
by rewrite opprD addrCA subrr addr0 dvdpNr dvdp_mull.
Qed.

(** The point of the polynomial, from the bytes of the key. *)
Definition point (k : 16.-tuple byte) : F := phi (element S k) * phi (factor S).

Lemma phi_absorb (k : 16.-tuple byte) y xs :
  phi (foldl (step S (element S k)) y xs) = foldl (fun z x => (z + x) * point k) (phi y) (map phi xs).
Proof.
by elim: xs y => //= x xs IH y; rewrite IH phi_mod !rmorphM rmorphD mulrA.
Qed.

(** Uniform bytes give a uniform point. *)
Lemma card_points (P : pred F) : #|[set k : key | P (point k)]| = #|[set h | P h]|.
Proof.
have point_inj : injective point.
  move=> k k' /mulIf eq_phi; apply/val_inj; apply: (@element_inj S); rewrite ?size_tuple //.
  apply: phi_inj; rewrite ?size_element //; apply: eq_phi.
  rewrite ker; have /andP[pos le] := size_factor S; apply: contraTN le => /dvdp_leq.
  by rewrite -size_poly_gt0 pos size_modulus -ltnNge => ->.
have point_bij : bijective point.
  apply: inj_card_bij point_inj _.
  by rewrite -(bij_eq_card phi_bij) card_W size_modulus card_key leqnn.
rewrite -[RHS](on_card_preimset (f := point)); last exact: onW_bij.
by apply: eq_card => k; rewrite !inE.
Qed.

End Standard.

(** * One length *)

Section Bounds.

Variable S : standard.

(** The keys under which the hashes of two sequences of blocks differ by c. *)
Lemma count_diff n xs ys (c : {poly 'F_2}) :
  all (fun x : {poly 'F_2} => size x <= 128)%N xs -> all (fun x : {poly 'F_2} => size x <= 128)%N ys ->
  (size xs <= n)%N -> (size ys <= n)%N ->
  nseq (n - size xs) 0 ++ xs != nseq (n - size ys) 0 ++ ys ->
  (#|[set k : key | (foldl (step S (element S k)) 0 xs - foldl (step S (element S k)) 0 ys == c)%R]| <= n)%N.
Proof.
move=> all_x all_y le_x le_y ne.
have [F [phi [ker phi_bij]]] := gf2_field (modulus_irreducible S).
have map_zeros zs : zeros_before n (map phi zs) = map phi (nseq (n - size zs) 0 ++ zs).
  by rewrite map_cat map_nseq rmorph0 /zeros_before size_map.
have ne' : zeros_before n (map phi xs) != zeros_before n (map phi ys).
  apply: contra ne; rewrite !map_zeros => /eqP eq_map; apply/eqP; apply: (phi_map_inj phi_bij) eq_map.
    by rewrite all_cat all_x all_nseq size_poly0 orbT.
  by rewrite all_cat all_y all_nseq size_poly0 orbT.
have := horner_diff_any (phi c) _ _ ne'; rewrite !size_map => /(_ le_x le_y).
rewrite -(card_points ker phi_bij); apply: leq_trans; apply: subset_leq_card; apply/subsetP => k.
rewrite !inE => /eqP <-; rewrite rmorphB /horner_hash -(rmorph0 phi).
by rewrite !(phi_absorb ker).
Qed.

Lemma all_blocks m : all (fun x : {poly 'F_2} => size x <= 128)%N (blocks S m).
Proof. by apply/allP => x /mapP[i _ ->]; apply: size_element. Qed.

(** Two different messages of one length, of n blocks: their hashes differ by a given c with
    probability at most n / 2^128. With c = 0 this is a collision.
    [ghash_clmul::bound::collision_bound] *)
Theorem ghash_diff (m m' : seq byte) (c : {poly 'F_2}) :
  size m = size m' -> m != m' ->
  share (fun k : key => hash S k m - hash S k m' == c) (pieces 16 (size m)) (2 ^ 128).
Proof.
move=> eq_size ne; rewrite /share card_key leq_mul2r; apply/orP; right.
apply: count_diff; rewrite ?all_blocks ?size_blocks ?eq_size ?subnn //=.
by apply: contra ne => /eqP /blocks_inj ->.
Qed.

Lemma card_union (T I : finType) (A : {set I}) (E : I -> {set T}) n :
  (forall i, #|E i| <= n)%N -> (#|\bigcup_(i in A) E i| <= #|A| * n)%N.
Proof.
move=> le_E; rewrite -sum_nat_const; elim/big_rec2: _ => [|i x y _ IH]; first by rewrite cards0.
by apply: leq_trans (leq_card_setU _ _) _; rewrite leq_add.
Qed.

(** Any t of the 128 bits have a given difference with probability at most n / 2^t. *)
Theorem ghash_bits (m m' : seq byte) (T : {set 'I_128}) (c : nat -> 'F_2) :
  size m = size m' -> m != m' ->
  share (fun k : key => [forall i in T, (hash S k m - hash S k m')`_i == c i]) (pieces 16 (size m)) (2 ^ #|T|).
Proof.
move=> eq_size ne; set n := pieces _ _.
pose C := [set v : W 128 | [forall i in T, v 0 i == c i]].
pose E (v : W 128) : {set key} := [set k | hash S k m - hash S k m' == rVpoly v].
have sub : [set k | [forall i in T, (hash S k m - hash S k m')`_i == c i]] \subset \bigcup_(v in C) E v.
  apply/subsetP => k; rewrite inE => in_T.
  have size_hash x : (size (hash S k x) <= 128)%N.
    rewrite /hash /absorb; elim/last_ind: (blocks S x) => [|xs b _]; first by rewrite size_poly0.
    by rewrite -cats1 foldl_cat -ltnS -(size_modulus S) ltn_modp -size_poly_gt0 size_modulus.
  have size_diff : (size (hash S k m - hash S k m')%R <= 128)%N.
    by apply: leq_trans (size_add _ _) _; rewrite geq_max size_opp !size_hash.
  apply/bigcupP; exists (poly_rV (hash S k m - hash S k m')); last by rewrite inE poly_rV_K.
  by rewrite inE; apply/forall_inP => i /(forall_inP in_T); rewrite mxE.
have le_E v : (#|E v| <= n)%N.
  by have := ghash_diff (rVpoly v) eq_size ne; rewrite /share card_key leq_mul2r expn_eq0.
rewrite /share card_key -(card_given_bits T c) mulnA leq_mul2r; apply/orP; right.
by apply: leq_trans (subset_leq_card sub) _; rewrite mulnC card_union.
Qed.

(** * Additional data and text of any lengths *)

Lemma le_le_bytes w n : (n < 256 ^ w)%N -> le (le_bytes w n) = n.
Proof.
elim: w n => [|w IH] n; first by rewrite expn0 ltnS leqn0 => /eqP ->.
rewrite expnS mulnC -ltn_divLR // => /IH /= ->.
by rewrite inordK ?ltn_pmod // addnC mulnC -divn_eq.
Qed.

Lemma size_le_bytes w n : size (le_bytes w n) = w.
Proof. by elim: w n => //= w IH n; rewrite IH. Qed.

Lemma size_lengths a t : size (lengths S a t) = 16%N.
Proof. by rewrite size_cat; case: (S); rewrite ?size_rev !size_le_bytes. Qed.

Lemma lengths_inj a t a' t' :
  (8 * a < 2 ^ 64)%N -> (8 * t < 2 ^ 64)%N -> (8 * a' < 2 ^ 64)%N -> (8 * t' < 2 ^ 64)%N ->
  lengths S a t = lengths S a' t' -> a = a' /\ t = t'.
Proof.
have number_inj x y :
  (8 * x < 2 ^ 64)%N -> (8 * y < 2 ^ 64)%N -> le_bytes 8 (8 * x) = le_bytes 8 (8 * y) -> x = y.
  move=> lt_x lt_y /(congr1 le); rewrite !le_le_bytes ?pow256 // => /eqP.
  by rewrite eqn_mul2l => /eqP.
move=> lt_a lt_t lt_a' lt_t'; rewrite /lengths; case: (S) => /eqP.
  rewrite eqseq_cat ?size_rev ?size_le_bytes // => /andP[/eqP /(can_inj revK) eq_a /eqP /(can_inj revK) eq_t].
  by split; apply: number_inj.
rewrite eqseq_cat ?size_le_bytes // => /andP[/eqP eq_a /eqP eq_t].
by split; apply: number_inj.
Qed.

(** The same for two different pairs of additional data and text, of any lengths that the standards
    allow, of at most n blocks including the block of the lengths.
    [ghash_clmul::bound::aead_collision_bound] *)
Theorem ghash_aead_diff (a t a' t' : seq byte) (c : {poly 'F_2}) (n : nat) :
  (8 * size a < 2 ^ 64)%N -> (8 * size t < 2 ^ 64)%N -> (8 * size a' < 2 ^ 64)%N -> (8 * size t' < 2 ^ 64)%N ->
  (a, t) != (a', t') ->
  (pieces 16 (size a) + pieces 16 (size t) + 1 <= n)%N -> (pieces 16 (size a') + pieces 16 (size t') + 1 <= n)%N ->
  share (fun k : key => hash_aead S k a t - hash_aead S k a' t' == c) n (2 ^ 128).
Proof.
move=> lt_a lt_t lt_a' lt_t' ne le_n le_n'; rewrite /share card_key leq_mul2r; apply/orP; right.
pose xs a t := blocks S a ++ blocks S t ++ [:: element S (lengths S (size a) (size t))].
have size_xs x y : size (xs x y) = (pieces 16 (size x) + pieces 16 (size y) + 1)%N.
  by rewrite !size_cat !size_blocks addnA.
have hashE k x y : hash_aead S k x y = foldl (step S (element S k)) 0 (xs x y).
  by rewrite !foldl_cat.
under eq_finset do rewrite !hashE.
apply: count_diff; rewrite ?size_xs // ?all_cat ?all_blocks /= ?size_element //.
apply: contra ne => /eqP eq_xs.
have [eq_a eq_t] : size a = size a' /\ size t = size t'.
  apply: lengths_inj => //; apply: (@element_inj S).
  - by rewrite !size_lengths.
  - by rewrite size_lengths.
  by have := congr1 (last 0) eq_xs; rewrite !catA !last_cat.
have := eq_xs; rewrite eq_a eq_t => /eqP; rewrite eqseq_cat ?size_nseq // eqxx /= /xs eq_a eq_t.
rewrite eqseq_cat ?size_blocks ?eq_a // => /andP[/eqP /blocks_inj -> //].
by rewrite eqseq_cat ?size_blocks ?eq_t // => /andP[/eqP /blocks_inj -> //].
Qed.

End Bounds.

(* Assumes nothing: factor_polyval. *)
(* Assumes nothing: ghash_diff. *)
(* Assumes nothing: ghash_bits. *)
(* Assumes nothing: ghash_aead_diff. *)
