#!/bin/sh
# What the fuzzer of data files starts from: a small picture, volume and table in each format that executables write,
# behind the letter by which data.c picks the format.
#
#     seed_data.sh WAVECC FOLDER
set -eu
wavecc=$1 folder=$2
temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT
cat > "$temporary/x.hlsl" << 'EOF'
struct S { float a; uint3 b; };
RWTexture2D<float4> picture;
RWTexture2D<uint> ids;
RWTexture3D<float2> volume;
RWStructuredBuffer<S> table;
[numthreads(1, 1, 1)] void main(uint3 i : SV_DispatchThreadID)
{
    picture[i.xy] = float4(i.x / 7.0, i.y / 5.0, (i.x * i.y) & 1, 1);
    ids[i.xy] = i.x * 65793 + i.y;
    volume[i] = float2(i.x * 0.5, -1.0 / (1 + i.z));
    table[i.x] = (S)0;
    table[i.x].b = i + 7;
}
EOF
"$wavecc" "$temporary/x.hlsl" -O0 --wave-size=4 -o "$temporary/x"

# LETTER WHAT TYPED: data.c's FORMATS has the format at LETTER % 14.
seed()
{
    file=$temporary/out.${3%%:*}
    "$temporary/x" --size picture=9x5 --size ids=9x5 --size volume=3x2x4 --size table=6 \
        --threads 9,5,4 $4 --out "$2=$temporary/out.$3" \
        2> "$temporary/said" || { cat "$temporary/said" >&2; exit 1; }
    printf %s "$1" | cat - "$file" > "$folder/$2-$1-$(echo "$3$4" | tr -c 'a-zA-Z0-9\n' _)"
}
seed F picture png ''
seed F picture png:16 ''
seed G picture png:srgb ''
for what in picture ids volume table; do
    seed H $what npy ''
    seed I $what bin ''
    seed J $what csv ''
    seed K $what txt ''
    seed P $what npz ''
done
seed L picture exr ''
seed M ids exr ''
seed N picture hdr ''
seed O picture pfm ''
seed R table json ''
for format in R8G8B8A8_UNORM R16G16B16A16_FLOAT R10G10B10A2_UNORM R9G9B9E5_SHAREDEXP; do
    seed S picture dds "--format picture=$format"
done
seed S volume dds ''
printf 'lTN:\nSF:x.hlsl\nDA:3,17\nBRDA:3,1,0,4\nLH:1\nLF:1\nend_of_record\n' > "$folder/lcov"
