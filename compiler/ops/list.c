/* op.def and example.def as Markdown: a table and the examples of each domain (docs/ir.md). */
#include "ops.h"

#include <ctype.h>

#include "base/base.h"

const OpExample OP_EXAMPLES[IR_OP_COUNT] = {
#define EXAMPLE(name, value, text) [IR_##name] = {IR_##name, value, text},
#define EXAMPLE_OF(name, operation) [IR_##name] = {IR_##operation, "", ""},
#include "example.def"
#undef EXAMPLE_OF
#undef EXAMPLE
};

const char OP_EXAMPLE_HEAD[] =
    "kernel @Example numthreads(8, 1, 1) wave 4 x 2\n"
    "  uav $Value struct stride 64 row 0\n"
    "  cbv $Params cbuffer size 16 row 1            ; words 0 10 20 30\n"
    "  uav $Typed typed<i32> row 2                  ; elements 0 10 20 30 ... 70\n"
    "  uav $Structs struct stride 8 row 3           ; of words 0 10, 20 30, ...; its counter is 5\n"
    "  uav $Raw raw row 4                           ; words 0 10 20 30 ... 70\n"
    "  uav $Image tex2d<i32> row 5                  ; rows of texels 0 10, 20 30\n"
    "  srv $Picture tex2d<f32x4> row 6              ; (1, 2, 3, 4) (5, 6, 7, 8), (9, ... 16)\n"
    "  srv $Depth tex2d<f32> row 7                  ; 0.25 0.5, 0.75 1\n"
    "  srv $Smooth sampler row 8                    ; linear, clamp, LESS_EQUAL\n"
    "  shared $shared i32[8]\n"
    "  local $pairs f32x2[4]\n"
    "  wave $kept i1\n"
    "{\n"
    "  %0 constant i32 = const 0\n"
    "  %1 constant i32 = const 1\n"
    "  %2 constant i32 = const 2\n"
    "  %3 constant i32 = const 3\n"
    "  %4 constant i32 = const 4\n"
    "  %5 constant i32 = const 5\n"
    "  %6 constant i32 = const 6\n"
    "  %7 constant i32 = const 7\n"
    "  %8 constant i32 = const 8\n"
    "  %9 constant i32 = const 9\n"
    "  %17 constant i32 = const -7\n"
    "  %11 constant i1 = const false\n"
    "  %12 constant i1 = const true\n"
    "  %10 constant f32 = const 0.0\n"
    "  %50 constant f32 = const 0.5\n"
    "  %100 constant f32 = const 1.0\n"
    "  %150 constant f32 = const 1.5\n"
    "  %200 constant f32 = const 2.0\n"
    "  %250 constant f32 = const 2.5\n"
    "  %400 constant f32 = const 4.0\n"
    "  %25 constant f32 = const -2.5\n";

/* ---- words ---- */

static const struct { const char *title, *of; } DOMAINS[] = {
    [DOMAIN_FLOAT] = {"Floating point", "T: f16 f32 f64"},
    [DOMAIN_INTEGER] = {"Integers", "T: i16 i32 i64"},
    [DOMAIN_LOGIC] = {"Bits", "T: i1 i16 i32 i64"},
    [DOMAIN_CONVERT] = {"Conversions", NULL},
    [DOMAIN_CHOICE] = {"Choices", "T: any scalar"},
    [DOMAIN_CONSTANT] = {"Constants", NULL},
    [DOMAIN_ID] = {"Thread, wave, group", NULL},
    [DOMAIN_VARIABLE] = {"Variables", "out of bounds: loads give 0, stores do nothing"},
    [DOMAIN_CBUFFER] = {"Constant buffers", NULL},
    [DOMAIN_TYPED] = {"Typed buffers", "out of bounds: loads give 0, stores do nothing"},
    [DOMAIN_STRUCT] = {"Structured buffers", "out of bounds: loads give 0, stores do nothing"},
    [DOMAIN_RAW] = {"Raw buffers", "out of bounds: loads give 0, stores do nothing"},
    [DOMAIN_WORDS] = {"Words side by side", "of typed and structured buffers of such elements, and of raw buffers"},
    [DOMAIN_TEXTURE] = {"Textures", "out of bounds: loads give 0, stores do nothing"},
    [DOMAIN_RESOURCE] = {"Resources of any shape", NULL},
    [DOMAIN_SAMPLE] = {"Textures through samplers",
                       "a place: x y z slice as floats, and an offset x y z in texels"},
    [DOMAIN_WAVE] = {"Waves", "over the active lanes; T: any scalar"},
    [DOMAIN_TEST] = {"Unit tests", NULL},
    [DOMAIN_CONTROL] = {"Control", NULL},
};

/* What op.def's letters stand for, as operands and as results. */
static const struct { char letter; const char *operand, *result; } LETTERS[] = {
    {'T', "T", "T"},         {'B', "i1", "i1"},         {'I', "i32", "i32"},
    {'F', "f32", "f32"},     {'A', "scalar", "scalar"}, {'f', "float", "float"},
    {'n', "i16 i32 i64", "i16 i32 i64"},                {'z', "i1 i16 i32 i64", "i1 i16 i32 i64"},
    {'R', "row", ""},        {'X', "address", ""},      {'.', "...", ""},
    {'S', "", "scalar"},     {'M', "", "1 to 16 components"}, {'-', "", ""},
};

/* The columns as op.def writes them. */
static const struct { const char *flags, *rule; } WRITTEN[] = {
#define OP(name, operands, result, domain, flags, carries, rule, range, fold, text) {#flags, #rule},
#include "op.def"
#undef OP
};

static int find_letter(char letter)
{
    int found = 0;
    while (LETTERS[found].letter != letter)
        found++;
    return found;
}

static void print_operands(Text *out, const char *letters)
{
    for (const char *letter = letters; *letter != '\0'; letter++)
        text_printf(out, "%s%s", letter > letters ? ", " : "",
                    LETTERS[find_letter(*letter)].operand);
}

/* PURE|COMMUTES: pure, commutes */
static void print_words(Text *out, const char *written)
{
    for (; *written != '\0'; written++) {
        char small = (char)tolower((unsigned char)*written);
        if (*written == '|')
            text_printf(out, ", ");
        else if (!isblank((unsigned char)*written))
            text_add(out, &small, 1);
    }
}

/* ---- a domain ---- */

static void print_row(Text *out, IrOp op)
{
    const OpInfo *info = op_info(op);
    text_printf(out, "| `%s` | ", info->name);
    print_operands(out, info->operands);
    text_printf(out, " | %s | ", LETTERS[find_letter(info->result)].result);
    print_words(out, WRITTEN[op].flags);
    text_printf(out, " | ");
    print_words(out, info->rule != RULE_NOTHING ? WRITTEN[op].rule : "");
    text_printf(out, " | %s |\n", info->text);
}

static void print_example(Text *out, const OpExample *example)
{
    enum { COLUMN = 72 };
    const char *last = strrchr(example->text, '\n');
    int width = (int)strlen(last != NULL ? last + 1 : example->text);
    text_printf(out, "%s", example->text);
    if (example->value[0] != '\0')
        text_printf(out, "%*s ; %s", width < COLUMN ? COLUMN - width : 0, "", example->value);
    text_printf(out, "\n");
}

static bool has_lines(const OpExample *example) { return strchr(example->text, '\n') != NULL; }

/* Those of several lines stand apart. */
static void print_examples(Text *out, OpDomain domain)
{
    const OpExample *before = NULL;
    text_printf(out, "\n```\n");
    for (int op = 0; op < IR_OP_COUNT; op++) {
        const OpExample *example = &OP_EXAMPLES[op];
        if (op_info((IrOp)op)->domain != domain || example->shown_by != (IrOp)op)
            continue;
        if (before != NULL && (has_lines(before) || has_lines(example)))
            text_printf(out, "\n");
        print_example(out, example);
        before = example;
    }
    text_printf(out, "```\n");
}

static void print_domain(Text *out, OpDomain domain)
{
    text_printf(out, "\n### %s\n\n", DOMAINS[domain].title);
    if (DOMAINS[domain].of != NULL)
        text_printf(out, "%s\n\n", DOMAINS[domain].of);
    text_printf(out, "| operation | takes | gives | does | uniformity | what it is |\n"
                     "| --- | --- | --- | --- | --- | --- |\n");
    for (int op = 0; op < IR_OP_COUNT; op++)
        if (op_info((IrOp)op)->domain == domain)
            print_row(out, (IrOp)op);
    print_examples(out, domain);
}

void op_list(Text *out)
{
    text_printf(out, "Each example stands behind this head:\n\n```\n%s  ...\n}\n```\n",
                OP_EXAMPLE_HEAD);
    for (int domain = 0; domain < COUNT_OF(DOMAINS); domain++)
        print_domain(out, (OpDomain)domain);
}
