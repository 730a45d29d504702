/* --order auto: rows of the grid run in some orders, the rest in the fastest.
 *
 *     rows  linear | tile-x:4 | ... | morton | linear | tile-x:4 | ... | morton | linear ... | the best ...
 *           \---------- repeat 0 ----------/ \---------- repeat 1 ----------/
 *
 * Each band is a dispatch of its own with so many rows, whose groups are moved down by its first
 * row; the bands partition the grid, so each group runs once. The measure is CPU time, which other
 * programs disturb least, but they do, and rows differ in what they cost. So linear gives way only to
 * an order whose dearest band cost less than linear's cheapest, by NEEDED_GAIN, and what is found is
 * kept for later only if the rest of the grid bears it out. Grids whose bands would be lower than
 * MIN_BAND_ROWS, with fewer groups than MIN_GROUPS, kernels whose groups wait for earlier ones, and
 * schedules run in linear order. What --check finds is told for each band. */
#include "dispatch.h"
#include "numbers/numbers.h"

enum {
    MIN_BAND_ROWS = 4,
    MIN_GROUPS = 1024
};
static const double MEASURED_SHARE = 0.75; /* of the rows, at most */
static const double NEEDED_GAIN = 0.03;    /* of linear's time */

static const Order tried[HOST_TRIED_ORDERS] = {
    {.kind = ORDER_LINEAR, .tile = 1}, {.kind = ORDER_TILE_X, .tile = 4},
    {.kind = ORDER_TILE_X, .tile = 16}, {.kind = ORDER_TILE_Y, .tile = 4},
    {.kind = ORDER_TILE_Y, .tile = 16}, {.kind = ORDER_MORTON, .tile = 1},
};
enum { BANDS = HOST_TRIED_ORDERS * HOST_REPEATS };

static uint32_t band_rows(const uint32_t groups[3])
{
    return (uint32_t)(groups[1] * MEASURED_SHARE / BANDS);
}

static bool is_worth_it(const Job *job)
{
    const uint32_t *groups = job->dispatch->groups;
    return !job->variant->in_order && !job->variant->prints &&
           job->schedule.kind == WCC_FORWARD && !host_runs_alone(job) &&
           groups[0] > 1 && groups[2] > 0 && band_rows(groups) >= MIN_BAND_ROWS &&
           (uint64_t)groups[0] * groups[1] * groups[2] >= MIN_GROUPS;
}

/* A dispatch that runs in parts. */
typedef struct Parts {
    Report *report;
    Pool *pool;
    const Job *job;
    WccTimes *times; /* of all parts together */
    double end_ms;   /* of the time limit; 0: none */
    bool has_faults;
} Parts;

/* So many rows from the first on; gives what they cost. */
static WccStatus run_band(Parts *parts, Order order, uint32_t first, uint32_t rows, WccTimes *cost)
{
    WccDispatch dispatch = *parts->job->dispatch;
    Job job = *parts->job;
    dispatch.groups[1] = rows;
    job.dispatch = &dispatch;
    job.order = (Order){ORDER_BAND, order.tile, order.kind, first};
    if (parts->end_ms) {
        double left = (parts->end_ms - host_now_ms()) / 1000;
        job.timeout_seconds = left > 0 ? left : 1e-9;
    }
    WccStatus status = host_run_job(parts->report, parts->pool, &job, cost);
    parts->times->wall_ms += cost->wall_ms;
    parts->times->cpu_ms += cost->cpu_ms;
    parts->has_faults |= status == WCC_CHECK_FAILED;
    return status == WCC_CHECK_FAILED ? WCC_OK : status; /* the other groups run all the same */
}

typedef struct Costs {
    double least, most;
} Costs;

static Costs costs_of(const OrderCosts cost, size_t order)
{
    Costs costs = {cost[0][order], cost[0][order]};
    for (size_t i = 1; i < HOST_REPEATS; i++) {
        costs.least = cost[i][order] < costs.least ? cost[i][order] : costs.least;
        costs.most = cost[i][order] > costs.most ? cost[i][order] : costs.most;
    }
    return costs;
}

Order host_pick_order(const OrderCosts cost)
{
    double least = costs_of(cost, 0).least * (1 - NEEDED_GAIN);
    Order best = tried[0];
    for (size_t i = 1; i < HOST_TRIED_ORDERS; i++) {
        Costs costs = costs_of(cost, i);
        if (costs.most < least) {
            least = costs.most;
            best = tried[i];
        }
    }
    return best;
}

/* Of the rest of the grid, which costs so much a row. */
static bool is_borne_out(const OrderCosts cost, uint32_t rows, double rest_of_row)
{
    return rest_of_row * rows < costs_of(cost, 0).most;
}

static WccStatus run_measured(Parts *parts, const OrderKey *key)
{
    const uint32_t *groups = parts->job->dispatch->groups;
    uint32_t rows = band_rows(groups), first = 0;
    OrderCosts cost;
    WccTimes spent = {0};
    for (size_t i = 0; i < BANDS; i++, first += rows) {
        size_t order = i % HOST_TRIED_ORDERS;
        WccStatus status = run_band(parts, tried[order], first, rows, &spent);
        if (status)
            return status;
        cost[i / HOST_TRIED_ORDERS][order] = spent.cpu_ms;
    }
    Order best = host_pick_order(cost);
    WccStatus status = run_band(parts, best, first, groups[1] - first, &spent);
    if (!status)
        host_keep_order(key, is_borne_out(cost, rows, spent.cpu_ms / (groups[1] - first))
                                 ? best : tried[0]);
    return status;
}

static WccStatus run_auto(Report *report, Pool *pool, const Job *job, WccTimes *times)
{
    OrderKey key = host_order_key(job);
    Job known = *job;
    if (host_recall_order(&key, &known.order))
        return host_run_job(report, pool, &known, times);
    *times = (WccTimes){0};
    Parts parts = {.report = report, .pool = pool, .job = job, .times = times};
    if (job->timeout_seconds > 0)
        parts.end_ms = host_now_ms() + job->timeout_seconds * 1000;
    WccStatus status = run_measured(&parts, &key);
    return !status && parts.has_faults ? WCC_CHECK_FAILED : status;
}

void host_use_known_order(Job *job)
{
    Order known = tried[0];
    if (job->order.kind != ORDER_AUTO)
        return;
    if (is_worth_it(job)) {
        OrderKey key = host_order_key(job);
        host_recall_order(&key, &known);
    }
    job->order = known;
}

WccStatus host_run_ordered(Report *report, Pool *pool, const Job *job, WccTimes *times)
{
    WccTimes unwanted;
    if (job->ranks)
        return job->ranks->run(job->ranks, report, pool, job, times);
    if (job->order.kind != ORDER_AUTO || !is_worth_it(job))
        return host_run_job(report, pool, job, times);
    return run_auto(report, pool, job, times ? times : &unwanted);
}
