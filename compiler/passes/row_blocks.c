/* row_blocks: waves are blocks of rows where a loop loads what a column of threads shares.
 *
 *     for (k = 0; k < n; k++)
 *         sum += a[id.y * n + k] * b[k * m + id.x];
 *
 * A wave of 32 threads in a row loads 32 words of b, and one of a, for 32 sums; one of 16 threads in four rows loads
 * 16 words and four for 64. The products of matrices that everybody writes are bound by what they load, from the
 * second-level cache as soon as b is no longer in the first: blocks of four rows take half of the time and less.
 * It is what BLAS libraries do in their innermost loop, for the same reason.
 *
 * A block is as many machine vectors as there are registers for their sums, two of them in a row, one of AVX-512's
 * where columns walk along rows of memory: by 2 KiB from column to column 32 of them took 2.6 times as long as 16,
 * by 256 bytes 0.6 of it. Where groups are narrower than it, few
 * enough of them are joined. Nobody can tell lanes, so that a wave may be of any size. Needs: the kernel before its
 * passes. */
#include "passes/lane_stretch.h"
#include "passes/origins.h"

enum {
    OF_COLUMN = 1, OF_ROW = 2, /* follows from a thread's place along x; from that on the other axes */
    OF_THREAD = OF_COLUMN | OF_ROW,
    MOST_OPERATIONS = 12, /* in a turn: of their values few are alive beside the sums */
    LONG = 8,             /* operations that one takes which machines of AVX2 do not have */
    VECTORS = 8,          /* of a block: half of the registers for a sum, with AVX-512 for two of them; where there
                             are more, blocks of four vectors took 1.0 to 1.4 of the time of rows */
    ACROSS = 2,           /* of these in a row */
    MOST_WALKS = 16,      /* threads in a row that each walk along words of their own: their lines of the cache, which
                             often are a power of two apart, have as few places in the first level */
    LEAST_ROWS = 2
};

static uint8_t origin_of(const void *context, const Origins *origins, const IrInstr *instr, uint8_t all)
{
    (void)context;
    if (instr->op == IR_group_thread_id)
        return instr->immediate == AXIS_X ? OF_COLUMN : OF_ROW;
    if (instr->op == IR_group_index || op_is_atomic(instr->op))
        return OF_THREAD;
    if (instr->op == IR_result && instr->owner->op == IR_if)
        return all | origins_of(origins, instr->owner->operands[0]);
    bool is_shared = instr->variable == NULL || instr->variable->kind != IR_LOCAL;
    return ir_is(instr, OP_READS) && is_shared ? origins_of_place(origins, instr) : all;
}

/* ---- loops ---- */

static bool is_long(const IrInstr *instr)
{
    static const bool IS_LONG[IR_OP_COUNT] = {
        [IR_popcount ... IR_ufirstlow] = true, [IR_sdiv] = true, [IR_udiv] = true, [IR_srem] = true, [IR_urem] = true,
        [IR_frem] = true, [IR_frsqrt ... IR_fldexp] = true};
    return IS_LONG[instr->op];
}

/* All threads of a group take the same turns, which only load and compute. */
static bool is_simple(const Origins *origins, const IrInstr *loop)
{
    int operations = 0;
    EACH_INSTR (loop->regions[0], instr) {
        bool parts = instr->op == IR_if && origins_of(origins, instr->operands[0]) != 0,
             is_private = instr->variable != NULL && instr->variable->kind == IR_LOCAL;
        if (parts || is_private || instr->op == IR_loop || ir_is(instr, OP_WRITES | OP_SYNC))
            return false;
        if (ir_is(instr, OP_PURE) && instr->op != IR_const && origins_of(origins, instr) != 0)
            operations += is_long(instr) ? LONG : 1;
    }
    return operations <= MOST_OPERATIONS;
}

/* That each thread keeps from turn to turn, as words. */
static int count_sums(const Origins *origins, const IrInstr *loop)
{
    int sums = 0;
    for (int i = 0; i < loop->parameter_count; i++)
        if (origins_of(origins, loop->parameters[i]) != 0)
            sums += op_scalar_bytes(loop->parameters[i]->type.scalar) > 4 ? 2 : 1;
    return sums;
}

/* What loops of a kernel load that columns share. */
typedef struct Columns {
    int sums;   /* of the loop that has most; 0: they share nothing */
    bool walks; /* each column along a row of words in memory */
} Columns;

static bool walks_along(const IrInstr *load, const IrInstr *loop)
{
    const IrInstr *index = stretch_index_of(load);
    if (load->resource == NULL || index == NULL)
        return false;
    IrTravel travel = ir_travel(index, loop);
    uint64_t word = load->resource->shape == IR_SHAPE_RAW ? 4 : 1;
    return travel.step != NULL && travel.step->op == IR_const && travel.step->bits * (uint64_t)travel.factor == word;
}

/* Of a loop's loads some follow from the column, and none from both. */
static bool find_shared(const Origins *origins, const IrInstr *loop, Columns *columns)
{
    bool found = false, walks = false;
    EACH_INSTR (loop->regions[0], instr) {
        if (!ir_is(instr, OP_READS) || (instr->resource == NULL && instr->variable == NULL))
            continue;
        uint8_t place = origins_of_place(origins, instr);
        if (place == OF_THREAD)
            return false;
        found |= place == OF_COLUMN;
        walks |= place == OF_COLUMN && walks_along(instr, loop);
    }
    columns->walks |= walks;
    return found;
}

/* No branch around it picks rows, as the threads do that sum up what all rows have left (`if (t.y == 0)`). */
static bool is_of_all_rows(const Origins *origins, const IrInstr *loop)
{
    for (const IrInstr *around = loop->region->owner; around != NULL; around = around->region->owner)
        if (around->op == IR_if && (origins_of(origins, around->operands[0]) & OF_ROW))
            return false;
    return true;
}

static Columns find_columns(const IrKernel *kernel)
{
    static PassRun *const FIRST[] = {pass_split_variables, pass_promote, pass_simplify, pass_hoist};
    Arena *arena = arena_new("row blocks");
    IrKernel *copy = copy_behind(arena, kernel, FIRST, COUNT_OF(FIRST));
    const Origins origins = origins_find(arena, copy, origin_of, NULL);
    Columns columns = {0};
    EACH_INSTR (copy->body, loop)
        if (loop->op == IR_loop && is_of_all_rows(&origins, loop) && is_simple(&origins, loop) &&
            find_shared(&origins, loop, &columns)) {
            int sums = count_sums(&origins, loop);
            columns.sums = sums > columns.sums ? sums : columns.sums;
        }
    arena_drop(arena);
    return columns;
}

/* ---- blocks ---- */

bool find_row_block(const IrKernel *kernel, int lanes, bool is_joined, RowBlock *block)
{
    uint32_t width = kernel->threads[0], rows = ir_group_rows(kernel), vector = (uint32_t)lanes;
    int most_sums = lanes == 16 ? 2 : 1;
    bool is_power = (width & (width - 1)) == 0;
    if (rows == 1 || !is_power || width < 2 || kernel->order.kind != IR_ORDER_LINEAR ||
        !ir_contains_op(kernel->body, IR_loop) || shows_lanes(kernel))
        return false;
    Columns columns = find_columns(kernel);
    uint32_t across = columns.walks && ACROSS * vector > MOST_WALKS ? MOST_WALKS : ACROSS * vector;
    if (is_joined && width < across)
        width = across;
    *block = (RowBlock){.width = width, .wave_size = VECTORS * vector};
    uint32_t rows_of_wave = block->wave_size / width;
    return columns.sums > 0 && columns.sums <= most_sums && width >= vector && rows_of_wave >= LEAST_ROWS &&
           rows % rows_of_wave == 0;
}

void put_in_row_blocks(IrKernel *kernel, const RowBlock *block)
{
    put_in_waves_of(kernel, block->wave_size);
    kernel->has_row_blocks = true;
}

void passes_block_rows(IrKernel *kernel, int lanes)
{
    RowBlock block;
    if (find_row_block(kernel, lanes, false, &block))
        put_in_row_blocks(kernel, &block);
}
