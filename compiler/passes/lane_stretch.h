/* lane_stretch: what one lane does before the next one does it, in pass lanes_in_turn. */
#ifndef WAVECC_LANE_STRETCH_H
#define WAVECC_LANE_STRETCH_H

#include "passes/passes_priv.h"

/* Instructions that follow one another in a region. */
typedef struct Stretch {
    IrInstr *first, *last;
} Stretch;

/* The element that an access goes to; NULL: it goes to none. */
IrInstr *stretch_index_of(const IrInstr *access);
/* Its lanes go where no shape tells. */
bool stretch_is_scattered(const IrInstr *access);

/* How many operations on integers, which take a scalar no longer than a load of what a vector left,
 * compute the value of what lanes share, what steps over the wave and what is there for each lane;
 * more than `most`: too many, or it is made of something else. */
typedef bool StretchIsThere(const IrKernel *kernel, const IrInstr *value);
int stretch_operations_to_redo(const IrKernel *kernel, const IrInstr *value, int most,
                               StretchIsThere *is_there);
/* The value computed again, where the builder stands, by those operations from what is none of them.
 * `copies` has those that are there. */
IrInstr *stretch_redo(IrBuilder *builder, IrReplacements *copies, IrInstr *value);

/* Those operations, what several values have in common once, and the values that they begin with, which
 * vary and are none of them. */
typedef struct StretchSources {
    VEC(const IrInstr *) operations, sources;
} StretchSources;
void stretch_add_sources(Arena *arena, StretchSources *sources, const IrInstr *value);

/* What goes to a variable or a resource. */
typedef struct StretchAccess {
    const void *memory;
    int64_t place; /* in the text */
    IrInstr *instr;
    bool is_used; /* what an atomic gives */
} StretchAccess;

/* Where all is in the kernel's text. Stretches go by it. */
typedef struct StretchPlaces {
    const IrKernel *kernel;
    bool are_known; /* until the kernel changes */
    VEC(StretchAccess) accesses; /* by memory, and there by place */
} StretchPlaces;

/* Each instruction's mark becomes its place in the text, where these are not known. */
void stretch_number(const PassContext *context, StretchPlaces *places);
/* A swap whose turns try for another value or elsewhere, until one of them finds what it expects. */
bool stretch_retries(const IrKernel *kernel, const IrInstr *atomic);
/* A private array of which each lane has another. */
bool stretch_is_own_array(const IrVariable *variable);
bool stretch_uses_own_array(const IrInstr *loop); /* some */
/* Such arrays that the loop has in common with the other side of a branch alone become its side's own: were there any?
 * (side_arrays.c) */
bool stretch_part_arrays(IrKernel *kernel, const IrInstr *loop);

/* The shortest stretch around the loop that has all uses of the lanes' own arrays that are used in
 * it. False: it does not end in the wave, or holds what must not run in turn. */
bool stretch_around(StretchPlaces *places, IrInstr *loop, Stretch *stretch);
/* Those of one region. False: they hold what must not run in turn. */
bool stretch_between(StretchPlaces *places, IrInstr *first, IrInstr *last, Stretch *stretch);
/* All of a region, but for its jump; nothing of it is done before for all lanes at once. False: there
 * is nothing, or it holds what must not run in turn. */
bool stretch_of_region(StretchPlaces *places, const IrRegion *region, Stretch *stretch);
/* Runs in a lane_loop. */
void stretch_run_in_turn(PassContext *context, Stretch stretch);

#endif
