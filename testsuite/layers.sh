#!/bin/sh
# Checks that dependencies between the source folders go one way (see docs/pipeline.md): prints each
# #include that does not, and fails if there was one.
set -eu
cd "$(dirname "$0")/.."

find compiler runtime -name '*.[chy]' -o -name '*.def' -o -name '*.re' | sort | xargs awk '
BEGIN {
    # folder: the folders it may include from
    may["base"]   = " base "
    may["ops"]    = " base ops "
    may["syntax"] = " base ops syntax "
    may["check"]  = " base ops syntax check "
    may["ir"]     = " base ops ir "
    may["lower"]  = " base ops syntax check ir lower "
    may["passes"] = " base ops ir passes "
    may["plan"]   = " base ops ir plan "
    may["emit"]   = " base ops ir plan emit "
    may["report"] = " base ops ir plan report "
}

# The folder of compiler/ that a path lies in; "driver" for compiler/*.c, "runtime" for the other side.
function folder_of(path, parts) {
    split(path, parts, "/")
    return parts[1] == "runtime" ? "runtime" : parts[3] == "" ? "driver" : parts[2]
}

function complain(what) {
    printf "%s:%d: %s: %s\n", FILENAME, FNR, what, $0
    bad = 1
}

/^[ \t]*#[ \t]*include[ \t]*"/ {
    split($0, quoted, "\"")
    from = folder_of(FILENAME)
    slash = index(quoted[2], "/")
    to = slash ? substr(quoted[2], 1, slash - 1) : ""
    if (from == "runtime" ? to in may : to == "runtime" || quoted[2] ~ /(^|\/)(wcc_[^\/]*\.h$|host\/)/)
        complain("compiler and runtime never include each other")
    else if (from in may && to != "" && index(may[from], " " to " ") == 0)
        complain(from " may not include from " to)
    else if (from != "runtime" && quoted[2] ~ /_priv\.h/ && slash && to != from)
        complain("a folder'\''s private header")
}

END { exit bad }
'
echo "layers: dependencies go one way"
