#!/bin/sh
# Prints what `make lint` found and nobody waived, and fails if there is any; remarks waivers of what is not found.
#
#     findings.sh WAIVED FILES...
#
# FILES: what gcc, clang-tidy and cppcheck said, "FILE:LINE:COLUMN: warning: TEXT [CHECK]". WAIVED: lines
# "CHECK FILE REASON"; without a FILE that ends in .c or .h a line goes on with the reason of the one above.
set -eu
waived=$1
shift

awk -v waived="$waived" '
BEGIN {
    while ((getline text < waived) > 0)
        if (split(text, word, " ") >= 3 && text !~ /^[# ]/ && word[2] ~ /\.[ch]$/) {
            is_waived[word[1], word[2]]
            line_of[word[1], word[2]] = text
        }
}
/^[^ :]+:[0-9]+:[0-9]+: (warning|error):/ {
    split($0, part, ":")
    check = $0
    sub(/.*\[/, "", check)
    sub(/\].*/, "", check)
    if ((check, part[1]) in is_waived)
        used[check, part[1]]
    else if (!seen[$0]++) {
        print
        bad++
    }
}
END {
    for (key in is_waived)
        if (!(key in used))
            print waived ": nothing of this kind is found, by these tools: " line_of[key]
    exit bad > 0
}' "$@"
