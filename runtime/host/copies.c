/* Copies in which workers update what a kernel does nothing to but update (WccUpdates): counts, sums, extremes. Each
 * starts with numbers that change nothing, is updated without locks, and comes together with the others' at the end:
 * a worker that has ended leaves its copies in Pool.copied; where another's are there already it takes these and adds
 * them to its own first. The last ones are added to the resources.
 *
 * Copies take time by their size, which a short dispatch has not. So a worker begins with locked operations on the
 * resources themselves, and has copies once it has worked for as long as they take. */
#include "pool.h"
#include "resources.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 8 << 20, ROOM_BEHIND = 64 };
/* To fill them and to add them up again: what a core moves. */
#define BYTES_PER_MS 4e6

/* ---- combining ---- */

typedef void Combine(void *to, const void *from, size_t count);

/* NAME_plain of memory that nobody else comes to, NAME_locked of other memory, of which numbers that change nothing are
 * left alone; NAME_fill puts these. */
#define COMBINE(name, type, nothing, result)                                                                              \
    static void name##_plain(void *to, const void *from, size_t count)                                                    \
    {                                                                                                                     \
        for (size_t i = 0; i < count; i++) {                                                                              \
            const type a = ((const type *)to)[i], b = ((const type *)from)[i];                                            \
            ((type *)to)[i] = (result);                                                                                   \
        }                                                                                                                 \
    }                                                                                                                     \
    static void name##_locked(void *to, const void *from, size_t count)                                                   \
    {                                                                                                                     \
        for (size_t i = 0; i < count; i++) {                                                                              \
            type *at = (type *)to + i, a = __atomic_load_n(at, __ATOMIC_RELAXED);                                         \
            const type b = ((const type *)from)[i];                                                                       \
            while (b != (nothing) && !__atomic_compare_exchange_n(at, &a, (result), 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) \
                continue;                                                                                                 \
        }                                                                                                                 \
    }                                                                                                                     \
    static void name##_fill(void *to, const void *from, size_t count)                                                     \
    {                                                                                                                     \
        (void)from;                                                                                                       \
        for (size_t i = 0; i < count; i++)                                                                                \
            ((type *)to)[i] = (nothing);                                                                                  \
    }

#define COMBINE_OF_BITS(bits)                                                                                             \
    COMBINE(sum##bits, uint##bits##_t, 0, (uint##bits##_t)(a + b))                                                        \
    COMBINE(xor##bits, uint##bits##_t, 0, a ^ b)                                                                          \
    COMBINE(or##bits, uint##bits##_t, 0, a | b)                                                                           \
    COMBINE(and##bits, uint##bits##_t, UINT##bits##_MAX, a & b)                                                           \
    COMBINE(umin##bits, uint##bits##_t, UINT##bits##_MAX, b < a ? b : a)                                                  \
    COMBINE(umax##bits, uint##bits##_t, 0, b > a ? b : a)                                                                 \
    COMBINE(min##bits, int##bits##_t, INT##bits##_MAX, b < a ? b : a)                                                     \
    COMBINE(max##bits, int##bits##_t, INT##bits##_MIN, b > a ? b : a)
COMBINE_OF_BITS(32)
COMBINE_OF_BITS(64)

typedef enum Way { WAY_FILL, WAY_PLAIN, WAY_LOCKED, WAY_COUNT } Way;

#define WAYS(name) {name##_fill, name##_plain, name##_locked}
#define WAYS_OF(name) {WAYS(name##32), WAYS(name##64)}
static Combine *const COMBINES[][2][WAY_COUNT] = {
    [WCC_MERGE_SUM] = WAYS_OF(sum),   [WCC_MERGE_XOR] = WAYS_OF(xor),   [WCC_MERGE_MIN] = WAYS_OF(min),
    [WCC_MERGE_MAX] = WAYS_OF(max),   [WCC_MERGE_UMIN] = WAYS_OF(umin), [WCC_MERGE_UMAX] = WAYS_OF(umax),
    [WCC_MERGE_AND] = WAYS_OF(and),   [WCC_MERGE_OR] = WAYS_OF(or)};

/* ---- a resource ---- */

/* From its first element to its last one's end; 0: it has none. Of a texture with several levels, more than that. */
static uint64_t extent_of(const WccResource *row)
{
    uint64_t bytes = row->data ? host_bytes_of_view(row) : 0;
    return row->mips > 1 ? 4 * bytes : bytes;
}

static bool is_alone(const WccDispatch *dispatch, const WccUpdates *updates, uint32_t row)
{
    const WccResource *rows = dispatch->resources;
    const char *start = rows[row].data, *end = start + extent_of(&rows[row]);
    for (uint32_t i = 0; i < updates->rows; i++) {
        const char *other = rows[i].data;
        if (i != row && other < end && start < other + extent_of(&rows[i]))
            return false;
    }
    return true;
}

/* Whole numbers, no two of which share bytes. */
static bool has_numbers(const WccResource *row, uint32_t bytes)
{
    bool is_raw = row->stride == 1;
    return row->mips <= 1 && !row->levels && ((uintptr_t)row->data | row->row_pitch | row->slice_pitch) % bytes == 0 &&
           (is_raw ? row->width : row->stride) % bytes == 0;
}

static size_t rounded(uint64_t bytes) { return (size_t)(bytes + 63) / 64 * 64; }

size_t host_measure_copies(const Job *job)
{
    const WccUpdates *updates = job->variant->updates;
    uint64_t whole = 0;
    if (!updates || job->dispatch->is_alone || job->dispatch->watch)
        return 0;
    for (uint32_t i = 0; i < updates->count; i++) {
        const WccUpdate *update = &updates->items[i];
        const WccResource *row = &job->dispatch->resources[update->row];
        const uint64_t bytes = extent_of(row);
        if (bytes > MOST_BYTES || !has_numbers(row, update->bytes) || !is_alone(job->dispatch, updates, update->row))
            return 0;
        whole += rounded(bytes);
    }
    return whole <= MOST_BYTES ? (size_t)whole : 0;
}

/* Row by row: what lies between them is nobody's. */
static void combine(const WccUpdate *update, Way way, const WccResource *to, const WccResource *from)
{
    Combine *function = COMBINES[update->merge][update->bytes / 8][way];
    if (!extent_of(to))
        return;
    for (uint32_t z = 0; z < to->depth; z++)
        for (uint32_t y = 0; y < to->height; y++) {
            const uint64_t offset = (uint64_t)z * to->slice_pitch + (uint64_t)y * to->row_pitch;
            function((char *)to->data + offset, (const char *)from->data + offset, (size_t)to->width * to->stride / update->bytes);
        }
}

/* ---- a worker's ---- */

static bool is_spare(const Worker *worker)
{
    const Pool *pool = worker->pool;
    return worker != pool->caller && (worker < pool->workers || worker >= pool->workers + pool->worker_count);
}

void host_await_copies(Worker *worker)
{
    worker->copies.are_used = false;
    worker->copies.since_ms = worker->pool->copied_bytes && !is_spare(worker) ? host_now_ms() : 0;
}

static bool have_room(Copies *copies, uint32_t rows, size_t bytes)
{
    if (copies->row_count < rows) {
        free(copies->rows);
        copies->rows = malloc(rows * sizeof *copies->rows);
        copies->row_count = copies->rows ? rows : 0;
    }
    if (copies->bytes < bytes) {
        free(copies->memory);
        copies->memory = aligned_alloc(64, bytes + ROOM_BEHIND);
        copies->bytes = copies->memory ? bytes : 0;
    }
    return copies->row_count >= rows && copies->bytes >= bytes;
}

static void make_copies(Worker *worker)
{
    const Pool *pool = worker->pool;
    const WccUpdates *updates = pool->job.variant->updates;
    Copies *copies = &worker->copies;
    if (!have_room(copies, updates->rows, pool->copied_bytes))
        return;
    char *at = copies->memory;
    memcpy(copies->rows, pool->dispatch.resources, updates->rows * sizeof *copies->rows);
    for (uint32_t i = 0; i < updates->count; i++) {
        WccResource *row = &copies->rows[updates->items[i].row];
        row->data = row->data ? at : NULL;
        combine(&updates->items[i], WAY_FILL, row, row);
        at += rounded(extent_of(row));
    }
    worker->dispatch.resources = copies->rows;
    worker->dispatch.is_alone = 1;
    copies->are_used = true;
}

void host_mind_copies(Worker *worker)
{
    const double since = worker->copies.since_ms;
    if (!since || host_now_ms() - since < (double)worker->pool->copied_bytes / BYTES_PER_MS)
        return;
    worker->copies.since_ms = 0;
    make_copies(worker);
}

static void combine_all(const Pool *pool, Way way, const WccResource *to, const WccResource *from)
{
    const WccUpdates *updates = pool->job.variant->updates;
    for (uint32_t i = 0; i < updates->count; i++) {
        const uint32_t row = updates->items[i].row;
        combine(&updates->items[i], way, &to[row], &from[row]);
    }
}

void host_leave_copies(Worker *worker)
{
    Pool *pool = worker->pool;
    if (!worker->copies.are_used)
        return;
    for (;;) {
        pthread_mutex_lock(&pool->lock);
        Worker *other = pool->copied;
        pool->copied = other ? NULL : worker;
        pthread_mutex_unlock(&pool->lock);
        if (!other)
            return;
        combine_all(pool, WAY_PLAIN, worker->copies.rows, other->copies.rows);
    }
}

void host_keep_copies(Pool *pool, Worker *copied)
{
    combine_all(pool, pool->job.owns_memory ? WAY_PLAIN : WAY_LOCKED, pool->dispatch.resources, copied->copies.rows);
}

void host_free_copies(Worker *worker)
{
    free(worker->copies.rows);
    free(worker->copies.memory);
}
