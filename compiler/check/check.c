/* The stage: the file's declarations in order, then what needs all of them. */
#include "stage_priv.h"

static Checker *checker_new(CheckContext *context, const AstUnit *unit)
{
    Checker *checker = ARENA_NEW(context->arena, Checker);
    checker->context = context;
    checker->arena = context->arena;
    checker->names = context->names;
    checker->diagnostics = context->diagnostics;
    checker->options = context->options;
    checker->unit = unit;
    checker->errors_before = diag_error_count(context->diagnostics);
    checker->types = types_new(context->arena);
    checker->global = checker->scope = scope_new(checker, NULL);
    checker->global->is_namespace = true;
    checker->initialisers = ARENA_NEW(context->arena, Candidate);
    checker->program = ARENA_NEW(context->arena, CheckedProgram);
    checker->program->wave_size = context->options->wave_size;
    checker->entry_decl = entry_find(unit, context->options->entry);
    return checker;
}

/* Functions that were only declared when they were used, and instances of templates. */
static void check_pending_bodies(Checker *checker)
{
    for (int i = 0; i < checker->functions.count; i++) {
        Candidate *candidate = checker->functions.items[i];
        bool is_needed = !candidate->is_lazy || candidate->is_awaited;
        if (is_needed && body_is_due(checker, candidate))
            check_function_body(checker, candidate);
    }
}

CheckedProgram *check_program(CheckContext *context, const AstUnit *unit)
{
    int errors = diag_error_count(context->diagnostics);
    diag_set_formatter(context->diagnostics, 'T', type_print);
    Checker *checker = checker_new(context, unit);
    again_find_calls(checker);
    entry_add_report(checker);
    declare_members(checker, unit->decls, unit->decl_count);
    if (!checker->leaves_out)
        instantiate_explicitly(checker);
    check_pending_bodies(checker);
    finish_globals(checker);
    judge_cbuffer_sizes(checker);
    again_use_resources(checker);
    tell_resources_apart(checker);
    assign_registers(checker);
    apply_static_samplers(checker);
    check_recursion(checker);
    check_const_calls(checker);
    entry_finish(checker);
    if (again_misses_body(checker)) {
        CheckOptions whole = *context->options;
        whole.first = NULL;
        return check_program(&(CheckContext){context->arena, context->names, context->diagnostics, &whole}, unit);
    }
    if (diag_error_count(context->diagnostics) == errors)
        audit_program(checker);
    CheckedProgram *program = checker->program;
    program->resources = checker->resources.items;
    program->resource_count = checker->resources.count;
    program->statics = checker->statics.items;
    program->static_count = checker->statics.count;
    program->checker = checker;
    return diag_error_count(context->diagnostics) > errors || program->entry == NULL ? NULL
                                                                                     : program;
}
