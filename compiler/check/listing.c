/* The rows of builtin.def and method.def for people. "n* n* n*" of lerp's kind becomes `T* lerp(T*, T*, T*)`, with what T
 * may be beside it. */
#include "check_priv.h"

typedef struct Listed { const char *name, *signature, *refusal; unsigned families; } Listed;

#define EACH(float_op, signed_op, unsigned_op) NULL
#define WAVE(op, float_op, signed_op, unsigned_op) NULL
#define EXPAND(name) NULL
#define CONSTANT NULL
#define UNSUPPORTED(why) why
static const Listed INTRINSICS[] = {
#define BUILTIN(id, name, signature, lower) {name, signature, lower, 0},
#include "builtin.def"
#undef BUILTIN
};

enum { BUFFER = METHODS_BUFFER, STRUCTURED = METHODS_STRUCTURED, RWSTRUCTURED = METHODS_RWSTRUCTURED, APPEND = METHODS_APPEND,
       CONSUME = METHODS_CONSUME, RAW = METHODS_RAW, RWRAW = METHODS_RWRAW, TEXTURE = METHODS_TEXTURE, TEXTURE2D = METHODS_TEXTURE2D,
       CUBE = METHODS_CUBE, MULTISAMPLED = METHODS_MULTISAMPLED, RWTEXTURE = METHODS_RWTEXTURE };

static const Listed METHODS[] = {
#define METHOD(id, families, name, signature, lower) {name, signature, lower, families},
#include "method.def"
#undef METHOD
};

/* By the letter of a component; NULL: T, for the reasons of LETTERS. */
static const char *const COMPONENTS[128] = {
    ['B'] = "bool", ['I'] = "int", ['U'] = "uint", ['F'] = "float", ['D'] = "double", ['L'] = "int64_t", ['M'] = "uint64_t", ['H'] = "half",
    ['S'] = "int16_t", ['W'] = "uint16_t", ['s'] = "string", ['-'] = "void", ['Y'] = "SamplerState", ['Z'] = "SamplerComparisonState",
    ['R'] = "resource", ['T'] = "element", ['t'] = "scalar", ['V'] = "V"};

static const char *const DIMENSIONS[128] = {['#'] = "[index]", ['+'] = "[index + 1]", ['@'] = "[spatial]"};

/* What T may be: the sets of builtin.def. */
static const char *kinds_text(char letter)
{
    static const struct { char letter; const char *text; } TEXTS[] = {
        {'a', "any"}, {'n', "any number"}, {'i', "any integer"}, {'u', "any unsigned integer"}, {'f', "any float but double"}, {'g', "any float"},
        {'j', "int, uint"}, {'l', "int64_t, uint64_t"}, {'x', "int, uint, float"}, {'y', "int16_t, uint16_t, half"},
        {'k', "any integer of at most 32 bits"}, {'p', "uint, float"}};
    for (int i = 0; i < COUNT_OF(TEXTS); i++)
        if (TEXTS[i].letter == letter)
            return TEXTS[i].text;
    return "";
}

static bool is_generic(char component) { return COMPONENTS[(int)component] == NULL; }

static char generic_letter(const char *signature)
{
    for (const char *item = signature; *item != '\0' && *item != '.'; item += strcspn(item, " "), item += strspn(item, " ")) {
        const char *component = item + strspn(item, "?>&");
        if (is_generic(*component))
            return *component;
    }
    return '\0';
}

static const char *print_item(Text *out, const char *at)
{
    bool is_optional = *at == '?';
    text_printf(out, is_optional ? "[" : "");
    at += is_optional;
    if (*at == '>' || *at == '&')
        text_printf(out, *at++ == '>' ? "out " : "place ");
    if (*at == '.') {
        text_printf(out, "...");
        return at + strcspn(at, " ");
    }
    text_printf(out, "%s", is_generic(*at) ? "T" : COMPONENTS[(int)*at]);
    for (at++; *at != ' ' && *at != '\0'; at++) {
        if (*at == '~')
            text_printf(out, " each size");
        else if (DIMENSIONS[(int)*at] != NULL)
            text_printf(out, "%s", DIMENSIONS[(int)*at]);
        else
            text_printf(out, strchr("*=", *at) != NULL ? "*" : (*at >= '0' && *at <= '9') ? "%c" : "[%c]", *at);
    }
    text_printf(out, is_optional ? "]" : "");
    return at;
}

static void print_signature(Text *out, const Listed *row)
{
    const char *at = print_item(out, row->signature);
    text_printf(out, " %s(", row->name);
    for (at += strspn(at, " "); *at != '\0'; at += strspn(at, " ")) {
        at = print_item(out, at);
        text_printf(out, *at != '\0' ? ", " : "");
    }
    text_printf(out, ")");
}

static void print_families(Text *out, unsigned families)
{
    const char *separator = "";
    for (int kind = 0; kind < RESOURCE_KIND_COUNT; kind++)
        if (resource_info((ResourceKind)kind)->families & families) {
            text_printf(out, "%s%s", separator, resource_info((ResourceKind)kind)->name);
            separator = ", ";
        }
}

static void print_row(Text *out, const Listed *row)
{
    text_printf(out, "| `");
    print_signature(out, row);
    text_printf(out, "` | %s | ", kinds_text(generic_letter(row->signature)));
    print_families(out, row->families);
    text_printf(out, "%s%s |\n", row->refusal ? "not supported: " : "", row->refusal ? row->refusal : "");
}

void check_list_intrinsics(Text *out)
{
    text_printf(out, "| intrinsic | T | |\n| --- | --- | --- |\n");
    for (int i = 0; i < COUNT_OF(INTRINSICS); i++)
        print_row(out, &INTRINSICS[i]);
    text_printf(out, "\n| method | T | of |\n| --- | --- | --- |\n");
    for (int i = 0; i < COUNT_OF(METHODS); i++)
        print_row(out, &METHODS[i]);
}
