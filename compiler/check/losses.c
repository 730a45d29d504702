/* Warnings about what implicit conversions lose: components, precision, signs, the value of a
 * constant. */
#include "conversions_priv.h"

/* "a.b" for what has a name, "f(...)" for calls, otherwise "". */
static const char *spell_value(Checker *checker, const Expr *expr)
{
    const char *left = expr->left != NULL ? spell_value(checker, expr->left) : "";
    switch (expr->kind) {
    case EXPR_VARIABLE: return expr->variable->name != NULL ? expr->variable->name : "";
    case EXPR_CALL: return arena_printf(checker->arena, "%s(...)", expr->function->name);
    case EXPR_BUILTIN: return arena_printf(checker->arena, "%s(...)", builtin_name(expr->builtin));
    case EXPR_FIELD:
        return left[0] != '\0' ? arena_printf(checker->arena, "%s.%s", left,
                                              expr->left->type->fields[expr->field].name)
                               : "";
    case EXPR_INDEX: return left[0] != '\0' ? arena_printf(checker->arena, "%s[...]", left) : "";
    default: return "";
    }
}

void warn_of_loss(Checker *checker, const Expr *expr, const Type *from, const Type *to,
                         ConversionShape shape)
{
    SourcePos pos = expr->pos;
    const char *name = shape == SHAPE_TRUNCATE ? spell_value(checker, expr) : "";
    if (shape == SHAPE_TRUNCATE)
        diag_report(checker->diagnostics, pos, DIAG_truncation,
                    name[0] != '\0' ? arena_printf(checker->arena, "'%s' of ", name) : "", from,
                    to);
    else if (type_is_numeric(from) && type_is_numeric(to) && to->scalar != SCALAR_BOOL &&
             !scalar_is_literal(from->scalar) &&
             scalar_is_float(from->scalar) == scalar_is_float(to->scalar) &&
             combining_bits(to->scalar) < combining_bits(from->scalar))
        diag_report(checker->diagnostics, pos, DIAG_precision_loss, from, to);
}

static bool is_class(const Type *type, ScalarClass class)
{
    return type_is_numeric(type) && scalar_info(type->scalar)->class == class;
}

void warn_of_sign(Checker *checker, const Expr *expr, const Type *to)
{
    const ConstantLeaf *leaves = constant_leaves(expr);
    if (!is_class(expr->type, CLASS_SIGNED) || !is_class(to, CLASS_UNSIGNED))
        return;
    if (leaves == NULL ? !scalar_is_literal(expr->type->scalar) : leaves[0].integer < 0)
        diag_report(checker->diagnostics, expr->pos, DIAG_sign_conversion, expr->type, to);
}

/* ---- constants ---- */

/* All ones and the like are written without a sign for signed types, too: as 0xffffffff, ~0u,
 * 1 << 31, but not as 4294967295. */
static bool fits_integer(int64_t value, const Type *to, bool is_decimal)
{
    int bits = scalar_bits(to->scalar);
    bool is_signed = scalar_info(to->scalar)->class == CLASS_SIGNED;
    if (bits == 64)
        return true;
    return value < (int64_t)1 << (is_signed && is_decimal ? bits - 1 : bits) &&
           (!is_signed || value >= -((int64_t)1 << (bits - 1)));
}

static void warn_of_leaf(Checker *checker, const Expr *expr, const Type *to, ConstantLeaf leaf)
{
    SourcePos pos = expr->pos;
    const Type *from = expr->type;
    ConstantLeaf result = leaf_convert(leaf, from->scalar, to->scalar);
    bool from_float = scalar_is_float(from->scalar), to_float = scalar_is_float(to->scalar);
    bool is_cut = from_float && !to_float &&
                  leaf_convert(result, to->scalar, SCALAR_F64).number != leaf.number;
    if (is_cut)
        diag_report(checker->diagnostics, pos, DIAG_constant_cut, leaf.number,
                    (long long)result.integer, to);
    else if (from_float && to_float && __builtin_isinf(result.number) &&
             !__builtin_isinf(leaf.number))
        diag_report(checker->diagnostics, pos, DIAG_constant_infinite, leaf.number, to);
    else if (!from_float && !to_float && !fits_integer(leaf.integer, to, expr->is_decimal))
        diag_report(checker->diagnostics, pos, DIAG_constant_wraps, (long long)leaf.integer, to,
                    (long long)result.integer);
}

void warn_of_constant(Checker *checker, const Expr *expr, const Type *to)
{
    const ConstantLeaf *leaves = constant_leaves(expr);
    if (leaves == NULL && expr->kind == EXPR_CONDITIONAL && type_is_scalar_literal(expr->type)) {
        warn_of_constant(checker, expr->middle, to);
        warn_of_constant(checker, expr->right, to);
    }
    if (leaves == NULL || !type_is_numeric(expr->type) || !type_is_numeric(to) ||
        to->scalar == SCALAR_BOOL || scalar_is_literal(to->scalar) ||
        scalar_info(expr->type->scalar)->class == CLASS_BOOL)
        return;
    int count = type_component_count(expr->type), taken = type_component_count(to);
    for (int i = 0; i < count && i < taken; i++)
        warn_of_leaf(checker, expr, to, leaves[i]);
}
