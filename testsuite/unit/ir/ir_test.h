/* What the tests of the IR share: kernels from text, and running them on arrays of u32. */
#ifndef WAVECC_IR_TEST_H
#define WAVECC_IR_TEST_H

#include "ir/ir.h"
#include "test.h"

/* Fails the test if the text cannot be read. */
IrKernel *read_kernel(Arena *arena, const char *text);
/* `header line` + body, where the body gets %0..%2 = constants 0, 1, 2 and $Out, a struct uav of stride 4.
 *     numthreads(n, 1, 1), wave W */
IrKernel *read_body(Arena *arena, int threads, int wave_size, const char *body);
/* malloc'd text; free it. */
char *print_kernel(const IrKernel *kernel);
/* In text order; fails the test where there is none. */
IrInstr *first_of(const IrKernel *kernel, IrOp op);

/* The text has this body; it verifies and runs in one group, and $Out then holds `expected`. */
void expect_out(int threads, int wave_size, const char *body, const uint32_t *expected, int count);
/* As that, but the run must fail with a message that contains `message`. */
void expect_fault(int threads, int wave_size, const char *body, const char *message);
/* The text as it stands verifies and prints again as it is. */
void expect_identity(const char *text);
/* The kernel read from text is refused with a message that contains `message`. */
void expect_complaint(const char *body, const char *message);

#define EXPECT_OUT(threads, wave_size, body, ...)                                                   \
    expect_out((threads), (wave_size), (body), (const uint32_t[]){__VA_ARGS__}, COUNT_OF(((const uint32_t[]){__VA_ARGS__})))

#endif
