/* All ranks but the first: what rank 0 says, until it says that this is all. */
#include "ranks.h"

#include <stdlib.h>
#include <string.h>

typedef struct Follower {
    Party *party;
    Pool *pool;
    Report report;
} Follower;

/* ---- rows ---- */

/* The row's own memory, with what follows the rows. */
static uint8_t *take_own(const Party *party, Row *row, const uint8_t *bytes, size_t count)
{
    if (row->own_room < count) {
        Report report = {0};
        free(row->own);
        row->own = host_new_data(&report, count);
        row->own_room = count;
    }
    if (!row->own)
        mpi_give_up(party, "not enough memory");
    return memcpy(row->own, bytes, count);
}

/* As rank 0 sees it, in memory of our own. */
static void take_row(Party *party, const MessageRow *sent, const uint8_t *bytes)
{
    Row *row = &party->rows[sent->row];
    WccResource *view = &party->views[sent->row];
    *view = sent->view;
    row->memory = sent->memory;
    row->counter = sent->counter;
    memcpy(row->levels, sent->levels, sizeof row->levels);
    view->data = sent->memory >= 0 ? party->memories[sent->memory].data + sent->offset
                                   : take_own(party, row, bytes + sent->offset, sent->bytes);
    view->counter = sent->view.counter ? &row->counter : NULL;
    view->levels = sent->view.levels ? row->levels : NULL;
}

/* ---- what is said ---- */

static void run(Follower *follower, const Message *message)
{
    Party *party = follower->party;
    const WccEntry *entry = &party->module->entries[message->entry];
    uint32_t workers = message->workers ? message->workers : party->ranks.workers;
    MessageRow *rows = mpi_new(party, message->row_count, sizeof *rows);
    uint8_t *bytes = mpi_new(party, message->bytes, 1);
    mpi_send_bytes(rows, message->row_count * sizeof *rows);
    mpi_send_bytes(bytes, message->bytes);
    mpi_forget_rows(party);
    for (uint32_t i = 0; i < message->row_count; i++)
        take_row(party, &rows[i], bytes);
    free(bytes);
    free(rows);
    if (!follower->pool && !(follower->pool = host_new_pool(&follower->report, workers)))
        mpi_give_up(party, follower->report.error);
    Dispatched dispatched = {.entry = entry, .variant = &entry->variants[message->variant],
                             .order = message->order, .unit = message->unit};
    WccDispatch dispatch = {.is_alone = host_worker_count(follower->pool) == 1};
    memcpy(dispatched.groups, message->groups, sizeof dispatched.groups);
    memcpy(dispatch.groups, message->groups, sizeof dispatch.groups);
    Job job = {.entry = entry, .variant = dispatched.variant, .dispatch = &dispatch,
               .order = message->order, .timeout_seconds = message->timeout_seconds};
    Division division;
    WccTimes times;
    mpi_divide(party, &dispatched, party->size, &division);
    mpi_run_division(party, &follower->report, follower->pool, &job, &division, &times);
    mpi_free_division(party, &division);
}

static void sweep(Follower *follower, const Message *message)
{
    mpi_follow_sweep(follower->party, message);
}

static void add(Follower *follower, const Message *message)
{
    mpi_add_memory(follower->party, message->memory, message->bytes, message->is_zero);
}

static void drop(Follower *follower, const Message *message)
{
    mpi_drop_memory(follower->party, &follower->party->memories[message->memory]);
}

static void change(Follower *follower, const Message *message)
{
    Party *party = follower->party;
    Spans spans = {0};
    mpi_send_spans(party, &spans, message->span_count);
    mpi_own(party, &party->memories[message->memory], 0, &spans);
    host_spans_free(&spans);
}

static void fetch(Follower *follower, const Message *message)
{
    Party *party = follower->party;
    Spans *needs = mpi_new(party, (size_t)party->size, sizeof *needs);
    mpi_send_spans(party, &needs[0], message->span_count);
    mpi_bring(party, &party->memories[message->memory], needs);
    host_spans_free(&needs[0]);
    free(needs);
}

int mpi_follow(Party *party)
{
    static void (*const SAID[])(Follower *follower, const Message *message) = {
        [MESSAGE_NEW] = add,      [MESSAGE_DROP] = drop, [MESSAGE_CHANGED] = change,
        [MESSAGE_FETCH] = fetch, [MESSAGE_RUN] = run,
        [MESSAGE_SWEEP] = sweep,
    };
    Follower follower = {.party = party, .report = {.program = "rank", .messages = stderr}};
    for (;;) {
        Message message;
        mpi_send_bytes(&message, sizeof message);
        if (message.kind == MESSAGE_END)
            break;
        SAID[message.kind](&follower, &message);
    }
    host_free_pool(follower.pool);
    return WCC_OK;
}
