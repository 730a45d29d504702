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
 * So do loops that only mark places, at steps of their own (a sieve, lists of cells to be set): where nothing scatters, a
 * vector's store is a word for each lane that is on, found out of its mask, in as many turns as the longest lane takes.
 * Those that go along a row are for rows_in_lanes.
 *
 * So do loops that try to swap a cell until nobody was there before (float sums, tables of hashes).
 * As a vector, lanes that meet try again with all others, and all that they do goes through memory.
 * Not where each turn tries the same again: that waits for another lane, which may be behind this.
 *
 * Lanes may come in any order here: nothing in such a loop depends on which lanes run with it, and
 * there is no fence and no memory of the group that it both reads and writes. Other atomics whose old
 * values matter are in loops that end by counting, a graph's edges, the tiles that a box touches: who
 * comes first is anybody's guess, and no lane waits for what another one does later. How much around the
 * loop goes with it is lane_stretch.c's.
 *
 * Needs: uniformity, wave_loops. Breaks: facts; uniformity must run again. */
#include "passes/lane_costs.h"
#include "passes/lane_stretch.h"

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
        if (!ir_is(value, OP_READS) || value->region != stretch->first->region ||
            !retries_at(kernel, loop, value))
            continue;
        stretch_number(turns->context, &turns->places);
        if (value->mark < stretch->first->mark &&
            stretch_between(&turns->places, value, stretch->last, &wider))
            *stretch = wider;
    }
}

/* Or can, once its arrays are its own. */
static bool ends_in_wave(Turns *turns, IrInstr *loop, Stretch *stretch)
{
    stretch_number(turns->context, &turns->places);
    if (stretch_around(&turns->places, loop, stretch))
        return true;
    if (!stretch_uses_own_array(loop) || !lanes_pay_in_turn(turns->context, loop) ||
        !stretch_part_arrays(turns->context->kernel, loop))
        return false;
    turns->places.are_known = false;
    stretch_number(turns->context, &turns->places);
    return stretch_around(&turns->places, loop, stretch);
}

static bool runs_in_turn(Turns *turns, IrInstr *loop)
{
    PassContext *context = turns->context;
    Stretch stretch;
    if (loop->op != IR_loop || is_group_loop(loop) || !lanes_part_in(loop) ||
        ir_has_jump_out(loop))
        return false;
    if (!ends_in_wave(turns, loop, &stretch) || !lanes_pay_in_turn(context, loop))
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
