/* The points that --trace tells of: statements that begin, and what names were given. */
#include "lower/values_priv.h"

enum { MOST_LEAVES = 64 }; /* of a value that are told */

/* ---- names ---- */

static void spell(Text *text, const Expr *expr);

static void spell_components(Text *text, const Expr *expr)
{
    text_printf(text, ".");
    for (int i = 0; i < expr->component_count; i++)
        if (expr->left->type->kind == TYPE_MATRIX)
            text_printf(text, "_m%d%d", expr->components[i] / 4, expr->components[i] % 4);
        else
            text_printf(text, "%c", "xyzw"[expr->components[i] % 4]);
}

static void spell_constant(Text *text, const Expr *expr)
{
    bool is_integer = type_is_leafy(expr->type) && !type_is_floating(expr->type);
    if (is_integer && type_components(expr->type) == 1)
        text_printf(text, "%lld", (long long)expr->value->integer);
    else
        text_printf(text, "...");
}

/* Calls and operators are `...`: the line of the source stands above. */
static void spell(Text *text, const Expr *expr)
{
    switch (expr->kind) {
    case EXPR_VARIABLE: text_printf(text, "%s", expr->variable->name); break;
    case EXPR_CONSTANT: spell_constant(text, expr); break;
    case EXPR_CONVERT:
    case EXPR_BASE: spell(text, expr->left); break;
    case EXPR_FIELD: {
        const Type *type = expr->left->type;
        const Type *structure = type->kind == TYPE_RESOURCE ? type->element : type;
        spell(text, expr->left);
        text_printf(text, ".%s", structure->fields[expr->field].name);
        break;
    }
    case EXPR_SWIZZLE:
        spell(text, expr->left);
        spell_components(text, expr);
        break;
    case EXPR_INDEX:
        spell(text, expr->left);
        text_printf(text, "[");
        spell(text, expr->right);
        text_printf(text, "]");
        break;
    default: text_printf(text, "...");
    }
}

const char *trace_name(Lower *l, const Expr *expr)
{
    if (!l->options.traces)
        return NULL;
    Text text = {0};
    spell(&text, expr);
    const char *name = arena_copy_text(l->arena, text.bytes, text.length);
    text_free(&text);
    return name;
}

/* ---- points ---- */

static void build_trace(Lower *l, IrTrace point, const Words *words)
{
    vec_push(l->kernel->arena, &l->kernel->traces, point);
    IrInstr *trace = ir_build_typed(&l->builder, IR_trace, ir_scalar(IR_VOID), words->list.items,
                                    words->list.count);
    trace->pos = point.pos;
    trace->immediate = l->kernel->traces.count - 1;
}

void trace_statement(Lower *l, SourcePos pos)
{
    Words none = {.arena = l->arena};
    if (l->options.traces && !l->dead)
        build_trace(l, (IrTrace){.pos = pos}, &none);
}

void trace_value(Lower *l, SourcePos pos, const char *name, Value value)
{
    if (!l->options.traces || name == NULL || l->dead || type_has_object(value.type) ||
        value.count == 0)
        return;
    int count = value.count < MOST_LEAVES ? value.count : MOST_LEAVES;
    const ScalarKind *kinds = value_leaf_kinds(l, value.type);
    char *leaves = ARENA_ARRAY(l->kernel->arena, char, count + 1);
    Words words = {.arena = l->arena};
    for (int i = 0; i < count; i++) {
        words_add_leaf(l, &words, kinds[i], value.leaves[i]);
        leaves[i] = word_letter(kinds[i], value.leaves[i]);
    }
    bool is_shaped = value.type->kind == TYPE_VECTOR || value.type->kind == TYPE_MATRIX;
    build_trace(l,
                (IrTrace){.pos = pos, .name = name, .leaves = leaves,
                          .rows = is_shaped ? value.type->rows : 0,
                          .columns = is_shaped ? value.type->columns : 0,
                          .is_cut = count < value.count},
                &words);
}
