(** Fingerprints of rows: the crate hash-agg. The proof is that of the module [hash_agg::bound],
    "Cells" and "Rows". *)

From mathcomp Require Import all_ssreflect all_algebra zify.
From Hash Require Import Basics Counting Gf2 Irreducible WideBlock Wide.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import GRing.Theory.
Local Open Scope ring_scope.

(** * The function *)

(** The canonical form of a value: the kind, the elements a and b, and the scale, if the values of
    the kind have a fixed size; or the kind and the bytes. *)
Notation cell := (nat * (nat * nat) * nat + nat * seq byte)%type.
Definition null : cell := inl (0, (0, 0), 0)%N.

(** Texts, binary values, and the canonical bytes of lists, structs and maps. *)
Definition kinds_of_bytes : seq nat := [:: 4; 5; 12; 13; 14]%N.

Definition kind (c : cell) : nat :=
  match c with inl (kind, _, _) => kind | inr (kind, _) => kind end.
Definition rest (c : cell) : nat :=
  match c with inl (_, _, scale) => scale | inr (_, m) => size m end.

Definition valid (c : cell) : bool :=
  match c with
  | inl (kind, (a, b), scale) =>
    [&& kind < 256, kind \notin kinds_of_bytes, a < 2 ^ 128, b < 2 ^ 128 & scale < 256]%N
  | inr (kind, m) => (kind \in kinds_of_bytes) && (size m < 2 ^ 56)%N
  end.

(** The tag: the kind in the top byte. *)
Definition tag (c : cell) : nat := (kind c * 2 ^ 56 + rest c)%N.

(** The elements of a cell: a, b and the tag. For bytes, a and b are the polynomials of CLHASH-128.
    *)
Definition element (k : key) (c : cell) (j : nat) : {poly 'F_2} :=
  if j == 2%N then bits 64 (tag c) else
  match c with
  | inl (_, (a, b), _) => bits 128 (if j == 0%N then a else b)
  | inr (_, m) => value (j != 0%N) k m
  end.

(** Keys for rows of up to M columns, for any M: the key of CLHASH-128, R0 and R1, and three values
    for each column. *)
Notation columns_key M := {ffun 'I_M * 'I_3 -> W 128}.
Notation row_key M := (key * ({ffun 'I_2 -> W 128} * columns_key M))%type.

Section Rows.

Variable M : nat.
Hypothesis M_lt : (M < 2 ^ 64)%N.

Definition cells (k : row_key M) (r : seq cell) : {poly 'F_2} :=
  \sum_(u : 'I_M * 'I_3 | (u.1 < size r)%N) element k.1 (nth null r u.1) u.2 * rVpoly (k.2.2 u).

(** [Row::finish], [Rows::finish] *)
Definition fingerprint (k : row_key M) (r : seq cell) : {poly 'F_2} :=
  (rVpoly (k.2.1 ord0) + cells k r + bits 64 (size r) * rVpoly (k.2.1 ord_max)) %% P128.

Lemma size_fingerprint k r : (size (fingerprint k r) <= 128)%N.
Proof. exact: small_mod. Qed.

(** * Cells *)

Lemma pair_inj (E x y x' y' : nat) : (y < E)%N -> (y' < E)%N ->
  (x * E + y = x' * E + y')%N -> x = x' /\ y = y'.
Proof.
move=> lt_y lt_y' eq_xy; have E_pos : (0 < E)%N by apply: leq_ltn_trans lt_y.
have := congr1 (divn^~ E) eq_xy; have := congr1 (modn^~ E) eq_xy; rewrite /= !modnMDl !divnMDl //.
by rewrite !modn_small // !divn_small // !addn0.
Qed.

Lemma valid_bounds c : valid c -> (kind c < 256)%N /\ (rest c < 2 ^ 56)%N.
Proof.
case: c => [[[x [a b]] s] | [x m]] /=.
  case/and5P=> lt_x _ _ _ lt_s; split; first exact: lt_x.
  apply: leq_trans lt_s _; rewrite -[256%N]/(2 ^ 8)%N.
  by rewrite leq_exp2l.
case/andP=> in_x lt_m; split; last exact: lt_m.
by move: in_x {lt_m}; rewrite !inE => /or4P[/eqP -> | /eqP -> | /eqP -> | /orP[/eqP -> | /eqP ->]].
Qed.

Lemma pair_lt (E x y : nat) : (x < 256)%N -> (y < E)%N -> (x * E + y < 256 * E)%N.
Proof.
move=> lt_x lt_y; apply: (@leq_trans (x.+1 * E)).
  by rewrite mulSn addnC ltn_add2r.
by rewrite leq_mul2r lt_x orbT.
Qed.

Lemma tag_lt c : valid c -> (tag c < 2 ^ 64)%N.
Proof.
move=> /valid_bounds[lt_k lt_r]; rewrite /tag.
have e : (2 ^ 64 = 256 * 2 ^ 56)%N := @pow_split 8 56 64 isT.
by rewrite e; exact: (pair_lt lt_k lt_r).
Qed.

Lemma tag_inj c d : valid c -> valid d -> bits 64 (tag c) = bits 64 (tag d) ->
  kind c = kind d /\ rest c = rest d.
Proof.
move=> valid_c valid_d /(bits_inj (tag_lt valid_c) (tag_lt valid_d)).
have [_ lt_r] := valid_bounds valid_c; have [_ lt_r'] := valid_bounds valid_d.
exact: (pair_inj lt_r lt_r').
Qed.

Lemma le_pieces56 s : (s < 2 ^ 56)%N -> (pieces 2048 s <= 2 ^ 45)%N.
Proof.
have e : (2 ^ 56 = 2 ^ 45 * 2 ^ 11)%N := @pow_split 45 11 56 isT.
move: (2 ^ 45)%N e => Q e lt_s; rewrite pieces_le //; apply: leq_trans (ltnW lt_s) _.
by rewrite e leq_mul2l; apply/orP; right.
Qed.

(** No cell has more than n + 1 blocks of bytes. *)
Definition blocks_le (n : nat) (c : cell) : bool :=
  if c is inr (_, m) then (pieces 2048 (size m) <= n.+1)%N else true.

Definition same (k : key) (c d : cell) : bool := [forall j : 'I_3, element k c j == element k d j].

(** Different cells have the same three elements with probability at most (2^-64 + n 2^-128)^2 if
    they are bytes of one kind and one length, and never otherwise. *)
Lemma cell_share (c d : cell) n : valid c -> valid d -> blocks_le n c -> c != d ->
  share (fun k => same k c d) ((2 ^ 64 + n) ^ 2) (2 ^ 256).
Proof.
move=> valid_c valid_d le_c ne.
have never : (forall k, same k c d -> False) ->
    share (fun k => same k c d) ((2 ^ 64 + n) ^ 2) (2 ^ 256).
  by move=> H; apply: share_weaken (leq0n _) _; apply: share0 => k; apply/negP/H.
have [/eqP eq_t | ne_t] := boolP (bits 64 (tag c) == bits 64 (tag d)); last first.
  by apply: never => k /forallP/(_ (inord 2)); rewrite /element inordK //= (negbTE ne_t).
have [eq_k eq_r] := tag_inj valid_c valid_d eq_t.
case: c d valid_c valid_d le_c ne never {eq_t} eq_k eq_r =>
    [[[x [a b]] s] | [x m]] [[[y [a' b']] s'] | [y m']] /=.
- move=> /and5P[_ _ lt_a lt_b _] /and5P[_ _ lt_a' lt_b' _] _ ne never eq_x eq_s.
  apply: never => k /forallP eq_el; case/negP: ne; rewrite eq_x eq_s; apply/eqP.
  have := eq_el (inord 0); have := eq_el (inord 1); rewrite /element !inordK //=.
  by move=> /eqP/(bits_inj lt_b lt_b') -> /eqP/(bits_inj lt_a lt_a') ->.
- by move=> /and5P[_ nin _ _ _] /andP[in_y _] _ _ _ eq_x; rewrite eq_x in_y in nin.
- by move=> /andP[in_x _] /and5P[_ nin _ _ _] _ _ _ eq_x; rewrite -eq_x in_x in nin.
move=> _ _ le_m ne never eq_x eq_size.
have ne_m : m != m' by apply: contra ne => /eqP ->; rewrite eq_x.
have m_pos : (0 < pieces 2048 (size m))%N.
  have [i lt_i _] := words_differ (isT : 0 < 2048)%N eq_size ne_m.
  by rewrite ltnNge pieces_le // -ltnNge (leq_ltn_trans _ lt_i).
have size_n : pieces 2048 (size m) = (pieces 2048 (size m)).-1.+1 by rewrite prednK.
have le_n : ((pieces 2048 (size m)).-1 <= n)%N by rewrite -ltnS -size_n.
apply: (@share_weaken _ _ ((2 ^ 64 + (pieces 2048 (size m)).-1) ^ 2)).
  by rewrite leq_sqr leq_add2l.
apply: share_sub (wide_values eq_size ne_m size_n) => k /forallP eq_el.
by have := eq_el (inord 0); have := eq_el (inord 1); rewrite /element !inordK //= => -> ->.
Qed.

(** * Rows *)

Definition the_width : part [finType of row_key M] [finType of W 128] :=
  part_comp (part_snd [finType of key] [finType of {ffun 'I_2 -> W 128} * columns_key M])
    (part_comp (part_fst [finType of {ffun 'I_2 -> W 128}] [finType of columns_key M])
      (part_word [finType of W 128] (ord_max : 'I_2))).

Definition the_columns : part [finType of row_key M] [finType of columns_key M] :=
  part_comp (part_snd [finType of key] [finType of {ffun 'I_2 -> W 128} * columns_key M])
    (part_snd [finType of {ffun 'I_2 -> W 128}] [finType of columns_key M]).

Lemma mod_eq (a c : {poly 'F_2}) : (a %% P128 == c %% P128) = ((a - c) %% P128 == 0).
Proof. by rewrite -subr_eq0 -modNp -modpD. Qed.

Lemma size_0 : (size (0%R : {poly 'F_2}) <= 128)%N.
Proof. by rewrite size_poly0. Qed.

(** Rows of different widths: 2^-128. *)
Lemma width_share (r s : seq cell) : (size r <= M)%N -> (size s <= M)%N -> size r != size s ->
  share (fun k => fingerprint k r == fingerprint k s) 1 (2 ^ 128).
Proof.
move=> le_r le_s ne; apply: share_eq_le; apply: (share_eq_word (p := the_width)) => k.
have le128 x : (size (bits 64 x) <= 128)%N by apply: leq_trans (size_bits _ _) _.
have ndiv : ~~ (P128 %| bits 64 (size r) - bits 64 (size s)).
  apply: not_multiple; rewrite ?le128 //; apply: contra ne => /eqP /bits_inj -> //;
    exact: leq_ltn_trans M_lt.
have [x0 Hx] := linear128 (cells k r - cells k s) size_0 ndiv; exists x0 => x; rewrite -Hx.
have fE t : fingerprint (put the_width k x) t =
    (rVpoly (k.2.1 ord0) + cells k t + bits 64 (size t) * rVpoly x) %% P128.
  by rewrite /fingerprint /= !ffunE eqxx.
rewrite !fE mod_eq; congr (_ %% _ == _); rewrite opprD addrACA -mulrBl; congr (_ + _).
by rewrite opprD addrACA subrr add0r.
Qed.

(** Rows of one width with a column whose elements differ: 2^-128. *)
Lemma column_share (r s : seq cell) (c : 'I_M) : size r = size s -> (c < size r)%N ->
  share (fun k => ~~ same k.1 (nth null r c) (nth null s c) && (fingerprint k r == fingerprint k s))
    1 (2 ^ 128).
Proof.
move=> eq_size lt_c; apply: (share_draw (p := the_columns)) => -[k [ends cols]] /=.
have [_ | ] := boolP (same _ _ _); first by apply: share_weaken (leq0n 1) _; apply: share0.
rewrite negb_forall => /existsP[j ne_j]; pose u0 : 'I_M * 'I_3 := (c, j).
pose d (u : 'I_M * 'I_3) := element k (nth null r u.1) u.2 - element k (nth null s u.1) u.2.
have size_el t u : (size (element k (nth null t (u : 'I_M * 'I_3).1) u.2) <= 128)%N.
  rewrite /element; case: ifP => _; first by apply: leq_trans (size_bits _ _) _.
  by case: (nth _ _ _) => [[[x [a b]] sc] | [x m]]; [apply: size_bits | apply: size_value].
have ndiv : ~~ (P128 %| d u0) by apply: not_multiple; rewrite ?size_el.
apply: share_eq_le; apply: (share_eq_word (p := part_word [finType of W 128] u0)) => y.
pose others := \sum_(u : 'I_M * 'I_3 | (u.1 < size r)%N && (u != u0)) d u * rVpoly (y u).
have [x0 Hx] := linear128 others size_0 ndiv; exists x0 => x; rewrite -Hx.
rewrite /fingerprint mod_eq /= -eq_size; congr (_ %% _ == _).
rewrite opprD addrACA subrr addr0 opprD addrACA subrr add0r /cells /= -eq_size -sumrB.
rewrite (eq_bigr (fun u => d u * rVpoly (word_set y u0 x u))) => [|u _]; last by rewrite -mulrBl.
rewrite (bigD1 u0) //= ffunE eqxx addrC; congr (_ + _); apply: eq_bigr => u /andP[_ ne_u].
by rewrite ffunE (negbTE ne_u).
Qed.

Definition fits (r : seq cell) : bool := all valid r && (size r <= M)%N.

(** Two different rows have the same fingerprint with probability at most 2^-128 + (2^-64 + n
    2^-128)^2, if the strings of one of them have at most n + 1 blocks. *)
Theorem row_share (r s : seq cell) n : fits r -> fits s -> all (blocks_le n) r -> r != s ->
  share (fun k => fingerprint k r == fingerprint k s) (2 ^ 128 + (2 ^ 64 + n) ^ 2) (2 ^ 256).
Proof.
move=> /andP[valid_r le_r] /andP[valid_s le_s] le_n ne.
have scaled (P : pred [finType of row_key M]) : share P 1 (2 ^ 128) -> share P (2 ^ 128) (2 ^ 256).
  move/(share_scale (2 ^ 128)); rewrite (muln1 (2 ^ 128)%N).
  exact (@share_cast _ _ _ _ _ (esym (@pow_split 128 128 256 isT))).
have [eq_size | ne_size] := eqVneq (size r) (size s); last first.
  exact: share_weaken (leq_addr _ _) (scaled _ (width_share le_r le_s ne_size)).
have [c lt_c ne_c] : exists2 c, (c < size r)%N & nth null r c != nth null s c.
  have [/hasP[c] | none] := boolP (has (fun c => nth null r c != nth null s c) (iota 0 (size r))).
    by rewrite mem_iota => /andP[_ lt_c] ne_c; exists c.
  case/negP: ne; apply/eqP; apply: (@eq_from_nth _ null) => // c lt_c; apply/eqP.
  by apply: contraNT none => ne_c; apply/hasP; exists c; rewrite // mem_iota.
have lt_M := leq_trans lt_c le_r; pose o := Ordinal lt_M.
have cells_agree := @column_share r s o eq_size lt_c.
have elements : share (fun k : row_key M => same k.1 (nth null r o) (nth null s o))
    ((2 ^ 64 + n) ^ 2) (2 ^ 256).
  apply: (share_draw (p := part_fst [finType of key]
    [finType of {ffun 'I_2 -> W 128} * columns_key M])) => k.
  apply: cell_share => //; [exact: (all_nthP null valid_r) | | exact: (all_nthP null le_n)].
  by apply: (all_nthP null valid_s); rewrite -eq_size.
apply: share_sub (share_or (scaled _ cells_agree) elements) => k ->.
by rewrite andbT orNb.
Qed.

(** Strings are shorter than 2^56 bytes, so this is at most 2^-127 + 2^-138. *)
Theorem row_any (r s : seq cell) : fits r -> fits s -> r != s ->
  share (fun k => fingerprint k r == fingerprint k s) (2 ^ 11 + 1) (2 ^ 10 * 2 ^ 128).
Proof.
move=> fits_r fits_s ne; have /andP[valid_r _] := fits_r.
have le_n : all (blocks_le (2 ^ 45)) r.
  apply/allP => c /(allP valid_r); case: c => [c _ | [x m] /andP[_ lt_m]]; first exact: isT.
  exact: leqW (le_pieces56 lt_m).
have P_pos : (0 < 2 ^ 11)%N by rewrite expn_gt0.
have e12 : (2 ^ 12 = 2 * 2 ^ 11)%N := expnS 2 11.
have e64 : (2 ^ 64 = 2 ^ 52 * (2 * 2 ^ 11))%N :=
  etrans (@pow_split 52 12 64 isT) (congr1 (muln _) e12).
have e14 : (2 ^ 14 = 4 * (2 * 2 ^ 11))%N := etrans (@pow_split 2 12 14 isT) (congr1 (muln _) e12).
have e118 : (2 ^ 118 = 2 ^ 52 * 2 ^ 52 * (4 * (2 * 2 ^ 11)))%N :=
  etrans (@pow_split 104 14 118 isT) (congr2 muln (@pow_split 52 52 104 isT) e14).
have eD : (2 ^ 256 = 2 ^ 118 * (2 ^ 10 * 2 ^ 128))%N :=
  etrans (@pow_split 118 138 256 isT) (congr1 (muln _) (@pow_split 10 128 138 isT)).
have c_pos : (0 < 2 ^ 118)%N by rewrite expn_gt0.
have le_Q : (2 ^ 45 <= 2 ^ 52)%N by rewrite leq_exp2l.
have := share_cast eD (row_share fits_r fits_s le_n ne).
move=> /(share_weaken (any_bound e64 e128 e118 le_Q P_pos)) H.
exact (share_unscale c_pos H).
Qed.

End Rows.

(* Assumes nothing: row_share. *)
(* Assumes nothing: row_any. *)
