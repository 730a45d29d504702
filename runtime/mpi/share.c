/* Which groups are whose, what they touch, and whether that comes together. */
#include "ranks.h"

#include <stdlib.h>

/* ---- groups ---- */

uint64_t mpi_groups(const Dispatched *dispatched)
{
    const uint32_t *groups = dispatched->groups;
    return (uint64_t)groups[0] * groups[1] * groups[2];
}

Part mpi_part(const Dispatched *dispatched, int rank, int size)
{
    if (rank >= size)
        return (Part){0, 0};
    uint64_t total = mpi_groups(dispatched) / dispatched->unit;
    uint64_t each = total / (uint64_t)size, rest = total % (uint64_t)size, at = (uint64_t)rank;
    uint64_t first = at * each + (at < rest ? at : rest);
    return (Part){first * dispatched->unit, (first + each + (at < rest)) * dispatched->unit};
}

/* The largest box of groups that are next in line, from `ticket` on: slices, rows or part of a
 * row; gives how many groups it has. */
static uint64_t next_box(const Dispatched *dispatched, uint64_t ticket, uint64_t last,
                         GroupBox *box)
{
    const uint32_t *groups = dispatched->groups;
    const uint64_t left = last - ticket, row = groups[0], slice = row * groups[1];
    uint32_t group[3];
    host_order_group(dispatched->order, groups, ticket, group);
    for (int axis = 0; axis < 3; axis++)
        box->last[axis] = (box->first[axis] = group[axis]) + 1;
    if (dispatched->order.kind != ORDER_LINEAR)
        return 1;
    if (ticket % slice == 0 && left >= slice) {
        box->last[0] = groups[0];
        box->last[1] = groups[1];
        box->last[2] = group[2] + (uint32_t)(left / slice);
        return left / slice * slice;
    }
    uint64_t rows = left / row, below = groups[1] - group[1];
    if (ticket % row == 0 && rows > 0) {
        rows = rows < below ? rows : below;
        box->last[0] = groups[0];
        box->last[1] = group[1] + (uint32_t)rows;
        return rows * row;
    }
    uint64_t beside = row - group[0];
    beside = left < beside ? left : beside;
    box->last[0] = group[0] + (uint32_t)beside;
    return beside;
}

/* ---- uses ---- */

const char *mpi_name_of(const Party *party, uint32_t row)
{
    const WccModule *module = party->module;
    uint32_t i = 0;
    while (row - module->resources[i].first_row >= host_rows_of(module, &module->resources[i]))
        i++;
    return module->resources[i].name;
}

static const WccShare *find_share(const WccSharing *sharing, uint32_t resource)
{
    for (uint32_t i = 0; sharing && i < sharing->share_count; i++)
        if (sharing->shares[i].resource == resource)
            return &sharing->shares[i];
    return NULL;
}

/* Of a kernel that nothing is known of, all that may be. */
static bool is_written(const WccSharing *sharing, const WccShare *share)
{
    return !sharing || (share && share->merge != WCC_MERGE_READ);
}

static Use *find_use(Division *division, const Memory *memory)
{
    for (uint32_t i = 0; i < division->use_count; i++)
        if (division->uses[i].memory == memory)
            return &division->uses[i];
    return NULL;
}

static void add_use(Party *party, Division *division, uint32_t resource, uint32_t row)
{
    const WccResourceInfo *info = &party->module->resources[resource];
    Memory *memory = &party->memories[party->rows[row].memory];
    const WccSharing *sharing = division->dispatched.variant->sharing;
    const WccShare *share = find_share(sharing, resource);
    bool writes = host_kind(info)->writable && is_written(sharing, share);
    Use *use = find_use(division, memory);
    if (!use) {
        use = &division->uses[division->use_count++];
        *use = (Use){.memory = memory, .row = row, .share = share, .may_part = sharing != NULL};
        use->by_rank = mpi_new(party, (size_t)party->size, sizeof *use->by_rank);
    }
    use->row_count++;
    if (writes) {
        use->row = row;
        use->share = share;
    }
    use->is_written |= writes;
    use->may_part &= !share || share->may_part;
}

static void add_uses(Party *party, Division *division)
{
    const WccEntry *entry = division->dispatched.entry;
    division->uses = mpi_new(party, party->module->resource_rows + 1, sizeof *division->uses);
    for (uint32_t i = 0; i < entry->resource_count; i++) {
        const WccResourceInfo *info = &party->module->resources[entry->resources[i]];
        for (uint32_t k = 0; k < host_rows_of(party->module, info); k++)
            if (party->rows[info->first_row + k].memory >= 0)
                add_use(party, division, entry->resources[i], info->first_row + k);
    }
}

/* ---- touches ---- */

/* Of rows in memory, shifted to where they are in it. */
static void touch_row(Party *party, Division *division, const Reached *reached,
                      const WccReach *reach, const Bounds *terms, int rank, uint32_t row)
{
    const WccResource *view = &party->views[row];
    Spans spans = {0};
    if (party->rows[row].memory < 0)
        return;
    const Memory *memory = &party->memories[party->rows[row].memory];
    const uint64_t offset = (uint64_t)((uint8_t *)view->data - memory->data);
    Use *use = find_use(division, memory);
    Touch *touch = &use->by_rank[rank];
    host_add_reached(reached, reach, terms, view,
                     use->is_written ? REACH_CLOSELY : REACH_ROUGHLY, &spans);
    mpi_check(party, &spans);
    for (size_t i = 0; i < spans.count; i++) {
        const Span span = {spans.items[i].first + offset, spans.items[i].last + offset};
        if (reach->reads)
            host_span_add(&touch->reads, span.first, span.last);
        if (reach->writes)
            host_span_add(&touch->writes, span.first, span.last);
    }
    host_spans_free(&spans);
}

static void touch_box(Party *party, Division *division, const Reached *reached, const GroupBox *box,
                      Bounds *terms, int rank)
{
    const WccModule *module = party->module;
    host_find_bounds(reached, box, terms);
    for (uint32_t i = 0; i < reached->sharing->reach_count; i++) {
        const WccReach *reach = &reached->sharing->reaches[i];
        const WccResourceInfo *info = &module->resources[reach->resource];
        for (uint32_t k = 0; k < host_rows_of(module, info); k++)
            touch_row(party, division, reached, reach, terms, rank, info->first_row + k);
    }
}

static void settle(const Party *party, Division *division)
{
    for (uint32_t i = 0; i < division->use_count; i++)
        for (int rank = 0; rank < party->size; rank++) {
            Touch *touch = &division->uses[i].by_rank[rank];
            host_spans_settle(&touch->reads);
            host_spans_settle(&touch->writes);
            mpi_check(party, &touch->reads);
            mpi_check(party, &touch->writes);
        }
}

/* Of a kernel of which nothing is known. */
static void touch_all(Division *division)
{
    for (uint32_t i = 0; i < division->use_count; i++)
        for (int rank = 0; rank < division->size; rank++) {
            const Use *use = &division->uses[i];
            host_span_add(&use->by_rank[rank].reads, 0, use->memory->bytes);
            if (use->is_written)
                host_span_add(&use->by_rank[rank].writes, 0, use->memory->bytes);
        }
}

static void touch_parts(Party *party, Division *division)
{
    const Dispatched *dispatched = &division->dispatched;
    const Reached reached = {party->module, dispatched->variant->sharing, party->views};
    Bounds *terms = mpi_new(party, reached.sharing->term_count, sizeof *terms);
    for (int rank = 0; rank < division->size; rank++) {
        Part part = mpi_part(dispatched, rank, division->size);
        while (part.first < part.last) {
            GroupBox box;
            part.first += next_box(dispatched, part.first, part.last, &box);
            touch_box(party, division, &reached, &box, terms, rank);
        }
    }
    free(terms);
    settle(party, division);
}

/* ---- whether it comes together ---- */

static bool clashes(const Touch *one, const Touch *other)
{
    return host_spans_meet(&one->writes, &other->writes) ||
           host_spans_meet(&one->writes, &other->reads) ||
           host_spans_meet(&one->reads, &other->writes);
}

static uint64_t end_of(const Spans *spans)
{
    return spans->count ? spans->items[spans->count - 1].last : 0;
}

/* Each touches nothing before where the ones before it end, as slices do. */
static bool is_in_order(const Division *division, const Use *use)
{
    uint64_t end = 0;
    for (int rank = 0; rank < division->size; rank++) {
        const Spans *reads = &use->by_rank[rank].reads, *writes = &use->by_rank[rank].writes;
        if ((reads->count && reads->items[0].first < end) ||
            (writes->count && writes->items[0].first < end))
            return false;
        end = end_of(reads) > end ? end_of(reads) : end;
        end = end_of(writes) > end ? end_of(writes) : end;
    }
    return true;
}

static bool is_parted(const Division *division, const Use *use)
{
    bool is_parted = use->may_part;
    if (is_parted && is_in_order(division, use))
        return true;
    for (int rank = 0; rank < division->size && is_parted; rank++)
        for (int other = rank + 1; other < division->size && is_parted; other++)
            is_parted = !clashes(&use->by_rank[rank], &use->by_rank[other]);
    return is_parted;
}

void mpi_divide(Party *party, const Dispatched *dispatched, int size, Division *division)
{
    *division = (Division){.dispatched = *dispatched, .size = size};
    add_uses(party, division);
    if (dispatched->variant->sharing)
        touch_parts(party, division);
    else
        touch_all(division);
    for (uint32_t i = 0; i < division->use_count; i++)
        if (division->uses[i].is_written)
            division->uses[i].is_parted = is_parted(division, &division->uses[i]);
}

void mpi_free_division(const Party *party, Division *division)
{
    for (uint32_t i = 0; i < division->use_count; i++) {
        for (int rank = 0; rank < party->size; rank++) {
            host_spans_free(&division->uses[i].by_rank[rank].reads);
            host_spans_free(&division->uses[i].by_rank[rank].writes);
        }
        free(division->uses[i].by_rank);
    }
    free(division->uses);
}

static Verdict judge_use(const Use *use, WccShare *hindrance)
{
    if (!use->is_written || use->is_parted)
        return VERDICT_GOOD;
    *hindrance = *use->share;
    if (use->row_count > 1) {
        hindrance->why = "it is in the memory of another resource that is used";
        return VERDICT_NOT;
    }
    return use->share->merge == WCC_MERGE_NONE     ? VERDICT_NOT
           : use->share->merge == WCC_MERGE_STORES ? VERDICT_STORES
                                                   : VERDICT_GOOD;
}

Verdict mpi_judge(const Division *division, WccShare *hindrance)
{
    const WccSharing *sharing = division->dispatched.variant->sharing;
    Verdict worst = VERDICT_GOOD;
    *hindrance = (WccShare){.resource = UINT32_MAX, .why = "it was compiled without --mpi"};
    const WccShare *besides = find_share(sharing, UINT32_MAX);
    if (besides)
        *hindrance = *besides;
    if (!sharing || besides)
        return VERDICT_NOT;
    for (uint32_t i = 0; i < division->use_count && worst != VERDICT_NOT; i++) {
        Verdict verdict = judge_use(&division->uses[i], hindrance);
        worst = verdict > worst ? verdict : worst;
    }
    return worst;
}
