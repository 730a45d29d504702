/* Functions and methods: signatures and bodies. */
#include "core_priv.h"

/* ---- signatures ---- */

/* "Types shall not be defined in return or parameter types", C++11 [dcl.fct] p9. */
static void check_no_definition(Checker *checker, const AstType *type)
{
    if (type->kind == AST_TYPE_STRUCT)
        diag_report(checker->diagnostics, type->decl->pos, DIAG_type_in_signature);
}

static Variable *declare_parameter(Checker *checker, const AstDecl *ast, int index)
{
    uint32_t qualifiers = ast->qualifiers | ast->type->qualifiers;
    AstDecl plain = *ast;
    plain.init = NULL; /* a default says nothing of the type */
    check_no_definition(checker, ast->type);
    const Type *type = without_strings(checker, ast, declared_type(checker, &plain, ARRAY_PARAMETER));
    Variable *parameter = variable_new(checker, ast->name, type, ast->pos, STORAGE_PARAMETER);
    apply_qualifiers(parameter, ast);
    parameter->is_reference = (qualifiers & AST_GROUPSHARED) != 0;
    parameter->direction = parameter->is_reference      ? DIRECTION_INOUT
                         : (qualifiers & AST_OUT) == 0 ? DIRECTION_IN
                         : (qualifiers & AST_IN) != 0  ? DIRECTION_INOUT
                                                       : DIRECTION_OUT;
    bool is_open = type->kind == TYPE_ARRAY && type->count < 0;
    if (is_open && parameter->direction != DIRECTION_IN)
        diag_report(checker->diagnostics, ast->pos, DIAG_array_size_missing);
    parameter->is_const |= is_open; /* it is the argument itself, whose length it has */
    parameter->index = index;
    return parameter;
}

static Variable *new_self(Checker *checker, const AstDecl *method, const Type *structure)
{
    Variable *self = variable_new(checker, names_intern_text(checker->names, "this"), structure,
                                  method->pos, STORAGE_PARAMETER);
    self->direction = DIRECTION_INOUT;
    self->is_self = true;
    self->is_const = (method->qualifiers & AST_CONST_SELF) != 0;
    return self;
}

/* `int f()[2]` returns an array, as what a typedef names an array does. */
static const Type *result_type(Checker *checker, const AstDecl *ast)
{
    const Type *type = resolve_declared(checker, ast->type,
                                        ast->qualifiers & AST_MATRIX_ORDERS);
    check_no_definition(checker, ast->type);
    judge_coherence(checker, ast, type);
    type = resolve_array(checker, type, ast->extents, ast->extent_count, ARRAY_SIZED, ast->pos);
    return without_strings(checker, ast, type);
}

static Function *new_function(Checker *checker, const AstDecl *ast, const Type *structure)
{
    Function *function = ARENA_NEW(checker->arena, Function);
    function->name = ast->name;
    function->pos = ast->pos;
    function->result = result_type(checker, ast);
    function->parameters = ARENA_ARRAY(checker->arena, Variable *, ast->parameter_count + 1);
    if (structure != NULL)
        function->parameters[function->parameter_count++] = new_self(checker, ast, structure);
    for (int i = 0; i < ast->parameter_count; i++) {
        function->parameters[function->parameter_count] =
            declare_parameter(checker, ast->parameters[i], function->parameter_count);
        function->parameter_count++;
    }
    return function;
}

static bool same_parameters_from(int first, const Function *left, const Function *right)
{
    if (left->parameter_count != right->parameter_count)
        return false;
    for (int i = first; i < left->parameter_count; i++)
        if (!type_same(left->parameters[i]->type, right->parameters[i]->type) ||
            left->parameters[i]->direction != right->parameters[i]->direction ||
            left->parameters[i]->is_reference != right->parameters[i]->is_reference)
            return false;
    return true;
}

static bool same_parameters(const Function *left, const Function *right)
{
    return same_parameters_from(0, left, right);
}

/* By an earlier declaration of the function, or of a template of as many parameters. */
static bool has_default_before(const Candidate *candidate, const Scope *scope, int index)
{
    const Symbol *symbol = scope_find_here(scope, candidate->decl->name);
    bool is_function = symbol != NULL && symbol->kind == SYMBOL_FUNCTIONS;
    for (int i = 0; is_function && i < symbol->candidates.count; i++) {
        const Candidate *other = symbol->candidates.items[i];
        const AstDecl *defaults = other->defaults;
        bool is_same = other->template == NULL ? same_parameters(other->function, candidate->function)
                                               : defaults != NULL && defaults->parameter_count == candidate->decl->parameter_count;
        if (defaults != NULL && is_same && defaults->parameters[index]->init != NULL)
            return true;
    }
    return false;
}

static void check_defaults(Checker *checker, const Candidate *candidate, const Scope *scope)
{
    const AstDecl *ast = candidate->decl;
    bool had_default = false;
    for (int i = 0; i < ast->parameter_count; i++) {
        const AstDecl *parameter = ast->parameters[i];
        if (parameter->init == NULL && had_default && !has_default_before(candidate, scope, i))
            diag_report(checker->diagnostics, parameter->pos, DIAG_default_missing,
                        parameter->name != NULL ? parameter->name : "");
        if (parameter->init != NULL && parameter->init->kind == AST_INIT_LIST)
            diag_report(checker->diagnostics, parameter->init->start, DIAG_default_list);
        had_default |= parameter->init != NULL;
    }
}

static bool has_defaults(const AstDecl *ast)
{
    for (int i = 0; i < ast->parameter_count; i++)
        if (ast->parameters[i]->init != NULL)
            return true;
    return false;
}

Candidate *function_signature(Checker *checker, const AstDecl *ast, Scope *scope,
                              const Type *structure)
{
    Scope *outer = checker->scope;
    Candidate *candidate = ARENA_NEW(checker->arena, Candidate);
    candidate->decl = ast;
    candidate->defaults = has_defaults(ast) ? ast : NULL;
    candidate->scope = scope;
    candidate->structure = structure;
    candidate->is_static = (ast->qualifiers & AST_STATIC) != 0;
    candidate->is_defined = ast->body != NULL;
    Candidate *declaring = checker->declaring;
    checker->scope = scope;
    checker->declaring = candidate;
    candidate->function = new_function(checker, ast, candidate->is_static ? NULL : structure);
    checker->declaring = declaring;
    checker->scope = outer;
    check_defaults(checker, candidate, scope);
    vec_push(checker->arena, &checker->functions, candidate);
    return candidate;
}

Candidate *find_same(const Symbol *functions, const Candidate *candidate)
{
    for (int i = 0; i < functions->candidates.count; i++) {
        Candidate *other = functions->candidates.items[i];
        bool is_alike = candidate->structure == NULL || candidate->is_static == other->is_static;
        if (other->template == NULL && is_alike &&
            same_parameters(other->function, candidate->function))
            return other;
    }
    return NULL;
}

static bool has_method_like(const StructInfo *info, const Candidate *wanted)
{
    const Symbol *symbol = map_find(&info->scope->symbols, wanted->function->name);
    for (int i = 0; symbol != NULL && symbol->kind == SYMBOL_FUNCTIONS && i < symbol->candidates.count; i++) {
        const Candidate *method = symbol->candidates.items[i];
        if (method->template == NULL && same_parameters_from(1, method->function, wanted->function)) /* but for the object */
            return true;
    }
    return false;
}

static bool is_implemented(Checker *checker, const Type *type, const Type *last, const Candidate *wanted)
{
    for (const Type *at = type; at != last->base; at = at->base)
        if (has_method_like(struct_info(checker, at), wanted))
            return true;
    return false;
}

static const Candidate *missing_of(Checker *checker, const Type *type, const Type *at, const StructInfo *interface)
{
    for (int i = 0; i < interface->decl->member_count; i++) {
        const AstDecl *member = interface->decl->members[i];
        const Symbol *symbol = member->kind == AST_FUNCTION ? map_find(&interface->scope->symbols, member->name) : NULL;
        for (int k = 0; symbol != NULL && symbol->kind == SYMBOL_FUNCTIONS && k < symbol->candidates.count; k++) {
            const Candidate *wanted = symbol->candidates.items[k];
            if (wanted->template == NULL && !wanted->is_static && !is_implemented(checker, type, at, wanted))
                return wanted;
        }
    }
    return NULL;
}

const Candidate *struct_missing_method(Checker *checker, const Type *type)
{
    for (const Type *at = type; at != NULL; at = at->base) {
        const StructInfo *info = struct_info(checker, at);
        for (int i = 0; i < info->interfaces.count; i++) {
            const Candidate *missing = missing_of(checker, type, at, info->interfaces.items[i]);
            if (missing != NULL)
                return missing;
        }
    }
    return NULL;
}

/* "A default argument shall not be redefined by a later declaration (not even to the same value)", C++11
 * [dcl.fct.default]; Direct3D 11's compiler has the first. */
static void check_defaults_of_both(Checker *checker, const AstDecl *declared, const AstDecl *again)
{
    for (int i = 0; declared != NULL && again != NULL && i < again->parameter_count; i++) {
        const AstDecl *parameter = again->parameters[i];
        if (parameter->init == NULL || declared->parameters[i]->init == NULL || checker->options->legacy)
            continue;
        diag_report(checker->diagnostics, parameter->init->start, DIAG_default_twice,
                    parameter->name != NULL ? parameter->name : "");
        diag_report(checker->diagnostics, declared->parameters[i]->pos, DIAG_declared_here,
                    parameter->name != NULL ? parameter->name : "");
    }
}

/* Those of both declarations, C++11 [dcl.fct.default] p4; NULL: neither has one. */
static const AstDecl *merged_defaults(Checker *checker, const AstDecl *declared, const AstDecl *again)
{
    if (declared == NULL || again == NULL)
        return declared != NULL ? declared : again;
    AstDecl *both = ARENA_NEW(checker->arena, AstDecl);
    *both = *declared;
    both->parameters = ARENA_ARRAY(checker->arena, AstDecl *, declared->parameter_count);
    for (int i = 0; i < declared->parameter_count; i++)
        both->parameters[i] = declared->parameters[i]->init != NULL ? declared->parameters[i]
                                                                   : again->parameters[i];
    return both;
}

Candidate *merge(Checker *checker, Candidate *declared, Candidate *again)
{
    if (!type_same(declared->function->result, again->function->result)) {
        diag_report(checker->diagnostics, again->decl->pos, DIAG_other_result,
                    again->function->name);
        diag_report(checker->diagnostics, declared->decl->pos, DIAG_declared_here,
                    again->function->name);
    } else if (declared->is_defined && again->is_defined) {
        diag_report(checker->diagnostics, again->decl->pos, DIAG_redefined, again->function->name);
        diag_report(checker->diagnostics, declared->decl->pos, DIAG_declared_here,
                    again->function->name);
    }
    checker->functions.count--; /* `again` is the last */
    check_defaults_of_both(checker, declared->defaults, again->defaults);
    declared->defaults = merged_defaults(checker, declared->defaults, again->defaults);
    if (!again->is_defined || declared->is_defined)
        return declared;
    declared->decl = again->decl;
    declared->is_defined = true;
    declared->scope = again->scope;
    for (int i = 0; i < declared->function->parameter_count; i++)
        /* the definition's names */
        *declared->function->parameters[i] = *again->function->parameters[i];
    declared->function->pos = again->function->pos;
    return declared;
}

Symbol *functions_named(Checker *checker, Scope *scope, Name name, SourcePos pos)
{
    Symbol *symbol = scope_find_here(scope, name);
    return symbol != NULL && symbol->kind == SYMBOL_FUNCTIONS
             ? symbol
             : scope_add(checker, scope, SYMBOL_FUNCTIONS, name, pos);
}

/* Only methods share a name. */
static bool is_other_member(Checker *checker, const AstDecl *ast, const StructInfo *info)
{
    const Type *type = info->type;
    const Symbol *symbol = scope_find_here(info->scope, ast->name);
    SourcePos other = symbol != NULL && symbol->kind != SYMBOL_FUNCTIONS &&
                              symbol->kind != SYMBOL_TEMPLATE
                          ? symbol->pos
                          : SOURCE_NOWHERE;
    for (int i = type->base != NULL ? type->base->field_count : 0; i < type->field_count; i++)
        other = type->fields[i].name == ast->name ? type->fields[i].pos : other;
    if (ast->is_operator || other == SOURCE_NOWHERE)
        return false;
    diag_report(checker->diagnostics, ast->pos, DIAG_redeclared, ast->name);
    diag_report(checker->diagnostics, other, DIAG_declared_here, ast->name);
    return true;
}

void declare_method(Checker *checker, const AstDecl *ast, StructInfo *info)
{
    if (is_other_member(checker, ast, info))
        return;
    if (ast->is_template || ast->is_specialisation) {
        declare_template(checker, ast);
        return;
    }
    if (ast->is_instantiation) {
        check_global(checker, ast);
        return;
    }
    Name name = ast->is_operator ? operator_name(checker, ast->operator_op) : ast->name;
    Candidate *candidate = function_signature(checker, ast, info->scope, info->type);
    candidate->function->name = name;
    Symbol *symbol = functions_named(checker, info->scope, name, ast->pos);
    Candidate *same = find_same(symbol, candidate);
    if (same != NULL)
        merge(checker, same, candidate);
    else
        vec_push(checker->arena, &symbol->candidates, candidate);
}

/* Attributes of work graphs belong to node shaders, which do not count where they are not
 * reached; of a function that is no shader, dxc ignores them. */
static void check_attributes(Checker *checker, const AstDecl *ast)
{
    judge_function_attributes(checker, ast);
    const AstAttribute *shader = attribute_find(ast->attributes, "shader");
    bool is_node = shader != NULL && shader->argument_count == 1 &&
                   shader->arguments[0]->kind == AST_STRING &&
                   shader->arguments[0]->string.length == 4 &&
                   memcmp(shader->arguments[0]->string.text, "node", 4) == 0;
    const AstAttribute *threads = attribute_find(ast->attributes, "numthreads");
    bool is_other = threads != NULL && !is_node;
    for (const AstAttribute *at = ast->attributes; at != NULL && is_other; at = at->next)
        if (at->scope == NULL && at->name != NULL &&
            (strncmp(at->name, "Node", 4) == 0 || strncmp(at->name, "node", 4) == 0))
            diag_report(checker->diagnostics, at->pos, DIAG_node_attribute, at->name);
    if (threads != NULL && threads->argument_count != 3)
        diag_report(checker->diagnostics, threads->pos, DIAG_numthreads_count,
                    threads->argument_count);
}

/* ---- uniform parameters of the entry point ---- */

/* A resource, or a member of $Globals: "main::k" beside a global k. */
static void bind_uniform(Checker *checker, const AstDecl *ast, Variable *variable, Name entry)
{
    variable->index = checker->variable_count++;
    if (type_array_base(variable->type)->kind == TYPE_RESOURCE) {
        variable->storage = STORAGE_RESOURCE;
        variable->resource = new_resource(checker, ast->name, variable->type, ast->pos);
        variable->resource->spaces = entry;
        register_resource(checker, variable->resource, ast->registers);
        return;
    }
    Block *globals = globals_block(checker, ast->pos);
    variable->storage = STORAGE_CBUFFER;
    variable->resource = globals->resource;
    block_place_member(checker, ast, variable, globals);
    variable->spaces = entry;
}

/* They are the host's to set, as globals are: they leave the parameters for a scope around them. */
static void take_uniforms(Checker *checker, Candidate *candidate)
{
    Function *function = candidate->function;
    Scope *outer = checker->scope;
    checker->scope = scope_new(checker, candidate->scope);
    int kept = 0;
    for (int i = 0; i < function->parameter_count; i++) {
        Variable *variable = function->parameters[i];
        const AstDecl *ast = candidate->decl->parameters[i];
        bool is_resource = type_array_base(variable->type)->kind == TYPE_RESOURCE;
        bool is_uniform = ((ast->qualifiers & AST_UNIFORM) != 0 &&
                           !type_has_resources(variable->type)) ||
                          is_resource;
        if (!is_uniform || ast->semantic != NULL || variable->direction != DIRECTION_IN ||
            variable->name == NULL || type_is_error(variable->type)) {
            variable->index = kept;
            function->parameters[kept++] = variable;
            continue;
        }
        bind_uniform(checker, ast, variable, function->name);
        declare_variable(checker, variable);
    }
    function->parameter_count = kept;
    candidate->scope = checker->scope;
    checker->scope = outer;
}

void declare_function(Checker *checker, const AstDecl *ast)
{
    if (ast->is_operator) {
        diag_report(checker->diagnostics, ast->pos, DIAG_free_operator,
                    ast_op_spelling(ast->operator_op));
        return;
    }
    if (checker->scope == checker->global && again_passes_over(checker, ast))
        return;
    check_attributes(checker, ast);
    if (name_is_declared(checker, ast->name, ast->pos, SYMBOL_FUNCTIONS))
        return;
    Candidate *candidate = function_signature(checker, ast, checker->scope, NULL);
    Symbol *symbol = functions_named(checker, checker->scope, ast->name, ast->pos);
    Candidate *same = find_same(symbol, candidate);
    if (same != NULL)
        candidate = merge(checker, same, candidate);
    else
        vec_push(checker->arena, &symbol->candidates, candidate);
    if (ast == checker->entry_decl && candidate->decl == ast)
        take_uniforms(checker, candidate);
    if (body_is_due(checker, candidate))
        check_function_body(checker, candidate);
}

/* ---- functions that are called before they are declared ---- */

static void declare_template_ahead(Checker *checker, const AstDecl *ast)
{
    Scope *outer = checker->scope;
    AstDecl *declaration = ARENA_NEW(checker->arena, AstDecl);
    *declaration = *ast;
    declaration->body = NULL; /* until the definition itself is met */
    checker->scope = checker->global;
    declare_template(checker, declaration);
    checker->scope = outer;
}

static void declare_ahead(Checker *checker, const AstDecl *ast)
{
    if (ast->is_template) {
        declare_template_ahead(checker, ast);
        return;
    }
    Candidate *candidate = function_signature(checker, ast, checker->global, NULL);
    Symbol *symbol = functions_named(checker, checker->global, ast->name, ast->pos);
    candidate->is_defined &= again_passes_over(checker, ast); /* else until the definition itself is met */
    if (find_same(symbol, candidate) != NULL)
        checker->functions.count--;
    else
        vec_push(checker->arena, &symbol->candidates, candidate);
}

Symbol *declare_function_ahead(Checker *checker, Name name)
{
    FunctionState *function = checker->function;
    DiagTrap *trap = diag_set_trap(checker->diagnostics, NULL);
    checker->function = NULL;
    for (int i = 0; i < checker->unit->decl_count; i++) {
        const AstDecl *ast = checker->unit->decls[i];
        if (ast->kind == AST_FUNCTION && ast->name == name && ast->path.count <= 1 &&
            !ast->is_specialisation && !ast->is_instantiation &&
            !ast->is_operator && ast != checker->entry_decl)
            declare_ahead(checker, ast);
    }
    checker->function = function;
    diag_set_trap(checker->diagnostics, trap);
    Symbol *symbol = scope_find_here(checker->global, name);
    if (symbol != NULL)
        symbol->is_sought = true;
    return symbol;
}

/* ---- bodies ---- */

static void check_body_in(Checker *checker, Candidate *candidate, FunctionState *state)
{
    Function *function = candidate->function;
    bool has_self = candidate->structure != NULL && !candidate->is_static;
    report_incomplete(checker, candidate->decl->type->pos, function->result);
    for (int i = 0; i < function->parameter_count; i++)
        report_incomplete(checker, function->parameters[i]->pos, function->parameters[i]->type);
    state->candidate = candidate;
    state->function = function;
    state->self = has_self ? function->parameters[0] : NULL;
    checker->scope = scope_new(checker, candidate->scope);
    for (int i = has_self ? 1 : 0; i < function->parameter_count; i++)
        if (function->parameters[i]->name != NULL)
            declare_variable(checker, function->parameters[i]);
    function->body = check_function_block(checker, candidate->decl->body);
    function->locals = state->locals.items;
    function->local_count = state->locals.count;
    bool is_whole = diag_error_count(checker->diagnostics) == checker->errors_before &&
                    candidate->deferred.count == 0;
    if (is_whole) { /* what was wrong is not in the tree */
        check_flow(checker, function);
        warn_of_unused(checker, function);
    }
    if (function->result->kind != TYPE_VOID && !type_is_error(function->result) &&
        stmt_falls_through(function->body))
        diag_report(checker->diagnostics, candidate->decl->pos, DIAG_missing_return,
                    function->name);
}

void check_function_body(Checker *checker, Candidate *candidate)
{
    Scope *scope = checker->scope;
    FunctionState *function = checker->function;
    bool is_precise = checker->is_precise, names_only = checker->names_only;
    int depth = checker->expression_depth, outer_depth = checker->outer_depth;
    FunctionState state = {0};
    DiagTrap *trap = diag_set_trap(checker->diagnostics, NULL);
    candidate->state = BODY_CHECKING;
    checker->function = &state;
    checker->is_precise = checker->names_only = false;
    checker->outer_depth = depth;
    checker->template_depth += candidate->is_lazy; /* checked where it is called, within the
                                                      caller's body */
    check_body_in(checker, candidate, &state);
    checker->template_depth -= candidate->is_lazy;
    candidate->state = BODY_CHECKED;
    diag_set_trap(checker->diagnostics, trap);
    checker->scope = scope;
    checker->function = function;
    checker->is_precise = is_precise;
    checker->names_only = names_only;
    checker->expression_depth = depth;
    checker->outer_depth = outer_depth;
}
