#!/bin/sh
# Which lines of the compiler and of what hosts link the tests run: a build with gcc's counters, all tests, and the
# share of each folder. Fails if fewer than LEAST of 100 lines ran; those that did not are in BUILD/uncovered.
#
#     coverage.sh BUILD LEAST
#
# runtime/include is compiled with kernels, by any compiler: `make mutate` tells how well that is tested.
set -eu
build=$1 least=$2
jobs=${JOBS:-$(nproc)}

# The executables that wavecc makes link the runtime, by a compiler that may have another runtime for counters.
add_counters() {
    rm -rf "$build/counters" && mkdir "$build/counters"
    (cd "$build/counters" && ar x "$(gcc -print-file-name=libgcov.a)")
    ar rs "$build/libwavecc_rt.a" "$build"/counters/*.o
}

# Processes that leave by _exit, as wavetest's children do, tell what they ran, too.
mkdir -p "$build"
"${CC:-gcc}" -x c -O2 -fPIC -c -o "$build/exit.o" - <<'END'
void __gcov_dump(void);
void __real__exit(int status);
void __wrap__exit(int status)
{
    __gcov_dump();
    __real__exit(status);
}
END
make --no-print-directory -j"$jobs" BUILD="$build" CC="${CC:-gcc}" OPTIMIZE='-O0 --coverage' \
    LDFLAGS="--coverage -Wl,--wrap=_exit $PWD/$build/exit.o" programs tests
add_counters 2> /dev/null
find "$build" -name '*.gcda' -delete
${RUN_TESTS:-"$build/wavecc-tests"} || echo "coverage: some tests failed; what they ran counts"

find "$build/obj" -name '*.gcno' ! -path '*/obj/testsuite/*' | sort | xargs gcov -t 2> /dev/null |
    awk -v least="$least" -v uncovered="$build/uncovered" '
    # COUNT:LINE:TEXT; a line may stand in several objects, and has run if it has in one of them.
    {
        split($0, field, ":")
        count = field[1]
        number = field[2] + 0
    }
    number == 0 && field[3] == "Source" { source = field[4]; next }
    source !~ /^(compiler|runtime\/(host|files|numbers))\// || count ~ /-$/ { next }
    {
        line = source ":" number
        if (!(line in text))
            order[++lines] = line
        text[line] = substr($0, length(field[1]) + length(field[2]) + 3)
        if (count !~ /#####|=====/)
            ran[line]
    }
    function folder_of(path) {
        sub(/\/[^\/]*$/, "", path)
        return path
    }
    END {
        printf "" > uncovered
        for (i = 1; i <= lines; i++) {
            line = order[i]
            folder = folder_of(line)
            all[folder]++
            if (line in ran) {
                good[folder]++
                good_lines++
            } else
                print line ":" text[line] > uncovered
        }
        for (folder in all)
            printf "%-20s %6d of %6d lines  %5.1f %%\n", folder, good[folder], all[folder], 100 * good[folder] / all[folder] | "sort"
        close("sort")
        share = lines ? 100 * good_lines / lines : 0
        printf "%-20s %6d of %6d lines  %5.1f %%; the others are in %s\n", "all", good_lines, lines, share, uncovered
        exit share < least
    }'
