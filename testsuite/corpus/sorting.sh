#!/bin/sh
# Compiles b0nes164's device-wide sorts and scan for every wave size, runs them on 2^20 keys, and judges the outcome.
#
#     sorting.sh WAVECC SORTING CHECKOUT [WORKERS]
#
# WAVECC    the compiler
# SORTING   the host program, sorting.c
# CHECKOUT  a folder with b0nes164/GPUSorting as GPUSorting and b0nes164/GPUPrefixSums as GPUPrefixSums, work trees or
#           git directories (also as b0nes164+GPUSorting/repo); of git directories the four folders of shaders are
#           unpacked into a temporary folder
# WORKERS   a list, 1,2,16 when absent
#
# Nothing of the two repositories is kept here. The sorts are compiled twice: as they are, and as their own tuner
# configures them for devices that it does not know. As they are, they want a histogram of 256 counters for each of
# 512 / 16 waves at wave size 16, which is more than the 7936 words of groupshared memory that they declare.
set -eu
test $# -ge 3 || { sed -n '2,18s/^# \{0,1\}//p' "$0" >&2; exit 2; }
wavecc=$(realpath "$1") sorting=$(realpath "$2") checkout=$(realpath "$3") workers=${4:-1,2,16}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# shaders NAME: the folder of that repository's shaders
shaders() {
    for folder in "$checkout/$1" "$checkout/b0nes164+$1/repo"; do
        if git --git-dir="$folder" rev-parse --is-bare-repository >/dev/null 2>&1; then
            git --git-dir="$folder" archive HEAD "$1D3D12/Shaders" | tar x -C "$work"
            folder=$work
        fi
        if test -d "$folder/$1D3D12/Shaders"; then
            echo "$folder/$1D3D12/Shaders"
            return
        fi
    done
    echo "sorting.sh: $checkout has no $1" >&2
    exit 2
}

# compile NAME WAVE_SIZES FILE OPTION...
compile() {
    name=$1 sizes=$2 file=$3
    shift 3
    echo "compiling $name.so, wave sizes $sizes"
    "$wavecc" -T cs_6_0 "$@" "$file" -shared --wave-size="$sizes" -o "$work/$name.so"
}

sorts=$(shaders GPUSorting) scans=$(shaders GPUPrefixSums)
pairs="-DKEY_UINT -DSHOULD_ASCEND -DSORT_PAIRS -DPAYLOAD_UINT"
small="-DKEYS_PER_THREAD_7 -DD_DIM_256 -DPART_SIZE_1792 -DD_TOTAL_SMEM_4096"
compile scan-3072 all "$scans/ChainedScanDecoupledLookback.hlsl" -I "$scans"
compile radix-7680 4,8,32,64,128 "$sorts/DeviceRadixSort.hlsl" -I "$sorts" $pairs
compile radix-1792 all "$sorts/DeviceRadixSort.hlsl" -I "$sorts" $pairs $small
compile onesweep-7680 4,8,32,64,128 "$sorts/OneSweep.hlsl" -I "$sorts" $pairs
compile onesweep-1792 all "$sorts/OneSweep.hlsl" -I "$sorts" $pairs $small
"$sorting" "$workers" "$work"/*.so
