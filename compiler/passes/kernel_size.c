/* kernel_size: whether C compilers take long for a kernel.
 *
 * Their time grows faster than what they are given, which is each value for each vector of a wave, and each lane's word by
 * itself where lanes go to places that lie apart: a row of each thread's own, sixteen words at a time, is an instruction or
 * two for each of 512 words of a wave of 32, loaded and stored, under a mask and without. */
#include "passes/lane_costs.h"

enum {
    MOST_IDS = 1500,    /* where plans write out the vectors of a wave */
    MOST_VECTORS = 8,   /* of a wave that so many values may have */
    WORD_INSTRUCTIONS = 2 /* of a lane: where it is, and the word */
};

/* Of a lane, that it alone goes to. */
static int64_t words_apart(const IrKernel *kernel)
{
    int64_t words = 0;
    EACH_INSTR (kernel->body, instr)
        if (lanes_lie_apart(instr))
            words += ir_accessed_type(instr).components;
    return words;
}

bool passes_is_large(const IrKernel *kernel, int lanes)
{
    int64_t vectors = kernel->wave_size / lanes, words = words_apart(kernel) * kernel->wave_size;
    int64_t instructions = kernel->next_id * vectors + words * WORD_INSTRUCTIONS;
    return kernel->next_id > MOST_IDS || instructions > MOST_IDS * MOST_VECTORS;
}
