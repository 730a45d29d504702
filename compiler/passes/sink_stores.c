/* sink_stores: where both sides of a branch end by storing to the same place, one store behind it does.
 *
 *     if %c {                                      if %c {
 *       store $out [%i], %a                          yield %a
 *       return                                     } else {
 *     }                                              %b = ...
 *     %b = ...                               ->      yield %b
 *     store $out [%i], %b                          } -> %r
 *                                                  store $out [%i], %r
 *
 * A picture's border is kept and its inside computed so, or cells are dead and others change. Where lanes
 * go both ways, each of the stores was one under a mask; the one behind them has all lanes that came
 * there, and the branch has nothing left that it must not do for all of them. What computes the place on
 * both sides (`out[y * width + x]`) is computed once, before the branch.
 *
 * A store passes what stands behind it on its side as far as that touches no memory that others write. No
 * side has a barrier or atomics, or reads what is stored, by which others could tell when it happened; but
 * for what a lane reads of its own element, where no other lane of the wave has that (`row[t] -= x`).
 *
 * Needs: merge, uniformity. Keeps: facts. */
#include "lane_stretch.h"
#include "sides.h"

/* The sides of a branch: its regions, or one of them, which returns, and what follows the branch. */
typedef struct Sides {
    IrKernel *kernel;
    IrInstr *branch;
    IrInstr *ends[2]; /* their last jumps */
    IrInstr *stops[2]; /* what stands before them; NULL: their region begins */
} Sides;

static bool is_store(const IrInstr *instr)
{
    return ir_is(instr, OP_WRITES) && !ir_is(instr, OP_READS) && !is_construct(instr) &&
           (instr->resource != NULL ? !instr->resource->is_coherent
                                    : instr->variable != NULL && !ir_is_for_show(instr->variable));
}

static bool is_private_load(const IrInstr *instr)
{
    return instr->op == IR_load_var && instr->variable->kind == IR_LOCAL;
}

static bool can_be_passed(const IrInstr *instr)
{
    if (ir_is(instr, OP_WRITES | OP_SYNC | OP_REGION | OP_JUMP))
        return false;
    return !ir_is(instr, OP_READS) || reads_constant_memory(instr) || is_private_load(instr);
}

static IrInstr *last_store(const Sides *sides, int side)
{
    IrInstr *instr = sides->ends[side]->prev;
    while (instr != sides->stops[side] && !is_store(instr) && can_be_passed(instr))
        instr = instr->prev;
    return instr != sides->stops[side] && is_store(instr) ? instr : NULL;
}

/* ---- the same place ---- */

static int place_operands(const IrInstr *store)
{
    return op_row_count(store->op) + op_address_count(store->op);
}

static bool same_place(const Sides *sides, const IrInstr *left, const IrInstr *right)
{
    if (!ir_same_operation(left, right))
        return false;
    for (int i = 0; i < left->operand_count; i++) {
        const IrInstr *a = left->operands[i], *b = right->operands[i];
        bool is_same = i < place_operands(left) ? computes_same(sides->branch, a, b)
                                                : ir_same_type(a->type, b->type);
        if (!is_same)
            return false;
    }
    return true;
}

/* ---- sinking ---- */

static IrInstr *value_behind(const Sides *sides, IrInstr *const yields[2], IrInstr *const values[2])
{
    if (is_before_or_const(sides->branch, values[0], values[1])) {
        move_out(sides->branch, values[0]);
        return values[0];
    }
    IrInstr *result = ir_add_result(sides->kernel, sides->branch, values[0]->type);
    result->level = LEVEL_VARYING;
    result->shape = (IrShape){1, 0};
    result->mark = sides->branch->mark + 1;
    for (int side = 0; side < 2; side++)
        ir_add_operand(sides->kernel, yields[side], values[side]);
    return result;
}

/* Behind the branch, before `place`: what follows it, or stores that were sunk already. */
static IrInstr *sink(const Sides *sides, IrInstr *const stores[2], IrInstr *place)
{
    IrInstr *kept = stores[0], *const yields[2] = {sides->ends[0], sides->ends[1]};
    for (int i = 0; i < kept->operand_count; i++) {
        IrInstr *const values[2] = {kept->operands[i], stores[1]->operands[i]};
        if (i < place_operands(kept))
            move_out(sides->branch, kept->operands[i]);
        else
            kept->operands[i] = value_behind(sides, yields, values);
    }
    ir_move_before(kept, place);
    ir_remove(stores[1]);
    return kept;
}

/* ---- branches ---- */

/* A region's end becomes the end of a side of the branch: `return` and what ends the kernel alike. */
static void yield_instead(Sides *sides, int side, IrRegion *region)
{
    if (region->last != NULL && is_jump(region->last))
        ir_remove(region->last);
    yield_at_end(sides->kernel, region, NULL, 0);
    sides->ends[side] = region->last;
}

/* What follows the branch goes into the side that does not return. */
static void take_in_what_follows(Sides *sides, int returning)
{
    IrRegion *other = sides->branch->regions[1 - returning];
    ir_remove(other->last);
    move_to_end(sides->kernel, sides->branch->next, sides->branch->region->last, other);
    yield_instead(sides, 1 - returning, other);
    yield_instead(sides, returning, sides->branch->regions[returning]);
}

/* An index that is no other lane's; `c ? i : nowhere` is what is left of a bound. */
static bool is_of_one_lane(const IrKernel *kernel, const IrInstr *index)
{
    if (index->op == IR_select && is_nowhere(index->operands[2]))
        index = index->operands[1];
    return spans_wave(kernel, index);
}

/* A load of the element that its lane stores to, and no other lane of the wave. */
static bool is_of_own_place(const IrKernel *kernel, const IrInstr *load, const IrInstr *store)
{
    if (load->variable != store->variable || load->resource != store->resource ||
        place_operands(load) != place_operands(store) || !is_of_one_lane(kernel, stretch_index_of(store)))
        return false;
    for (int i = 0; i < place_operands(store); i++)
        if (!ir_same_value(load->operands[i], store->operands[i]))
            return false;
    return true;
}

static bool tells_when(const IrKernel *kernel, const IrInstr *instr, const IrInstr *store)
{
    if (ir_is(instr, OP_SYNC) || (ir_is(instr, OP_READS) && ir_is(instr, OP_WRITES)) ||
        (instr->resource != NULL && instr->resource->is_coherent))
        return true;
    return ir_is(instr, OP_READS) && !is_of_own_place(kernel, instr, store) &&
           (store->resource != NULL ? touches_uav(instr) : instr->variable == store->variable);
}

static bool any_tells_when(const IrKernel *kernel, const IrRegion *region, const IrInstr *from, const IrInstr *store)
{
    bool is_behind = from == NULL;
    EACH_INSTR (region, instr) {
        is_behind |= instr == from;
        if (is_behind && tells_when(kernel, instr, store))
            return true;
    }
    return false;
}

/* As long as what follows the branch is there. */
static bool sides_tell_when(const Sides *sides, const IrInstr *store)
{
    const IrInstr *branch = sides->branch;
    return any_tells_when(sides->kernel, branch->regions[0], NULL, store) ||
           any_tells_when(sides->kernel, branch->regions[1], NULL, store) ||
           ((sides->stops[0] != NULL || sides->stops[1] != NULL) &&
            any_tells_when(sides->kernel, branch->region, branch, store));
}

static bool ends_kernel(const IrKernel *kernel, const IrInstr *jump)
{
    return jump->op == IR_return || (jump->op == IR_yield && jump->region == kernel->body);
}

/* The side that returns where the other goes on to the kernel's end; -1: none. */
static int returning_side(const IrKernel *kernel, const IrInstr *branch)
{
    if (branch->region != kernel->body || !ends_kernel(kernel, kernel->body->last) ||
        branch->result_count > 0)
        return -1;
    for (int side = 0; side < 2; side++)
        if (branch->regions[side]->last->op == IR_return &&
            branch->regions[1 - side]->last->op == IR_yield)
            return side;
    return -1;
}

static bool sink_all(Sides *sides, int returning)
{
    bool changed = false;
    IrInstr *place = NULL, *stores[2];
    while ((stores[0] = last_store(sides, 0)) != NULL && (stores[1] = last_store(sides, 1)) != NULL &&
           same_place(sides, stores[0], stores[1]) && !sides_tell_when(sides, stores[0])) {
        if (returning >= 0 && !changed)
            take_in_what_follows(sides, returning);
        sides->stops[0] = sides->stops[1] = NULL;
        place = sink(sides, stores, place != NULL ? place : sides->branch->next);
        changed = true;
    }
    return changed;
}

static bool sink_behind(PassContext *context, IrInstr *branch)
{
    IrKernel *kernel = context->kernel;
    int returning = returning_side(kernel, branch);
    Sides sides = {.kernel = kernel, .branch = branch};
    for (int side = 0; side < 2; side++)
        sides.ends[side] = branch->regions[side]->last;
    if (returning >= 0) {
        sides.ends[1 - returning] = kernel->body->last;
        sides.stops[1 - returning] = branch;
    } else if (sides.ends[0]->op != IR_yield || sides.ends[1]->op != IR_yield) {
        return false;
    }
    if (!sink_all(&sides, returning))
        return false;
    pass_explain(context, branch->pos, "both sides store to the same place: one store behind them does");
    return true;
}

bool pass_sink_stores(PassContext *context)
{
    bool changed = false;
    if (context->checks != 0 || context->watches_stores)
        return false;
    Branches branches = divergent_branches(context->scratch, context->kernel);
    for (int i = branches.count; i-- > 0;)
        changed |= sink_behind(context, branches.items[i]);
    return changed;
}
