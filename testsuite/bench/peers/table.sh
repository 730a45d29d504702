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
    function mean(peer) { return sprintf("**%s** of %d", figure(exp(sum[peer] / number[peer])), number[peer]) }
    {
        split($1, front, ","); split($3, back, ",") # peer, family; "", our ms, the peer\047s, times or a reason
        if (!($2 in seen)) { order[++count] = $2; seen[$2] = 1 }
        peer = front[1]
        if (sub("ispc-.*", "ispc", peer)) { # the best of its targets counts
            has_ispc = 1
            if (raced(peer, $2) && times[peer, $2] < back[4] + 0) next
            target[$2] = substr(front[1], 6)
        }
        ms[peer, $2] = back[3]; times[peer, $2] = back[4] + 0 > 0 ? back[4] + 0 : back[4]
        if (back[2] != "" && !($2 in ours)) ours[$2] = back[2]
    }
    END {
        peers = split("lavapipe pocl" (has_ispc ? " ispc" : ""), peer_of, " ")
        title["lavapipe"] = "lavapipe"; title["pocl"] = "PoCL"; title["ispc"] = "ispc"
        printf "| kernel | wavecc, ms |"
        for (k = 1; k <= peers; k++) printf " %s, ms | times ours |", title[peer_of[k]]
        printf "%s\n| --- | --- |", has_ispc ? " by |" : ""
        for (k = 1; k <= peers; k++) printf " --- | --- |"
        print has_ispc ? " --- |" : ""
        for (i = 1; i <= count; i++) {
            kernel = order[i]; name = kernel
            gsub("[*]", "\\\\*", name)
            printf "| %s | %s |", name, figure(ours[kernel])
            for (k = 1; k <= peers; k++) {
                peer = peer_of[k]; is_raced = raced(peer, kernel)
                if (is_raced) { sum[peer] += log(times[peer, kernel]); number[peer]++ }
                told = is_raced ? "**" figure(times[peer, kernel]) "**" : peer == "lavapipe" ? times[peer, kernel] : ""
                printf " %s | %s |", figure(ms[peer, kernel]), told
            }
            print has_ispc ? " " (raced("ispc", kernel) ? target[kernel] : "") " |" : ""
        }
        printf "| geometric mean | |"
        for (k = 1; k <= peers; k++) printf " | %s |", mean(peer_of[k])
        print has_ispc ? " |" : ""
    }' "$csv" > "$scratch/table"

awk 'FNR == NR { table = table $0 "\n"; next }
     /^<!-- end -->/ { skip = 0 }
     !skip { print }
     /^<!-- make bench-peers -->/ { printf "%s", table; skip = 1 }' "$scratch/table" "$page" > "$scratch/page"
cat "$scratch/page" > "$page"
