/* What a kernel does besides computing, for whoever hears it: what `print` prints, to be compared with
 * what compiled C does, and how waves come to what --check put in; what of that is a fault, the hearer
 * says. */
#include "ir/evaluate_priv.h"

#include <stdlib.h>

/* ---- prints ---- */

void evaluate_print(Evaluation *evaluation, const IrInstr *instr, const Lanes *active)
{
    if (evaluation->printed == NULL)
        return;
    EACH_LANE (evaluation, active, lane) {
        IrPrinted printed = {.thread = (uint32_t)ir_thread_of_lane(evaluation->kernel, lane),
                             .print = instr->immediate};
        uint32_t *words = ARENA_ARRAY(evaluation->arena, uint32_t, instr->operand_count + 1);
        for (int i = 0; i < instr->operand_count; i++)
            words[i] = (uint32_t)evaluate_operand(evaluation, instr, i, lane);
        printed.words = words;
        memcpy(printed.group, evaluation->group, sizeof printed.group);
        vec_push(evaluation->arena, evaluation->printed, printed);
    }
}

typedef struct Sorted {
    IrPrinted printed;
    int number; /* as it was printed */
} Sorted;

static int compare_threads(const void *left, const void *right)
{
    const Sorted *a = left, *b = right;
    return a->printed.thread != b->printed.thread
             ? (a->printed.thread < b->printed.thread ? -1 : 1)
             : a->number - b->number;
}

void evaluate_sort_printed(Evaluation *evaluation, int first)
{
    int count = evaluation->printed != NULL ? evaluation->printed->count - first : 0;
    if (count < 2)
        return;
    Sorted *sorted = zeroed_new((size_t)count, sizeof *sorted);
    for (int i = 0; i < count; i++)
        sorted[i] = (Sorted){evaluation->printed->items[first + i], i};
    qsort(sorted, (size_t)count, sizeof *sorted, compare_threads);
    for (int i = 0; i < count; i++)
        evaluation->printed->items[first + i] = sorted[i].printed;
    free(sorted);
}

/* ---- checks ---- */

uint64_t ir_eval_operand(const IrEvalCheck *check, int operand, uint32_t lane)
{
    int wave_size = check->evaluation->kernel->wave_size;
    return evaluate_operand(check->evaluation, check->instr, operand,
                            (int)check->wave * wave_size + (int)lane);
}

static void tell_of_wave(Evaluation *evaluation, const IrInstr *instr, const Lanes *active, int wave)
{
    int32_t mask[EVAL_MAX_WAVE];
    int wave_size = evaluation->kernel->wave_size, first = wave * wave_size;
    bool is_any = false;
    for (int lane = 0; lane < wave_size; lane++) {
        bool is_on = first + lane < evaluation->lane_count && active->on[first + lane];
        mask[lane] = -(int32_t)is_on;
        is_any |= is_on;
    }
    if (is_any)
        evaluation->hearer->check(evaluation->hearer->context,
                                  &(IrEvalCheck){instr, evaluation->group, (uint32_t)wave, mask, evaluation});
}

void evaluate_tell(Evaluation *evaluation, const IrInstr *instr, const Lanes *active)
{
    const IrEvalHearer *hearer = evaluation->hearer;
    int wave_size = evaluation->kernel->wave_size;
    if (hearer->check == NULL)
        return;
    if (instr->op == IR_barrier)
        hearer->check(hearer->context, &(IrEvalCheck){instr, evaluation->group, 0, NULL, evaluation});
    for (int wave = 0; instr->op != IR_barrier && wave * wave_size < evaluation->lane_count; wave++)
        tell_of_wave(evaluation, instr, active, wave);
}
