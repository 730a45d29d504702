/* The buffers after a run, printed as LLVM's YAML output prints the suite's pipelines: keys padded
 * to 17 columns, lists as [ a, b ] with a new line past column 70. */
#include "description.h"

enum { KEY_COLUMNS = 16, WRAP_COLUMN = 70 };

/* Where the text is in its present line. */
static size_t column_of(const Text *out)
{
    size_t column = 0;
    while (column < out->length && out->bytes[out->length - 1 - column] != '\n')
        column++;
    return column;
}

static void print_key(Text *out, const char *start, const char *key)
{
    int padding = KEY_COLUMNS - (int)strlen(key);
    text_printf(out, "%s%s:%*s", start, key, padding > 1 ? padding : 1, "");
}

static void print_list(Text *out, DataFormat format, const uint8_t *values, size_t count)
{
    int start = (int)column_of(out);
    text_printf(out, "[ ");
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            text_printf(out, ", ");
        if (column_of(out) > WRAP_COLUMN)
            text_printf(out, "\n%*s  ", start, "");
        number_print(out, format, values + i * host_data_format(format)->bytes);
    }
    text_printf(out, " ]\n");
}

static void print_counters(Text *out, const DataBuffer *buffer)
{
    if (!buffer->has_counters)
        return;
    print_key(out, "    ", buffer->array_size == 1 ? "Counter" : "Counters");
    if (buffer->array_size == 1)
        text_printf(out, "%u\n", buffer->counters[0]);
    else
        print_list(out, FORMAT_UINT32, (const uint8_t *)buffer->counters, buffer->array_size);
}

static void print_number(Text *out, const char *key, uint32_t value, uint32_t usual)
{
    if (value == usual)
        return;
    print_key(out, "    ", key);
    text_printf(out, "%u\n", value);
}

static void print_data(Text *out, const DataBuffer *buffer)
{
    size_t count = buffer->bytes / host_data_format(buffer->format)->bytes;
    if (buffer->array_size == 1) {
        print_key(out, "    ", "Data");
        print_list(out, buffer->format, buffer->blocks[0], count);
        return;
    }
    text_printf(out, "    Data:\n");
    for (uint32_t i = 0; i < buffer->array_size; i++) {
        text_printf(out, "      - ");
        print_list(out, buffer->format, buffer->blocks[i], count);
    }
}

static void print_extent(Text *out, const Extent3 *extent)
{
    text_printf(out, "    OutputProps:\n");
    print_key(out, "      ", "Height");
    text_printf(out, "%u\n", extent->height);
    print_key(out, "      ", "Width");
    text_printf(out, "%u\n", extent->width);
    print_key(out, "      ", "Depth");
    text_printf(out, "%u\n", extent->depth);
    if (extent->mips != 1) {
        print_key(out, "      ", "MipLevels");
        text_printf(out, "%u\n", extent->mips);
    }
}

static void print_buffer(Text *out, const DataBuffer *buffer)
{
    print_key(out, "  - ", "Name");
    text_printf(out, "%s\n", buffer->name);
    print_key(out, "    ", "Format");
    text_printf(out, "%s\n", host_data_format(buffer->format)->name);
    print_number(out, "Channels", buffer->channels, 1);
    print_number(out, "Stride", buffer->stride, 0);
    print_number(out, "ArraySize", buffer->array_size, 1);
    print_counters(out, buffer);
    print_data(out, buffer);
    if (buffer->extent.width > 0)
        print_extent(out, &buffer->extent);
}

void description_print(Text *out, const Description *description)
{
    text_printf(out, "---\nShaders:\n");
    print_key(out, "  - ", "Stage");
    text_printf(out, "Compute\n");
    print_key(out, "    ", "Entry");
    text_printf(out, "%s\nBuffers:\n", description->entry);
    for (int i = 0; i < description->buffers.count; i++)
        print_buffer(out, description->buffers.items[i]);
    text_printf(out, "...\n");
}
