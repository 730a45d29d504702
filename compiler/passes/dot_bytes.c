/* dot_bytes: sums of the products of two words' four bytes are dot4add.
 *
 *     %3 = ishl %1, 24        %4 = sshr %3, 24         %9 = sdot4 %1, %2, %0
 *     %5 = ishl %2, 24        %6 = sshr %5, 24
 *     %7 = imul %4, %6                            ->
 *     %8 = iadd %0, %7
 *     ... of bytes 1, 2 and 3
 *     %9 = iadd %8, %12
 *
 * Integers wrap, so that a sum may be taken in any order: of all addends of one, four products are
 * looked for that are of bytes 0 to 3 of the same two words, all of them signed or none. The first
 * one's place in the sum is the operation's, where both words are at hand; the others leave the sum.
 * Products outside of the loop that the sum is in stay outside.
 *
 * Needs: words that are equal are one value (merge). Breaks: facts; uniformity must run again. */
#include "passes/passes_priv.h"

enum { BYTE = 8, BYTES = 4, MOST_OPEN = 64 /* sums of four that addends are missing of */ };

/* Eight bits of a word, and whether the highest is a sign. */
typedef struct Byte {
    IrInstr *word;
    int index;
    bool is_signed;
} Byte;

/* Products of two words' bytes. */
typedef struct Four {
    IrInstr *words[2]; /* by their ids */
    bool is_signed;
    const IrInstr *sum;     /* the last addition of all */
    const IrRegion *region; /* they stand in */
    IrInstr *products[BYTES];
    IrInstr *first;
    int count;
} Four;

/* Of a value, by its id. */
typedef struct Use {
    int count;
    IrInstr *user; /* the last */
    IrInstr *sum;  /* of an addition: the last one of all that it is part of */
} Use;

typedef struct Search {
    IrKernel *kernel;
    Arena *scratch;
    Use *uses;
    uint32_t use_count;
    VEC(Four *) fours;
    /* nothing: a product that left its sum, and the sum of an operation that another one's addition may
     * still give one; `no_more`: of those that several want */
    IrInstr *zero, *no_more;
} Search;

/* ---- bytes ---- */

static bool is_by_constant(const IrInstr *value)
{
    return value->operand_count == 2 && value->type.scalar == IR_I32 &&
           value->operands[1]->op == IR_const;
}

/* What the eight bits from `at` on are copied from, and where they are there; NULL: from nowhere. */
static IrInstr *source_of_bits(const IrInstr *value, int *at)
{
    if (!is_by_constant(value))
        return NULL;
    uint64_t constant = value->operands[1]->bits;
    int by = (int)(constant & 31), from = *at;
    bool copies = true;
    switch (value->op) {
    case IR_ishl: from -= by; break;
    case IR_ushr:
    case IR_sshr: from += by; break;
    case IR_iand: copies = (constant >> from & 255) == 255; break;
    case IR_ior:
    case IR_ixor: copies = (constant >> from & 255) == 0; break;
    default: copies = false;
    }
    if (!copies || from < 0 || from > 32 - BYTE)
        return NULL;
    *at = from;
    return value->operands[0];
}

/* The highest byte moved down, or the lowest alone. */
static bool find_byte(const IrInstr *value, Byte *byte)
{
    if (!is_by_constant(value))
        return false;
    uint64_t constant = value->operands[1]->bits;
    bool is_shift = value->op == IR_sshr || value->op == IR_ushr;
    if (!(is_shift && (constant & 31) == 32 - BYTE) && !(value->op == IR_iand && constant == 255))
        return false;
    int at = is_shift ? 32 - BYTE : 0;
    IrInstr *word = value->operands[0], *source;
    while ((source = source_of_bits(word, &at)) != NULL)
        word = source;
    *byte = (Byte){word, at / BYTE, value->op == IR_sshr};
    return at % BYTE == 0;
}

/* ---- sums ---- */

static bool is_addition(const IrInstr *instr)
{
    return instr->op == IR_iadd && instr->type.scalar == IR_I32;
}

static void count_all_uses(Search *search)
{
    EACH_INSTR (search->kernel->body, instr)
        EACH_USE (instr, operand) {
            Use *use = &search->uses[(*operand)->id];
            use->count++;
            use->user = instr;
        }
}

/* An addition for another one of the same region, and nothing else, is part of its sum. */
static void find_sums(Search *search, const IrRegion *region)
{
    for (IrInstr *instr = region->last; instr != NULL; instr = instr->prev) {
        EACH_REGION (instr, inner)
            find_sums(search, inner);
        if (!is_addition(instr))
            continue;
        Use *use = &search->uses[instr->id];
        bool is_part = use->count == 1 && is_addition(use->user) && use->user->region == region;
        use->sum = is_part ? search->uses[use->user->id].sum : instr;
    }
}

static bool is_like(const Four *four, const Four *other)
{
    return four->words[0] == other->words[0] && four->words[1] == other->words[1] &&
           four->is_signed == other->is_signed && four->sum == other->sum &&
           four->region == other->region;
}

/* The one that lacks this byte's product, of the last few. */
static Four *find_four(Search *search, const Four *wanted, int index)
{
    int end = search->fours.count - MOST_OPEN;
    for (int i = search->fours.count - 1; i >= 0 && i >= end; i--) {
        Four *four = search->fours.items[i];
        if (is_like(four, wanted) && four->products[index] == NULL)
            return four;
    }
    Four *four = ARENA_NEW(search->scratch, Four);
    *four = *wanted;
    vec_push(search->scratch, &search->fours, four);
    return four;
}

static void visit_product(Search *search, IrInstr *product)
{
    const Use *use = &search->uses[product->id];
    Byte left, right;
    if (product->type.scalar != IR_I32 || use->count != 1 || !is_addition(use->user) ||
        !find_byte(product->operands[0], &left) || !find_byte(product->operands[1], &right) ||
        left.index != right.index || left.is_signed != right.is_signed)
        return;
    bool in_order = left.word->id <= right.word->id;
    Four wanted = {.words = {in_order ? left.word : right.word, in_order ? right.word : left.word},
                   .is_signed = left.is_signed,
                   .sum = search->uses[use->user->id].sum,
                   .region = product->region,
                   .first = product};
    Four *four = find_four(search, &wanted, left.index);
    four->products[left.index] = product;
    four->count++;
}

/* ---- taking their place ---- */

/* It, and what nothing else needed. */
static void drop(Search *search, IrInstr *instr)
{
    EACH_USE (instr, operand) {
        Use *use = (*operand)->id < search->use_count ? &search->uses[(*operand)->id] : NULL;
        if (use != NULL && --use->count == 0 && is_by_constant(*operand) &&
            ir_is(*operand, OP_PURE))
            drop(search, *operand);
    }
    ir_remove(instr);
}

static IrInstr *build_dot(Search *search, IrInstr *before, IrOp op, IrInstr *const *words,
                          IrInstr *sum)
{
    IrBuilder builder = ir_builder_before(search->kernel, before);
    builder.pos = before->pos;
    return IR_BUILD(&builder, op, words[0], words[1], sum);
}

static void take_place(Search *search, const Four *four)
{
    IrOp op = four->is_signed ? IR_sdot4 : IR_udot4;
    IrInstr *dot = build_dot(search, four->first, op, four->words, search->zero);
    for (int i = 0; i < 2; i++)
        search->uses[four->words[i]->id].count++;
    for (int i = 0; i < BYTES; i++) {
        four->products[i]->note = four->products[i] == four->first ? dot : search->zero;
        drop(search, four->products[i]);
    }
}

static bool is_open_dot(const Search *search, const IrInstr *value)
{
    bool is_dot = value->op == IR_sdot4 || value->op == IR_udot4;
    return is_dot && value->id >= search->use_count && value->operands[2] == search->zero;
}

/* Nothing is not added, and what is added to a new operation is its sum. */
static void join_addition(Search *search, IrInstr *addition)
{
    for (int i = 0; i < 2 && addition->note == NULL; i++) {
        IrInstr *value = addition->operands[i], *other = addition->operands[1 - i];
        if (value == search->zero) {
            addition->note = other;
        } else if (is_open_dot(search, value) && value->region == addition->region) {
            addition->note = build_dot(search, addition, value->op, value->operands, other);
            ir_remove(value);
        }
    }
    IrInstr *instead = addition->note;
    if (instead == NULL)
        return;
    if (search->uses[addition->id].count > 1 && is_open_dot(search, instead))
        instead->operands[2] = search->no_more;
    ir_remove(addition);
}

static void join_sums(Search *search, IrRegion *region)
{
    EACH_IN (region, instr) {
        use_current_operands(instr);
        EACH_REGION (instr, inner)
            join_sums(search, inner);
        if (is_addition(instr))
            join_addition(search, instr);
    }
}

bool pass_dot_bytes(PassContext *context)
{
    IrKernel *kernel = context->kernel;
    Search search = {.kernel = kernel, .scratch = context->scratch, .use_count = kernel->next_id};
    search.uses = ARENA_ARRAY(context->scratch, Use, kernel->next_id);
    count_all_uses(&search);
    find_sums(&search, kernel->body);
    EACH_INSTR (kernel->body, instr)
        if (instr->op == IR_imul)
            visit_product(&search, instr);
    clear_notes(kernel);
    bool changed = false;
    for (int i = 0; i < search.fours.count; i++) {
        const Four *four = search.fours.items[i];
        if (four->count < BYTES)
            continue;
        if (!changed) {
            search.zero = const_at_start(kernel, IR_I32, 0);
            search.no_more = const_at_start(kernel, IR_I32, 0);
        }
        take_place(&search, four);
        changed = true;
    }
    if (changed)
        join_sums(&search, kernel->body);
    return changed;
}
