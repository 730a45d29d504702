#!/bin/sh
# Whether the tests see a slip: changes one line at a time, of a seeded sample, and runs the tests that reach it.
#
#     mutate.sh COUNT [FILES]
#
# COUNT mutants (mutants.awk says what there are) of FILES, or of what is between text and C and of the runtime. In the
# environment SEED chooses others, JOBS says how many are judged at once, LIMIT how many seconds the tests of one may
# take, SLOW=N takes every N-th of the slow tests alone (0: none), CC compiles. The report tells who survived; with those
# in testsuite/mutate/equivalent, which change nothing that could be seen, 90 of 100 must not have.
#
# $WORK (build/mutate) holds: tree, a build; counted, if the benches' kernels take as many instructions in it as are kept;
# traced, a build that tells what each test runs (traces/, tests); worker-N, copies of tree; results/, a file for each
# mutant, which is not judged again while it is there. `make clean`, or removing build/mutate after tests or sources
# changed, starts anew.
set -eu

work=${WORK:-$PWD/build/mutate}
here=$work/tree/testsuite/mutate
seed=${SEED:-1} seconds=${LIMIT:-120}
jobs=${JOBS:-$(nproc)}
cc=${CC:-gcc}
optimize='-O1 -g0 -w -fsanitize=bounds -fsanitize-undefined-trap-on-error' # which ends where an array ends, too

build() {
    make --no-print-directory CC="$cc" WARNINGS= "$@" programs tests
}

# ---- builds ----

copy_sources() {
    mkdir -p "$1/build"
    tar cf - --exclude=./build --exclude=./.git --exclude=./shared . | tar xf - -C "$1"
    cp -a build/gen "$1/build/"
}

build_tree() {
    test ! -e "$work/tree/build/wavecc-tests" || return 0
    copy_sources "$work/tree"
    (cd "$work/tree" && build -j"$jobs" OPTIMIZE="$optimize")
}

# Whether the benches' kernels take as many instructions as they are kept with; then those alone are counted again whose C
# a mutant changes.
count_instructions() {
    test ! -e "$work/counted" || return 0
    cd "$work/tree"
    if build OPTIMIZE="$optimize" bench-guard > "$work/guard.log" 2>&1; then
        cp build/bench/guard/made-of.txt testsuite/bench/guard-made-of.txt
        touch "$work/counted"
    else
        echo "instructions are not counted: $work/guard.log"
    fi
}

# Lines "OFFSET FILE:LINE": where a program's calls of the trace return to, and what stands there.
list_sites() {
    objdump -d --no-show-raw-insn "$1" |
        awk '/call.*<__sanitizer_cov_trace_pc>/ { returns = 1; next } returns { sub(":", "", $1); print "0x" $1; returns = 0 }' \
            > "$1.offsets"
    addr2line -e "$1" < "$1.offsets" | sed 's|^.*/traced/\(\./\)*||; s| (discriminator.*||' | paste -d' ' "$1.offsets" -
}

build_traced() {
    test ! -e "$work/wavecc.sites" || return 0
    copy_sources "$work/traced"
    gcc -O2 -fPIC -c -o "$work/trace.o" testsuite/mutate/trace.c
    gcc -std=gnu11 -O2 -o "$work/reach" testsuite/mutate/reach.c
    (cd "$work/traced" && build -j"$jobs" OPTIMIZE='-Og -g -w -fsanitize-coverage=trace-pc' LDFLAGS="$work/trace.o" &&
        ar rs build/libwavecc_rt.a "$work/trace.o")
    for program in wavecc-tests wavetest wavecc; do
        list_sites "$work/traced/build/$program" > "$work/$program.new" && mv "$work/$program.new" "$work/$program.sites"
    done
}

# ---- which tests run what ----

# NUMBER NAME: runs a test in the traced build; its seconds are kept if it passes.
trace_test() {
    cd "$work/traced"
    ulimit -d 4000000
    begin=$(date +%s.%N)
    if WAVECC_TRACE=$work/traces/$1 timeout -k 5 100 build/wavecc-tests -j1 "$2" > /dev/null 2>&1; then
        echo "$1 $(echo "$(date +%s.%N) $begin" | awk '{ printf "%.2f", $1 - $2 }') $2" > "$work/traces/$1.passed"
    else
        echo "fails without any mutant: $2"
    fi
}

trace_tests() {
    test ! -e "$work/tests" || return 0
    mkdir -p "$work/traces"
    (cd "$work/traced" && { build/wavecc-tests --check --list; echo; build/wavecc-tests --list; }) |
        awk -v each="${SLOW:-1}" '!$0 { slow = 1; next } !seen[$0]++ && (!slow || (each && ++count % each == 0)) { print NR; print }' |
        xargs -d '\n' -n 2 -P "$jobs" "$here/mutate.sh" --trace
    find "$work/traces" -name '*.passed' -exec cat {} + > "$work/tests"
}

# ---- a mutant ----

# Kernels run apart from the tests' program, and what they include is compiled with them: nothing traces that.
related_tests() {
    case $1 in
    runtime/host/* | runtime/files/* | runtime/numbers/*) echo 'cli/|samples/|unit/runtime/' ;;
    runtime/include/*texture* | runtime/include/*sampling* | runtime/include/*filter* | runtime/include/*taps* | runtime/include/*axes*)
        echo 'run/textures|unit/textures' ;;
    runtime/include/*lanes* | runtime/include/*memory*) echo 'run/buffers|fuzz/found' ;;
    runtime/include/*math*) echo 'run/intrinsics|run/arithmetic|unit/intrinsics' ;;
    runtime/include/*wave* | runtime/include/*reduction* | runtime/include/*rows*) echo 'run/waves|unit/waves|unit/groups' ;;
    runtime/include/*check* | runtime/include/*report*) echo 'cli/checks_test|unit/wavetest|units/' ;;
    runtime/include/*) echo 'run/buffers|run/groups|run/control|fuzz/found' ;;
    *) echo 'none is' ;;
    esac
}

# Lines "SECONDS NAME" of the tests that may see the mutant, quickest first.
tests_of() {
    "$work/reach" "$work/tests" "$work/traces" "$1" "$2" "$3" wavecc-tests="$work/wavecc-tests.sites" \
        wavetest="$work/wavetest.sites" wavecc="$work/wavecc.sites" > "$4"
    cut -d' ' -f2- "$work/tests" | grep -E " testsuite/($(related_tests "$1"))| $(related_tests "$1")" | sort -n > "$4.related" || true
    cat "$4" "$4.related" | awk '!seen[$0]++'
}

# FILE: says what fails that stands in no list of tests: kernels of the benches that take more instructions, and tests by
# vectors of other lengths than this machine's, which headers have code of their own for.
run_others() {
    case $1 in
    compiler/*)
        test ! -e "$work/counted" || build OPTIMIZE="$optimize" bench-guard > guard.log 2>&1 || echo "killed by bench-guard"
        ;;
    runtime/include/*)
        for target in x86-64-v2 x86-64-v3; do
            timeout -k 5 "$seconds" build/wavetest -j1 --target=$target --wave-size=one testsuite/run > wavetest.log 2>&1 < /dev/null || true
            awk -v target=$target '/^FAILED/ { print "killed for", target, "by", $2; exit }' wavetest.log
        done | head -1
        ;;
    esac
}

# Says how it ended: "killed by TEST", or "survived COUNT tests".
run_tests() {
    begin=$(date +%s) count=0
    while read -r _ name; do
        if ! timeout -k 5 100 build/wavecc-tests -j1 --seconds=60 "$name" > test.log 2>&1 < /dev/null; then
            echo "killed by $name"
            return
        fi
        count=$((count + 1))
        if [ $(($(date +%s) - begin)) -ge "$seconds" ]; then
            echo "survived $count tests, of $(wc -l < tests.log)"
            return
        fi
    done < tests.log
    echo "survived $count tests"
}

# ID: judges this mutant of the sample, in a tree of its own for as many as run at once.
judge() {
    tab=$(printf '\t')
    grep "^$1$tab" "$work/sample" > "$work/mutant.$1"
    IFS=$tab read -r id file line first kind new < "$work/mutant.$1"
    cd "$work/worker-$SLOT" 2>/dev/null || { cp -a "$work/tree" "$work/worker-$SLOT"; cd "$work/worker-$SLOT"; }
    ulimit -d 4000000
    cut -f6- "$work/mutant.$1" | awk -v at="$line" 'FNR == NR { new = $0; next } { print FNR == at ? new : $0 }' - \
        "$work/tree/$file" > "$file"
    if build OPTIMIZE="$optimize" > build.log 2>&1; then
        tests_of "$file" "$first" "$line" reached.log > tests.log 2> reach.log
        result=$(run_tests)
        others=$(case $result in survived*) run_others "$file" ;; esac)
        result=${others:-$result}
    else
        result="does not compile"
    fi
    cat "$work/tree/$file" > "$file"
    echo "$result" > "$work/results/$id"
    echo "$file:$line ($kind) $result"
    rm "$work/mutant.$1"
}

# ---- all ----

sources() {
    for folder in passes lower check emit plan; do
        ls compiler/$folder/*.c compiler/$folder/*.def 2> /dev/null || true
    done
    ls runtime/host/*.c runtime/files/*.c runtime/numbers/*.c runtime/include/*.h
}

# One mutant at most of a line.
draw_sample() {
    count=$1
    shift
    (cd "$work/tree" && test $# -gt 0 || set -- $(sources); awk -v seed="$seed" -f testsuite/mutate/mutants.awk "$@") |
        sort -n | awk -F '\t' -v count="$count" '!seen[$2, $3]++ && taken++ < count' > "$work/sample"
}

main() {
    mkdir -p "$work/results"
    build_tree
    (count_instructions)
    build_traced
    trace_tests
    draw_sample "$@"
    cut -f1 "$work/sample" | while read -r id; do test -s "$work/results/$id" || echo "$id"; done |
        xargs -n 1 -P "$jobs" --process-slot-var=SLOT "$here/mutate.sh" --judge
    "$here/report.sh" "$work" 90
}

case ${1:-200} in
--trace) trace_test "$2" "$3" ;;
--judge) judge "$2" ;;
*) main "${@:-200}" ;;
esac
