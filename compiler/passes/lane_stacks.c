#include "passes/lane_stacks.h"

enum { DEPTH = 8 };

/* How a value comes from what a loop starts its turns with. */
typedef struct Moves {
    Arena *scratch;
    const IrInstr *loop, *pointer; /* the parameter that it begins with; NULL: not met yet */
    bool goes_up, goes_down, is_other; /* in some way; made by something else than sums */
} Moves;

static void follow(Moves *moves, const IrInstr *value, int64_t moved, int depth);

static void follow_edges(Moves *moves, const IrInstr *result, int64_t moved, int depth)
{
    IrEdges edges = ir_result_edges(moves->scratch, result->owner);
    for (int i = 0; i < edges.jumps.count; i++)
        follow(moves, edges.jumps.items[i]->operands[result->position], moved, depth - 1);
}

static void reach(Moves *moves, const IrInstr *parameter, int64_t moved)
{
    if (moves->pointer == NULL)
        moves->pointer = parameter;
    moves->is_other |= moves->pointer != parameter;
    moves->goes_up |= moved > 0;
    moves->goes_down |= moved < 0;
}

static void follow(Moves *moves, const IrInstr *value, int64_t moved, int depth)
{
    const IrInstr *right = value->operand_count == 2 ? value->operands[1] : NULL;
    if (value->op == IR_parameter && value->owner == moves->loop)
        reach(moves, value, moved);
    else if (depth == 0 || moves->is_other)
        moves->is_other = true;
    else if (value->op == IR_iadd && right != NULL && right->op == IR_const)
        follow(moves, value->operands[0], moved + (int32_t)right->bits, depth - 1);
    else if (value->op == IR_result && value->owner->op == IR_if)
        follow_edges(moves, value, moved, depth);
    else
        moves->is_other = true;
}

bool is_stack_pointer(Arena *scratch, const IrInstr *index, const IrInstr *loop)
{
    Moves of_index = {.scratch = scratch, .loop = loop}, of_turn = of_index;
    follow(&of_index, index, 0, DEPTH);
    if (of_index.pointer == NULL || of_index.is_other)
        return false;
    IrEdges turns = ir_continue_edges(scratch, loop);
    for (int i = 0; i < turns.jumps.count; i++)
        follow(&of_turn, turns.jumps.items[i]->operands[of_index.pointer->position], 0, DEPTH);
    return of_turn.pointer == of_index.pointer && of_turn.goes_up && of_turn.goes_down && !of_turn.is_other;
}
