/* The runs of a sweep, shared out over ranks: whole ones, each on one rank. What they say is kept,
 * and told by rank 0 in the order of the runs. Where one fails its number goes to the others, who
 * carry out what comes before it, as one process does, and no more. */
#include "ranks.h"

#include "program/program.h"

#include <stdlib.h>
#include <string.h>

enum { TAG_STOP = 1, PARTS = 3 }; /* of a run: printed, messages, error */

/* The runs of this rank, and whether another one has failed. */
typedef struct Sweeping {
    RunEnd *runs;
    size_t count, room;
    MPI_Request failure; /* that comes next */
    uint64_t failed;     /* its number */
    uint64_t first_failed; /* of those that we know; UINT64_MAX: none */
    int heard;           /* failures of other ranks */
    bool has_failed;
} Sweeping;

static void listen(Sweeping *sweeping)
{
    MPI_Irecv(&sweeping->failed, 1, MPI_UINT64_T, MPI_ANY_SOURCE, TAG_STOP, MPI_COMM_WORLD,
              &sweeping->failure);
}

static void note_failure(Sweeping *sweeping, uint64_t number)
{
    sweeping->first_failed = number < sweeping->first_failed ? number : sweeping->first_failed;
}

static void hear(Sweeping *sweeping)
{
    note_failure(sweeping, sweeping->failed);
    sweeping->heard++;
    listen(sweeping);
}

static void begin(Party *party)
{
    party->sweeping = mpi_new(party, 1, sizeof *party->sweeping);
    party->sweeping->first_failed = UINT64_MAX;
    listen(party->sweeping);
}

/* ---- beginning ---- */

static void begin_runs(Ranks *ranks)
{
    Party *party = (Party *)ranks;
    Message message = {.kind = MESSAGE_SWEEP, .row_count = (uint32_t)party->argc};
    Text words = {0};
    for (int i = 0; i < party->argc; i++)
        host_text_add(&words, party->argv[i], strlen(party->argv[i]) + 1);
    if (words.failed)
        mpi_give_up(party, "not enough memory");
    message.bytes = words.length;
    mpi_send_bytes(&message, sizeof message);
    mpi_send_bytes(words.text, words.length);
    free(words.text);
    begin(party);
}

void mpi_follow_sweep(Party *party, const Message *message)
{
    char *words = mpi_new(party, message->bytes + 1, 1);
    char **argv = mpi_new(party, message->row_count + 1, sizeof *argv);
    mpi_send_bytes(words, message->bytes);
    for (uint32_t i = 0, at = 0; i < message->row_count; at += (uint32_t)strlen(argv[i++]) + 1)
        argv[i] = words + at;
    begin(party);
    program_share_runs(party->module, (int)message->row_count, argv, &party->ranks);
    free(argv);
    free(words);
}

/* ---- running ---- */

static void tell_failure(const Party *party, uint64_t number)
{
    for (int rank = 0; rank < party->size; rank++)
        if (rank != party->rank)
            MPI_Send(&number, 1, MPI_UINT64_T, rank, TAG_STOP, MPI_COMM_WORLD);
}

static bool keep_run(Ranks *ranks, const RunEnd *end)
{
    Party *party = (Party *)ranks;
    Sweeping *sweeping = party->sweeping;
    int has_come = 0;
    if (sweeping->count == sweeping->room) {
        sweeping->room = sweeping->room ? 2 * sweeping->room : 16;
        sweeping->runs = realloc(sweeping->runs, sweeping->room * sizeof *sweeping->runs);
        if (!sweeping->runs)
            mpi_give_up(party, "not enough memory");
    }
    sweeping->runs[sweeping->count++] = *end;
    sweeping->has_failed = end->status != WCC_OK;
    if (sweeping->has_failed) {
        note_failure(sweeping, end->number);
        tell_failure(party, end->number);
    }
    while (MPI_Test(&sweeping->failure, &has_come, MPI_STATUS_IGNORE), has_come)
        hear(sweeping);
    return end->number + (uint64_t)party->size < sweeping->first_failed;
}

/* ---- ending ---- */

/* As many come as other ranks have failed. */
static void hear_all(const Party *party)
{
    Sweeping *sweeping = party->sweeping;
    int failed = sweeping->has_failed, all = 0;
    MPI_Allreduce(&failed, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    while (sweeping->heard < all - failed) {
        MPI_Wait(&sweeping->failure, MPI_STATUS_IGNORE);
        hear(sweeping);
    }
    MPI_Cancel(&sweeping->failure);
    MPI_Wait(&sweeping->failure, MPI_STATUS_IGNORE);
}

/* A run as bytes: its number, its status, three lengths and three texts. */
typedef struct RunHead {
    uint64_t number;
    uint32_t status, lengths[PARTS];
} RunHead;

static void pack_run(Text *packed, RunEnd *run, const char *where)
{
    Text error = {0};
    if (run->error)
        host_text_printf(&error, "%s%s", where, run->error);
    const char *texts[PARTS] = {run->texts[0], run->texts[1], error.text};
    RunHead head = {.number = run->number, .status = (uint32_t)run->status};
    for (int i = 0; i < PARTS; i++)
        head.lengths[i] = texts[i] ? (uint32_t)strlen(texts[i]) : 0;
    host_text_add(packed, &head, sizeof head);
    for (int i = 0; i < PARTS; i++)
        if (texts[i])
            host_text_add(packed, texts[i], head.lengths[i]);
    packed->failed |= error.failed;
    free(error.text);
    free(run->texts[0]);
    free(run->texts[1]);
    free(run->error);
}

static Text pack_runs(const Party *party)
{
    char host[MPI_MAX_PROCESSOR_NAME] = "", where[MPI_MAX_PROCESSOR_NAME + 40] = "";
    int length;
    Text packed = {0};
    MPI_Get_processor_name(host, &length);
    if (party->rank > 0)
        snprintf(where, sizeof where, "rank %d on %s: ", party->rank, host);
    for (size_t i = 0; i < party->sweeping->count; i++)
        pack_run(&packed, &party->sweeping->runs[i], where);
    if (packed.failed || packed.length > INT32_MAX)
        mpi_give_up(party, "not enough memory for what the runs print");
    return packed;
}

/* Tells the next run of one rank's; gives what is behind it. */
static const char *tell_run(const char *at, Report *report, FILE *out, WccStatus *status)
{
    RunHead head;
    memcpy(&head, at, sizeof head);
    const char *texts[PARTS], *next = at + sizeof head;
    for (int i = 0; i < PARTS; next += head.lengths[i++])
        texts[i] = next;
    fwrite(texts[0], 1, head.lengths[0], out);
    fflush(out);
    if (report->messages)
        fwrite(texts[1], 1, head.lengths[1], report->messages);
    if (head.status)
        host_fail(report, "%.*s", (int)head.lengths[2], texts[2]);
    *status = (WccStatus)head.status;
    return next;
}

/* Number n is the next one of rank n modulo their count. */
static WccStatus tell_runs(const Party *party, Report *report, FILE *out, const char *bytes,
                           const int *starts, const int *lengths)
{
    WccStatus status = WCC_OK;
    const char **at = mpi_new(party, (size_t)party->size, sizeof *at);
    for (int rank = 0; rank < party->size; rank++)
        at[rank] = bytes + starts[rank];
    for (int rank = 0; !status && at[rank] < bytes + starts[rank] + lengths[rank];
         rank = (rank + 1) % party->size)
        at[rank] = tell_run(at[rank], report, out, &status);
    free(at);
    return status;
}

static WccStatus end_runs(Ranks *ranks, Report *report, FILE *out)
{
    Party *party = (Party *)ranks;
    hear_all(party);
    Text packed = pack_runs(party);
    int length = (int)packed.length;
    int *lengths = mpi_new(party, (size_t)party->size, sizeof *lengths);
    int *starts = mpi_new(party, (size_t)party->size + 1, sizeof *starts);
    MPI_Gather(&length, 1, MPI_INT, lengths, 1, MPI_INT, 0, MPI_COMM_WORLD);
    for (int rank = 0; rank < party->size; rank++)
        starts[rank + 1] = starts[rank] + lengths[rank];
    char *bytes = mpi_new(party, (size_t)starts[party->size] + 1, 1);
    MPI_Gatherv(packed.text, length, MPI_BYTE, bytes, lengths, starts, MPI_BYTE, 0, MPI_COMM_WORLD);
    WccStatus status = party->rank ? WCC_OK
                                   : tell_runs(party, report, out, bytes, starts, lengths);
    free(bytes);
    free(starts);
    free(lengths);
    free(packed.text);
    free(party->sweeping->runs);
    free(party->sweeping);
    party->sweeping = NULL;
    return status;
}

void mpi_begin_sweeps(Party *party)
{
    party->ranks.index = (uint32_t)party->rank;
    party->ranks.count = (uint32_t)party->size;
    party->ranks.begin_runs = begin_runs;
    party->ranks.keep_run = keep_run;
    party->ranks.end_runs = end_runs;
}
