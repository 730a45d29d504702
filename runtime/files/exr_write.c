/* Writing OpenEXR: scanlines, zip. Components are Y, R G, R G B or R G B A; halves stay halves,
 * whole numbers without sign are uint, all else is float. */
#include "exr_library.h"
#include "files.h"

#include <stdlib.h>
#include <string.h>

/* zlib's 4: the library's own programs take it, too. */
enum { ZIP_LEVEL = 4 };

typedef struct ExrWriter {
    Report *report;
    ExrLibrary library;
    exr_context_t context;
    const Array *array; /* of f16, f32 or u32 */
    exr_encode_pipeline_t encoder;
    bool is_encoding;
    Text *out;
} ExrWriter;

/* The table of chunks is written last, into the midst. */
static int64_t write_bytes(exr_const_context_t context, void *user, const void *source,
                           uint64_t count, uint64_t offset, exr_stream_error_func_ptr_t on_error)
{
    static const char zeros[4096];
    Text *out = ((ExrWriter *)user)->out;
    (void)context, (void)on_error;
    while (out->length < offset && !out->failed) {
        uint64_t gap = offset - out->length;
        host_text_add(out, zeros, gap < sizeof zeros ? gap : sizeof zeros);
    }
    if (out->failed)
        return -1;
    uint64_t over = out->length - offset < count ? out->length - offset : count;
    if (over)
        memcpy(out->text + offset, source, over);
    host_text_add(out, (const char *)source + over, count - over);
    return out->failed ? -1 : (int64_t)count;
}

static void on_error(exr_const_context_t context, exr_result_t code, const char *message)
{
    (void)context, (void)code, (void)message;
}

static bool check(ExrWriter *writer, exr_result_t result)
{
    return result == EXR_ERR_SUCCESS ||
           host_fail(writer->report, "could not make an .exr: %s",
                     writer->library.get_error_code_as_string(result));
}

static const char *component_name(size_t components, size_t index)
{
    static const char *const names[] = {"R", "G", "B", "A"};
    return components == 1 ? "Y" : names[index];
}

static bool add_channels(ExrWriter *writer, int part)
{
    Number number = writer->array->number;
    exr_pixel_type_t type = number == NUMBER_F16   ? EXR_PIXEL_HALF
                            : number == NUMBER_U32 ? EXR_PIXEL_UINT
                                                   : EXR_PIXEL_FLOAT;
    size_t components = writer->array->dims[2];
    for (size_t i = 0; i < components; i++)
        if (!check(writer, writer->library.add_channel(
                               writer->context, part, component_name(components, i), type,
                               EXR_PERCEPTUALLY_LOGARITHMIC, 1, 1)))
            return false;
    return true;
}

static bool start_file(ExrWriter *writer)
{
    const ExrLibrary *exr = &writer->library;
    exr_context_initializer_t start = EXR_DEFAULT_CONTEXT_INITIALIZER;
    int part = 0;
    start.error_handler_fn = on_error;
    start.user_data = writer;
    start.write_fn = write_bytes;
    start.zip_level = ZIP_LEVEL;
    return check(writer, exr->start_write(&writer->context, "the file", EXR_WRITE_FILE_DIRECTLY,
                                          &start)) &&
           check(writer, exr->add_part(writer->context, NULL, EXR_STORAGE_SCANLINE, &part)) &&
           check(writer, exr->initialize_required_attr_simple(
                             writer->context, part, (int32_t)writer->array->dims[1],
                             (int32_t)writer->array->dims[0], EXR_COMPRESSION_ZIP)) &&
           add_channels(writer, part) && check(writer, exr->write_header(writer->context));
}

/* The library has sorted the channels by name. */
static void aim_encoder(ExrWriter *writer, size_t y)
{
    const Array *array = writer->array;
    size_t bytes = host_number(array->number)->bytes, components = array->dims[2];
    size_t line = array->dims[1] * components * bytes;
    for (int i = 0; i < writer->encoder.channel_count; i++) {
        exr_coding_channel_info_t *channel = &writer->encoder.channels[i];
        size_t component = 0;
        while (component + 1 < components &&
               strcmp(component_name(components, component), channel->channel_name) != 0)
            component++;
        channel->encode_from_ptr = array->data + y * line + component * bytes;
        channel->user_pixel_stride = (int32_t)(components * bytes);
        channel->user_line_stride = (int32_t)line;
        channel->user_bytes_per_element = (int16_t)bytes;
        channel->user_data_type = channel->data_type;
    }
}

static bool write_chunk(ExrWriter *writer, size_t y, int32_t *lines)
{
    const ExrLibrary *exr = &writer->library;
    exr_chunk_info_t chunk = {0};
    exr_encode_pipeline_t *encoder = &writer->encoder;
    if (!check(writer, exr->write_scanline_chunk_info(writer->context, 0, (int)y, &chunk)))
        return false;
    bool is_first = !writer->is_encoding;
    if (!check(writer, is_first ? exr->encoding_initialize(writer->context, 0, &chunk, encoder)
                                : exr->encoding_update(writer->context, 0, &chunk, encoder)))
        return false;
    writer->is_encoding = true;
    aim_encoder(writer, y);
    *lines = chunk.height;
    return (!is_first ||
            check(writer, exr->encoding_choose_default_routines(writer->context, 0, encoder))) &&
           check(writer, exr->encoding_run(writer->context, 0, encoder));
}

static bool write_picture(ExrWriter *writer)
{
    if (!start_file(writer))
        return false;
    int32_t lines = 1;
    for (size_t y = 0; y < writer->array->dims[0]; y += (size_t)(lines > 0 ? lines : 1))
        if (!write_chunk(writer, y, &lines))
            return false;
    return true;
}

/* As f16, f32 or u32. */
static bool convert(Report *report, const Array *array, Array *converted)
{
    NumberFamily family = host_number(array->number)->family;
    bool is_wide = host_number(array->number)->bytes == 8 || array->number == NUMBER_I32;
    Number number = array->number == NUMBER_F16 ? NUMBER_F16
                    : family == FAMILY_UNSIGNED || family == FAMILY_BOOL ? NUMBER_U32
                                                                         : NUMBER_F32;
    if (is_wide && family != FAMILY_FLOAT)
        return host_fail(report, "an .exr holds f16, f32 and u32, no %s; use .npy",
                         host_number(array->number)->name);
    return host_new_array(report, converted, number, MEANING_PICTURE, 3, array->dims) &&
           host_convert(report, array->number, array->data, number, converted->data,
                        host_array_count(array));
}

bool host_write_exr(Report *report, const Array *array, const Layout *layout, const char *option,
                    Text *out)
{
    (void)layout, (void)option;
    Array converted = {0};
    ExrWriter writer = {.report = report, .array = &converted, .out = out};
    if (array->meaning != MEANING_PICTURE)
        return host_fail(report, "an .exr holds a 2D texture only; use .npy or .bin");
    if (!array->bytes)
        return host_fail(report, "an .exr cannot be empty");
    bool good = host_open_exr(report, EXR_SONAME, &writer.library) &&
                convert(report, array, &converted) && write_picture(&writer);
    if (writer.is_encoding)
        writer.library.encoding_destroy(writer.context, &writer.encoder);
    if (writer.context) {
        exr_result_t result = writer.library.finish(&writer.context);
        good = good && check(&writer, result);
    }
    host_free_array(&converted);
    host_close_exr(&writer.library);
    return good;
}
