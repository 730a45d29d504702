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
#include "passes/passes_priv.h"

enum { WORD = 4 };

/* Which part of a word: the lowest bits of a value say it, two for a byte, one for a halfword; or
 * those of a byte address, `in_bytes`, in which that bit is the next. */
typedef struct Choice {
    IrInstr *value;
    int bytes; /* of a part */
    bool in_bytes;
    bool is_reversed; /* counted from the other end of the word */
} Choice;

/* A number of parts, or, raw, a byte address, or where that is halved a number of halfwords. */
typedef struct Counted {
    IrInstr *value;
    bool is_halved;
} Counted;

/* Where that is: what counts it, and more that the index of the word has. */
typedef struct Place {
    Counted counted;
    const IrInstr *more[IR_MOST_ADDENDS];
    int more_count;
    int32_t constant;
} Place;

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
    Choice choice;
    Place place;
    VEC(IrInstr *) users;
    IrInstr *part; /* what is loaded instead */
} Taken;

typedef struct Search {
    PassContext *context;
    VEC(Word *) words;
    bool has_sums; /* of which ranges say whether they may wrap */
} Search;

static bool is_constant_of(const IrInstr *instr, IrOp op)
{
    return instr->op == op && instr->operands[1]->op == IR_const &&
           instr->type.scalar == IR_I32;
}

/* ---- which part ---- */

static int bits_of_choice(const Choice *choice) { return choice->bytes == 1 ? 2 : 1; }

/* The bits of its value that matter. */
static uint64_t chosen_bits(const Choice *choice)
{
    uint64_t low = ((uint64_t)1 << bits_of_choice(choice)) - 1;
    return choice->in_bytes ? low << 1 : low;
}

static bool is_shifted(const IrInstr *value, IrOp op, int by)
{
    return is_constant_of(value, op) && value->operands[1]->bits == (uint64_t)by;
}

static bool is_masked(const IrInstr *value, uint64_t within, uint64_t mask)
{
    return is_constant_of(value, IR_iand) && (value->operands[1]->bits & within) == mask;
}

/* A shift's count, modulo 32: 8 times one of four, 16 times one of two. */
static bool find_choice(IrInstr *count, int bytes, Choice *choice)
{
    uint64_t scale = bytes == 1 ? 3 : 4;
    bool was_masked = is_masked(count, 31, bytes == 1 ? 24 : 16);
    if (was_masked)
        count = count->operands[0];
    if (!is_constant_of(count, IR_ishl))
        return false;
    uint64_t by = count->operands[1]->bits;
    IrInstr *value = count->operands[0];
    bool in_bytes = bytes == 2 && by == 3 && (was_masked || is_masked(value, 3, 2));
    *choice = (Choice){.value = value, .bytes = bytes, .in_bytes = in_bytes};
    return by == scale || in_bytes;
}

/* The same part by what its value is a mask of; false: it is none. */
static bool look_behind_mask(Choice *choice)
{
    uint64_t bits = chosen_bits(choice);
    if (!is_constant_of(choice->value, IR_iand) ||
        (choice->value->operands[1]->bits & bits) != bits)
        return false;
    choice->value = choice->value->operands[0];
    return true;
}

/* ---- where ---- */

static bool is_raw(const IrInstr *load) { return load->resource->shape == IR_SHAPE_RAW; }

/* What the index of a word around a byte address was made of: `a & ~3`, `a`; `n >> 2 << 2` of bytes,
 * `n >> 1 << 2` of halfwords. */
static IrInstr *part_of_word_index(const IrInstr *index, const Choice *choice)
{
    if (is_masked(index, UINT32_MAX, (uint32_t)-WORD))
        return index->operands[0];
    bool is_scaled = is_shifted(index, IR_ishl, 2) &&
                     is_shifted(index->operands[0], IR_ushr, bits_of_choice(choice)) &&
                     !choice->in_bytes;
    return is_scaled ? index->operands[0]->operands[0] : (IrInstr *)index;
}

/* Raw. */
static bool is_word_of_address(const IrInstr *index, const Choice *choice, Counted *counted)
{
    IrInstr *part = part_of_word_index(index, choice);
    counted->value = part;
    counted->is_halved = false;
    if (choice->bytes == 1 || choice->in_bytes)
        return part == choice->value;
    counted->is_halved = part == choice->value && is_shifted(index, IR_ishl, 2);
    return counted->is_halved ||
           (is_shifted(part, IR_ishl, 1) && part->operands[0] == choice->value);
}

static bool is_word_of(const IrInstr *load, const IrInstr *index, const Choice *choice,
                       Counted *counted)
{
    if (is_raw(load))
        return is_word_of_address(index, choice, counted);
    *counted = (Counted){choice->value, false};
    return !choice->in_bytes && is_shifted(index, IR_ushr, bits_of_choice(choice)) &&
           index->operands[0] == choice->value;
}

/* As a sum, of which one addend is that of the part. */
static bool find_in_sum(const IrInstr *load, const Choice *choice, Place *place)
{
    const IrInstr *addends[IR_MOST_ADDENDS], *index = load->operands[1];
    int count = ir_list_addends(index, addends);
    if (count > IR_MOST_ADDENDS)
        return false;
    *place = (Place){.constant = (int32_t)ir_constant_addend(index)};
    for (int i = 0; i < count; i++) {
        Counted counted;
        bool is_it = place->counted.value == NULL &&
                     is_word_of(load, addends[i], choice, &counted) && addends[i] != counted.value;
        if (is_it)
            place->counted = counted;
        else
            place->more[place->more_count++] = addends[i];
    }
    return place->counted.value != NULL;
}

/* Behind one mask after the other, until the index is of it. */
static bool find_place(const IrInstr *load, Choice *choice, Place *place)
{
    do {
        *place = (Place){0};
        if (is_word_of(load, load->operands[1], choice, &place->counted) ||
            find_in_sum(load, choice, place))
            return true;
    } while (look_behind_mask(choice));
    return false;
}

static bool has_more(const Place *place) { return place->more_count > 0 || place->constant != 0; }

/* ---- what a shift takes ---- */

/* 24 - 8 k is 8 (3 - k). */
static IrInstr *from_the_end(IrInstr *count, int bytes)
{
    uint64_t last = 32 - 8 * (uint64_t)bytes;
    if (count->op == IR_isub && is_const(count->operands[0], last))
        return count->operands[1];
    return is_constant_of(count, IR_ixor) && count->operands[1]->bits == last ? count->operands[0]
                                                                             : NULL;
}

/* To the right, to the lowest bits; to the left, to the highest. */
static bool finds_part(const IrInstr *shift, const IrInstr *load, int bytes, Taken *taken)
{
    IrInstr *count = shift->operands[1], *other = from_the_end(count, bytes);
    bool is_left = shift->op == IR_ishl;
    if ((is_left && other == NULL) ||
        !find_choice(other != NULL ? other : count, bytes, &taken->choice))
        return false;
    taken->choice.is_reversed = !is_left && other != NULL;
    return find_place(load, &taken->choice, &taken->place);
}

static bool takes_part(const IrInstr *shift, Word *word, Taken *taken)
{
    bool shifts = shift->op == IR_ushr || shift->op == IR_ishl;
    return shifts && shift->operands[0] == word->load && shift->operands[1] != word->load &&
           (finds_part(shift, word->load, 1, taken) || finds_part(shift, word->load, 2, taken));
}

static uint64_t mask_of(const Taken *taken) { return taken->choice.bytes == 1 ? 255 : 65535; }

/* Of the shifted word nothing but the part. */
static bool wants_part_alone(const IrInstr *user, const Taken *taken)
{
    int bytes = taken->choice.bytes;
    if (taken->shift->op == IR_ishl)
        return (is_constant_of(user, IR_sshr) || is_constant_of(user, IR_ushr)) &&
               user->operands[1]->bits == 32 - 8 * (uint64_t)bytes;
    if (user->op == IR_itrunc)
        return bytes == 2 && user->type.scalar == IR_I16;
    return is_constant_of(user, IR_iand) && (user->operands[1]->bits & ~mask_of(taken)) == 0;
}

/* ---- choices between two halfwords ---- */

static bool is_word_load(const IrInstr *instr)
{
    bool is_plain = instr->op == IR_load_typed || instr->op == IR_load_raw ||
                    (instr->op == IR_load_struct && is_const(instr->operands[2], 0));
    return is_plain && instr->type.scalar == IR_I32 && instr->type.components == 1 &&
           (is_raw(instr) || instr->resource->stride == WORD) && !instr->resource->is_coherent;
}

/* `h & 1`, of the condition that it is set, or that it is not. */
static IrInstr *find_lowest_bit(const IrInstr *condition, bool *is_set)
{
    bool compares = (condition->op == IR_ine || condition->op == IR_ieq) &&
                    is_const(condition->operands[1], 0);
    *is_set = condition->op == IR_ine;
    return compares && is_masked(condition->operands[0], UINT32_MAX, 1) ? condition->operands[0]
                                                                        : NULL;
}

/* `h & 1 ? w >> 16 : w & 0xffff` is `w >> (h & 1) * 16 & 0xffff`, with the mask or without, of a word
 * that nothing else wants. */
static bool shift_instead(PassContext *context, IrInstr *select)
{
    bool is_set;
    IrInstr *bit = find_lowest_bit(select->operands[0], &is_set);
    if (bit == NULL)
        return false;
    IrInstr *high = select->operands[is_set ? 1 : 2], *low = select->operands[is_set ? 2 : 1];
    bool is_low_masked = is_masked(low, UINT32_MAX, 65535);
    IrInstr *word = is_low_masked ? low->operands[0] : low;
    Choice choice = {.value = bit, .bytes = 2};
    Place place;
    if (!is_shifted(high, IR_ushr, 16) || high->operands[0] != word || !is_word_load(word) ||
        !find_place(word, &choice, &place) || count_uses(context->kernel, word) != 2 ||
        count_uses(context->kernel, high) != 1 ||
        (is_low_masked && count_uses(context->kernel, low) != 1))
        return false;
    IrBuilder builder = ir_builder_before(context->kernel, select);
    builder.pos = select->pos;
    IrInstr *count = IR_BUILD(&builder, IR_ishl, bit, ir_const_i32(&builder, 4)),
            *shifted = IR_BUILD(&builder, IR_ushr, word, count);
    select->note = is_low_masked
                       ? IR_BUILD(&builder, IR_iand, shifted, ir_const_i32(&builder, 65535))
                       : shifted;
    ir_remove(select);
    ir_remove(high);
    if (is_low_masked)
        ir_remove(low);
    return true;
}

/* ---- how lanes lie to each other ---- */

enum { DEPTH = 8, SHORTEST_ROW = 4, UNKNOWN = INT32_MIN };

static int64_t usual_step(const IrInstr *value, int depth);

static int64_t scaled_step(const IrInstr *value, int depth)
{
    const IrInstr *by = value->operands[1];
    int64_t step = usual_step(value->operands[0], depth), most = INT16_MAX;
    bool is_known = by->op == IR_const && step >= -most && step <= most;
    int64_t factor = value->op == IR_ishl ? (int64_t)1 << (by->bits & 31) : (int32_t)by->bits;
    return is_known && factor >= -most && factor <= most ? step * factor : UNKNOWN;
}

/* One of two, of which a bound is the same in all lanes. */
static int64_t step_of_either(const IrInstr *left, const IrInstr *right, int depth)
{
    int64_t a = usual_step(left, depth), b = usual_step(right, depth);
    return a == 0 || a == b ? b : b == 0 ? a : UNKNOWN;
}

/* From one lane to the next, but where a bound is met or a row wraps. */
static int64_t usual_step(const IrInstr *value, int depth)
{
    IrInstr *const *of = value->operands;
    if (value->level < LEVEL_VARYING)
        return 0;
    if (value->shape.length >= SHORTEST_ROW)
        return value->shape.stride;
    if (depth-- == 0)
        return UNKNOWN;
    switch (value->op) {
    case IR_iadd:
    case IR_isub: {
        int64_t left = usual_step(of[0], depth), right = usual_step(of[1], depth);
        return left == UNKNOWN || right == UNKNOWN ? UNKNOWN
               : value->op == IR_iadd             ? left + right
                                                  : left - right;
    }
    case IR_imul:
    case IR_ishl: return scaled_step(value, depth);
    case IR_imin:
    case IR_imax:
    case IR_umin:
    case IR_umax: return step_of_either(of[0], of[1], depth);
    case IR_select: return step_of_either(of[1], of[2], depth);
    case IR_iand:
    case IR_ior:
    case IR_ixor:
    case IR_urem:
    case IR_srem:
        return of[1]->level < LEVEL_VARYING ? usual_step(of[0], depth) : UNKNOWN;
    default: return UNKNOWN;
    }
}

/* Lanes that each have words of their own. */
static bool steps_by_words(const IrInstr *load)
{
    const IrInstr *index = load->operands[1];
    return index->shape.length >= 2 * SHORTEST_ROW && index->shape.stride != 0;
}

static bool usually_steps_by_words(const Taken *taken)
{
    const Place *place = &taken->place;
    bool in_bytes = is_raw(taken->word->load);
    int64_t step = usual_step(place->counted.value, DEPTH);
    bool is_known = step != UNKNOWN;
    step *= in_bytes && !place->counted.is_halved ? 1 : taken->choice.bytes;
    for (int i = 0; i < place->more_count && is_known; i++) {
        int64_t more = usual_step(place->more[i], DEPTH);
        is_known = more != UNKNOWN;
        step += more * (in_bytes ? 1 : WORD);
    }
    return is_known && step != 0 && step % WORD == 0;
}

/* ---- the walk ---- */

static bool has_choices(const Word *word, const Taken *taken)
{
    bool varies = word->load->operands[1]->level == LEVEL_VARYING;
    return varies == (taken->choice.value->level == LEVEL_VARYING);
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
    search->has_sums |= !is_raw(word->load) && has_more(&taken->place);
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

static IrInstr *sum(IrBuilder *builder, IrInstr *left, IrInstr *right)
{
    return is_const(right, 0) ? left : IR_BUILD(builder, IR_iadd, left, right);
}

/* All that is added to the index of the part's own word. */
static IrInstr *sum_of_more(IrBuilder *builder, const Place *place)
{
    IrInstr *more = ir_const_i32(builder, place->constant);
    for (int i = 0; i < place->more_count; i++)
        more = sum(builder, (IrInstr *)place->more[i], more);
    return more;
}

/* So much may be added to the index of a word, and as many parts to that of a part; where it is
 * more, all words are outside. */
static int64_t farthest(const Taken *taken)
{
    return ((int64_t)1 << (31 - bits_of_choice(&taken->choice))) - 1;
}

static bool are_near(const Place *place, int64_t most)
{
    int64_t least = place->constant, greatest = place->constant;
    for (int i = 0; i < place->more_count; i++) {
        IrRange range = ir_range_of(place->more[i]);
        least += range.smin;
        greatest += range.smax;
    }
    return least >= -most && greatest <= most;
}

static bool are_uniform(const Place *place)
{
    for (int i = 0; i < place->more_count; i++)
        if (place->more[i]->level == LEVEL_VARYING)
            return false;
    return true;
}

/* Sums of words may wrap where sums of parts do not, and the other way round. */
static bool may_count_parts(const Taken *taken)
{
    const Place *place = &taken->place;
    return is_raw(taken->word->load) || !has_more(place) ||
           (ir_range_of(place->counted.value).smin >= 0 &&
            (are_near(place, farthest(taken)) || are_uniform(place)));
}

/* In parts; INT32_MIN, which leads outside, where it is too far out. */
static IrInstr *more_in_parts(IrBuilder *builder, const Taken *taken)
{
    const Place *place = &taken->place;
    int bits = bits_of_choice(&taken->choice);
    bool is_near = are_near(place, farthest(taken));
    if (place->more_count == 0)
        return ir_const_i32(builder, is_near ? place->constant * (1 << bits) : INT32_MIN);
    IrInstr *more = sum_of_more(builder, place),
            *parts = IR_BUILD(builder, IR_ishl, more, ir_const_i32(builder, bits));
    if (is_near)
        return parts;
    int32_t most = (int32_t)farthest(taken);
    IrInstr *shifted = IR_BUILD(builder, IR_iadd, more, ir_const_i32(builder, most)),
            *near = IR_BUILD(builder, IR_ule, shifted, ir_const_i32(builder, 2 * most));
    return IR_BUILD(builder, IR_select, near, parts, ir_const_i32(builder, INT32_MIN));
}

/* Load rounds the sum down to a word, of which the part's own is a multiple. */
static IrInstr *more_in_bytes(IrBuilder *builder, const Place *place)
{
    IrInstr *more = sum_of_more(builder, place);
    if (more->op == IR_const)
        return ir_const_i32(builder, (int32_t)((uint32_t)more->bits & (uint32_t)-WORD));
    return IR_BUILD(builder, IR_iand, more, ir_const_i32(builder, -WORD));
}

static IrInstr *place_of(IrBuilder *builder, const Taken *taken)
{
    const Place *place = &taken->place;
    IrInstr *at = place->counted.value;
    bool in_bytes = is_raw(taken->word->load);
    if (place->counted.is_halved)
        at = IR_BUILD(builder, IR_ishl, at, ir_const_i32(builder, 1));
    if (has_more(place))
        at = sum(builder, at,
                 in_bytes ? more_in_bytes(builder, place) : more_in_parts(builder, taken));
    if (!taken->choice.is_reversed)
        return at;
    int last = in_bytes ? WORD - taken->choice.bytes : WORD / taken->choice.bytes - 1;
    return IR_BUILD(builder, IR_ixor, at, ir_const_i32(builder, last));
}

static bool is_same_part(const Taken *left, const Taken *right)
{
    const Choice *a = &left->choice, *b = &right->choice;
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
    IrInstr *operands[] = {word->load->operands[0], place_of(&builder, taken)};
    IrInstr *load = ir_new(context->kernel, IR_load_part, ir_scalar(IR_I32), operands,
                           COUNT_OF(operands));
    load->resource = word->load->resource;
    load->immediate = taken->choice.bytes == 1 ? PART_BYTE : PART_HALFWORD;
    taken->part = ir_insert(&builder, load);
    pass_explain(context, word->load->pos, "%s of %s are loaded by themselves",
                 taken->choice.bytes == 1 ? "bytes" : "halfwords", load->resource->name);
}

static bool pays(const Word *word)
{
    bool may = !word->is_wanted && word->parts.count > 0;
    for (int i = 0; i < word->parts.count && may; i++)
        may = may_count_parts(word->parts.items[i]);
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
    bool changed = false;
    clear_notes(kernel);
    EACH_INSTR (kernel->body, instr)
        changed |= instr->op == IR_select && shift_instead(context, instr);
    EACH_INSTR (kernel->body, instr)
        use_current_operands(instr);
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
