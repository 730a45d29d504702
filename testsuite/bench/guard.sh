#!/bin/sh
# Counts the instructions of each family's kernels and compares them with guard.txt: more by over 3 % is a failure.
# What the loops of AVX-512 code hold is compared with guard-loops.txt: a failure are more moves to and from the stack,
# gathers, scatters or calls, by over 3 % and 2; instructions are only told, since unrolled loops have more.
# BLESS=1 writes both files instead. Counts mean nothing to another C compiler: then nothing is compared.
#
#     guard.sh FOLDER MODULES MODULES_512 FAMILY...     FOLDER has guard and the families' C
set -eu
folder=$1 modules=$2 modules_512=$3
shift 3
kept=testsuite/bench/guard.txt kept_loops=testsuite/bench/guard-loops.txt
counts=$folder/counts.txt loops=$folder/loops.txt
compiler=$(clang --version | sed -n '1s/.*clang version \([0-9.]*\).*/clang \1/p')

if test -z "${BLESS:-}" && ! head -1 "$kept" | grep -qF "$compiler:"; then
    echo "bench-guard: $kept was not made with $compiler; nothing is compared"
    exit 0
fi

rm -f "$folder"/callgrind.*
# A few families at a time, on all CPUs; their counts are named after the first of them.
export folder modules
printf '%s\n' "$@" | LC_ALL=C sort | xargs -n 4 -P "$(nproc 2>/dev/null || echo 2)" sh -c '
    valgrind -q --tool=callgrind --instr-atstart=no --callgrind-out-file="$folder/callgrind.$1" \
        "$folder/guard" "$folder" "$modules" "$@"' guard
{
    echo "# Instructions by $compiler: --target=x86-64-v3 --wave-size=32, at small sizes (make bench-guard BLESS=1)"
    awk '/^desc: Trigger: Client Request: / { sub(/^desc: Trigger: Client Request: /, ""); name = $0 }
         /^totals: / { if (name != "") printf "%12d  %s\n", $2, name; name = "" }' \
        $(ls "$folder"/callgrind.*.[0-9]* | LC_ALL=C sort -t. -k2,2 -k3n)
} > "$counts"
{
    echo "# Innermost loops by $compiler: --target=x86-64-v4 --wave-size=32 (make bench-guard BLESS=1)"
    echo "# family    instructions  stack gather scatter call"
    testsuite/bench/loops.sh "$modules_512" "$@"
} > "$loops"

if test -n "${BLESS:-}"; then
    cp "$counts" "$kept"
    cp "$loops" "$kept_loops"
    echo "bench-guard: wrote $kept and $kept_loops"
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
    "$kept" "$counts" || failed=1
awk 'BEGIN { split("family instructions stack gather scatter call", names, " ") }
     /^#/ { next }
     FNR == NR { for (i = 2; i <= NF; i++) kept[$1, i] = $i; next }
     !(($1, 2) in kept) { printf "%s: no loops are kept yet\n", $1; failed = 1; next }
     {
         for (i = 2; i <= NF; i++) {
             more = $i - kept[$1, i]
             if (more <= 2 || more <= 0.03 * kept[$1, i]) continue
             printf "%s: loops of AVX-512 have %d more of %s: %d, were %d\n", $1, more, names[i], $i, kept[$1, i]
             if (i > 2) failed = 1
         }
     }
     END { if (failed) print "bench-guard: loops FAILED"; exit failed }' \
    "$kept_loops" "$loops" || failed=1
exit ${failed:-0}
