/* Names in expressions: turns of the repetitions around a pass, names of let:, sizes. */
#include <string.h>

#include "expression.h"
#include "job.h"

enum { MAX_DEPTH = 32 };

/* ---- turns ---- */

const JobItem *job_repetition_of(const JobItem *item)
{
    while (item && !item->repeat.place.line)
        item = item->outer;
    return item;
}

bool job_skips_turns(const JobItem *item)
{
    return item->every.place.line && !item->repeat.place.line && item->items.count;
}

/* step and steps are of the innermost repetition; others have names. */
static bool find_turn(const Scope *scope, const char *name, double *value)
{
    const JobItem *inner = job_repetition_of(scope->item);
    bool is_step = !strcmp(name, "step"), is_steps = !strcmp(name, "steps");
    if (is_step || is_steps) {
        *value = inner ? (double)(is_step ? inner->turn : inner->repeat.value) : is_steps;
        return true;
    }
    while (inner && !(inner->as.text && !strcmp(inner->as.text, name)))
        inner = job_repetition_of(inner->outer);
    *value = inner ? (double)inner->turn : 0;
    return inner != NULL;
}

/* ---- sizes ---- */

bool job_extent_of(const JobResource *resource, Extent *extent)
{
    if (resource->storage)
        *extent = host_extent_of(resource->storage->info, &resource->storage->view);
    else
        *extent = resource->extent;
    return resource->storage || resource->sized == SIZE_KNOWN;
}

typedef struct Member {
    const char *name;
    enum { MEMBER_WIDTH, MEMBER_HEIGHT, MEMBER_DEPTH, MEMBER_COUNT, MEMBER_COUNTER } kind;
} Member;

static const Member members[] = {
    {"width", MEMBER_WIDTH}, {"height", MEMBER_HEIGHT},   {"depth", MEMBER_DEPTH},
    {"count", MEMBER_COUNT}, {"counter", MEMBER_COUNTER},
};

static const char *member_name(const void *list, size_t index)
{
    return ((const Member *)list)[index].name;
}

static double read_member(const JobResource *resource, const Member *member, Extent extent)
{
    switch (member->kind) {
    case MEMBER_WIDTH: return extent.width;
    case MEMBER_HEIGHT: return extent.height;
    case MEMBER_DEPTH: return extent.depth;
    case MEMBER_COUNT: return (double)extent.width * extent.height * extent.depth;
    case MEMBER_COUNTER: return resource->storage->counter;
    }
    return 0;
}

static const Member *find_member(Report *report, const JobResource *resource, const char *name)
{
    for (size_t i = 0; i < HOST_LENGTH(members); i++)
        if (!strcmp(members[i].name, name))
            return &members[i];
    if (!*name)
        host_fail(report, "'%s' alone is no number; say %s.width or %s.count", resource->name.text,
                  resource->name.text, resource->name.text);
    else
        host_fail_unknown(report, "a resource has no", name,
                          (NameList){members, HOST_LENGTH(members), member_name});
    return NULL;
}

static bool find_size(Scope *scope, JobResource *resource, const char *name, double *value)
{
    const Member *member = find_member(scope->job->source.report, resource, name);
    Extent extent;
    if (!member)
        return false;
    if (!resource->storage && !job_find_extent(scope->job, resource)) {
        scope->is_placed = true;
        return false;
    }
    bool known = job_extent_of(resource, &extent) &&
                 (resource->storage || member->kind != MEMBER_COUNTER);
    scope->is_unknown |= !known;
    *value = known ? read_member(resource, member, extent) : 1;
    return true;
}

/* ---- all names ---- */

static const JobPair *find_let(const JobFile *job, const char *name)
{
    for (size_t i = 0; i < job->lets.count; i++)
        if (!strcmp(job->lets.items[i].name.text, name))
            return &job->lets.items[i];
    return NULL;
}

static bool evaluate_let(Scope *scope, const JobPair *let, double *value)
{
    if (scope->depth == MAX_DEPTH) {
        scope->is_placed = true;
        return job_fail(&scope->job->source, let->name.place, "'%s' rests on itself, or on more "
                                                              "than %d others",
                        let->name.text, MAX_DEPTH);
    }
    scope->depth++;
    bool good = job_evaluate_in(scope, &let->values.items[0], value);
    scope->depth--;
    scope->is_placed |= !good;
    return good;
}

static bool fail_name(Report *report, const char *owner, const char *member)
{
    return host_fail(report, "there is no resource '%s'%s", owner,
                     *member ? "" : "; names are step, steps, those of let: and as:, and sizes "
                                    "such as image.width");
}

static bool find_name(Report *report, void *context, const char *owner, const char *name,
                      double *value)
{
    Scope *scope = context;
    JobResource *resource = job_find_resource(scope->job, owner);
    const JobPair *let = *name ? NULL : find_let(scope->job, owner);
    if (!*name && find_turn(scope, owner, value))
        return true;
    if (let)
        return evaluate_let(scope, let, value);
    if (!resource)
        return fail_name(report, owner, name);
    return find_size(scope, resource, name, value);
}

bool job_evaluate_in(Scope *scope, const JobText *text, double *value)
{
    const JobSource *source = &scope->job->source;
    if (job_evaluate(source->report, text->text, &(JobNames){find_name, scope, &scope->is_unknown},
                     value))
        return true;
    return !scope->is_placed && job_fail_in(source, text->place);
}

/* ---- names that nothing uses ---- */

static bool names_turns(const JobItems *items, const char *name)
{
    for (size_t i = 0; i < items->count; i++) {
        const JobItem *item = &items->items[i];
        if ((item->as.text && !strcmp(item->as.text, name)) || names_turns(&item->items, name))
            return true;
    }
    return false;
}

/* What is there anywhere in the job, and has no value here. */
static bool know_name(Report *report, void *context, const char *owner, const char *name,
                      double *value)
{
    const JobFile *job = context;
    const JobResource *resource = job_find_resource(job, owner);
    *value = 1;
    if (resource)
        return find_member(report, resource, name) != NULL;
    return (!*name && (!strcmp(owner, "step") || !strcmp(owner, "steps") || find_let(job, owner) ||
                       names_turns(&job->passes, owner))) ||
           fail_name(report, owner, name);
}

bool job_check_lets(const JobFile *job)
{
    double value;
    for (size_t i = 0; i < job->lets.count; i++) {
        const JobText *text = &job->lets.items[i].values.items[0];
        if (!job_evaluate(job->source.report, text->text,
                          &(JobNames){know_name, (void *)job, &(bool){true}}, &value))
            return job_fail_in(&job->source, text->place);
    }
    return true;
}
