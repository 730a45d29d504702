/* Groupshared words that threads load and store again: exchanges.c, partners.c. */
#ifndef WAVECC_SHARED_WORDS_H
#define WAVECC_SHARED_WORDS_H

#include "passes/passes_priv.h"

enum { WORDS_DEPTH = 16 }; /* of operations by which a place follows from a thread's number */

/* What was loaded, before the instruction `place`, of the word that `access` goes to, with nothing stored since; NULL:
 * nothing. */
IrInstr *shared_word_before(const IrInstr *place, const IrInstr *access);

#endif
