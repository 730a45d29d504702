/* What a loop of lanes that leave it in different turns does, and whether one lane after the other does
 * it sooner; see lanes_in_turn.c. */
#include "passes/lane_costs.h"

#include <stdlib.h>

#include "base/machine.h"
#include "passes/lane_stretch.h"

enum {
    LEAST_WORDS = 3,     /* at places that differ between lanes, in a turn; fewer are gathered while
                            the machine finds out that it took a row's end for another turn */
    MOST_OPERATIONS = 6, /* for each WORDS of them; measured: 2 a word gain 1.5 to 2, 3 gain 1.2 */
    WORDS = 2,           /* to 1.7, 7 nothing (Zen 4) */
    LEAST_OF_EIGHT = 2,  /* likewise of vectors of 8 lanes, which are gathered one by one: lists of up to 15 */
    MOST_OF_EIGHT = 8,   /* neighbours gain 1.2 to 1.8, and nothing where all are as long (Zen 3) */
    MOST_WITH_ARRAYS = 7, /* likewise, where lanes have arrays of their own: 2 a word gain 3 to 4,
                            3.3 gain 1.3, 5 lose (a k-d tree 1.9, a tree of boxes 1.7) */
    STORED_WORDS = 2,    /* that a stored one counts for: its lanes go one by one where nothing scatters; on
                            AVX-512, which does, not of arrays of its own, which are near */
    ATOMIC_WORDS = 4,    /* that an atomic counts for: its lanes go one by one anyway */
    LONG = 8,            /* operations that a division or a root takes */
    MULTIPLIED = 3,      /* likewise a division by a constant */
    LONGEST_STEP = 16,   /* bytes that a walk goes on by in a turn */
    WORD_BYTES = 4       /* which raw buffers count */
};

bool lanes_part_in(const IrInstr *loop)
{
    EACH_INSTR (loop->regions[0], instr)
        if (instr->op == IR_if && instr->operands[0]->level == LEVEL_VARYING)
            EACH_REGION (instr, region)
                if (region->last->op == IR_break && region->last->target == loop)
                    return true;
    return false;
}

static bool is_access(const IrInstr *instr)
{
    return (instr->variable != NULL || instr->resource != NULL) &&
           ir_is(instr, OP_READS | OP_WRITES);
}

static int element_bytes(const IrInstr *access)
{
    if (access->op == IR_load_raw || access->op == IR_store_raw)
        return 1;
    if (access->op == IR_load_word)
        return WORD_BYTES;
    return access->resource != NULL ? (int)access->resource->stride
                                    : op_scalar_bytes(access->variable->type.scalar);
}

bool lanes_lie_apart(const IrInstr *access)
{
    const IrInstr *index = is_access(access) ? stretch_index_of(access) : NULL;
    if (index == NULL || index->level != LEVEL_VARYING)
        return false;
    return index->shape.length == 1 || llabs((int64_t)index->shape.stride) * element_bytes(access) > LONGEST_STEP;
}

/* From turn to turn on to the next element, or near. */
static bool is_walk(const IrInstr *access, const IrInstr *loop)
{
    if (!lanes_lie_apart(access))
        return false;
    IrTravel travel = ir_travel(stretch_index_of(access), loop);
    return travel.step != NULL && travel.step->op == IR_const &&
           op_sign_extend(travel.step->type.scalar, travel.step->bits) * travel.factor *
                   element_bytes(access) <=
               LONGEST_STEP;
}

/* Where it lies depends on earlier turns, other than by counting them. */
static bool is_chased(const IrInstr *value, const IrInstr *loop, int depth)
{
    if (!ir_is_defined_in(value, loop) || value->op == IR_const)
        return false;
    if (value->op == IR_parameter)
        return ir_travel(value, value->owner).step == NULL;
    if (value->op == IR_result || depth == 0)
        return true;
    for (int i = 0; i < value->operand_count; i++)
        if (is_chased(value->operands[i], loop, depth - 1))
            return true;
    return false;
}

int lanes_operations(const IrInstr *instr)
{
    static const bool IS_LONG[IR_OP_COUNT] = {
        [IR_fdiv] = true, [IR_frem] = true, [IR_fsqrt] = true, [IR_sdiv] = true, [IR_udiv] = true,
        [IR_srem] = true, [IR_urem] = true, [IR_frsqrt ... IR_fldexp] = true};
    bool is_free = instr->op == IR_const || instr->op == IR_extract,
         is_multiplied = op_info(instr->op)->domain == DOMAIN_INTEGER &&
                         instr->operands[instr->operand_count - 1]->op == IR_const;
    if (IS_LONG[instr->op])
        return is_multiplied ? MULTIPLIED : LONG;
    return !is_free && ir_is(instr, OP_PURE);
}

static int words_of(const PassContext *context, const IrInstr *access)
{
    bool scatters = machine_has_masks(context->lanes) && access->variable != NULL;
    bool is_stored = ir_is(access, OP_WRITES) && !scatters;
    int values = ir_accessed_type(access).components * (is_stored ? STORED_WORDS : 1);
    return !lanes_lie_apart(access) ? 0 : op_is_atomic(access->op) ? ATOMIC_WORDS : values;
}

typedef struct Work { /* of a turn */
    int words, operations;
    bool walks, is_chased, retries;
    bool stores, loads; /* at places that lie apart */
    bool together;      /* something else, beside what other lanes access */
} Work;

/* Lanes beside each other go to elements beside each other: a vector. */
static bool goes_together(const IrInstr *access)
{
    const IrInstr *index = stretch_index_of(access);
    int beside = access->resource != NULL && element_bytes(access) == 1 ? WORD_BYTES : 1;
    return index != NULL && index->level == LEVEL_VARYING && !lanes_lie_apart(access) &&
           llabs((int64_t)index->shape.stride) <= beside;
}

static Work work_of(const PassContext *context, const IrInstr *loop)
{
    enum { DEPTH = 8 };
    Work work = {0};
    bool has_atomics = false;
    EACH_INSTR (loop->regions[0], instr) {
        work.operations += lanes_operations(instr);
        if (!is_access(instr))
            continue;
        work.words += words_of(context, instr);
        work.retries |= stretch_retries(context->kernel, instr);
        work.walks |= is_walk(instr, loop);
        has_atomics |= op_is_atomic(instr->op) && lanes_lie_apart(instr);
        work.together |= goes_together(instr);
        work.stores |= ir_is(instr, OP_WRITES) && lanes_lie_apart(instr);
        work.loads |= ir_is(instr, OP_READS) && lanes_lie_apart(instr);
        work.is_chased |= stretch_index_of(instr) != NULL && is_chased(stretch_index_of(instr), loop, DEPTH);
    }
    work.walks |= has_atomics && !work.together;
    return work;
}

/* Stores here and there, and loads nothing there: the lanes of a vector are stored one by one, too. */
static bool only_marks(const Work *work)
{
    return work->stores && !work->loads && !work->together && !work->walks;
}

/* With arrays of its own a lane finds its way by these, which are near: what it fetches from
 * elsewhere waits no longer than its mask and the elements of 16 lanes' arrays take. */
bool lanes_pay_in_turn(const PassContext *context, const IrInstr *loop)
{
    bool has_arrays = stretch_uses_own_array(loop), is_narrow = !machine_has_masks(context->lanes);
    Work work = work_of(context, loop);
    bool marks = only_marks(&work), goes_singly = has_arrays || work.retries || marks;
    int most = has_arrays ? MOST_WITH_ARRAYS : is_narrow ? MOST_OF_EIGHT : MOST_OPERATIONS,
        least = marks ? 0 : is_narrow && work.loads ? LEAST_OF_EIGHT : LEAST_WORDS;
    if (work.is_chased && !goes_singly)
        pass_explain(context, loop->pos, "all lanes at once: the next address is looked up");
    else if (!work.walks && !goes_singly)
        pass_explain(context, loop->pos, "all lanes at once: none goes along a row of its own");
    else if (work.words < least || work.operations * WORDS > work.words * most)
        pass_explain(context, loop->pos, "all lanes at once: %d operations, %d words of rows",
                     work.operations, work.words);
    else
        return true;
    return false;
}
