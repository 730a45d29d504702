/* Groupshared words that threads load and store again: exchanges.c, partners.c. */
#ifndef WAVECC_SHARED_WORDS_H
#define WAVECC_SHARED_WORDS_H

#include "passes/passes_priv.h"

enum { WORDS_DEPTH = 16 }; /* of operations by which a place follows from a thread's number */

/* What was loaded, before the instruction `place`, of the word that `access` goes to, with nothing stored since; NULL:
 * nothing. */
IrInstr *shared_word_before(const IrInstr *place, const IrInstr *access);

/* Of what each lane has its own. */
static inline IrInstr *vary(IrInstr *instr)
{
    instr->level = LEVEL_VARYING;
    instr->shape = (IrShape){1, 0};
    return instr;
}

/* A branch that some lanes take, and others do nothing meanwhile. */
static inline bool is_of_some_lanes(const IrInstr *instr)
{
    return instr->op == IR_if && instr->operands[0]->level == LEVEL_VARYING && instr->result_count == 0 &&
           instr->regions[1]->first->op == IR_yield && instr->regions[0]->last->op == IR_yield;
}

#endif
