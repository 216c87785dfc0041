(** Polynomial hashing over a finite field: two different sequences of n elements collide at at most
    n points.

    This is the argument of the bounds of GHASH and of CLHASH over several blocks. *)

From mathcomp Require Import all_ssreflect all_algebra.
From Hash Require Import Basics.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import GRing.Theory.
Local Open Scope ring_scope.

Section PolyField.

Variable F : finFieldType.
Implicit Types (xs ys : seq F) (k c : F).

(** A polynomial of degree n has at most n roots. *)
Lemma count_roots (p : {poly F}) : p != 0 -> (#|[set k | root p k]| <= (size p).-1)%N.
Proof.
move=> ne0; rewrite -ltnS prednK ?size_poly_gt0 // cardE.
by apply: max_poly_roots; rewrite ?enum_uniq //; apply/allP => k; rewrite mem_enum inE.
Qed.

(** Horner's rule as in GHASH: y becomes (y + x) k for each element x. *)
Definition horner_hash k xs : F := foldl (fun y x => (y + x) * k) 0 xs.

Lemma horner_hash_rcons k xs x : horner_hash k (rcons xs x) = (horner_hash k xs + x) * k.
Proof. exact: foldl_rcons. Qed.

(** It is the polynomial with the elements as coefficients, of which the last has degree 1. *)
Lemma horner_hashE k xs : horner_hash k xs = (Poly (0 :: rev xs)).[k].
Proof.
elim/last_ind: xs => [|xs x IH]; first by rewrite /= horner_cons horner0 mul0r addr0.
by rewrite horner_hash_rcons IH rev_rcons /= !horner_cons !addr0.
Qed.

(** Zeros before a sequence do not change the hash. *)
Lemma horner_hash_zeros k n xs : horner_hash k (nseq n 0 ++ xs) = horner_hash k xs.
Proof. by elim: n => //= n <-; rewrite /horner_hash /= addr0 mul0r. Qed.

(** The hashes of two different sequences of n elements differ by a given c at at most n points. *)
Theorem horner_diff xs ys c :
  size xs = size ys -> xs != ys ->
  (#|[set k | (horner_hash k xs - horner_hash k ys == c)%R]| <= size xs)%N.
Proof.
move=> eq_size ne; pose p := Poly (0 :: rev xs) - Poly (0 :: rev ys) - c%:P.
have size_p : (size p <= (size xs).+1)%N.
  have size_rev zs : (size (Poly (0%R :: rev zs) : {poly F}) <= (size zs).+1)%N.
    by apply: leq_trans (size_Poly _) _; rewrite /= size_rev.
  apply: leq_trans (size_add _ _) _; rewrite geq_max size_opp (leq_trans (size_polyC_leq1 _)) // andbT.
  apply: leq_trans (size_add _ _) _; rewrite geq_max size_opp size_rev.
  by rewrite eq_size size_rev.
have p_ne0 : p != 0.
  apply: contra ne => /eqP p0; rewrite -(inj_eq (can_inj revK)); apply/eqP.
  apply: (@eq_from_nth _ 0); rewrite !size_rev // => i _.
  have := congr1 (fun q : {poly F} => q`_i.+1) p0.
  by rewrite !coefB coefC coef0 !coef_Poly /= subr0 => /eqP; rewrite subr_eq0 => /eqP.
apply: leq_trans (_ : (size p).-1 <= _)%N; last by case: (size p) size_p.
apply: leq_trans (count_roots p_ne0); rewrite subset_leq_card //; apply/subsetP => k.
by rewrite !inE /root /p hornerD hornerD !hornerN hornerC -!horner_hashE subr_eq0.
Qed.

(** The same for sequences of different lengths that still differ with zeros before the shorter one.
    *)
Definition zeros_before n xs : seq F := nseq (n - size xs) 0 ++ xs.

Theorem horner_diff_any n xs ys c :
  (size xs <= n)%N -> (size ys <= n)%N -> zeros_before n xs != zeros_before n ys ->
  (#|[set k | (horner_hash k xs - horner_hash k ys == c)%R]| <= n)%N.
Proof.
move=> le_x le_y ne.
have size_z zs : (size zs <= n)%N -> size (zeros_before n zs) = n.
  by move=> le_z; rewrite size_cat size_nseq subnK.
rewrite -[X in (_ <= X)%N](size_z xs) //.
have := horner_diff c _ ne; rewrite !size_z // => /(_ erefl).
by under eq_finset do rewrite /zeros_before !horner_hash_zeros.
Qed.

(** Horner's rule as in polynomials over blocks: s becomes s k + x. The last element has degree 0.
    *)
Definition horner_value k xs : F := foldl (fun s x => s * k + x) 0 xs.

Lemma horner_value_hash k xs : horner_value k xs * k = horner_hash k xs.
Proof.
by elim/last_ind: xs => [|xs x IH]; rewrite ?mul0r // horner_hash_rcons -IH /horner_value foldl_rcons.
Qed.

Lemma horner_valueE k xs : horner_value k xs = (Poly (rev xs)).[k].
Proof.
elim/last_ind: xs => [|xs x IH]; first by rewrite horner0.
by rewrite /horner_value foldl_rcons -/(horner_value k xs) IH rev_rcons /= horner_cons.
Qed.

(** Two different sequences of n + 1 elements have the same value at at most n points. *)
Theorem horner_agree n xs ys :
  size xs = n.+1 -> size ys = n.+1 -> xs != ys ->
  (#|[set k | horner_value k xs == horner_value k ys]| <= n)%N.
Proof.
move=> size_x size_y ne; pose p := Poly (rev xs) - Poly (rev ys).
have size_p : (size p <= n.+1)%N.
  apply: leq_trans (size_add _ _) _; rewrite geq_max size_opp.
  by rewrite !(leq_trans (size_Poly _)) // size_rev ?size_x ?size_y.
have p_ne0 : p != 0.
  apply: contra ne => /eqP p0; rewrite -(inj_eq (can_inj revK)); apply/eqP.
  apply: (@eq_from_nth _ 0); rewrite !size_rev ?size_y // => i _.
  have := congr1 (fun q : {poly F} => q`_i) p0.
  by rewrite !coefB coef0 !coef_Poly => /eqP; rewrite subr_eq0 => /eqP.
apply: leq_trans (_ : (size p).-1 <= _)%N; last by case: (size p) size_p.
apply: leq_trans (count_roots p_ne0); rewrite subset_leq_card //; apply/subsetP => k.
by rewrite !inE /root /p hornerD hornerN -!horner_valueE subr_eq0.
Qed.

End PolyField.

(* Assumes nothing: horner_diff. *)
(* Assumes nothing: horner_diff_any. *)
(* Assumes nothing: horner_agree. *)
