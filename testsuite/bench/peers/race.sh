#!/bin/sh
# Races FAMILIES against lavapipe, those that have OpenCL C against PoCL, and those that were compiled by ispc against
# that, with one worker thread each; a process for each family, since what others compile may crash.
#
#     race.sh ROUNDS CSV PEERS PLAIN MODULES FAMILY...
#
# PEERS has the programs and the SPIR-V, PEERS/ispc-TARGET what ispc made.
set -eu
here=$(dirname "$0") rounds=$1 csv=$2 peers=$3 plain=$4 modules=$5
shift 5
export LP_NUM_THREADS=1 POCL_MAX_PTHREAD_COUNT=1

race() {
    peer=$1 family=$3
    timeout 300 "$peers/race-$peer" "$rounds" "$csv" "$plain" "$modules" "$2" "$family" ||
        echo "$family: the race with $peer ended with status $?"
}

rm -f "$csv"
printf 'CPU ms, one thread, median of %-18d %9s %9s %8s\n' "$rounds" wavecc peer times
for family; do race lavapipe "$peers" "$family"; done
for family; do
    if [ -e "$here/$family.cl" ]; then race pocl "$here" "$family"; fi
done
for target in "$peers"/ispc-*; do
    for family; do
        if [ -e "$target/$family.so" ]; then race ispc "$target" "$family"; fi
    done
done
awk -F , '
    $NF + 0 > 0 { sum[$1] += log($NF); count[$1]++; faster[$1] += $NF < 1 }
    END {
        for (peer in sum)
            printf "%s: geometric mean %.2f times our time, of %d kernels; %d are faster than ours\n", peer,
                   exp(sum[peer] / count[peer]), count[peer], faster[peer]
    }' "$csv"
