/* lift_loads: what both sides of a branch load, one load before it does.
 *
 *     if %c {                                      %a = load $in [%i]
 *       %a = load $in [%i]                         if %c {
 *       yield %a                                     yield %a
 *     } else {                              ->     } else {
 *       %b = load $in [%i]                           %d = load $in [%j]
 *       %d = load $in [%j]                           %e = fadd %a, %d
 *       %e = fadd %b, %d                             yield %e
 *       yield %e                                   } -> %r
 *     } -> %r
 *
 * A picture's border is kept and its inside computed so. Where lanes go both ways each side loaded it under
 * a mask; and a side that does nothing else is gone, with its mask. What computes the place on both sides is
 * computed once, before the branch.
 *
 * A load passes what stands before it on its side as far as that writes no memory, unless nobody writes what
 * it loads, and does not leave the side.
 *
 * Needs: merge, uniformity. Keeps: facts. */
#include "sides.h"

static bool loads_same(const IrInstr *branch, const IrInstr *left, const IrInstr *right)
{
    if (!same_operation(left, right))
        return false;
    for (int i = 0; i < left->operand_count; i++)
        if (!computes_same(branch, left->operands[i], right->operands[i]))
            return false;
    return true;
}

static IrInstr *find_same(const IrInstr *branch, const IrInstr *load)
{
    bool has_written = false;
    IrInstr *found = sides_next_load(branch->regions[1]->first, &has_written);
    while (found != NULL && !loads_same(branch, load, found))
        found = sides_next_load(found->next, &has_written);
    return found;
}

static bool lift_before(PassContext *context, IrInstr *branch)
{
    bool has_written = false, changed = false;
    IrInstr *load = sides_next_load(branch->regions[0]->first, &has_written);
    while (load != NULL) {
        IrInstr *after = load->next, *same = find_same(branch, load);
        if (same != NULL) {
            pass_explain(context, load->pos, "both sides of a branch load this: one load before it does");
            move_out(branch, load);
            use_instead(branch->regions[1], same, load);
            ir_remove(same);
            changed = true;
        }
        load = sides_next_load(after, &has_written);
    }
    return changed;
}

bool pass_lift_loads(PassContext *context)
{
    bool changed = false;
    if (context->checks != 0)
        return false;
    Branches branches = divergent_branches(context->scratch, context->kernel);
    for (int i = branches.count; i-- > 0;)
        changed |= lift_before(context, branches.items[i]);
    return changed;
}
