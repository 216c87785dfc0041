(** Fingerprints of tables, and digests of rows in order: the crate hash-agg. The proofs are those
    of the module [hash_agg::bound], "Tables" and "Sequences". *)

From mathcomp Require Import all_ssreflect all_algebra.
From Hash Require Import Basics Counting Gf2 WideBlock Wide TableRows Multiset.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import GRing.Theory.
Local Open Scope ring_scope.

(** A secret z, or y for digests, and the key of rows. *)
Notation table_key M := (W 128 * row_key M)%type.

Section Tables.

Variable M : nat.
Hypothesis M_lt : (M < 2 ^ 64)%N.
Implicit Types rs ss : seq (seq cell).

(** The fingerprints of the rows. *)
Definition prints (k : row_key M) rs : seq {poly 'F_2} := map (fingerprint k) rs.

Lemma size_prints k rs : size (prints k rs) = size rs.
Proof. exact: size_map. Qed.

Lemma small_prints k rs : all (fun f : {poly 'F_2} => size f <= 128)%N (prints k rs).
Proof. by apply/allP => _ /mapP[r _ ->]; apply: size_fingerprint. Qed.

(** Two different multisets of n rows have the same product with probability at most d (2^-127 +
    2^-138) + (n - 1) 2^-128, where d is the number of different rows of which the second one has
    more. [Fingerprint] *)
Theorem table_share rs ss :
  size rs = size ss -> ~~ perm_eq rs ss -> all (fits M) rs -> all (fits M) ss ->
  share (fun k : table_key M => table k.1 (prints k.2 rs) == table k.1 (prints k.2 ss))
    (size (excess ss rs) * (2 ^ 11 + 1) + 2 ^ 10 * (size rs).-1) (2 ^ 10 * 2 ^ 128).
Proof.
move=> eq_size ne fits_r fits_s; have [F [phi [phi_mod phi_inj bij]]] := gf128_field.
pose A (k : row_key M) := perm_eq (prints k rs) (prints k ss).
have HA : share (fun k : table_key M => A k.2)
    (size (excess ss rs) * (2 ^ 11 + 1)) (2 ^ 10 * 2 ^ 128).
  apply: (share_draw (p := part_snd [finType of W 128] [finType of row_key M])) => k.
  apply: (multiset_share (f := @fingerprint M) eq_size ne) => r s r_in s_in ne_rs.
  exact (row_any M_lt (allP fits_r r r_in) (allP fits_s s s_in) ne_rs).
have HB : share (fun k : table_key M => ~~ A k.2
    && (table k.1 (prints k.2 rs) == table k.1 (prints k.2 ss))) (size rs).-1 (2 ^ 128).
  apply: (share_draw (p := part_fst [finType of W 128] [finType of row_key M])) => -[z k] /=.
  have [_ | ne_f] := boolP (A k); first by apply: share_weaken (leq0n _) _; apply: share0.
  have eq_f : size (prints k rs) = size (prints k ss) by rewrite !size_prints.
  have H := table_points phi_mod phi_inj bij eq_f (small_prints k rs) (small_prints k ss) ne_f.
  by rewrite size_prints in H; exact H.
apply: share_sub (share_or HA (share_scale (2 ^ 10) HB)) => k ->.
by rewrite andbT orbN.
Qed.

(** The same with n only. [hash_agg::bound::collision_bound] *)
Corollary table_any rs ss :
  size rs = size ss -> ~~ perm_eq rs ss -> all (fits M) rs -> all (fits M) ss ->
  share (fun k : table_key M => table k.1 (prints k.2 rs) == table k.1 (prints k.2 ss))
    (size rs * (2 ^ 11 + 1) + 2 ^ 10 * (size rs).-1) (2 ^ 10 * 2 ^ 128).
Proof.
move=> eq_size ne fits_r fits_s; apply: (share_weaken _ (table_share eq_size ne fits_r fits_s)).
by rewrite leq_add2r leq_mul2r eq_size size_excess orbT.
Qed.

(** Multisets of different numbers of rows: only the product, without the number stored beside it.
    *)
Theorem table_sizes rs ss : size rs != size ss ->
  share (fun k : table_key M => table k.1 (prints k.2 rs) == table k.1 (prints k.2 ss))
    (maxn (size rs) (size ss)) (2 ^ 128).
Proof.
move=> ne; have [F [phi [phi_mod phi_inj bij]]] := gf128_field.
apply: (share_draw (p := part_fst [finType of W 128] [finType of row_key M])) => -[z k] /=.
have ne_f : size (prints k rs) != size (prints k ss) by rewrite !size_prints.
have H := table_points_sizes phi_mod bij ne_f.
by rewrite !size_prints in H; exact H.
Qed.

(** Two different sequences of n + 1 rows have the same digest with probability at most 2^-127 +
    2^-138 + n 2^-128. [Digest], [hash_agg::bound::digest_bound] *)
Theorem digest_share rs ss n :
  size rs = n.+1 -> size ss = n.+1 -> rs != ss -> all (fits M) rs -> all (fits M) ss ->
  share (fun k : table_key M => digest k.1 (prints k.2 rs) == digest k.1 (prints k.2 ss))
    (2 ^ 11 + 1 + 2 ^ 10 * n) (2 ^ 10 * 2 ^ 128).
Proof.
move=> size_r size_s ne fits_r fits_s; have [F [phi [phi_mod phi_inj bij]]] := gf128_field.
pose A (k : row_key M) := prints k rs == prints k ss.
have [i lt_i ne_i] : exists2 i, (i < n.+1)%N & nth [::] rs i != nth [::] ss i.
  have [/hasP[i] | none] := boolP (has (fun i => nth [::] rs i != nth [::] ss i) (iota 0 n.+1)).
    by rewrite mem_iota => /andP[_ lt_i] ne_i; exists i.
  case/negP: ne; apply/eqP; apply: (@eq_from_nth _ [::]) => [|i]; rewrite size_r ?size_s // => lt_i.
  by apply/eqP; apply: contraNT none => ne_i; apply/hasP; exists i; rewrite // mem_iota.
have fits_ri : fits M (nth [::] rs i) by apply: (all_nthP [::] fits_r); rewrite size_r.
have fits_si : fits M (nth [::] ss i) by apply: (all_nthP [::] fits_s); rewrite size_s.
have HA : share (fun k : table_key M => A k.2) (2 ^ 11 + 1) (2 ^ 10 * 2 ^ 128).
  apply: (share_draw (p := part_snd [finType of W 128] [finType of row_key M])) => k.
  apply: share_sub (row_any M_lt fits_ri fits_si ne_i) => k' /eqP eq_f.
  have := congr1 (fun fs : seq {poly 'F_2} => fs`_i) eq_f.
  by rewrite !(nth_map [::]) ?size_r ?size_s // => eq_i; apply/eqP.
have HB : share (fun k : table_key M => ~~ A k.2
    && (digest k.1 (prints k.2 rs) == digest k.1 (prints k.2 ss))) n (2 ^ 128).
  apply: (share_draw (p := part_fst [finType of W 128] [finType of row_key M])) => -[z k] /=.
  have [_ | ne_f] := boolP (A k); first by apply: share_weaken (leq0n _) _; apply: share0.
  have size_fr : size (prints k rs) = n.+1 by rewrite size_prints.
  have size_fs : size (prints k ss) = n.+1 by rewrite size_prints.
  exact (digest_points phi_mod phi_inj bij size_fr size_fs (small_prints k rs) (small_prints k ss)
    ne_f).
apply: share_sub (share_or HA (share_scale (2 ^ 10) HB)) => k ->.
by rewrite andbT orbN.
Qed.

End Tables.

(* Assumes nothing: table_share. *)
(* Assumes nothing: table_any. *)
(* Assumes nothing: table_sizes. *)
(* Assumes nothing: digest_share. *)
