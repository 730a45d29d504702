/* load_parts: bytes and halfwords that are taken out of words become loads of their own.
 *
 *     %4 = ushr %3, 2                           %9 = load_part.byte $Text [%3]
 *     %5 = load_struct $Text [%4, %0]
 *     %6 = iand %3, 3                    ->
 *     %7 = ishl %6, 3
 *     %8 = ushr %5, %7
 *     %9 = iand %8, 255
 *
 * HLSL's buffers have no bytes, so kernels over text, masks, small weights and packed pixels load
 * the word and shift: `(text.Load(i & ~3) >> (i & 3) * 8) & 255`. Where i steps from lane to lane
 * its bytes lie side by side, but the words do not: four lanes share each, which is a gather, or a
 * load for each vector of four lanes. Counted in bytes the place steps as i does.
 *
 * Where a word's place steps by itself, as where each thread takes all bytes of a word of its own,
 * or where something wants it as a whole, the word is loaded as it was. What wraps must wrap as it
 * did: no resource has more than 2^31 - 1 bytes, so what is added to a word's index may be added to
 * a byte's, four times, where it lies between -2^29 and 2^29, and where it does not, all of these
 * words are outside, if the part's own index has no sign.
 *
 * Needs: uniformity. Breaks: facts; uniformity must run again. */
#include "ir/range.h"
#include "passes/lane_steps.h"
#include "passes/word_parts.h"

/* A load of which parts may be all that is wanted. */
typedef struct Word {
    IrInstr *load;
    bool is_wanted; /* as a whole */
    VEC(struct Taken *) parts;
} Word;

/* A shift that brings a part to the lowest bits, or the highest. */
typedef struct Taken {
    IrInstr *shift;
    Word *word;
    WordPart at;
    VEC(IrInstr *) users;
    IrInstr *part; /* what is loaded instead */
} Taken;

typedef struct Search {
    PassContext *context;
    VEC(Word *) words;
    bool has_sums; /* of which ranges say whether they may wrap */
} Search;

/* ---- what a shift takes ---- */

/* To the right, to the lowest bits; to the left, to the highest, which is that from the other end. 24 - 8 k is
 * 8 (3 - k). */
static bool finds_part(const IrInstr *shift, const IrInstr *load, int bytes, Taken *taken)
{
    IrInstr *count = shift->operands[1], *other = part_from_the_end(count, 32 - 8 * bytes);
    if (!find_word_part(load, other != NULL ? other : count, bytes, &taken->at))
        return false;
    taken->at.choice.is_reversed ^= (other != NULL) != (shift->op == IR_ishl);
    return true;
}

static bool takes_part(const IrInstr *shift, Word *word, Taken *taken)
{
    bool shifts = shift->op == IR_ushr || shift->op == IR_sshr || shift->op == IR_ishl;
    return shifts && shift->operands[0] == word->load && shift->operands[1] != word->load &&
           (finds_part(shift, word->load, 1, taken) || finds_part(shift, word->load, 2, taken));
}

static uint64_t mask_of(const Taken *taken) { return taken->at.choice.bytes == 1 ? 255 : 65535; }

/* Of the shifted word nothing but the part. */
static bool wants_part_alone(const IrInstr *user, const Taken *taken)
{
    int bytes = taken->at.choice.bytes;
    if (taken->shift->op == IR_ishl)
        return (is_constant_of(user, IR_sshr) || is_constant_of(user, IR_ushr)) &&
               user->operands[1]->bits == 32 - 8 * (uint64_t)bytes;
    if (user->op == IR_itrunc)
        return bytes == 2 && user->type.scalar == IR_I16;
    if (is_constant_of(user, IR_ishl)) /* as that for a sign, which throws the rest away */
        return (user->operands[1]->bits & 31) >= 32 - 8 * (uint64_t)bytes;
    return is_constant_of(user, IR_iand) && (user->operands[1]->bits & ~mask_of(taken)) == 0;
}

/* ---- which words ---- */

/* Lanes that each have words of their own. */
static bool steps_by_words(const IrInstr *load)
{
    const IrInstr *index = load->operands[1];
    return index->shape.length >= 2 * SHORTEST_ROW && index->shape.stride != 0;
}

static bool usually_steps_by_words(const Taken *taken)
{
    const PartPlace *place = &taken->at.place;
    bool in_bytes = is_raw(taken->word->load);
    int64_t step = usual_step(place->counted.value);
    bool is_known = step != STEP_UNKNOWN;
    step *= in_bytes && !place->counted.is_halved ? 1 : taken->at.choice.bytes;
    for (int i = 0; i < place->more_count && is_known; i++) {
        int64_t more = usual_step(place->more[i]);
        is_known = more != STEP_UNKNOWN;
        step += more * (in_bytes ? 1 : WORD);
    }
    return is_known && step != 0 && step % WORD == 0;
}

/* ---- the walk ---- */

static bool has_choices(const Word *word, const Taken *taken)
{
    bool varies = word->load->operands[1]->level == LEVEL_VARYING;
    return varies == (taken->at.choice.value->level == LEVEL_VARYING);
}

static void visit_use_of_word(Search *search, IrInstr *user, Word *word)
{
    Taken found = {.shift = user, .word = word};
    if (word->is_wanted || !takes_part(user, word, &found) || !has_choices(word, &found) ||
        usually_steps_by_words(&found)) {
        word->is_wanted = true;
        return;
    }
    Taken *taken = ARENA_NEW(search->context->scratch, Taken);
    *taken = found;
    user->note = taken;
    vec_push(search->context->scratch, &word->parts, taken);
    search->has_sums |= !is_raw(word->load) && has_more(&taken->at.place);
}

static void visit_use_of_shift(const Search *search, IrInstr *user, Taken *taken)
{
    if (wants_part_alone(user, taken))
        vec_push(search->context->scratch, &taken->users, user);
    else
        taken->word->is_wanted = true;
}

static void visit(Search *search, IrInstr *instr)
{
    EACH_USE (instr, use)
        if ((*use)->note != NULL && is_word_load(*use))
            visit_use_of_word(search, instr, (*use)->note);
        else if ((*use)->note != NULL)
            visit_use_of_shift(search, instr, (*use)->note);
    if (!is_word_load(instr) || steps_by_words(instr))
        return;
    Word *word = ARENA_NEW(search->context->scratch, Word);
    *word = (Word){.load = instr};
    instr->note = word;
    vec_push(search->context->scratch, &search->words, word);
}

/* ---- doing it ---- */

static bool is_same_part(const Taken *left, const Taken *right)
{
    const PartChoice *a = &left->at.choice, *b = &right->at.choice;
    return a->value == b->value && a->bytes == b->bytes && a->in_bytes == b->in_bytes &&
           a->is_reversed == b->is_reversed;
}

static void load_part(PassContext *context, const Word *word, Taken *taken)
{
    for (int i = 0; word->parts.items[i] != taken; i++)
        if (is_same_part(word->parts.items[i], taken)) {
            taken->part = word->parts.items[i]->part;
            return;
        }
    IrBuilder builder = ir_builder_before(context->kernel, word->load);
    builder.pos = word->load->pos;
    IrInstr *operands[] = {word->load->operands[0], place_of_part(&builder, &taken->at)};
    IrInstr *load = ir_new(context->kernel, IR_load_part, ir_scalar(IR_I32), operands,
                           COUNT_OF(operands));
    load->resource = word->load->resource;
    load->immediate = taken->at.choice.bytes == 1 ? PART_BYTE : PART_HALFWORD;
    taken->part = ir_insert(&builder, load);
    pass_explain(context, word->load->pos, "%s of %s are loaded by themselves",
                 taken->at.choice.bytes == 1 ? "bytes" : "halfwords", load->resource->name);
}

static bool pays(const Word *word)
{
    bool may = !word->is_wanted && word->parts.count > 0;
    for (int i = 0; i < word->parts.count && may; i++)
        may = may_count_parts(&word->parts.items[i]->at);
    return may;
}

/* It becomes the part, or has it in the shifted word's place. */
static void use_part(IrKernel *kernel, IrInstr *user, const Taken *taken)
{
    bool is_part = user->op == IR_ushr ||
                   (user->op == IR_iand && user->operands[1]->bits == mask_of(taken));
    if (is_part) {
        user->note = taken->part;
        ir_remove(user);
        return;
    }
    IrBuilder builder = ir_builder_before(kernel, user);
    builder.pos = user->pos;
    user->operands[0] = taken->shift->op == IR_ishl
                            ? IR_BUILD(&builder, IR_ishl, taken->part, user->operands[1])
                            : taken->part;
}

static void load_parts(PassContext *context, const Word *word)
{
    for (int i = 0; i < word->parts.count; i++) {
        Taken *taken = word->parts.items[i];
        load_part(context, word, taken);
        for (int u = 0; u < taken->users.count; u++)
            use_part(context->kernel, taken->users.items[u], taken);
    }
}

bool pass_load_parts(PassContext *context)
{
    IrKernel *kernel = context->kernel;
    Search search = {.context = context};
    bool changed = shift_for_choices_of_halves(kernel);
    clear_notes(kernel);
    EACH_INSTR (kernel->body, instr)
        visit(&search, instr);
    if (search.has_sums)
        pass_ranges(context);
    clear_notes(kernel);
    for (int i = 0; i < search.words.count; i++)
        if (pays(search.words.items[i])) {
            load_parts(context, search.words.items[i]);
            changed = true;
        }
    ir_forget_ranges(kernel);
    if (changed)
        EACH_INSTR (kernel->body, instr)
            use_current_operands(instr);
    return changed;
}
