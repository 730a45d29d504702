/* lanes_in_turn: a loop whose lanes each walk along a row of their own runs for one lane after the
 * other, as scalar code.
 *
 *     ^5 loop (%6 = %start) {              lane_loop {
 *       %7 varying = ult %6, %end            %1 wave = wave_read_first %start
 *       if %7 { yield }                      %2 wave = wave_read_first %end
 *       else { break ^5 %8 }                 ^5 loop (%6 = %1) {
 *       %9 = load_struct $Columns [%6]         %7 wave = ult %6, %2
 *       ...                                    ...
 *       continue ^5 %10                      } -> %11
 *     } -> %11                               yield %11
 *                                          } -> %12
 *
 * The rows of a sparse matrix, the neighbours in a graph: as a vector each turn gathers one element
 * of each row, for all lanes until the longest row is done, where a gather takes as long as the
 * loads that it does. One lane after the other reads its row as it lies, takes the turns of its own
 * row, and needs no masks. What the lanes share with nobody becomes a scalar: in a lane_loop there
 * is one lane, so what wave_read_first gives is its own.
 *
 * It does not pay where there is arithmetic to speak of, nor where the next address comes from
 * memory or a comparison (lists, searches): that takes as long as memory takes to answer, and a
 * vector asks for all lanes at once.
 *
 * Lanes with a stack or a board of their own (depth first, backtracking) pay more: as a vector each
 * push and pop is a gather or a scatter, and the lanes are soon at different depths. What they look
 * up elsewhere then counts for little. Atomics go lane by lane anyway.
 *
 * So do loops that try to swap a cell until nobody was there before (float sums, tables of hashes).
 * As a vector, lanes that meet try again with all others, and all that they do goes through memory.
 * Not where each turn tries the same again: that waits for another lane, which may be behind this.
 *
 * Lanes may come in any order here: nothing in such a loop depends on which lanes run with it, and
 * there is no fence, no other atomic whose old value matters and no memory of the group that it both
 * reads and writes. How much around the loop goes with it is lane_stretch.c's.
 *
 * Needs: uniformity, wave_loops. Breaks: facts; uniformity must run again. */
#include "passes/lane_stretch.h"

enum {
    LEAST_WORDS = 3,     /* at places that differ between lanes, in a turn; fewer are gathered while
                            the machine finds out that it took a row's end for another turn */
    MOST_OPERATIONS = 5, /* for each WORDS of them; measured: 2 a word gain 1.5 to 2, 3 gain 1.2, */
    WORDS = 2,           /* 7 nothing (Zen 4) */
    MOST_WITH_ARRAYS = 7, /* likewise, where lanes have arrays of their own: 2 a word gain 3 to 4,
                            3.3 gain 1.3, 5 lose (a k-d tree 1.9, a tree of boxes 1.7) */
    ATOMIC_WORDS = 4,    /* that an atomic counts for: its lanes go one by one anyway */
    LONG = 8,            /* operations that a division or a root takes */
    MULTIPLIED = 3,      /* likewise a division by a constant */
    LONGEST_STEP = 16    /* bytes that a walk goes on by in a turn */
};

/* ---- what pays ---- */

/* Some lanes leave it before others. */
static bool is_divergent(const IrInstr *loop)
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
    return access->resource != NULL ? (int)access->resource->stride
                                    : op_scalar_bytes(access->variable->type.scalar);
}

/* From turn to turn on to the next element, or near. */
static bool is_walk(const IrInstr *access, const IrInstr *loop)
{
    if (!is_access(access) || !stretch_is_scattered(access))
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

static int operations_of(const IrInstr *instr)
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

static int words_of(const IrInstr *access)
{
    int values = op_is_atomic(access->op) ? ATOMIC_WORDS : ir_accessed_type(access).components;
    return stretch_is_scattered(access) ? values : 0;
}

typedef struct Work { /* of a turn */
    int words, operations;
    bool walks, is_chased, retries;
} Work;

/* Lanes beside each other go to elements beside each other: a vector. */
static bool goes_together(const IrInstr *access)
{
    const IrInstr *index = stretch_index_of(access);
    return index != NULL && index->level == LEVEL_VARYING && !stretch_is_scattered(access);
}

static Work work_of(const IrKernel *kernel, const IrInstr *loop)
{
    enum { DEPTH = 8 };
    Work work = {0};
    bool has_atomics = false, together = false;
    EACH_INSTR (loop->regions[0], instr) {
        work.operations += operations_of(instr);
        if (!is_access(instr))
            continue;
        work.words += words_of(instr);
        work.retries |= stretch_retries(kernel, instr);
        work.walks |= is_walk(instr, loop);
        has_atomics |= op_is_atomic(instr->op) && stretch_is_scattered(instr);
        together |= goes_together(instr);
        work.is_chased |= stretch_index_of(instr) != NULL && is_chased(stretch_index_of(instr), loop, DEPTH);
    }
    work.walks |= has_atomics && !together;
    return work;
}

/* With arrays of its own a lane finds its way by these, which are near: what it fetches from
 * elsewhere waits no longer than its mask and the elements of 16 lanes' arrays take. */
static bool pays(const PassContext *context, const IrInstr *loop)
{
    bool has_arrays = stretch_uses_own_array(loop);
    Work work = work_of(context->kernel, loop);
    bool goes_singly = has_arrays || work.retries;
    int most = has_arrays ? MOST_WITH_ARRAYS : MOST_OPERATIONS;
    if (work.is_chased && !goes_singly)
        pass_explain(context, loop->pos, "all lanes at once: the next address is looked up");
    else if (!work.walks && !goes_singly)
        pass_explain(context, loop->pos, "all lanes at once: none goes along a row of its own");
    else if (work.words < LEAST_WORDS || work.operations * WORDS > work.words * most)
        pass_explain(context, loop->pos, "all lanes at once: %d operations, %d words of rows",
                     work.operations, work.words);
    else
        return true;
    return false;
}

/* ---- which ---- */

typedef struct Turns {
    PassContext *context;
    VEC(IrInstr *) asked; /* loops of which it is decided */
    StretchPlaces places;
} Turns;

static bool is_asked(const Turns *turns, const IrInstr *loop)
{
    for (int i = 0; i < turns->asked.count; i++)
        if (turns->asked.items[i] == loop)
            return true;
    return false;
}

static bool retries_at(const IrKernel *kernel, const IrInstr *loop, const IrInstr *load)
{
    EACH_INSTR (loop->regions[0], instr)
        if (instr->resource == load->resource && instr->variable == load->variable &&
            stretch_retries(kernel, instr))
            return true;
    return false;
}

/* What a lane expects in its first turn, it looks up in its own time: before the others had theirs it
 * would be wrong wherever these meet. */
static void begin_with_look(Turns *turns, const IrInstr *loop, Stretch *stretch)
{
    const IrKernel *kernel = turns->context->kernel;
    Stretch wider;
    for (int i = 0; i < loop->operand_count; i++) {
        IrInstr *value = loop->operands[i];
        if (value->op == IR_bitcast)
            value = value->operands[0];
        if (!is_access(value) || value->region != stretch->first->region ||
            !retries_at(kernel, loop, value))
            continue;
        stretch_number(turns->context, &turns->places);
        if (value->mark < stretch->first->mark &&
            stretch_between(&turns->places, value, stretch->last, &wider))
            *stretch = wider;
    }
}

static bool runs_in_turn(Turns *turns, IrInstr *loop)
{
    PassContext *context = turns->context;
    Stretch stretch;
    if (loop->op != IR_loop || loop->immediate == HINT_GROUP || !is_divergent(loop) ||
        ir_has_jump_out(loop))
        return false;
    stretch_number(context, &turns->places);
    if (!stretch_around(&turns->places, loop, &stretch) || !pays(context, loop))
        return false;
    pass_explain(context, loop->pos, "one lane after the other");
    begin_with_look(turns, loop, &stretch);
    stretch_run_in_turn(context, stretch);
    turns->places.are_known = false;
    return true;
}

/* One more of them. */
static bool find_in(Turns *turns, const IrRegion *region)
{
    EACH_IN (region, instr) {
        if (instr->op == IR_lane_loop)
            continue;
        if (instr->op == IR_loop && !is_asked(turns, instr)) {
            vec_push(turns->context->scratch, &turns->asked, instr);
            if (runs_in_turn(turns, instr))
                return true;
        }
        EACH_REGION (instr, inner)
            if (find_in(turns, inner))
                return true;
    }
    return false;
}

bool pass_lanes_in_turn(PassContext *context)
{
    Turns turns = {.context = context};
    bool changed = false;
    while (find_in(&turns, context->kernel->body))
        changed = true;
    return changed;
}
