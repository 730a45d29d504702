/* Unary and binary operators, assignments, ?:.
 *
 * Operands of a binary operator meet in one type: the combination of their scalar kinds
 * (scalar_combine) and of their shapes: a scalar is splatted, a vector or matrix cut to the
 * smaller one with a warning. */
#include "core_priv.h"

typedef enum OperatorClass { ARITHMETIC, BITWISE, SHIFT, COMPARISON, LOGICAL } OperatorClass;

static OperatorClass operator_class(AstOp op)
{
    switch (op) {
    case AST_OP_SHL: case AST_OP_SHR: return SHIFT;
    case AST_OP_AND: case AST_OP_OR: case AST_OP_XOR: return BITWISE;
    case AST_OP_LOGICAL_AND: case AST_OP_LOGICAL_OR: case AST_OP_NOT: return LOGICAL;
    default: return ast_op_compares(op) ? COMPARISON : ARITHMETIC;
    }
}

/* ---- binary ---- */

static Expr *report_operands(Checker *checker, AstOp op, const Expr *left, const Expr *right,
                             SourcePos pos)
{
    diag_report(checker->diagnostics, pos, DIAG_bad_operands, ast_op_spelling(op), left->type,
                right->type);
    return expr_error(checker, pos);
}

/* Whether the operator takes numbers of that kind; reports. */
static bool check_operand_kind(Checker *checker, AstOp op, const Expr *operand, SourcePos pos)
{
    OperatorClass class = operator_class(op);
    bool wants_integers = class == BITWISE || class == SHIFT;
    if (!type_is_numeric(operand->type)) {
        bool is_resource = operand->type->kind == TYPE_RESOURCE;
        diag_report(checker->diagnostics, pos,
                    is_resource ? DIAG_operator_on_resource : DIAG_bad_operand,
                    ast_op_spelling(op), operand->type);
        return false;
    }
    if (wants_integers && scalar_is_float(operand->type->scalar)) {
        diag_report(checker->diagnostics, pos, DIAG_operator_wants_integers, ast_op_spelling(op),
                    operand->type);
        return false;
    }
    return true;
}

/* The scalar kind in which the operator computes. */
static ScalarKind operation_kind(AstOp op, ScalarKind left, ScalarKind right)
{
    OperatorClass class = operator_class(op);
    if (class == LOGICAL)
        return SCALAR_BOOL;
    bool is_literal_shift = left == SCALAR_LITERAL_INT && !scalar_is_literal(right); /* 1 << x */
    if (class == SHIFT && is_literal_shift)
        return right == SCALAR_U32 ? SCALAR_U32 : SCALAR_I32;
    if (class == SHIFT)
        return left == SCALAR_BOOL ? SCALAR_I32 : left;
    ScalarKind kind = scalar_combine(left, right);
    if (kind == SCALAR_BOOL && class == ARITHMETIC)
        return SCALAR_I32;
    return kind;
}

static bool is_of_class(const Expr *expr, ScalarClass class)
{
    return scalar_info(expr->type->scalar)->class == class;
}

static bool is_zero(const Expr *expr)
{
    int64_t value;
    return constant_is_integer(expr, &value) && value == 0;
}

/* Comparisons of unsigned values with 0, and with signed values that are not known. */
static void warn_of_comparison(Checker *checker, AstOp op, const Expr *left, const Expr *right,
                               SourcePos pos)
{
    bool less = op == AST_OP_LESS || op == AST_OP_GREATER_EQUAL,
         greater = op == AST_OP_GREATER || op == AST_OP_LESS_EQUAL;
    bool is_odd = (less && is_of_class(left, CLASS_UNSIGNED) && is_zero(right)) ||
                  (greater && is_of_class(right, CLASS_UNSIGNED) && is_zero(left));
    bool is_mixed = (is_of_class(left, CLASS_UNSIGNED) && is_of_class(right, CLASS_SIGNED) &&
                     constant_leaves(right) == NULL) ||
                    (is_of_class(right, CLASS_UNSIGNED) && is_of_class(left, CLASS_SIGNED) &&
                     constant_leaves(left) == NULL);
    if (is_odd && (constant_leaves(left) == NULL || constant_leaves(right) == NULL))
        diag_report(checker->diagnostics, pos, DIAG_always_so,
                    op == AST_OP_LESS || op == AST_OP_GREATER ? "false" : "true");
    else if (is_mixed && operator_class(op) == COMPARISON)
        diag_report(checker->diagnostics, pos, DIAG_sign_compare, left->type, right->type);
}

/* dxc refuses the division of signed integers of minimum precision, whose width is not known, and
 * the remainder of doubles. */
static bool may_divide(Checker *checker, AstOp op, ScalarKind kind, SourcePos pos)
{
    bool is_minimum = kind == SCALAR_MIN16I || kind == SCALAR_MIN12I;
    bool of_minimum = is_minimum && (op == AST_OP_DIV || op == AST_OP_MOD);
    bool of_doubles = kind == SCALAR_F64 && op == AST_OP_MOD;
    if (of_minimum || of_doubles)
        diag_report(checker->diagnostics, pos,
                    of_doubles ? DIAG_double_remainder : DIAG_min_precision_division,
                    ast_op_spelling(op));
    return !of_minimum && !of_doubles;
}

static Expr *build_binary(Checker *checker, AstOp op, Expr *left, Expr *right, SourcePos pos)
{
    warn_of_comparison(checker, op, left, right, pos);
    const Type *shape = combine_shapes(checker, left->type, right->type);
    if (shape == NULL)
        return report_operands(checker, op, left, right, pos);
    const Type *type = type_with_scalar(checker, shape,
                                        operation_kind(op, left->type->scalar,
                                                       right->type->scalar));
    warn_of_operation(checker, op, type, left, right, pos);
    left = convert_implicitly(checker, left, type);
    right = convert_implicitly(checker, right, type);
    bool is_truth = operator_class(op) == COMPARISON || operator_class(op) == LOGICAL;
    const Type *result = is_truth ? type_with_scalar(checker, type, SCALAR_BOOL) : type;
    if (expr_is_error(left) || expr_is_error(right) ||
        !may_divide(checker, op, type->scalar, pos))
        return expr_error(checker, pos);
    return expr_binary(checker, op, left, right, result, pos);
}

/* The bools that are this value, converted; NULL: it is none. */
static Expr *find_truth(Expr *value)
{
    Expr *truth = value->kind == EXPR_CONVERT ? value->left : value;
    bool is_whole = type_is_numeric(truth->type) && truth->type->scalar == SCALAR_BOOL &&
                    type_component_count(truth->type) == type_component_count(value->type);
    return is_whole && !scalar_is_float(value->type->scalar) ? truth : NULL;
}

/* & | ^ of bools give int, as in dxc, but are computed of bools: (a < b & c < d) is a condition. */
static Expr *build_bitwise(Checker *checker, AstOp op, Expr *left, Expr *right, SourcePos pos)
{
    Expr *left_truth = find_truth(left), *right_truth = find_truth(right);
    if (left_truth == NULL || right_truth == NULL)
        return build_binary(checker, op, left, right, pos);
    ScalarKind kind = scalar_combine(left->type->scalar, right->type->scalar);
    Expr *value = build_binary(checker, op, left_truth, right_truth, pos);
    const Type *type = type_with_scalar(checker, value->type,
                                        kind == SCALAR_BOOL ? SCALAR_I32 : kind);
    return expr_is_error(value) ? value : expr_convert_node(checker, value, type);
}

/* && and || of HLSL 2021: scalars, the right side evaluated only where it matters. */
static Expr *build_short_circuit(Checker *checker, AstOp op, Expr *left, Expr *right,
                                 SourcePos pos)
{
    if (type_component_count(left->type) != 1 || type_component_count(right->type) != 1 ||
        left->type->kind != TYPE_SCALAR || right->type->kind != TYPE_SCALAR) {
        diag_report(checker->diagnostics, pos, DIAG_logical_on_vector, ast_op_spelling(op),
                    op == AST_OP_LOGICAL_AND ? "and" : "or");
        return expr_error(checker, pos);
    }
    const Type *bool_type = type_scalar(checker, SCALAR_BOOL);
    Expr *expr = expr_new(checker, EXPR_LOGICAL, bool_type, pos);
    expr->op = op;
    expr->left = convert_implicitly(checker, left, bool_type);
    expr->right = convert_implicitly(checker, right, bool_type);
    return constant_fold(checker, expr);
}

/* Whether && || or ?: on vectors is taken as before HLSL 2021: with a warning, where no version
 * was asked for. */
static bool takes_old_vectors(Checker *checker, bool has_vector, const AstExpr *ast)
{
    if (!has_vector || !checker->options->default_hlsl_version)
        return false;
    const char *instead = ast->kind == AST_CONDITIONAL  ? "select"
                        : ast->op == AST_OP_LOGICAL_AND ? "and"
                                                        : "or";
    diag_report(checker->diagnostics, ast->pos, DIAG_old_vector_operator,
                ast->kind == AST_CONDITIONAL ? "?:" : ast_op_spelling(ast->op), instead);
    return true;
}

/* The values without enums that are no classes. */
static Expr *apply_operator(Checker *checker, const AstExpr *ast, Expr *left, Expr *right)
{
    if (left->type->kind == TYPE_RESOURCE && expr_is_error(right))
        check_operand_kind(checker, ast->op, left, ast->pos); /* wrong whatever the other is */
    if (expr_is_error(left) || expr_is_error(right))
        return expr_error(checker, ast->pos);
    Expr *overloaded = call_operator(checker, ast->op, left, &right, 1, ast->pos);
    if (overloaded != NULL)
        return overloaded;
    warn_of_compared_not(checker, ast, right->type);
    if (left->type->kind == TYPE_ENUM && left->type == right->type &&
        operator_class(ast->op) == COMPARISON) {
        const Type *underlying = type_scalar(checker, left->type->scalar);
        left = expr_convert_node(checker, left, underlying);
        right = expr_convert_node(checker, right, underlying);
    }
    if (!check_operand_kind(checker, ast->op, left, ast->pos) ||
        !check_operand_kind(checker, ast->op, right, ast->pos))
        return expr_error(checker, ast->pos);
    bool has_vector = type_component_count(left->type) > 1 ||
                      type_component_count(right->type) > 1;
    if (operator_class(ast->op) == LOGICAL && checker->options->hlsl_version >= 2021 &&
        !takes_old_vectors(checker, has_vector, ast))
        return build_short_circuit(checker, ast->op, left, right, ast->pos);
    if (operator_class(ast->op) == BITWISE)
        return build_bitwise(checker, ast->op, left, right, ast->pos);
    return build_binary(checker, ast->op, left, right, ast->pos);
}

static bool is_plain_enum(const Type *type)
{
    return type->kind == TYPE_ENUM && !type->is_scoped;
}

/* dxc's operators give an enum where they take nothing but that: READ | WRITE is one of Access
 * (CheckBinOpForHLSL and CheckUnaryOpForHLSL of SemaHLSL.cpp). */
static Expr *keep_enum(Checker *checker, const AstExpr *ast, Expr *value, const Type *type)
{
    OperatorClass class = operator_class(ast->op);
    bool keeps = is_plain_enum(type) && (class == ARITHMETIC || class == BITWISE);
    return keeps && !expr_is_error(value) ? expr_convert_node(checker, value, type) : value;
}

/* `left` is what ast->left is. */
static Expr *check_operation(Checker *checker, const AstExpr *ast, Expr *left)
{
    Expr *right = check_value(checker, ast->right);
    const Type *type = left->type;
    bool is_one_type = type == right->type;
    Expr *value = apply_operator(checker, ast, decay_beside(checker, left, right->type),
                                 decay_beside(checker, right, type));
    return is_one_type ? keep_enum(checker, ast, value, type) : value;
}

/* a + b + c is (a + b) + c: rows are as long as people write them, and are no nesting. */
Expr *check_binary(Checker *checker, const AstExpr *ast)
{
    int count = 0;
    for (const AstExpr *at = ast; at->kind == AST_BINARY; at = at->left)
        count++;
    const AstExpr **row = ARENA_ARRAY(checker->arena, const AstExpr *, count);
    for (int i = count - 1; i >= 0; i--, ast = ast->left)
        row[i] = ast;
    Expr *value = check_value(checker, ast);
    for (int i = 0; i < count; i++) {
        warn_of_precedence(checker, row[i]);
        if (i > 0)
            value = require_value(checker, value, row[i - 1]);
        value = check_operation(checker, row[i], value);
    }
    return value;
}

/* ---- unary ---- */

static Expr *check_increment(Checker *checker, const AstExpr *ast)
{
    Expr *place = check_value(checker, ast->left);
    if (expr_is_error(place))
        return place;
    Expr *overloaded = call_operator(checker, ast->op, place, NULL, 0, ast->pos);
    if (overloaded != NULL)
        return overloaded;
    if (!type_is_numeric(place->type) || place->type->scalar == SCALAR_BOOL) {
        diag_report(checker->diagnostics, ast->pos, DIAG_bad_operand, ast_op_spelling(ast->op),
                    place->type);
        return expr_error(checker, ast->pos);
    }
    if (place->kind == EXPR_CONVERT)
        place->is_lvalue = false; /* ++ of a cast: which value it would give is nobody's rule */
    if (!check_assignable(checker, place, ast->pos))
        return expr_error(checker, ast->pos);
    Expr *expr = expr_new(checker, EXPR_INCREMENT, place->type, ast->pos);
    expr->op = ast->op;
    expr->postfix = ast->postfix;
    expr->left = place;
    expr->is_lvalue = !ast->postfix; /* as dxc has it; assignments are values */
    return expr;
}

Expr *check_unary(Checker *checker, const AstExpr *ast)
{
    if (ast->op == AST_OP_INCREMENT || ast->op == AST_OP_DECREMENT)
        return check_increment(checker, ast);
    Expr *operand = check_value(checker, ast->left), *left = decay(checker, operand);
    if (expr_is_error(left))
        return expr_error(checker, ast->pos);
    Expr *overloaded = call_operator(checker, ast->op, left, NULL, 0, ast->pos);
    if (overloaded != NULL)
        return overloaded;
    bool is_known = ast->op == AST_OP_ADD || ast->op == AST_OP_SUB || ast->op == AST_OP_NOT ||
                    ast->op == AST_OP_COMPLEMENT;
    if (!is_known || !type_is_numeric(left->type) ||
        (ast->op == AST_OP_COMPLEMENT && scalar_is_float(left->type->scalar))) {
        diag_report(checker->diagnostics, ast->pos, DIAG_bad_operand, ast_op_spelling(ast->op),
                    left->type);
        return expr_error(checker, ast->pos);
    }
    ScalarKind scalar = ast->op == AST_OP_NOT             ? SCALAR_BOOL
                      : left->type->scalar == SCALAR_BOOL ? SCALAR_I32
                                                          : left->type->scalar;
    left = convert_implicitly(checker, left, type_with_scalar(checker, left->type, scalar));
    if (ast->op == AST_OP_ADD || expr_is_error(left)) {
        Expr *value = ARENA_NEW(checker->arena, Expr);
        *value = *left;
        value->is_lvalue = false;
        return keep_enum(checker, ast, value, operand->type);
    }
    Expr *expr = expr_new(checker, EXPR_UNARY, left->type, ast->pos);
    expr->op = ast->op;
    expr->left = left;
    return keep_enum(checker, ast, constant_fold(checker, expr), operand->type);
}

/* ---- assignment ---- */

/* Whether what is assigned to `place` must be computed precisely. */
static bool is_precise_place(const Expr *place)
{
    while (place->kind == EXPR_FIELD || place->kind == EXPR_INDEX || place->kind == EXPR_SWIZZLE ||
           place->kind == EXPR_BASE)
        place = place->left;
    return place->kind == EXPR_VARIABLE && place->variable->is_precise;
}

static Expr *compound_assign(Checker *checker, AstOp op, Expr *place, Expr *value, SourcePos pos)
{
    bool is_one_enum = place->type == value->type && is_plain_enum(place->type) &&
                       operator_class(op) != SHIFT;
    value = decay_beside(checker, value, place->type);
    if (place->type->kind == TYPE_ENUM && !is_one_enum)
        return report_operands(checker, op, place, value, pos);
    if ((!is_one_enum && !check_operand_kind(checker, op, place, pos)) ||
        !check_operand_kind(checker, op, value, pos))
        return expr_error(checker, pos);
    bool is_bitwise = operator_class(op) == BITWISE;
    if (place->type->scalar == SCALAR_BOOL && !is_bitwise) {
        diag_report(checker->diagnostics, pos, DIAG_bad_operand, ast_op_spelling(op), place->type);
        return expr_error(checker, pos);
    }
    ScalarKind kind = operation_kind(op, place->type->scalar, value->type->scalar);
    const Type *operation_type = is_one_enum ? value->type
                                             : type_with_scalar(checker, place->type, kind);
    warn_of_operation(checker, op, operation_type, NULL, value, pos);
    value = convert_implicitly(checker, value, operation_type);
    if (expr_is_error(value) || !may_divide(checker, op, kind, pos))
        return expr_error(checker, pos);
    Expr *expr = expr_assign(checker, place, value, pos);
    expr->op = op;
    expr->operation_type = operation_type;
    return expr;
}

/* (T)place op= value: the place gets (T)((T)place op value), converted back. */
static Expr *assign_through_cast(Checker *checker, AstOp op, Expr *cast, Expr *value,
                                 SourcePos pos)
{
    if (op != AST_OP_ASSIGN) {
        Expr *combined = compound_assign(checker, op, cast, value, pos);
        if (expr_is_error(combined))
            return combined;
        if (expr_has_effects(cast)) {
            diag_report(checker->diagnostics, pos, DIAG_not_assignable);
            return expr_error(checker, pos);
        }
        const Type *type = combined->operation_type;
        Expr *old = convert_explicitly(checker, cast, type, pos);
        value = expr_binary(checker, op, old, combined->right, type, pos);
    }
    value = op == AST_OP_ASSIGN ? convert_implicitly(checker, value, cast->type)
                                : convert_explicitly(checker, value, cast->type, pos);
    value = convert_explicitly(checker, value, cast->left->type, pos);
    if (cast->left->kind == EXPR_CONVERT)
        return assign_through_cast(checker, AST_OP_ASSIGN, cast->left, value, pos);
    return expr_assign(checker, cast->left, value, pos);
}

Expr *check_assign(Checker *checker, const AstExpr *ast)
{
    Expr *place = check_value(checker, ast->left);
    bool was_precise = checker->is_precise;
    checker->is_precise = was_precise || is_precise_place(place);
    Expr *value, *result;
    if (ast->right->kind == AST_INIT_LIST && !expr_is_error(place))
        value = check_initialiser(checker, ast->right, place->type);
    else
        value = check_value(checker, ast->right);
    warn_of_assignment(checker, ast, place, value);
    if (expr_is_error(place) || expr_is_error(value))
        result = expr_error(checker, ast->pos);
    else if (ast->left->kind == AST_CAST && ast->op == AST_OP_ASSIGN &&
             is_part_of_place(checker, place))
        result = assign_part(checker, place, value, ast->pos);
    else if (!check_assignable(checker, place, ast->pos))
        result = expr_error(checker, ast->pos);
    else if (place->kind == EXPR_CONVERT)
        result = assign_through_cast(checker, ast->op, place, value, ast->pos);
    else if (ast->op != AST_OP_ASSIGN)
        result = compound_assign(checker, ast->op, place, value, ast->pos);
    else
        result = expr_assign(checker, place, convert_implicitly(checker, value, place->type),
                             ast->pos);
    checker->is_precise = was_precise;
    return result->kind == EXPR_ASSIGN && expr_is_error(result->right)
             ? expr_error(checker, ast->pos)
             : result;
}

/* ---- ?: ---- */

/* dxc has numbers and resources there, ConstantBuffers too, which stand for a struct. */
static bool can_choose(Checker *checker, const Expr *left, const Expr *right, SourcePos pos)
{
    if (!type_is_aggregate(left->type) || !type_same(left->type, right->type))
        return true;
    diag_report(checker->diagnostics, pos, DIAG_conditional_aggregate, left->type);
    return false;
}

Expr *check_conditional(Checker *checker, const AstExpr *ast)
{
    Expr *condition = decay(checker, check_value(checker, ast->left));
    Expr *left = check_value(checker, ast->middle), *right = check_value(checker, ast->right);
    if (expr_is_error(condition) || expr_is_error(left) || expr_is_error(right) ||
        !can_choose(checker, left, right, ast->pos))
        return expr_error(checker, ast->pos);
    bool is_one_enum = left->type->kind == TYPE_ENUM && type_same(left->type, right->type); /* C++11 5.16: it stays so */
    const Type *left_type = left->type;
    left = is_one_enum ? left : decay_beside(checker, left, right->type);
    right = is_one_enum ? right : decay_beside(checker, right, left_type);
    bool is_scalar = condition->type->kind == TYPE_SCALAR;
    bool has_vector = type_is_numeric(condition->type) &&
                      type_component_count(condition->type) > 1;
    bool short_circuits = checker->options->hlsl_version >= 2021 &&
                          !takes_old_vectors(checker, has_vector, ast);
    if (!type_is_numeric(condition->type) ||
        (short_circuits && type_component_count(condition->type) > 1)) {
        diag_report(checker->diagnostics, ast->pos,
                    type_is_numeric(condition->type) ? DIAG_conditional_on_vector
                                                     : DIAG_conditional_condition,
                    condition->type);
        return expr_error(checker, ast->pos);
    }
    if (short_circuits || (is_scalar && !type_is_numeric(left->type)))
        return build_choice(checker, condition, left, right, ast->pos);
    return build_select(checker, condition, left, right, ast->pos);
}
