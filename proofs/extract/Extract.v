(** Extracts the programs of [Programs] to OCaml. Booleans, pairs, options and lists become those of
    OCaml. Numbers stay as Coq defines them, so that no arithmetic but Coq's is trusted. *)

From Coq Require Import Extraction ExtrOcamlBasic.
From Hash Require Import Programs.

Extraction Language OCaml.
Extraction "programs.ml" ClhashProgram.hash WideProgram.hash GhashProgram.hash GhashProgram.hash_aead
  Multilinear64Program.hash VhashProgram.hash VhashProgram.hash128 RowsProgram.mmh RowsProgram.tmmh16
  TablesProgram.fingerprint TablesProgram.table TablesProgram.digest MapProgram.slice
  MapProgram.word_slice MapProgram.hash MapProgram.apart MapProgram.uneven.
