/* OpenEXR files made here byte by byte, uncompressed, as the file layout has them: levels of tiles, parts, deep pixels,
 * layers. What a pixel of level (x, y) holds says where it lies. */
#include <stdlib.h>

#include "files/files.h"
#include "kernels.h"

/* ---- bytes ---- */

typedef struct File {
    uint8_t bytes[16384];
    size_t count;
} File;

static void put(File *file, const void *bytes, size_t count)
{
    assert_true(file->count + count <= sizeof file->bytes);
    memcpy(file->bytes + file->count, bytes, count);
    file->count += count;
}

static void put_int(File *file, int32_t value) { put(file, &value, 4); }
static void put_long(File *file, uint64_t value) { put(file, &value, 8); }
static void put_float(File *file, float value) { put(file, &value, 4); }
static void put_name(File *file, const char *name) { put(file, name, strlen(name) + 1); }

static void put_attribute(File *file, const char *name, const char *type, const void *value, size_t size)
{
    put_name(file, name);
    put_name(file, type);
    put_int(file, (int32_t)size);
    put(file, value, size);
}

static void put_text(File *file, const char *name, const char *text)
{
    put_attribute(file, name, "string", text, strlen(text));
}

/* ---- headers ---- */

enum { FLOAT = 2, ONE_LEVEL = 0, MIP_LEVELS = 1, RIP_LEVELS = 2, ROUNDS_UP = 0x10 };
enum { TILED = 0x200, DEEP = 0x800, PARTS = 0x1000 };

typedef struct Part {
    const char *name;          /* of several */
    const char *type;          /* "tiledimage"; NULL: a file of one part says it by its flags */
    const char *channels[5];   /* in the order of their names */
    int type_of_pixels;
    int window[4];             /* of data and display */
    uint32_t tile;             /* its side; 0: scanlines */
    int levels;
    bool has_version;          /* as deep parts do */
    int chunks;
} Part;

static void put_magic(File *file, int flags)
{
    put_int(file, 20000630);
    put_int(file, 2 | flags);
}

static void put_channels(File *file, const Part *part)
{
    File list = { .count = 0 };
    for (int i = 0; i < 5 && part->channels[i]; i++) {
        put_name(&list, part->channels[i]);
        for (const int *at = (const int[]){ part->type_of_pixels, 0, 1, 1 }, *end = at + 4; at < end; at++)
            put_int(&list, *at);
    }
    put(&list, "", 1);
    put_attribute(file, "channels", "chlist", list.bytes, list.count);
}

static void put_header(File *file, const Part *part)
{
    const float zeros[2] = { 0, 0 }, one = 1;
    const int version = 1;
    put_channels(file, part);
    put_attribute(file, "compression", "compression", "", 1);
    put_attribute(file, "dataWindow", "box2i", part->window, 16);
    put_attribute(file, "displayWindow", "box2i", part->window, 16);
    put_attribute(file, "lineOrder", "lineOrder", "", 1);
    put_attribute(file, "pixelAspectRatio", "float", &one, 4);
    put_attribute(file, "screenWindowCenter", "v2f", zeros, 8);
    put_attribute(file, "screenWindowWidth", "float", &one, 4);
    if (part->tile) {
        uint8_t tiles[9] = { (uint8_t)part->tile, 0, 0, 0, (uint8_t)part->tile, 0, 0, 0, (uint8_t)part->levels };
        put_attribute(file, "tiles", "tiledesc", tiles, sizeof tiles);
    }
    if (part->type)
        put_text(file, "type", part->type);
    if (part->name)
        put_text(file, "name", part->name);
    if (part->chunks)
        put_attribute(file, "chunkCount", "int", &part->chunks, 4);
    if (part->has_version)
        put_attribute(file, "version", "int", &version, 4);
    put(file, "", 1);
}

/* ---- pixels ---- */

/* x + 10 y, 100 for each channel, 1000 and 10000 for each level. */
static void put_lines(File *file, const Part *part, const int box[4], int level_x, int level_y)
{
    for (int y = box[1]; y <= box[3]; y++)
        for (int channel = 0; channel < 5 && part->channels[channel]; channel++)
            for (int x = box[0]; x <= box[2]; x++)
                put_float(file, (float)(x + 10 * y + 100 * channel + 1000 * level_x + 10000 * level_y));
}

static int level_side(const Part *part, int side, int level)
{
    for (; level > 0; level--)
        side = part->levels & ROUNDS_UP ? (side + 1) / 2 : side / 2;
    return side > 1 ? side : 1;
}

/* Of one level: a table's entries, or, where there is one to fill, the chunks themselves. */
static int put_level(File *file, const Part *part, int level_x, int level_y, size_t table)
{
    int tile = (int)part->tile, count = 0;
    int width = level_side(part, part->window[2] - part->window[0] + 1, level_x);
    int height = level_side(part, part->window[3] - part->window[1] + 1, level_y);
    for (int y = 0; y < height; y += tile) {
        for (int x = 0; x < width; x += tile, count++) {
            int right = x + tile < width ? x + tile : width, bottom = y + tile < height ? y + tile : height;
            const int box[4] = { part->window[0] + x, part->window[1] + y, part->window[0] + right - 1, part->window[1] + bottom - 1 };
            if (!table) {
                put_long(file, 0);
                continue;
            }
            uint64_t place = file->count;
            memcpy(file->bytes + table + 8 * (size_t)count, &place, 8);
            for (const int *at = (const int[]){ x / tile, y / tile, level_x, level_y }, *end = at + 4; at < end; at++)
                put_int(file, *at);
            size_t size = file->count;
            put_int(file, 0);
            put_lines(file, part, box, level_x, level_y);
            int32_t bytes = (int32_t)(file->count - size - 4);
            memcpy(file->bytes + size, &bytes, 4);
        }
    }
    return count;
}

/* `levels` on each side: all pairs, of mip levels those alike. */
static void put_tiles(File *file, const Part *part, int levels)
{
    size_t table = file->count;
    for (int has_table = 0; has_table < 2; has_table++)
        for (int y = 0; y < levels; y++)
            for (int x = 0; x < levels; x++)
                if (x == y || (part->levels & 0xf) == RIP_LEVELS) {
                    int count = put_level(file, part, x, y, has_table ? table : 0);
                    table += has_table ? 8 * (size_t)count : 0;
                }
}

static void put_scanlines(File *file, const Part *part, int number)
{
    int rows = part->window[3] - part->window[1] + 1;
    size_t table = file->count;
    for (int i = 0; i < rows; i++)
        put_long(file, 0);
    for (int i = 0; i < rows; i++) {
        int y = part->window[1] + i;
        uint64_t place = file->count;
        memcpy(file->bytes + table + 8 * (size_t)i, &place, 8);
        if (part->name)
            put_int(file, number);
        put_int(file, y);
        size_t size = file->count;
        put_int(file, 0);
        put_lines(file, part, (const int[]){ part->window[0], y, part->window[2], y }, 0, 0);
        int32_t bytes = (int32_t)(file->count - size - 4);
        memcpy(file->bytes + size, &bytes, 4);
    }
}

/* ---- what is read ---- */

static void check_picture(const File *file, const char *option, const Part *part, int components, const int *channels)
{
    Report report = { 0 };
    Array array = { 0 };
    if (!host_read_exr(&report, (Bytes){ (uint8_t *)file->bytes, file->count }, option, &array))
        fail_msg("%s", report.error);
    int width = part->window[2] - part->window[0] + 1, height = part->window[3] - part->window[1] + 1;
    assert_int_equal(array.number, NUMBER_F32);
    assert_int_equal(array.dims[0], height);
    assert_int_equal(array.dims[1], width);
    assert_int_equal(array.dims[2], components);
    const float *values = (const float *)array.data;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            for (int i = 0; i < components; i++, values++)
                assert_float_equal(*values, x + part->window[0] + 10 * (y + part->window[1]) + 100 * channels[i], 0);
    host_free_array(&array);
}

static void expect_unread(const File *file, const char *option, const char *error)
{
    Report report = { 0 };
    Array array = { 0 };
    assert_false(host_read_exr(&report, (Bytes){ (uint8_t *)file->bytes, file->count }, option, &array));
    assert_string_equal(report.error, error);
}

#define COLOURS { "B", "G", "R" }
#define RED_GREEN_BLUE (const int[]){ 2, 1, 0 }

/* 13 x 9 in tiles of 4 x 4: four levels on each side, the first of which is the picture. */
TEST(the_largest_level_of_tiles_is_the_picture)
{
    static const int levels[] = { ONE_LEVEL, MIP_LEVELS, MIP_LEVELS | ROUNDS_UP, RIP_LEVELS, RIP_LEVELS | ROUNDS_UP };
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
        Part part = { .channels = COLOURS, .type_of_pixels = FLOAT, .window = { -3, 2, 9, 10 }, .tile = 4, .levels = levels[i] };
        int count = levels[i] == ONE_LEVEL ? 1 : levels[i] & ROUNDS_UP ? 5 : 4;
        File *file = calloc(1, sizeof *file);
        put_magic(file, TILED);
        put_header(file, &part);
        put_tiles(file, &part, count);
        check_picture(file, "", &part, 3, RED_GREEN_BLUE);
        free(file);
    }
}

static void make_lines(File *file, Part part)
{
    file->count = 0;
    put_magic(file, 0);
    put_header(file, &part);
    put_scanlines(file, &part, 0);
}

/* a.B, a.G, a.R were red, green and blue in this order. */
TEST(the_colours_of_the_only_layer_are_colours)
{
    File file;
    Part part = { .channels = { "a.c.B", "a.c.G", "a.c.R" }, .type_of_pixels = FLOAT, .window = { 0, 0, 2, 1 } };
    make_lines(&file, part);
    check_picture(&file, "", &part, 3, RED_GREEN_BLUE);
    check_picture(&file, "a.c", &part, 3, RED_GREEN_BLUE);
    check_picture(&file, "a.c.G", &part, 1, (const int[]){ 1 });
    part = (Part){ .channels = { "a.B", "a.R", "b.R" }, .type_of_pixels = FLOAT, .window = { 0, 0, 2, 1 } };
    make_lines(&file, part);
    check_picture(&file, "", &part, 3, (const int[]){ 0, 1, 2 });
    check_picture(&file, "b.R", &part, 1, (const int[]){ 2 });
}

TEST(deep_pixels_are_refused_as_such)
{
    File file = { .count = 0 };
    Part part = { .type = "deepscanline", .channels = { "Z" }, .type_of_pixels = FLOAT, .window = { 0, 0, 0, 0 }, .has_version = true, .chunks = 1 };
    put_magic(&file, DEEP);
    put_header(&file, &part);
    put_long(&file, file.count + 8);
    for (const int *at = (const int[]){ 0, 4, 0, 4, 0, 4, 0, 1 }, *end = at + 8; at < end; at++)
        put_int(&file, *at); /* y, bytes of the counts, of the samples, of these unpacked; one sample */
    put_float(&file, 5);
    expect_unread(&file, "", "it has deep pixels only, which are not supported");
}

/* The library wants a version of each of them, which other programs give to deep ones only. */
TEST(parts_beside_deep_ones_are_read_where_the_library_does)
{
    Part deep = { .name = "far", .type = "deepscanline", .channels = { "Z" }, .type_of_pixels = FLOAT,
                  .window = { 0, 0, 1, 1 }, .has_version = true, .chunks = 2 };
    Part flat = { .name = "near", .type = "scanlineimage", .channels = COLOURS, .type_of_pixels = FLOAT,
                  .window = { 0, 0, 1, 1 }, .chunks = 2 };
    for (int has_version = 0; has_version < 2; has_version++) {
        File file = { .count = 0 };
        flat.has_version = has_version;
        put_magic(&file, DEEP | PARTS);
        put_header(&file, &deep);
        put_header(&file, &flat);
        put(&file, "", 1);
        put_long(&file, 0);
        put_long(&file, 0);
        put_scanlines(&file, &flat, 1);
        if (!has_version) {
            expect_unread(&file, "", "it has a part with deep pixels, beside which the library reads no others");
            continue;
        }
        check_picture(&file, "", &flat, 3, RED_GREEN_BLUE);
        check_picture(&file, "near", &flat, 3, RED_GREEN_BLUE);
        expect_unread(&file, "far", "it has no channels 'far'; there are: far: deep pixels, which are not supported; near: B, G, R");
    }
}
