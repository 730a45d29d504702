/* choose_places: where both sides of a branch load from the same resource, each at a place of its own, one load at the
 * place that the lane chooses does.
 *
 *     if %c {                                      %i = iadd %a, 1
 *       %i = iadd %a, 1                            %j = iadd %a, 33
 *       %x = load $table [%i]                      %k = select %c, %i, %j
 *       A                                          %x = load $table [%k]
 *     } else {                              ->     if %c {
 *       %j = iadd %a, 33                             A
 *       %y = load $table [%j]                      } else {
 *       B                                            B, of %x
 *     }                                            }
 *
 * Lanes that go both ways gathered twice, under a mask each; of six tetrahedra in a table of colours, two of which corners
 * differ, twelve times. What is left of the branch is often small enough for flatten. Each lane loads what it loaded.
 *
 * Only where data says what the place is, on both sides (a load, a float, what a loop carries): a row of threads, or one
 * place for all, would become a gather. Which loads may stand before their branch: sides.h;
 * what computes the place goes along.
 *
 * Needs: merge, uniformity. Keeps: facts. */
#include "sides.h"

enum {
    MOST_DEPTH = 12, /* of operations that compute a place */
    MOST_COST = 24   /* of those that move out of the branch, for each load */
};

/* ---- what may move ---- */

typedef struct Move {
    const IrInstr *branch;
    int cost;
} Move;

static bool stands_before(const IrInstr *branch, const IrInstr *value)
{
    return !sides_is_behind(branch, value) || value->region == branch->region;
}

static bool may_move(Move *move, const IrInstr *value, int depth)
{
    if (stands_before(move->branch, value))
        return true;
    move->cost += value->op == IR_const ? 0 : cost_of_operation(value);
    bool may = depth > 0 && sides_can_be_before(value) && move->cost <= MOST_COST;
    for (int i = 0; i < value->operand_count && may; i++)
        may = may_move(move, value->operands[i], depth - 1);
    return may;
}

static bool may_move_operands(const IrInstr *branch, const IrInstr *load)
{
    Move move = {branch, 0};
    for (int i = 0; i < load->operand_count; i++)
        if (!may_move(&move, load->operands[i], MOST_DEPTH))
            return false;
    return true;
}

/* ---- what pays ---- */

static bool is_gathered(const IrInstr *load)
{
    for (int i = op_row_count(load->op); i < load->operand_count; i++)
        if (comes_from_data(load->operands[i]))
            return true;
    return false;
}

/* ---- pairs ---- */

static bool are_of_one_row(const IrInstr *branch, const IrInstr *left, const IrInstr *right)
{
    for (int i = 0; i < op_row_count(left->op); i++)
        if (!computes_same(branch, left->operands[i], right->operands[i]))
            return false;
    return true;
}

/* Offsets in texels stay what the shader says, constants. */
static bool have_same_offsets(const IrInstr *branch, const IrInstr *left, const IrInstr *right)
{
    for (int i = 0; i < left->operand_count && op_info(left->op)->domain == DOMAIN_SAMPLE; i++)
        if (left->operands[i]->type.scalar == IR_I32 && !computes_same(branch, left->operands[i], right->operands[i]))
            return false;
    return true;
}

static bool are_a_pair(const IrInstr *branch, const IrInstr *left, const IrInstr *right)
{
    return branch->immediate != HINT_BRANCH && ir_same_operation(left, right) && are_of_one_row(branch, left, right) &&
           have_same_offsets(branch, left, right) && is_gathered(left) && is_gathered(right) && may_move_operands(branch, left) &&
           may_move_operands(branch, right);
}

static IrInstr *chosen(IrBuilder *builder, IrInstr *branch, IrInstr *left, IrInstr *right)
{
    if (computes_same(branch, left, right)) {
        move_out(branch, left);
        return left;
    }
    move_out(branch, left);
    move_out(branch, right);
    IrInstr *choice = IR_BUILD(builder, IR_select, branch->operands[0], left, right);
    choice->level = LEVEL_VARYING;
    choice->shape = (IrShape){1, 0};
    choice->mark = branch->mark; /* behind the branches around this one */
    return choice;
}

static void load_once(PassContext *context, IrInstr *branch, IrInstr *left, IrInstr *right)
{
    IrBuilder builder = ir_builder_before(context->kernel, branch);
    builder.pos = left->pos;
    pass_explain(context, left->pos, "both sides of a branch load so: one load at the place chosen");
    for (int i = 0; i < left->operand_count; i++)
        left->operands[i] = chosen(&builder, branch, left->operands[i], right->operands[i]);
    left->level = LEVEL_VARYING;
    left->shape = (IrShape){1, 0};
    ir_move_before(left, branch);
}

bool pass_choose_places(PassContext *context) { return sides_join_loads(context, are_a_pair, load_once); }
