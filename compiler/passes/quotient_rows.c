/* quotient_rows: threads that are counted in one dimension and find out by `i % n`, `i / n` where they are go in rows of
 * n.
 *
 *     numthreads(1024, 1, 1)                      numthreads(16, 1, 1)
 *     %i = iadd (imul group_id.x, 1024),          %first = imul group_id.x, 1024   %end = iadd %first, 1024
 *               group_thread_id.x                 %row = 16 <= %n                  %length = %row ? %n : 1024
 *     %q = udiv %i, %n                            loop (%q = udiv %first, %length) while %q * %length < %end {
 *     %r = urem %i, %n                              loop (%c = the group's first column) while %c < the one behind its last {
 *     A                                    ->         %s = umin %c, the last column but 15
 *                                                     %r = iadd %s, group_thread_id.x
 *                                                     %i = iadd (imul %q, %length), %r
 *                                                     %there = ult %r, the column behind the last
 *                                                     if wave_all %there { if %row { A of %q and %r } else { A of %i } }
 *                                                     else { if %there { A of %i } }
 *                                                     %c = iadd %s, 16
 *                                                   }
 *                                                 }
 *
 * A tensor's element by its number. In a wave that lies within a row the quotients are scalars, which stay for the whole
 * row, and the remainder steps from lane to lane, so that what follows from it is contiguous or at a stride; as vectors
 * each quotient takes a dozen operations, and what is loaded is a gather. Waves at multiples of their size mostly lie
 * within one row where rows are long (one_quotient.c); here all of them do. The last wave of a row begins so far to the
 * left that it ends with the row, or with what the group has of it: what some threads do again changes nothing, as they
 * store what follows from memory that nobody writes. So no lanes are off, but where a group has less than a wave of a row.
 * What A does only where a condition holds, `if (i < count)`, is asked with %there.
 *
 * By n * m, too, where that does not wrap: `i / (n * m)` is `q / m`.
 *
 * A copy of the kernel is changed, whose groups run this way, and its variables are values then. Needs: the kernel
 * before its passes. */
#include "passes/passes_priv.h"

enum {
    MOST_SIZE = 120,           /* instructions of A, which is there three times */
    LONG_COST = 10,            /* of a function of floats: exp2 and what takes as long */
    MOST_DIVISIONS = 16,
    MOST_DEPTH = 6, /* of what is divided by */
    LONGEST_ROW = 1 << 24,
    WAVE = 16, /* lanes: two vectors of AVX2, one of AVX-512 */
    LEAST_THREADS = 1024 /* of a group, or of several that are one */
};

typedef struct Walk {
    IrKernel *kernel;
    uint32_t threads; /* of a group as it was */
    IrInstr *divisions[MOST_DIVISIONS];
    int count;
    IrInstr *divisor; /* that the others are multiples of */
    IrInstr *length;  /* the same, before the loops */
    VEC(IrInstr *) numbers; /* of the thread in the dispatch */
    IrRegion *work;
} Walk;

/* ---- which kernels ---- */

static bool changes_nothing_again(const IrInstr *instr)
{
    if (instr->variable != NULL)
        return false;
    if (instr->resource == NULL || instr->resource->class != IR_UAV)
        return true;
    return ir_is(instr, OP_WRITES) && !ir_is(instr, OP_READS);
}

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

static IrInstr *copy_at(IrBuilder *builder, IrInstr *value)
{
    IrInstr *copy = ir_copy_instr(builder->kernel, value);
    for (int i = 0; i < value->operand_count; i++)
        copy->operands[i] = copy_at(builder, value->operands[i]);
    return ir_insert(builder, copy);
}

/* What `value` is times `of`; NULL: not known. */
static IrInstr *factor_beside(IrBuilder *builder, IrInstr *value, const IrInstr *of)
{
    if (same_value(value, of))
        return ir_const_i32(builder, 1);
    if (value->op == IR_const && of->op == IR_const && value->bits != 0 && value->bits % of->bits == 0)
        return ir_const_i32(builder, (int32_t)(value->bits / of->bits));
    for (int i = 0; i < 2 && value->op == IR_imul; i++) {
        IrInstr *factor = factor_beside(builder, value->operands[i], of);
        if (factor != NULL)
            return IR_BUILD(builder, IR_imul, factor, copy_at(builder, value->operands[1 - i]));
    }
    return NULL;
}

static bool is_multiple(const IrInstr *value, const IrInstr *of)
{
    if (same_value(value, of))
        return true;
    if (value->op == IR_const && of->op == IR_const)
        return value->bits != 0 && value->bits % of->bits == 0;
    return value->op == IR_imul && (is_multiple(value->operands[0], of) || is_multiple(value->operands[1], of));
}

static int count_multiples(const Walk *walk, const IrInstr *of)
{
    int count = 0;
    for (int i = 0; i < walk->count; i++)
        count += is_multiple(walk->divisions[i]->operands[1], of);
    return count;
}

static bool is_row_length(const IrInstr *divisor)
{
    if (divisor->op != IR_const)
        return is_of_dispatch(divisor, MOST_DEPTH);
    return divisor->bits >= WAVE && divisor->bits < LONGEST_ROW && !is_power_of_two(divisor->bits);
}

static void find_divisions(Walk *walk)
{
    EACH_INSTR (walk->kernel->body, instr)
        if (is_division(instr) && is_thread_of_dispatch(instr->operands[0], walk->threads) &&
            is_row_length(instr->operands[1]) && walk->count < MOST_DIVISIONS)
            walk->divisions[walk->count++] = instr;
}

/* That most others are multiples of; of these, the one that comes first. */
static void choose_divisor(Walk *walk)
{
    int most = 0;
    for (int i = 0; i < walk->count; i++) {
        IrInstr *divisor = walk->divisions[i]->operands[1];
        int count = count_multiples(walk, divisor);
        if (count > most)
            most = count, walk->divisor = divisor;
    }
}

/* Functions of floats keep the machine busy for longer than quotients do, and more so in wide waves. */
static bool is_long(const IrInstr *instr)
{
    bool is_of_floats = instr->type.scalar == IR_F32 || instr->type.scalar == IR_F64;
    return is_of_floats && cost_of_operation(instr) >= LONG_COST;
}

static bool may_go_by_rows(const IrKernel *kernel)
{
    int size = 0;
    EACH_INSTR (kernel->body, instr) {
        size++;
        if (!changes_nothing_again(instr) || is_long(instr))
            return false;
    }
    return size <= MOST_SIZE;
}

/* ---- what the kernel does, in one region ---- */

static bool only_leaves(const IrInstr *instr)
{
    return ends_by_returning(instr) && instr->regions[0]->first == instr->regions[0]->last;
}

/* False: some leave elsewhere. */
static bool take_returns_away(IrKernel *kernel)
{
    IrInstr *leaves = NULL;
    EACH_IN (kernel->body, instr)
        if (leaves == NULL && only_leaves(instr))
            leaves = instr;
    if (leaves != NULL)
        keep_who_stays(kernel, leaves);
    return !ir_contains_op(kernel->body, IR_return);
}

/* ---- the loops ---- */

typedef struct Turn {
    IrInstr *counter;
    IrBuilder body;
} Turn;

static Turn begin_loop(IrBuilder *builder, IrInstr *first)
{
    IrInstr *loop = ir_loop(builder);
    Turn turn = {ir_add_parameter(builder->kernel, loop, first->type, first),
                 ir_builder_at_end(builder->kernel, loop->regions[0])};
    turn.body.pos = builder->pos;
    return turn;
}

static void leave_unless(Turn *turn, IrInstr *goes_on)
{
    IrInstr *test = ir_if(&turn->body, goes_on);
    IrBuilder leaves = ir_builder_at_end(turn->body.kernel, test->regions[1]);
    leaves.pos = turn->body.pos;
    ir_jump(&leaves, IR_break, turn->counter->owner, NULL, 0);
    ir_close_region(turn->body.kernel, test->regions[0]);
}

static void go_on_with(Turn *turn, IrInstr *next)
{
    ir_jump(&turn->body, IR_continue, turn->counter->owner, &next, 1);
}

static IrInstr *build_i32(IrBuilder *builder, int64_t value) { return ir_const_i32(builder, (int32_t)value); }

/* A wave's place in a row. */
typedef struct Place {
    IrInstr *number, *quotient, *remainder;
    IrInstr *are_there, *is_row; /* lanes that are the group's; what the threads divide by is as long as the row */
} Place;

static IrInstr *divided(const Walk *walk, IrBuilder *builder, const IrInstr *division, const Place *place)
{
    IrInstr *divisor = division->operands[1];
    if (same_value(divisor, walk->divisor))
        return is_remainder(division) ? place->remainder : place->quotient;
    IrInstr *factor = factor_beside(builder, divisor, walk->divisor);
    if (!is_remainder(division))
        return IR_BUILD(builder, IR_udiv, place->quotient, factor);
    IrInstr *row = IR_BUILD(builder, IR_urem, place->quotient, factor);
    return IR_BUILD(builder, IR_iadd, IR_BUILD(builder, IR_imul, row, walk->length), place->remainder);
}

/* The branch that all which stores is in, alone; NULL: there is none. */
static IrInstr *last_branch(const IrRegion *region)
{
    IrInstr *branch = region->last != NULL ? region->last->prev : NULL;
    if (branch == NULL || branch->op != IR_if || branch->result_count > 0 || !only_yields(branch->regions[1]))
        return NULL;
    for (const IrInstr *instr = region->first; instr != branch; instr = instr->next)
        if (ir_is(instr, OP_WRITES | OP_REGION))
            return NULL;
    return branch;
}

/* A again, in the region: for the threads at that place, and of the row where all are in it. */
static void put_work(const Walk *walk, IrBuilder *builder, const Place *place, bool of_row)
{
    IrReplacements copies = {0};
    ir_clone_region(builder, walk->work, &copies);
    for (int i = 0; i < walk->count && of_row; i++) {
        if (!is_multiple(walk->divisions[i]->operands[1], walk->divisor))
            continue;
        IrInstr *copy = ir_replacement_of(&copies, walk->divisions[i]);
        IrBuilder before = ir_builder_before(walk->kernel, copy);
        before.pos = copy->pos;
        use_instead(builder->region, copy, divided(walk, &before, walk->divisions[i], place));
    }
    for (int i = 0; i < walk->numbers.count; i++)
        use_instead(builder->region, ir_replacement_of(&copies, walk->numbers.items[i]), place->number);
}

static IrBuilder builder_in(IrKernel *kernel, IrInstr *construct, int side)
{
    IrBuilder builder = ir_builder_at_end(kernel, construct->regions[side]);
    builder.pos = construct->pos;
    return builder;
}

/* Who is there, and in the branch that A is: computed before the builder's place. */
static IrInstr *build_condition(const Walk *walk, IrBuilder *builder, const Place *place)
{
    IrInstr *holder = ir_if(builder, place->are_there);
    IrBuilder inside = builder_in(walk->kernel, holder, 0);
    put_work(walk, &inside, place, false);
    ir_close_region(walk->kernel, holder->regions[1]);
    IrInstr *branch = last_branch(holder->regions[0]), *asked = branch != NULL ? branch->operands[0] : NULL;
    if (branch != NULL) {
        ir_remove(branch);
        ir_move_region(holder->regions[0], holder);
    }
    ir_remove(holder);
    return asked != NULL ? IR_BUILD(builder, IR_iand, asked, place->are_there) : place->are_there;
}

/* All of A, done by who is there. */
static void put_unasked(const Walk *walk, IrBuilder *builder, const Place *place, bool of_row)
{
    put_work(walk, builder, place, of_row);
    IrInstr *branch = last_branch(builder->region);
    if (branch != NULL)
        take_first_side(walk->kernel, branch);
}

/*     if all %c { if %is_row { A' } else { A } } else { if %c { A } }        */
static void put_turn(const Walk *walk, IrBuilder *builder, const Place *place)
{
    IrKernel *kernel = walk->kernel;
    IrInstr *condition = build_condition(walk, builder, place),
            *whole = ir_if(builder, IR_BUILD(builder, IR_wave_all, condition));
    IrBuilder all = builder_in(kernel, whole, 0), some = builder_in(kernel, whole, 1);
    IrInstr *row = ir_if(&all, place->is_row), *part = ir_if(&some, condition);
    IrBuilder of_row = builder_in(kernel, row, 0), anywhere = builder_in(kernel, row, 1), in_part = builder_in(kernel, part, 0);
    put_unasked(walk, &of_row, place, true);
    put_unasked(walk, &anywhere, place, false);
    put_unasked(walk, &in_part, place, false);
    ir_close_region(kernel, part->regions[1]);
    ir_close_region(kernel, whole->regions[0]);
    ir_close_region(kernel, whole->regions[1]);
}

static IrInstr *build_lane(IrBuilder *builder) { return ir_axis(builder, IR_group_thread_id, AXIS_X); }

/* Columns of the row from `column` on: of the group as many as lie below `columns`. */
static void put_waves(const Walk *walk, IrBuilder *builder, Place *place, IrInstr *row, IrInstr *column, IrInstr *columns)
{
    IrInstr *before = IR_BUILD(builder, IR_isub, columns, build_i32(builder, WAVE)),
            *last = IR_BUILD(builder, IR_imax, before, column);
    Turn waves = begin_loop(builder, column);
    IrBuilder *body = &waves.body;
    leave_unless(&waves, IR_BUILD(body, IR_ult, waves.counter, columns));
    IrInstr *start = IR_BUILD(body, IR_umin, waves.counter, last);
    place->remainder = IR_BUILD(body, IR_iadd, start, build_lane(body));
    place->number = IR_BUILD(body, IR_iadd, row, place->remainder);
    place->are_there = IR_BUILD(body, IR_ult, place->remainder, columns);
    put_turn(walk, body, place);
    go_on_with(&waves, IR_BUILD(body, IR_iadd, start, build_i32(body, WAVE)));
}

static void put_rows(const Walk *walk, IrBuilder *builder, IrInstr *is_row, IrInstr *first)
{
    IrInstr *threads = build_i32(builder, walk->threads), *end = IR_BUILD(builder, IR_iadd, first, threads),
            *length = IR_BUILD(builder, IR_select, is_row, walk->length, threads);
    Turn rows = begin_loop(builder, IR_BUILD(builder, IR_udiv, first, length));
    IrBuilder *body = &rows.body;
    IrInstr *row = IR_BUILD(body, IR_imul, rows.counter, length);
    leave_unless(&rows, IR_BUILD(body, IR_ult, row, end));
    IrInstr *column = IR_BUILD(body, IR_isub, IR_BUILD(body, IR_umax, row, first), row),
            *columns = IR_BUILD(body, IR_umin, IR_BUILD(body, IR_isub, end, row), length);
    Place place = {.quotient = rows.counter, .is_row = is_row};
    put_waves(walk, body, &place, row, column, columns);
    go_on_with(&rows, IR_BUILD(body, IR_iadd, rows.counter, build_i32(body, 1)));
}

/* Rows are as long as a wave at least, and what is a multiple of their length is the product, and not 0. */
static IrInstr *build_test(const Walk *walk, IrBuilder *builder)
{
    IrInstr *beyond = IR_BUILD(builder, IR_isub, walk->length, build_i32(builder, WAVE)),
            *test = IR_BUILD(builder, IR_ult, beyond, build_i32(builder, LONGEST_ROW));
    for (int i = 0; i < walk->count; i++) {
        IrInstr *divisor = walk->divisions[i]->operands[1];
        if (divisor->op == IR_const || same_value(divisor, walk->divisor) || !is_multiple(divisor, walk->divisor))
            continue;
        IrInstr *product = copy_at(builder, divisor), *factor = factor_beside(builder, divisor, walk->divisor),
                *is_whole = IR_BUILD(builder, IR_ieq, IR_BUILD(builder, IR_udiv, product, walk->length), factor);
        IrInstr *zero = build_i32(builder, 0), *is_positive = is_signed_division(walk->divisions[i])
                                                                   ? IR_BUILD(builder, IR_slt, zero, product)
                                                                   : IR_BUILD(builder, IR_ult, zero, product);
        test = IR_BUILD(builder, IR_iand, IR_BUILD(builder, IR_iand, test, is_whole), is_positive);
    }
    return test;
}

static void put_loops(Walk *walk)
{
    IrBuilder builder = ir_builder_at_end(walk->kernel, walk->kernel->body);
    builder.pos = walk->divisions[0]->pos;
    IrInstr *group = ir_axis(&builder, IR_group_id, AXIS_X),
            *first = IR_BUILD(&builder, IR_imul, group, build_i32(&builder, walk->threads));
    walk->length = copy_at(&builder, walk->divisor);
    put_rows(walk, &builder, build_test(walk, &builder), first);
}

/* What the kernel does is put away, to be copied. */
static IrInstr *put_away(Walk *walk)
{
    IrKernel *kernel = walk->kernel;
    IrBuilder start = ir_builder_before(kernel, kernel->body->first);
    IrInstr *always = ir_const_bits(&start, IR_I1, 1), *holder = ir_if(&start, always);
    move_to_end(kernel, holder->next, NULL, holder->regions[0]);
    ir_close_region(kernel, holder->regions[1]);
    walk->work = holder->regions[0];
    return holder;
}

static void find_numbers(Walk *walk)
{
    EACH_INSTR (walk->kernel->body, instr)
        if (is_thread_of_dispatch(instr, walk->threads))
            vec_push(walk->kernel->arena, &walk->numbers, instr);
}

/* A group is one wave now; what it was is told where it is not one of several. */
static void go_in_waves(IrKernel *kernel)
{
    if (kernel->joined == 1) {
        memcpy(kernel->told_threads, kernel->threads, sizeof kernel->told_threads);
        kernel->joined = 0;
    }
    kernel->goes_by_rows = true;
    kernel->threads[0] = WAVE;
    put_in_waves_of(kernel, WAVE);
}

static bool go_by_rows(Walk *walk)
{
    if (!may_go_by_rows(walk->kernel) || !take_returns_away(walk->kernel))
        return false;
    find_divisions(walk);
    choose_divisor(walk);
    if (walk->divisor == NULL)
        return false;
    find_numbers(walk);
    IrInstr *holder = put_away(walk);
    put_loops(walk);
    ir_remove(holder);
    ir_close_region(walk->kernel, walk->kernel->body);
    go_in_waves(walk->kernel);
    return true;
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

IrKernel *passes_go_by_rows(Arena *arena, const IrKernel *kernel)
{
    static PassRun *const FIRST[] = {pass_split_variables, pass_promote}, /* join_on_x knows ids that are values */
        *const THEN[] = {pass_simplify, pass_merge, pass_drop_dead};
    uint32_t threads = kernel->threads[0];
    int count = threads < LEAST_THREADS ? (int)(LEAST_THREADS / threads) : 1;
    if (threads != ir_group_size(kernel) || !runs_thread_by_thread(kernel))
        return NULL;
    IrKernel *of_columns = copy_with_columns(arena, kernel);
    run_on(arena, of_columns, FIRST, COUNT_OF(FIRST));
    if (!knows_no_group(of_columns))
        return NULL;
    Walk walk = {.kernel = join_on_x(arena, of_columns, count)};
    walk.threads = walk.kernel->threads[0];
    run_on(arena, walk.kernel, THEN, COUNT_OF(THEN));
    return go_by_rows(&walk) ? walk.kernel : NULL;
}
