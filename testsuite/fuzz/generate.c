/* Control flow at random, and the kernel around it.
 *
 * Each value has a level that it surely keeps (uniform over the group, over the wave, or varying),
 * and so have the results and parameters of constructs: edges only bring values of that level.
 * `control` is how far lanes may be apart. So barriers, and returns before them, can be put where
 * they are legal. */
#include "generate_priv.h"

/* ---- regions ---- */

Saved enter_region(Generator *generator, IrRegion *region)
{
    Saved saved = {.builder = generator->builder,
                   .control = generator->control,
                   .may_sync = generator->may_sync};
    memcpy(saved.counts, generator->counts, sizeof saved.counts);
    generator->builder = ir_builder_at_end(generator->kernel, region);
    return saved;
}

void leave_region(Generator *generator, const Saved *saved)
{
    generator->builder = saved->builder;
    generator->control = saved->control;
    generator->may_sync = saved->may_sync;
    memcpy(generator->counts, saved->counts, sizeof saved->counts);
}

static void draw_statement(Generator *generator, int depth);

static void draw_statements(Generator *generator, int depth)
{
    for (int count = 1 + draw(generator, 5); count > 0; count--)
        draw_statement(generator, depth);
}

/* ---- edges ---- */

static void add_results(Generator *generator, IrInstr *construct, IrLevel least, IrLevel *levels)
{
    int count = draw(generator, 3);
    for (int i = 0; i < count; i++) {
        levels[i] = draw(generator, 3) ? LEVEL_VARYING : least;
        ir_add_result(generator->kernel, construct, ir_scalar(draw_type(generator)));
    }
}

static void draw_jump(Generator *generator, IrOp op, IrInstr *target, IrInstr *first,
                      IrInstr *const *phis, const IrLevel *levels, int count)
{
    IrInstr *values[8];
    IrLevel level;
    for (int i = 0; i < count; i++)
        values[i] = first != NULL && i == 0
                        ? first
                        : draw_value_below(generator, phis[i]->type.scalar, levels[i], &level);
    ir_jump(&generator->builder, op, op == IR_yield ? NULL : target, values, count);
}

static void break_out(Generator *generator, const Target *target)
{
    draw_jump(generator, IR_break, target->construct, NULL, target->construct->results,
              target->levels, target->construct->result_count);
}

static void continue_with(Generator *generator, const Target *target)
{
    IrInstr *loop = target->construct;
    draw_jump(generator, IR_continue, loop, target->counter, loop->parameters,
              target->parameter_levels, loop->parameter_count);
}

/* if counter < limit { yield } else { break } */
static void build_test(Generator *generator, const Target *target)
{
    IrInstr *test = ir_if(
        &generator->builder,
        IR_BUILD(&generator->builder, IR_ult, target->construct->parameters[0], target->limit));
    ir_close_region(generator->kernel, test->regions[0]);
    Saved saved = enter_region(generator, test->regions[1]);
    break_out(generator, target);
    leave_region(generator, &saved);
}

/* A break, a continue, seldom a return; false if there is nowhere to go. */
static bool draw_leave(Generator *generator)
{
    bool may_return = !generator->has_barriers || generator->control <= LEVEL_WAVE;
    if (may_return && draw(generator, 8) == 0)
        return ir_jump(&generator->builder, IR_return, NULL, NULL, 0) != NULL;
    if (generator->target_count == 0)
        return false;
    const Target *target = &generator->targets[draw(generator, generator->target_count)];
    if (generator->control > target->control &&
        !(generator->is_wild && generator->control <= LEVEL_WAVE))
        return false;
    if (target->counter == NULL || draw(generator, 2)) {
        break_out(generator, target);
        return true;
    }
    if (target->tests_last)
        build_test(generator, target);
    continue_with(generator, target);
    return true;
}

static void keep_results(Generator *generator, const IrInstr *construct, const IrLevel *levels)
{
    for (int i = 0; i < construct->result_count; i++)
        keep(generator, construct->results[i], higher(levels[i], LEVEL_GROUP));
}

/* ---- constructs ---- */

/* May what lanes leave at `exit` contain barriers? */
static bool draw_sync(Generator *generator, IrLevel exit)
{
    IrLevel most = generator->is_wild ? LEVEL_WAVE : LEVEL_GROUP;
    bool may = generator->has_barriers && generator->may_sync &&
               generator->control <= LEVEL_WAVE && exit <= most && draw(generator, 3) > 0;
    if (may)
        close_phases(generator);
    return may;
}

static void draw_branch(Generator *generator, IrInstr *construct, int which, const IrLevel *levels,
                        IrLevel control, int depth)
{
    Saved saved = enter_region(generator, construct->regions[which]);
    generator->control = control;
    draw_statements(generator, depth + 1);
    bool leaves = draw(generator, 4) == 0 && draw_leave(generator);
    if (!leaves)
        draw_jump(generator, IR_yield, NULL, NULL, construct->results, levels,
                  construct->result_count);
    leave_region(generator, &saved);
}

/* One thread of a row of 8 to 32, or two, or the first few. */
static IrInstr *draw_few(Generator *generator, IrLevel *level)
{
    int row = 8 << draw(generator, 3), kind = draw(generator, 4);
    IrInstr *thread = draw(generator, 2) ? generator->thread : generator->place[0],
            *column = with_number(generator, IR_iand, thread, row - 1);
    *level = LEVEL_VARYING;
    if (kind == 0)
        return with_number(generator, IR_ult, column, 1 + draw(generator, 3));
    IrInstr *one = with_number(generator, IR_ieq, column, draw(generator, row));
    if (kind > 1)
        return one;
    IrInstr *other = with_number(generator, IR_ieq, column, draw(generator, row));
    return ir_build(&generator->builder, IR_ior, (IrInstr *[]){one, other}, 2);
}

static void draw_if(Generator *generator, int depth)
{
    static const IrLevel WANTED[] = {LEVEL_GROUP, LEVEL_WAVE, LEVEL_VARYING, LEVEL_VARYING,
                                     LEVEL_VARYING};
    IrLevel level, levels[4];
    IrInstr *condition =
        draw(generator, 8) == 0
            ? draw_few(generator, &level)
            : draw_value_below(generator, IR_I1, WANTED[draw(generator, COUNT_OF(WANTED))], &level);
    IrInstr *construct = ir_if(&generator->builder, condition);
    IrLevel control = higher(generator->control, level);
    bool outer = generator->may_sync, sync;
    construct->immediate = draw(generator, 8)   ? HINT_NONE
                           : draw(generator, 2) ? HINT_BRANCH
                                                : HINT_FLATTEN;
    add_results(generator, construct, control, levels);
    sync = outer && generator->has_barriers && control <= LEVEL_WAVE && draw(generator, 3) > 0;
    generator->may_sync = sync;
    for (int side = 0; side < 2; side++) {
        if (sync)
            close_phases(generator);
        if (side == 0 || draw(generator, 2))
            draw_branch(generator, construct, side, levels, control, depth);
        else {
            Saved saved = enter_region(generator, construct->regions[side]);
            draw_jump(generator, IR_yield, NULL, NULL, construct->results, levels,
                      construct->result_count);
            leave_region(generator, &saved);
        }
    }
    if (sync)
        close_phases(generator);
    generator->may_sync = outer;
    keep_results(generator, construct, levels);
}

static void draw_scope(Generator *generator, int depth)
{
    Target *target = &generator->targets[generator->target_count];
    IrLevel exit = draw(generator, 2) ? LEVEL_VARYING : LEVEL_GROUP;
    bool outer = generator->may_sync;
    *target = (Target){.construct = ir_scope(&generator->builder),
                       .control = higher(generator->control, exit)};
    add_results(generator, target->construct, target->control, target->levels);
    bool sync = draw_sync(generator, exit);
    generator->may_sync = sync;
    IrInstr *scope = target->construct;
    generator->target_count++;
    draw_branch(generator, scope, 0, target->levels, target->control, depth);
    generator->target_count--;
    if (sync)
        close_phases(generator);
    generator->may_sync = outer;
    keep_results(generator, scope, target->levels);
}

static IrInstr *draw_limit(Generator *generator, IrLevel exit)
{
    IrLevel level;
    if (draw(generator, 2))
        return number(generator, draw(generator, 5));
    return combined(generator, IR_urem, draw_value_below(generator, IR_I32, exit, &level),
                    number(generator, 6));
}

static void add_parameters(Generator *generator, Target *target)
{
    int count = draw(generator, 3);
    IrInstr *first[3], *loop = target->construct;
    IrLevel level;
    for (int i = 0; i < count; i++) {
        target->parameter_levels[i + 1] = draw(generator, 2)
                                              ? LEVEL_VARYING
                                              : higher(target->control, LEVEL_GROUP);
        generator->builder.before = loop;
        first[i] = draw_value_below(generator, draw_type(generator),
                                    target->parameter_levels[i + 1], &level);
        generator->builder.before = NULL;
        ir_add_parameter(generator->kernel, loop, first[i]->type, first[i]);
    }
}

static void fill_loop(Generator *generator, Target *target, int depth)
{
    IrInstr *loop = target->construct;
    Saved saved = enter_region(generator, loop->regions[0]);
    generator->control = target->control;
    for (int i = 0; i < loop->parameter_count; i++)
        keep(generator, loop->parameters[i], target->parameter_levels[i]);
    target->counter = keep(generator,
                           combined(generator, IR_iadd, loop->parameters[0], number(generator, 1)),
                           target->parameter_levels[0]);
    target->tests_last = draw(generator, 3) == 0;
    if (!target->tests_last)
        build_test(generator, target);
    draw_statements(generator, depth + 1);
    if (target->tests_last)
        build_test(generator, target);
    continue_with(generator, target);
    leave_region(generator, &saved);
}

static void draw_loop(Generator *generator, int depth)
{
    static const int HINTS[] = {HINT_NONE, HINT_NONE, HINT_UNROLL, HINT_LOOP, 4};
    static const IrLevel EXITS[] = {LEVEL_GROUP, LEVEL_WAVE, LEVEL_VARYING, LEVEL_VARYING};
    IrLevel exit = EXITS[draw(generator, COUNT_OF(EXITS))];
    bool outer = generator->may_sync;
    IrInstr *limit = draw_limit(generator, exit);
    Target *target = &generator->targets[generator->target_count];
    *target = (Target){.construct = ir_loop(&generator->builder),
                       .limit = limit,
                       .control = higher(generator->control, exit)};
    IrInstr *loop = target->construct;
    loop->immediate = HINTS[draw(generator, COUNT_OF(HINTS))];
    ir_add_parameter(generator->kernel, loop, ir_scalar(IR_I32), generator->zero);
    target->parameter_levels[0] = target->control;
    add_parameters(generator, target);
    add_results(generator, loop, target->control, target->levels);
    bool sync = draw_sync(generator, exit);
    generator->may_sync = sync;
    if (sync && draw(generator, 2))
        loop->immediate = HINT_GROUP; /* where barriers may cut, anything may */
    generator->target_count++;
    generator->loop_depth++;
    fill_loop(generator, target, depth);
    generator->loop_depth--;
    generator->target_count--;
    if (sync)
        close_phases(generator);
    generator->may_sync = outer;
    keep_results(generator, loop, target->levels);
}

/* ---- statements ---- */

static void draw_sync_point(Generator *generator)
{
    if (generator->has_barriers && generator->may_sync && generator->control <= LEVEL_WAVE)
        draw_barrier(generator);
    else if (draw(generator, 20) == 0)
        ir_build(&generator->builder, IR_fence, NULL, 0);
}

typedef void DrawStatement(Generator *generator);

static bool is_between_threads(DrawStatement *statement)
{
    return statement == draw_wave_operation || statement == draw_shared ||
           statement == draw_atomic || statement == draw_sync_point || statement == draw_pack;
}

/* Or gives what hangs on the order in which lanes come. */
static bool looks_at_lanes(DrawStatement *statement)
{
    return statement == draw_wave_operation || statement == draw_atomic || statement == draw_pack;
}

static void draw_statement(Generator *generator, int depth)
{
    static DrawStatement *const STATEMENTS[] = {
        draw_arithmetic,     draw_arithmetic, draw_arithmetic, draw_arithmetic, draw_conversion,
        draw_wave_operation, draw_load,       draw_load,       draw_store,      draw_store,
        draw_private,        draw_private,    draw_shared,     draw_shared,     draw_shared,
        draw_atomic,         draw_sync_point, draw_position,   draw_table,
        draw_pack,           draw_exchanges,  draw_words,      draw_own_words, draw_part,
    };
    static DrawStatement *const ACCESSES[] = {draw_load,   draw_load,  draw_store,    draw_shared,
                                              draw_shared, draw_words, draw_own_words, draw_part, draw_part,
                                              draw_stores_of_both, draw_loads_of_both};
    static void (*const CONTROLS[])(Generator *, int) = {
        draw_if,   draw_if,     draw_if,           draw_if,   draw_if,           draw_loop,
        draw_loop, draw_scope,  draw_strided_loop, draw_walk, draw_fetched_tile, draw_stages,
        draw_branch_of_bits, draw_branch_of_bits, draw_many_sums, draw_walls, draw_row_and_column,
        draw_row_and_column, draw_steps, draw_steps, draw_own_walk, draw_insertions, draw_products,
        draw_recurrence,
    };
    if (generator->budget-- > 0 && depth < MOST_DEPTH && draw(generator, 5) == 0)
        CONTROLS[draw(generator, COUNT_OF(CONTROLS))](generator, depth);
    else {
        bool accesses = generator->is_about_memory && draw(generator, 3) > 0;
        DrawStatement *statement = accesses ? ACCESSES[draw(generator, COUNT_OF(ACCESSES))]
                                            : STATEMENTS[draw(generator, COUNT_OF(STATEMENTS))];
        bool is_drawn = (!generator->is_independent || !is_between_threads(statement)) &&
                        (!generator->sees_no_lanes || !looks_at_lanes(statement));
        (is_drawn ? statement : draw_arithmetic)(generator);
    }
}

/* ---- the kernel ---- */

static IrLaneOrder draw_order(Generator *generator)
{
    static const IrOrderKind KINDS[] = {IR_ORDER_LINEAR, IR_ORDER_QUAD, IR_ORDER_QUAD,
                                        IR_ORDER_TILE, IR_ORDER_RANDOM};
    IrLaneOrder order = {.kind = KINDS[draw(generator, COUNT_OF(KINDS))]};
    if (order.kind == IR_ORDER_RANDOM)
        order.seed = (uint32_t)draw(generator, 100);
    if (draw(generator, 3) == 0)
        order.extra_waves = draw(generator, 3);
    return order;
}

static IrKernel *draw_kernel(Generator *generator, Arena *arena, uint32_t seed)
{
    static const uint32_t THREADS[][3] = {
        {8, 8, 1},  {32, 1, 1}, {64, 1, 1}, {16, 16, 1}, {16, 4, 1},  {1, 1, 1},
        {7, 3, 1},  {12, 4, 1}, {1, 16, 1}, {2, 3, 4},   {100, 1, 1}, {128, 1, 1},
        {33, 1, 1}, {4, 30, 1}, {4, 4, 1},  {18, 1, 1},  {4, 4, 4},   {16, 2, 1},
        {24, 4, 1}, {1, 64, 1}, {8, 4, 2},  {8, 16, 1},  {8, 2, 1},   {256, 1, 1}, {64, 1, 1},
        {128, 1, 1}, {256, 1, 1}};
    static const int WAVE_SIZES[] = {4, 8, 16, 16, 32, 32, 64, 128};
    const uint32_t *threads = THREADS[draw(generator, COUNT_OF(THREADS))], *spread = draw_spread(generator, seed);
    threads = spread != NULL ? spread : threads;
    IrKernel *kernel = ir_kernel_new(arena, arena_printf(arena, "seed%u", seed), threads,
                                     WAVE_SIZES[draw(generator, COUNT_OF(WAVE_SIZES))]);
    if (draw(generator, 5) == 0 && !generator->sees_no_lanes)
        ir_order_lanes(kernel, draw_order(generator));
    return kernel;
}

/* Position in the dispatch along an axis; what lies behind y counts as more rows. */
static IrInstr *build_place(Generator *generator, int axis)
{
    IrBuilder *builder = &generator->builder;
    IrInstr *start = IR_BUILD(builder, IR_imul, ir_axis(builder, IR_group_id, axis),
                              number(generator, (int32_t)generator->sides[axis]));
    return IR_BUILD(builder, IR_iadd, start, place_in_group(generator, axis));
}

static void keep_compared(Generator *generator, IrOp op, IrInstr *value, int32_t with,
                          IrLevel level)
{
    keep(generator, combined(generator, op, value, number(generator, with)), level);
}

/* y of all rows, those of further planes behind. */
static IrInstr *build_row(Generator *generator)
{
    IrBuilder *builder = &generator->builder;
    const uint32_t *threads = generator->kernel->threads;
    IrInstr *y = build_place(generator, 1), *z = ir_axis(builder, IR_group_thread_id, 2);
    int32_t rows = (int32_t)(generator->sides[1] * generator->fuzz->groups[1]);
    return threads[2] == 1 ? y : IR_BUILD(builder, IR_iadd, y, IR_BUILD(builder, IR_imul, z, number(generator, rows)));
}

/* A number that no other thread of its group has or, where that is not known, of the dispatch. */
static IrInstr *build_thread(Generator *generator)
{
    IrBuilder *builder = &generator->builder;
    if (!generator->knows_no_group)
        return ir_build(builder, IR_group_index, NULL, 0);
    int32_t width = (int32_t)(generator->kernel->threads[0] * generator->fuzz->groups[0]);
    IrInstr *before = IR_BUILD(builder, IR_imul, build_row(generator), number(generator, width));
    return IR_BUILD(builder, IR_iadd, before, build_place(generator, 0));
}

static void build_start(Generator *generator)
{
    IrBuilder *builder = &generator->builder;
    const FuzzKernel *fuzz = generator->fuzz;
    int axis = generator->knows_no_group ? AXIS_Y : AXIS_X; /* which joining leaves as it is */
    IrInstr *along = keep(generator, ir_axis(builder, IR_group_id, axis), LEVEL_GROUP);
    generator->zero = number(generator, 0);
    generator->thread = keep(generator, build_thread(generator), LEVEL_VARYING);
    IrInstr *wave = along;
    build_spread(generator);
    if (!generator->is_independent && !generator->sees_no_lanes) {
        keep(generator, ir_build(builder, IR_lane_index, NULL, 0), LEVEL_VARYING);
        wave = keep(generator, ir_build(builder, IR_wave_index, NULL, 0), LEVEL_WAVE);
    }
    IrInstr *row = IR_BUILD(builder, IR_imul, ir_axis(builder, IR_group_id, 1),
                            number(generator, (int32_t)fuzz->groups[0]));
    IrInstr *group = IR_BUILD(builder, IR_iadd, row, along);
    IrInstr *start = IR_BUILD(builder, IR_imul, group,
                              number(generator, (int32_t)ir_group_size(generator->kernel)));
    generator->before = generator->knows_no_group ? generator->zero : start;
    generator->global = IR_BUILD(builder, IR_iadd, generator->before, generator->thread);
    build_factor(generator);
    generator->place[0] = keep(generator, build_place(generator, 0), LEVEL_VARYING);
    generator->place[1] = keep(generator, build_row(generator), LEVEL_VARYING);
    IrInstr *bit = combined(generator, IR_iand, generator->thread, number(generator, 1));
    keep_compared(generator, IR_ult, generator->thread, draw(generator, 40), LEVEL_VARYING);
    keep_compared(generator, IR_ieq, along, draw(generator, 2), LEVEL_GROUP);
    keep_compared(generator, IR_ult, wave, draw(generator, 3), LEVEL_WAVE);
    keep_compared(generator, IR_ieq, bit, 0, LEVEL_VARYING);
    add_shifts(generator);
}

uint32_t fuzz_stray_seed(uint32_t number) { return 4 * number + 3; }

FuzzKernel *fuzz_generate(Arena *arena, uint32_t seed, int size)
{
    Arena *scratch = arena_new("generator");
    Generator *generator = ARENA_NEW(scratch, Generator);
    FuzzKernel *fuzz = generator->fuzz = ARENA_NEW(arena, FuzzKernel);
    generator->state = seed * 2654435761u + 12345;
    draw(generator, 2);
    generator->budget = size / 2 + draw(generator, size);
    generator->kernel = fuzz->kernel = draw_kernel(generator, arena, seed);
    fuzz->seed = seed;
    fuzz->groups[0] = 1 + (uint32_t)draw(generator, 2);
    fuzz->groups[1] = 1 + (uint32_t)draw(generator, 2);
    fuzz->groups[2] = 1;
    fuzz->optimisation = draw(generator, 4);
    generator->has_barriers = draw(generator, 3) > 0;
    generator->is_independent = draw(generator, 4) == 0;
    if (generator->is_independent) {
        generator->has_barriers = false;
        fuzz->groups[0] = 1 + (uint32_t)draw(generator, 9);
        generator->knows_no_group = draw(generator, 2) && !generator->is_spread;
        if (generator->knows_no_group)
            fuzz->groups[0] += (uint32_t)draw(generator, 9);
    }
    widen_columns(generator);
    generator->is_wild = draw(generator, 8) == 0;
    generator->is_about_memory = draw(generator, 3) == 0;
    generator->liked = draw(generator, 128);
    generator->strays = seed % 4 == 3;
    generator->may_sync = true;
    generator->control = LEVEL_GROUP;
    set_sides(generator);
    add_resources(generator);
    add_variables(generator);
    generator->builder = ir_builder_at_end(generator->kernel, generator->kernel->body);
    build_start(generator);
    add_table(generator);
    if (draw(generator, 2))
        fill_table(generator);
    if (generator->has_barriers)
        draw_barrier(generator);
    for (int turns = generator->kernel->threads[0] >= 64 ? draw(generator, 6) : 0; turns > 0; turns--)
        draw_strided_loop(generator, 0);
    if (generator->is_independent && generator->kernel->threads[1] > 1 && draw(generator, 2))
        draw_products(generator, 0);
    while (generator->budget > 0)
        draw_statement(generator, 0);
    draw_loads_alike(generator);
    draw_lanes_turns(generator);
    update_elements(generator);
    update_windows(generator);
    update_texels(generator);
    update_wide(generator);
    exchange_words(generator);
    update_sums(generator);
    draw_searches(generator);
    draw_choices(generator);
    draw_rows_of_lanes(generator);
    draw_totals(generator);
    draw_conditions(generator);
    store_results(generator);
    ir_close_region(generator->kernel, generator->kernel->body);
    ir_renumber(generator->kernel);
    arena_drop(scratch);
    return fuzz;
}
