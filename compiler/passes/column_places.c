/* Whether groups one thread wide, side by side, find what they load and store in order, and no later than they did.
 *
 *     picture[int2(g.x, g.y * 96 + t.y)]        x steps by one from group to group
 *     rows[g.x * 4096 + t.y]                    from thread to thread of a group: joined, each lane has a row of its own
 *
 * The second one is a kernel for rows whose threads stand in a column. Where its loops go through the rows it is left as it
 * is; where it loads a row once, and works on that in groupshared memory, that is worth more.
 *
 * Needs: uniformity. */
#include "passes/passes_priv.h"

enum { DEPTH = 4, MOST_BYTES = 16 /* of a raw buffer, that lanes lie apart in order */ };

typedef struct Places {
    int in_loops, outside; /* accesses of resources out of order */
    bool shares_in_loops;
} Places;

static bool is_alike(const IrInstr *value) { return value->level <= LEVEL_WAVE; }

/* From lane to lane by one, held within bounds or not. */
static bool steps(const IrInstr *value, int64_t most, int depth)
{
    static const bool BOUNDS[IR_OP_COUNT] = {
        [IR_iadd] = true, [IR_isub] = true, [IR_iand] = true, [IR_urem] = true,
        [IR_umin] = true, [IR_umax] = true, [IR_imin] = true, [IR_imax] = true};
    int64_t stride = value->shape.stride < 0 ? -(int64_t)value->shape.stride : value->shape.stride;
    if (value->shape.length > 1 && stride > 0)
        return stride <= most;
    if (!BOUNDS[value->op] || depth == 0)
        return false;
    const IrInstr *left = value->operands[0], *right = value->operands[1];
    return is_alike(right) ? steps(left, most, depth - 1) : is_alike(left) && steps(right, most, depth - 1);
}

static bool is_in_order(const IrInstr *instr)
{
    int first = op_row_count(instr->op), count = op_address_count(instr->op);
    bool is_raw = instr->resource->shape == IR_SHAPE_RAW, are_alike = true;
    for (int i = 1; i < count; i++)
        are_alike &= is_alike(instr->operands[first + i]);
    const IrInstr *x = instr->operands[first];
    return are_alike && (is_alike(x) || steps(x, is_raw ? MOST_BYTES : 1, DEPTH));
}

static Places find_places(const IrKernel *kernel)
{
    Places places = {0};
    EACH_INSTR (kernel->body, instr) {
        bool is_in_loop = ir_loop_around(instr) != NULL, touches = ir_is(instr, OP_READS | OP_WRITES);
        places.shares_in_loops |= is_in_loop && touches && is_shared(instr);
        if (touches && instr->resource != NULL && op_address_count(instr->op) > 0 && !is_in_order(instr))
            (*(is_in_loop ? &places.in_loops : &places.outside))++;
    }
    return places;
}

bool are_columns_in_order(const IrKernel *apart, const IrKernel *joined)
{
    Places before = find_places(apart), behind = find_places(joined);
    return behind.in_loops <= before.in_loops && (behind.shares_in_loops || behind.outside <= before.outside);
}
