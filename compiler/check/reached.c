/* What calls lead to: no function leads back to itself; and what the entry point reaches. */
#include "stage_priv.h"

/* ---- recursion ---- */

enum { MARK_NEW, MARK_OPEN, MARK_DONE, MARK_REACHED };

static void search_calls(Checker *checker, Candidate *candidate)
{
    candidate->mark = MARK_OPEN;
    for (int i = 0; i < candidate->callees.count; i++) {
        Candidate *callee = candidate->callees.items[i];
        if (callee->mark == MARK_OPEN)
            diag_report(checker->diagnostics, candidate->call_positions.items[i], DIAG_recursion,
                        callee->function->name);
        else if (callee->mark == MARK_NEW)
            search_calls(checker, callee);
    }
    candidate->mark = MARK_DONE;
}

void check_recursion(Checker *checker)
{
    for (int i = 0; i < checker->functions.count; i++)
        if (checker->functions.items[i]->mark == MARK_NEW)
            search_calls(checker, checker->functions.items[i]);
}

/* ---- methods of const objects ---- */

/* Itself, or a method that it calls on its object: which one; NULL: none does. */
static const Candidate *find_change(Candidate *method)
{
    if (method->changes_object)
        return method;
    if (method->was_asked) /* or is being asked: it calls itself */
        return method->change;
    method->was_asked = true;
    for (int i = 0; i < method->on_object.count && method->change == NULL; i++)
        method->change = find_change(method->on_object.items[i]);
    return method->change;
}

/* dxc takes no notice of const where methods are called. */
void check_const_calls(Checker *checker)
{
    for (int i = 0; i < checker->const_calls.count; i++) {
        const ConstCall *call = &checker->const_calls.items[i];
        const Candidate *change = find_change(call->method);
        if (change == NULL)
            continue;
        diag_report(checker->diagnostics, call->pos, DIAG_method_not_const,
                    call->method->function->name);
        diag_report(checker->diagnostics, change->changed_pos, DIAG_changed_here);
    }
}

/* ---- from the entry point ---- */

/* Of types that are missing for one reason the first says it all. */
static bool was_said(Checker *checker, const Deferred *deferred)
{
    if (deferred->id != DIAG_unsupported_type)
        return false;
    for (int i = 0; i < checker->said_reasons.count; i++)
        if (strcmp(checker->said_reasons.items[i], deferred->second) == 0)
            return true;
    vec_push(checker->arena, &checker->said_reasons, deferred->second);
    return false;
}

static void report_deferred(Checker *checker, const Candidate *candidate)
{
    bool is_quiet = false; /* the notes of what is not said */
    for (int i = 0; i < candidate->deferred.count; i++) {
        const Deferred *deferred = &candidate->deferred.items[i];
        if (deferred->id != DIAG_declared_here)
            is_quiet = was_said(checker, deferred);
        if (!is_quiet)
            diag_report(checker->diagnostics, deferred->pos, deferred->id, deferred->first,
                        deferred->second);
    }
}

/* Shader Model 6.6: quads are 2 x 2 threads, or four in a row. */
static bool cuts_quads(const uint32_t threads[3])
{
    if (threads[1] != 1)
        return threads[0] % 2 != 0 || threads[1] % 2 != 0;
    return threads[0] % 4 != 0 || threads[2] != 1;
}

/* Once is enough. */
static void warn_of_quads(Checker *checker, const Candidate *candidate)
{
    if (candidate->quads_by == NULL || checker->said_quads || !cuts_quads(checker->program->threads))
        return;
    checker->said_quads = true;
    diag_report(checker->diagnostics, candidate->quads_pos, DIAG_quads_cut, candidate->quads_by);
}

static void visit_reached(Checker *checker, Candidate *candidate, Map *used);

/* Collects groupshared variables, and reports what matters only in functions that are reached. */
static void visit_what_runs(Checker *checker, Candidate *candidate, Map *used)
{
    for (int i = 0; i < candidate->groupshared.capacity; i++)
        if (candidate->groupshared.keys[i] != NULL)
            map_put(checker->arena, used, candidate->groupshared.keys[i],
                    candidate->groupshared.values[i]);
    report_deferred(checker, candidate);
    warn_of_quads(checker, candidate);
    for (int i = 0; i < candidate->callees.count; i++) {
        if (!candidate->callees.items[i]->is_defined)
            diag_report(checker->diagnostics, candidate->call_positions.items[i],
                        DIAG_undefined_function, candidate->callees.items[i]->function->name);
        visit_reached(checker, candidate->callees.items[i], used);
    }
}

static void visit_reached(Checker *checker, Candidate *candidate, Map *used)
{
    if (candidate->mark == MARK_REACHED)
        return;
    candidate->mark = MARK_REACHED;
    vec_push(checker->arena, &checker->reached, candidate);
    visit_what_runs(checker, candidate, used);
}

/* D3D's limit is 32 KiB; since drivers differ in what they take, only Direct3D 11's profiles and a
 * limit that is written make more an error. */
void list_groupshared(Checker *checker, Candidate *entry)
{
    Map used = {0};
    int64_t bytes = 0;
    CheckedProgram *program = checker->program;
    visit_reached(checker, entry, &used);
    visit_what_runs(checker, checker->initialisers, &used);
    program->groupshared = ARENA_ARRAY(checker->arena, Variable *, checker->groupshared.count + 1);
    for (int i = 0; i < checker->groupshared.count; i++) {
        Variable *variable = checker->groupshared.items[i];
        if (map_find(&used, variable) == NULL)
            continue;
        program->groupshared[program->groupshared_count++] = variable;
        bytes += layout_size(variable->type, LAYOUT_STRUCTURED);
    }
    bool is_soft = program->groupshared_limit == GROUPSHARED_LIMIT &&
                   checker->options->shader_model_major >= 6 && bytes <= LARGEST_TYPE;
    if (bytes > program->groupshared_limit)
        diag_report(checker->diagnostics, entry->decl->pos,
                    is_soft ? DIAG_groupshared_large : DIAG_groupshared_too_big, (long long)bytes,
                    (long long)program->groupshared_limit);
}
