/* Templates of structs, functions and aliases. A template is checked once per list of arguments,
 * from the same tree, in a scope that binds its parameters; until then nothing of it is
 * checked.
 *
 * What is wrong in a signature, or in a partial specialisation's arguments, once parameters are
 * bound there, only leaves it out (C++11 14.8.2 paragraph 8): reports go to a trap meanwhile.
 * Bodies and other structs' instances are no part of that; what makes them sets the trap aside. */
#include "core_priv.h"

enum { DEEPEST_TEMPLATE = 256 }; /* as in dxc */

/* ---- declaring ---- */

static Template *new_template(Checker *checker, const AstDecl *ast)
{
    Template *template = ARENA_NEW(checker->arena, Template);
    template->decl = ast;
    template->scope = checker->scope;
    return template;
}

/* The template that is declared without a body and defined by `ast`; NULL: none. */
static Candidate *declared_before(const Symbol *symbol, const AstDecl *ast)
{
    for (int i = 0; i < symbol->candidates.count; i++) {
        Candidate *known = symbol->candidates.items[i];
        if (known->template != NULL && known->decl->body == NULL &&
            known->decl->parameter_count == ast->parameter_count &&
            known->decl->template_param_count == ast->template_param_count)
            return known;
    }
    return NULL;
}

static void bind_parameter(Checker *checker, const AstTemplateParam *parameter,
                           TemplateArgument *argument);

/* What was declared has its body here, and so have the instances that were called meanwhile. */
static void define_declared(Checker *checker, Candidate *known, const AstDecl *ast)
{
    Scope *outer = checker->scope;
    Template *template = known->template;
    known->decl = template->decl = ast;
    for (int i = 0; i < template->instances.count && ast->body != NULL; i++) {
        TemplateInstance *instance = template->instances.items[i];
        Candidate *declared = instance->candidate;
        if (declared == NULL || declared->function == NULL || declared->decl->is_specialisation)
            continue;
        checker->scope = scope_new(checker, template->scope);
        for (int k = 0; k < instance->argument_count; k++)
            bind_parameter(checker, &ast->template_params[k], &instance->arguments[k]);
        merge(checker, declared,
              function_signature(checker, ast, checker->scope, known->structure));
    }
    checker->scope = outer;
}

bool define_method_template(Checker *checker, const AstDecl *ast, Scope *members)
{
    Symbol *symbol = scope_find_here(members, ast->name);
    bool is_there = symbol != NULL && symbol->kind == SYMBOL_FUNCTIONS;
    Candidate *known = is_there ? declared_before(symbol, ast) : NULL;
    if (known == NULL)
        return false;
    AstDecl *definition = ARENA_NEW(checker->arena, AstDecl);
    *definition = *ast;
    definition->qualifiers |= known->decl->qualifiers & AST_STATIC;
    known->template->scope = checker->scope; /* in which the struct's parameters have the names that they have here */
    define_declared(checker, known, definition);
    return true;
}

/* Which of several templates it specialises shows where one of them is used. */
static void specialise_functions(Checker *checker, const Symbol *symbol, const AstDecl *ast)
{
    bool is_known = false;
    for (int i = 0; i < symbol->candidates.count; i++) {
        Template *primary = symbol->candidates.items[i]->template;
        if (primary == NULL || primary->decl->parameter_count != ast->parameter_count)
            continue;
        vec_push(checker->arena, &primary->specialisations, ast);
        is_known = true;
    }
    if (!is_known)
        diag_report(checker->diagnostics, ast->pos, DIAG_specialises_nothing, ast->name);
}

/* `template<> int S::f<float>(float x) {...}`; false: it has no such template. */
bool specialise_method(Checker *checker, const AstDecl *ast, Scope *members)
{
    const Symbol *symbol = scope_find_here(members, ast->name);
    const Candidate *method = NULL;
    bool is_there = symbol != NULL && symbol->kind == SYMBOL_FUNCTIONS;
    for (int i = 0; is_there && i < symbol->candidates.count && method == NULL; i++)
        if (symbol->candidates.items[i]->template != NULL)
            method = symbol->candidates.items[i];
    if (method == NULL)
        return false;
    AstDecl *definition = ARENA_NEW(checker->arena, AstDecl);
    *definition = *ast;
    definition->qualifiers |= method->template->decl->qualifiers & AST_STATIC;
    specialise_functions(checker, symbol, definition);
    return true;
}

static void declare_function_template(Checker *checker, const AstDecl *ast)
{
    Symbol *symbol = scope_find_here(checker->scope, ast->name);
    if (symbol == NULL || symbol->kind != SYMBOL_FUNCTIONS)
        symbol = scope_add(checker, checker->scope, SYMBOL_FUNCTIONS, ast->name, ast->pos);
    if (ast->is_specialisation) {
        specialise_functions(checker, symbol, ast);
        return;
    }
    Candidate *known = declared_before(symbol, ast);
    if (known != NULL) {
        define_declared(checker, known, ast);
        return;
    }
    Candidate *candidate = ARENA_NEW(checker->arena, Candidate);
    candidate->decl = ast;
    candidate->scope = checker->scope;
    candidate->structure = checker->scope->structure;
    candidate->template = new_template(checker, ast);
    vec_push(checker->arena, &symbol->candidates, candidate);
}

void declare_template(Checker *checker, const AstDecl *ast)
{
    if (ast->kind == AST_FUNCTION) {
        declare_function_template(checker, ast);
        return;
    }
    bool is_static = ast->kind == AST_VARIABLE && ast->init != NULL &&
                     ((ast->qualifiers | ast->type->qualifiers) & (AST_STATIC | AST_CONST)) != 0;
    if (ast->kind != AST_STRUCT && ast->kind != AST_TYPEDEF && !is_static) {
        diag_report(checker->diagnostics, ast->pos, DIAG_unsupported, ast->name,
                    "templates of variables that are neither static nor const");
        return;
    }
    Symbol *symbol = scope_find_here(checker->scope, ast->name);
    if (symbol != NULL && symbol->kind == SYMBOL_TEMPLATE &&
        (ast->is_specialisation || symbol->template->decl->is_forward)) {
        if (ast->is_specialisation)
            vec_push(checker->arena, &symbol->template->specialisations, ast);
        else
            symbol->template->decl = ast;
        return;
    }
    if (ast->is_specialisation) {
        diag_report(checker->diagnostics, ast->pos, DIAG_specialises_nothing, ast->name);
        return;
    }
    name_is_declared(checker, ast->name, ast->pos, SYMBOL_TEMPLATE);
    scope_add(checker, checker->scope, SYMBOL_TEMPLATE, ast->name, ast->pos)->template =
        new_template(checker, ast);
}

bool is_unmarked_specialisation(Checker *checker, const AstDecl *ast)
{
    bool is_unmarked = ast->specialisation_argument_count > 0 && !ast->is_specialisation;
    if (is_unmarked)
        diag_report(checker->diagnostics, ast->pos, DIAG_unmarked_specialisation, ast->name);
    return is_unmarked;
}

/* ---- arguments ---- */

static bool same_argument(const TemplateArgument *left, const TemplateArgument *right)
{
    if (left->type != NULL || right->type != NULL)
        return left->type != NULL && right->type != NULL && type_same(left->type, right->type);
    if (left->value == NULL || right->value == NULL ||
        !type_same(left->value->type, right->value->type))
        return false;
    const ConstantLeaf *a = constant_leaves(left->value), *b = constant_leaves(right->value);
    return a != NULL && b != NULL && a[0].integer == b[0].integer;
}

static TemplateInstance *find_instance(const Template *template, const TemplateArgument *arguments,
                                       int count)
{
    for (int i = 0; i < template->instances.count; i++) {
        TemplateInstance *instance = template->instances.items[i];
        int same = 0;
        while (same < count && same_argument(&instance->arguments[same], &arguments[same]))
            same++;
        if (same == count)
            return instance;
    }
    return NULL;
}

static TemplateInstance *new_instance(Checker *checker, Template *template,
                                      const TemplateArgument *arguments, int count)
{
    TemplateInstance *instance = ARENA_NEW(checker->arena, TemplateInstance);
    instance->arguments = ARENA_ARRAY(checker->arena, TemplateArgument, count + 1);
    instance->argument_count = count;
    for (int i = 0; i < count; i++)
        instance->arguments[i] = arguments[i];
    vec_push(checker->arena, &template->instances, instance);
    return instance;
}

/* An error was reported in it. */
static bool is_wrong(const TemplateArgument *argument)
{
    return argument->type != NULL ? type_is_error(argument->type)
                                  : argument->value != NULL && expr_is_error(argument->value);
}

static bool is_bound(const TemplateArgument *argument)
{
    return argument->type != NULL || argument->value != NULL;
}

/* Names the parameter's argument in the checker's scope. */
static void bind_parameter(Checker *checker, const AstTemplateParam *parameter,
                           TemplateArgument *argument)
{
    if (parameter->value_type == NULL) {
        scope_add(checker, checker->scope, SYMBOL_TYPE, parameter->name, parameter->pos)->type =
            argument->type;
        return;
    }
    const Type *type = resolve_type(checker, parameter->value_type, 0);
    if (!type_is_one_integer(type) && !type_is_error(type)) { /* C++98 [temp.param]p4 */
        diag_report(checker->diagnostics, parameter->pos, DIAG_template_value_type, parameter->name,
                    type);
        type = type_error(checker);
    }
    argument->value = convert_implicitly(checker, argument->value, type);
    scope_add(checker, checker->scope, SYMBOL_CONSTANT, parameter->name, parameter->pos)
        ->constant = argument->value;
}

/* Binds all parameters, the missing ones to their defaults; false: one is of the wrong sort or
 * missing. On return the checker's scope is the one with the names. */
static bool bind_parameters(Checker *checker, const Template *template,
                            TemplateArgument *arguments)
{
    checker->scope = scope_new(checker, template->scope);
    for (int i = 0; i < template->decl->template_param_count; i++) {
        const AstTemplateParam *parameter = &template->decl->template_params[i];
        const AstTemplateArg *fallback = &parameter->default_argument;
        if (!is_bound(&arguments[i]) && (fallback->type != NULL || fallback->value != NULL))
            arguments[i] = resolve_template_argument(checker, fallback);
        bool wants_type = parameter->value_type == NULL;
        if (wants_type ? arguments[i].type == NULL : arguments[i].value == NULL)
            return false;
        bind_parameter(checker, parameter, &arguments[i]);
    }
    return true;
}

static Name spell_instance(Checker *checker, const AstDecl *ast, const TemplateArgument *arguments,
                           int count)
{
    Text text = {0};
    text_printf(&text, "%s<", ast->name);
    for (int i = 0; i < count; i++) {
        text_printf(&text, i == 0 ? "" : ", ");
        int64_t value = 0;
        if (arguments[i].type != NULL)
            text_printf(&text, "%s", type_spelling(arguments[i].type));
        else if (constant_is_integer(arguments[i].value, &value))
            text_printf(&text, "%lld", (long long)value);
        else
            text_printf(&text, "...");
    }
    text_printf(&text, ">");
    Name name = names_intern_text(checker->names, text.bytes);
    text_free(&text);
    return name;
}

/* One that uses itself twice has no more instances than the first that are too deep. */
static bool is_too_deep(Checker *checker, SourcePos pos, Name name)
{
    if (checker->template_depth >= DEEPEST_TEMPLATE)
        diag_report(checker->diagnostics, pos, DIAG_template_too_deep, name, DEEPEST_TEMPLATE);
    return diag_is_over(checker->diagnostics);
}

/* ---- deduction ---- */

typedef struct Deduction {
    Checker *checker;
    const AstDecl *decl;
    TemplateArgument *arguments;
    bool *from_literal;
    int given; /* the first of them are said by the call */
    const char *conflict; /* what two arguments say of one parameter; NULL: they agree */
} Deduction;

static const char *literal_word(bool is_literal) { return is_literal ? "literal " : ""; }

/* A literal argument says "int" or "float". What another argument says is the same, as in dxc: a literal float beside a
 * float is a conflict, and so is a literal int beside a literal float. */
static bool deduce_type(Deduction *deduction, int index, const Type *type)
{
    Checker *checker = deduction->checker;
    TemplateArgument *argument = &deduction->arguments[index];
    bool is_literal = type_is_scalar_literal(type);
    if (index < deduction->given)
        return true;
    if (type->kind == TYPE_STRING || type->kind == TYPE_DESCRIPTOR)
        return false;
    if (is_literal)
        type = type_with_scalar(checker, type,
                                type->scalar == SCALAR_LITERAL_INT ? SCALAR_I32 : SCALAR_F32);
    if (argument->type == NULL) {
        argument->type = type;
        deduction->from_literal[index] = is_literal;
    }
    bool was_literal = deduction->from_literal[index];
    if (was_literal == is_literal && type_same(argument->type, type))
        return true;
    deduction->conflict = arena_printf(checker->arena, "'%s' would be '%s%s' and '%s%s'",
                                       deduction->decl->template_params[index].name,
                                       literal_word(was_literal), type_spelling(argument->type),
                                       literal_word(is_literal), type_spelling(type));
    return false;
}

static void deduce_value(Deduction *deduction, const AstTemplateArg *pattern, Expr *value)
{
    const AstPath *path = pattern->value != NULL && pattern->value->kind == AST_NAME
                            ? &pattern->value->path
                        : pattern->type != NULL && pattern->type->kind == AST_TYPE_NAMED
                            ? &pattern->type->name
                            : NULL;
    int index = path != NULL ? template_parameter_named(deduction->decl, path) : -1;
    if (index >= deduction->given && deduction->arguments[index].value == NULL)
        deduction->arguments[index].value = value;
}

/* A wrong fixed size shows when the argument is converted. */
static void deduce_size(Deduction *deduction, const AstTemplateArg *pattern, int64_t size)
{
    deduce_value(deduction, pattern, expr_integer(deduction->checker, SCALAR_I32, size, SOURCE_NOWHERE));
}

static bool deduce_argument(Deduction *deduction, const AstTemplateArg *pattern, const Type *type);

static TemplateInstance *instance_of_type(const Template *template, const Type *type)
{
    for (int i = 0; i < template->instances.count; i++)
        if (template->instances.items[i]->type == type)
            return template->instances.items[i];
    return NULL;
}

/* Of the type itself, or of the nearest base that is such an instance (C++'s [temp.deduct.call]). */
static bool deduce_template(Deduction *deduction, const AstType *pattern, const Type *type)
{
    bool failed;
    Found found = scope_lookup_path(deduction->checker, &pattern->name, &failed);
    if (pattern->name.count == 1 && !pattern->name.global) /* inside of the template it is an instance's name, too */
        found.symbol = scope_prefer_template(deduction->checker, found.symbol);
    Template *template = found.symbol != NULL && found.symbol->kind == SYMBOL_TEMPLATE
                           ? found.symbol->template
                           : NULL;
    const TemplateInstance *instance = NULL;
    for (; template != NULL && type != NULL && instance == NULL; type = type->base)
        instance = instance_of_type(template, type);
    bool ok = instance != NULL;
    for (int i = 0; i < pattern->argument_count && ok; i++) {
        const TemplateArgument *argument = &instance->arguments[i];
        if (argument->type != NULL && pattern->arguments[i].type != NULL)
            ok = deduce_argument(deduction, &pattern->arguments[i], argument->type);
        else if (argument->value != NULL)
            deduce_value(deduction, &pattern->arguments[i], argument->value);
    }
    return ok;
}

/* Matches a parameter's type as written against an argument's type. */
static bool deduce(Deduction *deduction, const AstType *pattern, const Type *type)
{
    Checker *checker = deduction->checker;
    ResourceKind kind;
    if (pattern->kind != AST_TYPE_NAMED)
        return true;
    Name name = pattern->name.parts[pattern->name.count - 1];
    int index = template_parameter_named(deduction->decl, &pattern->name);
    if (index >= 0 && !pattern->has_arguments)
        return deduction->decl->template_params[index].value_type != NULL ||
               deduce_type(deduction, index, type);
    if (!pattern->has_arguments || pattern->argument_count == 0)
        return true;
    if (pattern->arguments[0].type == NULL) /* Row<N> */
        return deduce_template(deduction, pattern, type);
    if (strcmp(name, "vector") == 0 || strcmp(name, "matrix") == 0) {
        bool is_vector = name[0] == 'v';
        if (!type_is_numeric(type) || (type->kind != (is_vector ? TYPE_VECTOR : TYPE_MATRIX)))
            return false;
        if (pattern->argument_count > 1)
            deduce_size(deduction, &pattern->arguments[1], is_vector ? type->columns : type->rows);
        if (pattern->argument_count > 2)
            deduce_size(deduction, &pattern->arguments[2], type->columns);
        return deduce(deduction, pattern->arguments[0].type, type_scalar(checker, type->scalar));
    }
    if (resource_by_name(name, &kind))
        return type->kind == TYPE_RESOURCE && type->resource == kind && type->element != NULL &&
               deduce_argument(deduction, &pattern->arguments[0], type->element);
    return deduce_template(deduction, pattern, type);
}

/* The same of `pattern[extents...]`. */
static bool deduce_array(Deduction *deduction, const AstType *pattern, AstExpr *const *extents, int extent_count,
                         const Type *type)
{
    for (int i = 0; i < extent_count; i++) {
        if (type->kind != TYPE_ARRAY)
            return false;
        AstTemplateArg size = {.value = extents[i]};
        if (size.value != NULL)
            deduce_size(deduction, &size, type->count);
        type = type->element;
    }
    return deduce(deduction, pattern, type);
}

static bool deduce_argument(Deduction *deduction, const AstTemplateArg *pattern, const Type *type)
{
    return deduce_array(deduction, pattern->type, pattern->extents, pattern->extent_count, type);
}

/* ---- specialisations ---- */

/* Whether what the specialisation says of each argument, in the checker's scope, is that
 * argument. */
static bool patterns_match(Checker *checker, const AstDecl *ast, const TemplateArgument *arguments,
                           int count)
{
    for (int i = 0; i < count; i++) {
        TemplateArgument wanted = resolve_template_argument(checker,
                                                            &ast->specialisation_arguments[i]);
        if (wanted.value != NULL && arguments[i].value != NULL)
            wanted.value = convert_implicitly(checker, wanted.value, arguments[i].value->type);
        if (!same_argument(&wanted, &arguments[i]))
            return false;
    }
    return true;
}

/* Whether nothing was wrong since then; what was trapped is reported then. */
static bool leave_trap(Checker *checker, const DiagTrap *trap, DiagTrap *outer)
{
    bool is_right = diag_trapped_error(checker->diagnostics) == NULL;
    diag_set_trap(checker->diagnostics, outer);
    if (is_right)
        diag_report_trapped(checker->diagnostics, trap);
    return is_right;
}

/* A partial specialisation fits where its parameters can be deduced from the arguments and, put
 * in, give them again. The checker's scope becomes the one that binds them, or stays. */
static bool partial_fits(Checker *checker, const Template *template, const AstDecl *ast,
                         const TemplateArgument *arguments, int count)
{
    Scope *outer = checker->scope;
    int parameters = ast->template_param_count;
    TemplateArgument *bound = ARENA_ARRAY(checker->arena, TemplateArgument, parameters + 1);
    Deduction deduction = {checker, ast, bound, ARENA_ARRAY(checker->arena, bool, parameters + 1), 0, NULL};
    bool fits = true;
    for (int i = 0; i < count && fits; i++) {
        const AstTemplateArg *pattern = &ast->specialisation_arguments[i];
        if (arguments[i].type != NULL)
            fits = pattern->type != NULL && deduce_argument(&deduction, pattern, arguments[i].type);
        else if (arguments[i].value != NULL)
            deduce_value(&deduction, pattern, arguments[i].value);
    }
    Template own = {.decl = ast, .scope = template->scope};
    DiagTrap *trap = diag_new_trap(checker->diagnostics);
    DiagTrap *outer_trap = diag_set_trap(checker->diagnostics, trap);
    fits = fits && bind_parameters(checker, &own, bound) &&
           patterns_match(checker, ast, arguments, count);
    fits = leave_trap(checker, trap, outer_trap) && fits;
    if (!fits)
        checker->scope = outer;
    return fits;
}

/* `template<> float f(float x)`: arguments that it does not spell follow from its parameters, which
 * are the template's where the checker's scope binds them. */
static bool full_fits(Checker *checker, const Template *template, const AstDecl *ast,
                      const TemplateArgument *arguments)
{
    Scope *bound = checker->scope;
    bool fits = patterns_match(checker, ast, arguments, ast->specialisation_argument_count);
    for (int i = 0; i < ast->parameter_count && fits; i++) {
        checker->scope = template->scope;
        const Type *own = declared_type(checker, ast->parameters[i], ARRAY_SIZED);
        checker->scope = bound;
        fits = type_same(own, declared_type(checker, template->decl->parameters[i], ARRAY_SIZED));
    }
    return fits;
}

/* ---- which of several specialisations ----
 *
 * S<T[N][M]> goes before S<T[N]>, S<Box<T>> before S<T>, S<T, T> before S<A, B> (C++11 14.5.5.2): what
 * comes of a pattern by putting patterns in for its parameters says at least as many names, arrays and
 * numbers, and with as many has no more parameters. */

static int structure_of(const AstDecl *ast, const AstTemplateArg *pattern)
{
    const AstPath *path = pattern->type != NULL            ? &pattern->type->name
                        : pattern->value->kind == AST_NAME ? &pattern->value->path
                                                           : NULL;
    int count = path == NULL || template_parameter_named(ast, path) < 0;
    for (int i = 0; i < pattern->extent_count; i++)
        count += 1 + (pattern->extents[i] != NULL ? structure_of(ast, &(AstTemplateArg){.value = pattern->extents[i]}) : 0);
    for (int i = 0; pattern->type != NULL && i < pattern->type->argument_count; i++)
        count += structure_of(ast, &pattern->type->arguments[i]);
    return count;
}

static bool is_more_special(const AstDecl *ast, const AstDecl *other)
{
    int structure = 0, parameters = ast->template_param_count;
    if (parameters == 0 && other->template_param_count == 0) /* declared, then defined */
        return ast->kind == AST_STRUCT ? other->is_forward : ast->body != NULL && other->body == NULL;
    if (parameters == 0 || other->template_param_count == 0)
        return parameters < other->template_param_count;
    for (int i = 0; i < ast->specialisation_argument_count; i++)
        structure += structure_of(ast, &ast->specialisation_arguments[i]);
    for (int i = 0; i < other->specialisation_argument_count; i++)
        structure -= structure_of(other, &other->specialisation_arguments[i]);
    if (structure != 0 || parameters != other->template_param_count)
        return structure > 0 || (structure == 0 && parameters < other->template_param_count);
    return other->is_forward;
}

/* The most special one that fits, a full one before a partial one, or the template itself. The
 * checker's scope becomes the one in which its names mean the arguments. */
static const AstDecl *choose_specialisation(Checker *checker, const Template *template,
                                            const TemplateArgument *arguments, int count)
{
    const AstDecl *best = NULL;
    Scope *outer = checker->scope, *scope = outer;
    for (int i = 0; i < template->specialisations.count; i++) {
        const AstDecl *ast = template->specialisations.items[i];
        int spelt = ast->specialisation_argument_count;
        bool is_partly_spelt = ast->kind == AST_FUNCTION && ast->template_param_count == 0;
        bool is_candidate = (spelt == count || (is_partly_spelt && spelt < count)) &&
                            (best == NULL || is_more_special(ast, best));
        checker->scope = outer;
        if (is_candidate &&
            (ast->template_param_count > 0 ? partial_fits(checker, template, ast, arguments, count)
                                           : full_fits(checker, template, ast, arguments))) {
            best = ast;
            scope = checker->scope;
        }
    }
    checker->scope = scope;
    return best != NULL ? best : template->decl;
}

/* ---- structs and aliases ---- */

static void add_member(Checker *checker, Template *template, OutsideMember member);

/* What the template's parameters are called where the member is defined, and those of templates around it. */
static void bind_names(Checker *checker, const OutsideMember *member, const TemplateInstance *instance)
{
    if (member->around != NULL)
        bind_names(checker, member->around, member->instance);
    for (int i = 0; i < member->ast->template_param_count; i++)
        bind_parameter(checker, &member->ast->template_params[i], &instance->arguments[i]);
}

/* NULL: the path goes on to a template in the struct, which takes the member, or to nothing, which was reported. The checker's
 * scope becomes the one of the struct that is left, with the names in it. */
static StructInfo *owner_of_member(Checker *checker, const OutsideMember *member, const TemplateInstance *instance,
                                   StructInfo *info)
{
    const AstPath *path = &member->ast->path;
    checker->scope = scope_new(checker, info->scope);
    bind_names(checker, member, instance);
    for (int part = member->part + 1; part < path->count - 1; part++) {
        Symbol *symbol = scope_find_here(info->scope, path->parts[part]);
        bool is_template = symbol != NULL && symbol->kind == SYMBOL_TEMPLATE && member->ast->member_template != NULL;
        const Type *owner = info->type;
        info = symbol != NULL && symbol->kind == SYMBOL_TYPE ? struct_info(checker, symbol->type) : NULL;
        if (is_template)
            add_member(checker, symbol->template, (OutsideMember){member->ast->member_template, part, member, instance});
        else if (info == NULL)
            diag_report(checker->diagnostics, path->pos, DIAG_no_member, owner, path->parts[part]);
        if (info == NULL)
            return NULL;
        checker->scope = scope_new(checker, info->scope);
        bind_names(checker, member, instance);
    }
    return info;
}

/* An instance takes what is defined outside the template's struct; a specialisation's does not. */
static void take_member(Checker *checker, const Template *template, const TemplateInstance *instance,
                        const OutsideMember *member)
{
    Scope *outer = checker->scope;
    bool names_only = checker->names_only;
    const AstDecl *ast = member->ast;
    StructInfo *info = struct_info(checker, instance->type);
    if (info == NULL || info->decl != template->decl || info->finish != NULL)
        return; /* members that wait are taken with the others */
    info = owner_of_member(checker, member, instance, info);
    checker->names_only = ast->member_template == NULL;
    if (info != NULL && ast->member_template == NULL)
        define_member(checker, ast, info);
    else if (info != NULL && !define_method_template(checker, ast->member_template, info->scope))
        diag_report(checker->diagnostics, ast->pos, DIAG_no_member, info->type, ast->name);
    checker->names_only = names_only;
    checker->scope = outer;
}

/* As many parameters, types and values in the same order, whatever they are called. */
static bool has_parameters_of(const AstDecl *member, const AstDecl *template)
{
    if (member->template_param_count != template->template_param_count)
        return false;
    for (int i = 0; i < member->template_param_count; i++)
        if ((member->template_params[i].value_type == NULL) != (template->template_params[i].value_type == NULL))
            return false;
    return true;
}

static void add_member(Checker *checker, Template *template, OutsideMember member)
{
    if (!has_parameters_of(member.ast, template->decl)) {
        diag_report(checker->diagnostics, member.ast->path.pos, DIAG_template_arguments, template->decl->name);
        return;
    }
    OutsideMember *added = ARENA_NEW(checker->arena, OutsideMember);
    *added = member;
    vec_push(checker->arena, &template->members, added);
    for (int i = 0; i < template->instances.count; i++)
        take_member(checker, template, template->instances.items[i], added);
}

void define_template_member(Checker *checker, const AstDecl *ast, Template *template, int part)
{
    add_member(checker, template, (OutsideMember){.ast = ast, .part = part});
}

/* What was only declared when the instance was first named may be defined by now; false: it is not. */
static bool find_definition(Checker *checker, StructInfo *info)
{
    Scope *outer = checker->scope;
    if (!info->decl->is_forward)
        return true;
    bind_parameters(checker, info->template, info->instance->arguments);
    info->decl = choose_specialisation(checker, info->template, info->instance->arguments,
                                       info->instance->argument_count);
    info->scope->parent = checker->scope;
    checker->scope = outer;
    return !info->decl->is_forward;
}

/* In the scope that the template's parameters are bound in. */
static void finish_instance(Checker *checker, StructInfo *info)
{
    const Template *template = info->template;
    FunctionState *function = checker->function;
    if (!find_definition(checker, info))
        return;
    Scope *outer = checker->scope;
    DiagTrap *trap = diag_set_trap(checker->diagnostics, NULL);
    info->finish = NULL;
    checker->function = NULL;
    checker->scope = info->scope->parent;
    checker->template_depth++;
    complete_struct(checker, info->decl, info->type, BODIES_ON_CALL);
    for (int i = 0; i < template->members.count; i++)
        take_member(checker, template, info->instance, template->members.items[i]);
    checker->template_depth--;
    checker->scope = outer;
    checker->function = function;
    diag_set_trap(checker->diagnostics, trap);
}

/* The instance has its type before it has its members, since they may name it. What the signature of a method names
 * gets them once they are needed, as in C++: `Row<N - 1> without_last();` makes no Row<-1>. */
static void instantiate_struct(Checker *checker, Template *template, const AstDecl *ast,
                               TemplateInstance *instance)
{
    DiagTrap *trap = diag_set_trap(checker->diagnostics, NULL);
    Name name = spell_instance(checker, ast, instance->arguments, instance->argument_count);
    Type *type = begin_struct(checker, ast, name, checker->scope);
    StructInfo *info = struct_info(checker, type);
    instance->type = type;
    info->template = template;
    info->instance = instance;
    info->finish = finish_instance;
    if (!checker->names_only)
        finish_instance(checker, info);
    diag_set_trap(checker->diagnostics, trap);
}

static void instantiate_alias(Checker *checker, const AstDecl *ast, TemplateInstance *instance)
{
    checker->template_depth++;
    instance->type = resolve_array(checker, resolve_type(checker, ast->type, ast->qualifiers),
                                   ast->extents, ast->extent_count, ARRAY_SIZED, ast->pos);
    checker->template_depth--;
}

/* What is wrong with it is to be said again elsewhere. */
static void forget_instance(Template *template, const TemplateInstance *instance)
{
    int kept = 0;
    for (int i = 0; i < template->instances.count; i++)
        if (template->instances.items[i] != instance)
            template->instances.items[kept++] = template->instances.items[i];
    template->instances.count = kept;
}

static const Type *instantiate_type(Checker *checker, Template *template,
                                    TemplateArgument *arguments, SourcePos pos)
{
    int count = template->decl->template_param_count;
    Scope *outer = checker->scope;
    const Type *type = type_error(checker);
    if (!bind_parameters(checker, template, arguments)) {
        diag_report(checker->diagnostics, pos, DIAG_template_arguments, template->decl->name);
        checker->scope = outer;
        return type;
    }
    for (int i = 0; i < count; i++) {
        if (!is_wrong(&arguments[i]))
            continue;
        checker->scope = outer;
        return type;
    }
    TemplateInstance *instance = find_instance(template, arguments, count);
    if (instance != NULL && instance->type == NULL) {
        diag_report(checker->diagnostics, pos, DIAG_alias_of_itself, template->decl->name);
        instance->type = type;
    }
    if (instance == NULL && !is_too_deep(checker, pos, template->decl->name)) {
        instance = new_instance(checker, template, arguments, count);
        const AstDecl *ast = choose_specialisation(checker, template, arguments, count);
        FunctionState *function = checker->function;
        checker->function = NULL;
        if (ast->kind == AST_TYPEDEF)
            instantiate_alias(checker, ast, instance);
        else
            instantiate_struct(checker, template, ast, instance);
        checker->function = function;
        if (ast->kind == AST_TYPEDEF && diag_trapped_error(checker->diagnostics) != NULL)
            forget_instance(template, instance);
    }
    checker->scope = outer;
    if (instance != NULL && !checker->names_only)
        type_finish(checker, instance->type);
    return instance != NULL ? instance->type : type;
}

const Type *template_struct(Checker *checker, Template *template, const AstType *use)
{
    int count = template->decl->template_param_count;
    TemplateArgument *arguments = ARENA_ARRAY(checker->arena, TemplateArgument, count + 1);
    if (use->argument_count > count) {
        diag_report(checker->diagnostics, use->pos, DIAG_template_argument_count,
                    template->decl->name, count, use->argument_count);
        return type_error(checker);
    }
    for (int i = 0; i < use->argument_count; i++) {
        arguments[i] = resolve_template_argument(checker, &use->arguments[i]);
        if (is_wrong(&arguments[i]))
            return type_error(checker);
    }
    return instantiate_type(checker, template, arguments, use->pos);
}

/* ---- functions ---- */

static bool explicit_arguments(Checker *checker, const AstDecl *decl, const AstExpr *callee,
                               TemplateArgument *arguments)
{
    if (callee == NULL || !callee->has_template_arguments)
        return true;
    if (callee->template_argument_count > decl->template_param_count)
        return false;
    for (int i = 0; i < callee->template_argument_count; i++) {
        arguments[i] = resolve_template_argument(checker, &callee->template_arguments[i]);
        if (is_wrong(&arguments[i]))
            return false;
    }
    return true;
}

/* It counts nowhere; `failure` is said where nothing else is left. */
static Candidate *failed_candidate(Checker *checker, const AstDecl *ast, const char *failure)
{
    Candidate *candidate = ARENA_NEW(checker->arena, Candidate);
    candidate->decl = ast;
    candidate->failure = failure;
    return candidate;
}

static Candidate *instantiate_function(Checker *checker, Candidate *candidate,
                                       const TemplateArgument *arguments, SourcePos pos)
{
    Template *template = candidate->template;
    int count = template->decl->template_param_count;
    TemplateInstance *instance = find_instance(template, arguments, count);
    if (instance != NULL)
        return instance->candidate;
    if (is_too_deep(checker, pos, template->decl->name))
        return NULL;
    instance = new_instance(checker, template, arguments, count);
    const AstDecl *ast = choose_specialisation(checker, template, arguments, count);
    checker->template_depth++;
    instance->candidate = function_signature(checker, ast, checker->scope, candidate->structure);
    instance->candidate->is_lazy = true;
    instance->candidate->is_static = candidate->structure == NULL ||
                                     (ast->qualifiers & AST_STATIC) != 0;
    checker->template_depth--;
    const char *error = diag_trapped_error(checker->diagnostics);
    if (error != NULL) {
        checker->functions.count--; /* it is the last */
        Name name = spell_instance(checker, template->decl, arguments, count);
        const char *failure = arena_printf(checker->arena, "%s, in '%s'", error, name);
        instance->candidate = failed_candidate(checker, ast, failure);
    }
    return instance->candidate;
}

Candidate *template_function(Checker *checker, Candidate *candidate, const AstExpr *callee,
                             Expr **arguments, int count)
{
    const AstDecl *decl = candidate->decl;
    int parameters = decl->template_param_count;
    TemplateArgument *bound = ARENA_ARRAY(checker->arena, TemplateArgument, parameters + 1);
    int given = callee != NULL && callee->has_template_arguments ? callee->template_argument_count : 0;
    Deduction deduction = {checker, decl, bound, ARENA_ARRAY(checker->arena, bool, parameters + 1), given, NULL};
    Scope *outer = checker->scope;
    bool fits = count <= decl->parameter_count && explicit_arguments(checker, decl, callee, bound);
    DiagTrap *trap = diag_new_trap(checker->diagnostics);
    DiagTrap *outer_trap = diag_set_trap(checker->diagnostics, trap);
    checker->scope = candidate->template->scope; /* whose names the parameters are written with */
    for (int i = 0; i < count && fits; i++) {
        const AstDecl *parameter = decl->parameters[i];
        fits = deduce_array(&deduction, parameter->type, parameter->extents, parameter->extent_count,
                            arguments[i]->type) ||
               given > 0;
    }
    Candidate *instance = NULL;
    fits = fits && bind_parameters(checker, candidate->template, bound);
    const char *error = diag_trapped_error(checker->diagnostics);
    if (error == NULL && !fits)
        error = deduction.conflict;
    if (error != NULL)
        instance = failed_candidate(checker, decl, error);
    else if (fits)
        instance = instantiate_function(checker, candidate, bound,
                                        callee != NULL ? callee->pos : decl->pos);
    leave_trap(checker, trap, outer_trap);
    checker->scope = outer;
    return instance;
}

/* ---- variables: one static variable for each list of arguments ---- */

Variable *template_variable(Checker *checker, Template *template, const AstExpr *use)
{
    const AstDecl *ast = template->decl;
    int count = ast->template_param_count;
    TemplateArgument *arguments = ARENA_ARRAY(checker->arena, TemplateArgument, count + 1);
    Scope *outer = checker->scope;
    FunctionState *function = checker->function;
    bool fits = explicit_arguments(checker, ast, use, arguments) &&
                bind_parameters(checker, template, arguments);
    TemplateInstance *instance = fits ? find_instance(template, arguments, count) : NULL;
    if (fits && instance == NULL && !is_too_deep(checker, use->pos, ast->name)) {
        instance = new_instance(checker, template, arguments, count);
        DiagTrap *trap = diag_set_trap(checker->diagnostics, NULL);
        checker->function = NULL;
        checker->template_depth++;
        const AstDecl *chosen = choose_specialisation(checker, template, arguments, count);
        instance->variable = declare_static(checker, chosen);
        checker->template_depth--;
        diag_set_trap(checker->diagnostics, trap);
        checker->function = function;
    }
    checker->scope = outer;
    if (instance == NULL || instance->variable == NULL)
        diag_report(checker->diagnostics, use->pos, DIAG_template_arguments, ast->name);
    return instance != NULL ? instance->variable : NULL;
}
