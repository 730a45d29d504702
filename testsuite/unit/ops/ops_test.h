/* What the tests of op_fold share: rows of operands and what must come out. */
#ifndef WAVECC_OPS_TEST_H
#define WAVECC_OPS_TEST_H

#include "ops/ops.h"
#include "test.h"

#include <string.h>

typedef struct FoldCase {
    IrOp op;
    IrScalar type, result; /* of the operands, of the result */
    uint64_t operands[4], expected;
} FoldCase;

static inline uint64_t bits_of_float(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline uint64_t bits_of_double(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline void expect_folds(const FoldCase *cases, int count)
{
    for (int i = 0; i < count; i++) {
        uint64_t result = 0;
        if (!op_fold(cases[i].op, cases[i].type, cases[i].result, cases[i].operands, &result))
            fail_msg("case %d: %s does not fold", i, op_info(cases[i].op)->name);
        if (result != cases[i].expected)
            fail_msg("case %d: %s gives 0x%llx, not 0x%llx", i, op_info(cases[i].op)->name, (unsigned long long)result,
                     (unsigned long long)cases[i].expected);
    }
}

#define EXPECT_FOLDS(...)                                                                           \
    expect_folds((const FoldCase[]){__VA_ARGS__}, (int)(sizeof((const FoldCase[]){__VA_ARGS__}) / sizeof(FoldCase)))

#endif
