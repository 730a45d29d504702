/* Rank 0: which dispatches are shared out, and what the others are told of them. A dispatch that is
 * not runs here alone. */
#include "ranks.h"

#include <stdlib.h>
#include <string.h>

/* ---- memories ---- */

static void say(Message *message) { mpi_send_bytes(message, sizeof *message); }

static uint32_t place_of(const Party *party, const Memory *memory)
{
    return (uint32_t)(memory - party->memories);
}

/* Those that only we hold. */
static void drop_unused(Party *party)
{
    for (uint32_t i = 0; i < party->memory_count; i++) {
        Memory *memory = &party->memories[i];
        if (!memory->bytes || memory->storage->references > 1)
            continue;
        say(&(Message){.kind = MESSAGE_DROP, .memory = i});
        mpi_drop_memory(party, memory);
    }
}

static Memory *find_memory(const Party *party, const Storage *storage)
{
    for (uint32_t i = 0; i < party->memory_count; i++)
        if (party->memories[i].bytes && party->memories[i].storage == storage)
            return &party->memories[i];
    return NULL;
}

static bool is_zero(const uint8_t *data, size_t bytes)
{
    return bytes == 0 || (data[0] == 0 && !memcmp(data, data + 1, bytes - 1));
}

static Memory *add_memory(Party *party, Storage *storage)
{
    uint32_t place = 0;
    while (place < party->memory_count && party->memories[place].bytes)
        place++;
    Message message = {.kind = MESSAGE_NEW, .memory = place, .bytes = storage->bytes,
                       .is_zero = is_zero(storage->view.data, storage->bytes)};
    say(&message);
    Memory *memory = mpi_add_memory(party, place, storage->bytes, message.is_zero);
    memory->data = storage->view.data;
    memory->storage = host_share_storage(storage);
    return memory;
}

static void fetch(Party *party, Memory *memory, const Spans *spans, Traffic *traffic)
{
    Spans *needs = mpi_new(party, (size_t)party->size, sizeof *needs);
    host_spans_minus(&needs[0], spans, &memory->have[0]);
    mpi_check(party, &needs[0]);
    *traffic = (Traffic){0};
    if (needs[0].count) {
        say(&(Message){.kind = MESSAGE_FETCH, .memory = place_of(party, memory),
                       .span_count = needs[0].count});
        mpi_send_spans(party, &needs[0], needs[0].count);
        *traffic = mpi_bring(party, memory, needs);
    }
    host_spans_free(&needs[0]);
    free(needs);
}

/* Nobody else has them any more; what nobody else had needs not be told. */
static void own(Party *party, Memory *memory, const Spans *spans)
{
    bool is_new = false;
    Spans lacked;
    for (int rank = 1; rank < party->size; rank++)
        is_new |= host_spans_meet(&memory->have[rank], spans);
    host_spans_minus(&lacked, spans, &memory->have[0]);
    is_new |= lacked.count > 0;
    host_spans_free(&lacked);
    if (!is_new)
        return;
    Spans sent = *spans;
    say(&(Message){.kind = MESSAGE_CHANGED, .memory = place_of(party, memory),
                   .span_count = spans->count});
    mpi_send_spans(party, &sent, sent.count);
    mpi_own(party, memory, 0, spans);
}

/* ---- what the program looks at ---- */

static void see(Ranks *ranks, Report *report, const Storage *storage, const char *name)
{
    Party *party = (Party *)ranks;
    Memory *memory = party->size > 1 ? find_memory(party, storage) : NULL;
    Span whole = {0, memory ? memory->bytes : 0};
    Traffic traffic;
    if (!memory)
        return;
    fetch(party, memory, &(Spans){.items = &whole, .count = 1}, &traffic);
    mpi_explain_home(party, report, storage, name, &traffic);
}

static void change(Ranks *ranks, const Storage *storage)
{
    Party *party = (Party *)ranks;
    Memory *memory = party->size > 1 ? find_memory(party, storage) : NULL;
    Span whole = {0, memory ? memory->bytes : 0};
    if (memory)
        own(party, memory, &(Spans){.items = &whole, .count = 1});
}

/* ---- rows ---- */

/* cbuffers and samplers travel with each dispatch. */
static bool has_memory(const WccResourceInfo *info)
{
    KindClass class = host_kind(info)->class;
    return class != CLASS_CONSTANTS && class != CLASS_SAMPLER;
}

static void see_row(Party *party, const Job *job, const WccResourceInfo *info, uint32_t row)
{
    const WccResource *view = &job->dispatch->resources[row];
    Storage *storage = job->storages ? job->storages[row] : NULL;
    party->views[row] = *view;
    if (!view->data || !has_memory(info) || !storage || !storage->bytes)
        return;
    Memory *memory = find_memory(party, storage);
    memory = memory ? memory : add_memory(party, storage);
    party->rows[row].memory = (int)place_of(party, memory);
}

static void see_rows(Party *party, const Job *job)
{
    const WccModule *module = party->module;
    mpi_forget_rows(party);
    for (uint32_t i = 0; i < job->entry->resource_count; i++) {
        const WccResourceInfo *info = &module->resources[job->entry->resources[i]];
        for (uint32_t k = 0; k < host_rows_of(module, info); k++)
            see_row(party, job, info, info->first_row + k);
    }
}

static MessageRow row_of(const Party *party, const WccResourceInfo *info, uint32_t row)
{
    const WccResource *view = &party->views[row];
    int memory = party->rows[row].memory;
    MessageRow sent = {.row = row, .view = *view, .memory = memory};
    sent.counter = view->counter ? *view->counter : 0;
    sent.bytes = memory < 0 ? host_view_bytes(info, view) : 0;
    if (memory >= 0)
        sent.offset = (uint64_t)((uint8_t *)view->data - party->memories[memory].data);
    if (view->levels)
        memcpy(sent.levels, view->levels, view->mips * sizeof *sent.levels);
    return sent;
}

/* Fills rows and message; gives the bytes of rows without memory, to be freed. */
static uint8_t *new_rows(const Party *party, const Job *job, MessageRow *rows, Message *message)
{
    const WccModule *module = party->module;
    uint8_t *bytes = NULL;
    for (uint32_t i = 0; i < job->entry->resource_count; i++) {
        const WccResourceInfo *info = &module->resources[job->entry->resources[i]];
        for (uint32_t k = 0; k < host_rows_of(module, info); k++) {
            uint32_t row = info->first_row + k;
            if (!party->views[row].data)
                continue;
            MessageRow *sent = &rows[message->row_count++];
            *sent = row_of(party, info, row);
            if (sent->memory >= 0)
                continue;
            sent->offset = message->bytes;
            message->bytes += sent->bytes;
            if (!(bytes = realloc(bytes, message->bytes + 1)))
                mpi_give_up(party, "not enough memory");
            memcpy(bytes + sent->offset, party->views[row].data, sent->bytes);
        }
    }
    return bytes;
}

/* ---- a dispatch ---- */

static WccStatus run_shared(Party *party, Report *report, Pool *pool, const Job *job,
                            const Division *division, WccTimes *times)
{
    Message message = {.kind = MESSAGE_RUN,
                       .entry = (uint32_t)(job->entry - party->module->entries),
                       .variant = (uint32_t)(job->variant - job->entry->variants),
                       .order = job->order, .unit = division->dispatched.unit,
                       .timeout_seconds = job->timeout_seconds,
                       .workers = party->ranks.asked};
    memcpy(message.groups, job->dispatch->groups, sizeof message.groups);
    MessageRow *rows = mpi_new(party, party->module->resource_rows, sizeof *rows);
    uint8_t *bytes = new_rows(party, job, rows, &message);
    say(&message);
    mpi_send_bytes(rows, message.row_count * sizeof *rows);
    mpi_send_bytes(bytes, message.bytes);
    free(bytes);
    free(rows);
    return mpi_run_division(party, report, pool, job, division, times);
}

static void tell_alone(Party *party, Report *report, const Job *job, const WccShare *hindrance)
{
    const WccPlace *place = &hindrance->place;
    bool is_kernel = hindrance->resource >= party->module->resource_count;
    const char *name = is_kernel ? "" : party->module->resources[hindrance->resource].name;
    if (party->told != job->variant)
        host_warn(report, "%s runs on one of %d ranks: %s%s%s%s (%s:%u)", job->entry->name,
                  party->size, is_kernel ? "" : "'", name, is_kernel ? "" : "': ", hindrance->why,
                  place->file ? place->file : party->module->source, place->line);
    party->told = job->variant;
}

/* What it touches comes home first, and what it may write is nowhere else afterwards. */
static WccStatus run_alone(Party *party, Report *report, Pool *pool, const Job *job,
                           const Dispatched *dispatched, WccTimes *times)
{
    Division division;
    Job alone = *job;
    mpi_divide(party, dispatched, 1, &division);
    Traffic *traffic = mpi_new(party, division.use_count, sizeof *traffic);
    for (uint32_t i = 0; i < division.use_count; i++) {
        Touch *touch = &division.uses[i].by_rank[0];
        host_spans_join(&touch->reads, &touch->writes);
        fetch(party, division.uses[i].memory, &touch->reads, &traffic[i]);
    }
    mpi_explain(party, report, &division, traffic);
    alone.ranks = NULL;
    WccStatus status = host_run_job(report, pool, &alone, times);
    for (uint32_t i = 0; i < division.use_count; i++)
        own(party, division.uses[i].memory, &division.uses[i].by_rank[0].writes);
    free(traffic);
    mpi_free_division(party, &division);
    return status;
}

static bool is_looked_at(const Job *job)
{
    const WccDispatch *dispatch = job->dispatch;
    return dispatch->watch || dispatch->trace || job->schedule.kind != WCC_FORWARD ||
           job->variant->watches || job->variant->coverage;
}

enum { MANY_ROWS = 16 }; /* so many a rank: what one of them has more makes little difference */

/* By single groups, by rows or by slices, whichever comes together best; not so that ranks are left
 * without any, where that is not all there is. Of many rows nobody has a part: their halos would be
 * pieces of lines. */
static Verdict divide(Party *party, Dispatched *dispatched, Division *best, WccShare *hindrance)
{
    const uint64_t row = dispatched->groups[0], slice = row * dispatched->groups[1];
    const uint64_t units[] = {1, row, slice}, groups = mpi_groups(dispatched);
    const bool is_linear = dispatched->order.kind == ORDER_LINEAR;
    const int first = is_linear && groups / row >= MANY_ROWS * (uint64_t)party->size;
    Verdict verdict = VERDICT_NOT;
    *best = (Division){0};
    for (int i = first; i < (is_linear ? 3 : 1); i++) {
        bool is_coarse = groups / units[i] < (uint64_t)party->size;
        if (i > first && (verdict == VERDICT_GOOD || units[i] == units[i - 1] ||
                      groups == units[i] || (is_coarse && verdict != VERDICT_NOT)))
            continue;
        Division division;
        WccShare why;
        dispatched->unit = units[i];
        mpi_divide(party, dispatched, party->size, &division);
        Verdict found = mpi_judge(&division, &why);
        if (i == first || found < verdict) {
            mpi_free_division(party, best);
            *best = division;
            verdict = found;
            *hindrance = i == first ? why : *hindrance;
        } else {
            mpi_free_division(party, &division);
        }
    }
    return verdict;
}

static WccStatus lead(Ranks *ranks, Report *report, Pool *pool, const Job *planned,
                      WccTimes *times)
{
    Party *party = (Party *)ranks;
    Job job = *planned;
    const double start = host_now_ms();
    if (party->size == 1) {
        job.ranks = NULL;
        return host_run_ordered(report, pool, &job, times);
    }
    host_use_known_order(&job);
    drop_unused(party);
    see_rows(party, &job);
    Dispatched dispatched = {.entry = job.entry, .variant = job.variant, .order = job.order,
                             .unit = 1};
    memcpy(dispatched.groups, job.dispatch->groups, sizeof dispatched.groups);
    Division division = {0};
    WccShare hindrance = {0};
    bool is_shared = !is_looked_at(&job);
    party->alone = is_shared ? NULL : "it is looked at";
    if (is_shared && divide(party, &dispatched, &division, &hindrance) == VERDICT_NOT) {
        tell_alone(party, report, &job, &hindrance);
        party->alone = hindrance.why;
        is_shared = false;
    }
    WccStatus status = WCC_CANCELLED;
    if (is_shared)
        status = run_shared(party, report, pool, &job, &division, times);
    else if (!party->shares_only)
        status = run_alone(party, report, pool, &job, &dispatched, times);
    mpi_free_division(party, &division);
    if (times)
        times->wall_ms = host_now_ms() - start;
    return status;
}

void mpi_begin(Party *party)
{
    party->ranks.run = lead;
    party->ranks.see = see;
    party->ranks.change = change;
    mpi_begin_sweeps(party);
    mpi_new_rows(party);
}

void mpi_end(void)
{
    Message message = {.kind = MESSAGE_END};
    mpi_send_bytes(&message, sizeof message);
}
