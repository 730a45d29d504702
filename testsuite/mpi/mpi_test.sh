#!/bin/sh
# Executables made with --mpi on 1, 2, 3, 4 and 7 ranks of one worker each leave the bits that one process of one
# worker does, tell what they do not share out, and end when a rank does. BUILD: the build folder.
set -u
cd "$(dirname "$0")/../.."
root=$PWD
build=$(cd "${BUILD:-build}" && pwd)
work=$build/mpi
failures=0
rm -rf "$work" && mkdir -p "$work" && cp testsuite/mpi/merges.hlsl "$work" && cd "$work" || exit 1

fail() {
    echo "mpi: $1" >&2
    failures=$((failures + 1))
}

# Root may oversubscribe with Open MPI only where it says so; MPICH knows neither variable.
# What no rank was sent is junk.
export MALLOC_PERTURB_=165
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1

on_ranks() { # ranks, then the command
    ranks=$1
    shift
    timeout 120 mpirun -n "$ranks" "$@"
}

"$build/wavecc" merges.hlsl --mpi -o shared && "$build/wavecc" merges.hlsl -o alone || exit 1

# ---- the same bits ----

# Arguments: a name, the outputs, then options. Files are NAME.RANKS.OUTPUT.npy, RANKS 0: one process.
same_bits() {
    name=$1 outputs=$2
    shift 2
    for ranks in 0 1 2 3 4 7; do
        outs=
        for output in $outputs; do
            outs="$outs --out $output=$name.$ranks.$output.npy"
        done
        if test $ranks = 0; then
            ./alone -j 1 "$@" $outs || fail "$name: one process fails"
        else
            on_ranks $ranks ./shared -j 1 "$@" $outs 2> messages || fail "$name: $ranks ranks fail: $(cat messages)"
            test ! -s messages || fail "$name: $ranks ranks say: $(cat messages)"
        fi
        for output in $outputs; do
            cmp "$name.0.$output.npy" "$name.$ranks.$output.npy" || fail "$name: $output differs on $ranks ranks"
        done
    done
}

same_bits merges "gTex gHist gXor gLeast gMost gAnd gOr gPlain gList" -e Merges --in 'gIn=f32(0..63)' --size gTex=61x37 \
    --size gHist=16 --size gXor=4 --in 'gLeast=u32(9000,9000,9000,9000)' --size gMost=4 --in 'gAnd=u32(4294967295,4294967295,4294967295,4294967295)' \
    --size gOr=4 --size gPlain=4000 --size gList=900 --counter gList=5 --set gWidth=61 --threads 61,37,1
same_bits morton "gTex gPlain" -e Merges --in 'gIn=f32(0..63)' --size gTex=61x37 --size gHist=16 --size gXor=4 \
    --size gLeast=4 --size gMost=4 --size gAnd=4 --size gOr=4 --size gPlain=4000 --size gList=900 --set gWidth=61 \
    --threads 61,37,1 --order morton
same_bits slices "gRaw gPer gPlain" -e Slices --size gRaw=2500 --size gPer=10 --in 'gPlain=u32(0..299)' --threads 300,1,1
# More ranks than groups; a second dispatch that needs what the first left on all ranks.
same_bits chain "gPlain" -e Slices --size gRaw=2500 --size gPer=10 --in 'gPlain=u32(0..99)' --threads 64,1,1 \
    --out gPlain=@p -e Slices --in gPlain=@p --size gRaw=100 --size gPer=2 --threads 96,1,1

# Rows of a width that the dispatch sets; a part of a group in each.
same_bits rows "gPlain" -e InPlace --in 'gPlain=u32(0..2256)' --set gWidth=61 --threads 61,37,1
# What one dispatch leaves where it is is brought together for the next, whose groups are not shared out, and back.
same_bits mixed "gPlain gHist" -e Scatters --in 'gHist=u32(1..16)' --size gPlain=320 --threads 320,1,1 --out gPlain=@p \
    -e Slices --in gPlain=@p --size gRaw=100 --size gPer=9 --threads 320,1,1 --out gPlain=@q \
    -e InPlace --in gPlain=@q --set gWidth=20 --threads 20,16,1 --out gPlain=@r \
    -e Scatters --in gPlain=@r --in 'gHist=u32(1..16)' --threads 100,1,1

# ---- what travels ----

# Arguments: what, and how it has to be told.
travels() {
    grep -q "^mpi: *$2\$" messages || fail "what travels of $1: $(cat messages)"
}

# Halos: over three borders a line goes both ways, 256 floats and the 64 bytes between lines.
"$build/wavecc" "$root/samples/wave_frames/wave_frames.hlsl" --mpi -o frames && mkdir -p frames.1 frames.4 || fail "no frames"
for ranks in 1 4; do
    on_ranks $ranks ./frames -j 1 --job "$root/samples/wave_frames/job.yaml" --folder frames.$ranks --explain-mpi \
        2> messages || fail "frames: $ranks ranks fail: $(cat messages)"
done
diff -r frames.1 frames.4 || fail "frames differ on 4 ranks"
travels "heights before" "gPrevSolInput  *read: nothing travels"
travels "heights now" "gCurrSolInput  *read: 6528 bytes to 4 ranks, from rank to rank"
travels "new heights" "gNextSolOutput  *in parts of each rank's own: nothing travels"
travels "pictures" "picture: [0-9]* bytes to 1 rank, from rank to rank"
test "$(grep -c '^mpi: picture' messages)" = 1 || fail "what is told twice: $(cat messages)"

# ---- samples ----

# Arguments: a sample, its output, then options.
same_sample() {
    sample=$1 output=$2
    shift 2
    "$build/wavecc" "$root/samples/$sample/$sample.hlsl" --mpi -o "$sample.shared" &&
        "$build/wavecc" "$root/samples/$sample/$sample.hlsl" -o "$sample.alone" || fail "$sample: it does not compile"
    ./$sample.alone -j 1 "$@" --out "$output=$sample.0.npy" || fail "$sample: one process fails"
    for ranks in 2 3 7; do
        on_ranks $ranks ./$sample.shared -j 1 "$@" --out "$output=$sample.$ranks.npy" 2> messages ||
            fail "$sample: $ranks ranks fail: $(cat messages)"
        test ! -s messages || fail "$sample: $ranks ranks say: $(cat messages)"
        cmp "$sample.0.npy" "$sample.$ranks.npy" || fail "$sample: $ranks ranks differ"
    done
}

same_sample mandelbrot gPicture -e MandelbrotCS --set gCentre=-0.6,0 --set gScale=0.01 --set gMaxIterations=64 \
    --size gPicture=320x240
same_sample nbody gNewVelocities --set gBodyCount=500 --set gTimeStep=0.5 --set gSofteningSquared=1 --set gDamping=1 \
    --in 'gPositions=f32(0..1999)' --in 'gVelocities=f32(0..1999)' --size gNewPositions=500 --size gNewVelocities=500 \
    --threads 500,1,1
# Groups that run side by side, in orders that part them.
for order in tile-x:4 tile-y:3 morton; do
    same_sample wide_filter gOutput --in 'gInput=f32(0..63999)' --size gInput=320x200 --size gOutput=320x200 --order $order
done
same_sample reduce gSum --in 'gValues=u32(1..10000)' --in 'gSum=u32(0)' --dispatch 20,1,1

# ---- sweeps ----

cat > sweep.hlsl <<'END'
cbuffer C { uint gStart; };
RWBuffer<uint> gOut;
[numthreads(32, 1, 1)] void main(uint i : SV_DispatchThreadID) { gOut[i + gStart] = i * i; }
END
"$build/wavecc" sweep.hlsl --mpi --check=bounds -o sweep || fail "the sweep does not compile"
# Each run's files, and what all print, in the order of the runs; up to the first that fails, which is not the last.
for ranks in 1 2 3 7; do
    mkdir sweep.$ranks
    for most in 20 60; do
        on_ranks $ranks ./sweep -j 1 --size gOut=64 --dispatch 1 --sweep gStart=0..$most --out gOut=sweep.$ranks/%02d.csv --print gOut:2 \
            > sweep.$ranks/printed.$most 2> messages
        echo "status $?" >> sweep.$ranks/printed.$most
        sed 's/rank [0-9]* on [^:]*: //; /^-----/,$d' messages > sweep.$ranks/messages.$most # mpirun's own words, too
        rm -f sweep.$ranks/3[3-9].csv sweep.$ranks/[4-6]?.csv # what comes behind the one that failed may be there or not
    done
done
for ranks in 2 3 7; do
    diff -r sweep.1 sweep.$ranks || fail "a sweep on $ranks ranks differs"
done
test "$(cut -d' ' -f1,2 sweep.1/printed.60 | tail -1)" = "status 1" && grep -q 'gStart=33' sweep.1/messages.60 ||
    fail "a sweep does not end with the run that fails: $(tail -1 sweep.1/printed.60) $(cat sweep.1/messages.60)"

# A job's workers are each rank's, unless -j says it.
echo '{workers: 3, resources: {o: {size: 64, out: workers.csv}}, bind: {gOut: o}, passes: [{entry: main, dispatch: 1}]}' > workers.yaml
on_ranks 2 ./sweep --job workers.yaml --time=json | grep -q '"workers": 3' || fail "a job's workers are not taken"
on_ranks 2 ./sweep --job workers.yaml -j 2 --time=json | grep -q '"workers": 2' || fail "-j does not hide a job's workers"

# ---- tests shared out ----

tests="$root/testsuite/run/control/a*.test"
"$build/wavetest" $tests --wave-size=16 --junit=alone.xml > alone.tests && on_ranks 3 "$build/wavetest" $tests --wave-size=16 \
    --junit=ranks.xml > ranks.tests || fail "tests fail on ranks: $(tail -3 ranks.tests)"
for report in alone ranks; do
    sed 's/time="[^"]*"//g' $report.xml > $report.untimed
    sed 's/[;,] [0-9.]* s$//' $report.tests > $report.summary
done
cmp alone.untimed ranks.untimed && cmp alone.summary ranks.summary || fail "reports of tests on ranks differ"
on_ranks 3 "$build/wavetest" nowhere 2> messages
test $? = 2 && test "$(grep -c nowhere messages)" = 1 || fail "ranks all tell what is wrong: $(cat messages)"

# ---- what is told ----

on_ranks 3 ./shared -j 1 -e Race --size gRace=32 --threads 320,1,1 --out gRace=race.npy 2> messages ||
    fail "a race fails: $(cat messages)"
grep -q "'gRace': groups of two ranks wrote different values to byte 0: a race between groups" messages ||
    fail "a race is not told: $(cat messages)"
./alone -j 1 -e Race --size gRace=32 --threads 320,1,1 --out gRace=race.0.npy
cmp race.0.npy race.npy || fail "of a race the last group's values are left"

on_ranks 3 ./shared -j 1 -e Ticket --size gHist=4 --size gPlain=320 --threads 320,1,1 --out gPlain=ticket.npy \
    2> messages || fail "what is not shared out fails: $(cat messages)"
grep -q "Ticket runs on one of 3 ranks: 'gHist': what an atomic operation gives is used (merges.hlsl:42)" messages ||
    fail "what is not shared out is not told: $(cat messages)"
./alone -j 1 -e Ticket --size gHist=4 --size gPlain=320 --threads 320,1,1 --out gPlain=ticket.0.npy
cmp ticket.0.npy ticket.npy || fail "what is not shared out differs"

# ---- faults ----

# Arguments: what it is, the status file, and files that must not be there.
ends_badly() {
    what=$1 status=$2
    shift 2
    test "$status" != 0 || fail "$what: it succeeds"
    test "$status" != 124 || fail "$what: it hangs"
    for file in "$@"; do
        test ! -e "$file" || fail "$what: $file is there"
    done
}

on_ranks 3 ./shared -j 1 -e Slices --in gPlain=missing.npy --size gRaw=100 --size gPer=9 --out gPlain=none.npy 2> messages
ends_badly "a missing file" $? none.npy
grep -q 'missing.npy' messages || fail "a missing file is not named: $(cat messages)"

# What the kernels still write to stays until the end: else ranks crash or hang there, not each time.
for turn in 1 2 3; do
    on_ranks 3 ./shared -j 1 -e Forever --size gHist=16 --threads 960,1,1 --timeout 1 --out gHist=late.npy 2> messages
    status=$?
    ends_badly "a time-out" $status late.npy
    test $status = 3 || fail "a time-out ends with $status: $(cat messages)"
done
grep -q 'took longer than 1 seconds' messages || fail "a time-out is not told: $(cat messages)"

on_ranks 3 sh -c 'rank=${PMI_RANK:-$OMPI_COMM_WORLD_RANK}; test $rank != 2 || ulimit -v 900000; exec ./shared -j 1 \
    -e Slices --in "gPlain=u32(0..299)" --size gRaw=1900000000 --size gPer=10 --threads 300,1,1 --out gRaw=large.bin' 2> messages
ends_badly "a rank without memory" $? large.bin
grep -q "error: rank 2 on .*: not enough memory" messages || fail "a rank without memory is not told: $(cat messages)"

for victim in 0 2; do
    on_ranks 3 sh -c 'rank=${PMI_RANK:-$OMPI_COMM_WORLD_RANK}; echo $$ > pid.$rank; exec ./shared -j 1 -e Forever \
        --size gHist=16 --threads 960,1,1 --out gHist=killed.npy' > killed.messages 2>&1 &
    mpirun=$!
    sleep 3
    kill -KILL "$(cat pid.$victim)"
    wait $mpirun
    ends_badly "rank $victim killed" $? killed.npy
    sleep 3 # Open MPI's mpirun asks the others to end, and does not wait for that
    for rank in 0 1 2; do
        ! kill -0 "$(cat pid.$rank)" 2> /dev/null || fail "rank $rank outlives rank $victim"
    done
done

# Their groups shared out: with more groups than they have, which are the same on one rank; nothing to share out, and what
# ranks leave otherwise than one process, fail.
on_ranks 3 "$build/wavetest" --share=groups -O0 --wave-size=16 --workers=1 --filter='counter|atomic|append|barrier' \
    "$root/testsuite/run" > groups.tests 2>&1 ||
    fail "tests differ with their groups on 3 ranks: $(cat groups.tests)"
grep -q '^Dispatches shared out over 3 ranks: [2-9][0-9]' groups.tests && grep -q '^On one rank: ' groups.tests ||
    fail "what was shared out is not told: $(cat groups.tests)"
on_ranks 3 "$build/wavetest" --share=groups -O0 --wave-size=16 "$root/testsuite/mpi/groups/ticket.test" > groups.tests 2>&1
test $? = 1 && grep -q 'error: --share=groups: no dispatch was shared out' groups.tests || fail "nothing is shared out: $(cat groups.tests)"
on_ranks 3 "$build/wavetest" --share=groups -O0 --wave-size=16 "$root/testsuite/mpi/groups/race.test" > groups.tests 2>&1
test $? = 1 && grep -q 'in one process: .* expected 1 .* actual 0' groups.tests || fail "ranks leave the same: $(cat groups.tests)"
"$build/wavetest" --share=groups "$root/testsuite/mpi/groups" 2> messages
test $? = 2 && grep -q 'nobody to share with' messages || fail "groups are shared with nobody: $(cat messages)"

BUILD=$build sh "$root/testsuite/mpi/samples_test.sh" || failures=$((failures + 1))
BUILD=$build EVERY=40 sh "$root/testsuite/mpi/suite_test.sh" || fail "tests of testsuite/run"
BUILD=$build sh "$root/testsuite/mpi/reads_test.sh" || failures=$((failures + 1))
test $failures = 0 && echo "mpi: the same bits on 1, 2, 3, 4 and 7 ranks; faults end all ranks"
