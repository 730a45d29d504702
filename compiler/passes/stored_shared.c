/* Whether threads hear of each other without a barrier between them.
 *
 *     sums[t] += sums[t + 16];                  lanes of a wave go in step: what one instruction
 *     sums[t] += sums[t + 8];                   stored the next one loads, from any lane
 *
 * Found by what may have been stored since the last barrier where a load stands, on any way there: each thread's own words, too,
 * which nobody tells from others' here. Of a group that is one wave a store behind a load counts as well: all lanes
 * have loaded then. */
#include "passes/passes_priv.h"

enum { MOST_VARIABLES = 64 };

/* Since the last barrier, by variable. */
typedef struct Touched {
    uint64_t stored, loaded;
} Touched;

typedef struct Hearing {
    Touched here, jumped; /* at jumps of the innermost loop */
    bool is_one_wave, hears;
} Hearing;

static void add(Touched *all, Touched more)
{
    all->stored |= more.stored;
    all->loaded |= more.loaded;
}

static void touch(Hearing *hearing, const IrInstr *instr)
{
    uint64_t bit = (uint64_t)1 << (instr->variable->index % MOST_VARIABLES);
    bool reads = ir_is(instr, OP_READS) && !op_is_atomic(instr->op), writes = ir_is(instr, OP_WRITES);
    hearing->hears |= (reads && (hearing->here.stored & bit)) || (writes && hearing->is_one_wave && (hearing->here.loaded & bit));
    add(&hearing->here, (Touched){writes ? bit : 0, reads ? bit : 0});
}

static void walk(Hearing *hearing, const IrRegion *region);

static void walk_regions(Hearing *hearing, const IrInstr *construct)
{
    Touched before = hearing->here, all = {0};
    EACH_REGION (construct, region) {
        hearing->here = before;
        walk(hearing, region);
        add(&all, hearing->here);
    }
    hearing->here = all;
}

/* Twice: the second turn hears of the first one. */
static void walk_loop(Hearing *hearing, const IrInstr *loop)
{
    Touched outer = hearing->jumped;
    hearing->jumped = (Touched){0};
    for (int turn = 0; turn < 2; turn++) {
        walk_regions(hearing, loop);
        add(&hearing->here, hearing->jumped);
    }
    if (ir_has_jump_out(loop))
        add(&outer, hearing->jumped);
    hearing->jumped = outer;
}

static void walk(Hearing *hearing, const IrRegion *region)
{
    EACH_IN (region, instr) {
        if (instr->op == IR_barrier)
            hearing->here = (Touched){0};
        else if (is_shared(instr))
            touch(hearing, instr);
        else if (instr->op == IR_loop)
            walk_loop(hearing, instr);
        else if (is_construct(instr))
            walk_regions(hearing, instr);
        else if (is_jump(instr) && instr->op != IR_yield)
            add(&hearing->jumped, hearing->here);
    }
}

bool hears_without_barrier(const IrKernel *kernel)
{
    Hearing hearing = {.is_one_wave = ir_group_size(kernel) <= (uint32_t)kernel->wave_size};
    walk(&hearing, kernel->body);
    return hearing.hears;
}
