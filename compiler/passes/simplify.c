/* simplify: constants fold, identities vanish, branches that are known are taken.
 *
 *     %2 = const 0                            %6 = fmul %1, %1
 *     %3 = iadd %1, %2                        store $Out [%0], %6
 *     %4 = ult %3, %2
 *     if %4 { ... } else {
 *       %6 = fmul %3, %3
 *       store $Out [%0], %6
 *       yield
 *     }
 *
 * One walk in text order; each value is tried against the rows of simplify_*.c with its operands
 * done already. Control: an if whose condition is constant becomes the branch taken; one whose
 * branches compute nothing becomes selects; a loop that never continues is a scope, a break that
 * only skips what follows in its scope puts that into the other branch (simplify_breaks.c), and a
 * scope that nothing breaks out of is what is in it. Parameters and results that have become the
 * same on all edges vanish at the end; then once more, while that helps.
 *
 * Needs: nothing. Keeps: facts (new values take those of what they replace). */
#include "passes/simplify.h"

enum { MAX_ROUNDS = 3, MUCH_LITTER = 500 };

/* ---- control: a construct's mark counts the jumps to it, first its continues, then its breaks  */

/* The construct is replaced by one of its regions. Returns what follows it now. */
static IrInstr *replace_by_region(Simplifier *simplifier, IrInstr *construct, IrRegion *region)
{
    IrInstr *jump = region->last, *first = region->first, *next;
    IrRegion *outer = construct->region;
    ir_move_region(region, construct);
    if (jump->op == IR_yield) {
        for (int i = 0; i < construct->result_count; i++)
            construct->results[i]->note = jump->operands[i];
        next = construct->next;
    } else { /* what follows is never reached */
        remove_from(construct->next);
        move_jump(simplifier->kernel, jump, outer);
        next = jump;
    }
    ir_remove(construct);
    simplifier->changed = true;
    return first == jump ? next : first;
}

static bool computes_nothing(const IrRegion *region)
{
    return region->first == region->last && region->last->op == IR_yield;
}

/* if c { yield a } else { yield b }  ->  select c, a, b */
static void replace_by_selects(Simplifier *simplifier, IrInstr *construct)
{
    IrBuilder builder = ir_builder_before(simplifier->kernel, construct);
    for (int i = 0; i < construct->result_count; i++) {
        IrInstr *result = construct->results[i];
        IrInstr *yes = construct->regions[0]->last->operands[i],
                *no = construct->regions[1]->last->operands[i];
        IrInstr *select = IR_BUILD(&builder, IR_select, construct->operands[0], yes, no);
        select->level = result->level;
        select->shape = result->shape;
        result->note = select;
        simplify_value(simplifier, select);
    }
    ir_remove(construct);
    simplifier->changed = true;
}

/* Nothing continues: the parameters keep their first values. */
static void make_scope(Simplifier *simplifier, IrInstr *loop)
{
    IrInstr *jump = loop->regions[0]->last;
    for (int i = 0; i < loop->parameter_count; i++)
        loop->parameters[i]->note = loop->operands[i];
    loop->op = IR_scope;
    loop->operand_count = loop->parameter_count = 0;
    loop->immediate = HINT_NONE;
    if (jump->op == IR_break && jump->target == loop) {
        jump->op = IR_yield;
        jump->target = NULL;
    }
    simplifier->changed = true;
}

static void simplify_region(Simplifier *simplifier, IrRegion *region);

static IrInstr *simplify_construct(Simplifier *simplifier, IrInstr *construct)
{
    if (construct->op == IR_if && construct->operands[0]->op == IR_const)
        return replace_by_region(simplifier, construct,
                                 construct->regions[construct->operands[0]->bits ? 0 : 1]);
    if (construct->op == IR_loop && construct->mark == 0)
        make_scope(simplifier, construct);
    construct->mark = 0;
    EACH_REGION (construct, region)
        simplify_region(simplifier, region);
    if (construct->op == IR_scope && construct->mark > 0)
        simplify_breaks(simplifier, construct);
    IrInstr *next = construct->next;
    if (construct->op == IR_if && computes_nothing(construct->regions[0]) &&
        computes_nothing(construct->regions[1])) {
        replace_by_selects(simplifier, construct);
    } else if (construct->op == IR_scope && construct->mark == 0) {
        bool falls_through = construct->regions[0]->last->op == IR_yield;
        replace_by_region(simplifier, construct, construct->regions[0]);
        return falls_through ? next : NULL;
    }
    return next;
}

/* At the end of the scope's own body it just yields. */
static void simplify_break(IrInstr *jump)
{
    IrInstr *target = jump->target;
    if (target != jump->region->owner || target->op != IR_scope) {
        target->mark++;
        return;
    }
    jump->op = IR_yield;
    jump->target = NULL;
}

static void simplify_region(Simplifier *simplifier, IrRegion *region)
{
    for (IrInstr *instr = region->first, *next; instr; instr = next) {
        next = instr->next;
        use_current_operands(instr);
        if (is_construct(instr))
            next = simplify_construct(simplifier, instr);
        else if (instr->op == IR_break)
            simplify_break(instr);
        else if (instr->operand_count > 0 || instr->op == IR_wave_index)
            simplify_value(simplifier, instr);
    }
}

/* ---- what folding leaves over ---- */

static bool *find_uses(const PassContext *context)
{
    bool *is_used = ARENA_ARRAY(context->scratch, bool, context->kernel->next_id);
    EACH_INSTR (context->kernel->body, instr)
        EACH_USE (instr, use)
            is_used[(*use)->id] = true;
    return is_used;
}

static int count_litter(const IrRegion *region, const bool *is_used)
{
    int count = 0;
    EACH_IN (region, instr)
        count += instr->op == IR_scope ? count_litter(instr->regions[0], is_used)
                                       : instr->op == IR_const && !is_used[instr->id];
    return count;
}

static void drop_litter(const IrRegion *region, const bool *is_used)
{
    EACH_IN (region, instr) {
        if (instr->op == IR_const && !is_used[instr->id])
            ir_remove(instr);
        else if (instr->op == IR_scope)
            drop_litter(instr->regions[0], is_used);
    }
}

/* Where loops in loops were unrolled nine of ten instructions may be constants that nothing uses any
 * more, over which the passes would walk again and again. Those in loops and branches stay: there
 * passes go by how many instructions there are. */
static void sweep(const PassContext *context)
{
    if (context->kernel->next_id < MUCH_LITTER)
        return;
    const bool *is_used = find_uses(context);
    if (count_litter(context->kernel->body, is_used) >= MUCH_LITTER)
        drop_litter(context->kernel->body, is_used);
}

/* ---- the pass ---- */

bool pass_simplify(PassContext *context)
{
    Simplifier simplifier = {.context = context, .kernel = context->kernel};
    bool changed = false;
    simplify_index_rows(&simplifier);
    for (int i = 0; i < MAX_ROUNDS; i++) {
        simplifier.changed = false;
        clear_notes(context->kernel);
        EACH_INSTR (context->kernel->body, instr)
            if (instr->op == IR_continue)
                instr->target->mark++;
        simplify_region(&simplifier, context->kernel->body);
        simplifier.changed |= clean_phis(context->kernel, context->scratch);
        if (!simplifier.changed)
            break;
        changed = true;
    }
    if (changed)
        sweep(context);
    return changed;
}
