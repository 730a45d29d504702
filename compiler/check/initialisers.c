/* Initialiser lists, constructors and casts. All three fill the leaves of a type, in order, from
 * the leaves of expressions, in order: HLSL ignores how braces nest. */
#include "core_priv.h"

/* ---- flattening ---- */

typedef struct Filler { /* fills `type` leaf by leaf */
    Checker *checker;
    const Type *type;
    int leaf, leaf_count;      /* leaves of `type` filled so far; -1: counting only */
    VEC(Expr *) parts;         /* arguments of the EXPR_CONSTRUCT */
    Expr *setup;               /* evaluates what must not be evaluated twice; or NULL */
    CastKind cast;
    bool failed;
} Filler;

static const Type *next_leaf(Filler *filler, int ahead)
{
    int leaf = filler->leaf + ahead;
    return leaf < filler->leaf_count ? type_leaf(filler->checker, filler->type, leaf) : NULL;
}

/* The type that the next `count` leaves all have, or NULL. */
static const Type *common_leaf(Filler *filler, int count)
{
    const Type *first = next_leaf(filler, 0);
    for (int i = 1; i < count && first != NULL; i++)
        if (next_leaf(filler, i) != first)
            return NULL;
    return first;
}

static bool leaves_match(Filler *filler, const Type *type, int count)
{
    for (int i = 0; i < count; i++)
        if (next_leaf(filler, i) != type_leaf(filler->checker, type, i))
            return false;
    return true;
}

static void push_part(Filler *filler, Expr *part, int leaves)
{
    filler->failed = filler->failed || expr_is_error(part);
    vec_push(filler->checker->arena, &filler->parts, part);
    filler->leaf += leaves;
}

static Expr *convert_leaf(Filler *filler, Expr *expr, const Type *to)
{
    return filler->cast == CAST_EXPLICIT ? convert_explicitly(filler->checker, expr, to, expr->pos)
                                         : convert_implicitly(filler->checker, expr, to);
}

static void fill(Filler *filler, Expr *expr);

/* Component by component, element by element, field by field. */
static void fill_split(Filler *filler, Expr *expr)
{
    Checker *checker = filler->checker;
    const Type *type = expr->type;
    if (expr_has_effects(expr)) {
        Expr *setup;
        expr = expr_temporary(checker, expr, &setup);
        filler->setup = filler->setup == NULL
                          ? setup
                          : expr_comma(checker, filler->setup, setup, expr->pos);
    }
    for (int i = 0; type_is_numeric(type) && i < type_component_count(type); i++) {
        uint8_t component =
            (uint8_t)(type->kind == TYPE_MATRIX ? i / type->columns * 4 + i % type->columns : i);
        fill(filler, expr_swizzle(checker, expr, &component, 1, expr->pos));
    }
    for (int i = 0; type->kind == TYPE_STRUCT && i < type->field_count; i++)
        fill(filler, expr_field(checker, expr, i, expr->pos));
    for (int64_t i = 0; type->kind == TYPE_ARRAY && i < type->count; i++)
        fill(filler, expr_index(checker, expr, expr_integer(checker, SCALAR_I32, i, expr->pos),
                                type->element, expr->pos));
}

/* Puts an expression's leaves into the next places, as one part where their kinds allow it. */
static void fill(Filler *filler, Expr *expr)
{
    expr = build_content(filler->checker, expr);
    int count = type_leaf_count(expr->type);
    if (expr_is_error(expr)) {
        filler->failed = true;
        return;
    }
    if (filler->leaf + count > filler->leaf_count) { /* too many: said at the end */
        filler->leaf += count;
        return;
    }
    const Type *common = count > 0 ? common_leaf(filler, count) : NULL;
    bool is_single = type_is_numeric(expr->type) || expr->type->kind == TYPE_ENUM;
    if (count == 0)
        return;
    if (!is_single && leaves_match(filler, expr->type, count))
        push_part(filler, expr, count);
    else if (is_single && common != NULL && type_is_numeric(common))
        push_part(filler,
                  convert_leaf(filler, expr,
                               type_with_scalar(filler->checker, expr->type, common->scalar)),
                  count);
    else if (count == 1)
        push_part(filler, convert_leaf(filler, expr, next_leaf(filler, 0)), 1);
    else
        fill_split(filler, expr);
}

static void fill_ast(Filler *filler, const AstExpr *ast)
{
    if (ast->kind == AST_INIT_LIST) {
        for (int i = 0; i < ast->argument_count; i++)
            fill_ast(filler, ast->arguments[i]);
        return;
    }
    Expr *value = check_value(filler->checker, ast);
    if (!expr_is_error(value) && type_leaf_count(value->type) == 0 &&
        value->type->kind != TYPE_STRUCT) {
        diag_report(filler->checker->diagnostics, ast->pos, DIAG_cannot_initialise_with,
                    value->type);
        filler->failed = true;
    }
    fill(filler, value);
}

static Expr *finish_filler(Filler *filler, SourcePos pos, const char *what)
{
    Checker *checker = filler->checker;
    if (!filler->failed && filler->leaf != filler->leaf_count) {
        diag_report(checker->diagnostics, pos,
                    filler->leaf < filler->leaf_count ? DIAG_too_few_values : DIAG_too_many_values,
                    what, filler->type, filler->leaf_count, filler->leaf);
        return expr_error(checker, pos);
    }
    if (filler->failed)
        return expr_error(checker, pos);
    Expr *whole = expr_construct(checker, filler->type, filler->parts.items, filler->parts.count,
                                 pos);
    return filler->setup == NULL ? whole : expr_comma(checker, filler->setup, whole, pos);
}

static Filler new_filler(Checker *checker, const Type *type, CastKind cast)
{
    return (Filler){.checker = checker,
                    .type = type,
                    .leaf_count = type_leaf_count(type),
                    .cast = cast};
}

/* ---- initialisers ---- */

Expr *check_initialiser(Checker *checker, const AstExpr *ast, const Type *type)
{
    if (ast->kind != AST_INIT_LIST) {
        Expr *value = check_value(checker, ast);
        return convert_implicitly(checker, value, type);
    }
    if (type_is_error(type))
        return expr_error(checker, ast->pos);
    Filler filler = new_filler(checker, type, CAST_IMPLICIT);
    if (ast->argument_count == 0 && filler.leaf_count > 0) {
        diag_report(checker->diagnostics, ast->pos, DIAG_empty_initialiser, type);
        return expr_error(checker, ast->pos);
    }
    fill_ast(&filler, ast);
    return finish_filler(&filler, ast->pos, "the initialiser list");
}

static int64_t count_leaves(Checker *checker, const AstExpr *ast)
{
    int64_t count = 0;
    if (ast->kind != AST_INIT_LIST)
        return type_leaf_count(check_value(checker, ast)->type);
    for (int i = 0; i < ast->argument_count; i++)
        count += count_leaves(checker, ast->arguments[i]);
    return count;
}

int64_t initialiser_count(Checker *checker, const AstExpr *ast, const Type *element)
{
    int leaves = type_leaf_count(element);
    if (ast->kind != AST_INIT_LIST) {
        const Type *type = check_value(checker, ast)->type;
        return type->kind == TYPE_ARRAY ? type->count : 0;
    }
    int64_t count = count_leaves(checker, ast);
    return leaves == 0 || count % leaves != 0 ? 0 : count / leaves;
}

/* ---- constructors and casts ---- */

/* T(a, b, ...): one argument is a cast. */
Expr *check_construct(Checker *checker, const AstExpr *ast)
{
    const Type *type = resolve_type(checker, ast->type, 0);
    if (ast->argument_count == 1)
        return convert_explicitly(checker, decay(checker, check_value(checker, ast->arguments[0])),
                                  type, ast->pos);
    if (!type_is_error(type) && !type_is_numeric(type)) {
        diag_report(checker->diagnostics, ast->pos, DIAG_no_constructor, type);
        type = type_error(checker);
    }
    Filler filler = new_filler(checker, type, CAST_EXPLICIT);
    for (int i = 0; i < ast->argument_count; i++)
        fill_ast(&filler, ast->arguments[i]);
    return type_is_error(type) ? expr_error(checker, ast->pos)
                               : finish_filler(&filler, ast->pos, "the constructor");
}

/* (T)place is a place where T has its first components, in Direct3D 11's language of another scalar
 * kind perhaps; NULL: it is a value. */
static Expr *cast_place(Checker *checker, Expr *place, const Type *type, SourcePos pos)
{
    static const uint8_t first[] = {0, 1, 2, 3};
    bool is_part = place->type->kind == TYPE_VECTOR &&
                   (type->kind == TYPE_VECTOR || type->kind == TYPE_SCALAR) &&
                   type_component_count(type) < type_component_count(place->type);
    if (!place->is_lvalue || !type_is_numeric(place->type) || !type_is_numeric(type))
        return NULL;
    if (is_part)
        place = expr_swizzle(checker, place, first, type_component_count(type), pos);
    if (!type_same(place->type, type_with_scalar(checker, type, place->type->scalar)))
        return NULL;
    if (type_same(place->type, type))
        return place;
    if (!checker->options->legacy)
        return NULL;
    Expr *cast = expr_new(checker, EXPR_CONVERT, type, pos);
    cast->left = place;
    cast->is_lvalue = true;
    return cast;
}

Expr *check_cast(Checker *checker, const AstExpr *ast)
{
    const Type *type = resolve_type(checker, ast->type, 0);
    type = resolve_array(checker, type, ast->extents, ast->extent_count, ARRAY_SIZED, ast->pos);
    Expr *value = check_expr(checker, ast->left);
    if (value->type->kind == TYPE_VOID && type->kind != TYPE_VOID && !type_is_error(type)) {
        diag_report(checker->diagnostics, ast->left->pos, DIAG_void_value);
        return expr_error(checker, ast->pos);
    }
    if (report_incomplete(checker, ast->type->pos, type))
        return expr_error(checker, ast->pos);
    Expr *place = cast_place(checker, value, type, ast->pos);
    return place != NULL ? place : convert_explicitly(checker, value, type, ast->pos);
}

/* ---- casts on the left of arrays and matrices ---- */

enum { MOST_PART_LEAVES = 4096 };

/* Leaf number `leaf` of what has no effects. */
static Expr *leaf_of(Checker *checker, Expr *expr, int leaf)
{
    const Type *type = expr->type;
    if (type->kind == TYPE_ARRAY) {
        int leaves = type_leaf_count(type->element);
        Expr *index = expr_integer(checker, SCALAR_I32, leaf / leaves, expr->pos);
        return leaf_of(checker, expr_index(checker, expr, index, type->element, expr->pos),
                       leaf % leaves);
    }
    if (type->kind == TYPE_SCALAR)
        return expr;
    uint8_t component =
        (uint8_t)(type->kind == TYPE_MATRIX ? leaf / type->columns * 4 + leaf % type->columns
                                            : leaf);
    return expr_swizzle(checker, expr, &component, 1, expr->pos);
}

static const Type *innermost(const Type *type)
{
    while (type->kind == TYPE_ARRAY)
        type = type->element;
    return type;
}

bool is_part_of_place(const Checker *checker, const Expr *cast)
{
    if (cast->kind != EXPR_CONVERT || !cast->left->is_lvalue)
        return false;
    const Type *whole = cast->left->type, *part = cast->type;
    if (whole->kind == TYPE_MATRIX && part->kind == TYPE_MATRIX)
        return checker->options->legacy && whole->scalar == part->scalar;
    const Type *from = innermost(whole), *to = innermost(part);
    return whole->kind == TYPE_ARRAY && part->kind == TYPE_ARRAY && type_is_numeric(from) &&
           type_is_numeric(to) && from->scalar == to->scalar;
}

/* The leaf of the place that is the part's leaf: the upper left of a matrix, the first of an
 * array. */
static int leaf_of_whole(const Expr *cast, int leaf)
{
    const Type *whole = cast->left->type, *part = cast->type;
    return whole->kind == TYPE_MATRIX ? leaf / part->columns * whole->columns + leaf % part->columns
                                      : leaf;
}

Expr *assign_part(Checker *checker, Expr *cast, Expr *value, SourcePos pos)
{
    int count = type_leaf_count(cast->type);
    value = convert_implicitly(checker, value, cast->type);
    if (expr_is_error(value))
        return value;
    if (expr_has_effects(cast->left) || count > MOST_PART_LEAVES) {
        diag_report(checker->diagnostics, pos, DIAG_not_assignable);
        return expr_error(checker, pos);
    }
    Expr *assigned;
    value = expr_temporary(checker, value, &assigned);
    for (int i = 0; i < count; i++) {
        Expr *place = leaf_of(checker, cast->left, leaf_of_whole(cast, i));
        Expr *store = expr_assign(checker, place, leaf_of(checker, value, i), pos);
        assigned = expr_comma(checker, assigned, store, pos);
    }
    return expr_comma(checker, assigned, value, pos);
}
