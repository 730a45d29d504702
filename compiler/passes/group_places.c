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
#include "passes/passes_priv.h"

enum { OF_GROUP = 1, OF_MOVED_GROUP = 2, OF_THREAD = 4 };

typedef struct Places {
    uint32_t width; /* of a group */
    uint8_t *of;    /* by order: what a value follows from */
    uint8_t *in;    /* by variable: what is in it */
    bool changed;
} Places;

static bool is_thread_on_x(const IrInstr *value) { return value->op == IR_group_thread_id && value->immediate == AXIS_X; }

static bool is_number_of_group(const Places *places, const IrInstr *instr)
{
    if ((instr->op != IR_udiv && instr->op != IR_ushr) || !is_thread_on_x(instr->operands[0]))
        return false;
    const IrInstr *by = instr->operands[1];
    return is_const(by, instr->op == IR_udiv ? places->width : (uint32_t)__builtin_ctz(places->width));
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

static void follow(const Places *places, uint8_t *all, const IrInstr *value) { *all |= places->of[order_of(value)]; }

static uint8_t source_of(const Places *places, const IrInstr *instr)
{
    uint8_t all = is_thread_on_x(instr) ? OF_THREAD : 0;
    if (is_number_of_group(places, instr))
        return OF_GROUP;
    if (is_phi(instr))
        for (int i = 0; i < incoming_count(instr); i++)
            follow(places, &all, incoming_value(instr, i));
    for (int i = 0; i < instr->operand_count && !is_phi(instr); i++)
        follow(places, &all, instr->operands[i]);
    if (instr->variable != NULL)
        all |= places->in[instr->variable->index];
    return (all & OF_GROUP) && moves(instr) ? all | OF_MOVED_GROUP : all;
}

static void note(Places *places, uint8_t *what, uint8_t all)
{
    places->changed |= (*what | all) != *what;
    *what |= all;
}

static void look_at(Places *places, const IrInstr *instr)
{
    uint8_t all = source_of(places, instr);
    note(places, &places->of[order_of(instr)], all);
    if (instr->variable != NULL && ir_is(instr, OP_WRITES))
        note(places, &places->in[instr->variable->index], all);
}

static uint8_t place_of(const Places *places, const IrInstr *access)
{
    int count = ir_is(access, OP_WRITES) ? op_row_count(access->op) + op_address_count(access->op) : access->operand_count;
    uint8_t all = 0;
    for (int i = 0; i < count; i++)
        follow(places, &all, access->operands[i]);
    return all;
}

static bool matters(const Places *places, const IrInstr *instr)
{
    if (instr->op == IR_if)
        return (places->of[order_of(instr->operands[0])] & OF_MOVED_GROUP) != 0;
    bool is_access = instr->resource != NULL && ir_is(instr, OP_READS | OP_WRITES);
    unsigned both = OF_MOVED_GROUP | OF_THREAD;
    return is_access && (place_of(places, instr) & both) == both;
}

bool takes_rows_apart(const IrKernel *joined, uint32_t width)
{
    static PassRun *const FIRST[] = {pass_split_variables, pass_promote,         pass_merge,      pass_simplify,
                                     pass_unroll,          pass_split_variables, pass_promote,    pass_simplify,
                                     pass_thread_bits,     pass_merge,           pass_uniformity, pass_decide,
                                     pass_simplify,        pass_drop_dead};
    Arena *arena = arena_new("places of groups");
    IrKernel *copy = copy_behind(arena, joined, FIRST, COUNT_OF(FIRST));
    Order order = order_kernel(copy, arena);
    Places places = {.width = width, .of = ARENA_ARRAY(arena, uint8_t, order.count + 1),
                     .in = ARENA_ARRAY(arena, uint8_t, copy->variables.count + 1), .changed = true};
    while (places.changed) {
        places.changed = false;
        EACH_INSTR (copy->body, instr) {
            if (!is_construct(instr))
                look_at(&places, instr);
            EACH_PHI (instr, phi)
                look_at(&places, phi);
        }
    }
    bool found = false;
    EACH_INSTR (copy->body, instr)
        found |= matters(&places, instr);
    arena_drop(arena);
    return found;
}
