/* shapes: what the uniformity pass knows of a value, and arithmetic on it. */
#ifndef WAVECC_PASSES_SHAPES_H
#define WAVECC_PASSES_SHAPES_H

#include "ir/ir.h"

/* Level and shape as in IrInstr, and how many low bits are known to be zero in the first value of
 * each row, at most the width less one. Uniform values have one row of W lanes with stride 0. Of a
 * value not seen yet (around a loop) the length is 0. */
typedef struct Fact {
    IrLevel level;
    IrShape shape;
    int zeros;
} Fact;

enum { ALL_ZEROS = 64 };

static inline bool fact_is_seen(const Fact *fact) { return fact->shape.length != 0; }
static inline bool fact_is_uniform(const Fact *fact) { return fact->level < LEVEL_VARYING; }
/* The same in all lanes of each row. */
static inline bool fact_is_flat(const Fact *fact) { return fact->shape.stride == 0; }
static inline int zeros_of(uint64_t bits) { return bits ? __builtin_ctzll(bits) : ALL_ZEROS; }

Fact fact_uniform(const IrKernel *kernel, IrLevel level, int zeros);
Fact fact_varying(void);
/* Varying in rows; uniform after all where a row is a wave and does not step. */
Fact fact_rows(const IrKernel *kernel, int length, int64_t stride, int zeros);
/* Cut into rows of at most `length`. */
Fact fact_cut(Fact fact, int length);
/* Two facts of which one holds, and lanes of a wave agree on which. */
Fact fact_join(Fact left, Fact right);
/* left + factor * right. */
Fact fact_add(const IrKernel *kernel, Fact left, Fact right, int factor);
Fact fact_scale(const IrKernel *kernel, Fact fact, int64_t factor);
/* The product of values of which nothing but the facts is known. */
Fact fact_multiply(const IrKernel *kernel, Fact left, Fact right);
/* value / divisor, value % divisor, unsigned, for a constant divisor. */
Fact fact_divide(const IrKernel *kernel, Fact fact, uint64_t divisor);
Fact fact_remainder(const IrKernel *kernel, Fact fact, uint64_t divisor);
/* value with its low `bits` bits cleared. */
Fact fact_clear_low(const IrKernel *kernel, Fact fact, int bits);
/* stepping | flat, stepping ^ flat: steps on where flat has zeros. */
Fact fact_set_high(const IrKernel *kernel, Fact stepping, Fact flat);
/* Sign-extended: only what cannot reach the sign keeps its steps. */
Fact fact_extend(const IrKernel *kernel, Fact fact, int from_bits);
/* value < bound or not: the same in rows that do not reach over a multiple of 2^bound_zeros, which
 * the bound is in all lanes of a row. */
Fact fact_compare(const IrKernel *kernel, Fact fact, Fact bound, int bound_zeros);
/* A pure function of `fact`s: `level` the highest, rows where all are flat. */
Fact fact_of_flat(const IrKernel *kernel, IrLevel level, int length);
/* The length of the rows in which the value does not step; 1 at worst. */
int fact_flat_length(const Fact *fact);

#endif
