/* kept_words: variables that are kept over barriers and whose words go side by side are one. */
#ifndef WAVECC_PASSES_KEPT_WORDS_H
#define WAVECC_PASSES_KEPT_WORDS_H

#include "passes/passes_priv.h"

/* Of each a word, in this order. Nothing happens where they are not stored to together, each time, or if one of them is
 * part of another already. Needs and leaves `note`s as what to use instead. */
void kept_words_join(PassContext *context, IrVariable *const *variables, int count);

#endif
