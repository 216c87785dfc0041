(** The map hasher, and its theorem.

    [provenhash_map::bound], the paragraph "Terms" of the section "The theorem of one map". *)

From Coq Require Import Lia.
From mathcomp Require Import all_ssreflect zify.
From Hash Require Import Basics Counting MultiplyShift NH Poly127 MapShort MapEnd.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

(** * The writes of values

    An integer has a number of bits and a value. A slice is a sequence of bytes. *)
Notation write := ((nat * nat) + seq byte)%type.

Implicit Types (a : write) (q r : seq write) (s : seq byte).

(** Two different writes of one kind, and integers of one width. *)
Definition comparable a a' : bool :=
  match a, a' with
  | inl (c, _), inl (c', _) => c == c'
  | inr _, inr _ => true
  | _, _ => false
  end.

(** Two values, with the first of their writes that differ. *)
Definition differ (ws ws' : seq write) q a a' r r' : Prop :=
  [/\ ws = q ++ a :: r, ws' = q ++ a' :: r', a != a' & comparable a a'].

(** * Terms

    Steps 1 and 2. A term has a kind and a number: integers are 0, slices of 16 bytes and more are 1,
    and slices of fewer are 2. A term holds [room] bits, which are 128 in the Rust code. The state of
    [MapHasher] is the terms so far, the packed integers and the number of their bits. *)
Notation term := ('I_3 * nat)%type.
Notation integers_kind := (@Ordinal 3 0 isT).
Notation slice_kind := (@Ordinal 3 1 isT).
Notation short_kind := (@Ordinal 3 2 isT).
Notation state := (seq term * (nat * nat))%type.

Section Terms.

Variable room : nat.

Section Run.

(** The keyed hash of slices. *)
Variable slice : seq byte -> nat.

Definition slice_term s : term :=
  if size s < 16 then (short_kind, short s)
  else (slice_kind, if size s == 16 then le s else slice s).

(** [MapHasher::push], [MapHasher::write]. *)
Definition step (st : state) a : state :=
  let: (ts, (p, b)) := st in
  match a with
  | inl (c, v) =>
    if room < b + c then (rcons ts (integers_kind, p), (v, c)) else (ts, (p + v * 2 ^ b, b + c))
  | inr s => (rcons ts (slice_term s), (p, b))
  end.

Definition run (st : state) (ws : seq write) : state := foldl step st ws.
Definition start : state := ([::], (0, 0)).

Variable good : pred (seq byte).

Definition valid a : bool :=
  match a with inl (c, v) => (v < 2 ^ c) && (c <= room) | inr s => good s end.

Definition packed_ok (st : state) : bool := (st.2.1 < 2 ^ st.2.2) && (st.2.2 <= room).

Lemma run_ok ws st : all valid ws -> packed_ok st -> packed_ok (run st ws).
Proof.
elim: ws st => //= a ws IH [ts [p b]] /andP[va vws] ok; apply: IH => //.
case: a va => [[c v]|s] //= /andP[vc cr]; case: ltnP => lt; rewrite /packed_ok /= ?vc //.
rewrite lt andbT; case/andP: ok => /= pb _; rewrite expnD.
apply: (@leq_trans (2 ^ b + v * 2 ^ b)); first by rewrite ltn_add2r.
by rewrite -mulSn mulnC leq_mul2l vc orbT.
Qed.

(** The terms of packed integers, and then the integers that are still packed at the end. *)
Definition pieces (st : state) : seq nat := rcons [seq t.2 | t <- st.1 & t.1 == integers_kind] st.2.1.

Lemma slice_term_kind s : (slice_term s).1 == integers_kind = false.
Proof. by rewrite /slice_term; case: ifP. Qed.

(** Piece j of the final state has the lower e bits of c. *)
Definition keeps j e c (st : state) : Prop :=
  [/\ j < size (pieces st), nth 0 (pieces st) j = c %[mod 2 ^ e] &
    (j.+1 == size (pieces st)) -> e <= st.2.2].

Lemma keeps_step j e c st a : keeps j e c st -> keeps j e c (step st a).
Proof.
case: st => ts [p b] [/=]; rewrite /keeps /pieces; case: a => [[d v]|s] /=; last first.
  by rewrite filter_rcons slice_term_kind.
set i := [seq t.2 | t <- ts & t.1 == integers_kind]; case: ifP => _ /=.
  rewrite filter_rcons /= map_rcons -/i => lt e1 _.
  rewrite size_rcons ltnW // nth_rcons lt; split=> //.
  by move=> /eqP[] je; rewrite je ltnn in lt.
rewrite !size_rcons !nth_rcons ltnS leq_eqVlt => /orP[/eqP -> | ji].
  rewrite ltnn eqxx => e1 /(_ (eqxx _)) eb; split=> // [|_]; last exact: leq_trans (leq_addr _ _).
  by rewrite -(subnK eb) expnD mulnA addnC modnMDl.
by rewrite ji => e1 _; split; [rewrite orbT | by [] | rewrite eqSS ltn_eqF].
Qed.

Lemma keeps_run j e c ws st : keeps j e c st -> keeps j e c (run st ws).
Proof. by elim: ws st => //= a ws IH st K; apply/IH/keeps_step. Qed.

(** The terms of slices. *)
Definition slices (st : state) : seq term := [seq t <- st.1 | t.1 != integers_kind].

Lemma slices_run ws st : exists rest, slices (run st ws) = slices st ++ rest.
Proof.
elim: ws st => [|a ws IH] st /=; first by exists [::]; rewrite cats0.
have [rest ->] := IH (step st a); case: st => ts [p b]; case: a => [[c v]|s] /=.
  by exists rest; case: ifP => _ //; rewrite /slices /= filter_rcons.
by exists (slice_term s :: rest); rewrite /slices /= filter_rcons slice_term_kind /= cat_rcons.
Qed.

(** Two values differ in their terms or in the integers packed at the end, unless the terms of two
    slices are the same. *)
Lemma terms_differ ws ws' q a a' r r' :
  differ ws ws' q a a' r r' -> all valid ws -> all valid ws' ->
  (run start ws).1 = (run start ws').1 -> (run start ws).2.1 = (run start ws').2.1 ->
  exists s s', [/\ a = inr s, a' = inr s' & slice_term s = slice_term s'].
Proof.
case=> -> -> ne cmp va va' et ep; have e_pieces : pieces (run start (q ++ a :: r)) =
    pieces (run start (q ++ a' :: r')) by rewrite /pieces et ep.
have e_slices : slices (run start (q ++ a :: r)) = slices (run start (q ++ a' :: r')).
  by rewrite /slices et.
move: va va' {et ep} e_pieces e_slices; rewrite !all_cat /= => /and3P[vq va _] /and3P[_ va' _].
have := run_ok vq (_ : packed_ok start); rewrite /packed_ok /= => /(_ isT).
rewrite /run !foldl_cat /= -/(run start q); case: (run start q) => ts [p b] /andP[/= pb br].
rewrite -!/(run _ _) => e_pieces e_slices.
case: a a' cmp ne va va' e_pieces e_slices => [[c v]|s] [[c' v']|s'] //=; last first.
  move=> _ _ _ _ _; have [x ->] := slices_run r (rcons ts (slice_term s), (p, b)).
  have [x' ->] := slices_run r' (rcons ts (slice_term s'), (p, b)).
  rewrite /slices /= !filter_rcons !slice_term_kind /= !cat_rcons => /eqP.
  by rewrite eqseq_cat // eqxx /= eqseq_cons => /andP[/eqP e _]; exists s, s'.
move=> /eqP <- ne /andP[vc cr] /andP[v'c _] + _; case: ltnP => lt H; exfalso.
  have K x rr : keeps (size [seq t.2 | t <- ts & t.1 == integers_kind]).+1 c x
      (run (rcons ts (integers_kind, p), (x, c)) rr).
    apply: keeps_run; rewrite /keeps /pieces /= filter_rcons /= map_rcons !size_rcons.
    by rewrite !nth_rcons !size_rcons ltnn eqxx.
  have [_ e1 _] := K v r; have [_ e2 _] := K v' r'.
  move: e1; rewrite H e2 !modn_small // => vv; by rewrite vv eqxx in ne.
have K x rr : keeps (size [seq t.2 | t <- ts & t.1 == integers_kind]) (b + c) (p + x * 2 ^ b)
    (run (ts, (p + x * 2 ^ b, b + c)) rr).
  by apply: keeps_run; rewrite /keeps /pieces /= !size_rcons !nth_rcons ltnn eqxx.
have [_ e1 _] := K v r; have [_ e2 _] := K v' r'.
have small x : x < 2 ^ c -> p + x * 2 ^ b < 2 ^ (b + c).
  move=> xc; rewrite expnD; apply: (@leq_trans (2 ^ b + x * 2 ^ b)); first by rewrite ltn_add2r.
  by rewrite -mulSn mulnC leq_mul2l xc orbT.
move: e1; rewrite H e2 !modn_small ?small // => /addnI/eqP.
rewrite eqn_pmul2r ?expn_gt0 // => /eqP vv; by rewrite vv eqxx in ne.
Qed.

(** Terms are below 2^room. *)
Hypothesis slice_lt : forall s, good s -> (slice_term s).2 < 2 ^ room.

Definition terms_ok (st : state) : bool := all (fun t : term => t.2 < 2 ^ room) st.1.

Lemma run_terms ws st : all valid ws -> packed_ok st -> terms_ok st -> terms_ok (run st ws).
Proof.
elim: ws st => //= a ws IH st /andP[va vws] ok tok.
have ok' : packed_ok (step st a) by apply: (@run_ok [:: a]) => //=; rewrite va.
apply: IH => //; case: st ok tok {ok'} => ts [p b] /andP[/= pb br] tok.
rewrite /terms_ok; case: a va => [[c v]|s] /= va; last by rewrite all_rcons /= slice_lt.
by case: ifP => _ //=; rewrite all_rcons /= (leq_trans pb) // leq_exp2l.
Qed.

End Run.

(** The number of terms does not depend on the key. *)
Definition terms_of (ws : seq write) : nat := size (run (fun=> 0) start ws).1.

Lemma size_terms slice ws : size (run slice start ws).1 = terms_of ws.
Proof.
rewrite /terms_of; suff: forall st st' : state, size st.1 = size st'.1 -> st.2 = st'.2 ->
    size (run slice st ws).1 = size (run (fun=> 0) st' ws).1 by apply.
elim: ws => //= a ws IH [ts [p b]] [ts' pb'] /= et e; apply: IH; rewrite -{pb'}e.
  by case: a => [[c v]|s] /=; rewrite ?size_rcons ?et //; case: ifP; rewrite /= ?size_rcons et.
by case: a => [[c v]|s] //=; case: ifP.
Qed.

End Terms.

(** * The sum

    Step 3. W is 2^64 in the Rust code, H is 2^63, and p is the prime 2^127 - 1. *)

Section Map.

Variables h H W : nat.
Hypotheses (H_def : H = 2 ^ h) (W_def : W = 2 ^ h.+1).
Let M := W * W.
Let room := h.+1 + h.+1.

Let W0 : 0 < W. Proof. by rewrite W_def expn_gt0. Qed.
Let M_room : M = 2 ^ room. Proof. by rewrite /room expnD -W_def. Qed.
Fact HM : H * H %| M.
Proof. by rewrite /M W_def H_def expnS -mulnA dvdn_mull // mulnCA dvdn_mull. Qed.

Variable p : nat.

(** The keyed hash of slices of more than 16 bytes. Different ones have the same hash, and one has a
    given hash, with probability at most E / D. *)
Variables (S : finType) (sl : S -> seq byte -> nat) (good : pred (seq byte)) (E D : nat).
Hypothesis slice_lt : forall k s, good s -> (slice_term (sl k) s).2 < M.
Hypothesis slices_two : forall s s', good s -> good s' -> 16 < size s -> 16 < size s' -> s != s' ->
  share (fun k => sl k s == sl k s') E D.
Hypothesis slices_one : forall s c, good s -> 16 < size s -> share (fun k => sl k s == c) E D.

(** [SharedKey]: the key of slices; the keys of 16 terms of each kind; and the point. *)
Notation shared_key := (S * ({ffun 'I_48 -> 'I_W * 'I_W} * 'I_(H * H)))%type.

(** The halves of term i under key 16 kind + i. Only the first 16 terms have keys. *)
Definition kept (ts : seq term) (i : nat) : option term :=
  nth None [seq Some t | t <- take 16 ts] i.

Definition under_key (ts : seq term) (i : nat) : option (nat * nat) :=
  if kept ts (i %% 16) is Some (kind, x) then
    if kind == i %/ 16 :> nat then Some (x %% W, x %/ W) else None
  else None.

Definition near (k : shared_key) (ts : seq term) : nat := nh 48 (under_key ts) 0 k.2.1.

(** The coefficients of the polynomial, after 1: [SharedKey::append]. *)
Definition halves (t : term) : seq nat := [:: t.2 %% W; t.2 %/ W + t.1 * W; 0].

Definition coefficients (sum : nat) (ts : seq term) : seq nat :=
  sum %% (H * H) :: flatten [seq halves t | t <- drop 16 ts].

Definition total (k : shared_key) (ts : seq term) : nat :=
  if size ts <= 16 then near k ts else horner p 1 k.2.2 (coefficients (near k ts) ts).

(** The sum that [MapHasher::finish] hands to the end. *)
Definition state_of (k : shared_key) ws : state := run room (sl k.1) start ws.

Definition input (k : shared_key) ws : nat :=
  let: (ts, (packed, bits)) := state_of k ws in (total k ts + packed) %% M.

(** ** Sequences of terms that differ *)

Lemma kept_inj ts ts' : (forall i, i < 16 -> kept ts i = kept ts' i) -> take 16 ts = take 16 ts'.
Proof.
move=> same; have {same} : forall i, kept ts i = kept ts' i.
  move=> i; case: (ltnP i 16) => [/same //|le]; rewrite /kept !nth_default // size_map size_take.
    by case: ltnP => // /leq_trans; apply.
  by case: ltnP => // /leq_trans; apply.
rewrite /kept; elim: (take 16 ts) (take 16 ts') => [|t l IH] [|t' l'] same //.
- by have := same 0.
- by have := same 0.
by have := same 0 => -[->]; rewrite (IH l') // => i; have := same i.+1.
Qed.

Lemma under_keyE ts (kind : 'I_3) j : j < 16 -> under_key ts (16 * kind + j) =
  if kept ts j is Some (kind', x) then if kind' == kind then Some (x %% W, x %/ W) else None
  else None.
Proof.
by move=> lt; rewrite /under_key mulnC modnMDl modn_small // divnMDl // divn_small // addn0.
Qed.

Lemma under_key_differ ts ts' : take 16 ts != take 16 ts' ->
  exists2 i, i < 48 & under_key ts i != under_key ts' i.
Proof.
move=> ne; have [/existsP[i ne_i]|] := boolP [exists i : 'I_48, under_key ts i != under_key ts' i].
  by exists i.
rewrite negb_exists => /forallP same; case/eqP: ne; apply: kept_inj => i i16.
have key (kind : 'I_3) : under_key ts (16 * kind + i) = under_key ts' (16 * kind + i).
  have lt : 16 * kind + i < 48 by have := ltn_ord kind; lia.
  by have := same (Ordinal lt); rewrite negbK => /eqP.
have half x y : Some (x %% W, x %/ W) = Some (y %% W, y %/ W) -> x = y.
  by case=> e1 e2; rewrite (divn_eq x W) e1 e2 -divn_eq.
move: key; case e: (kept ts i) => [[kind x]|]; case e': (kept ts' i) => [[kind' x']|] // key.
- have := key kind; rewrite !under_keyE // e e' eqxx; case: eqP => // -> /half ->; by [].
- by have := key kind; rewrite !under_keyE // e e' eqxx.
by have := key kind'; rewrite !under_keyE // e e' eqxx.
Qed.

Lemma under_key_below ts : all (fun t : term => t.2 < 2 ^ room) ts -> all_below W (under_key ts).
Proof.
move=> /allP lt i x; rewrite /under_key; case e: (kept ts _) => [[kind y]|] //.
case: ifP => // _ -[<-]; rewrite /below /= ltn_pmod //=.
rewrite ltn_divLR // -/M M_room; apply: (lt (kind, y)).
move: e; rewrite /kept => e; apply: (@mem_take 16).
have sz : i %% 16 < size (take 16 ts).
  by rewrite ltnNge; apply/negP => le; rewrite nth_default ?size_map in e.
by move: e; rewrite (nth_map (integers_kind, 0)) // => -[<-]; apply: mem_nth.
Qed.

(** ** Two values *)

Section Two.

Variables (ws ws' q : seq write) (a a' : write) (r r' : seq write).
Hypotheses (ne : differ ws ws' q a a' r r').
Hypotheses (va : all (valid room good) ws) (va' : all (valid room good) ws').

(** The terms of two slices are the same. *)
Definition slices_meet (k : shared_key) : bool :=
  if (a, a') is (inr s, inr s') then slice_term (sl k.1) s == slice_term (sl k.1) s' else false.

Lemma slices_meet_share : share slices_meet E D.
Proof.
apply: (share_draw (p := part_fst _ _)) => k.
case: ne va va' => -> ->; rewrite !all_cat /= => ne_a _ /and3P[_ + _] /and3P[_ + _].
have none (P : pred S) : (forall x, ~~ P x) -> share P E D.
  by move=> nP; apply: share_weaken (leq0n E) (share0 D nP).
rewrite /slices_meet; case: a a' ne_a => [x|s] [x'|s'] ne_a; try by move=> _ _; apply: none.
move=> /= g g'; have {}ne_a : s != s' by apply: contraNneq ne_a => ->.
rewrite /slice_term; case: (ltnP (size s) 16) => lt; case: (ltnP (size s') 16) => lt'.
- apply: none => _; apply: contra ne_a; rewrite xpair_eqE eqxx => /eqP e.
  by apply/eqP; apply: short_inj.
- by apply: none.
- by apply: none.
have pairE (x y : nat) : ((slice_kind, x) == (slice_kind, y)) = (x == y).
  by rewrite xpair_eqE eqxx.
have long (t : seq byte) : 16 <= size t -> size t != 16 -> 16 < size t.
  by move=> le ne_t; rewrite ltn_neqAle eq_sym ne_t.
case: eqP => e; case: eqP => e'.
- by apply: none => _; rewrite pairE; apply: contra ne_a => /eqP/le_inj ->; rewrite ?e ?e'.
- apply: share_sub (slices_one (le s) g' (long _ lt' (introN eqP e'))) => x.
  by rewrite pairE eq_sym.
- by apply: share_sub (slices_one (le s') g (long _ lt (introN eqP e))) => x; rewrite pairE.
apply: share_sub (slices_two g g' (long _ lt (introN eqP e)) (long _ lt' (introN eqP e')) ne_a) => x.
by rewrite pairE.
Qed.

Lemma start_ok : packed_ok room start. Proof. by []. Qed.

Lemma ok_of k vs : all (valid room good) vs ->
  (state_of k vs).2.1 < M /\ all (fun t : term => t.2 < 2 ^ room) (state_of k vs).1.
Proof.
move=> v; have /andP[lt le] := run_ok (sl k.1) v start_ok; split.
  by apply: leq_trans lt _; rewrite M_room leq_exp2l.
by apply: (run_terms (good := good)) => // s; rewrite -M_room; apply: slice_lt.
Qed.

(** If the inputs are the same and the terms of no two slices are, the terms differ and their sums
    compensate for the integers packed at the end. *)
Lemma same_input k : input k ws = input k ws' -> ~~ slices_meet k ->
  (state_of k ws).1 != (state_of k ws').1 /\
  total k (state_of k ws).1 + (state_of k ws).2.1 =
    total k (state_of k ws').1 + (state_of k ws').2.1 %[mod M].
Proof.
have := ok_of k va; have := ok_of k va'.
have := @terms_differ room (sl k.1) good _ _ _ _ _ _ _ ne va va'.
rewrite /input /state_of.
case: (run _ _ _ ws) => ts [x b]; case: (run _ _ _ ws') => ts' [x' b'] /= D1 [x'M _] [xM _].
have no : ~~ slices_meet k -> ~ (ts = ts' /\ x = x').
  move=> nm [e1 e2]; have [s [s' [ea ea' es]]] := D1 e1 e2.
  by move: nm; rewrite /slices_meet ea ea' es eqxx.
move=> e /no {}no; split=> //; apply/eqP => e1; apply: no; split=> //.
by move: e; rewrite e1 => /eqP; rewrite eqn_modDl !modn_small // => /eqP.
Qed.

(** ** No slices *)

Definition integer (b : write) : bool := if b is inl _ then true else false.

(** Without slices, the terms of slices do not matter. *)
Lemma no_slices k : all integer ws -> ~~ slices_meet k.
Proof.
by case: ne => -> _ _ _; rewrite all_cat /= /slices_meet => /and3P[_ + _]; case: a.
Qed.

(** Integers of at most 16 bytes in total leave no term. *)
Definition bits_of (vs : seq write) : nat := sumn [seq if b is inl (c, _) then c else 0 | b <- vs].

Lemma no_terms slice vs ts x b : all integer vs -> b + bits_of vs <= room ->
  (run room slice (ts, (x, b)) vs).1 = ts.
Proof.
elim: vs x b => [|[[c v]|s] vs IH] x b //= int le; rewrite /bits_of /= addnA in le.
by rewrite ltnNge (leq_trans (leq_addr _ _) le) IH.
Qed.

Lemma input_small k : all integer ws -> all integer ws' -> bits_of ws <= room ->
  bits_of ws' <= room -> input k ws != input k ws'.
Proof.
move=> int int' le le'; apply/eqP => e; have [/eqP[]] := same_input e (no_slices k int).
by rewrite /state_of !no_terms.
Qed.

End Two.

(** * The theorem *)

Section Hash.

Variable finish : nat -> nat.
Hypothesis finish_lt : forall c, c < W -> finish c < W.
Hypothesis finish_inj : forall c c', c < W -> c' < W -> finish c = finish c' -> c = c'.

(** [MapHasher], under the words of the map and the key that maps share. *)
Notation map_key := ({ffun 'I_2 -> 'I_M} * 'I_M)%type.

Definition map_hash (k : map_key) (shared : shared_key) ws : nat :=
  @end_hash W finish k (input shared ws).

Lemma input_ok k ws : input k ws < M.
Proof.
by rewrite /input; case: (state_of k ws) => ts [x b]; rewrite ltn_pmod // muln_gt0 W0.
Qed.

(** If the inputs of the end differ, which depends on the shared key only, the hashes of two values
    are uniform and independent over the words of the map. *)
Theorem map_strong shared ws ws' x y : input shared ws != input shared ws' ->
  x < W -> y < W ->
  share_eq (fun k : map_key =>
    (map_hash k shared ws == x) && (map_hash k shared ws' == y)) 1 (W * W).
Proof.
by move=> ne xW yW; apply: (end_strong W_def finish_lt finish_inj) => //; apply: input_ok.
Qed.

(** Two different values that write integers of at most 16 bytes in total: for all shared keys. *)
Theorem map_small shared ws ws' q a a' r r' x y :
  differ ws ws' q a a' r r' -> all (valid room good) ws -> all (valid room good) ws' ->
  all integer ws -> all integer ws' -> bits_of ws <= room -> bits_of ws' <= room ->
  x < W -> y < W ->
  share_eq (fun k : map_key =>
    (map_hash k shared ws == x) && (map_hash k shared ws' == y)) 1 (W * W).
Proof. by move=> ne v v' int int' le le'; apply: map_strong => //; apply: (input_small ne). Qed.

End Hash.

End Map.

(* Assumes nothing: terms_differ. *)
(* Assumes nothing: map_strong. *)
(* Assumes nothing: map_small. *)
