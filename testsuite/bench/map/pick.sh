#!/bin/sh
# Prints patterns.def with only the rows of these names, or with all.
#
#     pick.sh FILE [NAME...]
set -eu
file=$1
shift
awk -v names=" $* " '
    /^[A-Z]/ { name = $2; sub(",", "", name); kept = names ~ /^ *$/ || index(names, " " name " "); found += kept }
    /^([A-Z]|  )/ && !kept { next }
    { print }
    END { if (!found) { print "no such pattern in " FILENAME > "/dev/stderr"; exit 1 } }' "$file"
