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
 * How often is found by running it: some `if` of the body, of which one branch breaks, has a
 * condition that follows from the constants that the parameters start with. The turn in which it
 * breaks is copied up to there. Where the body continues in several places each copy is a scope,
 * which they break out of. The simplify pass then folds the conditions and takes the scopes away.
 *
 * When: [unroll] asks for it (a warning if the number of turns is not known), or it is short, or
 * it counts the elements of a private array that would then be indexed by constants only, and so
 * become values, or a table's, where lanes then look up known places, or it is a tree (trees.h); [loop]
 * never. Inner loops first.
 * Needs: promote, simplify. Keeps: facts. */
#include "trees.h"

enum {
    SHORT_TURNS = 16, SHORT_SIZE = 256,      /* unasked */
    ARRAY_TURNS = 64, ARRAY_SIZE = 2048,     /* unasked, for a private array's sake */
    TABLE_TURNS = 16, TABLE_SIZE = 320,      /* unasked, for a table's */
    TREE_TURNS = 12, TREE_SIZE = 1024,       /* unasked, trees: 2048 elements, 85 a turn */
    MOST_TURNS = 1024, MOST_SIZE = 1 << 15,  /* asked */
    MOST_DEPTH = 64,                         /* of the expression of a condition */
    INDEX_DEPTH = 8                          /* of an index */
};

/* What unrolling takes at most. */
typedef struct Limits {
    int turns, size;
} Limits;

/* ---- counting the turns ---------------------------------------------------------------------- */

/* What is known of a value in one turn. */
typedef struct Known {
    uint32_t stamp; /* of the turn in which the rest holds */
    bool is_known;
    uint64_t bits;
} Known;

typedef struct Unroller {
    PassContext *context;
    IrKernel *kernel;
    Known *values; /* by id */
    uint32_t value_count;
    uint32_t stamp; /* counts the turns of all simulations */
    bool *is_counted; /* by variable: a private array that loops' parameters and constants index */
    bool changed;
} Unroller;

typedef struct Loop {
    IrInstr *instr;
    IrEdges continues;
} Loop;

typedef struct Simulation {
    Unroller *unroller;
    const Loop *loop;
    int turn; /* from 1; 0: before the first */
} Simulation;

static bool evaluate(Simulation *simulation, const IrInstr *value, int depth, uint64_t *bits);

static bool fold(Simulation *simulation, const IrInstr *instr, int depth, uint64_t *bits)
{
    uint64_t operands[3];
    bool is_pure = ir_is(instr, OP_PURE) && !ir_is(instr, OP_CONVERGENT) && !is_phi(instr);
    if (!is_pure || instr->operand_count == 0 || instr->operand_count > 3 || depth == 0)
        return false;
    for (int i = 0; i < instr->operand_count; i++)
        if (!evaluate(simulation, instr->operands[i], depth - 1, &operands[i]))
            return false;
    IrScalar operand_type = instr->operands[instr->op == IR_select ? 1 : 0]->type.scalar;
    return op_fold(instr->op, operand_type, instr->type.scalar, operands, bits);
}

static bool evaluate(Simulation *simulation, const IrInstr *value, int depth, uint64_t *bits)
{
    Known *known = &simulation->unroller->values[value->id];
    if (value->op == IR_const) {
        *bits = value->bits;
        return true;
    }
    if (known->stamp != simulation->unroller->stamp) {
        Known found = {.stamp = simulation->unroller->stamp};
        found.is_known = fold(simulation, value, depth, &found.bits);
        *known = found;
    }
    *bits = known->bits;
    return known->is_known;
}

/* What all continues, or for the first turn the loop's operands, give the parameter. */
static Known next_value(Simulation *simulation, int position)
{
    const Loop *loop = simulation->loop;
    const IrInstr *first = loop->instr->operands[position];
    Known next = {0};
    if (simulation->turn == 0)
        return (Known){.is_known = first->op == IR_const, .bits = first->bits};
    for (int i = 0; i < loop->continues.jumps.count; i++) {
        uint64_t bits;
        bool is_known = evaluate(simulation, loop->continues.jumps.items[i]->operands[position],
                                 MOST_DEPTH, &bits);
        if (!is_known || (i > 0 && next.bits != bits))
            return (Known){0};
        next = (Known){.is_known = true, .bits = bits};
    }
    return next;
}

static void next_turn(Simulation *simulation, Known *next)
{
    const IrInstr *loop = simulation->loop->instr;
    Unroller *unroller = simulation->unroller;
    for (int i = 0; i < loop->parameter_count; i++)
        next[i] = next_value(simulation, i);
    simulation->turn++;
    unroller->stamp++;
    for (int i = 0; i < loop->parameter_count; i++) {
        next[i].stamp = unroller->stamp;
        unroller->values[loop->parameters[i]->id] = next[i];
    }
}

/* The branch of `test` that breaks out of the loop while the other goes on, or -1. */
static int breaking_branch(const IrInstr *test, const IrInstr *loop)
{
    for (int i = 0; i < 2 && test->op == IR_if; i++) {
        const IrInstr *jump = test->regions[i]->last;
        if (jump->op == IR_break && jump->target == loop &&
            test->regions[1 - i]->last->op == IR_yield)
            return i;
    }
    return -1;
}

enum { TURNS_UNKNOWN = 0, TURNS_BEYOND = -1 };

/* In which turn `test` breaks, from 1; or one of these: not known, past `most`. */
static int breaking_turn(Unroller *unroller, const Loop *loop, const IrInstr *test, int most)
{
    Simulation simulation = {.unroller = unroller, .loop = loop};
    Known *next = ARENA_ARRAY(unroller->context->scratch, Known, loop->instr->parameter_count + 1);
    uint64_t breaks_on = breaking_branch(test, loop->instr) == 0, condition;
    while (simulation.turn <= most) {
        next_turn(&simulation, next);
        if (!evaluate(&simulation, test->operands[0], MOST_DEPTH, &condition))
            return TURNS_UNKNOWN;
        if (condition == breaks_on)
            return simulation.turn;
    }
    return TURNS_BEYOND;
}

/* ---- which loops ----------------------------------------------------------------------------- */

/* Why not; of several tests' reasons the last of these counts. */
typedef enum Refusal { NO_TEST, CONTINUES_BEFORE, NOT_CONSTANT, TOO_MANY_TURNS, TOO_LARGE } Refusal;

typedef struct Plan {
    const IrInstr *test; /* NULL: do not unroll */
    int position;        /* of the test in the body */
    int turns;           /* the test breaks in the last one */
    Refusal refusal;     /* where there is no test */
} Plan;

static int size_of(const IrInstr *loop)
{
    int size = 0;
    EACH_INSTR (loop->regions[0], instr)
        size++;
    return size;
}

/* ---- private arrays that loops count ---- */

/* Through pure operations down to constants and parameters of loops. */
static bool is_counter(const IrInstr *value, int depth)
{
    if (value->op == IR_const)
        return true;
    if (value->op == IR_parameter)
        return value->owner->op == IR_loop;
    bool is_plain = ir_is(value, OP_PURE) && !ir_is(value, OP_CONVERGENT) && !is_phi(value);
    for (int i = 0; i < value->operand_count && is_plain; i++)
        is_plain = depth > 0 && is_counter(value->operands[i], depth - 1);
    return is_plain && value->operand_count > 0;
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
    for (int i = 0; i < kernel->variables.count; i++) {
        kernel->variables.items[i]->index = i;
        unroller->is_counted[i] = true;
    }
    EACH_INSTR (kernel->body, instr)
        if (instr->variable != NULL)
            unroller->is_counted[instr->variable->index] &=
                accesses_private_array(instr) && is_counter(instr->operands[0], INDEX_DEPTH);
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
    return counts_array(NULL, loop->instr) ? (Limits){TABLE_TURNS, TABLE_SIZE}
                                           : (Limits){SHORT_TURNS, SHORT_SIZE};
}

/* The last turn of an unasked loop is a test only, and is not counted. */
static bool fits(const IrInstr *loop, int turns, Limits limits)
{
    int counted = is_unroll_asked_for(loop) ? turns : turns - 1;
    return counted <= limits.turns && (int64_t)counted * size_of(loop) <= limits.size;
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

static void refuse(Plan *plan, Refusal refusal, int turns)
{
    if (refusal < plan->refusal)
        return;
    plan->refusal = refusal;
    plan->turns = turns;
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
            refuse(&plan, CONTINUES_BEFORE, 0);
            break;
        }
        if (breaking_branch(instr, loop->instr) < 0)
            continue;
        int turns = breaking_turn(unroller, loop, instr, limits.turns);
        if (turns > 0 && fits(loop->instr, turns, limits))
            return (Plan){.test = instr, .position = position, .turns = turns};
        refuse(&plan,
               turns == TURNS_UNKNOWN  ? NOT_CONSTANT
               : turns == TURNS_BEYOND ? TOO_MANY_TURNS
                                       : TOO_LARGE,
               turns);
    }
    return plan;
}

static void explain_refusal(const Unroller *unroller, const IrInstr *loop, const Plan *plan,
                            Limits limits)
{
    const PassContext *context = unroller->context;
    bool is_asked = is_unroll_asked_for(loop);
    switch (plan->refusal) {
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
    case TOO_MANY_TURNS:
        pass_explain(context, loop->pos, "not unrolled: it takes more than %d turns",
                     limits.turns);
        break;
    case TOO_LARGE:
        pass_explain(context, loop->pos,
                     "not unrolled: %d turns of %d instructions are more than %d",
                     is_asked ? plan->turns : plan->turns - 1, size_of(loop),
                     limits.size);
        break;
    }
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
    int branch = breaking_branch(plan->test, loop);
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

/* Room for what is known of the values that there are by now. */
static void make_room(Unroller *unroller)
{
    if (unroller->value_count >= unroller->kernel->next_id)
        return;
    unroller->value_count = unroller->kernel->next_id * 2;
    unroller->values = ARENA_ARRAY(unroller->context->scratch, Known, unroller->value_count);
}

static void unroll_loop(Unroller *unroller, IrInstr *instr)
{
    PassContext *context = unroller->context;
    bool is_asked = is_unroll_asked_for(instr);
    bool is_hint = instr->immediate == HINT_LOOP, is_groups = instr->immediate == HINT_GROUP;
    if (is_hint || is_groups || (!is_asked && context->optimisation == 0)) {
        pass_explain(context, instr->pos, "not unrolled: %s",
                     is_hint     ? "[loop] says so"
                     : is_groups ? "the waves of the group go through it together"
                                 : "-O0 and no [unroll]");
        return;
    }
    make_room(unroller);
    Loop loop = {instr, ir_continue_edges(context->scratch, instr)};
    Limits limits = limits_of(unroller, &loop);
    Plan plan = make_plan(unroller, &loop, limits);
    if (!plan.test) {
        explain_refusal(unroller, instr, &plan, limits);
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
    Unroller unroller = {.context = context, .kernel = context->kernel};
    find_counted_arrays(&unroller);
    unroll_region(&unroller, context->kernel->body);
    return unroller.changed;
}
