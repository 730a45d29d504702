/* Waves that fit their groups. A group of fewer threads than its wave has lanes runs in a wave of as many lanes, where
 * they are as many as a wave may have: no lane of it is without a thread, and no vector without any.
 *
 * Groups of up to 256 threads that share through groupshared memory are one wave, where that spares what they share; of up
 * to 1024 where scans are all that is left of it, which waves hand on to each other (waves_in_order.c).
 *
 *     numthreads(64, 1, 1), waves of 32         one wave of 64
 *       store_var $s [%t], %v             ->      %w = wave_read_lane %v, %lane ^ 32
 *       barrier
 *       %w = load_var $s [%t ^ 32]
 *
 * Between two waves a word goes through memory, with a barrier before it is loaded; between lanes of one it is a shuffle
 * (words_in_lanes.c). The passes are tried on a copy of the kernel as one wave, which tells how many of its loads are reads
 * of lanes then. Not where anything shows which lanes threads are. */
#include "base/machine.h"
#include "passes/full_waves.h"

#include <string.h>

enum { MOST_LANES = 1024, MOST_TOGETHER = 256, FEWEST_READS = 2, READS_OF_WAVE = 4, MOST_VECTORS = 32, MOST_IN_PARTS = 16,
       MASKED_VECTORS = 2 };

/* As many as `least`, or twice as many and so on, up to those that all threads fit in. */
static uint32_t lanes_for(const IrKernel *kernel, uint32_t least)
{
    uint32_t lanes = least;
    while (lanes < ir_group_size(kernel) && lanes <= MOST_LANES)
        lanes *= 2;
    return lanes;
}

static uint32_t lanes_in_all(const IrKernel *kernel) { return lanes_for(kernel, (uint32_t)kernel->wave_size); }

static bool goes_on(void *context, IrKernel *kernel, const PassStep *step)
{
    (void)context, (void)kernel;
    return strcmp(step->pass->name, "lane_trees") != 0;
}

/* Most of what it loads of groupshared memory is read from lanes, is added up over them, or is of turns that they share:
 * waves would take these each for itself. */
static bool reads_lanes(const IrKernel *kernel)
{
    int reads = 0, loads = 0;
    EACH_INSTR (kernel->body, instr) {
        bool is_of_wave = instr->op == IR_wave_reduce || instr->op == IR_wave_prefix;
        reads += instr->op == IR_wave_read_lane ? 1 : is_of_wave ? READS_OF_WAVE : 0;
        loads += is_shared(instr) && ir_is(instr, OP_READS);
    }
    return reads >= FEWEST_READS && loads * 2 <= reads;
}

/* Most reads are of all lanes, as steps of a scan; those of trees are of ever fewer, and what all have of one lane is no
 * step. */
static bool goes_on_with_all(const IrKernel *kernel)
{
    int reads = 0, of_all = 0;
    EACH_INSTR (kernel->body, instr)
        if (instr->op == IR_wave_read_lane && instr->operands[1]->level == LEVEL_VARYING) {
            reads++;
            of_all += instr->operands[1]->op != IR_select;
        }
    return of_all * 2 > reads;
}

/* Values that each lane keeps at once: one of each array of as many elements as there are threads, or more, of which a step
 * loads one and stores another. */
static uint32_t words_of_lane(const IrKernel *kernel)
{
    uint32_t words = 0;
    for (int i = 0; i < kernel->variables.count; i++) {
        const IrVariable *variable = kernel->variables.items[i];
        if (variable->kind == IR_GROUPSHARED && (uint32_t)variable->count >= ir_group_size(kernel))
            words += (uint32_t)variable->type.components;
    }
    return words;
}

/* Half of what is kept, at least. */
static bool have_registers(const IrKernel *kernel, int lanes)
{
    return words_of_lane(kernel) * lanes_in_all(kernel) <= 2 * (uint32_t)machine_vector_registers(lanes) * (uint32_t)lanes;
}

/* Branches of data around accesses: each has a mask, and what it gives. */
static int count_masked(const IrInstr *loop)
{
    int count = 0;
    EACH_INSTR (loop->regions[0], instr)
        count += instr->op == IR_if && instr->operands[0]->level == LEVEL_VARYING && comes_from_data(instr->operands[0]) &&
                 (full_waves_touches_memory(instr->regions[0]) || full_waves_touches_memory(instr->regions[1]));
    return count;
}

/* What goes round in a loop is in registers, beside what a turn loads: in memory each turn would take it from there. Where
 * steps from lane to lane are left, these cost several waves more than that, and so do scans in a turn. */
static bool loops_have_registers(const IrKernel *kernel, int lanes)
{
    int vectors = kernel->wave_size / lanes, most = 0;
    if (ir_contains_op(kernel->body, IR_wave_read_lane))
        return true;
    EACH_INSTR (kernel->body, loop) {
        int carried = 0;
        if (loop->op == IR_loop && ir_contains_op(loop->regions[0], IR_wave_prefix))
            continue;
        for (int i = 0; i < loop->parameter_count; i++)
            carried += loop->parameters[i]->level == LEVEL_VARYING && loop->parameters[i]->shape.length < kernel->wave_size;
        if (carried > 0)
            carried += MASKED_VECTORS * count_masked(loop);
        most = carried > most ? carried : most;
    }
    return most * vectors * 4 <= machine_vector_registers(lanes) * 3;
}

static int parts_taken_of(const IrKernel *kernel, const IrInstr *load)
{
    int parts = 0;
    EACH_INSTR (kernel->body, instr)
        parts += instr->op == IR_extract && instr->operands[0] == load;
    return parts;
}

/* What is loaded at once, or an element that lanes share, takes few vectors: there are no registers for more, but a sum in
 * memory is a vector at a time, too. */
static bool are_few_vectors(const IrKernel *kernel, int lanes)
{
    int most = 1, vectors = kernel->wave_size / lanes;
    for (int i = 0; i < kernel->variables.count; i++) {
        const IrVariable *variable = kernel->variables.items[i];
        if (variable->kind == IR_GROUPSHARED && variable->type.components > most)
            most = variable->type.components;
    }
    EACH_INSTR (kernel->body, instr) {
        int parts = ir_is(instr, OP_READS) && instr->type.components > 1 ? parts_taken_of(kernel, instr) : 1;
        most = parts > most ? parts : most;
    }
    return vectors * most <= (most > 1 ? MOST_IN_PARTS : MOST_VECTORS);
}

/* `i < n` of a counter that starts at the thread. */
static bool is_of_steps(const IrKernel *kernel, const IrInstr *condition)
{
    bool are_known = condition->operand_count == 2;
    for (int i = 0; i < condition->operand_count; i++)
        are_known &= condition->operands[i]->level <= LEVEL_WAVE || spans_wave(kernel, condition->operands[i]);
    return are_known;
}

/* A loop that each lane leaves as data says goes on for the longest of all lanes. */
static bool waits_for_lanes(const IrKernel *kernel)
{
    EACH_INSTR (kernel->body, instr)
        if (instr->op == IR_if && ir_has_jump_out(instr) && ir_loop_around(instr) != NULL &&
            instr->operands[0]->level > LEVEL_WAVE && comes_from_data(instr->operands[0]) &&
            !is_of_steps(kernel, instr->operands[0]))
            return true;
    return false;
}

static bool may_be_one(const IrKernel *kernel)
{
    return kernel->order.kind == IR_ORDER_LINEAR && !shows_lanes(kernel) && kernel->threads[0] > 1 &&
           lanes_in_all(kernel) <= MOST_LANES && lanes_in_all(kernel) > (uint32_t)kernel->wave_size &&
           ir_contains_op(kernel->body, IR_barrier) && ir_shared_bytes(kernel) > 0;
}

void passes_take_one_wave(IrKernel *kernel, int lanes, const PassOptions *options)
{
    const PassHook hook = {.after = goes_on};
    if (!may_be_one(kernel))
        return;
    Arena *arena = arena_new("one wave");
    IrKernel *copy = ir_copy_kernel(arena, kernel);
    put_in_waves_of(copy, lanes_in_all(kernel));
    passes_run(copy, options, &hook);
    run_on(arena, copy, (PassRun *const[]){pass_drop_dead, pass_uniformity}, 2);
    bool are_few = are_few_vectors(copy, lanes) && loops_have_registers(copy, lanes) &&
                   (!goes_on_with_all(copy) || have_registers(kernel, lanes));
    bool stays_one = lanes_in_all(kernel) <= MOST_TOGETHER && are_few && !waits_for_lanes(copy);
    if (reads_lanes(copy) && (stays_one || may_go_in_order(copy)))
        put_in_waves_of(kernel, lanes_in_all(kernel));
    arena_drop(arena);
}

void passes_fit_wave(IrKernel *kernel)
{
    enum { FEWEST_LANES = 4 };
    uint32_t lanes = lanes_for(kernel, FEWEST_LANES);
    if (kernel->order.kind == IR_ORDER_LINEAR && !tells_of_lanes(kernel) && lanes < (uint32_t)kernel->wave_size)
        put_in_waves_of(kernel, lanes);
}
