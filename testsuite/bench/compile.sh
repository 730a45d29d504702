#!/bin/sh
# How long wavecc takes for each file, from text to C, and the C compiler behind it: medians of five, in ms.
#
#     compile.sh WAVECC FILE...
set -eu
wavecc=$1
shift
module=$(mktemp)
trap 'rm -f "$module"' EXIT

printf '%-24s %10s %12s\n' kernel wavecc 'C compiler'
for file in "$@"; do
    for turn in 1 2 3 4 5; do
        $wavecc "$file" -shared --time $(sed -n '1s|^// options: ||p' "$file") -o "$module" 2>&1 |
            awk '$1 == "C" { compiler = $3; next } { wavecc += $(NF - 1) } END { print wavecc, compiler }'
    done | awk -v file="$(basename "$file" .hlsl)" '
        function median(times,  i, k, swap) {
            for (i = 1; i <= 5; i++)
                for (k = i + 1; k <= 5; k++)
                    if (times[k] < times[i]) { swap = times[i]; times[i] = times[k]; times[k] = swap }
            return times[3]
        }
        { wavecc[NR] = $1; compiler[NR] = $2 }
        END { printf "%-24s %10.1f %12.0f\n", file, median(wavecc), median(compiler) }'
done
