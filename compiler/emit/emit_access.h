/* One memory access taken apart: where it goes, what bounds it, and which way of doing it the shape of its
 * index allows. Between emit_memory.c, which makes one from an instruction, and emit_access.c, which
 * writes the C. */
#ifndef WAVECC_EMIT_ACCESS_H
#define WAVECC_EMIT_ACCESS_H

#include "emit_priv.h"

typedef enum AccessKind { /* in order of preference */
    ACCESS_BROADCAST,  /* one address for the wave */
    ACCESS_COHERENT,   /* memory that other groups read and write meanwhile: each lane by itself */
    ACCESS_CONTIGUOUS, /* consecutive elements: vector loads, interleaved where elements have components */
    ACCESS_ROWS,       /* each piece is contiguous */
    ACCESS_HALVES,     /* each half of a piece is contiguous: rows of 8 threads in 16 lanes */
    ACCESS_COLUMN,     /* texels below each other: one address, stepped by the pitch */
    ACCESS_MIXED,      /* each piece is contiguous but for the order of its lanes: i ^ j */
    ACCESS_TESTED      /* not known: whether a piece is one of the above is tested as it runs */
} AccessKind;

typedef struct Access {
    const IrInstr *instr;
    IrScalar type;          /* of a component, as memory holds it */
    int component_bytes;
    int components;
    const char *base[16];   /* per component: C expression of the address of element 0's */
    int element_bytes;      /* from one element to the next */
    const IrInstr *index;   /* of the element */
    const char *index_scale; /* NULL; else `index` counts bytes already (raw buffers) */
    int alignment;           /* raw buffers: addresses are rounded down to it; else 0 */
    const char *count;      /* elements that exist (raw: bytes that an access may start at, + 1) */
    const char *guard;      /* further C condition that the whole access is inside; NULL: none */
    const IrInstr *row;     /* textures: y, where it is not in `base` and `guard` because it varies */
    const IrInstr *slice;   /* z, likewise */
    const char *row_count, *row_pitch, *slice_count, *slice_pitch;
    const IrInstr *extra;   /* further byte offset that varies (struct_load with a varying offset), or NULL */
    bool inside;            /* proved: no test needed */
} Access;

AccessKind emit_access_kind(const Emitter *emitter, const Access *access);
void emit_load(Emitter *emitter, const Access *access);
void emit_store(Emitter *emitter, const Access *access, const IrInstr *const *values);

/* The row that operand number `operand` names in an array of resources, as an unsigned C scalar. */
const char *emit_row_index(Emitter *emitter, const IrInstr *instr, const IrResource *resource, int operand);

/* ---- large buffers (emit_stream.c) ---- */
/* Before the loads of `bytes` from the address on. */
void emit_fetch_ahead(Emitter *emitter, const Access *access, const char *at, int bytes);
/* C condition that stores of whole pieces pass by the caches; NULL: they never do. */
const char *emit_streams(Emitter *emitter, const Access *access);

#endif
