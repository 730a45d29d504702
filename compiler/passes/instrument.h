/* The parts of the pass instrument: each makes instructions of one kind of what --check asks,
 * or of --coverage. */
#ifndef PASSES_INSTRUMENT_H
#define PASSES_INSTRUMENT_H

#include "passes/passes_priv.h"

/* Operands of an access to a texture: behind the row come x, y and z, or the slice in z's place,
 * whatever the dimensions. */
enum { FIRST_COORDINATE = 1, SLICE_COORDINATE = 3 };

/* touches.c: before each access to groupshared memory and to writable resources an instruction that
 * tells which cells it touches. Whether there was one. */
bool instrument_touches(PassContext *context);
/* unset.c: before each read of a local variable a test whether it was written. */
bool instrument_unset(PassContext *context);
/* cover.c: points of --coverage are joined where they can be; barriers and wave operations become
 * some. Whether there was one. */
bool instrument_points(PassContext *context);

#endif
