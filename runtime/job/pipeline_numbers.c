/* The suite's buffers: Data, FillSize and FillValue as bytes. */
#include <stdlib.h>
#include <string.h>

#include "pipeline.h"

static const char *format_name(const void *list, size_t index)
{
    (void)list;
    return host_data_format((DataFormat)index)->name;
}

static DataFormat format_of(const char *name)
{
    int format = 0;
    while (format < FORMAT_COUNT && strcmp(name, host_data_format((DataFormat)format)->name) != 0)
        format++;
    return (DataFormat)format;
}

bool job_is_data_format(const char *name)
{
    return format_of(name) < FORMAT_COUNT;
}

static bool find_format(const JobSource *source, JobBuffer *buffer)
{
    if (!buffer->format.text)
        return job_fail(source, buffer->place, "a buffer needs a Format: Int32, Float32 ...");
    buffer->number = format_of(buffer->format.text);
    if (buffer->number < FORMAT_COUNT)
        return true;
    host_fail_unknown(source->report, "unknown Format of numbers", buffer->format.text,
                      (NameList){NULL, FORMAT_COUNT, format_name});
    return job_fail_in(source, buffer->format.place);
}

static bool read_number(const JobSource *source, const JobBuffer *buffer, const JobText *text,
                        uint8_t *target)
{
    const char *hint = buffer->number == FORMAT_FLOAT16
                           ? ", which the suite writes as its bits: 0x3c00"
                           : "";
    return host_parse_data(buffer->number, text->text, target) ||
           job_fail(source, text->place, "'%.60s' is no %s%s", text->text, buffer->format.text,
                    hint);
}

/* ---- blocks ---- */

static bool new_blocks(JobSource *source, JobBuffer *buffer, size_t bytes)
{
    size_t count = buffer->array_size.value;
    buffer->bytes = bytes;
    if (bytes > HOST_MAX_BYTES)
        return job_fail(source, buffer->place, "'%.60s' is larger than 2 GB", buffer->name.text);
    buffer->blocks = job_alloc(source, count, sizeof *buffer->blocks);
    for (size_t i = 0; buffer->blocks && i < count; i++)
        if (!(buffer->blocks[i] = job_alloc(source, bytes + 1, 1)))
            return false;
    return buffer->blocks != NULL;
}

static bool read_lists(JobSource *source, JobBuffer *buffer)
{
    const size_t size = host_data_format(buffer->number)->bytes;
    const JobList *first = &buffer->data.items[0];
    if (buffer->data.count != buffer->array_size.value)
        return job_fail(source, first->place,
                        "'%.60s' has an ArraySize of %llu, and lists in its Data: %zu",
                        buffer->name.text, (unsigned long long)buffer->array_size.value,
                        buffer->data.count);
    if (!new_blocks(source, buffer, first->count * size))
        return false;
    for (size_t i = 0; i < buffer->data.count; i++) {
        const JobList *list = &buffer->data.items[i];
        if (list->count != first->count)
            return job_fail(source, list->place, "a list of %zu numbers behind one of %zu",
                            list->count, first->count);
        for (size_t j = 0; j < list->count; j++)
            if (!read_number(source, buffer, &list->items[j], buffer->blocks[i] + j * size))
                return false;
    }
    return true;
}

static bool fill_blocks(JobSource *source, JobBuffer *buffer)
{
    const size_t size = host_data_format(buffer->number)->bytes;
    const JobCount *bytes = buffer->fill_size.place.line ? &buffer->fill_size : &buffer->zero_size;
    uint8_t value[8] = {0};
    if (buffer->fill_value.text && !read_number(source, buffer, &buffer->fill_value, value))
        return false;
    if (bytes->value % size || bytes->value > HOST_MAX_BYTES / buffer->array_size.value)
        return job_fail(source, bytes->place, "%llu bytes are no number of %s, or too many",
                        (unsigned long long)bytes->value, buffer->format.text);
    if (!new_blocks(source, buffer, bytes->value))
        return false;
    for (size_t i = 0; i < buffer->array_size.value; i++)
        for (size_t at = 0; at < buffer->bytes; at++)
            buffer->blocks[i][at] = value[at % size];
    return true;
}

uint32_t job_channels_of(const JobBuffer *buffer)
{
    uint32_t bytes = host_data_format(buffer->number)->bytes;
    return buffer->stride.value > bytes ? (uint32_t)buffer->stride.value / bytes
                                        : (uint32_t)buffer->channels.value;
}

/* All levels, one after another, are the data. */
static bool check_props(const JobSource *source, const JobBuffer *buffer)
{
    const JobProps *props = &buffer->props;
    uint64_t element = (uint64_t)job_channels_of(buffer) * host_data_format(buffer->number)->bytes;
    uint64_t sides[] = {props->width.value, props->height.value, props->depth.value}, bytes = 0;
    if (!props->place.line)
        return true;
    if (!sides[0] || !sides[1] || !sides[2])
        return job_fail(source, props->place, "OutputProps are Width, Height and Depth");
    if (sides[0] > 65536 || sides[1] > 65536 || sides[2] > 4096 || props->mips.value > 17)
        return job_fail(source, props->place, "a texture of 65536 by 65536 by 4096 at most");
    for (uint64_t level = 0; level == 0 || level < props->mips.value; level++) {
        bytes += sides[0] * sides[1] * sides[2] * element;
        for (size_t i = 0; i < 3; i++)
            sides[i] = sides[i] > 1 ? sides[i] / 2 : 1;
    }
    return bytes == buffer->bytes ||
           job_fail(source, props->place, "'%.60s' has %zu bytes, but its OutputProps ask for %llu",
                    buffer->name.text, buffer->bytes, (unsigned long long)bytes);
}

bool job_read_buffer(JobSource *source, JobBuffer *buffer)
{
    bool is_filled = buffer->fill_size.value || buffer->zero_size.value;
    buffer->array_size.value += !buffer->array_size.value;
    buffer->channels.value += !buffer->channels.value;
    if (!buffer->name.text)
        return job_fail(source, buffer->place, "a buffer needs a Name");
    if (!find_format(source, buffer))
        return false;
    if (buffer->array_size.value > 4096 || buffer->channels.value > 16 ||
        buffer->stride.value > 65536)
        return job_fail(source, buffer->place, "'%.60s' has more than 4096 in its array, 16 "
                                               "channels, or 65536 bytes an element",
                        buffer->name.text);
    if (buffer->fill_value.text && !is_filled)
        return job_fail(source, buffer->fill_value.place, "FillValue needs a FillSize, in bytes");
    if (is_filled == (buffer->data.count > 0))
        return job_fail(source, buffer->place, "the buffer '%.60s' needs one of Data and FillSize",
                        buffer->name.text);
    return (is_filled ? fill_blocks(source, buffer) : read_lists(source, buffer)) &&
           check_props(source, buffer);
}

Number job_number_of(DataFormat format)
{
    static const Number numbers[FORMAT_COUNT] = {
        [FORMAT_HEX8] = NUMBER_U8, [FORMAT_HEX16] = NUMBER_U16, [FORMAT_HEX32] = NUMBER_U32,
        [FORMAT_HEX64] = NUMBER_U64, [FORMAT_UINT16] = NUMBER_U16, [FORMAT_UINT32] = NUMBER_U32,
        [FORMAT_UINT64] = NUMBER_U64, [FORMAT_INT16] = NUMBER_I16, [FORMAT_INT32] = NUMBER_I32,
        [FORMAT_INT64] = NUMBER_I64, [FORMAT_FLOAT16] = NUMBER_F16, [FORMAT_FLOAT32] = NUMBER_F32,
        [FORMAT_FLOAT64] = NUMBER_F64, [FORMAT_DEPTH32] = NUMBER_F32, [FORMAT_BOOL] = NUMBER_U32,
    };
    return numbers[format];
}

/* ---- in words ---- */

void job_explain_number(Text *out, DataFormat format, const void *value)
{
    uint32_t bytes = host_data_format(format)->bytes;
    uint64_t bits = 0;
    memcpy(&bits, value, bytes); /* little-endian */
    host_print_number(out, job_number_of(format), value, bytes == 8 ? 17 : bytes == 4 ? 9 : 5);
    host_text_printf(out, " (0x%0*llx)", 2 * (int)bytes, (unsigned long long)bits);
}
