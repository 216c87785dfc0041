(** The programs of the map hashers compute the functions of the theorems. *)

From Coq Require Import NArith.
From mathcomp Require Import all_ssreflect zmodp matrix.
From Hash Require Import Basics Counting NH Words Programs RunClhash RunVhash.
From Hash Require Numbers Clhash VhashSteps Poly127 MultiplyShift MapShort MapEnd MapHash MapFinish MapSlices MapWords MapUneven.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import MapProgram.

(** Sums and products, in the notation of this library. *)
Lemma natD a b : N.of_nat (a + b) = (N.of_nat a + N.of_nat b)%num.
Proof. exact: Nat2N.inj_add. Qed.

Lemma natM a b : N.of_nat (a * b) = (N.of_nat a * N.of_nat b)%num.
Proof. exact: Nat2N.inj_mul. Qed.

Lemma sum_iota n (F : nat -> N) (f : nat -> nat) : (forall i, F i = N.of_nat (f i)) ->
  add_all F (iota 0 n) = N.of_nat (\sum_(i < n) f i).
Proof. by move=> H; rewrite (nat_add_all _ H) -(big_mkord xpredT f) /index_iota subn0. Qed.

(* Coq must not unfold a product into a sum. *)
Local Opaque addn muln expn.

(** ** Slices *)

Lemma numberE i n (s : seq byte) : number i n (bytes s) = N.of_nat (MapShort.number i n s).
Proof. by rewrite /number bytes_drop bytes_take le_numE. Qed.

Fact power7 : (256 ^ 7)%num = N.of_nat (256 ^ 7).
Proof. exact: esym (nat_pow 256 7). Qed.

Fact power4 : (256 ^ 4)%num = N.of_nat (256 ^ 4).
Proof. exact: esym (nat_pow 256 4). Qed.

Lemma shortE (s : seq byte) : short (bytes s) = N.of_nat (MapShort.short s).
Proof.
rewrite /short /MapShort.short size_bytes natD natM; congr (_ + _ * _)%num.
rewrite /above_length /MapShort.above_length !numberE size_bytes power7 power4.
move: (256 ^ 7)%N (256 ^ 4)%N => c7 c4.
case: ifP => _; [|case: ifP => _].
- rewrite natM natD natM natD natM; reflexivity.
- rewrite natM natD natM; reflexivity.
- rewrite natD natM; reflexivity.
Qed.

Lemma packedE (s : seq byte) : packed (bytes s) = N.of_nat (MapSlices.packed s).
Proof.
rewrite /packed /MapSlices.packed !numberE size_bytes power4 le_numE; move: (256 ^ 4)%N => c4.
case: ifP => _ //; case: ifP => _; first by rewrite natD natM natD natM; reflexivity.
rewrite natD natM; reflexivity.
Qed.

(** A pair of words. *)
Definition pair_of (w : nat * nat) : N * N := (N.of_nat w.1, N.of_nat w.2).

Lemma pairsE (s : seq byte) i : pairs (bytes s) i = omap pair_of (MapSlices.pairs s i).
Proof.
rewrite /pairs /MapSlices.pairs /overlapping !numberE size_bytes packedE.
case: ifP => _; first by case: i.
case: ifP => _; first by case: ifP.
by case: i => //= i; case: ifP.
Qed.

Section Same.

(** The numbers of the Rust code. *)
Variables (R H W p : nat).
Hypotheses (R_def : R = 2 ^ 32) (H_def : H = 2 ^ 63) (W_def : W = 2 ^ 64) (p_def : p = 2 ^ 127 - 1).

Lemma R_low x : N.of_nat (x %% R) = lowest 32 (N.of_nat x). Proof. by rewrite R_def lowestE. Qed.
Lemma R_high x : N.of_nat (x %/ R) = others 32 (N.of_nat x). Proof. by rewrite R_def othersE. Qed.
Lemma R_num : N.of_nat R = (2 ^ 32)%num. Proof. by rewrite R_def nat_pow. Qed.
Lemma W_low x : N.of_nat (x %% W) = lowest 64 (N.of_nat x). Proof. by rewrite W_def lowestE. Qed.
Lemma W_high x : N.of_nat (x %/ W) = others 64 (N.of_nat x). Proof. by rewrite W_def othersE. Qed.
Lemma W_num : N.of_nat W = (2 ^ 64)%num. Proof. by rewrite W_def nat_pow. Qed.
Lemma M_low x : N.of_nat (x %% (W * W)) = lowest 128 (N.of_nat x).
Proof. by rewrite W_def -expnD lowestE. Qed.
Lemma H_low x : N.of_nat (x %% (H * H)) = lowest 126 (N.of_nat x).
Proof. by rewrite H_def -expnD lowestE. Qed.
Lemma p_num : N.of_nat p = mersenne. Proof. by rewrite p_def mersenneE. Qed.

Lemma nhE n N (k : {ffun 'I_N -> 'I_W * 'I_W}) (words : nat -> option (nat * nat))
    (words' : nat -> option (BinNums.N * BinNums.N)) :
  (forall i, words' i = omap pair_of (words i)) ->
  MapProgram.nh n words' (key_list (@pair_num W) k) = N.of_nat (NH.nh n words 0 k).
Proof.
move=> H0; apply: sum_iota => i; rewrite H0 /nh_term; case: (words i) => //= w.
by rewrite addn0 -nh_pairE // nth_key_list /key_pair /word_at; case: insubP.
Qed.

(** ** The key of slices *)

Variable slice_key : {ffun 'I_7 -> 'I_W * 'I_W} * 'I_(H * H).
Notation slice_words := (key_list (@pair_num W) slice_key.1).

Lemma sumE (s : seq byte) : sum slice_words (bytes s) = N.of_nat (MapSlices.sum slice_key.1 s).
Proof. by apply: nhE => i; apply: pairsE. Qed.

Lemma sliceE (s : seq byte) :
  slice slice_words (N.of_nat slice_key.2) (bytes s) = N.of_nat (MapSlices.slice p slice_key s).
Proof.
rewrite /slice /MapSlices.slice size_bytes; case: ifP => _; first by rewrite sumE M_low natD.
rewrite -(hornerE _ 1) p_num map_rcons; congr (horner _ _ _ (rcons _ _)).
rewrite /MapSlices.sums /MapSlices.parts in_piecesE // size_bytes -!map_comp; apply: eq_map => j /=.
by rewrite bytes_drop bytes_take sumE H_low.
Qed.

(** The hash of slices of the maps that take a hash of 64 bits. *)
Lemma word_sliceE word word' (high : 'I_W) (s : seq byte) : word' (bytes s) = N.of_nat (word s) ->
  MapProgram.word_slice word' (N.of_nat high) (bytes s) = N.of_nat (MapWords.word_slice word high s).
Proof. by move=> e; rewrite /MapProgram.word_slice e natD natM W_num. Qed.

(** ** Terms *)

Section Slices.

(** Any hash of slices, its key, and its program under that key. *)
Variables (S : finType) (sl : S -> seq byte -> nat) (slices : S) (long : seq BinNums.N -> BinNums.N).
Hypothesis longE : forall s : seq byte, long (bytes s) = N.of_nat (sl slices s).

Definition term_of (t : MapHash.term) : term := (nat_of_ord t.1, N.of_nat t.2).
Definition write_of (a : MapHash.write) : write :=
  match a with inl (c, x) => inl (c, N.of_nat x) | inr s => inr (bytes s) end.
Definition state_of (st : MapHash.state) : seq term * (BinNums.N * nat) :=
  (map term_of st.1, (N.of_nat st.2.1, st.2.2)).

Notation model_slice := (sl slices).
Notation step := (step long).

Lemma slice_termE (s : seq byte) :
  slice_term long (bytes s) = term_of (MapHash.slice_term model_slice s).
Proof.
rewrite /slice_term /MapHash.slice_term size_bytes; case: ifP => _; first by rewrite shortE.
by case: ifP => _; rewrite ?le_numE ?longE.
Qed.

Lemma stepE st a : step (state_of st) (write_of a) = state_of (MapHash.step 128 model_slice st a).
Proof.
case: st a => [ts [x b]] [[c v]|s]; rewrite /state_of /=; last by rewrite slice_termE -map_rcons.
case: ifP => _; rewrite /= ?map_rcons //.
by rewrite natD natM (nat_pow 2 b).
Qed.

Lemma runE ws st : foldl step (state_of st) (map write_of ws) = state_of (MapHash.run 128 model_slice st ws).
Proof.
elim: ws st => // a ws IH st.
by rewrite -[LHS]/(foldl step (step (state_of st) (write_of a)) (map write_of ws)) stepE IH.
Qed.

(** ** The sum *)

Variable shared : {ffun 'I_48 -> 'I_W * 'I_W} * 'I_(H * H).
Notation key := (slices, shared).
Notation terms := (key_list (@pair_num W) shared.1).

Lemma under_keyE ts i : under_key (map term_of ts) i = omap pair_of (MapHash.under_key W ts i).
Proof.
rewrite /under_key /MapHash.under_key /MapHash.kept -map_take.
have -> : nth None [seq Some t | t <- [seq term_of t | t <- take 16 ts]] (i %% 16) =
    omap term_of (nth None [seq Some t | t <- take 16 ts] (i %% 16)).
  rewrite -map_comp; elim: (take 16 ts) (i %% 16) => [|t us IH] [|j] //=.
case: (nth None _ _) => [[kind x]|] //=; case: ifP => _ //=.
by rewrite /pair_of /= W_low W_high.
Qed.

Lemma nearE ts : near terms (map term_of ts) = N.of_nat (MapHash.near key ts).
Proof. by apply: nhE => i; apply: under_keyE. Qed.

Lemma totalE ts :
  total terms (N.of_nat shared.2) (map term_of ts) = N.of_nat (MapHash.total p key ts).
Proof.
rewrite /total /MapHash.total size_map; case: ifP => _; first exact: nearE.
rewrite -(hornerE _ 1) p_num; congr horner; rewrite /= nearE H_low; congr cons.
rewrite map_flatten -!map_comp -map_drop -map_comp; congr flatten; apply: eq_map => -[kind x].
rewrite -[RHS]/[:: N.of_nat (x %% W); N.of_nat (x %/ W + kind * W); 0%num].
rewrite W_low natD natM W_high W_num; reflexivity.
Qed.

Lemma inputE ws :
  input long terms (N.of_nat shared.2) (map write_of ws) = N.of_nat (MapHash.input 63 p sl key ws).
Proof.
rewrite /input /MapHash.input -[([::], _)]/(state_of MapHash.start) runE /MapHash.state_of.
case: (MapHash.run _ _ _ _) => ts [x b]; rewrite /state_of /=.
by rewrite totalE M_low natD.
Qed.

(** ** The end *)

Variable map_key : {ffun 'I_2 -> 'I_(W * W)} * 'I_(W * W).
Notation f := (N.of_nat (map_key.1 ord0)).
Notation g := (N.of_nat (map_key.1 ord_max)).
Notation v := (N.of_nat map_key.2).

Lemma upperE x :
  upper f g v (N.of_nat x) = N.of_nat (@MultiplyShift.multiply_shift W 2 (MapEnd.half W x) map_key).
Proof.
rewrite /upper /MultiplyShift.multiply_shift /MultiplyShift.upper W_high M_low.
congr (others 64 (lowest 128 _)).
have -> : MultiplyShift.linear (MapEnd.half W x) map_key =
    map_key.1 ord0 * (x %% W) + map_key.1 ord_max * (x %/ W) + map_key.2.
  rewrite /MultiplyShift.linear !big_ord_recl big_ord0 addn0; congr (_ + map_key.1 _ * _ + _).
  exact: val_inj.
rewrite natD natD natM natM W_low W_high; reflexivity.
Qed.

Lemma finishE t : rotate (lowest 64 (N.of_nat t * (2 * N.of_nat t + 1))) = N.of_nat (MapFinish.finish R W t).
Proof.
rewrite /MapFinish.finish /MapFinish.rotate natD natM R_low R_high R_num W_low.
rewrite natM natD natM; reflexivity.
Qed.

(** The programs compute [MapFinish.map_finish] and [MapUneven.uneven_finish] with these slices. *)
Lemma hashE ws : hash long terms (N.of_nat shared.2) f g v (map write_of ws) =
  N.of_nat (MapFinish.map_finish 63 R p sl (key, map_key) ws).
Proof. by rewrite /hash inputE upperE finishE. Qed.

Lemma unevenE ws : uneven long terms (N.of_nat shared.2) f g v (map write_of ws) =
  N.of_nat (MapUneven.uneven_finish 63 p sl map_key.2 (key, map_key.1) ws).
Proof. by rewrite /uneven inputE upperE /MapUneven.uneven_finish /MapUneven.sum; case: (map_key). Qed.

End Slices.

(** ** The hashers of the crates *)

Variables (shared : {ffun 'I_48 -> 'I_W * 'I_W} * 'I_(H * H)).
Variables (map_key : {ffun 'I_2 -> 'I_(W * W)} * 'I_(W * W)).
Notation under program slices := (program slices (key_list (@pair_num W) shared.1) (N.of_nat shared.2)
  (N.of_nat (map_key.1 ord0)) (N.of_nat (map_key.1 ord_max)) (N.of_nat map_key.2)).

(** multilinear-hash: the slices of [MapSlices]. *)
Notation products := (slice slice_words (N.of_nat slice_key.2)).

Theorem run_map ws : under hash products (map write_of ws) =
  N.of_nat (MapFinish.map_finish 63 R p (MapSlices.slice p) ((slice_key, shared), map_key) ws).
Proof. exact: hashE sliceE _ _ _. Qed.

Theorem run_uneven ws : under uneven products (map write_of ws) =
  N.of_nat (MapUneven.uneven_finish 63 p (MapSlices.slice p) map_key.2 ((slice_key, shared), map_key.1) ws).
Proof. exact: unevenE sliceE _ _ _. Qed.

(** clhash: the slices are CLHASH and a high half. *)
Section Clhash.

Variable k : Clhash.key * 'I_W.
Notation words := (MapProgram.word_slice (ClhashProgram.hash (key_words k.1)) (N.of_nat k.2)).

Lemma clhash_sliceE (s : seq byte) : words (bytes s) = N.of_nat (MapWords.clhash_slice k s).
Proof. exact/word_sliceE/run_clhash. Qed.

Theorem run_map_clhash ws : under hash words (map write_of ws) =
  N.of_nat (MapFinish.map_finish 63 R p (@MapWords.clhash_slice W) ((k, shared), map_key) ws).
Proof. exact: hashE clhash_sliceE _ _ _. Qed.

Theorem run_uneven_clhash ws : under uneven words (map write_of ws) =
  N.of_nat (MapUneven.uneven_finish 63 p (@MapWords.clhash_slice W) map_key.2 ((k, shared), map_key.1) ws).
Proof. exact: unevenE clhash_sliceE _ _ _. Qed.

End Clhash.

(** vhash: the slices are VHASH-64 and a high half. *)
Section Vhash.

Variable k : VhashSteps.key64 * 'I_W.
Notation words := (MapProgram.word_slice
  (VhashProgram.hash (key_list (@pair_num _) k.1.1) (last_words k.1.2)) (N.of_nat k.2)).

Lemma vhash_sliceE (s : seq byte) : words (bytes s) = N.of_nat (MapWords.vhash_slice k s).
Proof. exact/word_sliceE/run_vhash. Qed.

Theorem run_map_vhash ws : under hash words (map write_of ws) =
  N.of_nat (MapFinish.map_finish 63 R p (@MapWords.vhash_slice W) ((k, shared), map_key) ws).
Proof. exact: hashE vhash_sliceE _ _ _. Qed.

Theorem run_uneven_vhash ws : under uneven words (map write_of ws) =
  N.of_nat (MapUneven.uneven_finish 63 p (@MapWords.vhash_slice W) map_key.2 ((k, shared), map_key.1) ws).
Proof. exact: unevenE vhash_sliceE _ _ _. Qed.

End Vhash.

End Same.

(* Assumes nothing: run_map. *)
(* Assumes nothing: run_uneven. *)
(* Assumes nothing: run_map_clhash. *)
(* Assumes nothing: run_map_vhash. *)
(* Assumes nothing: run_uneven_clhash. *)
(* Assumes nothing: run_uneven_vhash. *)
