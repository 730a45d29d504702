/* Memory of the caller that ends at an unmapped page, at addresses that are multiples of an element's scalar and of no
 * more, with pitches that leave gaps: all is read and written, and nothing beside it. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "wcc_rt.h"

enum { PAGE = 4096, ROOM = 1 << 20, SPARE = 0xEE, GAP = 12 };

static void demand(int holds, const char *what, const WccRuntime *runtime)
{
    if (holds)
        return;
    fprintf(stderr, "memory: %s: %s\n", what, runtime ? wcc_error(runtime) : "");
    exit(1);
}

/* So many bytes before a page that is not there. */
typedef struct Place {
    char *base, *data;
    size_t bytes;
} Place;

static Place new_place(size_t bytes)
{
    Place place = { mmap(NULL, ROOM + PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), NULL, bytes };
    demand(place.base != MAP_FAILED && bytes <= ROOM - PAGE, "mmap", NULL);
    mprotect(place.base + ROOM, PAGE, PROT_NONE);
    memset(place.base, SPARE, ROOM);
    place.data = place.base + ROOM - bytes;
    return place;
}

static void drop_place(Place place)
{
    for (char *at = place.base; at < place.data; at++)
        demand(*at == (char)SPARE, "what lies before was written", NULL);
    munmap(place.base, ROOM + PAGE);
}

static unsigned short half_of(int small) /* 0 .. 15, exactly */
{
    int exponent = 0;
    if (!small)
        return 0;
    while (small >> (exponent + 1))
        exponent++;
    return (unsigned short)((exponent + 15) << 10 | (small << (10 - exponent) & 1023));
}

/* Scalar c of element x in row y. */
static int value(int x, int y, int c) { return (x * 3 + y * 5 + c * 2) % 15; }

static void put(char *at, int number, int scalar)
{
    if (scalar == 2)
        memcpy(at, &(unsigned short){ half_of(number) }, 2);
    else
        memcpy(at, &(float){ (float)number }, 4);
}

static void bind(WccRuntime *runtime, const char *name, const WccMemory *memory)
{
    demand(wcc_bind_memory(runtime, name, memory) == WCC_OK, name, runtime);
}

/* A texture or buffer, filled; `pitch` bytes a row. */
static Place bind_filled(WccRuntime *runtime, const char *name, int width, int height, int components, int scalar, int gap)
{
    size_t row = (size_t)(width * components * scalar), pitch = row + (size_t)gap;
    Place place = new_place(pitch * (size_t)(height - 1) + row);
    for (int y = 0; y < height; y++)
        for (int i = 0; i < width * components; i++)
            put(place.data + (size_t)y * pitch + (size_t)(i * scalar), value(i / components, y, i % components), scalar);
    uint32_t is_texture = height > 1 || gap;
    bind(runtime, name, &(WccMemory){ .data = place.data, .width = (uint32_t)width, .height = (uint32_t)height,
                                      .row_pitch = is_texture ? pitch : 0, .bytes = place.bytes });
    return place;
}

typedef struct Outputs {
    Place typed, triples, bytes, halves, one, four;
} Outputs;

static Place bind_output(WccRuntime *runtime, const char *name, int width, int height, int bytes, int gap, int unit)
{
    size_t pitch = (size_t)(width * bytes + gap);
    Place place = new_place(pitch * (size_t)height - (size_t)gap);
    bind(runtime, name, &(WccMemory){ .data = place.data, .width = (uint32_t)(width * bytes / unit), .height = (uint32_t)height,
                                      .row_pitch = height > 1 ? pitch : 0 });
    return place;
}

static void run(WccRuntime *runtime, const char *entry, int wave, int x, int y)
{
    WccRun run = { .entry = entry, .groups = { (uint32_t)x, (uint32_t)y, 1 }, .wave_size = (uint32_t)wave };
    demand(wcc_run(runtime, &run) == WCC_OK, entry, runtime);
}

static void check_buffers(const Outputs *out, int width)
{
    for (int i = 0; i < width; i++) {
        float triple[3], typed;
        uint32_t word, was;
        unsigned short half;
        memcpy(triple, out->triples.data + i * 12, 12);
        memcpy(&typed, out->typed.data + i * 4, 4);
        memcpy(&word, out->bytes.data + i * 4, 4);
        memcpy(&half, out->halves.data + i * 2, 2);
        memcpy(&was, &(float){ (float)value(i, 0, 0) }, 4);
        for (int c = 0; c < 3; c++)
            demand(triple[c] == (float)(value(i, 0, c) + 1), "a triple is wrong", NULL);
        demand(typed == (float)(value(i, 0, 0) + 1) && word == was + 1 && half == half_of(value(i, 0, 0) + 1), "a value is wrong",
               NULL);
    }
}

/* sides 1: texels; 2: twice the mean of the texel and the one on its right. */
static void check_textures(const Outputs *out, int width, int height, int sides)
{
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            int right = sides == 1 || x == width - 1 ? x : x + 1;
            float one, four[4];
            memcpy(&one, out->one.data + y * (width * 4 + GAP) + x * 4, 4);
            memcpy(four, out->four.data + y * (width * 16 + GAP) + x * 16, 16);
            float mean = (float)(value(x, y, 0) + value(right, y, 0)) / 2, third = (float)(value(x, y, 2) + value(right, y, 2)) / 2;
            demand(one - 2 * mean - third < 1e-3f && one - 2 * mean - third > -1e-3f, "a texel is wrong", NULL);
            for (int c = 0; c < 4; c++) {
                float wrong = four[c] - 1 - (float)(value(x, y, c) + value(right, y, c)) / 2;
                demand(wrong < 1e-3f && wrong > -1e-3f, "a texel of four is wrong", NULL);
            }
            if (x == width - 1 && y < height - 1)
                for (int i = 0; i < GAP; i++)
                    demand(out->one.data[y * (width * 4 + GAP) + width * 4 + i] == (char)SPARE &&
                               out->four.data[y * (width * 16 + GAP) + width * 16 + i] == (char)SPARE,
                           "a gap between rows was written", NULL);
        }
}

static void try_size(WccRuntime *runtime, int wave, int width, int height)
{
    static const char *const buffers[] = { "buffers", "scattered" }, *const textures[] = { "texels", "sampled", "sampled_anywhere" };
    Place in[] = {
        bind_filled(runtime, "Typed", width, 1, 1, 4, 0),      bind_filled(runtime, "Triples", width, 1, 3, 4, 0),
        bind_filled(runtime, "Halves", width, 1, 1, 2, 0),     bind_filled(runtime, "One", width, height, 1, 4, GAP),
        bind_filled(runtime, "Three", width, height, 3, 4, 4), bind_filled(runtime, "Four", width, height, 4, 4, 8),
        bind_filled(runtime, "Half", width, height, 1, 2, 2),
    };
    bind(runtime, "Bytes", &(WccMemory){ .data = in[0].data, .width = (uint32_t)width * 4 });
    demand(wcc_set_u32(runtime, "Width", &(uint32_t){ (uint32_t)width }, 1) == WCC_OK &&
               wcc_set_u32(runtime, "Height", &(uint32_t){ (uint32_t)height }, 1) == WCC_OK,
           "constants", runtime);
    for (int i = 0; i < 2; i++) {
        Outputs out = { .typed = bind_output(runtime, "OutTyped", width, 1, 4, 0, 4),
                        .triples = bind_output(runtime, "OutTriples", width, 1, 12, 0, 12),
                        .bytes = bind_output(runtime, "OutBytes", width, 1, 4, 0, 1),
                        .halves = bind_output(runtime, "OutHalves", width, 1, 2, 0, 2) };
        run(runtime, buffers[i], wave, (width + 63) / 64, 1);
        check_buffers(&out, width);
        drop_place(out.typed), drop_place(out.triples), drop_place(out.bytes), drop_place(out.halves);
    }
    for (int i = 0; i < 3; i++) {
        Outputs out = { .one = bind_output(runtime, "OutOne", width, height, 4, GAP, 4),
                        .four = bind_output(runtime, "OutFour", width, height, 16, GAP, 16) };
        run(runtime, textures[i], wave, i ? (width + 63) / 64 : (width + 7) / 8, i ? height : (height + 7) / 8);
        check_textures(&out, width, height, i ? 2 : 1);
        drop_place(out.one), drop_place(out.four);
    }
    for (size_t i = 0; i < sizeof in / sizeof *in; i++)
        drop_place(in[i]);
}

int main(int argc, char **argv)
{
    static const int widths[] = { 1, 3, 5, 16, 17, 31, 33, 63, 67, 129 };
    WccRuntime *runtime = wcc_new(&wcc_module, 1);
    demand(runtime != NULL, "wcc_new", NULL);
    for (int i = 1; i < argc; i++)
        for (size_t j = 0; j < sizeof widths / sizeof *widths; j++)
            try_size(runtime, atoi(argv[i]), widths[j], j % 3 ? 3 : 9);
    wcc_free(runtime);
    return 0;
}
