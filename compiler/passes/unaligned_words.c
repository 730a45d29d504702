/* unaligned_words: words at any byte address, put together of two, are four bytes.
 *
 *     %2 = iand %1, 3
 *     %3 = ishl %2, 3
 *     %4 = iand %1, -4                          %12 = load_part.byte $Text [%1]
 *     %5 = load_raw.2 $Text [%4]                %13 = load_part.byte_1 $Text [%1]
 *     %6 = ushr %5.0, %3                 ->     %14 = load_part.byte_2 $Text [%1]
 *     %7 = isub 32, %3                          %15 = load_part.byte_3 $Text [%1]
 *     %8 = ishl %5.1, %7                        ... = isub %13, ...
 *     %9 = ior %6, %8
 *     %10 = ieq %3, 0
 *     %11 = select %10, %5.0, %9
 *     ... = isub (ushr %11, 8) & 255, ...
 *
 * HLSL's buffers have no words but those at multiples of four, so searches for motion, hashes and decoders
 * take two and shift: `s == 0 ? w.x : w.x >> s | w.y << (32 - s)`. Where the address steps by one from lane
 * to lane both words are gathered; the bytes lie side by side, and each four loads are of the next bytes.
 * Those of samples of 24 bits, or pixels of three bytes, are taken out of vectors of all bytes.
 * Often nothing but single bytes is wanted: differences of pixels; where the whole word is, they are put
 * together again.
 *
 * A shift by 32 is one by 0, so that the higher word needs a choice, or two shifts, `w.y << 8 << (24 - s)`,
 * or 64 bits. Words outside are 0, each by itself, and so are their bytes. What follows the last address is
 * outside, but word 0 where two loads add to the index, which bytes then do, too.
 *
 * Needs: uniformity. Breaks: facts; uniformity must run again. */
#include "ir/range.h"
#include "passes/lane_steps.h"
#include "passes/word_parts.h"

enum { BYTE = 8, BYTES = 4, WORD_BITS = 32, MOST_STEP = 3 };

/* What a word is, of the load of two, or of its own. */
typedef struct Half {
    IrInstr *value;
    IrInstr *load;
} Half;

typedef struct Match {
    IrInstr *word; /* the unaligned one */
    IrInstr *load; /* of the lower word */
    WordPart place; /* of its lowest byte */
    bool wraps;     /* the last address is followed by 0 */
    IrInstr *bytes[BYTES];
} Match;

/* The shift of the lower word to the right, and what is or-ed to it. */
typedef struct Funnel {
    IrInstr *low, *count, *high;
} Funnel;

/* ---- counts of shifts: s is one of 0, 8, 16 and 24, modulo 32 ---- */

/* Not modulo 32, so that it is zero where the address is that of a word. */
static bool is_exact(const IrInstr *count)
{
    bool is_eight_times = is_shifted(count, IR_ishl, 3);
    if (is_eight_times)
        return is_masked(count->operands[0], UINT32_MAX, 3);
    return is_masked(count, UINT32_MAX, 24) ||
           (is_masked(count, UINT32_MAX, 31) && is_shifted(count->operands[0], IR_ishl, 3));
}

static bool is_number(const IrInstr *value, uint64_t modulus, uint64_t number)
{
    return value->op == IR_const && value->bits % modulus == number % modulus;
}

/* `count` is from - s, modulo 32. */
static bool is_rest(const IrInstr *count, const IrInstr *s, uint64_t from)
{
    switch (count->op) {
    case IR_isub:
        return count->operands[1] == s && is_number(count->operands[0], WORD_BITS, from);
    case IR_ineg: return count->operands[0] == s && from % WORD_BITS == 0;
    case IR_ixor: return count->operands[0] == s && (from & 24) == 24 && is_exact(s) &&
               is_number(count->operands[1], WORD_BITS, from);
    case IR_iand:
        return is_masked(count, UINT32_MAX, 31) && count->operands[0]->op == IR_inot &&
               count->operands[0]->operands[0] == s && from == 31;
    case IR_ishl: /* (4 - n) * 8, where s is n * 8 */
        return is_shifted(count, IR_ishl, 3) && is_shifted(s, IR_ishl, 3) && from % BYTE == 0 &&
               count->operands[0]->op == IR_isub &&
               count->operands[0]->operands[1] == s->operands[0] &&
               is_number(count->operands[0]->operands[0], BYTES, from / BYTE);
    default: return false;
    }
}

/* The higher word by 32 - s, of which 32 is 0. */
static IrInstr *shifted_loosely(const IrInstr *high, const IrInstr *s)
{
    return high->op == IR_ishl && is_rest(high->operands[1], s, WORD_BITS) ? high->operands[0] : NULL;
}

/* In two steps, of which the second is 24 or more for no s. */
static IrInstr *shifted_twice(const IrInstr *high, const IrInstr *s)
{
    if (high->op != IR_ishl || !is_constant_of(high->operands[0], IR_ishl))
        return NULL;
    uint64_t first = high->operands[0]->operands[1]->bits;
    bool is_first = first >= 1 && first <= BYTE;
    return is_first && is_rest(high->operands[1], s, WORD_BITS - first) ? high->operands[0]->operands[0]
                                                                        : NULL;
}

/* `s == 0 ? zero : other`, or the other way round. */
static bool is_choice_by_zero(const IrInstr *select, const IrInstr *s, IrInstr **zero, IrInstr **other)
{
    if (select->op != IR_select || !is_exact(s))
        return false;
    const IrInstr *condition = select->operands[0];
    bool compares = (condition->op == IR_ieq || condition->op == IR_ine) &&
                    is_const(condition->operands[1], 0);
    const IrInstr *asked = compares ? condition->operands[0] : NULL;
    bool is_bits = compares && is_masked(asked, UINT32_MAX, 3) && s->operands[0] == asked;
    if (!compares || (asked != s && !is_bits))
        return false;
    int side = condition->op == IR_ieq ? 1 : 2;
    *zero = select->operands[side];
    *other = select->operands[3 - side];
    return true;
}

/* ---- the two words as one ---- */

static bool find_funnel(const IrInstr *join, Funnel *funnel)
{
    if ((join->op != IR_ior && join->op != IR_iadd) || join->type.scalar != IR_I32)
        return false;
    int side = join->operands[0]->op == IR_ushr ? 0 : 1;
    const IrInstr *low = join->operands[side];
    if (low->op != IR_ushr)
        return false;
    *funnel = (Funnel){low->operands[0], low->operands[1], join->operands[1 - side]};
    return true;
}

static IrInstr *high_of_strict(const Funnel *funnel)
{
    IrInstr *zero, *other, *high = shifted_twice(funnel->high, funnel->count);
    if (high == NULL && is_choice_by_zero(funnel->high, funnel->count, &zero, &other) &&
        is_const(zero, 0))
        high = shifted_loosely(other, funnel->count);
    return high;
}

/* The choice's other side, by whose shift it is a choice. */
static bool find_in_choice(const IrInstr *select, Funnel *funnel, IrInstr **high)
{
    IrInstr *zero, *other;
    for (int side = 1; side < 3 && select->op == IR_select; side++)
        if (find_funnel(select->operands[side], funnel) &&
            is_choice_by_zero(select, funnel->count, &zero, &other) &&
            other == select->operands[side] && zero == funnel->low) {
            *high = shifted_loosely(funnel->high, funnel->count);
            return *high != NULL;
        }
    return false;
}

static IrInstr *widened(const IrInstr *value)
{
    return value->op == IR_zext && value->operands[0]->type.scalar == IR_I32 ? value->operands[0] : NULL;
}

/* uint((uint64_t(high) << 32 | low) >> s); one load may be of both. */
static bool find_in_64_bits(const IrInstr *value, Funnel *funnel, IrInstr **high)
{
    const IrInstr *shift = value->op == IR_itrunc ? value->operands[0] : NULL;
    if (shift == NULL || value->type.scalar != IR_I32 || shift->op != IR_ushr ||
        shift->type.scalar != IR_I64 || widened(shift->operands[1]) == NULL)
        return false;
    IrInstr *both = shift->operands[0];
    funnel->count = widened(shift->operands[1]);
    if (both->op == IR_load_raw) {
        funnel->low = *high = both;
        return is_exact(funnel->count);
    }
    for (int side = 0; side < 2 && (both->op == IR_ior || both->op == IR_iadd); side++) {
        const IrInstr *up = both->operands[side];
        funnel->low = widened(both->operands[1 - side]);
        if (up->op == IR_ishl && is_const(up->operands[1], WORD_BITS) && funnel->low != NULL) {
            *high = widened(up->operands[0]);
            return *high != NULL && is_exact(funnel->count);
        }
    }
    return false;
}

static bool find_words(const IrInstr *value, Funnel *funnel, IrInstr **high)
{
    if (find_funnel(value, funnel)) {
        *high = high_of_strict(funnel);
        return *high != NULL;
    }
    return find_in_choice(value, funnel, high) || find_in_64_bits(value, funnel, high);
}

/* ---- where ---- */

static bool is_load_of_words(const IrInstr *instr)
{
    bool is_plain = instr->op == IR_load_typed || instr->op == IR_load_raw ||
                    (instr->op == IR_load_struct && is_const(instr->operands[2], 0));
    return is_plain && (is_raw(instr) || instr->resource->stride == WORD) && !instr->resource->is_coherent;
}

static bool is_word(const IrInstr *load)
{
    return load->type.scalar == IR_I32 && load->type.components == 1;
}

/* Of one load, the lower one first. */
static IrInstr *load_of_both(const IrInstr *low, const IrInstr *high)
{
    if (low == high)
        return low->type.scalar == IR_I64 && low->type.components == 1 ? (IrInstr *)low : NULL;
    bool are_parts = low->op == IR_extract && high->op == IR_extract && low->operands[0] == high->operands[0];
    IrInstr *load = are_parts ? low->operands[0] : NULL;
    return are_parts && load->op == IR_load_raw && load->type.scalar == IR_I32 &&
                   load->type.components == 2 && low->component == 0 && high->component == 1
               ? load
               : NULL;
}

static bool is_behind(const IrInstr *low, const IrInstr *high, int64_t apart)
{
    return ir_has_same_addends(low, high) && ir_constant_addend(high) - ir_constant_addend(low) == apart;
}

/* The word before what the address leads into, counted in words or bytes. */
static const IrInstr *address_of(const IrInstr *load)
{
    const IrInstr *index = load->operands[1];
    bool counts = is_raw(load) ? is_masked(index, UINT32_MAX, (uint32_t)-WORD)
                               : is_shifted(index, IR_ushr, 2);
    return counts ? index->operands[0] : NULL;
}

/* Two loads, one word after the other, of what nobody writes; the address of the second may be four more,
 * or its index one. */
static bool are_neighbours(const IrInstr *low, const IrInstr *high, bool *wraps)
{
    if (!is_load_of_words(low) || !is_load_of_words(high) || !is_word(low) || !is_word(high) ||
        low->resource != high->resource || low->operands[0] != high->operands[0] ||
        low->resource->class == IR_UAV)
        return false;
    const IrInstr *from = address_of(low), *to = address_of(high);
    *wraps = true;
    if (is_behind(low->operands[1], high->operands[1], is_raw(low) ? WORD : 1)) {
        *wraps = is_raw(low);
        return true;
    }
    return from != NULL && to != NULL && is_behind(from, to, WORD);
}

/* In bytes, from lane to lane. */
static int64_t step_in_bytes(const WordPart *part)
{
    const PartPlace *place = &part->place;
    int64_t step = usual_step(place->counted.value), unit = is_raw(part->load) ? 1 : WORD;
    for (int i = 0; i < place->more_count && step != STEP_UNKNOWN; i++) {
        int64_t more = usual_step(place->more[i]);
        step = more == STEP_UNKNOWN ? STEP_UNKNOWN : step + more * unit;
    }
    return step;
}

/* Bytes of lanes that far apart are taken out of vectors. */
static bool steps_by_few(const WordPart *part)
{
    int64_t step = step_in_bytes(part);
    return step != STEP_UNKNOWN && step >= 1 && step <= MOST_STEP;
}

/* Where one is added to the index of a word, that does not wrap, being a quarter of an address, unless the
 * index is a sum. */
static bool does_wrap(const Match *match)
{
    return match->wraps || (!is_raw(match->load) && has_more(&match->place.place));
}

static bool find_match(IrInstr *value, Match *match)
{
    Funnel funnel;
    IrInstr *high = NULL;
    if (!find_words(value, &funnel, &high))
        return false;
    IrInstr *both = load_of_both(funnel.low, high);
    *match = (Match){.word = value, .load = both != NULL ? both : funnel.low};
    bool are_words = both != NULL ? is_load_of_words(both) && is_raw(both)
                                  : are_neighbours(funnel.low, high, &match->wraps);
    return are_words && find_word_part(match->load, funnel.count, 1, &match->place) &&
           !match->place.choice.is_reversed &&
           steps_by_few(&match->place);
}

/* ---- bytes instead ---- */

static void load_bytes(PassContext *context, Match *match)
{
    static const OpPart BEHIND[] = {PART_BYTE, PART_BYTE_1, PART_BYTE_2, PART_BYTE_3};
    IrBuilder builder = ir_builder_before(context->kernel, match->load);
    builder.pos = match->load->pos;
    IrInstr *place = place_of_part(&builder, &match->place);
    for (int i = 0; i < BYTES; i++) {
        IrInstr *at = does_wrap(match) && i > 0 ? IR_BUILD(&builder, IR_iadd, place, ir_const_i32(&builder, i))
                                               : place;
        IrInstr *operands[] = {match->load->operands[0], at};
        IrInstr *load = ir_new(context->kernel, IR_load_part, ir_scalar(IR_I32), operands, COUNT_OF(operands));
        load->resource = match->load->resource;
        load->immediate = does_wrap(match) ? PART_BYTE : BEHIND[i];
        match->bytes[i] = ir_insert(&builder, load);
    }
    pass_explain(context, match->load->pos, "unaligned words of %s are four bytes each",
                 match->load->resource->name);
}

static IrInstr *put_together(IrKernel *kernel, const IrInstr *word, IrInstr *const *bytes)
{
    IrBuilder builder = ir_builder_before(kernel, (IrInstr *)word);
    builder.pos = word->pos;
    IrInstr *whole = bytes[0];
    for (int i = 1; i < BYTES; i++) {
        IrInstr *up = IR_BUILD(&builder, IR_ishl, bytes[i], ir_const_i32(&builder, BYTE * i));
        whole = IR_BUILD(&builder, IR_ior, whole, up);
    }
    return whole;
}

static bool wants_byte(const IrInstr *user, const IrInstr *word)
{
    return user->operands[0] == word && is_constant_of(user, IR_iand) && user->operands[1]->bits <= 255;
}

static bool want_bytes(const IrKernel *kernel, const IrInstr *shifted)
{
    EACH_INSTR (kernel->body, instr)
        EACH_USE (instr, use)
            if (*use == shifted && !wants_byte(instr, shifted))
                return false;
    return true;
}

/* Which byte, where it is one: of the word itself `& 255`, of the shifted word the shift. -1: of all. */
static int byte_of(const IrKernel *kernel, const IrInstr *user, const IrInstr *word)
{
    if (wants_byte(user, word))
        return 0;
    if (!is_constant_of(user, IR_ushr) || user->operands[0] != word || user->operands[1]->bits % BYTE != 0 ||
        user->operands[1]->bits >= WORD_BITS)
        return -1;
    int byte = (int)(user->operands[1]->bits / BYTE);
    return byte == BYTES - 1 || want_bytes(kernel, user) ? byte : -1;
}

/* The same word may be put together in several ways. */
static bool is_same_word(const Match *left, const Match *right)
{
    return left->load == right->load && left->place.choice.value == right->place.choice.value &&
           does_wrap(left) == does_wrap(right);
}

static void find_bytes(PassContext *context, Match *matches, int index)
{
    Match *match = &matches[index];
    for (int i = 0; i < index; i++)
        if (matches[i].bytes[0] != NULL && is_same_word(&matches[i], match)) {
            memcpy(match->bytes, matches[i].bytes, sizeof match->bytes);
            return;
        }
    load_bytes(context, match);
}

static void use_bytes(PassContext *context, const Match *match)
{
    IrInstr *const *bytes = match->bytes, *whole = NULL;
    EACH_INSTR (context->kernel->body, instr)
        EACH_USE (instr, use) {
            if (*use != match->word)
                continue;
            int byte = byte_of(context->kernel, instr, match->word);
            if (byte < 0 && whole == NULL)
                whole = put_together(context->kernel, match->word, bytes);
            if (byte > 0)
                instr->note = bytes[byte];
            else
                *use = byte == 0 ? bytes[0] : whole;
        }
}

/* Its lowest eight bits are it. */
static bool is_of_byte(const IrInstr *instr)
{
    return is_masked(instr, UINT32_MAX, 255) && instr->operands[0]->op == IR_load_part &&
           op_part_bytes(instr->operands[0]->immediate) == 1 &&
           !op_part_is_signed(instr->operands[0]->immediate);
}

static void drop_masks(IrKernel *kernel)
{
    clear_notes(kernel);
    EACH_INSTR (kernel->body, instr) {
        use_current_operands(instr);
        if (is_of_byte(instr))
            instr->note = instr->operands[0];
    }
    EACH_INSTR (kernel->body, instr)
        use_current_operands(instr);
}

bool pass_unaligned_words(PassContext *context)
{
    IrKernel *kernel = context->kernel;
    VEC(Match) matches = {0};
    bool has_sums = false, changed = false;
    clear_notes(kernel);
    EACH_INSTR (kernel->body, instr) {
        Match match;
        if (!find_match(instr, &match))
            continue;
        vec_push(context->scratch, &matches, match);
        has_sums |= !is_raw(match.load) && has_more(&match.place.place);
    }
    if (has_sums)
        pass_ranges(context);
    for (int i = 0; i < matches.count; i++)
        if (may_count_parts(&matches.items[i].place)) {
            find_bytes(context, matches.items, i);
            clear_notes(kernel);
            use_bytes(context, &matches.items[i]);
            EACH_INSTR (kernel->body, instr)
                use_current_operands(instr);
            changed = true;
        }
    if (changed)
        drop_masks(kernel);
    if (has_sums)
        ir_forget_ranges(kernel);
    return changed;
}
