#!/bin/sh
# How the mutants of WORK/sample ended (mutate.sh): the score of each folder, and who survived and is not in
# testsuite/mutate/equivalent. Fails if fewer than LEAST of 100 were killed or are explained there.
#
#     report.sh WORK LEAST
set -eu
work=$1 least=$2

awk -F '\t' -v work="$work" -v least="$least" -v equivalents="$(dirname "$0")/equivalent" '
function trimmed(text) {
    gsub(/^[ \t]+|[ \t]+$/, "", text)
    return text
}

# A file, the line as it is behind "- ", as it would be behind "+ ", and why that changes nothing.
function read_equivalents(    text, file, old) {
    while ((getline text < equivalents) > 0) {
        if (text ~ /^(compiler|runtime)\//)
            file = text
        else if (text ~ /^- /)
            old = trimmed(substr(text, 3))
        else if (text ~ /^\+ /)
            explained[file, old, trimmed(substr(text, 3))] = 1
    }
}

function line_of(file, number,    text, i) {
    for (i = 0; i < number && (getline text < (work "/tree/" file)) > 0;)
        i++
    close(work "/tree/" file)
    return text
}

function folder_of(file) {
    sub(/\/[^\/]*$/, "", file)
    return file
}

BEGIN { read_equivalents() }

{
    result = ""
    getline result < (work "/results/" $1)
    close(work "/results/" $1)
    folder = folder_of($2)
    old = line_of($2, $3)
    if (result == "" || result ~ /^does not/) {
        unborn++
        next
    }
    judged[folder]++
    if (result ~ /^killed/)
        killed[folder]++
    else if (($2, trimmed(old), trimmed($6)) in explained)
        equal[folder]++
    else
        survivors = survivors sprintf("\n%s:%d (%s) %s\n-%s\n+%s\n", $2, $3, $5, result, old, $6)
}

END {
    print survivors
    printf "%-20s %7s %7s %10s\n", "folder", "mutants", "killed", "equivalent"
    for (folder in judged) {
        printf "%-20s %7d %7d %10d\n", folder, judged[folder], killed[folder], equal[folder] | "sort"
        all += judged[folder]
        good += killed[folder] + equal[folder]
        all_killed += killed[folder]
    }
    close("sort")
    if (!all)
        exit 1
    printf "%d mutants (%d others do not compile): %d killed, %d equivalent, %d survived: %.1f %% killed or explained\n",
        all, unborn, all_killed, good - all_killed, all - good, 100 * good / all
    exit 100 * good < least * all
}' "$work/sample"
