/* The tree as text, for --emit=ast and the golden tests: declarations and statements are lines,
 * indented; expressions and types are written within the line, operators first: (+ a (* b 2)). */
#include "syntax.h"

typedef struct Printer {
    Text *out;
    int depth;
} Printer;

#define add(printer, ...) text_printf((printer)->out, __VA_ARGS__)

static void print_expr(Printer *printer, const AstExpr *expr);
static void print_type(Printer *printer, const AstType *type);
static void print_stmt(Printer *printer, const AstStmt *stmt);
static void print_decl(Printer *printer, const AstDecl *decl);
static void print_extents(Printer *printer, AstExpr *const *extents, int count);

static void add_word(Printer *printer, const char *word)
{
    text_add(printer->out, word, strlen(word));
}

static void begin_line(Printer *printer) { add(printer, "%*s", printer->depth * 2, ""); }
static void end_line(Printer *printer) { add_word(printer, "\n"); }

/* ---- names and types ---- */

static void print_template_args(Printer *printer, const AstTemplateArg *args, int count)
{
    add_word(printer, "<");
    for (int i = 0; i < count; i++) {
        add_word(printer, i > 0 ? ", " : "");
        if (args[i].type != NULL)
            print_type(printer, args[i].type);
        else
            print_expr(printer, args[i].value);
        print_extents(printer, args[i].extents, args[i].extent_count);
    }
    add_word(printer, ">");
}

static void print_path(Printer *printer, const AstPath *path)
{
    add_word(printer, path->global ? "::" : "");
    for (int i = 0; i < path->count; i++) {
        add(printer, "%s%s", i > 0 ? "::" : "", path->parts[i]);
        const AstPartArguments *arguments = ast_part_arguments(path, i);
        if (arguments != NULL)
            print_template_args(printer, arguments->items, arguments->count);
    }
}

/* By bit, from AST_CONST on. */
static const char *const qualifier_names[] = {
    "const", "static", "groupshared", "uniform", "precise", "volatile", "globallycoherent",
    "extern", "inline", "row_major", "column_major", "in", "out", "snorm", "unorm",
    "interpolation", "export", "shared", "reordercoherent", "", "nointerpolation", "topology", "mesh",
};

static void print_qualifiers(Printer *printer, uint32_t qualifiers)
{
    for (int bit = 0; bit < COUNT_OF(qualifier_names); bit++)
        if ((qualifiers >> bit & 1) != 0 && qualifier_names[bit][0] != '\0')
            add(printer, "%s ", qualifier_names[bit]);
}

static void print_type(Printer *printer, const AstType *type)
{
    print_qualifiers(printer, type->qualifiers);
    switch (type->kind) {
    case AST_TYPE_NAMED: print_path(printer, &type->name); break;
    case AST_TYPE_AUTO: add_word(printer, "auto"); break;
    case AST_TYPE_OF:
        add_word(printer, "__decltype ");
        print_expr(printer, type->value);
        break;
    case AST_TYPE_STRUCT:
        add(printer, "%s %s", type->decl->kind == AST_ENUM ? "enum" : "struct",
            type->decl->name != NULL ? type->decl->name : "(unnamed)");
        break;
    }
    if (type->has_arguments)
        print_template_args(printer, type->arguments, type->argument_count);
}

static void print_extents(Printer *printer, AstExpr *const *extents, int count)
{
    for (int i = 0; i < count; i++) {
        add_word(printer, "[");
        if (extents[i] != NULL)
            print_expr(printer, extents[i]);
        add_word(printer, "]");
    }
}

/* ---- expressions ---- */

static const char *const suffix_names[] = {"", "u", "l", "ul", "ll", "ull", "h", "f", "f16"};

/* The shortest of the usual lengths that reads back as the same number. */
static void print_number(Printer *printer, double number)
{
    char text[64];
    for (int digits = 6; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, number);
        double back = 0;
        if (sscanf(text, "%lf", &back) == 1 && back == number)
            break;
    }
    add(printer, "%s%s", text, strpbrk(text, ".ein") != NULL ? "" : ".0");
}

static void print_string(Printer *printer, Slice string)
{
    add_word(printer, "\"");
    for (size_t i = 0; i < string.length; i++) {
        unsigned char byte = (unsigned char)string.text[i];
        if (byte == '"' || byte == '\\')
            add(printer, "\\%c", byte);
        else if (byte < 0x20)
            add(printer, "\\x%02x", byte);
        else
            text_add(printer->out, &string.text[i], 1);
    }
    add_word(printer, "\"");
}

/* "(head", then each part after a space, then ")" */
static void print_form(Printer *printer, const char *head, const AstExpr *first,
                       const AstExpr *second, const AstExpr *third)
{
    const AstExpr *parts[] = {first, second, third};
    add(printer, "(%s", head);
    for (int i = 0; i < COUNT_OF(parts) && parts[i] != NULL; i++) {
        add_word(printer, " ");
        print_expr(printer, parts[i]);
    }
    add_word(printer, ")");
}

static void print_arguments(Printer *printer, const AstExpr *expr, const char *before)
{
    for (int i = 0; i < expr->argument_count; i++) {
        add_word(printer, i == 0 ? before : " ");
        print_expr(printer, expr->arguments[i]);
    }
}

/* (float[4])x, sizeof(float), sizeof x */
static void print_typed_form(Printer *printer, const char *head, const AstExpr *expr)
{
    add(printer, "(%s ", head);
    if (expr->type != NULL)
        print_type(printer, expr->type);
    print_extents(printer, expr->extents, expr->extent_count);
    if (expr->left != NULL) {
        add_word(printer, expr->type != NULL ? " " : "");
        print_expr(printer, expr->left);
    }
    add_word(printer, ")");
}

static void print_call(Printer *printer, const AstExpr *expr)
{
    add_word(printer, expr->kind == AST_CALL ? "(call " : "(new ");
    if (expr->kind == AST_CALL)
        print_expr(printer, expr->left);
    else
        print_type(printer, expr->type);
    print_arguments(printer, expr, " ");
    add_word(printer, ")");
}

static void print_operator(Printer *printer, const AstExpr *expr)
{
    char head[16];
    bool is_compound = expr->kind == AST_ASSIGN && expr->op != AST_OP_ASSIGN;
    snprintf(head, sizeof head, "%s%s%s", expr->postfix ? "post" : "", ast_op_spelling(expr->op),
             is_compound ? "=" : "");
    print_form(printer, head, expr->left, expr->right, NULL);
}

/* a + b + c, of any length, in little stack */
static void print_row(Printer *printer, const AstExpr *expr)
{
    add(printer, "(%s ", ast_op_spelling(expr->op));
    (expr->left->kind == AST_BINARY ? print_row : print_expr)(printer, expr->left);
    add_word(printer, " ");
    print_expr(printer, expr->right);
    add_word(printer, ")");
}

static void print_expr(Printer *printer, const AstExpr *expr)
{
    switch (expr->kind) {
    case AST_INT:
        add(printer, "%llu%s", (unsigned long long)expr->integer, suffix_names[expr->suffix]);
        break;
    case AST_FLOAT:
        print_number(printer, expr->number);
        add_word(printer, suffix_names[expr->suffix]);
        break;
    case AST_BOOL: add_word(printer, expr->integer ? "true" : "false"); break;
    case AST_STRING: print_string(printer, expr->string); break;
    case AST_NAME: print_path(printer, &expr->path); break;
    case AST_THIS: add_word(printer, "this"); break;
    case AST_UNARY: case AST_ASSIGN: print_operator(printer, expr); break;
    case AST_BINARY: print_row(printer, expr); break;
    case AST_CONDITIONAL: print_form(printer, "?", expr->left, expr->middle, expr->right); break;
    case AST_COMMA: print_form(printer, ",", expr->left, expr->right, NULL); break;
    case AST_CALL: case AST_CONSTRUCT: print_call(printer, expr); break;
    case AST_CAST: print_typed_form(printer, "cast", expr); break;
    case AST_SIZEOF: print_typed_form(printer, "sizeof", expr); break;
    case AST_AS_BASE: print_typed_form(printer, "as", expr); break;
    case AST_INDEX: print_form(printer, "[]", expr->left, expr->right, NULL); break;
    case AST_MEMBER:
        add_word(printer, "(. ");
        print_expr(printer, expr->left);
        add(printer, " %s", expr->member);
        break;
    case AST_INIT_LIST:
        add_word(printer, "{");
        print_arguments(printer, expr, "");
        add_word(printer, "}");
        break;
    case AST_ERROR: add_word(printer, "(error)"); break;
    }
    if (expr->has_template_arguments)
        print_template_args(printer, expr->template_arguments, expr->template_argument_count);
    if (expr->kind == AST_MEMBER)
        add_word(printer, ")");
}

/* ---- statements ---- */

static void print_below(Printer *printer, const AstStmt *stmt)
{
    printer->depth++;
    print_stmt(printer, stmt);
    printer->depth--;
}

static void print_attributes(Printer *printer, const AstAttribute *attribute)
{
    for (; attribute != NULL; attribute = attribute->next) {
        begin_line(printer);
        add_word(printer, "[");
        if (attribute->scope != NULL)
            add(printer, "%s::", attribute->scope);
        add_word(printer, attribute->name);
        for (int i = 0; i < attribute->argument_count; i++) {
            add_word(printer, " ");
            print_expr(printer, attribute->arguments[i]);
        }
        add_word(printer, "]\n");
    }
}

static const char *const stmt_names[] = {
    [AST_EMPTY] = "empty", [AST_EXPR_STMT] = "do", [AST_DECL_STMT] = "declare",
    [AST_COMPOUND] = "block", [AST_IF] = "if", [AST_FOR] = "for", [AST_WHILE] = "while",
    [AST_DO] = "do-while", [AST_SWITCH] = "switch", [AST_CASE] = "case", [AST_DEFAULT] = "default",
    [AST_BREAK] = "break", [AST_CONTINUE] = "continue", [AST_RETURN] = "return",
    [AST_DISCARD] = "discard",
};

static void print_parts(Printer *printer, const AstStmt *stmt)
{
    if (stmt->condition_decl != NULL)
        print_decl(printer, stmt->condition_decl);
    if (stmt->init != NULL)
        print_stmt(printer, stmt->init);
    if (stmt->step != NULL) {
        begin_line(printer);
        add_word(printer, "step ");
        print_expr(printer, stmt->step);
        end_line(printer);
    }
    for (int i = 0; i < stmt->statement_count; i++)
        print_stmt(printer, stmt->statements[i]);
    if (stmt->body != NULL)
        print_stmt(printer, stmt->body);
}

static void print_stmt(Printer *printer, const AstStmt *stmt)
{
    if (stmt->kind == AST_DECL_STMT) {
        for (int i = 0; i < stmt->decl_count; i++)
            print_decl(printer, stmt->decls[i]);
        return;
    }
    print_attributes(printer, stmt->attributes);
    begin_line(printer);
    add(printer, "%s%s", stmt_names[stmt->kind], stmt->is_constexpr ? " constexpr" : "");
    if (stmt->expr != NULL) {
        add_word(printer, " ");
        print_expr(printer, stmt->expr);
    }
    end_line(printer);
    printer->depth++;
    print_parts(printer, stmt);
    printer->depth--;
    if (stmt->else_body != NULL) {
        begin_line(printer);
        add_word(printer, "else\n");
        print_below(printer, stmt->else_body);
    }
}

/* ---- declarations ---- */

static const char *decl_word(const AstDecl *decl)
{
    static const char *const words[] = {
        [AST_VARIABLE] = "variable", [AST_FUNCTION] = "function", [AST_STRUCT] = "struct",
        [AST_ENUM] = "enum", [AST_ENUMERATOR] = "enumerator", [AST_TYPEDEF] = "typedef",
        [AST_NAMESPACE] = "namespace", [AST_CBUFFER] = "cbuffer",
        [AST_USING_NAMESPACE] = "using-namespace", [AST_USING_DECLARATION] = "using", [AST_STATIC_ASSERT] = "static-assert",
        [AST_EMPTY_DECL] = "empty",
    };
    if (decl->is_interface)
        return "interface";
    if (decl->is_tbuffer)
        return "tbuffer";
    return decl->kind == AST_ENUM && decl->is_class ? "enum-class" : words[decl->kind];
}

static void print_template_params(Printer *printer, const AstDecl *decl)
{
    add_word(printer, "template <");
    for (int i = 0; i < decl->template_param_count; i++) {
        const AstTemplateParam *param = &decl->template_params[i];
        add_word(printer, i > 0 ? ", " : "");
        if (param->value_type != NULL)
            print_type(printer, param->value_type);
        else
            add_word(printer, "typename");
        add(printer, " %s", param->name != NULL ? param->name : "");
        if (param->default_argument.type != NULL || param->default_argument.value != NULL) {
            add_word(printer, " = ");
            if (param->default_argument.type != NULL)
                print_type(printer, param->default_argument.type);
            else
                print_expr(printer, param->default_argument.value);
        }
    }
    add_word(printer, "> ");
}

/* : register(t0, space1), : packoffset(c0.x) */
static void print_register(Printer *printer, const AstRegister *binding)
{
    add_word(printer, binding->packoffset ? " : packoffset(" : " : register(");
    add_word(printer, binding->text != NULL ? binding->text : "");
    if (binding->space != NULL)
        add(printer, "%s%s", binding->packoffset ? "." : ", ", binding->space);
    add_word(printer, ")");
}

static void print_notes(Printer *printer, const AstDecl *decl)
{
    if (decl->semantic != NULL)
        add(printer, " : %s", decl->semantic);
    for (const AstRegister *binding = decl->registers; binding != NULL; binding = binding->next)
        print_register(printer, binding);
    if (decl->bit_width != NULL) {
        add_word(printer, " : ");
        print_expr(printer, decl->bit_width);
    }
}

/* What stands in the declaration's own line: word, name, type, notes, initialiser. */
static void print_heading(Printer *printer, const AstDecl *decl)
{
    if (decl->is_template || decl->is_specialisation)
        print_template_params(printer, decl);
    if (decl->member_template != NULL)
        print_template_params(printer, decl->member_template);
    add(printer, "%s%s ", decl->is_instantiation ? "instantiated " : "", decl_word(decl));
    if (decl->path.count > 0)
        print_path(printer, &decl->path);
    else
        add_word(printer, decl->name != NULL ? decl->name : "(unnamed)");
    if (decl->specialisation_argument_count > 0)
        print_template_args(printer, decl->specialisation_arguments,
                            decl->specialisation_argument_count);
    print_extents(printer, decl->extents, decl->extent_count);
    if (decl->type != NULL) {
        add_word(printer, " ");
        print_type(printer, decl->type);
    }
    for (int i = 0; i < decl->base_count; i++) {
        add_word(printer, i == 0 ? " < " : ", ");
        print_type(printer, decl->bases[i]);
    }
    print_notes(printer, decl);
    if (decl->is_forward || (decl->kind == AST_FUNCTION && decl->body == NULL))
        add_word(printer, " forward");
    if (decl->init != NULL) {
        add_word(printer, " = ");
        print_expr(printer, decl->init);
    }
}

static void print_decl(Printer *printer, const AstDecl *decl)
{
    print_attributes(printer, decl->attributes);
    begin_line(printer);
    print_heading(printer, decl);
    end_line(printer);
    printer->depth++;
    if (decl->type != NULL && decl->type->kind == AST_TYPE_STRUCT)
        print_decl(printer, decl->type->decl);
    for (int i = 0; i < decl->parameter_count; i++)
        print_decl(printer, decl->parameters[i]);
    for (int i = 0; i < decl->member_count; i++)
        print_decl(printer, decl->members[i]);
    if (decl->body != NULL)
        print_stmt(printer, decl->body);
    printer->depth--;
}

void syntax_print_ast(Text *out, const AstUnit *unit)
{
    Printer printer = {out, 0};
    for (int i = 0; i < unit->decl_count; i++)
        print_decl(&printer, unit->decls[i]);
}
