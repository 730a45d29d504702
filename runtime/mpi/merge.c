/* How what the ranks have done to a memory comes together, where they touched the same parts of it
 * (WccMerge): a function for each way. What comes of it is on rank 0, until others need it.
 *
 *     stores    what differs from before stays where it is, where no two ranks changed the same
 *               byte. Else it goes to rank 0 by MPI_BOR; where two changed a byte to different
 *               values the later one has it, as with one worker, and that is told as a race
 *     sum, xor  differences from before, by MPI_SUM and MPI_BXOR; the others as the operation says
 *     append    each rank sends what lies between the counter before and after */
#include "ranks.h"

#include <stdlib.h>
#include <string.h>

typedef struct Merging {
    Party *party;
    Report *report;
    const Division *division;
    const Use *use;
    const WccResourceInfo *info;
    WccResource *view;
    Memory *memory;
} Merging;

/* ---- stores ---- */

enum { MOST_CHANGES = 1 << 16 }; /* spans that ranks tell each other */

static void add_changes(const Memory *memory, const Span *touched, Spans *changes)
{
    uint64_t at = touched->first;
    while (at < touched->last && changes->count <= MOST_CHANGES) {
        uint64_t block = touched->last - at < 4096 ? touched->last - at : 4096;
        if (!memcmp(memory->data + at, memory->before + at, block)) {
            at += block;
            continue;
        }
        for (uint64_t end = at + block; at < end; at++)
            if (memory->data[at] != memory->before[at])
                host_span_add(changes, at, at + 1);
    }
}

static Spans find_changes(const Merging *merging)
{
    const Spans *touched = &merging->use->by_rank[merging->party->rank].writes;
    Spans changes = {0};
    for (size_t i = 0; i < touched->count && changes.count <= MOST_CHANGES; i++)
        add_changes(merging->memory, &touched->items[i], &changes);
    mpi_check(merging->party, &changes);
    return changes;
}

/* Those of all ranks, in `all`; false: they are too many. */
static bool tell_changes(const Merging *merging, const Spans *own, Spans *all)
{
    const Party *party = merging->party;
    int count = own->count > MOST_CHANGES ? -1 : (int)own->count * 2, total = 0;
    int *counts = mpi_new(party, (size_t)party->size, sizeof *counts);
    int *starts = mpi_new(party, (size_t)party->size, sizeof *starts);
    bool is_few = true;
    MPI_Allgather(&count, 1, MPI_INT, counts, 1, MPI_INT, MPI_COMM_WORLD);
    for (int rank = 0; rank < party->size; rank++) {
        is_few &= counts[rank] >= 0 && total < MOST_CHANGES * 64;
        starts[rank] = total;
        total += counts[rank] > 0 ? counts[rank] : 0;
    }
    if (is_few) {
        uint64_t *bounds = mpi_new(party, (size_t)total + 1, sizeof *bounds);
        MPI_Allgatherv(own->items, count, MPI_UINT64_T, bounds, counts, starts, MPI_UINT64_T,
                       MPI_COMM_WORLD);
        for (int rank = 0; rank < party->size; rank++)
            for (int i = 0; i < counts[rank]; i += 2)
                host_span_add(&all[rank], bounds[starts[rank] + i], bounds[starts[rank] + i + 1]);
        free(bounds);
    }
    free(starts);
    free(counts);
    return is_few;
}

static bool are_apart(const Party *party, const Spans *changes)
{
    for (int rank = 0; rank < party->size; rank++)
        for (int other = rank + 1; other < party->size; other++)
            if (host_spans_meet(&changes[rank], &changes[other]))
                return false;
    return true;
}

/* False: they cannot. */
static bool leave_changes(const Merging *merging)
{
    const Party *party = merging->party;
    Spans own = find_changes(merging);
    Spans *changes = mpi_new(party, (size_t)party->size, sizeof *changes);
    bool can = tell_changes(merging, &own, changes) && are_apart(party, changes);
    for (int rank = 0; rank < party->size; rank++) {
        mpi_check(party, &changes[rank]);
        if (can)
            mpi_own(party, merging->memory, rank, &changes[rank]);
        host_spans_free(&changes[rank]);
    }
    free(changes);
    host_spans_free(&own);
    return can;
}

/* The first byte that this rank changed to something else than `all` says. */
static uint64_t find_clash(const Memory *memory, const uint8_t *all)
{
    for (size_t i = 0; i < memory->bytes; i++) {
        uint8_t own = memory->data[i] ^ memory->before[i];
        if (own && own != all[i])
            return i;
    }
    return UINT64_MAX;
}

/* One rank after the other: who changed a byte last has it. `all` has twice the bytes. */
static void apply_in_turn(const Merging *merging, uint8_t *all)
{
    const Memory *memory = merging->memory;
    uint8_t *result = all + memory->bytes;
    memcpy(result, memory->before, memory->bytes);
    for (int rank = 0; rank < merging->party->size; rank++) {
        for (size_t i = 0; rank == merging->party->rank && i < memory->bytes; i++)
            all[i] = memory->data[i] ^ memory->before[i];
        MPI_Bcast(all, (int)memory->bytes, MPI_BYTE, rank, MPI_COMM_WORLD);
        for (size_t i = 0; i < memory->bytes; i++)
            if (all[i])
                result[i] = memory->before[i] ^ all[i];
    }
    memcpy(memory->data, result, memory->bytes);
}

static void tell_clash(const Merging *merging, uint64_t byte)
{
    if (merging->party->rank == 0)
        host_warn(merging->report,
                  "%s: '%s': groups of two ranks wrote different values to byte %llu: a race "
                  "between groups",
                  merging->division->dispatched.entry->name, merging->info->name,
                  (unsigned long long)byte);
}

static void collect_changes(const Merging *merging)
{
    Memory *memory = merging->memory;
    uint8_t *all = mpi_new(merging->party, 2 * memory->bytes, 1);
    for (size_t i = 0; i < memory->bytes; i++)
        all[i] = memory->data[i] ^ memory->before[i];
    MPI_Allreduce(MPI_IN_PLACE, all, (int)memory->bytes, MPI_BYTE, MPI_BOR, MPI_COMM_WORLD);
    uint64_t clash = find_clash(memory, all);
    MPI_Allreduce(MPI_IN_PLACE, &clash, 1, MPI_UINT64_T, MPI_MIN, MPI_COMM_WORLD);
    if (clash == UINT64_MAX) {
        for (size_t i = 0; i < memory->bytes; i++)
            memory->data[i] = memory->before[i] ^ all[i];
    } else {
        apply_in_turn(merging, all);
        tell_clash(merging, clash);
    }
    free(all);
    for (int rank = 0; rank < merging->party->size; rank++)
        mpi_own(merging->party, memory, 0, &merging->use->by_rank[rank].writes);
}

static void merge_stores(const Merging *merging)
{
    if (!leave_changes(merging))
        collect_changes(merging);
}

/* ---- numbers ---- */

typedef void Combine(uint8_t *number, const uint8_t *with);

/* What has been added to `with`, or turned in it; and the other way. */
#define COMBINE(name, type, op) \
    static void name(uint8_t *number, const uint8_t *with) \
    { \
        *(type *)number = *(type *)number op *(const type *)with; \
    }
COMBINE(less_u32, uint32_t, -)
COMBINE(plus_u32, uint32_t, +)
COMBINE(less_u64, uint64_t, -)
COMBINE(plus_u64, uint64_t, +)
COMBINE(turn_u32, uint32_t, ^)
COMBINE(turn_u64, uint64_t, ^)
#undef COMBINE

/* By whether they have 8 bytes. */
typedef struct Reduction {
    MPI_Op op;
    MPI_Datatype type[2];
    Combine *take[2], *put[2]; /* differences; NULL: the numbers themselves */
} Reduction;

static Reduction reduction_of(WccMerge merge)
{
    const MPI_Datatype u32 = MPI_UINT32_T, u64 = MPI_UINT64_T, i32 = MPI_INT32_T, i64 = MPI_INT64_T;
    const Reduction reductions[] = {
        [WCC_MERGE_SUM] = {MPI_SUM, {u32, u64}, {less_u32, less_u64}, {plus_u32, plus_u64}},
        [WCC_MERGE_XOR] = {MPI_BXOR, {u32, u64}, {turn_u32, turn_u64}, {turn_u32, turn_u64}},
        [WCC_MERGE_MIN] = {MPI_MIN, {i32, i64}, {0}, {0}},
        [WCC_MERGE_MAX] = {MPI_MAX, {i32, i64}, {0}, {0}},
        [WCC_MERGE_UMIN] = {MPI_MIN, {u32, u64}, {0}, {0}},
        [WCC_MERGE_UMAX] = {MPI_MAX, {u32, u64}, {0}, {0}},
        [WCC_MERGE_AND] = {MPI_BAND, {u32, u64}, {0}, {0}},
        [WCC_MERGE_OR] = {MPI_BOR, {u32, u64}, {0}, {0}},
    };
    return reductions[merge];
}

static void combine_all(const Merging *merging, Combine *combine)
{
    Memory *memory = merging->memory;
    size_t step = merging->use->share->bytes;
    for (size_t at = 0; combine && at + step <= memory->bytes; at += step)
        combine(memory->data + at, memory->before + at);
}

/* Numbers that no atomic operation touched are the same on all ranks, and stay so. */
static void merge_numbers(const Merging *merging)
{
    const WccShare *share = merging->use->share;
    Memory *memory = merging->memory;
    Reduction reduction = reduction_of(share->merge);
    int is_wide = share->bytes == 8, is_home = merging->party->rank == 0;
    Spans whole = {0};
    combine_all(merging, reduction.take[is_wide]);
    MPI_Reduce(is_home ? MPI_IN_PLACE : memory->data, memory->data,
               (int)(memory->bytes / share->bytes), reduction.type[is_wide], reduction.op, 0,
               MPI_COMM_WORLD);
    if (is_home)
        combine_all(merging, reduction.put[is_wide]);
    host_span_add(&whole, 0, memory->bytes);
    mpi_check(merging->party, &whole);
    mpi_own(merging->party, memory, 0, &whole);
    host_spans_free(&whole);
}

/* ---- appending ---- */

/* Elements from `first` on, as far as there are any, in bytes. */
static Span appended(const Merging *merging, uint64_t first, uint64_t count)
{
    const uint64_t width = merging->view->width, stride = merging->view->stride;
    uint64_t last = first + count;
    first = first < width ? first : width;
    return (Span){first * stride, (last < width ? last : width) * stride};
}

static int bytes_of(Span span) { return (int)(span.last - span.first); }

static void merge_appended(const Merging *merging)
{
    const Party *party = merging->party;
    const uint32_t start = party->rows[merging->use->row].start;
    uint8_t *data = merging->view->data;
    const uint64_t offset = (uint64_t)(data - merging->memory->data);
    uint64_t *counts = mpi_new(party, (size_t)party->size, sizeof *counts), place = start;
    int *bytes = mpi_new(party, (size_t)party->size, sizeof *bytes);
    int *starts = mpi_new(party, (size_t)party->size, sizeof *starts);
    counts[party->rank] = *merging->view->counter - start;
    MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, counts, 1, MPI_UINT64_T, MPI_COMM_WORLD);
    const Span first = appended(merging, start, counts[0]);
    for (int rank = 0; rank < party->size; rank++) {
        Span span = appended(merging, place, counts[rank]);
        bytes[rank] = bytes_of(span);
        starts[rank] = (int)(span.first - first.first);
        place += counts[rank];
    }
    uint8_t *own = data + first.first;
    MPI_Gatherv(party->rank ? (void *)own : MPI_IN_PLACE, bytes[party->rank], MPI_BYTE, own, bytes,
                starts, MPI_BYTE, 0, MPI_COMM_WORLD);
    *merging->view->counter = (uint32_t)place;
    Span all = appended(merging, start, place - start);
    Spans spans = {0};
    host_span_add(&spans, offset + all.first, offset + all.last);
    mpi_check(party, &spans);
    mpi_own(party, merging->memory, 0, &spans);
    host_spans_free(&spans);
    free(starts);
    free(bytes);
    free(counts);
}

/* ---- all ---- */

static void merge_nothing(const Merging *merging) { (void)merging; }

static void leave_parts(const Merging *merging)
{
    for (int rank = 0; rank < merging->party->size; rank++)
        mpi_own(merging->party, merging->memory, rank, &merging->use->by_rank[rank].writes);
}

static void (*const MERGES[])(const Merging *merging) = {
    [WCC_MERGE_NONE] = merge_nothing,   [WCC_MERGE_READ] = merge_nothing,
    [WCC_MERGE_STORES] = merge_stores,  [WCC_MERGE_SUM] = merge_numbers,
    [WCC_MERGE_XOR] = merge_numbers,    [WCC_MERGE_MIN] = merge_numbers,
    [WCC_MERGE_MAX] = merge_numbers,    [WCC_MERGE_UMIN] = merge_numbers,
    [WCC_MERGE_UMAX] = merge_numbers,   [WCC_MERGE_AND] = merge_numbers,
    [WCC_MERGE_OR] = merge_numbers,     [WCC_MERGE_APPEND] = merge_appended,
};

void mpi_merge(Party *party, Report *report, const Division *division, const Use *use)
{
    const Merging merging = {party, report, division, use,
                             &party->module->resources[use->share ? use->share->resource : 0],
                             &party->views[use->row], use->memory};
    if (use->is_written)
        (use->is_parted ? leave_parts : MERGES[use->share->merge])(&merging);
}
