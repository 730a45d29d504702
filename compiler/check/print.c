/* The typed tree as text, for tests: resources, variables, then the functions that the entry point
 * reaches, callees first. Every conversion shows as convert<type>(...). */
#include "scopes_priv.h"

typedef struct Printer {
    Text *out;
    int depth;
    VEC(const Function *) functions; /* printed or found */
    Arena *arena;
} Printer;

static void print_expr(Text *out, const Expr *expr);

/* ---- expressions ---- */

static void print_leaf(Text *out, ConstantLeaf leaf, ScalarKind scalar)
{
    switch (scalar_info(scalar)->class) {
    case CLASS_FLOAT: text_printf(out, "%.9g", leaf.number); break;
    case CLASS_BOOL: text_printf(out, leaf.integer ? "true" : "false"); break;
    case CLASS_UNSIGNED: text_printf(out, "%llu", (unsigned long long)leaf.integer); break;
    default: text_printf(out, "%lld", (long long)leaf.integer); break;
    }
}

/* Prints from `leaves` on and gives what follows. */
static const ConstantLeaf *print_leaves(Text *out, const Type *type, const ConstantLeaf *leaves)
{
    int64_t count = type->kind == TYPE_ARRAY  ? type->count
                  : type->kind == TYPE_STRUCT ? type->field_count
                                              : type_component_count(type);
    for (int64_t i = 0; i < count; i++) {
        text_printf(out, i == 0 ? "" : ", ");
        if (type->kind == TYPE_ARRAY)
            leaves = print_leaves(out, type->element, leaves);
        else if (type->kind == TYPE_STRUCT)
            leaves = print_leaves(out, type->fields[i].type, leaves);
        else
            print_leaf(out, *leaves++, type->scalar);
    }
    return leaves;
}

static void print_list(Text *out, Expr *const *items, int count)
{
    text_printf(out, "(");
    for (int i = 0; i < count; i++) {
        text_printf(out, i == 0 ? "" : ", ");
        print_expr(out, items[i]);
    }
    text_printf(out, ")");
}

static void print_pair(Text *out, const Expr *left, const char *between, const Expr *right)
{
    text_printf(out, "(");
    print_expr(out, left);
    text_printf(out, " %s ", between);
    print_expr(out, right);
    text_printf(out, ")");
}

static void print_constant(Text *out, const Expr *expr)
{
    if (expr->type->kind == TYPE_STRING) {
        text_printf(out, "\"%.*s\"", (int)expr->string.length, expr->string.text);
        return;
    }
    text_printf(out, "%s(", type_spelling(expr->type));
    print_leaves(out, expr->type, expr->value);
    text_printf(out, ")");
}

static void print_swizzle(Text *out, const Expr *expr)
{
    print_expr(out, expr->left);
    text_printf(out, ".");
    for (int i = 0; i < expr->component_count; i++) {
        if (expr->left->type->kind == TYPE_MATRIX)
            text_printf(out, "_m%d%d", expr->components[i] / 4, expr->components[i] % 4);
        else
            text_printf(out, "%c", "xyzw"[expr->components[i]]);
    }
}

static void print_assign(Text *out, const Expr *expr)
{
    text_printf(out, "(");
    print_expr(out, expr->left);
    if (expr->op == AST_OP_ASSIGN)
        text_printf(out, " = ");
    else
        text_printf(out, " %s=<%s> ", ast_op_spelling(expr->op),
                    type_spelling(expr->operation_type));
    print_expr(out, expr->right);
    text_printf(out, ")");
}

static void print_choice(Text *out, const Expr *expr, const char *word)
{
    text_printf(out, "%s(", word);
    print_expr(out, expr->left);
    text_printf(out, ", ");
    print_expr(out, expr->middle);
    text_printf(out, ", ");
    print_expr(out, expr->right);
    text_printf(out, ")");
}

static void print_wrapped(Text *out, const char *word, const Expr *expr)
{
    text_printf(out, "%s<%s>(", word, type_spelling(expr->type));
    print_expr(out, expr->left);
    text_printf(out, ")");
}

static void print_unary(Text *out, const Expr *expr)
{
    bool is_postfix = expr->kind == EXPR_INCREMENT && expr->postfix;
    text_printf(out, "%s", is_postfix ? "" : ast_op_spelling(expr->op));
    print_expr(out, expr->left);
    text_printf(out, "%s", is_postfix ? ast_op_spelling(expr->op) : "");
}

static void print_expr(Text *out, const Expr *expr)
{
    switch (expr->kind) {
    case EXPR_ERROR: text_printf(out, "error"); break;
    case EXPR_CONSTANT: print_constant(out, expr); break;
    case EXPR_VARIABLE:
        text_printf(out, "%s", expr->variable->name != NULL ? expr->variable->name : "(unnamed)");
        break;
    case EXPR_UNARY: case EXPR_INCREMENT: print_unary(out, expr); break;
    case EXPR_BINARY: print_pair(out, expr->left, ast_op_spelling(expr->op), expr->right); break;
    case EXPR_LOGICAL: print_pair(out, expr->left, ast_op_spelling(expr->op), expr->right); break;
    case EXPR_CONDITIONAL: print_choice(out, expr, "if"); break;
    case EXPR_SELECT: print_choice(out, expr, "select"); break;
    case EXPR_ASSIGN: print_assign(out, expr); break;
    case EXPR_CALL:
        text_printf(out, "%s", expr->function->name);
        print_list(out, expr->arguments, expr->argument_count);
        break;
    case EXPR_BUILTIN:
        text_printf(out, "%s", builtin_name(expr->builtin));
        print_list(out, expr->arguments, expr->argument_count);
        break;
    case EXPR_METHOD:
        print_expr(out, expr->left);
        text_printf(out, ".%s", method_row(expr->method)->name);
        print_list(out, expr->arguments, expr->argument_count);
        break;
    case EXPR_SWIZZLE: print_swizzle(out, expr); break;
    case EXPR_FIELD:
        print_expr(out, expr->left);
        text_printf(out, ".%s", expr->left->type->fields[expr->field].name);
        break;
    case EXPR_BASE: print_wrapped(out, "base", expr); break;
    case EXPR_INDEX:
        print_expr(out, expr->left);
        text_printf(out, "[");
        print_expr(out, expr->right);
        text_printf(out, "]");
        break;
    case EXPR_CONSTRUCT:
        text_printf(out, "%s{", type_spelling(expr->type));
        print_list(out, expr->arguments, expr->argument_count);
        text_printf(out, "}");
        break;
    case EXPR_CONVERT: print_wrapped(out, "convert", expr); break;
    case EXPR_COMMA: print_pair(out, expr->left, ",", expr->right); break;
    }
}

/* ---- statements ---- */

static void print_stmt(Printer *printer, const Stmt *stmt);

static void begin_line(Printer *printer)
{
    text_printf(printer->out, "%*s", printer->depth * 2, "");
}

static void print_nested(Printer *printer, const Stmt *stmt)
{
    printer->depth++;
    if (stmt->kind == STMT_BLOCK) {
        for (int i = 0; i < stmt->statement_count; i++)
            print_stmt(printer, stmt->statements[i]);
    } else {
        print_stmt(printer, stmt);
    }
    printer->depth--;
}

static const char *hint_text(int32_t hint)
{
    switch (hint) {
    case HINT_NONE: return "";
    case HINT_LOOP: return " [loop]";
    case HINT_BRANCH: return " [branch]";
    case HINT_FLATTEN: return " [flatten]";
    default: return " [unroll]";
    }
}

static void print_if(Printer *printer, const Stmt *stmt)
{
    text_printf(printer->out, "if%s ", hint_text(stmt->hint));
    print_expr(printer->out, stmt->expr);
    text_printf(printer->out, "\n");
    print_nested(printer, stmt->body);
    if (stmt->else_body == NULL)
        return;
    begin_line(printer);
    text_printf(printer->out, "else\n");
    print_nested(printer, stmt->else_body);
}

static void print_loop(Printer *printer, const Stmt *stmt)
{
    text_printf(printer->out, "loop%s", hint_text(stmt->hint));
    if (stmt->hint > 0)
        text_printf(printer->out, " %d times", stmt->hint);
    text_printf(printer->out, stmt->test_after ? " until after " : " while ");
    if (stmt->expr != NULL)
        print_expr(printer->out, stmt->expr);
    else
        text_printf(printer->out, "true");
    if (stmt->step != NULL) {
        text_printf(printer->out, " step ");
        print_expr(printer->out, stmt->step);
    }
    text_printf(printer->out, "\n");
    if (stmt->init != NULL) {
        begin_line(printer);
        text_printf(printer->out, " from\n");
        print_nested(printer, stmt->init);
        begin_line(printer);
        text_printf(printer->out, " do\n");
    }
    print_nested(printer, stmt->body);
}

static void print_switch(Printer *printer, const Stmt *stmt)
{
    text_printf(printer->out, "switch ");
    print_expr(printer->out, stmt->expr);
    text_printf(printer->out, "\n");
    for (int i = 0; i < stmt->case_count; i++) {
        const SwitchCase *section = &stmt->cases[i];
        begin_line(printer);
        text_printf(printer->out, "case");
        for (int k = 0; k < section->value_count; k++)
            text_printf(printer->out, " %lld", (long long)section->values[k]);
        text_printf(printer->out, "%s%s\n", section->is_default ? " default" : "",
                    section->falls ? " falls" : "");
        print_nested(printer, section->body);
    }
}

static void print_valued(Printer *printer, const char *word, const Expr *expr)
{
    text_printf(printer->out, "%s", word);
    if (expr != NULL)
        print_expr(printer->out, expr);
    text_printf(printer->out, "\n");
}

static void print_stmt(Printer *printer, const Stmt *stmt)
{
    if (stmt->kind == STMT_BLOCK) {
        print_nested(printer, stmt);
        return;
    }
    begin_line(printer);
    switch (stmt->kind) {
    case STMT_EXPR: print_valued(printer, "", stmt->expr); break;
    case STMT_DECLARE:
        text_printf(printer->out, "%s%s %s", stmt->variable->is_precise ? "precise " : "",
                    type_spelling(stmt->variable->type), stmt->variable->name);
        print_valued(printer, stmt->variable->init != NULL ? " = " : "", stmt->variable->init);
        break;
    case STMT_IF: print_if(printer, stmt); break;
    case STMT_LOOP: print_loop(printer, stmt); break;
    case STMT_SWITCH: print_switch(printer, stmt); break;
    case STMT_BREAK: text_printf(printer->out, "break\n"); break;
    case STMT_CONTINUE: text_printf(printer->out, "continue\n"); break;
    case STMT_RETURN:
        print_valued(printer, stmt->expr != NULL ? "return " : "return", stmt->expr);
        break;
    case STMT_BLOCK: break;
    }
}

/* ---- functions ---- */

static void print_function(Printer *printer, const Function *function);

static void find_calls(Printer *printer, const Expr *expr)
{
    if (expr == NULL)
        return;
    if (expr->kind == EXPR_CALL)
        print_function(printer, expr->function);
    find_calls(printer, expr->left);
    find_calls(printer, expr->middle);
    find_calls(printer, expr->right);
    for (int i = 0; i < expr->argument_count; i++)
        find_calls(printer, expr->arguments[i]);
}

static void find_calls_in(Printer *printer, const Stmt *stmt)
{
    if (stmt == NULL)
        return;
    find_calls(printer, stmt->expr);
    find_calls(printer, stmt->step);
    if (stmt->variable != NULL)
        find_calls(printer, stmt->variable->init);
    find_calls_in(printer, stmt->init);
    find_calls_in(printer, stmt->body);
    find_calls_in(printer, stmt->else_body);
    for (int i = 0; i < stmt->statement_count; i++)
        find_calls_in(printer, stmt->statements[i]);
    for (int i = 0; i < stmt->case_count; i++)
        find_calls_in(printer, stmt->cases[i].body);
}

static void print_parameters(Text *out, const Function *function)
{
    static const char *const directions[] = {"", "out ", "inout "};
    static const char *const systems[] = {"",
                                          " : SV_GroupID",
                                          " : SV_GroupThreadID",
                                          " : SV_DispatchThreadID",
                                          " : SV_GroupIndex",
                                          " : SV_GroupWaveIndex"};
    for (int i = 0; i < function->parameter_count; i++) {
        const Variable *parameter = function->parameters[i];
        text_printf(out, "%s%s%s %s%s", i == 0 ? "" : ", ", directions[parameter->direction],
                    type_spelling(parameter->type),
                    parameter->name != NULL ? parameter->name : "(unnamed)",
                    systems[parameter->system]);
    }
}

static void print_function(Printer *printer, const Function *function)
{
    for (int i = 0; i < printer->functions.count; i++)
        if (printer->functions.items[i] == function)
            return;
    vec_push(printer->arena, &printer->functions, function);
    find_calls_in(printer, function->body);
    text_printf(printer->out, "%s %s(", type_spelling(function->result), function->name);
    print_parameters(printer->out, function);
    text_printf(printer->out, ")\n");
    print_nested(printer, function->body);
}

/* ---- the program ---- */

static void print_resource(Text *out, const Resource *resource)
{
    text_printf(out, "resource %s %s", type_spelling(resource->type), resource->name);
    if (resource->array_count != 0)
        text_printf(out, resource->array_count < 0 ? "[]" : "[%lld]",
                    (long long)resource->array_count);
    text_printf(out, " : %c%d", resource->register_class, resource->register_index);
    if (resource->space == HEAP_SPACE)
        text_printf(out, " heap");
    else if (resource->space != 0)
        text_printf(out, " space%d", resource->space);
    text_printf(out, "%s", resource->has_counter ? " counted" : "");
    if (resource->size > 0)
        text_printf(out, " %lld bytes", (long long)resource->size);
    text_printf(out, "\n");
    for (int i = 0; i < resource->member_count; i++) {
        const Variable *member = resource->members[i];
        text_printf(out, "  %4lld %s %s", (long long)member->offset, type_spelling(member->type),
                    member->name);
        if (member->value != NULL) {
            text_printf(out, " = ");
            print_leaves(out, member->type, member->value);
        }
        text_printf(out, "\n");
    }
}

void check_print_program(Text *out, const CheckedProgram *program)
{
    Printer printer = {.out = out, .arena = arena_new("print")};
    text_printf(out, "numthreads(%u, %u, %u)  wave %d\n", program->threads[0], program->threads[1],
                program->threads[2], program->wave_size);
    for (int i = 0; i < program->resource_count; i++)
        print_resource(out, program->resources[i]);
    for (int i = 0; i < program->groupshared_count; i++)
        text_printf(out, "groupshared %s %s\n", type_spelling(program->groupshared[i]->type),
                    program->groupshared[i]->name);
    for (int i = 0; i < program->static_count; i++) {
        const Variable *variable = program->statics[i];
        text_printf(out, "static %s %s", type_spelling(variable->type), variable->name);
        print_valued(&printer, variable->init != NULL ? " = " : "", variable->init);
        find_calls(&printer, variable->init);
    }
    print_function(&printer, program->entry);
    arena_drop(printer.arena);
}
