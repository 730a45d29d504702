/* Groups of up to 128 threads that share through groupshared memory are one wave, where that spares what they share.
 *
 *     numthreads(64, 1, 1), waves of 32         one wave of 64
 *       store_var $s [%t], %v             ->      %w = wave_read_lane %v, %lane ^ 32
 *       barrier
 *       %w = load_var $s [%t ^ 32]
 *
 * Between two waves a word goes through memory, with a barrier before it is loaded; between lanes of one it is a shuffle
 * (words_in_lanes.c). The passes are tried on a copy of the kernel as one wave, which tells how many of its loads are reads
 * of lanes then. Not where anything shows which lanes threads are. */
#include "passes/passes_priv.h"

#include <string.h>

enum { MOST_LANES = 128, FEWEST_READS = 2, LOADS_OF_TURNS = 4, MOST_VECTORS = 16 };

static uint32_t lanes_for(const IrKernel *kernel)
{
    uint32_t lanes = (uint32_t)kernel->wave_size;
    while (lanes < ir_group_size(kernel) && lanes <= MOST_LANES)
        lanes *= 2;
    return lanes;
}

static bool goes_on(void *context, IrKernel *kernel, const PassStep *step)
{
    (void)context, (void)kernel;
    return strcmp(step->pass->name, "share_turns") != 0;
}

/* Most of what it loads of groupshared memory is read from lanes, or is of turns that they share: waves would take these
 * each for itself. */
static bool reads_lanes(const IrKernel *kernel)
{
    int reads = 0, loads = 0;
    EACH_INSTR (kernel->body, instr) {
        reads += instr->op == IR_wave_read_lane ? 1 : instr->op == IR_wave_reduce ? LOADS_OF_TURNS : 0;
        loads += is_shared(instr) && ir_is(instr, OP_READS);
    }
    return reads >= FEWEST_READS && loads * 2 <= reads;
}

/* An element for each lane takes no more than so many vectors. */
static bool are_few_vectors(const IrKernel *kernel, int lanes)
{
    int components = 1;
    for (int i = 0; i < kernel->variables.count; i++) {
        const IrVariable *variable = kernel->variables.items[i];
        if (variable->kind == IR_GROUPSHARED && variable->type.components > components)
            components = variable->type.components;
    }
    return (int)lanes_for(kernel) / lanes * components <= MOST_VECTORS;
}

static bool may_be_one(const IrKernel *kernel, int lanes)
{
    return are_few_vectors(kernel, lanes) && kernel->order.kind == IR_ORDER_LINEAR && !shows_lanes(kernel) && kernel->threads[0] > 1 &&
           lanes_for(kernel) <= MOST_LANES && lanes_for(kernel) > (uint32_t)kernel->wave_size &&
           ir_contains_op(kernel->body, IR_barrier) && ir_shared_bytes(kernel) > 0;
}

void passes_take_one_wave(IrKernel *kernel, int lanes, const PassOptions *options)
{
    const PassHook hook = {.after = goes_on};
    if (!may_be_one(kernel, lanes))
        return;
    Arena *arena = arena_new("one wave");
    IrKernel *copy = ir_copy_kernel(arena, kernel);
    put_in_waves_of(copy, lanes_for(kernel));
    passes_run(copy, options, &hook);
    if (reads_lanes(copy))
        put_in_waves_of(kernel, lanes_for(kernel));
    arena_drop(arena);
}
