/* Structs of C whose members lie where a constant buffer or a structured buffer has them: of the
 * reflection's leaves, which tell structs by dotted names ("lights[1].colour").
 *
 *     {"a", 0, float[4] 16 bytes apart}, {"b", 52}     float a[13]; // [4 * i]
 *                                                      float b;
 *     {"lights[0].x", 64}, {"lights[1].x", 80}         struct { float x; unsigned char padding_0[12];
 *                                                      } lights[2];
 *
 * HLSL puts the next member right behind the last element of an array, in what C has for that
 * element's padding; such arrays are flat. */
#include "emit_priv.h"

#include <stdlib.h>

typedef struct Members {
    const IrField *fields;
    int count;
    size_t prefix; /* letters of their names that they share: "lights[0]." */
} Members;

typedef struct Struct {
    Text *out;
    const IrResourceInfo *info;
    int depth, paddings;
} Struct;

/* Array extents and steps from the outermost one to the number itself. */
typedef struct Levels { uint32_t count[8], stride[8]; int depth; } Levels;

enum { MOST_DIMENSIONS = 4 }; /* of an array of structs or of arrays */

static const struct { const char *scalar, *type; uint32_t bytes; } NUMBERS[] = {
    {"BOOL", "uint32_t", 4}, {"I16", "int16_t", 2},   {"U16", "uint16_t", 2}, {"I32", "int32_t", 4},
    {"U32", "uint32_t", 4},  {"I64", "int64_t", 8},   {"U64", "uint64_t", 8}, {"F16", "uint16_t", 2},
    {"F32", "float", 4},     {"F64", "double", 8},    {"UNORM", "float", 4},  {"SNORM", "float", 4},
};

static int number_of(const IrField *field)
{
    int i = 0;
    while (i + 1 < COUNT_OF(NUMBERS) && strcmp(NUMBERS[i].scalar, field->scalar) != 0)
        i++;
    return i;
}

/* ---- text ---- */

/* Words of C and C++ that are no names in HLSL either, but that IR text may have. */
static const char *const WORDS[] = {
    "_Static_assert", "asm", "auto", "bool", "catch", "char", "class", "const", "constexpr",
    "decltype", "default", "delete", "double", "enum", "explicit", "export", "extern", "float",
    "friend", "goto", "inline", "int", "long", "mutable", "namespace", "new", "operator",
    "private", "protected", "public", "register", "short", "signed", "sizeof", "static_assert",
    "template", "this", "throw", "try", "typedef", "typeid", "typename", "union", "unsigned",
    "using", "virtual", "volatile",
};

/* Words of theirs, macros, and types of ours, that HLSL has for names. */
static const char *const NAMES[] = {
    "EOF", "NULL", "_Alignas", "_Alignof", "_Atomic", "_Bool", "_Complex", "_Generic",
    "_Imaginary", "_Noreturn", "_Thread_local", "alignas", "alignof", "and", "and_eq", "bitand",
    "bitor", "char16_t", "char32_t", "char8_t", "co_await", "co_return", "co_yield", "compl",
    "concept", "consteval", "constinit", "errno", "final", "int16_t", "int32_t", "int64_t",
    "linux", "noexcept", "not", "not_eq", "nullptr", "or", "or_eq", "override", "requires",
    "restrict", "thread_local", "typeof", "uint16_t", "uint32_t", "uint64_t", "unix", "wchar_t",
    "xor", "xor_eq",
};

static bool is_among(const char *const *words, int count, const char *name, int length)
{
    for (int i = 0; i < count; i++)
        if ((int)strlen(words[i]) == length && strncmp(words[i], name, (size_t)length) == 0)
            return true;
    return false;
}

static const char PADDING[] = "padding_"; /* and a number */

static bool is_padding(const char *name, int length)
{
    int number = (int)strlen(PADDING);
    return length > number && strncmp(name, PADDING, (size_t)number) == 0 &&
           (int)strspn(name + number, "0123456789") >= length - number;
}

/* Such a name gets `_` behind it. Where HLSL has it, too, the same with `_` there already gets another:
 * `linux` is `linux_`, and a `linux_` beside it `linux__`. */
static bool is_not_for_members(const char *name, int length)
{
    if (is_among(WORDS, COUNT_OF(WORDS), name, length))
        return true;
    while (length > 0 && name[length - 1] == '_')
        length--;
    return is_among(NAMES, COUNT_OF(NAMES), name, length) || is_padding(name, length) ||
           (length > 2 && strncmp(name, "__", 2) == 0);
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

void emit_member_name(Text *out, const char *name, int length)
{
    if (length == 0) /* of an element that is no struct: a matrix, an array, an enum */
        text_printf(out, "element");
    for (int i = 0; i < length; i++)
        text_printf(out, "%c", is_letter(name[i]) ? name[i] : '_');
    if (is_not_for_members(name, length))
        text_printf(out, "_");
}

static void indent(const Struct *text) { text_printf(text->out, "%*s", 4 * text->depth, ""); }

static void pad(Struct *text, uint32_t from, uint32_t to)
{
    if (from >= to)
        return;
    indent(text);
    text_printf(text->out, "unsigned char %s%d[%u];\n", PADDING, text->paddings++, to - from);
}

/* ---- numbers and arrays of them ---- */

static void add_level(Levels *levels, uint32_t count, uint32_t stride)
{
    if (levels->depth < COUNT_OF(levels->count)) {
        levels->count[levels->depth] = count;
        levels->stride[levels->depth++] = stride;
    }
}

static void add_leaf_levels(Levels *levels, const IrField *field, uint32_t bytes)
{
    bool by_columns = field->column_stride > field->row_stride;
    uint32_t outer = by_columns ? field->columns : field->rows,
             inner = by_columns ? field->rows : field->columns;
    if (field->array_count > 0)
        add_level(levels, field->array_count, field->array_stride);
    if (outer > 1)
        add_level(levels, outer, by_columns ? field->column_stride : field->row_stride);
    if (inner > 1)
        add_level(levels, inner, by_columns ? field->row_stride : field->column_stride);
    if (levels->depth > 0 && levels->stride[levels->depth - 1] != bytes)
        add_level(levels, 1, bytes);
}

/* To the last byte of the last number. */
static uint32_t bytes_of(const Levels *levels, uint32_t bytes)
{
    for (int i = 0; i < levels->depth; i++)
        bytes += (levels->count[i] - 1) * levels->stride[i];
    return bytes;
}

/* Of a flat array: ", [i][j] at 8 * i + 4 * j". */
static void tell_places(Text *out, const Levels *levels, uint32_t bytes)
{
    static const char LETTERS[] = "ijklmnop";
    text_printf(out, ", ");
    for (int i = 0; i < levels->depth; i++)
        if (levels->count[i] > 1)
            text_printf(out, "[%c]", LETTERS[i]);
    for (int i = 0, told = 0; i < levels->depth; i++)
        if (levels->count[i] > 1)
            text_printf(out, "%s%u * %c", told++ ? " + " : " at ", levels->stride[i] / bytes,
                        LETTERS[i]);
}

/* Gives where it ends. */
static uint32_t number_member(Struct *text, const IrField *field, const char *name, int length,
                              Levels levels, uint32_t limit)
{
    int number = number_of(field);
    uint32_t bytes = NUMBERS[number].bytes;
    add_leaf_levels(&levels, field, bytes);
    uint32_t whole = levels.depth > 0 ? levels.count[0] * levels.stride[0] : bytes;
    bool is_flat = field->offset + whole > limit;
    uint32_t used = is_flat ? bytes_of(&levels, bytes) : whole;
    indent(text);
    text_printf(text->out, "%s ", NUMBERS[number].type);
    emit_member_name(text->out, name, length);
    if (is_flat)
        text_printf(text->out, "[%u]", used / bytes);
    for (int i = 0; i < levels.depth && !is_flat; i++)
        text_printf(text->out, "[%u]",
                    i == 0 ? levels.count[0] : levels.stride[i - 1] / levels.stride[i]);
    text_printf(text->out, "; /* %s", field->type);
    if (is_flat)
        tell_places(text->out, &levels, bytes);
    else if (field->rows > 1 || field->column_stride > bytes)
        text_printf(text->out, "%s", field->column_stride > field->row_stride ? ", [column][row]"
                                                                            : ", [row][column]");
    text_printf(text->out, " */\n");
    return field->offset + used;
}

/* ---- structs ---- */

static void add_members(Struct *text, Members members, uint32_t base, uint32_t end);

static uint32_t end_of(const IrField *field)
{
    Levels levels = {.depth = 0};
    uint32_t bytes = NUMBERS[number_of(field)].bytes;
    add_leaf_levels(&levels, field, bytes);
    return field->offset + bytes_of(&levels, bytes);
}

static void open_struct(Struct *text)
{
    indent(text);
    text_printf(text->out, "struct {\n");
    text->depth++;
}

static void close_struct(Struct *text, const char *name, int length)
{
    text->depth--;
    indent(text);
    text_printf(text->out, "} ");
    emit_member_name(text->out, name, length);
}

static uint32_t struct_member(Struct *text, Members members, const char *name, int length)
{
    uint32_t end = end_of(&members.fields[members.count - 1]);
    members.prefix += (size_t)length + 1;
    open_struct(text);
    add_members(text, members, members.fields[0].offset, end);
    close_struct(text, name, length);
    text_printf(text->out, ";\n");
    return end;
}

/* "[2][0].x" of the last element: the extents 3 and 1; gives the letters of the brackets. */
static size_t read_extents(const char *text, Levels *levels)
{
    size_t length = 0;
    while (text[length] == '[' && levels->depth < MOST_DIMENSIONS) {
        char *end;
        add_level(levels, (uint32_t)strtoul(text + length + 1, &end, 10) + 1, 0);
        length = (size_t)(end - text) + 1;
    }
    return length;
}

/* A member of the same struct as the array that is at `name` in a field's dotted name: it is `name`
 * with `tail` behind it. */
static bool has_sibling(const Struct *text, const char *path, const char *name, int length,
                        const char *tail)
{
    size_t before = (size_t)(name - path) + (size_t)length, more = strlen(tail);
    for (int i = 0; i < text->info->field_count; i++) {
        const char *other = text->info->fields[i].name;
        if (strncmp(other, path, before) == 0 && strncmp(other + before, tail, more) == 0 &&
            strchr(".[", other[before + more]) != NULL)
            return true;
    }
    return false;
}

/* The last element of an array of structs has no room for its padding: it stands alone, as
 * "lights_last", or where the struct has that as "lights_last_". */
static uint32_t last_element(Struct *text, Members element, const char *path, const char *name,
                             int length)
{
    char tail[80] = "_last";
    uint32_t end = end_of(&element.fields[element.count - 1]);
    open_struct(text);
    add_members(text, element, element.fields[0].offset, end);
    close_struct(text, name, length);
    while (has_sibling(text, path, name, length, tail) && strlen(tail) + 1 < sizeof tail)
        strcat(tail, "_");
    text_printf(text->out, "%s;\n", tail);
    return end;
}

static uint32_t array_of_structs(Struct *text, Members members, const char *name, int length,
                                 size_t brackets, const Levels *levels, int elements,
                                 uint32_t stride, uint32_t limit)
{
    Members element = {members.fields, members.count / elements,
                       members.prefix + (size_t)length + brackets + 1};
    uint32_t start = members.fields[0].offset;
    bool has_room = start + (uint32_t)elements * stride <= limit;
    if (elements > 1 || has_room) {
        open_struct(text);
        add_members(text, element, start, start + stride);
        close_struct(text, name, length);
        for (int i = 0; i < levels->depth && has_room; i++)
            text_printf(text->out, "[%u]", levels->count[i]);
        if (!has_room)
            text_printf(text->out, "[%d]", elements - 1);
        text_printf(text->out, ";\n");
    }
    if (has_room)
        return start + (uint32_t)elements * stride;
    int last = (elements - 1) * element.count;
    element.fields += last;
    element.prefix = members.prefix + (size_t)length + 1 +
                     strcspn(element.fields[0].name + members.prefix + length, ".");
    return last_element(text, element, members.fields[0].name, name, length);
}

static uint32_t array_member(Struct *text, Members members, const char *name, int length,
                             uint32_t limit)
{
    Levels levels = {.depth = 0};
    const IrField *fields = members.fields;
    int elements = 1;
    read_extents(fields[members.count - 1].name + members.prefix + length, &levels);
    for (int i = 0; i < levels.depth; i++)
        elements *= (int)levels.count[i];
    int each = members.count / elements;
    uint32_t stride = elements > 1 ? fields[each].offset - fields[0].offset
                                   : limit - fields[0].offset;
    for (int i = levels.depth; i-- > 0;)
        levels.stride[i] = i == levels.depth - 1 ? stride
                                                 : levels.stride[i + 1] * levels.count[i + 1];
    Levels first = {.depth = 0};
    size_t brackets = read_extents(name + length, &first);
    if (name[(size_t)length + brackets] == '\0')
        return number_member(text, fields, name, length, levels, limit);
    return array_of_structs(text, members, name, length, brackets, &levels, elements, stride,
                            limit);
}

/* How many of them, from the first on, are of one member of this struct. */
static int count_of_member(Members members, int length)
{
    const char *name = members.fields[0].name + members.prefix;
    int count = 1;
    while (name[length] != '\0' && count < members.count &&
           strncmp(members.fields[count].name + members.prefix, name, (size_t)length + 1) == 0)
        count++;
    return count;
}

static uint32_t add_member(Struct *text, Members members, uint32_t limit)
{
    const char *name = members.fields[0].name + members.prefix;
    int length = (int)strcspn(name, ".[");
    switch (name[length]) {
    case '.': return struct_member(text, members, name, length);
    case '[': return array_member(text, members, name, length, limit);
    default: return number_member(text, members.fields, name, length, (Levels){.depth = 0}, limit);
    }
}

static void add_members(Struct *text, Members members, uint32_t base, uint32_t end)
{
    uint32_t at = base;
    for (int count; members.count > 0; members.fields += count, members.count -= count) {
        const char *name = members.fields[0].name + members.prefix;
        count = count_of_member(members, (int)strcspn(name, ".["));
        uint32_t limit = count < members.count ? members.fields[count].offset : end;
        pad(text, at, members.fields[0].offset);
        at = add_member(text, (Members){members.fields, count, members.prefix}, limit);
    }
    pad(text, at, end);
}

/* C has to agree. */
static void add_assertions(Text *out, const char *name, const IrResourceInfo *info, uint32_t bytes)
{
    text_printf(out, "WCC_STATIC_ASSERT(sizeof(%s) == %u, \"as HLSL lays it out\");\n", name, bytes);
    Members members = {info->fields, info->field_count, 0};
    for (int count; members.count > 0; members.fields += count, members.count -= count) {
        int length = (int)strcspn(members.fields[0].name, ".[");
        count = count_of_member(members, length);
        text_printf(out, "WCC_STATIC_ASSERT(offsetof(%s, ", name);
        emit_member_name(out, members.fields[0].name, length);
        text_printf(out, ") == %u, \"as HLSL lays it out\");\n", members.fields[0].offset);
    }
}

/* By their places; of equal ones the first is first. */
static int compare_places(const void *left, const void *right)
{
    const IrField *one = *(const IrField *const *)left, *other = *(const IrField *const *)right;
    if (one->offset != other->offset)
        return one->offset < other->offset ? -1 : 1;
    return one < other ? -1 : one > other;
}

/* A packoffset may put a member before those that are declared before it. */
static const IrField *sort_fields(Arena *arena, const IrField *fields, int count)
{
    const IrField **order = ARENA_ARRAY(arena, const IrField *, count);
    IrField *sorted = ARENA_ARRAY(arena, IrField, count);
    for (int i = 0; i < count; i++)
        order[i] = &fields[i];
    qsort(order, (size_t)count, sizeof *order, compare_places);
    for (int i = 0; i < count; i++)
        sorted[i] = *order[i];
    return sorted;
}

void emit_struct(Text *out, const char *name, const IrResourceInfo *info, uint32_t bytes)
{
    Arena *arena = arena_new("struct");
    const IrField *fields = sort_fields(arena, info->fields, info->field_count);
    Struct text = {.out = out, .info = info, .depth = 1};
    text_printf(out, "typedef struct %s {\n", name);
    add_members(&text, (Members){fields, info->field_count, 0}, 0, bytes);
    text_printf(out, "} %s;\n", name);
    add_assertions(out, name, info, bytes);
    arena_drop(arena);
}
