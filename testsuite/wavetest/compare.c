/* --both: what compiled C left in the buffers, beside what the evaluator did.
 *
 * Where a kernel computes with operations that IEEE 754 rounds in one way only, the bits must be
 * the same; a NaN is any NaN, and a denormal float may be a zero. Else (transcendental functions,
 * reciprocals, sums over waves, samples, whose weights the evaluator computes in double, products
 * and sums that the C compiler may contract, sums over loops, which may have another order) floats
 * of any width may lie a 1024th of the larger of 1 and their size apart: the Direct3D 11.3
 * functional specification allows sin and cos an error of 0.0008. */
#include <math.h>

#include "child.h"

/* ---- exactness ---- */

typedef struct Use { bool multiplies, adds, adds_in_turns, rounds_freely; } Use;

static void look_at(Use *use, const IrInstr *instr)
{
    static const bool EXACT[IR_OP_COUNT] = {
        [IR_fadd] = true, [IR_fsub] = true, [IR_fmul] = true, [IR_fneg] = true, [IR_fabs] = true,
        [IR_fmin] = true, [IR_fmax] = true, [IR_fsaturate] = true, [IR_ffloor] = true,
        [IR_fceil] = true, [IR_ftrunc] = true, [IR_fround] = true, [IR_feq] = true, [IR_fne] = true,
        [IR_flt] = true, [IR_fle] = true, [IR_fisnan] = true, [IR_fisinf] = true,
        [IR_fisfinite] = true,
    };
    bool sums = instr->combine == IR_fadd || instr->combine == IR_fmul;
    bool is_sum =
        sums && op_info(instr->op)->domain == DOMAIN_WAVE && op_carries(instr->op, CARRIES_COMBINE);
    bool is_float_op = op_info(instr->op)->domain == DOMAIN_FLOAT;
    use->multiplies |= instr->op == IR_fmul && !instr->precise;
    use->adds |= (instr->op == IR_fadd || instr->op == IR_fsub) && !instr->precise;
    use->adds_in_turns |= instr->op == IR_fadd && !instr->precise && ir_loop_around(instr) != NULL;
    bool is_sample = instr->op == IR_sample || instr->op == IR_sample_compare;
    use->rounds_freely |= is_sum || is_sample || (is_float_op && !EXACT[instr->op]);
}

bool kernel_is_exact(const IrKernel *kernel, const Settings *settings)
{
    Use use = {0};
    bool is_strict = false;
    for (int i = 0; i < settings->options.count; i++)
        is_strict |= strcmp(settings->options.items[i], "--fp=strict") == 0;
    EACH_INSTR (kernel->body, instr)
        look_at(&use, instr);
    return !use.rounds_freely && (is_strict || ((!use.multiplies || !use.adds) && !use.adds_in_turns));
}

/* ---- elements ---- */

static bool is_nothing(DataFormat format, const void *value)
{
    double number = number_to_double(format, value);
    double least = format == FORMAT_FLOAT64 ? 0x1p-1022 : 0x1p-126;
    return format != FORMAT_FLOAT16 && fabs(number) < least;
}

static bool agree(DataFormat format, const void *left, const void *right, bool exact)
{
    if (memcmp(left, right, host_data_format(format)->bytes) == 0)
        return true;
    if (!host_is_float_data(format))
        return false;
    double a = number_to_double(format, left), b = number_to_double(format, right);
    double size = fmax(1, fmax(fabs(a), fabs(b)));
    if ((isnan(a) && isnan(b)) || a == b || (is_nothing(format, left) && is_nothing(format, right)))
        return true;
    return !exact && isfinite(a) && isfinite(b) && fabs(a - b) <= size / 1024;
}

static bool block_agrees(const DataBuffer *buffer, const uint8_t *left, const uint8_t *right,
                         const Compared *compared, Text *why)
{
    uint32_t bytes = host_data_format(buffer->format)->bytes;
    for (size_t i = 0; i < buffer->bytes / bytes; i++) {
        if (agree(buffer->format, left + i * bytes, right + i * bytes, compared->exact))
            continue;
        text_printf(why, "%s element %zu: %s gives ", buffer->name, i, compared->first);
        number_explain(why, buffer->format, left + i * bytes);
        text_printf(why, ", %s ", compared->other);
        number_explain(why, buffer->format, right + i * bytes);
        return false;
    }
    return true;
}

/* ---- buffers ---- */

Snapshot *snapshot_take(Arena *arena, const Description *description)
{
    Snapshot *snapshot = ARENA_NEW(arena, Snapshot);
    for (int i = 0; i < description->buffers.count; i++) {
        const DataBuffer *buffer = description->buffers.items[i];
        for (uint32_t block = 0; block < buffer->array_size; block++) {
            uint8_t *copy = arena_alloc(arena, buffer->bytes + 1);
            memcpy(copy, buffer->blocks[block], buffer->bytes);
            vec_push(arena, &snapshot->blocks, copy);
            vec_push(arena, &snapshot->counters, buffer->counters[block]);
        }
    }
    const Text *printed = &description->printed;
    snapshot->printed = arena_copy_text(arena, description_printed(description), printed->length);
    return snapshot;
}

bool snapshot_agrees(const Snapshot *first, const Description *other, const Compared *compared, Text *why)
{
    int at = 0;
    if (compared->exact && strcmp(first->printed, description_printed(other)) != 0) {
        text_printf(why, "%s prints\n%s%s\n%s", compared->first, first->printed, compared->other,
                    description_printed(other));
        return false;
    }
    for (int i = 0; i < other->buffers.count; i++) {
        const DataBuffer *buffer = other->buffers.items[i];
        for (uint32_t block = 0; block < buffer->array_size; block++, at++) {
            if (!block_agrees(buffer, first->blocks.items[at], buffer->blocks[block], compared, why))
                return false;
            if (first->counters.items[at] != buffer->counters[block]) {
                text_printf(why, "%s: %s counts %u, %s %u", buffer->name, compared->first,
                            first->counters.items[at], compared->other, buffer->counters[block]);
                return false;
            }
        }
    }
    return true;
}
