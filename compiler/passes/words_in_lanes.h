/* words_in_lanes: who stores and loads which word of groupshared memory in stretches that can be one (words_of_lanes.c),
 * and what becomes of these (words_in_lanes.c). */
#ifndef WAVECC_WORDS_IN_LANES_H
#define WAVECC_WORDS_IN_LANES_H
#include "passes/lane_formulas.h"

enum {
    WORDS_IN_LANES_DEPTH = 12, /* of an index or a condition */
    MOST_STRETCHES = 24,
    MOST_SOURCES = 3,
    MOST_COMPONENTS = 4,
    MOST_CHOICES = 256
};

/* A branch that data decides, and those around it that do. */
typedef struct DataBranch {
    IrInstr *branch;
    int side;
    const struct DataBranch *around;
} DataBranch;

/* A load of words that the wave's own lanes stored. Or a store of some lanes, nobody knows which, over such words: the others
 * have what was there. */
typedef struct Forward {
    IrInstr *load;   /* or store */
    IrInstr *choice; /* of a store: between the two */
    const DataBranch *decided;
    int component; /* of those that it loads */
    IrInstr *sources[MOST_SOURCES]; /* what was stored */
    int source_count;
    LaneTable from; /* source * wave size + lane, or -1 */
} Forward;

typedef struct WordStore {
    IrInstr *instr;
    bool is_needed; /* something loads a word of it from memory */
    VEC(int) over;  /* stores of words of which it stores some, as data decides */
} WordStore;

typedef struct Word {
    IrInstr *value; /* NULL: memory alone has it */
    int thread;
    int store, wave; /* the last ones, or none: -1 */
    bool is_stored;
} Word;

typedef struct WordsInLanes {
    PassContext *context;
    IrInstr *loops[MOST_STRETCHES];
    int loop_count, waves;
    int turn; /* of the loops, while they are looked at */
    Word **words; /* by variable, by element; NULL: it is not looked at */
    int choices;
    const bool *jumps_out; /* ir_find_jumps_out */
    uint8_t *standing; /* by value: whether it can stand before the branches, where that is known */
    VEC(Forward) forwards;
    VEC(WordStore) stores;
    bool is_spread; /* some load from memory, lanes apart */
    bool is_apart; /* so far no wave touches another one's words, nor waits for memory */
} WordsInLanes;

/* False: the loops cannot be one. */
bool look_at_words(WordsInLanes *lanes, IrInstr *const *loops, int count, int waves);
void find_stores_needed(WordsInLanes *lanes); /* behind the loops, too */

LaneTable table_of_source(const Forward *forward, int source); /* which lane of it */
LaneTable lanes_of_source(const Forward *forward, int source); /* 1: that have theirs of it */

static inline bool is_const_place(const IrInstr *load) { return load->operands[0]->op == IR_const; }
#endif
