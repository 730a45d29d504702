#!/bin/sh
# What each family's counts hang on, as a sum: the kernel's C for both targets of the guard and how it is compiled, the
# runtime's headers, the plain C and what runs both, the C compiler. Where that is as it was when guard.txt was written,
# so are the counts.
#
#     made_of.sh WAVECC FAMILY=KERNEL... > SUMS
#     made_of.sh changed KEPT SUMS          names families of SUMS that KEPT does not have so
set -eu
if test "$1" = changed; then
    awk 'FILENAME == ARGV[1] { kept[$0]; next } !/^#/ && !($0 in kept) { print $1 }' "$2" "$3"
    exit
fi
wavecc=$1
shift
common=$({ clang --version | head -1
    cat runtime/include/*.h testsuite/bench/*.h testsuite/bench/guard.c testsuite/bench/kernels.c \
        testsuite/bench/compare.c testsuite/samples/models.h
} | sha256sum)
echo "# What the counts of guard.txt and guard-loops.txt were taken of (made_of.sh; make bench-guard BLESS=1)"
for family in "$@"; do
    kernel=${family#*=} family=${family%%=*} model=testsuite/samples/${family%%=*}_model.c
    test -e "$model" || model=
    options=$(sed -n '1s|^// options: ||p' "$kernel")
    sum=$({ echo "$common"
        for target in x86-64-v3 x86-64-v4; do
            # shellcheck disable=SC2086
            $wavecc "$kernel" -shared --wave-size=32 --target=$target --cc=clang $options --emit=c -o -
            # shellcheck disable=SC2086
            $wavecc "$kernel" -shared --wave-size=32 --target=$target --cc=clang $options -o ./x.so '-###' 2>&1 |
                tr ' ' '\n' | grep -v / # places
        done
        # shellcheck disable=SC2086
        cat "testsuite/bench/families/$family.c" $model
    } | sha256sum)
    echo "$family ${sum%% *}"
done
