(** The functions as programs: on lists of binary numbers, which Coq's extraction turns into OCaml.

    The functions that the theorems are about have keys and messages of types that do not compute. The
    files [Run...] prove that these programs have the same values. Messages are lists of bytes, words are
    numbers, and bit i of a number is the coefficient of x^i. This file needs none of the proofs. *)

From Coq Require Import NArith.
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq div.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Implicit Types (m key : seq N).

(** * Words *)

(** Carry-less multiplication, by the bits of a from the lowest. *)
Fixpoint clmul_pos (a : positive) (b : N) : N :=
  match a with
  | xH => b
  | xO a' => N.double (clmul_pos a' b)
  | xI a' => N.lxor b (N.double (clmul_pos a' b))
  end.

Definition clmul (a b : N) : N := if a is Npos a' then clmul_pos a' b else 0%num.

(** The remainder modulo a polynomial m of degree n, by the bits of a from the highest. *)
Section Remainder.

Variables (n : nat) (m : N).

Definition subtract (r : N) : N := if N.ltb r (2 ^ N.of_nat n) then r else N.lxor r m.

Fixpoint remainder_pos (a : positive) : N :=
  match a with
  | xH => subtract 1
  | xO a' => subtract (N.double (remainder_pos a'))
  | xI a' => subtract (N.succ_double (remainder_pos a'))
  end.

Definition remainder (a : N) : N := if a is Npos a' then remainder_pos a' else 0%num.

End Remainder.

(** The lowest k bits, and the others. *)
Definition lowest (k : nat) (a : N) : N := N.land a (N.ones (N.of_nat k)).
Definition others (k : nat) (a : N) : N := N.shiftr a (N.of_nat k).

(** The number with the bits f 0, …, f (n - 1). *)
Fixpoint of_bits (n : nat) (f : nat -> bool) : N :=
  if n is n'.+1 then
    let r := of_bits n' (fun i => f i.+1) in if f 0%N then N.succ_double r else N.double r
  else 0%num.

(** Horner's rule modulo p. *)
Definition horner (p y r : N) (v : seq N) : N := foldl (fun y c => (y * r + c) mod p)%num (y mod p)%num v.

(** 2^127 - 1 *)
Definition mersenne : N := 0x7fffffffffffffffffffffffffffffff.

(** The sum of F over a list. *)
Definition xor_all (T : Type) (F : T -> N) (r : seq T) : N := foldr (fun t s => N.lxor (F t) s) 0%num r.

(** The same sum of integers. *)
Definition add_all (T : Type) (F : T -> N) (r : seq T) : N := foldr (fun t s => F t + s)%num 0%num r.

(** The moduli of GF(2^64), GF(2^128) and POLYVAL. *)
Definition P64_num : N := 0x1000000000000001b.
Definition P128_num : N := 0x100000000000000000000000000000087.
Definition Polyval_num : N := 0x1c2000000000000000000000000000001.

(** The number with these bytes, the lowest first. *)
Fixpoint le_num (m : seq N) : N := if m is b :: m' then (b + 256 * le_num m')%num else 0%num.

(** Word i of a message in words of v bytes. *)
Definition word_num (v i : nat) (m : seq N) : N := le_num (take v (drop (i * v) m)).

(** Cuts a sequence into pieces of d; the fuel is at least its size. *)
Fixpoint cut (T : Type) (fuel d : nat) (s : seq T) : seq (seq T) :=
  match fuel, s with
  | fuel'.+1, _ :: _ => take d s :: cut fuel' d (drop d s)
  | _, _ => [::]
  end.

(** A sequence in pieces of d, of which the last may be shorter. *)
Definition in_pieces (T : Type) (d : nat) (s : seq T) : seq (seq T) := cut (size s) d s.

(** The pieces with their numbers, of which n are there at most. *)
Definition numbered (T : Type) (n d : nat) (s : seq T) : seq (seq T * nat) :=
  zip (in_pieces d s) (iota 0 n).

(** 4,096, as a product, so that the program does not spell it in unary. *)
Definition block_bytes : nat := (64 * 64)%N.

(** * CLHASH *)

Module ClhashProgram.

(** x times the modulus of GF(2^127). *)
Definition Lazy_num : N := 0x100000000000000000000000000000006.

Section Run.

Variable ks : seq N.

Definition k (i : nat) : N := nth 0%num ks i.

(** The product of pair j. *)
Definition times (b : seq N) (j : nat) : N :=
  clmul (N.lxor (word_num 8 0 b) (k (2 * j))) (N.lxor (word_num 8 1 b) (k (2 * j).+1)).

Definition clnh m : N := xor_all (fun u => times u.1 u.2) (numbered 64 16 m).

Definition point : N := lowest 126 (N.lxor (k 128) (N.shiftl (k 129) (N.of_nat 64))).

Definition value m : N :=
  foldl (fun s b => N.lxor (remainder 128 Lazy_num (clmul point s)) (clnh b)) 0%num (in_pieces 1024 m).

Definition last_step (s : N) : N := clmul (N.lxor (lowest 64 s) (k 130)) (N.lxor (others 64 s) (k 131)).

Definition hash m : N :=
  remainder 64 P64_num
    (N.lxor (if (size m <= 1024)%N then clnh m else last_step (value m))
      (clmul (lowest 64 (N.of_nat (size m))) (k 132))).

End Run.

End ClhashProgram.

(** * GHASH and POLYVAL *)

Module GhashProgram.

(** The two standards: gcm is true for GHASH. The place in its byte of coefficient j. *)
Definition position (gcm : bool) (j : nat) : nat := if gcm then 7 - j else j.

Definition element (gcm : bool) m : N :=
  of_bits 128 (fun i => N.testbit (nth 0%num m (i %/ 8)) (N.of_nat (position gcm (i %% 8)))).

Definition modulus (gcm : bool) : N := if gcm then P128_num else Polyval_num.

Definition factor (gcm : bool) : N := if gcm then 1%num else 0x92040000000000000000000000000001%num.

Definition step (gcm : bool) (H y X : N) : N :=
  remainder 128 (modulus gcm) (clmul (clmul (N.lxor y X) H) (factor gcm)).

Definition absorb (gcm : bool) (H y : N) m : N :=
  foldl (fun y b => step gcm H y (element gcm b)) y (in_pieces 16 m).

Definition hash (gcm : bool) (key : seq N) m : N := absorb gcm (element gcm key) 0 m.

Fixpoint le_bytes (w : nat) (n : N) : seq N :=
  if w is w'.+1 then (n mod 256)%num :: le_bytes w' (n / 256) else [::].

Definition lengths (gcm : bool) (a t : nat) : seq N :=
  let number n :=
    let bytes := le_bytes 8 (8 * N.of_nat n) in if gcm then rev bytes else bytes in
  number a ++ number t.

Definition hash_aead (gcm : bool) (key a t : seq N) : N :=
  let H := element gcm key in
  step gcm H (absorb gcm H (absorb gcm H 0 a) t) (element gcm (lengths gcm (size a) (size t))).

End GhashProgram.

(** * CLHASH-128 *)

Module WideProgram.

Definition unit_at (g s l : nat) : nat := 32 * g + 4 * s + l.

(** The factors of the rows, polynomials of degree at most 1, for the two outputs of a block. *)
Definition columns : seq ((bool * bool) * (bool * bool)) :=
  let zero := (false, false) in let one := (true, false) in
  let x := (false, true) in let x1 := (true, true) in
  [:: (one, zero); (one, one); (one, x); (x, one); (one, x1); (x1, one); (x, x1); (x1, x);
    (zero, one)].

Section Run.

(** The six values of a key, and the pairs of words of the 144 places, in the order of groups, rows,
    lanes. *)
Variables (values : seq N) (places : seq (N * N)).

Definition v (i : nat) : N := nth 0%num values i.
Definition place (g s l : nat) : N * N := nth (0%num, 0%num) places (36 * g + 4 * s + l).

(** Word e of unit i of a block that is cut into units. *)
Definition word (units : seq (seq N)) (e : bool) (i : nat) : N := word_num 8 e (nth [::] units i).

Definition present (units : seq (seq N)) (g s l : nat) : bool := (unit_at g s l < size units)%N.

Definition code (units : seq (seq N)) (e : bool) (g s l : nat) : N :=
  if (s < 8)%N then word units e (unit_at g s l)
  else xor_all (fun i => if present units g i l then word units e (unit_at g i l) else 0%num)
    (iota 0 8).

Definition there (units : seq (seq N)) (g s l : nat) : bool :=
  if (s < 8)%N then present units g s l else has (fun i => present units g i l) (iota 0 8).

Definition product (units : seq (seq N)) (g s l : nat) : N :=
  let k := place g s l in
  clmul (N.lxor (code units false g s l) k.1) (N.lxor (code units true g s l) k.2).

Definition lin (c : bool * bool) : N := of_bits 2 (fun i => if i is 0 then c.1 else c.2).

Definition column (e : bool) (s : nat) : N :=
  let c := nth ((false, false), (false, false)) columns s in lin (if e then c.2 else c.1).

Definition output (e : bool) (units : seq (seq N)) : N :=
  xor_all (fun g => xor_all (fun s => xor_all (fun l =>
    if there units g s l then clmul (column e s) (product units g s l) else 0%num)
      (iota 0 4)) (iota 0 9)) (iota 0 4).

Definition value (e : bool) m : N :=
  foldl (fun s b => remainder 128 P128_num (N.lxor (clmul (v (4 + e)) s) (output e (in_pieces 16 b))))
    0%num (in_pieces 2048 m).

Definition hash m : N :=
  remainder 128 P128_num
    (N.lxor (N.lxor (N.lxor (v 0) (clmul (v 1) (value false m))) (clmul (v 2) (value true m)))
      (clmul (v 3) (lowest 64 (N.of_nat (size m))))).

End Run.

End WideProgram.

(** * Rows and tables *)

Module TablesProgram.

(** A cell: the kind, two elements and the scale, or the kind and bytes. *)
Definition cell : Type := (N * (N * N) * N + N * seq N)%type.

Definition tag (c : cell) : N :=
  match c with
  | inl (kind, _, scale) => (kind * 2 ^ 56 + scale)%num
  | inr (kind, m) => (kind * 2 ^ 56 + N.of_nat (size m))%num
  end.

Section Run.

(** The key of CLHASH-128, the key of the row and of its width, and the three values of each column. *)
Variables (values : seq N) (places : seq (N * N)) (row : seq N) (columns : seq (seq N)).

Definition element (c : cell) (j : nat) : N :=
  if j == 2%N then lowest 64 (tag c) else
  match c with
  | inl (_, (a, b), _) => lowest 128 (if j == 0%N then a else b)
  | inr (_, m) => WideProgram.value values places (j != 0%N) m
  end.

Definition cells (r : seq cell) : N :=
  xor_all (fun u : cell * seq N =>
    xor_all (fun j => clmul (element u.1 j) (nth 0%num u.2 j)) (iota 0 3)) (zip r columns).

Definition fingerprint (r : seq cell) : N :=
  remainder 128 P128_num (N.lxor (N.lxor (nth 0%num row 0) (cells r))
    (clmul (lowest 64 (N.of_nat (size r))) (nth 0%num row 1))).

(** The product over the rows, of a table. *)
Definition table (z : N) (rs : seq (seq cell)) : N :=
  foldl (fun s r => remainder 128 P128_num (clmul s (N.lxor z (fingerprint r)))) 1%num rs.

(** The digest of the rows in order. *)
Definition digest (y : N) (rs : seq (seq cell)) : N :=
  foldl (fun s r => remainder 128 P128_num (N.lxor (clmul s y) (fingerprint r))) 0%num rs.

End Run.

End TablesProgram.

(** * Multilinear64 *)

Module Multilinear64Program.

Section Run.

Variable ks : seq N.

Definition k (i : nat) : N := nth 0%num ks i.

Definition dot m : N :=
  xor_all (fun u => clmul (word_num 8 0 u.1) (k (2 + u.2))) (numbered 512 8 m).

Definition values (m : seq N) : seq N := [seq remainder 64 P64_num (dot b) | b <- in_pieces block_bytes m].

Definition point : N := lowest 126 (k 517 + 2 ^ 64 * k 518).

Definition polynomial (m : seq N) : N := horner mersenne 1 point (values m).

Definition hash (m : seq N) : N :=
  let length := clmul (lowest 64 (N.of_nat (size m))) (k 1) in
  remainder 64 P64_num (if (size m <= block_bytes)%N then N.lxor (N.lxor (k 0) length) (dot m) else
    let value := polynomial m in
    N.lxor (N.lxor (k 516) length)
      (N.lxor (clmul (lowest 64 value) (k 514)) (clmul (lowest 64 (others 64 value)) (k 515)))).

End Run.

End Multilinear64Program.

(** * VHASH *)

Module VhashProgram.

Local Open Scope N_scope.

(** A product of two sums of words. *)
Definition nh_pair (m k : N * N) : N := lowest 64 (m.1 + k.1) * lowest 64 (m.2 + k.2).

Definition p : N := 0xfffffffffffffeff.
Definition divisor : N := 0xffffffff00000000.

Section Run.

(** The pairs of words of the key of NH. *)
Variable nh_key : seq (N * N).

Definition nh_block (t : nat) (b : seq N) : N :=
  lowest 126 (add_all (fun u =>
    nh_pair (word_num 8 0 u.1, word_num 8 1 u.1) (nth (0, 0) nh_key (u.2 + t)%N)) (numbered 8 16 b)).

Definition mask (x : N) : N := lowest 29 x + 2 ^ 32 * lowest 29 (others 32 x).

Definition point (x : N * N) : N := mask x.1 * 2 ^ 64 + mask x.2.

(** The blocks of a message, at least one. *)
Definition blocks (m : seq N) : seq (seq N) := if m is [::] then [:: [::]] else in_pieces 128 m.

Definition value (t : nat) (x : N * N) (m : seq N) : N :=
  (horner mersenne 1 (point x) [seq nh_block t b | b <- blocks m]
    + 8 * lowest 7 (N.of_nat (size m)) * 2 ^ 64) mod mersenne.

Definition last_step (k : N * N) (y : N) : N := ((y / divisor + k.1) * (y mod divisor + k.2)) mod p.

Definition iteration (t : nat) (x : (N * N) * (N * N)) (m : seq N) : N :=
  last_step x.2 (value t x.1 m).

Definition hash (x : (N * N) * (N * N)) (m : seq N) : N := iteration 0 x m.

Definition hash128 (x : ((N * N) * (N * N)) * ((N * N) * (N * N))) (m : seq N) : N * N :=
  (iteration 0 x.1 m, iteration 1 x.2 m).

End Run.

End VhashProgram.

(** * MMH and TMMH/16 *)

Module RowsProgram.

Local Open Scope N_scope.

Definition dot (xs ks : seq N) : N := add_all (fun u => u.1 * u.2) (zip xs ks).

Section Run.

(** Words are below W, and the prime p above them. A word is read from v bytes. The length has c words,
    and a polynomial d. *)
Variables (W p : N) (v : nat) (read : seq N -> N) (c d : nat).
(** The words of the key for the rows, for the last steps of each row, and for the point. *)
Variables (ks : seq N) (last : seq (seq N)) (point : N).

Definition words (b : seq N) : seq N := [seq read u | u <- in_pieces v b].

Definition value (s : N) : N := (s mod (W * W)) mod p.
Definition last_steps (s : N) : N := value s mod W.

Definition digit (i : nat) (n : N) : N := (n / W ^ N.of_nat i) mod W.

Definition polynomial (j : nat) m : N :=
  horner mersenne 1 (point mod 2 ^ 126)
    [seq value (dot (words b) (drop j.+1 ks)) | b <- in_pieces block_bytes m].

Definition last_words (n P : N) : seq N :=
  1 :: [seq digit i n | i <- iota 0 c] ++ [seq digit i P | i <- iota 0 d].

Definition long_row (j : nat) m : N :=
  last_steps (dot (last_words (N.of_nat (size m)) (polynomial j m)) (nth [::] last j)).

Definition short_row (j : nat) m : N := last_steps (dot (N.of_nat (size m) :: words m) (drop j ks)).

Definition hash_row (j : nat) m : N := if (size m <= block_bytes)%N then short_row j m else long_row j m.

Definition hash (rows : nat) m : seq N := [seq hash_row j m | j <- iota 0 rows].

End Run.

Definition mmh : seq N -> seq (seq N) -> N -> nat -> seq N -> seq N :=
  hash (2 ^ 32) (2 ^ 32 + 15) 4 le_num 2 4.

Definition be_num (u : seq N) : N := 256 * nth 0 u 0 + nth 0 u 1.

Definition tmmh16 : seq N -> seq (seq N) -> N -> nat -> seq N -> seq N :=
  hash (2 ^ 16) (2 ^ 16 + 1) 2 be_num 4 8.

End RowsProgram.

(** * The map hasher *)

Module MapProgram.

Local Open Scope N_scope.

Implicit Types s : seq N.

(** An integer, by its number of bits and its value, or a slice. *)
Definition write : Type := ((nat * N) + seq N)%type.

(** The kind of a term, 0, 1 or 2, and its 128 bits. *)
Definition term : Type := (nat * N)%type.

(** The number of n bytes from byte i on. *)
Definition number (i n : nat) s : N := le_num (take n (drop i s)).

(** Slices of fewer than 16 bytes. *)
Definition above_length s : N :=
  if (size s < 4)%N then
    256 ^ 7 * (number 0 1 s + 256 * (number (size s)./2 1 s + 256 * number (size s - 1)%N 1 s))
  else if (size s < 8)%N then 256 ^ 7 * (number 0 4 s + 256 ^ 4 * number (size s - 4)%N 4 s)
  else number 0 7 s + 256 ^ 7 * number (size s - 8)%N 8 s.

Definition short s : N := N.of_nat (size s) + 256 * above_length s.

(** The pairs of words that cover up to 112 bytes. *)
Definition packed s : N :=
  if (size s <= 1)%N then le_num s
  else if (size s < 4)%N then
    number 0 1 s + 256 * (number (size s - 1)%N 1 s + 256 * number (size s)./2 1 s)
  else number 0 4 s + 256 ^ 4 * number (size s - 4)%N 4 s.

Definition overlapping (i : nat) s : N := number (minn (8 * i) (size s - 8)) 8 s.

Definition pairs s (i : nat) : option (N * N) :=
  if (size s < 8)%N then if i is 0%nat then Some (packed s, 0) else None
  else if (size s <= 48)%N then
    if (i < 3)%N then Some (overlapping (2 * i)%N s, overlapping (2 * i).+1 s) else None
  else if i is 0%nat then Some (number (size s - 16)%N 8 s, number (size s - 8)%N 8 s)
  else if (16 * i < size s)%N then Some (number (16 * i.-1)%N 8 s, number (16 * i.-1 + 8)%N 8 s)
  else None.

(** NH over n pairs, of which some are absent. *)
Definition nh (n : nat) (words : nat -> option (N * N)) (key : seq (N * N)) : N :=
  add_all (fun i => if words i is Some w then VhashProgram.nh_pair w (nth (0, 0) key i) else 0) (iota 0 n).

(** ** Hashes of slices of more than 16 bytes *)

(** By products, under their key and its point. *)
Section Slices.

Variables (slice_key : seq (N * N)) (slice_point : N).

Definition sum s : N := nh 7 (pairs s) slice_key.

Definition slice s : N :=
  if (size s <= 112)%N then lowest 128 (sum s + N.of_nat (size s))
  else horner mersenne 1 slice_point
    (rcons [seq lowest 126 (sum b) | b <- in_pieces 112 s] (N.of_nat (size s))).

End Slices.

(** By a hash of 64 bits, and a high half that all slices share. *)
Definition word_slice (word : seq N -> N) (high : N) s : N := word s + high * 2 ^ 64.

(** ** From the writes to the hash *)

Section Run.

(** The hash of slices; the pairs of words of 16 terms of each kind; the point of the polynomial over
    terms; the factors and the addend of the map. *)
Variables (slice : seq N -> N) (terms : seq (N * N)) (point f g v : N).

Definition slice_term s : term :=
  if (size s < 16)%N then (2%nat, short s) else (1%nat, if size s == 16%N then le_num s else slice s).

Definition step (st : seq term * (N * nat)) (a : write) : seq term * (N * nat) :=
  let: (ts, (packed, bits)) := st in
  match a with
  | inl (c, x) =>
    if (128 < bits + c)%N then (rcons ts (0%nat, packed), (x, c))
    else (ts, (packed + x * 2 ^ N.of_nat bits, (bits + c)%N))
  | inr s => (rcons ts (slice_term s), (packed, bits))
  end.

(** Term i under the key 16 kind + i, of the first 16 terms. *)
Definition under_key (ts : seq term) (i : nat) : option (N * N) :=
  if nth None [seq Some t | t <- take 16 ts] (i %% 16) is Some (kind, x) then
    if kind == (i %/ 16)%N then Some (lowest 64 x, others 64 x) else None
  else None.

Definition near (ts : seq term) : N := nh 48 (under_key ts) terms.

Definition halves (t : term) : seq N := [:: lowest 64 t.2; others 64 t.2 + N.of_nat t.1 * 2 ^ 64; 0].

Definition total (ts : seq term) : N :=
  if (size ts <= 16)%N then near ts
  else horner mersenne 1 point (lowest 126 (near ts) :: flatten [seq halves t | t <- drop 16 ts]).

Definition input (ws : seq write) : N :=
  let: (ts, (packed, _)) := foldl step ([::], (0, 0%nat)) ws in lowest 128 (total ts + packed).

Definition upper (x : N) : N := others 64 (lowest 128 (f * lowest 64 x + g * others 64 x + v)).

Definition rotate (x : N) : N := lowest 32 x * 2 ^ 32 + others 32 x.

Definition hash (ws : seq write) : N :=
  let t := upper (input ws) in rotate (lowest 64 (t * (2 * t + 1))).

(** The uneven end, for which the addend is 0. *)
Definition uneven (ws : seq write) : N := upper (input ws).

(** ** The first slice apart *)

Fixpoint without_first (ws : seq write) : seq write :=
  match ws with [::] => [::] | inl i :: r => inl i :: without_first r | inr _ :: r => r end.

Fixpoint first_of (ws : seq write) : option (seq N) :=
  match ws with [::] => None | inl _ :: r => first_of r | inr s :: _ => Some s end.

Definition two_words s : N * N :=
  if (size s < 4)%N then (number 0 1 s, number (size s)./2 1 s + 256 * number (size s - 1)%N 1 s)
  else if (size s < 8)%N then (number 0 4 s, number (size s - 4)%N 4 s)
  else (number 0 8 s, number (size s - 8)%N 8 s).

Definition first_words s : N * N :=
  if (size s <= 16)%N then two_words s else (lowest 64 (slice s), others 64 (slice s)).

Definition first_part (ws : seq write) : seq N :=
  if first_of ws is Some s then
    [:: (first_words s).1; (first_words s).2] ++ [seq if m == minn (size s) 17 then 1 else 0 | m <- iota 0 18]
  else nseq 20 0.

Definition words_of (ws : seq write) : seq N :=
  let x := input (without_first ws) in [:: lowest 64 x; others 64 x] ++ first_part ws.

(** The factors of the halves of the sum, of the words of the first slice and of its lengths; and v. *)
Definition apart (factors : seq N) (ws : seq write) : N :=
  let words := words_of ws in
  let sum := add_all (fun i => nth 0 factors i * nth 0 words i) (iota 0 22) in
  let t := others 64 (lowest 128 (sum + v)) in rotate (lowest 64 (t * (2 * t + 1))).

End Run.

End MapProgram.

(** The programs assume nothing; the theorems about them ask for the rest. *)
(* Assumes nothing: remainder. *)
