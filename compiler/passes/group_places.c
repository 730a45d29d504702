/* Whether threads of groups that lie side by side go to places side by side.
 *
 *     uint2 at = gid.xy * 8 + t.xy;             uint2 at = tiles[gid.x] * 8 + t.xy;
 *     picture[at]                               picture[at]
 *
 * Joined, the left one is a row of as many texels as a wave has lanes; the right one is as many rows as
 * there are groups, each found by lanes though a group has but one: a kernel that goes by lists of tiles,
 * or in another order of groups, is left as it is. So is one that leaves as a group (`if (list[gid.x] == 0)
 * return;`), which lanes of others would hold up.
 *
 * Looked for are places that follow from the thread and, but for sums and products, from the group's number,
 * which is a quotient of the thread's place in joined groups; quotients that meet what they leave are gone
 * (simplify_sums.c). A multiple of the number alone (`gid.xy * 16 + t.xy`, threads that do four texels each)
 * goes to rows as wide as a group, as it did. */
#include "passes/origins.h"

enum { OF_GROUP = 1, OF_MOVED_GROUP = 2, OF_THREAD = 4 };

static bool is_thread_on_x(const IrInstr *value) { return value->op == IR_group_thread_id && value->immediate == AXIS_X; }

static bool is_number_of_group(uint32_t width, const IrInstr *instr)
{
    if ((instr->op != IR_udiv && instr->op != IR_ushr) || !is_thread_on_x(instr->operands[0]))
        return false;
    const IrInstr *by = instr->operands[1];
    return is_const(by, instr->op == IR_udiv ? width : (uint32_t)__builtin_ctz(width));
}

/* gid.x * 8 / 2 */
static bool is_part_of_multiple(const IrInstr *instr)
{
    const IrInstr *multiple = instr->op == IR_ushr ? instr->operands[0] : NULL;
    return multiple != NULL && multiple->op == IR_ishl && instr->operands[1]->op == IR_const &&
           multiple->operands[1]->op == IR_const && instr->operands[1]->bits <= multiple->operands[1]->bits;
}

/* What is beside each other no longer is. */
static bool moves(const IrInstr *instr)
{
    static const bool MOVES[IR_OP_COUNT] = {
        [IR_udiv] = true, [IR_urem] = true, [IR_sdiv] = true, [IR_srem] = true, [IR_ushr] = true, [IR_sshr] = true,
        [IR_iand] = true, [IR_ixor] = true, [IR_ftou] = true, [IR_ftos] = true};
    return (MOVES[instr->op] && instr->type.scalar != IR_I1 && !is_part_of_multiple(instr)) || ir_is(instr, OP_READS);
}

static uint8_t rule(const void *width, const Origins *origins, const IrInstr *instr, uint8_t all)
{
    (void)origins;
    all |= is_thread_on_x(instr) ? OF_THREAD : 0;
    if (is_number_of_group(*(const uint32_t *)width, instr))
        return OF_GROUP;
    return (all & OF_GROUP) && moves(instr) ? all | OF_MOVED_GROUP : all;
}

static bool matters(const Origins *origins, const IrInstr *instr)
{
    if (instr->op == IR_if)
        return (origins_of(origins, instr->operands[0]) & OF_MOVED_GROUP) != 0;
    bool is_access = instr->resource != NULL && ir_is(instr, OP_READS | OP_WRITES);
    unsigned both = OF_MOVED_GROUP | OF_THREAD;
    return is_access && (origins_of_place(origins, instr) & both) == both;
}

bool takes_rows_apart(const IrKernel *joined, uint32_t width)
{
    static PassRun *const FIRST[] = {pass_split_variables, pass_promote,         pass_merge,      pass_simplify,
                                     pass_unroll,          pass_split_variables, pass_promote,    pass_simplify,
                                     pass_thread_bits,     pass_merge,           pass_uniformity, pass_decide,
                                     pass_simplify,        pass_drop_dead};
    Arena *arena = arena_new("places of groups");
    IrKernel *copy = copy_behind(arena, joined, FIRST, COUNT_OF(FIRST));
    const Origins origins = origins_find(arena, copy, rule, &width);
    bool found = false;
    EACH_INSTR (copy->body, instr)
        found |= matters(&origins, instr);
    arena_drop(arena);
    return found;
}
