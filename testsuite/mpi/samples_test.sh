#!/bin/sh
# What the README of each sample types gives the same, in print and in files, where the groups of each dispatch are
# shared out over ranks as in one process. BUILD: the build folder; RANKS: how many (3).
set -u
cd "$(dirname "$0")/../.."
root=$PWD
build=$(cd "${BUILD:-build}" && pwd)
work=$build/mpi-samples
failures=0
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 MALLOC_PERTURB_=165
# With several workers the order in which buffers are appended to is not defined.
export WAVECC=$build/wavecc RANKS WAVECC_WORKERS=1

# wavecc makes a program that starts the executable of --mpi: on RANKS ranks, 0: as it is.
write_wavecc() { # path
    cat > "$1" <<'END'
#!/bin/sh
case " $* " in
*" --emit="* | *" -c "*) exec "$WAVECC" "$@" ;;
*" -o build/"*) ;;
*) exec "$WAVECC" "$@" ;;
esac
program=build/$(echo "$*" | sed 's|.* -o build/\([^ ]*\).*|\1|')
"$WAVECC" "$@" --mpi || exit
mv "$program" "$program.mpi"
printf '#!/bin/sh\ncase $RANKS in 0) exec %s "$@" ;; esac\nexec timeout 120 mpirun -n $RANKS %s "$@"\n' "$program.mpi" "$program.mpi" > "$program"
chmod +x "$program"
END
    chmod +x "$1"
}

# What stands behind "$ " in the blocks of a README, lines joined that end with a backslash.
commands_of() { # README
    awk '/^```console/ { inside = 1; next } /^```/ { inside = 0 } !inside { next }
        more { print; more = /\\$/; next } /^\$ / { print substr($0, 3); more = /\\$/ }' "$1"
}

run_sample() { # name, ranks
    folder=$work/$1.$2
    mkdir -p "$folder/build" && ln -s "$root/samples" "$folder/samples" || return 1
    ln -s "$build/paint" "$folder/build/paint"
    ln -s "$build/wavetest" "$folder/build/wavetest"
    write_wavecc "$folder/build/wavecc"
    commands_of "samples/$1/README.md" > "$folder/commands"
    (cd "$folder" && RANKS=$2 sh ./commands > printed 2> messages)
    rm -f "$folder/build/"*.mpi "$folder/build/wavetest.failed"
}

rm -rf "$work"
for sample in ${SAMPLES:-$(ls samples | grep -v '\.')}; do
    run_sample $sample 0
    run_sample $sample ${RANKS:-3}
    diff -rq --no-dereference "$work/$sample.0" "$work/$sample.${RANKS:-3}" -x messages > "$work/difference" ||
        { echo "mpi: sample $sample differs over ranks: $(cat "$work/difference")" >&2; failures=$((failures + 1)); }
    grep 'runs on one of' "$work/$sample.${RANKS:-3}/messages" | sed "s/^[^:]*: warning: /alone, $sample: /"
done
test $failures = 0 && echo "mpi: samples give the same over ${RANKS:-3} ranks"
