/* .dds files and --format with programs that wavecc made. */
#include "cli.h"
#include "test.h"

/* word 1 2: 32-bit words as bytes; dds WIDTH HEIGHT LEVELS FORMAT CUBE: a header with DirectX 10's extension. */
#define MAKE \
    "word() { for n; do printf \"$(printf '\\\\%03o\\\\%03o\\\\%03o\\\\%03o' $((n & 255)) $((n >> 8 & 255)) $((n >> 16 & 255)) $((n >> 24 & 255)))\"; done; }; " \
    "dds() { printf 'DDS '; word 124 4103 $2 $1 0 0 $3 0 0 0 0 0 0 0 0 0 0 0 32 4; printf DX10; " \
    "word 0 0 0 0 0 4096 0 0 0 0 $4 3 $5 1 0; }; "

/* Levels of a BC1 texture are white, red and blue; the cube's faces 0, 0.2 ... 1. */
SLOW_TEST(kernels_see_levels_and_faces_of_dds_files)
{
    static const CliCase cases[] = {
        {"printf 'Texture2D<float4> map; TextureCube<float> sky; SamplerState smooth; RWStructuredBuffer<float4> o;"
         "[numthreads(1, 1, 1)] void main() { uint x, y, n; map.GetDimensions(0, x, y, n); o[0] = float4(x, y, n, 0);"
         "o[1] = map.SampleLevel(smooth, 0.5, 0); o[2] = map.SampleLevel(smooth, 0.5, 1); o[3] = map.Load(int3(0, 0, 2));"
         "o[4] = float4(sky.SampleLevel(smooth, float3(-1, 0, 0), 0), sky.SampleLevel(smooth, float3(0, 0, 1), 0), 0, 0); }' > $T/see.hlsl; "
         "$B/wavecc $T/see.hlsl --wave-size=8 -o $T/see", 0, NULL, NULL},
        {MAKE "(dds 4 4 3 71 0; word 65535 0 63488 0 31 0) > $T/map.dds; (dds 1 1 1 61 4; word 0x99663300 0xffcc) > $T/sky.dds; "
         "$T/see --in map=$T/map.dds --in sky=$T/sky.dds --size o=5 --dispatch 1 --out o=$T/o.txt && "
         "printf '(4, 4, 3, 0)\\n(1, 1, 1, 1)\\n(1, 0, 0, 1)\\n(0, 0, 1, 1)\\n(0.2, 0.8, 0, 0)\\n' | diff - $T/o.txt", 0, NULL, NULL},
        {MAKE "(dds 4 4 3 71 0; word 65535 0 63488 0 31) > $T/cut.dds; $T/see --in map=$T/cut.dds --in sky=$T/sky.dds --size o=5 --dispatch 1",
         2, "cut.dds: the file ends too early: 20 bytes of texels, not 24", NULL},
        {"$T/see --in map=$T/sky.dds --in sky=$T/sky.dds --size o=5 --dispatch 1", 2,
         "--in map=", NULL},
    };
    CLI_CHECK("cli-dds", cases);
}

/* 0.5 in 8 bits of sRGB is 188, which is 0.502886; the second entry point sees that. */
SLOW_TEST(stores_are_rounded_when_an_entry_point_is_done)
{
    static const CliCase cases[] = {
        {"printf 'RWTexture2D<float4> w; RWBuffer<uint> c;"
         "[numthreads(1, 1, 1)] void store() { w[uint2(0, 0)] = float4(0.5, 0.5, 2, 0.5); c[0] = 1000; }"
         "[numthreads(1, 1, 1)] void grow() { w[uint2(0, 0)] *= float4(1, 2, 1, 1); c[0] -= 1; }' > $T/w.hlsl; "
         "$B/wavecc $T/w.hlsl --wave-size=8 -o $T/w", 0, NULL, NULL},
        {"$T/w --size w=1x1:R8G8B8A8_UNORM_SRGB --format c=R8_UINT --size c=1 --dispatch 1 -e store -e grow --print w --print c > $T/printed "
         "--out w=$T/w.dds --out c=$T/c.bin && printf '(0.502886, 1, 1, 0.501961)\\n254\\n' | diff - $T/printed && "
         "tail -c 4 $T/w.dds | od -An -tu1 | grep -qx ' 188 255 255 128' && od -An -tu1 $T/c.bin | grep -qx ' 254'", 0, NULL, NULL},
        {"$T/w --size w=1x1 --size c=1:R8_UINT --dispatch 1 -e store --out c=@c -e grow --in c=@c --print c > $T/printed && "
         "echo 254 | diff - $T/printed", 0, NULL, NULL},
        {"$T/w --size w=1x1 --size c=1 --format w=R8_UINT --dispatch 1 -e store", 2,
         "--format w=R8_UINT: format R8_UINT holds uints, which a RWTexture2D<float4> cannot be", NULL},
    };
    CLI_CHECK("cli-formats", cases);
}

SLOW_TEST(random_samples_are_those_of_a_model_of_direct3ds_rules)
{
    static const CliCase cases[] = {{"/usr/bin/python3 testsuite/fuzz/samples.py $B/wavecc 1 8", 0, NULL, NULL}};
    CLI_CHECK("cli-samples", cases);
}
