/* NumPy's .npy, versions 1 to 3: the magic, a header that is a Python dict, then the numbers.
 *     \x93NUMPY 1 0 <length> {'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }
 * (NumPy Enhancement Proposal 1.) Little endian and C order only; a record dtype is taken as
 * bytes. */
#include "files.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const char magic[] = "\x93NUMPY";
enum { MAGIC_LENGTH = 6, MAX_HEADER = 65536 };

typedef struct Header {
    char dtype[16]; /* "" for a record */
    bool fortran_order;
    uint32_t rank;
    size_t dims[HOST_MAX_RANK];
} Header;

/* The text after 'KEY': and spaces, or NULL. */
static const char *find_key(const char *header, const char *key)
{
    const char *found = strstr(header, key);
    if (!found)
        return NULL;
    found += strlen(key);
    while (isspace((unsigned char)*found) || *found == ':')
        found++;
    return found;
}

static bool parse_dtype(Report *report, const char *text, Header *header)
{
    if (*text == '[') {
        header->dtype[0] = 0;
        return true;
    }
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

static bool parse_header(Report *report, const char *text, Header *header)
{
    const char *dtype = find_key(text, "'descr'");
    const char *order = find_key(text, "'fortran_order'");
    const char *shape = find_key(text, "'shape'");
    if (!dtype || !order || !shape)
        return host_fail(report, "damaged .npy header");
    header->fortran_order = !strncmp(order, "True", 4);
    return parse_dtype(report, dtype, header) && parse_shape(report, shape, header);
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

static bool copy_numbers(Report *report, const Header *header, Bytes data, Array *array)
{
    Number number = NUMBER_U8;
    bool record = !header->dtype[0];
    if (header->fortran_order && header->rank > 1)
        return host_fail(report,
                         "Fortran order is not supported; save numpy.ascontiguousarray(x)");
    if (!record && !host_find_npy_number(header->dtype, &number))
        return host_fail(report,
                         "dtype '%s' is not supported; there are: b1, i1 .. i8, u1 .. u8, "
                         "f2, f4, f8, little endian",
                         header->dtype);
    if (!host_new_array(report, array, number, record ? MEANING_BYTES : MEANING_NUMBERS,
                        record ? 1 : header->rank, record ? &data.count : header->dims))
        return false;
    if (data.count < array->bytes)
        return host_fail(report, "the file ends too early: %zu bytes of numbers, not %zu",
                         data.count, array->bytes);
    if (array->bytes)
        memcpy(array->data, data.data, array->bytes);
    return true;
}

bool host_read_npy(Report *report, Bytes bytes, Array *array)
{
    Header header = {0};
    Bytes data;
    char *text = copy_header(report, bytes, &data);
    bool good = text && parse_header(report, text, &header) &&
                copy_numbers(report, &header, data, array);
    free(text);
    if (!good)
        host_free_array(array);
    return good;
}

bool host_write_npy(Report *report, const Array *array, const Layout *layout, Text *out)
{
    (void)report, (void)layout;
    Text dict = {0};
    /* A picture of one component has no component axis. */
    bool drop_last = array->meaning == MEANING_PICTURE && array->dims[2] == 1;
    host_text_printf(&dict, "{'descr': '%s', 'fortran_order': False, 'shape': (",
                     host_number(array->number)->npy);
    uint32_t rank = array->rank - drop_last;
    for (uint32_t i = 0; i < rank; i++)
        host_text_printf(&dict, "%s%zu", i ? ", " : "", array->dims[i]);
    host_text_printf(&dict, rank == 1 ? ",), }" : "), }");
    /* The numbers start at a multiple of 64. */
    while ((MAGIC_LENGTH + 4 + dict.length + 1) % 64 && !dict.failed)
        host_text_printf(&dict, " ");
    host_text_printf(&dict, "\n");
    uint8_t version_and_length[4] = {1, 0, dict.length & 255, dict.length >> 8 & 255};
    host_text_add(out, magic, MAGIC_LENGTH);
    host_text_add(out, version_and_length, 4);
    host_text_add(out, dict.text, dict.length);
    host_text_add(out, array->data, array->bytes);
    out->failed |= dict.failed;
    free(dict.text);
    return true;
}
