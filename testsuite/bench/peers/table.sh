#!/bin/sh
# Puts the races of CSV (race.sh) into PAGE, between its marks.
#
#     table.sh CSV PAGE
set -eu
csv=$1 page=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

awk -F '"' '
    function figure(text) { return text + 0 > 0 ? sprintf(text < 0.995 ? "%.2f" : text < 9.95 ? "%.1f" : "%.0f", text) : text }
    function raced(peer, kernel) { return times[peer, kernel] + 0 > 0 }
    function mean(peer) { return sprintf("**%.1f** of %d", exp(sum[peer] / number[peer]), number[peer]) }
    {
        split($1, front, ","); split($3, back, ",") # peer, family; "", our ms, the peer\047s, times or a reason
        if (!($2 in seen)) { order[++count] = $2; seen[$2] = 1 }
        peer = front[1]
        ms[peer, $2] = back[3]; times[peer, $2] = back[4]
        if (back[2] != "" && !($2 in ours)) ours[$2] = back[2]
        if (back[4] + 0 > 0) { sum[peer] += log(back[4]); number[peer]++ }
    }
    END {
        print "| kernel | wavecc, ms | lavapipe, ms | times ours | PoCL, ms | times ours |"
        print "| --- | --- | --- | --- | --- | --- |"
        for (i = 1; i <= count; i++) {
            kernel = order[i]; name = kernel
            gsub("[*]", "\\\\*", name)
            printf "| %s | %s |", name, figure(ours[kernel])
            printf " %s | **%s** |", figure(ms["lavapipe", kernel]), figure(times["lavapipe", kernel])
            printf " %s | %s |\n", figure(ms["pocl", kernel]), raced("pocl", kernel) ? "**" figure(times["pocl", kernel]) "**" : ""
        }
        printf "| geometric mean | | | %s | | %s |\n", mean("lavapipe"), mean("pocl")
    }' "$csv" > "$scratch/table"

awk 'FNR == NR { table = table $0 "\n"; next }
     /^<!-- end -->/ { skip = 0 }
     !skip { print }
     /^<!-- make bench-peers -->/ { printf "%s", table; skip = 1 }' "$scratch/table" "$page" > "$scratch/page"
cat "$scratch/page" > "$page"
