/* See kernels.h. */
#define _GNU_SOURCE
#include "numbers/report.h"
#include "kernels.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { INPUT, OUTPUT, ITEMS, RESULTS, NUMBERS_, COUNTS, BYTES, KEPT, SCALE, MAPS, VOLUME };

static uint32_t row_of(int resource)
{
    return sample_module.resources[resource].first_row;
}

static void scale_group(const WccDispatch *dispatch, void *shared, uint32_t x, uint32_t y, uint32_t z)
{
    const WccResource *input = &dispatch->resources[row_of(INPUT)], *output = &dispatch->resources[row_of(OUTPUT)];
    const float *constants = dispatch->resources[row_of(SCALE)].data;
    (void)shared, (void)z;
    for (uint32_t i = 0; i < 64; i++) {
        uint32_t px = x * 8 + i % 8, py = y * 8 + i / 8;
        if (px >= output->width || py >= output->height)
            continue;
        float *target = (float *)((char *)output->data + py * output->row_pitch + px * output->stride);
        static const float nothing[4];
        bool inside = px < input->width && py < input->height;
        const float *source = inside ? (const float *)((const char *)input->data + py * input->row_pitch + px * input->stride) : nothing;
        for (int c = 0; c < 4; c++)
            target[c] = source[c] * constants[0] + (c < 3 ? constants[1 + c] : 0);
    }
}

typedef struct Item {
    float v[3];
    uint32_t id;
    float w[2];
} Item;

static void items_group(const WccDispatch *dispatch, void *shared, uint32_t x, uint32_t y, uint32_t z)
{
    const WccResource *items = &dispatch->resources[row_of(ITEMS)], *results = &dispatch->resources[row_of(RESULTS)];
    (void)shared, (void)y, (void)z;
    for (uint32_t i = x * 4; i < x * 4 + 4 && i < results->width && i < items->width; i++) {
        Item item = ((const Item *)items->data)[i];
        for (int c = 0; c < 3; c++)
            item.v[c] *= 2;
        item.id++;
        ((Item *)results->data)[i] = item;
    }
}

static void count_group(const WccDispatch *dispatch, void *shared, uint32_t x, uint32_t y, uint32_t z)
{
    const WccResource *numbers = &dispatch->resources[row_of(NUMBERS_)], *counts = &dispatch->resources[row_of(COUNTS)];
    uint32_t index = (z * dispatch->groups[1] + y) * dispatch->groups[0] + x;
    uint32_t *scratch = shared;
    scratch[15] = index < numbers->width ? ((const uint32_t *)numbers->data)[index] : 0;
    if (index < counts->width)
        __atomic_fetch_add((uint32_t *)counts->data + index, 1 + scratch[15], __ATOMIC_RELAXED);
}

static void keep_group(const WccDispatch *dispatch, void *shared, uint32_t x, uint32_t y, uint32_t z)
{
    const WccResource *numbers = &dispatch->resources[row_of(NUMBERS_)], *kept = &dispatch->resources[row_of(KEPT)];
    (void)shared, (void)y, (void)z;
    for (uint32_t i = x * 4; i < x * 4 + 4 && i < numbers->width; i++) {
        uint32_t number = ((const uint32_t *)numbers->data)[i];
        if (number % 2 == 0)
            continue;
        uint32_t slot = __atomic_fetch_add(kept->counter, 1, __ATOMIC_RELAXED);
        if (slot < kept->width)
            ((uint32_t *)kept->data)[slot] = number;
    }
}

static void sleep_group(const WccDispatch *dispatch, void *shared, uint32_t x, uint32_t y, uint32_t z)
{
    (void)dispatch, (void)shared, (void)x, (void)y, (void)z;
    nanosleep(&(struct timespec){ .tv_nsec = 100000000 }, NULL);
}

static void spin_group(const WccDispatch *dispatch, void *shared, uint32_t x, uint32_t y, uint32_t z)
{
    static volatile bool ended;
    (void)shared, (void)x, (void)y, (void)z;
    while (!ended && dispatch->resources)
        ;
}

static void volume_group(const WccDispatch *dispatch, void *shared, uint32_t x, uint32_t y, uint32_t z)
{
    const WccResource *volume = &dispatch->resources[row_of(VOLUME)];
    (void)shared;
    if (x < volume->width && y < volume->height && z < volume->depth)
        *(uint32_t *)((char *)volume->data + x * volume->stride + y * volume->row_pitch + z * volume->slice_pitch) = 100 * z + 10 * y + x;
}

static void both_group(const WccDispatch *dispatch, void *shared, uint32_t x, uint32_t y, uint32_t z)
{
    count_group(dispatch, shared, x, y, z);
    volume_group(dispatch, shared, x, y, z);
}

static void alone_group(const WccDispatch *dispatch, void *shared, uint32_t x, uint32_t y, uint32_t z)
{
    (void)shared, (void)y, (void)z;
    ((uint32_t *)dispatch->resources[row_of(COUNTS)].data)[x] = dispatch->is_alone;
}

static const WccField item_fields[] = {
    { .name = "v", .type = "float3", .offset = 0, .scalar = WCC_F32, .rows = 1, .columns = 3, .column_stride = 4 },
    { .name = "id", .type = "uint", .offset = 12, .scalar = WCC_U32, .rows = 1, .columns = 1, .column_stride = 4 },
    { .name = "w", .type = "float2", .offset = 16, .scalar = WCC_F32, .rows = 1, .columns = 2, .column_stride = 4, .array_count = 1, .array_stride = 8 },
};
static const WccField uint_field[] = {
    { .name = "", .type = "uint", .scalar = WCC_U32, .rows = 1, .columns = 1, .column_stride = 4 },
};
static const float one = 1;
static const WccField scale_fields[] = {
    { .name = "gain", .type = "float", .offset = 0, .scalar = WCC_F32, .rows = 1, .columns = 1, .column_stride = 4, .default_value = &one },
    { .name = "bias", .type = "float3", .offset = 4, .scalar = WCC_F32, .rows = 1, .columns = 3, .column_stride = 4 },
    { .name = "m", .type = "float2x2", .offset = 16, .scalar = WCC_F32, .rows = 2, .columns = 2, .row_stride = 4, .column_stride = 16 },
    { .name = "steps", .type = "int", .offset = 48, .scalar = WCC_I32, .rows = 1, .columns = 1, .column_stride = 4, .array_count = 3, .array_stride = 16 },
};

static const WccResourceInfo resources[] = {
    [INPUT]    = { "gInput", "Texture2D<float4>", WCC_TEXTURE2D, 't', 0, 0, 0, 0, WCC_F32, 4, 16, 0, NULL, 0 },
    [OUTPUT]   = { "gOutput", "RWTexture2D<float4>", WCC_RWTEXTURE2D, 'u', 0, 0, 0, 1, WCC_F32, 4, 16, 0, NULL, 0 },
    [ITEMS]    = { "gItems", "StructuredBuffer<Item>", WCC_STRUCTURED, 't', 1, 0, 0, 2, WCC_F32, 0, 24, 0, item_fields, 3 },
    [RESULTS]  = { "gResults", "RWStructuredBuffer<Item>", WCC_RWSTRUCTURED, 'u', 1, 0, 0, 3, WCC_F32, 0, 24, 0, item_fields, 3 },
    [NUMBERS_] = { "gNumbers", "Buffer<uint>", WCC_BUFFER, 't', 2, 0, 0, 4, WCC_U32, 1, 4, 0, NULL, 0 },
    [COUNTS]   = { "gCounts", "RWBuffer<uint>", WCC_RWBUFFER, 'u', 2, 0, 0, 5, WCC_U32, 1, 4, 0, NULL, 0 },
    [BYTES]    = { "gBytes", "ByteAddressBuffer", WCC_BYTEADDRESS, 't', 3, 2, 0, 6, WCC_U32, 1, 4, 0, NULL, 0 },
    [KEPT]     = { "gKept", "AppendStructuredBuffer<uint>", WCC_APPEND, 'u', 3, 0, 0, 7, WCC_U32, 1, 4, 1, uint_field, 1 },
    [SCALE]    = { "cbScale", "cbuffer", WCC_CBUFFER, 'b', 0, 0, 0, 8, WCC_F32, 0, 84, 0, scale_fields, 4 },
    [MAPS]     = { "gMaps", "Texture2D<float>", WCC_TEXTURE2D, 't', 8, 0, 2, 9, WCC_F32, 1, 4, 0, NULL, 0 },
    [VOLUME]   = { "gVolume", "RWTexture3D<uint>", WCC_RWTEXTURE3D, 'u', 4, 0, 0, 11, WCC_U32, 1, 4, 0, NULL, 0 },
};

#define USES(...) (const uint32_t[]){ __VA_ARGS__ }, HOST_LENGTH(((const uint32_t[]){ __VA_ARGS__ }))
#define VARIANT(size, kernel) { .wave_size = size, .scratch_bytes = 64, .run = kernel, .lane_order = "linear" }
#define ONE_SIZE(kernel) (const WccVariant[]){ VARIANT(32, kernel) }, 1, NULL, 0

static const WccEntry entries[] = {
    { "ScaleCS", { 8, 8, 1 }, 0, USES(INPUT, OUTPUT, SCALE), (const WccVariant[]){ VARIANT(32, scale_group), VARIANT(4, scale_group) }, 2, NULL, 0 },
    { "ItemsCS", { 4, 1, 1 }, 0, USES(ITEMS, RESULTS), ONE_SIZE(items_group) },
    { "CountCS", { 1, 1, 1 }, 64, USES(NUMBERS_, COUNTS), ONE_SIZE(count_group) },
    { "KeepCS", { 4, 1, 1 }, 0, USES(NUMBERS_, KEPT), ONE_SIZE(keep_group) },
    { "SleepCS", { 1, 1, 1 }, 0, NULL, 0, ONE_SIZE(sleep_group) },
    { "SpinCS", { 1, 1, 1 }, 0, NULL, 0, ONE_SIZE(spin_group) },
    { "VolumeCS", { 1, 1, 1 }, 0, USES(VOLUME), ONE_SIZE(volume_group) },
    { "BothCS", { 1, 1, 1 }, 64, USES(NUMBERS_, COUNTS, VOLUME), ONE_SIZE(both_group) },
    { "AloneCS", { 1, 1, 1 }, 0, USES(COUNTS), ONE_SIZE(alone_group) },
};

const WccModule sample_module = { WCC_ABI_VERSION, "kernels.hlsl", resources, HOST_LENGTH(resources), 12, entries, HOST_LENGTH(entries) };

/* ---- command lines and files ---- */

static void read_back(FILE *file, char *text, size_t size)
{
    rewind(file);
    text[fread(text, 1, size - 1, file)] = 0;
    fclose(file);
}

Outcome run_command(const char *arguments)
{
    Outcome outcome = { 0 };
    char *words = strdup(arguments), *argv[64] = { "./kernels" };
    int argc = 1;
    for (char *word = strtok(words, " "); word && argc < 63; word = strtok(NULL, " "))
        argv[argc++] = word;
    FILE *out = tmpfile(), *err = tmpfile();
    outcome.status = host_main(&sample_module, argc, argv, out, err);
    read_back(out, outcome.out, sizeof outcome.out);
    read_back(err, outcome.err, sizeof outcome.err);
    free(words);
    return outcome;
}

const char *test_path(const char *name)
{
    test_folder("runtime");
    return test_build_path("tests/runtime/%s", name);
}

void expect_printed(const char *arguments, const char *wanted)
{
    Outcome outcome = run_command(arguments);
    assert_string_equal(outcome.err, "");
    assert_int_equal(outcome.status, 0);
    assert_string_equal(outcome.out, wanted);
}

void expect_refused(const char *arguments, const char *error)
{
    Outcome outcome = run_command(arguments);
    assert_int_equal(outcome.status, 2);
    assert_contains(outcome.err, error);
}

void expect_file(const char *name, const char *wanted)
{
    char text[256] = "";
    FILE *file = fopen(test_path(name), "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    fclose(file);
    assert_string_equal(text, wanted);
}
