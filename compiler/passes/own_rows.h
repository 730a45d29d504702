/* What own_rows.c asks of loops whose lanes each walk along a row: which accesses go on by a word in each turn. */
#ifndef WAVECC_PASSES_OWN_ROWS_H
#define WAVECC_PASSES_OWN_ROWS_H

#include "passes/passes_priv.h"

enum {
    OWN_ROWS_TURNS = 4,         /* at once, by the words of a quad */
    OWN_ROWS_MOST_WALKS = 8,    /* of a loop */
    OWN_ROWS_FARTHEST = 1 << 22 /* from lane to lane: 128 of them do not come round */
};

/* An access that goes on by an element, of one word or two, in each turn. */
typedef struct Walk {
    IrInstr *access;
    const IrInstr *moving; /* part of the index that is to be asked; NULL: it surely goes on */
    const IrInstr *apart;  /* between lanes, times `lanes_step`; NULL: that is known */
    int lanes_step;
    int stride; /* between lanes, where that is known; else 0 */
    bool has_row_a_lane; /* not lanes beside each other one together */
    int words; /* of an element: one or two */
    int unit; /* from word to word, of what adds up to the index */
    int step; /* of the index to the next turn's word; negative: the walk goes back */
    bool is_joined;
} Walk;

typedef VEC(Walk) Walks;

/* Several turns of the loop may be taken at once; `size`: instructions of one. */
bool own_rows_has_walks(PassContext *context, IrInstr *loop, int *size);
/* In the order of the loop's body. */
Walks own_rows_find_walks(PassContext *context, const IrInstr *loop);
int own_rows_count_joined(const Walks *walks);

#endif
