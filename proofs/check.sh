#!/bin/sh
# Prints the theorems that the given files name in `Print Assumptions`, one per line. Fails if one of
# them assumes anything, or if a file names none.
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
    theorems=$(sed -n 's/^Print Assumptions \([A-Za-z0-9_'"'"']*\)\.$/\1/p' "$file")
    if [ -z "$theorems" ]; then
        echo "$file: no Print Assumptions" >&2
        exit 1
    fi
    echo "Require $module." >>check.v
    for theorem in $theorems; do
        echo "Print Assumptions $module.$theorem." >>check.v
        names="$names $module.$theorem"
    done
done

found=$(coqc -R theories Hash check.v)
rm -f check.vo check.vok check.vos check.glob .check.aux
number=0
for name in $names; do
    number=$((number + 1))
    line=$(echo "$found" | sed -n "${number}p")
    if [ "$line" != "Closed under the global context" ]; then
        echo "$found" >&2
        echo "$name: not closed" >&2
        exit 1
    fi
    echo "$name: closed"
done
if [ "$(echo "$found" | wc -l)" -ne "$number" ]; then
    echo "$found" >&2
    exit 1
fi
