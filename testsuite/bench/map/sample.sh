#!/bin/sh
# Measures a sample of the map, a seeded choice that is the same each time: of each element and shape some patterns,
# at 32 lanes and one other wave size. What CSV has already is not measured again, so a run that was stopped goes on.
#
#     sample.sh SEED PATTERNS ELEMENTS SHAPES DEFINITIONS CSV COMMAND...
#
# PATTERNS: how many of those in DEFINITIONS (patterns.def) each element and shape gets; each comes up equally often.
# COMMAND is called with ELEMENT=, SHAPE=, PATTERN=, WAVES=, MAP= (where it builds) and MAP_CSV= (what it writes).
set -eu
seed=$1 patterns=$2 elements=$3 shapes=$4 definitions=$5 csv=$6
shift 6
base=${csv%.csv}

draw() {
    awk -v seed="$seed" -v each="$patterns" -v elements="$elements" -v shapes="$shapes" '
        # Park and Miller; every product is exact in a double.
        function below(count) {
            state = state * 16807 % 2147483647
            return int(state / 2147483647 * count)
        }
        function shuffle(i, k, other) {
            for (i = count; i > 1; i--) {
                k = 1 + below(i)
                other = name[i]; name[i] = name[k]; name[k] = other
            }
        }
        /^[A-Z]+\( / { name[++count] = $2; sub(",", "", name[count]) }
        END {
            state = seed + 1000
            element_count = split(elements, element, ",")
            shape_count = split(shapes, shape, ",")
            wave_count = split("8 16 64 4 128", wave, " ")
            for (e = 1; e <= element_count; e++)
                for (s = 1; s <= shape_count; s++) {
                    list = ""
                    for (i = 0; i < each; i++) {
                        if (used % count == 0) shuffle()
                        list = list "," name[1 + used++ % count]
                    }
                    print element[e], shape[s], substr(list, 2), "32," wave[1 + below(wave_count)]
                }
        }' "$definitions"
}

draw | while read -r element shape list waves; do
    if grep -q ",$element,$shape," "$csv" 2>/dev/null; then continue; fi
    rm -rf "$base-part.csv" "$base-build"
    "$@" ELEMENT="$element" SHAPE="$shape" PATTERN="$list" WAVES="$waves" MAP="$base-build" MAP_CSV="$base-part.csv" \
        < /dev/null > "$base.log" 2>&1 || { cat "$base.log"; exit 1; }
    if [ -e "$csv" ]; then tail -n +2 "$base-part.csv" >> "$csv"; else cp "$base-part.csv" "$csv"; fi
    echo "$element $shape: $(tail -n +2 "$csv" | wc -l) cells"
done
