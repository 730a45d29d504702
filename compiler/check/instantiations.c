/* Explicit instantiation: `template` alone before a function or a struct names an instance, which
 * is made and whose bodies are checked, whether anything calls them or not (C++11 14.7.2). That is
 * at the file's end, where instances may be made, too (14.6.4.1 paragraph 8). */
#include "stage_priv.h"

static void check_instance_body(Checker *checker, Candidate *candidate)
{
    if (candidate->is_defined && candidate->state == BODY_UNCHECKED)
        check_function_body(checker, candidate);
}

/* ---- functions ---- */

static int first_written(const Candidate *candidate)
{
    return candidate->structure != NULL && !candidate->is_static ? 1 : 0;
}

/* The parameters and results of both, but for `this`. */
static bool same_signature(const Candidate *left, const Candidate *right)
{
    const Function *ours = left->function, *theirs = right->function;
    int first = first_written(left), other = first_written(right);
    int count = ours->parameter_count - first;
    if (count != theirs->parameter_count - other || !type_same(ours->result, theirs->result))
        return false;
    for (int i = 0; i < count; i++) {
        const Variable *parameter = ours->parameters[first + i];
        const Variable *wanted = theirs->parameters[other + i];
        if (!type_same(parameter->type, wanted->type) || parameter->direction != wanted->direction)
            return false;
    }
    return true;
}

/* Values of the parameters' types, from which template arguments are deduced as from a call's. */
static Expr **stand_ins(Checker *checker, const Candidate *written)
{
    const Function *function = written->function;
    Expr **values = ARENA_ARRAY(checker->arena, Expr *, function->parameter_count + 1);
    for (int i = 0; i < function->parameter_count; i++)
        values[i] = expr_new(checker, EXPR_CONSTANT, function->parameters[i]->type,
                             function->parameters[i]->pos);
    return values;
}

/* What is written means the instance of the template that says most, as a call does; NULL: none. */
static Candidate *find_written(Checker *checker, const Symbol *functions, const AstDecl *ast,
                               const Candidate *written)
{
    AstExpr callee = {.kind = AST_NAME,
                      .pos = ast->pos,
                      .has_template_arguments = ast->specialisation_argument_count > 0,
                      .template_arguments = ast->specialisation_arguments,
                      .template_argument_count = ast->specialisation_argument_count};
    Expr **values = stand_ins(checker, written);
    const AstDecl *best = NULL;
    Candidate *found = NULL;
    for (int i = 0; i < functions->candidates.count; i++) {
        Candidate *candidate = functions->candidates.items[i];
        bool is_other = candidate->decl->parameter_count != ast->parameter_count ||
                        (best != NULL && !template_says_more(candidate->decl, best));
        if (is_other)
            continue;
        Candidate *instance = candidate->template != NULL
                                ? template_function(checker, candidate, &callee, values,
                                                    ast->parameter_count)
                            : candidate->is_lazy && !callee.has_template_arguments ? candidate
                                                                                   : NULL;
        if (instance == NULL || instance->function == NULL || !same_signature(instance, written))
            continue;
        found = instance;
        best = candidate->decl;
    }
    return found;
}

static void instantiate_written(Checker *checker, const AstDecl *ast, const Symbol *functions)
{
    Candidate *written = function_signature(checker, ast, checker->scope, NULL);
    checker->functions.count--; /* it declares nothing */
    for (int i = 0; i < written->function->parameter_count; i++)
        if (type_is_error(written->function->parameters[i]->type))
            return;
    Candidate *instance = find_written(checker, functions, ast, written);
    if (instance == NULL) {
        diag_report(checker->diagnostics, ast->pos, DIAG_instantiates_nothing, ast->name);
        for (int i = 0; i < functions->candidates.count; i++)
            diag_report(checker->diagnostics, functions->candidates.items[i]->decl->pos,
                        DIAG_candidate, ast->name);
    } else if (!instance->is_defined) {
        diag_report(checker->diagnostics, ast->pos, DIAG_instantiates_no_body, ast->name);
        diag_report(checker->diagnostics, instance->decl->pos, DIAG_declared_here, ast->name);
    } else {
        check_instance_body(checker, instance);
    }
}

static void instantiate_function(Checker *checker, const AstDecl *ast)
{
    bool failed;
    AstPath own = {.pos = ast->pos, .count = 1, .parts = (Name[]){ast->name}};
    const AstPath *path = ast->path.count > 0 ? &ast->path : &own;
    Found found = scope_lookup_path(checker, path, &failed);
    if (failed)
        return;
    if (found.symbol != NULL && found.symbol->kind == SYMBOL_FUNCTIONS)
        instantiate_written(checker, ast, found.symbol);
    else
        diag_report(checker->diagnostics, ast->pos, DIAG_instantiates_nothing, ast->name);
}

/* ---- structs ---- */

/* A struct's, or one's that is declared in it. */
static bool is_method_within(Checker *checker, const Candidate *candidate, const Type *structure)
{
    const StructInfo *info = candidate->structure != NULL
                               ? struct_info(checker, candidate->structure)
                               : NULL;
    for (const Scope *scope = info != NULL ? info->scope : NULL; scope != NULL;
         scope = scope->parent)
        if (scope->structure == structure)
            return true;
    return false;
}

static void instantiate_struct(Checker *checker, const AstDecl *ast)
{
    const Type *type = resolve_type(checker, ast->type, 0);
    const StructInfo *info = struct_info(checker, type);
    if (info != NULL && info->decl->is_forward) {
        diag_report(checker->diagnostics, ast->pos, DIAG_instantiates_no_body, ast->name);
        return;
    }
    for (int i = 0; i < checker->functions.count; i++) /* bodies make more of them */
        if (is_method_within(checker, checker->functions.items[i], type))
            check_instance_body(checker, checker->functions.items[i]);
}

void instantiate_explicitly(Checker *checker)
{
    Scope *outer = checker->scope;
    for (int i = 0; i < checker->instantiations.count; i++) {
        const AstDecl *ast = checker->instantiations.items[i].decl;
        checker->scope = checker->instantiations.items[i].scope;
        if (checker->scope->structure != NULL)
            diag_report(checker->diagnostics, ast->pos, DIAG_instantiates_inside, ast->name);
        else if (ast->kind == AST_FUNCTION)
            instantiate_function(checker, ast);
        else
            instantiate_struct(checker, ast);
    }
    checker->scope = outer;
}
