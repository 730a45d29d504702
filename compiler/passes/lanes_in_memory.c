/* lanes_in_memory: what a loop takes from one lane in each turn, or gives to one, is a word of memory.
 *
 *     loop (%i = 0, %a = %z) {                   store_var $lanes [lane_index], %v
 *       ...                                      store_var $own [lane_index], %z
 *       %x = wave_read_lane %v, %i               loop (%i = 0) {
 *       %u = wave_count ...                 ->     %x = load_var $lanes [%i]
 *       %o = ieq lane_index, %i                    %u = wave_count ...
 *       %b = select %o, %u, %a                     store_var $own [%i], %u
 *       continue (%i + 1), %b                      continue (%i + 1)
 *     } -> %r                                    }
 *                                                %r = load_var $own [lane_index]
 *
 * All pairs of a wave, rows that all lanes add up and each keeps its own sum of, planes of bits by ballots. C compilers
 * leave what the lane is read from in registers and store all of it in each turn; and all vectors of a wave are compared
 * and chosen for the one lane whose turn it is.
 *
 * All lanes of the wave must be there. A lane beyond the wave is 0 when read and nobody when given something, as words
 * beyond an array are. Behind all that looks for words that go from lane to lane. Needs: wave_loops, uniformity. Breaks:
 * facts; uniformity must run again. */
#include "interchange.h"

typedef struct Words {
    const IrInstr *value;
    IrVariable *variable;
} Words;

typedef struct Loop {
    IrKernel *kernel;
    Arena *scratch;
    IrInstr *instr;
    VEC(Words) taken;
} Loop;

static bool is_word(const IrInstr *value)
{
    return value->type.components == 1 && (value->type.scalar == IR_I32 || value->type.scalar == IR_F32);
}

/* A word for each lane, which has `value` before the loop. */
static IrVariable *keep_lanes(const Loop *loop, const char *name, IrInstr *value)
{
    IrKernel *kernel = loop->kernel;
    IrVariable *words = ir_variable_new(kernel, name, IR_GROUPSHARED, value->type, kernel->wave_size, value->pos);
    IrBuilder before = ir_builder_before(kernel, loop->instr);
    ir_store_var(&before, words, 0, ir_build(&before, IR_lane_index, NULL, 0), &value, 1);
    return words;
}

/* ---- taken from one lane ---- */

static bool is_taken(const Loop *loop, const IrInstr *instr)
{
    return instr->op == IR_wave_read_lane && is_word(instr) && instr->operands[0]->level > LEVEL_WAVE &&
           instr->operands[1]->level <= LEVEL_WAVE && instr->operands[1]->op != IR_const &&
           !ir_is_defined_in(instr->operands[0], loop->instr);
}

static IrVariable *words_of(Loop *loop, IrInstr *value)
{
    for (int i = 0; i < loop->taken.count; i++)
        if (loop->taken.items[i].value == value)
            return loop->taken.items[i].variable;
    IrVariable *words = keep_lanes(loop, "lanes", value);
    vec_push(loop->scratch, &loop->taken, ((Words){value, words}));
    return words;
}

static void take_words(Loop *loop, IrRegion *region)
{
    for (IrInstr *instr = region->first, *after; instr != NULL; instr = after) {
        after = instr->next;
        if (is_taken(loop, instr)) {
            IrBuilder builder = ir_builder_before(loop->kernel, instr);
            IrInstr *word = ir_load_var(&builder, words_of(loop, instr->operands[0]), 0, 1, instr->operands[1]);
            use_instead(loop->kernel->body, instr, word);
            ir_remove(instr);
        } else if (goes_on_together(instr)) {
            EACH_REGION (instr, inner)
                take_words(loop, inner);
        }
    }
}

/* ---- given to one lane ---- */

/* The lane whose turn it is; NULL: the parameter is not what one lane is given in each turn. */
static IrInstr *lane_given(const Loop *loop, const IrInstr *test, const IrInstr *parameter)
{
    const IrInstr *next = loop_next_of(parameter), *is_own = next->op == IR_select ? next->operands[0] : NULL;
    int left_with = 0;
    EACH_USE (test->regions[1]->first, use)
        left_with += *use == parameter;
    if (is_own == NULL || next->operands[2] != parameter || next->region != loop->instr->regions[0] || !is_word(next) ||
        is_own->op != IR_ieq || next->operands[1]->level > LEVEL_WAVE || left_with != 1 ||
        uses_in(loop->instr, parameter) != 2 || uses_in(loop->instr, next) != 1)
        return NULL;
    bool is_left = is_own->operands[0]->op == IR_lane_index;
    IrInstr *other = is_own->operands[is_left];
    return is_own->operands[!is_left]->op == IR_lane_index && other->level <= LEVEL_WAVE ? other : NULL;
}

/* At the end of the turn: what stands above the test is also done in the turn that leaves, and is given to nobody then. */
static void give_words(const Loop *loop, IrInstr *result, IrInstr *parameter, IrInstr *lane)
{
    IrInstr *next = loop_next_of(parameter);
    IrVariable *words = keep_lanes(loop, "own", loop->instr->operands[parameter->position]);
    IrBuilder builder = ir_builder_before(loop->kernel, loop->instr->regions[0]->last),
              behind = {.kernel = loop->kernel, .region = loop->instr->region, .before = loop->instr->next,
                        .pos = loop->instr->pos};
    ir_store_var(&builder, words, 0, lane, &next->operands[1], 1);
    use_instead(loop->kernel->body, next, parameter);
    use_instead(loop->kernel->body, result,
                ir_load_var(&behind, words, 0, 1, ir_build(&behind, IR_lane_index, NULL, 0)));
}

static bool give_all(const Loop *loop)
{
    const IrInstr *test = interchange_only_test(loop->scratch, loop->instr);
    bool changed = false;
    for (int i = 0; i < loop->instr->result_count && test != NULL; i++) {
        IrInstr *left = test->regions[1]->first->operands[i];
        IrInstr *lane = left->op == IR_parameter && left->owner == loop->instr ? lane_given(loop, test, left) : NULL;
        if (lane == NULL)
            continue;
        give_words(loop, loop->instr->results[i], left, lane);
        changed = true;
    }
    return changed;
}

/* ---- the pass ---- */

/* Where all lanes come to. */
static bool visit(PassContext *context, IrRegion *region)
{
    bool changed = false;
    for (IrInstr *instr = region->first, *after; instr != NULL; instr = after) {
        after = instr->next;
        if (!goes_on_together(instr))
            continue;
        if (instr->op == IR_loop) {
            Loop loop = {.kernel = context->kernel, .scratch = context->scratch, .instr = instr};
            changed |= give_all(&loop);
            take_words(&loop, instr->regions[0]);
            changed |= loop.taken.count > 0;
        }
        EACH_REGION (instr, inner)
            changed |= visit(context, inner);
    }
    return changed;
}

bool pass_lanes_in_memory(PassContext *context)
{
    const IrKernel *kernel = context->kernel;
    bool is_full = ir_group_size(kernel) % (uint32_t)kernel->wave_size == 0, changed = false;
    if (context->checks != 0 || context->watches_stores)
        return false;
    EACH_INSTR (kernel->body, instr) {
        bool has_all = instr->op == IR_wave_loop && is_full && !ir_contains_op(instr->regions[0], IR_return);
        if (has_all || instr->op == IR_all_lanes)
            changed |= visit(context, instr->regions[0]);
    }
    return changed;
}
