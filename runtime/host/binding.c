/* Binds an entry point's resources: what is given (files, values, @NAME, sizes), then what is
 * left, with the size of the inputs. Read-only resources and cbuffers are bound anew for each
 * step. What a step before has written stays bound, unless this step gives it anew or it was
 * handed over as @NAME. */
#include "session.h"

#include <string.h>

/* ---- what an entry point uses, row by row ---- */

typedef bool VisitRow(StepRun *run, const WccResourceInfo *info, uint32_t row);

/* Calls visit for all rows of the entry point's resources until one gives false. */
static bool for_each_row(StepRun *run, VisitRow *visit)
{
    const WccModule *module = run->session->module;
    const WccEntry *entry = run->step->entry;
    for (uint32_t i = 0; i < entry->resource_count; i++) {
        const WccResourceInfo *info = &module->resources[entry->resources[i]];
        for (uint32_t j = 0; j < host_rows_of(module, info); j++)
            if (!visit(run, info, info->first_row + j))
                return false;
    }
    return true;
}

static const PlannedAssign *find_assign(const StepRun *run, AssignKind kind, uint32_t row)
{
    return host_find_assign(run->session->plan, kind, run->index, row);
}

/* An array without a size has more rows than anyone binds: what nothing is said of stays unbound. */
static bool is_unmentioned(const StepRun *run, const WccResourceInfo *info, uint32_t row)
{
    const Plan *plan = run->session->plan;
    if (info->array_count != UINT32_MAX)
        return false;
    for (size_t i = 0; i < plan->line->assign_count; i++)
        if (plan->assigns[i].slot.row == row)
            return false;
    return true;
}

static bool fail_in_assign(Session *session, const PlannedAssign *assign)
{
    return host_fail_in_assign(session->report, assign->typed);
}

/* ---- binding ---- */

/* What is said of the row's texels in this step, or NULL. */
static const TexelFormat *find_format(const StepRun *run, uint32_t row)
{
    const PlannedAssign *format = find_assign(run, ASSIGN_FORMAT, row);
    const PlannedAssign *size = find_assign(run, ASSIGN_SIZE, row);
    return format ? format->format : size ? size->format : NULL;
}

static Storage *load_source(Session *session, const PlannedAssign *assign, const Extent *given,
                            const TexelFormat *format)
{
    const char *start = host_start_of(assign->typed->value);
    return host_load_source(session->report, assign->slot.info,
                            start ? start : assign->typed->value, given, format);
}

Handover *host_find_handover(Session *session, const char *name)
{
    size_t length = strcspn(name, "=");
    for (size_t i = 0; i < session->handover_count; i++)
        if (!strncmp(session->handovers[i].name, name, length) &&
            !session->handovers[i].name[length])
            return &session->handovers[i];
    return NULL;
}

/* A copy of what was handed over, with `view` over it, for an entry point that may write it. */
static Storage *copy_handover(Session *session, const Storage *handed, const WccResourceInfo *info,
                              WccResource *view)
{
    host_see(host_ranks_of(session), session->report, handed, info->name);
    Storage *copy = host_copy_storage(session->report, handed);
    if (!copy)
        return NULL;
    copy->counter = host_is_counted(info) ? view->width : 0;
    view->counter = info->has_counter ? &copy->counter : NULL;
    view->data = copy->view.data;
    copy->view = *view;
    copy->info = info;
    return copy;
}

/* Of a buffer, with room for more. */
static Storage *grow_handover(Session *session, const Storage *handed, const WccResourceInfo *info,
                              const WccResource *view, Extent extent)
{
    host_see(host_ranks_of(session), session->report, handed, info->name);
    Storage *grown = host_new_storage(session->report, info, extent);
    size_t bytes = (size_t)view->width * view->stride;
    if (grown && bytes)
        memcpy(grown->view.data, view->data, bytes);
    if (grown)
        grown->counter = host_is_counted(info) ? view->width : 0;
    return grown;
}

/* Nothing that was handed over gets lost; textures stay as they are. */
static bool check_handover_size(Report *report, const WccResourceInfo *info, const WccResource *view,
                                Extent size)
{
    Extent has = host_extent_of(info, view);
    char has_text[48], size_text[48];
    if (host_same_extent(has, size) || (!host_is_texture(info) && size.width > has.width))
        return true;
    return host_fail(report, "is handed over with a size of %s, and a --size of %s does not fit that",
                     host_spell_extent(info, has, has_text), host_spell_extent(info, size, size_text));
}

/* Readers share the memory; writers, and those who see another format or want more elements, get a copy. */
static bool bind_handover(Session *session, const PlannedAssign *assign, const TexelFormat *format,
                          const Extent *size)
{
    const WccResourceInfo *info = assign->slot.info;
    Handover *handover = host_find_handover(session, assign->typed->value);
    WccResource view;
    if (!handover)
        return host_fail(session->report, "nothing was handed over as %s", assign->typed->value);
    if (!host_view_storage(session->report, handover->storage, info, &view))
        return false;
    if (size && !check_handover_size(session->report, info, &view, *size))
        return false;
    bool is_changed = format && format != handover->format;
    bool is_grown = size && !host_same_extent(host_extent_of(info, &view), *size);
    Storage *storage = is_grown ? grow_handover(session, handover->storage, info, &view, *size)
                       : host_kind(info)->writable || is_changed
                           ? copy_handover(session, handover->storage, info, &view)
                           : host_share_storage(handover->storage);
    if (!storage)
        return false;
    host_bind(&session->bindings, assign->slot.row, storage);
    if (is_grown)
        view = storage->view;
    session->bindings.rows[assign->slot.row] = view;
    session->bindings.formats[assign->slot.row] = format ? format : handover->format;
    if (is_changed)
        host_round_view(info, &view, format);
    return true;
}

/* Whether it is the same each time that it is loaded: in several rounds what is for one step, and
 * else what is for all, with its format and its size. */
static bool is_steady(const StepRun *run, const PlannedAssign *assign)
{
    const PlannedAssign *format = find_assign(run, ASSIGN_FORMAT, assign->slot.row);
    const PlannedAssign *size = find_assign(run, ASSIGN_SIZE, assign->slot.row);
    if (assign->typed->step >= 0)
        return run->session->plan->line->rounds > 1;
    return (!format || format->typed->step < 0) && (!size || size->typed->step < 0);
}

/* What is only read is loaded once and shared. */
static bool bind_source(StepRun *run, const PlannedAssign *assign, const Extent *given)
{
    Session *session = run->session;
    uint32_t row = assign->slot.row;
    const TexelFormat *format = find_format(run, row);
    bool is_shared = !host_kind(assign->slot.info)->writable && is_steady(run, assign);
    Storage **shared = &session->shared[assign - session->plan->assigns];
    Storage *storage = *shared ? host_share_storage(*shared)
                               : load_source(session, assign, given, format);
    if (!storage)
        return false;
    if (is_shared && !*shared)
        *shared = host_share_storage(storage);
    host_bind(&session->bindings, row, storage);
    session->bindings.formats[row] = format;
    return true;
}

typedef bool SetValue(Report *report, const PlannedAssign *set, void *data);

static bool set_constant(Report *report, const PlannedAssign *set, void *data)
{
    return host_set_constant(report, &set->constant, set->typed->value, data);
}

static bool set_sampler(Report *report, const PlannedAssign *set, void *data)
{
    return host_set_sampler(report, set->typed->value, data);
}

/* What --set says of a row, first for all steps, then for this one. */
static bool for_each_set(StepRun *run, uint32_t row, void *data, SetValue *set_value)
{
    Session *session = run->session;
    const int steps[2] = {-1, run->index};
    for (int own = 0; own < 2; own++) {
        for (size_t i = 0; i < session->plan->line->assign_count; i++) {
            const PlannedAssign *set = &session->plan->assigns[i];
            if (set->typed->kind == ASSIGN_SET && set->typed->step == steps[own] &&
                set->slot.row == row && !set_value(session->report, set, data))
                return fail_in_assign(session, set);
        }
    }
    return true;
}

/* The members' defaults, then --in, then --set. */
static bool bind_constants(StepRun *run, const WccResourceInfo *info, uint32_t row)
{
    Session *session = run->session;
    const PlannedAssign *in = find_assign(run, ASSIGN_IN, row);
    Extent whole = host_constants_extent(info);
    Storage *storage = in ? load_source(session, in, &whole, NULL)
                          : host_new_constants(session->report, info);
    if (!storage)
        return in && fail_in_assign(session, in);
    host_bind(&session->bindings, row, storage);
    return for_each_set(run, row, storage->view.data, set_constant);
}

/* Its usual state, then --set. */
static bool bind_sampler(StepRun *run, const WccResourceInfo *info, uint32_t row)
{
    Session *session = run->session;
    Storage *storage = host_new_sampler(session->report, info);
    if (!storage)
        return false;
    host_bind(&session->bindings, row, storage);
    return for_each_set(run, row, storage->view.data, set_sampler);
}

static bool bind_sized(StepRun *run, const WccResourceInfo *info, uint32_t row, Extent extent)
{
    Session *session = run->session;
    Storage *storage = host_new_storage(session->report, info, extent);
    if (!storage)
        return false;
    storage->view.is_fresh = 1;
    host_bind(&session->bindings, row, storage);
    session->bindings.formats[row] = find_format(run, row);
    return true;
}

/* What stays bound holds only what a format does that it has from here on. */
static void change_format(StepRun *run, const WccResourceInfo *info, uint32_t row)
{
    Bindings *bindings = &run->session->bindings;
    const TexelFormat *format = find_format(run, row);
    if (!format || format == bindings->formats[row])
        return;
    Ranks *ranks = host_ranks_of(run->session);
    bindings->formats[row] = format;
    host_see(ranks, run->session->report, bindings->storages[row], info->name);
    host_round_view(info, &bindings->rows[row], format);
    host_change(ranks, bindings->storages[row]);
}

/* What is bound gets its levels. */
static bool bind_mips(StepRun *run, const WccResourceInfo *info, uint32_t row)
{
    Session *session = run->session;
    const PlannedAssign *mips = find_assign(run, ASSIGN_MIPS, row);
    if (!mips || !session->bindings.storages[row])
        return true;
    host_see(host_ranks_of(session), session->report, session->bindings.storages[row], info->name);
    Storage *storage = host_new_mips(session->report, info, &session->bindings.rows[row],
                                     (uint32_t)mips->count);
    if (!storage)
        return fail_in_assign(session, mips);
    host_bind(&session->bindings, row, storage);
    host_round_view(info, &storage->view, session->bindings.formats[row]);
    return true;
}

/* What is for all steps does not undo what a step before has written. */
static bool is_kept(const Session *session, const PlannedAssign *assign, uint32_t row)
{
    return assign->typed->step < 0 && session->bindings.storages[row];
}

static bool bind_given(StepRun *run, const WccResourceInfo *info, uint32_t row)
{
    Session *session = run->session;
    const PlannedAssign *in = find_assign(run, ASSIGN_IN, row);
    const PlannedAssign *size = find_assign(run, ASSIGN_SIZE, row);
    if (is_unmentioned(run, info, row))
        return true;
    if (host_kind(info)->class == CLASS_SAMPLER)
        return bind_sampler(run, info, row);
    if (info->kind == WCC_CBUFFER)
        return bind_constants(run, info, row);
    if (!host_kind(info)->writable)
        host_bind(&session->bindings, row, NULL);
    if (in && !is_kept(session, in, row)) {
        const char *value = in->typed->value;
        bool handed = value[0] == '@' &&
                      (!host_start_of(value) || host_find_handover(session, value));
        const Extent *extent = size ? &size->extent : NULL;
        if (handed ? !bind_handover(session, in, find_format(run, row), extent)
                   : !bind_source(run, in, extent))
            return fail_in_assign(session, in);
    } else if (!in && size && !is_kept(session, size, row)) {
        if (!bind_sized(run, info, row, size->extent))
            return fail_in_assign(session, size);
    } else {
        change_format(run, info, row);
    }
    return bind_mips(run, info, row);
}

/* ---- sizes that are not given ---- */

typedef struct SizeGuess {
    const WccResourceInfo *from;
    Extent extent;
    bool differs;
} SizeGuess;

/* Buffers take their size from buffers, textures from textures. */
static bool is_alike(const WccResourceInfo *info, const WccResourceInfo *wanted)
{
    KindClass class = host_kind(info)->class;
    return class != CLASS_CONSTANTS && class != CLASS_SAMPLER &&
           host_is_texture(info) == host_is_texture(wanted);
}

/* Of the inputs of this step, or else of all that is bound. */
static SizeGuess guess_size(StepRun *run, const WccResourceInfo *wanted, bool inputs_only)
{
    Session *session = run->session;
    SizeGuess guess = {0};
    for (uint32_t i = 0; i < run->step->entry->resource_count; i++) {
        const WccResourceInfo *info = &session->module->resources[run->step->entry->resources[i]];
        for (uint32_t row = info->first_row;
             row < info->first_row + host_rows_of(session->module, info); row++) {
            if (!is_alike(info, wanted) || !session->bindings.storages[row] ||
                (inputs_only && !find_assign(run, ASSIGN_IN, row)))
                continue;
            Extent extent = host_extent_of(info, &session->bindings.rows[row]);
            extent.width /= host_is_raw(info) ? 4 : 1;
            guess.differs |= guess.from && !host_same_extent(guess.extent, extent);
            guess.from = info;
            guess.extent = extent;
        }
    }
    return guess;
}

/* Whether a size makes sense for this kind: no rows in one dimension, slices only where it has. */
static bool has_sides(const WccResourceInfo *info, Extent extent)
{
    const KindInfo *kind = host_kind(info);
    return (kind->dimensions > 1 || extent.height == 1) &&
           (host_has_slices(info) ? extent.depth % kind->faces == 0 : extent.depth == 1);
}

static bool warn_unbound(StepRun *run, const WccResourceInfo *info)
{
    host_warn(run->session->report, "%s: '%s' has no --in; it reads as 0", run->step->entry->name,
              info->name);
    return true;
}

/* Told once of each array. */
static bool is_bound_before(const Session *session, const WccResourceInfo *info, uint32_t row)
{
    bool is_bound = info->array_count != 0 && row > info->first_row;
    for (uint32_t i = 0; i < host_rows_of(session->module, info) && !is_bound; i++)
        is_bound = session->bindings.storages[info->first_row + i] != NULL;
    return is_bound;
}

/* "gInput", "gMaps[2]" */
static const char *spell_row(const WccResourceInfo *info, uint32_t row, char text[256])
{
    if (info->array_count)
        snprintf(text, 256, "%.200s[%u]", info->name, row - info->first_row);
    else
        snprintf(text, 256, "%.240s", info->name);
    return text;
}

static bool bind_guessed(StepRun *run, const WccResourceInfo *info, uint32_t row)
{
    Session *session = run->session;
    if (session->bindings.storages[row] || host_kind(info)->missing)
        return true;
    if (info->array_count == UINT32_MAX || !host_kind(info)->writable)
        return is_bound_before(session, info, row) || warn_unbound(run, info);
    SizeGuess guess = guess_size(run, info, true);
    if (!guess.from)
        guess = guess_size(run, info, false);
    char name[256];
    const char *example = host_is_texture(info) ? "1920x1080" : "1024";
    if (guess.differs)
        return host_fail(session->report,
                         "the inputs differ in size; give the size of the output: --size %s=%s",
                         spell_row(info, row, name), example);
    if (!guess.from || !has_sides(info, guess.extent))
        return host_fail(session->report, "the size of '%s' (%s) is not known; give --size %s=%s",
                         info->name, info->type, spell_row(info, row, name), example);
    guess.extent.width *= host_is_raw(info) ? 4 : 1;
    return bind_sized(run, info, row, guess.extent);
}

static bool set_counter(StepRun *run, const WccResourceInfo *info, uint32_t row)
{
    (void)info;
    const PlannedAssign *counter = find_assign(run, ASSIGN_COUNTER, row);
    if (counter && run->session->bindings.rows[row].counter)
        *run->session->bindings.rows[row].counter = (uint32_t)counter->count;
    return true;
}

bool host_bind_step(StepRun *run)
{
    return for_each_row(run, bind_given) && for_each_row(run, bind_guessed) &&
           for_each_row(run, set_counter);
}
