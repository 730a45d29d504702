/* control: which threads are together at a point of the kernel, and why not all. Shared by uniformity,
 * check_barriers and check_waves; the theory is in uniformity.c. */
#ifndef WAVECC_PASSES_CONTROL_H
#define WAVECC_PASSES_CONTROL_H

#include "passes/passes_priv.h"

/* An open construct of the walk. */
typedef struct Frame {
    struct Frame *outer;
    Construct *construct;
    Parting branch; /* an if: by its condition */
    Parting gone;   /* threads that left for the construct's end, or a loop's next turn */
} Frame;

typedef struct Control {
    Frame *innermost;
    Parting retired; /* threads that returned */
    bool changed;    /* a Construct's parting grew since this was last set to false */
} Control;

/* The less uniform one; the first where they are alike. */
Parting parting_join(Parting left, Parting right);
void control_enter(Control *control, Frame *frame, IrInstr *construct);
void control_leave(Control *control);
/* A jump of the region being walked: records who leaves for where. */
void control_jump(Control *control, const IrInstr *jump);
/* How far the threads of the group that have not returned are from being all here together. */
Parting control_here(const Control *control);
/* The same, with those counted that returned. */
Parting control_here_or_retired(const Control *control);
/* How far threads that arrive together at a construct's results, a loop's next turn, come from different
 * edges or turns. */
Parting control_exit(const Construct *construct);
Parting control_turn(const Construct *construct);

/* Visits every instruction in text order, with `control` at it, once it is known how threads leave the loops. */
typedef void ControlVisit(void *context, const Control *control, const IrInstr *instr);
void control_walk(const IrRegion *body, ControlVisit *visit, void *context);

#endif
