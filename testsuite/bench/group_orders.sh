#!/bin/sh
# What the order of thread groups does to a cache: the wide filter of samples/ under cachegrind, whose last cache is
# smaller than what a row of groups reads. Prints lines "ORDER MISSES"; the last one is of what any order must read.
#
#     group_orders.sh BUILD [SVG]    SVG: where the chart of them goes
set -eu
build=$1 chart=${2:-} width=2048 height=512
work=$build/group-orders
mkdir -p "$work"
"$build/wavecc" samples/wide_filter/wide_filter.hlsl --target=x86-64-v3 -o "$work/filter"

for order in linear tile-x:4 tile-x:16 tile-y:4 tile-y:16 morton; do
    valgrind --tool=cachegrind --cache-sim=yes --D1=32768,8,64 --LL=262144,8,64 --cachegrind-out-file="$work/out" \
        "$work/filter" --size gInput=${width}x$height --size gOutput=${width}x$height -j1 --order "$order" \
        2> "$work/log" || { cat "$work/log" >&2; exit 1; }
    # events: Ir I1mr ILmr Dr D1mr DLmr ...: reads of the kernel's functions that miss the last cache
    awk -v order="$order" '/^events:/ { for (i = 2; i <= NF; i++) column[$i] = i } /^fn=/ { kernel = /WideFilterCS/ }
        /^[0-9]/ && kernel { misses += $column["DLmr"] } END { print order, misses + 0 }' "$work/out"
done | tee "$work/misses"
echo "once-each $((width * height * 4 / 64))" | tee -a "$work/misses"

test -z "$chart" || awk '
    { name[NR] = $1; misses[NR] = $2; most = $2 > most ? $2 : most }
    END {
        printf "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 640 %d\" font-family=\"sans-serif\" font-size=\"14\">\n", NR * 30 + 40
        print "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>"
        print "<text x=\"12\" y=\"22\">reads that miss the last cache (256 KiB), 13 x 13 taps over 2048 x 512</text>"
        for (i = 1; i <= NR; i++) {
            long = 400 * misses[i] / most
            printf "<text x=\"12\" y=\"%d\">%s</text>", i * 30 + 22, name[i]
            printf "<rect x=\"110\" y=\"%d\" width=\"%.1f\" height=\"18\" fill=\"%s\"/>", i * 30 + 8, long, i == NR ? "#bbb" : "#4878a8"
            printf "<text x=\"%.1f\" y=\"%d\">%d</text>\n", 118 + long, i * 30 + 22, misses[i]
        }
        print "</svg>"
    }' "$work/misses" > "$chart"
