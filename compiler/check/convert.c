/* Building conversions: implicit ones with their warnings, casts, literals that take a type,
 * conditions and places. Each EXPR_CONVERT changes one thing: the scalar kind or the shape. */
#include "conversions_priv.h"

/* ---- literals ---- */

static ScalarKind default_kind(const Expr *expr)
{
    if (expr->type->scalar == SCALAR_LITERAL_FLOAT)
        return SCALAR_F32;
    const ConstantLeaf *leaves = constant_leaves(expr);
    int64_t value = leaves != NULL ? leaves[0].integer : 0;
    if (value >= INT32_MIN && value <= INT32_MAX)
        return SCALAR_I32;
    return value >= 0 && value <= UINT32_MAX ? SCALAR_U32 : SCALAR_I64;
}

/* Makes an expression of literals one of `scalar` all through: in `c ? 1 : 2` both branches. */
static Expr *retype_literal(Checker *checker, Expr *expr, ScalarKind scalar)
{
    if (!type_is_scalar_literal(expr->type))
        return expr;
    const Type *type = type_with_scalar(checker, expr->type, scalar);
    bool is_tree = expr->kind == EXPR_UNARY || expr->kind == EXPR_BINARY ||
                   expr->kind == EXPR_CONDITIONAL || expr->kind == EXPR_SELECT ||
                   expr->kind == EXPR_COMMA ||
                   (expr->kind == EXPR_CONVERT && type_is_scalar_literal(expr->left->type));
    if (!is_tree)
        return expr_convert_node(checker, expr->kind == EXPR_CONVERT ? expr->left : expr, type);
    Expr *copy = ARENA_NEW(checker->arena, Expr);
    *copy = *expr;
    copy->type = type;
    bool left_is_value = expr->kind != EXPR_CONDITIONAL && expr->kind != EXPR_SELECT &&
                         expr->kind != EXPR_COMMA;
    if (left_is_value)
        copy->left = retype_literal(checker, expr->left, scalar);
    if (expr->middle != NULL)
        copy->middle = retype_literal(checker, expr->middle, scalar);
    if (expr->right != NULL)
        copy->right = retype_literal(checker, expr->right, scalar);
    return constant_fold(checker, copy);
}

Expr *settle_literal(Checker *checker, Expr *expr)
{
    return type_is_scalar_literal(expr->type) ? retype_literal(checker, expr, default_kind(expr))
                                              : expr;
}

/* ---- building ---- */

static Expr *convert_scalars(Checker *checker, Expr *expr, ScalarKind scalar);

/* Whether an expression of literals only chooses among them, so that it has the same value where
 * each of them is converted: `c ? 1 : 2`, but not `(c ? 3 : 1) / 2`. */
static bool only_chooses(const Expr *expr)
{
    switch (expr->kind) {
    case EXPR_CONSTANT: return true;
    case EXPR_COMMA: return only_chooses(expr->right);
    case EXPR_CONDITIONAL:
    case EXPR_SELECT: return only_chooses(expr->middle) && only_chooses(expr->right);
    default: return false;
    }
}

/* Literals are computed in 64 bits where the result is of their class and has as many, else in 32,
 * and only then become bools, narrower or of the other class. */
static Expr *convert_literals(Checker *checker, Expr *expr, ScalarKind scalar)
{
    bool is_same_class = scalar_is_float(expr->type->scalar) == scalar_is_float(scalar);
    if (only_chooses(expr) || (is_same_class && scalar_bits(scalar) >= 32))
        return retype_literal(checker, expr, scalar);
    return convert_scalars(checker, settle_literal(checker, expr), scalar);
}

static Expr *convert_scalars(Checker *checker, Expr *expr, ScalarKind scalar)
{
    if (expr->type->scalar == scalar && expr->type->kind != TYPE_ENUM)
        return expr;
    if (type_is_scalar_literal(expr->type) && constant_leaves(expr) == NULL)
        return convert_literals(checker, expr, scalar);
    return expr_convert_node(checker, expr, type_with_scalar(checker, expr->type, scalar));
}

/* A vector or matrix of one row or column cut to a line. */
static Expr *truncate_line(Checker *checker, Expr *expr, const Type *to)
{
    uint8_t components[4];
    int count = type_component_count(to);
    bool is_column = expr->type->kind == TYPE_MATRIX && expr->type->columns == 1;
    for (int i = 0; i < count; i++)
        components[i] = (uint8_t)(is_column ? i * 4 : i);
    Expr *cut = expr_swizzle(checker, expr, components, count, expr->pos);
    cut->is_lvalue = false;
    return type_same(cut->type, to)
             ? cut
             : expr_construct(checker, to,
                              memcpy(ARENA_ARRAY(checker->arena, Expr *, 1), &cut, sizeof cut), 1,
                              expr->pos);
}

static Expr *reshape(Checker *checker, Expr *expr, const Type *to)
{
    if (to->kind == TYPE_SCALAR)
        return expr_swizzle(checker, expr, (const uint8_t[]){0}, 1, expr->pos);
    Expr **arguments = ARENA_ARRAY(checker->arena, Expr *, 1);
    arguments[0] = expr;
    return expr_construct(checker, to, arguments, 1, expr->pos);
}

/* `shape` is what conversion_shape said of it; both types are scalars, vectors, matrices or
 * enums. */
static Expr *convert_numeric(Checker *checker, Expr *expr, const Type *to, ConversionShape shape)
{
    const Type *with_kind = NULL;
    if (expr->type->kind == TYPE_ENUM)
        expr = expr_convert_node(checker, expr, type_scalar(checker, expr->type->scalar));
    if (shape == SHAPE_TRUNCATE) {
        with_kind = to->kind == TYPE_ENUM ? type_scalar(checker, expr->type->scalar)
                                          : type_with_scalar(checker, to, expr->type->scalar);
        bool is_matrix = expr->type->kind == TYPE_MATRIX && with_kind->kind == TYPE_MATRIX;
        expr = is_matrix ? expr_convert_node(checker, expr, with_kind)
                         : truncate_line(checker, expr, with_kind);
    }
    expr = convert_scalars(checker, expr, to->scalar);
    if (to->kind == TYPE_ENUM)
        return expr_convert_node(checker, expr, to);
    if (shape == SHAPE_SPLAT) {
        if (expr->type->kind != TYPE_SCALAR)
            expr = expr_swizzle(checker, expr, (const uint8_t[]){0}, 1, expr->pos);
        return expr_convert_node(checker, expr, to);
    }
    return shape == SHAPE_RESHAPE ? reshape(checker, expr, to) : expr;
}

Expr *as_float_of_bools(Checker *checker, Expr *call)
{
    return expr_convert_node(checker, call, type_with_scalar(checker, call->type, SCALAR_F32));
}

/* The integer that as_float_of_bools() made a float again; else the value. */
static Expr *undo_float_of_bools(Expr *expr)
{
    const Expr *call = expr->kind == EXPR_CONVERT ? expr->left : NULL;
    bool is_of_bools = call != NULL && call->kind == EXPR_BUILTIN && call->type->scalar == SCALAR_I32 &&
                       builtin_row(call->builtin)->signature[0] == 'n';
    for (int i = 0; is_of_bools && i < call->argument_count; i++) {
        const Expr *argument = call->arguments[i];
        is_of_bools = argument->kind == EXPR_CONVERT && type_is_numeric(argument->left->type) &&
                      argument->left->type->scalar == SCALAR_BOOL;
    }
    return is_of_bools ? expr->left : expr;
}

static Expr *build_conversion(Checker *checker, Expr *expr, const Type *to, ConversionShape shape)
{
    if (expr_is_error(expr) || type_is_error(to))
        return expr_error(checker, expr->pos);
    if (type_is_numeric(to) && !scalar_is_float(to->scalar))
        expr = undo_float_of_bools(expr);
    bool is_open = shape == SHAPE_SAME && type_is_aggregate(to); /* an array of any length */
    if (type_same(expr->type, to) || is_open)
        return expr;
    if (shape == SHAPE_BASE) {
        Expr *base = expr_new(checker, EXPR_BASE, to, expr->pos);
        base->left = expr;
        base->is_lvalue = expr->is_lvalue;
        return base;
    }
    if (shape == SHAPE_DESCRIPTOR)
        return build_descriptor_resource(checker, expr, to);
    expr = discard_descriptor(checker, expr);
    if (to->kind == TYPE_VOID || shape == SHAPE_FLAT || type_is_aggregate(to))
        return expr_convert_node(checker, settle_literal(checker, expr), to);
    if (expr->type->kind == TYPE_RESOURCE)
        return expr;
    return convert_numeric(checker, expr, to, shape);
}

Expr *convert_implicitly(Checker *checker, Expr *expr, const Type *to)
{
    if (expr_is_error(expr) || type_is_error(to))
        return expr_error(checker, expr->pos);
    if (!type_same(expr->type, to))
        expr = to->kind == TYPE_RESOURCE ? expr : build_content(checker, expr);
    ConversionShape shape = conversion_shape(checker, expr->type, to, CAST_IMPLICIT);
    if (shape == SHAPE_IMPOSSIBLE) {
        bool by_cast = conversion_shape(checker, expr->type, to, CAST_EXPLICIT) !=
                       SHAPE_IMPOSSIBLE;
        diag_report(checker->diagnostics, expr->pos,
                    by_cast ? DIAG_needs_cast : DIAG_cannot_convert, expr->type, to, to);
        return expr_error(checker, expr->pos);
    }
    /* what a constant loses is in plain sight */
    if (shape == SHAPE_TRUNCATE || constant_leaves(expr) == NULL)
        warn_of_loss(checker, expr, expr->type, to, shape);
    warn_of_sign(checker, expr, to);
    warn_of_constant(checker, expr, to);
    return build_conversion(checker, expr, to, shape);
}

Expr *decay(Checker *checker, Expr *expr)
{
    expr = build_content(checker, expr);
    if (expr->type->kind == TYPE_ENUM && !expr->type->is_scoped)
        return expr_convert_node(checker, expr, type_scalar(checker, expr->type->scalar));
    return expr;
}

Expr *decay_beside(Checker *checker, Expr *expr, const Type *other)
{
    Expr *value = decay(checker, expr);
    bool was_enum = expr->type->kind == TYPE_ENUM && value->type->kind == TYPE_SCALAR;
    if (!was_enum || !type_is_numeric(other) || other->scalar == SCALAR_BOOL ||
        scalar_is_literal(other->scalar) || combining_bits(other->scalar) > 16)
        return value;
    return expr_convert_node(checker, value, type_scalar(checker, other->scalar));
}

Expr *convert_explicitly(Checker *checker, Expr *expr, const Type *to, SourcePos pos)
{
    if (expr_is_error(expr) || type_is_error(to))
        return expr_error(checker, pos);
    if (!type_same(expr->type, to) && to->kind != TYPE_RESOURCE)
        expr = build_content(checker, expr);
    ConversionShape shape = conversion_shape(checker, expr->type, to, CAST_EXPLICIT);
    if (shape == SHAPE_IMPOSSIBLE) {
        diag_report(checker->diagnostics, pos, DIAG_cannot_convert, expr->type, to);
        return expr_error(checker, pos);
    }
    return build_conversion(checker, expr, to, shape);
}

/* ---- conditions ---- */

Expr *convert_condition(Checker *checker, Expr *expr, const char *what)
{
    expr = build_content(checker, expr);
    if (expr_is_error(expr))
        return expr;
    if (type_component_count(expr->type) > 1) {
        diag_report(checker->diagnostics, expr->pos, DIAG_condition_not_scalar, what, expr->type);
        return expr_error(checker, expr->pos);
    }
    return convert_implicitly(checker, expr, type_scalar(checker, SCALAR_BOOL));
}

/* ---- out arguments ---- */

static void report_not_assignable(Checker *checker, const Expr *expr, SourcePos pos)
{
    const Expr *root = expr;
    while (root->kind == EXPR_FIELD || root->kind == EXPR_INDEX || root->kind == EXPR_SWIZZLE ||
           root->kind == EXPR_BASE ||
           (root->kind == EXPR_CONVERT && root->left->type->kind == TYPE_RESOURCE)) {
        if (root->kind == EXPR_SWIZZLE && root->left->is_lvalue) {
            diag_report(checker->diagnostics, pos, DIAG_swizzle_repeats);
            return;
        }
        if (root->left->type->kind == TYPE_RESOURCE) {
            diag_report(checker->diagnostics, pos, DIAG_assign_read_only, root->left->type);
            return;
        }
        root = root->left;
    }
    if (root->kind != EXPR_VARIABLE)
        diag_report(checker->diagnostics, pos, DIAG_not_assignable);
    else if (root->variable->storage == STORAGE_CBUFFER)
        diag_report(checker->diagnostics, pos, DIAG_assign_cbuffer, root->variable->name);
    else if (root->variable->storage == STORAGE_RESOURCE)
        diag_report(checker->diagnostics, pos, DIAG_assign_resource, root->variable->name);
    else
        diag_report(checker->diagnostics, pos, DIAG_assign_const, root->variable->name);
}

/* A part of `this` is the method's object. */
static void note_change(Checker *checker, const Expr *place, SourcePos pos)
{
    while (place->left != NULL && place->left->type->kind != TYPE_RESOURCE)
        place = place->left;
    if (place->kind != EXPR_VARIABLE || !place->variable->is_self)
        return;
    Candidate *method = checker->function->candidate;
    if (!method->changes_object)
        method->changed_pos = pos;
    method->changes_object = true;
}

bool check_assignable(Checker *checker, const Expr *expr, SourcePos pos)
{
    if (expr_is_error(expr))
        return false;
    if (!expr->is_lvalue)
        report_not_assignable(checker, expr, pos);
    else
        note_change(checker, expr, pos);
    return expr->is_lvalue;
}

Expr *convert_place(Checker *checker, Expr *place, const Type *to)
{
    if (expr_is_error(place) || type_is_error(to) || !check_assignable(checker, place, place->pos))
        return expr_error(checker, place->pos);
    if (type_same(place->type, to))
        return place;
    ConversionShape shape = conversion_shape(checker, place->type, to, CAST_IMPLICIT);
    if (shape == SHAPE_BASE)
        return build_conversion(checker, place, to, shape);
    ConversionShape back = conversion_shape(checker, to, place->type, CAST_IMPLICIT);
    if (shape == SHAPE_IMPOSSIBLE || back == SHAPE_IMPOSSIBLE || shape == SHAPE_TRUNCATE ||
        type_is_numeric(to) != type_is_numeric(place->type)) {
        diag_report(checker->diagnostics, place->pos, DIAG_cannot_pass_out, place->type, to);
        return expr_error(checker, place->pos);
    }
    warn_of_loss(checker, place, to, place->type, back);
    Expr *converted = expr_new(checker, EXPR_CONVERT, to, place->pos);
    converted->left = place;
    converted->is_lvalue = true;
    return converted;
}
