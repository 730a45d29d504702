#!/bin/sh
# What a fuzzer starts from: of conformance tests the part that it reads as pipeline.yaml, of others the files.
#
#     seed.sh KIND FOLDER FILE...
set -eu
kind=$1 folder=$2
shift 2
for file in "$@"; do
    seed=$folder/$(basename "$file")
    case $kind in
    yaml) sed -e '1,/^#--- pipeline.yaml/d' -e '/^#--- end/,$d' "$file" > "$seed" ;;
    *) cp "$file" "$seed" ;;
    esac
done
