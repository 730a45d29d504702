/* Random programs as HLSL, with no more brackets than the language's precedences ask for. */
#include "program.h"

/* ---- expressions ---- */

enum { LEVEL_CHOICE = 1, LEVEL_UNARY = 12, LEVEL_POSTFIX = 13, LEVEL_ATOM = 14 };

/* As C has them: || && | ^ & == < << + * */
static int binary_level(const char *operation)
{
    static const struct { const char *operation; int level; } ROWS[] = {
        {"||", 2}, {"&&", 3}, {"|", 4},  {"^", 5},  {"&", 6},  {"==", 7}, {"!=", 7},
        {"<=", 8}, {">=", 8}, {"<<", 9}, {">>", 9}, {"<", 8},  {">", 8},  {"+", 10},
        {"-", 10}, {"*", 11}, {"/", 11}, {"%", 11},
    };
    for (int i = 0; i < COUNT_OF(ROWS); i++)
        if (strcmp(ROWS[i].operation, operation) == 0)
            return ROWS[i].level;
    return LEVEL_ATOM;
}

static int level_of(const Expr *expr)
{
    switch (expr->kind) {
    case LITERAL: return LEVEL_UNARY; /* may have a sign */
    case FIELD: case ELEMENT: case SWIZZLE: case FETCH: return LEVEL_POSTFIX;
    case NEGATE: case COMPLEMENT: case NOT: return LEVEL_UNARY;
    case BINARY: case OPERATOR: return binary_level(expr->operation);
    case CHOICE: return LEVEL_CHOICE;
    case CONVERT: return expr->is_implicit ? level_of(expr->left) : LEVEL_UNARY;
    default: return LEVEL_ATOM;
    }
}

static void print_at(Text *out, const Expr *expr, int level)
{
    bool needs = level_of(expr) < level;
    if (needs)
        text_printf(out, "(");
    print_expr(out, expr);
    if (needs)
        text_printf(out, ")");
}

static void print_list(Text *out, Expr *const *list, int count)
{
    for (int i = 0; i < count; i++) {
        text_printf(out, i > 0 ? ", " : "");
        print_expr(out, list[i]);
    }
}

static void print_literal(Text *out, const Expr *expr)
{
    static const char *const SUFFIXES[KIND_COUNT] = {"", "", "u", "f", "", "", "ll", "ull"};
    Scalar kind = expr->type->scalar;
    if (kind == KIND_BOOL)
        text_printf(out, expr->leaf.integer ? "true" : "false");
    else if (kind == KIND_FLOAT)
        text_printf(out, "%.2ff", expr->leaf.number);
    else if (kind == KIND_INT16 || kind == KIND_UINT16)
        text_printf(out, "(%s)%lld", expr->type->name, (long long)expr->leaf.integer);
    else
        text_printf(out, "%lld%s", (long long)expr->leaf.integer, SUFFIXES[kind]);
}

static void print_call(Text *out, const Expr *expr)
{
    const char *name = expr->function->name;
    if (expr->function->owner != NULL) {
        print_at(out, expr->left, LEVEL_POSTFIX);
        text_printf(out, ".");
    }
    text_printf(out, "%s(", name);
    print_list(out, expr->arguments, expr->argument_count);
    text_printf(out, ")");
}

/* ---- small numbers ---- */

/* Enumerators of the text's head (ENUMS): their values. */
static const char *const ENUMERATORS[] = {"Zero", "One", "Two", "Three", "Four", "Holder::Five", "Space::Six", "(int)Scoped::Seven"};

/* Every other number that has one is written as an enumerator, by what stands beside it. */
static void print_small(Text *out, const Expr *expr, int beside, int level)
{
    bool is_small = expr->kind == LITERAL && expr->type->scalar == KIND_INT && expr->leaf.integer >= 0 &&
                    expr->leaf.integer < COUNT_OF(ENUMERATORS);
    if (is_small && (expr->leaf.integer + beside) % 2 == 0)
        text_printf(out, "%s", ENUMERATORS[expr->leaf.integer]);
    else
        print_at(out, expr, level);
}

/* An int in which the language computes, were the literal beside it none. */
static bool is_settled_int(const Expr *expr)
{
    bool is_kind = expr->kind == READ || expr->kind == FIELD || expr->kind == ELEMENT || expr->kind == FETCH ||
                   expr->kind == CALL || (expr->kind == CONVERT && !expr->is_implicit);
    return is_kind && expr->type->shape == SHAPE_NUMBERS && expr->type->leaf_count == 1 && expr->type->scalar == KIND_INT;
}

static void print_operand(Text *out, const Expr *expr, const Expr *other, int level)
{
    if (is_settled_int(other))
        print_small(out, expr, other->kind, level);
    else
        print_at(out, expr, level);
}

static void print_postfix(Text *out, const Expr *expr)
{
    static const char LETTERS[2][5] = {"xyzw", "rgba"};
    const Type *type;
    const char *name;
    print_at(out, expr->left, LEVEL_POSTFIX);
    if (expr->kind == ELEMENT) {
        text_printf(out, "[");
        print_small(out, expr->right, expr->left->kind, 0);
        text_printf(out, "]");
        return;
    }
    text_printf(out, ".");
    if (expr->kind == FIELD) {
        type_field(expr->left->type, expr->field, &type, &name);
        text_printf(out, "%s", name);
        return;
    }
    const Type *from = expr->left->type;
    for (int i = 0; i < expr->component_count; i++) {
        int at = expr->components[i];
        if (from->is_matrix && (expr->components[0] & 1) != 0)
            text_printf(out, "_%d%d", at / from->columns + 1, at % from->columns + 1);
        else if (from->is_matrix)
            text_printf(out, "_m%d%d", at / from->columns, at % from->columns);
        else
            text_printf(out, "%c", LETTERS[expr->components[0] & 1][at]);
    }
}

/* source[a]; texels.Load(int3(a, b, level)); bytes.Load<int16_t3>(a) */
static void print_fetch(Text *out, const Expr *expr)
{
    const char *name = FETCHES[expr->fetch].name;
    int count = expr->argument_count, columns = expr->type->columns;
    const char *close = count > 1 ? ")" : "";
    if (expr->fetch != FETCH_BYTES)
        text_printf(out, expr->is_method ? "%s.Load(" : "%s[", name);
    else if (expr->is_method && columns > 1)
        text_printf(out, "%s.Load%d(", name, columns);
    else if (expr->is_method)
        text_printf(out, "%s.Load(", name);
    else
        text_printf(out, "%s.Load<%s>(", name, expr->type->name);
    if (count > 1)
        text_printf(out, expr->is_method ? "int%d(" : "uint%d(", count);
    print_list(out, expr->arguments, count);
    text_printf(out, expr->is_method || expr->fetch == FETCH_BYTES ? "%s)" : "%s]", close);
}

void print_expr(Text *out, const Expr *expr)
{
    static const char *const INTRINSICS[FN_COUNT] = {
        "min", "max", "clamp", "abs", "countbits", "reversebits", "firstbitlow", "dot", "any",
        "all", "asuint", "asint", "mad", "mul", "transpose", "floor", "trunc",
    };
    int level = level_of(expr);
    switch (expr->kind) {
    case LITERAL: print_literal(out, expr); break;
    case READ: text_printf(out, "%s", expr->variable->name); break;
    case FIELD: case ELEMENT: case SWIZZLE: print_postfix(out, expr); break;
    case FETCH: print_fetch(out, expr); break;
    case NEGATE: case COMPLEMENT: case NOT:
        text_printf(out, expr->kind == NEGATE ? "- " : expr->kind == NOT ? "!" : "~");
        print_at(out, expr->left, LEVEL_UNARY);
        break;
    case BINARY:
        print_operand(out, expr->left, expr->right, level);
        text_printf(out, " %s ", expr->operation);
        print_operand(out, expr->right, expr->left, level + 1);
        break;
    case OPERATOR:
        print_at(out, expr->left, level);
        text_printf(out, " %s ", expr->operation);
        print_at(out, expr->arguments[0], level + 1);
        break;
    case CHOICE:
        print_at(out, expr->left, LEVEL_CHOICE + 1);
        text_printf(out, " ? ");
        print_at(out, expr->middle, LEVEL_CHOICE);
        text_printf(out, " : ");
        print_at(out, expr->right, LEVEL_CHOICE);
        break;
    case SELECT:
        text_printf(out, "select(");
        print_list(out, (Expr *const[]){expr->left, expr->middle, expr->right}, 3);
        text_printf(out, ")");
        break;
    case CONVERT:
        if (!expr->is_implicit)
            text_printf(out, "(%s)", expr->type->name);
        if (expr->is_implicit)
            print_expr(out, expr->left);
        else
            print_at(out, expr->left, LEVEL_UNARY);
        break;
    case CONSTRUCT:
        text_printf(out, "%s(", expr->type->name);
        print_list(out, expr->arguments, expr->argument_count);
        text_printf(out, ")");
        break;
    case CALL: print_call(out, expr); break;
    case STEPPED:
        text_printf(out, "++");
        print_at(out, expr->left, LEVEL_UNARY);
        break;
    case INTRINSIC:
        text_printf(out, "%s(", INTRINSICS[expr->intrinsic]);
        print_list(out, expr->arguments, expr->argument_count);
        text_printf(out, ")");
        break;
    case WAVE:
        text_printf(out, "%s(", WAVES[expr->wave].name);
        print_list(out, expr->arguments, expr->argument_count);
        text_printf(out, ")");
        break;
    }
}

/* ---- statements ---- */

void print_declared(Text *out, const Type *type, const char *name)
{
    const Type *innermost = type;
    while (innermost->shape == SHAPE_LIST)
        innermost = innermost->element;
    text_printf(out, "%s %s", innermost->name, name);
    for (; type->shape == SHAPE_LIST; type = type->element)
        text_printf(out, "[%d]", type->count);
}

static void indent(Text *out, int depth) { text_printf(out, "%*s", depth * 4, ""); }

static void print_body(Text *out, Stmt *const *stmts, int count, int depth)
{
    text_printf(out, " {\n");
    for (int i = 0; i < count; i++)
        print_stmt(out, stmts[i], depth + 1);
    indent(out, depth);
    text_printf(out, "}");
}

static void print_declaration(Text *out, const Stmt *stmt)
{
    text_printf(out, stmt->variable->is_constant ? "const " : "");
    print_declared(out, stmt->variable->type, stmt->variable->name);
    text_printf(out, " = ");
    if (stmt->list_count > 0) {
        text_printf(out, "{");
        print_list(out, stmt->list, stmt->list_count);
        text_printf(out, "}");
    } else {
        print_expr(out, stmt->value);
    }
    text_printf(out, ";\n");
}

static void print_loop(Text *out, const Stmt *stmt, int depth)
{
    const char *name = stmt->variable->name;
    if (loop_prints(stmt)) {
        text_printf(out, "for (int %s = 0; %s < %d; %s++) {\n", name, name, stmt->turns, name);
        indent(out, depth + 1);
        text_printf(out, "printf(\"%s %%d\\n\", %s);\n", name, name);
        for (int i = 0; i < stmt->body.count; i++)
            print_stmt(out, stmt->body.items[i], depth + 1);
        indent(out, depth);
        text_printf(out, "}");
    } else if (stmt->kind == FOR) {
        text_printf(out, "for (int %s = 0; %s < %d; %s++)", name, name, stmt->turns, name);
        print_body(out, stmt->body.items, stmt->body.count, depth);
    } else if (stmt->kind == WHILE) {
        text_printf(out, "int %s = 0;\n", name);
        indent(out, depth);
        text_printf(out, "while (%s++ < %d)", name, stmt->turns);
        print_body(out, stmt->body.items, stmt->body.count, depth);
    } else {
        text_printf(out, "int %s = 0;\n", name);
        indent(out, depth);
        text_printf(out, "do {\n");
        indent(out, depth + 1);
        text_printf(out, "%s++;\n", name);
        for (int i = 0; i < stmt->body.count; i++)
            print_stmt(out, stmt->body.items[i], depth + 1);
        indent(out, depth);
        text_printf(out, "} while (%s < %d);", name, stmt->turns);
    }
    text_printf(out, "\n");
}

static void print_switch(Text *out, const Stmt *stmt, int depth)
{
    text_printf(out, "switch (");
    print_expr(out, stmt->value);
    text_printf(out, ") {\n");
    for (int i = 0; i < stmt->body.count; i++) {
        const Stmt *block = stmt->body.items[i];
        indent(out, depth);
        if (i + 1 < stmt->body.count)
            text_printf(out, "case %d:", stmt->labels[i]);
        else
            text_printf(out, "default:");
        print_body(out, block->body.items, block->body.count, depth);
        text_printf(out, "\n");
    }
    indent(out, depth);
    text_printf(out, "}\n");
}

static void print_atomic(Text *out, const Stmt *stmt)
{
    static const char *const NAMES[] = {"Add", "Min", "Max", "And", "Or", "Xor"};
    text_printf(out, "Interlocked%s(cells[(", NAMES[stmt->cell]);
    print_expr(out, stmt->place);
    text_printf(out, ") * %d + %d], ", CELL_KINDS, stmt->cell);
    print_expr(out, stmt->value);
    text_printf(out, ");\n");
}

static void print_exchange(Text *out, const Stmt *stmt, int depth)
{
    text_printf(out, "%s[thread] = ", stmt->shared);
    print_expr(out, stmt->value);
    text_printf(out, ";\n");
    indent(out, depth);
    text_printf(out, "GroupMemoryBarrierWithGroupSync();\n");
    indent(out, depth);
    print_declared(out, stmt->variable->type, stmt->variable->name);
    text_printf(out, " = %s[(thread + %d) %% %d];\n", stmt->shared, stmt->turns, THREADS);
    indent(out, depth);
    text_printf(out, "GroupMemoryBarrierWithGroupSync();\n");
}

void print_stmt(Text *out, const Stmt *stmt, int depth)
{
    indent(out, depth);
    switch (stmt->kind) {
    case BLOCK:
        print_body(out, stmt->body.items, stmt->body.count, depth);
        text_printf(out, "\n");
        break;
    case DECLARE: print_declaration(out, stmt); break;
    case ASSIGN:
        print_expr(out, stmt->place);
        text_printf(out, " %s= ", stmt->operation);
        print_operand(out, stmt->value, stmt->place, 0);
        text_printf(out, ";\n");
        break;
    case STEP:
        if (stmt->is_prefix)
            text_printf(out, "%s%s", stmt->operation, stmt->operation);
        print_expr(out, stmt->place);
        text_printf(out, "%s%s;\n", stmt->is_prefix ? "" : stmt->operation,
                    stmt->is_prefix ? "" : stmt->operation);
        break;
    case IF:
        text_printf(out, "if (");
        print_expr(out, stmt->value);
        text_printf(out, ")");
        print_body(out, stmt->body.items, stmt->body.count, depth);
        if (stmt->else_body.count > 0) {
            text_printf(out, " else");
            print_body(out, stmt->else_body.items, stmt->else_body.count, depth);
        }
        text_printf(out, "\n");
        break;
    case FOR: case WHILE: case DO: print_loop(out, stmt, depth); break;
    case SWITCH: print_switch(out, stmt, depth); break;
    case BREAK: text_printf(out, "break;\n"); break;
    case CONTINUE: text_printf(out, "continue;\n"); break;
    case RETURN:
        text_printf(out, "return");
        if (stmt->value != NULL) {
            text_printf(out, " ");
            print_expr(out, stmt->value);
        }
        text_printf(out, ";\n");
        break;
    case EVALUATE:
        print_expr(out, stmt->value);
        text_printf(out, ";\n");
        break;
    case ATOMIC: print_atomic(out, stmt); break;
    case EXCHANGE: print_exchange(out, stmt, depth); break;
    }
}

void print_function(Text *out, const Function *function, const char *name, int depth)
{
    static const char *const WAYS[] = {[WAY_IN] = "", [WAY_OUT] = "out ", [WAY_INOUT] = "inout "};
    indent(out, depth);
    text_printf(out, "%s %s(", function->result != NULL ? function->result->name : "void", name);
    for (int i = 0; i < function->parameter_count; i++) {
        const Variable *parameter = function->parameters[i];
        text_printf(out, "%s%s", i > 0 ? ", " : "", WAYS[parameter->way]);
        print_declared(out, parameter->type, parameter->name);
        if (parameter->init != NULL) {
            text_printf(out, " = ");
            print_expr(out, parameter->init);
        }
    }
    text_printf(out, ")");
    print_body(out, function->body->body.items, function->body->body.count, depth);
    text_printf(out, "\n");
}
