/* join_groups: groups whose rows are not whole waves run several at a time, side by side on x.
 *
 *     numthreads(8, 8, 1), wave 32                numthreads(32, 8, 1)
 *     %1 = group_id.x                             %1 = group_id.x           (of four groups)
 *     %2 = group_thread_id.x                      %2 = group_thread_id.x
 *     %3 = imul %1, 8                             %3 = imul %1, 32
 *     %4 = iadd %3, %2                      ->    %4 = iadd %3, %2
 *     ... %1 ...                                  ... iadd (imul %1, 4), (udiv %2, 8) ...
 *     ... %2 ...                                  ... urem %2, 8 ...
 *
 * A wave of 32 lanes then is one row of 32 threads, where memory is contiguous and y is the same,
 * instead of four rows of 8. A row of 512 threads in the place of 64 is what loops want that walk
 * down the columns of a matrix: each turn then reads 2 KiB. Which threads share a wave is not
 * observable where no operation looks across lanes, nothing waits for a barrier and no groupshared
 * memory is there. (Groups one thread wide are joined with both: join_columns.c.)
 *
 * Groups of any width (10 x 10) are joined to rows of whole machine vectors where the kernel knows its
 * threads by SV_DispatchThreadID alone. Waves are then such a row, 40 lanes, or an even part of one, and so they are of
 * groups whose rows are whole vectors without that (24 x 8), where a wave of 32 would be parts of two.
 *
 * Waves of less than two machine vectors (4 and 8 lanes on most machines, 16 on AVX-512) are 32 lanes wide
 * in such kernels: vectors are full then, and two of them hide what one waits for. Not where groupshared
 * memory is: threads that forget a barrier see how wide their wave is, and whoever asks for 8 lanes to find
 * that shall find it.
 *
 * They are twice as wide where a loop waits for its own sums longer than it takes (long_chains.c).
 *
 * A copy of the kernel is changed. Another one runs the groups that are left over where their number
 * is no multiple: in waves of one machine vector, since nobody sees these either, which are as fast,
 * and a quarter of the C where a wave of 32 is four vectors. Of rows that loops walk down many may be
 * left, for which the kernel stays as it is. Needs: the kernel before its passes. */
#include "passes/passes_priv.h"

/* ---- which kernels ---- */

/* What it sees depends on the wave that it runs in, or on what other groups do meanwhile. */
static bool looks_out_of_group(const IrInstr *instr)
{
    static const bool NAMES_A_PLACE[IR_OP_COUNT] = {
        [IR_lane_index] = true, [IR_wave_index] = true, [IR_wave_loop] = true};
    bool is_coherent = instr->resource != NULL && instr->resource->is_coherent;
    return (ir_is(instr, OP_CONVERGENT) && !ir_is(instr, OP_SYNC)) || NAMES_A_PLACE[instr->op] || is_coherent;
}

/* Or on other threads of the group. */
static bool looks_beside_itself(const IrInstr *instr)
{
    bool is_shared = instr->variable != NULL && instr->variable->kind != IR_LOCAL;
    return ir_is(instr, OP_SYNC) || is_shared || looks_out_of_group(instr);
}

/* An atomic operation whose old value is used may be how threads wait for each other, or count off
 * in the order of their groups. */
static bool takes_old_value(const IrInstr *instr)
{
    return ir_is(instr, OP_READS) && ir_is(instr, OP_WRITES) && instr->resource != NULL && instr->mark != 0;
}

static bool none_of(const IrKernel *kernel, bool (*looks)(const IrInstr *))
{
    mark_used(kernel);
    EACH_INSTR (kernel->body, instr)
        if (looks(instr) || takes_old_value(instr))
            return false;
    return true;
}

static bool is_independent(const IrKernel *kernel) { return none_of(kernel, looks_beside_itself); }

enum { WIDE_ENOUGH = 128, STREAM_WIDTH = 512 }; /* threads */

/* How many groups fill a wave's width; 1: no use. */
static int groups_in_row(const IrKernel *kernel)
{
    uint32_t width = kernel->threads[0], wave_size = (uint32_t)kernel->wave_size;
    return width < wave_size && wave_size % width == 0 ? (int)(wave_size / width) : 1;
}

static uint32_t common_divisor(uint32_t a, uint32_t b) { return b == 0 ? a : common_divisor(b, a % b); }

/* How many groups of any width make a row that is whole machine vectors or, of groups that are one
 * row, whole waves; 1: no use. Whole waves of several rows would be more groups, whose number a
 * dispatch is less often a multiple of: those left over at the end of each row of groups take
 * longer, as no machine sees ahead what memory they touch. */
static int groups_in_whole_vectors(const IrKernel *kernel, int lanes)
{
    enum { MOST_WAVES = 8, MOST_THREADS = 16384 };
    uint32_t width = kernel->threads[0], size = ir_group_size(kernel);
    uint32_t wave_size = (uint32_t)kernel->wave_size, vector = (uint32_t)lanes;
    bool is_row = size == width, wastes_little = is_row && width >= MOST_WAVES * wave_size;
    uint32_t unit = is_row || vector > wave_size ? wave_size : vector;
    uint32_t count = unit / common_divisor(width, unit);
    return wastes_little || size * count > MOST_THREADS ? 1 : (int)count;
}

uint32_t lanes_in_row(uint32_t width, uint32_t wave_size, int lanes)
{
    enum { MOST_VECTORS = 7 };
    uint32_t vectors = width / (uint32_t)lanes;
    if (width % wave_size == 0 || wave_size % width == 0 || width % (uint32_t)lanes != 0)
        return wave_size;
    for (uint32_t parts = 1; parts * 2 <= vectors; parts++)
        if (vectors % parts == 0 && vectors / parts <= MOST_VECTORS)
            return width / parts;
    return wave_size;
}

/* How many make a row that memory likes; 1: no use, or more than one row. */
static int groups_in_stream(const IrKernel *kernel)
{
    int count = 1;
    if (ir_group_size(kernel) != kernel->threads[0] || kernel->threads[0] > WIDE_ENOUGH)
        return 1;
    while (kernel->threads[0] * (uint32_t)count * 2 <= STREAM_WIDTH)
        count *= 2;
    return count;
}

static bool is_plain(const IrKernel *kernel)
{
    return kernel->order.kind == IR_ORDER_LINEAR && kernel->order.extra_waves == 0 &&
           !kernel->watches_barriers && kernel->assertions.count == 0;
}

bool runs_thread_by_thread(const IrKernel *kernel) { return is_plain(kernel) && is_independent(kernel); }

bool are_groups_alone(const IrKernel *kernel)
{
    return kernel->order.kind == IR_ORDER_LINEAR && !tells_of_lanes(kernel) && none_of(kernel, looks_out_of_group);
}

/* ---- ids ---- */

typedef struct Joiner {
    IrKernel *kernel;
    uint32_t width; /* of one group */
    int count;      /* of groups */
} Joiner;

static bool is_on_x(const IrInstr *instr, IrOp op)
{
    return instr->op == op && instr->immediate == AXIS_X;
}

static IrInstr *combine(IrBuilder *builder, IrOp op, IrInstr *left, IrInstr *right)
{
    return ir_build(builder, op, (IrInstr *[]){left, right}, 2);
}

static IrInstr *times(IrBuilder *builder, IrInstr *value, uint32_t factor)
{
    return combine(builder, IR_imul, value, ir_const_i32(builder, (int32_t)factor));
}

/* group_id.x times the group's width. */
static bool is_start_of_group(const Joiner *joiner, const IrInstr *value)
{
    if (is_on_x(value, IR_group_id))
        return joiner->width == 1;
    if ((value->op != IR_imul && value->op != IR_ishl) || !is_on_x(value->operands[0], IR_group_id))
        return false;
    const IrInstr *factor = value->operands[1];
    return value->op == IR_imul
               ? is_const(factor, joiner->width)
               : factor->op == IR_const && (uint64_t)1 << (factor->bits & 31) == joiner->width;
}

/* SV_DispatchThreadID.x, as it is lowered and as people write it. */
static bool is_dispatch_thread(const Joiner *joiner, const IrInstr *instr)
{
    if (instr->op != IR_iadd)
        return false;
    const IrInstr *left = instr->operands[0], *right = instr->operands[1];
    return (is_start_of_group(joiner, left) && is_on_x(right, IR_group_thread_id)) ||
           (is_start_of_group(joiner, right) && is_on_x(left, IR_group_thread_id));
}

bool is_thread_of_dispatch(const IrInstr *instr, uint32_t width)
{
    const Joiner joiner = {.width = width};
    return is_dispatch_thread(&joiner, instr);
}

static IrInstr *dispatch_thread(const Joiner *joiner, IrBuilder *builder)
{
    IrInstr *group = ir_axis(builder, IR_group_id, AXIS_X),
            *thread = ir_axis(builder, IR_group_thread_id, AXIS_X);
    return combine(builder, IR_iadd, times(builder, group, joiner->kernel->threads[0]), thread);
}

static IrInstr *group_of_thread(const Joiner *joiner, IrBuilder *builder)
{
    IrInstr *group = ir_axis(builder, IR_group_id, AXIS_X),
            *thread = ir_axis(builder, IR_group_thread_id, AXIS_X),
            *width = ir_const_i32(builder, (int32_t)joiner->width);
    return combine(builder, IR_iadd, times(builder, group, (uint32_t)joiner->count),
                   combine(builder, IR_udiv, thread, width));
}

static IrInstr *thread_in_group(const Joiner *joiner, IrBuilder *builder)
{
    IrInstr *thread = ir_axis(builder, IR_group_thread_id, AXIS_X),
            *width = ir_const_i32(builder, (int32_t)joiner->width);
    return combine(builder, IR_urem, thread, width);
}

IrInstr *build_index_in_group(IrBuilder *builder, const IrKernel *kernel, uint32_t width, IrInstr *x)
{
    const uint32_t *threads = kernel->threads;
    IrInstr *row = ir_const_i32(builder, 0);
    if (threads[2] > 1)
        row = times(builder, ir_axis(builder, IR_group_thread_id, AXIS_Z), threads[1]);
    if (threads[1] > 1)
        row = combine(builder, IR_iadd, row, ir_axis(builder, IR_group_thread_id, AXIS_Y));
    return combine(builder, IR_iadd, times(builder, row, width), x);
}

static IrInstr *index_in_group(const Joiner *joiner, IrBuilder *builder)
{
    return build_index_in_group(builder, joiner->kernel, joiner->width, thread_in_group(joiner, builder));
}

/* What stands in the place of an id of the kernel as it was; NULL: it is no such thing. */
static IrInstr *joined_id(const Joiner *joiner, IrInstr *instr)
{
    IrBuilder builder = ir_builder_before(joiner->kernel, instr);
    if (is_dispatch_thread(joiner, instr))
        return dispatch_thread(joiner, &builder);
    if (is_on_x(instr, IR_group_id))
        return group_of_thread(joiner, &builder);
    if (is_on_x(instr, IR_group_thread_id))
        return thread_in_group(joiner, &builder);
    return instr->op == IR_group_index ? index_in_group(joiner, &builder) : NULL;
}

/* All new ids are found before any old one is replaced, since they are known by their operands. */
static void replace_ids(Joiner *joiner)
{
    VEC(IrInstr *) old = {0}, new = {0};
    VEC(IrInstr *) all = {0};
    Arena *arena = joiner->kernel->arena;
    EACH_INSTR (joiner->kernel->body, instr)
        vec_push(arena, &all, instr);
    for (int i = 0; i < all.count; i++) {
        IrInstr *id = joined_id(joiner, all.items[i]);
        if (id == NULL)
            continue;
        vec_push(arena, &old, all.items[i]);
        vec_push(arena, &new, id);
    }
    clear_notes(joiner->kernel);
    for (int i = 0; i < old.count; i++)
        old.items[i]->note = new.items[i];
    EACH_INSTR (joiner->kernel->body, instr)
        use_current_operands(instr);
}

void count_waves(IrKernel *kernel)
{
    uint32_t lanes = (uint32_t)kernel->wave_size;
    kernel->wave_count = (int)((ir_group_size(kernel) + lanes - 1) / lanes);
}

void put_in_waves_of(IrKernel *kernel, uint32_t lanes)
{
    kernel->told_wave_size = ir_told_wave_size(kernel);
    kernel->wave_size = (int)lanes;
    count_waves(kernel);
}

IrKernel *join_on_x(Arena *arena, const IrKernel *kernel, int count)
{
    Joiner joiner = {ir_copy_kernel(arena, kernel), kernel->threads[0], count};
    joiner.kernel->threads[0] *= (uint32_t)count;
    count_waves(joiner.kernel);
    joiner.kernel->joined = count;
    replace_ids(&joiner);
    return joiner.kernel;
}

/* ---- what the passes find ----------------------------------------------------------------------- */

static bool names_group(const Joiner *joiner, const IrInstr *instr)
{
    if (is_dispatch_thread(joiner, instr))
        return false;
    bool is_start = is_start_of_group(joiner, instr);
    for (int i = 0; i < instr->operand_count; i++) {
        const IrInstr *operand = instr->operands[i];
        if (is_on_x(operand, IR_group_thread_id) || operand->op == IR_group_index ||
            is_start_of_group(joiner, operand) || (is_on_x(operand, IR_group_id) && !is_start))
            return true;
    }
    return false;
}

/* Joining leaves SV_DispatchThreadID as it is: places in a group, and its number, would be remainders and
 * quotients. */
bool knows_no_group(const IrKernel *kernel)
{
    static PassRun *const FIRST[] = {pass_promote, pass_simplify};
    const Joiner joiner = {.width = kernel->threads[0]};
    Arena *arena = arena_new("join");
    const IrKernel *copy = copy_behind(arena, kernel, FIRST, COUNT_OF(FIRST));
    bool knows = false;
    EACH_INSTR (copy->body, instr)
        knows |= names_group(&joiner, instr);
    arena_drop(arena);
    return !knows;
}

/* ---- rows that loops walk down --------------------------------------------------------------- */

/* Will waves go through a loop together (interchange.c)? */
static bool has_group_loop(const IrKernel *kernel)
{
    static PassRun *const FIRST[] = {pass_promote,    pass_simplify,   pass_uniformity,
                                     pass_even_turns, pass_uniformity, pass_interchange};
    Arena *arena = arena_new("join");
    const IrKernel *copy = copy_behind(arena, kernel, FIRST, COUNT_OF(FIRST));
    bool found = false;
    EACH_INSTR (copy->body, instr)
        found |= is_group_loop(instr);
    arena_drop(arena);
    return found;
}

/* For their loops' sake, whatever the wave size; NULL: they have none such. */
static IrKernel *join_for_streams(Arena *arena, const IrKernel *kernel)
{
    int count = groups_in_stream(kernel);
    if (count == 1 || !ir_contains_op(kernel->body, IR_loop))
        return NULL;
    IrKernel *joined = join_on_x(arena, kernel, count);
    return has_group_loop(joined) ? joined : NULL;
}

/* For what loops load of columns of threads; NULL: groups are as wide as blocks. */
static IrKernel *join_for_blocks(Arena *arena, const IrKernel *kernel, const RowBlock *block)
{
    if (block->width == kernel->threads[0])
        return NULL;
    IrKernel *joined = join_on_x(arena, kernel, (int)(block->width / kernel->threads[0]));
    put_in_row_blocks(joined, block);
    return takes_rows_apart(joined, kernel->threads[0]) ? NULL : joined;
}

IrKernel *passes_join_groups(Arena *arena, const IrKernel *kernel, int lanes)
{
    int count = groups_in_row(kernel);
    if (!runs_thread_by_thread(kernel))
        return NULL;
    RowBlock block;
    if (find_row_block(kernel, lanes, true, &block))
        return join_for_blocks(arena, kernel, &block);
    IrKernel *joined = join_for_streams(arena, kernel);
    if (joined != NULL)
        return joined;
    if (count > 1) {
        joined = join_on_x(arena, kernel, count);
        return takes_rows_apart(joined, kernel->threads[0]) ? NULL : joined;
    }
    count = groups_in_whole_vectors(kernel, lanes);
    if (count == 1 || !knows_no_group(kernel))
        return NULL;
    joined = join_on_x(arena, kernel, count);
    passes_fit_rows(joined, lanes);
    return joined;
}

/* ---- waves that fill vectors ------------------------------------------------------------------- */

enum { USUAL_LANES = 32 };

/* Twice as many lanes are one row of threads, of one group or of several in a row. Rows of a picture, of groups of several, are often no longer than a few
 * waves, of which the first and the last meet an edge. */
static bool may_be_wide(const IrKernel *kernel)
{
    uint32_t width = kernel->threads[0], wide = 2 * (uint32_t)kernel->wave_size;
    return kernel->wave_size <= USUAL_LANES && width == ir_group_size(kernel) &&
           (width % wide == 0 || (width > 1 && wide % width == 0));
}

void passes_fit_rows(IrKernel *kernel, int lanes)
{
    uint32_t wave_size = (uint32_t)kernel->wave_size, row = lanes_in_row(kernel->threads[0], wave_size, lanes);
    if (row != wave_size && ir_group_size(kernel) != kernel->threads[0] && runs_thread_by_thread(kernel))
        put_in_waves_of(kernel, row);
}

/* Its group has several waves, which wait for each other at barriers alone. */
static bool has_waves_alike(const IrKernel *kernel)
{
    return ir_group_size(kernel) > (uint32_t)kernel->wave_size && are_groups_alone(kernel) && !hears_without_barrier(kernel);
}

void passes_fill_vectors(IrKernel *kernel, int lanes)
{
    enum { VECTORS = 2 };
    bool are_full = kernel->wave_size >= VECTORS * lanes || kernel->wave_size >= USUAL_LANES,
         is_by_thread = runs_thread_by_thread(kernel);
    if (!are_full && (is_by_thread || has_waves_alike(kernel)))
        put_in_waves_of(kernel, USUAL_LANES);
    if (is_by_thread && may_be_wide(kernel) && has_long_chains(kernel, lanes))
        put_in_waves_of(kernel, 2 * (uint32_t)kernel->wave_size);
}

/* ---- waves of one machine vector ------------------------------------------------------------- */

static IrKernel *narrow(Arena *arena, const IrKernel *kernel, int lanes)
{
    IrKernel *copy = ir_copy_kernel(arena, kernel);
    put_in_waves_of(copy, (uint32_t)lanes);
    return copy;
}

IrKernel *passes_narrow_waves(Arena *arena, const IrKernel *kernel, int lanes)
{
    if (kernel->wave_size <= lanes || !runs_thread_by_thread(kernel))
        return NULL;
    IrKernel *copy = narrow(arena, kernel, lanes);
    copy->runs_left_over = false;
    return copy;
}

IrKernel *passes_leave_over(Arena *arena, const IrKernel *kernel, int lanes)
{
    bool may_be_all = kernel->threads[0] >= (uint32_t)kernel->wave_size; /* of a small dispatch */
    if (kernel->wave_size <= lanes || may_be_all || !is_independent(kernel))
        return NULL;
    IrKernel *left_over = narrow(arena, kernel, lanes);
    left_over->runs_left_over = true;
    return left_over;
}
