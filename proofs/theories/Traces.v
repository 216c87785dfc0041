(** What a trace proves: machine code that runs on polynomials instead of bits computes them for all
    inputs.

    The program in [proofs/traces] executes a kernel instruction by instruction on forms, which are
    polynomials over GF(2) in the bits of the message and of the key. This file has the argument that
    one such run is a proof for every message and every key of its length, and the argument of the
    tests that compare a bilinear function with another one on pairs of basis elements alone. *)

From mathcomp Require Import all_ssreflect all_algebra.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import GRing.Theory.
Local Open Scope ring_scope.

(** * Forms

    A form is a sum of monomials, which are products of variables; the monomial without a variable is
    1. Variables are numbers, and an assignment gives each of them a bit. *)

Definition monomial := seq nat.
Definition form := seq monomial.

Definition eval_monomial (v : nat -> bool) (m : monomial) : bool := all v m.
Definition eval (v : nat -> bool) (f : form) : bool :=
  foldr (fun m sum => eval_monomial v m (+) sum) false f.

Definition form_add (f g : form) : form := f ++ g.
Definition form_mul (f g : form) : form := [seq m ++ n | m <- f, n <- g].

Lemma eval_add v f g : eval v (form_add f g) = eval v f (+) eval v g.
Proof. by elim: f => [|m f IH] //=; rewrite IH addbA. Qed.

Lemma eval_times v m g : eval v [seq m ++ n | n <- g] = eval_monomial v m && eval v g.
Proof.
elim: g => [|n g IH] /=; first by rewrite andbF.
by rewrite IH andb_addr; congr addb; apply: all_cat.
Qed.

Theorem eval_mul v f g : eval v (form_mul f g) = eval v f && eval v g.
Proof.
rewrite /form_mul; elim: f => [|m f IH] //=.
by rewrite -/(form_add _ _) eval_add eval_times IH andb_addl.
Qed.

(** Monomials in any order, variables once, and monomials that occur twice left out: the function is
    the same. These are the steps by which the program brings forms into one normal form. *)
Theorem eval_perm v f g : perm_eq f g -> eval v f = eval v g.
Proof.
have E h : eval v h = odd (count (eval_monomial v) h).
  by elim: h => [|m h IH] //=; rewrite IH oddD oddb.
by move=> /permP fg; rewrite !E fg.
Qed.

Theorem eval_twice v m f : eval v (m :: m :: f) = eval v f.
Proof. by rewrite /= addbA addbb. Qed.

Theorem eval_undup v m : eval_monomial v (undup m) = eval_monomial v m.
Proof. by apply: eq_all_r => x; rewrite mem_undup. Qed.

(** * Execution

    A state of the machine is given by a symbolic state and an assignment of the variables. The
    symbolic state says which instruction comes next only if it is the same one for every assignment:
    decisions and addresses do not depend on the message or the key. A model of an instruction is
    right if it commutes with assignments. *)

Section Execution.

Variables (values state forms instruction : Type) (at_ : forms -> values -> state).
Variables (fetch : state -> option instruction) (execute : instruction -> state -> state).
Variables (known : forms -> option (option instruction)).
Variables (model : instruction -> forms -> option forms).

Hypothesis known_right : forall f next, known f = Some next -> forall v, fetch (at_ f v) = next.
Hypothesis model_right :
  forall i f g, model i f = Some g -> forall v, at_ g v = execute i (at_ f v).

(** At most n instructions of the machine. Without a next instruction it has ended. *)
Fixpoint machine n s :=
  if n is m.+1 then if fetch s is Some i then machine m (execute i s) else s else s.

(** The same on forms: the state at the end, or nothing if a step is not known. *)
Fixpoint trace n f :=
  if n is m.+1 then
    match known f with
    | Some (Some i) => if model i f is Some g then trace m g else None
    | Some None => Some f
    | None => None
    end
  else None.

(** A trace that reaches its end is right for every assignment. *)
Theorem trace_right n f g : trace n f = Some g -> forall v, machine n (at_ f v) = at_ g v.
Proof.
elim: n f => [|n IH] f //=; case Ek: (known f) => [[i|]|] //.
  case Em: (model i f) => [h|] // /IH H v.
  by rewrite (known_right Ek v) -(model_right Em v).
by move=> [<-] v; rewrite (known_right Ek v).
Qed.

End Execution.

(** * Variables in the place of a product

    The program may put new variables in the place of a product or of an intermediate value. What
    holds for any of their values holds for those that the product has. *)
Theorem replaced (X Y Z : Type) (f g : X -> Y -> Z) (h : X -> Y) :
  (forall x y, f x y = g x y) -> forall x, f x (h x) = g x (h x).
Proof. by move=> E x. Qed.

(** * Bilinear functions

    Two functions that are additive in each argument agree everywhere if they agree on all pairs of
    basis elements: 64 · 64 pairs for a product of words. *)

Section Bilinear.

Variables (m n : nat) (W : zmodType).
Implicit Types f g : 'rV['F_2]_m -> 'rV['F_2]_n -> W.

Definition biadditive f :=
  (forall b a a', f (a + a') b = f a b + f a' b) /\ (forall a b b', f a (b + b') = f a b + f a b').

Lemma biadditive0 f : biadditive f -> (forall b, f 0 b = 0) /\ (forall a, f a 0 = 0).
Proof.
case=> L R; split=> [b|a].
  by move: (L b 0 0); rewrite addr0 => /eqP; rewrite -subr_eq subrr eq_sym => /eqP.
by move: (R a 0 0); rewrite addr0 => /eqP; rewrite -subr_eq subrr eq_sym => /eqP.
Qed.

(** A vector over GF(2) is the sum of the basis elements where it has a one. *)
Lemma row_of_ones k (a : 'rV['F_2]_k) : a = \sum_(i | a 0 i != 0) delta_mx 0 i.
Proof.
rewrite [LHS]row_sum_delta [RHS]big_mkcond /=; apply: eq_bigr => i _.
have [->|] := eqVneq (a 0 i) 0; first by rewrite scale0r.
case: (a 0 i) => [[|[|//]] //= lt2] _.
by rewrite -[RHS]scale1r; congr (_ *: _); apply: val_inj.
Qed.

Theorem basis_determines f g :
  biadditive f -> biadditive g ->
  (forall i j, f (delta_mx 0 i) (delta_mx 0 j) = g (delta_mx 0 i) (delta_mx 0 j)) ->
  forall a b, f a b = g a b.
Proof.
move=> Bf Bg E a b; rewrite (row_of_ones a) (row_of_ones b).
have sums h : biadditive h -> forall (P : pred 'I_m) (Q : pred 'I_n),
    h (\sum_(i | P i) delta_mx 0 i) (\sum_(j | Q j) delta_mx 0 j) =
    \sum_(i | P i) \sum_(j | Q j) h (delta_mx 0 i) (delta_mx 0 j).
  move=> Bh P Q; have [L R] := Bh; have [Z0 Z1] := biadditive0 Bh.
  rewrite (big_morph (h^~ _) (L _) (Z0 _)); apply: eq_bigr => i _.
  by rewrite (big_morph (h _) (R _) (Z1 _)).
by rewrite !sums //; apply: eq_bigr => i _; apply: eq_bigr => j _; apply: E.
Qed.

End Bilinear.

(** * Words as integers

    A second domain has integer polynomials, whose variables are the words of the input and quotients
    [floor (p / d)] of polynomials. An assignment gives the quotients their values. These are the laws by
    which the program brings quotients into normal form; for arithmetic on words, equal polynomials are
    equal integers for all assignments. *)

Section Quotients.

Import Order.Theory Num.Theory intdiv.
Implicit Types p q r d m : int.

(** Addition modulo d, by the carry. *)
Theorem word_sum p d : (p %% d)%Z = p - (p %/ d)%Z * d.
Proof. by rewrite /modz. Qed.

(** Multiples of the divisor leave the quotient. *)
Theorem quotient_multiple p q d : d != 0 -> ((q * d + p) %/ d)%Z = q + (p %/ d)%Z.
Proof. by move=> d0; rewrite divzMDl. Qed.

(** A quotient inside a quotient. *)
Theorem quotient_joined q r m d :
  0 < m -> ((q + (r %/ m)%Z) %/ d)%Z = ((q * m + r) %/ (m * d))%Z.
Proof.
move=> m0; rewrite (divzMA_ge0 _ _ (ltW m0)); congr (_ %/ d)%Z.
by rewrite divzMDl // gt_eqF.
Qed.

(** A remainder modulo d that is known by a range. *)
Theorem quotient_of_remainder p q d :
  0 <= p - q * d < d -> (p %/ d)%Z = q.
Proof.
move=> /andP [l h]; have d0 : d != 0 by rewrite gt_eqF // (le_lt_trans l h).
have E : p = q * d + (p - q * d) by rewrite addrC subrK.
rewrite {1}E divzMDl // divz_small ?addr0 // l /=.
by rewrite gtz0_abs // (le_lt_trans l h).
Qed.

End Quotients.

(* Assumes nothing: eval_mul. *)
(* Assumes nothing: eval_perm. *)
(* Assumes nothing: eval_twice. *)
(* Assumes nothing: eval_undup. *)
(* Assumes nothing: trace_right. *)
(* Assumes nothing: replaced. *)
(* Assumes nothing: basis_determines. *)
(* Assumes nothing: word_sum. *)
(* Assumes nothing: quotient_multiple. *)
(* Assumes nothing: quotient_joined. *)
(* Assumes nothing: quotient_of_remainder. *)
