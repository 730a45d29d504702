/* What `print` prints, for whoever compares it with what compiled C does. */
#include "ir/evaluate_priv.h"

#include <stdlib.h>

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
