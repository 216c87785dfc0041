(** Slices in the maps of provenhash-map: NH, and a polynomial over the parts of long slices.

    [provenhash_map::NhKey]; the proof is that of [provenhash_map::bound], "Slices of more than 16
    bytes", with NH modulo 2^126. [MapFinish], [MapApart] and [MapUneven] have the theorems of maps
    under any hash of slices; the last theorems here are those of these maps. *)

From Coq Require Import Lia.
From mathcomp Require Import all_ssreflect zify.
From Hash Require Import Basics Counting NH Poly127 MapShort MapEnd MapHash MapSum MapFinish MapApart
  MapUneven.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Implicit Types (s : seq byte).

(** * The words of a slice *)

(** Fewer than 8 bytes: [packed_word]. *)
Definition packed s : nat :=
  if size s <= 1 then le s
  else if size s < 4 then
    number 0 1 s + 256 * (number (size s - 1) 1 s + 256 * number (size s)./2 1 s)
  else number 0 4 s + 256 ^ 4 * number (size s - 4) 4 s.

(** Words of 8 bytes; those past the end repeat the last one: the words of [NhKey::nh_short]. *)
Definition overlapping (i : nat) s : nat := number (minn (8 * i) (size s - 8)) 8 s.

(** The pairs of words of up to 112 bytes: [NhKey::nh_short], [NhKey::nh_long]. *)
Definition pairs s (i : nat) : option (nat * nat) :=
  if size s < 8 then if i == 0 then Some (packed s, 0) else None
  else if size s <= 48 then
    if i < 3 then Some (overlapping (2 * i) s, overlapping (2 * i).+1 s) else None
  else if i == 0 then Some (number (size s - 16) 8 s, number (size s - 8) 8 s)
  else if 16 * i < size s then Some (number (16 * i.-1) 8 s, number (16 * i.-1 + 8) 8 s)
  else None.

Lemma packed_lt s : size s < 8 -> packed s < 256 ^ 8.
Proof.
move=> lt; rewrite /packed; case: (leqP (size s) 1) => [le1 | _].
  by apply: leq_trans (le_bound s) _; rewrite leq_pexp2l // ltnW.
case: (ltnP (size s) 4) => _; last first.
  have := number_lt 0 4 s; have := number_lt (size s - 4) 4 s.
  by move: (number _ _ _) (number _ _ _) => x y; rewrite (expnD 256 4 4); nia.
have := number_lt 0 1 s; have := number_lt (size s - 1) 1 s; have := number_lt (size s)./2 1 s.
move: (number _ _ _) (number _ _ _) (number _ _ _) => x y z; rewrite !expn1 => lx ly lz.
by apply: (@leq_trans (256 ^ 3)); [rewrite !expnS expn0; lia | rewrite leq_pexp2l].
Qed.

Lemma packed_inj s s' : size s = size s' -> size s < 8 -> packed s = packed s' -> s = s'.
Proof.
move=> eq_size lt; rewrite /packed -eq_size; case: (leqP (size s) 1) => [_ | gt1]; first exact: le_inj.
case: (ltnP (size s) 4) => [lt4 | ge4] e; apply: (eq_from_nth (x0 := ord0)) => // j lt_j.
  have d1 i t : number i 1 t < 256 by have := number_lt i 1 t; rewrite expn1.
  have [e0 e12] := digits_inj (d1 _ _) (d1 _ _) e; have [e1 e2] := digits_inj (d1 _ _) (d1 _ _) e12.
  have [->|[jE|jE]] : j = 0 \/ j = size s - 1 \/ j = (size s)./2.
    by move: (size s) lt4 gt1 lt_j; clear => -[|[|[|[|n]]]] //; case: j => [|[|[|j]]] //; auto.
  - by apply: number_nth e0 _.
  - by apply: number_nth e1 _ => //; rewrite jE; lia.
  - by apply: number_nth e2 _ => //; rewrite jE; lia.
have [e0 e1] := digits_inj (number_lt _ _ _) (number_lt _ _ _) e.
clear e; have [j4|j4] := ltnP j 4; first by apply: number_nth e0 _.
apply: number_nth e1 _ => //; move: (size s) ge4 lt lt_j j4; clear; lia.
Qed.

(** A byte lies in a word of 8 bytes, unless it is one of the last 8, which the last word has. *)
Lemma in_word n j : n <= 48 -> j < n - 8 ->
  j %/ 8 < 6 /\ minn (8 * (j %/ 8)) (n - 8) <= j < minn (8 * (j %/ 8)) (n - 8) + 8.
Proof. by lia. Qed.

Lemma in_last_word n j : 7 < n -> n <= 48 -> n - 8 <= j -> j < n ->
  minn (8 * 5) (n - 8) <= j < minn (8 * 5) (n - 8) + 8.
Proof. by lia. Qed.

Lemma in_last_pair n j : 48 < n -> j < n -> n - 16 <= j ->
  (if j < n - 8 then n - 16 <= j < n - 16 + 8 else n - 8 <= j < n - 8 + 8).
Proof. by move=> *; case: (ltnP j (n - 8)); lia. Qed.

Lemma in_pair n j : n <= 112 -> j < n - 16 ->
  [/\ 16 * (j %/ 16).+1 < n, (j %/ 16).+1 < 7 &
    if j %% 16 < 8 then 16 * (j %/ 16) <= j < 16 * (j %/ 16) + 8
    else 16 * (j %/ 16) + 8 <= j < 16 * (j %/ 16) + 8 + 8].
Proof. by move=> le lt; split; [lia | lia | case: (ltnP (j %% 16) 8) => ?; lia]. Qed.

(** Different slices of one length have different pairs. *)
Lemma pairs_inj s s' : size s = size s' -> size s <= 112 ->
  (forall i, i < 7 -> pairs s i = pairs s' i) -> s = s'.
Proof.
move=> eq_size le same; have [lt8 | ge8] := ltnP (size s) 8.
  have := same 0 isT; rewrite /pairs -eq_size lt8 /= => -[]; exact: packed_inj.
apply: (eq_from_nth (x0 := ord0)) => // j lt_j.
have [le48 | gt48] := leqP (size s) 48.
  have words i : i < 6 -> overlapping i s = overlapping i s'.
    move=> i6; have := same i./2; rewrite /pairs -eq_size (ltnNge (size s) 8) ge8 /= le48.
    have [i3 i7] : i./2 < 3 /\ i./2 < 7 by lia.
    rewrite i3 => /(_ i7) [e0 e1].
    by rewrite -(odd_double_half i) -mul2n; case: (odd i); rewrite ?add0n ?add1n.
  have [before | behind] := ltnP j (size s - 8).
    have [j6 in_j] := in_word le48 before.
    by have := words _ j6; rewrite /overlapping -eq_size => e; apply: number_nth e in_j.
  have := words 5 isT; rewrite /overlapping -eq_size => e.
  by apply: number_nth e _ => //; apply: in_last_word.
have [before | behind] := ltnP j (size s - 16); last first.
  have := same 0 isT; rewrite /pairs -eq_size (ltnNge (size s) 8) ge8 /= (leqNgt (size s) 48) gt48 /=.
  case=> e0 e1; have := in_last_pair gt48 lt_j behind.
  by case: ifP => _ in_j; [apply: number_nth e0 _ | apply: number_nth e1 _].
have [lt_n i7 in_j] := in_pair le before.
have := same _ i7; rewrite /pairs -eq_size (ltnNge (size s) 8) ge8 /= (leqNgt (size s) 48) gt48 /= lt_n.
case=> e0 e1; move: in_j.
by case: ifP => _ in_j; [apply: number_nth e0 _ | apply: number_nth e1 _].
Qed.

(** * The hash *)

Section Slices.

(** In the Rust code h is 63, W is 2^64, and p is 2^127 - 1. *)
Variables h H W p : nat.
Hypotheses (H_def : H = 2 ^ h) (W_def : W = 2 ^ h.+1).
Hypotheses (W_words : 256 ^ 8 <= W) (p_prime : prime p) (H_p : H * H <= p) (p_W : p + p <= W * W).

(** [NhKey] *)
Notation nh_key := {ffun 'I_7 -> 'I_W * 'I_W}.
Notation slice_key := (nh_key * 'I_(H * H))%type.

(** Parts of 112 bytes, of which the last may be shorter. *)
Definition part j s : seq byte := take 112 (drop (j * 112) s).
Definition parts s : nat := Basics.pieces 112 (size s).

Definition sum (k : nh_key) s : nat := nh 7 (pairs s) 0 k.
Definition sums (k : nh_key) s : seq nat := [seq sum k (part j s) %% (H * H) | j <- iota 0 (parts s)].

(** [NhKey::hash] *)
Definition slice (k : slice_key) s : nat :=
  if size s <= 112 then (sum k.1 s + size s) %% (W * W)
  else horner p 1 k.2 (rcons (sums k.1 s) (size s)).

Let W_H : W = 2 * H. Proof. by rewrite W_def H_def expnS. Qed.
Let H_big : 256 < H.
Proof.
have : 256 ^ 2 <= 256 ^ 8 by rewrite leq_pexp2l.
by move: W_words W_H; move: (256 ^ 8) => x xW WH; rewrite expnS expn1; lia.
Qed.

Let HH_big : 112 < H * H.
Proof.
have H_pos : 0 < H by apply: leq_trans _ H_big.
by apply: (@leq_trans H); [apply: leq_trans _ H_big | rewrite leq_pmulr].
Qed.
Let HH : H * H %| W * W. Proof. by rewrite W_H mulnACA dvdn_mull. Qed.

Lemma pairs_below s : all_below W (pairs s).
Proof.
have num i t : number i 8 t < W by apply: leq_trans (number_lt i 8 t) W_words.
have W0 : 0 < W by apply: leq_ltn_trans (num 0 s).
move=> i u; rewrite /pairs; case: ifP => [lt|_].
  by case: ifP => // _ [<-]; rewrite /below /= W0 andbT (leq_trans (packed_lt lt)).
case: ifP => _; first by case: ifP => // _ [<-]; rewrite /below /= !num.
case: ifP => _; first by case=> <-; rewrite /below /= !num.
by case: ifP => // _ [<-]; rewrite /below /= !num.
Qed.

(** Every slice has a first pair. *)
Lemma first_pair s : pairs s 0 != None.
Proof. by rewrite /pairs; case: ifP => // _; case: ifP. Qed.

Lemma differ_at s s' : (forall i, i < 7 -> pairs s i = pairs s' i) \/
  (exists2 i, i < 7 & pairs s i != pairs s' i).
Proof.
have [/existsP[i ne] | ] := boolP [exists i : 'I_7, pairs s i != pairs s' i].
  by right; exists i.
rewrite negb_exists => /forallP same; left=> i i7.
by have := same (Ordinal i7); rewrite negbK => /eqP.
Qed.

Let as_points := as_points H_def W_def.

(** ** Long slices *)

Section Long.

(** Slices have at most b parts. *)
Variable b : nat.
Hypothesis b_p : 112 * b < p.

Lemma parts_le s : size s <= 112 * b -> parts s <= b.
Proof. by rewrite /parts pieces_le // mulnC. Qed.

Lemma size_sums k s : size (sums k s) = parts s.
Proof. by rewrite size_map size_iota. Qed.

Lemma nth_sums k s j : j < parts s -> nth 0 (sums k s) j = sum k (part j s) %% (H * H).
Proof. by move=> lt_j; rewrite (nth_map 0) ?size_iota // nth_iota. Qed.

Lemma sums_lt k s c : c < p -> all (ltn^~ p) (rcons (sums k s) c).
Proof.
move=> cp; rewrite all_rcons /= cp; apply/allP => x /mapP[j _ ->].
by apply: leq_trans H_p; rewrite ltn_pmod // muln_gt0; move: H_big; case: H.
Qed.

(** A long slice has a given hash. *)
Lemma long_one k s c : size s <= 112 * b ->
  share (fun x : 'I_(H * H) => horner p 1 x (rcons (sums k s) (size s)) == c) b.+1 (H * H).
Proof.
move=> le_b; apply: (value_share p_prime H_p); last by rewrite size_sums ltnS parts_le.
by have := sums_lt k s (prime_gt0 p_prime); rewrite all_rcons => /andP[].
Qed.

(** Long slices of different numbers of parts, or of one number of parts with different
    coefficients. *)
Lemma long_two k s s' : size s <= 112 * b -> size s' <= 112 * b ->
  rcons (sums k s) (size s) != rcons (sums k s') (size s') ->
  share (fun x : 'I_(H * H) => horner p 1 x (rcons (sums k s) (size s)) ==
    horner p 1 x (rcons (sums k s') (size s'))) b.+1 (H * H).
Proof.
move=> le_b le_b' ne; have lt (t : seq byte) : size t <= 112 * b -> size t < p by move=> le_t; apply: leq_ltn_trans b_p.
have few : (if size (rcons (sums k s) (size s)) == size (rcons (sums k s') (size s'))
    then (size (rcons (sums k s) (size s))).-1
    else maxn (size (rcons (sums k s) (size s))) (size (rcons (sums k s') (size s')))) <= b.+1.
  have := parts_le le_b; have := parts_le le_b'; rewrite !size_rcons !size_sums; clear.
  by move: (parts s) (parts s') => n n' n'b nb; case: ifP => _; rewrite /= ?geq_max ?ltnS ?nb ?n'b // ltnW.
have := points_share p_prime H_p (sums_lt k s (lt _ le_b)) (sums_lt k s' (lt _ le_b')) ne few.
by apply: share_sub => x /eqP ->.
Qed.

(** Two slices of one length of more than 112 bytes have a part that differs. *)
Lemma part_differs s s' : size s = size s' -> s != s' ->
  exists2 j, j < parts s & exists2 i, i < 7 & pairs (part j s) i != pairs (part j s') i.
Proof.
move=> eq_size ne; have [j lt_j ne_j] := words_differ (isT : 0 < 112) eq_size ne.
have lt_p : j < parts s by rewrite ltnNge pieces_le // -ltnNge.
exists j => //; case: (differ_at (part j s) (part j s')) => // same.
case/eqP: ne_j; rewrite /word -/(part j s) -/(part j s'); congr le; apply: pairs_inj => //.
  by rewrite !size_take !size_drop eq_size.
by rewrite size_take; case: ltnP.
Qed.

(** ** The theorems *)

Definition good s : bool := size s <= 112 * b.

(** The number of points that can make polynomials agree, if there are any. *)
Definition points : nat := if b <= 1 then 0 else b.+1.

Lemma points_long s : size s <= 112 * b -> 112 < size s -> points = b.+1.
Proof.
move=> le_b long; rewrite /points ifF //; apply: contraTF long => le1; rewrite -leqNgt.
by apply: leq_trans le_b _; rewrite -[X in _ <= X]muln1 leq_mul2l le1.
Qed.

(** A slice has a given hash. *)
Theorem slice_one s c : good s -> share (fun k => slice k s == c) (H + points) (H * H).
Proof.
rewrite /good /slice => le_b; case: (leqP (size s) 112) => [short | long]; last first.
  rewrite (points_long le_b long); apply: share_weaken (leq_addl _ _) _.
  by apply: (share_draw (p := part_snd _ _)) => k /=; apply: long_one.
apply: share_weaken (leq_addr _ _) _; apply: as_points.
apply: (share_draw (p := part_fst _ _)) => k /=.
apply: share_sub (@nh_quarter _ _ _ H_def W_def 7 7 (pairs s) (fun=> None) 0 (size s) c isT
  (@pairs_below s) _ _) => //; last by exists 0; rewrite ?first_pair.
move=> x /eqP e; rewrite /NH.agree -/(sum x s).
have -> : nh 7 (fun=> None) 0 x = 0 by rewrite /nh big1.
by rewrite add0n -e modn_dvdm.
Qed.

(** Two different slices have the same hash. *)
Theorem slice_two s s' : good s -> good s' -> s != s' ->
  share (fun k => slice k s == slice k s') (H + points) (H * H).
Proof.
move=> le_b le_b' ne.
have [short | long] := leqP (size s) 112; last first.
  rewrite (points_long le_b long); have [short' | long'] := leqP (size s') 112.
    apply: share_weaken (leq_addl _ _) _; apply: (share_draw (p := part_snd _ _)) => k /=.
    by rewrite /slice /= short' (leqNgt (size s)) long /=; apply: long_one.
  have sliceE (k : slice_key) : (slice k s == slice k s') =
      (horner p 1 k.2 (rcons (sums k.1 s) (size s)) == horner p 1 k.2 (rcons (sums k.1 s') (size s'))).
    by rewrite /slice (leqNgt (size s)) long (leqNgt (size s')) long'.
  pose same (k : slice_key) := rcons (sums k.1 s) (size s) == rcons (sums k.1 s') (size s').
  have B : share (fun k : slice_key => ~~ same k && (slice k s == slice k s')) b.+1 (H * H).
    apply: (share_draw (p := part_snd _ _)) => -[k x0] /=; rewrite /same /=.
    case: eqVneq => ne_c /=; first by apply: share_weaken (leq0n _) _; apply: share0.
    by apply: share_sub (long_two le_b le_b' ne_c) => x; rewrite sliceE.
  suff A : share same H (H * H).
    by apply: share_sub (share_or A B) => k e; rewrite e andbT orbN.
  have [eq_size | ne_size] := eqVneq (size s) (size s'); last first.
    apply: share_weaken (leq0n _) _; apply: share0 => k; apply: contra ne_size.
    by rewrite /same eqseq_rcons => /andP[].
  have [j lt_j [i i7 ne_i]] := part_differs eq_size ne.
  apply: as_points; apply: (share_draw (p := part_fst _ _)) => k /=.
  apply: share_sub (@nh_quarter _ _ _ H_def W_def 7 7 (pairs (part j s)) (pairs (part j s')) 0 0 0 isT
    (@pairs_below _) (@pairs_below _) _); last by exists i.
  move=> x; rewrite /same eqseq_rcons /= => /andP[/eqP/(congr1 (nth 0 ^~ j)) + _].
  rewrite !nth_sums // /parts -?eq_size // => e.
  by rewrite /NH.agree !addn0 eq_sym; apply/eqP.
have [short' | long'] := leqP (size s') 112; last first.
  rewrite (points_long le_b' long'); apply: share_weaken (leq_addl _ _) _; apply: (share_draw (p := part_snd _ _)) => k /=.
  rewrite /slice /= short (leqNgt (size s')) long' /=.
  by apply: share_sub (long_one k.1 _ le_b') => x /eqP <-.
apply: share_weaken (leq_addr _ _) _; have sliceE (k : slice_key) : (slice k s == slice k s') =
    ((sum k.1 s + size s) %% (W * W) == (sum k.1 s' + size s') %% (W * W)).
  by rewrite /slice short short'.
case: (differ_at s s') => [same | [i i7 ne_i]].
  apply: share_weaken (leq0n _) _; apply: share0 => k; apply: contra ne; rewrite sliceE => /eqP e; apply/eqP.
  apply: pairs_inj => //; move: (congr1 (modn ^~ (H * H)) e); rewrite !modn_dvdm //.
  have -> : sum k.1 s = sum k.1 s' by apply: eq_bigr => i _; rewrite /nh_term same.
  move/eqP; rewrite eqn_modDl !modn_small => [/eqP //||].
    exact: leq_ltn_trans short' HH_big.
  exact: leq_ltn_trans short HH_big.
apply: as_points; apply: (share_draw (p := part_fst _ _)) => k /=.
apply: share_sub (@nh_quarter _ _ _ H_def W_def 7 7 (pairs s) (pairs s') 0 (size s) (size s') isT
  (@pairs_below _) (@pairs_below _) _); last by exists i.
by move=> x; rewrite sliceE /= => /eqP e; rewrite /NH.agree -/(sum x s) -/(sum x s') -(modn_dvdm (sum x s' + _) HH) -e modn_dvdm.
Qed.

(** A term of a slice has 128 bits. *)
Lemma slice_lt k s : good s -> (slice_term (slice k) s).2 < W * W.
Proof.
have WW : 0 < W * W by move: W_words; rewrite muln_gt0 andbb; apply: leq_trans.
have room16 : 256 ^ 16 <= W * W by rewrite -(square_of_words 256); apply: leq_mul.
move=> _; rewrite /slice_term; case: (ltnP (size s) 16) => [lt | _] /=.
  exact: (leq_trans (short_lt lt) room16).
case: eqP => [size16 | _].
  by have := le_bound s; rewrite size16 => lt; exact: (leq_trans lt room16).
rewrite /slice; case: (leqP (size s) 112) => _; first by rewrite ltn_pmod.
exact: leq_trans (horner_lt p_prime _ _ _) (leq_trans (leq_addr _ _) p_W).
Qed.

End Long.

(** The numbers of the Rust code are such. *)
Fact numbers : [/\ 256 ^ 8 <= 2 ^ 64, 2 ^ 63 * 2 ^ 63 <= 2 ^ 127 - 1 &
  2 ^ 127 - 1 + (2 ^ 127 - 1) <= 2 ^ 64 * 2 ^ 64].
Proof. split; lia. Qed.

(** ** Maps

    The theorem of [MapFinish] with this hash of slices. *)

Section Map.

Variables (r R b n : nat).
Hypotheses (R_def : R = 2 ^ r) (rr : r + r = h.+1) (b_p : 112 * b < p).
Let room := h.+1 + h.+1.

Fact p_ok : modulus H W p.
Proof. by split=> //; apply: leq_trans H_p; move: H_big; rewrite W_H; nia. Qed.

Variables (ws ws' q : seq ((nat * nat) + seq byte)) (a a' : (nat * nat) + seq byte).
Variables (t t' : seq ((nat * nat) + seq byte)).
Hypotheses (va : all (valid room (good b)) ws) (va' : all (valid room (good b)) ws').
Hypothesis ne : differ ws ws' q a a' t t'.
Hypotheses (le : terms_of room ws <= 16 + n) (le' : terms_of room ws' <= 16 + n).

Let two s s' (g : good b s) (g' : good b s') (_ : 16 < size s) (_ : 16 < size s') := slice_two b_p g g'.
Let one s c (g : good b s) (_ : 16 < size s) := slice_one c g.

Let HH0 : 0 < H * H. Proof. exact: leq_ltn_trans HH_big. Qed.
Let sum_points : (H + points b) * (H * H) + H * H * (H + far n) = H * H * (2 * H + points b + far n).
Proof. by rewrite mulnC -mulnDr; congr (_ * _); lia. Qed.

(** Two different values of up to 16 + n terms, with slices of at most b parts of 112 bytes each: any
    bits of the hashes, c in number, agree with probability at most
    2^-c + 2^-62 + (b + 1) 2^-126 + (3 n + 1) 2^-126, without the third term for b = 1, and without
    the last one for n = 0. *)
Theorem map_slices (T : {set 'I_h.+1}) :
  share (@MapFinish.agree h H R W p _ slice ws ws' T)
    (H * H + 2 ^ #|T| * (2 * H + points b + far n)) (2 ^ #|T| * (H * H)).
Proof.
have S := @map_bits_slices r h H R W p R_def H_def W_def rr p_ok _ slice (good b) (slice_lt (b := b))
  ws ws' T va va' q a a' t t' ne n le le' (H + points b) (H * H) two one.
by rewrite sum_points !(mulnCA (2 ^ #|T|) (H * H)) -mulnDr in S; apply: share_unscale S.
Qed.

(** The same of a hasher that takes the first slice apart, where terms are only further slices and
    packed integers. *)
Theorem apart_slices (T : {set 'I_h.+1}) :
  terms_of room (others ws) <= 16 + n -> terms_of room (others ws') <= 16 + n ->
  share (@MapApart.agree h H R W p _ slice ws ws' T)
    (H * H + 2 ^ #|T| * (2 * H + points b + far n)) (2 ^ #|T| * (H * H)).
Proof.
move=> le_o le_o'.
have S := @apart_bits_slices r h H R W p R_def H_def W_def rr p_ok W_words _ slice (good b)
  (slice_lt (b := b)) ws ws' T va va' q a a' t t' ne (H + points b) (H * H) two one n le_o le_o'.
by rewrite sum_points !(mulnCA (2 ^ #|T|) (H * H)) -mulnDr in S; apply: share_unscale S.
Qed.

(** The lowest k and the highest m of the lowest u bits under the uneven end: 4 / 2^(k + m) in place of 2^-c, or
    2 / 2^(k + m) for the index or the tag alone. *)
Theorem uneven_slices (v : 'I_(W * W)) u k m : u <= h.+1 -> k + m <= u ->
  share (@MapUneven.uneven_agree h H W p _ slice v ws ws' u k m)
    (H * H * places k m + 2 ^ (k + m) * (2 * H + points b + far n)) (2 ^ (k + m) * (H * H)).
Proof.
move=> uh km.
have S := @uneven_bits_slices h H W p H_def W_def p_ok _ slice (good b) (slice_lt (b := b)) v ws ws' u k m uh km
  va va' q a a' t t' ne (H + points b) (H * H) n two one le le'.
by rewrite sum_points -mulnA !(mulnCA (2 ^ (k + m)) (H * H)) -mulnDr in S; apply: share_unscale S.
Qed.

End Map.

End Slices.

(* Assumes nothing: pairs_inj. *)
(* Assumes nothing: slice_one. *)
(* Assumes nothing: slice_two. *)
(* Assumes nothing: map_slices. *)
(* Assumes nothing: apart_slices. *)
(* Assumes nothing: uneven_slices. *)
