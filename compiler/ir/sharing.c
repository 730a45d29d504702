/* The words of sharing.def and term.def. */
#include "ir/sharing.h"

static const IrMergeInfo MERGES[] = {
#define MERGE(name, words, text) {#name, words},
#include "ir/sharing.def"
};

const IrMergeInfo *ir_merge_info(IrMerge merge) { return &MERGES[merge]; }

const char *ir_term_name(IrTermKind kind)
{
    static const char *const NAMES[] = {
#define TERM(name, operation, text) #name,
#include "ir/term.def"
    };
    return NAMES[kind];
}
