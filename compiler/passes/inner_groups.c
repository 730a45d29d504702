/* inner_groups: a kernel that keeps to the edges of a picture is there twice, once for groups none of whose threads
 * meets them.
 *
 *     %p = imax %x, 0                      %inner = sle 0, %least & sle %most, %last
 *     %q = imin %last, %p                  if %inner {
 *     %v = load $F[%q]              ->       %v = load $F[%x]  ...
 *     ...                                  } else {
 *                                            as it was
 *                                          }
 *
 * Coordinates clamped, texels beyond an edge taken for zero, neighbours that a side of the volume lacks: lane by lane
 * that is asked everywhere, for the sake of a few groups. What threads of a group have in common, and the range of
 * what they differ by, say where the least and the greatest of a coordinate lie. Where all of them are inside, minima,
 * maxima and comparisons are what they are there, choices by them are gone, and indices step from lane to lane again.
 *
 * A bound that is a small constant is taken for where pictures begin, all others for where they end: inside is where
 * that is so of all. Where threads wait for each other that is asked of the group, else of each wave. What only
 * branches ask, full_waves asks; the least and the most of what is the same in all lanes of a wave takes a scalar
 * anyway, unless something is compared with it.
 *
 * Needs: uniformity, constant indices of unrolled loops, branches as selects. Keeps: facts. */
#include "ir/range.h"
#include "passes/spread.h"

enum {
    MOST_SIZE = 320,  /* of a kernel, all of which is there twice */
    LEAST_GAIN = 2,   /* choices that lanes do not make any more */
    MOST_ASKED = 96,
    MOST_BEGINNING = 64,
    FEW = 4 /* one thread in so many */
};

typedef struct Asked {
    IrInstr *instr;
    IrInstr *bound;
    int moving;    /* the operand that differs between threads */
    bool is_above; /* all of it is inside above the bound, else below */
} Asked;

typedef struct Inner {
    PassContext *context;
    VEC(Asked) asked;
    IrReplacements instead; /* minima and maxima are one of their operands inside */
    IrLevel alike;          /* who goes inside together: a group, or a wave where nobody waits */
    /* by id */
    bool *is_compared; /* as it is, or the least or most of it */
    bool *is_of_texel; /* a coordinate of one, or part of it */
} Inner;

/* ---- operations ---- */

static bool is_comparison(IrOp op) { return op_is_order(op) || op == IR_ieq || op == IR_ine; }

static bool is_choice(IrOp op) { return op == IR_imin || op == IR_imax || op == IR_umin || op == IR_umax; }

static bool is_order_or_choice(IrOp op) { return is_comparison(op) || is_choice(op); }

static bool is_sum(IrOp op) { return op == IR_iadd || op == IR_isub || op == IR_imul || op == IR_ishl; }

/* What reads a value stands behind it, or is a loop's next turn. */
static void find_uses(Inner *inner)
{
    const IrKernel *kernel = inner->context->kernel;
    VEC(IrInstr *) instrs = {0};
    inner->is_compared = ARENA_ARRAY(inner->context->scratch, bool, kernel->next_id);
    inner->is_of_texel = ARENA_ARRAY(inner->context->scratch, bool, kernel->next_id);
    EACH_INSTR (kernel->body, instr)
        vec_push(inner->context->scratch, &instrs, instr);
    for (int i = instrs.count - 1; i >= 0; i--) {
        const IrInstr *instr = instrs.items[i];
        bool passes_on = is_choice(instr->op) || is_sum(instr->op);
        EACH_USE (instr, use) {
            inner->is_compared[(*use)->id] |= is_comparison(instr->op) || (is_choice(instr->op) && inner->is_compared[instr->id]);
            inner->is_of_texel[(*use)->id] |= is_of_texture(instr) || (passes_on && inner->is_of_texel[instr->id]);
        }
    }
}

/* ---- what is asked ---- */

static SpreadAsk spread_ask(const Inner *inner, const IrInstr *construct, IrInstr **holds)
{
    return (SpreadAsk){.alike = inner->alike, .stands_first = true, .construct = construct, .instead = &inner->instead,
                       .holds = holds};
}

/* In rows of several waves a lane of it tells more than the range of the row. */
static bool steps_through_wave(const Inner *inner, const IrInstr *value)
{
    const IrKernel *kernel = inner->context->kernel;
    return inner->alike == LEVEL_WAVE && kernel->threads[0] > (uint32_t)kernel->wave_size &&
           spans_wave(kernel, value) && value->shape.stride == 1 && spread_can_stand_first(value);
}

/* From something that groups, or waves, differ by. */
static bool moves(const Inner *inner, IrInstr *value)
{
    Spread spread;
    IrInstr *holds = NULL;
    SpreadAsk ask = spread_ask(inner, NULL, &holds);
    return value->level > LEVEL_DISPATCH &&
           (steps_through_wave(inner, spread_taken_for(&ask, value)) ||
            (find_spread(&ask, NULL, value, &spread) && spread.base != NULL && spread.base->op != IR_const));
}

static bool is_unsigned(IrOp op) { return op == IR_ult || op == IR_ule || op == IR_umin || op == IR_umax; }

static bool is_beginning(IrOp op, const IrInstr *bound)
{
    int32_t least = is_unsigned(op) ? 0 : -MOST_BEGINNING;
    return bound->op == IR_const && (int32_t)bound->bits >= least && (int32_t)bound->bits <= MOST_BEGINNING;
}

/* Which of them is known; false: it is of something else, or the bound is on the wrong side. */
static bool is_of_bound(IrOp op, bool is_above)
{
    return is_comparison(op) || (is_above ? op == IR_imax || op == IR_umax : op == IR_imin || op == IR_umin);
}

/* `t < 4` of 64. */
static bool holds_for_few(const IrKernel *kernel, const IrInstr *condition)
{
    if ((condition->op != IR_ult && condition->op != IR_slt) || condition->operands[1]->op != IR_const)
        return false;
    uint64_t most = ir_range_of(condition->operands[0]).umax;
    return most < ir_group_size(kernel) && condition->operands[1]->bits <= most / FEW;
}

static bool is_of_few(const IrKernel *kernel, const IrInstr *instr)
{
    for (const IrInstr *around = instr->region->owner; around != NULL; around = around->region->owner)
        if (around->op == IR_if && around->operands[0]->level > LEVEL_WAVE && holds_for_few(kernel, around->operands[0]))
            return true;
    return false;
}

static void consider(Inner *inner, IrInstr *instr)
{
    if (!is_order_or_choice(instr->op) || instr->operands[0]->type.scalar != IR_I32 || instr->type.components != 1 ||
        instr->level <= (is_choice(instr->op) && !inner->is_compared[instr->id] ? LEVEL_WAVE : LEVEL_GROUP) ||
        inner->asked.count == MOST_ASKED || is_of_few(inner->context->kernel, instr))
        return;
    for (int moving = 0; moving < 2; moving++) {
        IrInstr *bound = instr->operands[!moving];
        bool is_above = is_beginning(instr->op, bound), is_of_loop = instr->operands[moving]->op == IR_parameter;
        if (bound->level > LEVEL_DISPATCH || is_of_loop || !is_of_bound(instr->op, is_above) || !spread_can_stand_first(bound) ||
            !moves(inner, instr->operands[moving]))
            continue;
        vec_push(inner->context->scratch, &inner->asked, (Asked){instr, bound, moving, is_above});
        if (is_choice(instr->op)) {
            vec_push(inner->context->scratch, &inner->instead.from, instr);
            vec_push(inner->context->scratch, &inner->instead.to, instr->operands[moving]);
        }
        return;
    }
}

/* ---- whether it pays ---- */

static bool is_logic(IrOp op) { return op == IR_iand || op == IR_ior || op == IR_ixor || op == IR_inot; }

/* Lanes choose between values, or loads. Of one row of threads full_waves asks what branches do. */
static bool is_choice_by(const IrKernel *kernel, const IrInstr *instr)
{
    bool has_rows = ir_group_rows(kernel) > 1;
    return instr->op == IR_select || (instr->op == IR_if && instr->result_count > 0 && has_rows);
}

/* What lanes need not choose any more. Coordinates of texels that a clamp alone keeps from stepping cost little. */
static int gain_of(const Inner *inner)
{
    const IrKernel *kernel = inner->context->kernel;
    bool *is_known = ARENA_ARRAY(inner->context->scratch, bool, kernel->next_id);
    int gain = 0;
    for (int i = 0; i < inner->asked.count; i++)
        is_known[inner->asked.items[i].instr->id] = true;
    EACH_INSTR (kernel->body, instr) {
        bool asks_known = false;
        EACH_USE (instr, use)
            asks_known |= is_known[(*use)->id] && (*use)->level > LEVEL_WAVE && (*use)->type.scalar == IR_I1;
        is_known[instr->id] |= is_logic(instr->op) && asks_known;
        gain += (is_choice(instr->op) && is_known[instr->id] && instr->level > LEVEL_WAVE && !inner->is_of_texel[instr->id]) ||
                (is_choice_by(kernel, instr) && asks_known);
    }
    return gain;
}

/* ---- asking ---- */

/* What a comparison is inside. */
static bool holds_inside(const Asked *asked)
{
    IrOp op = asked->instr->op;
    if (op == IR_ieq || op == IR_ine)
        return op == IR_ine;
    return (asked->moving == 1) == asked->is_above;
}

/* What the bound and its end of the values are to each other. */
static IrOp order_inside(const Asked *asked)
{
    IrOp op = asked->instr->op;
    bool is_equality = op == IR_ieq || op == IR_ine, is_strict = op == IR_ult || op == IR_slt,
         may_be_equal = is_choice(op) || (!is_equality && holds_inside(asked) != is_strict);
    return is_unsigned(op) ? (may_be_equal ? IR_ule : IR_ult) : may_be_equal ? IR_sle : IR_slt;
}

static IrInstr *build_order(IrBuilder *before, const Asked *asked, IrInstr *bound, IrInstr *value)
{
    IrOp order = order_inside(asked);
    return asked->is_above ? IR_BUILD(before, order, bound, value) : IR_BUILD(before, order, value, bound);
}

/* `all`, too. */
static IrInstr *build_inside(const Inner *inner, IrBuilder *before, const Asked *asked, const IrInstr *construct, IrInstr *all)
{
    SpreadAsk ask = spread_ask(inner, construct, &all);
    Spread spread;
    IrInstr *bound = build_outside(before, asked->bound, construct),
            *value = spread_taken_for(&ask, asked->instr->operands[asked->moving]);
    if (steps_through_wave(inner, value)) {
        IrInstr *inside = build_order(before, asked, bound, build_outside(before, value, construct));
        return build_both(before, all, IR_BUILD(before, IR_wave_all, inside));
    }
    find_spread(&ask, before, value, &spread);
    IrInstr *end = asked->is_above ? spread_least(before, &spread) : spread_most(before, &spread);
    all = build_both(before, all, build_order(before, asked, bound, end));
    IrInstr *keeps = spread_build_no_wrap(before, &spread, end, !asked->is_above, !is_unsigned(asked->instr->op));
    return keeps == NULL ? all : build_both(before, all, keeps);
}

/* ---- making it so ---- */

static bool may_stand_before(const IrInstr *instr)
{
    return instr->level <= LEVEL_GROUP && (is_pure_of_lane(instr) || reads_constant_memory(instr));
}

/* All but what goes before it stands in the second region of a branch. */
static IrInstr *wrap(IrKernel *kernel)
{
    IrInstr *first = kernel->body->first, *end = kernel->body->last;
    IrBuilder before = ir_builder_before(kernel, first);
    before.pos = first->pos;
    IrInstr *branch = ir_if(&before, const_at_start(kernel, IR_I1, 0));
    for (IrInstr *instr = first, *next; instr != end; instr = next) {
        next = instr->next;
        bool is_of_inside = false;
        EACH_USE (instr, use)
            is_of_inside |= ir_is_defined_in(*use, branch);
        if (may_stand_before(instr) && !is_of_inside)
            ir_move_before(instr, branch);
        else
            move_to_end(kernel, instr, next, branch->regions[1]);
    }
    return branch;
}

/* Those who return do so on a side of a branch, the last thing that there is: full_waves takes it as a whole. */
static void stay_by_branch(IrKernel *kernel, IrRegion *region)
{
    for (IrInstr *instr = region->first; instr != NULL; instr = instr->next) {
        if (!ends_by_returning(instr) || comes_from_data(instr->operands[0]))
            continue;
        keep_who_stays(kernel, instr);
        stay_by_branch(kernel, region->last->prev->regions[0]);
        return;
    }
}

static void settle(const Inner *inner, const IrReplacements *copies)
{
    IrKernel *kernel = inner->context->kernel;
    IrReplacements known = {0};
    for (int i = 0; i < inner->asked.count; i++) {
        const Asked *asked = &inner->asked.items[i];
        IrInstr *copy = ir_replacement_of(copies, asked->instr);
        vec_push(kernel->arena, &known.from, copy);
        vec_push(kernel->arena, &known.to,
                 is_comparison(asked->instr->op) ? const_at_start(kernel, IR_I1, holds_inside(asked))
                                                 : copy->operands[asked->moving]);
    }
    ir_replace_all(kernel, &known);
}

static void make_twice(Inner *inner)
{
    IrKernel *kernel = inner->context->kernel;
    IrInstr *branch = wrap(kernel), *all = NULL;
    IrBuilder before = ir_builder_before(kernel, branch), inside = ir_builder_at_end(kernel, branch->regions[0]);
    before.pos = branch->pos;
    for (int i = 0; i < inner->asked.count; i++)
        all = build_inside(inner, &before, &inner->asked.items[i], branch, all);
    branch->operands[0] = all;
    IrReplacements copies = {0};
    ir_clone_region(&inside, branch->regions[1], &copies);
    ir_close_region(kernel, branch->regions[0]);
    ir_close_region(kernel, branch->regions[1]);
    settle(inner, &copies);
    if (inner->alike == LEVEL_WAVE)
        stay_by_branch(kernel, branch->regions[1]);
}

/* ---- kernels ---- */

/* No more code than that, of which waves see nothing, and that is not told of while it runs. Of a volume's waves too many
 * meet an edge: gradients in boxes of 4x4x4 threads took 1.1 times as long. */
static bool may_be_twice(const IrKernel *kernel)
{
    int size = 0;
    EACH_INSTR (kernel->body, instr) {
        bool is_of_waves = ir_is(instr, OP_CONVERGENT) && !ir_is(instr, OP_SYNC);
        if (is_of_waves || instr->sampler != NULL || ++size > MOST_SIZE)
            return false;
    }
    return kernel->body->last->op == IR_yield && !kernel->runs_left_over && !kernel->watches_barriers &&
           kernel->thread_of_lane == NULL && kernel->threads[2] == 1;
}

bool pass_inner_groups(PassContext *context)
{
    IrKernel *kernel = context->kernel;
    Inner inner = {.context = context};
    if (context->checks != 0 || context->keeps_shared || !may_be_twice(kernel))
        return false;
    inner.alike = ir_contains_flags(kernel->body, OP_SYNC) ? LEVEL_GROUP : LEVEL_WAVE;
    pass_ranges(context);
    find_uses(&inner);
    EACH_INSTR (kernel->body, instr)
        consider(&inner, instr);
    if (gain_of(&inner) < LEAST_GAIN) {
        ir_forget_ranges(kernel);
        return false;
    }
    pass_explain(context, inner.asked.items[0].instr->pos, "twice: for threads inside all of %d bounds too", inner.asked.count);
    make_twice(&inner);
    ir_forget_ranges(kernel);
    pass_simplify(context);
    pass_drop_dead(context);
    pass_uniformity(context);
    return true;
}
