/* The words of sharing.def. */
#include "ir/sharing.h"

static const IrMergeInfo MERGES[] = {
#define MERGE(name, words, text) {#name, words},
#include "ir/sharing.def"
};

const IrMergeInfo *ir_merge_info(IrMerge merge) { return &MERGES[merge]; }
