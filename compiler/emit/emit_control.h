/* Masks, frames and jumps: between emit_jump.c, which has them, and emit_control.c, which writes the constructs. */
#ifndef WAVECC_EMIT_CONTROL_H
#define WAVECC_EMIT_CONTROL_H

#include "emit_priv.h"

/* ---- masks ---- */
/* Declares a mask; its lanes are set next, by text that follows "m3[p] " for each piece. */
int emit_new_mask(Emitter *emitter);
int emit_new_version(Emitter *emitter);
void emit_set_mask(Emitter *emitter, int mask, const char *format, ...) PRINTF_LIKE(3, 4);
/* A new variable with the lanes active now; with none. */
int emit_copy_mask(Emitter *emitter);
int emit_empty_mask(Emitter *emitter);
/* C condition. */
const char *emit_any_lane(Emitter *emitter, int mask);

/* ---- which lanes a jump takes ---- */
typedef struct JumpSearch {
    const Emitter *emitter;
    const IrInstr *construct;
    bool partial;  /* some jump takes only some lanes */
    bool beyond;   /* some jump leaves further out than the construct */
    int continues; /* to the construct */
} JumpSearch;

bool emit_is_divergent_if(const Emitter *emitter, const IrInstr *instr);
JumpSearch emit_search_jumps(const Emitter *emitter, const IrInstr *construct);
/* Does `jump`, somewhere inside `construct`, take only some of its lanes? */
bool emit_is_partial_jump(const Emitter *emitter, const IrInstr *construct, const IrInstr *jump);
/* Does `jump`, inside `construct`, end its stay in the current turn of `construct`? */
bool emit_leaves_turn(const IrInstr *construct, const IrInstr *jump);

/* ---- frames ---- */
Frame *emit_frame_of(Emitter *emitter, const IrInstr *construct);
Frame *emit_wave_frame(Emitter *emitter);
bool emit_takes_whole_frame(const Emitter *emitter, const Frame *frame);
void emit_label(Emitter *emitter, const char *kind, const IrInstr *construct);
/* No lane is left in the current region: go to its end, or out of a loop whose lanes have all left. */
void emit_leave_if_empty(Emitter *emitter);

/* ---- jumps ---- */
/* `yield_mask`: the lanes a yield writes its results for; 0: all, since nothing was written before or the
 * other branch writes its lanes later. */
void emit_jump(Emitter *emitter, const IrInstr *jump, int yield_mask);

#endif
