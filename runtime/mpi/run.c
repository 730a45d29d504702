/* A dispatch on all ranks: what each needs comes to it, each runs its share, then what they did
 * comes together. */
#include "ranks.h"

#include <stdlib.h>
#include <string.h>

/* ---- before ---- */

static bool is_merged(const Use *use) { return use->is_written && !use->is_parted; }

static bool is_number(const Use *use)
{
    return is_merged(use) && use->share->merge >= WCC_MERGE_SUM &&
           use->share->merge <= WCC_MERGE_OR;
}

static bool has_before(const Use *use)
{
    return is_number(use) || (is_merged(use) && use->share->merge == WCC_MERGE_STORES);
}

/* What a rank touches; numbers are merged as a whole; what is stored anywhere may come to rank 0;
 * and of what is appended to nothing is looked at. */
static void find_needs(const Party *party, const Use *use, Spans *needs)
{
    for (int rank = 0; rank < party->size; rank++) {
        const Touch *touch = &use->by_rank[rank];
        if (is_merged(use) && use->share->merge == WCC_MERGE_APPEND)
            continue;
        if (is_number(use))
            host_span_add(&needs[rank], 0, use->memory->bytes);
        host_spans_join(&needs[rank], &touch->reads);
        host_spans_join(&needs[rank], &touch->writes);
        if (has_before(use))
            host_spans_join(&needs[0], &touch->writes);
    }
    for (int rank = 0; rank < party->size; rank++)
        mpi_check(party, &needs[rank]);
}

static Traffic bring_use(Party *party, const Use *use)
{
    Spans *needs = mpi_new(party, (size_t)party->size, sizeof *needs);
    find_needs(party, use, needs);
    Traffic traffic = mpi_bring(party, use->memory, needs);
    for (int rank = 0; rank < party->size; rank++)
        host_spans_free(&needs[rank]);
    free(needs);
    if (has_before(use))
        mpi_keep_before(party, use->memory);
    return traffic;
}

static void bring_all(Party *party, Report *report, const Division *division)
{
    Traffic *traffic = mpi_new(party, division->use_count, sizeof *traffic);
    for (uint32_t i = 0; i < division->use_count; i++)
        traffic[i] = bring_use(party, &division->uses[i]);
    if (party->rank == 0)
        mpi_explain(party, report, division, traffic);
    free(traffic);
}

static void keep_counters(Party *party)
{
    for (uint32_t row = 0; row < party->module->resource_rows; row++) {
        const WccResource *view = &party->views[row];
        party->rows[row].start = view->counter ? *view->counter : 0;
    }
}

/* ---- after ---- */

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

/* Of a dispatch that failed, rank 0 has what there is. */
static void keep_at_home(Party *party, const Division *division)
{
    for (uint32_t i = 0; i < division->use_count; i++) {
        const Use *use = &division->uses[i];
        for (int rank = 0; use->is_written && rank < party->size; rank++)
            mpi_own(party, use->memory, 0, &use->by_rank[rank].writes);
    }
}

static void merge_all(Party *party, Report *report, const Division *division)
{
    for (uint32_t i = 0; i < division->use_count; i++)
        mpi_merge(party, report, division, &division->uses[i]);
}

/* ---- all ---- */

static WccStatus run_part(const Party *party, Report *report, Pool *pool, const Job *job,
                          const Division *division, WccTimes *times)
{
    Part part = mpi_part(&division->dispatched, party->rank, division->size);
    WccDispatch dispatch = *job->dispatch;
    Job share = *job;
    dispatch.resources = party->views;
    share.dispatch = &dispatch;
    share.ranks = NULL;
    share.may_run_here = true; /* MPI waits busily: a worker that is woken would wait for a CPU */
    share.first_group = part.first;
    share.group_count = part.last - part.first;
    return share.group_count ? host_run_job(report, pool, &share, times) : WCC_OK;
}

WccStatus mpi_run_division(Party *party, Report *report, Pool *pool, const Job *job,
                           const Division *division, WccTimes *times)
{
    WccTimes own = {0};
    double cpu_ms = 0;
    bring_all(party, report, division);
    keep_counters(party);
    WccStatus status = run_part(party, report, pool, job, division, times ? &own : NULL);
    party->is_stuck |= host_pool_stuck(pool);
    status = agree(party, report, status);
    if (status)
        keep_at_home(party, division);
    else
        merge_all(party, report, division);
    MPI_Reduce(&own.cpu_ms, &cpu_ms, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (times)
        times->cpu_ms = cpu_ms;
    return status;
}
