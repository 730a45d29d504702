/* The rows of builtin.def and method.def for people. "n* n* n*" of lerp's kind becomes `T*
 * lerp(T*, T*, T*)`, with what T may be beside it. */
#include "scopes_priv.h"

/* By the letter of a component; NULL: generic, so T. */
static const char *const COMPONENTS[128] = {
    ['B'] = "bool", ['I'] = "int", ['U'] = "uint", ['F'] = "float", ['D'] = "double",
    ['L'] = "int64_t", ['M'] = "uint64_t", ['H'] = "half", ['S'] = "int16_t", ['W'] = "uint16_t",
    ['s'] = "string", ['-'] = "void", ['Y'] = "SamplerState", ['Z'] = "SamplerComparisonState",
    ['R'] = "resource", ['T'] = "element", ['t'] = "scalar", ['V'] = "V",
};

static const char *const DIMENSIONS[128] = {
    ['#'] = "[index]", ['+'] = "[index + 1]", ['@'] = "[spatial]",
};

/* What T may be: the sets of builtin.def. */
static const char *kinds_text(char letter)
{
    static const struct { char letter; const char *text; } TEXTS[] = {
        {'a', "any"}, {'n', "any number"}, {'i', "any integer"}, {'u', "any unsigned integer"},
        {'f', "any float but double"}, {'g', "any float"}, {'j', "int, uint"},
        {'l', "int64_t, uint64_t"}, {'x', "int, uint, float"}, {'y', "int16_t, uint16_t, half"},
        {'k', "any integer of at most 32 bits"}, {'p', "uint, float"},
        {'w', "int, uint, int64_t, uint64_t"},
    };
    for (int i = 0; i < COUNT_OF(TEXTS); i++)
        if (TEXTS[i].letter == letter)
            return TEXTS[i].text;
    return "";
}

static bool is_generic(char component) { return COMPONENTS[(int)component] == NULL; }

/* The letter that T stands for, or NUL. */
static char generic_letter(const Signature *signature)
{
    if (is_generic(signature->result.component))
        return signature->result.component;
    for (int i = 0; i < signature->count; i++)
        if (is_generic(signature->parameters[i].component))
            return signature->parameters[i].component;
    return '\0';
}

static void print_dimension(Text *out, char dimension)
{
    if (dimension == '~')
        text_printf(out, " each size");
    else if (DIMENSIONS[(int)dimension] != NULL)
        text_printf(out, "%s", DIMENSIONS[(int)dimension]);
    else
        text_printf(out,
                    strchr("*=", dimension) != NULL          ? "*"
                    : (dimension >= '0' && dimension <= '9') ? "%c"
                                                             : "[%c]",
                    dimension);
}

static void print_item(Text *out, const Item *item)
{
    text_printf(out, item->is_optional ? "[" : "");
    text_printf(out, item->direction == '>' ? "out " : item->direction == '&' ? "place " : "");
    text_printf(out, "%s", is_generic(item->component) ? "T" : COMPONENTS[(int)item->component]);
    for (int i = 0; i < 2 && item->dimensions[i] != '\0'; i++)
        print_dimension(out, item->dimensions[i]);
    text_printf(out, item->is_optional ? "]" : "");
}

static void print_signature(Text *out, const char *name, const Signature *signature)
{
    print_item(out, &signature->result);
    text_printf(out, " %s(", name);
    for (int i = 0; i < signature->count; i++) {
        text_printf(out, i == 0 ? "" : ", ");
        print_item(out, &signature->parameters[i]);
    }
    text_printf(out, !signature->is_variadic ? ")" : signature->count > 0 ? ", ...)" : "...)");
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

/* What the target must be; nothing where it may be any. */
static void print_model(Text *out, const ModelRule *model)
{
    if (model->minor > 0)
        text_printf(out, "Shader Model 6.%d%s", model->minor,
                    model->is_wave_index ? " or -fgroup-wave-index" : "");
    if (model->reads_quads)
        text_printf(out, ", whole quads");
    if (model->wide_minor > 0)
        text_printf(out, "64 bits: Shader Model 6.%d", model->wide_minor);
}

static void print_row(Text *out, const Intrinsic *row)
{
    Signature signature = signature_read(row->signature);
    text_printf(out, "| `");
    print_signature(out, row->name, &signature);
    text_printf(out, "` | %s | ", kinds_text(generic_letter(&signature)));
    print_families(out, row->families);
    print_model(out, &row->model);
    text_printf(out, "%s%s |\n", row->refusal ? "not supported: " : "",
                row->refusal ? row->refusal : "");
}

void check_list_intrinsics(Text *out)
{
    text_printf(out, "| intrinsic | T | |\n| --- | --- | --- |\n");
    for (int i = 0; i < BUILTIN_COUNT; i++)
        print_row(out, builtin_row((BuiltinId)i));
    text_printf(out, "\n| method | T | of |\n| --- | --- | --- |\n");
    for (int i = 0; i < METHOD_COUNT; i++)
        print_row(out, method_row((MethodId)i));
}
