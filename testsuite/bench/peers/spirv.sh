#!/bin/sh
# Compiles each entry point of SOURCE to FOLDER/FAMILY-ENTRY.spv by glslang; what it cannot compile is left out.
#
#     spirv.sh SOURCE FOLDER FAMILY
set -eu
source=$1 folder=$2 family=$3
entries=$(awk '
    /numthreads/ { seen = 1 }
    seen && match($0, /void [A-Za-z0-9_]+\(/) { print substr($0, RSTART + 5, RLENGTH - 6); seen = 0 }' "$source")
for entry in $entries; do
    base=$folder/$family-$entry
    glslangValidator -D -V --target-env vulkan1.2 -S comp -e "$entry" --auto-map-bindings --hlsl-iomap --hlsl-offsets \
        -o "$base.spv" "$source" > "$base.log" || rm -f "$base.spv"
done
