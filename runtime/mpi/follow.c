/* All ranks but the first: what rank 0 says, until it says that this is all. */
#include "ranks.h"

#include <stdlib.h>

typedef struct Follower {
    Party *party;
    Pool *pool;
    WccResource *rows; /* as kernels see them */
    Report report;
} Follower;

static bool receive_rows(Follower *follower, const MessageRow *rows, uint32_t count)
{
    Party *party = follower->party;
    bool good = rows && follower->pool;
    for (uint32_t i = 0; good && i < count; i++)
        good = mpi_make_room(party, &party->held[rows[i].row], rows[i].bytes);
    if (!mpi_all(good))
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (rows[i].is_sent) {
            party->held[rows[i].row].is_known = false;
            mpi_send_bytes(party->held[rows[i].row].view.data, rows[i].bytes);
        }
    return true;
}

/* As rank 0 sees it, in memory of our own. */
static void take_view(Held *held, const MessageRow *row)
{
    void *data = held->view.data;
    held->view = row->view;
    held->view.data = data;
    held->bytes = row->bytes;
    held->counter = row->counter;
    held->view.counter = row->view.counter ? &held->counter : NULL;
    for (uint32_t level = 0; row->view.levels && level < row->view.mips; level++)
        held->levels[level] = row->levels[level];
    held->view.levels = row->view.levels ? held->levels : NULL;
}

static void take_views(Follower *follower, const MessageRow *rows, uint32_t count)
{
    Party *party = follower->party;
    for (uint32_t row = 0; row < party->module->resource_rows; row++) {
        party->held[row].bytes = 0;
        follower->rows[row] = (WccResource){0};
    }
    for (uint32_t i = 0; i < count; i++) {
        Held *held = &party->held[rows[i].row];
        take_view(held, &rows[i]);
        follower->rows[rows[i].row] = held->view;
    }
}

static Pool *pool_for(Follower *follower, uint32_t asked)
{
    uint32_t workers = asked ? asked : follower->party->ranks.workers;
    return follower->pool ? follower->pool : host_new_pool(&follower->report, workers);
}

/* Where it fails, rank 0 knows. */
static void run(Follower *follower, const Message *message)
{
    const WccEntry *entry = &follower->party->module->entries[message->entry];
    MessageRow *rows = calloc((size_t)message->row_count + 1, sizeof *rows);
    follower->pool = pool_for(follower, message->workers);
    if (!rows)
        MPI_Abort(MPI_COMM_WORLD, WCC_BAD_INPUT);
    mpi_send_bytes(rows, message->row_count * sizeof *rows);
    bool good = receive_rows(follower, rows, message->row_count);
    if (good)
        take_views(follower, rows, message->row_count);
    free(rows);
    if (!good)
        return;
    WccDispatch dispatch = {.resources = follower->rows,
                            .groups = {message->groups[0], message->groups[1], message->groups[2]},
                            .is_alone = host_worker_count(follower->pool) == 1};
    Job job = {.entry = entry, .variant = &entry->variants[message->variant],
               .dispatch = &dispatch, .order = message->order,
               .timeout_seconds = message->timeout_seconds};
    WccTimes times;
    mpi_run_share(follower->party, &follower->report, follower->pool, &job, &times);
}

int mpi_follow(Party *party)
{
    Follower follower = {.party = party, .report = {.program = "rank", .messages = stderr}};
    follower.rows = calloc((size_t)party->module->resource_rows + 1, sizeof *follower.rows);
    if (!follower.rows)
        MPI_Abort(MPI_COMM_WORLD, WCC_BAD_INPUT);
    for (;;) {
        Message message;
        mpi_send_bytes(&message, sizeof message);
        if (message.kind == MESSAGE_END)
            break;
        run(&follower, &message);
    }
    free(follower.rows);
    return WCC_OK;
}
