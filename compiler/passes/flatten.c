/* flatten: small divergent branches without effects become selects.
 *
 *     if %c {                                 %3 = fadd %1, %2
 *       %3 = fadd %1, %2                      %4 = select %c, %3, %1
 *       yield %3
 *     } else {
 *       yield %1
 *     } -> %4
 *
 * A branch under a mask costs a test whether any lane takes it, and a blend of each result anyway;
 * below MOST_COST operations both sides are cheaper to compute. Where lanes go both ways each side
 * is computed anyway: sides of up to MOST_SIDE simple operations are computed for all lanes, too,
 * in loops where neither is much longer than the other, since what few lanes do there is skipped in
 * most turns; up to MOST_QUICK where none is dearer than a quotient, which take no longer than a jump that nobody
 * foresees, and in loops no longer than the rest of a turn. Inner ifs go first. [flatten] takes any number of operations,
 * [branch] none.
 *
 * Where all that is left of the inner ones is choices (an insertion's turns), sides of up to
 * MOST_CHOICES go; in loops under a branch that is skipped itself. A choice of a choice joins their
 * conditions, which are the same for all that the inner branch gave:
 *
 *     if %a {                                 %6 = iand %a, %b
 *       %3 = select %b, %1, %2                %7 = select %6, %1, %2
 *       yield %3
 *     } else {
 *       yield %2
 *     } -> %7
 *
 * What is no longer under the branch's mask must be pure, free of loads (they would touch memory for
 * nothing; a constant that all lanes share is no more than a scalar) and not convergent (it would
 * see more lanes). Rows of memory are loaded for all lanes where the condition is no bound of the
 * threads that may lead out of them, as in scans with flags (`if (!head[t]) sum += sums[t - n]`) and
 * in `date[i] >= from && price[i] < limit`.
 *
 * Uniform ifs stay, as plain C branches, but for those that only add a uniform number, or not, to
 * what varies (`if (w == wave) before += sum`): the number is chosen as a scalar.
 *
 *     if %c {                                 %3 = select %c, %2, 0
 *       %3 = iadd %1, %2                      %4 = iadd %1, %3
 *       yield %3
 *     } else {
 *       yield %1
 *     } -> %4
 *
 * Needs: uniformity. Keeps: facts. */
#include "passes/passes_priv.h"

enum {
    MOST_COST = 8,     /* of both sides, and of the choices */
    MOST_SIDE = 12,    /* of either side, where nothing in it is slow or loads */
    MOST_QUICK = 28,   /* of the longer side and the choices, where nothing in it is dear or loads */
    MOST_CHOICES = 32, /* of either side, where it only chooses between values that there are */
    SLOW_COST = 4,     /* of an operation that is one, at least: a quotient, a root */
    DEAR_COST = 5,     /* likewise: a logarithm, a remainder */
    LOAD_COST = 4,     /* of what a loop loads beside a branch */
    ROW_COST = 2,      /* of a row that is loaded, for each component */
    FORBIDDEN = 1 << 20
};

static bool steps(const IrInstr *value)
{
    return value->level == LEVEL_VARYING && value->shape.stride != 0;
}

/* Some of the threads in a row are in, others out. */
static bool is_bound(const IrInstr *condition)
{
    bool is_logic = condition->op == IR_iand || condition->op == IR_ior || condition->op == IR_inot;
    for (int i = 0; i < condition->operand_count; i++)
        if (is_logic ? is_bound(condition->operands[i]) : steps(condition->operands[i]))
            return true;
    return is_phi(condition);
}

/* The same for all lanes, or for those of a row. */
static bool stays(const IrInstr *index)
{
    return index->level < LEVEL_VARYING || (index->shape.length > 1 && index->shape.stride == 0);
}

static bool stays_or_steps_by(const IrInstr *index, int stride)
{
    return stays(index) || (index->shape.length > 1 && index->shape.stride == stride);
}

static bool all_stay(const IrInstr *instr, int from)
{
    for (int i = from; i < instr->operand_count; i++)
        if (!stays(instr->operands[i]))
            return false;
    return true;
}

/* A few vectors, wherever lanes lie in it. */
static bool loads_row(const IrInstr *instr)
{
    if (instr->resource != NULL && (instr->resource->is_coherent || !stays(instr->operands[0])))
        return false;
    switch (instr->op) {
    case IR_load_var:
        return instr->variable->kind == IR_GROUPSHARED &&
               stays_or_steps_by(instr->operands[0], 1);
    case IR_load_typed:
    case IR_load_struct:
    case IR_load_texture:
        return stays_or_steps_by(instr->operands[1], 1) && all_stay(instr, 2);
    case IR_load_raw:
        return stays_or_steps_by(instr->operands[1], 4 * instr->type.components);
    default: return false;
    }
}

static bool may_load(const PassContext *context, const IrInstr *branch)
{
    unsigned told = 1u << RUN_CHECK_bounds | 1u << RUN_CHECK_uninit | 1u << RUN_CHECK_race;
    return (context->checks & told) == 0 && !is_bound(branch->operands[0]);
}

/* Uniform values cost next to nothing: one scalar operation for the wave. */
static int cost_of(const PassContext *context, const IrInstr *instr)
{
    const IrInstr *branch = instr->region->owner;
    if (instr->op == IR_load_cbuffer && instr->level < LEVEL_VARYING)
        return 0;
    if (loads_row(instr) && may_load(context, branch))
        return instr->resource != NULL ? ROW_COST * instr->type.components : ROW_COST;
    if (!ir_is(instr, OP_PURE) || ir_is(instr, OP_CONVERGENT))
        return FORBIDDEN;
    if (instr->level < LEVEL_VARYING)
        return 0;
    return cost_of_operation(instr);
}

static int cost_of_region(const PassContext *context, const IrRegion *region)
{
    int cost = region->last->op == IR_yield ? 0 : FORBIDDEN;
    for (const IrInstr *instr = region->first; instr != region->last && cost < FORBIDDEN;
         instr = instr->next)
        cost += cost_of(context, instr);
    return cost;
}

static int cost_of_branch(const PassContext *context, const IrInstr *branch)
{
    return cost_of_region(context, branch->regions[0]) +
           cost_of_region(context, branch->regions[1]) + branch->result_count;
}

/* ---- numbers that are added under a uniform condition ---- */

/* Operations that leave their left operand as it is where the right one is 0. */
static bool is_sum(IrOp op)
{
    return op == IR_iadd || op == IR_isub || op == IR_ior || op == IR_ixor;
}

/* The operand of `sum` beside `value` where that is uniform; NULL: it is no such sum. */
static IrInstr *added_to(const IrInstr *sum, const IrInstr *value)
{
    if (!is_sum(sum->op) || sum->operand_count != 2)
        return NULL;
    int place = sum->operands[0] == value ? 1 : 0;
    bool fits = place == 1 || (sum->op != IR_isub && sum->operands[1] == value);
    return fits && sum->operands[place]->level < LEVEL_VARYING ? sum->operands[place] : NULL;
}

static IrInstr *yielded(const IrInstr *branch, int side, int i)
{
    return branch->regions[side]->last->operands[i];
}

/* Which side's value of result `i` is the sum, the other one's what it adds to; -1: neither. */
static int side_of_sum(const IrInstr *branch, int i)
{
    for (int side = 0; side < 2; side++)
        if (added_to(yielded(branch, side, i), yielded(branch, 1 - side, i)) != NULL)
            return side;
    return -1;
}

/* Both branches compute nothing but such sums and a few scalars. */
static bool only_adds(const PassContext *context, const IrInstr *branch)
{
    int sums = 0, varying = 0, cost = 0;
    if (cost_of_branch(context, branch) >= FORBIDDEN)
        return false;
    for (int i = 0; i < branch->result_count; i++) {
        bool is_one = side_of_sum(branch, i) >= 0;
        if (!is_one && branch->results[i]->level == LEVEL_VARYING)
            return false;
        sums += is_one;
    }
    EACH_REGION (branch, region)
        for (const IrInstr *instr = region->first; instr != region->last; instr = instr->next) {
            varying += instr->level == LEVEL_VARYING;
            cost += cost_of_operation(instr);
        }
    return sums > 0 && varying <= sums && cost <= MOST_COST;
}

/* Something in it loads, or is an operation of that cost. */
static bool takes_long(const IrInstr *branch, int cost)
{
    EACH_REGION (branch, region)
        EACH_IN (region, instr)
            if (instr->level == LEVEL_VARYING && (ir_is(instr, OP_READS) || cost_of_operation(instr) >= cost))
                return true;
    return false;
}

/* Each turn of the loop around it, if there is one, does more beside it: where few lanes go there, that is what it
 * takes. */
static bool is_least_of_turn(const IrInstr *branch, int cost)
{
    const IrInstr *loop = ir_loop_around(branch);
    int beside = 0;
    if (loop == NULL)
        return true;
    EACH_INSTR (loop->regions[0], instr) {
        if (beside >= cost)
            return true;
        if (instr->level == LEVEL_VARYING && !ir_is_within(instr, branch))
            beside += ir_is(instr, OP_READS) ? LOAD_COST : is_construct(instr) || is_jump(instr) ? 0 : cost_of_operation(instr);
    }
    return beside >= cost;
}

/* Its sides compute conditions and choose, as do branches that were flattened in them. */
static bool only_chooses(const IrInstr *branch)
{
    EACH_REGION (branch, region)
        for (const IrInstr *instr = region->first; instr != region->last; instr = instr->next)
            if (instr->level == LEVEL_VARYING && instr->op != IR_select && instr->type.scalar != IR_I1)
                return false;
    return true;
}

/* What some lanes do now and then is skipped together with the branch around it. */
static bool is_under_branch(const IrInstr *branch)
{
    const IrInstr *around = branch->region->owner;
    while (around != NULL && around->op == IR_scope)
        around = around->region->owner;
    return around != NULL && around->op == IR_if && around->operands[0]->level == LEVEL_VARYING;
}

/* What a branch saves where all lanes go one way is the other side; the choices are blends else. What
 * some lanes do now and then is skipped in most turns of a loop. */
static bool is_cheap(const PassContext *context, const IrInstr *branch)
{
    int sides[] = {cost_of_region(context, branch->regions[0]),
                   cost_of_region(context, branch->regions[1])};
    int longer = sides[0] > sides[1] ? sides[0] : sides[1];
    int shorter = sides[0] + sides[1] - longer;
    if (longer + shorter + branch->result_count <= MOST_COST)
        return true;
    int quick = longer + branch->result_count;
    if (quick <= MOST_QUICK && !takes_long(branch, DEAR_COST) && is_least_of_turn(branch, quick))
        return true;
    return longer <= (only_chooses(branch) ? MOST_CHOICES : MOST_SIDE) && !takes_long(branch, SLOW_COST) &&
           (longer - shorter < MOST_COST || ir_loop_around(branch) == NULL ||
            (only_chooses(branch) && is_under_branch(branch)));
}

static bool pays(const PassContext *context, const IrInstr *branch)
{
    if (branch->operands[0]->level < LEVEL_VARYING || branch->immediate == HINT_BRANCH)
        return only_adds(context, branch);
    return branch->immediate == HINT_FLATTEN ? cost_of_branch(context, branch) < FORBIDDEN
                                             : is_cheap(context, branch);
}

/* The first instruction of the branches that must stay under their masks. */
static const IrInstr *find_forbidden(const PassContext *context, const IrInstr *branch)
{
    EACH_REGION (branch, region)
        EACH_IN (region, instr)
            if (instr == region->last ? instr->op != IR_yield : cost_of(context, instr) >= FORBIDDEN)
                return instr;
    return NULL;
}

static void explain(const PassContext *context, const IrInstr *branch)
{
    const IrInstr *forbidden = find_forbidden(context, branch);
    int level = branch->operands[0]->level;
    if (pays(context, branch))
        pass_explain(context, branch->pos, "flattened: it costs %d", cost_of_branch(context, branch));
    else if (level < LEVEL_VARYING)
        pass_explain(context, branch->pos,
                     "not flattened: its condition does not differ between lanes");
    else if (branch->immediate == HINT_BRANCH)
        pass_explain(context, branch->pos, "not flattened: [branch] says so");
    else if (forbidden)
        pass_explain(context, branch->pos, "not flattened: %s in it is for its lanes only",
                     op_info(forbidden->op)->name);
    else
        pass_explain(context, branch->pos, "not flattened: it costs %d, more than %d",
                     cost_of_branch(context, branch), MOST_COST);
}

/* What the side's value chooses by, where its other choice is the other side's value; else NULL. */
static IrInstr *inner_condition(const IrInstr *branch, int i, int side)
{
    const IrInstr *choice = yielded(branch, side, i);
    bool joins = choice->op == IR_select && choice->operands[2 - side] == yielded(branch, 1 - side, i) &&
                 choice->level == LEVEL_VARYING;
    return joins ? choice->operands[0] : NULL;
}

/* The same as before where many results are chosen by it. */
static IrInstr *join_conditions(IrBuilder *builder, IrOp op, IrInstr *outer, IrInstr *inner,
                                IrInstr **joined)
{
    bool is_same = *joined != NULL && (*joined)->op == op && (*joined)->operands[1] == inner;
    if (!is_same) {
        *joined = IR_BUILD(builder, op, outer, inner);
        (*joined)->level = LEVEL_VARYING;
        (*joined)->shape = (IrShape){1, 0};
    }
    return *joined;
}

/* %a ? (%b ? x : y) : y is %a & %b ? x : y, and %a ? x : (%b ? x : y) is %a | %b ? x : y. */
static IrInstr *build_choice(IrBuilder *builder, const IrInstr *branch, int i, IrInstr **joined)
{
    IrInstr *condition = branch->operands[0], *values[] = {yielded(branch, 0, i), yielded(branch, 1, i)};
    for (int side = 0; side < 2; side++) {
        IrInstr *inner = inner_condition(branch, i, side);
        if (inner == NULL)
            continue;
        condition = join_conditions(builder, side == 0 ? IR_iand : IR_ior, condition, inner, joined);
        values[side] = values[side]->operands[1 + side];
        break;
    }
    return IR_BUILD(builder, IR_select, condition, values[0], values[1]);
}

/* The sum with a number that is 0 on the other side. */
static IrInstr *build_sum(IrBuilder *builder, const IrInstr *branch, int i, int side)
{
    const IrInstr *sum = yielded(branch, side, i);
    IrInstr *value = yielded(branch, 1 - side, i), *added = added_to(sum, value);
    IrInstr *zero = ir_const_bits(builder, added->type.scalar, 0);
    IrInstr *number = IR_BUILD(builder, IR_select, branch->operands[0], side == 0 ? added : zero,
                               side == 0 ? zero : added);
    number->level = branch->operands[0]->level > added->level ? branch->operands[0]->level
                                                             : added->level;
    return IR_BUILD(builder, sum->op, value, number);
}

static void flatten(IrKernel *kernel, IrInstr *branch)
{
    bool adds = branch->operands[0]->level < LEVEL_VARYING;
    IrBuilder builder = ir_builder_before(kernel, branch);
    IrInstr *joined = NULL;
    ir_move_region(branch->regions[0], branch);
    ir_move_region(branch->regions[1], branch);
    for (int i = 0; i < branch->result_count; i++) {
        IrInstr *result = branch->results[i];
        int side = adds ? side_of_sum(branch, i) : -1;
        IrInstr *chosen = side >= 0 ? build_sum(&builder, branch, i, side)
                                    : build_choice(&builder, branch, i, &joined);
        chosen->level = result->level;
        chosen->shape = result->shape;
        result->note = chosen;
    }
    ir_remove(branch);
}

static bool flatten_region(const PassContext *context, IrRegion *region)
{
    bool changed = false;
    EACH_IN (region, instr) {
        use_current_operands(instr);
        EACH_REGION (instr, inner)
            changed |= flatten_region(context, inner);
        if (instr->op == IR_if && context->explaining)
            explain(context, instr);
        if (instr->op == IR_if && pays(context, instr)) {
            flatten(context->kernel, instr);
            changed = true;
        }
    }
    return changed;
}

bool pass_flatten(PassContext *context)
{
    clear_notes(context->kernel);
    return flatten_region(context, context->kernel->body);
}
