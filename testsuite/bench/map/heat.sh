#!/bin/sh
# Draws CSV, which map.c wrote, as a heat map: a row for each pattern and mask, a column for each element, shape
# and wave size; blue is faster than plain C, white as fast, yellow to black slower.
#
#     heat.sh CSV CHART
set -eu
awk -F , '
    function number_of(list, name) {
        if (!((list, name) in numbers)) {
            numbers[list, name] = count[list]++
            names[list, numbers[list, name]] = name
        }
        return numbers[list, name]
    }
    # A cell is a stroke of the path of its colour; what follows its neighbour of the same colour needs no move.
    function draw(colour, column, row) {
        if (!(colour == last_colour && row == last_row && column == last_column + 1))
            paths[colour] = paths[colour] "M" column " " row
        paths[colour] = paths[colour] "h1"
        last_colour = colour; last_row = row; last_column = column
    }
    BEGIN {
        limits = split("0.5 0.9 1.1 1.3 2 4 1e9", limit, " ")
        split("#2b6cb0 #90cdf4 #f7fafc #fef3c0 #f6ad55 #e53e3e #63171b", colour, " ")
        split("0.5 0.9 1.1 1.3 2 4 more", legend, " ")
        LEFT = 170; TOP = 78; WIDTH = 5; HEIGHT = 10
    }
    FNR == 1 { next }
    {
        row = number_of("rows", $1 " " $2); shape = number_of("shapes", $3 " " $4); wave = number_of("waves", $5)
        ratio[row, shape, wave] = $8
    }
    END {
        waves = count["waves"]; columns = count["shapes"] * waves
        for (row = 0; row < count["rows"]; row++)
            for (column = 0; column < columns; column++)
                if ((row, int(column / waves), column % waves) in ratio) {
                    value = ratio[row, int(column / waves), column % waves]
                    for (i = 1; value > limit[i]; i++) ;
                    draw(i, column, row)
                }
        printf "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\" font-size=\"9\">\n", LEFT + columns * WIDTH + 10, TOP + count["rows"] * HEIGHT + 10
        print "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>"
        printf "<text x=\"10\" y=\"14\" font-size=\"12\">time over that of plain C; wave sizes side by side:"
        for (i = 0; i < waves; i++) printf " %s", names["waves", i]
        print "</text>"
        for (i = 1; i <= limits; i++)
            printf "<rect x=\"%d\" y=\"22\" width=\"12\" height=\"10\" fill=\"%s\" stroke=\"#ccc\"/><text x=\"%d\" y=\"31\">%s</text>\n", 10 + i * 50, colour[i], 25 + i * 50, (i < limits ? "to " : "") legend[i]
        for (i = 0; i < count["shapes"]; i++) {
            split(names["shapes", i], part, " ")
            x = LEFT + i * waves * WIDTH
            if (part[1] != element) printf "<text x=\"%d\" y=\"46\" font-weight=\"bold\">%s</text><path d=\"M%.1f 38V%d\" stroke=\"black\"/>\n", x + 3, element = part[1], x, TOP + count["rows"] * HEIGHT
            printf "<text transform=\"translate(%.1f %d) rotate(-60)\">%s</text>\n", x + waves * WIDTH / 2, TOP - 3, part[2]
        }
        for (row = 0; row < count["rows"]; row++)
            printf "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>\n", LEFT - 4, TOP + row * HEIGHT + 8, names["rows", row]
        printf "<g transform=\"translate(%d %.1f) scale(%d %d)\" fill=\"none\" stroke-width=\"0.95\">\n", LEFT, TOP + HEIGHT / 2, WIDTH, HEIGHT
        for (i = 1; i <= limits; i++)
            if (i in paths) printf "<path stroke=\"%s\" d=\"%s\"/>\n", colour[i], paths[i]
        print "</g>\n</svg>"
    }' "$1" > "$2"
