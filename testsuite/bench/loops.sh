#!/bin/sh
# What the innermost loops of each module hold, as machine code: the counts that callgrind cannot take of AVX-512.
#
#     loops.sh MODULES FAMILY...
#
# A line a family: instructions, vectors to and from the stack, gathers, scatters, calls. A loop is a jump back
# within a function; it is innermost where no other lies inside. A family without loops counts as a whole.
set -eu
modules=$1
shift
for family in "$@"; do
    objdump -d --no-show-raw-insn "$modules/$family.so" | awk -v family="$family" '
        function kind_of(text) {
            if (text ~ /gather/) return "gather"
            if (text ~ /scatter/) return "scatter"
            if (text ~ /^call/) return "call"
            return text ~ /[yz]mm/ && text ~ /\(%r[sb]p/ ? "stack" : ""
        }
        function count(from, to,  i) {
            for (i = from; i <= to; i++) {
                instructions++
                counts[kind[i]]++
            }
        }
        # Of the function whose instructions are 1 .. last, in `address`, `kind` and, for jumps, `target`.
        function count_loops(  i, k, begin, found, first) {
            for (i = 1; i <= last; i++) {
                if (!(i in target) || !(target[i] in at) || at[target[i]] > i) continue
                begin[++found] = at[target[i]]
                end[found] = i
            }
            for (i = 1; i <= found; i++) {
                inner = 1
                for (k = 1; k <= found; k++)
                    if (k != i && begin[k] >= begin[i] && end[k] <= end[i] && (begin[k] != begin[i] || end[k] != end[i])) inner = 0
                if (inner) { count(begin[i], end[i]); loops++ }
            }
            split("", begin); split("", end)
        }
        / <.*>:$/ { count_loops(); last = 0; split("", at); split("", target); split("", kind); next }
        /^ *[0-9a-f]+:\t/ {
            address = $1
            sub(/:$/, "", address)
            text = $0
            sub(/^[^\t]*\t/, "", text)
            at[address] = ++last
            if (text ~ /^j/) target[last] = $3
            sub(/<.*/, "", text) # the name of where it goes
            kind[last] = kind_of(text)
            everything[kind[last]]++
            total++
        }
        END {
            count_loops()
            if (!loops) {
                instructions = total
                for (what in everything) counts[what] = everything[what]
            }
            printf "%-16s %6d %6d %6d %6d %6d\n", family, instructions, counts["stack"], counts["gather"], counts["scatter"], counts["call"]
        }'
done
