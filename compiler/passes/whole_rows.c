/* whole_rows: the loop over rows of threads that a group has all of (quotient_rows.c has the others).
 *
 *     if %n is at most half the group, there are some, and the last of their threads works {
 *       loop (%q = the first whole row) while %q < the one behind the last {
 *         loop (%c = 0) while %c < %n {
 *           %r = iadd (umin %c, %n - 16), group_thread_id.x
 *           A of %q and %r
 *         }
 *       }
 *     }
 *
 * Where A takes the column apart once more, by two, three or four, a lane takes the threads of one quotient, as in
 * quotient_lanes.c, if rows are whole numbers of them:
 *
 *     in[((x % 2) * height + y) * width + x / 2]     loop while %c < %n / 2 {
 *                                             ->       %k = iadd (umin %c, %n / 2 - 16), group_thread_id.x
 *                                                      A of %k * 2, whose parts are %k and 0
 *                                                      A of %k * 2 + 1, whose parts are %k and 1
 *                                                    }
 *
 * Places that lay apart in neighbouring lanes are contiguous then, and what is stored lies side by side.
 *
 * Where A compares the column with what the dispatch knows, `x < first ? a[..] : b[..]`, no wave goes over such a bound, if
 * what lies between two of them is a wave at least: it ends there, as it does at the row's end, and all of its lanes are on
 * the side of the first. */
#include "passes/thread_quotients.h"

enum {
    WAVE = QUOTIENTS_ROW_WAVE,
    MOST_BOUNDS = 2,
    MOST_PARTS_SIZE = 140 /* instructions of a lane's threads */
};

bool may_have_whole_rows(const ThreadQuotients *quotients)
{
    return works_up_to_a_number(quotients) && (quotients->divisor->op != IR_const || quotients->divisor->bits <= quotients->threads / 2);
}

/* How the columns of a row are gone through. */
typedef struct Columns {
    uint32_t parts;         /* threads of a lane */
    IrInstr *count;         /* of lanes */
    IrInstr *bounds[MOST_BOUNDS]; /* in order, each at most the count; NULL: none that matter */
} Columns;

/* From `first` to before `end`. */
typedef struct WholeRows {
    IrInstr *first, *end;
    IrInstr *go; /* there are some, and all of their threads work */
} WholeRows;

static WholeRows find_whole_rows(IrBuilder *builder, const ThreadQuotients *quotients, IrInstr *first, IrInstr *end)
{
    IrInstr *length = quotients->length, *one = build_i32(builder, 1),
            *beyond = IR_BUILD(builder, IR_iadd, first, IR_BUILD(builder, IR_isub, length, one));
    WholeRows rows = {.first = IR_BUILD(builder, IR_udiv, beyond, length), .end = IR_BUILD(builder, IR_udiv, end, length)};
    IrInstr *last = IR_BUILD(builder, IR_isub, IR_BUILD(builder, IR_imul, rows.end, length), one),
            *are_some = IR_BUILD(builder, IR_ult, rows.first, rows.end);
    rows.go = build_both(builder, build_all_work(builder, quotients, last), are_some);
    return rows;
}

/* ---- a row ---- */

static void put_threads(IrBuilder *body, const ThreadQuotients *quotients, ThreadPlace place, IrInstr *row, IrInstr *remainder)
{
    place.remainder = remainder;
    place.number = IR_BUILD(body, IR_iadd, row, remainder);
    IrInstr *always = ir_if(body, ir_const_bits(body, IR_I1, 1)); /* put_work looks through a region */
    IrBuilder work = builder_in_side(quotients->kernel, always, 0);
    put_work(&work, quotients, &place, OF_THE_PLACE);
    ir_close_region(quotients->kernel, always->regions[0]);
    ir_close_region(quotients->kernel, always->regions[1]);
}

static void put_parts(IrBuilder *body, const ThreadQuotients *quotients, ThreadPlace place, IrInstr *row, IrInstr *column)
{
    IrInstr *first = IR_BUILD(body, IR_imul, column, build_i32(body, place.parts));
    place.column = column;
    for (; place.part < place.parts; place.part++)
        put_threads(body, quotients, place, row, IR_BUILD(body, IR_iadd, first, build_i32(body, place.part)));
}

/* Where the wave that begins there must end. */
static IrInstr *build_stop(IrBuilder *body, const Columns *columns, IrInstr *first)
{
    IrInstr *stop = columns->count;
    for (int i = MOST_BOUNDS - 1; i >= 0; i--)
        if (columns->bounds[i] != NULL)
            stop = IR_BUILD(body, IR_select, IR_BUILD(body, IR_ult, first, columns->bounds[i]), columns->bounds[i], stop);
    return stop;
}

static void put_row(IrBuilder *builder, const ThreadQuotients *quotients, const Columns *columns, IrInstr *quotient)
{
    IrInstr *row = IR_BUILD(builder, IR_imul, quotient, quotients->length);
    Turn waves = begin_loop(builder, build_i32(builder, 0));
    IrBuilder *body = &waves.body;
    leave_turn_unless(&waves, IR_BUILD(body, IR_ult, waves.counter, columns->count));
    IrInstr *last = IR_BUILD(body, IR_isub, build_stop(body, columns, waves.counter), build_i32(body, WAVE)),
            *start = IR_BUILD(body, IR_umin, waves.counter, last), *column = IR_BUILD(body, IR_iadd, start, build_lane(body));
    bool has_bounds = columns->bounds[0] != NULL;
    ThreadPlace place = {.quotient = quotient, .parts = columns->parts, .first = has_bounds ? start : NULL};
    if (columns->parts > 1)
        put_parts(body, quotients, place, row, column);
    else
        put_threads(body, quotients, place, row, column);
    go_on_with(&waves, IR_BUILD(body, IR_iadd, has_bounds ? start : waves.counter, build_i32(body, WAVE)));
}

/* The plan asks once for all that they access (plan_inside.c). */
static void put_loop(IrBuilder *builder, const ThreadQuotients *quotients, const WholeRows *whole, const Columns *columns)
{
    Turn rows = begin_loop(builder, whole->first);
    leave_turn_unless(&rows, IR_BUILD(&rows.body, IR_ult, rows.counter, whole->end));
    put_row(&rows.body, quotients, columns, rows.counter);
    go_on_with(&rows, IR_BUILD(&rows.body, IR_iadd, rows.counter, build_i32(&rows.body, 1)));
}

/* ---- columns taken apart ---- */

static uint32_t find_parts(const ThreadQuotients *quotients)
{
    uint32_t parts = 0, size = 0;
    EACH_INSTR (quotients->work, instr) {
        parts = parts == 0 ? parts_of_column(quotients, instr) : parts;
        size++;
    }
    return parts * size <= MOST_PARTS_SIZE ? parts : 0;
}

static IrInstr *build_parts(IrBuilder *builder, const ThreadQuotients *quotients, Columns *columns)
{
    IrInstr *parts = build_i32(builder, columns->parts), *rest = IR_BUILD(builder, IR_urem, quotients->length, parts);
    columns->count = IR_BUILD(builder, IR_udiv, quotients->length, parts);
    return IR_BUILD(builder, IR_iand, IR_BUILD(builder, IR_ieq, rest, build_i32(builder, 0)),
                    IR_BUILD(builder, IR_ule, build_i32(builder, WAVE), columns->count));
}

/* ---- bounds of columns ---- */

/* The first column behind it; the count, where it is not in the row. */
static IrInstr *build_bound(IrBuilder *builder, const ThreadQuotients *quotients, IrInstr *compare)
{
    bool is_second = is_bound_of_column(quotients, compare, 1), is_less = compare->op == IR_ult || compare->op == IR_slt;
    IrInstr *bound = build_known(builder, compare->operands[!is_second]), *one = build_i32(builder, 1);
    if (is_less == is_second)
        bound = IR_BUILD(builder, IR_iadd, bound, one);
    IrInstr *is_in_row = IR_BUILD(builder, IR_ult, IR_BUILD(builder, IR_isub, bound, one), quotients->length);
    return IR_BUILD(builder, IR_select, is_in_row, bound, quotients->length);
}

static int find_bounds(const ThreadQuotients *quotients, IrInstr **bounds)
{
    int count = 0;
    EACH_INSTR (quotients->work, instr)
        if ((is_bound_of_column(quotients, instr, 0) || is_bound_of_column(quotients, instr, 1)) && count++ < MOST_BOUNDS)
            bounds[count - 1] = instr;
    return count <= MOST_BOUNDS ? count : 0;
}

/* They are one, or a wave apart. */
static IrInstr *build_is_apart(IrBuilder *builder, IrInstr *from, IrInstr *to)
{
    return IR_BUILD(builder, IR_ior, IR_BUILD(builder, IR_ieq, from, to),
                    IR_BUILD(builder, IR_ule, build_i32(builder, WAVE), IR_BUILD(builder, IR_isub, to, from)));
}

static IrInstr *build_bounds(IrBuilder *builder, const ThreadQuotients *quotients, Columns *columns, IrInstr *const *compares, int count)
{
    IrInstr *low = build_bound(builder, quotients, compares[0]), *high = quotients->length;
    if (count > 1) {
        IrInstr *other = build_bound(builder, quotients, compares[1]);
        high = IR_BUILD(builder, IR_umax, low, other);
        low = IR_BUILD(builder, IR_umin, low, other);
        columns->bounds[1] = high;
    }
    columns->bounds[0] = low;
    IrInstr *is_first = IR_BUILD(builder, IR_ule, build_i32(builder, WAVE), low),
            *are_apart = IR_BUILD(builder, IR_iand, build_is_apart(builder, low, high), build_is_apart(builder, high, quotients->length));
    return IR_BUILD(builder, IR_iand, is_first, are_apart);
}

/* ---- which ---- */

/* Whether columns may be gone through so; NULL: there is nothing that asks for it. */
static IrInstr *build_columns(IrBuilder *builder, const ThreadQuotients *quotients, Columns *columns)
{
    IrInstr *compares[MOST_BOUNDS];
    columns->parts = find_parts(quotients);
    if (columns->parts > 1)
        return build_parts(builder, quotients, columns);
    int count = find_bounds(quotients, compares);
    columns->count = quotients->length;
    return count > 0 ? build_bounds(builder, quotients, columns, compares, count) : NULL;
}

static void put_loops(IrBuilder *builder, const ThreadQuotients *quotients, const WholeRows *whole)
{
    Columns columns = {0}, all = {.count = quotients->length};
    IrInstr *may = build_columns(builder, quotients, &columns);
    if (may == NULL) {
        put_loop(builder, quotients, whole, &all);
        return;
    }
    IrInstr *branch = ir_if(builder, may);
    IrBuilder as_asked = builder_in_side(builder->kernel, branch, 0), else_side = builder_in_side(builder->kernel, branch, 1);
    put_loop(&as_asked, quotients, whole, &columns);
    put_loop(&else_side, quotients, whole, &all);
    ir_close_region(builder->kernel, branch->regions[0]);
    ir_close_region(builder->kernel, branch->regions[1]);
}

static RestOfRows put_and_find_rest(IrBuilder *builder, const ThreadQuotients *quotients, IrInstr *first, IrInstr *end, IrInstr *start)
{
    WholeRows whole = find_whole_rows(builder, quotients, first, end);
    IrInstr *branch = ir_if(builder, whole.go);
    IrBuilder inside = builder_in_side(quotients->kernel, branch, 0);
    put_loops(&inside, quotients, &whole);
    ir_close_region(quotients->kernel, branch->regions[0]);
    ir_close_region(quotients->kernel, branch->regions[1]);
    IrInstr *is_done = IR_BUILD(builder, IR_iand, whole.go, IR_BUILD(builder, IR_ieq, start, whole.first));
    return (RestOfRows){.start = IR_BUILD(builder, IR_select, is_done, whole.end, start),
                        .least = IR_BUILD(builder, IR_select, whole.go, whole.end, build_i32(builder, 0))};
}

RestOfRows put_whole_rows(IrBuilder *builder, const ThreadQuotients *quotients, IrInstr *length, IrInstr *first, IrInstr *end,
                          IrInstr *start)
{
    IrKernel *kernel = quotients->kernel;
    IrInstr *most = build_i32(builder, quotients->threads / 2), *branch = ir_if(builder, IR_BUILD(builder, IR_ule, length, most));
    IrBuilder inside = builder_in_side(kernel, branch, 0), outside = builder_in_side(kernel, branch, 1);
    RestOfRows rest = put_and_find_rest(&inside, quotients, first, end, start);
    IrInstr *some[] = {rest.start, rest.least}, *all[] = {start, build_i32(&outside, 0)};
    yield_at_end(kernel, branch->regions[0], some, COUNT_OF(some));
    yield_at_end(kernel, branch->regions[1], all, COUNT_OF(all));
    return (RestOfRows){.start = ir_add_result(kernel, branch, start->type), .least = ir_add_result(kernel, branch, start->type)};
}
