/* Which of a program's functions a call means: the candidate with the lowest sum of conversion
 * scores, as dxc does (GetBestViableFunction of SemaHLSL.cpp). A function goes before a template
 * instance of the same score, and a template before one that says less of its parameters; two of
 * the lowest score are an ambiguity. A groupshared parameter takes groupshared places before others
 * do, and what is none where nothing else fits, which the call then reports; so do out and inout parameters
 * what is no place, or a constant one. */
#include "conversions_priv.h"

enum { MOST_NOTES = 4 };
/* More than all conversions of a call. */
static const uint64_t NOT_A_PLACE = (uint64_t)1 << 60, NOT_SHARED = (uint64_t)1 << 61;

bool overload_is_shared(const Expr *argument)
{
    const Expr *root = argument;
    while (root->kind == EXPR_FIELD || root->kind == EXPR_BASE || root->kind == EXPR_INDEX ||
           root->kind == EXPR_SWIZZLE)
        root = root->left;
    return root->kind == EXPR_VARIABLE && argument->is_lvalue &&
           (root->variable->storage == STORAGE_GROUPSHARED || root->variable->is_reference);
}


static int first_parameter(const Candidate *candidate)
{
    return candidate->structure != NULL && !candidate->is_static ? 1 : 0;
}

static int required_arguments(const Candidate *candidate)
{
    int required = 0;
    for (int i = 0; i < candidate->decl->parameter_count; i++)
        if (candidate->defaults == NULL || candidate->defaults->parameters[i]->init == NULL)
            required = i + 1;
    return required;
}

static uint64_t parameter_score(Checker *checker, const Variable *parameter, const Expr *argument)
{
    uint64_t score = 0;
    /* as its base, whichever way it goes */
    if (type_is_derived_from(argument->type, parameter->type))
        return conversion_score(checker, argument->type, parameter->type);
    if (parameter->direction != DIRECTION_OUT) {
        Expr *decayed = parameter->type->kind == TYPE_RESOURCE ||
                                parameter->type->kind == TYPE_ENUM
                          ? (Expr *)(uintptr_t)argument
                          : build_content(checker, (Expr *)(uintptr_t)argument);
        score = conversion_score(checker, decayed->type, parameter->type);
        /* An enum's own type goes before what it is promoted to (C++11 13.3.3.2). */
        bool is_promoted = argument->type->kind == TYPE_ENUM && parameter->type->kind != TYPE_ENUM;
        score += score != UINT64_MAX && is_promoted ? 1 : 0;
    }
    if (parameter->direction == DIRECTION_IN || score == UINT64_MAX)
        return score;
    uint64_t back = conversion_score(checker, parameter->type, argument->type);
    return back == UINT64_MAX ? back : score + back;
}

/* *bad: the first argument that does not fit, or -1: their number. */
static uint64_t candidate_score(Checker *checker, const Candidate *candidate, Expr **arguments,
                                int count, int *bad)
{
    uint64_t total = 0;
    *bad = -1;
    if (candidate->function == NULL || count < required_arguments(candidate) ||
        count > candidate->decl->parameter_count)
        return UINT64_MAX;
    for (int i = 0; i < count; i++) {
        const Variable *parameter =
            candidate->function->parameters[first_parameter(candidate) + i];
        uint64_t score = parameter_score(checker, parameter, arguments[i]);
        if (score == UINT64_MAX) {
            *bad = i;
            return score;
        }
        total += score;
    }
    return total;
}

/* What decides between equals, and the penalties of parameters that need a place. */
static uint64_t place_score(const Candidate *candidate, Expr **arguments, int count)
{
    uint64_t score = 0;
    for (int i = 0; i < count; i++) {
        const Variable *parameter =
            candidate->function->parameters[first_parameter(candidate) + i];
        bool is_shared = overload_is_shared(arguments[i]);
        if (parameter->is_reference && !is_shared)
            return NOT_SHARED;
        if (parameter->direction != DIRECTION_IN && !arguments[i]->is_lvalue)
            score |= NOT_A_PLACE;
        score |= is_shared && !parameter->is_reference;
    }
    return score;
}

static void note_candidates(Checker *checker, const Symbol *functions)
{
    for (int i = 0; i < functions->candidates.count && i < MOST_NOTES; i++)
        diag_report(checker->diagnostics, functions->candidates.items[i]->decl->pos,
                    DIAG_candidate, functions->name);
}

/* "2 arguments", "1 to 3 arguments" */
static const char *spell_counts(Checker *checker, const Candidate *candidate)
{
    int least = required_arguments(candidate), most = candidate->decl->parameter_count;
    const char *ending = most == 1 ? "" : "s";
    return least == most
             ? arena_printf(checker->arena, "%d argument%s", most, ending)
             : arena_printf(checker->arena, "%d to %d argument%s", least, most, ending);
}

/* Why the call cannot mean it. */
static void note_why_not(Checker *checker, const Symbol *functions, const Candidate *candidate,
                         const Candidate *instance, Expr **arguments, int count)
{
    SourcePos pos = candidate->decl->pos;
    Name name = functions->name;
    int bad = -1;
    if (candidate->template == NULL)
        instance = candidate;
    if (instance != NULL && instance->function != NULL)
        candidate_score(checker, instance, arguments, count, &bad);
    if (instance != NULL && instance->failure != NULL) {
        diag_report(checker->diagnostics, pos, DIAG_candidate_left_out, name, instance->failure);
    } else if (bad >= 0) {
        const Variable *parameter =
            instance->function->parameters[first_parameter(instance) + bad];
        bool is_out = parameter->direction == DIRECTION_OUT;
        diag_report(checker->diagnostics, pos,
                    is_out ? DIAG_candidate_place : DIAG_candidate_argument, name, parameter->type,
                    bad + 1, arguments[bad]->type);
    } else if (count > candidate->decl->parameter_count || count < required_arguments(candidate)) {
        diag_report(checker->diagnostics, pos, DIAG_candidate_count, name,
                    spell_counts(checker, candidate), count);
    } else {
        diag_report(checker->diagnostics, pos,
                    candidate->template != NULL ? DIAG_candidate_template : DIAG_candidate, name);
    }
}

static void report_none(Checker *checker, const Symbol *functions, Candidate *const *candidates,
                        Expr **arguments, int count, SourcePos pos)
{
    const Candidate *only = functions->candidates.count == 1 ? functions->candidates.items[0]
                                                             : NULL;
    int bad = -1;
    if (only != NULL && only->template == NULL && only->function == NULL)
        return; /* its declaration was reported */
    if (only != NULL && only->function != NULL)
        candidate_score(checker, only, arguments, count, &bad);
    if (bad >= 0)
        diag_report(checker->diagnostics, arguments[bad]->pos, DIAG_argument_type, bad + 1,
                    functions->name, arguments[bad]->type,
                    only->function->parameters[first_parameter(only) + bad]->type);
    else if (only != NULL && only->function != NULL)
        diag_report(checker->diagnostics, pos, DIAG_argument_count, functions->name,
                    only->decl->parameter_count, count);
    else
        diag_report(checker->diagnostics, pos, DIAG_no_overload, functions->name,
                    spell_arguments(checker, arguments, count));
    bool is_said = only != NULL && only->function != NULL;
    if (is_said)
        note_candidates(checker, functions);
    for (int i = 0; !is_said && i < functions->candidates.count && i < MOST_NOTES; i++)
        note_why_not(checker, functions, functions->candidates.items[i], candidates[i], arguments,
                     count);
}

Candidate *overload_choose(Checker *checker, const Symbol *functions, Candidate *const *candidates,
                           Expr **arguments, int count, SourcePos pos)
{
    Candidate *best = NULL;
    const Candidate *written = NULL; /* the template that the best is of */
    uint64_t best_score = UINT64_MAX;
    int equals = 0, bad;
    for (int i = 0; i < functions->candidates.count; i++) {
        if (candidates[i] == NULL)
            continue;
        uint64_t score = candidate_score(checker, candidates[i], arguments, count, &bad);
        if (score == UINT64_MAX)
            continue;
        const Candidate *other = functions->candidates.items[i];
        bool is_template = other->template != NULL;
        score = score * 4 + 2 * is_template + place_score(candidates[i], arguments, count);
        bool is_equal = written != NULL && score == best_score;
        if (is_equal && is_template && template_says_more(written->decl, other->decl))
            continue;
        bool says_more = is_equal && is_template && template_says_more(other->decl, written->decl);
        equals = score < best_score || says_more ? 1 : equals + is_equal;
        if (score < best_score || says_more) {
            best = candidates[i];
            best_score = score;
            written = other;
        }
    }
    if (best == NULL) {
        report_none(checker, functions, candidates, arguments, count, pos);
    } else if (equals > 1) {
        diag_report(checker->diagnostics, pos, DIAG_ambiguous_call, functions->name,
                    spell_arguments(checker, arguments, count));
        note_candidates(checker, functions);
        return NULL;
    }
    return best;
}

uint64_t overload_score(Checker *checker, const Symbol *functions, Candidate *const *candidates,
                        Expr **arguments, int count)
{
    uint64_t best = UINT64_MAX;
    for (int i = 0, bad; i < functions->candidates.count; i++) {
        uint64_t score = candidates[i] != NULL ? candidate_score(checker, candidates[i], arguments,
                                                                 count, &bad)
                                               : UINT64_MAX;
        if (score != UINT64_MAX && place_score(candidates[i], arguments, count) >= NOT_A_PLACE)
            score |= NOT_A_PLACE;
        best = score < best ? score : best;
    }
    return best;
}
