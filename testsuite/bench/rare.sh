#!/bin/sh
# Which accesses of the families' kernels go the way that C was told is unlikely: lane by lane, where a test fails.
#
#     rare.sh WAVECC BENCH PLAIN FOLDER FAMILY=KERNEL.hlsl...
#
# WAVECC's C is compiled by gcc with --coverage into FOLDER, BENCH runs it once against the plain C of PLAIN, and gcov
# counts. For each access that goes so in 3 % of the cases at least: how often, of how many, and its line of the C
# FOLDER/FAMILY.c, with the resource or variable as the C has it.
set -eu
wavecc=$1 bench=$2 plain=$3 folder=$4
shift 4
mkdir -p "$folder"
for pair; do
    family=${pair%%=*} kernel=${pair#*=}
    options=$(sed -n '1s|^// options: ||p' "$kernel")
    rm -f "$folder"/*.gcda
    # shellcheck disable=SC2086 # options are words
    "$wavecc" "$kernel" --emit=c --target=native $options -o "$folder/$family.c"
    gcc -O1 -march=native -fwrapv -fno-strict-aliasing --coverage -w -Wno-psabi -shared -fPIC -Wl,-Bsymbolic -Iruntime/include \
        -o "$folder/$family.so" "$folder/$family.c" -lm
    "$bench" 1 "$folder/bench.csv" "$plain" "$folder" "$family" > /dev/null
    gcov -t "$folder/$family.so-$family.gcda" 2> /dev/null | awk -v family="$family" -v own="$family.c" '
        function indent(text) { match(text, /^ */); return RLENGTH }
        function first_count(from, to,    i) {
            for (i = from; i < to; i++) if (count[i] != "-") return count[i] + 0
            return 0
        }
        { split($0, field, ":"); number = field[2] + 0 }
        number == 0 { if ($0 ~ /:Source:/) is_own = $0 ~ ("/" own "$"); next }
        !is_own { next }
        {
            n++
            gsub(/[ *]/, "", field[1])
            count[n] = field[1] ~ /^[0-9]+$/ ? field[1] : field[1] ~ /[#=]/ ? 0 : "-"
            text[n] = substr($0, index($0, ":") + 1)
            text[n] = substr(text[n], index(text[n], ":") + 1)
        }
        END {
            for (i = 1; i <= n; i++) {
                if (text[i] !~ /^ *if \(WCC_LIKELY\(/) continue
                for (other = i + 1; other <= n && indent(text[other]) > indent(text[i]); other++) {}
                if (text[other] !~ /} else {/) continue
                for (end = other + 1; end <= n && indent(text[end]) > indent(text[i]); end++) {}
                likely = first_count(i + 1, other); rare = first_count(other + 1, end)
                if (rare < 200 || rare < 0.03 * (likely + rare)) continue
                what = ""
                for (k = other + 1; k < end && what == ""; k++)
                    if (text[k] ~ /(gather|scatter|masked)_/) what = text[k]
                sub(/^ */, "", what)
                printf "%-16s %9d of %9d  line %4d  %.70s\n", family, rare, likely + rare, i, what
            }
        }' | sort -k2,2nr | head -n 8
done
