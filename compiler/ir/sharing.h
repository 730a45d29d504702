/* sharing: whether the groups of a dispatch can be shared out over machines, each with memory of
 * its own, how each resource is then merged (sharing.def), and what a share of the groups touches
 * (IrReach). A fact of a kernel, found by passes_find_sharing; report prints it, emit puts it into
 * the module's table. */
#ifndef WAVECC_IR_SHARING_H
#define WAVECC_IR_SHARING_H

#include "ir/ir.h"

typedef enum IrMerge {
#define MERGE(name, words, text) MERGE_##name,
#include "ir/sharing.def"
    MERGE_COUNT
} IrMerge;

typedef struct IrMergeInfo {
    const char *name, *words; /* "SUM", "sum" */
} IrMergeInfo;
const IrMergeInfo *ir_merge_info(IrMerge merge);

/* Group g (on `axis`) touches the elements from step * g + low to step * g + high; step 0: all
 * groups touch those from low to high. Modulo 2^32, as addresses are. */
typedef struct IrSlice {
    int axis; /* 0..2 */
    uint32_t step;
    int64_t low, high;
} IrSlice;

/* Where high - low < step the groups on that axis touch no element of each other. */
static inline bool ir_slice_is_apart(const IrSlice *slice)
{
    return slice->step > 0 && slice->high - slice->low < (int64_t)slice->step;
}

enum { IR_SLICE_AXES = 3 };

typedef struct IrShare {
    const IrResource *resource; /* NULL: what the kernel does besides */
    /* Each group touches a part of its own, along x, y and z of the texture, or elements of the
     * buffer (bytes of a raw one): where no two groups of a dispatch share one, that alone is
     * merged. */
    bool is_sliced;
    bool may_part; /* it may be so in a dispatch, by its IrReaches and what the host has set */
    IrSlice slices[IR_SLICE_AXES];
    IrMerge merge; /* where they do, or it is not sliced */
    int bytes;     /* of the numbers that are merged, from MERGE_SUM to MERGE_OR */
    bool locks;    /* groups see what others do to it by atomic operations or its counter */
    const char *why; /* MERGE_NONE: and where */
    SourcePos pos;
} IrShare;

/* ---- what an access reaches ---- */

typedef enum IrTermKind {
#define TERM(name, operation, text) TERM_##name,
#include "ir/term.def"
    TERM_COUNT
} IrTermKind;
const char *ir_term_name(IrTermKind kind);

/* A step on the way to where an access lies, from the numbers of the groups, constants that the
 * host has set and sizes that it has bound: hosts compute it with bounds in place of numbers, to
 * know what a share of the groups touches before they run. i32, modulo 2^32. */
typedef struct IrTerm {
    IrTermKind kind;
    int a, b; /* earlier terms, where the kind has such; else as term.def says */
    int64_t low, high;
} IrTerm;

/* What some accesses touch of a resource: elements or texels, by terms of IrSharing. */
typedef struct IrReach {
    const IrResource *resource;
    bool reads, writes;
    int at[IR_SLICE_AXES]; /* a term each; TERM_ALL: nothing is known on that axis, or it has none */
    int bytes; /* raw buffers: `at` is an address, of so many bytes from the word that it is in */
} IrReach;

enum { TERM_ALL = -1 };

static inline bool ir_merge_is_update(IrMerge merge) { return merge >= MERGE_SUM && merge <= MERGE_OR; }

typedef struct IrSharing {
    VEC(IrShare) shares; /* of the kernel's resources in their order; then of itself, if need be */
    VEC(IrTerm) terms;
    VEC(IrReach) reaches; /* of all accesses to memory of resources */
} IrSharing;

#endif
