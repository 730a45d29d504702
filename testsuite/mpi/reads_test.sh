#!/bin/sh
# Kernels that load from places of random formulas (reads.awk) give the same on several ranks as on one: each rank has
# got all that its groups load, and what did not come is junk. BUILD: the build folder; SEEDS: which, from the first to
# before the last.
set -u
cd "$(dirname "$0")/../.."
build=$(cd "${BUILD:-build}" && pwd)
formulas=$PWD/testsuite/mpi/reads.awk
work=$build/mpi-reads
kernels=16 failures=0
rm -rf "$work" && mkdir -p "$work" && cd "$work" || exit 1
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1

# Each kernel has inputs of its own, which nothing has brought to the ranks before.
options() { # ranks
    set -- "$1" 0
    while test $2 -lt $kernels; do
        echo "-e K$2 --in gTex=u32(1..1120) --size gTex=40x28 --in gIn=u32(7..3006) --in gRaw=u32(5..1204) --size gOut=1120"
        echo "--out gOut=$1.$2.npy"
        set -- $1 $(($2 + 1))
    done
}

run_seed() { # seed
    awk -v seed=$1 -v count=$kernels -f "$formulas" > reads.hlsl
    "$build/wavecc" reads.hlsl --mpi -no-warnings -O1 -o reads || return 1
    for ranks in 1 2 3 5; do
        MALLOC_PERTURB_=165 timeout 120 mpirun -n $ranks ./reads -j 1 --set gW=40 --set gH=28 --set gA=$(($1 % 7 - 3)) \
            --set gB=$(($1 * 5 % 23)) --set gC=$(($1 * 3 % 61)) --set gR=$(($1 % 4)) --dispatch 5,7,1 $(options $ranks) \
            2> messages || { cat messages >&2; return 1; }
        kernel=0
        while test $kernel -lt $kernels; do
            cmp 1.$kernel.npy $ranks.$kernel.npy || return 1
            kernel=$((kernel + 1))
        done
    done
}

set -- ${SEEDS:-1 4}
seed=$1
while test $seed -lt $2; do
    run_seed $seed || { echo "mpi: reads of seed $seed are wrong" >&2; failures=$((failures + 1)); }
    seed=$((seed + 1))
done
test $failures = 0 && echo "mpi: random reads are the same on 1, 2, 3 and 5 ranks"
