#!/bin/sh
# How jobs scale over ranks of one worker each, against as many workers in one process: a line for each
# job, number and way, "JOB,RANKS,ranks|workers,WALL_MS" of all its passes, the median of ROUNDS runs.
#
#     bench.sh FOLDER [JOB ...]
#
# FOLDER has the executables, as `make bench-mpi` puts them there. RANKS: the numbers; MPIRUN: what starts ranks.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
folder=$1
shift
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1

wall() { # the command; of its passes, the milliseconds
    "$@" --time 2>&1 | awk '$1 == "pass" { sum += $2 } END { printf "%.3f\n", sum }'
}

median() {
    sort -n | awk '{ all[NR] = $1 } END { print all[int((NR + 1) / 2)] }'
}

rounds() { # the command
    for round in $(seq "${ROUNDS:-5}"); do
        wall "$@"
    done | median
}

for job in ${@:-nbody wave_equation wide_filter mandelbrot}; do
    for ranks in ${RANKS:-1 2 4 8 12 16}; do
        echo "$job,$ranks,workers,$(rounds "$folder/$job" -j $ranks --job "$here/$job.yaml")"
        echo "$job,$ranks,ranks,$(rounds ${MPIRUN:-mpirun} -n $ranks "$folder/$job" -j 1 --job "$here/$job.yaml")"
    done
done
