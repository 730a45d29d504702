/* The command line of compiled programs: what they do not accept, and that outputs are whole or absent. */
#include <stdio.h>

#include "cli.h"
#include "process.h"
#include "test.h"

static void compile(const char *source, const char *wave_size, const char *program)
{
    process_leave_c_as_written();
    Process process = PROCESS_RUN(test_build_path("wavecc"), source, wave_size, "-o", program);
    process_optimise_c();
    process_expect(&process, 0, "wavecc");
    process_free(&process);
}

/* All cases use one program. */
static void make_program(void)
{
    test_folder("cli-program");
    compile("samples/blur/blur.hlsl", "--wave-size=32", test_build_path("tests/cli-program/blur"));
}

#define BLUR "$T/blur -e HorzBlurCS "
#define INPUT "--in gInput='f32(1*16)' --size gInput=2x2 "

SLOW_TEST(programs_refuse_bad_input)
{
    static const CliCase cases[] = {
        {"rm -f $T/x.*; " BLUR "--in gInput=$T/missing.png --out gOutput=$T/x.png", 2, "missing.png", "x.png"},
        {": > $T/empty.png; " BLUR "--in gInput=$T/empty.png --out gOutput=$T/x.png", 2, "empty.png", "x.png"},
        {"head -c 1000 /dev/urandom > $T/noise.png; " BLUR "--in gInput=$T/noise.png --out gOutput=$T/x.png", 2, "noise.png", "x.png"},
        {"$B/paint $T/whole.png 64 64 && head -c 200 $T/whole.png > $T/cut.png; " BLUR "--in gInput=$T/cut.png --out gOutput=$T/x.png", 2, "cut.png", "x.png"},
        {"echo hello > $T/text.npy; " BLUR "--in gInput=$T/text.npy --out gOutput=$T/x.png", 2, "text.npy", "x.png"},
        {BLUR "--in gInput=$T/unknown.xyz --out gOutput=$T/x.png", 2, "xyz", "x.png"},
        {BLUR "--in gInput='f32(1*15)' --size gInput=2x2 --out gOutput=$T/x.npy", 2, "gInput", "x.npy"},
        {BLUR "--in gInput='f32(1*16' --size gInput=2x2 --out gOutput=$T/x.npy", 2, "gInput", "x.npy"},
    };
    make_program();
    CLI_CHECK("cli-program", cases);
}

/* Once for an array of which nothing is bound, never where something is. */
SLOW_TEST(an_array_without_inputs_warns_once)
{
    static const CliCase cases[] = {
        {"printf 'RWStructuredBuffer<float> o; StructuredBuffer<float> src[] : register(t0);"
         "[numthreads(4, 1, 1)] void main(uint i : SV_GroupIndex) { o[i] = src[i].Load(0); }' > $T/array.hlsl; "
         "$B/wavecc $T/array.hlsl -o $T/array", 0, NULL, NULL},
        {"test $($T/array --size o=4 --dispatch 1,1,1 --print o 2>&1 | grep -c 'src') = 1", 0, NULL, NULL},
        {"$T/array --size o=4 --in 'src[2]=f32(5)' --dispatch 1,1,1 --out o=$T/o.csv && grep -qx 5 $T/o.csv", 0, NULL, NULL},
    };
    CLI_CHECK("cli-array", cases);
}

/* Of 4 x 4 texels 0 .. 15: 2 x 2 are 2.5 4.5 10.5 12.5, one 7.5; halfway between those two 5. A volume's depth shrinks,
 * an array's slices stay; integers round. */
SLOW_TEST(kernels_see_the_mip_levels_of_inputs)
{
    static const CliCase cases[] = {
        {"printf 'Texture2D<float> maps[2]; Texture3D<uint> volume; Texture2DArray<float> slices; SamplerState smooth;"
         "RWStructuredBuffer<float> o; RWTexture2D<float> w; [numthreads(1, 1, 1)] void main() {"
         "uint x, y, z, n; maps[1].GetDimensions(1, x, y, n); o[0] = n * 100 + x * 10 + y; o[1] = maps[1].Load(int3(1, 0, 1));"
         "o[2] = maps[1].mips[2][uint2(0, 0)]; o[3] = maps[1].SampleLevel(smooth, float2(0.25, 0.25), 1.5);"
         "maps[0].GetDimensions(0, x, y, n); o[4] = n; volume.GetDimensions(1, x, y, z, n); o[5] = n * 1000 + x * 100 + y * 10 + z;"
         "o[6] = volume.Load(int4(0, 0, 0, 1)); slices.GetDimensions(1, x, y, z, n); o[7] = n * 1000 + x * 100 + y * 10 + z;"
         "o[8] = slices.Load(int4(0, 0, 1, 1)); }"
         "[numthreads(4, 4, 1)] void fill(uint2 i : SV_DispatchThreadID) { w[i] = i.y * 4 + i.x; }' > $T/mips.hlsl; "
         "$B/wavecc $T/mips.hlsl --wave-size=16 -o $T/mips", 0, NULL, NULL},
        {"$T/mips -e main --in 'maps[1]=f32(0..15)' --size 'maps[1]=4x4' --mips 'maps[1]=full' --in 'maps[0]=f32(1)' --size 'maps[0]=1x1' "
         "--in 'volume=u32(1,2,3,4,5,6,7,7)' --size volume=2x2x2 --mips volume=2 --in 'slices=f32(1*4,5,6,7,8)' --size slices=2x2x2 "
         "--mips slices=full --size o=9 --dispatch 1 --out o=$T/o.csv && echo 322 4.5 7.5 5 1 2111 4 2112 6.5 | tr ' ' '\n' | diff - $T/o.csv",
         0, NULL, NULL},
        {"$T/mips -e fill --size w=4x4 --out w=@w -e main --in 'maps[1]=@w' --mips 'maps[1]=3' --in 'maps[0]=@w' "
         "--size o=9 --dispatch 1 --out o=$T/p.csv 2>/dev/null && test \"$(head -4 $T/p.csv | tr '\\n' ' ')\" = '322 4.5 7.5 5 '",
         0, NULL, NULL},
    };
    CLI_CHECK("cli-mips", cases);
}

SLOW_TEST(programs_refuse_bad_usage)
{
    static const CliCase cases[] = {
        {"$T/blur --in gInput=x.png", 2, "HorzBlurCS", NULL}, /* which of the two? */
        {"$T/blur -e HorizontalBlurCS", 2, "HorzBlurCS", NULL},
        {BLUR INPUT "--in gInptu=x.png", 2, "gInput", NULL},
        {BLUR INPUT "--out gOutptu=$T/x.npy", 2, "gOutput", "x.npy"},
        {BLUR INPUT "--set gBlurRadiu=5", 2, "gBlurRadius", NULL},
        {BLUR INPUT "--set gBlurRadius=five", 2, "five", NULL},
        {BLUR INPUT "--size gOutput=0x7x7 --out gOutput=$T/x.npy", 2, "gOutput", "x.npy"},
        {BLUR INPUT "--size gOutput=1000000x1000000 --out gOutput=$T/x.npy", 2, "gOutput", "x.npy"},
        {BLUR INPUT "--dispatch 1,x", 2, "--dispatch", NULL},
        {BLUR INPUT "--wave-size 64 --out gOutput=$T/x.npy", 2, "32", "x.npy"},
        {BLUR INPUT "-j 0", 2, "-", NULL},
        {BLUR INPUT "--order sideways", 2, "sideways", NULL},
        {BLUR INPUT "--no-such-option", 2, "no-such-option", NULL},
        {BLUR INPUT "--out gOutput=$T/no/such/folder/x.npy", 2, "no/such/folder", NULL},
    };
    make_program();
    CLI_CHECK("cli-program", cases);
}

SLOW_TEST(programs_list_what_they_hold)
{
    static const CliCase cases[] = {
        {"$T/blur --list | grep -q VertBlurCS", 0, NULL, NULL},
        {"$T/blur --list | grep gInput | grep -q t0", 0, NULL, NULL},
        {"$T/blur --list | grep -q w10", 0, NULL, NULL},
        {"$T/blur --help | grep -q -- --dispatch", 0, NULL, NULL},
        {BLUR "--size t0=2x2 --in t0='f32(1*16)' --out u0=$T/y.npy && test -s $T/y.npy", 0, NULL, NULL},
    };
    make_program();
    CLI_CHECK("cli-program", cases);
}

/* 2^31 threads are more than a second's work. */
SLOW_TEST(programs_stop_when_their_time_is_over)
{
    static const CliCase cases[] = {
        {BLUR INPUT "--size gOutput=2x2 --dispatch 60000,60000,1 --timeout 0.2 --out gOutput=$T/late.npy", 3, "0.2", "late.npy"},
    };
    make_program();
    CLI_CHECK("cli-program", cases);
}

static void make_sampling_program(void)
{
    const char *program = test_build_path("tests/cli-sampling/sample"), *source = test_build_path("tests/cli-sampling/sample.hlsl");
    test_folder("cli-sampling");
    FILE *file = fopen(source, "w");
    fputs("Texture2D<float> gImage; SamplerState gSmooth; SamplerState gModes[2]; RWBuffer<float> gOut;\n"
          "[numthreads(4, 1, 1)] void main(uint i : SV_DispatchThreadID) {\n"
          "    gOut[i] = gImage.SampleLevel(gSmooth, float2(i * 0.5 - 0.25, 0.5), 0) + 100 * gImage.SampleLevel(gModes[1], float2(i * 0.5 - 0.25, 0.5), 0); }\n", file);
    fclose(file);
    compile(source, "--wave-size=4", program);
}

#define SAMPLE "$T/sample --size gImage=2x1 --in gImage='f32(1,2)' --size gOut=4 --out gOut=$T/out.csv "
#define GIVES(lines) "&& printf '" lines "' | cmp - $T/out.csv"

SLOW_TEST(programs_take_sampler_states)
{
    static const CliCase cases[] = {
        {SAMPLE GIVES("101\\n101\\n202\\n202\\n"), 0, NULL, NULL},
        {SAMPLE "--set gSmooth=wrap " GIVES("102\\n101\\n202\\n201\\n"), 0, NULL, NULL},
        {SAMPLE "--set s2=border,border=5/0/0/0 " GIVES("501\\n101\\n202\\n502\\n"), 0, NULL, NULL},
        {SAMPLE "--set gModes[1]=point --set gModes[1]=u-mirror " GIVES("101\\n101\\n202\\n202\\n"), 0, NULL, NULL},
        {"$T/sample --list | grep gSmooth | grep -q s0", 0, NULL, NULL},
        {SAMPLE "--set gSmooth=blurry", 2, "blurry", NULL},
        {SAMPLE "--in gSmooth='f32(1)'", 2, "--set", NULL},
    };
    make_sampling_program();
    CLI_CHECK("cli-sampling", cases);
}

TEST(what_several_namespaces_have_is_bound_and_set_by_their_names)
{
    static const CliCase cases[] = {
        {"echo 'namespace a { Buffer<float> q; cbuffer K { float z; } float x; } namespace b { Buffer<float> q; cbuffer K { float z; } float x; } "
         "RWBuffer<float> o; [numthreads(1, 1, 1)] void main() { o[0] = a::q[0] + b::q[0] * 10 + a::z * 100 + b::z * 1000 + a::x * 10000 + b::x * 100000; }' "
         "> $T/a.hlsl; $B/wavecc $T/a.hlsl -O0 -o $T/a", 0, NULL, NULL},
        {"test \"$($T/a --in 'a::q=f32(1)' --in 'b::q=f32(2)' --set a::K.z=3 --set b::K.z=4 --set a::x=5 --set b::x=6 --size o=1 "
         "--print o:1 --print a::q --print b::q:1)\" = \"$(printf '654321\n1\n2')\"", 0, NULL, NULL},
        {"$T/a --in 'q=f32(1)' --size o=1", 2, "unknown resource 'q'; there are: a::q, a::K, b::q, b::K, ", NULL},
        {"$T/a --set z=1 --size o=1", 2, "'z' is in more than one cbuffer; say a::K.z or b::K.z", NULL},
        {"$T/a --set x=1 --size o=1", 2, "unknown cbuffer member 'x'", NULL},
    };
    CLI_CHECK("cli-spaces", cases);
}

/* What nothing is said of stays unbound, and one warning tells of all. */
/* 10 * 1 + 2 of a[2][3] is a[5], 10 * 0 + 1 is a[1]. */
TEST(arrays_of_arrays_are_bound_by_one_number)
{
    static const CliCase cases[] = {
        {"echo 'Buffer<uint> a[2][3]; RWBuffer<uint> o[2][2]; "
         "[numthreads(1, 1, 1)] void main() { o[1][0][0] = a[1][2][0] * 10 + a[0][1][0]; }' > $T/arrays.hlsl; "
         "$B/wavecc $T/arrays.hlsl --wave-size=4 -o $T/arrays", 0, NULL, NULL},
        {"$T/arrays --in 'a[5]=u32(7,8)' --in 'a[1]=u32(3)' --dispatch 1 --print 'o[2]'", 2,
         "the inputs differ in size; give the size of the output: --size o[0]=1024", NULL},
        {"test $($T/arrays --in 'a[5]=u32(7)' --in 'a[1]=u32(3)' --dispatch 1 --print 'o[2]') = 73", 0, NULL, NULL},
    };
    CLI_CHECK("cli-arrays-of-arrays", cases);
}

TEST(an_array_without_a_size_is_bound_element_by_element)
{
    static const CliCase cases[] = {
        {"printf 'Buffer<uint> many[]; RWBuffer<uint> written[] : register(u5); RWBuffer<uint> o : register(u0);\n"
         "[numthreads(1, 1, 1)] void CS() { o[0] = many[20][0] + many[3][0]; written[2][0] = 5; }\n' > $T/many.hlsl; "
         "$B/wavecc $T/many.hlsl -o $T/many", 0, NULL, NULL},
        {"$T/many --in 'many[20]=u32(7)' --in 'many[3]=u32(30)' --size o=1 --size 'written[2]=1' --dispatch 1,1,1 --print o --print 'written[2]' "
         "| tr '\\n' ' ' | grep -qx '37 5 '", 0, NULL, NULL},
        {"$T/many --size o=1 --size 'written[2]=1' --dispatch 1,1,1 2>&1 | grep -c \"'many' has no --in\" | grep -qx 1", 0, NULL, NULL},
        {"$T/many --in 'many[4096]=u32(7)' --size o=1 --dispatch 1,1,1", 2, "'many' has 4096 elements; there is no [4096]", NULL},
    };
    CLI_CHECK("cli-arrays", cases);
}
