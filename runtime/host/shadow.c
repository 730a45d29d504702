/* The shadows of memory that kernels compiled with --check=race and --check=uninit follow
 * (wcc_watch.h): made when a kernel asks for one, dropped when the next dispatch starts. Pages that
 * nothing touches take no memory. */
#include "faults.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { STATE_INTERVALS = 1 << 22 }; /* that states of wcc_watch.h tell apart */

typedef struct Row {
    WccShadow shadow;
    void *memory;
    size_t bytes;
} Row;

/* A group, and its first interval. */
typedef struct Begun {
    uint64_t interval, group;
} Begun;

struct Shadows {
    WccFollowing following; /* the first: kernels have its address */
    const WccResource *resources;
    Row **rows; /* that of groupshared memory is the first; NULL: nobody asked. Kernels keep their addresses. */
    size_t row_count;
    Begun *begun;
    size_t begun_count, begun_room;
    const WccPlace *places[WCC_MOST_TOUCHES];
};

/* Zeros. Huge pages: most kernels touch all of it once, and then faults cost more than all else. */
static void *new_memory(size_t bytes)
{
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
        return NULL;
    (void)madvise(memory, bytes, MADV_HUGEPAGE);
    return memory;
}

static void *take(char **at, size_t bytes)
{
    void *part = *at;
    *at += bytes;
    return part;
}

static bool fill_row(Row *row, uint32_t cells, bool is_filled)
{
    size_t count = ((size_t)cells + 15) / 16 * 16;
    row->bytes = count * (WCC_CHANNELS * sizeof(uint64_t) + 2 * sizeof(uint32_t));
    row->memory = new_memory(row->bytes);
    if (!row->memory)
        return false;
    char *at = row->memory;
    row->shadow = (WccShadow){.cells = cells, .is_filled = is_filled};
    for (int channel = 0; channel < WCC_CHANNELS; channel++)
        row->shadow.who[channel] = take(&at, count * sizeof(uint64_t));
    row->shadow.value = take(&at, count * sizeof(uint32_t));
    row->shadow.state = take(&at, count * sizeof(uint32_t));
    return true;
}

static bool has_room(Shadows *shadows, size_t index)
{
    if (index < shadows->row_count)
        return true;
    size_t count = index + 16;
    Row **rows = realloc(shadows->rows, count * sizeof *rows);
    if (!rows)
        return false;
    memset(rows + shadows->row_count, 0, (count - shadows->row_count) * sizeof *rows);
    shadows->rows = rows;
    shadows->row_count = count;
    return true;
}

static Row *find_row(Shadows *shadows, size_t index)
{
    if (!has_room(shadows, index))
        return NULL;
    Row **row = &shadows->rows[index];
    if (!*row)
        *row = calloc(1, sizeof **row);
    return *row;
}

static const WccShadow *shadow(WccFollowing *following, uint32_t row, uint32_t cells)
{
    Shadows *shadows = (Shadows *)following;
    bool is_shared = row == WCC_SHARED_ROW;
    size_t index = is_shared ? 0 : (size_t)row + 1;
    Row *found = find_row(shadows, index);
    if (!found)
        return NULL;
    bool is_filled = !is_shared && !shadows->resources[row].is_fresh;
    return found->memory || fill_row(found, cells, is_filled) ? &found->shadow : NULL;
}

/* ---- groups ---- */

/* States have the low bits of an interval: those of long ago become some other one's. */
static void forget_intervals(Shadows *shadows)
{
    for (size_t i = 0; i < shadows->row_count; i++) {
        const Row *row = shadows->rows[i];
        for (uint32_t cell = 0; row && row->memory && cell < row->shadow.cells; cell++)
            if (row->shadow.state[cell])
                row->shadow.state[cell] = 1;
    }
    shadows->following.interval |= STATE_INTERVALS - 1;
}

static void begin_group(WccFollowing *following, uint64_t group)
{
    Shadows *shadows = (Shadows *)following;
    if (following->interval % STATE_INTERVALS >= STATE_INTERVALS / 2)
        forget_intervals(shadows);
    following->interval++;
    following->interval += following->interval % STATE_INTERVALS == 0;
    if (shadows->begun_count == shadows->begun_room) {
        size_t room = 2 * shadows->begun_room + 64;
        Begun *begun = realloc(shadows->begun, room * sizeof *begun);
        if (!begun)
            return;
        shadows->begun = begun;
        shadows->begun_room = room;
    }
    shadows->begun[shadows->begun_count++] = (Begun){following->interval, group};
}

/* The last that had begun by then. */
static uint64_t group_of(WccFollowing *following, uint64_t interval)
{
    const Shadows *shadows = (const Shadows *)following;
    size_t low = 0, high = shadows->begun_count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (shadows->begun[middle].interval <= interval)
            low = middle;
        else
            high = middle;
    }
    return high > 0 ? shadows->begun[low].group : 0;
}

/* ---- a dispatch ---- */

static void forget(Shadows *shadows)
{
    for (size_t i = 0; i < shadows->row_count; i++) {
        if (shadows->rows[i] && shadows->rows[i]->memory)
            munmap(shadows->rows[i]->memory, shadows->rows[i]->bytes);
        free(shadows->rows[i]);
    }
    free(shadows->rows);
    shadows->rows = NULL;
    shadows->row_count = shadows->begun_count = 0;
}

void host_follow(Shadows *shadows, WccDispatch *dispatch)
{
    forget(shadows);
    shadows->resources = dispatch->resources;
    shadows->following = (WccFollowing){.places = shadows->places, .shadow = shadow,
                                        .begin_group = begin_group, .group_of = group_of};
    dispatch->following = &shadows->following;
}

Shadows *host_new_shadows(void) { return calloc(1, sizeof(Shadows)); }

void host_free_shadows(Shadows *shadows)
{
    if (!shadows)
        return;
    forget(shadows);
    free(shadows->begun);
    free(shadows);
}
