/* How what the ranks have done to a resource comes together (WccMerge): a function for each way.
 *
 *     slices    each rank sends the elements of its groups, MPI_Allgatherv
 *     stores    what differs from before, by MPI_BOR; where two ranks changed a byte to different
 *               values the later one has it, as with one worker, and that is told as a race
 *     sum, xor  differences from before, by MPI_SUM and MPI_BXOR; the others as the operation says
 *     append    each rank sends what lies between the counter before and after */
#include "ranks.h"

#include <stdlib.h>
#include <string.h>

typedef struct Merging {
    Party *party;
    Report *report;
    const Dispatched *dispatched;
    const WccShare *share;
    const WccResourceInfo *info;
    Held *held;
    uint8_t *data, *before; /* held->bytes */
} Merging;

/* What each rank sends: the bytes, and where they begin. */
typedef struct Pieces {
    int *counts, *starts;
    uint8_t *bytes;
    size_t total;
} Pieces;

/* ---- pieces ---- */

static void free_pieces(Pieces *pieces)
{
    free(pieces->counts);
    free(pieces->starts);
    free(pieces->bytes);
}

/* By counts. */
static bool place_pieces(Pieces *pieces, int size)
{
    for (int rank = 0; rank < size; rank++) {
        pieces->starts[rank] = (int)pieces->total;
        pieces->total += (size_t)pieces->counts[rank];
    }
    pieces->bytes = pieces->total <= INT32_MAX ? malloc(pieces->total + 1) : NULL;
    return pieces->bytes != NULL;
}

static bool new_pieces(Pieces *pieces, int size)
{
    *pieces = (Pieces){.counts = calloc((size_t)size, sizeof(int)),
                       .starts = calloc((size_t)size, sizeof(int))};
    return pieces->counts && pieces->starts;
}

/* Each rank has put its own in place. */
static void exchange(Pieces *pieces)
{
    MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, pieces->bytes, pieces->counts,
                   pieces->starts, MPI_BYTE, MPI_COMM_WORLD);
}

/* ---- slices ---- */

typedef struct Span {
    uint32_t first, last; /* last: behind the end */
} Span;

/* Along x, y or z, of what the resource has. */
static Span span_of(const WccSlice *slice, const uint32_t group[3], uint32_t side)
{
    int64_t start = (int64_t)slice->step * group[slice->axis];
    int64_t first = start + slice->low, last = start + slice->high + 1;
    first = first < 0 ? 0 : first > side ? side : first;
    last = last < first ? first : last > side ? side : last;
    return (Span){(uint32_t)first, (uint32_t)last};
}

typedef void TakeLine(uint8_t *data, uint8_t *packed, size_t bytes);

static void pack_line(uint8_t *data, uint8_t *packed, size_t bytes)
{
    memcpy(packed, data, bytes);
}

static void unpack_line(uint8_t *data, uint8_t *packed, size_t bytes)
{
    memcpy(data, packed, bytes);
}

/* Lines of a group's part, in the order of their addresses; NULL: they are only counted. */
static size_t take_group(const Merging *merging, const uint32_t group[3], TakeLine *take,
                         uint8_t *packed)
{
    const WccResource *view = &merging->held->view;
    const WccSlice *slices = merging->share->slices;
    const Span x = span_of(&slices[0], group, view->width);
    const Span y = span_of(&slices[1], group, view->height ? view->height : 1);
    const Span z = span_of(&slices[2], group, view->depth ? view->depth : 1);
    const size_t line = (size_t)(x.last - x.first) * view->stride;
    size_t taken = 0;
    for (uint32_t slice = z.first; slice < z.last; slice++)
        for (uint32_t row = y.first; row < y.last; row++, taken += line)
            if (take)
                take(merging->data + (size_t)slice * view->slice_pitch +
                         (size_t)row * view->row_pitch + (size_t)x.first * view->stride,
                     packed + taken, line);
    return taken;
}

static size_t take_rank(const Merging *merging, int rank, TakeLine *take, uint8_t *packed)
{
    const Dispatched *dispatched = merging->dispatched;
    Part part = mpi_part(mpi_groups(dispatched), rank, merging->party->size);
    size_t taken = 0;
    for (uint64_t ticket = part.first; ticket < part.last; ticket++) {
        uint32_t group[3];
        host_order_group(dispatched->order, dispatched->groups, ticket, group);
        taken += take_group(merging, group, take, packed + taken);
    }
    return taken;
}

static bool merge_slices(const Merging *merging)
{
    int own = merging->party->rank, size = merging->party->size;
    Pieces pieces;
    bool good = new_pieces(&pieces, size);
    for (int rank = 0; good && rank < size; rank++)
        pieces.counts[rank] = (int)take_rank(merging, rank, NULL, NULL);
    good = good && place_pieces(&pieces, size);
    if (mpi_all(good) && good) {
        take_rank(merging, own, pack_line, pieces.bytes + pieces.starts[own]);
        exchange(&pieces);
        for (int rank = 0; rank < size; rank++)
            if (rank != own)
                take_rank(merging, rank, unpack_line, pieces.bytes + pieces.starts[rank]);
    } else {
        good = false;
    }
    free_pieces(&pieces);
    return good;
}

/* ---- stores ---- */

/* The first byte that this rank changed to something else than `all` says. */
static uint64_t find_clash(const Merging *merging, const uint8_t *all)
{
    for (size_t i = 0; i < merging->held->bytes; i++) {
        uint8_t own = merging->data[i] ^ merging->before[i];
        if (own && own != all[i])
            return i;
    }
    return UINT64_MAX;
}

/* One rank after the other: who changed a byte last has it. `all` has twice the bytes. */
static void apply_in_turn(const Merging *merging, uint8_t *all)
{
    const size_t bytes = merging->held->bytes;
    uint8_t *result = all + bytes;
    memcpy(result, merging->before, bytes);
    for (int rank = 0; rank < merging->party->size; rank++) {
        for (size_t i = 0; rank == merging->party->rank && i < bytes; i++)
            all[i] = merging->data[i] ^ merging->before[i];
        MPI_Bcast(all, (int)bytes, MPI_BYTE, rank, MPI_COMM_WORLD);
        for (size_t i = 0; i < bytes; i++)
            if (all[i])
                result[i] = merging->before[i] ^ all[i];
    }
    memcpy(merging->data, result, bytes);
}

static void tell_clash(const Merging *merging, uint64_t byte)
{
    if (merging->party->rank == 0)
        host_warn(merging->report,
                  "%s: '%s': groups of two ranks wrote different values to byte %llu: a race "
                  "between groups",
                  merging->dispatched->entry->name, merging->info->name, (unsigned long long)byte);
}

static bool merge_stores(const Merging *merging)
{
    const size_t bytes = merging->held->bytes;
    uint8_t *all = malloc(2 * bytes + 1);
    if (!mpi_all(all != NULL) || !all) {
        free(all);
        return false;
    }
    for (size_t i = 0; i < bytes; i++)
        all[i] = merging->data[i] ^ merging->before[i];
    MPI_Allreduce(MPI_IN_PLACE, all, (int)bytes, MPI_BYTE, MPI_BOR, MPI_COMM_WORLD);
    uint64_t clash = find_clash(merging, all);
    MPI_Allreduce(MPI_IN_PLACE, &clash, 1, MPI_UINT64_T, MPI_MIN, MPI_COMM_WORLD);
    if (clash == UINT64_MAX) {
        for (size_t i = 0; i < bytes; i++)
            merging->data[i] = merging->before[i] ^ all[i];
    } else {
        apply_in_turn(merging, all);
        tell_clash(merging, clash);
    }
    free(all);
    return true;
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
    size_t step = merging->share->bytes;
    for (size_t at = 0; combine && at + step <= merging->held->bytes; at += step)
        combine(merging->data + at, merging->before + at);
}

/* Numbers that no atomic operation touched are the same on all ranks, and stay so. */
static bool merge_numbers(const Merging *merging)
{
    Reduction reduction = reduction_of(merging->share->merge);
    int is_wide = merging->share->bytes == 8;
    int count = (int)(merging->held->bytes / merging->share->bytes);
    combine_all(merging, reduction.take[is_wide]);
    MPI_Allreduce(MPI_IN_PLACE, merging->data, count, reduction.type[is_wide], reduction.op,
                  MPI_COMM_WORLD);
    combine_all(merging, reduction.put[is_wide]);
    return true;
}

/* ---- appending ---- */

/* Elements from `first` on, as far as there are any. */
static Span appended(const Merging *merging, uint64_t first, uint64_t count)
{
    const uint64_t width = merging->held->view.width;
    uint64_t last = first + count;
    first = first < width ? first : width;
    return (Span){(uint32_t)first, (uint32_t)(last < width ? last : width)};
}

static bool merge_appended(const Merging *merging)
{
    Held *held = merging->held;
    const uint32_t stride = held->view.stride, start = held->start;
    int size = merging->party->size, own = merging->party->rank;
    uint64_t *counts = calloc((size_t)size, sizeof *counts), place = start;
    Pieces pieces;
    bool good = new_pieces(&pieces, size) && counts;
    if (!mpi_all(good)) {
        free(counts);
        free_pieces(&pieces);
        return false;
    }
    counts[own] = *held->view.counter - start;
    MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, counts, 1, MPI_UINT64_T, MPI_COMM_WORLD);
    for (int rank = 0; rank < size; rank++) {
        Span span = appended(merging, start, counts[rank]);
        pieces.counts[rank] = (int)((span.last - span.first) * stride);
    }
    good = mpi_all(place_pieces(&pieces, size)) && pieces.bytes;
    if (good) {
        memcpy(pieces.bytes + pieces.starts[own], merging->data + (size_t)start * stride,
               (size_t)pieces.counts[own]);
        exchange(&pieces);
    }
    for (int rank = 0; good && rank < size; place += counts[rank++]) {
        Span span = appended(merging, place, counts[rank]);
        memcpy(merging->data + (size_t)span.first * stride, pieces.bytes + pieces.starts[rank],
               (size_t)(span.last - span.first) * stride);
    }
    *held->view.counter = (uint32_t)place;
    free(counts);
    free_pieces(&pieces);
    return good;
}

/* ---- all ---- */

static bool merge_nothing(const Merging *merging)
{
    (void)merging;
    return true;
}

static bool (*const MERGES[])(const Merging *merging) = {
    [WCC_MERGE_NONE] = merge_nothing,   [WCC_MERGE_READ] = merge_nothing,
    [WCC_MERGE_STORES] = merge_stores,  [WCC_MERGE_SUM] = merge_numbers,
    [WCC_MERGE_XOR] = merge_numbers,    [WCC_MERGE_MIN] = merge_numbers,
    [WCC_MERGE_MAX] = merge_numbers,    [WCC_MERGE_UMIN] = merge_numbers,
    [WCC_MERGE_UMAX] = merge_numbers,   [WCC_MERGE_AND] = merge_numbers,
    [WCC_MERGE_OR] = merge_numbers,     [WCC_MERGE_APPEND] = merge_appended,
};

bool mpi_merge(Party *party, Report *report, const Dispatched *dispatched, const WccShare *share,
               Held *held)
{
    const WccResourceInfo *info = &party->module->resources[share->resource];
    Merging merging = {party, report, dispatched, share, info, held, held->view.data, held->before};
    if (!held->bytes)
        return true;
    bool is_apart = mpi_is_apart(share, dispatched->groups);
    bool good = is_apart ? merge_slices(&merging) : MERGES[share->merge](&merging);
    return good || host_fail(report, "not enough memory to merge '%s'", info->name);
}
