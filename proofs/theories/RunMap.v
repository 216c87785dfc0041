(** The programs of the map hashers compute the functions of the theorems. *)

From Coq Require Import NArith.
From mathcomp Require Import all_ssreflect zmodp matrix.
From Hash Require Import Basics Counting NH Words Programs RunClhash RunVhash.
From Hash Require Numbers Clhash VhashSteps Poly127 MultiplyShift MapShort MapEnd MapHash MapFinish MapApart MapSlices MapWords MapUneven.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import MapProgram.

(** A number of a finite type. *)
Definition nat_num (n : nat) (x : 'I_n) : N := N.of_nat x.

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

(** ** The first slice apart *)

Variable end_key : {ffun 'I_22 -> 'I_(W * W)} * 'I_(W * W).
Notation factors := (key_list (@nat_num (W * W)) end_key.1).
Notation end_v := (N.of_nat end_key.2).

Lemma without_firstE ws : without_first (map write_of ws) = map write_of (MapApart.others ws).
Proof. by elim: ws => //= -[[c x]|s] ws IH //=; rewrite IH. Qed.

Lemma first_ofE ws : first_of (map write_of ws) = omap bytes (MapApart.first_of ws).
Proof. by elim: ws => //= -[[c x]|s] ws IH. Qed.

Lemma two_wordsE (s : seq byte) : two_words (bytes s) = pair_of (MapApart.two_words s).
Proof.
rewrite /two_words /MapApart.two_words !numberE size_bytes /pair_of.
case: ifP => _; first by rewrite natD natM; reflexivity.
by case: ifP.
Qed.

Lemma first_wordsE (s : seq byte) :
  first_words long (bytes s) = pair_of (MapApart.first_words W sl slices s).
Proof.
rewrite /first_words /MapApart.first_words size_bytes; case: ifP => _; first exact: two_wordsE.
by rewrite longE /pair_of W_low W_high.
Qed.

Lemma first_partE ws : first_part long (map write_of ws) = map N.of_nat (MapApart.first_part W sl slices ws).
Proof.
rewrite /first_part first_ofE /MapApart.first_part; move: (iota 0 18) => l.
case: (MapApart.first_of ws) => [s|] //=; rewrite first_wordsE size_bytes -map_comp.
by congr [:: _, _ & _]; apply: eq_map => m; rewrite /MapApart.length_of /comp; case: eqP.
Qed.

Lemma words_ofE ws : words_of long terms (N.of_nat shared.2) (map write_of ws) =
  map N.of_nat (MapApart.words_of 63 p sl key ws).
Proof.
rewrite /words_of /MapApart.words_of without_firstE inputE first_partE map_cat; congr cat.
by rewrite -W_low -W_high.
Qed.

Lemma nth_nat (l : seq nat) i : nth 0%num (map N.of_nat l) i = N.of_nat (nth 0 l i).
Proof. by elim: l i => [|x l IH] [|i] //=. Qed.

(** The inner product of the end. *)
Lemma dotE (w : seq nat) :
  others 64 (lowest 128
    (add_all (fun i => nth 0 factors i * nth 0 (map N.of_nat w) i) (iota 0 22) + end_v))%num =
  N.of_nat (@MultiplyShift.multiply_shift W 22 (fun i : 'I_22 => nth 0 w i) end_key).
Proof.
pose f i := word_at (@nat_of_ord (W * W)) 0 end_key.1 i * nth 0 w i.
have fE i : (nth 0 factors i * nth 0 (map N.of_nat w) i)%num = N.of_nat (f i).
  by rewrite nth_nat nth_key_list /f natM /word_at; case: insubP.
rewrite (sum_iota 22 fE); have -> : \sum_(i < 22) f i = \sum_(i < 22) end_key.1 i * nth 0 w i.
  apply: eq_bigr => i _; rewrite /f /word_at; case: insubP => [j _ jE|]; last by rewrite ltn_ord.
  by have -> : j = i by apply: val_inj.
by rewrite /MultiplyShift.multiply_shift /MultiplyShift.upper W_high M_low /MultiplyShift.linear natD.
Qed.

(** The program computes [MapApart.apart_hash] with these slices. *)
Lemma apartE ws : apart long terms (N.of_nat shared.2) end_v factors (map write_of ws) =
  N.of_nat (MapApart.apart_hash 63 R p sl (key, end_key) ws).
Proof. by rewrite /apart; cbv zeta; rewrite words_ofE dotE finishE. Qed.

End Slices.

(** ** The hashers of the crates *)

Variables (shared : {ffun 'I_48 -> 'I_W * 'I_W} * 'I_(H * H)).
Variables (map_key : {ffun 'I_2 -> 'I_(W * W)} * 'I_(W * W)).
Notation under program slices := (program slices (key_list (@pair_num W) shared.1) (N.of_nat shared.2)
  (N.of_nat (map_key.1 ord0)) (N.of_nat (map_key.1 ord_max)) (N.of_nat map_key.2)).

Variable end_key : {ffun 'I_22 -> 'I_(W * W)} * 'I_(W * W).
Notation apart_under slices := (apart slices (key_list (@pair_num W) shared.1) (N.of_nat shared.2)
  (N.of_nat end_key.2) (key_list (@nat_num (W * W)) end_key.1)).

(** provenhash-map: the slices of [MapSlices]. *)
Notation products := (slice slice_words (N.of_nat slice_key.2)).

Theorem run_map ws : under hash products (map write_of ws) =
  N.of_nat (MapFinish.map_finish 63 R p (MapSlices.slice p) ((slice_key, shared), map_key) ws).
Proof. exact: hashE sliceE _ _ _. Qed.

Theorem run_apart ws : apart_under products (map write_of ws) =
  N.of_nat (MapApart.apart_hash 63 R p (MapSlices.slice p) ((slice_key, shared), end_key) ws).
Proof. exact: apartE sliceE _ _ _. Qed.

Theorem run_uneven ws : under uneven products (map write_of ws) =
  N.of_nat (MapUneven.uneven_finish 63 p (MapSlices.slice p) map_key.2 ((slice_key, shared), map_key.1) ws).
Proof. exact: unevenE sliceE _ _ _. Qed.

(** clhash: the slices are CLHASH and a high half. *)
Section Clhash.

Variable k : Clhash.key * 'I_W.
Notation words := (MapProgram.word_slice (ClhashProgram.hash (key_words k.1)) (N.of_nat k.2)).

Lemma clhash_sliceE (s : seq byte) : words (bytes s) = N.of_nat (MapWords.clhash_slice k s).
Proof. exact/word_sliceE/run_clhash. Qed.

Theorem run_apart_clhash ws : apart_under words (map write_of ws) =
  N.of_nat (MapApart.apart_hash 63 R p (@MapWords.clhash_slice W) ((k, shared), end_key) ws).
Proof. exact: apartE clhash_sliceE _ _ _. Qed.

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

Theorem run_apart_vhash ws : apart_under words (map write_of ws) =
  N.of_nat (MapApart.apart_hash 63 R p (@MapWords.vhash_slice W) ((k, shared), end_key) ws).
Proof. exact: apartE vhash_sliceE _ _ _. Qed.

Theorem run_uneven_vhash ws : under uneven words (map write_of ws) =
  N.of_nat (MapUneven.uneven_finish 63 p (@MapWords.vhash_slice W) map_key.2 ((k, shared), map_key.1) ws).
Proof. exact: unevenE vhash_sliceE _ _ _. Qed.

End Vhash.

End Same.

(* Assumes nothing: run_map. *)
(* Assumes nothing: run_apart. *)
(* Assumes nothing: run_uneven. *)
(* Assumes nothing: run_apart_clhash. *)
(* Assumes nothing: run_uneven_clhash. *)
(* Assumes nothing: run_apart_vhash. *)
(* Assumes nothing: run_uneven_vhash. *)
