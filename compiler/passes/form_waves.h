/* The two halves of form_waves: cutting into stretches (form_waves.c) and carrying values between
 * them (form_waves_values.c). */
#ifndef WAVECC_PASSES_FORM_WAVES_H
#define WAVECC_PASSES_FORM_WAVES_H

#include "passes/passes_priv.h"

/* Must `construct` stand at group level? It contains a barrier or a loop that waves go through
 * together, is one, or contains a break or continue of a construct around it (which stands at group
 * level itself where this is asked). */
bool form_waves_is_group_construct(const IrInstr *construct);
/* Of all lanes that are on. */
void form_waves_store_flag(IrBuilder builder, IrVariable *flag, bool value);
/* Do lanes or waves leave `loop` in different turns, or a scope in different places, as far as the
 * levels of conditions tell? */
bool form_waves_leaves_apart(const IrInstr *loop);
/* Loops and scopes that contain barriers and whose lanes or waves leave apart: their breaks become
 * a flag per thread; a loop runs until no thread of the group is left in it. */
void form_waves_flag_exits(PassContext *context);
/* Parameters and results of constructs that contain barriers, unless of level `group`, become
 * IR_WAVE_VALUE variables: stored on every edge, loaded at the body's start or behind the
 * construct. */
void form_waves_demote(PassContext *context);
/* A variable for `value`, stores before `place`, and parameter or result number `position` made
 * such one. */
IrVariable *form_waves_keep_variable(IrKernel *kernel, const IrInstr *value);
void form_waves_store_before(IrKernel *kernel, IrVariable *variable, IrInstr *value,
                             IrInstr *place);
typedef struct Demoter {
    PassContext *context;
    IrReplacements replacements; /* to be done when all is demoted */
} Demoter;
void form_waves_demote_parameter(Demoter *demoter, IrInstr *loop, int position);
void form_waves_demote_result(Demoter *demoter, IrInstr *construct, int position);
/* A count of lower lanes, of all that start a stretch, that other stretches read for places of stores alone. */
bool form_waves_is_for_places(PassContext *context, const IrInstr *count);
/* Values used in another wave_loop than their own are computed again there or kept in a
 * variable. */
void form_waves_carry_values(PassContext *context);

#endif
