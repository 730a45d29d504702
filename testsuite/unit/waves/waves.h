/* Wave operations, crossed: every operation x type x control shape x wave size.
 *
 * One kernel for each control shape and wave size runs all operations where the shape puts them and stores
 * what each lane gets:
 *
 *     which = In[thread].which                        the shape (shapes.c):  loop { if (i == which % 3) break; BODY; i++ }
 *     a, b, ... = In[thread].values                   BODY (operations.c):   Out[0][thread] = wave_reduce iadd a
 *                                                                            Out[1][thread] = wave_prefix iadd a  ...
 *
 * A lane that runs BODY several times keeps its last results. The model (model.c) knows nothing of the IR:
 * it has each operation's meaning in plain C, and each shape's as "does this thread run BODY in turn k". */
#ifndef WAVECC_TEST_WAVES_H
#define WAVECC_TEST_WAVES_H

#include "ir/ir.h"

enum { WAVES_PER_GROUP = 3, MOST_THREADS = WAVES_PER_GROUP * 128, MOST_CASES = 512, MOST_WORDS = 4 };

/* ---- what a thread reads ---- */

/* The words of a thread's input: for each scalar type a number to calculate with and one to move around
 * (with NaN and -0), then what control flow and some operations want. */
enum {
    INPUT_NUMBERS = 0,                                  /* + 2 * type */
    INPUT_SPECIALS = INPUT_NUMBERS + 2 * IR_SCALAR_COUNT,
    INPUT_WHICH = INPUT_SPECIALS + 2 * IR_SCALAR_COUNT, /* control flow depends on it */
    INPUT_LANE,                                         /* -1 .. W + 1 */
    INPUT_MASK,                                         /* 4 words */
    INPUT_WORDS = INPUT_MASK + 4
};

typedef struct Input { uint32_t words[INPUT_WORDS]; } Input;

/* Wave 0: values that differ; wave 1: the same everywhere; wave 2: differ, and masks that are no partition. */
void waves_fill_input(Input *inputs, int wave_size);

/* ---- operations ---- */

/* The active lanes of one wave, for a model. */
typedef struct ModelWave {
    int size, count;
    int lanes[128];       /* the active ones, ascending */
    bool active[128];
    int index;            /* of the wave */
    int threads[128];     /* SV_GroupIndex of the active ones */
    const Input *inputs[128];
} ModelWave;

typedef struct Operation Operation;

typedef struct WaveCase { /* an operation on a type */
    const Operation *operation;
    IrScalar type;
    int slot;  /* of its first word in Out */
    int words;
} WaveCase;

typedef struct WaveCases {
    WaveCase items[MOST_CASES];
    int count, slots;
} WaveCases;

/* Words that the active lane `lane` gets. */
typedef void Model(const WaveCase *test, const ModelWave *wave, int lane, uint32_t *words);
Model model_reduce, model_prefix, model_multi_prefix, model_any, model_all, model_ballot, model_count, model_prefix_count,
      model_all_equal, model_is_first, model_read_first, model_read_lane, model_match, model_quad_read;

typedef enum Variant { VARIANT_VARYING, VARIANT_CONSTANT, VARIANT_WAVE } Variant; /* of a lane operand */

struct Operation { /* a row of the table */
    IrOp op, combine;
    const char *types;    /* a letter each: b i1, s i16, i i32, l i64, h f16, f f32, d f64 */
    int immediate;        /* quad_read */
    Variant variant;      /* read_lane, quad_read */
    Model *model;
};

/* Those with index % `parts` == `part` of all cases. */
WaveCases waves_cases(int part, int parts);
/* "wave_reduce iadd i32" */
const char *waves_case_text(Arena *arena, const WaveCase *test);

/* ---- kernels ---- */

typedef struct WavesBuild {
    IrKernel *kernel;
    IrBuilder builder;
    const WaveCases *cases;
    IrResource *in, *out;
    IrInstr *thread, *which;
    IrInstr *inputs[INPUT_WORDS];
    IrInstr *numbers[IR_SCALAR_COUNT], *specials[IR_SCALAR_COUNT];
} WavesBuild;

/* Appends every operation and the stores of its results. */
void waves_build_body(WavesBuild *build);

typedef struct ControlShape {
    const char *name;
    void (*build)(WavesBuild *build);
    bool (*runs)(uint32_t which, int lane, int wave_size, int turn);
    int turns;
    bool is_partial; /* the last wave is not full */
} ControlShape;

extern const ControlShape WAVES_SHAPES[];
extern const int WAVES_SHAPE_COUNT;

int waves_thread_count(const ControlShape *shape, int wave_size);
/* In the order of lanes given, which is linear where `order` is all zero; then the group is two threads high. */
IrKernel *waves_kernel(Arena *arena, Name name, const ControlShape *shape, const WaveCases *cases, int wave_size, IrLaneOrder order);

#endif
