/* partners: threads of which one works on the words of two take a word each.
 *
 *     %o = ixor %t, 4                       %o = ixor %t, 4
 *     %p = ult %t, %o                       %p = ult %t, %o
 *     if %p {                               %a = load_var $s [%t]
 *       %a = load_var $s [%t]               %b = load_var $s [%o]
 *       %b = load_var $s [%o]        ->     %x = umin %a, %b
 *       %x = umin %a, %b                    %y = umax %b, %a         ; as the partner has it
 *       %y = umax %a, %b                    %z = select %p, %x, %y
 *       store_var $s [%t], %x               store_var $s [%t], %z
 *       store_var $s [%o], %y
 *       yield
 *     }
 *
 * A bitonic network as it is mostly written: of threads t and t ^ j the lower one compares both words. Half of the lanes are
 * off, and what they would store lies spread over other lanes' words. As each lane finds its own word, computing what its
 * partner would have computed for it, there is no mask, and one store in the order of memory.
 *
 * Partners are in one wave, whose lanes have loaded both words before any stores: j is a power of two below the wave's
 * size. Who is whose partner, and that one of both comes there, is found by computing it for each thread; all else that the
 * word follows from is the same in all lanes, or is loaded from both words.
 *
 * Behind exchanges and flatten, which leave two stores and no branch. Needs: uniformity. Keeps: facts. */
#include "passes/shared_words.h"

enum { MOST_COPIED = 24 };

typedef struct Pair {
    PassContext *context;
    IrInstr *branch;
    IrInstr *own, *other; /* stores */
    uint32_t bit;         /* in which partners' numbers differ */
    int copied;
    IrReplacements partners; /* what the partner has of each value */
} Pair;

/* ---- what the branch does ---- */

static bool finds_stores(Pair *pair)
{
    IrInstr *stores[2] = {NULL, NULL};
    EACH_IN (pair->branch->regions[0], instr) {
        bool is_pure = is_pure_of_lane(instr),
             is_load = instr->op == IR_load_var && is_shared_word(instr) && stores[0] == NULL,
             is_store = instr->op == IR_store_var && is_shared_word(instr) && stores[1] == NULL;
        if (is_store)
            stores[stores[0] != NULL] = instr;
        else if (!is_pure && !is_load && instr->op != IR_yield)
            return false;
    }
    if (stores[1] == NULL || stores[0]->variable != stores[1]->variable)
        return false;
    bool is_first = stores[0]->operands[0]->shape.stride == 1 && spans_wave(pair->context->kernel, stores[0]->operands[0]);
    pair->own = stores[is_first ? 0 : 1];
    pair->other = stores[is_first ? 1 : 0];
    return true;
}

/* ---- who is whose partner ---- */

static bool compute(const Pair *pair, const IrInstr *value, uint32_t thread, uint32_t *number)
{
    uint64_t bits = 0;
    bool is_known = ir_compute_of_thread(pair->context->kernel, value, (int)thread, WORDS_DEPTH, &bits);
    *number = (uint32_t)bits;
    return is_known;
}

static bool are_partners(const Pair *pair, uint32_t thread, uint32_t partner)
{
    uint32_t own, other, is_here, is_there;
    return compute(pair, pair->own->operands[0], partner, &own) &&
           compute(pair, pair->other->operands[0], thread, &other) && own == other &&
           compute(pair, pair->branch->operands[0], thread, &is_here) &&
           compute(pair, pair->branch->operands[0], partner, &is_there) && (is_here & 1) != (is_there & 1);
}

static bool finds_partners(Pair *pair)
{
    const IrKernel *kernel = pair->context->kernel;
    uint32_t size = ir_group_size(kernel), first, other;
    if (!compute(pair, pair->own->operands[0], 0, &first) || !compute(pair, pair->other->operands[0], 0, &other))
        return false;
    pair->bit = other - first; /* thread 0's partner */
    if (!is_power_of_two(pair->bit) || pair->bit >= (uint32_t)kernel->wave_size || size % (2 * pair->bit) != 0)
        return false;
    for (uint32_t thread = 0; thread < size; thread++)
        if (!are_partners(pair, thread, thread ^ pair->bit))
            return false;
    return true;
}

bool is_under_no_mask(const IrInstr *branch)
{
    for (const IrInstr *around = branch->region->owner; around != NULL; around = around->region->owner)
        if (around->op == IR_if ? around->operands[0]->level > LEVEL_WAVE : around->op != IR_loop)
            return false;
    return true;
}

/* ---- what the partner has ---- */

static bool is_of_word(const IrInstr *load, const IrInstr *store)
{
    return load->variable == store->variable && ir_same_value(load->operands[0], store->operands[0]);
}

static bool is_alike(const IrInstr *value) { return value->op == IR_const || value->level <= LEVEL_WAVE; }

static bool is_thread(const IrKernel *kernel, const IrInstr *value)
{
    bool is_row = kernel->threads[1] == 1 && kernel->threads[2] == 1;
    return value->op == IR_group_index || (is_row && value->op == IR_group_thread_id && value->immediate == AXIS_X);
}

/* Loaded in the branch, or before it and not stored since. */
static bool is_loaded(const Pair *pair, const IrInstr *load)
{
    if (load->op != IR_load_var || !is_shared_word(load) ||
        (!is_of_word(load, pair->own) && !is_of_word(load, pair->other)))
        return false;
    return load->region == pair->branch->regions[0] || shared_word_before(pair->branch, load) == load;
}

static bool can_be_of_partner(Pair *pair, const IrInstr *value, int depth)
{
    if (is_alike(value) || is_thread(pair->context->kernel, value) || is_loaded(pair, value))
        return true;
    if (depth == 0 || ++pair->copied > MOST_COPIED || is_phi(value) || !is_pure_of_lane(value) ||
        value->operand_count == 0)
        return false;
    for (int i = 0; i < value->operand_count; i++)
        if (!can_be_of_partner(pair, value->operands[i], depth - 1))
            return false;
    return true;
}

static IrInstr *load_of(const Pair *pair, IrBuilder *builder, const IrInstr *store)
{
    IrInstr *before = shared_word_before(pair->branch, store);
    return before != NULL ? before : vary(ir_load_var(builder, store->variable, store->component, 1, store->operands[0]));
}

static IrInstr *of_partner(Pair *pair, IrBuilder *builder, IrInstr *value)
{
    if (is_alike(value))
        return value;
    IrInstr *known = ir_replacement_of(&pair->partners, value);
    if (known != NULL)
        return known;
    IrInstr *made;
    if (is_loaded(pair, value)) {
        made = load_of(pair, builder, is_of_word(value, pair->own) ? pair->other : pair->own);
    } else if (is_thread(pair->context->kernel, value)) {
        made = vary(IR_BUILD(builder, IR_ixor, value, ir_const_i32(builder, (int32_t)pair->bit)));
    } else {
        IrInstr *copy = ir_copy_instr(builder->kernel, value);
        for (int i = 0; i < copy->operand_count; i++)
            copy->operands[i] = of_partner(pair, builder, value->operands[i]);
        made = vary(ir_insert(builder, copy));
    }
    vec_push(pair->context->scratch, &pair->partners.from, value);
    vec_push(pair->context->scratch, &pair->partners.to, made);
    return made;
}

/* ---- changing ---- */

static void take_own_words(Pair *pair)
{
    IrInstr *branch = pair->branch;
    EACH_IN (branch->regions[0], instr)
        if (instr != pair->own && instr != pair->other && instr->op != IR_yield)
            ir_move_before(instr, branch);
    IrBuilder builder = ir_builder_before(pair->context->kernel, branch);
    builder.pos = pair->own->pos;
    IrInstr *partners = of_partner(pair, &builder, pair->other->operands[1]);
    pair->own->operands[1] = vary(IR_BUILD(&builder, IR_select, branch->operands[0], pair->own->operands[1], partners));
    ir_move_before(pair->own, branch);
    ir_remove(branch);
}

bool keeps_lanes_together(const IrKernel *kernel)
{
    EACH_INSTR (kernel->body, instr)
        if (is_construct(instr) && lanes_leave(instr, LEVEL_WAVE))
            return false;
    return kernel->order.kind == IR_ORDER_LINEAR && kernel->thread_of_lane == NULL;
}

bool pass_partners(PassContext *context)
{
    bool changed = false;
    if (context->checks != 0 || context->watches_stores)
        return false;
    EACH_INSTR (context->kernel->body, instr) {
        Pair pair = {.context = context, .branch = instr};
        if (!is_of_some_lanes(instr) || !is_under_no_mask(instr) || !finds_stores(&pair) || !finds_partners(&pair) ||
            !can_be_of_partner(&pair, pair.other->operands[1], WORDS_DEPTH) || !keeps_lanes_together(context->kernel))
            continue;
        pass_explain(context, instr->pos, "each lane stores its own word, not its partner's %u from it", pair.bit);
        take_own_words(&pair);
        changed = true;
    }
    return changed;
}
