/* Where an atomic operation of lanes goes, and what it does there: between emit_atomic.c, which has a writer for each
 * kind, and emit_by_cells.c, that of lanes that share cells. */
#ifndef WAVECC_EMIT_ATOMIC_H
#define WAVECC_EMIT_ATOMIC_H

#include "emit_priv.h"

enum { MOST_COORDINATES = 3 };

/* C expressions of the address of a cell, and the test that it is inside. */
typedef struct Cell {
    const char *address, *inside;
} Cell;

/* C expressions of the cells of a piece's lanes: bytes from `base`, and a mask. */
typedef struct Cells {
    const char *base, *offset, *inside;
} Cells;

/* Floats are only moved and compared, by their bits. */
static inline IrScalar emit_bits_type(IrScalar type) { return type == IR_F32 ? IR_I32 : type; }

/* `at`: C expressions of the coordinates. */
Cell emit_atomic_cell(Emitter *emitter, const IrInstr *atomic, const char *const *at);
/* Declares the coordinates of piece p, which the expressions read. */
Cells emit_atomic_cells(Emitter *emitter, const IrInstr *atomic);
/* C expression of what cells hold behind the operation, of the vectors `old` and `value`. */
const char *emit_changed(Emitter *emitter, const IrInstr *atomic);
/* "is_alone && " where another worker's group may come between. */
const char *emit_only_alone(const IrInstr *atomic);
/* Lane by lane: of the vectors `offset` and `value` those that have a bit in `on`. */
void emit_update_lanes(Emitter *emitter, const IrInstr *atomic, const char *base);
EmitOperation emit_by_cells;

#endif
