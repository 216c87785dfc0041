(** Fingerprints of rows and of tables: the crate hash-agg. The proofs are those of the module
    [hash_agg::bound]; [Multiset] has the steps that do not depend on rows. *)

From mathcomp Require Import all_ssreflect all_algebra zify.
From Hash Require Import Basics Counting Gf2 Irreducible WideBlock Wide Multiset.

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

(** The elements of a cell: a, b and the tag. Those of bytes are the polynomials of CLHASH-128. *)
Definition element (k : key) (c : cell) (j : nat) : {poly 'F_2} :=
  if j == 2%N then bits 64 (tag c) else
  match c with
  | inl (_, (a, b), _) => bits 128 (if j == 0%N then a else b)
  | inr (_, m) => value (j != 0%N) k m
  end.

(** Keys for rows of up to M columns, any number: the key of CLHASH-128, R0 and R1, and three values
    for each column. *)
Section Rows.

Variable M : nat.
Hypothesis M_lt : (M < 2 ^ 64)%N.

Notation columns_key := {ffun 'I_M * 'I_3 -> W 128}.
Notation row_key := (key * ({ffun 'I_2 -> W 128} * columns_key))%type.

Definition cells (k : row_key) (r : seq cell) : {poly 'F_2} :=
  \sum_(u : 'I_M * 'I_3 | (u.1 < size r)%N) element k.1 (nth null r u.1) u.2 * rVpoly (k.2.2 u).

(** [Row::finish], [Rows::finish] *)
Definition fingerprint (k : row_key) (r : seq cell) : {poly 'F_2} :=
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
  case/and5P=> lt_x _ _ _ lt_s; split=> //; apply: leq_trans lt_s _.
  by rewrite -[256%N]/(2 ^ 8)%N leq_exp2l.
by case/andP=> in_x lt_m; split=> //; move: in_x; rewrite !inE => /or4P[] => [||| /orP[]] /eqP ->.
Qed.

Lemma tag_inj c d : valid c -> valid d -> bits 64 (tag c) = bits 64 (tag d) ->
  kind c = kind d /\ rest c = rest d.
Proof.
move=> /valid_bounds[lt_k lt_r] /valid_bounds[lt_k' lt_r'] eq_t.
apply: (pair_inj lt_r lt_r'); apply: (bits_inj _ _ eq_t);
  rewrite (@pow_split 8 56 64 isT) -?/(tag _); move: (2 ^ 56)%N lt_r lt_r' => E lt_r lt_r';
  by apply: (@leq_trans ((kind _).+1 * E)); rewrite ?mulSn ?[(E + _)%N]addnC ?ltn_add2l ?leq_mul2r ?lt_k ?lt_k' ?orbT.
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

(** Different cells have the same three elements with probability (2^-64 + n 2^-128)^2 at most: those
    of bytes of one kind and one length, the others never. *)
Lemma cell_share (c d : cell) n : valid c -> valid d -> blocks_le n c -> c != d ->
  share (fun k => same k c d) ((2 ^ 64 + n) ^ 2) (2 ^ 256).
Proof.
move=> valid_c valid_d le_c ne.
have never : (forall k, same k c d -> False) -> share (fun k => same k c d) ((2 ^ 64 + n) ^ 2) (2 ^ 256).
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

Definition the_width : part [finType of row_key] [finType of W 128] :=
  part_comp (part_snd [finType of key] [finType of {ffun 'I_2 -> W 128} * columns_key])
    (part_comp (part_fst [finType of {ffun 'I_2 -> W 128}] [finType of columns_key])
      (part_word [finType of W 128] (ord_max : 'I_2))).

Definition the_columns : part [finType of row_key] [finType of columns_key] :=
  part_comp (part_snd [finType of key] [finType of {ffun 'I_2 -> W 128} * columns_key])
    (part_snd [finType of {ffun 'I_2 -> W 128}] [finType of columns_key]).

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

(** Two different rows have one fingerprint with probability 2^-128 + (2^-64 + n 2^-128)^2 at most,
    if the strings of one of them have n + 1 blocks at most. *)
Theorem row_share (r s : seq cell) n : fits r -> fits s -> all (blocks_le n) r -> r != s ->
  share (fun k => fingerprint k r == fingerprint k s) (2 ^ 128 + (2 ^ 64 + n) ^ 2) (2 ^ 256).
Proof.
move=> /andP[valid_r le_r] /andP[valid_s le_s] le_n ne.
have scaled (P : pred [finType of row_key]) : share P 1 (2 ^ 128) -> share P (2 ^ 128) (2 ^ 256).
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
have elements : share (fun k : row_key => same k.1 (nth null r o) (nth null s o)) ((2 ^ 64 + n) ^ 2) (2 ^ 256).
  apply: (share_draw (p := part_fst [finType of key] [finType of {ffun 'I_2 -> W 128} * columns_key])) => k.
  apply: cell_share => //; [exact: (all_nthP null valid_r) | | exact: (all_nthP null le_n)].
  by apply: (all_nthP null valid_s); rewrite -eq_size.
apply: share_sub (share_or (scaled _ cells_agree) elements) => k ->.
by rewrite andbT orNb.
Qed.

(** Strings are shorter than 2^56 bytes, so that is 2^-127 + 2^-138 at most. *)
Theorem row_any (r s : seq cell) : fits r -> fits s -> r != s ->
  share (fun k => fingerprint k r == fingerprint k s) (2 ^ 11 + 1) (2 ^ 10 * 2 ^ 128).
Proof.
move=> fits_r fits_s ne; have /andP[valid_r _] := fits_r.
have le_n : all (blocks_le (2 ^ 45)) r.
  apply: sub_all valid_r => -[// | [x m]] /andP[_ lt_m].
  exact: leqW (le_pieces56 lt_m).
have le_Q : (2 ^ 45 <= 2 ^ 52)%N by rewrite leq_exp2l.
have P_pos : (0 < 2 ^ 11)%N by rewrite expn_gt0.
have e12 : (2 ^ 12 = 2 * 2 ^ 11)%N := expnS 2 11.
have e64 : (2 ^ 64 = 2 ^ 52 * (2 * 2 ^ 11))%N := etrans (@pow_split 52 12 64 isT) (congr1 (muln _) e12).
have e14 : (2 ^ 14 = 4 * (2 * 2 ^ 11))%N := etrans (@pow_split 2 12 14 isT) (congr1 (muln _) e12).
have e118 : (2 ^ 118 = 2 ^ 52 * 2 ^ 52 * (4 * (2 * 2 ^ 11)))%N :=
  etrans (@pow_split 104 14 118 isT) (congr2 muln (@pow_split 52 52 104 isT) e14).
have eD : (2 ^ 256 = 2 ^ 118 * (2 ^ 10 * 2 ^ 128))%N :=
  etrans (@pow_split 118 138 256 isT) (congr1 (muln _) (@pow_split 10 128 138 isT)).
have := share_cast eD (row_share fits_r fits_s le_n ne).
move=> /(share_weaken (any_bound e64 e128 e118 le_Q P_pos)) H.
have c_pos : (0 < 2 ^ 118)%N by rewrite expn_gt0.
exact (share_unscale c_pos H).
Qed.

(** * Tables *)

(** The secret z and the key of rows. *)
Notation table_key := (W 128 * row_key)%type.

Lemma small_map (k : row_key) (rs : seq (seq cell)) :
  all (fun f : {poly 'F_2} => size f <= 128)%N (map (fingerprint k) rs).
Proof. by apply/allP => _ /mapP[r _ ->]; apply: size_fingerprint. Qed.

(** Two different multisets of n rows have one product with probability
    d (2^-127 + 2^-138) + (n - 1) 2^-128 at most, with d the number of different rows of which the
    second one has more; it is n at most. [Fingerprint], [hash_agg::bound::collision_bound] *)
Theorem table_share (rs ss : seq (seq cell)) :
  size rs = size ss -> ~~ perm_eq rs ss -> all fits rs -> all fits ss ->
  share (fun k : table_key => table k.1 (map (fingerprint k.2) rs) == table k.1 (map (fingerprint k.2) ss))
    (size (excess ss rs) * (2 ^ 11 + 1) + 2 ^ 10 * (size rs).-1) (2 ^ 10 * 2 ^ 128).
Proof.
move=> eq_size ne fits_r fits_s; have [F [phi [phi_mod phi_inj bij]]] := gf128_field.
pose A (k : row_key) := perm_eq (map (fingerprint k) rs) (map (fingerprint k) ss).
have HA : share (fun k : table_key => A k.2) (size (excess ss rs) * (2 ^ 11 + 1)) (2 ^ 10 * 2 ^ 128).
  apply: (share_draw (p := part_snd [finType of W 128] [finType of row_key])) => k.
  apply: multiset_share => // r s r_in s_in; apply: row_any; exact/allP: r_in || exact/allP: s_in.
have HB : share (fun k : table_key => ~~ A k.2 && (table k.1 (map (fingerprint k.2) rs)
    == table k.1 (map (fingerprint k.2) ss))) (size rs).-1 (2 ^ 128).
  apply: (share_draw (p := part_fst [finType of W 128] [finType of row_key])) => -[z k] /=.
  have [_ | ne_f] := boolP (A k); first by apply: share_weaken (leq0n _) _; apply: share0.
  rewrite -(size_map (fingerprint k)).
  by apply: (table_points phi_mod phi_inj bij); rewrite ?size_map ?small_map.
apply: share_sub (share_or HA (share_scale (2 ^ 10) HB)) => k ->.
by rewrite andbT orbN.
Qed.

(** The same in n alone. *)
Corollary table_any (rs ss : seq (seq cell)) :
  size rs = size ss -> ~~ perm_eq rs ss -> all fits rs -> all fits ss ->
  share (fun k : table_key => table k.1 (map (fingerprint k.2) rs) == table k.1 (map (fingerprint k.2) ss))
    (size rs * (2 ^ 11 + 1) + 2 ^ 10 * (size rs).-1) (2 ^ 10 * 2 ^ 128).
Proof.
move=> eq_size ne fits_r fits_s; apply: share_weaken (table_share eq_size ne fits_r fits_s).
by rewrite leq_add2r leq_mul2r eq_size size_excess orbT.
Qed.

(** Multisets of different numbers of rows: the product alone, without the number beside it. *)
Theorem table_sizes (rs ss : seq (seq cell)) : size rs != size ss ->
  share (fun k : table_key => table k.1 (map (fingerprint k.2) rs) == table k.1 (map (fingerprint k.2) ss))
    (maxn (size rs) (size ss)) (2 ^ 128).
Proof.
move=> ne; have [F [phi [phi_mod phi_inj bij]]] := gf128_field.
apply: (share_draw (p := part_fst [finType of W 128] [finType of row_key])) => -[z k] /=.
rewrite -(size_map (fingerprint k) rs) -(size_map (fingerprint k) ss).
by apply: (table_points_sizes phi_mod bij); rewrite !size_map.
Qed.

(** Two different sequences of n + 1 rows have one digest with probability 2^-127 + 2^-138 +
    n 2^-128 at most. [Digest], [hash_agg::bound::digest_bound] *)
Theorem digest_share (rs ss : seq (seq cell)) n :
  size rs = n.+1 -> size ss = n.+1 -> rs != ss -> all fits rs -> all fits ss ->
  share (fun k : table_key => digest k.1 (map (fingerprint k.2) rs) == digest k.1 (map (fingerprint k.2) ss))
    (2 ^ 11 + 1 + 2 ^ 10 * n) (2 ^ 10 * 2 ^ 128).
Proof.
move=> size_r size_s ne fits_r fits_s; have [F [phi [phi_mod phi_inj bij]]] := gf128_field.
pose A (k : row_key) := map (fingerprint k) rs == map (fingerprint k) ss.
have [i lt_i ne_i] : exists2 i, (i < n.+1)%N & nth [::] rs i != nth [::] ss i.
  have [/hasP[i] | none] := boolP (has (fun i => nth [::] rs i != nth [::] ss i) (iota 0 n.+1)).
    by rewrite mem_iota => /andP[_ lt_i] ne_i; exists i.
  case/negP: ne; apply/eqP; apply: (@eq_from_nth _ [::]) => [|i]; rewrite size_r ?size_s // => lt_i.
  by apply/eqP; apply: contraNT none => ne_i; apply/hasP; exists i; rewrite // mem_iota.
have HA : share (fun k : table_key => A k.2) (2 ^ 11 + 1) (2 ^ 10 * 2 ^ 128).
  apply: (share_draw (p := part_snd [finType of W 128] [finType of row_key])) => k.
  apply: share_sub (row_any _ _ ne_i) => [k' /eqP eq_f||].
  - have := congr1 (fun fs : seq {poly 'F_2} => fs`_i) eq_f.
    by rewrite !(nth_map [::]) ?size_r ?size_s // => ->.
  - by apply: (all_nthP [::] fits_r); rewrite size_r.
  by apply: (all_nthP [::] fits_s); rewrite size_s.
have HB : share (fun k : table_key => ~~ A k.2 && (digest k.1 (map (fingerprint k.2) rs)
    == digest k.1 (map (fingerprint k.2) ss))) n (2 ^ 128).
  apply: (share_draw (p := part_fst [finType of W 128] [finType of row_key])) => -[z k] /=.
  have [_ | ne_f] := boolP (A k); first by apply: share_weaken (leq0n _) _; apply: share0.
  by apply: (digest_points phi_mod phi_inj bij); rewrite ?size_map ?small_map.
apply: share_sub (share_or HA (share_scale (2 ^ 10) HB)) => k ->.
by rewrite andbT orbN.
Qed.

End Rows.

Print Assumptions row_share.
Print Assumptions row_any.
Print Assumptions table_share.
Print Assumptions table_any.
Print Assumptions table_sizes.
Print Assumptions digest_share.
