/* Where a value goes in the next turns of a loop: what it grows by each time, where that is the same
 * in all turns. `for (i = id.x; i < count; i += threads)` goes on by `threads`, and ends by that. */
#include "ir/ir.h"

enum { DEPTH = 6 };

static const IrInstr *construct_around(const IrInstr *instr, IrOp op)
{
    const IrInstr *around = instr->region->owner;
    while (around != NULL && around->op != op)
        around = around->region->owner;
    return around;
}

const IrInstr *ir_loop_around(const IrInstr *instr) { return construct_around(instr, IR_loop); }

const IrInstr *ir_wave_loop_around(const IrInstr *instr) { return construct_around(instr, IR_wave_loop); }

/* The same in all turns for a thread: defined before the loop, or computed anew of what is. */
static bool stays(const IrInstr *value, const IrInstr *loop, int depth)
{
    if (value->op == IR_const || !ir_is_defined_in(value, loop))
        return true;
    bool is_same = depth > 0 && value->owner == NULL && !op_has(value->op, OP_CONVERGENT) &&
                   (op_has(value->op, OP_PURE) || value->op == IR_load_cbuffer);
    for (int i = 0; i < value->operand_count && is_same; i++)
        is_same = stays(value->operands[i], loop, depth - 1);
    return is_same;
}

/* What a way to the next turn adds to the loop's parameter; NULL: it does otherwise. */
static const IrInstr *step_of_jump(const IrInstr *jump, const IrInstr *parameter)
{
    const IrInstr *next = jump->operands[parameter->position];
    if (next->op != IR_iadd)
        return NULL;
    const IrInstr *step = next->operands[next->operands[0] == parameter];
    bool adds = next->operands[0] == parameter || next->operands[1] == parameter;
    return adds && stays(step, parameter->owner, DEPTH) ? step : NULL;
}

/* What the loop adds to its parameter where a turn comes to its end; else NULL. */
static const IrInstr *step_of_parameter(const IrInstr *parameter)
{
    const IrInstr *loop = parameter->owner, *jump = loop->regions[0]->last;
    return jump->op == IR_continue && jump->target == loop ? step_of_jump(jump, parameter) : NULL;
}

int ir_step_of_all_turns(const IrInstr *parameter)
{
    const IrInstr *loop = parameter->owner, *step = step_of_parameter(parameter);
    if (step == NULL || step->op != IR_const || (int32_t)step->bits <= 0)
        return 0;
    EACH_INSTR (loop->regions[0], jump) {
        if (jump->op != IR_continue || jump->target != loop)
            continue;
        const IrInstr *other = step_of_jump(jump, parameter);
        if (other == NULL || other->op != IR_const || other->bits != step->bits)
            return 0;
    }
    return (int32_t)step->bits;
}

/* A counter against what stays. */
static bool compares_counter(const IrInstr *condition, const IrInstr *loop)
{
    for (int i = 0; i < 2 && op_is_order(condition->op); i++) {
        const IrInstr *counter = condition->operands[i];
        if (counter->op == IR_parameter && counter->owner == loop && ir_step_of_all_turns(counter) > 0 &&
            stays(condition->operands[1 - i], loop, DEPTH))
            return true;
    }
    return false;
}

/* That, or that and something else. */
static bool asks_counter(const IrInstr *condition, IrOp joined, const IrInstr *loop)
{
    if (condition->op != joined)
        return compares_counter(condition, loop);
    return asks_counter(condition->operands[0], joined, loop) || asks_counter(condition->operands[1], joined, loop);
}

/* The first branch of a turn; NULL: something else comes first that may have jumps. */
static const IrInstr *first_test(const IrInstr *loop)
{
    const IrInstr *test = loop->regions[0]->first;
    while (test->next != NULL && test->regions[0] == NULL)
        test = test->next;
    return test->op == IR_if ? test : NULL;
}

static bool breaks(const IrRegion *region, const IrInstr *loop)
{
    return region->last->op == IR_break && region->last->target == loop;
}

bool ir_ends_by_counting(const IrInstr *loop)
{
    const IrInstr *test = first_test(loop);
    for (int i = 0; i < 2 && test != NULL; i++)
        if (breaks(test->regions[i], loop))
            return asks_counter(test->operands[0], i == 0 ? IR_ior : IR_iand, loop);
    return false;
}

bool ir_is_left_by_counting(const IrInstr *loop)
{
    int left = 0;
    EACH_INSTR (loop->regions[0], instr)
        left += instr->op == IR_break && instr->target == loop;
    return left == 1 && !ir_has_jump_out(loop) && ir_ends_by_counting(loop) &&
           compares_counter(first_test(loop)->operands[0], loop);
}

static IrTravel travel_of(const IrInstr *value, const IrInstr *loop, int depth);

static IrTravel times_constant(IrTravel travel, int64_t factor)
{
    bool fits = factor > 0 && factor <= INT16_MAX && travel.factor <= INT16_MAX;
    return fits ? (IrTravel){travel.step, travel.factor * (int)factor} : (IrTravel){NULL, 0};
}

/* `i * n` where `i` goes on by a constant goes on by `n`. */
static IrTravel times_value(IrTravel travel, const IrInstr *factor)
{
    if (travel.step == NULL || travel.step->op != IR_const)
        return (IrTravel){NULL, 0};
    return times_constant((IrTravel){factor, travel.factor}, (int64_t)travel.step->bits);
}

static IrTravel travel_of_product(const IrInstr *left, const IrInstr *right, const IrInstr *loop,
                                  int depth)
{
    if (stays(left, loop, depth))
        return travel_of_product(right, left, loop, depth);
    if (!stays(right, loop, depth))
        return (IrTravel){NULL, 0};
    IrTravel travel = travel_of(left, loop, depth);
    return right->op == IR_const ? times_constant(travel, (int64_t)right->bits)
                                 : times_value(travel, right);
}

static IrTravel travel_of(const IrInstr *value, const IrInstr *loop, int depth)
{
    IrTravel none = {NULL, 0};
    if (value->op == IR_parameter)
        return (IrTravel){value->owner == loop ? step_of_parameter(value) : NULL, 1};
    if (depth == 0 || stays(value, loop, depth) || value->operand_count != 2)
        return none;
    const IrInstr *left = value->operands[0], *right = value->operands[1];
    if ((value->op == IR_iadd || value->op == IR_isub) && stays(right, loop, depth))
        return travel_of(left, loop, depth - 1);
    if (value->op == IR_iadd && stays(left, loop, depth))
        return travel_of(right, loop, depth - 1);
    if (value->op == IR_imul)
        return travel_of_product(left, right, loop, depth - 1);
    if (value->op == IR_ishl && right->op == IR_const && right->bits < 16)
        return times_constant(travel_of(left, loop, depth - 1), (int64_t)1 << right->bits);
    return none;
}

IrTravel ir_travel(const IrInstr *value, const IrInstr *loop)
{
    return travel_of(value, loop, DEPTH);
}
