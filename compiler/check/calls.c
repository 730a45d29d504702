/* Calls: of functions, methods, operators, intrinsics and resource methods; constructors by a
 * type's name. */
#include "core_priv.h"

static Expr **check_arguments(Checker *checker, const AstExpr *ast, bool *failed)
{
    Expr **arguments = ARENA_ARRAY(checker->arena, Expr *, ast->argument_count + 1);
    *failed = false;
    for (int i = 0; i < ast->argument_count; i++) {
        arguments[i] = check_value(checker, ast->arguments[i]);
        *failed = *failed || expr_is_error(arguments[i]);
    }
    return arguments;
}

/* ---- building a call ---- */

/* A parameter's default is looked up where the function is declared. */
static Expr *default_argument(Checker *checker, const Candidate *candidate, int index)
{
    Scope *scope = checker->scope;
    checker->scope = candidate->scope;
    const Variable *parameter =
        candidate->function
            ->parameters[index + (candidate->structure != NULL && !candidate->is_static)];
    Expr *value = check_initialiser(checker, candidate->defaults->parameters[index]->init,
                                    parameter->type);
    checker->scope = scope;
    return value;
}

/* A groupshared parameter takes groupshared memory itself. */
static Expr *pass_reference(Checker *checker, const Variable *parameter, Expr *argument)
{
    if (overload_is_shared(argument) && type_same(argument->type, parameter->type))
        return argument;
    diag_report(checker->diagnostics, argument->pos, DIAG_groupshared_argument, parameter->name,
                parameter->type);
    return expr_error(checker, argument->pos);
}

static Expr *pass_argument(Checker *checker, const Variable *parameter, Expr *argument)
{
    if (parameter->is_reference)
        return pass_reference(checker, parameter, argument);
    if (parameter->direction == DIRECTION_IN)
        return convert_implicitly(checker, argument, parameter->type);
    return convert_place(checker, argument, parameter->type);
}

/* What is const has the methods that do not change it, which is known once all bodies are checked. What is const of a
 * host's making, constant buffers, is changed in a copy. */
static void note_method_call(Checker *checker, Candidate *method, const Expr *self, SourcePos pos)
{
    const Expr *root = self;
    while (root->kind == EXPR_FIELD || root->kind == EXPR_BASE || root->kind == EXPR_INDEX)
        root = root->left;
    if (root->kind == EXPR_VARIABLE && root->variable->is_const)
        vec_push(checker->arena, &checker->const_calls, ((ConstCall){method, pos}));
    if (root->kind == EXPR_VARIABLE && root->variable->is_self)
        vec_push(checker->arena, &checker->function->candidate->on_object, method);
}

/* `this` is passed inout: a value that is no place goes through a temporary, *setup. */
static Expr *pass_self(Checker *checker, Expr *self, const Type *structure, Expr **setup)
{
    ConversionShape shape = conversion_shape(checker, self->type, structure, CAST_IMPLICIT);
    if (!self->is_lvalue)
        self = expr_temporary(checker, self, setup);
    if (shape != SHAPE_BASE)
        return self;
    Expr *base = expr_new(checker, EXPR_BASE, structure, self->pos);
    base->left = self;
    base->is_lvalue = true;
    return base;
}

static void note_call(Checker *checker, Candidate *callee, SourcePos pos)
{
    Candidate *caller = running_candidate(checker);
    if (caller == NULL)
        return;
    vec_push(checker->arena, &caller->callees, callee);
    vec_push(checker->arena, &caller->call_positions, pos);
}

static Expr *call_candidate(Checker *checker, Candidate *candidate, Expr *self, Expr **arguments,
                            int count, SourcePos pos)
{
    Function *function = candidate->function;
    Expr *setup = NULL;
    if (candidate->is_lazy && candidate->is_defined && candidate->state == BODY_UNCHECKED)
        check_function_body(checker, candidate);
    type_finish(checker, function->result);
    for (int i = 0; i < function->parameter_count; i++)
        type_finish(checker, function->parameters[i]->type);
    candidate->is_awaited |= candidate->is_lazy && !candidate->is_defined;
    Expr *call = expr_new(checker, EXPR_CALL, function->result, pos);
    call->function = function;
    note_call(checker, candidate, pos);
    call->arguments = ARENA_ARRAY(checker->arena, Expr *, function->parameter_count + 1);
    if (candidate->structure != NULL && !candidate->is_static) {
        if (self == NULL) {
            diag_report(checker->diagnostics, pos, DIAG_method_without_object, function->name);
            return expr_error(checker, pos);
        }
        note_method_call(checker, candidate, self, pos);
        call->arguments[call->argument_count++] = pass_self(checker, self, candidate->structure,
                                                            &setup);
    }
    for (int i = 0; call->argument_count < function->parameter_count; i++) {
        const Variable *parameter = function->parameters[call->argument_count];
        Expr *argument = i < count ? pass_argument(checker, parameter, arguments[i])
                                   : default_argument(checker, candidate, i);
        if (expr_is_error(argument))
            return expr_error(checker, pos);
        call->arguments[call->argument_count++] = argument;
    }
    return setup == NULL ? call : expr_comma(checker, setup, call, pos);
}

/* ---- which function ---- */

/* The candidates, with the instance of each template that the arguments fit; NULL: none, or not
 * asked for. */
static Candidate **instantiate(Checker *checker, const Symbol *functions, const AstExpr *callee,
                               Expr **arguments, int count)
{
    Candidate **candidates = ARENA_ARRAY(checker->arena, Candidate *,
                                         functions->candidates.count + 1);
    bool only_templates = callee != NULL && callee->has_template_arguments;
    for (int i = 0; i < functions->candidates.count; i++) {
        Candidate *candidate = functions->candidates.items[i];
        if (candidate->template != NULL)
            candidates[i] = template_function(checker, candidate, callee, arguments, count);
        else
            candidates[i] = only_templates ? NULL : candidate;
    }
    return candidates;
}

/* NULL: none or several, reported. */
static Candidate *choose(Checker *checker, const Symbol *functions, const AstExpr *callee,
                         Expr **arguments, int count, SourcePos pos)
{
    if (any_is_error(arguments, count))
        return NULL;
    Candidate **candidates = instantiate(checker, functions, callee, arguments, count);
    return overload_choose(checker, functions, candidates, arguments, count, pos);
}

/* ---- operators of structs ---- */

Expr *call_operator(Checker *checker, AstOp op, Expr *self, Expr **arguments, int count,
                    SourcePos pos)
{
    const Type *owner;
    if (self->type->kind != TYPE_STRUCT)
        return NULL;
    Symbol *symbol = struct_find_member(checker, self->type, operator_name(checker, op), &owner);
    if (symbol == NULL || symbol->kind != SYMBOL_FUNCTIONS)
        return NULL;
    Candidate *chosen = choose(checker, symbol, NULL, arguments, count, pos);
    return chosen == NULL ? expr_error(checker, pos)
                          : call_candidate(checker, chosen, self, arguments, count, pos);
}

/* ---- who is called ---- */

static Expr *report_unknown_function(Checker *checker, const AstExpr *callee, Name name)
{
    const char *reason = foreign_function_reason(name);
    if (reason != NULL) {
        report_if_reached(checker, callee->pos, DIAG_unsupported, name, reason);
        return expr_error(checker, callee->pos);
    }
    const char *meant = scope_suggest(checker, name);
    DiagTrap *trap = set_trap_for_missing(checker, callee->path.count);
    if (meant != NULL)
        diag_report(checker->diagnostics, callee->pos, DIAG_unknown_function_did_you_mean, name,
                    meant);
    else
        diag_report(checker->diagnostics, callee->pos, DIAG_unknown_function, name);
    diag_set_trap(checker->diagnostics, trap);
    return expr_error(checker, callee->pos);
}

static Expr *call_functions(Checker *checker, const Symbol *functions, const AstExpr *ast,
                            Expr *self, Expr **arguments)
{
    Candidate *chosen = choose(checker, functions, ast->left, arguments, ast->argument_count,
                               ast->left->pos);
    if (chosen == NULL)
        return expr_error(checker, ast->pos);
    return call_candidate(checker, chosen, self, arguments, ast->argument_count, ast->left->pos);
}

/* Intrinsics by their full name: "dot", "dx::IsDebuggerPresent". */
static Expr *call_intrinsic(Checker *checker, const AstExpr *ast, Expr **arguments)
{
    const AstPath *path = &ast->left->path;
    Name name = path->parts[path->count - 1];
    if (path->count > 1)
        name = foreign_path_name(checker, path);
    const char *reason = !builtin_exists(name) ? foreign_path_reason(checker, path) : NULL;
    if (reason != NULL)
        report_if_reached(checker, ast->left->pos, DIAG_unsupported, name, reason);
    else if (!builtin_exists(name))
        return report_unknown_function(checker, ast->left, name);
    else if (ast->left->has_template_arguments)
        diag_report(checker->diagnostics, ast->left->pos, DIAG_intrinsic_template, name);
    else {
        for (int i = 0; i < ast->argument_count; i++)
            arguments[i] = decay(checker, arguments[i]);
        Expr *call = check_builtin_call(checker, name, ast->left->pos, arguments,
                                        ast->argument_count);
        return fold_group_constant(checker, call);
    }
    return expr_error(checker, ast->left->pos);
}

/* Whether a call by an intrinsic's name means the program's function: all compete as overloads do,
 * and of equals the intrinsic is meant, as in dxc. No intrinsic has template arguments. */
static bool means_program(Checker *checker, const Symbol *functions, const AstExpr *ast,
                          Expr **arguments)
{
    Name name = functions->name;
    if (ast->left->path.count > 1 || ast->left->has_template_arguments || !builtin_exists(name) ||
        strncmp(name, "ASSERT", 6) == 0)
        return true; /* assertions are wavecc's own */
    Candidate **candidates = instantiate(checker, functions, ast->left, arguments,
                                         ast->argument_count);
    uint64_t own = overload_score(checker, functions, candidates, arguments, ast->argument_count);
    uint64_t builtin = builtin_score(checker, name, arguments, ast->argument_count);
    return own < builtin || builtin == UINT64_MAX;
}

static Expr *call_name(Checker *checker, const AstExpr *ast)
{
    bool failed = false;
    bool is_intrinsic_path = foreign_path_reason(checker, &ast->left->path) != NULL;
    Name name = ast->left->path.parts[ast->left->path.count - 1];
    Found found = is_intrinsic_path ? NOT_FOUND
                                    : scope_lookup_path(checker, &ast->left->path, &failed);
    if (found.symbol != NULL &&
        (found.symbol->kind == SYMBOL_TYPE || found.symbol->kind == SYMBOL_TEMPLATE)) {
        AstType type = {.kind = AST_TYPE_NAMED,
                        .pos = ast->left->pos,
                        .name = ast->left->path,
                        .has_arguments = ast->left->has_template_arguments,
                        .arguments = ast->left->template_arguments,
                        .argument_count = ast->left->has_template_arguments
                                            ? ast->left->template_argument_count
                                            : 0};
        AstExpr construct = *ast;
        construct.kind = AST_CONSTRUCT;
        construct.type = &type;
        return check_construct(checker, &construct);
    }
    Expr **arguments = check_arguments(checker, ast, &(bool){false});
    if (failed)
        return expr_error(checker, ast->pos);
    bool is_plain = ast->left->path.count == 1 && !ast->left->path.global;
    if (is_plain && !is_intrinsic_path && (found.symbol != NULL || !ast->left->has_template_arguments))
        scope_join_associated(checker, &found, name, arguments, ast->argument_count);
    bool is_function = found.symbol != NULL && found.symbol->kind == SYMBOL_FUNCTIONS;
    if (is_function && (any_is_error(arguments, ast->argument_count) ||
                        means_program(checker, found.symbol, ast, arguments))) {
        Variable *self = checker->function != NULL ? checker->function->self : NULL;
        return call_functions(checker, found.symbol, ast,
                              self != NULL ? expr_variable(checker, self, ast->left->pos) : NULL,
                              arguments);
    }
    if (found.structure != NULL || (found.symbol != NULL && !is_function)) {
        Expr *callee = check_expr(checker, ast->left);
        Expr *result = expr_is_error(callee)
                         ? callee
                         : call_operator(checker, AST_OP_CALL, callee, arguments,
                                         ast->argument_count, ast->left->pos);
        if (result != NULL)
            return result;
        diag_report(checker->diagnostics, ast->left->pos, DIAG_not_a_function, name);
        return expr_error(checker, ast->pos);
    }
    Symbol *later = ast->left->path.count == 1 && !builtin_exists(name)
                      ? declare_function_ahead(checker, name)
                      : NULL;
    if (later == NULL)
        return call_intrinsic(checker, ast, arguments);
    if (!checker->leaves_out)
        diag_report(checker->diagnostics, ast->left->pos, DIAG_called_ahead, name);
    return call_functions(checker, later, ast, NULL, arguments);
}

/* The type between < and > of Load<T> and Store<T>; NULL: there is none. */
static const Type *given_type(Checker *checker, const Type *resource, const AstExpr *callee)
{
    if (!callee->has_template_arguments)
        return NULL;
    if (callee->template_argument_count != 1 || !method_takes_type(resource, callee->member)) {
        diag_report(checker->diagnostics, callee->pos, DIAG_intrinsic_template, callee->member);
        return type_error(checker);
    }
    if (checker->options->hlsl_version < 2018)
        diag_report(checker->diagnostics, callee->pos, DIAG_load_version, callee->member);
    const Type *type = resolve_template_argument(checker, &callee->template_arguments[0]).type;
    bool is_data = type != NULL && type->kind != TYPE_VOID && type->kind != TYPE_STRING &&
                   !type_has_resources(type) && !type_is_incomplete(checker, type);
    if (!is_data)
        diag_report(checker->diagnostics, callee->pos, DIAG_load_type, callee->member);
    return is_data ? type : type_error(checker);
}

/* Store and Append take an enum as it is, for which all else takes a number. */
static bool takes_any_type(const char *method, int index)
{
    return (strcmp(method, "Store") == 0 && index == 1) || strcmp(method, "Append") == 0;
}

/* object.method(arguments) */
static Expr *call_member(Checker *checker, const AstExpr *ast)
{
    bool failed;
    const AstExpr *callee = ast->left;
    const Type *owner;
    Expr *object = check_value(checker, callee->left);
    Expr **arguments = check_arguments(checker, ast, &failed);
    if (object->type->kind == TYPE_RESOURCE && !method_exists(object->type, callee->member))
        object = build_content(checker, object);
    if (expr_is_error(object))
        return expr_error(checker, ast->pos);
    if (object->type->kind == TYPE_RESOURCE && method_exists(object->type, callee->member)) {
        for (int i = 0; i < ast->argument_count; i++)
            arguments[i] = takes_any_type(callee->member, i) ? build_content(checker, arguments[i])
                                                             : decay(checker, arguments[i]);
        const Type *given = given_type(checker, object->type, callee);
        return check_method_call(checker, object, callee->member, given, callee->pos, arguments,
                                 ast->argument_count);
    }
    Symbol *symbol = object->type->kind == TYPE_STRUCT
                       ? struct_find_member(checker, object->type, callee->member, &owner)
                       : NULL;
    if (symbol != NULL && symbol->kind == SYMBOL_FUNCTIONS)
        return call_functions(checker, symbol, ast, object, arguments);
    AstExpr member = *callee;
    Expr *called = check_member(checker, &member);
    Expr *result = expr_is_error(called) || failed
                     ? called
                     : call_operator(checker, AST_OP_CALL, called, arguments, ast->argument_count,
                                     ast->pos);
    if (result != NULL && !expr_is_error(called))
        return result;
    if (!expr_is_error(called))
        diag_report(checker->diagnostics, callee->pos, DIAG_not_a_function, callee->member);
    return expr_error(checker, ast->pos);
}

Expr *check_call(Checker *checker, const AstExpr *ast)
{
    bool failed;
    if (ast->left->kind == AST_NAME)
        return call_name(checker, ast);
    if (ast->left->kind == AST_MEMBER)
        return call_member(checker, ast);
    Expr *callee = check_value(checker, ast->left);
    Expr **arguments = check_arguments(checker, ast, &failed);
    if (expr_is_error(callee) || failed)
        return expr_error(checker, ast->pos);
    Expr *result = call_operator(checker, AST_OP_CALL, callee, arguments, ast->argument_count,
                                 ast->pos);
    if (result == NULL)
        diag_report(checker->diagnostics, ast->pos, DIAG_not_a_function, "this value");
    return result != NULL ? result : expr_error(checker, ast->pos);
}
