/* Pictures by libpng. Reading gives 8 or 16 bits a channel, as stored: no gamma, no sRGB
 * conversion. Writing takes one to four components: grey, red and green (blue is 0), RGB, RGBA;
 * always 8 bits. */
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

bool host_read_png(Report *report, Bytes bytes, Array *array)
{
    PngReader reader = {.report = report, .rest = bytes};
    reader.png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &reader, on_read_error,
                                        ignore_warning);
    reader.info = reader.png ? png_create_info_struct(reader.png) : NULL;
    bool good = reader.info ? read_picture(&reader, array)
                            : host_fail(report, "libpng could not start");
    png_destroy_read_struct(&reader.png, &reader.info, NULL);
    free(reader.rows);
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
    uint8_t *row;
    size_t clamped; /* numbers that do not fit a byte */
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

/* The nearest of 255 steps, half of one up (D3D functional specification, 3.2.3.5), which double
 * says exactly; comparisons are written so that NaN becomes 0. */
static uint8_t byte_from_unit(double value)
{
    return value > 0 ? (uint8_t)((value < 1 ? value : 1) * 255 + 0.5) : 0;
}

/* Farther from the first or last step than rounding goes, or NaN. */
static bool is_beyond(double value)
{
    return !(value > -0.5 / 255 && value < 255.5 / 255);
}

static uint8_t byte_from_wide(Wide value, NumberFamily family)
{
    if (family == FAMILY_FLOAT)
        return byte_from_unit((double)value);
    if (family == FAMILY_BOOL)
        return value != 0 ? 255 : 0;
    return value < 0 ? 0 : value > 255 ? 255 : (uint8_t)value;
}

/* Gives how many do not fit. */
static size_t picture_bytes(Number number, const uint8_t *source, uint8_t *target, size_t count)
{
    const NumberInfo *info = host_number(number);
    bool whole = info->family == FAMILY_SIGNED || info->family == FAMILY_UNSIGNED;
    size_t clamped = 0;
    if (number == NUMBER_F32) {
        const float *values = (const float *)source;
        for (size_t i = 0; i < count; i++) {
            target[i] = byte_from_unit(values[i]);
            clamped += is_beyond(values[i]);
        }
        return clamped;
    }
    for (size_t i = 0; i < count; i++) {
        Wide value;
        info->load(source + i * info->bytes, &value, 1);
        target[i] = byte_from_wide(value, info->family);
        clamped += whole ? target[i] != value
                         : info->family == FAMILY_FLOAT && is_beyond((double)value);
    }
    return clamped;
}

/* Red and green become red, green and a blue of 0, in place from the last pixel on. */
static void add_blue(uint8_t *row, size_t width)
{
    for (size_t x = width; x-- > 0;) {
        uint8_t red = row[2 * x], green = row[2 * x + 1];
        row[3 * x] = red;
        row[3 * x + 1] = green;
        row[3 * x + 2] = 0;
    }
}

static bool write_picture(PngWriter *writer, const Array *array)
{
    static const int colours[] = {0, PNG_COLOR_TYPE_GRAY, PNG_COLOR_TYPE_RGB, PNG_COLOR_TYPE_RGB,
                                  PNG_COLOR_TYPE_RGB_ALPHA};
    size_t height = array->dims[0], width = array->dims[1], components = array->dims[2];
    size_t row_bytes = array->bytes / height;
    if (setjmp(writer->failed))
        return false;
    png_set_write_fn(writer->png, writer, write_bytes, flush_nothing);
    /* Measured on a noisy 1920x1080 RGBA picture: 135 ms and 4.7 MB; zlib's default with all
     * filters takes 1200 ms for 3.8 MB. */
    png_set_compression_level(writer->png, 1);
    png_set_filter(writer->png, PNG_FILTER_TYPE_BASE, PNG_FILTER_SUB);
    png_set_IHDR(writer->png, writer->info, (png_uint_32)width, (png_uint_32)height, 8,
                 colours[components], PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
                 PNG_FILTER_TYPE_DEFAULT);
    png_write_info(writer->png, writer->info);
    for (size_t y = 0; y < height; y++) {
        writer->clamped += picture_bytes(array->number, array->data + y * row_bytes, writer->row,
                                         width * components);
        if (components == 2)
            add_blue(writer->row, width);
        png_write_row(writer->png, writer->row);
    }
    png_write_end(writer->png, writer->info);
    return true;
}

bool host_write_png(Report *report, const Array *array, const Layout *layout, Text *out)
{
    (void)layout;
    PngWriter writer = {.report = report, .out = out};
    if (array->meaning != MEANING_PICTURE)
        return host_fail(report, "a .png holds a 2D texture only; use .npy or .bin");
    if (!array->bytes)
        return host_fail(report, "a .png cannot be empty");
    writer.row = malloc(array->dims[1] * 4);
    writer.png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &writer, on_write_error,
                                         ignore_warning);
    writer.info = writer.png && writer.row ? png_create_info_struct(writer.png) : NULL;
    bool good = writer.info ? write_picture(&writer, array)
                            : host_fail(report, "not enough memory");
    png_destroy_write_struct(&writer.png, &writer.info);
    free(writer.row);
    bool is_float = host_number(array->number)->family == FAMILY_FLOAT;
    if (good && writer.clamped)
        host_warn(report,
                  "%zu %s do not fit the %s of a .png: less than 0 became 0, "
                  "more than %s became %s; .npy keeps them",
                  writer.clamped, is_float ? "numbers" : "integers", is_float ? "0 .. 1" : "8 bits",
                  is_float ? "1" : "255", is_float ? "1 and NaN 0" : "255");
    return good;
}
