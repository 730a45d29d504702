/* A dispatch on all ranks: each runs its share, then what they did comes together. */
#include "ranks.h"

#include <string.h>

/* The worst of what the ranks came to; rank 0 has the reason of the first of these. */
static WccStatus agree(const Party *party, Report *report, WccStatus own)
{
    struct {
        int status, rank;
    } worst = {own, party->rank};
    MPI_Allreduce(MPI_IN_PLACE, &worst, 1, MPI_2INT, MPI_MAXLOC, MPI_COMM_WORLD);
    if (worst.status == WCC_OK || worst.rank == 0)
        return (WccStatus)worst.status;
    char host[MPI_MAX_PROCESSOR_NAME] = "", reason[sizeof report->error];
    int length;
    MPI_Get_processor_name(host, &length);
    memcpy(reason, report->error, sizeof reason);
    MPI_Bcast(host, sizeof host, MPI_CHAR, worst.rank, MPI_COMM_WORLD);
    MPI_Bcast(reason, sizeof reason, MPI_CHAR, worst.rank, MPI_COMM_WORLD);
    if (party->rank == 0)
        host_fail(report, "rank %d on %.200s: %.1500s", worst.rank, host, reason);
    return (WccStatus)worst.status;
}

static void keep_start(Party *party, const WccEntry *entry)
{
    for (uint32_t i = 0; i < entry->resource_count; i++) {
        const WccResourceInfo *info = &party->module->resources[entry->resources[i]];
        for (uint32_t row = 0; row < host_rows_of(party->module, info); row++) {
            Held *held = &party->held[info->first_row + row];
            held->start = held->view.counter ? *held->view.counter : 0;
            if (held->bytes && !held->is_known)
                memcpy(held->before, held->view.data, held->bytes);
            held->is_known = held->bytes > 0;
        }
    }
}

/* What is merged is the same on all ranks: the start of the next dispatch. */
static bool merge_all(Party *party, Report *report, const Dispatched *dispatched)
{
    for (uint32_t i = 0; i < dispatched->variant->share_count; i++) {
        const WccShare *share = &dispatched->variant->shares[i];
        if (share->merge == WCC_MERGE_READ || share->resource >= party->module->resource_count)
            continue;
        const WccResourceInfo *info = &party->module->resources[share->resource];
        for (uint32_t row = 0; row < host_rows_of(party->module, info); row++) {
            Held *held = &party->held[info->first_row + row];
            if (!mpi_merge(party, report, dispatched, share, held))
                return false;
            if (held->bytes)
                memcpy(held->before, held->view.data, held->bytes);
        }
    }
    return true;
}

static void forget(Party *party)
{
    for (uint32_t row = 0; row < party->module->resource_rows; row++)
        party->held[row].is_known = false;
}

WccStatus mpi_run_share(Party *party, Report *report, Pool *pool, const Job *job, WccTimes *times)
{
    Dispatched dispatched = {.entry = job->entry, .variant = job->variant, .order = job->order};
    memcpy(dispatched.groups, job->dispatch->groups, sizeof dispatched.groups);
    Part part = mpi_part(mpi_groups(&dispatched), party->rank, party->size);
    Job share = *job;
    WccTimes own = {0};
    share.ranks = NULL;
    share.first_group = part.first;
    share.group_count = part.last - part.first;
    double start = host_now_ms();
    keep_start(party, job->entry);
    WccStatus status =
        share.group_count ? host_run_job(report, pool, &share, times ? &own : NULL) : WCC_OK;
    status = agree(party, report, status);
    if (!status && !merge_all(party, report, &dispatched))
        status = WCC_BAD_INPUT;
    if (status)
        forget(party);
    double cpu_ms = 0;
    MPI_Reduce(&own.cpu_ms, &cpu_ms, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (times)
        *times = (WccTimes){host_now_ms() - start, cpu_ms};
    return status;
}
