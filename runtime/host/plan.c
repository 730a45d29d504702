/* Checks a command line against the module before anything is loaded or run: every name is
 * resolved, every value parsed, so that a slip of the pen in the last option costs no long run. */
#include "plan.h"

#include "files/files.h"

#include <stdlib.h>
#include <string.h>

enum { DEFAULT_PRINT = 64 };

/* ---- one function per kind of assignment ---- */

/* Of a file without its options, of @NAME=SOURCE without the source. */
static size_t name_length(const char *value)
{
    return value[0] == '@' ? strcspn(value, "=") : host_path_length(value);
}

/* The same file or the same @NAME. Standard input and output are two. */
static bool is_one_name(const char *first, const char *second)
{
    size_t length = name_length(first);
    return length == name_length(second) && !memcmp(first, second, length) &&
           !host_is_standard(first);
}

/* Whether any entry point has an --out to it. */
static bool is_written(const CommandLine *line, const Assign *in)
{
    for (size_t i = 0; i < line->assign_count; i++)
        if (line->assigns[i].kind == ASSIGN_OUT && is_one_name(line->assigns[i].value, in->value))
            return true;
    return false;
}

/* Whether an entry point before it has an --out to the same file or @NAME. */
static bool is_written_before(const CommandLine *line, const Assign *in)
{
    for (size_t i = 0; i < line->assign_count; i++) {
        const Assign *out = &line->assigns[i];
        if (out->kind == ASSIGN_OUT && is_one_name(out->value, in->value) &&
            out->step < (in->step < 0 ? 1 : in->step))
            return true;
    }
    return false;
}

bool host_check_source_format(Report *report, const char *source)
{
    if (host_is_values(source))
        return true;
    FileName name;
    bool good = host_parse_file_name(report, source, FILE_IN, &name);
    free(name.path);
    return good;
}

bool host_check_target_format(Report *report, const WccResourceInfo *info, const char *target)
{
    FileName name;
    bool good = host_parse_file_name(report, target, FILE_OUT, &name);
    bool are_several = host_is_sequence(target);
    if (good && are_several && !(host_is_texture(info) && host_has_slices(info)))
        good = host_fail(report, "a %s has no slices to be written one a file", info->type);
    if (good && are_several && name.format->holds == HOLDS_TEXTURES)
        good = host_fail(report, "a %s holds all slices; leave out the number",
                         name.format->extension);
    if (good && name.format->holds == HOLDS_PICTURES &&
        (are_several ? host_kind(info)->dimensions == 1 : !host_is_picture(info)))
        good = host_fail(report, "a %s holds a 2D texture only; use .npy or .bin",
                         name.format->extension);
    if (good && name.format->holds == HOLDS_TEXTURES && !host_is_texture(info))
        good = host_fail(report, "a %s holds textures only; use .npy or .bin",
                         name.format->extension);
    free(name.path);
    return good;
}

const char *host_start_of(const char *value)
{
    const char *equals = value[0] == '@' ? strchr(value, '=') : NULL;
    return equals ? equals + 1 : NULL;
}

static bool check_file(Report *report, const char *source)
{
    return host_check_source_format(report, source) &&
           (host_is_values(source) || host_check_source(report, source));
}

/* --in NAME=@x: from an entry point before this one, or, in the next rounds of --repeat-chain, from
 * any; @x=SOURCE says what it is in the first. */
static bool plan_handed(Report *report, const CommandLine *line, PlannedAssign *assign)
{
    const char *source = assign->typed->value, *start = host_start_of(source);
    if (assign->slot.info->kind == WCC_CBUFFER)
        return host_fail(report, "a cbuffer is filled from --set or a file");
    bool is_before = is_written_before(line, assign->typed);
    bool is_later = line->rounds > 1 && is_written(line, assign->typed);
    if (!is_before && !is_later)
        return host_fail(report, "no entry point before this one has an --out NAME=%.*s",
                         (int)name_length(source), source);
    if (!is_before && !start)
        return host_fail(report,
                         "%s comes from the round before; say what it is in the first: "
                         "--in %s=%s=SOURCE",
                         source, assign->typed->name, source);
    return !start || check_file(report, start);
}

static bool plan_in(Report *report, const CommandLine *line, PlannedAssign *assign)
{
    const WccResourceInfo *info = assign->slot.info;
    const char *source = assign->typed->value;
    if (host_kind(info)->missing)
        return host_fail(report, "%s", host_kind(info)->missing);
    if (source[0] == '@')
        return plan_handed(report, line, assign);
    if (line->rounds > 1 && !host_is_values(source) && is_written(line, assign->typed))
        return host_fail(report, "--repeat-chain hands over as @NAME, not through files");
    if (!is_written_before(line, assign->typed))
        return check_file(report, source);
    return host_check_source_format(report, source);
}

/* The first of the files of --every. */
static bool plan_numbered(Report *report, const WccResourceInfo *info,
                          const NumberedPath *numbered)
{
    Text first = {0};
    host_spell_numbered(numbered, 0, &first);
    bool good = first.failed ? host_fail(report, "not enough memory")
                : host_is_archive(first.text)
                    ? host_fail(report, "an .npz is written once; give .npy files numbers")
                             : host_check_target_format(report, info, first.text) &&
                                   host_check_target(report, first.text);
    free(first.text);
    return good;
}

static bool plan_out(Report *report, const CommandLine *line, PlannedAssign *assign)
{
    const WccResourceInfo *info = assign->slot.info;
    const char *target = assign->typed->value;
    NumberedPath numbered;
    if (!host_kind(info)->writable)
        return host_fail(report, "a %s is read only; no entry point can write it", info->type);
    if (target[0] == '@')
        return (target[1] && !strchr(target, '=')) ||
               host_fail(report, "'@' wants a name: @tmp");
    if (line->every && strchr(target, '%'))
        return host_parse_numbered(target, &numbered)
                   ? plan_numbered(report, info, &numbered)
                   : host_fail(report, "one %%d or %%04d stands for the number");
    return host_check_target_format(report, info, target) && host_check_target(report, target);
}

static bool plan_set(Report *report, const CommandLine *line, PlannedAssign *assign)
{
    (void)line;
    WccSampler sampler = WCC_DEFAULT_SAMPLER;
    if (host_kind(assign->slot.info)->class == CLASS_SAMPLER)
        return host_set_sampler(report, assign->typed->value, &sampler);
    return host_set_constant(report, &assign->constant, assign->typed->value, NULL);
}

static bool plan_size(Report *report, const CommandLine *line, PlannedAssign *assign)
{
    (void)line;
    return host_parse_size(report, assign->slot.info, assign->typed->value, &assign->extent,
                           &assign->format);
}

static bool plan_format(Report *report, const CommandLine *line, PlannedAssign *assign)
{
    (void)line;
    assign->format = host_find_texel_format(report, assign->typed->value);
    return assign->format &&
           host_check_resource_format(report, assign->slot.info, assign->format);
}

static bool plan_counter(Report *report, const CommandLine *line, PlannedAssign *assign)
{
    (void)line;
    const char *end, *value = assign->typed->value;
    if (!assign->slot.info->has_counter)
        return host_fail(report, "this %s has no counter", assign->slot.info->type);
    return (host_parse_count(value, &end, UINT32_MAX, &assign->count) && !*end) ||
           host_fail(report, "'%.60s' is no number from 0 to 4294967295", value);
}

static bool plan_mips(Report *report, const CommandLine *line, PlannedAssign *assign)
{
    (void)line;
    const char *end, *value = assign->typed->value;
    if (!host_may_have_mips(report, assign->slot.info))
        return false;
    if (!strcmp(value, "full"))
        return true;
    return (host_parse_count(value, &end, MAX_MIPS, &assign->count) && !*end && assign->count) ||
           host_fail(report, "'%.60s' is no number from 1 to %d, nor 'full'", value, MAX_MIPS);
}

static bool plan_print(Report *report, const CommandLine *line, PlannedAssign *assign)
{
    (void)line;
    const char *end, *value = assign->typed->value;
    assign->count = DEFAULT_PRINT;
    if (host_kind(assign->slot.info)->missing)
        return host_fail(report, "%s", host_kind(assign->slot.info)->missing);
    return !value || (host_parse_count(value, &end, INT64_MAX, &assign->count) && !*end) ||
           host_fail(report, "'%.60s' is no count", value);
}

typedef bool PlanAssign(Report *report, const CommandLine *line, PlannedAssign *assign);

static PlanAssign *const planners[] = {
    [ASSIGN_IN] = plan_in,     [ASSIGN_OUT] = plan_out,         [ASSIGN_SET] = plan_set,
    [ASSIGN_SIZE] = plan_size, [ASSIGN_COUNTER] = plan_counter, [ASSIGN_PRINT] = plan_print,
    [ASSIGN_MIPS] = plan_mips, [ASSIGN_FORMAT] = plan_format,
};

/* ---- all of them ---- */

static bool resolve_name(Report *report, const WccModule *module, PlannedAssign *assign)
{
    const char *name = assign->typed->name;
    if (assign->typed->kind != ASSIGN_SET)
        return host_find_slot(report, module, name, &assign->slot);
    if (host_find_sampler(module, name, &assign->slot))
        return true;
    if (!host_find_constant(report, module, name, &assign->constant))
        return false;
    assign->slot = assign->constant.slot;
    return true;
}

static bool is_used(const WccModule *module, const Plan *plan, const PlannedAssign *assign)
{
    int only = assign->typed->step;
    for (int step = 0; step < plan->line->step_count; step++)
        if ((only < 0 || only == step) &&
            host_entry_uses(module, plan->steps[step].entry, assign->slot.info))
            return true;
    return false;
}

/* What an entry point does not use cannot be an output, and is nothing but a warning elsewhere. */
static bool check_used(Report *report, const WccModule *module, const Plan *plan,
                       const PlannedAssign *assign)
{
    const Assign *typed = assign->typed;
    if (is_used(module, plan, assign))
        return true;
    bool one = typed->step >= 0 || plan->line->step_count == 1;
    const char *user = one ? plan->steps[typed->step < 0 ? 0 : typed->step].entry->name
                           : "no entry point that runs";
    const char *verb = one ? "does not use" : "uses";
    if (typed->kind == ASSIGN_OUT || typed->kind == ASSIGN_PRINT)
        return host_fail(report, "%s %s '%s'", user, verb, typed->name);
    host_warn(report, "--%s %s: %s %s it", host_assign_option(typed->kind), typed->name, user,
              verb);
    return true;
}

static bool is_twice(const PlannedAssign *first, const PlannedAssign *second)
{
    AssignKind kind = first->typed->kind;
    return kind == second->typed->kind && first->typed->step == second->typed->step &&
           first->slot.row == second->slot.row &&
           (kind == ASSIGN_IN || kind == ASSIGN_SIZE || kind == ASSIGN_COUNTER ||
            kind == ASSIGN_MIPS || kind == ASSIGN_FORMAT);
}

/* Whoever is second finds nothing there. */
static bool reads_again(const Assign *first, const Assign *second)
{
    return first->kind == ASSIGN_IN && second->kind == ASSIGN_IN &&
           host_is_standard(first->value) && host_is_standard(second->value);
}

static bool is_read_between(const CommandLine *line, const Assign *first, const Assign *second)
{
    for (size_t i = 0; i < line->assign_count; i++) {
        const Assign *in = &line->assigns[i];
        if (in->kind == ASSIGN_IN && in->step > first->step && in->step <= second->step &&
            host_is_one_file(in->value, first->value))
            return true;
    }
    return false;
}

static const char *member_of(const PlannedAssign *assign)
{
    const char *typed = assign->typed->value;
    size_t length = host_path_length(typed);
    return typed[length] ? typed + length + 1 : assign->slot.info->name;
}

bool host_is_archive(const char *target)
{
    FileName name;
    Report ignored = {0};
    bool is_archive = host_parse_file_name(&ignored, target, FILE_OUT, &name) &&
                      name.format->is_archive && !host_is_sequence(target);
    free(name.path);
    return is_archive;
}

/* Two outputs that one .npz can hold. */
static bool are_members(const PlannedAssign *first, const PlannedAssign *second)
{
    return first->typed->kind == ASSIGN_OUT && second->typed->kind == ASSIGN_OUT &&
           host_is_archive(first->typed->value) &&
           strcmp(member_of(first), member_of(second)) != 0;
}

/* Whether the second output takes the place of the first before anything could read it. */
static bool is_overwritten(const CommandLine *line, const Assign *first, const Assign *second)
{
    if (first->kind != ASSIGN_OUT || second->kind != ASSIGN_OUT)
        return false;
    if (first->value[0] == '@' || second->value[0] == '@')
        return first->step == second->step && !strcmp(first->value, second->value);
    return host_is_one_file(first->value, second->value) &&
           (first->step < 0 || !is_read_between(line, first, second));
}

static bool plan_assign(Report *report, const WccModule *module, Plan *plan, size_t index)
{
    PlannedAssign *assign = &plan->assigns[index];
    assign->typed = &plan->line->assigns[index];
    if (!resolve_name(report, module, assign) ||
        !planners[assign->typed->kind](report, plan->line, assign) ||
        !check_used(report, module, plan, assign))
        return false;
    for (size_t i = 0; i < index; i++)
        if (is_twice(&plan->assigns[i], assign))
            return host_fail(report, "given twice for one entry point");
    for (size_t i = 0; i < index; i++)
        if (!are_members(&plan->assigns[i], assign) &&
            is_overwritten(plan->line, &plan->line->assigns[i], assign->typed))
            return host_fail(report, "is written twice");
        else if (reads_again(&plan->line->assigns[i], assign->typed))
            return host_fail(report, "standard input can be read only once");
    return true;
}

static bool plan_step(Report *report, const WccModule *module, const StepOptions *options,
                      Step *step)
{
    const WccEntry *entry = host_find_entry(report, module, options->entry, "with -e");
    const WccVariant *variant = entry ? host_find_variant(report, entry, options->wanted) : NULL;
    if (!variant)
        return false;
    *step = (Step){options, entry, {variant, options->schedule}};
    uint64_t threads = (uint64_t)entry->threads[0] * entry->threads[1] * entry->threads[2];
    return options->schedule.kind == WCC_FORWARD || variant->scheduled ||
           threads <= variant->wave_size ||
           host_fail(report, "--schedule: %s was compiled without --schedules", entry->name);
}

bool host_new_plan(Report *report, const WccModule *module, const CommandLine *line, Plan *plan)
{
    *plan = (Plan){.line = line};
    plan->assigns = calloc(line->assign_count + 1, sizeof *plan->assigns);
    plan->steps = calloc((size_t)line->step_count + 1, sizeof *plan->steps);
    if (!plan->assigns || !plan->steps)
        return host_fail(report, "not enough memory");
    for (int i = 0; i < line->step_count; i++)
        if (!plan_step(report, module, &line->steps[i], &plan->steps[i]))
            return false;
    for (size_t i = 0; i < line->assign_count; i++)
        if (!plan_assign(report, module, plan, i))
            return host_fail_in_assign(report, &line->assigns[i]);
    return true;
}

void host_free_plan(Plan *plan)
{
    free(plan->assigns);
    free(plan->steps);
    *plan = (Plan){0};
}

const PlannedAssign *host_find_assign(const Plan *plan, AssignKind kind, int step, uint32_t row)
{
    const PlannedAssign *common = NULL;
    for (size_t i = 0; i < plan->line->assign_count; i++) {
        const PlannedAssign *assign = &plan->assigns[i];
        if (assign->typed->kind != kind || assign->slot.row != row)
            continue;
        if (assign->typed->step == step)
            return assign;
        if (assign->typed->step < 0)
            common = assign;
    }
    return common;
}
