/* waves_in_order: a group that was made one wave, for the sake of its scans, goes in waves of the size that it is told after
 * all, one after the other, each of which hands on what it has added up.
 *
 *     wave_loop {                        wave_loop {                               ; eight of 32 lanes
 *       %x = load_struct $In [%t]          %x = load_struct $In [%t]
 *                                          %c wave = select (ieq wave_index, 0), 0, (load_var $carry [0])
 *       %p = wave_prefix.iadd %x   ->      %p = iadd %c, (wave_prefix.iadd %x)
 *                                          store_var $carry [0], (wave_read_lane (iadd %p, %x), 31)
 *       store_struct $Out [%t], %p         store_struct $Out [%t], %p
 *     }                                  }
 *
 * All lanes of 256 or 1024 threads are more vectors than the machine has registers: each value of the wave went to memory
 * and came from there in each step. Waves of 32 keep theirs, and so do groups of eight vectors and less as one. That they
 * come in order is the compiler's own choice, of which a stretch without barriers tells nothing; but then a wave must not see
 * what an earlier one has stored, and of what the group shares nothing may be left: lane_trees has made prefixes of all of
 * it. Sums that all lanes want of all lanes (a softmax) would part the stretch, which gained nothing, and loops go along
 * memory by whole groups.
 *
 * Needs: wave_loops, uniformity. Breaks: facts; uniformity must run again. */
#include <stdlib.h>

#include "passes/passes_priv.h"

static bool is_carried(const IrInstr *instr)
{
    return instr->op == IR_wave_prefix && (instr->combine == IR_iadd || instr->combine == IR_fadd) &&
           op_scalar_bytes(instr->type.scalar) == 4;
}

static int width_of(const IrInstr *access)
{
    const IrType type = ir_accessed_type(access);
    return access->resource->shape == IR_SHAPE_RAW ? type.components * op_scalar_bytes(type.scalar) : 1;
}

/* Each thread's is as far from the others' as it is wide. */
static bool is_own_element(const IrKernel *kernel, const IrInstr *access)
{
    const IrInstr *index = access->operand_count > 1 ? access->operands[1] : NULL;
    return index != NULL && abs(index->shape.stride) >= width_of(access) && spans_wave(kernel, index) && !op_is_atomic(access->op) &&
           access->op != IR_counter;
}

/* What goes to a UAV. */
typedef struct Uses {
    int count;
    bool are_own, has_loads; /* by all of them each thread goes to elements of its own, within its step */
    const IrInstr *first;    /* one's index; those of all, which but for constants are the same, by these */
    int64_t least, end;
} Uses;

static void note_place(const IrKernel *kernel, Uses *uses, const IrInstr *access)
{
    uses->are_own &= is_own_element(kernel, access);
    if (!uses->are_own)
        return;
    const IrInstr *index = access->operands[1];
    int64_t least = (int32_t)ir_constant_addend(index), end = least + width_of(access);
    bool is_first = uses->first == NULL;
    uses->first = is_first ? index : uses->first;
    uses->least = is_first || least < uses->least ? least : uses->least;
    uses->end = is_first || end > uses->end ? end : uses->end;
    uses->are_own = ir_has_same_addends(index, uses->first) && uses->end - uses->least <= abs(index->shape.stride);
}

static Uses uses_of(const IrKernel *kernel, const IrResource *resource)
{
    Uses uses = {.are_own = true};
    EACH_INSTR (kernel->body, instr) {
        if (instr->resource != resource || !touches_uav(instr))
            continue;
        note_place(kernel, &uses, instr);
        uses.count++;
        uses.has_loads |= ir_is(instr, OP_READS) && !op_is_atomic(instr->op) && instr->op != IR_counter;
    }
    return uses;
}

/* A wave behind another one, or before it, tells nobody: what is loaded is the thread's own, of the one UAV that there is,
 * since two may be one memory, and what all store or change they do where no other thread does. */
static bool hears_nothing(const IrKernel *kernel)
{
    bool has_loads = false, are_own = true;
    int used = 0;
    for (int i = 0; i < kernel->resources.count; i++) {
        Uses uses = uses_of(kernel, kernel->resources.items[i]);
        if (uses.count > 1 && !uses.are_own)
            return false;
        used += uses.count > 0;
        has_loads |= uses.has_loads;
        are_own &= uses.are_own;
    }
    return !has_loads || (used == 1 && are_own);
}

/* NULL: it is not one stretch of which prefixes alone are its lanes' together. */
static IrInstr *find_stretch(const IrKernel *kernel)
{
    IrInstr *stretch = NULL;
    bool adds_up = false;
    EACH_INSTR (kernel->body, instr) {
        if (instr->op == IR_wave_loop) {
            if (stretch != NULL || instr->region != kernel->body)
                return NULL;
            stretch = instr;
        }
        bool is_ours = is_carried(instr) && stretch != NULL && instr->region == stretch->regions[0];
        adds_up |= is_ours;
        if ((ir_is(instr, OP_CONVERGENT | OP_SYNC) && !is_ours) || instr->op == IR_return || is_shared(instr) ||
            instr->op == IR_wave_index || instr->op == IR_loop)
            return NULL;
    }
    return adds_up ? stretch : NULL;
}

/* NULL: it must stay one wave. */
static IrInstr *find_ordered(const IrKernel *kernel)
{
    bool is_one = kernel->wave_count == 1 && kernel->order.kind == IR_ORDER_LINEAR && kernel->thread_of_lane == NULL &&
                  ir_group_size(kernel) == (uint32_t)kernel->wave_size;
    IrInstr *stretch = is_one ? find_stretch(kernel) : NULL;
    return stretch != NULL && hears_nothing(kernel) ? stretch : NULL;
}

bool may_go_in_order(const IrKernel *kernel) { return find_ordered(kernel) != NULL; }

static void name_threads(IrKernel *kernel)
{
    EACH_INSTR (kernel->body, instr)
        if (instr->op == IR_lane_index)
            instr->op = IR_group_index;
}

/* The first wave has none before it. */
static void hand_on(IrKernel *kernel, IrInstr *prefix)
{
    IrVariable *carry = ir_variable_new(kernel, "carry", IR_GROUPSHARED, prefix->type, 1, prefix->pos);
    IrBuilder before = ir_builder_before(kernel, prefix), behind = ir_builder_before(kernel, prefix->next);
    IrInstr *zero = ir_const_i32(&before, 0), *wave = ir_build(&before, IR_wave_index, NULL, 0),
            *of_others = ir_load_var(&before, carry, 0, 1, zero),
            *so_far = IR_BUILD(&before, IR_select, IR_BUILD(&before, IR_ieq, wave, zero),
                               ir_const_bits(&before, prefix->type.scalar, 0), of_others);
    IrInstr *all = IR_BUILD(&behind, prefix->combine, so_far, prefix);
    use_instead(kernel->body, prefix, all);
    IrInstr *with_own = IR_BUILD(&behind, prefix->combine, all, prefix->operands[0]),
            *last = IR_BUILD(&behind, IR_wave_read_lane, with_own, ir_const_i32(&behind, kernel->wave_size - 1));
    ir_store_var(&behind, carry, 0, zero, &last, 1);
}

bool pass_waves_in_order(PassContext *context)
{
    enum { MOST_VECTORS = 8 }; /* that registers hold, and one wave is as good */
    IrKernel *kernel = context->kernel;
    bool was_made_one = kernel->told_wave_size > 0 && kernel->told_wave_size < kernel->wave_size;
    if (!was_made_one || kernel->wave_size <= MOST_VECTORS * context->lanes)
        return false;
    bool had_dead = pass_drop_dead(context);
    IrInstr *stretch = find_ordered(kernel);
    if (stretch == NULL)
        return had_dead;
    kernel->wave_size = kernel->told_wave_size;
    kernel->told_wave_size = 0;
    count_waves(kernel);
    name_threads(kernel);
    for (IrInstr *instr = stretch->regions[0]->first, *after; instr != NULL; instr = after) {
        after = instr->next;
        if (is_carried(instr))
            hand_on(kernel, instr);
    }
    return true;
}
