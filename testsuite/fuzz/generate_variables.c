/* Variables at random: private arrays, tables of constants, groupshared memory in phases. */
#include "generate_priv.h"

/* ---- variables ---- */

void add_variables(Generator *generator)
{
    static const int COUNTS[] = {1, 4, 9, 64, 100, 260, 512, 1024};
    for (int i = 0; i < SHARED_COUNT; i++) {
        IrType type = {draw_type(generator),
                       (uint8_t)(1 + (draw(generator, 2) ? draw(generator, 4) : 0))};
        generator->shared[i].variable = ir_variable_new(
            generator->kernel, arena_printf(generator->kernel->arena, "s%d", i), IR_GROUPSHARED,
            type, COUNTS[1 + draw(generator, COUNT_OF(COUNTS) - 1)], SOURCE_NOWHERE);
    }
    generator->rows = 4 << draw(generator, 4);
    generator->columns = 4 + draw(generator, 14);
    generator->tile = ir_variable_new(generator->kernel, "tile", IR_GROUPSHARED,
                                      (IrType){draw_type(generator), 1},
                                      generator->rows * generator->columns, SOURCE_NOWHERE);
    for (int i = 0; i < LOCAL_COUNT; i++) {
        IrType type = {draw_type(generator),
                       (uint8_t)(1 + (draw(generator, 3) ? 0 : draw(generator, 3)))};
        generator->locals[i] = ir_variable_new(
            generator->kernel, arena_printf(generator->kernel->arena, "l%d", i), IR_LOCAL, type,
            COUNTS[draw(generator, 3)], SOURCE_NOWHERE);
    }
}

/* ---- a table of constants ---- */

void add_table(Generator *generator)
{
    static const int COUNTS[] = {4, 9, 24, TABLE_ROOM};
    IrType type = {draw_type(generator), (uint8_t)(1 + (draw(generator, 3) ? 0 : draw(generator, 3)))};
    generator->table =
        ir_variable_new(generator->kernel, "table", IR_LOCAL, type,
                        COUNTS[draw(generator, COUNT_OF(COUNTS))], SOURCE_NOWHERE);
    for (int i = 0; i < COUNT_OF(generator->table_bits); i++)
        generator->table_bits[i] = draw_const(generator, type.scalar)->bits;
}

/* As if an array of constants were declared at the current place. */
void fill_table(Generator *generator)
{
    IrVariable *table = generator->table;
    IrInstr *values[4];
    for (int i = 0; i < (int)table->count; i++) {
        for (int c = 0; c < table->type.components; c++)
            values[c] = ir_const_bits(&generator->builder, table->type.scalar,
                                      generator->table_bits[4 * i + c]);
        ir_store_var(&generator->builder, table, 0, number(generator, i), values,
                     table->type.components);
    }
}

static void access_variable(Generator *generator, IrVariable *variable, IrInstr *index)
{
    int components = variable->type.components, first = draw(generator, components),
        count = 1 + draw(generator, components - first);
    IrInstr *values[4];
    IrLevel level;
    if (draw(generator, 2)) {
        IrInstr *load = ir_load_var(&generator->builder, variable, first, count, index);
        keep(generator, ir_extract(&generator->builder, load, draw(generator, count)),
             LEVEL_VARYING);
        return;
    }
    for (int i = 0; i < count; i++)
        values[i] = draw_value(generator, variable->type.scalar, &level);
    ir_store_var(&generator->builder, variable, first, index, values, count);
}

/* `own[i] += x`, `own[i] ^= own[i]`: an element is loaded, changed and stored again. */
static void update_element(Generator *generator, IrVariable *variable, IrInstr *index)
{
    IrBuilder *builder = &generator->builder;
    IrScalar type = variable->type.scalar;
    IrOp op = op_scalar_is_float(type) ? IR_fadd : type != IR_I1 && draw(generator, 2) ? IR_iadd : IR_ixor;
    IrLevel level;
    int component = draw(generator, variable->type.components);
    IrInstr *own = ir_extract(builder, ir_load_var(builder, variable, component, 1, index), 0),
            *other = draw(generator, 3) == 0
                         ? ir_extract(builder, ir_load_var(builder, variable, component, 1, index), 0)
                         : draw_value(generator, type, &level);
    IrInstr *changed = IR_BUILD(builder, op, own, other);
    if (draw(generator, 3) == 0)
        keep(generator, changed, LEVEL_VARYING);
    ir_store_var(builder, variable, component, index, &changed, 1);
}

void draw_private(Generator *generator)
{
    IrVariable *variable = generator->locals[draw(generator, LOCAL_COUNT)];
    IrLevel level;
    IrInstr *index = variable->count == 1 && draw(generator, 4) ? generator->zero
                     : draw(generator, 2)
                         ? number(generator, draw(generator, (int)variable->count + 1))
                         : stray(generator, draw_index(generator, (int)variable->count, &level));
    (draw(generator, 3) == 0 ? update_element : access_variable)(generator, variable, index);
}

/* Mostly a load; now and then it is filled again, or changed. */
void draw_table(Generator *generator)
{
    IrVariable *table = generator->table;
    IrLevel level;
    if (draw(generator, 40) == 0)
        access_variable(generator, table,
                        stray(generator, draw_index(generator, (int)table->count, &level)));
    else if (draw(generator, 20) == 0)
        fill_table(generator);
    else {
        IrInstr *index = stray(generator, draw_index(generator, (int)table->count, &level));
        IrInstr *load = ir_load_var(&generator->builder, table, 0, table->type.components, index);
        keep(generator,
             ir_extract(&generator->builder, load, draw(generator, table->type.components)),
             LEVEL_VARYING);
    }
}

/* ---- groupshared memory ---- */

static IrInstr *thread_on(Generator *generator, int axis)
{
    return ir_axis(&generator->builder, IR_group_thread_id, axis);
}

static IrInstr *own_place(Generator *generator, const Shared *shared)
{
    const uint32_t *threads = generator->kernel->threads;
    int32_t last = (int32_t)ir_group_size(generator->kernel) - 1;
    IrInstr *column;
    switch (shared->map) {
    case 0: return generator->thread;
    case 6: return transposed_bits(generator, generator->thread, 2, 1 + shared->length % 3);
    case 7: return combined(generator, IR_imul, generator->thread, generator->factor);
    case 8:
    case 9:
        column = blocks_of(generator, generator->thread, shared->length, 2 * shared->length);
        return draw(generator, 2) ? with_number(generator, IR_iadd, column, shared->length)
                                  : column;
    case 1: return combined(generator, IR_iadd, generator->thread, number(generator, 3));
    case 2: return combined(generator, IR_isub, number(generator, last), generator->thread);
    case 3: return combined(generator, IR_imul, generator->thread, number(generator, 3));
    case 4: return combined(generator, IR_ixor, generator->thread, number(generator, 5));
    default:
        column = combined(generator, IR_iadd,
                          with_number(generator, IR_imul, thread_on(generator, 0), threads[1]),
                          thread_on(generator, 1));
        return combined(generator, IR_iadd, with_number(generator, IR_imul, column, threads[2]),
                        thread_on(generator, 2));
    }
}

static IrInstr *own_element(Generator *generator, const Shared *shared)
{
    return stray_outside(generator, own_place(generator, shared));
}

static void update_shared(Generator *generator, const Shared *shared, IrInstr *index, IrOp combine,
                          bool is_read)
{
    IrLevel level;
    IrInstr *operands[3] = {index};
    int count = 1;
    for (int values = combine == IR_select ? 2 : 1; values > 0; values--)
        operands[count++] = draw_value(generator, shared->variable->type.scalar, &level);
    IrInstr *update = ir_new(generator->kernel, IR_atomic_var,
                             ir_scalar(shared->variable->type.scalar), operands, count);
    update->variable = shared->variable;
    update->combine = combine;
    update->component = (uint8_t)draw(generator, shared->variable->type.components);
    ir_insert(&generator->builder, update);
    if (is_read)
        keep(generator, update, LEVEL_VARYING);
}

/* Two words change places where they are in the wrong order. */
static void exchange(Generator *generator, IrVariable *variable, IrInstr *const places[2])
{
    IrBuilder *builder = &generator->builder;
    IrInstr *values[2], *less;
    for (int i = 0; i < 2; i++)
        values[i] = ir_load_var(builder, variable, 0, 1, places[i]);
    IrOp order = op_scalar_is_float(variable->type.scalar) ? IR_flt : IR_ult;
    less = IR_BUILD_TYPED(builder, order, IR_I1, values[1], values[0]);
    IrInstr *branch = ir_if(builder, less);
    IrBuilder inside = ir_builder_at_end(generator->kernel, branch->regions[0]);
    for (int i = 0; i < 2; i++)
        ir_store_var(&inside, variable, 0, places[i], &values[1 - i], 1);
    ir_close_region(generator->kernel, branch->regions[0]);
    ir_close_region(generator->kernel, branch->regions[1]);
}

/* Of the thread's element and, where it has two, the other one. */
static void exchange_own(Generator *generator, const Shared *shared)
{
    bool has_two = shared->map >= 8;
    IrInstr *lower = has_two ? blocks_of(generator, generator->thread, shared->length, 2 * shared->length)
                             : own_place(generator, shared),
            *upper = has_two ? with_number(generator, IR_iadd, lower, shared->length) : lower,
            *places[] = {stray_outside(generator, lower), stray_outside(generator, upper)};
    exchange(generator, shared->variable, places);
}

/* Of its own and that of the thread whose number differs in a bit, by the lower one. */
static void exchange_with_partner(Generator *generator, const Shared *shared)
{
    IrInstr *partner = with_number(generator, IR_ixor, generator->thread, 1 << draw(generator, 7)),
            *places[] = {generator->thread, partner}, *is_lower = combined(generator, IR_ult, generator->thread, partner),
            *branch = ir_if(&generator->builder, is_lower);
    IrBuilder behind = generator->builder;
    generator->builder = ir_builder_at_end(generator->kernel, branch->regions[0]);
    exchange(generator, shared->variable, places);
    generator->builder = behind;
    ir_close_region(generator->kernel, branch->regions[0]);
    ir_close_region(generator->kernel, branch->regions[1]);
}

static bool takes_atomics(const IrVariable *variable)
{
    return variable->type.scalar == IR_I32 || variable->type.scalar == IR_I64;
}

/* A group of one wave stores what all of its threads know, and reads it again. */
static void draw_handover(Generator *generator, const Shared *shared)
{
    IrVariable *variable = shared->variable;
    bool is_one_wave = ir_group_size(generator->kernel) <= (uint32_t)generator->kernel->wave_size;
    if (!is_one_wave || !generator->may_sync || generator->control > LEVEL_GROUP)
        return;
    IrLevel level;
    IrInstr *place = number(generator, draw(generator, (int)variable->count));
    IrInstr *value = draw_value_below(generator, variable->type.scalar, LEVEL_WAVE, &level);
    ir_build(&generator->builder, IR_barrier, NULL, 0);
    ir_store_var(&generator->builder, variable, 0, place, &value, 1);
    draw_barrier(generator);
    keep(generator, ir_load_var(&generator->builder, variable, 0, 1, place), LEVEL_VARYING);
    ir_build(&generator->builder, IR_barrier, NULL, 0);
}

/* As an array of rows is indexed: past its last element where the row or the column is too large. */
static IrInstr *tile_place(Generator *generator, IrInstr *row, IrInstr *column)
{
    IrInstr *rows = number(generator, generator->rows),
            *columns = number(generator, generator->columns),
            *has_row = combined(generator, IR_ult, row, rows),
            *has_column = combined(generator, IR_ult, column, columns),
            *is_there = combined(generator, IR_iand, has_row, has_column),
            *start = combined(generator, IR_imul, row, columns),
            *place = combined(generator, IR_iadd, start, column);
    return IR_BUILD(&generator->builder, IR_select, is_there, place, number(generator, INT32_MAX));
}

/* Each thread stores an element of a tile, and reads some of a row of its own. */
static void draw_rows(Generator *generator)
{
    IrVariable *tile = generator->tile;
    if (!generator->may_sync || generator->control > LEVEL_GROUP)
        return;
    IrLevel level;
    IrInstr *columns = number(generator, generator->columns), *thread = generator->thread,
            *value = draw_value(generator, tile->type.scalar, &level);
    ir_build(&generator->builder, IR_barrier, NULL, 0);
    ir_store_var(&generator->builder, tile, 0,
                 tile_place(generator, combined(generator, IR_udiv, thread, columns),
                            combined(generator, IR_urem, thread, columns)),
                 &value, 1);
    draw_barrier(generator);
    IrInstr *row = draw(generator, 4) ? thread_on(generator, AXIS_X) : thread;
    for (int count = 3 + draw(generator, 3); count > 0; count--) {
        IrInstr *column = number(generator, draw(generator, generator->columns + 1)),
                *place = tile_place(generator, row, column);
        keep(generator, ir_load_var(&generator->builder, tile, 0, 1, place), LEVEL_VARYING);
    }
    ir_build(&generator->builder, IR_barrier, NULL, 0);
}

void draw_shared(Generator *generator)
{
    static const IrOp OWN[] = {IR_iadd, IR_imax, IR_const, IR_select};
    Shared *shared = &generator->shared[draw(generator, SHARED_COUNT)];
    int count = (int)shared->variable->count;
    IrLevel level;
    int pick = generator->has_barriers ? draw(generator, 20) : -1;
    if (pick == 0)
        draw_handover(generator, shared);
    else if (pick == 1)
        draw_rows(generator);
    else if (shared->phase == PHASE_OWN && takes_atomics(shared->variable) && draw(generator, 6) == 0)
        update_shared(generator, shared, own_element(generator, shared),
                      OWN[draw(generator, COUNT_OF(OWN))], true);
    else if (shared->phase == PHASE_OWN)
        access_variable(generator, shared->variable, own_element(generator, shared));
    else if (shared->phase == PHASE_ATOMIC)
        update_shared(generator, shared, stray(generator, draw_index(generator, count, &level)),
                      shared->combine, false);
    else if (shared->phase == PHASE_READ) {
        IrInstr *index = stray(generator, draw_index(generator, count, &level));
        IrInstr *load = ir_load_var(&generator->builder, shared->variable, 0,
                                    shared->variable->type.components, index);
        keep(generator,
             ir_extract(&generator->builder, load,
                        draw(generator, shared->variable->type.components)),
             LEVEL_VARYING);
    }
}

void close_phases(Generator *generator)
{
    for (int i = 0; i < SHARED_COUNT; i++)
        generator->shared[i].phase = PHASE_NONE;
}

void draw_barrier(Generator *generator)
{
    static const IrOp COMBINES[] = {IR_iadd, IR_imin, IR_umax, IR_ixor, IR_ior};
    ir_build(&generator->builder, IR_barrier, NULL, 0);
    for (int i = 0; i < SHARED_COUNT; i++) {
        Shared *shared = &generator->shared[i];
        shared->phase = (Phase)(1 + draw(generator, takes_atomics(shared->variable) ? 3 : 2));
        shared->map = draw(generator, 4) ? draw(generator, 10) : 0;
        shared->length = draw(generator, 2) ? 1 << draw(generator, 5) : 3 + draw(generator, 20);
        shared->combine = COMBINES[draw(generator, COUNT_OF(COMBINES))];
    }
}

void exchange_words(Generator *generator)
{
    enum { ROUNDS = 3 };
    for (int round = 0; round < ROUNDS && generator->has_barriers; round++) {
        draw_barrier(generator);
        for (int i = 0; i < SHARED_COUNT; i++)
            if (generator->shared[i].phase == PHASE_OWN && generator->shared[i].variable->type.scalar != IR_I1)
                (generator->shared[i].map == 0 ? exchange_with_partner : exchange_own)(generator, &generator->shared[i]);
    }
}
