#!/bin/sh
# Runs a list of public shaders through wavecc and prints how many it takes as it should.
#
#     run.sh WAVECC LIST CHECKOUT [STAGE]
#
# WAVECC    the compiler
# LIST      one compilation a line, columns separated by tabs, # begins a comment. Either
#               path entry profile flags accept|reject       ("-" for no entry or no flags), or
#               repository path entry numthreads "dxc ..."   (run in CHECKOUT/repository; all should be accepted)
# CHECKOUT  where the listed files are: a work tree, or a git directory, from which the folders that the list
#           names are unpacked into a temporary folder that is removed at the end
# STAGE     what --emit asks for: "typed" (default) for the front end alone, "c" for all of the compiler
#
# A file that should be rejected counts by the lines on which it has an `expected-error` comment: an error must be
# reported at each. Prints each failure with its first message, then the figures; exit status 1 if there was one.
# Nothing of the suites is kept here: fetch them, e.g. microsoft/DirectXShaderCompiler.
set -eu
test $# -ge 3 || { sed -n '2,18s/^# \{0,1\}//p' "$0" >&2; exit 2; }
wavecc=$(realpath "$1") list=$(realpath "$2") checkout=$(realpath "$3") stage=${4-typed}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tab=$(printf '\t')
accepted=0 should_accept=0 rejected=0 should_reject=0 lines=0 should_lines=0

if git --git-dir="$checkout" rev-parse --is-bare-repository >/dev/null 2>&1; then
    grep -v '^#' "$list" | cut -f1 | sed 's|/[^/]*$||' | sort -u >"$work/folders"
    mkdir "$work/tree"
    xargs git --git-dir="$checkout" archive HEAD <"$work/folders" | tar x -C "$work/tree"
    checkout=$work/tree
fi

# compile FOLDER ENTRY PROFILE FLAGS FILE: "accept", "reject", or "crash" for what is neither, a bad option too
compile() {
    entry= profile=
    test "$2" = - || entry="-E $2"
    test "$3" = - || profile="-T $3"
    file=${5:+"\"$5\""}
    (cd "$1" && printf '%s %s %s %s\n' "$profile" "$entry" "$(test "$4" = - || printf '%s' "$4")" "$file" |
        xargs sh -c 'timeout 60 "$@"; echo $? >"$0"' "$work/status" "$wavecc" --emit="$stage" -o /dev/null) >/dev/null 2>"$work/err"
    case $(cat "$work/status") in
    0) echo accept ;;
    1) echo reject ;;
    *) echo crash ;;
    esac
}

complain() {
    printf '%s\n' "$1"
    grep -m 1 -E 'error: |internal' "$work/err" | sed 's/^/    /' || true
}

# The numbers of the lines of $1 with `expected-error`, or that an `expected-error@+1` means.
expected_lines() {
    awk '{ rest = $0
           while (match(rest, /expected-error(@[-+][0-9]+)?/)) {
               mark = substr(rest, RSTART, RLENGTH); sub(/.*@/, "", mark)
               print NR + (mark ~ /^[-+]/ ? mark : 0)
               rest = substr(rest, RSTART + RLENGTH)
           } }' "$1" | sort -u
}

count_lines() {
    expected_lines "$1" >"$work/want"
    grep -E 'error: ' "$work/err" | sed -n "s|^.*$(basename "$1"):\([0-9]*\):[0-9]*: .*|\1|p" | sort -u >"$work/got"
    comm -12 "$work/want" "$work/got" >"$work/hit"
    should_lines=$((should_lines + $(wc -l <"$work/want")))
    lines=$((lines + $(wc -l <"$work/hit")))
    missing=$(comm -23 "$work/want" "$work/got" | sort -n | tr '\n' ' ')
    test -z "$missing" || printf '%s: no error at line %s\n' "$2" "$missing"
}

grep -v '^#' "$list" >"$work/list"
while IFS=$tab read -r first second third fourth fifth _; do
    case $fifth in
    accept)
        should_accept=$((should_accept + 1))
        got=$(compile "$checkout" "$second" "$third" "$fourth" "$first")
        if test "$got" = accept; then accepted=$((accepted + 1)); else complain "$first $fourth: $got"; fi ;;
    reject)
        should_reject=$((should_reject + 1))
        got=$(compile "$checkout" "$second" "$third" "$fourth" "$first")
        if test "$got" = reject; then rejected=$((rejected + 1)); else complain "$first $fourth: $got"; fi
        count_lines "$checkout/$first" "$first" ;;
    'dxc -'*)
        should_accept=$((should_accept + 1))
        got=$(compile "$checkout/$first" - - "${fifth#dxc }" "")
        if test "$got" = accept; then accepted=$((accepted + 1)); else complain "$first/$second $third: $got"; fi ;;
    esac
done <"$work/list"

echo "accepted: $accepted of $should_accept"
test "$should_reject" = 0 || echo "rejected: $rejected of $should_reject"
test "$should_lines" = 0 || echo "errors at the expected line: $lines of $should_lines"
test "$accepted$rejected$lines" = "$should_accept$should_reject$should_lines"
