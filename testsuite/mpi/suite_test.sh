#!/bin/sh
# The tests of testsuite/run with their groups shared out over ranks: each passes as it does on one rank. What is not
# shared out is counted by its reason, so that this cannot pass by sharing nothing.
#
#     BUILD=build EVERY=40 RANKS="3" sh testsuite/mpi/suite_test.sh [FILE.test ...]
#
# EVERY: each so manieth test; RANKS: over how many; JOBS: how many tests at a time.
set -u
cd "$(dirname "$0")/../.."
root=$PWD
build=$(cd "${BUILD:-build}" && pwd)
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 MALLOC_PERTURB_=165

# Leaves parts of a .test file here, and in `options` what its RUN line gives the compiler.
split_test() { # file
    awk '/^#--- / { name = $2; next } /^# RUN:/ && /%dxc_target/ { line = $0 } name && name != "end" { print > name }
        END { sub(/.*%dxc_target/, "", line); sub(/-Fo .*/, "", line); print line > "options" }' "$1"
}

# Whether it fails on one rank, too, is no matter of ranks.
run_test() { # file, folder
    mkdir -p "$2" && cd "$2" && split_test "$root/$1" || return 1
    test -e pipeline.yaml && test -e source.hlsl || { echo "left: no pipeline.yaml and source.hlsl: $1"; return 0; }
    "$build/wavecc" $(cat options) source.hlsl --mpi -no-warnings -O1 -o test > compiler 2>&1 ||
        { echo "left: it does not compile: $1"; return 0; }
    ./test -j 1 --job pipeline.yaml > alone 2>&1 || { echo "left: it fails in one process: $1"; return 0; }
    for ranks in ${RANKS:-3}; do
        timeout 120 mpirun -n $ranks ./test -j 1 --job pipeline.yaml --explain-mpi > ranks 2>&1 ||
            { echo "WRONG on $ranks ranks: $1: $(grep -v '^mpi:' ranks | tail -3 | cut -c1-200)"; continue; }
        awk -v file="$1" '/^mpi: .* groups on [0-9]* ranks/ { few = 1; many += $3 * $5 * $7 > 1 }
            END { if (many) print "shared: " file; else if (few) print "one group: " file }' ranks
        sed -n 's/.* runs on one of .* ranks: //p' ranks | sed "s/'[^']*': //; s/ (.*//; s/^/alone: /"
    done
    cd "$root" && rm -rf "$2"
}

if test "${1:-}" = --run; then
    run_test "$2" "$build/mpi-suite/$(echo "$2" | tr '/' '_')"
    exit
fi

rm -rf "$build/mpi-suite" && mkdir -p "$build/mpi-suite"
list=$build/mpi-suite/list
if test $# = 0; then
    find testsuite/run -name '*.test' | sort | awk -v every=${EVERY:-1} 'NR % every == 0' > "$list"
else
    printf '%s\n' "$@" > "$list"
fi
BUILD=$build xargs -a "$list" -n 1 -P "${JOBS:-$(nproc)}" sh testsuite/mpi/suite_test.sh --run > "$build/mpi-suite/found"
sed 's/^\(left: [^:]*\):.*/\1/; s/^shared:.*/shared out over ranks/; s/^one group:.*/one group/' "$build/mpi-suite/found" | grep -v ^WRONG | sort | uniq -c | sort -rn
grep ^WRONG "$build/mpi-suite/found"
shared=$(grep -c ^shared "$build/mpi-suite/found")
test "$shared" -gt 0 && ! grep -q ^WRONG "$build/mpi-suite/found"
