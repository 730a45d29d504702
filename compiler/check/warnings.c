/* Warnings about what the language takes and nobody means: clang's, under clang's names. */
#include "core_priv.h"

/* ---- operators ---- */

static bool is_integer(const Type *type)
{
    return type_is_numeric(type) && !scalar_is_float(type->scalar);
}

/* Some component of it is the constant 0. */
static bool has_zero(const Expr *expr)
{
    const ConstantLeaf *leaves = constant_leaves(expr);
    for (int i = 0; leaves != NULL && i < type_component_count(expr->type); i++)
        if (leaves[i].integer == 0)
            return true;
    return false;
}

/* HLSL specification, shifts: the low bits of the count alone count. */
static void warn_of_count(Checker *checker, AstOp op, const Type *type, const Expr *count,
                          SourcePos pos)
{
    const ConstantLeaf *leaves = constant_leaves(count);
    int bits = scalar_bits(type->scalar);
    if (leaves == NULL || !is_integer(count->type))
        return;
    for (int i = 0; i < type_component_count(count->type); i++)
        if (leaves[i].integer < 0 || leaves[i].integer >= bits) {
            diag_report(checker->diagnostics, pos, DIAG_shift_count, ast_op_spelling(op),
                        (long long)leaves[i].integer, bits,
                        (long long)(leaves[i].integer & (bits - 1)));
            return;
        }
}

/* The same place, without calls or indices that may differ: a, a.b, a.xy. */
static bool is_same_place(const Expr *left, const Expr *right)
{
    if (left->kind != right->kind || left->type != right->type)
        return false;
    switch (left->kind) {
    case EXPR_VARIABLE: return left->variable == right->variable;
    case EXPR_FIELD:
        return left->field == right->field && is_same_place(left->left, right->left);
    case EXPR_SWIZZLE:
        return left->component_count == right->component_count &&
               memcmp(left->components, right->components, (size_t)left->component_count) == 0 &&
               is_same_place(left->left, right->left);
    default: return false;
    }
}

/* A float compares unlike itself where it is NaN. */
static void warn_of_self(Checker *checker, AstOp op, const Expr *left, const Expr *right,
                         SourcePos pos)
{
    bool is_true = op == AST_OP_EQUAL || op == AST_OP_LESS_EQUAL || op == AST_OP_GREATER_EQUAL;
    if (ast_op_compares(op) && is_integer(left->type) && is_same_place(left, right))
        diag_report(checker->diagnostics, pos, DIAG_compares_itself, is_true ? "true" : "false");
}

void warn_of_operation(Checker *checker, AstOp op, const Type *type, const Expr *left,
                       const Expr *right, SourcePos pos)
{
    if ((op == AST_OP_DIV || op == AST_OP_MOD) && is_integer(type) && has_zero(right))
        diag_report(checker->diagnostics, pos, DIAG_division_by_zero, ast_op_spelling(op));
    else if (op == AST_OP_SHL || op == AST_OP_SHR)
        warn_of_count(checker, op, type, right, pos);
    else if (left != NULL)
        warn_of_self(checker, op, left, right, pos);
}

/* ---- as written ---- */

static bool is_comparison(const AstExpr *ast)
{
    return ast->kind == AST_BINARY && !ast->parenthesised && ast_op_compares(ast->op);
}

static bool is_ordering(const AstExpr *ast)
{
    return is_comparison(ast) && ast->op != AST_OP_EQUAL && ast->op != AST_OP_NOT_EQUAL;
}

/* !a == b, where b is no bool */
void warn_of_compared_not(Checker *checker, const AstExpr *ast, const Type *right)
{
    const AstExpr *left = ast->left;
    bool is_bool = type_is_numeric(right) && right->scalar == SCALAR_BOOL;
    if (ast_op_compares(ast->op) && left->kind == AST_UNARY && left->op == AST_OP_NOT &&
        !left->parenthesised && !is_bool)
        diag_report(checker->diagnostics, left->pos, DIAG_not_compared, ast_op_spelling(ast->op));
}

static bool is_in_macro(Checker *checker, SourcePos pos)
{
    SourcePos spelling, expansion;
    Name macro;
    return sources_macro_parts(diag_sources(checker->diagnostics), pos, &spelling, &expansion, &macro);
}

/* Operators whose places in the grammar few know: what is within what. In macros of programs of old they stand, too;
 * only shifts are looked at there, as clang does. */
static const struct { AstOp outer, inner; DiagId id; } INNER[] = {
    {AST_OP_LOGICAL_OR, AST_OP_LOGICAL_AND, DIAG_and_in_or},
    {AST_OP_OR, AST_OP_AND, DIAG_bit_and_in_or},
    {AST_OP_SHL, AST_OP_ADD, DIAG_sum_in_shift},
    {AST_OP_SHL, AST_OP_SUB, DIAG_sum_in_shift},
    {AST_OP_SHR, AST_OP_ADD, DIAG_sum_in_shift},
    {AST_OP_SHR, AST_OP_SUB, DIAG_sum_in_shift},
};

static void warn_of_inner(Checker *checker, const AstExpr *ast, const AstExpr *inner)
{
    bool is_bare = inner->kind == AST_BINARY && !inner->parenthesised;
    for (int i = 0; is_bare && i < COUNT_OF(INNER); i++)
        if (INNER[i].outer == ast->op && INNER[i].inner == inner->op &&
            (INNER[i].id == DIAG_sum_in_shift || !is_in_macro(checker, ast->pos)))
            diag_report(checker->diagnostics, inner->pos, INNER[i].id, ast_op_spelling(inner->op),
                        ast_op_spelling(ast->op));
}

/* a & 1 == 0, 0 < a < 5, a || b && c */
void warn_of_precedence(Checker *checker, const AstExpr *ast)
{
    warn_of_inner(checker, ast, ast->left);
    warn_of_inner(checker, ast, ast->right);
    if (is_ordering(ast) && is_ordering(ast->left))
        diag_report(checker->diagnostics, ast->pos, DIAG_comparison_compared,
                    ast_op_spelling(ast->op), ast_op_spelling(ast->left->op));
    if (ast->op != AST_OP_AND && ast->op != AST_OP_OR && ast->op != AST_OP_XOR)
        return;
    const AstExpr *first = is_comparison(ast->left)    ? ast->left
                         : is_comparison(ast->right) ? ast->right
                                                     : NULL;
    bool both = first == ast->left && is_comparison(ast->right); /* a < b & c < d */
    if (first != NULL && !both)
        diag_report(checker->diagnostics, first->pos, DIAG_comparison_first,
                    ast_op_spelling(first->op), ast_op_spelling(ast->op));
}

/* if (a = b); with parentheses of its own it is meant. */
void warn_of_condition(Checker *checker, const AstExpr *ast)
{
    if (ast->kind == AST_ASSIGN && ast->op == AST_OP_ASSIGN && !ast->parenthesised)
        diag_report(checker->diagnostics, ast->pos, DIAG_assigns_in_condition);
}

/* x = x */
void warn_of_assignment(Checker *checker, const AstExpr *ast, const Expr *place, const Expr *value)
{
    if (ast->op == AST_OP_ASSIGN && is_same_place(place, value) && !is_in_macro(checker, ast->pos))
        diag_report(checker->diagnostics, ast->pos, DIAG_self_assign);
}

/* float4 c = (0, 0, 0, 1); */
void warn_of_comma(Checker *checker, const AstExpr *initialiser)
{
    if (initialiser->kind == AST_COMMA)
        diag_report(checker->diagnostics, initialiser->pos, DIAG_comma_in_initialiser);
}

/* Whose outermost operation stores nothing; in parentheses and as void it is meant. */
static bool is_mere_value(const AstExpr *ast)
{
    switch (ast->kind) {
    case AST_INT: case AST_FLOAT: case AST_BOOL: case AST_NAME: case AST_THIS: case AST_MEMBER:
    case AST_INDEX: case AST_CONSTRUCT: case AST_SIZEOF: break;
    case AST_UNARY:
        if (ast->op == AST_OP_INCREMENT || ast->op == AST_OP_DECREMENT)
            return false;
        break;
    case AST_BINARY:
        if ((ast->op == AST_OP_LOGICAL_AND || ast->op == AST_OP_LOGICAL_OR) &&
            !is_mere_value(ast->right))
            return false;
        break;
    case AST_COMMA: return is_mere_value(ast->right);
    case AST_CONDITIONAL: return is_mere_value(ast->middle) && is_mere_value(ast->right);
    case AST_ASSIGN: case AST_CALL: case AST_CAST: case AST_AS_BASE: case AST_STRING:
    case AST_INIT_LIST: case AST_ERROR: return false;
    }
    return !ast->parenthesised;
}

void warn_of_effect(Checker *checker, const AstExpr *ast, const Expr *expr)
{
    bool is_overloaded = expr->kind == EXPR_CALL; /* operator */
    bool is_mere_call = ast->kind == AST_CALL && expr->kind == EXPR_BUILTIN &&
                        expr->type->kind != TYPE_VOID && expr->written == 0;
    if (is_mere_call)
        diag_report(checker->diagnostics, ast->pos, DIAG_unused_call, builtin_name(expr->builtin));
    else if (!is_overloaded && is_mere_value(ast))
        diag_report(checker->diagnostics, ast->pos, DIAG_unused_value);
}

/* ---- statements ---- */

/* Where the ( of a ) is that stands on a line before its byte `at`; -1: on another line. */
static int find_opening(Slice line, int at)
{
    int depth = 0;
    for (; at >= 0; at--) {
        depth += (line.text[at] == ')') - (line.text[at] == '(');
        if (depth == 0)
            return at;
    }
    return -1;
}

static bool ends_in(const char *text, int end, const char *word)
{
    int length = (int)strlen(word);
    return end >= length && memcmp(text + end - length, word, (size_t)length) == 0;
}

/* Not of a call of a macro that is empty. */
static bool is_of_statement(Slice line, int opening)
{
    while (opening > 0 && strchr(" \t", line.text[opening - 1]) != NULL)
        opening--;
    return opening == 0 || ends_in(line.text, opening, "if") || ends_in(line.text, opening, "for") ||
           ends_in(line.text, opening, "while");
}

/* The ; stands behind the ) on its line: the body that was meant stands below it. */
static bool is_empty_by_slip(Checker *checker, const AstStmt *body)
{
    if (body->kind != AST_EMPTY || body->pos == SOURCE_NOWHERE || is_in_macro(checker, body->pos))
        return false;
    SourcePlace place = sources_place(diag_sources(checker->diagnostics), body->pos);
    int at = place.column - 2;
    while (at >= 0 && strchr(" \t", place.line_text.text[at]) != NULL)
        at--;
    if (at < 0 || place.line_text.text[at] != ')')
        return false;
    int opening = find_opening(place.line_text, at);
    return opening < 0 || is_of_statement(place.line_text, opening);
}

void warn_of_empty_body(Checker *checker, const AstStmt *ast)
{
    if (ast->else_body == NULL && is_empty_by_slip(checker, ast->body))
        diag_report(checker->diagnostics, ast->body->pos, DIAG_empty_body, "if");
}

/* A loop may well do nothing but turn: only a block, or a line further in, behind it makes it suspicious. */
void warn_of_empty_loop(Checker *checker, const AstStmt *loop, const AstStmt *next)
{
    const Sources *sources = diag_sources(checker->diagnostics);
    bool is_loop = loop->kind == AST_FOR || loop->kind == AST_WHILE;
    if (!is_loop || next->pos == SOURCE_NOWHERE || !is_empty_by_slip(checker, loop->body))
        return;
    SourcePlace own = sources_place(sources, loop->pos), other = sources_place(sources, next->pos);
    if (next->kind == AST_COMPOUND || (other.line > own.line && other.column > own.column))
        diag_report(checker->diagnostics, loop->body->pos, DIAG_empty_body,
                    loop->kind == AST_FOR ? "for" : "while");
}

/* if (a) if (b) x; else y; */
void warn_of_dangling_else(Checker *checker, const AstStmt *ast)
{
    const AstStmt *inner = ast->body;
    while (inner->kind == AST_FOR || inner->kind == AST_WHILE)
        inner = inner->body;
    if (ast->else_body == NULL && inner->kind == AST_IF && inner->else_body != NULL)
        diag_report(checker->diagnostics, inner->pos, DIAG_dangling_else);
}

/* ---- variables ---- */

void warn_of_unused(Checker *checker, const Function *function)
{
    for (int i = 0; i < function->local_count; i++) {
        const Variable *local = function->locals[i];
        if (local->name != NULL && !local->is_named && local->storage == STORAGE_LOCAL)
            diag_report(checker->diagnostics, local->pos, DIAG_unused_variable, local->name);
    }
}
