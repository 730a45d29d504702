/* ir_priv: what printer, reader, verifier and evaluator share: the words and constants of the text
 * form. */
#ifndef WAVECC_IR_PRIV_H
#define WAVECC_IR_PRIV_H

#include "ir/ir.h"

/* A list of words; the index is the value. */
typedef struct Words {
    const char *const *items;
    int count;
} Words;

#define WORDS(...)                                                                                 \
    {(const char *const[]){__VA_ARGS__}, COUNT_OF(((const char *const[]){__VA_ARGS__}))}

extern const Words LEVEL_WORDS, VARIABLE_WORDS, CLASS_WORDS, SHAPE_WORDS, ORDER_WORDS;
extern const Words HINT_WORDS; /* by -OpHint */
extern const Words RANGE_WORDS; /* of RANGE_WHOLE and the flags after it */

/* The names of the immediate's values ("x", "width", "diagonal"); none if `op` has no named
 * immediate. */
Words ir_immediate_words(IrOp op);
/* The index of `word`, or -1. */
int ir_find_word(Words words, Slice word);

/* The combine of that name for `op`, "exchange" and "compare_exchange" of atomics included, or
 * IR_OP_COUNT; and back. */
IrOp ir_find_combine(IrOp op, Slice name);
const char *ir_combine_name(IrOp combine);

bool ir_is_texture(IrResourceShape shape);
bool ir_has_element(IrResourceShape shape); /* typed buffers and textures */

/* "5", "-0.1", "true"; bits as "0x7fc00000" where no decimal says them. */
void ir_print_constant(Text *out, IrScalar type, uint64_t bits);
/* NUL-terminated text of a constant; false if it is none of that type. */
bool ir_parse_constant(IrScalar type, const char *text, uint64_t *bits);

/* " [0..63] nuw", or nothing. */
void ir_print_range(Text *out, IrScalar type, const IrRange *range);

/* One instruction as a line of text without its regions, for messages. */
void ir_print_instr(Text *out, const IrKernel *kernel, const IrInstr *instr);
const char *ir_instr_text(Arena *arena, const IrKernel *kernel, const IrInstr *instr);

#endif
