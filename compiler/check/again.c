/* A file checked again, for another entry point or wave size: what its calls do not lead to is left
 * out. A file of many entry points over one long header would take as much time and memory for each
 * as for all of it.
 *
 * The first check has all bodies, and so all that is to be reported of them. Of its calls a later one
 * knows which bodies it will come to; these are checked where they stand, as in the first. What the
 * bodies that are left out said of resources counts: they have the same registers. Functions whose
 * name nobody looked up, as other entry points are, are not even declared. Where another wave size
 * calls what the first did not (if constexpr, a template's argument), all of it is checked again. */
#include "core_priv.h"

typedef struct Search {
    Checker *checker;
    Map seen; /* Candidate * of the first check */
} Search;

static void follow_calls(Search *search, const Candidate *candidate)
{
    Checker *checker = search->checker;
    if (map_find(&search->seen, candidate) != NULL)
        return;
    map_put(checker->arena, &search->seen, candidate, (void *)candidate);
    if (candidate->decl != NULL)
        map_put(checker->arena, &checker->called, candidate->decl, (void *)candidate->decl);
    for (int i = 0; i < candidate->callees.count; i++)
        follow_calls(search, candidate->callees.items[i]);
}

void again_find_calls(Checker *checker)
{
    const CheckedProgram *first = checker->options->first;
    if (first == NULL || checker->entry_decl == NULL)
        return;
    const Checker *before = first->checker;
    Search search = {.checker = checker};
    for (int i = 0; i < before->functions.count; i++)
        if (before->functions.items[i]->decl == checker->entry_decl)
            follow_calls(&search, before->functions.items[i]);
    follow_calls(&search, before->initialisers);
    checker->leaves_out = true;
}

/* Nobody looked a function of this name up; where another wave size does, all is checked again. */
bool again_passes_over(const Checker *checker, const AstDecl *ast)
{
    if (!checker->leaves_out || ast == checker->entry_decl)
        return false;
    const Symbol *symbol = scope_find_here(checker->options->first->checker->global, ast->name);
    return symbol != NULL && symbol->kind == SYMBOL_FUNCTIONS && !symbol->is_sought &&
           symbol->candidates.count == 1;
}

bool body_is_due(const Checker *checker, const Candidate *candidate)
{
    if (!candidate->is_defined || candidate->state != BODY_UNCHECKED)
        return false;
    return !checker->leaves_out || candidate->is_lazy || map_find(&checker->called, candidate->decl) != NULL;
}

/* Both lists have the file's order, but for what one entry point or body alone adds. */
void again_use_resources(Checker *checker)
{
    if (!checker->leaves_out)
        return;
    const Checker *before = checker->options->first->checker;
    for (int i = 0, at = 0; i < checker->resources.count; i++) {
        Resource *resource = checker->resources.items[i];
        for (int tries = 0; tries < before->resources.count; tries++) {
            const Resource *same = before->resources.items[(at + tries) % before->resources.count];
            if (same->name != resource->name || same->pos != resource->pos)
                continue;
            resource->is_used |= same->is_used;
            resource->has_counter |= same->has_counter;
            at = (at + tries + 1) % before->resources.count;
            break;
        }
    }
}

bool again_misses_body(const Checker *checker)
{
    if (!checker->leaves_out)
        return false;
    for (int i = 0; i < checker->reached.count; i++)
        if (checker->reached.items[i]->is_defined && checker->reached.items[i]->state == BODY_UNCHECKED)
            return true;
    return false;
}
