/* control: which threads are together at a point of the kernel, and why not all. Shared by
 * uniformity, check_barriers and check_waves; the theory is in uniformity.c. */
#ifndef WAVECC_PASSES_CONTROL_H
#define WAVECC_PASSES_CONTROL_H

#include "passes/passes_priv.h"

/* A walk in text order. */
typedef struct Control {
    Construct *innermost; /* that the walk is in */
    Parting retired;      /* threads that returned */
    bool changed;         /* a Construct's parting grew since this was last set to false */
} Control;

/* The less uniform one; the first where they are alike. */
Parting parting_join(Parting left, Parting right);
void control_enter(Control *control, const IrInstr *construct);
void control_leave(Control *control);
/* A jump of the region being walked: records who leaves for where. */
void control_jump(Control *control, const IrInstr *jump);
/* How far the threads of the group that have not returned are from being all here together. */
Parting control_here(const Control *control);
/* Of those that are in `construct` together; NULL: of the group. */
Parting control_here_in(const Control *control, const IrInstr *construct);
/* The same, with those counted that returned. */
Parting control_here_or_retired(const Control *control);
/* How far threads that arrive together at a construct's results, a loop's next turn, come from
 * different edges or turns. */
Parting control_exit(const Construct *construct);
Parting control_turn(const Construct *construct);

/* For those that only look: at the start, once it is known how threads leave the loops. */
Control control_at_start(const IrRegion *body);
/* Goes on to `instr`: to be called for each instruction in text order. */
void control_reach(Control *control, const IrInstr *instr);

#endif
