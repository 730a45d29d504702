/* Reading OpenEXR: scanlines or tiles (the largest level), any compression that the library knows.
 * A picture is as large as the display window; what the data window does not cover is 0, what lies
 * outside is left out. Of several parts it is the first that has the channels and is not deep. */
#include "exr_b44.h"
#include "exr_channels.h"
#include "files.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_SIDE = 1 << 20 };

typedef struct ExrReader {
    Report *report;
    ExrLibrary library;
    Bytes bytes;
    exr_context_t context;
    int part;
    const exr_attr_chlist_t *list;
    ExrPicks picks;
    exr_attr_box2i_t data, display;
    exr_decode_pipeline_t decoder;
    bool is_decoding, is_b44;
    uint8_t *planes[5]; /* of one chunk, by component */
    size_t capacities[5];
} ExrReader;

static int64_t read_bytes(exr_const_context_t context, void *user, void *target, uint64_t count,
                          uint64_t offset, exr_stream_error_func_ptr_t on_error)
{
    const ExrReader *reader = user;
    (void)context, (void)on_error;
    uint64_t left = offset < reader->bytes.count ? reader->bytes.count - offset : 0;
    uint64_t length = count < left ? count : left;
    if (length)
        memcpy(target, reader->bytes.data + offset, length);
    return (int64_t)length;
}

static int64_t count_bytes(exr_const_context_t context, void *user)
{
    (void)context;
    return (int64_t)((const ExrReader *)user)->bytes.count;
}

/* The result says enough. */
static void on_error(exr_const_context_t context, exr_result_t code, const char *message)
{
    (void)context, (void)code, (void)message;
}

static bool check(ExrReader *reader, exr_result_t result)
{
    return result == EXR_ERR_SUCCESS ||
           host_fail(reader->report, "no readable .exr: %s",
                     reader->library.get_error_code_as_string(result));
}

/* The library (3.1) wants of each part what only deep ones have. */
static bool has_deep_part(Bytes bytes)
{
    enum { FLAGS = 5, DEEP_AMONG_PARTS = 0x18 };
    return bytes.count > FLAGS && (bytes.data[FLAGS] & DEEP_AMONG_PARTS) == DEEP_AMONG_PARTS;
}

static bool fail_open(ExrReader *reader, exr_result_t result)
{
    if (result == EXR_ERR_MISSING_REQ_ATTR && has_deep_part(reader->bytes))
        return host_fail(reader->report, "it has a part with deep pixels, beside which the library reads no others");
    return check(reader, result);
}

static bool open_file(ExrReader *reader)
{
    exr_context_initializer_t start = EXR_DEFAULT_CONTEXT_INITIALIZER;
    start.error_handler_fn = on_error;
    start.user_data = reader;
    start.read_fn = read_bytes;
    start.size_fn = count_bytes;
    start.max_image_width = start.max_image_height = MAX_SIDE;
    start.max_tile_width = start.max_tile_height = MAX_SIDE;
    start.flags = EXR_CONTEXT_FLAG_SILENT_HEADER_PARSE |
                  EXR_CONTEXT_FLAG_DISABLE_CHUNK_RECONSTRUCTION;
    return fail_open(reader, reader->library.start_read(&reader->context, "the file", &start));
}

static bool fail_channels(ExrReader *reader, const char *option, const Text *known)
{
    if (*option)
        return host_fail(reader->report, "it has no channels '%.60s'; there are: %s", option,
                         known->text ? known->text : "");
    return host_fail(reader->report,
                     "which of its channels? FILE.exr:NAME,NAME takes up to four, FILE.exr:LAYER "
                     "those of a layer; there are: %s",
                     known->text ? known->text : "");
}

/* "" where it has none, or there is no other part to tell it from. */
static const char *part_name(ExrReader *reader, int part, int parts)
{
    const char *name = NULL;
    bool has_name = parts > 1 && reader->library.get_name(reader->context, part, &name) ==
                                     EXR_ERR_SUCCESS;
    return has_name && name ? name : "";
}

/* CHANNELS, PART or PART.CHANNELS */
static bool pick_of_part(ExrReader *reader, const char *name, const char *option)
{
    size_t length = strlen(name);
    if (host_pick_exr_channels(reader->list, option, &reader->picks))
        return true;
    if (!length || strncmp(option, name, length) != 0 || (option[length] && option[length] != '.'))
        return false;
    return host_pick_exr_channels(reader->list, option + length + (option[length] == '.'),
                                  &reader->picks);
}

/* Not deep, as far as is known. */
static bool find_channels(ExrReader *reader, int part)
{
    const ExrLibrary *exr = &reader->library;
    exr_storage_t storage = EXR_STORAGE_LAST_TYPE;
    return exr->get_storage(reader->context, part, &storage) == EXR_ERR_SUCCESS &&
           (storage == EXR_STORAGE_SCANLINE || storage == EXR_STORAGE_TILED) &&
           exr->get_channels(reader->context, part, &reader->list) == EXR_ERR_SUCCESS;
}

/* The first part with these channels. */
static bool find_part(ExrReader *reader, const char *option)
{
    int parts = 0;
    bool is_found = false, is_flat = false;
    Text known = {0};
    if (!check(reader, reader->library.get_count(reader->context, &parts)))
        return false;
    for (int part = 0; part < parts && !is_found; part++) {
        const char *name = part_name(reader, part, parts);
        host_text_printf(&known, "%s%.60s%s", part ? "; " : "", name, *name ? ": " : "");
        if (!find_channels(reader, part)) {
            host_text_printf(&known, "deep pixels, which are not supported");
            continue;
        }
        host_list_exr_channels(reader->list, &known);
        is_flat = true;
        reader->part = part;
        is_found = pick_of_part(reader, name, option);
    }
    if (!is_flat)
        host_fail(reader->report, "it has deep pixels only, which are not supported");
    else if (!is_found)
        fail_channels(reader, option, &known);
    free(known.text);
    return is_found;
}

static bool check_sampling(ExrReader *reader)
{
    for (int i = 0; i < reader->picks.count; i++) {
        if (reader->picks.channels[i] == EXR_NONE)
            continue;
        const exr_attr_chlist_entry_t *entry = &reader->list->entries[reader->picks.channels[i]];
        if (entry->x_sampling != 1 || entry->y_sampling != 1)
            return host_fail(reader->report,
                             "its channel '%.60s' has a sample for each %d x %d pixels only, which "
                             "is not supported; FILE.exr:NAME takes one of the others",
                             entry->name.str, entry->x_sampling, entry->y_sampling);
        if ((unsigned)entry->pixel_type >= EXR_PIXEL_LAST_TYPE)
            return host_fail(reader->report, "its channel '%.60s' has a type that is not known",
                             entry->name.str);
    }
    return true;
}

/* OpenEXRCore 3.1 cannot decode DWA. */
static bool check_compression(ExrReader *reader)
{
    exr_compression_t compression = EXR_COMPRESSION_NONE;
    if (!check(reader, reader->library.get_compression(reader->context, reader->part,
                                                       &compression)))
        return false;
    if (compression == EXR_COMPRESSION_DWAA || compression == EXR_COMPRESSION_DWAB)
        return host_fail(reader->report,
                         "its compression, DWA, is none that the library decodes; use ZIP or PIZ");
    reader->is_b44 = compression == EXR_COMPRESSION_B44 || compression == EXR_COMPRESSION_B44A;
    return true;
}

/* 0 where a window is empty or turned over. */
static size_t side(int32_t first, int32_t last)
{
    return last < first ? 0 : (size_t)((int64_t)last - first + 1);
}

static bool find_windows(ExrReader *reader)
{
    const ExrLibrary *exr = &reader->library;
    if (!check(reader, exr->get_data_window(reader->context, reader->part, &reader->data)) ||
        !check(reader, exr->get_display_window(reader->context, reader->part, &reader->display)))
        return false;
    const exr_attr_box2i_t *windows[] = {&reader->data, &reader->display};
    for (int i = 0; i < 2; i++) {
        size_t width = side(windows[i]->min.x, windows[i]->max.x);
        size_t height = side(windows[i]->min.y, windows[i]->max.y);
        if (!width || !height || width > MAX_SIDE || height > MAX_SIDE)
            return host_fail(reader->report,
                             "its %s window (%d, %d) - (%d, %d) makes no picture",
                             i ? "display" : "data", windows[i]->min.x, windows[i]->min.y,
                             windows[i]->max.x, windows[i]->max.y);
    }
    return true;
}

/* A table of chunks that the file has no room for: it cannot be as large as it says. */
static bool check_chunks(ExrReader *reader)
{
    int32_t chunks = 0;
    return check(reader, reader->library.get_chunk_count(reader->context, reader->part, &chunks)) &&
           (((uint64_t)chunks <= reader->bytes.count / 16) ||
            host_fail(reader->report, "no readable .exr: it is too small for what it says"));
}

static uint32_t pixel_bytes(exr_pixel_type_t type)
{
    return type == EXR_PIXEL_HALF ? 2 : 4;
}

/* The first component with the same channel, whose plane both have. */
static int first_of(const ExrReader *reader, int component)
{
    int first = 0;
    while (reader->picks.channels[first] != reader->picks.channels[component])
        first++;
    return first;
}

/* Makes the plane of a component large enough for this chunk. */
static bool make_plane(ExrReader *reader, int component, const exr_chunk_info_t *chunk)
{
    int index = reader->picks.channels[component];
    size_t size = (size_t)chunk->width * (size_t)chunk->height *
                  pixel_bytes(reader->list->entries[index].pixel_type);
    if (size > HOST_MAX_BYTES)
        return host_fail(reader->report, "too large: more than 2^31 - 1 bytes");
    if (size <= reader->capacities[component])
        return true;
    free(reader->planes[component]);
    reader->planes[component] = malloc(size);
    reader->capacities[component] = reader->planes[component] ? size : 0;
    return reader->planes[component] || host_fail(reader->report, "not enough memory");
}

static bool is_plane(const ExrReader *reader, int component)
{
    return reader->picks.channels[component] != EXR_NONE &&
           first_of(reader, component) == component;
}

/* Points the decoder at planes of this chunk's size. */
static bool aim_decoder(ExrReader *reader, const exr_chunk_info_t *chunk)
{
    for (int i = 0; i < reader->decoder.channel_count; i++)
        reader->decoder.channels[i].decode_to_ptr = NULL;
    for (int i = 0; i < reader->picks.count; i++) {
        int index = reader->picks.channels[i];
        if (!is_plane(reader, i) || index >= reader->decoder.channel_count)
            continue;
        uint32_t bytes = pixel_bytes(reader->list->entries[index].pixel_type);
        if (!make_plane(reader, i, chunk))
            return false;
        exr_coding_channel_info_t *channel = &reader->decoder.channels[index];
        channel->decode_to_ptr = reader->planes[i];
        channel->user_pixel_stride = (int32_t)bytes;
        channel->user_line_stride = (int32_t)(bytes * (uint32_t)chunk->width);
        channel->user_bytes_per_element = (int16_t)bytes;
        channel->user_data_type = channel->data_type;
    }
    return true;
}

static bool unpack_planes(ExrReader *reader, const exr_chunk_info_t *chunk, int32_t x, int32_t y,
                          const uint8_t *bytes)
{
    bool is_packed = chunk->packed_size < chunk->unpacked_size;
    ExrRegion region = {x, y, chunk->width, chunk->height};
    for (int i = 0; i < reader->picks.count; i++) {
        if (!is_plane(reader, i))
            continue;
        if (!make_plane(reader, i, chunk))
            return false;
        if (!host_unpack_b44(reader->list, reader->picks.channels[i], &region, bytes,
                             chunk->packed_size, is_packed, reader->planes[i]))
            return host_fail(reader->report, "no readable .exr: a chunk ends too early");
    }
    return true;
}

/* At (x, y) of the file. */
static bool decode_b44(ExrReader *reader, const exr_chunk_info_t *chunk, int32_t x, int32_t y)
{
    if (chunk->packed_size > reader->bytes.count)
        return host_fail(reader->report, "no readable .exr: it is too small for what it says");
    uint8_t *bytes = malloc(chunk->packed_size + 1);
    bool good = bytes ? check(reader, reader->library.read_chunk(reader->context, reader->part,
                                                                 chunk, bytes)) &&
                            unpack_planes(reader, chunk, x, y, bytes)
                      : host_fail(reader->report, "not enough memory");
    free(bytes);
    return good;
}

/* At (x, y) of the file. */
static bool decode(ExrReader *reader, const exr_chunk_info_t *chunk, int32_t x, int32_t y)
{
    if (reader->is_b44)
        return decode_b44(reader, chunk, x, y);
    const ExrLibrary *exr = &reader->library;
    exr_decode_pipeline_t *decoder = &reader->decoder;
    exr_result_t result =
        reader->is_decoding ? exr->decoding_update(reader->context, reader->part, chunk, decoder)
                            : exr->decoding_initialize(reader->context, reader->part, chunk,
                                                       decoder);
    if (!check(reader, result))
        return false;
    bool is_first = !reader->is_decoding;
    reader->is_decoding = true;
    return aim_decoder(reader, chunk) &&
           (!is_first || check(reader, exr->decoding_choose_default_routines(
                                           reader->context, reader->part, decoder))) &&
           check(reader, exr->decoding_run(reader->context, reader->part, decoder));
}

static Number number_of(exr_pixel_type_t type)
{
    return type == EXR_PIXEL_UINT ? NUMBER_U32 : type == EXR_PIXEL_HALF ? NUMBER_F16 : NUMBER_F32;
}

/* One component of a row of a chunk; every type fits the picture's. */
static void copy_run(ExrReader *reader, int component, const uint8_t *source, size_t count,
                     Number number, uint8_t *target)
{
    exr_pixel_type_t type = reader->list->entries[reader->picks.channels[component]].pixel_type;
    size_t from = pixel_bytes(type), to = host_number(number)->bytes;
    size_t step = to * (size_t)reader->picks.count;
    target += (size_t)component * to;
    for (size_t x = 0; x < count; x++, source += from, target += step) {
        if (number_of(type) == number)
            memcpy(target, source, to);
        else
            host_convert(reader->report, number_of(type), source, number, target, 1);
    }
}

static int32_t larger(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

/* What of a chunk at (x, y) the display window shows. */
static void copy_chunk(ExrReader *reader, const exr_chunk_info_t *chunk, int32_t x, int32_t y,
                       Array *array)
{
    const exr_attr_box2i_t *display = &reader->display;
    int64_t right = (int64_t)x + chunk->width, bottom = (int64_t)y + chunk->height;
    int32_t left = larger(x, display->min.x), top = larger(y, display->min.y);
    right = right <= display->max.x ? right : (int64_t)display->max.x + 1;
    bottom = bottom <= display->max.y ? bottom : (int64_t)display->max.y + 1;
    size_t pixel = host_number(array->number)->bytes * array->dims[2];
    for (int64_t row = top; row < bottom && left < right; row++) {
        size_t index = (size_t)(row - display->min.y) * array->dims[1] +
                       (size_t)((int64_t)left - display->min.x);
        for (int i = 0; i < reader->picks.count; i++) {
            if (reader->picks.channels[i] == EXR_NONE)
                continue;
            uint32_t bytes =
                pixel_bytes(reader->list->entries[reader->picks.channels[i]].pixel_type);
            size_t from = (size_t)(row - y) * (size_t)chunk->width + (size_t)((int64_t)left - x);
            copy_run(reader, i, reader->planes[first_of(reader, i)] + from * bytes, (size_t)(right - left),
                     array->number, array->data + index * pixel);
        }
    }
}

static bool read_scanlines(ExrReader *reader, Array *array)
{
    const ExrLibrary *exr = &reader->library;
    int32_t lines = 0;
    if (!check(reader, exr->get_scanlines_per_chunk(reader->context, reader->part, &lines)))
        return false;
    for (int64_t y = reader->data.min.y; y <= reader->data.max.y; y += larger(lines, 1)) {
        exr_chunk_info_t chunk = {0};
        if (!check(reader, exr->read_scanline_chunk_info(reader->context, reader->part, (int)y,
                                                         &chunk)) ||
            !decode(reader, &chunk, reader->data.min.x, (int32_t)y))
            return false;
        copy_chunk(reader, &chunk, reader->data.min.x, (int32_t)y, array);
    }
    return true;
}

static bool read_tiles(ExrReader *reader, Array *array)
{
    const ExrLibrary *exr = &reader->library;
    int32_t width = 0, height = 0;
    if (!check(reader, exr->get_tile_sizes(reader->context, reader->part, 0, 0, &width, &height)))
        return false;
    if (width < 1 || height < 1)
        return host_fail(reader->report, "no readable .exr: its tiles are empty");
    int tile_y = 0;
    for (int64_t y = reader->data.min.y; y <= reader->data.max.y; y += height, tile_y++) {
        int tile_x = 0;
        for (int64_t x = reader->data.min.x; x <= reader->data.max.x; x += width, tile_x++) {
            exr_chunk_info_t chunk = {0};
            if (!check(reader, exr->read_tile_chunk_info(reader->context, reader->part, tile_x,
                                                         tile_y, 0, 0, &chunk)) ||
                !decode(reader, &chunk, (int32_t)x, (int32_t)y))
                return false;
            copy_chunk(reader, &chunk, (int32_t)x, (int32_t)y, array);
        }
    }
    return true;
}

static bool read_picture(ExrReader *reader, const char *option, Array *array)
{
    exr_storage_t storage = EXR_STORAGE_LAST_TYPE;
    if (!open_file(reader) || !find_part(reader, option) || !check_sampling(reader) ||
        !check_compression(reader) || !find_windows(reader) || !check_chunks(reader) ||
        !check(reader, reader->library.get_storage(reader->context, reader->part, &storage)))
        return false;
    size_t dims[3] = {side(reader->display.min.y, reader->display.max.y),
                      side(reader->display.min.x, reader->display.max.x),
                      (size_t)reader->picks.count};
    return host_new_array(reader->report, array, host_exr_number(reader->list, &reader->picks),
                          MEANING_PICTURE, 3, dims) &&
           (storage == EXR_STORAGE_TILED ? read_tiles(reader, array)
                                         : read_scanlines(reader, array));
}

bool host_find_exr(Report *report)
{
    ExrLibrary library;
    bool is_here = host_open_exr(report, EXR_SONAME, &library);
    host_close_exr(&library);
    return is_here;
}

bool host_read_exr(Report *report, Bytes bytes, const char *option, Array *array)
{
    ExrReader reader = {.report = report, .bytes = bytes};
    bool good = host_open_exr(report, EXR_SONAME, &reader.library) &&
                read_picture(&reader, option, array);
    if (reader.is_decoding)
        reader.library.decoding_destroy(reader.context, &reader.decoder);
    if (reader.context)
        reader.library.finish(&reader.context);
    for (size_t i = 0; i < HOST_LENGTH(reader.planes); i++)
        free(reader.planes[i]);
    host_close_exr(&reader.library);
    if (!good)
        host_free_array(array);
    return good;
}
