/* programs: HLSL programs at random, with what they compute worked out by an interpreter of their
 * own, which shares nothing with the compiler.
 *
 *     generate (a typed tree) -> print (HLSL) -> the front end -> ir_evaluate
 *                             -> interpret -----------------------------------> compare
 *
 * A program is a function of its seed: structs with bases, methods and operators, templates,
 * namespaces, overloads, default arguments, in, out and inout parameters, vectors, matrices,
 * arrays, swizzles, integers of 16, 32 and 64 bits, implicit conversions, all statements; wave
 * operations under any control flow, values that change hands at barriers, atomics that meet in any
 * order, cbuffers, reads of buffers and textures inside and outside. Each thread reads a few numbers
 * of `source` and stores a hash of every variable to `sink`. */
#ifndef WAVECC_PROGRAMS_H
#define WAVECC_PROGRAMS_H

#include "base/base.h"

enum { THREADS = 32, SOURCE_COUNT = 64, MOST_SINKS = 24, CELL_COUNT = 32, CONSTANT_BYTES = 4096 };

typedef struct Program Program;
/* About `size` statements in main. */
Program *random_program_new(Arena *arena, uint32_t seed, int size);
void random_program_drop(Program *program);
const char *random_program_text(const Program *program);
const char *random_program_sink(const Program *program, int index); /* the variable's name */
/* The bytes of its cbuffer; how many there are. */
int random_program_constants(const Program *program, uint8_t bytes[CONSTANT_BYTES]);

typedef struct ProgramInput {
    int32_t source[SOURCE_COUNT];
    uint32_t cells[CELL_COUNT];
    int wave_size;
} ProgramInput;
/* The first lines that a thread prints; what does not fit ends it. */
typedef struct ProgramPrints {
    char text[1024];
    int length;
    bool is_full;
} ProgramPrints;
void add_program_print(ProgramPrints *prints, const char *name, int value);

typedef struct ProgramResult {
    ProgramPrints prints[THREADS];
    uint32_t sinks[THREADS * MOST_SINKS]; /* the hashes that each thread stores, one for each sink */
    uint32_t cells[CELL_COUNT];           /* behind all that threads do to them, in any order */
} ProgramResult;
/* The input's words as resources of several shapes; `bytes` last. Beyond their ends are zeros. */
typedef enum Fetch {
    FETCH_SOURCE, FETCH_QUADS, FETCH_TEXELS, FETCH_LAYERS, FETCH_VOLUME, FETCH_BYTES, FETCH_COUNT
} Fetch;

typedef struct FetchRow {
    const char *name, *type;
    int components, dimensions;
    uint32_t size[3]; /* width, height, depth or layers */
} FetchRow;
extern const FetchRow FETCHES[FETCH_COUNT];
/* What the seed has it run on. */
void random_program_input(uint32_t seed, ProgramInput *input);
/* False: it has too many turns to be interpreted. */
bool random_program_interpret(Program *program, const ProgramInput *input, ProgramResult *result);

/* NULL, or what is wrong: the program is refused, faults, or stores other hashes or prints otherwise as it was lowered
 * or behind all passes. At a wave size that the seed picks. */
const char *random_program_judge(Arena *arena, Program *program, uint32_t seed);

#endif
