/* One memory access taken apart: where it goes, what bounds it, and which way of doing it the shape of its
 * index allows. emit_memory.c makes one from an instruction; emit_access.c, emit_rows.c and emit_piece.c write
 * the C. */
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

/* Writes the C of an access; loads have no values. */
typedef void AccessWriter(Emitter *emitter, const Access *access, const IrInstr *const *values);

/* ---- what is known of an access (emit_access.c) ---- */
/* Elements whose components lie side by side, in one of the sizes that wcc_lanes.h takes apart. */
bool emit_is_packed(const Access *access);
/* Components that lie in arrays of their own. */
bool emit_is_planes(const Access *access);
/* Four words side by side. */
bool emit_is_quad(const Access *access);
/* Between the indices of neighbours. */
int emit_contiguous_stride(const Access *access);
bool emit_is_uniform_or_none(const Emitter *emitter, const IrInstr *value);
/* Other groups read and write there meanwhile. */
bool emit_is_coherent(const Access *access);

/* `linear` & `uniform`, or |, or ^. Where `linear` starts a piece at a multiple of its length, so does the piece,
 * and its lanes are those of lane & uniform, and so on: each bit of an index depends on that bit alone. */
typedef struct Mix {
    const IrInstr *linear, *uniform;
    const char *operator;
} Mix;

bool emit_find_mix(const Emitter *emitter, const IrInstr *index, Mix *mix);

/* ---- one piece (emit_piece.c) ---- */
typedef struct Body { /* one piece's work: what a kind does */
    const Access *access;
    const IrInstr *const *values; /* stores */
    const char *index;            /* first lane's, for adjacent ones */
    enum { BODY_ADJACENT, BODY_MASKED, BODY_LANES } kind;
    const Access *high;           /* adjacent: NULL; or of the upper half, which lies elsewhere */
    const char *high_index;
} Body;

/* Of a raw address its multiple of the alignment. */
const char *emit_aligned(Emitter *emitter, const Access *access, const char *index);
/* The element of a wave's first lane, or of all lanes. */
const char *emit_scalar_index(Emitter *emitter, const Access *access);
/* Byte address of component `c` of the element that the scalar C expression `index` names. */
const char *emit_address(Emitter *emitter, const Access *access, int c, const char *index);
const char *emit_with_guard(Emitter *emitter, const Access *access, const char *condition);
/* Of the type as it lies in memory; halves widen to floats. */
const char *emit_memory_suffix(const Access *access);
const char *emit_memory_ctype(const Access *access);
const char *emit_from_memory(Emitter *emitter, const Access *access, const char *text, bool vector);
const char *emit_to_memory(Emitter *emitter, const Access *access, const char *text, bool vector);
const char *emit_as_f32(Emitter *emitter, const IrInstr *value);
/* Inside a loop over the pieces, and with that loop. */
void emit_body(Emitter *emitter, const Body *body);
void emit_body_in_pieces(Emitter *emitter, const Body *body);
bool emit_store_is_masked(const Emitter *emitter, const Body *body);

/* ---- piece by piece (emit_rows.c) ---- */
AccessWriter emit_access_coherent, emit_access_rows, emit_access_halves, emit_access_column, emit_access_mixed, emit_access_tested;

/* ---- large buffers (emit_stream.c) ---- */
/* Before the loads of `bytes` from the address on. */
void emit_fetch_ahead(Emitter *emitter, const Access *access, const char *at, int bytes);
/* C condition that stores of whole pieces pass by the caches; NULL: they never do. */
const char *emit_streams(Emitter *emitter, const Access *access);

#endif
