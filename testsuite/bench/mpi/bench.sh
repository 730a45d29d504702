#!/bin/sh
# How jobs scale over ranks of one worker each, against as many workers in one process: a line for each
# job, number and way, "JOB,RANKS,ranks|workers,WALL_MS", the median of ROUNDS runs: of all passes; of
# pictures, 64 runs of a sweep, of the program from its start to its end.
#
#     bench.sh FOLDER [JOB ...]
#
# FOLDER has the executables, as `make bench-mpi` puts them there. RANKS: the numbers; MPIRUN: what starts ranks.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
folder=$1
shift
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1

passes() { # the command; milliseconds
    "$@" --job "$here/$job.yaml" --time 2>&1 | awk '$1 == "pass" { sum += $2 } END { printf "%.3f\n", sum }'
}

whole() { # likewise
    start=$(date +%s%N)
    "$@" -e MandelbrotCS --set gCentre=-0.6,0 --set gScale=0.0024 --sweep gMaxIterations=500..1130:10 --size gPicture=1024x1024 \
        > /dev/null 2>&1
    echo $(($(date +%s%N) - start)) | awk '{ printf "%.3f\n", $1 / 1e6 }'
}

median() {
    sort -n | awk '{ all[NR] = $1 } END { print all[int((NR + 1) / 2)] }'
}

rounds() { # the command
    for round in $(seq "${ROUNDS:-5}"); do
        $wall "$@"
    done | median
}

for job in ${@:-nbody wave_equation wide_filter mandelbrot pictures}; do
    program=$folder/$job wall=passes
    test $job != pictures || { program=$folder/mandelbrot wall=whole; }
    for ranks in ${RANKS:-1 2 4 8 12 16}; do
        echo "$job,$ranks,workers,$(rounds "$program" -j $ranks)"
        echo "$job,$ranks,ranks,$(rounds ${MPIRUN:-mpirun} -n $ranks "$program" -j 1)"
    done
done
