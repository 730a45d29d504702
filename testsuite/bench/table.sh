#!/bin/sh
# Puts what `make bench-all` measured into PAGE, between its marks, and draws CHART.
#
#     table.sh FOLDER PAGE CHART
#
# FOLDER has bench.csv, bench-waves.csv, bench-x86-64-v3.csv, bench-x86-64-v2.csv and bench-gcc.csv (bench.c).
set -eu
folder=$1 page=$2 chart=$3
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# One line a kernel, by its columns: name, plain C's ms, then the ratio in each file (of four wave sizes in one).
awk '
    function column(file, wave) { return file ~ /waves/ ? "w" wave : file ~ /v3/ ? "v3" : file ~ /v2/ ? "v2" : file ~ /gcc/ ? "gcc" : "default" }
    FNR == 1 { next }
    {
        split($0, quoted, "\"")
        split(quoted[3], field, ",") # "", clang, gcc, wave size, wavecc, ratio, difference
        if (!(quoted[2] in plain)) order[++count] = quoted[2]
        if (!(quoted[2] in plain)) plain[quoted[2]] = field[2] < field[3] ? field[2] : field[3]
        ratio[quoted[2], column(FILENAME, field[4])] = field[6]
        if (column(FILENAME) == "default") ratio[quoted[2], "copy"] = field[8]
    }
    END {
        columns = split("default v3 v2 gcc w8 w16 w32 w64 copy", names, " ")
        for (i = 1; i <= count; i++) {
            printf "%s\t%s", order[i], plain[order[i]]
            for (k = 1; k <= columns; k++)
                printf "\t%s", ratio[order[i], names[k]]
            print ""
        }
    }' "$folder/bench.csv" "$folder/bench-waves.csv" "$folder/bench-x86-64-v3.csv" "$folder/bench-x86-64-v2.csv" \
    "$folder/bench-gcc.csv" > "$scratch/figures"

awk -F '\t' '
    BEGIN {
        print "| kernel | plain C, ms | AVX-512 | AVX2 | v2 | by gcc | W = 8 | 16 | 32 | 64 | of copy |"
        print "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |"
    }
    function figure(text) { return text == "" ? "" : sprintf(text < 0.995 ? "%.2f" : "%.1f", text) }
    {
        gsub("[*]", "\\\\*", $1)
        printf "| %s | %.1f |", $1, $2
        for (i = 3; i <= NF; i++) {
            printf " %s |", i == 3 ? "**" figure($i) "**" : figure($i)
            if ($i != "" && i < 11) { sums[i] += log($i); counts[i]++ }
        }
        print ""
        columns = NF
    }
    END {
        printf "| geometric mean | |"
        for (i = 3; i <= columns; i++)
            printf " %s |", counts[i] ? figure(exp(sums[i] / counts[i])) : ""
        print ""
    }' "$scratch/figures" > "$scratch/table"

awk 'FNR == NR { table = table $0 "\n"; next }
     /^<!-- end -->/ { skip = 0 }
     !skip { print }
     /^<!-- make bench-table -->/ { printf "%s", table; skip = 1 }' "$scratch/table" "$page" > "$scratch/page"
cat "$scratch/page" > "$page"

# Bars of the ratios, from a tenth to thirty times, the slowest first; a line at plain C.
sort -t "$(printf '\t')" -k3,3g "$scratch/figures" | awk -F '\t' '
    function place(ratio) { return 330 + 120 * log(ratio < 0.1 ? 0.1 : ratio > 30 ? 30 : ratio) / log(10) + 120 }
    function bar(y, ratio, colour) {
        left = place(1); right = place(ratio)
        if (right < left) { other = left; left = right; right = other }
        printf "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"6\" fill=\"%s\"/>\n", left, y, right - left, colour
    }
    { names[NR] = $1; native[NR] = $3; avx2[NR] = $4 }
    END {
        height = 60 + NR * 20
        printf "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"660\" height=\"%d\" font-family=\"sans-serif\" font-size=\"12\">\n", height
        print "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>"
        print "<text x=\"10\" y=\"20\">times as fast as plain C (logarithmic)</text>"
        print "<rect x=\"330\" y=\"11\" width=\"10\" height=\"10\" fill=\"#2b6cb0\"/><text x=\"344\" y=\"20\">AVX-512</text>"
        print "<rect x=\"410\" y=\"11\" width=\"10\" height=\"10\" fill=\"#90cdf4\"/><text x=\"424\" y=\"20\">AVX2</text>"
        ticks = split("0.1 0.3 1 3 10 30", tick, " ")
        for (i = 1; i <= ticks; i++) {
            printf "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"45\" y2=\"%d\" stroke=\"%s\"/>\n", place(tick[i]), place(tick[i]), height - 8, tick[i] == 1 ? "black" : "#ddd"
            printf "<text x=\"%.1f\" y=\"40\" text-anchor=\"middle\">%s</text>\n", place(tick[i]), tick[i]
        }
        for (i = 1; i <= NR; i++) {
            y = 32 + i * 20
            gsub("&", "\\&amp;", names[i])
            printf "<text x=\"322\" y=\"%d\" text-anchor=\"end\">%s</text>\n", y + 10, names[i]
            bar(y + 1, native[i], "#2b6cb0")
            if (avx2[i] != "") bar(y + 7, avx2[i], "#90cdf4")
        }
        print "</svg>"
    }' > "$chart"
