/* thread_steps: what a bit of a thread's number adds to values. */
#ifndef WAVECC_THREAD_STEPS_H
#define WAVECC_THREAD_STEPS_H

#include "passes/thread_bits.h"

#define THREAD_STEP_UNKNOWN INT64_MIN

/* By bits of SV_GroupIndex: what a value grows by where that bit is 1 instead of 0, whatever the others
 * are. */
typedef struct ThreadSteps {
    int64_t of[PLACE_BITS];
    bool is_scaled;   /* by a number that all threads share */
    uint64_t *values; /* of each thread, where its number alone says them; else NULL */
} ThreadSteps;

/* Of all values by their ids, in groups whose threads are a row of a power of two. Good for guesses: as if no
 * lane met a bound, what is shifted out was zero, and what is put together was of other bits. Needs: uniformity. */
const ThreadSteps *thread_steps_find(Arena *scratch, const IrKernel *kernel);
ThreadSteps thread_steps_of(const ThreadSteps *all, const IrInstr *value);

#endif
