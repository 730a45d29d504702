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
 * Where A is small, the rows that are a wave at least have a loop of their own, without %there and the other A. And where
 * nothing but `i < count` is asked, those that are the group's whole come before all that (whole_rows.c); what is left for
 * the loop above are the group's first threads and its last ones.
 *
 * Where n is not known and A goes far by %r, three channels are asked for before all that: a lane then takes the threads of
 * one quotient (quotient_lanes.c), and there are copies of A for them, too.
 *
 * By n * m, too, where that does not wrap: `i / (n * m)` is `q / m`.
 *
 * A copy of the kernel is changed, whose groups run this way, and its variables are values then. Needs: the kernel
 * before its passes. */
#include "passes/thread_quotients.h"

enum {
    WAVE = QUOTIENTS_ROW_WAVE,
    MOST_SIZE = 120, /* instructions of A, which is there three times */
    SMALL_SIZE = 70,
    COLOURS_SIZE = 44, /* instructions of A that three threads of a quotient may be together, which is there six times more */
    COLOURS = 3,
    LONG_COST = 10, /* of a function of floats: exp2 and what takes as long */
    LONG_ROW = 128, /* that only a remainder leads along: `bias[i % n]` steps but for its end */
    LONGEST_ROW = 1 << 24,
    LEAST_THREADS = 1024 /* of a group, or of several that are one */
};

/* ---- which kernels ---- */

/* Functions of floats keep the machine busy for longer than quotients do, and more so in wide waves. */
static bool takes_long(const IrKernel *kernel)
{
    bool is_long = false;
    EACH_INSTR (kernel->body, instr) {
        bool is_of_floats = instr->type.scalar == IR_F32 || instr->type.scalar == IR_F64;
        is_long |= is_of_floats && cost_of_operation(instr) >= LONG_COST;
    }
    return is_long;
}

/* It asks for more than it does. */
static bool is_small(const IrKernel *kernel, int most)
{
    return stores_what_stays(kernel, most) && !ir_contains_op(kernel->body, IR_loop);
}

static bool is_row_length(const ThreadQuotients *quotients, const IrInstr *divisor)
{
    return divisor->op != IR_const ||
           (divisor->bits >= (has_quotient(quotients, NULL) ? WAVE : LONG_ROW) && divisor->bits < LONGEST_ROW && !is_power_of_two(divisor->bits));
}

/* ---- the loops ---- */

/* Where threads are of the row, or where nobody knows it: in a row if `is_row`. */
static void put_whole(IrBuilder *builder, const ThreadQuotients *quotients, const ThreadPlace *place, IrInstr *is_row)
{
    IrInstr *row = ir_if(builder, is_row);
    IrBuilder of_row = builder_in_side(builder->kernel, row, 0), anywhere = builder_in_side(builder->kernel, row, 1);
    put_work(&of_row, quotients, place, OF_THE_PLACE);
    put_work(&anywhere, quotients, place, AS_THEY_ARE);
}

/*     if all %c { if %is_row { A' } else { A } } else { if %c { A } }
 * If is_row is NULL it is known before: if all %c { A } else { if %c { A } }, or A where all work */
static void put_turn(IrBuilder *builder, const ThreadQuotients *quotients, const ThreadPlace *place, IrInstr *is_row,
                     QuotientUse use)
{
    IrKernel *kernel = quotients->kernel;
    IrInstr *condition = build_who_works(builder, quotients, place, use),
            *always = condition == NULL ? ir_const_bits(builder, IR_I1, 1) : NULL,
            *whole = ir_if(builder, always != NULL ? always : IR_BUILD(builder, IR_wave_all, condition));
    IrBuilder all = builder_in_side(kernel, whole, 0), some = builder_in_side(kernel, whole, 1);
    if (is_row != NULL) {
        put_whole(&all, quotients, place, is_row);
        ir_close_region(kernel, whole->regions[0]);
    } else
        put_work(&all, quotients, place, use);
    if (condition != NULL) {
        IrInstr *part = ir_if(&some, condition);
        IrBuilder in_part = builder_in_side(kernel, part, 0);
        put_work(&in_part, quotients, place, use);
        ir_close_region(kernel, part->regions[1]);
    }
    ir_close_region(kernel, whole->regions[1]);
}

/* What a group has of a row. */
typedef struct Part {
    IrInstr *quotient, *start; /* of the row, in all rows */
    IrInstr *first, *end;      /* columns */
} Part;

/* Wave after wave. */
static void put_waves(IrBuilder *builder, const ThreadQuotients *quotients, const Part *part, IrInstr *is_row, QuotientUse use)
{
    IrInstr *before = IR_BUILD(builder, IR_isub, part->end, build_i32(builder, WAVE)),
            *last = use == OF_THE_PLACE ? before : IR_BUILD(builder, IR_imax, before, part->first);
    Turn waves = begin_loop(builder, part->first);
    IrBuilder *body = &waves.body;
    leave_turn_unless(&waves, IR_BUILD(body, IR_ult, waves.counter, part->end));
    IrInstr *start = IR_BUILD(body, IR_umin, waves.counter, last);
    ThreadPlace place = {.quotient = part->quotient, .remainder = IR_BUILD(body, IR_iadd, start, build_lane(body))};
    place.number = IR_BUILD(body, IR_iadd, part->start, place.remainder);
    place.are_there = use == OF_THE_PLACE ? NULL : IR_BUILD(body, IR_ult, place.remainder, part->end);
    put_turn(body, quotients, &place, is_row, use);
    IrInstr *here = use == OF_THE_PLACE ? waves.counter : start; /* the plan knows loops by what they count */
    go_on_with(&waves, IR_BUILD(body, IR_iadd, here, build_i32(body, WAVE)));
}

/*     if %is_row and it is a wave at least { waves of A' } else { waves of A }
 * Then the plan asks once for all that a row accesses (plan_inside.c). Larger work gains nothing by that, and is slower in a
 * loop that is counted. */
static void put_part(IrBuilder *builder, const ThreadQuotients *quotients, const Part *part, IrInstr *is_row, bool has_little)
{
    IrKernel *kernel = quotients->kernel;
    if (!has_little) {
        put_waves(builder, quotients, part, is_row, AS_THEY_ARE);
        return;
    }
    IrInstr *columns = IR_BUILD(builder, IR_isub, part->end, part->first),
            *is_long = IR_BUILD(builder, IR_ule, build_i32(builder, WAVE), columns),
            *branch = ir_if(builder, IR_BUILD(builder, IR_iand, is_row, is_long));
    IrBuilder of_row = builder_in_side(kernel, branch, 0), anywhere = builder_in_side(kernel, branch, 1);
    put_waves(&of_row, quotients, part, NULL, OF_THE_PLACE);
    put_waves(&anywhere, quotients, part, NULL, AS_THEY_ARE);
    ir_close_region(kernel, branch->regions[0]);
    ir_close_region(kernel, branch->regions[1]);
}

/* Whole rows by themselves where that is worth it, then what is left, before them and behind them. */
static void put_rows(IrBuilder *builder, const ThreadQuotients *quotients, IrInstr *is_row, IrInstr *first, bool has_little)
{
    IrInstr *threads = build_i32(builder, quotients->threads), *end = IR_BUILD(builder, IR_iadd, first, threads),
            *length = IR_BUILD(builder, IR_select, is_row, quotients->length, threads), *start = IR_BUILD(builder, IR_udiv, first, length);
    RestOfRows rest = {start, build_i32(builder, 0)};
    if (has_little && may_have_whole_rows(quotients))
        rest = put_whole_rows(builder, quotients, length, first, end, start);
    Turn rows = begin_loop(builder, rest.start);
    IrBuilder *body = &rows.body;
    IrInstr *row = IR_BUILD(body, IR_imul, rows.counter, length);
    leave_turn_unless(&rows, IR_BUILD(body, IR_ult, row, end));
    const Part part = {.quotient = rows.counter,
                       .start = row,
                       .first = IR_BUILD(body, IR_isub, IR_BUILD(body, IR_umax, row, first), row),
                       .end = IR_BUILD(body, IR_umin, IR_BUILD(body, IR_isub, end, row), length)};
    put_part(body, quotients, &part, is_row, has_little);
    go_on_with(&rows, IR_BUILD(body, IR_umax, IR_BUILD(body, IR_iadd, rows.counter, build_i32(body, 1)), rest.least));
}

/* Rows are as long as a wave at least. */
static IrInstr *build_is_long(IrBuilder *builder, const ThreadQuotients *quotients)
{
    IrInstr *beyond = IR_BUILD(builder, IR_isub, quotients->length, build_i32(builder, WAVE));
    return IR_BUILD(builder, IR_ult, beyond, build_i32(builder, LONGEST_ROW));
}

/* Waves of lanes that take three threads each, all of the group. */
static void put_colours(IrBuilder *builder, ThreadQuotients quotients, IrInstr *group)
{
    IrInstr *lanes = build_i32(builder, quotients.threads / COLOURS), *first = IR_BUILD(builder, IR_imul, group, lanes);
    Turn waves = begin_loop(builder, build_i32(builder, 0));
    IrBuilder *body = &waves.body;
    leave_turn_unless(&waves, IR_BUILD(body, IR_ult, waves.counter, lanes));
    IrInstr *lane = IR_BUILD(body, IR_iadd, IR_BUILD(body, IR_iadd, first, waves.counter), build_lane(body));
    quotients.length = build_i32(body, COLOURS);
    put_threads_of_lane(body, &quotients, lane, NULL, OF_THE_PLACE);
    go_on_with(&waves, IR_BUILD(body, IR_iadd, waves.counter, build_i32(body, WAVE)));
}

/* If has_colours, what is divided by may be three as well, of which a row is one lane's (quotient_lanes.c). */
static void put_loops(ThreadQuotients *quotients, bool has_little, bool has_colours)
{
    IrBuilder builder = ir_builder_at_end(quotients->kernel, quotients->kernel->body);
    builder.pos = quotients->divisions[0]->pos;
    IrInstr *group = ir_axis(&builder, IR_group_id, AXIS_X),
            *first = IR_BUILD(&builder, IR_imul, group, build_i32(&builder, quotients->threads));
    quotients->length = build_divisor(&builder, quotients);
    IrInstr *are_multiples = build_are_multiples(&builder, quotients),
            *is_row = build_both(&builder, are_multiples, build_is_long(&builder, quotients));
    if (!has_colours) {
        put_rows(&builder, quotients, is_row, first, has_little);
        return;
    }
    IrInstr *are_three = IR_BUILD(&builder, IR_ieq, quotients->length, build_i32(&builder, COLOURS)),
            *branch = ir_if(&builder, build_both(&builder, are_multiples, are_three));
    IrBuilder colours = builder_in_side(builder.kernel, branch, 0), rows = builder_in_side(builder.kernel, branch, 1);
    put_colours(&colours, *quotients, group);
    put_rows(&rows, quotients, is_row, first, has_little);
    ir_close_region(builder.kernel, branch->regions[0]);
    ir_close_region(builder.kernel, branch->regions[1]);
}

static bool find_rows(ThreadQuotients *quotients, IrKernel *joined)
{
    return joined != NULL && stores_what_stays(joined, MOST_SIZE) && !takes_long(joined) &&
           find_quotients(quotients, joined, is_row_length);
}

/* Nobody knows what is divided by, and if it were three, a lane might take all threads of a quotient. */
static bool may_have_colours(const ThreadQuotients *quotients)
{
    return quotients->divisor->op != IR_const && has_quotient(quotients, quotients->divisor) && quotients->threads % WAVE == 0 &&
           is_small(quotients->kernel, COLOURS_SIZE) && remainder_decides(quotients, COLOURS);
}

IrKernel *passes_go_by_rows(Arena *arena, const IrKernel *kernel)
{
    uint32_t threads = kernel->threads[0], count = threads < LEAST_THREADS ? LEAST_THREADS / threads : 1;
    IrKernel *joined = join_counted_threads(arena, kernel, count);
    ThreadQuotients quotients;
    if (!find_rows(&quotients, joined))
        return NULL;
    bool has_colours = may_have_colours(&quotients), has_little = is_small(joined, SMALL_SIZE);
    if (has_colours)
        joined = join_counted_threads(arena, kernel, COLOURS * count);
    if (has_colours && !find_rows(&quotients, joined))
        return NULL;
    IrInstr *holder = put_work_away(&quotients);
    put_loops(&quotients, has_little, has_colours);
    take_work_away(&quotients, holder);
    joined->goes_by_rows = true;
    take_threads(joined, WAVE, WAVE);
    return joined;
}
