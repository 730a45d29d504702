#!/bin/sh
# The C that wavecc writes, for every C compiler that is installed: without a warning of -Wall -Wextra.
#
#     c.sh WAVECC FOLDER FILE...
#
# FILE    .hlsl, or .test, whose source.hlsl is compiled with the options of its %dxc_target
# FOLDER  where the C is kept that a compiler has something to say about, with what it says
#
# Each file is compiled for one kind of machine, in turn, and its C goes to each of the C compilers; to gcc with -O1,
# as some of its warnings ask for (that a loop which -O1 removes had an annotation is none). COMPILERS= and TARGETS=
# choose others, OPTIONS= are wavecc's for all of them (-O0). A shader that has errors is passed over; one at which
# wavecc itself fails is not. Prints each compiler's first word on a file, then the figures; exit status 1 if there
# was one.
set -eu
test $# -ge 3 || { sed -n '2,13s/^# \{0,1\}//p' "$0" >&2; exit 2; }
wavecc=$1 folder=$2
shift 2
headers=$(dirname "$0")/../../runtime/include
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$folder"

if test -z "${COMPILERS-}"; then
    COMPILERS=
    for name in $(seq -f clang-%g 14 30) $(seq -f gcc-%g 12 30); do
        command -v $name >/dev/null && COMPILERS="$COMPILERS $name"
    done
    test -n "$COMPILERS" || { echo "c.sh: no clang-14 or gcc-12, nor a later one" >&2; exit 2; }
fi

# words_for TARGET: for the C compiler, as wavecc has them
words_for() {
    case $1 in
    native) echo -march=native -mprefer-vector-width=512 ;;
    generic) ;;
    *) echo -march="$1" ;;
    esac
}

# judge COMPILER TARGET: the C in $work/c.c, what it says into $work/said
judge() {
    more="-O1 -S -o /dev/null -Wno-psabi"
    case $1 in *clang*) more="-fsyntax-only -fbracket-depth=4096" ;; esac
    $1 -std=gnu11 -Wall -Wextra $more $(words_for "$2") -ffp-contract=off -fwrapv -fno-strict-aliasing \
        -fno-math-errno -fno-trapping-math -I"$headers" "$work/c.c" >"$work/said" 2>&1 || return 1
    ! grep -E ': (warning|error): ' "$work/said" | grep -qv 'ignoring loop annotation'
}

set -f
turn=0 files=0 compiled=0 wrong=0
for file; do
    options= source=$file
    case $file in
    *.test)
        source=$work/source.hlsl
        sed '0,/^#--- source.hlsl/d; /^#--- /,$d' "$file" >"$source"
        options=$(sed -n 's/.*%dxc_target\(.*\) -Fo.*/\1/p' "$file" | head -n 1) ;;
    esac
    set -- ${TARGETS-x86-64-v3 native x86-64-v2 generic}
    turn=$(((turn + 1) % $#))
    shift $turn
    "$wavecc" "$source" $options ${OPTIONS-} --target="$1" --emit=c -o "$work/c.c" 2>"$work/said" && status=0 || status=$?
    case $status in
    0) ;;
    1 | 2) continue ;;
    *)
        wrong=$((wrong + 1))
        echo "$file, $1: wavecc ends with status $status: $(head -n 1 "$work/said")"
        continue ;;
    esac
    files=$((files + 1))
    for compiler in $COMPILERS; do
        compiled=$((compiled + 1))
        judge "$compiler" "$1" && continue
        wrong=$((wrong + 1))
        kept=$folder/$(basename "$file").$compiler
        mv "$work/said" "$kept.txt"
        cp "$work/c.c" "$kept.c"
        echo "$file, $1, $compiler: $(grep -m 1 -E 'warning|error' "$kept.txt" | sed 's/^[^ ]* //')"
    done
done
echo "$files files,$COMPILERS: $compiled times compiled, $wrong times not without a word"
test $wrong -eq 0
