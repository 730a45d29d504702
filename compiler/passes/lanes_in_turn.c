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
 * Lanes may come in any order here: nothing in such a loop depends on which lanes run with it, and
 * there is no atomic, no fence and no memory of the group that it both reads and writes.
 *
 * Needs: uniformity, wave_loops. Breaks: facts; uniformity must run again. */
#include "passes/passes_priv.h"

enum {
    LEAST_WORDS = 3,     /* at places that differ between lanes, in a turn; fewer are gathered while
                            the machine finds out that it took a row's end for another turn */
    MOST_OPERATIONS = 5, /* for each WORDS of them; measured: 2 a word gain 1.5 to 2, 3 gain 1.2, */
    WORDS = 2,           /* 7 nothing (Zen 4) */
    LONG = 8,            /* operations that a division or a root takes */
    LONGEST_STEP = 16    /* bytes that a walk goes on by in a turn */
};

typedef struct Turns {
    PassContext *context;
    VEC(IrInstr *) loops; /* that lanes go through in turn */
} Turns;

/* ---- what may run so ---- */

static bool may_run_in_turn(const IrInstr *instr)
{
    OpDomain domain = op_info(instr->op)->domain;
    if (ir_is(instr, OP_CONVERGENT | OP_SYNC) || op_is_atomic(instr->op) ||
        domain == DOMAIN_TEXTURE || domain == DOMAIN_SAMPLE || domain == DOMAIN_TEST ||
        instr->op == IR_wave_loop)
        return false;
    if (instr->resource != NULL && (instr->resource->is_coherent || instr->resource->array_count))
        return false;
    return instr->variable == NULL || instr->variable->kind == IR_GROUPSHARED;
}

static bool writes_to(const IrInstr *loop, const IrVariable *variable)
{
    EACH_INSTR (loop->regions[0], instr)
        if (instr->variable == variable && ir_is(instr, OP_WRITES))
            return true;
    return false;
}

static bool all_may_run_in_turn(const IrInstr *loop)
{
    EACH_INSTR (loop->regions[0], instr) {
        bool reads_group = instr->variable != NULL && ir_is(instr, OP_READS);
        if (!may_run_in_turn(instr) || (reads_group && writes_to(loop, instr->variable)))
            return false;
    }
    return true;
}

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

/* The element that an access goes to; NULL: it goes to none. */
static const IrInstr *index_of(const IrInstr *access)
{
    return op_address_count(access->op) > 0 ? access->operands[op_row_count(access->op)] : NULL;
}

/* Its lanes go where no shape tells. */
static bool is_scattered(const IrInstr *access)
{
    const IrInstr *index = index_of(access);
    return index != NULL && index->level == LEVEL_VARYING && index->shape.length == 1;
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
    if (!is_access(access) || !is_scattered(access))
        return false;
    IrTravel travel = ir_travel(index_of(access), loop);
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
    bool is_free = instr->op == IR_const || instr->op == IR_extract;
    return IS_LONG[instr->op] ? LONG : !is_free && ir_is(instr, OP_PURE);
}

static int words_of(const IrInstr *access)
{
    int values = ir_is(access, OP_WRITES)
                     ? access->operand_count - op_row_count(access->op) -
                           op_address_count(access->op)
                     : access->type.components;
    return is_scattered(access) ? values : 0;
}

static bool pays(const PassContext *context, const IrInstr *loop)
{
    enum { DEPTH = 8 };
    int words = 0, operations = 0;
    bool walks = false;
    EACH_INSTR (loop->regions[0], instr) {
        operations += operations_of(instr);
        if (!is_access(instr))
            continue;
        words += words_of(instr);
        walks |= is_walk(instr, loop);
        if (index_of(instr) != NULL && is_chased(index_of(instr), loop, DEPTH)) {
            pass_explain(context, loop->pos, "all lanes at once: the next address is looked up");
            return false;
        }
    }
    if (!walks)
        pass_explain(context, loop->pos, "all lanes at once: none goes along a row of its own");
    else if (words < LEAST_WORDS || operations * WORDS > words * MOST_OPERATIONS)
        pass_explain(context, loop->pos, "all lanes at once: %d operations, %d words of rows",
                     operations, words);
    else
        return true;
    return false;
}

/* ---- which ---- */

static bool goes_in_turn(const PassContext *context, const IrInstr *loop)
{
    return loop->op == IR_loop && loop->immediate != HINT_GROUP && is_divergent(loop) &&
           !ir_has_jump_out(loop) && all_may_run_in_turn(loop) && pays(context, loop);
}

static void find_in(Turns *turns, const IrRegion *region)
{
    EACH_IN (region, instr) {
        if (goes_in_turn(turns->context, instr)) {
            vec_push(turns->context->scratch, &turns->loops, instr);
            pass_explain(turns->context, instr->pos, "one lane after the other");
            continue;
        }
        EACH_REGION (instr, inner)
            find_in(turns, inner);
    }
}

/* ---- making it so ---- */

/* Which lane it is, and parts of what comes from outside, is found outside. */
static void move_out(IrInstr *loop)
{
    EACH_INSTR (loop->regions[0], instr) {
        bool is_part = instr->op == IR_extract && !ir_is_defined_in(instr->operands[0], loop);
        if (is_part || op_info(instr->op)->domain == DOMAIN_ID)
            ir_move_before(instr, loop);
    }
}

typedef struct Brought { /* what differs between lanes, and where one lane reads its own */
    Arena *scratch;
    IrBuilder start;
    VEC(IrInstr *) values, own;
} Brought;

static IrInstr *own_of(Brought *brought, IrInstr *value)
{
    for (int i = 0; i < brought->values.count; i++)
        if (brought->values.items[i] == value)
            return brought->own.items[i];
    vec_push(brought->scratch, &brought->values, value);
    vec_push(brought->scratch, &brought->own,
             IR_BUILD(&brought->start, IR_wave_read_first, value));
    return brought->own.items[brought->own.count - 1];
}

static void bring(Brought *brought, const IrInstr *loop, IrInstr *user)
{
    EACH_USE (user, use)
        if ((*use)->level == LEVEL_VARYING && !ir_is_defined_in(*use, loop))
            *use = own_of(brought, *use);
}

static void run_in_turn(PassContext *context, IrInstr *loop)
{
    IrKernel *kernel = context->kernel;
    move_out(loop);
    IrBuilder before = ir_builder_before(kernel, loop);
    before.pos = loop->pos;
    IrInstr *lane_loop = ir_lane_loop(&before);
    Brought brought = {.scratch = context->scratch,
                       .start = ir_builder_at_end(kernel, lane_loop->regions[0])};
    brought.start.pos = loop->pos;
    bring(&brought, loop, loop);
    EACH_INSTR (loop->regions[0], instr)
        bring(&brought, loop, instr);
    give_results_to(kernel, loop, lane_loop);
    ir_remove(loop);
    ir_insert(&brought.start, loop);
    yield_at_end(kernel, lane_loop->regions[0], loop->results, loop->result_count);
}

bool pass_lanes_in_turn(PassContext *context)
{
    Turns turns = {.context = context};
    find_in(&turns, context->kernel->body);
    for (int i = 0; i < turns.loops.count; i++)
        run_in_turn(context, turns.loops.items[i]);
    return turns.loops.count > 0;
}
