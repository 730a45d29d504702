/* Walking: instructions in text order, edges of constructs, questions about regions, numbering. */
#include "ir/ir.h"

IrInstr *ir_after_last(const IrRegion *root, const IrInstr *instr)
{
    const IrRegion *region = instr->region;
    while (region != root) {
        const IrInstr *owner = region->owner;
        IrRegion *other = region == owner->regions[0] ? owner->regions[1] : NULL;
        if (other && other->first)
            return other->first;
        if (owner->next)
            return owner->next;
        region = owner->region;
    }
    return NULL;
}

/* ---- edges ---- */

static IrEdges jumps_to(Arena *arena, IrOp op, const IrInstr *target)
{
    IrEdges edges = {0};
    EACH_INSTR (target->regions[0], instr)
        if (instr->op == op && instr->target == target)
            vec_push(arena, &edges.jumps, instr);
    return edges;
}

/* The yields that end `construct`'s own regions. */
static void add_yields(Arena *arena, IrEdges *edges, const IrInstr *construct)
{
    EACH_REGION (construct, region)
        if (region->last && region->last->op == IR_yield)
            vec_push(arena, &edges->jumps, region->last);
}

IrEdges ir_result_edges(Arena *arena, const IrInstr *construct)
{
    IrEdges edges = {0};
    if (construct->op != IR_if)
        edges = jumps_to(arena, IR_break, construct);
    if (construct->op != IR_loop)
        add_yields(arena, &edges, construct);
    return edges;
}

IrEdges ir_continue_edges(Arena *arena, const IrInstr *loop)
{
    return jumps_to(arena, IR_continue, loop);
}

/* ---- questions ---- */

bool ir_has_doubles(const IrKernel *kernel)
{
    EACH_INSTR (kernel->body, instr) {
        if (instr->type.scalar == IR_F64)
            return true;
        EACH_USE (instr, use)
            if ((*use)->type.scalar == IR_F64)
                return true;
    }
    return false;
}

bool ir_contains_op(const IrRegion *region, IrOp op)
{
    EACH_INSTR (region, instr)
        if (instr->op == op)
            return true;
    return false;
}

bool ir_contains_flags(const IrRegion *region, unsigned flags)
{
    EACH_INSTR (region, instr)
        if (ir_is(instr, flags))
            return true;
    return false;
}

int ir_count_uses(const IrKernel *kernel, const IrInstr *value)
{
    int count = 0;
    EACH_INSTR (kernel->body, instr)
        EACH_USE (instr, use)
            count += *use == value;
    return count;
}

bool ir_is_within(const IrInstr *inner, const IrInstr *outer)
{
    while (inner && inner != outer)
        inner = inner->region ? inner->region->owner : NULL;
    return inner == outer;
}

bool ir_is_defined_in(const IrInstr *value, const IrInstr *construct)
{
    return ir_is_within(value->owner != NULL ? value->owner : value, construct);
}

bool ir_comes_behind(const IrInstr *instr, const IrInstr *construct)
{
    const IrInstr *at = instr;
    while (at != NULL && at->region != construct->region)
        at = at->region->owner;
    do
        at = at != NULL ? at->prev : NULL;
    while (at != NULL && at != construct);
    return at != NULL;
}

bool ir_has_jump_out(const IrInstr *construct)
{
    EACH_REGION (construct, region)
        EACH_INSTR (region, instr)
            if (instr->op == IR_return ||
                (instr->target && !ir_is_within(instr->target, construct)))
                return true;
    return false;
}

typedef struct JumpsOut {
    bool *found;
    int *depths; /* of the constructs around */
} JumpsOut;

/* The depth of the outermost construct that something inside jumps to the end of; 0: of the kernel. */
static int outermost_target(const JumpsOut *jumps, const IrInstr *construct, int depth)
{
    int outermost = depth;
    jumps->depths[construct->id] = depth;
    EACH_REGION (construct, region)
        for (const IrInstr *instr = region->first; instr != NULL; instr = instr->next) {
            int target = instr->op == IR_return         ? 0
                       : instr->target != NULL          ? jumps->depths[instr->target->id]
                       : instr->regions[0] != NULL      ? outermost_target(jumps, instr, depth + 1)
                                                        : depth;
            outermost = target < outermost ? target : outermost;
        }
    jumps->found[construct->id] = outermost < depth;
    return outermost;
}

const bool *ir_find_jumps_out(const IrKernel *kernel, Arena *arena)
{
    JumpsOut jumps = {.found = ARENA_ARRAY(arena, bool, kernel->next_id + 1),
                      .depths = ARENA_ARRAY(arena, int, kernel->next_id + 1)};
    EACH_IN (kernel->body, instr)
        if (instr->regions[0] != NULL)
            outermost_target(&jumps, instr, 1);
    return jumps.found;
}

static const IrInstr *lane_loop_around(const IrInstr *instr)
{
    while (instr != NULL && instr->op != IR_lane_loop)
        instr = instr->region != NULL ? instr->region->owner : NULL;
    return instr;
}

const IrInstr **ir_find_lane_loops(const IrKernel *kernel, Arena *arena)
{
    int count = kernel->variables.count;
    const IrInstr **loops = ARENA_ARRAY(arena, const IrInstr *, count + 1);
    bool *is_used = ARENA_ARRAY(arena, bool, count + 1);
    EACH_INSTR (kernel->body, instr) {
        if (instr->variable == NULL)
            continue;
        const IrInstr *around = lane_loop_around(instr);
        int index = instr->variable->index;
        loops[index] = is_used[index] && loops[index] != around ? NULL : around;
        is_used[index] = true;
    }
    return loops;
}

/* ---- numbering ---- */

/* As the text has them: construct, parameters, what is inside, results. */
static void number_region(IrKernel *kernel, IrRegion *region)
{
    EACH_IN (region, instr) {
        instr->id = kernel->next_id++;
        for (int i = 0; i < instr->parameter_count; i++)
            instr->parameters[i]->id = kernel->next_id++;
        EACH_REGION (instr, inner)
            number_region(kernel, inner);
        for (int i = 0; i < instr->result_count; i++)
            instr->results[i]->id = kernel->next_id++;
    }
}

void ir_renumber(IrKernel *kernel)
{
    kernel->next_id = 0;
    number_region(kernel, kernel->body);
    for (int i = 0; i < kernel->variables.count; i++)
        kernel->variables.items[i]->index = i;
}
