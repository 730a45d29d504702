/* Radiance's .hdr: a header in lines, the size, then scanlines of RGBE, four bytes a pixel: three
 * mantissas and a common exponent, m * 2^(e - 136), as Ward's rgbe.c has it; e = 0 is black.
 *     #?RADIANCE \n FORMAT=32-bit_rle_rgbe \n \n -Y 480 +X 640 \n
 * Scanlines are flat, with old runs (1 1 1 n: the last pixel n times more, shifted by 8 bits for
 * each one that follows another) or new ones (2 2 and the width in two bytes, then the four planes by
 * themselves: 128 + n and a byte, or n and so many bytes). */
#include "files.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MIN_RUN_WIDTH = 8, MAX_RUN_WIDTH = 32767, MAX_SIDE = 1 << 20, MAX_LINE = 2000 };

/* ---- the header ---- */

/* "-Y 480 +X 640": scanlines lie along the second axis and follow each other along the first. */
typedef struct Orientation {
    bool x_first, first_falls, second_falls;
    size_t first, second; /* how long */
} Orientation;

typedef struct HdrReader {
    Report *report;
    Bytes rest;
    double exposure;
    Orientation lie;
} HdrReader;

static bool fail_early(HdrReader *reader)
{
    return host_fail(reader->report, "no readable .hdr: the file ends too early");
}

/* A line without its end; false: there is none. */
static bool take_line(HdrReader *reader, char line[MAX_LINE])
{
    const uint8_t *start = reader->rest.data;
    const uint8_t *end = reader->rest.count ? memchr(start, '\n', reader->rest.count) : NULL;
    if (!end || end - start >= MAX_LINE)
        return false;
    memcpy(line, start, (size_t)(end - start));
    line[end - start] = 0;
    reader->rest.data += end - start + 1;
    reader->rest.count -= (size_t)(end - start) + 1;
    return true;
}

static bool note_line(HdrReader *reader, const char *line)
{
    double value;
    const char *format = "FORMAT=", *exposure = "EXPOSURE=";
    if (!strncmp(line, format, strlen(format)) &&
        strcmp(line + strlen(format), "32-bit_rle_rgbe") != 0)
        return host_fail(reader->report, "its format is '%.40s'; only 32-bit_rle_rgbe is supported",
                         line + strlen(format));
    if (!strncmp(line, exposure, strlen(exposure))) {
        value = strtod(line + strlen(exposure), NULL);
        reader->exposure *= value > 0 ? value : 1;
    }
    return true;
}

/* "-Y 480 " or "+X 640"; *is_x and *falls say which. */
static bool take_axis(const char **text, bool *is_x, bool *is_minus, size_t *length)
{
    uint64_t count;
    char sign = **text;
    if ((sign != '-' && sign != '+') || ((*text)[1] != 'X' && (*text)[1] != 'Y') ||
        (*text)[2] != ' ')
        return false;
    *is_x = (*text)[1] == 'X';
    *is_minus = sign == '-';
    *text += 3;
    if (!host_parse_count(*text, text, MAX_SIDE, &count) || !count)
        return false;
    *length = count;
    *text += **text == ' ';
    return true;
}

/* +Y goes up, +X to the right. */
static bool take_size(HdrReader *reader, const char *line)
{
    Orientation *lie = &reader->lie;
    const char *text = line;
    bool is_x, first_minus, second_minus;
    if (!take_axis(&text, &lie->x_first, &first_minus, &lie->first) ||
        !take_axis(&text, &is_x, &second_minus, &lie->second) || *text || is_x == lie->x_first)
        return host_fail(reader->report, "no readable .hdr: '%.40s' is no size as -Y 480 +X 640",
                         line);
    lie->first_falls = lie->x_first ? first_minus : !first_minus;
    lie->second_falls = lie->x_first ? !second_minus : second_minus;
    return true;
}

static bool read_header(HdrReader *reader)
{
    char line[MAX_LINE];
    if (reader->rest.count < 2 || memcmp(reader->rest.data, "#?", 2) != 0)
        return host_fail(reader->report, "no .hdr file: it does not begin with #?");
    do {
        if (!take_line(reader, line))
            return fail_early(reader);
        if (!note_line(reader, line))
            return false;
    } while (line[0]);
    return take_line(reader, line) ? take_size(reader, line) : fail_early(reader);
}

/* ---- scanlines ---- */

/* Four planes, each of runs and literals. */
static bool take_new_runs(HdrReader *reader, size_t width, uint8_t *pixels)
{
    const uint8_t *at = reader->rest.data + 4, *end = reader->rest.data + reader->rest.count;
    for (size_t plane = 0; plane < 4; plane++) {
        for (size_t x = 0; x < width;) {
            if (end - at < 2)
                return fail_early(reader);
            size_t count = *at++;
            bool is_run = count > 128;
            count -= is_run ? 128 : 0;
            if (!count || count > width - x)
                return host_fail(reader->report, "no readable .hdr: a run is too long");
            if (!is_run && (size_t)(end - at) < count)
                return fail_early(reader);
            for (size_t i = 0; i < count; i++, x++)
                pixels[x * 4 + plane] = is_run ? *at : at[i];
            at += is_run ? 1 : count;
        }
    }
    reader->rest.count = (size_t)(end - at);
    reader->rest.data = (uint8_t *)at;
    return true;
}

/* Pixels one by one, and old runs of the last. */
static bool take_pixels(HdrReader *reader, size_t width, uint8_t *pixels)
{
    uint32_t shift = 0;
    for (size_t x = 0; x < width;) {
        const uint8_t *pixel = reader->rest.data;
        if (reader->rest.count < 4)
            return fail_early(reader);
        reader->rest.data += 4;
        reader->rest.count -= 4;
        if (pixel[0] != 1 || pixel[1] != 1 || pixel[2] != 1) {
            memcpy(pixels + x++ * 4, pixel, 4);
            shift = 0;
            continue;
        }
        size_t count = shift < 32 ? (size_t)pixel[3] << shift : SIZE_MAX;
        if (!x || count > width - x)
            return host_fail(reader->report, "no readable .hdr: a run is too long");
        for (size_t i = 0; i < count; i++, x++)
            memcpy(pixels + x * 4, pixels + (x - 1) * 4, 4);
        shift += 8;
    }
    return true;
}

static bool take_scanline(HdrReader *reader, size_t width, uint8_t *pixels)
{
    const uint8_t *at = reader->rest.data;
    bool has_runs = width >= MIN_RUN_WIDTH && width <= MAX_RUN_WIDTH && reader->rest.count >= 4 &&
                    at[0] == 2 && at[1] == 2 && at[2] < 128;
    if (!has_runs)
        return take_pixels(reader, width, pixels);
    if (((size_t)at[2] << 8 | at[3]) != width)
        return host_fail(reader->report, "no readable .hdr: a scanline has another width");
    return take_new_runs(reader, width, pixels);
}

static void put_pixel(const HdrReader *reader, size_t line, size_t index, const uint8_t *pixel,
                      Array *array)
{
    const Orientation *lie = &reader->lie;
    size_t first = lie->first_falls ? lie->first - 1 - line : line;
    size_t second = lie->second_falls ? lie->second - 1 - index : index;
    size_t x = lie->x_first ? first : second, y = lie->x_first ? second : first;
    float *target = (float *)array->data + (y * array->dims[1] + x) * 3;
    for (int i = 0; i < 3; i++)
        target[i] = pixel[3] ? ldexpf(pixel[i], pixel[3] - 136) : 0;
}

static bool read_scanlines(HdrReader *reader, Array *array)
{
    const Orientation *lie = &reader->lie;
    uint8_t *pixels = calloc(lie->second + 1, 4);
    bool good = pixels || host_fail(reader->report, "not enough memory");
    for (size_t line = 0; good && line < lie->first; line++) {
        good = take_scanline(reader, lie->second, pixels);
        for (size_t i = 0; good && i < lie->second; i++)
            put_pixel(reader, line, i, pixels + i * 4, array);
    }
    free(pixels);
    return good;
}

bool host_read_hdr(Report *report, Bytes bytes, const char *option, Array *array)
{
    (void)option;
    HdrReader reader = {.report = report, .rest = bytes, .exposure = 1};
    if (!read_header(&reader))
        return false;
    size_t dims[3] = {reader.lie.x_first ? reader.lie.second : reader.lie.first,
                      reader.lie.x_first ? reader.lie.first : reader.lie.second, 3};
    bool good = host_new_array(report, array, NUMBER_F32, MEANING_PICTURE, 3, dims) &&
                read_scanlines(&reader, array);
    if (good && reader.exposure != 1)
        host_warn(report, "the .hdr says EXPOSURE=%g; its numbers are read as they are",
                  reader.exposure);
    if (!good)
        host_free_array(array);
    return good;
}

/* ---- writing ---- */

/* Nearest mantissas for the exponent that the largest needs; gives how many do not fit: what is
 * less than 0, NaN, or too large. */
static size_t encode_pixel(const float colour[3], uint8_t pixel[4])
{
    float values[3], largest = 0;
    size_t clamped = 0;
    const float highest = 0x1.fep+126f; /* 255 * 2^(255 - 136) */
    for (int i = 0; i < 3; i++) {
        values[i] = colour[i] > 0 ? fminf(colour[i], highest) : 0;
        clamped += !(colour[i] >= 0 && colour[i] <= highest);
        largest = fmaxf(largest, values[i]);
    }
    int exponent;
    frexpf(largest, &exponent);
    if (rintf(ldexpf(largest, 8 - exponent)) > 255)
        exponent++;
    memset(pixel, 0, 4);
    if (largest < 0x1p-128f)
        return clamped;
    for (int i = 0; i < 3; i++)
        pixel[i] = (uint8_t)rintf(ldexpf(values[i], 8 - exponent));
    pixel[3] = (uint8_t)(exponent + 128);
    return clamped;
}

/* How many bytes from there on are the same, at most 127. */
static size_t run_length(const uint8_t *pixels, size_t left)
{
    size_t count = 1;
    while (count < left && count < 127 && pixels[count * 4] == pixels[0])
        count++;
    return count;
}

/* Runs of four and more; what is between them as literals of at most 128. */
static void add_plane(Text *out, const uint8_t *pixels, size_t width)
{
    for (size_t x = 0; x < width;) {
        size_t literals = 0, run = 0;
        while (x + literals < width && literals < 128 &&
               (run = run_length(pixels + (x + literals) * 4, width - x - literals)) < 4)
            literals++;
        uint8_t head[2] = {(uint8_t)literals};
        if (literals)
            host_text_add(out, head, 1);
        for (size_t i = 0; i < literals; i++)
            host_text_add(out, pixels + (x + i) * 4, 1);
        x += literals;
        if (x < width && run >= 4) {
            head[0] = (uint8_t)(128 + run);
            head[1] = pixels[x * 4];
            host_text_add(out, head, 2);
            x += run;
        }
    }
}

static void add_scanline(Text *out, const uint8_t *pixels, size_t width)
{
    if (width < MIN_RUN_WIDTH || width > MAX_RUN_WIDTH) {
        host_text_add(out, pixels, width * 4);
        return;
    }
    uint8_t head[4] = {2, 2, (uint8_t)(width >> 8), (uint8_t)width};
    host_text_add(out, head, 4);
    for (int plane = 0; plane < 4; plane++)
        add_plane(out, pixels + plane, width);
}

bool host_write_hdr(Report *report, const Array *array, const Layout *layout, const char *option,
                    Text *out)
{
    (void)layout, (void)option;
    Array colours;
    if (!host_picture_colours(report, array, "a .hdr", &colours))
        return false;
    size_t height = colours.dims[0], width = colours.dims[1], clamped = 0;
    uint8_t *pixels = malloc(width * 4);
    const float *source = (const float *)colours.data;
    if (pixels)
        host_text_printf(out, "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y %zu +X %zu\n", height,
                         width);
    for (size_t y = 0; pixels && y < height; y++) {
        for (size_t x = 0; x < width; x++, source += 3)
            clamped += encode_pixel(source, pixels + x * 4);
        add_scanline(out, pixels, width);
    }
    bool good = pixels || host_fail(report, "not enough memory");
    if (clamped)
        host_warn(report,
                  "%zu numbers do not fit a .hdr: less than 0 and NaN became 0, more than 2^127 "
                  "its largest; .exr keeps them",
                  clamped);
    free(pixels);
    host_free_array(&colours);
    return good;
}
