/* Checks a command line against the module before anything is loaded or run: every name is resolved,
 * every value parsed, so that a slip of the pen in the last option costs no long run. */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "host.h"

enum { DEFAULT_PRINT = 64 };

static const char *option_of(AssignKind kind)
{
    static const char *const names[] = { [ASSIGN_IN] = "in", [ASSIGN_OUT] = "out", [ASSIGN_SET] = "set",
                                         [ASSIGN_SIZE] = "size", [ASSIGN_COUNTER] = "counter", [ASSIGN_PRINT] = "print" };
    return names[kind];
}

/* ---- one function per kind of assignment ---- */

/* Whether an entry point before it has an --out to the same file or @NAME. */
static bool is_written_before(const CommandLine *line, const Assign *in)
{
    for (size_t i = 0; i < line->assign_count; i++) {
        const Assign *out = &line->assigns[i];
        if (out->kind == ASSIGN_OUT && !strcmp(out->value, in->value) && out->step < (in->step < 0 ? 1 : in->step))
            return true;
    }
    return false;
}

static bool plan_in(Report *report, const CommandLine *line, Assign *assign)
{
    const WccResourceInfo *info = assign->slot.info;
    if (host_kind(info)->missing)
        return host_fail(report, "%s", host_kind(info)->missing);
    if (assign->value[0] == '@') {
        if (info->kind == WCC_CBUFFER)
            return host_fail(report, "a cbuffer is filled from --set or a file");
        return is_written_before(line, assign)
               || host_fail(report, "no entry point before this one has an --out NAME=%s", assign->value);
    }
    if (host_is_values(assign->value))
        return true;
    const FileFormat *format = host_find_format(report, assign->value);
    if (!format || (!format->read && !host_fail(report, "%s files can only be written", format->extension)))
        return false;
    return !access(assign->value, R_OK) || is_written_before(line, assign)
           || host_fail(report, "could not open: %s", strerror(errno));
}

static bool plan_out(Report *report, const CommandLine *line, Assign *assign)
{
    (void)line;
    if (!host_kind(assign->slot.info)->writable)
        return host_fail(report, "a %s is read only; no entry point can write it", assign->slot.info->type);
    if (assign->value[0] == '@')
        return assign->value[1] || host_fail(report, "'@' wants a name: @tmp");
    const FileFormat *format = host_find_format(report, assign->value);
    if (!format || (!format->write && !host_fail(report, "%s files cannot be written", format->extension)))
        return false;
    if (format->pictures_only && !host_is_picture(assign->slot.info))
        return host_fail(report, "a %s holds a 2D texture only; use .npy or .bin", format->extension);
    return host_check_target(report, assign->value);
}

static bool plan_set(Report *report, const CommandLine *line, Assign *assign)
{
    (void)line;
    WccSampler sampler = WCC_DEFAULT_SAMPLER;
    if (host_kind(assign->slot.info)->class == CLASS_SAMPLER)
        return host_set_sampler(report, assign->value, &sampler);
    return host_set_constant(report, &assign->constant, assign->value, NULL);
}

static bool plan_size(Report *report, const CommandLine *line, Assign *assign)
{
    (void)line;
    return host_parse_extent(report, assign->slot.info, assign->value, &assign->extent);
}

static bool plan_counter(Report *report, const CommandLine *line, Assign *assign)
{
    (void)line;
    const char *end;
    if (!assign->slot.info->has_counter)
        return host_fail(report, "this %s has no counter", assign->slot.info->type);
    return (host_parse_count(assign->value, &end, UINT32_MAX, &assign->number) && !*end)
           || host_fail(report, "'%.60s' is no number from 0 to 4294967295", assign->value);
}

static bool plan_print(Report *report, const CommandLine *line, Assign *assign)
{
    (void)line;
    const char *end;
    assign->number = DEFAULT_PRINT;
    if (host_kind(assign->slot.info)->missing)
        return host_fail(report, "%s", host_kind(assign->slot.info)->missing);
    return !assign->value || (host_parse_count(assign->value, &end, INT64_MAX, &assign->number) && !*end)
           || host_fail(report, "'%.60s' is no count", assign->value);
}

typedef bool PlanAssign(Report *report, const CommandLine *line, Assign *assign);

static PlanAssign *const planners[] = {
    [ASSIGN_IN] = plan_in,     [ASSIGN_OUT] = plan_out,         [ASSIGN_SET] = plan_set,
    [ASSIGN_SIZE] = plan_size, [ASSIGN_COUNTER] = plan_counter, [ASSIGN_PRINT] = plan_print,
};

/* ---- all of them ---- */

static bool resolve_name(Report *report, const WccModule *module, Assign *assign)
{
    if (assign->kind != ASSIGN_SET)
        return host_find_slot(report, module, assign->name, &assign->slot);
    if (host_find_sampler(module, assign->name, &assign->slot))
        return true;
    if (!host_find_constant(report, module, assign->name, &assign->constant))
        return false;
    assign->slot = assign->constant.slot;
    return true;
}

static bool is_used(const WccModule *module, const CommandLine *line, const Assign *assign)
{
    for (int step = 0; step < line->step_count; step++)
        if ((assign->step < 0 || assign->step == step) && host_entry_uses(module, line->steps[step].entry, assign->slot.info))
            return true;
    return false;
}

/* What an entry point does not use cannot be an output, and is nothing but a warning elsewhere. */
static bool check_used(Report *report, const WccModule *module, const CommandLine *line, const Assign *assign)
{
    if (is_used(module, line, assign))
        return true;
    const char *user = assign->step >= 0 || line->step_count == 1 ? line->steps[assign->step < 0 ? 0 : assign->step].entry->name
                                                                    : "no entry point that runs";
    const char *verb = assign->step >= 0 || line->step_count == 1 ? "does not use" : "uses";
    if (assign->kind == ASSIGN_OUT || assign->kind == ASSIGN_PRINT)
        return host_fail(report, "%s %s '%s'", user, verb, assign->name);
    host_warn(report, "--%s %s: %s %s it", option_of(assign->kind), assign->name, user, verb);
    return true;
}

static bool is_twice(const Assign *a, const Assign *b)
{
    return a->kind == b->kind && a->step == b->step && a->slot.row == b->slot.row
           && (a->kind == ASSIGN_IN || a->kind == ASSIGN_SIZE || a->kind == ASSIGN_COUNTER);
}

static bool plan_assign(Report *report, const WccModule *module, CommandLine *line, size_t index)
{
    Assign *assign = &line->assigns[index];
    if (!resolve_name(report, module, assign) || !planners[assign->kind](report, line, assign)
        || !check_used(report, module, line, assign))
        return false;
    for (size_t i = 0; i < index; i++)
        if (is_twice(&line->assigns[i], assign))
            return host_fail(report, "given twice for one entry point");
    return true;
}

static bool plan_step(Report *report, const WccModule *module, Step *step)
{
    step->entry = host_find_entry(report, module, step->entry_name);
    step->variant = step->entry ? host_find_variant(report, step->entry, step->wanted) : NULL;
    if (step->variant == NULL)
        return false;
    uint64_t threads = (uint64_t)step->entry->threads[0] * step->entry->threads[1] * step->entry->threads[2];
    return step->schedule.kind == WCC_FORWARD || step->variant->scheduled || threads <= step->variant->wave_size
           || host_fail(report, "--schedule: %s was compiled without --schedules", step->entry->name);
}

bool host_plan(Report *report, const WccModule *module, CommandLine *line)
{
    for (int i = 0; i < line->step_count; i++)
        if (!plan_step(report, module, &line->steps[i]))
            return false;
    for (size_t i = 0; i < line->assign_count; i++) {
        const Assign *assign = &line->assigns[i];
        if (!plan_assign(report, module, line, i))
            return host_fail_in(report, "--%s %s%s%.100s", option_of(assign->kind), assign->name, assign->value ? "=" : "",
                                assign->value ? assign->value : "");
    }
    return true;
}

Assign *host_find_assign(const CommandLine *line, AssignKind kind, int step, uint32_t row)
{
    Assign *common = NULL;
    for (size_t i = 0; i < line->assign_count; i++) {
        Assign *assign = &line->assigns[i];
        if (assign->kind != kind || assign->slot.row != row)
            continue;
        if (assign->step == step)
            return assign;
        if (assign->step < 0)
            common = assign;
    }
    return common;
}
