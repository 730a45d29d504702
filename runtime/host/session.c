/* Runs the planned steps, one entry point each: bind, run (again), save and print, hand over. */
#include "session.h"

#include "files/files.h"

#include <stdlib.h>
#include <string.h>

/* ---- running ---- */

/* Of several dispatches one may have what the others do not. */
static bool check_prints(const StepRun *run, const uint32_t groups[3])
{
    const PrintFilter *filter = &run->step->options->prints;
    bool is_shared = filter->is_of_all && run->session->plan->line->step_count > 1;
    return is_shared || host_check_print_filter(run->session->report, filter, run->step->entry,
                                                run->step->way.variant, groups);
}

static WccStatus run_kernel(StepRun *run)
{
    Session *session = run->session;
    WccDispatch dispatch = {.resources = session->bindings.rows,
                            .is_alone = host_worker_count(session->pool) == 1};
    WccStatus status = WCC_OK;
    WccTimes *times = session->times.steps[run->index].runs;
    uint32_t repeat = run->step->options->repeat;
    host_pick_groups(run, dispatch.groups);
    if (!host_groups_are_few(session->report, run->step->entry, dispatch.groups) ||
        !check_prints(run, dispatch.groups))
        return WCC_BAD_INPUT;
    TraceTeller teller;
    if (run->step->options->trace.kind) {
        if (!host_begin_trace(run, &dispatch, &teller))
            return WCC_BAD_INPUT;
        dispatch.trace = &teller.trace;
    }
    if (session->plan->line->compare) {
        host_send_prints(session->report, NULL); /* as often as there are ways */
        return host_compare_step(run, &dispatch);
    }
    Storage **start = repeat > 1 ? host_keep_start(run) : NULL;
    if (repeat > 1 && !start)
        return WCC_BAD_INPUT;
    for (uint32_t i = 0; i < repeat && !status; i++) {
        if (i)
            host_restore_start(run, start);
        WccTimes once = {0};
        status = host_run_once(run, &run->step->way, &dispatch, &once);
        times[i].wall_ms += once.wall_ms;
        times[i].cpu_ms += once.cpu_ms;
    }
    host_drop_kept(run, start);
    return status || !dispatch.trace || host_end_trace(run, &teller) ? status : WCC_BAD_INPUT;
}

/* ---- outputs ---- */

static bool is_handing(const PlannedAssign *assign)
{
    return assign->typed->kind == ASSIGN_OUT && assign->typed->value[0] == '@';
}

static bool is_showing(const PlannedAssign *assign)
{
    return assign->typed->kind == ASSIGN_PRINT ||
           (assign->typed->kind == ASSIGN_OUT && !is_handing(assign));
}

static bool is_numbered(const Session *session, const PlannedAssign *assign)
{
    return session->plan->line->every && host_is_numbered(assign->typed);
}

/* Things are handed over in every round, files with numbers written after each --every rounds; all
 * else is due in the last. */
static bool is_round(const Session *session, const PlannedAssign *assign)
{
    const CommandLine *line = session->plan->line;
    if (is_numbered(session, assign))
        return (session->round + 1) % line->every == 0;
    return is_handing(assign) || session->round + 1 == line->rounds;
}

/* An output for all steps is due when the last step that uses it is done. */
static bool is_due(const StepRun *run, const PlannedAssign *assign)
{
    const Plan *plan = run->session->plan;
    int only = assign->typed->step;
    if (only >= 0 || !host_entry_uses(run->session->module, run->step->entry, assign->slot.info))
        return only == run->index;
    for (int step = run->index + 1; step < plan->line->step_count; step++)
        if (host_entry_uses(run->session->module, plan->steps[step].entry, assign->slot.info))
            return false;
    return true;
}

static bool hand_over(Session *session, const PlannedAssign *assign)
{
    Bindings *bindings = &session->bindings;
    Storage *storage = bindings->storages[assign->slot.row];
    if (!storage)
        return host_fail(session->report, "nothing is bound");
    Handover *handover = host_find_handover(session, assign->typed->value);
    if (!handover) {
        handover = &session->handovers[session->handover_count++];
        *handover = (Handover){.name = assign->typed->value};
    }
    const WccResourceInfo *info = assign->slot.info;
    if (host_is_counted(info)) {
        storage->view.width = host_live_elements(session->report, info, &storage->view);
        storage->bytes = (size_t)storage->view.width * info->stride;
    }
    host_drop_storage(handover->storage);
    handover->storage = host_share_storage(storage);
    handover->format = bindings->formats[assign->slot.row];
    return true;
}

static bool print_resource(Session *session, const PlannedAssign *assign, const WccResource *view)
{
    uint64_t left;
    host_before_message(session->report);
    if (!host_print_view(session->report, assign->slot.info, view, assign->count, session->out,
                         &left))
        return false;
    const Assign *typed = assign->typed;
    if (left && !typed->value)
        host_warn(session->report, "%llu more elements of '%s'; --print %s:COUNT shows COUNT",
                  (unsigned long long)left, typed->name, typed->name);
    return true;
}

static bool save_file(Session *session, const PlannedAssign *assign, const WccResource *view,
                      const char *path)
{
    return host_save_view(session->report, assign->slot.info, view,
                          session->bindings.formats[assign->slot.row], path);
}

static bool save_numbered(Session *session, const PlannedAssign *assign,
                          const WccResource *view)
{
    NumberedPath numbered;
    Text path = {0};
    host_parse_numbered(assign->typed->value, &numbered);
    host_spell_numbered(&numbered, session->round / session->plan->line->every, &path);
    bool good = path.failed ? host_fail(session->report, "not enough memory")
                            : save_file(session, assign, view, path.text);
    free(path.text);
    return good;
}

static bool finish_assign(Session *session, const PlannedAssign *assign)
{
    const WccResource *view = &session->bindings.rows[assign->slot.row];
    if (!is_handing(assign))
        host_see(host_ranks_of(session), session->report,
                 session->bindings.storages[assign->slot.row], assign->typed->name);
    if (assign->typed->kind == ASSIGN_PRINT)
        return print_resource(session, assign, view);
    if (is_handing(assign))
        return hand_over(session, assign);
    if (is_numbered(session, assign))
        return save_numbered(session, assign, view);
    if (host_is_archive(assign->typed->value))
        return host_save_to_archive(session, assign, view);
    return save_file(session, assign, view, assign->typed->value);
}

/* Of these outputs, the ones that are due. */
static bool finish_assigns(StepRun *run, bool (*is_such)(const PlannedAssign *assign))
{
    const Plan *plan = run->session->plan;
    for (size_t i = 0; i < plan->line->assign_count; i++) {
        const PlannedAssign *assign = &plan->assigns[i];
        if (is_such(assign) && is_round(run->session, assign) && is_due(run, assign) && !finish_assign(run->session, assign))
            return host_fail_in_assign(run->session->report, assign->typed);
    }
    return true;
}

/* What is handed over is saved and printed before that. */
static bool save_outputs(StepRun *run)
{
    const Plan *plan = run->session->plan;
    if (!finish_assigns(run, is_showing) || !finish_assigns(run, is_handing))
        return false;
    for (size_t i = 0; i < plan->line->assign_count; i++)
        if (is_handing(&plan->assigns[i]) && is_due(run, &plan->assigns[i]))
            host_bind(&run->session->bindings, plan->assigns[i].slot.row, NULL);
    return true;
}

/* ---- the whole ---- */

static WccStatus run_step(StepRun *run)
{
    SessionTimes *times = &run->session->times;
    FILE *messages = run->session->report->messages;
    double start = host_now_ms();
    /* What binding warns of is the same in each round. */
    run->session->report->messages = host_is_first_round(run->session) ? messages : NULL;
    bool is_bound = host_bind_step(run);
    run->session->report->messages = messages;
    if (!is_bound)
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

static WccStatus run_round(Session *session)
{
    WccStatus status = WCC_OK;
    for (int i = 0; !status && i < session->plan->line->step_count; i++) {
        StepRun run = {session, &session->plan->steps[i], i};
        status = run_step(&run);
    }
    return status;
}

static bool new_times(SessionTimes *times, Report *report, const Plan *plan)
{
    times->step_count = plan->line->step_count;
    times->steps = calloc((size_t)times->step_count + 1, sizeof *times->steps);
    for (int i = 0; times->steps && i < times->step_count; i++) {
        const Step *step = &plan->steps[i];
        times->steps[i].step = step;
        times->steps[i].runs = calloc(step->options->repeat, sizeof(WccTimes));
        if (!times->steps[i].runs)
            return host_fail(report, "not enough memory");
    }
    return times->steps || host_fail(report, "not enough memory");
}

static void free_times(SessionTimes *times)
{
    for (int i = 0; times->steps && i < times->step_count; i++)
        free(times->steps[i].runs);
    free(times->steps);
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
    const CommandLine *line = session->plan->line;
    session->times.workers = line->workers ? line->workers : in_order(line) ? 1 : host_usual_workers(line->ranks);
    session->handovers = calloc(line->assign_count + 1, sizeof *session->handovers);
    session->shared = calloc(line->assign_count + 1, sizeof *session->shared);
    if (!session->handovers || !session->shared)
        return host_fail(session->report, "not enough memory");
    session->pool = host_new_pool(session->report, session->times.workers);
    return session->pool && new_times(&session->times, session->report, session->plan) &&
           host_new_bindings(session->report, session->module, &session->bindings);
}

/* Memory that a kernel still uses after a time-out stays. */
static void close_session(Session *session)
{
    free_times(&session->times);
    host_free_archives(&session->archives);
    if (session->pool && host_pool_stuck(session->pool))
        return;
    host_free_pool(session->pool);
    for (size_t i = 0; i < session->handover_count; i++)
        host_drop_storage(session->handovers[i].storage);
    free(session->handovers);
    for (size_t i = 0; session->shared && i < session->plan->line->assign_count; i++)
        host_drop_storage(session->shared[i]);
    free(session->shared);
    host_free_bindings(&session->bindings);
}

/* 0: not known before. */
static uint64_t count_dispatches(const CommandLine *line)
{
    uint64_t each = 0;
    for (int i = 0; i < line->step_count; i++)
        each += line->steps[i].repeat;
    return line->compare ? 0 : each * line->rounds;
}

/* Where a file or JSON goes to standard output, nothing else does. */
static FILE *prints_file(const CommandLine *line, FILE *out, FILE *messages)
{
    bool is_taken = line->time_format == TIME_JSON;
    for (size_t i = 0; i < line->assign_count; i++)
        is_taken |= line->assigns[i].kind == ASSIGN_OUT &&
                    host_is_standard(line->assigns[i].value);
    return is_taken ? messages : out;
}

int host_run_session(Report *report, const WccModule *module, const Plan *plan, FILE *out)
{
    const CommandLine *line = plan->line;
    Session session = {.report = report, .module = module, .plan = plan, .out = out};
    WccStatus status = open_session(&session) ? WCC_OK : WCC_BAD_INPUT;
    host_send_prints(report, prints_file(line, out, report->messages));
    session.limit = host_new_time_limit(line->timeout_seconds);
    host_expect_work(count_dispatches(line));
    for (; !status && session.round < line->rounds; session.round++)
        status = run_round(&session);
    host_before_message(report);
    if (!status && line->time_format)
        host_print_times(&session.times, line->time_format, report->messages, out);
    close_session(&session);
    return status;
}
