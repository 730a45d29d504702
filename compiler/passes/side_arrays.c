/* What lanes_in_turn does where some array of a lane is used beyond what runs in turn:
 *
 *     if %3 {                                    if %3 {
 *       ^5 loop { ... load_var $stack ... }        ^5 loop { ... load_var $stack.5 ... }
 *     } else {                             ->    } else {
 *       ^7 loop { ... load_var $stack ... }        ^7 loop { ... load_var $stack ... }
 *     }                                          }
 *
 * Passes that make two of what follows (for waves that lie within a row, or within a bound) leave one array to both. A thread
 * goes one way, and goes it once where no loop is around the branch: so each side may have an array of its own, and the loop
 * on either side then holds all uses of it. */
#include "passes/lane_stretch.h"

/* The innermost around the loop, or itself, that the access is in, too; NULL: the kernel alone is. */
static const IrInstr *construct_of_both(const IrInstr *loop, const IrInstr *access)
{
    const IrInstr *around = loop;
    while (around != NULL && !ir_is_within(access, around))
        around = around->region->owner;
    return around;
}

/* Of a construct around it. */
static IrRegion *region_that_holds(const IrInstr *instr, const IrInstr *construct)
{
    IrRegion *region = instr->region;
    while (region->owner != construct)
        region = region->owner->region;
    return region;
}

static bool is_otherwise(const IrInstr *loop, const IrInstr *access, const IrInstr *around)
{
    return around != NULL && around->op == IR_if && around != loop &&
           region_that_holds(access, around) != region_that_holds(loop, around);
}

/* What holds the loop and all accesses but those that are on the other side of a branch. */
static IrRegion *find_side(const IrKernel *kernel, const IrInstr *loop, const IrVariable *variable)
{
    IrRegion *side = loop->regions[0];
    EACH_INSTR (kernel->body, instr) {
        const IrInstr *around = instr->variable == variable ? construct_of_both(loop, instr) : loop;
        if (around != loop && !is_otherwise(loop, instr, around) &&
            (around == NULL || ir_is_within(side->owner, around)))
            side = around == NULL ? kernel->body : region_that_holds(loop, around);
    }
    return side;
}

static bool is_in(const IrInstr *instr, const IrRegion *region)
{
    return region->owner == NULL || (instr != region->owner && ir_is_within(instr, region->owner) &&
                                     region_that_holds(instr, region->owner) == region);
}

/* Some access is on another side, and none of them may follow one of this side. */
static bool parts_at(const IrKernel *kernel, const IrInstr *loop, const IrRegion *side, const IrVariable *variable)
{
    bool parts = false;
    EACH_INSTR (kernel->body, instr) {
        if (instr->variable != variable || is_in(instr, side))
            continue;
        parts = true;
        if (ir_loop_around(construct_of_both(loop, instr)) != NULL)
            return false;
    }
    return parts;
}

static void give_own(IrKernel *kernel, const IrInstr *loop, IrRegion *side, IrVariable *variable)
{
    const char *name = arena_printf(kernel->arena, "%s.%u", variable->name, loop->id);
    IrVariable *own = ir_variable_new(kernel, name, IR_LOCAL, variable->type, variable->count, variable->pos);
    own->level = variable->level;
    own->starts_at_zero = variable->starts_at_zero;
    EACH_INSTR (side, instr)
        if (instr->variable == variable)
            instr->variable = own;
}

static bool uses(const IrInstr *loop, const IrVariable *variable)
{
    EACH_INSTR (loop->regions[0], instr)
        if (instr->variable == variable)
            return true;
    return false;
}

bool stretch_part_arrays(IrKernel *kernel, const IrInstr *loop)
{
    bool changed = false;
    for (int i = 0, count = kernel->variables.count; i < count; i++) {
        IrVariable *variable = kernel->variables.items[i];
        if (!stretch_is_own_array(variable) || !uses(loop, variable) || ir_is_for_show(variable))
            continue;
        IrRegion *side = find_side(kernel, loop, variable);
        if (parts_at(kernel, loop, side, variable)) {
            give_own(kernel, loop, side, variable);
            changed = true;
        }
    }
    return changed;
}
