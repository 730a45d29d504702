/* thread_quotients: see the header. */
#include "passes/thread_quotients.h"

enum { MOST_DEPTH = 6 }; /* of what is divided by */

/* ---- which kernels ---- */

static bool changes_nothing_again(const IrInstr *instr)
{
    if (instr->variable != NULL)
        return false;
    if (instr->resource == NULL || instr->resource->class != IR_UAV)
        return true;
    return ir_is(instr, OP_WRITES) && !ir_is(instr, OP_READS);
}

bool stores_what_stays(const IrKernel *kernel, int most)
{
    int size = 0;
    EACH_INSTR (kernel->body, instr) {
        size++;
        if (!changes_nothing_again(instr))
            return false;
    }
    return size <= most;
}

/* A thread's number in a group of one row is its column. */
static IrKernel *copy_with_columns(Arena *arena, const IrKernel *kernel)
{
    IrKernel *copy = ir_copy_kernel(arena, kernel);
    EACH_INSTR (copy->body, instr)
        if (instr->op == IR_group_index) {
            instr->op = IR_group_thread_id;
            instr->immediate = AXIS_X;
        }
    return copy;
}

/* Into quotients and remainders, or as masks and shifts do. */
static bool takes_apart(const IrKernel *kernel)
{
    static const bool TAKES_APART[IR_OP_COUNT] = {[IR_udiv] = true, [IR_urem] = true, [IR_sdiv] = true, [IR_srem] = true,
                                                  [IR_iand] = true, [IR_ushr] = true, [IR_sshr] = true};
    EACH_INSTR (kernel->body, instr)
        if (TAKES_APART[instr->op])
            return true;
    return false;
}

IrKernel *join_counted_threads(Arena *arena, const IrKernel *kernel, uint32_t count)
{
    static PassRun *const FIRST[] = {pass_split_variables, pass_promote}, /* join_on_x knows ids that are values */
        *const THEN[] = {pass_simplify, pass_merge, pass_drop_dead};
    if (kernel->threads[0] != ir_group_size(kernel) || !takes_apart(kernel) || !runs_thread_by_thread(kernel))
        return NULL;
    IrKernel *of_columns = copy_with_columns(arena, kernel);
    run_on(arena, of_columns, FIRST, COUNT_OF(FIRST));
    if (!knows_no_group(of_columns))
        return NULL;
    IrKernel *joined = join_on_x(arena, of_columns, (int)count);
    run_on(arena, joined, THEN, COUNT_OF(THEN));
    return joined;
}

/* ---- what they divide by ---- */

/* It can be computed at the kernel's start, of few operations: each use of one is a copy. */
static bool is_of_dispatch(const IrInstr *value, int depth)
{
    if (value->op == IR_const)
        return true;
    bool is_known = depth > 0 && ((is_pure_of_lane(value) && !is_phi(value) && value->operand_count > 0) ||
                                  (value->op == IR_load_cbuffer && value->type.components == 1));
    for (int i = 0; i < value->operand_count && is_known; i++)
        is_known = is_of_dispatch(value->operands[i], depth - 1);
    return is_known;
}

IrInstr *build_known(IrBuilder *builder, IrInstr *value)
{
    IrInstr *copy = ir_copy_instr(builder->kernel, value);
    for (int i = 0; i < value->operand_count; i++)
        copy->operands[i] = build_known(builder, value->operands[i]);
    return ir_insert(builder, copy);
}

/* What `value` is times `of`; NULL: not known. */
static IrInstr *factor_beside(IrBuilder *builder, IrInstr *value, const IrInstr *of)
{
    if (ir_same_value(value, of))
        return ir_const_i32(builder, 1);
    if (value->op == IR_const && of->op == IR_const && value->bits != 0 && value->bits % of->bits == 0)
        return ir_const_i32(builder, (int32_t)(value->bits / of->bits));
    for (int i = 0; i < 2 && value->op == IR_imul; i++) {
        IrInstr *factor = factor_beside(builder, value->operands[i], of);
        if (factor != NULL)
            return IR_BUILD(builder, IR_imul, factor, build_known(builder, value->operands[1 - i]));
    }
    return NULL;
}

static bool is_multiple(const IrInstr *value, const IrInstr *of)
{
    if (ir_same_value(value, of))
        return true;
    if (value->op == IR_const && of->op == IR_const)
        return value->bits != 0 && value->bits % of->bits == 0;
    return value->op == IR_imul && (is_multiple(value->operands[0], of) || is_multiple(value->operands[1], of));
}

static int count_multiples(const ThreadQuotients *quotients, const IrInstr *of)
{
    int count = 0;
    for (int i = 0; i < quotients->count; i++)
        count += is_multiple(quotients->divisions[i]->operands[1], of);
    return count;
}

/* Constants that are not below 0, by which signed numbers are divided, too. */
static bool is_known_divisor(const IrInstr *divisor)
{
    return divisor->op == IR_const ? divisor->bits - 1 < INT32_MAX : is_of_dispatch(divisor, MOST_DEPTH);
}

bool has_quotient(const ThreadQuotients *quotients, const IrInstr *divisor)
{
    bool has = false;
    for (int i = 0; i < quotients->count; i++)
        has |= !is_remainder(quotients->divisions[i]) &&
               (divisor == NULL || ir_same_value(quotients->divisions[i]->operands[1], divisor));
    return has;
}

static void find_divisions(ThreadQuotients *quotients)
{
    EACH_INSTR (quotients->kernel->body, instr)
        if (is_division(instr) && is_thread_of_dispatch(instr->operands[0], quotients->threads) &&
            is_known_divisor(instr->operands[1]) && quotients->count < QUOTIENTS_MOST_DIVISIONS)
            quotients->divisions[quotients->count++] = instr;
}

/* That most others are multiples of; of these, the one that comes first. */
static void choose_divisor(ThreadQuotients *quotients, bool (*is_divisor)(const ThreadQuotients *, const IrInstr *))
{
    int most = 0;
    for (int i = 0; i < quotients->count; i++) {
        IrInstr *divisor = quotients->divisions[i]->operands[1];
        int count = is_divisor(quotients, divisor) ? count_multiples(quotients, divisor) : 0;
        if (count > most)
            most = count, quotients->divisor = divisor;
    }
}

/* ---- what the kernel does, in one region ---- */

static bool only_leaves(const IrInstr *instr)
{
    return ends_by_returning(instr) && instr->regions[0]->first == instr->regions[0]->last;
}

static bool only_computes(const IrInstr *from, const IrInstr *to)
{
    for (const IrInstr *instr = from; instr != to; instr = instr->next)
        if (ir_is(instr, OP_WRITES | OP_REGION))
            return false;
    return true;
}

/* Who leaves at the one place or the other leaves at the second. NULL: what stands between them does more than compute. */
static IrInstr *join_leaving(IrKernel *kernel, IrInstr *first, IrInstr *second)
{
    if (!only_computes(first->next, second))
        return NULL;
    IrBuilder before = ir_builder_before(kernel, second);
    before.pos = second->pos;
    second->operands[0] = IR_BUILD(&before, IR_ior, first->operands[0], second->operands[0]);
    ir_remove(first);
    return second;
}

/* False: some leave elsewhere. */
static bool take_returns_away(IrKernel *kernel)
{
    IrInstr *leaves = NULL, *next;
    for (IrInstr *instr = kernel->body->first; instr != NULL; instr = next) {
        next = instr->next;
        if (!only_leaves(instr))
            continue;
        leaves = leaves != NULL ? join_leaving(kernel, leaves, instr) : instr;
        if (leaves == NULL)
            return false;
    }
    if (leaves != NULL)
        keep_who_stays(kernel, leaves);
    return !ir_contains_op(kernel->body, IR_return);
}

static void find_numbers(ThreadQuotients *quotients)
{
    EACH_INSTR (quotients->kernel->body, instr)
        if (is_thread_of_dispatch(instr, quotients->threads))
            vec_push(quotients->kernel->arena, &quotients->numbers, instr);
}

bool find_quotients(ThreadQuotients *quotients, IrKernel *kernel, bool (*is_divisor)(const ThreadQuotients *, const IrInstr *))
{
    *quotients = (ThreadQuotients){.kernel = kernel, .threads = kernel->threads[0]};
    if (!take_returns_away(kernel))
        return false;
    find_divisions(quotients);
    choose_divisor(quotients, is_divisor);
    if (quotients->divisor == NULL)
        return false;
    find_numbers(quotients);
    return true;
}

IrInstr *put_work_away(ThreadQuotients *quotients)
{
    IrKernel *kernel = quotients->kernel;
    IrBuilder start = ir_builder_before(kernel, kernel->body->first);
    IrInstr *always = ir_const_bits(&start, IR_I1, 1), *holder = ir_if(&start, always);
    move_to_end(kernel, holder->next, NULL, holder->regions[0]);
    ir_close_region(kernel, holder->regions[1]);
    quotients->work = holder->regions[0];
    return holder;
}

void take_work_away(ThreadQuotients *quotients, IrInstr *holder)
{
    static PassRun *const THEN[] = {pass_drop_dead}; /* what led to a condition, or from the number to its parts */
    ir_remove(holder);
    ir_close_region(quotients->kernel, quotients->kernel->body);
    run_on(quotients->kernel->arena, quotients->kernel, THEN, COUNT_OF(THEN));
}

/* ---- copies of it ---- */

IrInstr *build_divisor(IrBuilder *builder, const ThreadQuotients *quotients)
{
    return build_known(builder, quotients->divisor);
}

static bool is_multiple_as_it_runs(const ThreadQuotients *quotients, const IrInstr *divisor)
{
    return divisor->op != IR_const && !ir_same_value(divisor, quotients->divisor) && is_multiple(divisor, quotients->divisor);
}

IrInstr *build_are_multiples(IrBuilder *builder, const ThreadQuotients *quotients)
{
    IrInstr *test = NULL;
    for (int i = 0; i < quotients->count; i++) {
        IrInstr *divisor = quotients->divisions[i]->operands[1];
        if (!is_multiple_as_it_runs(quotients, divisor))
            continue;
        IrInstr *product = build_known(builder, divisor), *factor = factor_beside(builder, divisor, quotients->divisor),
                *is_whole = IR_BUILD(builder, IR_ieq, IR_BUILD(builder, IR_udiv, product, quotients->length), factor);
        IrInstr *zero = ir_const_i32(builder, 0);
        IrOp is_less = is_signed_division(quotients->divisions[i]) ? IR_slt : IR_ult;
        IrInstr *both = IR_BUILD(builder, IR_iand, is_whole, IR_BUILD(builder, is_less, zero, product));
        test = build_both(builder, test, both);
    }
    return test;
}

static IrInstr *divided(IrBuilder *builder, const ThreadQuotients *quotients, const IrInstr *division,
                        const ThreadPlace *place)
{
    IrInstr *divisor = division->operands[1];
    if (ir_same_value(divisor, quotients->divisor))
        return is_remainder(division) ? place->remainder : place->quotient;
    IrInstr *factor = factor_beside(builder, divisor, quotients->divisor);
    if (!is_remainder(division))
        return IR_BUILD(builder, IR_udiv, place->quotient, factor);
    IrInstr *row = IR_BUILD(builder, IR_urem, place->quotient, factor);
    return IR_BUILD(builder, IR_iadd, IR_BUILD(builder, IR_imul, row, quotients->length), place->remainder);
}

/* The branch that all which stores is in, alone; NULL: there is none. */
static IrInstr *last_branch(const IrRegion *region)
{
    IrInstr *branch = region->last != NULL ? region->last->prev : NULL;
    if (branch == NULL || branch->op != IR_if || branch->result_count > 0 || !only_yields(branch->regions[1]))
        return NULL;
    return only_computes(region->first, branch) ? branch : NULL;
}

static bool is_of_place(const ThreadQuotients *quotients, const IrInstr *divisor, QuotientUse use)
{
    return (use == OF_THE_PLACE || (use == WHERE_SURE && divisor->op == IR_const)) && is_multiple(divisor, quotients->divisor);
}

static bool is_column(const ThreadQuotients *quotients, const IrInstr *value)
{
    for (int i = 0; i < quotients->count; i++)
        if (quotients->divisions[i] == value)
            return is_remainder(value) && ir_same_value(value->operands[1], quotients->divisor);
    return false;
}

bool is_bound_of_column(const ThreadQuotients *quotients, const IrInstr *compare, int operand)
{
    return op_is_order(compare->op) && is_column(quotients, compare->operands[operand]) &&
           is_of_dispatch(compare->operands[1 - operand], MOST_DEPTH);
}

/* `x & 1` and `x >> 1` are a remainder and a quotient. */
uint32_t parts_of_column(const ThreadQuotients *quotients, const IrInstr *instr)
{
    bool is_mask = instr->op == IR_iand, is_shift = instr->op == IR_ushr || instr->op == IR_sshr;
    if ((!is_mask && !is_shift && !is_division(instr)) || !is_column(quotients, instr->operands[0]) || instr->operands[1]->op != IR_const)
        return 0;
    uint64_t bits = instr->operands[1]->bits, parts = is_mask ? bits + 1 : is_shift ? (uint64_t)1 << (bits & 31) : bits;
    bool may_be = parts == 2 || parts == 4 || (parts == 3 && !is_mask);
    return may_be ? (uint32_t)parts : 0;
}

static void take_column_apart(IrBuilder *builder, const ThreadQuotients *quotients, const ThreadPlace *place, const IrReplacements *copies)
{
    EACH_INSTR (quotients->work, instr) {
        if (parts_of_column(quotients, instr) != place->parts)
            continue;
        IrInstr *copy = ir_replacement_of(copies, instr);
        IrBuilder before = ir_builder_before(quotients->kernel, copy);
        bool is_rest = instr->op == IR_iand || (is_division(instr) && is_remainder(instr));
        use_instead(builder->region, copy, is_rest ? build_i32(&before, place->part) : place->column);
    }
}

static void ask_first_column(const ThreadQuotients *quotients, const ThreadPlace *place, const IrReplacements *copies)
{
    EACH_INSTR (quotients->work, instr)
        for (int i = 0; i < 2; i++)
            if (is_bound_of_column(quotients, instr, i))
                ir_replacement_of(copies, instr)->operands[i] = place->first;
}

static void put_copy(IrBuilder *builder, const ThreadQuotients *quotients, const ThreadPlace *place, QuotientUse use)
{
    IrReplacements copies = {0};
    ir_clone_region(builder, quotients->work, &copies);
    for (int i = 0; i < quotients->count; i++) {
        if (!is_of_place(quotients, quotients->divisions[i]->operands[1], use))
            continue;
        IrInstr *copy = ir_replacement_of(&copies, quotients->divisions[i]);
        IrBuilder before = ir_builder_before(quotients->kernel, copy);
        before.pos = copy->pos;
        use_instead(builder->region, copy, divided(&before, quotients, quotients->divisions[i], place));
    }
    if (place->parts > 1)
        take_column_apart(builder, quotients, place, &copies);
    if (place->first != NULL)
        ask_first_column(quotients, place, &copies);
    for (int i = 0; i < quotients->numbers.count; i++)
        use_instead(builder->region, ir_replacement_of(&copies, quotients->numbers.items[i]), place->number);
}

IrBuilder builder_in_side(IrKernel *kernel, IrInstr *construct, int side)
{
    IrBuilder builder = ir_builder_at_end(kernel, construct->regions[side]);
    builder.pos = construct->pos;
    return builder;
}

IrInstr *build_who_works(IrBuilder *builder, const ThreadQuotients *quotients, const ThreadPlace *place, QuotientUse use)
{
    IrInstr *holder = ir_if(builder, ir_const_bits(builder, IR_I1, 1));
    IrBuilder inside = builder_in_side(quotients->kernel, holder, 0);
    put_copy(&inside, quotients, place, use);
    ir_close_region(quotients->kernel, holder->regions[1]);
    IrInstr *branch = last_branch(holder->regions[0]), *asked = branch != NULL ? branch->operands[0] : NULL;
    if (branch != NULL) {
        ir_remove(branch);
        ir_move_region(holder->regions[0], holder);
    }
    ir_remove(holder);
    return place->are_there != NULL ? build_both(builder, asked, place->are_there) : asked;
}

bool works_up_to_a_number(const ThreadQuotients *quotients)
{
    const IrInstr *branch = last_branch(quotients->work), *asked = branch != NULL ? branch->operands[0] : NULL;
    return asked == NULL || ((asked->op == IR_ult || asked->op == IR_slt) &&
                             is_thread_of_dispatch(asked->operands[0], quotients->threads) && is_of_dispatch(asked->operands[1], MOST_DEPTH));
}

IrInstr *build_all_work(IrBuilder *builder, const ThreadQuotients *quotients, IrInstr *last)
{
    const IrInstr *branch = last_branch(quotients->work), *asked = branch != NULL ? branch->operands[0] : NULL;
    if (asked == NULL)
        return NULL;
    IrInstr *end = build_known(builder, asked->operands[1]), *zero = ir_const_i32(builder, 0);
    if (asked->op == IR_ult)
        return IR_BUILD(builder, IR_ult, last, end);
    return IR_BUILD(builder, IR_iand, IR_BUILD(builder, IR_sle, zero, last), IR_BUILD(builder, IR_slt, last, end));
}

void put_work(IrBuilder *builder, const ThreadQuotients *quotients, const ThreadPlace *place, QuotientUse use)
{
    put_copy(builder, quotients, place, use);
    IrInstr *branch = last_branch(builder->region);
    if (branch != NULL)
        take_first_side(quotients->kernel, branch);
}

void take_threads(IrKernel *kernel, uint32_t threads, uint32_t lanes)
{
    if (kernel->joined == 1) {
        memcpy(kernel->told_threads, kernel->threads, sizeof kernel->told_threads);
        kernel->joined = 0;
    }
    kernel->threads[0] = threads;
    put_in_waves_of(kernel, lanes);
}

/* ---- what loops are made of ---- */

IrInstr *build_i32(IrBuilder *builder, int64_t value) { return ir_const_i32(builder, (int32_t)value); }

IrInstr *build_lane(IrBuilder *builder) { return ir_axis(builder, IR_group_thread_id, AXIS_X); }

Turn begin_loop(IrBuilder *builder, IrInstr *first)
{
    IrInstr *loop = ir_loop(builder);
    Turn turn = {ir_add_parameter(builder->kernel, loop, first->type, first),
                 ir_builder_at_end(builder->kernel, loop->regions[0])};
    turn.body.pos = builder->pos;
    return turn;
}

void leave_turn_unless(Turn *turn, IrInstr *goes_on)
{
    IrInstr *test = ir_if(&turn->body, goes_on);
    IrBuilder leaves = ir_builder_at_end(turn->body.kernel, test->regions[1]);
    leaves.pos = turn->body.pos;
    ir_jump(&leaves, IR_break, turn->counter->owner, NULL, 0);
    ir_close_region(turn->body.kernel, test->regions[0]);
}

void go_on_with(Turn *turn, IrInstr *next)
{
    ir_jump(&turn->body, IR_continue, turn->counter->owner, &next, 1);
}
