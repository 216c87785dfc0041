(** VHASH: the function, its last step, and its polynomial.

    [vhash], the section "The function". W. Dai and T. Krovetz, "VHASH security", IACR ePrint
    2007/338. The proofs are those of the module [vhash::bound], "The polynomial" and "The last
    step". [Vhash] has the theorems. *)

From Coq Require Import Lia.
From mathcomp Require Import all_ssreflect all_algebra zify.
From Hash Require Import Basics Counting NH Poly127.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

(** * The function *)

(** The numbers, sealed so that Coq does not expand them to unary. Words are below W. The square of
    H is the modulus of NH. q and p are the moduli of the polynomial and of the last step, which
    first divides by [divisor]. *)
Fact W_sealed : {x : nat | x = 2 ^ 64}. Proof. by exists (2 ^ 64). Qed.
Fact H_sealed : {x : nat | x = 2 ^ 63}. Proof. by exists (2 ^ 63). Qed.
Fact q_sealed : {x : nat | x = 2 ^ 127 - 1}. Proof. by exists (2 ^ 127 - 1). Qed.
Fact p_sealed : {x : nat | x = 2 ^ 64 - 257}. Proof. by exists (2 ^ 64 - 257). Qed.
Fact divisor_sealed : {x : nat | x = 2 ^ 64 - 2 ^ 32}. Proof. by exists (2 ^ 64 - 2 ^ 32). Qed.

Definition W : nat := sval W_sealed.
Definition H : nat := sval H_sealed.
Definition q : nat := sval q_sealed.
Definition p : nat := sval p_sealed.
Definition divisor : nat := sval divisor_sealed.

(** The keys of NH: N pairs of uniform words. *)
Notation nh_key N := {ffun 'I_N -> 'I_W * 'I_W}.

(** The other keys of an iteration: the two words of the variable K, the high one first, which are
    uniform words, and two numbers of the last step, which are uniform below p. *)
Notation point_key := ('I_W * 'I_W)%type.
Notation last_key := ('I_p * 'I_p)%type.

(** [Key64], and [Key128]: two iterations. *)
Notation key64 := (nh_key 8 * (point_key * last_key))%type.
Notation key128 := (nh_key 9 * ((point_key * last_key) * (point_key * last_key)))%type.

(** Block j of a message; there is at least one. *)
Definition block (j : nat) (m : seq byte) : seq byte := take 128 (drop (j * 128) m).
Definition blocks (m : seq byte) : nat := maxn 1 (pieces 128 (size m)).

(** The pairs of words of a block. The last one is padded with zeros. Pairs after it do not count.
    *)
Definition pairs (b : seq byte) (i : nat) : option (nat * nat) :=
  if i * 16 < size b then Some (word 8 (2 * i) b, word 8 (2 * i).+1 b) else None.

(** NH modulo 2^126 in iteration t, 0 or 1, whose key starts at pair t: [nh::of_block]. *)
Definition nh_block N (t : nat) (k : nh_key N) (b : seq byte) : nat :=
  nh 8 (pairs b) t k %% (H * H).

(** The 29 lowest bits of each half of a word: [POLY_MASK]. *)
Definition mask (x : nat) : nat := x %% 2 ^ 29 + 2 ^ 32 * ((x %/ 2 ^ 32) %% 2 ^ 29).

(** K: [PolyKey]. *)
Definition point (k : point_key) : nat := mask k.1 * W + mask k.2.

(** 8 times the number of bytes in the last block, or 0 if it is full. *)
Definition rest (m : seq byte) : nat := 8 * (size m %% 128).

(** The polynomial over the blocks, which starts with 1, and the number of bits in the last block:
    [append]. *)
Definition value N (t : nat) (k : nh_key N) (x : point_key) (m : seq byte) : nat :=
  (horner q 1 (point x) [seq nh_block t k (block j m) | j <- iota 0 (blocks m)] + rest m * W) %% q.

(** [last_step] *)
Definition last_step (k : last_key) (y : nat) : nat :=
  (y %/ divisor + k.1) * (y %% divisor + k.2) %% p.

(** One iteration. *)
Definition iteration N (t : nat) (k : nh_key N) (x : point_key * last_key) (m : seq byte) : nat :=
  last_step x.2 (value t k x.1 m).

(** [vhash::hash] and [vhash::hash128] *)
Definition hash (k : key64) (m : seq byte) : nat := iteration 0 k.1 k.2 m.
Definition hash128 (k : key128) (m : seq byte) : nat * nat :=
  (iteration 0 k.1 k.2.1 m, iteration 1 k.1 k.2.2 m).

(** * The numbers *)

(** The number of values of K. *)
Fact points_sealed : {x : nat | x = 2 ^ 116}. Proof. by exists (2 ^ 116). Qed.
Definition points : nat := sval points_sealed.

Lemma W_def : W = 2 ^ 63.+1. Proof. exact: svalP W_sealed. Qed.
Lemma H_def : H = 2 ^ 63. Proof. exact: svalP H_sealed. Qed.
Lemma q_def : q = 2 ^ 127 - 1. Proof. exact: svalP q_sealed. Qed.
Lemma p_def : p = 2 ^ 64 - 257. Proof. exact: svalP p_sealed. Qed.
Lemma divisor_def : divisor = 2 ^ 64 - 2 ^ 32. Proof. exact: svalP divisor_sealed. Qed.
Lemma points_def : points = 2 ^ 116. Proof. exact: svalP points_sealed. Qed.

Lemma q_prime : prime q. Proof. by rewrite q_def; apply: prime_mersenne. Qed.
Lemma p_prime : prime p. Proof. by rewrite p_def; apply: prime_last_step. Qed.
Lemma p_pos : 0 < p. Proof. exact: prime_gt0 p_prime. Qed.
Lemma W_pos : 0 < W. Proof. by rewrite W_def expn_gt0. Qed.
Lemma points_pos : 0 < points. Proof. by rewrite points_def expn_gt0. Qed.
Lemma p_W : p + 257 = W. Proof. rewrite p_def W_def; lia. Qed.
Lemma divisor_pos : 0 < divisor. Proof. rewrite divisor_def; lia. Qed.
Lemma divisor_p : divisor <= p. Proof. rewrite divisor_def p_def; lia. Qed.
Lemma q_quotient : q <= p * divisor. Proof. rewrite q_def p_def divisor_def; lia. Qed.
Lemma coefficient_room : H * H + 1024 * W <= q. Proof. rewrite H_def W_def q_def; lia. Qed.

Lemma W_points : W * W = 2 ^ 12 * points.
Proof. by rewrite W_def points_def -!expnD. Qed.

Lemma twice_points : 2 * points = W * 2 ^ 53.
Proof. by rewrite W_def points_def -expnD -expnS. Qed.

(** * The variable of the polynomial *)

Section Mask.

(** A is 2^29 and C is 8. *)
Variables A C : nat.
Hypotheses (A0 : 0 < A) (C0 : 0 < C).
Let B := A * C.
Let masked (x : nat) : nat := x %% A + B * ((x %/ B) %% A).

Lemma B0 : 0 < B.
Proof. by rewrite muln_gt0 A0. Qed.

Lemma masked_digits x : masked x %% B = x %% A /\ masked x %/ B = (x %/ B) %% A.
Proof.
have lt : x %% A < B by apply: leq_trans (ltn_pmod _ A0) _; rewrite leq_pmulr.
have -> : masked x = ((x %/ B) %% A) * B + x %% A.
  by rewrite /masked addnC; congr (_ + _); apply: mulnC.
by rewrite modnMDl (modn_small lt) divnMDl ?B0 // (divn_small lt) addn0.
Qed.

(** Each masked value has C^2 words. *)
Lemma masked_fibre w v : w <= B * B -> #|[set x : 'I_w | masked x == v]| <= C * C.
Proof.
move=> le_w; have digit (x : nat) : x < B -> x %/ A < C by move=> lt; rewrite ltn_divLR // mulnC.
have lt_q (x : 'I_w) : (x %/ B) %/ A < C.
  by apply: digit; rewrite ltn_divLR ?B0 // (leq_trans (ltn_ord x)).
pose f (x : 'I_w) : 'I_C * 'I_C := (Ordinal (digit _ (ltn_pmod x B0)), Ordinal (lt_q x)).
have f_inj : {in [set x : 'I_w | masked x == v] &, injective f}.
  move=> x y; rewrite !inE => /eqP ex /eqP ey [f1 f2]; apply: val_inj => /=.
  have [mx dx] := masked_digits x; have [my dy] := masked_digits y.
  have {mx my} e1 : x %% A = y %% A by rewrite -mx -my ex ey.
  have {dx dy} e2 : (x %/ B) %% A = (y %/ B) %% A by rewrite -dx -dy ex ey.
  have AB : A %| B by rewrite dvdn_mulr.
  rewrite (divn_eq x B) (divn_eq y B) (divn_eq (x %/ B) A) (divn_eq (y %/ B) A) f2 e2;
    congr (_ + _).
  by rewrite (divn_eq (x %% B) A) (divn_eq (y %% B) A) f1 !modn_dvdm // e1.
rewrite -(card_in_imset f_inj); apply: leq_trans (max_card _) _.
by rewrite card_prod !card_ord.
Qed.

End Mask.

Lemma mask_lt x : mask x < 2 ^ 61.
Proof.
rewrite /mask; have A0 : 0 < 2 ^ 29 by rewrite expn_gt0.
by move: (ltn_pmod x A0) (ltn_pmod (x %/ 2 ^ 32) A0); lia.
Qed.

Lemma mask_fibre v : #|[set x : 'I_W | mask x == v]| <= 8 * 8.
Proof.
have e32 : 2 ^ 32 = 2 ^ 29 * 8 by clear; lia.
have eW : W = (2 ^ 29 * 8) * (2 ^ 29 * 8) by rewrite W_def; clear; lia.
rewrite /mask e32; have : 0 < 2 ^ 29 by rewrite expn_gt0.
move: (2 ^ 29) eW => A eW A0; exact: (masked_fibre A0 (isT : 0 < 8) v (eq_leq eW)).
Qed.

Lemma point_lt k : point k < q.
Proof.
rewrite /point; move: (mask k.1) (mask k.2) (mask_lt k.1) (mask_lt k.2) => a b.
by clear; rewrite q_def W_def; lia.
Qed.

(** Each K has 2^12 pairs of words. *)
Lemma point_fibre v : #|[set k | point k == v]| <= 2 ^ 12.
Proof.
have sub : [set k | point k == v] \subset
    setX [set x : 'I_W | mask x == v %/ W] [set x : 'I_W | mask x == v %% W].
  apply/subsetP => -[x y]; rewrite !inE /point /= => /eqP <-.
  have lt : mask y < W by apply: leq_trans (mask_lt _) _; rewrite W_def; apply: leq_pexp2l.
  by rewrite divnMDl ?W_pos // modnMDl divn_small // modn_small // addn0 !eqxx.
apply: leq_trans (subset_leq_card sub) _; rewrite cardsX.
by rewrite (expnD 2 6 6) leq_mul ?mask_fibre.
Qed.

(** * The last step *)

Section LastStep.

Import GRing.Theory.

(** If the first factors differ, at most one word gives a given difference. *)
Lemma product_one z z' b b' c : z <> z' %[mod p] ->
  #|[set x : 'I_p | z * (b + x) == z' * (b' + x) + c %[mod p]]| <= 1.
Proof.
move=> ne; apply: count_one => x y /eqP ex /eqP ey; apply: val_inj => /=.
have toF (s t : nat) : s = t %[mod p] -> (s%:R = t%:R :> 'F_p)%R.
  by move=> e; rewrite -(nat_mod_p p_prime s) e (nat_mod_p p_prime).
have {}ex := toF _ _ ex; have {}ey := toF _ _ ey.
have ne' : (z%:R - z'%:R != 0 :> 'F_p)%R.
  by rewrite subr_eq0; apply/eqP => /(nat_inj p_prime).
rewrite -(modn_small (ltn_ord x)) -(modn_small (ltn_ord y)); apply: (nat_inj p_prime).
apply: (mulfI ne'); apply: (addrI (z%:R * b%:R - z'%:R * b'%:R)%R).
rewrite !natrD !natrM !natrD in ex ey.
have shape (t : 'F_p) : (z%:R * b%:R - z'%:R * b'%:R + (z%:R - z'%:R) * t =
    z%:R * (b%:R + t) - z'%:R * (b'%:R + t) :> 'F_p)%R.
  by rewrite !mulrDr mulrBl opprD addrACA.
rewrite !shape ex ey.
by rewrite ![(_ + c%:R)%R]addrC !addrK.
Qed.

(** Different values of the polynomial give a given difference with probability at most 1 / p. *)
Lemma last_differ y y' c : y < q -> y' < q -> y <> y' ->
  share (fun k : last_key => last_step k y == last_step k y' + c %[mod p]) 1 p.
Proof.
move=> lt_y lt_y' ne.
have lt_u t : t < q -> t %/ divisor < p.
  by move=> lt; rewrite ltn_divLR ?divisor_pos // (leq_trans lt q_quotient).
have lt_v t : t %% divisor < p by rewrite (leq_trans (ltn_pmod _ divisor_pos)) // divisor_p.
have differ (s t x : nat) : s < p -> t < p -> s <> t -> s + x <> t + x %[mod p].
  by move=> ls lt st /eqP; rewrite eqn_modDr !modn_small // => /eqP.
have E k : (last_step k y == last_step k y' + c %[mod p]) =
    ((y %/ divisor + k.1) * (y %% divisor + k.2)
      == (y' %/ divisor + k.1) * (y' %% divisor + k.2) + c %[mod p]).
  by rewrite /last_step modn_mod modnDml.
have [eq_u | ne_u] := y %/ divisor =P y' %/ divisor; last first.
  apply: (share_draw (p := part_snd _ _)) => -[k l].
  apply: share_sub (_ : forall x : 'I_p, _ -> (y %/ divisor + k) * (y %% divisor + x) ==
    (y' %/ divisor + k) * (y' %% divisor + x) + c %[mod p]) _ => [x|]; first by rewrite E.
  by apply: share_count (product_one _ _ _ _) _; rewrite ?card_ord //; apply: differ; rewrite ?lt_u.
have ne_v : y %% divisor <> y' %% divisor.
  by move=> eq_v; apply: ne; rewrite (divn_eq y divisor) (divn_eq y' divisor) eq_u eq_v.
apply: (share_draw (p := part_fst _ _)) => -[k l].
apply: share_sub (_ : forall x : 'I_p, _ -> (y %% divisor + l) * (y %/ divisor + x) ==
  (y' %% divisor + l) * (y' %/ divisor + x) + c %[mod p]) _ => [x|].
  by rewrite E /= ![(_ + nat_of_ord x) * _]mulnC.
by apply: share_count (product_one _ _ _ _) _; rewrite ?card_ord //; apply: differ.
Qed.

End LastStep.

(** * The polynomial and the last step *)

(** The difference h - h' is one of cs, modulo p. *)
Definition differs_by (cs : seq nat) (h h' : nat) : bool := has (fun c => h == h' + c %[mod p]) cs.

Lemma last_differs cs y y' : y < q -> y' < q -> y <> y' ->
  share (fun k : last_key => differs_by cs (last_step k y) (last_step k y')) (size cs) p.
Proof.
move=> lt_y lt_y' ne; elim: cs => [|c cs IH] /=; first exact: share0.
by rewrite -add1n; apply: share_or IH; apply: last_differ.
Qed.

Lemma horner_lt x v : horner q 1 x v < q.
Proof.
have q0 := prime_gt0 q_prime.
by elim/last_ind: v => [|v c _]; rewrite /horner ?foldl_rcons ltn_pmod.
Qed.

(** The number of points at which polynomials with n and n' coefficients can agree: n - 1 if n = n',
    and otherwise the larger number. *)
Definition zeros (n n' : nat) : nat := if n == n' then n.-1 else maxn n n'.

(** Different coefficients give one of s given differences of the hashes with probability at most d
    2^-116 + s / p, where d is the number of these points. *)
Lemma iteration_share cs v v' : all (ltn^~ q) v -> all (ltn^~ q) v' -> v != v' ->
  share (fun k : point_key * last_key =>
      differs_by cs (last_step k.2 (horner q 1 (point k.1) v))
        (last_step k.2 (horner q 1 (point k.1) v')))
    (zeros (size v) (size v') * p + size cs * points) (points * p).
Proof.
move=> lt_v lt_v' ne; set d := zeros _ _.
pose same (k : point_key * last_key) := horner q 1 (point k.1) v == horner q 1 (point k.1) v'.
have share_same : share same d points.
  apply: (share_draw (p := part_fst _ _)) => -[k l].
  have few := horner_share q_prime point_lt point_fibre lt_v lt_v' ne.
  apply: (@share_unscale _ _ _ _ (2 ^ 12)); first by rewrite expn_gt0.
  rewrite mulnC -W_points; apply: share_count; last by rewrite card_prod !card_ord.
  apply: leq_trans few; apply: subset_leq_card; apply/subsetP => x; rewrite !inE /same /=.
  by move=> /eqP ->.
have share_last : share (fun k => ~~ same k &&
    differs_by cs (last_step k.2 (horner q 1 (point k.1) v))
      (last_step k.2 (horner q 1 (point k.1) v'))) (size cs) p.
  apply: (share_draw (p := part_snd _ _)) => -[k l]; rewrite /same /=.
  have [eq_y | ne_y] := horner q 1 (point k) v =P horner q 1 (point k) v'.
    by apply: share_weaken (leq0n _) _; apply: share0 => x; rewrite eq_y.
  apply: share_sub (last_differs cs (horner_lt _ _) (horner_lt _ _) ne_y) => x.
  by case/andP.
have {}share_same := share_scale p share_same; have {}share_last := share_scale points share_last.
rewrite [p * points]mulnC in share_same.
rewrite [d * p]mulnC [size cs * points]mulnC.
apply: share_sub (share_or share_same share_last) => k dif.
by case: (same k).
Qed.

(* Assumes nothing: last_differ. *)
(* Assumes nothing: iteration_share. *)
