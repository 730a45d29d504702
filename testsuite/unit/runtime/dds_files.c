/* .dds files: headers made here word by word, texels in and out. That Pillow reads what is written, and that
 * what ImageMagick writes is read as it reads it, was tried by hand. */
#include <math.h>
#include <stdlib.h>

#include "files/files.h"
#include "formats/formats.h"
#include "host/resources.h"
#include "kernels.h"

enum { HEADER = 128, EXTENDED = 148, MAX_FILE = 4096 };

typedef struct File {
    uint8_t bytes[MAX_FILE];
    size_t count;
} File;

static void put(File *file, uint32_t at, uint32_t word)
{
    memcpy(file->bytes + at, &word, 4);
}

/* Without a pixel format; behind it come texels whose bytes count up. */
static File new_file(uint32_t width, uint32_t height, uint32_t mips, size_t texels)
{
    File file = { "DDS ", HEADER + texels };
    put(&file, 4, 124);
    put(&file, 8, 0x1007);
    put(&file, 12, height);
    put(&file, 16, width);
    put(&file, 28, mips);
    put(&file, 76, 32);
    for (size_t i = 0; i < texels; i++)
        file.bytes[HEADER + i] = (uint8_t)i;
    return file;
}

static File of_masks(uint32_t flags, uint32_t bits, uint32_t r, uint32_t g, uint32_t b, uint32_t a)
{
    File file = new_file(1, 1, 0, bits / 8);
    const uint32_t words[] = { flags, 0, bits, r, g, b, a };
    memcpy(file.bytes + 80, words, sizeof words);
    return file;
}

static File of_code(const char *code, uint32_t width, uint32_t height, size_t texels)
{
    File file = new_file(width, height, 1, texels);
    put(&file, 80, 4);
    memcpy(file.bytes + 84, code, 4);
    return file;
}

static File of_dxgi(uint32_t dxgi, uint32_t dimension, uint32_t is_cube, uint32_t count, uint32_t width, uint32_t height,
                    uint32_t mips, size_t texels)
{
    File file = new_file(width, height, mips, texels);
    put(&file, 80, 4);
    memcpy(file.bytes + 84, "DX10", 4);
    memmove(file.bytes + EXTENDED, file.bytes + HEADER, texels);
    put(&file, 128, dxgi);
    put(&file, 132, dimension);
    put(&file, 136, is_cube * 4);
    put(&file, 140, count);
    put(&file, 144, 0);
    file.count += EXTENDED - HEADER;
    return file;
}

static bool read_file(Report *report, const File *file, Array *array)
{
    *array = (Array){ 0 };
    return host_read_dds(report, (Bytes){ (uint8_t *)file->bytes, file->count }, "", array);
}

static WccResourceInfo info_of(WccKind kind, WccScalar scalar, uint32_t components)
{
    uint32_t stride = components * host_number(host_number_of(scalar))->bytes;
    return (WccResourceInfo){ "gTexture", "texture", kind, 't', 0, 0, 0, 0, scalar, components, stride, 0, NULL, 0, NULL };
}

static Storage *load(const File *file, const WccResourceInfo *info, const TexelFormat *format)
{
    Report report = { 0 };
    Array array;
    if (!read_file(&report, file, &array))
        fail_msg("%s", report.error);
    Storage *storage = host_load_array(&report, info, &array, NULL, format);
    if (!storage)
        fail_msg("%s", report.error);
    host_free_array(&array);
    return storage;
}

static const float *texel(const WccResource *view, uint32_t level, uint32_t x, uint32_t y, uint32_t z)
{
    WccLevel place = view->levels ? view->levels[level] : (WccLevel){ 0, view->row_pitch, view->slice_pitch };
    return (const float *)((uint8_t *)view->data + place.offset + x * view->stride + y * place.row_pitch + z * place.slice_pitch);
}

static void assert_first_texel(const File *file, float r, float g, float b, float a)
{
    WccResourceInfo info = info_of(WCC_TEXTURE2D, WCC_F32, 4);
    Storage *storage = load(file, &info, NULL);
    assert_memory_equal(storage->view.data, ((const float[]){ r, g, b, a }), 16);
    host_drop_storage(storage);
}

/* ---- legacy formats ---- */

enum { ALPHA = 1, RGB = 0x40, GREY = 0x20000, BUMPS = 0x80000 };

static void assert_masks(File file, uint32_t texels, float r, float g, float b, float a)
{
    memcpy(file.bytes + HEADER, &texels, 4);
    assert_first_texel(&file, r, g, b, a);
}

TEST(masks_of_colours_and_luminance)
{
    assert_masks(of_masks(RGB, 24, 0xff0000, 0xff00, 0xff, 0), 0xff3300, 1, 0.2f, 0, 1);
    assert_masks(of_masks(RGB, 32, 0xff0000, 0xff00, 0xff, 0), 0x00ff3300, 1, 0.2f, 0, 1);
    assert_masks(of_masks(RGB | ALPHA, 32, 0xff, 0xff00, 0xff0000, 0xff000000), 0x6600ff33, 0.2f, 1, 0, 0.4f);
    assert_masks(of_masks(RGB, 16, 0xf800, 0x7e0, 0x1f, 0), 0xf81f, 1, 0, 1, 1);
    assert_masks(of_masks(RGB | ALPHA, 16, 0xf00, 0xf0, 0xf, 0xf000), 0x3f00, 1, 0, 0, 0.2f);
    assert_masks(of_masks(RGB | ALPHA, 32, 0x3ff, 0xffc00, 0x3ff00000, 0xc0000000), 0x400003ff, 1, 0, 0, 1 / 3.f);
    assert_masks(of_masks(RGB, 8, 0xe0, 0x1c, 3, 0), 0xe3, 1, 0, 1, 1);
    assert_masks(of_masks(GREY, 8, 0xff, 0, 0, 0), 0x33, 0.2f, 0.2f, 0.2f, 1);
    assert_masks(of_masks(GREY, 16, 0xffff, 0, 0, 0), 0x3333, 0.2f, 0.2f, 0.2f, 1);
    assert_masks(of_masks(GREY | ALPHA, 16, 0xff, 0, 0, 0xff00), 0x6633, 0.2f, 0.2f, 0.2f, 0.4f);
    assert_masks(of_masks(2, 8, 0, 0, 0, 0xff), 0x33, 0, 0, 0, 0.2f);
    assert_masks(of_masks(BUMPS, 16, 0xff, 0xff00, 0, 0), 0x7f81, -1, 1, 0, 1);
    assert_masks(of_masks(BUMPS, 32, 0xff, 0xff00, 0xff0000, 0xff000000), 0x8100007f, 1, 0, 0, -1);
}

static void assert_code(const char *code, size_t bytes, const char *name)
{
    Report report = { 0 };
    Array array;
    File file = of_code(code, 1, 1, bytes);
    if (!read_file(&report, &file, &array))
        fail_msg("%.4s: %s", code, report.error);
    assert_string_equal(array.texture->format.name, name);
    assert_int_equal(array.bytes, bytes);
    host_free_array(&array);
}

TEST(codes_of_letters_and_of_d3dformat)
{
    assert_code("DXT1", 8, "BC1_UNORM");
    assert_code("DXT2", 16, "BC2_UNORM");
    assert_code("DXT3", 16, "BC2_UNORM");
    assert_code("DXT4", 16, "BC3_UNORM");
    assert_code("DXT5", 16, "BC3_UNORM");
    assert_code("ATI1", 8, "BC4_UNORM");
    assert_code("BC4U", 8, "BC4_UNORM");
    assert_code("BC4S", 8, "BC4_SNORM");
    assert_code("ATI2", 16, "BC5_UNORM");
    assert_code("BC5U", 16, "BC5_UNORM");
    assert_code("BC5S", 16, "BC5_SNORM");
    assert_code("\x24\0\0", 8, "R16G16B16A16_UNORM");
    assert_code("\x6e\0\0", 8, "R16G16B16A16_SNORM");
    assert_code("\x6f\0\0", 2, "R16_FLOAT");
    assert_code("\x70\0\0", 4, "R16G16_FLOAT");
    assert_code("\x71\0\0", 8, "R16G16B16A16_FLOAT");
    assert_code("\x72\0\0", 4, "R32_FLOAT");
    assert_code("\x73\0\0", 8, "R32G32_FLOAT");
    assert_code("\x74\0\0", 16, "R32G32B32A32_FLOAT");
}

/* ---- shapes ---- */

/* R8_UINT texels count up in the file: for each slice its levels. */
TEST(levels_of_an_array)
{
    enum { LEVELS = 3, SLICE = 5 * 3 + 2 + 1 };
    File file = of_dxgi(62, 3, 0, 4, 5, 3, LEVELS, 4 * SLICE);
    static const uint32_t before[LEVELS] = { 0, 15, 17 }, widths[LEVELS] = { 5, 2, 1 }, heights[LEVELS] = { 3, 1, 1 };
    WccResourceInfo info = info_of(WCC_TEXTURE2D_ARRAY, WCC_U32, 1);
    Storage *storage = load(&file, &info, NULL);
    assert_int_equal(storage->view.mips, LEVELS);
    assert_int_equal(storage->view.depth, 4);
    for (uint32_t level = 0; level < LEVELS; level++)
        for (uint32_t z = 0; z < 4; z++)
            for (uint32_t y = 0; y < heights[level]; y++)
                for (uint32_t x = 0; x < widths[level]; x++)
                    assert_int_equal(*(const uint32_t *)texel(&storage->view, level, x, y, z),
                                     z * SLICE + before[level] + y * widths[level] + x);
    host_drop_storage(storage);
}

TEST(levels_of_a_volume_have_less_depth)
{
    File file = of_dxgi(62, 4, 0, 1, 4, 2, 3, 4 * 2 * 3 + 2 * 1 * 1 + 1);
    put(&file, 24, 3);
    WccResourceInfo info = info_of(WCC_TEXTURE3D, WCC_U32, 1);
    Storage *storage = load(&file, &info, NULL);
    assert_int_equal(storage->view.depth, 3);
    assert_int_equal(*(const uint32_t *)texel(&storage->view, 0, 3, 1, 2), 23);
    assert_int_equal(*(const uint32_t *)texel(&storage->view, 1, 1, 0, 0), 25);
    assert_int_equal(*(const uint32_t *)texel(&storage->view, 2, 0, 0, 0), 26);
    host_drop_storage(storage);
}

TEST(cubes_are_cubes_and_arrays)
{
    static const WccKind kinds[] = { WCC_TEXTURECUBE, WCC_TEXTURECUBE_ARRAY, WCC_TEXTURE2D_ARRAY };
    File legacy = of_code("\x72\0\0", 2, 2, 6 * 16), extended = of_dxgi(41, 3, 1, 2, 2, 2, 1, 12 * 16);
    put(&legacy, 112, 0xfe00);
    for (size_t i = 0; i < HOST_LENGTH(kinds); i++) {
        WccResourceInfo info = info_of(kinds[i], WCC_F32, 1);
        Storage *six = load(&legacy, &info, NULL), *twelve = i ? load(&extended, &info, NULL) : NULL;
        assert_int_equal(six->view.depth, 6);
        assert_memory_equal(texel(&six->view, 0, 1, 1, 5), legacy.bytes + HEADER + 5 * 16 + 12, 4);
        if (twelve)
            assert_memory_equal(texel(&twelve->view, 0, 0, 1, 11), extended.bytes + EXTENDED + 11 * 16 + 8, 4);
        host_drop_storage(six);
        host_drop_storage(twelve);
    }
}

TEST(lines_and_buffers)
{
    File file = of_dxgi(62, 2, 0, 2, 5, 1, 1, 10);
    WccResourceInfo lines = info_of(WCC_TEXTURE1D_ARRAY, WCC_U32, 1), buffer = info_of(WCC_BUFFER, WCC_U16, 2);
    Storage *storage = load(&file, &lines, NULL);
    assert_int_equal(*(const uint32_t *)texel(&storage->view, 0, 4, 0, 1), 9);
    host_drop_storage(storage);
    storage = load(&file, &buffer, NULL);
    assert_int_equal(storage->view.width, 10);
    assert_memory_equal(storage->view.data, ((const uint16_t[]){ 0, 0, 1, 0, 2, 0 }), 12);
    host_drop_storage(storage);
}

/* 5 x 3 texels lie in two blocks; the second one's first column alone is seen. */
TEST(blocks_at_the_edges_are_cut)
{
    File file = of_code("DXT1", 5, 3, 16);
    static const uint8_t blocks[] = { 0xff, 0xff, 0, 0, 0, 0, 0, 0, 0, 0xf8, 0, 0, 0, 0x55, 0, 0 };
    memcpy(file.bytes + HEADER, blocks, 16);
    WccResourceInfo info = info_of(WCC_TEXTURE2D, WCC_F32, 4);
    Storage *storage = load(&file, &info, NULL);
    assert_int_equal(storage->view.width, 5);
    assert_memory_equal(texel(&storage->view, 0, 3, 2, 0), ((const float[]){ 1, 1, 1, 1 }), 16);
    assert_memory_equal(texel(&storage->view, 0, 4, 0, 0), ((const float[]){ 1, 0, 0, 1 }), 16);
    assert_memory_equal(texel(&storage->view, 0, 4, 1, 0), ((const float[]){ 0, 0, 0, 1 }), 16);
    assert_memory_equal(texel(&storage->view, 0, 4, 2, 0), ((const float[]){ 1, 0, 0, 1 }), 16);
    host_drop_storage(storage);
}

/* ---- formats asked for ---- */

TEST(a_format_of_the_files_family_reads_its_bits_and_others_round_its_numbers)
{
    Report report = { 0 };
    WccResourceInfo floats = info_of(WCC_TEXTURE2D, WCC_F32, 1), uints = info_of(WCC_TEXTURE2D, WCC_U32, 1);
    File file = of_masks(RGB | ALPHA, 32, 0xff, 0xff00, 0xff0000, 0xff000000);
    file.bytes[HEADER] = 0x80;
    Storage *storage = load(&file, &floats, host_find_texel_format(&report, "R8G8B8A8_UNORM_SRGB"));
    assert_true(*(float *)storage->view.data == 0.215860500f); /* ((128 / 255 + 0.055) / 1.055) ^ 2.4 */
    host_drop_storage(storage);
    storage = load(&file, &uints, host_find_texel_format(&report, "R8G8B8A8_UINT"));
    assert_int_equal(*(uint32_t *)storage->view.data, 128);
    host_drop_storage(storage);
    storage = load(&file, &floats, host_find_texel_format(&report, "B5G5R5A1_UNORM"));
    assert_true(*(float *)storage->view.data == 16 / 31.f); /* 128 / 255 * 31 = 15.56 */
    host_drop_storage(storage);
}

TEST(depth_and_families_with_one_format_of_floats_are_seen_as_that)
{
    Report report = { 0 };
    WccResourceInfo floats = info_of(WCC_TEXTURE2D, WCC_F32, 1), uints = info_of(WCC_TEXTURE2D, WCC_U32, 1);
    static const struct { uint32_t dxgi, bits; size_t bytes; float seen; } cases[] = {
        { 40, 0x3f400000, 4, 0.75f }, { 55, 0xffff, 2, 1 }, { 55, 0x3333, 2, 0.2f }, { 1, 0x3f400000, 16, 0.75f },
        { 5, 0x3f400000, 12, 0.75f }, { 15, 0x3f400000, 8, 0.75f }, { 23, 0x3ff, 4, 1 }, { 39, 0xbf800000, 4, -1 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        File file = of_dxgi(cases[i].dxgi, 3, 0, 1, 1, 1, 1, cases[i].bytes);
        put(&file, EXTENDED, cases[i].bits);
        Storage *storage = load(&file, &floats, NULL);
        assert_true(*(float *)storage->view.data == cases[i].seen);
        host_drop_storage(storage);
    }
    File file = of_dxgi(39, 3, 0, 1, 1, 1, 1, 4);
    Storage *storage = load(&file, &uints, host_find_texel_format(&report, "R32_UINT"));
    assert_int_equal(*(uint32_t *)storage->view.data, 0x03020100);
    host_drop_storage(storage);
}

/* ---- the declared type's own format, which is what is written without --format ---- */

static void assert_own_format(WccScalar scalar, uint32_t dxgi, const void *texels, const void *wanted)
{
    File file = of_dxgi(dxgi, 3, 0, 1, 4, 1, 1, 16);
    WccResourceInfo info = info_of(WCC_TEXTURE2D, scalar, 1);
    memcpy(file.bytes + EXTENDED, texels, 16);
    Storage *storage = load(&file, &info, NULL);
    assert_memory_equal(storage->view.data, wanted, 16);
    host_drop_storage(storage);
}

/* D3D functional specification, 3.2.3: NaN is 0, what lies outside is clamped. */
TEST(unorm_and_snorm_take_floats_clamped_and_bool_takes_uints)
{
    static const float floats[4] = { 0.3f, 2, -3, NAN };
    assert_own_format(WCC_UNORM, 41, floats, (const float[]){ 0.3f, 1, 0, 0 });
    assert_own_format(WCC_SNORM, 41, floats, (const float[]){ 0.3f, 1, -1, 0 });
    assert_own_format(WCC_BOOL, 42, (const uint32_t[]){ 0, 1, 0x10000, 0xffffffff }, (const uint32_t[]){ 0, 1, 1, 1 });
}

/* ---- what does not fit ---- */

static void assert_refused(const File *file, WccKind kind, WccScalar scalar, const char *reason)
{
    Report report = { 0 };
    Array array;
    WccResourceInfo info = info_of(kind, scalar, 1);
    assert_true(read_file(&report, file, &array));
    assert_null(host_load_array(&report, &info, &array, NULL, NULL));
    assert_string_equal(report.error, reason);
    host_free_array(&array);
}

TEST(textures_of_other_shapes_and_numbers_are_refused)
{
    File array = of_dxgi(61, 3, 0, 5, 2, 2, 1, 20), volume = of_dxgi(61, 4, 0, 1, 2, 2, 1, 8), single = of_dxgi(62, 3, 0, 1, 2, 2, 1, 4);
    put(&volume, 24, 2);
    assert_refused(&array, WCC_TEXTURE2D, WCC_F32, "is an array of 2D textures of 2 x 2 x 5, which does not fit a texture");
    assert_refused(&array, WCC_TEXTURECUBE, WCC_F32, "is an array of 2D textures of 2 x 2 x 5, which does not fit a texture");
    assert_refused(&volume, WCC_TEXTURE2D_ARRAY, WCC_F32, "is a volume of 2 x 2 x 2, which does not fit a texture");
    assert_refused(&single, WCC_TEXTURE3D, WCC_U32, "is a 2D texture of 2 x 2 x 1, which does not fit a texture");
    assert_refused(&single, WCC_TEXTURE1D, WCC_U32, "is a 2D texture of 2 x 2 x 1, which does not fit a texture");
    assert_refused(&single, WCC_TEXTURE2D, WCC_F32, "format R8_UINT holds uints, which a texture cannot be");
    assert_refused(&array, WCC_TEXTURE2D_ARRAY, WCC_U32, "format R8_UNORM holds numbers 0 .. 1, which a texture cannot be");
    assert_refused(&array, WCC_TEXTURE2D_ARRAY, WCC_SNORM, "format R8_UNORM holds numbers 0 .. 1, which a texture cannot be");
    assert_refused(&single, WCC_TEXTURE2D, WCC_UNORM, "format R8_UINT holds uints, which a texture cannot be");
    assert_refused(&single, WCC_STRUCTURED, WCC_U32, "a texture does not fit a texture");
}

static void assert_damaged(const File *file, const char *reason)
{
    Report report = { 0 };
    Array array;
    assert_false(read_file(&report, file, &array));
    assert_string_equal(report.error, reason);
}

static File changed(File file, uint32_t at, uint32_t word)
{
    put(&file, at, word);
    return file;
}


TEST(damaged_and_lying_files_are_refused)
{
    File good = of_dxgi(28, 3, 0, 2, 4, 4, 3, 2 * (64 + 16 + 4));
    Report report = { 0 };
    Array array;
    assert_true(read_file(&report, &good, &array));
    host_free_array(&array);
    for (size_t count = 0; count < good.count; count++) {
        File cut = good;
        cut.count = count;
        assert_false(read_file(&report, &cut, &array));
    }
    assert_string_equal(report.error, "the file ends too early: 167 bytes of texels, not 168");
    assert_damaged((const File[]){ changed(good, 0, 0x20534445) }, "no .dds file");
    assert_damaged((const File[]){ changed(good, 4, 123) }, "damaged .dds header");
    assert_damaged((const File[]){ changed(good, 76, 31) }, "damaged .dds header");
    assert_damaged((const File[]){ changed(good, 12, 0) }, "its size is 0");
    assert_damaged((const File[]){ changed(good, 28, 4) }, "4 mip levels, where 4 x 4 x 1 has at most 3");
    assert_damaged((const File[]){ changed(good, 28, 0xffffffff) }, "4294967295 mip levels, where 4 x 4 x 1 has at most 3");
    assert_damaged((const File[]){ changed(good, 16, 0xffffffff) }, "too large: more than 2^31 - 1 bytes");
    assert_damaged((const File[]){ changed(good, 140, 0) }, "its size is 0");
    assert_damaged((const File[]){ changed(good, 140, 0x80000000) }, "too large: more than 2^31 - 1 bytes");
    assert_damaged((const File[]){ changed(good, 132, 1) }, "damaged .dds header: no texture has dimension 1");
    assert_damaged((const File[]){ changed(good, 132, 4) }, "damaged .dds header: an array of volumes");
    assert_damaged((const File[]){ changed(good, 128, 27) }, "DXGI format 27 is not supported");
    assert_damaged((const File[]){ changed(good, 84, 0x31475852) }, "format 'RXG1' is not supported");
    assert_damaged((const File[]){ changed(good, 84, 7) }, "format 7 is not supported");
    assert_damaged((const File[]){ changed(good, 80, 0x20) }, "pixel format of flags 0x20 is not supported");
    good = of_dxgi(28, 3, 1, 0x40000000, 4, 4, 1, 6 * 64);
    assert_damaged(&good, "damaged .dds header: too many cubes");
    good = of_code("DXT1", 4, 4, 8);
    assert_damaged((const File[]){ changed(good, 112, 0x200 | 0x400) }, "a cube without all of its 6 faces");
    good = of_masks(RGB, 32, 0xff0000, 0xff00, 0xff, 0);
    assert_damaged((const File[]){ changed(good, 92, 0xf0f0) }, "mask 0xf0f0 of texels of 32 bits is not supported");
    assert_damaged((const File[]){ changed(good, 92, 0xffffffff) }, "mask 0xffffffff of texels of 32 bits is not supported");
    assert_damaged((const File[]){ changed(good, 88, 12) }, "texels of 12 bits are not supported");
    assert_damaged((const File[]){ changed(good, 88, 8) }, "mask 0xff0000 of texels of 8 bits is not supported");
}

/* ---- memory of 16 bits ---- */

/* 0.2 in 8 bits is 51 / 255, in a half 0x3266; D3D clamps integers that a declaration has no room for. */
TEST(halves_and_short_integers_are_rounded_in_their_type)
{
    Report report = { 0 };
    WccResourceInfo halves = info_of(WCC_RWTEXTURE2D, WCC_F16, 4), shorts = info_of(WCC_TEXTURE2D, WCC_I16, 1);
    Storage *storage = host_new_storage(&report, &halves, (Extent){ 2, 2, 1 });
    for (uint32_t y = 0; y < 2; y++)
        for (uint32_t x = 0; x < 2; x++)
            memcpy((char *)texel(&storage->view, 0, x, y, 0), ((const uint16_t[]){ 0x326f, 0x4000, 0xbc00, 0x3266 }), 8);
    host_round_view(&halves, &storage->view, host_find_texel_format(&report, "R8G8B8A8_UNORM"));
    for (uint32_t y = 0; y < 2; y++)
        for (uint32_t x = 0; x < 2; x++)
            assert_memory_equal(texel(&storage->view, 0, x, y, 0), ((const uint16_t[]){ 0x3266, 0x3c00, 0, 0x3266 }), 8);
    host_drop_storage(storage);
    File file = of_dxgi(43, 3, 0, 1, 3, 1, 1, 12);
    memcpy(file.bytes + EXTENDED, ((const int32_t[]){ 70000, -70000, -5 }), 12);
    storage = load(&file, &shorts, NULL);
    assert_memory_equal(storage->view.data, ((const int16_t[]){ 32767, -32768, -5 }), 6);
    host_drop_storage(storage);
}

TEST(a_shared_exponent_is_the_largest_components)
{
    Report report = { 0 };
    WccResourceInfo info = info_of(WCC_RWTEXTURE2D, WCC_F32, 3);
    Storage *storage = host_new_storage(&report, &info, (Extent){ 1, 1, 1 });
    memcpy(storage->view.data, ((const float[]){ 300, 0.7f, 1.2f }), 12);
    host_round_view(&info, &storage->view, host_find_texel_format(&report, "R9G9B9E5_SHAREDEXP"));
    assert_memory_equal(storage->view.data, ((const float[]){ 300, 1, 1 }), 12); /* in whole numbers */
    host_drop_storage(storage);
}

/* ---- writing ---- */

/* Headers as Direct3D 9 has them: flags, code, bits, masks. */
static void assert_written(const char *name, WccKind kind, uint32_t slices, const uint32_t pixels[7])
{
    Report report = { 0 };
    const TexelFormat *format = host_find_texel_format(&report, name);
    Texture texture = { *format, kind == WCC_TEXTURE3D ? 3 : 2, kind == WCC_TEXTURECUBE, 2, 2, kind == WCC_TEXTURE3D ? slices : 1,
                        kind == WCC_TEXTURE3D ? 1 : slices, 1 };
    size_t texels;
    assert_true(host_measure_texture(&report, &texture, &texels));
    Array array = { .bytes = texels, .data = calloc(1, texels), .meaning = MEANING_TEXTURE, .texture = &texture };
    Text text = { 0 };
    assert_true(host_write_dds(&report, &array, NULL, "", &text));
    assert_memory_equal(text.text + 80, pixels, 28);
    assert_int_equal(text.length, (pixels[1] == 0x30315844 ? EXTENDED : HEADER) + texels);
    Array again;
    assert_true(host_read_dds(&report, (Bytes){ (uint8_t *)text.text, text.length }, "", &again));
    assert_string_equal(again.texture->format.name, name);
    assert_int_equal(again.texture->slices, texture.slices);
    assert_int_equal(again.texture->depth, texture.depth);
    host_free_array(&again);
    free(array.data);
    free(text.text);
}

TEST(headers_are_directx_9s_where_it_has_the_format_and_the_shape)
{
    static const uint32_t rgba[7] = { RGB | ALPHA, 0, 32, 0xff, 0xff00, 0xff0000, 0xff000000 }, half[7] = { 4, 113 },
                          ten[7] = { 4, 0x30315844 };
    assert_written("R8G8B8A8_UNORM", WCC_TEXTURE2D, 1, rgba);
    assert_written("R8G8B8A8_UNORM", WCC_TEXTURECUBE, 6, rgba);
    assert_written("R8G8B8A8_UNORM", WCC_TEXTURE3D, 4, rgba);
    assert_written("R8G8B8A8_UNORM", WCC_TEXTURE2D_ARRAY, 2, ten);
    assert_written("R8G8B8A8_UNORM", WCC_TEXTURECUBE, 12, ten);
    assert_written("B8G8R8A8_UNORM", WCC_TEXTURE2D, 1, (uint32_t[7]){ RGB | ALPHA, 0, 32, 0xff0000, 0xff00, 0xff, 0xff000000 });
    assert_written("B8G8R8X8_UNORM", WCC_TEXTURE2D, 1, (uint32_t[7]){ RGB, 0, 32, 0xff0000, 0xff00, 0xff });
    assert_written("B5G6R5_UNORM", WCC_TEXTURE2D, 1, (uint32_t[7]){ RGB, 0, 16, 0xf800, 0x7e0, 0x1f });
    assert_written("B5G5R5A1_UNORM", WCC_TEXTURE2D, 1, (uint32_t[7]){ RGB | ALPHA, 0, 16, 0x7c00, 0x3e0, 0x1f, 0x8000 });
    assert_written("B4G4R4A4_UNORM", WCC_TEXTURE2D, 1, (uint32_t[7]){ RGB | ALPHA, 0, 16, 0xf00, 0xf0, 0xf, 0xf000 });
    assert_written("R16G16_UNORM", WCC_TEXTURE2D, 1, (uint32_t[7]){ RGB, 0, 32, 0xffff, 0xffff0000 });
    assert_written("A8_UNORM", WCC_TEXTURE2D, 1, (uint32_t[7]){ 2, 0, 8, 0, 0, 0, 0xff });
    assert_written("R8G8_SNORM", WCC_TEXTURE2D, 1, (uint32_t[7]){ BUMPS, 0, 16, 0xff, 0xff00 });
    assert_written("R8G8B8A8_SNORM", WCC_TEXTURE2D, 1, (uint32_t[7]){ BUMPS, 0, 32, 0xff, 0xff00, 0xff0000, 0xff000000 });
    assert_written("R16G16_SNORM", WCC_TEXTURE2D, 1, (uint32_t[7]){ BUMPS, 0, 32, 0xffff, 0xffff0000 });
    assert_written("R16G16B16A16_FLOAT", WCC_TEXTURE2D, 1, half);
    assert_written("R8_UNORM", WCC_TEXTURE2D, 1, ten);
    assert_written("R8G8B8A8_UNORM_SRGB", WCC_TEXTURE2D, 1, ten);
    assert_written("R10G10B10A2_UNORM", WCC_TEXTURE2D, 1, ten);
    assert_written("R8G8B8A8_UINT", WCC_TEXTURE2D, 1, ten);
}

/* A texture of 16 x 8 with levels, written and read again. */
TEST(what_is_written_has_all_levels_and_is_read_as_it_was)
{
    static const struct { WccKind kind; uint32_t slices, dimension, is_cube, count, depth; } shapes[] = {
        { WCC_TEXTURE2D, 1, 3, 0, 1, 1 },      { WCC_TEXTURE2D_ARRAY, 3, 3, 0, 3, 1 }, { WCC_TEXTURECUBE, 6, 3, 4, 1, 1 },
        { WCC_TEXTURECUBE_ARRAY, 12, 3, 4, 2, 1 }, { WCC_TEXTURE3D, 5, 4, 0, 1, 5 },
    };
    const char *path = test_path("levels.dds");
    for (size_t i = 0; i < HOST_LENGTH(shapes); i++) {
        Report report = { 0 };
        Array array = { 0 };
        WccResourceInfo info = info_of(shapes[i].kind, WCC_F32, 2);
        Storage *plain = host_new_storage(&report, &info, (Extent){ 16, 8, shapes[i].slices });
        for (uint32_t line = 0; line < host_view_lines(&plain->view); line++)
            for (uint32_t x = 0; x < 32; x++)
                ((float *)host_view_line(&plain->view, line))[x] = (float)((line * 32 + x) * 2654435761u >> 8);
        Storage *levels = host_new_mips(&report, &info, &plain->view, 0);
        assert_true(host_save_view(&report, &info, &levels->view, NULL, path));
        assert_true(host_read_source(&report, path, &array));
        assert_string_equal(array.texture->format.name, "R32G32_FLOAT");
        assert_int_equal(array.texture->is_cube, shapes[i].is_cube != 0);
        assert_int_equal(array.texture->dimensions, shapes[i].dimension - 1);
        assert_int_equal(array.texture->depth, shapes[i].depth);
        Storage *again = host_load_array(&report, &info, &array, NULL, NULL);
        assert_int_equal(again->view.mips, 5);
        assert_int_equal(again->bytes, levels->bytes);
        assert_memory_equal(again->view.data, levels->view.data, levels->bytes);
        host_free_array(&array);
        host_drop_storage(again);
        host_drop_storage(levels);
        host_drop_storage(plain);
    }
}

TEST(the_header_of_what_is_written)
{
    const char *path = test_path("header.dds");
    Report report = { 0 };
    WccResourceInfo info = info_of(WCC_RWTEXTURE2D, WCC_F32, 4);
    Storage *storage = host_new_storage(&report, &info, (Extent){ 2, 1, 1 });
    memcpy(storage->view.data, ((const float[]){ 1, 0.2f, 0, 0.4f, 0.5f, 2, -1, 1 }), 32);
    assert_true(host_save_view(&report, &info, &storage->view, host_find_texel_format(&report, "B8G8R8A8_UNORM"), path));
    host_drop_storage(storage);
    uint8_t bytes[200];
    FILE *file = fopen(path, "rb");
    size_t count = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    File wanted = new_file(2, 1, 1, 8);
    static const uint32_t pixels[] = { RGB | ALPHA, 0, 32, 0xff0000, 0xff00, 0xff, 0xff000000 };
    memcpy(wanted.bytes + 80, pixels, sizeof pixels);
    put(&wanted, 8, 0x100f);
    put(&wanted, 20, 8);      /* pitch */
    put(&wanted, 24, 1);
    put(&wanted, 108, 0x1000);
    memcpy(wanted.bytes + HEADER, "\x00\x33\xff\x66\x00\xff\x80\xff", 8);
    assert_int_equal(count, wanted.count);
    assert_memory_equal(bytes, wanted.bytes, count);
}
