#!/bin/sh
# Random programs as executables: what fuzz-programs has kept, compiled by wavecc and run at the program's wave size.
#
#     programs.sh WAVECC FOLDER
#
# FOLDER  of fuzz-programs FROM TO keep found=FOLDER
#
# Each program is compiled in one way of WAYS, in turn. Prints what is refused, dies or comes out otherwise than the
# interpreter has it, then the figures; exit status 1 if there was one.
set -eu
test $# -eq 2 || { sed -n '2,9s/^# \{0,1\}//p' "$0" >&2; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# way NUMBER: options of wavecc
way() {
    case $(($1 % 6)) in
    0) echo --cc=clang -O0 --fp=strict --target=x86-64-v3 ;;
    1) echo --cc=gcc -O2 --fp=strict --target=x86-64-v3 ;;
    2) echo --cc=clang -O2 --fp=strict --target=native ;;
    3) echo --cc=gcc -O0 --fp=strict --target=x86-64-v2 ;;
    4) echo --cc=clang -O2 --fp=strict --target=generic ;;
    *) echo --cc=gcc -O2 --fp=strict --target=native ;;
    esac
}

turn=0 wrong=0
for file in "$2"/*.sink.want; do
    stem=${file%.sink.want} out=$work/out constants=
    grep -q "^    sink" "$stem.hlsl" || continue # it has no variable
    turn=$((turn + 1))
    options="$(way $turn) --wave-size=$(cat "$stem.wave")"
    test ! -f "$stem.constants.bin" || constants="--in constants=$stem.constants.bin"
    sizes=$(sed -n 's/^RWStructuredBuffer<.*> \(stored[0-9]*\);/--size \1=32/p' "$stem.hlsl")
    inputs=
    for input in source: quads: texels:8x4 layers:8x4x2 volume:4x2x2 bytes:; do
        name=${input%%:*} size=${input#*:}
        inputs="$inputs --in $name=$stem.source.bin${size:+ --size $name=$size}"
    done
    why=
    if ! "$1" "$stem.hlsl" -T cs_6_6 -enable-16bit-types -HV 2021 $options -o "$work/run" >"$out" 2>&1; then
        why=$(grep -m 1 error "$out" || echo 'no executable')
    elif ! "$work/run" $constants $inputs --in "cells=$stem.cells.bin" --size sink=768 $sizes --dispatch 1,1,1 --timeout 60 \
        --out "sink=$work/sink.bin" --out "cells=$work/cells.bin" >"$work/prints" 2>"$out"; then
        why="run: $(head -n 1 "$out")"
    elif ! cmp "$work/sink.bin" "$stem.sink.want" >"$out" || ! cmp "$work/cells.bin" "$stem.cells.want" >"$out"; then
        why="other bytes: $(head -n 1 "$out")"
    elif test -f "$stem.prints.want" && ! cmp "$work/prints" "$stem.prints.want" >"$out"; then
        why="prints otherwise: $(head -n 1 "$out")"
    fi
    test -z "$why" || { wrong=$((wrong + 1)); echo "$stem.hlsl $options: $why"; }
done
echo "$turn programs compiled, $wrong wrong"
test $wrong -eq 0
