/* one_quotient: where all lanes of a wave have the same quotient, what follows is there a second
 * time, with that as a scalar.
 *
 *     %q = udiv %i, %n                   %first = isub %i, lane_index
 *     %r = urem %i, %n                   %q' = udiv %first, %n
 *     A                         ->       %r' = urem %first, %n
 *     yield                              %one = %r' + W - 1 < %n and %first + W - 1 does not wrap
 *                                        if %one {
 *                                          %r'' = iadd %r', lane_index
 *                                          A'
 *                                        } else { %q = udiv %i, %n  %r = urem %i, %n  A }
 *                                        yield
 *
 * Threads that are counted in one dimension and find out by `i % width`, `i / width` where they are
 * in an image, a tensor, a matrix: %i steps from lane to lane, so that most waves lie within one
 * row. In A' the row and all that is computed of it are scalars, and the column steps from lane to
 * lane: conditions of the row are branches, those of the column are asked of single lanes
 * (full_waves), addresses are contiguous. As vectors, each quotient takes a dozen operations.
 *
 * Of those that do nothing but say where memory is accessed several, or one with many accesses, are left alone: a plan
 * tries each of these (plan_straight.c), and does not compute them else. A is twice there, so only what is not large.
 * Needs: uniformity. Breaks: facts; uniformity must run again. */
#include "full_waves.h"

enum {
    MOST_SIZE = 256,  /* instructions of A */
    MOST_ADDED = 384, /* of a kernel */
    MOST_PAIRS = 4,   /* of a number and what divides it */
    MOST_PLACES = 6,  /* where quotients are nothing but these, each of which has ways for both */
    LEAST_WAVES = 2   /* in a row of known length */
};

/* A number that steps from lane to lane, what divides it, and what lane 0 finds. */
typedef struct Pair {
    IrInstr *number, *divisor;
    IrInstr *quotient, *remainder; /* of lane 0 */
    bool is_signed;
} Pair;

/* A: it begins at `first`, else behind `after`, else with its region; some of it may move away. */
typedef struct Part {
    IrRegion *region;
    IrInstr *first, *after;
} Part;

typedef struct Rows {
    PassContext *context;
    Pair pairs[MOST_PAIRS];
    int count, added;
    bool changed;
} Rows;

/* Of a constant that is a power of two the shapes of rows tell. */
static bool is_row_length(const IrKernel *kernel, const IrInstr *divisor)
{
    uint64_t bits = divisor->bits;
    return divisor->op != IR_const
               ? divisor->level <= LEVEL_WAVE
               : (bits & (bits - 1)) != 0 && bits >= LEAST_WAVES * (uint64_t)kernel->wave_size &&
                     bits <= INT32_MAX;
}

static bool is_quotient_of_steps(const IrKernel *kernel, const IrInstr *instr)
{
    if (!is_division(instr))
        return false;
    const IrInstr *number = instr->operands[0];
    return number->level > LEVEL_WAVE && spans_wave(kernel, number) && number->shape.stride == 1 &&
           is_row_length(kernel, instr->operands[1]);
}

static IrInstr *start_of(const Part *part)
{
    if (part->first != NULL)
        return part->first;
    return part->after != NULL ? part->after->next : part->region->first;
}

/* ---- what pays ---- */

/* More than a number on its way to where memory is accessed: of these a plan finds out as it runs
 * whether they step on, or stay. */
static bool is_more_than_place(const IrInstr *user, int operand)
{
    IrScalar type = user->type.scalar;
    int values = op_row_count(user->op) + op_address_count(user->op);
    if (ir_is(user, OP_PURE))
        return (type != IR_I32 && type != IR_I1) || ir_is(user, OP_CONVERGENT);
    return user->op == IR_if || is_jump(user) || (ir_is(user, OP_WRITES) && operand >= values);
}

/* Marks what depends on quotients. */
static bool pays(IrKernel *kernel, const Part *part)
{
    const IrInstr *first = start_of(part);
    bool found = false, pays = false;
    clear_notes(kernel);
    EACH_INSTR (part->region, instr) {
        found |= instr == first;
        instr->mark = found && is_quotient_of_steps(kernel, instr);
        for (int i = 0; i < instr->operand_count && found; i++)
            if (instr->operands[i]->mark != 0) {
                instr->mark |= ir_is(instr, OP_PURE);
                pays |= is_more_than_place(instr, i);
            }
    }
    return pays;
}

static IrInstr *first_quotient(const IrKernel *kernel, const IrRegion *region)
{
    for (IrInstr *instr = region->first; instr != region->last; instr = instr->next)
        if (is_quotient_of_steps(kernel, instr))
            return instr;
    return NULL;
}

/* In instructions; of what may not be there twice too many. */
static int size_of(const Part *part)
{
    int size = 0;
    for (const IrInstr *instr = start_of(part); instr != part->region->last; instr = instr->next) {
        if (ir_is(instr, OP_SYNC))
            return MOST_SIZE + 1;
        size++;
        EACH_REGION (instr, region)
            EACH_INSTR (region, inner) {
                if (ir_is(inner, OP_SYNC))
                    return MOST_SIZE + 1;
                size++;
            }
    }
    return size;
}

/* ---- two of them ---- */

static Pair *pair_of(Rows *rows, const IrInstr *instr)
{
    for (int i = 0; i < rows->count; i++) {
        Pair *pair = &rows->pairs[i];
        if (pair->number == instr->operands[0] && ir_same_value(pair->divisor, instr->operands[1]) &&
            pair->is_signed == is_signed_division(instr))
            return pair;
    }
    return NULL;
}

static bool is_before(const IrInstr *value, const Part *part)
{
    const IrInstr *definition = value->op == IR_result ? value->owner : value;
    for (const IrInstr *instr = start_of(part); instr != NULL; instr = instr->next)
        if (instr == definition)
            return false;
    return true;
}

/* Whether it is there before A, or can be: what says how long rows are is often read where it is
 * wanted. */
static bool may_be_before(const IrInstr *value, const Part *part)
{
    if (value == part->first) /* before which all of it is put */
        return false;
    if (is_before(value, part))
        return true;
    bool is_pure = is_pure_of_lane(value) && !is_phi(value),
         may_move = is_pure || (value->level <= LEVEL_WAVE && reads_constant_memory(value));
    for (int i = 0; i < value->operand_count && may_move; i++)
        may_move = may_be_before(value->operands[i], part);
    return may_move;
}

static void bring_before(IrInstr *value, const Part *part, IrInstr *place)
{
    if (is_before(value, part))
        return;
    for (int i = 0; i < value->operand_count; i++)
        bring_before(value->operands[i], part, place);
    ir_move_before(value, place);
}

static void collect_pairs(Rows *rows, const Part *part)
{
    const IrKernel *kernel = rows->context->kernel;
    rows->count = 0;
    for (IrInstr *instr = start_of(part); instr != part->region->last; instr = instr->next)
        if (is_quotient_of_steps(kernel, instr) && pair_of(rows, instr) == NULL &&
            rows->count < MOST_PAIRS && may_be_before(instr->operands[0], part) &&
            may_be_before(instr->operands[1], part))
            rows->pairs[rows->count++] = (Pair){.number = instr->operands[0],
                                                .divisor = instr->operands[1],
                                                .is_signed = is_signed_division(instr)};
}

/* Whether all lanes, also those that are off, have lane 0's quotient. A divisor of zero gives a
 * remainder that is no less. */
static IrInstr *put_test_of(IrBuilder *builder, Pair *pair, IrInstr *lane, IrInstr *steps)
{
    IrInstr *first = IR_BUILD(builder, IR_isub, pair->number, lane),
            *last = IR_BUILD(builder, IR_iadd, first, steps);
    pair->quotient = IR_BUILD(builder, IR_udiv, first, pair->divisor);
    pair->remainder = IR_BUILD(builder, IR_urem, first, pair->divisor);
    IrInstr *farthest = IR_BUILD(builder, IR_iadd, pair->remainder, steps),
            *is_one = IR_BUILD(builder, IR_ult, farthest, pair->divisor),
            *is_ahead = IR_BUILD(builder, IR_ule, first, last),
            *test = IR_BUILD(builder, IR_iand, is_one, is_ahead);
    if (!pair->is_signed)
        return test;
    IrInstr *zero = ir_const_i32(builder, 0),
            *both = IR_BUILD(builder, IR_ior, last, pair->divisor),
            *is_positive = IR_BUILD(builder, IR_sle, zero, both);
    return IR_BUILD(builder, IR_iand, test, is_positive);
}

static IrInstr *put_test(Rows *rows, IrBuilder *builder)
{
    IrInstr *lane = ir_build(builder, IR_lane_index, NULL, 0),
            *steps = ir_const_i32(builder, builder->kernel->wave_size - 1), *test = NULL;
    for (int i = 0; i < rows->count; i++) {
        IrInstr *one = put_test_of(builder, &rows->pairs[i], lane, steps);
        test = test == NULL ? one : IR_BUILD(builder, IR_iand, test, one);
    }
    return test;
}

/* In `copy`; `copies` says what is there of each instruction of `of`. */
static void use_scalars(Rows *rows, IrRegion *copy, const IrRegion *of,
                        const IrReplacements *copies)
{
    const IrKernel *kernel = rows->context->kernel;
    IrBuilder builder = ir_builder_before(rows->context->kernel, copy->first);
    builder.pos = copy->owner->pos;
    IrInstr *lane = ir_build(&builder, IR_lane_index, NULL, 0), *remainders[MOST_PAIRS];
    for (int i = 0; i < rows->count; i++)
        remainders[i] = IR_BUILD(&builder, IR_iadd, rows->pairs[i].remainder, lane);
    EACH_INSTR (of, instr) {
        const Pair *pair = is_quotient_of_steps(kernel, instr) ? pair_of(rows, instr) : NULL;
        if (pair != NULL)
            use_instead(copy, ir_replacement_of(copies, instr),
                        is_remainder(instr) ? remainders[pair - rows->pairs] : pair->quotient);
    }
}

/* What the region's end takes along of what is moved away becomes a result. */
static void move_into(IrKernel *kernel, const Part *part, IrInstr *branch)
{
    IrRegion *to = branch->regions[1];
    IrInstr *end = part->region->last;
    VEC(IrInstr *) values = {0};
    VEC(IrInstr *) results = {0};
    EACH_USE (end, use)
        if (!is_before(*use, part)) {
            vec_push(kernel->arena, &values, *use);
            vec_push(kernel->arena, &results, ir_add_result(kernel, branch, (*use)->type));
            *use = results.items[results.count - 1];
        }
    move_to_end(kernel, start_of(part), end, to);
    yield_at_end(kernel, to, values.items, values.count);
}

static int count_accesses(const Part *part)
{
    int count = 0;
    for (const IrInstr *instr = start_of(part); instr != part->region->last; instr = instr->next)
        count += ir_is(instr, OP_READS | OP_WRITES) && instr->op != IR_load_cbuffer;
    return count;
}

static bool may_split(Rows *rows, const Part *part)
{
    int size = size_of(part);
    if (size > MOST_SIZE || rows->added + size > MOST_ADDED)
        return false;
    bool is_more = pays(rows->context->kernel, part);
    collect_pairs(rows, part);
    if (!is_more && (rows->count > 1 || count_accesses(part) > MOST_PLACES))
        rows->count = 0;
    rows->added += rows->count > 0 ? size : 0;
    return rows->count > 0;
}

static IrInstr *put_branch(Rows *rows, const Part *part, IrInstr *place, IrInstr *condition)
{
    SourcePos pos = start_of(part)->pos;
    for (int i = 0; i < rows->count; i++) {
        bring_before(rows->pairs[i].number, part, place);
        bring_before(rows->pairs[i].divisor, part, place);
    }
    IrBuilder before = ir_builder_before(rows->context->kernel, place);
    before.pos = pos;
    IrInstr *test = put_test(rows, &before);
    if (condition != NULL)
        test = IR_BUILD(&before, IR_iand, test, IR_BUILD(&before, IR_wave_all, condition));
    pass_explain(rows->context, pos, "twice: for waves with one quotient too");
    rows->changed = true;
    return ir_if(&before, test);
}

static void copy_with_scalars(Rows *rows, const IrRegion *of, IrInstr *branch)
{
    IrReplacements copies = {0};
    IrBuilder copy = ir_builder_at_end(rows->context->kernel, branch->regions[0]);
    ir_clone_region(&copy, of, &copies);
    use_scalars(rows, branch->regions[0], of, &copies);
}

static bool split_tail(Rows *rows, IrInstr *first)
{
    Part part = {first->region, first, NULL};
    if (!may_split(rows, &part))
        return false;
    IrInstr *branch = put_branch(rows, &part, first, NULL);
    move_into(rows->context->kernel, &part, branch);
    copy_with_scalars(rows, branch->regions[1], branch);
    return true;
}

/*     if %c { return }               %d = inot %c
 *     A                              if %one and wave_all %d { A' } else { if %d { A } }
 *     yield                ->        yield                                                 */
static bool split_behind(Rows *rows, IrInstr *leaves)
{
    IrKernel *kernel = rows->context->kernel;
    Part part = {leaves->region, NULL, leaves};
    if (!may_split(rows, &part))
        return false;
    IrBuilder before = ir_builder_before(kernel, leaves);
    before.pos = leaves->pos;
    IrInstr *stays = build_negated(&before, leaves->operands[0]),
            *branch = put_branch(rows, &part, leaves, stays);
    IrBuilder inside = ir_builder_at_end(kernel, branch->regions[1]);
    inside.pos = leaves->pos;
    IrInstr *goes_on = ir_if(&inside, stays);
    move_to_end(kernel, start_of(&part), leaves->region->last, goes_on->regions[0]);
    ir_remove(leaves);
    ir_close_region(kernel, goes_on->regions[0]);
    ir_close_region(kernel, goes_on->regions[1]);
    ir_close_region(kernel, branch->regions[1]);
    copy_with_scalars(rows, goes_on->regions[0], branch);
    return true;
}

/* The same of `if %d { A yield %1 } else { yield %2 }`. */
static bool split_branch(Rows *rows, IrInstr *asked)
{
    IrKernel *kernel = rows->context->kernel;
    Part part = {asked->regions[0], NULL, NULL};
    if (!may_split(rows, &part))
        return false;
    IrInstr *branch = put_branch(rows, &part, asked, asked->operands[0]);
    copy_with_scalars(rows, asked->regions[0], branch);
    IrBuilder others = ir_builder_at_end(kernel, branch->regions[1]);
    ir_remove(asked);
    ir_insert(&others, asked);
    give_results_to(kernel, asked, branch);
    yield_at_end(kernel, branch->regions[1], asked->results, asked->result_count);
    return true;
}

/* ---- where ---- */

static bool is_asked_of_single_lanes(const IrKernel *kernel, const IrInstr *instr)
{
    return instr->op == IR_if && instr->operands[0]->level > LEVEL_WAVE &&
           full_waves_is_of_steps(kernel, instr->operands[0]) &&
           instr->regions[0]->last->op == IR_yield;
}

static void visit(Rows *rows, IrRegion *region)
{
    const IrKernel *kernel = rows->context->kernel;
    IrInstr *first = first_quotient(kernel, region);
    if (first != NULL && split_tail(rows, first))
        return;
    EACH_IN (region, instr) {
        bool is_done = is_asked_of_single_lanes(kernel, instr) &&
                       first_quotient(kernel, instr->regions[0]) != NULL &&
                       split_branch(rows, instr);
        EACH_REGION (instr, inner)
            if (!is_done)
                visit(rows, inner);
    }
}

static void visit_stretch(Rows *rows, IrInstr *stretch)
{
    const IrKernel *kernel = rows->context->kernel;
    IrInstr *leaves = full_waves_find_leaving(kernel, stretch),
            *first = first_quotient(kernel, stretch->regions[0]);
    Part from_there = {stretch->regions[0], leaves, NULL};
    bool is_behind = leaves != NULL && first != NULL && !is_before(first, &from_there);
    if (!is_behind || !split_behind(rows, leaves))
        visit(rows, stretch->regions[0]);
}

bool pass_one_quotient(PassContext *context)
{
    Rows rows = {.context = context};
    if (!full_waves_are_there(context->kernel) || context->kernel->goes_by_rows)
        return false;
    EACH_IN (context->kernel->body, stretch)
        if (stretch->op == IR_wave_loop)
            visit_stretch(&rows, stretch);
    return rows.changed;
}
