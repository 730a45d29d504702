/* Expressions: literals, names, and the way to the files that check the rest. */
#include "core_priv.h"

enum { DEEPEST_EXPRESSION = 500, DEEPEST_OF_ALL = 2000 }; /* with those around calls of templates */

/* ---- literals ---- */

/* With a suffix, as in dxc: LL has 64 bits, U and L have 32, of which L's are unsigned in hexadecimal
 * and octal. 202x: L has 64 bits, and U as many as it takes. */
static ScalarKind suffixed_kind(const AstExpr *ast, bool is_new)
{
    bool is_long = ast->suffix == AST_SUFFIX_L || ast->suffix == AST_SUFFIX_UL;
    bool is_wide = ast->suffix == AST_SUFFIX_LL || ast->suffix == AST_SUFFIX_ULL ||
                   (is_new && (is_long || ast->integer > UINT32_MAX));
    bool is_unsigned = suffix_is_unsigned(ast->suffix) || ast->integer > INT64_MAX ||
                       (!is_wide && !ast->is_decimal);
    return is_wide ? (is_unsigned ? SCALAR_U64 : SCALAR_I64)
                   : (is_unsigned ? SCALAR_U32 : SCALAR_I32);
}

/* Without a suffix it is a literal int, which adapts to what it meets. 202x: an int if that holds
 * it, else an int64_t; in hexadecimal or octal a uint comes between, and a uint64_t in the end. */
static Expr *check_integer(Checker *checker, const AstExpr *ast)
{
    bool is_new = checker->options->hlsl_version > 2021;
    ScalarKind scalar = ast->suffix != AST_SUFFIX_NONE     ? suffixed_kind(ast, is_new)
                      : is_new && ast->integer > INT64_MAX ? SCALAR_U64
                      : is_new && ast->is_decimal && ast->integer > INT32_MAX
                          ? SCALAR_I64
                          : SCALAR_LITERAL_INT;
    uint64_t value = ast->integer;
    if (scalar_bits(scalar) == 32 && !scalar_is_literal(scalar) && value > UINT32_MAX) {
        value &= UINT32_MAX;
        diag_report(checker->diagnostics, ast->pos, DIAG_number_is_cut, (unsigned long long)value);
    }
    bool is_signed = scalar == SCALAR_I32;
    Expr *literal = expr_integer(checker, scalar, is_signed ? (int32_t)value : (int64_t)value,
                                 ast->pos);
    literal = is_new ? settle_literal(checker, literal) : literal;
    literal->is_decimal = ast->is_decimal && !suffix_is_unsigned(ast->suffix);
    return literal;
}

static Expr *check_float(Checker *checker, const AstExpr *ast)
{
    ScalarKind scalar = checker->options->hlsl_version > 2021 ? SCALAR_F32 : SCALAR_LITERAL_FLOAT;
    switch (ast->suffix) {
    case AST_SUFFIX_H: scalar = checker->options->native_16bit ? SCALAR_F16 : SCALAR_HALF32; break;
    case AST_SUFFIX_F16: scalar = SCALAR_F16; break;
    case AST_SUFFIX_F: scalar = SCALAR_F32; break;
    case AST_SUFFIX_L: scalar = SCALAR_F64; break;
    default: break;
    }
    if (ast->suffix == AST_SUFFIX_F16 && !checker->options->native_16bit)
        diag_report(checker->diagnostics, ast->pos, DIAG_needs_16bit, "float16_t");
    double number = scalar == SCALAR_F32 ? (double)ast->single : ast->number;
    ConstantLeaf leaf = leaf_convert((ConstantLeaf){.number = number}, SCALAR_LITERAL_FLOAT, scalar);
    return expr_constant(checker, type_scalar(checker, scalar), &leaf, ast->pos);
}

static Expr *check_string(Checker *checker, const AstExpr *ast)
{
    Expr *string = expr_new(checker, EXPR_CONSTANT, type_string(checker), ast->pos);
    string->string = ast->string;
    return string;
}

/* ---- names ---- */

static const struct { const char *name; int value; } NAMED_CONSTANTS[] = {
#define CONSTANT(name, value) {#name, value},
#include "constant.def"
#undef CONSTANT
};

static Expr *report_unknown_name(Checker *checker, const AstExpr *ast, Name name)
{
    const char *meant = scope_suggest(checker, name);
    DiagTrap *trap = set_trap_for_missing(checker, ast->path.count);
    if (is_heap_name(name))
        diag_report(checker->diagnostics, ast->pos, DIAG_heap_without_index, name);
    else if (meant != NULL)
        diag_report(checker->diagnostics, ast->pos, DIAG_unknown_name_did_you_mean, name, meant);
    else
        diag_report(checker->diagnostics, ast->pos, DIAG_unknown_name, name);
    diag_set_trap(checker->diagnostics, trap);
    return expr_error(checker, ast->pos);
}

static Expr *self_field(Checker *checker, const Found *found, const AstExpr *ast, Name name)
{
    Variable *self = checker->function != NULL ? checker->function->self : NULL;
    if (self == NULL) {
        diag_report(checker->diagnostics, ast->pos, DIAG_field_without_object, name);
        return expr_error(checker, ast->pos);
    }
    return expr_field(checker, expr_variable(checker, self, ast->pos), found->field, ast->pos);
}

static void note_groupshared_use(Checker *checker, Variable *variable)
{
    Candidate *candidate = running_candidate(checker);
    if (variable->storage == STORAGE_GROUPSHARED && candidate != NULL)
        map_put(checker->arena, &candidate->groupshared, variable, variable);
}

static Expr *symbol_value(Checker *checker, const Symbol *symbol, const AstExpr *ast, Name name)
{
    Expr *copy;
    switch (symbol->kind) {
    case SYMBOL_VARIABLE:
        note_groupshared_use(checker, symbol->variable);
        return expr_variable(checker, symbol->variable, ast->pos);
    case SYMBOL_CONSTANT:
        copy = ARENA_NEW(checker->arena, Expr);
        *copy = *symbol->constant;
        copy->pos = ast->pos;
        return copy;
    case SYMBOL_FUNCTIONS:
        diag_report(checker->diagnostics, ast->pos, DIAG_function_not_called, name);
        break;
    case SYMBOL_TEMPLATE:
        if (symbol->template->decl->kind == AST_VARIABLE) {
            Variable *variable = template_variable(checker, symbol->template, ast);
            return variable != NULL ? expr_variable(checker, variable, ast->pos)
                                    : expr_error(checker, ast->pos);
        }
        diag_report(checker->diagnostics, ast->pos, DIAG_type_as_value, name);
        break;
    case SYMBOL_TYPE:
        diag_report(checker->diagnostics, ast->pos, DIAG_type_as_value, name);
        break;
    case SYMBOL_NAMESPACE:
        diag_report(checker->diagnostics, ast->pos, DIAG_namespace_as_value, name);
        break;
    }
    return expr_error(checker, ast->pos);
}

static Expr *check_name(Checker *checker, const AstExpr *ast)
{
    bool failed;
    Name name = ast->path.parts[ast->path.count - 1];
    const char *foreign = foreign_path_reason(checker, &ast->path);
    if (foreign != NULL) {
        report_if_reached(checker, ast->pos, DIAG_unsupported,
                          foreign_path_name(checker, &ast->path), foreign);
        return expr_error(checker, ast->pos);
    }
    Found found = scope_lookup_path(checker, &ast->path, &failed);
    if (failed)
        return expr_error(checker, ast->pos);
    if (found.symbol != NULL)
        return symbol_value(checker, found.symbol, ast, name);
    if (found.structure != NULL)
        return self_field(checker, &found, ast, name);
    for (int i = 0; i < COUNT_OF(NAMED_CONSTANTS); i++)
        if (strcmp(NAMED_CONSTANTS[i].name, name) == 0)
            return expr_integer(checker, SCALAR_U32, NAMED_CONSTANTS[i].value, ast->pos);
    if (builtin_exists(name)) {
        diag_report(checker->diagnostics, ast->pos, DIAG_function_not_called, name);
        return expr_error(checker, ast->pos);
    }
    return report_unknown_name(checker, ast, name);
}

static Expr *check_this(Checker *checker, const AstExpr *ast)
{
    if (checker->function == NULL || checker->function->self == NULL) {
        diag_report(checker->diagnostics, ast->pos, DIAG_this_outside_method);
        return expr_error(checker, ast->pos);
    }
    return expr_variable(checker, checker->function->self, ast->pos);
}

/* ---- the rest ---- */

static Expr *check_comma(Checker *checker, const AstExpr *ast)
{
    Expr *left = check_expr(checker, ast->left);
    Expr *right = check_expr(checker, ast->right);
    if (expr_is_error(left) || expr_is_error(right))
        return expr_error(checker, ast->pos);
    Expr *overloaded = call_operator(checker, AST_OP_COMMA, left, &right, 1, ast->pos);
    if (overloaded != NULL)
        return overloaded;
    return expr_comma(checker, settle_literal(checker, discard_descriptor(checker, left)), right,
                      ast->pos);
}

/* The type that `A<1>::Next::Next` names, which the grammar takes for a value; NULL: it is one. */
static const Type *type_of_path(Checker *checker, const AstExpr *ast)
{
    bool failed;
    if (ast->kind != AST_NAME || ast->path.count < 2)
        return NULL;
    DiagTrap *trap = diag_new_trap(checker->diagnostics);
    DiagTrap *outer = diag_set_trap(checker->diagnostics, trap);
    Found found = scope_lookup_path(checker, &ast->path, &failed);
    diag_set_trap(checker->diagnostics, outer);
    return !failed && found.symbol != NULL && found.symbol->kind == SYMBOL_TYPE ? found.symbol->type
                                                                               : NULL;
}

static const Type *type_of_operand(Checker *checker, const AstExpr *ast)
{
    const Expr *operand = check_expr(checker, ast);
    if (ast->kind == AST_MEMBER && is_bit_field(operand)) { /* not what it is cast to */
        diag_report(checker->diagnostics, ast->pos, DIAG_sizeof_bits);
        return type_error(checker);
    }
    return operand->type;
}

/* sizeof: of the type as it lies in a structured buffer. */
static Expr *check_sizeof(Checker *checker, const AstExpr *ast)
{
    const Type *type = ast->type != NULL ? resolve_type(checker, ast->type, 0)
                                         : type_of_path(checker, ast->left);
    if (ast->type != NULL)
        type = resolve_array(checker, type, ast->extents, ast->extent_count, ARRAY_SIZED,
                             ast->pos);
    else if (type == NULL)
        type = type_of_operand(checker, ast->left);
    if (type_is_error(type))
        return expr_error(checker, ast->pos);
    if (report_incomplete(checker, ast->pos, type))
        return expr_error(checker, ast->pos);
    if (type_has_resources(type) || type->kind == TYPE_VOID || type_array_base(type)->kind == TYPE_STRING ||
        type_is_scalar_literal(type)) {
        diag_report(checker->diagnostics, ast->pos, DIAG_sizeof_what, type);
        return expr_error(checker, ast->pos);
    }
    return expr_integer(checker, SCALAR_U32, layout_size(type, LAYOUT_STRUCTURED), ast->pos);
}

static Expr *check_init_list(Checker *checker, const AstExpr *ast)
{
    diag_report(checker->diagnostics, ast->start, DIAG_stray_initialiser_list);
    return expr_error(checker, ast->pos);
}

static Expr *dispatch(Checker *checker, const AstExpr *ast)
{
    switch (ast->kind) {
    case AST_INT: return check_integer(checker, ast);
    case AST_FLOAT: return check_float(checker, ast);
    case AST_BOOL: return expr_integer(checker, SCALAR_BOOL, ast->integer != 0, ast->pos);
    case AST_STRING: return check_string(checker, ast);
    case AST_NAME: return check_name(checker, ast);
    case AST_THIS: return check_this(checker, ast);
    case AST_UNARY: return check_unary(checker, ast);
    case AST_BINARY: return check_binary(checker, ast);
    case AST_ASSIGN: return check_assign(checker, ast);
    case AST_CONDITIONAL: return check_conditional(checker, ast);
    case AST_COMMA: return check_comma(checker, ast);
    case AST_CALL: return check_call(checker, ast);
    case AST_CONSTRUCT: return check_construct(checker, ast);
    case AST_CAST: return check_cast(checker, ast);
    case AST_MEMBER: return check_member(checker, ast);
    case AST_AS_BASE: return check_as_base(checker, ast);
    case AST_INDEX: return check_index(checker, ast);
    case AST_INIT_LIST: return check_init_list(checker, ast);
    case AST_SIZEOF: return check_sizeof(checker, ast);
    case AST_ERROR: break;
    }
    return expr_error(checker, ast->pos);
}

Expr *check_expr(Checker *checker, const AstExpr *ast)
{
    int depth = checker->expression_depth - checker->outer_depth;
    if (depth >= DEEPEST_EXPRESSION || checker->expression_depth >= DEEPEST_OF_ALL) {
        diag_report(checker->diagnostics, ast->pos, DIAG_expression_too_deep,
                    depth >= DEEPEST_EXPRESSION ? DEEPEST_EXPRESSION : DEEPEST_OF_ALL);
        return expr_error(checker, ast->pos);
    }
    checker->expression_depth++;
    Expr *expr = dispatch(checker, ast);
    checker->expression_depth--;
    return expr;
}

Expr *require_value(Checker *checker, Expr *expr, const AstExpr *ast)
{
    if (expr->type->kind != TYPE_VOID)
        return expr;
    diag_report(checker->diagnostics, ast->pos, DIAG_void_value);
    return expr_error(checker, ast->pos);
}

Expr *check_value(Checker *checker, const AstExpr *ast)
{
    return require_value(checker, check_expr(checker, ast), ast);
}

Expr *check_condition(Checker *checker, const AstExpr *ast, const char *what)
{
    warn_of_condition(checker, ast);
    return convert_condition(checker, check_value(checker, ast), what);
}

bool check_constant_integer(Checker *checker, const AstExpr *ast, const char *what, int64_t *value)
{
    Expr *expr = check_value(checker, ast);
    if (expr_is_error(expr))
        return false;
    if (expr->type->kind == TYPE_VECTOR || expr->type->kind == TYPE_MATRIX ||
        !constant_is_integer(expr, value)) {
        bool is_constant = constant_leaves(expr) != NULL;
        diag_report(checker->diagnostics, ast->start,
                    is_constant ? DIAG_not_an_integer : DIAG_not_constant, what);
        return false;
    }
    return true;
}
