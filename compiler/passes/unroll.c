/* unroll: loops that run a known number of times become that many copies of their body.
 *
 *     ^1 loop (%2 = 0, %3 = %s) {           ^1 scope {
 *       %4 = slt %2, 2                        %4 = slt 0, 2
 *       if %4 { yield }                       if %4 { yield } else { break ^1 %s }
 *       else { break ^1 %3 }                  %5 = fadd %s, 0.5
 *       %5 = fadd %3, 0.5                     %6 = iadd 0, 1
 *       %6 = iadd %2, 1                       %4' = slt %6, 2
 *       continue ^1 %6, %5                    ... the second turn ...
 *     } -> %7                                 %4'' = slt %6', 2
 *                                             yield %5'
 *                                           } -> %7
 *
 * How often is found by running it (turns.h): some `if` of the body, of which one branch breaks, has
 * a condition that follows from the constants that the parameters start with, in the last turn at
 * least; what data decides may end the loop before (`while (k > 0 && v > best[k - 1])`). The turn in
 * which it breaks is copied up to there. Where the body continues in several places each copy is a
 * scope, which they break out of. The simplify pass then folds the conditions and takes the scopes
 * away.
 *
 * When: [unroll] asks for it (a warning if the number of turns is not known), or it is short (a filter's rows, too,
 * whose turns have its columns: conditions are of constants then, and what turns load alike is loaded once), or
 * it counts the elements of a private array that would then be indexed by constants only, and so
 * become values, or a table's, where lanes then look up known places, or it is a tree (trees.h); of [loop]
 * five turns at most. Turns that lanes may leave before the last one become branches in branches: few of them pay, of
 * an array or of computing alone. Inner loops first.
 *
 * Not though [unroll] says so: products of tiles in groupshared memory, whose turns differ in where they load alone, and
 * add to more sums than registers hold beside all that is loaded. As a loop that takes no longer, and split_sums.c
 * may part it. Until its sums are values such a loop waits.
 * Needs: promote, simplify. Keeps: facts. */
#include "trees.h"
#include "turns.h"

enum {
    SHORT_TURNS = 16, SHORT_SIZE = 256,      /* unasked */
    FEW_TURNS = 5, FEW_SIZE = 1280,          /* unasked, rows of a filter above all: of words, without barriers */
    BRANCHES_SIZE = 640,                     /* of these where a turn has branches */
    CORNER_TURNS = 8, CORNER_SIZE = 1024,    /* likewise, of whose counter each turn takes bits: corners of a cube,
                                                which have much in common; whatever is loaded there */
    ARRAY_TURNS = 64, ARRAY_SIZE = 2048,     /* unasked, for a private array's sake */
    TABLE_TURNS = 16, TABLE_SIZE = 320,      /* unasked, for a table's */
    TREE_TURNS = 12, TREE_SIZE = 1024,       /* unasked, trees: 2048 elements, 85 a turn */
    SHARED_TURNS = 16, SHARED_SIZE = 1024,   /* unasked, of barriers in groups of one wave: what lanes pass on */
    BOUND_TURNS = 9, BOUND_ARRAY_SIZE = 512, /* unasked, that data may end before */
    MOST_TURNS = 1024, MOST_SIZE = 1 << 15,  /* asked */
    LEAST_TURNS_KEPT = 8, LEAST_SUMS = 8,    /* asked, where it stays a loop for its sums' sake */
    INDEX_DEPTH = 8,                         /* of an index */
    WHOLE_ELEMENT = 4                        /* components */
};

/* What unrolling takes at most. */
typedef struct Limits {
    int turns, size;
} Limits;

typedef struct Unroller {
    PassContext *context;
    IrKernel *kernel;
    TurnCounter counter;
    bool *is_counted; /* by variable: a private array that loops' parameters and constants index */
    bool *is_fixed;   /* by variable: that constants alone index, so that its elements soon are values */
    bool changed;
} Unroller;

/* ---- which loops ----------------------------------------------------------------------------- */

/* Why not; of several tests' reasons the last of these counts. */
typedef enum Refusal {
    FITS, NO_TEST, CONTINUES_BEFORE, NOT_CONSTANT, GOES_TO_MEMORY, TOO_MANY_TURNS, TOO_LARGE
} Refusal;

typedef struct Plan {
    const IrInstr *test; /* NULL: do not unroll */
    int position;        /* of the test in the body */
    int turns;           /* the test breaks in the last one */
    Refusal refusal;     /* where there is no test */
    Limits limits;       /* that it was refused by */
} Plan;

static int size_of(const IrInstr *loop)
{
    int size = 0;
    EACH_INSTR (loop->regions[0], instr)
        size++;
    return size;
}

/* ---- private arrays that loops count ---- */

static bool is_counter(const Unroller *unroller, const IrInstr *value, int depth);

/* Where a loop left off is one of what it counted. */
static bool is_last_count(const Unroller *unroller, const IrInstr *result, int depth)
{
    if (result->owner->op != IR_loop || depth == 0)
        return false;
    IrEdges edges = ir_result_edges(unroller->context->scratch, result->owner);
    for (int i = 0; i < edges.jumps.count; i++)
        if (!is_counter(unroller, edges.jumps.items[i]->operands[result->position], depth - 1))
            return false;
    return true;
}

/* Through pure operations down to constants, parameters of loops and where these left off. */
static bool is_counter(const Unroller *unroller, const IrInstr *value, int depth)
{
    if (value->op == IR_const)
        return true;
    if (value->op == IR_parameter)
        return value->owner->op == IR_loop;
    if (value->op == IR_result)
        return is_last_count(unroller, value, depth);
    bool is_plain = is_pure_of_lane(value);
    for (int i = 0; i < value->operand_count && is_plain; i++)
        is_plain = depth > 0 && is_counter(unroller, value->operands[i], depth - 1);
    return is_plain && value->operand_count > 0;
}

/* Where a loop leaves off is chosen from as many places as it has turns. */
static bool is_index_counted(const Unroller *unroller, const IrInstr *access)
{
    const IrInstr *index = access->operands[0];
    bool is_last = index->op == IR_result;
    return is_counter(unroller, index, INDEX_DEPTH) &&
           (!is_last || access->variable->count <= BOUND_TURNS + 1);
}

static bool follows_from(const IrInstr *value, const IrInstr *loop, int depth)
{
    if (value->op == IR_parameter)
        return value->owner == loop;
    for (int i = 0; i < value->operand_count && depth > 0 && ir_is(value, OP_PURE); i++)
        if (follows_from(value->operands[i], loop, depth - 1))
            return true;
    return false;
}

static bool accesses_private_array(const IrInstr *instr)
{
    const IrVariable *variable = instr->variable;
    return variable != NULL && variable->kind == IR_LOCAL && variable->count > 1 &&
           (instr->op == IR_load_var || instr->op == IR_store_var);
}

static void find_counted_arrays(Unroller *unroller)
{
    IrKernel *kernel = unroller->kernel;
    unroller->is_counted = ARENA_ARRAY(unroller->context->scratch, bool,
                                       kernel->variables.count + 1);
    unroller->is_fixed = ARENA_ARRAY(unroller->context->scratch, bool, kernel->variables.count + 1);
    for (int i = 0; i < kernel->variables.count; i++) {
        kernel->variables.items[i]->index = i;
        unroller->is_counted[i] = unroller->is_fixed[i] = true;
    }
    EACH_INSTR (kernel->body, instr)
        if (instr->variable != NULL) {
            bool is_access = accesses_private_array(instr);
            unroller->is_counted[instr->variable->index] &= is_access && is_index_counted(unroller, instr);
            unroller->is_fixed[instr->variable->index] &= is_access && instr->operands[0]->op == IR_const;
        }
}

/* `is_counted`: by variable, whether it will do; NULL: any. */
static bool counts_array(const bool *is_counted, const IrInstr *loop)
{
    EACH_INSTR (loop->regions[0], instr)
        if (accesses_private_array(instr) &&
            (is_counted == NULL || is_counted[instr->variable->index]) &&
            follows_from(instr->operands[0], loop, INDEX_DEPTH))
            return true;
    return false;
}

/* ---- which loops take how much ---- */

static Limits limits_of(const Unroller *unroller, const Loop *loop)
{
    if (is_unroll_asked_for(loop->instr))
        return (Limits){MOST_TURNS, MOST_SIZE};
    if (counts_array(unroller->is_counted, loop->instr))
        return (Limits){ARRAY_TURNS, ARRAY_SIZE};
    if (trees_stride(loop->instr, &loop->continues) != NULL ||
        trees_has_exponent(loop->instr, &loop->continues))
        return (Limits){TREE_TURNS, TREE_SIZE};
    if (unroller->kernel->wave_count == 1 && ir_group_size(unroller->kernel) > 1 &&
        ir_contains_op(loop->instr->regions[0], IR_barrier))
        return (Limits){SHARED_TURNS, SHARED_SIZE};
    return counts_array(NULL, loop->instr) ? (Limits){TABLE_TURNS, TABLE_SIZE}
                                           : (Limits){SHORT_TURNS, SHORT_SIZE};
}

static bool goes_to_memory(const IrInstr *loop)
{
    EACH_INSTR (loop->regions[0], instr)
        if (ir_is(instr, OP_READS | OP_WRITES | OP_SYNC | OP_CONVERGENT) && !is_construct(instr) &&
            instr->op != IR_load_cbuffer && !accesses_private_array(instr))
            return true;
    return false;
}

/* Where lanes leave before the last turn. */
static Limits narrow(Limits limits, const IrInstr *loop)
{
    if (is_unroll_asked_for(loop))
        return limits;
    return (Limits){BOUND_TURNS, counts_array(NULL, loop) ? BOUND_ARRAY_SIZE : SHORT_SIZE};
}

static bool contains_continue_of(const IrInstr *instr, const Loop *loop)
{
    for (int i = 0; i < loop->continues.jumps.count; i++)
        for (const IrInstr *at = loop->continues.jumps.items[i]; at != loop->instr;
             at = at->region->owner)
            if (at == instr)
                return true;
    return false;
}

static void refuse(Plan *plan, Refusal refusal, int turns, Limits limits)
{
    if (refusal < plan->refusal)
        return;
    plan->refusal = refusal;
    plan->turns = turns;
    plan->limits = limits;
}

/* It has no barriers, and accesses of no more components. */
static bool has_components(const IrInstr *loop, int most)
{
    EACH_INSTR (loop->regions[0], instr) {
        bool is_access = ir_is(instr, OP_READS | OP_WRITES) && !is_construct(instr) && instr->op != IR_load_cbuffer;
        if (ir_is(instr, OP_SYNC) || (is_access && ir_accessed_type(instr).components > most))
            return false;
    }
    return true;
}

/* Of a few turns. Elements of more than two words fill the registers in one of them. */
static int size_of_few(const IrInstr *loop)
{
    enum { MOST_COMPONENTS = 2, OWN_TEST = 1 };
    int branches = 0;
    EACH_INSTR (loop->regions[0], instr)
        branches += instr->op == IR_if;
    return !has_components(loop, MOST_COMPONENTS) ? SHORT_SIZE : branches > OWN_TEST ? BRANCHES_SIZE : FEW_SIZE;
}

/* `i & 1`, `i >> 2`, `1 << i`: what it does with these is another thing in each turn. */
static bool takes_bits_of_counter(const Unroller *unroller, const IrInstr *loop)
{
    EACH_INSTR (loop->regions[0], instr)
        if ((instr->op == IR_iand || instr->op == IR_ushr || instr->op == IR_ishl) && instr->type.scalar != IR_I1 &&
            is_counter(unroller, instr, INDEX_DEPTH) && follows_from(instr, loop, INDEX_DEPTH))
            return true;
    return false;
}

/* Where it takes few turns. */
static Limits widen(const Unroller *unroller, Limits limits, const IrInstr *loop, int turns)
{
    if (limits.turns != SHORT_TURNS || limits.size != SHORT_SIZE)
        return limits;
    if (turns <= FEW_TURNS)
        limits.size = size_of_few(loop);
    else if (turns <= CORNER_TURNS && has_components(loop, WHOLE_ELEMENT) && takes_bits_of_counter(unroller, loop))
        limits.size = CORNER_SIZE;
    return limits;
}

static Refusal judge(const IrInstr *loop, Turns turns, Limits limits)
{
    bool is_asked = is_unroll_asked_for(loop);
    if (turns.count == TURNS_UNKNOWN)
        return NOT_CONSTANT;
    if (turns.is_bound && !is_asked && !counts_array(NULL, loop) && goes_to_memory(loop))
        return GOES_TO_MEMORY;
    /* the last turn of an unasked loop is a test only */
    int counted = is_asked ? turns.count : turns.count - 1;
    if (turns.count == TURNS_BEYOND || counted > limits.turns)
        return TOO_MANY_TURNS;
    return (int64_t)counted * size_of(loop) <= limits.size ? FITS : TOO_LARGE;
}

/* The first test that says when the loop ends. Who continues before it would not be stopped by
 * it. */
static Plan make_plan(Unroller *unroller, const Loop *loop, Limits limits)
{
    Plan plan = {.refusal = NO_TEST};
    int position = 0;
    for (const IrInstr *instr = loop->instr->regions[0]->first; instr;
         instr = instr->next, position++) {
        if (is_construct(instr) && contains_continue_of(instr, loop)) {
            refuse(&plan, CONTINUES_BEFORE, 0, limits);
            break;
        }
        if (turns_breaking_branch(instr, loop->instr) < 0)
            continue;
        Turns turns = turns_until(&unroller->counter, loop, instr, limits.turns);
        Limits its_limits = turns.is_bound ? narrow(limits, loop->instr)
                                           : widen(unroller, limits, loop->instr, turns.count - 1);
        Refusal refusal = judge(loop->instr, turns, its_limits);
        if (refusal == FITS)
            return (Plan){.test = instr, .position = position, .turns = turns.count};
        refuse(&plan, refusal, turns.count, its_limits);
    }
    return plan;
}

static void explain_refusal(const Unroller *unroller, const IrInstr *loop, const Plan *plan)
{
    const PassContext *context = unroller->context;
    bool is_asked = is_unroll_asked_for(loop);
    switch (plan->refusal) {
    case FITS: break;
    case NO_TEST:
        pass_explain(context, loop->pos, "not unrolled: no test in its body breaks out of it");
        break;
    case CONTINUES_BEFORE:
        pass_explain(context, loop->pos,
                     "not unrolled: it continues before a test that would end it");
        break;
    case NOT_CONSTANT:
        pass_explain(context, loop->pos,
                     "not unrolled: the test that ends it does not follow from constants");
        break;
    case GOES_TO_MEMORY:
        pass_explain(context, loop->pos,
                     "not unrolled: data may end it before its last turn, and it goes to memory");
        break;
    case TOO_MANY_TURNS:
        pass_explain(context, loop->pos, "not unrolled: it takes more than %d turns",
                     plan->limits.turns);
        break;
    case TOO_LARGE:
        pass_explain(context, loop->pos,
                     "not unrolled: %d turns of %d instructions are more than %d",
                     is_asked ? plan->turns : plan->turns - 1, size_of(loop),
                     plan->limits.size);
        break;
    }
}

/* ---- loops of many sums ---- */

/* All that it does is to load, to compute, and to ask whether it ends. */
static bool loads_and_computes(const IrInstr *loop)
{
    EACH_IN (loop->regions[0], instr) {
        bool is_test = instr->op == IR_if && turns_breaking_branch(instr, loop) >= 0,
             is_load = instr->op == IR_load_cbuffer || (instr->op == IR_load_var && is_shared(instr));
        if (!is_test && !is_load && !is_pure_of_lane(instr) && instr->op != IR_continue)
            return false;
    }
    return true;
}

static bool loads_of_tiles(const IrInstr *loop)
{
    EACH_INSTR (loop->regions[0], instr)
        if (instr->op == IR_load_var && is_shared(instr))
            return true;
    return false;
}

/* Of a number that the counter is part of: no conversion, choice or operand of a sum, which a constant would change. */
static bool counts_places_alone(const IrInstr *loop)
{
    EACH_IN (loop->regions[0], instr) {
        bool is_place = !op_scalar_is_float(instr->type.scalar) || instr->op == IR_if || instr->op == IR_continue;
        for (int i = 0; i < instr->operand_count && !is_place && !ir_is(instr, OP_READS | OP_WRITES); i++)
            if (!op_scalar_is_float(instr->operands[i]->type.scalar) && follows_from(instr->operands[i], loop, INDEX_DEPTH))
                return false;
    }
    return true;
}

static int count_sums(const IrInstr *loop)
{
    int sums = 0;
    for (int i = 0; i < loop->parameter_count; i++)
        sums += op_scalar_is_float(loop->parameters[i]->type.scalar);
    return sums;
}

static bool has_fixed_array(const Unroller *unroller, const IrInstr *loop)
{
    EACH_INSTR (loop->regions[0], instr)
        if (accesses_private_array(instr) && unroller->is_fixed[instr->variable->index])
            return true;
    return false;
}

typedef enum Stay { STAY_NOT, STAY_UNTIL_SIMPLER, STAY } Stay;

/* A loop that [unroll] asks for. */
static Stay may_stay(const Unroller *unroller, const IrInstr *loop, int turns)
{
    if (unroller->context->optimisation == 0 || turns < LEAST_TURNS_KEPT || !loads_of_tiles(loop) || counts_array(NULL, loop))
        return STAY_NOT;
    if (!loads_and_computes(loop))
        return unroller->changed || has_fixed_array(unroller, loop) ? STAY_UNTIL_SIMPLER : STAY_NOT;
    return count_sums(loop) >= LEAST_SUMS && counts_places_alone(loop) ? STAY : STAY_NOT;
}

/* ---- copying --------------------------------------------------------------------------------- */

typedef struct Copying {
    IrKernel *kernel;
    IrInstr *loop;      /* the loop, a scope by now */
    IrRegion body;      /* what it held */
    IrInstr **parameters;
    int parameter_count;
    IrInstr **values;   /* of the parameters in this turn */
    IrReplacements map;
    bool continues_once; /* at the body's end */
} Copying;

static void take_body(IrRegion *to, IrRegion *from, IrInstr *owner)
{
    *to = (IrRegion){from->first, from->last, owner};
    from->first = from->last = NULL;
    for (IrInstr *instr = to->first; instr; instr = instr->next)
        instr->region = to;
}

static void copy_body(Copying *copying, IrRegion *to)
{
    copying->map.from.count = copying->map.to.count = 0;
    for (int i = 0; i < copying->parameter_count; i++) {
        vec_push(copying->kernel->arena, &copying->map.from, copying->parameters[i]);
        vec_push(copying->kernel->arena, &copying->map.to, copying->values[i]);
    }
    IrBuilder builder = ir_builder_at_end(copying->kernel, to);
    ir_clone_region(&builder, &copying->body, &copying->map);
}

/* A turn whose continues meet at the end of a scope of its own. */
static void copy_turn_in_scope(Copying *copying)
{
    IrBuilder builder = ir_builder_at_end(copying->kernel, copying->loop->regions[0]);
    builder.pos = copying->loop->pos;
    IrInstr *scope = ir_scope(&builder);
    copy_body(copying, scope->regions[0]);
    EACH_INSTR (scope->regions[0], instr)
        if (instr->op == IR_continue && instr->target == copying->loop) {
            instr->op = IR_break;
            instr->target = scope;
        }
    for (int i = 0; i < copying->parameter_count; i++)
        copying->values[i] = ir_add_result(copying->kernel, scope, copying->parameters[i]->type);
}

static void copy_turn(Copying *copying)
{
    IrRegion *to = copying->loop->regions[0];
    copy_body(copying, to);
    IrInstr *jump = to->last;
    for (int i = 0; i < copying->parameter_count; i++)
        copying->values[i] = jump->operands[i];
    ir_remove(jump);
}

/* Ends at the test, by the branch that breaks. */
static void copy_last_turn(Copying *copying, const Plan *plan, int branch)
{
    IrRegion *to = copying->loop->regions[0];
    IrInstr *before = to->last;
    copy_body(copying, to);
    IrInstr *test = before ? before->next : to->first;
    for (int i = 0; i < plan->position; i++)
        test = test->next;
    IrInstr *jump = test->regions[branch]->last;
    remove_from(test->next);
    ir_move_region(test->regions[branch], test);
    move_jump(copying->kernel, jump, to);
    ir_remove(test);
    jump->op = IR_yield;
    jump->target = NULL;
}

static void unroll(Unroller *unroller, IrInstr *loop, const IrEdges *continues, const Plan *plan)
{
    const IrInstr *last = loop->regions[0]->last;
    Copying copying = {.kernel = unroller->kernel, .loop = loop, .parameters = loop->parameters,
                       .parameter_count = loop->parameter_count, .values = loop->operands};
    copying.continues_once = continues->jumps.count == 1 && last->op == IR_continue &&
                             last->target == loop;
    int branch = turns_breaking_branch(plan->test, loop);
    take_body(&copying.body, loop->regions[0], loop);
    for (int turn = 1; turn < plan->turns; turn++) {
        if (copying.continues_once)
            copy_turn(&copying);
        else
            copy_turn_in_scope(&copying);
    }
    copy_last_turn(&copying, plan, branch);
    loop->op = IR_scope;
    loop->operand_count = loop->parameter_count = 0;
    loop->immediate = HINT_NONE;
    unroller->changed = true;
}

/* ---- the pass -------------------------------------------------------------------------------- */

static void unroll_loop(Unroller *unroller, IrInstr *instr)
{
    PassContext *context = unroller->context;
    bool is_asked = is_unroll_asked_for(instr);
    bool is_hint = instr->immediate == HINT_LOOP, is_groups = instr->immediate == HINT_GROUP;
    if (is_groups || (!is_asked && context->optimisation == 0)) {
        pass_explain(context, instr->pos, "not unrolled: %s",
                     is_groups ? "the waves of the group go through it together" : "-O0 and no [unroll]");
        return;
    }
    Loop loop = {instr, ir_continue_edges(context->scratch, instr)};
    Limits limits = limits_of(unroller, &loop);
    Plan plan = make_plan(unroller, &loop, limits);
    if (is_hint && (!plan.test || plan.turns - 1 > FEW_TURNS)) {
        pass_explain(context, instr->pos, "not unrolled: [loop] says so");
        return;
    }
    if (!plan.test) {
        explain_refusal(unroller, instr, &plan);
        return;
    }
    Stay stay = is_asked ? may_stay(unroller, instr, plan.turns - 1) : STAY_NOT;
    if (stay == STAY_UNTIL_SIMPLER)
        return;
    if (stay == STAY) {
        instr->immediate = HINT_LOOP;
        unroller->changed = true;
        pass_explain(context, instr->pos, "not unrolled: %d sums of what tiles hold, whose turns differ by where they load",
                     count_sums(instr));
        return;
    }
    pass_explain(context, instr->pos, "unrolled: %d turns of %d instructions", plan.turns - 1,
                 size_of(instr));
    unroll(unroller, instr, &loop.continues, &plan);
}

static void unroll_region(Unroller *unroller, IrRegion *region)
{
    EACH_IN (region, instr) {
        EACH_REGION (instr, inner)
            unroll_region(unroller, inner);
        if (instr->op == IR_loop)
            unroll_loop(unroller, instr);
    }
}

bool pass_unroll(PassContext *context)
{
    Unroller unroller = {.context = context, .kernel = context->kernel,
                         .counter = {.kernel = context->kernel, .scratch = context->scratch}};
    find_counted_arrays(&unroller);
    unroll_region(&unroller, context->kernel->body);
    return unroller.changed;
}
