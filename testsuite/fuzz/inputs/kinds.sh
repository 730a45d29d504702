#!/bin/sh
# Sorts what libFuzzer has found by kind: how it ended and in which function of ours.
#
#     kinds.sh FOLDER
#
# FOLDER  build/inputs, with the programs; found/PROGRAM-... becomes found/KIND/PROGRAM-...
#
# Prints a line for each kind; exit status 1 if there is one.
set -eu
test $# -eq 1 || { sed -n '2,8s/^# \{0,1\}//p' "$0" >&2; exit 2; }

# kind_of PROGRAM FILE
kind_of() {
    report=$("$1" -timeout=20 -rss_limit_mb=4096 "$2" 2>&1 || true)
    how=$(printf '%s\n' "$report" | sed -n 's/.*ERROR: [A-Za-z]*: \([a-z-]*\).*/\1/p' | head -n 1)
    where=$(printf '%s\n' "$report" |
        sed -n 's/^ *#[0-9]* 0x[0-9a-f]* in \([a-z_0-9]*\) .*\/\(compiler\|runtime\|testsuite\)\/.*/\1/p' | head -n 1)
    echo "${how:-passes}-${where:-nowhere}"
}

status=0
for file in "$1"/found/*-*; do
    test -f "$file" || continue
    name=${file##*/}
    kind=$(kind_of "$1/${name%%-*}" "$file")
    mkdir -p "$1/found/$kind"
    mv "$file" "$1/found/$kind/"
done
for kind in "$1"/found/*/; do
    test -d "$kind" || continue
    echo "$(ls "$kind" | wc -l) of kind ${kind%/}: $(ls "$kind" | head -n 1)"
    status=1
done
exit $status
