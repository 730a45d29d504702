/* NumPy's dtypes of structs, as .npy headers spell them, taken apart into their numbers.
 *     [('at', '<f4', (3,)), ('', '|V4'), ('parts', [('id', '<u2'), ('on', '|b1')], (2,))]
 * gives at: three f32 at 0; parts.id: one u16 at 16 and one at 19; parts.on: one bool at 18 and
 * one at 21. '' are bytes that mean nothing; a name may stand in brackets behind its title. */
#include "files.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 16, MAX_FIELDS = 1 << 16 };

typedef struct Reader {
    Report *report;
    const char *at;
    Records *records;
    size_t capacity;
    uint32_t structs; /* read so far, those of arrays one by one */
} Reader;

static bool fail_damaged(const Reader *reader)
{
    return host_fail(reader->report, "damaged .npy header: the fields end at '%.20s'", reader->at);
}

static void skip_spaces(Reader *reader)
{
    reader->at += strspn(reader->at, " \n");
}

static bool take(Reader *reader, char letter)
{
    skip_spaces(reader);
    if (*reader->at != letter)
        return false;
    reader->at++;
    return true;
}

static bool want(Reader *reader, char letter)
{
    return take(reader, letter) || fail_damaged(reader);
}

/* 'text' or "text", without escapes. */
static bool take_string(Reader *reader, const char **text, size_t *length)
{
    skip_spaces(reader);
    char quote = *reader->at;
    const char *end = quote == '\'' || quote == '"' ? strchr(reader->at + 1, quote) : NULL;
    if (!end)
        return fail_damaged(reader);
    *text = reader->at + 1;
    *length = (size_t)(end - *text);
    reader->at = end + 1;
    return true;
}

static bool take_sides(Reader *reader, Sides *sides)
{
    if (!want(reader, '('))
        return false;
    while (!take(reader, ')')) {
        uint64_t side;
        skip_spaces(reader);
        if (!host_parse_count(reader->at, &reader->at, HOST_MAX_BYTES, &side))
            return fail_damaged(reader);
        if (!host_add_side(sides, (uint32_t)side))
            return host_fail(reader->report, "a field has more than %d dimensions", MAX_SIDES);
        take(reader, ',');
    }
    return true;
}

/* What a field's numbers are, from its dtype on. */
typedef struct Place {
    const char *path; /* "" for the record itself */
    Sides sides;      /* of the arrays that it lies in */
    uint32_t offset;
    int depth;
} Place;

static bool add_field(Reader *reader, const Place *place, Number number, ByteOrder order,
                      uint32_t count)
{
    Records *records = reader->records;
    if (records->count == MAX_FIELDS)
        return host_fail(reader->report, "more than %d fields", MAX_FIELDS);
    if (records->count == reader->capacity) {
        reader->capacity = reader->capacity * 2 + 16;
        RecordField *larger = realloc(records->fields, reader->capacity * sizeof *larger);
        if (!larger)
            return host_fail(reader->report, "not enough memory");
        records->fields = larger;
    }
    RecordField field = {strdup(place->path), number,       order, place->offset,
                         count,               place->sides};
    if (!field.path)
        return host_fail(reader->report, "not enough memory");
    records->fields[records->count++] = field;
    return true;
}

static bool fail_dtype(const Reader *reader, const char *path, const char *dtype, size_t length)
{
    return host_fail(reader->report,
                     "field '%.60s': dtype '%.*s' is not supported; there are: b1, i1 .. i8, "
                     "u1 .. u8, f2, f4, f8",
                     path, (int)(length < 20 ? length : 20), dtype);
}

/* '|V4' or '<f4'; *bytes gets the size of one. */
static bool take_simple(Reader *reader, const Place *place, bool is_padding, uint32_t count,
                        uint64_t *bytes)
{
    const char *text, *end;
    char dtype[16] = "";
    size_t length;
    Number number;
    ByteOrder order;
    if (!take_string(reader, &text, &length))
        return false;
    memcpy(dtype, text, length < sizeof dtype ? length : sizeof dtype - 1);
    if (is_padding && (dtype[0] == 'V' || dtype[1] == 'V')) {
        const char *digits = strchr(dtype, 'V') + 1;
        return (host_parse_count(digits, &end, HOST_MAX_BYTES, bytes) && !*end) ||
               fail_dtype(reader, place->path, text, length);
    }
    if (!host_find_npy_dtype(dtype, &number, &order))
        return fail_dtype(reader, place->path, text, length);
    *bytes = host_number(number)->bytes;
    return is_padding || add_field(reader, place, number, order, count);
}

static bool take_struct(Reader *reader, const Place *place, uint64_t *bytes);

/* The struct is read once for each element of the array. */
static bool take_structs(Reader *reader, Place *place, uint32_t count, uint64_t *bytes)
{
    const char *start = reader->at, *end = start;
    uint64_t each = 0, all = 0;
    for (uint32_t i = 0; i < count; i++) {
        reader->at = start;
        if (!take_struct(reader, place, &each))
            return false;
        all += each;
        place->offset += (uint32_t)each;
        end = reader->at;
        if (all > HOST_MAX_BYTES)
            return host_fail(reader->report, "too large: more than 2^31 - 1 bytes");
        if (!each)
            return host_fail(reader->report, "field '%.60s' is empty", place->path);
    }
    reader->at = end;
    *bytes = all;
    return true;
}

const char *host_skip_literal(const char *text, char end)
{
    int depth = 0;
    char quote = 0;
    for (; *text; text++) {
        if (quote)
            quote = *text == quote ? 0 : quote;
        else if (*text == '\'' || *text == '"')
            quote = *text;
        else if (depth == 0 && (*text == ',' || *text == end))
            break;
        else
            depth += (*text == '[' || *text == '(') - (*text == ']' || *text == ')');
    }
    return text;
}

/* , 'dtype' or , [fields] and perhaps , (shape) */
static bool take_dtype(Reader *reader, Place *place, bool is_padding, uint64_t *bytes)
{
    Sides own = {0};
    skip_spaces(reader);
    const char *dtype = reader->at;
    reader->at = host_skip_literal(dtype, ')'); /* the shape behind it must be known first */
    if (take(reader, ',') && !take_sides(reader, &own))
        return false;
    const char *end = reader->at;
    uint64_t count = 1;
    for (uint32_t i = 0; i < own.count; i++) {
        if (!host_add_side(&place->sides, own.sides[i]))
            return host_fail(reader->report, "a field has more than %d dimensions", MAX_SIDES);
        if (__builtin_mul_overflow(count, own.sides[i], &count) || count > HOST_MAX_BYTES)
            return host_fail(reader->report, "too large: more than 2^31 - 1 bytes");
    }
    reader->at = dtype;
    bool good = *dtype == '[' ? take_structs(reader, place, (uint32_t)count, bytes)
                              : take_simple(reader, place, is_padding, (uint32_t)count, bytes);
    if (good && *dtype != '[' && (*bytes *= count) > HOST_MAX_BYTES)
        return host_fail(reader->report, "too large: more than 2^31 - 1 bytes");
    reader->at = end;
    return good;
}

/* ('name', ... or (('title', 'name'), ... */
static bool take_field(Reader *reader, const Place *outer, uint64_t *bytes)
{
    const char *name = NULL;
    size_t length = 0;
    Text path = {0};
    if (!want(reader, '('))
        return false;
    bool has_title = take(reader, '(');
    if (!take_string(reader, &name, &length) ||
        (has_title && (!want(reader, ',') || !take_string(reader, &name, &length) ||
                       !want(reader, ')'))) ||
        !want(reader, ','))
        return false;
    host_text_printf(&path, "%s%s%.*s", outer->path, *outer->path ? "." : "", (int)length, name);
    Place place = *outer;
    place.path = path.text;
    bool good = !path.failed ? take_dtype(reader, &place, length == 0, bytes)
                             : host_fail(reader->report, "not enough memory");
    free(path.text);
    return good && want(reader, ')');
}

static bool take_struct(Reader *reader, const Place *outer, uint64_t *bytes)
{
    Place place = *outer;
    *bytes = 0;
    if (place.depth++ == MAX_DEPTH)
        return host_fail(reader->report, "more than %d structs in each other", MAX_DEPTH);
    if (reader->structs++ == MAX_FIELDS)
        return host_fail(reader->report, "more than %d structs", MAX_FIELDS);
    if (!want(reader, '['))
        return false;
    while (!take(reader, ']')) {
        uint64_t each = 0;
        if (!take_field(reader, &place, &each))
            return false;
        *bytes += each;
        place.offset += (uint32_t)each;
        if (*bytes > HOST_MAX_BYTES)
            return host_fail(reader->report, "too large: more than 2^31 - 1 bytes");
        take(reader, ',');
    }
    return true;
}

bool host_parse_records(Report *report, const char *text, Records *records)
{
    uint64_t bytes;
    Reader reader = {.report = report, .at = text, .records = records};
    *records = (Records){0};
    if (!take_struct(&reader, &(Place){.path = ""}, &bytes))
        return false;
    records->bytes = (uint32_t)bytes;
    return bytes > 0 || host_fail(report, "its records have no bytes");
}
