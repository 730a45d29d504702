/* word_packs: loads whose words go, in order, through the same operations to a store of words side by
 * side; what join_words.c asks before it joins loads. */
#ifndef WAVECC_PASSES_WORD_PACKS_H
#define WAVECC_PASSES_WORD_PACKS_H

#include "passes/passes_priv.h"

enum { PACK_MOST_WORDS = 4 };

/* Where values are read side by side, a place each. */
typedef struct PackReader {
    IrInstr **slots[PACK_MOST_WORDS]; /* operands of these */
    IrInstr *readers[PACK_MOST_WORDS];
    int web;
} PackReader;

/* Words at .. at + count - 1 of a family. */
typedef struct WordPack {
    int family, count;
    int64_t at;
    IrInstr *loads[PACK_MOST_WORDS]; /* one of each word, the first that was met */
    VEC(PackReader) readers;
    bool is_chosen;
} WordPack;

typedef struct WordPacks WordPacks;

WordPacks *word_packs_new(PassContext *context);
/* A load of word `at` of those that may be joined: family 1, 2, ... */
void word_packs_add_load(WordPacks *packs, const IrInstr *load, int family, int64_t at);
/* The words that stores store side by side, each the last operand of its store. */
void word_packs_follow(WordPacks *packs, IrInstr *const *stores, int count);
/* The results of a loop that may be so; false: they are not. */
bool word_packs_follow_results(WordPacks *packs, IrInstr **results, int count);
/* Chooses, and brings together in the text what is done to the words of one pack. */
void word_packs_settle(WordPacks *packs);
int word_packs_count(const WordPacks *packs);
const WordPack *word_packs_get(const WordPacks *packs, int i);
bool word_packs_has(const WordPacks *packs, const IrInstr *load); /* a chosen one has all its uses */
/* Its words, from a load of all of them, for who reads them. */
void word_packs_use(WordPacks *packs, const WordPack *pack, IrInstr *const *words);
/* From element `*at` on the next one of variables that are kept over barriers, one of each word, which go side by side;
 * false: there is none. One may come twice. */
bool word_packs_next_kept(const WordPacks *packs, int *at, IrVariable **variables, int *count);

#endif
