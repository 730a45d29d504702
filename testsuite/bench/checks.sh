#!/bin/sh
# What --check costs: user time of samples with and without it, on one worker. BUILD is the build folder.
set -e
T=$(mktemp -d); trap 'rm -rf "$T"' EXIT
time_of() { # seconds of CPU; the least of three
    for i in 1 2 3; do
        "$@" > /dev/null 2>"$T/said" || { cat "$T/said" >&2; exit 1; }
        sed -n 's/.*"cpu_ms": *\([0-9.]*\).*/\1/p' "$T/said" | head -1
    done | sort -g | head -1
}
measure() { # NAME SHADER ENTRY ARGUMENTS...
    name=$1 shader=$2 entry=$3; shift 3
    for checks in none all race uninit bounds; do
        option=--check=$checks; test $checks != none || option=
        "$BUILD/wavecc" "$shader" -E "$entry" $option -no-warnings -o "$T/$name-$checks"
    done
    "$T/$name-none" -j 1 --time=json "$@" 2>&1 >/dev/null | head -3 >&2 || true
    plain=$(time_of "$T/$name-none" -j 1 --time=json "$@")
    for checks in all race uninit bounds; do
        echo "$name $checks $plain $(time_of "$T/$name-$checks" -j 1 --time=json "$@")"
    done
}
measure matmul samples/matmul/matmul.hlsl MatMulCS --set gRows=256 --set gColumns=256 --set gInner=256 --size gC=65536 --in gA='f32(0..65535)' --in gB='f32(0..65535)' --dispatch 16,16,1
