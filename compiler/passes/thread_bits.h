/* thread_bits: values whose bits are bits of a thread's place in its group, and of other values. */
#ifndef WAVECC_THREAD_BITS_H
#define WAVECC_THREAD_BITS_H

#include "passes/passes_priv.h"

enum { PLACE_BITS = 10, VALUE_BITS = 32 };

/* Where a bit comes from: 0 or 1 as `at` says, bit `at` of group_thread_id on an axis, or of the value with
 * that id. */
enum { BIT_OF_CONST = -4, BIT_OF_PLACE = -3 /* + axis */ };
typedef struct ThreadBit {
    int of, at;
} ThreadBit;

/* Of an i32. */
typedef struct ThreadBits {
    ThreadBit bits[VALUE_BITS];
} ThreadBits;

/* The value that has these bits: a mask and a shift for all that are moved alike, and these put together.
 * `values`: by their ids. */
IrInstr *thread_bits_build(IrBuilder *builder, const ThreadBits *bits, IrInstr *const *values);

#endif
