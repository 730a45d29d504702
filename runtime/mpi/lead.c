/* Rank 0: which dispatches are shared out, and what the others need for them. A dispatch that is
 * not runs here alone; the others get what it changed when they next need it. */
#include "ranks.h"

#include <stdlib.h>
#include <string.h>

/* ---- what is not shared out ---- */

static bool is_looked_at(const Job *job)
{
    const WccDispatch *dispatch = job->dispatch;
    return dispatch->watch || dispatch->trace || job->schedule.kind != WCC_FORWARD ||
           job->variant->watches || job->variant->coverage;
}

static void tell(Party *party, Report *report, const Job *job, const char *name, const char *why,
                 const WccPlace *place)
{
    if (party->told != job->variant)
        host_warn(report, "%s runs on one of %d ranks: %s%s%s%s (%s:%u)", job->entry->name,
                  party->size, name ? "'" : "", name ? name : "", name ? "': " : "", why,
                  place && place->file ? place->file : party->module->source,
                  place ? place->line : 0);
    party->told = job->variant;
}

static const WccShare *find_share(const Party *party, const WccVariant *variant, uint32_t row)
{
    for (uint32_t i = 0; i < variant->share_count; i++) {
        const WccShare *share = &variant->shares[i];
        if (share->resource >= party->module->resource_count)
            continue;
        const WccResourceInfo *info = &party->module->resources[share->resource];
        if (row - info->first_row < host_rows_of(party->module, info))
            return share;
    }
    return NULL;
}

static bool is_written(const WccShare *share) { return share && share->merge != WCC_MERGE_READ; }

static bool overlap(const Held *left, const Held *right)
{
    const uint8_t *a = left->view.data, *b = right->view.data;
    return left->bytes && right->bytes && a < b + right->bytes && b < a + left->bytes;
}

/* Of what is written: what else is in the same memory; NULL: nothing. */
static const WccShare *find_twin(const Party *party, const WccVariant *variant)
{
    for (uint32_t row = 0; row < party->module->resource_rows; row++) {
        const Held *held = &party->held[row];
        const WccShare *share = held->bytes ? find_share(party, variant, row) : NULL;
        for (uint32_t other = 0; is_written(share) && other < party->module->resource_rows; other++)
            if (other != row && overlap(held, &party->held[other]))
                return share;
    }
    return NULL;
}

static bool can_share(Party *party, Report *report, const Job *job)
{
    const WccVariant *variant = job->variant;
    const uint32_t *groups = job->dispatch->groups;
    for (uint32_t i = 0; i < variant->share_count; i++) {
        const WccShare *share = &variant->shares[i];
        bool is_kernel = share->resource >= party->module->resource_count;
        if (mpi_can_merge(share, groups))
            continue;
        tell(party, report, job, is_kernel ? NULL : party->module->resources[share->resource].name,
             share->why, &share->place);
        return false;
    }
    const WccShare *twin = find_twin(party, variant);
    if (twin)
        tell(party, report, job, party->module->resources[twin->resource].name,
             "it is in the memory of another resource that is used", NULL);
    return !twin;
}

/* ---- what is sent ---- */

static void see_rows(Party *party, const Job *job)
{
    const WccModule *module = party->module;
    for (uint32_t row = 0; row < module->resource_rows; row++)
        party->held[row].bytes = 0;
    for (uint32_t i = 0; i < job->entry->resource_count; i++) {
        const WccResourceInfo *info = &module->resources[job->entry->resources[i]];
        for (uint32_t k = 0; k < host_rows_of(module, info); k++) {
            Held *held = &party->held[info->first_row + k];
            held->view = job->dispatch->resources[info->first_row + k];
            held->bytes = mpi_view_bytes(info, &held->view);
        }
    }
}

/* Only what has changed since the others last had it. */
static MessageRow row_of(const Held *held, uint32_t row)
{
    MessageRow sent = {.row = row, .view = held->view, .bytes = held->bytes};
    sent.counter = held->view.counter ? *held->view.counter : 0;
    sent.is_sent = !held->is_known || held->room < held->bytes ||
                   memcmp(held->before, held->view.data, held->bytes) != 0;
    if (held->view.levels)
        memcpy(sent.levels, held->view.levels, held->view.mips * sizeof *sent.levels);
    return sent;
}

/* In the order of the tables; the caller frees them. */
static MessageRow *new_rows(const Party *party, const Job *job, uint32_t *count)
{
    const WccModule *module = party->module;
    MessageRow *rows = calloc((size_t)module->resource_rows + 1, sizeof *rows);
    *count = 0;
    for (uint32_t i = 0; rows && i < job->entry->resource_count; i++) {
        const WccResourceInfo *info = &module->resources[job->entry->resources[i]];
        for (uint32_t k = 0; k < host_rows_of(module, info); k++)
            if (party->held[info->first_row + k].view.data)
                rows[(*count)++] = row_of(&party->held[info->first_row + k], info->first_row + k);
    }
    return rows;
}

static bool send_rows(Party *party, const MessageRow *rows, uint32_t count)
{
    bool good = true;
    for (uint32_t i = 0; i < count; i++)
        good = good && mpi_make_room(party, &party->held[rows[i].row], rows[i].bytes);
    if (!mpi_all(good))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        Held *held = &party->held[rows[i].row];
        held->is_known &= !rows[i].is_sent;
        if (rows[i].is_sent)
            mpi_send_bytes(held->view.data, rows[i].bytes);
    }
    return true;
}

/* ---- a dispatch ---- */

static WccStatus run_shared(Party *party, Report *report, Pool *pool, const Job *job,
                            WccTimes *times)
{
    Message message = {.kind = MESSAGE_RUN,
                       .entry = (uint32_t)(job->entry - party->module->entries),
                       .variant = (uint32_t)(job->variant - job->entry->variants),
                       .order = job->order, .timeout_seconds = job->timeout_seconds,
                       .workers = party->ranks.asked};
    memcpy(message.groups, job->dispatch->groups, sizeof message.groups);
    MessageRow *rows = new_rows(party, job, &message.row_count);
    if (!rows) {
        host_fail(report, "not enough memory");
        return WCC_BAD_INPUT;
    }
    mpi_send_bytes(&message, sizeof message);
    mpi_send_bytes(rows, message.row_count * sizeof *rows);
    bool good = send_rows(party, rows, message.row_count);
    free(rows);
    if (good)
        return mpi_run_share(party, report, pool, job, times);
    host_fail(report, "not enough memory for the resources on some rank");
    return WCC_BAD_INPUT;
}

WccStatus mpi_lead(Ranks *ranks, Report *report, Pool *pool, const Job *planned, WccTimes *times)
{
    Party *party = (Party *)ranks;
    Job job = *planned;
    host_use_known_order(&job);
    see_rows(party, &job);
    if (party->size > 1 && !is_looked_at(&job) && can_share(party, report, &job))
        return run_shared(party, report, pool, &job, times);
    job.ranks = NULL;
    return host_run_job(report, pool, &job, times);
}

void mpi_end(void)
{
    Message message = {.kind = MESSAGE_END};
    mpi_send_bytes(&message, sizeof message);
}
