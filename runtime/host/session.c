/* Runs the planned steps, one entry point each: bind, run (again), save and print, hand over. */
#include <stdlib.h>
#include <string.h>

#include "session.h"

/* ---- running ---- */

/* The first --out of the step, or the first resource that its entry point may write. */
static bool find_main_output(StepRun *run, Slot *slot)
{
    const CommandLine *line = run->session->line;
    const WccEntry *entry = run->step->entry;
    for (size_t i = 0; i < line->assign_count; i++) {
        const Assign *assign = &line->assigns[i];
        if (assign->kind == ASSIGN_OUT && (assign->step < 0 || assign->step == run->index)
            && host_entry_uses(run->session->module, entry, assign->slot.info)) {
            *slot = assign->slot;
            return true;
        }
    }
    for (uint32_t i = 0; i < entry->resource_count; i++) {
        const WccResourceInfo *info = &run->session->module->resources[entry->resources[i]];
        *slot = (Slot){ info, info->first_row };
        if (host_kind(info)->writable)
            return true;
    }
    return false;
}

static void pick_groups(StepRun *run, uint32_t groups[3])
{
    const Step *step = run->step;
    Slot output;
    Extent threads = { step->size[0], step->size[1], step->size[2] };
    if (step->dispatch == DISPATCH_DEFAULT) {
        threads = (Extent){ 1, 1, 1 };
        if (find_main_output(run, &output)) {
            threads = host_extent_of(output.info, &run->session->bindings.rows[output.row]);
            threads.width /= host_is_raw(output.info) ? 4 : 1;
        }
    }
    uint32_t sides[3] = { threads.width, threads.height, threads.depth };
    for (int axis = 0; axis < 3; axis++) {
        uint64_t group = step->dispatch == DISPATCH_GROUPS || !step->entry->threads[axis] ? 1 : step->entry->threads[axis];
        groups[axis] = (uint32_t)((sides[axis] + group - 1) / group);
    }
}

/* What the entry point may write, as it was before the first run; NULL rows are not kept. */
Storage **host_keep_start(StepRun *run)
{
    Bindings *bindings = &run->session->bindings;
    Storage **kept = calloc(bindings->count + 1, sizeof *kept);
    for (uint32_t row = 0; kept && row < bindings->count; row++) {
        const Storage *storage = bindings->storages[row];
        if (!storage || !host_kind(storage->info)->writable || !host_entry_uses(run->session->module, run->step->entry, storage->info))
            continue;
        if (!(kept[row] = host_copy_storage(run->session->report, storage))) {
            for (uint32_t i = 0; i < row; i++)
                host_drop_storage(kept[i]);
            free(kept);
            return NULL;
        }
    }
    return kept;
}

void host_restore_start(StepRun *run, Storage *const *kept)
{
    Bindings *bindings = &run->session->bindings;
    for (uint32_t row = 0; row < bindings->count; row++) {
        if (!kept[row])
            continue;
        memcpy(bindings->storages[row]->view.data, kept[row]->view.data, kept[row]->bytes);
        bindings->storages[row]->counter = kept[row]->counter;
    }
}

void host_drop_kept(StepRun *run, Storage **kept)
{
    for (uint32_t row = 0; kept && row < run->session->bindings.count; row++)
        host_drop_storage(kept[row]);
    free(kept);
}

WccStatus host_run_once(StepRun *run, const WccDispatch *dispatch, WccTimes *times)
{
    Session *session = run->session;
    Job job = { .variant = run->step->variant, .dispatch = dispatch, .order = run->step->order, .schedule = run->step->schedule };
    if (session->end_ms) {
        job.timeout_seconds = (session->end_ms - host_now_ms()) / 1000;
        if (job.timeout_seconds <= 0)
            job.timeout_seconds = 1e-9;
    }
    WccStatus status = host_run_job(session->report, session->pool, &job, times);
    if (status == WCC_TIMED_OUT)
        host_fail(session->report, "%s was stopped: the kernels took longer than %g seconds", run->step->entry->name,
                  session->line->timeout_seconds);
    return status;
}

static WccStatus run_kernel(StepRun *run)
{
    Session *session = run->session;
    WccDispatch dispatch = { .resources = session->bindings.rows };
    WccStatus status = WCC_OK;
    WccTimes *times = session->times.steps[run->index].runs;
    pick_groups(run, dispatch.groups);
    if (session->line->compare)
        return host_compare_step(run, &dispatch);
    Storage **start = run->step->repeat > 1 ? host_keep_start(run) : NULL;
    if (run->step->repeat > 1 && !start)
        return WCC_BAD_INPUT;
    for (uint32_t i = 0; i < run->step->repeat && !status; i++) {
        if (i)
            host_restore_start(run, start);
        status = host_run_once(run, &dispatch, &times[i]);
    }
    host_drop_kept(run, start);
    return status;
}

/* ---- outputs ---- */

/* An output for all steps is due when the last step that uses it is done. */
static bool is_due(const StepRun *run, const Assign *assign)
{
    const CommandLine *line = run->session->line;
    if (assign->step >= 0 || !host_entry_uses(run->session->module, run->step->entry, assign->slot.info))
        return assign->step == run->index;
    for (int step = run->index + 1; step < line->step_count; step++)
        if (host_entry_uses(run->session->module, line->steps[step].entry, assign->slot.info))
            return false;
    return true;
}

static bool hand_over(Session *session, const Assign *assign)
{
    Bindings *bindings = &session->bindings;
    Storage *storage = bindings->storages[assign->slot.row];
    if (!storage)
        return host_fail(session->report, "nothing is bound");
    Handover *handover = host_find_handover(session, assign->value);
    if (!handover) {
        handover = &session->handovers[session->handover_count++];
        *handover = (Handover){ .name = assign->value };
    }
    const WccResourceInfo *info = assign->slot.info;
    if (info->kind == WCC_APPEND || info->kind == WCC_CONSUME) {
        storage->view.width = host_live_elements(session->report, info, &storage->view);
        storage->bytes = (size_t)storage->view.width * info->stride;
    }
    host_drop_storage(handover->storage);
    handover->storage = host_share_storage(storage);
    return true;
}

static bool print_resource(Session *session, const Assign *assign, const WccResource *view)
{
    uint64_t left;
    if (!host_print_view(session->report, assign->slot.info, view, assign->number, session->out, &left))
        return false;
    if (left && !assign->value)
        host_warn(session->report, "%llu more elements of '%s'; --print %s:COUNT shows COUNT", (unsigned long long)left, assign->name, assign->name);
    return true;
}

static bool finish_assign(Session *session, const Assign *assign)
{
    const WccResource *view = &session->bindings.rows[assign->slot.row];
    if (assign->kind == ASSIGN_PRINT)
        return print_resource(session, assign, view);
    if (assign->value[0] == '@')
        return hand_over(session, assign);
    return host_save_view(session->report, assign->slot.info, view, assign->value);
}

static bool save_outputs(StepRun *run)
{
    const CommandLine *line = run->session->line;
    for (int handing = 0; handing < 2; handing++) {
        for (size_t i = 0; i < line->assign_count; i++) {
            const Assign *assign = &line->assigns[i];
            if ((assign->kind != ASSIGN_OUT && assign->kind != ASSIGN_PRINT) || !is_due(run, assign)
                || (assign->kind == ASSIGN_OUT && assign->value[0] == '@') != handing)
                continue;
            if (!finish_assign(run->session, assign))
                return host_fail_in_assign(run->session, assign->kind == ASSIGN_OUT ? "out" : "print", assign);
        }
    }
    for (size_t i = 0; i < line->assign_count; i++)
        if (line->assigns[i].kind == ASSIGN_OUT && line->assigns[i].value[0] == '@' && is_due(run, &line->assigns[i]))
            host_bind(&run->session->bindings, line->assigns[i].slot.row, NULL);
    return true;
}

/* ---- the whole ---- */

static WccStatus run_step(StepRun *run)
{
    Times *times = &run->session->times;
    double start = host_now_ms();
    if (!host_bind_step(run))
        return WCC_BAD_INPUT;
    times->load_ms += host_now_ms() - start;
    WccStatus status = run_kernel(run);
    if (status)
        return status;
    start = host_now_ms();
    bool saved = save_outputs(run);
    times->save_ms += host_now_ms() - start;
    return saved ? WCC_OK : WCC_BAD_INPUT;
}

static bool new_times(Session *session)
{
    const CommandLine *line = session->line;
    session->times.step_count = line->step_count;
    session->times.steps = calloc((size_t)line->step_count + 1, sizeof *session->times.steps);
    for (int i = 0; session->times.steps && i < line->step_count; i++) {
        session->times.steps[i].step = &line->steps[i];
        session->times.steps[i].runs = calloc(line->steps[i].repeat, sizeof(WccTimes));
        if (!session->times.steps[i].runs)
            return host_fail(session->report, "not enough memory");
    }
    return session->times.steps || host_fail(session->report, "not enough memory");
}

/* Several workers would undo a schedule. */
static bool in_order(const CommandLine *line)
{
    bool scheduled = line->compare == COMPARE_ALL;
    for (int i = 0; i < line->step_count; i++)
        scheduled |= line->steps[i].schedule.kind != WCC_FORWARD;
    return scheduled;
}

static bool open_session(Session *session)
{
    const CommandLine *line = session->line;
    session->times.workers = line->workers ? line->workers : in_order(line) ? 1 : host_cpu_count();
    session->handovers = calloc(line->assign_count + 1, sizeof *session->handovers);
    if (!session->handovers)
        return host_fail(session->report, "not enough memory");
    session->pool = host_new_pool(session->report, session->times.workers);
    return session->pool && new_times(session) && host_new_bindings(session->report, session->module, &session->bindings);
}

/* Memory that a kernel still uses after a time-out stays. */
static void close_session(Session *session)
{
    bool stuck = session->pool && host_pool_stuck(session->pool);
    for (int i = 0; session->times.steps && i < session->times.step_count; i++)
        free(session->times.steps[i].runs);
    free(session->times.steps);
    if (stuck)
        return;
    host_free_pool(session->pool);
    for (size_t i = 0; i < session->handover_count; i++)
        host_drop_storage(session->handovers[i].storage);
    free(session->handovers);
    host_free_bindings(&session->bindings);
}

int host_run_session(Report *report, const WccModule *module, CommandLine *line, FILE *out)
{
    Session session = { .report = report, .module = module, .line = line, .out = out };
    WccStatus status = open_session(&session) ? WCC_OK : WCC_BAD_INPUT;
    if (line->timeout_seconds)
        session.end_ms = host_now_ms() + line->timeout_seconds * 1000;
    for (int i = 0; !status && i < line->step_count; i++) {
        StepRun run = { &session, &line->steps[i], i };
        status = run_step(&run);
    }
    if (!status && line->times)
        host_print_times(&session.times, line->times, report->messages, out);
    close_session(&session);
    return status;
}
