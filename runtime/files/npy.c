/* NumPy's .npy, versions 1 to 3: the magic, a header that is a Python dict, then the numbers.
 *     \x93NUMPY 1 0 <length> {'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }
 * (NumPy Enhancement Proposal 1.) Written are the least byte first and the last index fastest. */
#include "files.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const char magic[] = "\x93NUMPY";
enum { MAGIC_LENGTH = 6, MAX_HEADER = 1 << 24 };

typedef struct Header {
    char dtype[16]; /* "" for records */
    Records records;
    bool fortran_order;
    uint32_t rank;
    size_t dims[HOST_MAX_RANK];
} Header;

/* The value of 'key', behind the colon and spaces, or NULL. */
static const char *find_key(const char *header, const char *key)
{
    size_t length = strlen(key);
    header += strspn(header, " {");
    while (*header) {
        const char *colon = header + strcspn(header, ":");
        const char *value = *colon ? colon + 1 : colon;
        while (isspace((unsigned char)*value))
            value++;
        if (!strncmp(header, key, length) && (header[length] == ':' || header[length] == ' '))
            return value;
        header = host_skip_literal(value, '}');
        header += strspn(header, ", \n}");
    }
    return NULL;
}

static bool parse_dtype(Report *report, const char *text, Header *header)
{
    if (*text == '[')
        return host_parse_records(report, text, &header->records);
    bool is_quoted = *text == '\'' || *text == '"';
    text += is_quoted;
    size_t length = strcspn(text, "'\"");
    if (!is_quoted || !text[length] || length >= sizeof header->dtype)
        return host_fail(report, "damaged .npy header: no dtype");
    memcpy(header->dtype, text, length);
    header->dtype[length] = 0;
    return true;
}

static bool parse_shape(Report *report, const char *text, Header *header)
{
    if (*text++ != '(')
        return host_fail(report, "damaged .npy header: no shape");
    for (;;) {
        uint64_t side;
        text += strspn(text, " ,");
        if (*text == ')')
            return true;
        if (header->rank == HOST_MAX_RANK)
            return host_fail(report, "more than %d dimensions", HOST_MAX_RANK);
        if (!host_parse_count(text, &text, SIZE_MAX, &side))
            return host_fail(report, "damaged .npy header: bad shape");
        header->dims[header->rank++] = side;
    }
}

/* Python's words: others mean something else to each who reads them. */
static bool parse_order(Report *report, const char *text, Header *header)
{
    header->fortran_order = !strncmp(text, "True", 4);
    return header->fortran_order || !strncmp(text, "False", 5) ||
           host_fail(report, "damaged .npy header: fortran_order is neither True nor False");
}

static bool parse_header(Report *report, const char *text, Header *header)
{
    const char *dtype = find_key(text, "'descr'");
    const char *order = find_key(text, "'fortran_order'");
    const char *shape = find_key(text, "'shape'");
    if (!dtype || !order || !shape)
        return host_fail(report, "damaged .npy header");
    return parse_dtype(report, dtype, header) && parse_order(report, order, header) &&
           parse_shape(report, shape, header);
}

/* Cuts the header out of the file; *data gets what follows. */
static char *copy_header(Report *report, Bytes bytes, Bytes *data)
{
    const uint8_t *p = bytes.data;
    bool has_magic = bytes.count >= MAGIC_LENGTH + 6 && !memcmp(p, magic, MAGIC_LENGTH);
    uint8_t version = has_magic ? p[6] : 0;
    if (version < 1 || version > 3) {
        host_fail(report, has_magic ? "unknown version of .npy" : "no .npy file");
        return NULL;
    }
    size_t start = version == 1 ? 10 : 12;
    size_t length = p[8] | (size_t)p[9] << 8 |
                    (version == 1 ? 0 : (size_t)p[10] << 16 | (size_t)p[11] << 24);
    if (length > MAX_HEADER || start + length > bytes.count) {
        host_fail(report, "damaged .npy header: the file ends too early");
        return NULL;
    }
    char *text = calloc(length + 1, 1);
    if (!text) {
        host_fail(report, "not enough memory");
        return NULL;
    }
    memcpy(text, p + start, length);
    *data = (Bytes){bytes.data + start + length, bytes.count - start - length};
    return text;
}

/* Makes them ours: bytes, then elements. */
static bool order_numbers(Report *report, const Header *header, ByteOrder order, Array *array)
{
    size_t bytes = host_number(array->number)->bytes;
    size_t each = header->records.bytes ? header->records.bytes : bytes;
    if (header->records.bytes)
        host_turn_fields(&header->records, array->data, array->bytes / each);
    else if (order == MOST_FIRST)
        host_turn_bytes(array->data, array->bytes / bytes, bytes);
    return !header->fortran_order || header->rank < 2 || !array->bytes ||
           host_turn_axes(report, array->data, header->rank, header->dims, each);
}

static bool copy_numbers(Report *report, const Header *header, Bytes data, Array *array)
{
    Number number = NUMBER_U8;
    bool has_records = !header->dtype[0];
    ByteOrder order = LEAST_FIRST;
    if (!has_records && !host_find_npy_dtype(header->dtype, &number, &order))
        return host_fail(report,
                         "dtype '%s' is not supported; there are: b1, i1 .. i8, u1 .. u8, "
                         "f2, f4, f8, and structs of them",
                         header->dtype);
    uint32_t rank = header->rank;
    size_t dims[HOST_MAX_RANK];
    memcpy(dims, header->dims, sizeof dims);
    if (has_records && rank == HOST_MAX_RANK)
        return host_fail(report, "more than %d dimensions", HOST_MAX_RANK - 1);
    if (has_records)
        dims[rank++] = header->records.bytes;
    if (!host_new_array(report, array, number, has_records ? MEANING_RECORDS : MEANING_NUMBERS,
                        rank, dims))
        return false;
    if (data.count < array->bytes)
        return host_fail(report, "the file ends too early: %zu bytes of numbers, not %zu",
                         data.count, array->bytes);
    if (array->bytes)
        memcpy(array->data, data.data, array->bytes);
    return order_numbers(report, header, order, array);
}

bool host_read_npy(Report *report, Bytes bytes, const char *option, Array *array)
{
    (void)option;
    Header header = {0};
    Bytes data;
    char *text = copy_header(report, bytes, &data);
    bool good = text && parse_header(report, text, &header) &&
                copy_numbers(report, &header, data, array);
    free(text);
    if (good)
        array->records = header.records;
    else
        host_free_records(&header.records);
    if (!good)
        host_free_array(array);
    return good;
}

/* The scalars of structs, and of matrices, in the order of their declaration without gaps: NumPy
 * knows neither columns first nor what a compiler puts between fields. */
static bool is_packed(const Array *array, const Layout *layout)
{
    return array->meaning == MEANING_BYTES && layout &&
           (layout->dtype || host_has_one_number(layout));
}

static size_t packed_bytes(const Layout *layout)
{
    size_t bytes = 0;
    for (uint32_t i = 0; i < layout->count; i++)
        bytes += host_number(layout->scalars[i].number)->bytes;
    return bytes;
}

static void add_packed(Text *out, const Array *array, const Layout *layout)
{
    uint8_t *packed = malloc(packed_bytes(layout) + 1);
    out->failed |= !packed;
    for (size_t at = 0; packed && at < array->bytes; at += layout->bytes) {
        uint8_t *end = packed;
        for (uint32_t i = 0; i < layout->count; i++) {
            const Scalar *scalar = &layout->scalars[i];
            size_t bytes = host_number(scalar->number)->bytes;
            memcpy(end, array->data + at + scalar->offset, bytes);
            end += bytes;
        }
        host_text_add(out, packed, (size_t)(end - packed));
    }
    free(packed);
}

/* "(2, 3)" */
static void print_shape(Text *out, uint32_t rank, const size_t *dims)
{
    host_text_printf(out, "(");
    for (uint32_t i = 0; i < rank; i++)
        host_text_printf(out, "%s%zu", i ? ", " : "", dims[i]);
    host_text_printf(out, rank == 1 ? ",)" : ")");
}

static void print_header(Text *out, const Array *array, const Layout *layout)
{
    /* A picture of one component has no component axis. */
    bool drop_last = array->meaning == MEANING_PICTURE && array->dims[2] == 1;
    if (is_packed(array, layout)) {
        size_t dims[2] = {array->bytes / layout->bytes, layout->count};
        const char *number = host_number(layout->scalars[0].number)->npy;
        const char *quote = layout->dtype ? "" : "'";
        host_text_printf(out, "{'descr': %s%s%s, 'fortran_order': False, 'shape': ", quote,
                         layout->dtype ? layout->dtype : number, quote);
        print_shape(out, layout->dtype ? 1 : 2, dims);
    } else {
        host_text_printf(out, "{'descr': '%s', 'fortran_order': False, 'shape': ",
                         host_number(array->number)->npy);
        print_shape(out, array->rank - drop_last, array->dims);
    }
    host_text_printf(out, ", }");
}

/* Headers over 64 KiB are of version 2, whose length has four bytes (numpy.lib.format). */
bool host_write_npy(Report *report, const Array *array, const Layout *layout, const char *option,
                    Text *out)
{
    (void)report, (void)option;
    Text dict = {0};
    print_header(&dict, array, layout);
    bool is_long = dict.length > 65535 - 128;
    size_t before = MAGIC_LENGTH + (is_long ? 6 : 4);
    /* The numbers start at a multiple of 64. */
    while ((before + dict.length + 1) % 64 && !dict.failed)
        host_text_printf(&dict, " ");
    host_text_printf(&dict, "\n");
    uint8_t version_and_length[6] = {is_long ? 2 : 1, 0};
    for (int i = 0; i < 4; i++)
        version_and_length[2 + i] = dict.length >> 8 * i & 255;
    host_text_add(out, magic, MAGIC_LENGTH);
    host_text_add(out, version_and_length, before - MAGIC_LENGTH);
    host_text_add(out, dict.text, dict.length);
    if (is_packed(array, layout))
        add_packed(out, array, layout);
    else
        host_text_add(out, array->data, array->bytes);
    out->failed |= dict.failed;
    free(dict.text);
    return true;
}
