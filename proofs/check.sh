#!/bin/sh
# Prints the theorems that the given files name in comments `Assumes nothing: NAME.`, one per line. Fails if
# one of them assumes anything, or if a file names none.
set -eu
export LC_ALL=C

if grep -nE '^[^(]*\b(Admitted|admit|Axiom|Axioms|Parameter|Parameters|Conjecture|Abort)\b' "$@"; then
    echo "a file contains an unproven statement" >&2
    exit 1
fi

names=""
echo 'From Coq Require Import ssreflect.' >check.v
for file in "$@"; do
    module="Hash.$(basename "$file" .v)"
    theorems=$(sed -n 's/^(\* Assumes nothing: \([A-Za-z0-9_'"'"']*\)\. \*)$/\1/p' "$file")
    # A comment of another form would be read as prose.
    if [ -z "$theorems" ] || [ "$(echo "$theorems" | wc -l)" != "$(grep -ci 'assumes nothing' "$file")" ]; then
        echo "$file: no theorem, or a comment of another form, says (* Assumes nothing: NAME. *)" >&2
        exit 1
    fi
    echo "Require $module." >>check.v
    for theorem in $theorems; do
        names="$names $module.$theorem"
    done
done
# One question about all of them: Coq looks at each lemma that several share once, and not for each. (Bound one after
# another, because the type of a tuple has the statements of all before it, again for each.)
{
    echo "Definition all : Prop :="
    # shellcheck disable=SC2086 # the names are words
    printf 'let _ := @%s in\n' $names
    echo "True."
    echo "Print Assumptions all."
} >>check.v

found=$(coqc -R theories Hash check.v)
rm -f check.vo check.vok check.vos check.glob .check.aux
if [ "$found" != "Closed under the global context" ]; then
    echo "$found" >&2
    echo "a theorem depends on an unproven statement" >&2
    exit 1
fi
# shellcheck disable=SC2086
printf '%s: closed\n' $names
