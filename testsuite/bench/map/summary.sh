#!/bin/sh
# Draws what sample.sh measured as a small heat map: a row for each pattern; columns for all of its cells and those of
# each element, shape, wave size and mask, of which the geometric mean is told.
#
#     summary.sh CSV CHART
set -eu
awk -F , '
    function heat(value, i) {
        for (i = 1; value > limit[i]; i++) ;
        return i
    }
    function note(row, kind, what) {
        if (!((kind, what) in known)) {
            known[kind, what] = 1
            list[kind] = list[kind] " " what
        }
        sum[row, kind, what] += log($8)
        count[row, kind, what]++
    }
    function y_of(row) { return TOP + (row - 1) * HEIGHT + (row == rows ? GAP : 0) }
    function cell(x, y, row, kind, what, value, ink) {
        if (!count[row, kind, what]) return
        value = exp(sum[row, kind, what] / count[row, kind, what])
        paths[heat(value)] = paths[heat(value)] sprintf("M%d %dh%dv%dh-%dz", x, y, WIDTH - 1, HEIGHT - 1, WIDTH - 1)
        ink = value > 2 || value < 0.5 ? "white" : "black"
        texts[ink] = texts[ink] sprintf("<text x=\"%d\" y=\"%d\">%.1f</text>\n", x + WIDTH / 2, y + 9, value)
    }
    BEGIN {
        limits = split("0.5 0.9 1.1 1.3 2 4 1e9", limit, " ")
        split("#2b6cb0 #90cdf4 #f7fafc #fef3c0 #f6ad55 #e53e3e #63171b", colour, " ")
        split("0.5 0.9 1.1 1.3 2 4 more", legend, " ")
        kinds = split("all element shape wave mask", kind, " ")
        LEFT = 110; TOP = 84; WIDTH = 22; HEIGHT = 12; GAP = 8
        list["wave"] = " 4 8 16 32 64 128"; list["mask"] = " all edge some"
        for (i = split("4 8 16 32 64 128", part, " "); i > 0; i--) known["wave", part[i]] = 1
        known["mask", "all"] = known["mask", "edge"] = known["mask", "some"] = 1
    }
    FNR == 1 { next }
    {
        if (!($1 in row_of)) { row_of[$1] = ++rows; pattern[rows] = $1 }
        split("all " $3 " " $4 " " $5 " " $2, what, " ")
        for (i = 1; i <= kinds; i++) { note($1, kind[i], what[i]); note("mean", kind[i], what[i]) }
    }
    END {
        pattern[++rows] = "mean"
        columns = 0
        for (i = 1; i <= kinds; i++) columns += split(list[kind[i]], part, " ")
        printf "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\" font-size=\"9\">\n", LEFT + columns * WIDTH + kinds * GAP, TOP + rows * HEIGHT + GAP + 10
        print "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>"
        print "<text x=\"10\" y=\"14\" font-size=\"12\">time over that of plain C, geometric means of the sampled cells</text>"
        for (i = 1; i <= limits; i++)
            printf "<rect x=\"%d\" y=\"22\" width=\"12\" height=\"10\" fill=\"%s\" stroke=\"#ccc\"/><text x=\"%d\" y=\"31\">%s</text>\n", i * 60 - 50, colour[i], i * 60 - 35, (i < limits ? "to " : "") legend[i]
        for (row = 1; row <= rows; row++)
            printf "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>\n", LEFT - 4, y_of(row) + 9, pattern[row]
        x = LEFT
        for (i = 1; i <= kinds; i++) {
            parts = split(list[kind[i]], part, " ")
            for (k = 1; k <= parts; k++) {
                printf "<text transform=\"translate(%d %d) rotate(-50)\">%s%s</text>\n", x + WIDTH / 2, TOP - 4, kind[i] == "wave" ? "W=" : "", part[k]
                for (row = 1; row <= rows; row++)
                    cell(x, y_of(row), pattern[row], kind[i], part[k])
                x += WIDTH
            }
            x += GAP
        }
        for (i = 1; i <= limits; i++)
            if (i in paths) printf "<path fill=\"%s\" d=\"%s\"/>\n", colour[i], paths[i]
        for (i = split("black white", ink, " "); i > 0; i--)
            printf "<g font-size=\"8\" text-anchor=\"middle\" fill=\"%s\">\n%s</g>\n", ink[i], texts[ink[i]]
        print "</svg>"
    }' "$1" > "$2"
