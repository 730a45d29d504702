/* --format and wcc_set_format: memory of typed resources that holds only what a DXGI format does. */
#include <stdlib.h>

#include "kernels.h"

#define TWO_TEXELS "-e ScaleCS --size gInput=2x1 --in gInput=f32(0.5,0.3,-1,2,0.1,0.001,0,0.9) --print gOutput "

/* 0.5 is 127.5 of 255 and goes up; 0.3 of 255 is 76.5. */
TEST(what_a_kernel_stored_is_rounded_to_the_format)
{
    expect_printed(TWO_TEXELS "--format gOutput=R8G8B8A8_UNORM",
                  "(0.501961, 0.301961, 0, 1)\n(0.101961, 0, 0, 0.898039)\n");
    expect_printed(TWO_TEXELS "--format gOutput=R11G11B10_FLOAT", "(0.5, 0.296875, 0, 1)\n(0.0996094, 0.000991821, 0, 1)\n");
    expect_printed(TWO_TEXELS "--format gOutput=dxgi_format_r8g8_snorm", "(0.503937, 0.299213, 0, 1)\n(0.102362, 0, 0, 1)\n");
    expect_printed(TWO_TEXELS "--size gOutput=2x1:R32G32B32A32_FLOAT", "(0.5, 0.3, -1, 2)\n(0.1, 0.001, 0, 0.9)\n");
    expect_printed("-e CountCS --in gNumbers=u32(300,7) --size gCounts=2:R8_UINT --print gCounts", "255\n8\n");
}

TEST(inputs_are_rounded_before_a_kernel_reads_them)
{
    expect_printed(TWO_TEXELS "--format gInput=R10G10B10A2_UNORM", "(0.500489, 0.300098, 0, 1)\n(0.0997067, 0.000977517, 0, 1)\n");
    expect_printed("-e CountCS --in gNumbers=u32(300,7) --format gNumbers=R8_UINT --size gCounts=2 --print gCounts", "256\n8\n");
}

/* 4 x 2 texels of 16 bits, red lowest but one: 5 bits each and alpha. */
TEST(bytes_are_encoded_in_the_format_in_and_out)
{
    char arguments[400], *bytes;
    size_t length = 0;
    static const unsigned char texels[] = "\x00\x7c\xe0\x03\x1f\x00\x00\x80\xff\xff\x10\x42\x01\x04\xff\x7f";
    file_write(test_path("in.bin"), texels, 16);
    snprintf(arguments, sizeof arguments,
             "-e ScaleCS --size gInput=4x2 --in gInput=%s --format gInput=B5G5R5A1_UNORM --size gOutput=4x2:B4G4R4A4_UNORM "
             "--print gOutput:3 --out gOutput=%s",
             test_path("in.bin"), test_path("out.bin"));
    expect_printed(arguments, "(1, 0, 0, 0)\n(0, 1, 0, 0)\n(0, 0, 1, 0)\n");
    bytes = file_read(test_path("out.bin"), &length);
    assert_int_equal(length, 16);
    /* 16 of 31 is 7.74 of 15, 1 of 31 0.48 */
    assert_memory_equal(bytes, "\x00\x0f\xf0\x00\x0f\x00\x00\xf0\xff\xff\x88\x08\x00\x00\xff\x0f", 16);
    free(bytes);
    snprintf(arguments, sizeof arguments, "-e CountCS --in gNumbers=%s --format gNumbers=R8_UINT --size gCounts=16 --print gCounts:3",
             test_path("in.bin"));
    Outcome outcome = run_command(arguments);
    assert_string_equal(outcome.out, "1\n125\n225\n");
}

TEST(dds_files_go_through_kernels)
{
    char arguments[400];
    snprintf(arguments, sizeof arguments, TWO_TEXELS "--format gOutput=R8G8B8A8_UNORM_SRGB --out gOutput=%s", test_path("srgb.dds"));
    expect_printed(arguments, "(0.502886, 0.300544, 0, 1)\n(0.0998987, 0.000910581, 0, 0.898039)\n");
    snprintf(arguments, sizeof arguments, "-e ScaleCS --in gInput=%s --print gOutput", test_path("srgb.dds"));
    expect_printed(arguments, "(0.502886, 0.300544, 0, 1)\n(0.0998987, 0.000910581, 0, 0.898039)\n");
    snprintf(arguments, sizeof arguments, "-e ScaleCS --in gInput=%s --format gInput=R8G8B8A8_UNORM --print gOutput",
             test_path("srgb.dds"));
    expect_printed(arguments, "(0.737255, 0.584314, 0, 1)\n(0.34902, 0.0117647, 0, 0.898039)\n");
}

TEST(formats_go_with_memory_that_is_handed_over_or_kept)
{
    expect_printed("-e ScaleCS --size gInput=1x1 --in gInput=f32(0.3,0.3,0.3,0.3) --format gOutput=R8G8B8A8_UNORM --out gOutput=@a "
                  "-e ScaleCS --in gInput=@a --format gInput=R16G16B16A16_FLOAT --print gOutput",
                  "(0.301758, 0.301758, 0.301758, 0.301758)\n");
    expect_printed("-e CountCS --in gNumbers=u32(253) --size gCounts=1:R8_UINT -e CountCS --in gNumbers=u32(0) "
                  "-e CountCS --in gNumbers=u32(9) --print gCounts",
                  "255\n");
    expect_printed("-e CountCS --in gNumbers=u32(99) --size gCounts=1 -e BothCS --in gNumbers=u32(0) --size gVolume=1x1x1 "
                  "--format gCounts=R10G10B10A2_UINT --dispatch 1 --print gCounts",
                  "101\n");
}

TEST(formats_that_do_not_fit_are_refused)
{
    expect_refused("-e ScaleCS --format gOutput=R8G8B8", "--format gOutput=R8G8B8: unknown format 'R8G8B8'; there are: R8G8B8A8_UNORM, ");
    expect_refused("-e ScaleCS --format gOutput=float4", "unknown format 'float4'; there are DXGI's, such as R8G8B8A8_UNORM");
    expect_refused("-e ScaleCS --format gOutput=R8G8B8A8_UINT", "format R8G8B8A8_UINT holds uints, which a RWTexture2D<float4> cannot be");
    expect_refused("-e CountCS --format gCounts=R8_UNORM", "format R8_UNORM holds numbers 0 .. 1, which a RWBuffer<uint> cannot be");
    expect_refused("-e CountCS --format gCounts=R32_SINT", "format R32_SINT holds ints, which");
    expect_refused("-e ItemsCS --format gItems=R8_UNORM", "a StructuredBuffer<Item> has no format");
    expect_refused("-e ScaleCS --format gOutput=BC7_UNORM", "no kernel can write BC7_UNORM texels");
    expect_refused("-e ScaleCS --format gOutput=R8_UNORM --format gOutput=R8_SNORM", "given twice");
    file_write(test_path("block.bin"), "0123456701234567", 16);
    char arguments[300];
    snprintf(arguments, sizeof arguments, "-e ScaleCS --format gInput=BC7_UNORM --size gInput=4x4 --in gInput=%s", test_path("block.bin"));
    expect_refused(arguments, "BC7_UNORM texels are read from .dds files only");
    snprintf(arguments, sizeof arguments, "-e ScaleCS --format gInput=R8G8B8A8_UNORM --in gInput=%s", test_path("block.bin"));
    expect_refused(arguments, "holds 4 texels, which do not say the size of a Texture2D<float4>; give its --size");
    snprintf(arguments, sizeof arguments, "-e ScaleCS --format gInput=R8G8B8A8_UNORM --size gInput=5x1 --in gInput=%s", test_path("block.bin"));
    expect_refused(arguments, "holds 4 texels, but the size 5x1 takes 5");
    snprintf(arguments, sizeof arguments, "-e ScaleCS --format gInput=R32G32B32_FLOAT --size gInput=5x1 --in gInput=%s", test_path("block.bin"));
    expect_refused(arguments, "holds 16 bytes, which is no multiple of the 12 of R32G32B32_FLOAT");
    expect_refused("-e CountCS --size gCounts=1 --out gCounts=x.dds", "a .dds holds textures only; use .npy or .bin");
}

/* ---- wcc_rt.h ---- */

static void assert_numbers(WccRuntime *runtime, const char *name, const float wanted[4])
{
    float numbers[4];
    assert_int_equal(wcc_read(runtime, name, numbers, sizeof numbers), WCC_OK);
    assert_memory_equal(numbers, wanted, sizeof numbers);
}

TEST(a_program_sets_formats)
{
    WccRuntime *runtime = wcc_new(&sample_module, 1);
    const float source[4] = { 0.5f, 0.3f, 2, -1 };
    assert_int_equal(wcc_create(runtime, "gInput", 1, 1, 1), WCC_OK);
    assert_int_equal(wcc_create(runtime, "gOutput", 1, 1, 1), WCC_OK);
    assert_int_equal(wcc_set_format(runtime, "gOutput", "R16G16B16A16_UNORM"), WCC_OK);
    assert_int_equal(wcc_write(runtime, "gInput", source, sizeof source), WCC_OK);
    assert_int_equal(wcc_dispatch(runtime, "ScaleCS", 1, 1, 1), WCC_OK);
    assert_numbers(runtime, "gOutput", (const float[]){ 32768 / 65535.f, 19661 / 65535.f, 1, 0 });
    assert_int_equal(wcc_set_format(runtime, "gInput", "R8G8B8A8_SNORM"), WCC_OK); /* rounds what is bound */
    assert_numbers(runtime, "gInput", (const float[]){ 64 / 127.f, 38 / 127.f, 1, -1 });
    assert_int_equal(wcc_write(runtime, "gInput", (const float[]){ 0.2f, 0, 0, 0 }, 16), WCC_OK);
    assert_numbers(runtime, "gInput", (const float[]){ 25 / 127.f, 0, 0, 0 });
    assert_int_equal(wcc_set_format(runtime, "gInput", NULL), WCC_OK);
    assert_int_equal(wcc_write(runtime, "gInput", source, sizeof source), WCC_OK);
    assert_numbers(runtime, "gInput", source);
    assert_int_equal(wcc_set_format(runtime, "gInput", "R8_UINT"), WCC_BAD_INPUT);
    assert_string_equal(wcc_error(runtime), "gInput: format R8_UINT holds uints, which a Texture2D<float4> cannot be");
    wcc_free(runtime);
}

/* The mean of 0 and 1 is 127.5 of 255. */
TEST(levels_are_rounded_too)
{
    WccRuntime *runtime = wcc_new(&sample_module, 1);
    assert_int_equal(wcc_create(runtime, "gMaps[0]", 2, 1, 1), WCC_OK);
    assert_int_equal(wcc_set_format(runtime, "gMaps[0]", "R8_UNORM"), WCC_OK);
    assert_int_equal(wcc_write(runtime, "gMaps[0]", (const float[]){ 0, 1 }, 8), WCC_OK);
    assert_int_equal(wcc_make_mips(runtime, "gMaps[0]", 2), WCC_OK);
    const WccResource *map = wcc_resource(runtime, "gMaps[0]");
    assert_true(*(const float *)((const char *)map->data + map->levels[1].offset) == 128 / 255.f);
    wcc_free(runtime);
}

TEST(memory_of_the_caller_that_kernels_write_is_rounded)
{
    WccRuntime *runtime = wcc_new(&sample_module, 1);
    _Alignas(64) uint32_t counts[32] = { 300 }, numbers[32] = { 300 };
    assert_int_equal(wcc_set_format(runtime, "gCounts", "R8_UINT"), WCC_OK);
    assert_int_equal(wcc_set_format(runtime, "gNumbers", "R8_UINT"), WCC_OK);
    assert_int_equal(wcc_bind(runtime, "gNumbers", &(WccResource){ .data = numbers, .width = 1, .stride = 4 }), WCC_OK);
    assert_int_equal(wcc_bind(runtime, "gCounts", &(WccResource){ .data = counts, .width = 1, .stride = 4 }), WCC_OK);
    assert_int_equal(wcc_dispatch(runtime, "CountCS", 1, 1, 1), WCC_OK);
    assert_int_equal(counts[0], 255);
    assert_int_equal(numbers[0], 300);
    wcc_free(runtime);
}
