#!/bin/sh
# Counts the instructions of each family's kernels and compares them with guard.txt: more by over 3 % is a failure.
# BLESS=1 writes the counts there instead. Counts mean nothing to another C compiler: then nothing is compared.
#
#     guard.sh FOLDER MODULES FAMILY...     FOLDER has guard and the families' C
set -eu
folder=$1 modules=$2
shift 2
kept=testsuite/bench/guard.txt
counts=$folder/counts.txt
compiler=$(clang --version | sed -n '1s/.*clang version \([0-9.]*\).*/clang \1/p')

if test -z "${BLESS:-}" && ! head -1 "$kept" | grep -qF "$compiler:"; then
    echo "bench-guard: $kept was not made with $compiler; nothing is compared"
    exit 0
fi

rm -f "$folder"/callgrind.*
valgrind -q --tool=callgrind --instr-atstart=no --callgrind-out-file="$folder/callgrind" \
    "$folder/guard" "$folder" "$modules" "$@"
{
    echo "# Instructions by $compiler: --target=x86-64-v3 --wave-size=32, at small sizes (make bench-guard BLESS=1)"
    awk '/^desc: Trigger: Client Request: / { sub(/^desc: Trigger: Client Request: /, ""); name = $0 }
         /^totals: / { if (name != "") printf "%12d  %s\n", $2, name; name = "" }' \
        $(ls "$folder"/callgrind.[0-9]* | sort -t. -k2n)
} > "$counts"

if test -n "${BLESS:-}"; then
    cp "$counts" "$kept"
    echo "bench-guard: wrote $kept"
    exit 0
fi
awk 'function name() { sub(/^ *[0-9]+  /, ""); return $0 }
     /^#/ { next }
     FNR == NR { count = $1; kept[name()] = count; next }
     {
         count = $1; what = name(); compared++
         if (!(what in kept)) { printf "%s: not kept yet: %d instructions\n", what, count; failed = 1; next }
         change = 100 * (count / kept[what] - 1)
         if (change > 3) { printf "%s: %+.1f %% instructions: %d, were %d\n", what, change, count, kept[what]; failed = 1 }
         if (change < -3) { printf "%s: %+.1f %% instructions; make bench-guard BLESS=1 keeps that\n", what, change; better++ }
     }
     END { printf "bench-guard: %d kernels, %s\n", compared, failed ? "FAILED" : "none slower"; exit failed }' \
    "$kept" "$counts"
