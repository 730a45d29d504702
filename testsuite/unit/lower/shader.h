/* A shader in a test: text in, IR out, run by the reference evaluator over memory of the test's. */
#ifndef WAVECC_TEST_SHADER_H
#define WAVECC_TEST_SHADER_H

#include "lower/lower.h"
#include "test.h"

enum { SHADER_ROWS = 32 };

typedef struct Shader {
    Arena *arena;
    Sources *sources;
    Diagnostics *diagnostics;
    LowerResult lowered; /* kernel NULL when something was reported */
    IrEvalResource rows[SHADER_ROWS];
} Shader;

/* Preprocessed, parsed, checked and lowered as cs_6_6, HLSL 2021, 16-bit types, entry point main. What
 * comes out is verified. shader_free prints nothing: errors are the test's business. */
Shader shader_lower(const char *source, int wave_size);
void shader_free(Shader *shader);
/* The message of the first error, or "". */
const char *shader_error(const Shader *shader);
char *shader_text(const Shader *shader); /* ir_print; malloc'd */

/* Gives the resource of that name memory. Buffers take `bytes` as many elements as fit. */
void shader_bind(Shader *shader, const char *name, void *data, size_t bytes);
void shader_bind_texture(Shader *shader, const char *name, void *data, uint32_t width, uint32_t height, uint32_t depth);
void shader_bind_counter(Shader *shader, const char *name, uint32_t *counter);
void shader_run(Shader *shader, uint32_t groups); /* fails the test on an error */

/* Runs `body` as main of one thread, in which RWStructuredBuffer<float> f, <int> n and StructuredBuffer
 * <float> x = 0.5, 1, 1.5 ... and <int> k = 1, 2, 3 ... exist (64 elements each; `before` stands before
 * main), and compares the first elements of f or n. */
void expect_floats(const char *before, const char *body, int count, const float *wanted);
void expect_ints(const char *before, const char *body, int count, const int32_t *wanted);
#define EXPECT_FLOATS(before, body, ...)                                                            \
    expect_floats((before), (body), COUNT_OF(((float[]){__VA_ARGS__})), (float[]){__VA_ARGS__})
#define EXPECT_INTS(before, body, ...)                                                              \
    expect_ints((before), (body), COUNT_OF(((int32_t[]){__VA_ARGS__})), (int32_t[]){__VA_ARGS__})

/* The printed kernel of `source` at wave size 4 holds `part`, or does not. */
void expect_text(const char *source, const char *part);
void expect_no_text(const char *source, const char *part);

#endif
