(* Recomputes hashes that the shipped crates have computed, by the programs that Coq extracts.

   usage: compare FILE [PART PARTS]

   FILE is written by `vectors.py`, from vectors that the tests of the crates check too, or by the program
   examples/examples/extracted, from the hashes of random inputs. Each line is

     key FUNCTION BYTES              the key of the following lines of a function
     FUNCTION KIND INPUT OUTPUT      a hash, and the kind of its input, by which the lines are counted
     end LINES FUNCTION...           the last line: the number of the lines of hashes, and their functions

   Bytes are hexadecimal digits, or `-` for none. An output consists of numbers in hexadecimal digits,
   with commas between them. With PART and PARTS the program checks each PARTS-th line, from PART on. *)

open Programs

let fail format = Printf.ksprintf (fun text -> prerr_endline text; exit 1) format

(* Numbers of Coq. *)
let rec nat_of i = if i = 0 then O else S (nat_of (i - 1))

let push n bit =
  match n, bit with
  | N0, false -> N0
  | N0, true -> Npos XH
  | Npos p, false -> Npos (XO p)
  | Npos p, true -> Npos (XI p)

let digit c =
  match c with
  | '0' .. '9' -> Char.code c - 48
  | 'a' .. 'f' -> Char.code c - 87
  | _ -> fail "not a hexadecimal digit: %c" c

let push_digit n d =
  push (push (push (push n (d land 8 <> 0)) (d land 4 <> 0)) (d land 2 <> 0)) (d land 1 <> 0)

let number text =
  if text = "" then fail "a number without digits";
  String.fold_left (fun n c -> push_digit n (digit c)) N0 text

let byte = Array.init 256 (fun b -> push_digit (push_digit N0 (b / 16)) (b mod 16))

let bytes text =
  if text = "-" then []
  else begin
    if text = "" || String.length text mod 2 <> 0 then fail "not bytes: %s" text;
    List.init (String.length text / 2) (fun i ->
      byte.((16 * digit text.[2 * i]) + digit text.[(2 * i) + 1]))
  end

let hexadecimal n =
  let rec bits = function XH -> [ 1 ] | XO p -> 0 :: bits p | XI p -> 1 :: bits p in
  let rec digits = function
    | [] -> ""
    | a :: b :: c :: d :: rest -> digits rest ^ Printf.sprintf "%x" (a + (2 * b) + (4 * c) + (8 * d))
    | rest -> digits (rest @ [ 0 ])
  in
  match n with N0 -> "0" | Npos p -> digits (bits p)

(* Parts of keys. *)
let words size key = List.map le_num (in_pieces (nat_of size) key)

let rec pairs = function a :: b :: rest -> (a, b) :: pairs rest | [] -> [] | [ _ ] -> fail "a word without a partner"

let slice from count list = List.filteri (fun i _ -> from <= i && i < from + count) list

let expect size key = if List.length key <> size then fail "a key of %d bytes, not %d" (List.length key) size

let two = function [ a; b ] -> (a, b) | _ -> fail "not two words"

(* The key of CLHASH-128: the six values, and the words of the places, which stand before them. *)
let wide_key key = (words 16 (slice 2304 96 key), pairs (words 8 (slice 0 2304 key)))

(* The rows of MMH and TMMH: the words of a block, those of the last steps, and the point. *)
let rows_key key ~size ~read ~row ~rows ~last =
  expect ((size * (row + (rows * last))) + 16) key;
  let words = List.map read (in_pieces (nat_of size) (slice 0 (size * (row + (rows * last))) key)) in
  (slice 0 row words, List.init rows (fun j -> slice (row + (j * last)) last words),
   le_num (slice (size * (row + (rows * last))) 16 key))

let cell text =
  match String.split_on_char ':' text with
  | [ "f"; kind; a; b; scale ] -> Inl ((number kind, (number a, number b)), number scale)
  | [ "b"; kind; value ] -> Inr (number kind, bytes value)
  | _ -> fail "not a cell: %s" text

let row text = if text = "-" then [] else List.map cell (String.split_on_char ',' text)
let rows text = if text = "none" then [] else List.map row (String.split_on_char '/' text)

let tables key =
  let width = (List.length key - 2464) / 48 in
  expect (2464 + (48 * width)) key;
  let elements = words 16 (slice 0 64 key) in
  let values, places = wide_key (slice 64 2400 key) in
  let columns = in_pieces (nat_of 3) (words 16 (slice 2464 (48 * width) key)) in
  (List.nth elements 0, List.nth elements 3, fun f -> f values places (slice 1 2 elements) columns)

let write text =
  match String.split_on_char ':' text with
  | [ "i"; bits; value ] -> Inl (nat_of (int_of_string bits), number value)
  | [ "s"; value ] -> Inr (bytes value)
  | _ -> fail "not a write: %s" text

let writes text = if text = "none" then [] else List.map write (String.split_on_char ',' text)

let products key =
  expect 128 key;
  MapProgram.slice (pairs (words 8 (slice 16 112 key))) (lowest (nat_of 126) (le_num (slice 0 16 key)))

(* The map hasher with a key of its own: the numbers f, g and v, the words of terms, and those of slices. *)
let fixed key =
  expect 960 key;
  match words 16 (slice 0 48 key), words 16 (slice 816 16 key) with
  | [ f; g; v ], [ point ] ->
    MapProgram.hash (products (slice 832 128 key)) (pairs (words 8 (slice 48 768 key)))
      (lowest (nat_of 126) point) f g v
  | _ -> fail "not a key"

(* The state of a map: the 159 words of its process, its four own words, and the key of slices. *)
let state ending slices key =
  let terms = pairs (words 8 (slice (8 * 61) 768 key)) in
  let point = lowest (nat_of 126) (le_num (slice (8 * 157) 16 key)) in
  ending (slices (slice 1304 (List.length key - 1304) key)) terms point key

let apart slices terms point key =
  let v = le_num (slice (8 * 44) 8 key @ slice (8 * 159) 8 key) in
  MapProgram.apart slices terms point v (words 16 (slice 0 352 key))

let uneven slices terms point key =
  match words 16 (slice (8 * 159) 32 key) with
  | [ f; g ] -> MapProgram.uneven slices terms point f g N0
  | _ -> fail "not a key"

(* Words of CLHASH or VHASH, whose key follows the high half. *)
let word_slices word key =
  MapProgram.word_slice (word (slice 8 (List.length key - 8) key)) (le_num (slice 0 8 key))

(* The functions: from a key to a function of inputs. Outputs are numbers, and those of GHASH and POLYVAL
   elements of the field. *)
let numbers text = List.map number (String.split_on_char ',' text)

let aead gcm key =
  fun text ->
    match String.split_on_char ':' text with
    | [ a; t ] -> [ GhashProgram.hash_aead gcm key (bytes a) (bytes t) ]
    | _ -> fail "not two strings: %s" text

let clhash key = expect 1064 key; ClhashProgram.hash (words 8 key)

let vhash key =
  expect 160 key;
  let ks = words 8 key in
  VhashProgram.hash (pairs (slice 0 16 ks)) (two (slice 16 2 ks), two (slice 18 2 ks))

let functions =
  let element gcm text = [ GhashProgram.element gcm (bytes text) ] in
  let of_writes under key = let hash = under key in fun text -> [ hash (writes text) ] in
  [
    ("clhash", numbers, fun key -> let hash = clhash key in fun m -> [ hash (bytes m) ]);
    ("clhash128", numbers, fun key -> expect 2400 key; let values, places = wide_key key in
      fun m -> [ WideProgram.hash values places (bytes m) ]);
    ("ghash", element true, fun key -> expect 16 key; fun m -> [ GhashProgram.hash true key (bytes m) ]);
    ("polyval", element false, fun key -> expect 16 key; fun m -> [ GhashProgram.hash false key (bytes m) ]);
    ("ghash-aead", element true, fun key -> expect 16 key; aead true key);
    ("polyval-aead", element false, fun key -> expect 16 key; aead false key);
    ("multilinear64", numbers, fun key -> expect 4152 key; let ks = words 8 key in
      fun m -> [ Multilinear64Program.hash ks (bytes m) ]);
    ("vhash", numbers, fun key -> let hash = vhash key in fun m -> [ hash (bytes m) ]);
    ("vhash128", numbers, fun key -> expect 208 key; let ks = words 8 key in
      let iteration t = (two (slice (18 + (2 * t)) 2 ks), two (slice (22 + (2 * t)) 2 ks)) in
      fun m -> let a, b = VhashProgram.hash128 (pairs (slice 0 18 ks)) (iteration 0, iteration 1) (bytes m) in [ a; b ]);
    ("mmh32", numbers, fun key ->
      let ks, last, point = rows_key key ~size:4 ~read:le_num ~row:1026 ~rows:2 ~last:7 in
      fun m -> RowsProgram.mmh ks last point (nat_of 1) (bytes m));
    ("mmh64", numbers, fun key ->
      let ks, last, point = rows_key key ~size:4 ~read:le_num ~row:1026 ~rows:2 ~last:7 in
      fun m -> RowsProgram.mmh ks last point (nat_of 2) (bytes m));
    ("tmmh16", numbers, fun key ->
      let ks, last, point = rows_key key ~size:2 ~read:RowsProgram.be_num ~row:2052 ~rows:4 ~last:13 in
      fun m -> RowsProgram.tmmh16 ks last point (nat_of 4) (bytes m));
    ("map", numbers, of_writes fixed);
    ("map-apart", numbers, of_writes (state apart products));
    ("map-uneven", numbers, of_writes (state uneven products));
    ("map-clhash-apart", numbers, of_writes (state apart (word_slices clhash)));
    ("map-clhash-uneven", numbers, of_writes (state uneven (word_slices clhash)));
    ("map-vhash-apart", numbers, of_writes (state apart (word_slices vhash)));
    ("map-vhash-uneven", numbers, of_writes (state uneven (word_slices vhash)));
    ("row", numbers, fun key -> let _, _, under = tables key in
      fun text -> [ under TablesProgram.fingerprint (row text) ]);
    ("table", numbers, fun key -> let z, _, under = tables key in
      fun text -> [ under TablesProgram.table z (rows text) ]);
    ("digest", numbers, fun key -> let _, y, under = tables key in
      fun text -> [ under TablesProgram.digest y (rows text) ]);
  ]

let () =
  let file, part, parts =
    match Sys.argv with
    | [| _; file |] -> (file, 0, 1)
    | [| _; file; part; parts |] -> (file, int_of_string part, int_of_string parts)
    | _ -> fail "usage: compare FILE [PART PARTS]"
  in
  let input = open_in file in
  let keyed = Hashtbl.create 16 and counts = Hashtbl.create 64 in
  let lines = ref 0 and checked = ref 0 and wrong = ref 0 and ended = ref None in
  let find name =
    match List.find_opt (fun (other, _, _) -> other = name) functions with
    | Some f -> f
    | None -> fail "no function: %s" name
  in
  (try
     while true do
       match String.split_on_char ' ' (input_line input) with
       | _ when !ended <> None -> fail "lines after the end"
       | [ "key"; name; key ] ->
         let _, _, f = find name in
         Hashtbl.replace keyed name (f (bytes key))
       | "end" :: count :: names ->
         ended := Some names;
         List.iter (fun name -> ignore (find name)) names;
         if int_of_string count <> !lines then fail "%d lines, not %s" !lines count
       | [ name; kind; text; output ] ->
         if !lines mod parts = part then begin
           let _, read, _ = find name in
           let found = match Hashtbl.find_opt keyed name with Some f -> f text | None -> fail "no key of %s" name in
           if found <> read output then begin
             incr wrong;
             if !wrong <= 10 then
               Printf.printf "%s (%s) of %s: the crate has %s, the program %s\n%!" name kind text output
                 (String.concat "," (List.map hexadecimal found))
           end;
           incr checked;
           let n = Option.value ~default:0 (Hashtbl.find_opt counts (name, kind)) in
           Hashtbl.replace counts (name, kind) (n + 1)
         end;
         incr lines
       | _ -> fail "line %d is improper" (!lines + 1)
     done
   with End_of_file -> ());
  let present = match !ended with Some names -> names | None -> fail "the file has no end" in
  List.iter
    (fun (name, _, _) ->
      let own = List.sort compare (Hashtbl.fold (fun (other, kind) n own -> if other = name then (kind, n) :: own else own) counts []) in
      if (own <> []) <> List.mem name present then fail "lines of %s, or its name at the end, are missing" name;
      let total = List.fold_left (fun sum (_, n) -> sum + n) 0 own in
      Printf.printf "%-17s %6d: %s\n" name total
        (if own = [] then "not in this file"
         else String.concat ", " (List.map (fun (kind, n) -> Printf.sprintf "%d %s" n kind) own)))
    functions;
  if !wrong > 0 then fail "%d of %d hashes differ" !wrong !checked;
  Printf.printf "%d hashes agree\n" !checked
