/* Bytes and halfwords of the words of a buffer: which one a shift brings to the lowest bits, and where that
 * lies when parts are counted instead of words. */
#ifndef WAVECC_WORD_PARTS_H
#define WAVECC_WORD_PARTS_H

#include "passes/passes_priv.h"

enum { WORD = 4 };

/* Which part of a word: the lowest bits of a value say it, two for a byte, one for a halfword; or
 * those of a byte address, `in_bytes`, in which that bit is the next. */
typedef struct PartChoice {
    IrInstr *value;
    int bytes; /* of a part */
    bool in_bytes;
    bool is_reversed; /* counted from the other end of the word */
} PartChoice;

/* A number of parts, or, raw, a byte address, or where that is halved a number of halfwords. */
typedef struct PartCounted {
    IrInstr *value;
    bool is_halved;
} PartCounted;

/* Where that is: what counts it, and more that the index of the word has. */
typedef struct PartPlace {
    PartCounted counted;
    const IrInstr *more[IR_MOST_ADDENDS];
    int more_count;
    int32_t constant;
} PartPlace;

/* Of the word that `load` loads, or the first of several. */
typedef struct WordPart {
    const IrInstr *load;
    PartChoice choice;
    PartPlace place;
} WordPart;

bool is_constant_of(const IrInstr *instr, IrOp op); /* 32 bits, by a constant */
bool is_shifted(const IrInstr *value, IrOp op, int by);
bool is_masked(const IrInstr *value, uint64_t within, uint64_t mask);
bool is_raw(const IrInstr *load);

/* What counts down from `last`, what it is counted by; NULL: nothing does. */
IrInstr *part_from_the_end(const IrInstr *count, int last);
/* The part that a shift of the word to the right by `count`, modulo 32, brings to the lowest bits. */
bool find_word_part(const IrInstr *load, IrInstr *count, int bytes, WordPart *part);
/* That which `choice` has the number of. */
bool find_part_place(const IrInstr *load, PartChoice *choice, PartPlace *place);
bool has_more(const PartPlace *place);
/* Sums of words may wrap where sums of parts do not, and the other way round. Asks for ranges. */
bool may_count_parts(const WordPart *part);
/* The number of the part, or raw its byte address. */
IrInstr *place_of_part(IrBuilder *builder, const WordPart *part);

/* A load of one word of which parts may be loaded instead. */
bool is_word_load(const IrInstr *instr);

/* half_choices.c: a choice between a word's halves shifts by its condition. Whether there was any. */
bool shift_for_choices_of_halves(IrKernel *kernel);

#endif
