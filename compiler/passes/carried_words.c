/* carried_words: what one turn of a loop stores and the next one loads goes on to it as a value.
 *
 *     loop (%k = 1) {                            %0 = load_var $sums [0]
 *       %1 = iadd %k, -1                         loop (%k = 1, %s = %0) {
 *       %2 = load_var $sums [%1]         ->        ...
 *       ...                                        %4 = iadd %3, %s
 *       %4 = iadd %3, %2                           store_var $sums [%k], %4
 *       store_var $sums [%k], %4                   continue (%k + 1), %4
 *       continue (%k + 1)                        }
 *     }
 *
 * Sums that one thread makes of what its group has left, recurrences, the row of a table of distances. A word that has just
 * been stored is there some cycles later, which all that follows waits for in each turn; C compilers see that it is the same
 * one in few cases.
 *
 * The words are the thread's own, or of groupshared memory that all lanes of the wave go to at one place, with one value. The
 * place in a turn is what the loop's counter was a step before, with the same added to it; nothing else in the loop stores
 * there. A word beyond the array is 0 when it is loaded.
 *
 * Comes behind all that makes threads' loops loops of one lane. Needs: uniformity, wave_loops. Keeps: facts. */
#include "ir/range.h"
#include "passes/passes_priv.h"

typedef struct Carried {
    IrInstr *loop, *store, *counter;
    int64_t step; /* of the counter */
} Carried;

/* ---- which ---- */

static IrInstr *index_of(const IrInstr *access) { return access->operands[op_row_count(access->op)]; }

static bool touches(const IrInstr *instr, const IrVariable *variable)
{
    return instr->variable == variable && ir_is(instr, OP_READS | OP_WRITES);
}

static bool is_word(IrType type)
{
    return type.components == 1 && (type.scalar == IR_I32 || type.scalar == IR_F32);
}

static bool is_own(const IrInstr *store)
{
    const IrVariable *variable = store->variable;
    if (store->op != IR_store_var || !is_word(variable->type))
        return false;
    bool is_uniform = index_of(store)->level <= LEVEL_WAVE && store->operands[store->operand_count - 1]->level <= LEVEL_WAVE;
    return variable->kind == IR_LOCAL || (variable->kind == IR_GROUPSHARED && is_uniform);
}

static bool is_only_store(const IrInstr *loop, const IrInstr *store)
{
    EACH_INSTR (loop->regions[0], instr)
        if (instr != store && touches(instr, store->variable) && ir_is(instr, OP_WRITES))
            return false;
    return true;
}

/* By which its turns are counted, where it goes on at its end alone; 0: it is no counter. */
static int64_t step_of(const IrInstr *parameter)
{
    const IrInstr *next = parameter->owner->regions[0]->last->operands[parameter->position];
    bool adds = next->op == IR_iadd && next->operands[0] == parameter && next->operands[1]->op == IR_const;
    return adds ? op_sign_extend(IR_I32, next->operands[1]->bits) : 0;
}

/* Whether the place is a counter of the loop and what is the same in all turns. */
static bool find_counter(Carried *carried)
{
    const IrInstr *addends[IR_MOST_ADDENDS];
    int count = ir_list_addends(index_of(carried->store), addends);
    for (int i = 0; i < count && count <= IR_MOST_ADDENDS; i++) {
        if (!ir_is_defined_in(addends[i], carried->loop))
            continue;
        bool is_parameter = addends[i]->op == IR_parameter && addends[i]->owner == carried->loop;
        if (!is_parameter || carried->counter != NULL)
            return false;
        carried->counter = carried->loop->parameters[addends[i]->position];
        carried->step = step_of(carried->counter);
    }
    return carried->counter != NULL && carried->step != 0;
}

/* What the turn before stored. */
static bool is_carried_to(const Carried *carried, const IrInstr *load)
{
    const IrInstr *to = index_of(carried->store);
    return load->op == IR_load_var && load->variable == carried->store->variable && is_word(load->type) &&
           ir_has_same_addends(index_of(load), to) &&
           (uint32_t)(ir_constant_addend(index_of(load)) + carried->step) == (uint32_t)ir_constant_addend(to);
}

static bool goes_on_at_its_end(Arena *scratch, const IrInstr *loop)
{
    return loop->immediate != HINT_GROUP && loop->regions[0]->last->op == IR_continue &&
           ir_continue_edges(scratch, loop).jumps.count == 1;
}

/* ---- what becomes of them ---- */

/* Where the place may be beyond the array, 0 there. */
static IrInstr *loaded_again(IrBuilder *end, const IrInstr *store)
{
    IrInstr *place = index_of(store), *value = store->operands[store->operand_count - 1];
    if (ir_range_of_operand(store, op_row_count(store->op)).umax < (uint64_t)store->variable->count)
        return value;
    IrInstr *is_inside = IR_BUILD(end, IR_ult, place, ir_const_i32(end, (uint32_t)store->variable->count)),
            *choice = IR_BUILD(end, IR_select, is_inside, value, ir_const_bits(end, value->type.scalar, 0));
    is_inside->level = place->level;
    choice->level = place->level > value->level ? place->level : value->level;
    return choice;
}

static void carry(IrKernel *kernel, const Carried *carried, IrInstr *load)
{
    IrInstr *loop = carried->loop, *turn = loop->regions[0]->last;
    IrBuilder before = ir_builder_before(kernel, loop), end = ir_builder_before(kernel, turn);
    before.pos = end.pos = load->pos;
    IrInstr *start = loop->operands[carried->counter->position],
            *place = build_with(&before, index_of(load), loop, carried->counter, start), /* in the first turn */
            *first = ir_load_var(&before, load->variable, load->component, 1, place),
            *next = loaded_again(&end, carried->store), *word = ir_add_parameter(kernel, loop, load->type, first);
    ir_add_operand(kernel, turn, next);
    first->level = word->level = next->level > load->level ? next->level : load->level;
    IrReplacements words = {0};
    vec_push(kernel->arena, &words.from, load);
    vec_push(kernel->arena, &words.to, word);
    ir_replace_all(kernel, &words);
    ir_remove(load);
}

static bool carry_from(PassContext *context, IrInstr *loop, IrInstr *store)
{
    Carried carried = {.loop = loop, .store = store};
    bool changed = false;
    if (!is_own(store) || !is_only_store(loop, store) || !find_counter(&carried))
        return false;
    EACH_INSTR (loop->regions[0], instr)
        if (is_carried_to(&carried, instr)) {
            pass_explain(context, instr->pos, "what the turn before stored");
            carry(context->kernel, &carried, instr);
            changed = true;
        }
    return changed;
}

static bool has_candidate(const IrKernel *kernel)
{
    EACH_INSTR (kernel->body, instr)
        if (is_own(instr) && ir_loop_around(instr) != NULL)
            return true;
    return false;
}

bool pass_carried_words(PassContext *context)
{
    bool changed = false;
    if (!has_candidate(context->kernel))
        return false;
    pass_ranges(context);
    EACH_INSTR (context->kernel->body, loop) {
        if (loop->op != IR_loop || !goes_on_at_its_end(context->scratch, loop))
            continue;
        EACH_IN (loop->regions[0], instr)
            changed |= carry_from(context, loop, instr);
    }
    ir_forget_ranges(context->kernel);
    return changed;
}
