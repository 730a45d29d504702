/* evaluate_priv: the reference evaluator's state, shared by its parts. */
#ifndef WAVECC_IR_EVALUATE_PRIV_H
#define WAVECC_IR_EVALUATE_PRIV_H

#include "ir/ir_priv.h"

enum { EVAL_MAX_LANES = 1024, EVAL_MAX_WAVE = 1024 };

/* Lanes of the group: lane % W of wave lane / W. Those without a thread are never on. */
typedef struct Lanes {
    bool on[EVAL_MAX_LANES];
} Lanes;

typedef struct Evaluation {
    Arena *arena;    /* of the message */
    Arena *scratch;
    const IrKernel *kernel;
    IrEvalResource *resources;
    uint32_t group[3];
    int lane_count;
    uint64_t **values;  /* by id, then [component * lane_count + lane] */
    /* by variable: [(thread * count + element) * components + component]; groupshared: thread 0 */
    uint64_t **memory;
    Lanes returned, gone; /* gone: in any stretch, for good; nobody asks what they have in the next one */
    /* by a construct's id: lanes that took a break, a continue since it began */
    Lanes **left, **again;
    bool is_waved;      /* the kernel has wave_loops: what is outside is done once for the group */
    bool in_wave_loop;
    IrPrintedList *printed; /* NULL: nobody looks */
    const IrEvalHearer *hearer;
    uint64_t steps;
    const char *error;  /* the first; everything stops then */
} Evaluation;

#define EACH_LANE(evaluation, lanes, lane)                                                         \
    for (int lane = 0; lane < (evaluation)->lane_count; lane++)                                    \
        if ((lanes)->on[lane])

/* "group (0, 0, 0): MESSAGE: the instruction as text". */
void evaluate_fail(Evaluation *evaluation, const IrInstr *instr, const char *format, ...)
    PRINTF_LIKE(3, 4);

/* Room for what `instr` has in all lanes. */
uint64_t *evaluate_new_values(Evaluation *evaluation, const IrInstr *instr);

/* Where the value of `instr` in `lane` is kept; those of the lanes behind it follow. */
static inline uint64_t *evaluate_value(Evaluation *evaluation, const IrInstr *instr, int lane, int component)
{
    uint64_t *values = evaluation->values[instr->id];
    if (values == NULL)
        values = evaluate_new_values(evaluation, instr);
    return values + component * evaluation->lane_count + lane;
}

uint64_t evaluate_operand(Evaluation *evaluation, const IrInstr *instr, int operand, int lane);
uint64_t evaluate_flushed(IrScalar type, uint64_t bits); /* a denormal f32 as a zero of its sign */

/* ---- evaluate_heard.c ---- */

void evaluate_print(Evaluation *evaluation, const IrInstr *instr, const Lanes *active);
/* By thread, those from `first` on, which a group printed. */
void evaluate_sort_printed(Evaluation *evaluation, int first);

/* Tells of what --check put in, and of barriers. */
void evaluate_tell(Evaluation *evaluation, const IrInstr *instr, const Lanes *active);

/* Loads, stores, atomics, counters and size queries, in lane order. */
void evaluate_memory(Evaluation *evaluation, const IrInstr *instr, const Lanes *active);
void evaluate_clear_variables(Evaluation *evaluation);
/* ---- evaluate_texture.c: textures through samplers ---- */

typedef struct Sampling {
    const IrEvalResource *texture;
    const IrEvalSampler *sampler;
    const IrResource *declaration;
} Sampling;

/* x y z slice; an offset in texels. */
typedef struct SamplePlace {
    float at[4];
    int32_t by[3];
} SamplePlace;

/* The texel's components as bits; with a reference the first is the float of what passed. */
void evaluate_sample(const Sampling *sampling, const SamplePlace *place, float level, float least,
                     const float *reference, uint64_t out[4]);
void evaluate_gather(const Sampling *sampling, const SamplePlace *place, int component,
                     const float *reference, uint64_t out[4]);
float evaluate_sample_level(const Sampling *sampling, const float at[3], const float along_x[3],
                            const float along_y[3], OpDetail kind);

/* Wave and quad operations, for each wave from its active lanes. */
void evaluate_wave_op(Evaluation *evaluation, const IrInstr *instr, const Lanes *active);
/* Holds a value against its claimed level and shape, in the lanes that have just computed it. */
void evaluate_check_claims(Evaluation *evaluation, const IrInstr *instr, const Lanes *active);
/* And against its claimed range; an access's operands against theirs (evaluate_ranges.c). */
void evaluate_check_range(Evaluation *evaluation, const IrInstr *instr, const Lanes *active);
void evaluate_check_operand_ranges(Evaluation *evaluation, const IrInstr *instr,
                                   const Lanes *active);

#endif
