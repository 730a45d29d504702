/* Pictures by libpng. Reading gives 8 or 16 bits a channel, as stored: no gamma, and sRGB is
 * decoded only where the option says so. Writing takes one to four components: grey, red and green
 * (blue is 0), RGB, RGBA; 8 bits, or 16 by option, colours by the sRGB function by option. */
#include "files.h"

#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

/* libpng jumps on errors; what must survive lives here. */
typedef struct PngReader {
    Report *report;
    Bytes rest;
    jmp_buf failed;
    png_structp png;
    png_infop info;
    png_bytepp rows;
} PngReader;

static void on_read_error(png_structp png, png_const_charp message)
{
    PngReader *reader = png_get_error_ptr(png);
    host_fail(reader->report, "no readable picture: %s", message);
    longjmp(reader->failed, 1);
}

static void ignore_warning(png_structp png, png_const_charp message)
{
    (void)png, (void)message;
}

static void read_bytes(png_structp png, png_bytep target, size_t count)
{
    PngReader *reader = png_get_io_ptr(png);
    if (count > reader->rest.count)
        png_error(png, "the file ends too early");
    memcpy(target, reader->rest.data, count);
    reader->rest.data += count;
    reader->rest.count -= count;
}

/* 8 or 16 bits, palette and transparent colour resolved. */
static void set_transformations(png_structp png)
{
    png_set_expand(png);
    png_set_swap(png);
    png_set_interlace_handling(png);
}

static void read_rows(PngReader *reader, Array *array)
{
    size_t row_bytes = png_get_rowbytes(reader->png, reader->info);
    reader->rows = malloc(array->dims[0] * sizeof *reader->rows);
    if (!reader->rows)
        png_error(reader->png, "not enough memory");
    for (size_t y = 0; y < array->dims[0]; y++)
        reader->rows[y] = array->data + y * row_bytes;
    png_read_image(reader->png, reader->rows);
    png_read_end(reader->png, NULL);
}

static bool read_picture(PngReader *reader, Array *array)
{
    if (setjmp(reader->failed))
        return false;
    png_set_read_fn(reader->png, reader, read_bytes);
    png_read_info(reader->png, reader->info);
    set_transformations(reader->png);
    png_read_update_info(reader->png, reader->info);
    Number number = png_get_bit_depth(reader->png, reader->info) == 16 ? NUMBER_U16 : NUMBER_U8;
    size_t dims[3] = {png_get_image_height(reader->png, reader->info),
                      png_get_image_width(reader->png, reader->info),
                      png_get_channels(reader->png, reader->info)};
    if (!host_new_array(reader->report, array, number, MEANING_PICTURE, 3, dims))
        return false;
    read_rows(reader, array);
    return true;
}

bool host_read_png(Report *report, Bytes bytes, const char *option, Array *array)
{
    PngReader reader = {.report = report, .rest = bytes};
    reader.png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &reader, on_read_error,
                                        ignore_warning);
    reader.info = reader.png ? png_create_info_struct(reader.png) : NULL;
    bool good = reader.info ? read_picture(&reader, array)
                            : host_fail(report, "libpng could not start");
    png_destroy_read_struct(&reader.png, &reader.info, NULL);
    free(reader.rows);
    array->srgb = host_has_word(option, "srgb");
    if (!good)
        host_free_array(array);
    return good;
}

/* ---- writing ---- */

typedef struct PngWriter {
    Report *report;
    Text *out;
    jmp_buf failed;
    png_structp png;
    png_infop info;
    uint32_t highest; /* 255 or 65535 */
    bool srgb;
    uint16_t *row;  /* of either size */
    size_t clamped; /* numbers that do not fit */
} PngWriter;

static void on_write_error(png_structp png, png_const_charp message)
{
    PngWriter *writer = png_get_error_ptr(png);
    host_fail(writer->report, "could not make a picture: %s", message);
    longjmp(writer->failed, 1);
}

static void write_bytes(png_structp png, png_bytep bytes, size_t count)
{
    PngWriter *writer = png_get_io_ptr(png);
    host_text_add(writer->out, bytes, count);
}

static void flush_nothing(png_structp png)
{
    (void)png;
}

/* The nearest of 255 or 65535 steps, half of one up (D3D functional specification, 3.2.3.5), which
 * double says exactly; comparisons are written so that NaN becomes 0. */
static uint32_t step_from_unit(double value, uint32_t highest)
{
    return value > 0 ? (uint32_t)((value < 1 ? value : 1) * highest + 0.5) : 0;
}

/* Farther from the first or last step than rounding goes, or NaN. */
static bool is_beyond(double value, uint32_t highest)
{
    return !(value > -0.5 / highest && value < (highest + 0.5) / highest);
}

static uint32_t step_from_integer(Wide value, uint32_t highest)
{
    return value < 0 ? 0 : value > highest ? highest : (uint32_t)value;
}

static void put_step(PngWriter *writer, size_t index, uint32_t step)
{
    if (writer->highest == 255)
        ((uint8_t *)writer->row)[index] = (uint8_t)step;
    else
        writer->row[index] = (uint16_t)step;
}

static void put_float(PngWriter *writer, size_t index, double value, bool is_colour)
{
    if (is_colour && writer->srgb)
        value = host_encode_srgb(value);
    put_step(writer, index, step_from_unit(value, writer->highest));
    writer->clamped += is_beyond(value, writer->highest);
}

static void put_number(PngWriter *writer, size_t index, const NumberInfo *info,
                       const uint8_t *source, bool is_colour)
{
    Wide value;
    info->load(source, &value, 1);
    if (info->family == FAMILY_FLOAT) {
        put_float(writer, index, (double)value, is_colour);
    } else if (info->family == FAMILY_BOOL) {
        put_step(writer, index, value != 0 ? writer->highest : 0);
    } else {
        uint32_t step = step_from_integer(value, writer->highest);
        put_step(writer, index, step);
        writer->clamped += step != value;
    }
}

/* One row of a picture; red and green get a blue of 0. */
static void put_row(PngWriter *writer, Number number, const uint8_t *source, size_t width,
                    size_t components)
{
    const NumberInfo *info = host_number(number);
    for (size_t x = 0, index = 0; x < width; x++) {
        for (size_t c = 0; c < components; c++, index++, source += info->bytes) {
            if (number == NUMBER_F32) {
                float value;
                memcpy(&value, source, sizeof value);
                put_float(writer, index, (double)value, c < 3);
            } else {
                put_number(writer, index, info, source, c < 3);
            }
        }
        if (components == 2)
            put_step(writer, index++, 0);
    }
}

static void put_header(PngWriter *writer, const Array *array)
{
    static const int colours[] = {0, PNG_COLOR_TYPE_GRAY, PNG_COLOR_TYPE_RGB, PNG_COLOR_TYPE_RGB,
                                  PNG_COLOR_TYPE_RGB_ALPHA};
    png_set_write_fn(writer->png, writer, write_bytes, flush_nothing);
    /* Measured on a noisy 1920x1080 RGBA picture: 135 ms and 4.7 MB; zlib's default with all
     * filters takes 1200 ms for 3.8 MB. */
    png_set_compression_level(writer->png, 1);
    png_set_filter(writer->png, PNG_FILTER_TYPE_BASE, PNG_FILTER_SUB);
    png_set_IHDR(writer->png, writer->info, (png_uint_32)array->dims[1],
                 (png_uint_32)array->dims[0], writer->highest == 255 ? 8 : 16,
                 colours[array->dims[2]], PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
                 PNG_FILTER_TYPE_DEFAULT);
    if (writer->srgb)
        png_set_sRGB(writer->png, writer->info, PNG_sRGB_INTENT_PERCEPTUAL);
    png_write_info(writer->png, writer->info);
    if (writer->highest > 255)
        png_set_swap(writer->png);
}

static bool write_picture(PngWriter *writer, const Array *array)
{
    size_t height = array->dims[0], row_bytes = array->bytes / height;
    if (setjmp(writer->failed))
        return false;
    put_header(writer, array);
    for (size_t y = 0; y < height; y++) {
        put_row(writer, array->number, array->data + y * row_bytes, array->dims[1],
                array->dims[2]);
        png_write_row(writer->png, (png_const_bytep)writer->row);
    }
    png_write_end(writer->png, writer->info);
    return true;
}

static void warn_clamped(const PngWriter *writer, bool is_float)
{
    char highest[16] = "1", bits[16];
    if (!is_float)
        snprintf(highest, sizeof highest, "%u", writer->highest);
    snprintf(bits, sizeof bits, "%d bits", writer->highest == 255 ? 8 : 16);
    host_warn(writer->report,
              "%zu %s do not fit the %s of a .png: less than 0 became 0, "
              "more than %s became %s%s; .npy keeps them",
              writer->clamped, is_float ? "numbers" : "integers", is_float ? "0 .. 1" : bits,
              highest, highest, is_float ? " and NaN 0" : "");
}

bool host_write_png(Report *report, const Array *array, const Layout *layout, const char *option,
                    Text *out)
{
    (void)layout;
    bool is_float = host_number(array->number)->family == FAMILY_FLOAT;
    PngWriter writer = {.report = report,
                        .out = out,
                        .highest = host_has_word(option, "16") ? 65535 : 255,
                        .srgb = host_has_word(option, "srgb")};
    if (array->meaning != MEANING_PICTURE)
        return host_fail(report, "a .png holds a 2D texture only; use .npy or .bin");
    if (!array->bytes)
        return host_fail(report, "a .png cannot be empty");
    if (writer.srgb && !is_float)
        return host_fail(report, "integers are not encoded; leave out :srgb");
    writer.row = calloc(array->dims[1] * 4, sizeof *writer.row);
    writer.png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &writer, on_write_error,
                                         ignore_warning);
    writer.info = writer.png && writer.row ? png_create_info_struct(writer.png) : NULL;
    bool good = writer.info ? write_picture(&writer, array)
                            : host_fail(report, "not enough memory");
    png_destroy_write_struct(&writer.png, &writer.info);
    free(writer.row);
    if (good && writer.clamped)
        warn_clamped(&writer, is_float);
    return good;
}
