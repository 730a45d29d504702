/* From the tables' rows to cases: what a signature of builtin.def allows, letter by letter. */
#include "intrinsics.h"

#include <stdio.h>
#include <string.h>

typedef struct Item { char direction, component, dimensions[3]; } Item; /* a piece of a signature; dimensions "" "c" "rc" "*" "3" */
typedef struct Signature { Item items[1 + MOST_ARGUMENTS]; int count; } Signature; /* the result first */

typedef struct Sizes { Shape any; int sizes[128]; bool names_vectors; } Sizes; /* what * and the letters are */

static const struct BuiltinText { const char *name, *signature; } BUILTINS[] = {
#define BUILTIN(id, name, signature, model, lower) {name, signature},
#include "check/builtin.def"
#undef BUILTIN
};

/* ---- groups ---- */

static bool is_minimum(ScalarKind kind) { return kind >= SCALAR_MIN16F && kind <= SCALAR_MIN16U; }
static bool is_16_bits(ScalarKind kind) { return kind == SCALAR_I16 || kind == SCALAR_U16 || kind == SCALAR_F16; }
static bool is_literal(int kind) { return kind == SCALAR_LITERAL_INT || kind == SCALAR_LITERAL_FLOAT; }

bool group_is_native(int group) { return group != GROUP_FIXED && !(group < SCALAR_COUNT && is_minimum((ScalarKind)group)); }

const char *group_name(int group)
{
    return group == GROUP_FIXED_NATIVE ? "fixed-native" : group == GROUP_FIXED ? "fixed" : scalar_info((ScalarKind)group)->name;
}

/* ---- signatures ---- */

static const char *read_item(const char *at, Item *item)
{
    *item = (Item){.direction = ' '};
    if (*at == '>')
        item->direction = *at++;
    item->component = *at++;
    for (int i = 0; *at != ' ' && *at != '\0'; i++)
        item->dimensions[i] = *at++;
    return at + strspn(at, " ");
}

static Signature read_signature(const char *text)
{
    Signature signature = {0};
    while (*text != '\0')
        text = read_item(text, &signature.items[signature.count++]);
    return signature;
}

static bool is_generic(char component) { return component >= 'a' && component <= 'z'; }

static char generic_letter(const Signature *signature)
{
    for (int i = 0; i < signature->count; i++)
        if (is_generic(signature->items[i].component))
            return signature->items[i].component;
    return '\0';
}

static ScalarKind kind_of_letter(char letter, ScalarKind generic, bool native)
{
    switch (letter) {
    case 'B': return SCALAR_BOOL;
    case 'I': return SCALAR_I32;
    case 'U': return SCALAR_U32;
    case 'F': return SCALAR_F32;
    case 'D': return SCALAR_F64;
    case 'H': return native ? SCALAR_F16 : SCALAR_HALF32;
    case 'S': return SCALAR_I16;
    case 'W': return SCALAR_U16;
    default: return generic;
    }
}

static Shape shape_of(const Item *item, const Sizes *sizes)
{
    int size[2] = {0};
    if (item->dimensions[0] == '*')
        return sizes->any;
    for (int i = 0; i < 2 && item->dimensions[i] != '\0'; i++)
        size[i] = item->dimensions[i] <= '9' ? item->dimensions[i] - '0' : sizes->sizes[(int)item->dimensions[i]];
    if (item->dimensions[0] == '\0' || (item->dimensions[1] == '\0' && size[0] == 1 && !sizes->names_vectors))
        return (Shape){0, 0};
    return item->dimensions[1] == '\0' ? (Shape){0, size[0]} : (Shape){size[0], size[1]};
}

/* ---- text ---- */

const char *type_text(Arena *arena, ScalarKind kind, Shape shape)
{
    const char *name = scalar_info(kind)->name;
    if (shape.rows)
        return arena_printf(arena, "%s%dx%d", name, shape.rows, shape.columns);
    return shape.columns ? arena_printf(arena, "%s%d", name, shape.columns) : name;
}

static const char *call_text(Arena *arena, const char *name, int count)
{
    static const char *const ARGUMENTS[] = {"", "a", "a, b", "a, b, c", "a, b, c, d"};
    return arena_printf(arena, "%s(%s)", name, ARGUMENTS[count]);
}

/* ---- cases ---- */

const int BATTERY_THREADS[BATTERY_COUNT] = {2304, 64, 96};

/* The C compiler's time is dear, and the components of a shape are the same code over again: scalars of all
 * rows, one vector and one matrix size. */
static bool is_compiled(const Case *test, bool is_small)
{
    int count = 0;
    for (int i = 0; i < test->argument_count; i++) {
        Shape shape = test->arguments[i].shape;
        if (shape.rows == 1 || shape.columns == 1 || shape.rows + shape.columns == 8)
            return false;
        count += shape_count(shape);
    }
    return is_small || (test->battery == BATTERY_TAME ? count <= 12 && test->result.shape.columns != 2 : false);
}

static void add_case(Arena *arena, Cases *cases, Case test, const Row *row)
{
    bool is_small = shape_count(test.result.shape) == 1;
    const char *places = "";
    for (int i = 0; i < test.argument_count; i++) {
        is_small &= shape_count(test.arguments[i].shape) == 1;
        places = arena_printf(arena, "%s%s%s%s", places, i ? ", " : "", test.arguments[i].direction == '>' ? "out " : "",
                              type_text(arena, test.arguments[i].kind, test.arguments[i].shape));
    }
    test.name = arena_printf(arena, "%s of (%s)", test.text, places);
    test.battery = row != NULL && row->is_whole && !row->wants_edges ? BATTERY_TAME : is_small ? BATTERY_PAIRS : BATTERY_EDGES;
    test.is_compiled = is_compiled(&test, is_small);
    vec_push(arena, &cases->items, test);
}

static void add_builtin(Arena *arena, Cases *cases, int id, const Signature *signature, ScalarKind kind, bool native, const Sizes *sizes)
{
    const Row *row = row_of(id, kind);
    Case test = {.kind = kind, .argument_count = signature->count - 1, .text = call_text(arena, BUILTINS[id].name, signature->count - 1)};
    if (row == NULL)
        return; /* the completeness test finds it */
    test.model = row->model;
    for (int i = 0; i < signature->count; i++) {
        const Item *item = &signature->items[i];
        char direction = item->component == '-' ? '-' : item->direction;
        Place place = {direction, kind_of_letter(item->component, kind, native), shape_of(item, sizes)};
        *(i == 0 ? &test.result : &test.arguments[i - 1]) = place;
    }
    if (!is_generic(generic_letter(signature)))
        test.kind = test.arguments[0].kind;
    add_case(arena, cases, test, row);
}

static const Shape EVERY_SHAPE[] = {{0, 0}, {0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 1}, {1, 4}, {2, 2}, {2, 3}, {3, 2}, {3, 3}, {4, 1}, {4, 4}};

static bool signature_has(const Signature *signature, char dimension)
{
    for (int i = 0; i < signature->count; i++)
        if (strchr(signature->items[i].dimensions, dimension) != NULL)
            return true;
    return false;
}

/* AddUint64 takes pairs of words. */
static bool is_size_allowed(int id, int size) { return id != BUILTIN_ADDUINT64 || size % 2 == 0; }

static void add_sizes(Arena *arena, Cases *cases, int id, const Signature *signature, ScalarKind kind, bool native)
{
    bool has_r = signature_has(signature, 'r'), has_c = signature_has(signature, 'c'), has_k = signature_has(signature, 'k');
    for (int r = 1; r <= (has_r ? 4 : 1); r++)
        for (int c = 1; c <= (has_c ? 4 : 1); c++)
            for (int k = 1; k <= (has_k ? 4 : 1); k++)
                if (is_size_allowed(id, c))
                    add_builtin(arena, cases, id, signature, kind, native,
                                &(Sizes){.sizes = {['r'] = r, ['c'] = c, ['k'] = k}, .names_vectors = strcmp(BUILTINS[id].name, "mul") == 0});
}

static void add_shapes(Arena *arena, Cases *cases, int id, const Signature *signature, ScalarKind kind, bool native)
{
    if (!signature_has(signature, '*')) {
        add_sizes(arena, cases, id, signature, kind, native);
        return;
    }
    for (int i = 0; i < COUNT_OF(EVERY_SHAPE); i++)
        add_builtin(arena, cases, id, signature, kind, native, &(Sizes){.any = EVERY_SHAPE[i]});
}

static bool has_model(int id)
{
    for (int i = 0; i < ROW_COUNT; i++)
        if (ROWS[i].id == id)
            return true;
    return false;
}

static void add_builtins(Arena *arena, Cases *cases, int group)
{
    bool native = group_is_native(group);
    for (int id = 0; id < COUNT_OF(BUILTINS); id++) {
        if (!has_model(id))
            continue;
        Signature signature = read_signature(BUILTINS[id].signature);
        char letter = generic_letter(&signature);
        bool is_half = strchr(BUILTINS[id].signature, 'H') != NULL;
        if (letter != '\0' ? group < SCALAR_COUNT && check_letter_has(letter, (ScalarKind)group) : group == GROUP_FIXED_NATIVE || (group == GROUP_FIXED && is_half))
            add_shapes(arena, cases, id, &signature, letter != '\0' ? (ScalarKind)group : SCALAR_U32, native);
    }
}

/* ---- operators and casts ---- */

static Place operand_place(char letter, ScalarKind kind, Shape shape)
{
    ScalarKind kinds = letter == 'T' ? kind : SCALAR_BOOL;
    return (Place){' ', kinds, letter == 'S' ? (Shape){0, 0} : shape};
}

static void add_operator(Arena *arena, Cases *cases, const OperatorModel *operator, ScalarKind kind, Shape shape)
{
    Case test = {.text = operator->text, .kind = kind, .model = operator->model, .argument_count = (int)strlen(operator->operands)};
    for (int i = 0; i < test.argument_count; i++)
        test.arguments[i] = operand_place(operator->operands[i], kind, shape);
    test.result = operand_place(operator->result, kind, shape);
    if (operator->class == CLASS_BOOL && operator->result == 'T')
        test.result.kind = SCALAR_I32;
    add_case(arena, cases, test, NULL);
}

static void add_operators(Arena *arena, Cases *cases, ScalarKind kind)
{
    for (int i = 0; i < OPERATOR_COUNT; i++) {
        bool is_logical = OPERATORS[i].result == 'S', is_any = OPERATORS[i].class > CLASS_FLOAT;
        bool is_division = OPERATORS[i].class == CLASS_SIGNED && strpbrk(OPERATORS[i].text, "/%") != NULL;
        bool is_remainder = strcmp(OPERATORS[i].text, "a % b") == 0;
        if ((is_division && (kind == SCALAR_MIN16I || kind == SCALAR_MIN12I)) ||
            (is_remainder && kind == SCALAR_F64)) /* refused, as by dxc */
            continue;
        if (is_logical ? kind != SCALAR_BOOL : !is_any && OPERATORS[i].class != scalar_info(kind)->class)
            continue;
        for (int shape = 0; shape < (is_logical ? 1 : COUNT_OF(EVERY_SHAPE)); shape++)
            add_operator(arena, cases, &OPERATORS[i], kind, EVERY_SHAPE[shape]);
    }
}

static void add_cast(Arena *arena, Cases *cases, ScalarKind from, ScalarKind to, Shape shape)
{
    Case test = {.text = arena_printf(arena, "(%s)a", type_text(arena, to, shape)), .kind = from, .model = model_cast, .argument_count = 1,
                 .result = {' ', to, shape}, .arguments = {{' ', from, shape}}};
    add_case(arena, cases, test, NULL);
}

static void add_casts(Arena *arena, Cases *cases, ScalarKind from, bool native)
{
    static const Shape SHAPES[] = {{0, 0}, {0, 3}, {2, 2}};
    for (int to = 0; to < SCALAR_COUNT; to++)
        for (int i = 0; i < COUNT_OF(SHAPES) && !is_literal(to); i++)
            if (native ? !is_minimum((ScalarKind)to) : !is_16_bits((ScalarKind)to))
                add_cast(arena, cases, from, (ScalarKind)to, SHAPES[i]);
}

void cases_of_group(Arena *arena, int group, Cases *cases)
{
    if (is_literal(group))
        return;
    add_builtins(arena, cases, group);
    if (group < SCALAR_COUNT) {
        add_operators(arena, cases, (ScalarKind)group);
        add_casts(arena, cases, (ScalarKind)group, group_is_native(group));
    }
    for (int kind = 0; group == GROUP_FIXED && kind < SCALAR_COUNT; kind++) /* the others, to minimum-precision types */
        if (!is_literal(kind) && !is_16_bits((ScalarKind)kind) && !is_minimum((ScalarKind)kind))
            add_casts(arena, cases, (ScalarKind)kind, false);
}
