/* tile_groups: threads of one row that the shader spreads over a tile stand in rows and columns.
 *
 *     numthreads(64, 1, 1)                        numthreads(8, 8, 1)
 *     %1 = group_index                            %1 = group_thread_id.x          ; x0 x1 x2
 *     ... x of its bits 0, 2, 4                   %2 = group_thread_id.y          ; y0 y1 y2
 *     ... y of its bits 1, 3, 5           ->      ... %9 = x0 y0 x1 y1 x2 y2, in the place of the group's index
 *     load_texture $t [x, y]                      ... x and y of %9 as they were
 *
 * Shaders make x and y of a thread's number (quads in rows, Morton order), so that machines whose waves are
 * threads in order have near texels in each. Lanes in that order follow each other in no row. Nobody sees
 * which lane a thread is where no operation looks across lanes: then lanes take threads in the order in which
 * the places that they access follow each other, and the group is as wide as such a row, which join_groups
 * may go on from. thread_bits makes x and y of what is left.
 *
 * The order: of each load and store it is asked what a bit of the thread's number adds to its place (its
 * column, row, slice). Bits that add 1, 2, 4, ... to the column alone are a row in that order, and the others
 * follow by what they add to the row. Of the orders that accesses ask for, and that of the source, the one is
 * taken in which most lanes of most accesses follow each other; conditions count as well, where all lanes
 * of a vector go the same way. Loops in which any thread may do what another one does (`for (i = t; i < 100; i += 64)
 * tile[i] = ...`) go by the lanes as they come, and are not asked. What that asks is no more than a guess: any order is right. Where the source has
 * rows itself (x = t % 8, y = t / 8) and places that go no further, lanes stay what they are, and join_groups
 * makes longer rows of them. Quads, where the kernel has some, stay what they are: 2 x 2 threads, whose lanes need
 * not follow each other (quad_rows.c).
 *
 * A group of several rows whose threads are known by their number in it alone (SV_GroupIndex in 8 x 8) is one
 * row.
 *
 * A copy of the kernel is changed, and its variables are values then. Needs: the kernel before its passes. */
#include "passes/thread_bits.h"
#include "passes/thread_steps.h"

enum { LEAST_THREADS = 16, MOST_THREADS = 1 << PLACE_BITS };

/* ---- which kernels ---- */

static bool is_row_of_threads(const IrKernel *kernel)
{
    uint32_t count = kernel->threads[0];
    return kernel->threads[1] == 1 && kernel->threads[2] == 1 && (count & (count - 1)) == 0 &&
           count >= LEAST_THREADS && count <= MOST_THREADS;
}

bool knows_rows(const IrKernel *kernel)
{
    static PassRun *const FIRST[] = {pass_split_variables, pass_promote, pass_drop_dead};
    Arena *scratch = arena_new("rows");
    bool knows = ir_contains_op(copy_behind(scratch, kernel, FIRST, COUNT_OF(FIRST))->body, IR_group_thread_id);
    arena_drop(scratch);
    return knows;
}

/* Threads of several rows that are known by their number alone are one row. NULL: they are not. */
static IrKernel *in_one_row(Arena *arena, const IrKernel *kernel)
{
    if (kernel->threads[0] == ir_group_size(kernel) || kernel->order.kind != IR_ORDER_LINEAR)
        return NULL;
    IrKernel *row = knows_rows(kernel) ? NULL : ir_copy_kernel(arena, kernel);
    if (row != NULL) {
        row->threads[0] = ir_group_size(kernel);
        row->threads[1] = row->threads[2] = 1;
    }
    return row;
}

/* Their quads are four lanes that follow each other, which tiles may have as 2 x 2 threads. */
static bool has_quads(const IrKernel *kernel) { return kernel->order.kind == IR_ORDER_QUAD; }

static bool may_tile(const IrKernel *kernel)
{
    bool is_linear = kernel->order.kind == IR_ORDER_LINEAR || has_quads(kernel);
    return is_linear && is_row_of_threads(kernel) && !shows_lanes(kernel);
}

/* ---- what accesses ask for ---- */

/* Bits of the thread's number, as lanes count. */
typedef struct LaneBits {
    int of[PLACE_BITS];
    int across; /* so many are a row */
} LaneBits;

/* Of a load or store, or of what a branch asks. By bits of the thread's number: */
typedef struct Place {
    int64_t along[PLACE_BITS]; /* by how many elements it goes along a row; AWAY: to another one, or who knows */
    int64_t down[PLACE_BITS];  /* what else tells which of those that go away lie nearer; 0: nothing */
    int weight;
    bool is_store;
} Place;

enum { AWAY = -1, MOST_ORDERS = 16, MOST_DEPTH = 3, TURNS = 4, MOST_RUN = 4, MOST_STRIDE = 4 };

typedef struct Tiling {
    const IrKernel *kernel;
    int bits;
    VEC(Place) places;
    VEC(uint32_t) counting; /* loops that count for anybody, by id: their lanes take any threads */
} Tiling;

static int weight_of(const IrInstr *instr)
{
    int weight = 1, depth = 0;
    for (const IrInstr *loop = ir_loop_around(instr); loop != NULL && depth < MOST_DEPTH; depth++) {
        weight *= TURNS;
        loop = ir_loop_around(loop);
    }
    return weight;
}

/* Where the coordinates of its place begin in the operands, and how many there are; 0: it has none. */
static int find_coordinates(const IrInstr *instr, int *first)
{
    bool is_memory = instr->variable != NULL || instr->resource != NULL;
    *first = op_row_count(instr->op);
    if (instr->op == IR_if)
        return 1;
    return is_memory && (ir_is(instr, OP_READS) || ir_is(instr, OP_WRITES)) && !op_is_atomic(instr->op)
               ? op_address_count(instr->op)
               : 0;
}

static int64_t size_of(int64_t step) { return step < 0 && step != THREAD_STEP_UNKNOWN ? -step : step; }

/* What an index counts, in bytes of a raw buffer or in parts of a coordinate between 0 and 1: what threads side
 * by side differ by. */
static int64_t unit_of(const Tiling *tiling, const IrInstr *instr, const ThreadSteps *steps)
{
    enum { MOST_BYTES = 16 };
    bool is_raw = instr->resource != NULL && instr->resource->shape == IR_SHAPE_RAW;
    int64_t least = 0;
    for (int i = 0; i < tiling->bits; i++)
        if (steps->of[i] != 0 && steps->of[i] != THREAD_STEP_UNKNOWN && (least == 0 || size_of(steps->of[i]) < least))
            least = size_of(steps->of[i]);
    if (least == 0 || (!is_raw && !steps->is_scaled))
        return 1;
    return is_raw && least > MOST_BYTES ? MOST_BYTES : least;
}

static void note_place(Arena *scratch, Tiling *tiling, const ThreadSteps *all, const IrInstr *instr)
{
    int first, count = find_coordinates(instr, &first);
    if (count == 0)
        return;
    Place place = {.weight = weight_of(instr), .is_store = ir_is(instr, OP_WRITES)};
    bool steps_anywhere = false;
    ThreadSteps column = thread_steps_of(all, instr->operands[first]);
    int64_t unit = unit_of(tiling, instr, &column);
    for (int bit = 0; bit < tiling->bits; bit++) {
        int64_t step = size_of(column.of[bit]), down = 0;
        for (int i = 1; i < count && down == 0; i++)
            down = size_of(thread_steps_of(all, instr->operands[first + i]).of[bit]);
        bool is_away = step == THREAD_STEP_UNKNOWN || step % unit != 0 || down != 0;
        place.along[bit] = is_away ? AWAY : step / unit;
        place.down[bit] = down != 0 ? down : step;
        steps_anywhere |= place.along[bit] != 0;
    }
    if (steps_anywhere)
        vec_push(scratch, &tiling->places, place);
}

/* What lies nearest goes first; what steps by nothing, or nobody knows how, stays behind the others, as
 * it was. */
static void sort_bits(int *bits, int count, const int64_t *steps)
{
    for (int i = 1; i < count; i++)
        for (int j = i; j > 0; j--) {
            int64_t here = steps[bits[j]], before = steps[bits[j - 1]];
            if (here <= 0 || (before > 0 && here >= before))
                break;
            int kept = bits[j];
            bits[j] = bits[j - 1];
            bits[j - 1] = kept;
        }
}

/* How many of the first bits make a row: each goes as far again as the one before. */
static int length_of_row(const Place *place, const int *bits, int count)
{
    int length = 0;
    while (length < count && place->along[bits[length]] > 0 &&
           (length == 0 || place->along[bits[length]] == 2 * place->along[bits[length - 1]]))
        length++;
    return length;
}

/* No two threads go to the same place: else it may be a part of what they go to, or a table's. */
static bool goes_everywhere(const Tiling *tiling, const Place *place)
{
    for (int i = 0; i < tiling->bits; i++)
        if (place->along[i] == 0)
            return false;
    return true;
}

/* The first two bits go beside and below, and a wave holds both rows; false: they do not, or cannot. */
static bool keep_quads(const Tiling *tiling, LaneBits *order)
{
    int most = __builtin_ctz((unsigned)tiling->kernel->wave_size) - 1, from = 0;
    order->across = order->across < most ? order->across : most;
    while (order->of[from] != 1)
        from++;
    if (order->across < 1 || order->of[0] != 0 || from < order->across)
        return false;
    memmove(order->of + order->across + 1, order->of + order->across,
            sizeof *order->of * (size_t)(from - order->across));
    order->of[order->across] = 1;
    return true;
}

/* False: it asks for none. */
static bool find_order(const Tiling *tiling, const Place *place, LaneBits *order)
{
    for (int i = 0; i < tiling->bits; i++)
        order->of[i] = i;
    sort_bits(order->of, tiling->bits, place->along);
    order->across = length_of_row(place, order->of, tiling->bits);
    sort_bits(order->of + order->across, tiling->bits - order->across, place->down);
    return order->across > 1 && place->along[order->of[0]] <= MOST_STRIDE && goes_everywhere(tiling, place) &&
           (!has_quads(tiling->kernel) || keep_quads(tiling, order));
}

/* What it is worth that so many bits of lanes follow each other, by how far they are apart. */
static int gain_of_run(const Place *place, int length, int64_t stride)
{
    static const int GAINS[][MOST_RUN + 1] = {{0, 0, 1, 1, 1}, {0, 0, 1, 4, 5}, {0, 0, 1, 3, 3}, {0, 0, 1, 2, 2}};
    bool is_far = stride > MOST_STRIDE || (stride > 1 && place->is_store);
    return GAINS[is_far ? 0 : stride <= 1 ? 1 : stride == 2 ? 2 : 3][length];
}

/* A vector, in some order. */
static bool is_shuffled(const Tiling *tiling, const Place *place, const LaneBits *order)
{
    enum { VECTOR = 3, ALL = 1 | 2 | 4 };
    int64_t seen = 0;
    for (int i = 0; i < VECTOR && i < tiling->bits; i++)
        seen |= place->along[order->of[i]];
    return seen == ALL;
}

/* What lanes gain that follow each other, or share places that do. */
static int gain_of(const Tiling *tiling, const Place *place, const LaneBits *order)
{
    enum { SHUFFLED = 3 };
    int length = 0, most = tiling->bits < MOST_RUN ? tiling->bits : MOST_RUN;
    while (length < most && place->along[order->of[length]] == 0)
        length++;
    int64_t stride = length < most ? place->along[order->of[length]] : 0, next = stride;
    for (; length < most && next > 0 && place->along[order->of[length]] == next; length++)
        next *= 2;
    int gain = gain_of_run(place, length, stride);
    return place->weight * (gain < SHUFFLED && is_shuffled(tiling, place, order) ? SHUFFLED : gain);
}

static int64_t gain_of_all(const Tiling *tiling, const LaneBits *order)
{
    int64_t gain = 0;
    for (int i = 0; i < tiling->places.count; i++)
        gain += gain_of(tiling, &tiling->places.items[i], order);
    return gain;
}

/* Lanes are the same threads as before. */
static bool is_source(const LaneBits *lanes, int bits)
{
    for (int i = 0; i < bits; i++)
        if (lanes->of[i] != i)
            return false;
    return true;
}

/* In that of the source: rows of a tile, which no place goes beyond. */
static bool has_rows(const Tiling *tiling, const LaneBits *order)
{
    bool has = order->across < tiling->bits && is_source(order, tiling->bits);
    for (int i = 0; i < tiling->places.count; i++)
        has &= length_of_row(&tiling->places.items[i], order->of, tiling->bits) <= order->across;
    return has;
}

/* By a quarter. */
static bool is_much_more(int64_t gain, int64_t most) { return 4 * gain > 5 * most; }

/* The one by which lanes gain most; false: that of the source, and it has no rows. */
static bool choose_order(const Tiling *tiling, LaneBits *chosen)
{
    LaneBits source = {.across = tiling->bits}, asked;
    for (int i = 0; i < tiling->bits; i++)
        source.of[i] = i;
    int64_t most = gain_of_all(tiling, &source), least = most;
    bool found = false;
    for (int i = 0, orders = 0; i < tiling->places.count && orders < MOST_ORDERS; i++) {
        if (!find_order(tiling, &tiling->places.items[i], &asked))
            continue;
        orders++;
        int64_t gain = gain_of_all(tiling, &asked);
        bool is_better = gain > most && is_much_more(gain, least);
        if (!is_better && (found || !has_rows(tiling, &asked)))
            continue;
        most = is_better ? gain : most;
        *chosen = asked;
        found = true;
    }
    return found;
}

static bool is_counting(const Tiling *tiling, const IrInstr *loop)
{
    for (int i = 0; i < tiling->counting.count; i++)
        if (tiling->counting.items[i] == loop->id)
            return true;
    return false;
}

static bool stands_in_counting(const Tiling *tiling, const IrInstr *instr)
{
    const IrInstr *loop = tiling->counting.count > 0 ? ir_loop_around(instr) : NULL;
    for (; loop != NULL; loop = ir_loop_around(loop))
        if (is_counting(tiling, loop))
            return true;
    return false;
}

static bool find_lanes(Arena *scratch, const IrKernel *kernel, Tiling *tiling, LaneBits *lanes)
{
    static PassRun *const FIRST[] = {pass_split_variables, pass_promote, pass_simplify, pass_uniformity};
    Arena *arena = arena_new("tile");
    IrKernel *copy = copy_behind(arena, kernel, FIRST, COUNT_OF(FIRST));
    const ThreadSteps *steps = thread_steps_find(arena, copy);
    *tiling = (Tiling){.kernel = copy, .bits = __builtin_ctz(kernel->threads[0])};
    EACH_INSTR (copy->body, instr)
        if (instr->op == IR_loop && counts_for_anybody(arena, copy, instr))
            vec_push(scratch, &tiling->counting, instr->id);
    EACH_INSTR (copy->body, instr)
        if (!stands_in_counting(tiling, instr))
            note_place(scratch, tiling, steps, instr);
    bool found = choose_order(tiling, lanes);
    tiling->kernel = NULL;
    arena_drop(arena);
    return found;
}

/* ---- making it so ---- */

/* The thread's number in the source. */
static ThreadBits number_of_thread(const LaneBits *lanes, int count)
{
    ThreadBits number;
    for (int i = 0; i < VALUE_BITS; i++)
        number.bits[i] = (ThreadBit){BIT_OF_CONST, 0};
    for (int i = 0; i < count; i++)
        number.bits[lanes->of[i]] = i < lanes->across
                                        ? (ThreadBit){BIT_OF_PLACE + AXIS_X, i}
                                        : (ThreadBit){BIT_OF_PLACE + AXIS_Y, i - lanes->across};
    return number;
}

static bool is_number(const IrInstr *value)
{
    return value->op == IR_group_index || (value->op == IR_group_thread_id && value->immediate == AXIS_X);
}

/* Where loops that count for anybody begin with the thread's number: they go by the lanes as they are. */
typedef struct Start {
    IrInstr *loop;
    int operand;
} Start;
typedef VEC(Start) Starts;

static Starts find_starts(Arena *scratch, const IrKernel *kernel, const Tiling *tiling)
{
    Starts starts = {0};
    EACH_INSTR (kernel->body, loop)
        for (int i = 0; i < loop->operand_count && loop->op == IR_loop && is_counting(tiling, loop); i++)
            if (is_number(loop->operands[i]))
                vec_push(scratch, &starts, ((Start){loop, i}));
    return starts;
}

static void start_with_lanes(IrKernel *kernel, const Starts *starts)
{
    for (int i = 0; i < starts->count; i++) {
        IrBuilder builder = ir_builder_before(kernel, starts->items[i].loop);
        starts->items[i].loop->operands[starts->items[i].operand] = ir_build(&builder, IR_group_index, NULL, 0);
    }
}

static void number_threads(IrKernel *kernel, const ThreadBits *number, bool is_source)
{
    clear_notes(kernel);
    EACH_INSTR (kernel->body, instr) {
        IrBuilder builder = ir_builder_before(kernel, instr);
        bool is_other_axis = instr->op == IR_group_thread_id && instr->immediate != AXIS_X;
        if (is_other_axis)
            instr->note = ir_const_i32(&builder, 0);
        else if (is_source && instr->op == IR_group_thread_id)
            instr->note = ir_build(&builder, IR_group_index, NULL, 0);
        else if (is_source)
            continue;
        else if (instr->op == IR_group_index || instr->op == IR_group_thread_id)
            instr->note = thread_bits_build(&builder, number, NULL);
    }
    EACH_INSTR (kernel->body, instr)
        use_current_operands(instr);
}

IrKernel *passes_tile_groups(Arena *arena, const IrKernel *kernel, int vector_lanes)
{
    static PassRun *const BEFORE[] = {pass_split_variables, pass_promote},
                   *const BEHIND[] = {pass_thread_bits, pass_drop_dead};
    const uint32_t *told_threads = kernel->threads;
    const IrKernel *row = in_one_row(arena, kernel);
    LaneBits lanes = {.across = 0};
    Tiling tiling;
    kernel = row != NULL ? row : kernel;
    if (!may_tile(kernel) || !find_lanes(arena, kernel, &tiling, &lanes))
        return NULL;
    IrKernel *tiled = ir_copy_kernel(arena, kernel);
    int bits = tiling.bits;
    ThreadBits number = number_of_thread(&lanes, bits);
    memcpy(tiled->told_threads, told_threads, sizeof tiled->told_threads);
    tiled->threads[0] = 1u << lanes.across;
    tiled->threads[1] = 1u << (bits - lanes.across);
    name_places_in_quads(tiled);
    if (has_quads(kernel))
        ir_order_lanes(tiled, (IrLaneOrder){.kind = IR_ORDER_QUAD_ROWS});
    run_on(arena, tiled, BEFORE, COUNT_OF(BEFORE));
    Starts starts = find_starts(arena, tiled, &tiling);
    number_threads(tiled, &number, is_source(&lanes, bits));
    start_with_lanes(tiled, &starts);
    run_on(arena, tiled, BEHIND, COUNT_OF(BEHIND));
    bool is_of_use = !is_source(&lanes, bits) ||
                     (knows_no_group(tiled) && passes_join_groups(arena, tiled, vector_lanes) != NULL);
    return is_of_use ? tiled : NULL;
}
