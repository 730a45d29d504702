/* Errors that depend on more than what is wrong: on the target's shader model, on whether the
 * entry point gets there; and names that were probably meant. */
#include "scopes_priv.h"

/* ---- shader models ---- */

bool model_is_before(const Checker *checker, int minor)
{
    const CheckOptions *options = checker->options;
    return options->shader_model_major < 6 ||
           (options->shader_model_major == 6 && options->shader_model_minor < minor);
}

void report_old_model(Checker *checker, SourcePos pos, const char *what, int minor)
{
    const CheckOptions *options = checker->options;
    report_if_reached(checker, pos, DIAG_needs_shader_model, what,
                      arena_printf(checker->arena, "6.%d; this is %d.%d", minor,
                                   options->shader_model_major, options->shader_model_minor));
}

/* ---- what matters only in functions that the entry point reaches ---- */

Candidate *running_candidate(const Checker *checker)
{
    if (checker->function != NULL)
        return checker->function->candidate;
    return checker->initialising ? checker->initialisers : NULL;
}

/* Files hold shaders of several stages: what is wrong in a compute shader alone is kept with the
 * function. */
void report_if_reached(Checker *checker, SourcePos pos, DiagId id, const char *first,
                       const char *second)
{
    Candidate *candidate = checker->function != NULL ? checker->function->candidate
                                                     : checker->declaring;
    if (candidate == NULL)
        diag_report(checker->diagnostics, pos, id, first, second);
    else
        vec_push(checker->arena, &candidate->deferred, (Deferred){pos, id, first, second});
}

DiagTrap *set_trap_for_missing(Checker *checker, int parts)
{
    DiagTrap *trap = diag_set_trap(checker->diagnostics, NULL);
    if (parts > 1)
        diag_set_trap(checker->diagnostics, trap);
    return trap;
}

void report_declaration(Checker *checker, SourcePos pos, const Variable *variable)
{
    const Candidate *declaration = variable->declaration;
    for (int i = 0; declaration != NULL && i < declaration->deferred.count; i++) {
        const Deferred *deferred = &declaration->deferred.items[i];
        report_if_reached(checker, pos, deferred->id, deferred->first, deferred->second);
        report_if_reached(checker, variable->pos, DIAG_declared_here, variable->name, NULL);
    }
}
