/* Which groupshared arrays are cleared when a group starts: they begin as zero, but where threads
 * write each element before any reads it nobody sees that.
 *
 *     tile[t] = a;  barrier;  b = tile[t ^ 1];           not cleared: all of `tile` is written
 *     tile[y * 17 + x] = a;  barrier;  tile[x * 17 + y]  nor here: what is read of it is
 *     if (t < n) tile[t] = a;                            cleared: some elements may not be
 *
 *     for (i = t; i < 324; i += 64) tile[i] = a;          not cleared
 *
 * A store is sure for the threads that come by it (plan_passing.c), in a stretch before which nobody has
 * returned. What it writes is found by computing its index for each of them, as far as that is made of
 * constants, of the thread's place and of the turns of loops. Elements written in an earlier stretch are
 * settled; in the same one a thread knows of its own, or of all where the group is one wave, but in the
 * branch or loop that it stands in, whose sides and turns may go in another order. What is written in a
 * loop of the group is so for what follows in there alone, in a branch also for what follows it, where the
 * other side writes it, too. */
#include "plan_clearing.h"

enum { MOST_CELLS = 1 << 14, MOST_COMPUTED = 1 << 16 };
enum { CELL_UNKNOWN = 0, CELL_SETTLED = UINT16_MAX }; /* else 1 + the thread that wrote it */

typedef struct Cells {
    uint16_t *state; /* by element and component; NULL: too many */
    int count, written, settled;
    bool is_seen; /* zeros may be read */
} Cells;

typedef struct Clearing {
    Arena *arena;
    const IrKernel *kernel;
    Cells *variables;
    bool some_left; /* threads have returned */
    int64_t budget; /* see PlanPassing */
    const bool *jumps_out;
} Clearing;

/* ---- accesses -------------------------------------------------------------------------------- */

static void write_cells(Cells *cells, const IrInstr *store, uint64_t element, int thread)
{
    int components = store->variable->type.components;
    for (int c = 0; c < ir_accessed_type(store).components; c++) {
        uint64_t cell = element * (uint64_t)components + store->component + (uint64_t)c;
        if (cell >= (uint64_t)cells->count) /* words side by side end outside */
            return;
        uint16_t *state = &cells->state[cell];
        cells->written += *state == CELL_UNKNOWN;
        *state = *state == CELL_UNKNOWN ? (uint16_t)(1 + thread) : *state;
    }
}

static bool place_of(const PlanPassing *passing, const IrInstr *access, int thread, uint64_t *element)
{
    return ir_compute_of_turn(passing->kernel, access->operands[0], thread, passing->turn,
                              CLEARING_DEPTH, element);
}

/* Where a constant leads all threads go; one that others follow tells of them. */
static bool is_told(const IrInstr *access, int told, int most)
{
    return access->operands[0]->op == IR_const && told >= most;
}

static void note_store(const PlanPassing *passing, Cells *cells, const IrInstr *store,
                       PlanThreads threads)
{
    uint64_t element;
    int told = 0;
    for (int t = 0; t < passing->threads && !is_told(store, told, 1); t++)
        if (threads[t]) {
            told++;
            if (place_of(passing, store, t, &element) && element < (uint64_t)store->variable->count)
                write_cells(cells, store, element, t);
        }
}

/* By `thread`, or by any: -1. */
static bool is_written(const Cells *cells, int cell, int thread)
{
    uint16_t state = cells->state[cell];
    return state == CELL_SETTLED || (thread >= 0 && state == 1 + thread);
}

static bool element_is_written(const Cells *cells, const IrInstr *access, uint64_t element, int thread)
{
    int components = access->variable->type.components,
        first = (int)element * components + access->component;
    for (int c = 0; c < ir_accessed_type(access).components && first + c < cells->count; c++)
        if (!is_written(cells, first + c, thread))
            return false;
    return true;
}

/* All that any of the threads may read there; two tell of a constant: one that wrote it itself, and one
 * that did not. */
static bool sees_written(const PlanPassing *passing, const Cells *cells, const IrInstr *access,
                         PlanThreads threads)
{
    uint64_t count = (uint64_t)access->variable->count, element;
    int told = 0;
    if (cells->settled == cells->count)
        return true;
    for (int t = 0; t < passing->threads && !is_told(access, told, 2); t++) {
        if (threads != NULL && !threads[t])
            continue;
        told++;
        if (!place_of(passing, access, t, &element)) {
            for (element = 0; element < count; element++)
                if (!element_is_written(cells, access, element, -1))
                    return false;
            return true;
        }
        if (element < count && !element_is_written(cells, access, element, t))
            return false;
    }
    return true;
}

static void look_at(PlanPassing *passing, const IrInstr *access, PlanThreads threads)
{
    Clearing *clearing = passing->context;
    if (access->variable == NULL || access->variable->kind != IR_GROUPSHARED)
        return;
    Cells *cells = &clearing->variables[access->variable->index];
    if (cells->is_seen)
        return;
    if (ir_is(access, OP_READS))
        cells->is_seen = !sees_written(passing, cells, access, threads);
    else if (threads != NULL && access->op == IR_store_var && cells->written < cells->count)
        note_store(passing, cells, access, threads);
}

/* ---- the walk -------------------------------------------------------------------------------- */

static void settle(const Clearing *clearing)
{
    for (int i = 0; i < clearing->kernel->variables.count; i++) {
        Cells *cells = &clearing->variables[i];
        for (int k = 0; k < cells->count && cells->settled < cells->written; k++)
            if (cells->state[k] != CELL_UNKNOWN && cells->state[k] != CELL_SETTLED) {
                cells->state[k] = CELL_SETTLED;
                cells->settled++;
            }
    }
}

/* Of one wave all lanes go on together: what stands before is there. */
static void settle_of_wave(PlanPassing *passing)
{
    if (ir_running_waves(passing->kernel) == 1)
        settle(passing->context);
}

static int threads_through(const IrKernel *kernel, const IrInstr *stretch)
{
    int threads = (int)ir_group_size(kernel),
        lanes = ir_waves_through(kernel, stretch) * kernel->wave_size;
    if (stretch->immediate <= WAVES_ALL)
        return threads;
    return kernel->thread_of_lane != NULL ? 0 : lanes < threads ? lanes : threads;
}

/* The first threads of the group; none where it is not known which do not leave before. */
static PlanThreads first_threads(const Clearing *clearing, int count)
{
    bool *threads = ARENA_ARRAY(clearing->arena, bool, count + 1);
    memset(threads, true, (size_t)count);
    return clearing->some_left ? NULL : threads;
}

static PlanPassing passing_of(Clearing *clearing, int threads)
{
    return (PlanPassing){.arena = clearing->arena, .kernel = clearing->kernel, .threads = threads,
                         .budget = clearing->budget, .jumps_out = clearing->jumps_out,
                         .look = look_at, .leave = settle_of_wave, .context = clearing};
}

static void walk_stretch(Clearing *clearing, const IrInstr *stretch)
{
    PlanPassing passing = passing_of(clearing, threads_through(clearing->kernel, stretch));
    plan_pass_by(&passing, stretch->regions[0], first_threads(clearing, passing.threads));
    clearing->budget = passing.budget;
    EACH_INSTR (stretch->regions[0], instr)
        clearing->some_left |= instr->op == IR_return;
    settle(clearing);
}

static Cells *copy_cells(const Clearing *clearing)
{
    int count = clearing->kernel->variables.count;
    Cells *copies = ARENA_ARRAY(clearing->arena, Cells, count + 1);
    for (int i = 0; i < count; i++) {
        const Cells *cells = &clearing->variables[i];
        copies[i] = *cells;
        copies[i].state = ARENA_ARRAY(clearing->arena, uint16_t, cells->count + 1);
        memcpy(copies[i].state, cells->state, (size_t)cells->count * sizeof *cells->state);
    }
    return copies;
}

static void walk(Clearing *clearing, const IrRegion *region);

/* A region of the group; what is settled in there, from what was before. */
static Cells *walk_apart(Clearing *clearing, const IrRegion *region)
{
    Cells *before = clearing->variables, *inside = copy_cells(clearing);
    clearing->variables = inside;
    walk(clearing, region);
    clearing->variables = before;
    for (int i = 0; i < clearing->kernel->variables.count; i++)
        before[i].is_seen = inside[i].is_seen;
    return inside;
}

/* Whichever way the group goes, it has been there. */
static void settle_both(const Clearing *clearing, const Cells *left, const Cells *right)
{
    for (int i = 0; i < clearing->kernel->variables.count; i++) {
        Cells *cells = &clearing->variables[i];
        for (int k = 0; k < cells->count; k++)
            if (cells->state[k] == CELL_UNKNOWN && left[i].state[k] == CELL_SETTLED &&
                right[i].state[k] == CELL_SETTLED) {
                cells->state[k] = CELL_SETTLED;
                cells->settled++;
                cells->written++;
            }
    }
}

static void walk(Clearing *clearing, const IrRegion *region)
{
    EACH_IN (region, instr) {
        if (instr->op == IR_wave_loop) {
            walk_stretch(clearing, instr);
            continue;
        }
        PlanPassing passing = passing_of(clearing, (int)ir_group_size(clearing->kernel));
        look_at(&passing, instr, first_threads(clearing, passing.threads));
        settle(clearing);
        if (instr->op == IR_if) {
            const Cells *left = walk_apart(clearing, instr->regions[0]),
                        *right = walk_apart(clearing, instr->regions[1]);
            if (!clearing->jumps_out[instr->id])
                settle_both(clearing, left, right);
            continue;
        }
        EACH_REGION (instr, inner)
            walk_apart(clearing, inner);
    }
}

static Cells cells_of(Arena *arena, const IrVariable *variable)
{
    int64_t count = variable->count * variable->type.components;
    if (variable->kind != IR_GROUPSHARED)
        return (Cells){.state = ARENA_ARRAY(arena, uint16_t, 1)};
    if (count > MOST_CELLS || variable->count > MOST_CELLS)
        return (Cells){.state = ARENA_ARRAY(arena, uint16_t, 1), .is_seen = true};
    return (Cells){.state = ARENA_ARRAY(arena, uint16_t, count), .count = (int)count};
}

bool *plan_find_seen_zeros(Arena *arena, const IrKernel *kernel)
{
    int count = kernel->variables.count;
    bool *is_seen = ARENA_ARRAY(arena, bool, count + 1);
    Clearing clearing = {.arena = arena, .kernel = kernel, .budget = MOST_COMPUTED,
                         .jumps_out = ir_find_jumps_out(kernel, arena),
                         .variables = ARENA_ARRAY(arena, Cells, count + 1)};
    for (int i = 0; i < count; i++)
        clearing.variables[i] = cells_of(arena, kernel->variables.items[i]);
    walk(&clearing, kernel->body);
    for (int i = 0; i < count; i++)
        is_seen[i] = clearing.variables[i].is_seen || kernel->watches_barriers;
    return is_seen;
}
