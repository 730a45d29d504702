/* What both sides of a branch compute alike (sides.h). */
#include "sides.h"

enum { MOST_DEPTH = 6 /* of operations that compute a place */ };

Branches divergent_branches(Arena *scratch, IrKernel *kernel)
{
    Branches branches = {0};
    int count = 0;
    EACH_INSTR (kernel->body, instr) {
        instr->mark = count++;
        EACH_PHI (instr, phi)
            phi->mark = instr->mark + (phi->op == IR_result);
        if (instr->op == IR_if && instr->operands[0]->level == LEVEL_VARYING)
            vec_push(scratch, &branches, instr);
    }
    return branches;
}

bool sides_is_behind(const IrInstr *branch, const IrInstr *value) { return value->mark > branch->mark; }

bool sides_can_be_before(const IrInstr *instr)
{
    return (ir_is(instr, OP_PURE) || instr->op == IR_load_cbuffer) && !ir_is(instr, OP_CONVERGENT) &&
           !is_phi(instr);
}

bool is_before_or_const(const IrInstr *branch, const IrInstr *left, const IrInstr *right)
{
    return ir_same_value(left, right) && (left->op == IR_const || !sides_is_behind(branch, left));
}

static bool is_computed_alike(const IrInstr *branch, const IrInstr *left, const IrInstr *right, int depth)
{
    if (ir_same_value(left, right))
        return is_before_or_const(branch, left, right);
    if (depth == 0 || !sides_is_behind(branch, left) || !sides_is_behind(branch, right) || !sides_can_be_before(left) ||
        !ir_same_operation(left, right))
        return false;
    for (int i = 0; i < left->operand_count; i++)
        if (!is_computed_alike(branch, left->operands[i], right->operands[i], depth - 1))
            return false;
    return true;
}

bool computes_same(const IrInstr *branch, const IrInstr *left, const IrInstr *right)
{
    return is_computed_alike(branch, left, right, MOST_DEPTH);
}

void move_out(IrInstr *branch, IrInstr *value)
{
    if (!sides_is_behind(branch, value) || value->region == branch->region)
        return;
    for (int i = 0; i < value->operand_count; i++)
        move_out(branch, value->operands[i]);
    ir_move_before(value, branch);
}

static bool is_load(const IrInstr *instr)
{
    bool reads_alone = ir_is(instr, OP_READS) && !ir_is(instr, OP_WRITES | OP_SYNC | OP_CONVERGENT) &&
                       !is_construct(instr) && !ir_is(instr, OP_JUMP);
    return reads_alone && (instr->resource != NULL ? !instr->resource->is_coherent
                                                   : instr->variable != NULL &&
                                                         instr->variable->kind == IR_GROUPSHARED);
}

static bool writes(const IrInstr *instr)
{
    bool found = ir_is(instr, OP_WRITES | OP_SYNC);
    EACH_REGION (instr, region)
        EACH_INSTR (region, inner)
            found |= ir_is(inner, OP_WRITES | OP_SYNC);
    return found;
}

/* From an instruction of a side on, the next load that could stand before the branch; NULL: none. `has_written`:
 * something before it writes. What no load stands behind is not looked into: a chain of branches is one in the other. */
static IrInstr *next_load(IrInstr *instr, bool *has_written)
{
    for (const IrInstr *passed = instr; instr != NULL; instr = instr->next) {
        if (!is_load(instr))
            continue;
        for (; passed != instr; passed = passed->next) {
            if (passed->regions[0] != NULL && ir_has_jump_out(passed))
                return NULL;
            *has_written |= writes(passed);
        }
        if (!*has_written || reads_constant_memory(instr))
            return instr;
    }
    return NULL;
}

static IrInstr *find_partner(const IrInstr *branch, const IrInstr *load, SidesMatch *match)
{
    bool has_written = false;
    IrInstr *found = next_load(branch->regions[1]->first, &has_written);
    while (found != NULL && !match(branch, load, found))
        found = next_load(found->next, &has_written);
    return found;
}

static bool join_of_branch(PassContext *context, IrInstr *branch, SidesMatch *match, SidesJoin *join)
{
    bool has_written = false, changed = false;
    IrInstr *load = next_load(branch->regions[0]->first, &has_written);
    while (load != NULL) {
        IrInstr *after = load->next, *partner = find_partner(branch, load, match);
        if (partner != NULL) {
            join(context, branch, load, partner);
            use_instead(branch->regions[1], partner, load);
            ir_remove(partner);
            changed = true;
        }
        load = next_load(after, &has_written);
    }
    return changed;
}

bool sides_join_loads(PassContext *context, SidesMatch *match, SidesJoin *join)
{
    bool changed = false;
    if (context->checks != 0)
        return false;
    Branches branches = divergent_branches(context->scratch, context->kernel);
    for (int i = branches.count; i-- > 0;)
        changed |= join_of_branch(context, branches.items[i], match, join);
    return changed;
}
