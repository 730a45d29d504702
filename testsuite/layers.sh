#!/bin/sh
# Checks that dependencies between the source folders go one way (see docs/pipeline.md), and inside the folders
# too: prints each #include and each call that does not, and fails if there was one, or where a name stands at the
# top that does not belong there. Needs a finished build.
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
    may["page"]   = " base ops ir plan emit report page "
    may["include"] = " "
    may["numbers"] = " numbers "
    may["formats"] = " numbers formats "
    may["files"]   = " numbers formats files "
    may["host"]    = " numbers formats files host "
    may["job"]     = " numbers formats files host job "
    may["program"] = " numbers formats files host job program "
    may["mpi"]     = " numbers formats files host program mpi "
    # the program that compiles, too, knows the compiler by its library alone
    may["run"]     = " numbers formats files host job program run library "
    split("include numbers formats files host job program mpi run", runtime)
    for (i in runtime)
        runs[runtime[i]]
}

# The folder that a path lies in; "driver" for compiler/*.c.
function folder_of(path, parts) {
    split(path, parts, "/")
    return parts[3] == "" ? "driver" : parts[2]
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
    if (from == "run" && quoted[2] == "library/wavecc.h")
        next
    if (from in runs ? to in may && !(to in runs) : to in runs || quoted[2] ~ /(^|\/)wcc_[^\/]*\.h$/)
        complain("compiler and runtime never include each other")
    else if (from in may && to != "" && index(may[from], " " to " ") == 0)
        complain(from " may not include from " to)
    else if (quoted[2] ~ /_priv\.h/ && slash && to != from)
        complain("a folder'\''s private header")
}

END { exit bad }
'
echo "layers: dependencies go one way"

# ---- inside the folders: testsuite/floors ----

build=${BUILD:-build}

# The objects of a folder's sources; lex and parse are made in another place.
objects_of() {
    for source in "$1"/*.c; do
        echo "$build/obj/${source%.c}.o"
    done
    test "$1" != compiler/syntax || printf '%s\n' "$build/obj/gen/lex.o" "$build/obj/gen/parse.o"
}

# Arguments: folder, most files in a circle, floors, and the files in which the compiler listed what each object's
# source includes. Standard input: what nm says of the objects.
check_floors() {
    folder=$1 most=$2 floors=$3
    shift 3
    awk -v folder="$folder" -v most="$most" -v floors="$floors" '
    BEGIN {
        count = split(floors, header)
        for (i = 1; i <= count; i++) {
            parts = split(header[i], part, ",")
            for (k = 1; k <= parts; k++)
                floor_of[part[k]] = i
        }
    }

    # build/obj/compiler/check/scopes.o: is scopes.
    function name_of(path) {
        sub(/.*\//, "", path)
        sub(/\.[od]:?$/, "", path)
        return path
    }

    FILENAME != "-" {
        name = name_of(FILENAME)
        if (FNR == 1) {
            file[++files] = name
            floor[name] = 0
        }
        for (i = 1; i <= NF; i++) {
            sub(/.*\//, "", $i)
            if (floor_of[$i] > floor[name])
                floor[name] = floor_of[$i]
        }
        next
    }

    # OBJECT: SYMBOL TYPE
    $3 == "U"      { used[name_of($1), $2]; next }
    $3 ~ /^[A-Z]$/ { home[$2] = name_of($1) }

    function complain(what) {
        print folder ": " what
        bad = 1
    }

    # Who calls whom, and how far calls lead.
    function draw_arrows(    pair, part, from, to, over) {
        for (pair in used) {
            split(pair, part, SUBSEP)
            from = part[1]
            to = home[part[2]]
            if (to == "" || to == from)
                continue
            reaches[from, to]
            if (floor[from] > 0 && floor[to] > floor[from])
                complain(from ".c stands on " header[floor[from]] " and calls " part[2] " of " to ".c on " header[floor[to]])
        }
        for (over = 1; over <= files; over++)
            for (from = 1; from <= files; from++)
                for (to = 1; to <= files && (file[from], file[over]) in reaches; to++)
                    if ((file[over], file[to]) in reaches)
                        reaches[file[from], file[to]]
    }

    # The files in one circle with it, each of which is then taken; their number in `size`.
    function circle_of(first,    other, names) {
        size = 1
        names = first
        for (other = 1; other <= files; other++)
            if (file[other] != first && (first, file[other]) in reaches && (file[other], first) in reaches) {
                names = names " " file[other]
                taken[file[other]]
                size++
            }
        return names
    }

    END {
        draw_arrows()
        for (i = 1; i <= files; i++)
            if (!(file[i] in taken)) {
                names = circle_of(file[i])
                if (size > most)
                    complain("a circle of " size " files, where at most " most " may call each other: " names)
            }
        exit bad
    }' "$@" -
}

bad=0
while read -r folder most floors; do
    case $folder in '' | '#'*) continue ;; esac
    if test "$folder" = runtime/mpi && ! test -e "$build/libwavecc_rt_mpi.a"; then
        echo "layers: runtime/mpi is not built where there is no mpicc, and so is not looked at"
        continue
    fi
    objects=$(objects_of "$folder")
    nm -P -A $objects | check_floors "$folder" "$most" "$floors" $(echo "$objects" | sed 's/\.o$/.d/') || bad=1
done < testsuite/floors
for folder in $(find compiler runtime -mindepth 2 -name '*.c' | sed 's|/[^/]*$||' | sort -u); do
    grep -q "^$folder " testsuite/floors || { echo "$folder: no row in testsuite/floors"; bad=1; }
done
test $bad = 0
echo "floors: inside the folders calls go down, and no circle of files is larger than testsuite/floors allows"

# ---- at the top ----

# What git keeps there, where this is its folder: a test that writes beside the build folder shows here.
stray=$(git ls-files 2>/dev/null | sed 's|/.*||' | sort -u | grep -vxE \
    'compiler|runtime|testsuite|samples|docs|Makefile|[A-Z]+(\.md)?|\.ci|\.clang-tidy|\.gitignore' || true)
test -z "$stray" || { printf '%s: nothing of that name belongs at the top\n' "$stray"; exit 1; }

# ---- parts of wcc_lanes.h that a C file includes where it calls them ----

# What the templates of emit call by name must choose its part (CHOSEN in emit_includes.c): where nothing else of the
# part is called, it is not there else.
parts=$(awk '/^#if WCC_USES\(/ { inside = 1 } inside && /^#include/ { gsub(/"/, "", $2); print "runtime/include/" $2 }
             /^#endif/ { inside = 0 }' runtime/include/wcc_lanes.h)
awk '
FILENAME == "compiler/emit/emit_includes.c" {
    while (match($0, /START\("[a-z0-9_]+"/)) {
        starts[substr($0, RSTART + 7, RLENGTH - 8)]
        $0 = substr($0, RSTART + RLENGTH)
    }
    next
}
FILENAME ~ /^compiler\// {
    while (match($0, /[a-z0-9_]+x%l\(/)) {
        called[substr($0, RSTART, RLENGTH - 4)] = FILENAME ":" FNR
        $0 = substr($0, RSTART + RLENGTH)
    }
    next
}
/^WCC_INLINE/ && match($0, /F_\([a-z0-9_]+\)/) { defined_there[substr($0, RSTART + 3, RLENGTH - 4)] = FILENAME }
END {
    for (name in called)
        if (name in defined_there) {
            is_chosen = 0
            for (start in starts)
                is_chosen = is_chosen || index(name, start) == 1
            if (!is_chosen) {
                print called[name] ": nothing in emit_includes.c chooses " name ", which is in " defined_there[name]
                bad = 1
            }
        }
    exit bad
}' compiler/emit/emit_includes.c compiler/emit/*.c $parts
echo "parts: what emit calls by name chooses the part of wcc_lanes.h that has it"
