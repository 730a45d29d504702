/* Statements are drawn one after the other; values come from those visible here. Regions are built through
 * the IR's own builder, so what the builder allows is what the passes have to take. */
#include "random_kernel.h"

enum { I32, F32, I1, KINDS, MOST_VALUES = 4000, MOST_DEPTH = 3, SLOTS = 16 };

static const IrScalar SCALARS[KINDS] = {IR_I32, IR_F32, IR_I1};

typedef struct Target { /* of breaks and continues */
    IrInstr *construct;
    IrInstr *counter; /* of a loop: goes up by one in every turn */
} Target;

typedef struct Random {
    IrKernel *kernel;
    IrBuilder builder;
    uint32_t state;
    int budget;
    IrInstr *values[KINDS][MOST_VALUES];
    int counts[KINDS];
    Target targets[MOST_DEPTH + 1];
    int target_count;
    IrVariable *variables[4]; /* i32, f32, i32 x 3, an array */
    IrResource *out, *in;
    IrInstr *zero, *index; /* of the thread in the dispatch */
} Random;

/* ---- drawing ---- */

static int draw(Random *random, int count) /* 0 .. count - 1 */
{
    random->state = random->state * 1664525u + 1013904223u;
    return (int)((random->state >> 8) % (uint32_t)count);
}

static IrInstr *keep(Random *random, int kind, IrInstr *value)
{
    if (random->counts[kind] < MOST_VALUES)
        random->values[kind][random->counts[kind]++] = value;
    return value;
}

static IrInstr *draw_const(Random *random, int kind)
{
    static const int32_t INTEGERS[] = {0, 1, 2, 3, 4, 7, 8, 15, 16, 31, -1, -2, -8, 100};
    static const float FLOATS[] = {0, 1, -0.0f, 2, 0.5f, -1.5f, 3, 0.25f};
    if (kind == I32)
        return ir_const_i32(&random->builder, INTEGERS[draw(random, COUNT_OF(INTEGERS))]);
    if (kind == F32)
        return ir_const_f32(&random->builder, FLOATS[draw(random, COUNT_OF(FLOATS))]);
    return ir_const_bits(&random->builder, IR_I1, (uint64_t)draw(random, 2));
}

/* The later ones more often. */
static IrInstr *draw_value(Random *random, int kind)
{
    int count = random->counts[kind];
    if (count == 0 || draw(random, kind == I1 ? 30 : 8) == 0)
        return draw_const(random, kind);
    int back = draw(random, 2) ? draw(random, count) : draw(random, count < 6 ? count : 6);
    return random->values[kind][count - 1 - back];
}

/* ---- simple statements ---- */

static void draw_binary(Random *random, IrOp op, int kind, int result_kind)
{
    keep(random, result_kind, IR_BUILD(&random->builder, op, draw_value(random, kind), draw_value(random, kind)));
}

static void draw_arithmetic(Random *random)
{
    static const IrOp INTEGER[] = {IR_iadd, IR_iadd, IR_isub, IR_imul, IR_iand, IR_ior, IR_ixor, IR_ishl, IR_ushr, IR_sshr,
                                   IR_udiv, IR_urem, IR_sdiv, IR_srem, IR_imin, IR_umax};
    static const IrOp FLOAT[] = {IR_fadd, IR_fsub, IR_fmul, IR_fdiv, IR_fmin, IR_fmax};
    static const IrOp COMPARE[] = {IR_ieq, IR_ine, IR_slt, IR_sle, IR_ult, IR_ule};
    static const IrOp LOGIC[] = {IR_iand, IR_ior, IR_ixor};
    int choice = draw(random, 10), kind = draw(random, KINDS);
    if (choice < 4)
        draw_binary(random, INTEGER[draw(random, COUNT_OF(INTEGER))], I32, I32);
    else if (choice < 6)
        draw_binary(random, FLOAT[draw(random, COUNT_OF(FLOAT))], F32, F32);
    else if (choice < 8)
        draw_binary(random, COMPARE[draw(random, COUNT_OF(COMPARE))], I32, I1);
    else if (choice < 9)
        draw_binary(random, LOGIC[draw(random, COUNT_OF(LOGIC))], I1, I1);
    else {
        IrInstr *condition = draw_value(random, I1), *yes = draw_value(random, kind), *no = draw_value(random, kind);
        keep(random, kind, IR_BUILD(&random->builder, IR_select, condition, yes, no));
    }
}

static void draw_position(Random *random)
{
    static const IrOp PLACES[] = {IR_group_index, IR_lane_index, IR_wave_index};
    int choice = draw(random, 6);
    if (choice < COUNT_OF(PLACES))
        keep(random, I32, ir_build(&random->builder, PLACES[choice], NULL, 0));
    else
        keep(random, I32, ir_axis(&random->builder, draw(random, 3) ? IR_group_thread_id : IR_group_id, draw(random, 3)));
}

static void draw_wave_operation(Random *random)
{
    static const IrOp COMBINES[] = {IR_iadd, IR_imin, IR_umax, IR_iand, IR_ixor};
    static const IrOp OF_BOOL[] = {IR_wave_any, IR_wave_all, IR_wave_count, IR_wave_prefix_count};
    IrBuilder *builder = &random->builder;
    int choice = draw(random, 8);
    if (choice < 4) {
        keep(random, choice < 2 ? I1 : I32, IR_BUILD(builder, OF_BOOL[choice], draw_value(random, I1)));
    } else if (choice < 6) {
        IrInstr *value = IR_BUILD(builder, choice == 4 ? IR_wave_reduce : IR_wave_prefix, draw_value(random, I32));
        keep(random, I32, value)->combine = choice == 4 ? COMBINES[draw(random, COUNT_OF(COMBINES))] : IR_iadd;
    } else if (choice == 6) {
        keep(random, I32, IR_BUILD(builder, IR_wave_read_first, draw_value(random, I32)));
    } else {
        keep(random, I32, IR_BUILD(builder, IR_wave_read_lane, draw_value(random, I32), draw_value(random, I32)));
    }
}

static IrInstr *draw_element(Random *random, const IrVariable *variable)
{
    if (variable->count == 1)
        return random->zero;
    return draw(random, 2) ? ir_const_i32(&random->builder, draw(random, (int)variable->count + 1)) : draw_value(random, I32);
}

static void draw_variable_access(Random *random)
{
    IrVariable *variable = random->variables[draw(random, COUNT_OF(random->variables))];
    int kind = variable->type.scalar == IR_F32 ? F32 : I32, components = variable->type.components;
    int first = draw(random, components), count = 1 + draw(random, components - first);
    IrInstr *element = draw_element(random, variable), *stored[3];
    if (draw(random, 2)) {
        for (int i = 0; i < count; i++)
            stored[i] = draw_value(random, kind);
        ir_store_var(&random->builder, variable, first, element, stored, count);
    } else {
        IrInstr *load = ir_load_var(&random->builder, variable, first, count, element);
        keep(random, kind, ir_extract(&random->builder, load, draw(random, count)));
    }
}

/* Each thread stores to its own slots only: the order of threads is no part of what is tested. */
static void store_out(Random *random, IrInstr *value, int slot)
{
    IrInstr *start = IR_BUILD(&random->builder, IR_imul, random->index, ir_const_i32(&random->builder, SLOTS));
    IrInstr *place = IR_BUILD(&random->builder, IR_iadd, start, ir_const_i32(&random->builder, slot));
    IrInstr *store = IR_BUILD(&random->builder, IR_store_typed, random->zero, place, value);
    store->resource = random->out;
}

static void draw_memory_access(Random *random)
{
    if (draw(random, 2)) {
        store_out(random, draw_value(random, I32), draw(random, SLOTS / 2));
        return;
    }
    IrInstr *load = IR_BUILD_TYPED(&random->builder, IR_load_typed, IR_I32, random->zero, draw_value(random, I32));
    load->resource = random->in;
    keep(random, I32, load);
}

/* ---- control ---- */

static int kind_of(const IrInstr *value) { return value->type.scalar == IR_I32 ? I32 : value->type.scalar == IR_F32 ? F32 : I1; }

static void draw_phis(Random *random, IrInstr *construct)
{
    for (int count = draw(random, 3); count > 0; count--)
        ir_add_result(random->kernel, construct, ir_scalar(SCALARS[draw(random, KINDS)]));
}

static void draw_jump(Random *random, IrOp op, IrInstr *target, IrInstr *first, IrInstr *const *phis, int count)
{
    IrInstr *values[8];
    for (int i = 0; i < count; i++)
        values[i] = first && i == 0 ? first : draw_value(random, kind_of(phis[i]));
    ir_jump(&random->builder, op, op == IR_yield ? NULL : target, values, count);
}

/* A break, a continue, seldom a return; false if there is nowhere to go. */
static bool draw_leave(Random *random)
{
    if (draw(random, 20) == 0)
        return ir_jump(&random->builder, IR_return, NULL, NULL, 0) != NULL;
    if (random->target_count == 0)
        return false;
    const Target *target = &random->targets[draw(random, random->target_count)];
    IrInstr *construct = target->construct;
    if (target->counter && draw(random, 2))
        draw_jump(random, IR_continue, construct, target->counter, construct->parameters, construct->parameter_count);
    else
        draw_jump(random, IR_break, construct, NULL, construct->results, construct->result_count);
    return true;
}

static void draw_statement(Random *random, int depth);

typedef struct Saved { IrBuilder builder; int counts[KINDS]; } Saved;

static Saved enter(Random *random, IrRegion *region)
{
    Saved saved = {.builder = random->builder};
    memcpy(saved.counts, random->counts, sizeof saved.counts);
    random->builder = ir_builder_at_end(random->kernel, region);
    return saved;
}

static void leave(Random *random, const Saved *saved)
{
    random->builder = saved->builder;
    memcpy(random->counts, saved->counts, sizeof saved->counts);
}

/* A branch, or a scope's body. */
static void draw_region(Random *random, IrInstr *construct, int which, int depth)
{
    Saved saved = enter(random, construct->regions[which]);
    for (int count = 1 + draw(random, 4); count > 0; count--)
        draw_statement(random, depth + 1);
    bool leaves = draw(random, 5) == 0 && draw_leave(random);
    if (!leaves)
        draw_jump(random, IR_yield, NULL, NULL, construct->results, construct->result_count);
    leave(random, &saved);
}

static void keep_results(Random *random, const IrInstr *construct)
{
    for (int i = 0; i < construct->result_count; i++)
        keep(random, kind_of(construct->results[i]), construct->results[i]);
}

static void draw_if(Random *random, int depth)
{
    IrInstr *construct = ir_if(&random->builder, draw_value(random, I1));
    draw_phis(random, construct);
    draw_region(random, construct, 0, depth);
    draw_region(random, construct, 1, depth);
    keep_results(random, construct);
}

static void draw_scope(Random *random, int depth)
{
    IrInstr *construct = ir_scope(&random->builder);
    draw_phis(random, construct);
    random->targets[random->target_count++] = (Target){construct, NULL};
    draw_region(random, construct, 0, depth);
    random->target_count--;
    keep_results(random, construct);
}

/* if counter < limit { yield } else { break } */
static void build_test(Random *random, IrInstr *loop, IrInstr *limit)
{
    IrInstr *test = ir_if(&random->builder, IR_BUILD(&random->builder, IR_ult, loop->parameters[0], limit));
    ir_close_region(random->kernel, test->regions[0]);
    Saved saved = enter(random, test->regions[1]);
    draw_jump(random, IR_break, loop, NULL, loop->results, loop->result_count);
    leave(random, &saved);
}

static void draw_loop(Random *random, int depth)
{
    static const int HINTS[] = {0, 0, -1, -2, 4};
    IrInstr *four = ir_const_i32(&random->builder, 4), *one = ir_const_i32(&random->builder, 1);
    IrInstr *limit = draw(random, 2) ? ir_const_i32(&random->builder, draw(random, 4))
                                     : IR_BUILD(&random->builder, IR_urem, draw_value(random, I32), four);
    IrInstr *carried[] = {draw_value(random, I32), draw_value(random, F32)};
    IrInstr *loop = ir_loop(&random->builder);
    loop->immediate = HINTS[draw(random, COUNT_OF(HINTS))];
    ir_add_parameter(random->kernel, loop, ir_scalar(IR_I32), random->zero);
    for (int i = draw(random, 3); i > 0; i--)
        ir_add_parameter(random->kernel, loop, carried[i - 1]->type, carried[i - 1]);
    draw_phis(random, loop);
    Saved saved = enter(random, loop->regions[0]);
    for (int i = 0; i < loop->parameter_count; i++)
        keep(random, kind_of(loop->parameters[i]), loop->parameters[i]);
    IrInstr *next = keep(random, I32, IR_BUILD(&random->builder, IR_iadd, loop->parameters[0], one));
    random->targets[random->target_count++] = (Target){loop, next};
    bool tests_first = draw(random, 3) > 0;
    if (tests_first)
        build_test(random, loop, limit);
    for (int count = 1 + draw(random, 4); count > 0; count--)
        draw_statement(random, depth + 1);
    if (!tests_first)
        build_test(random, loop, limit);
    draw_jump(random, IR_continue, loop, next, loop->parameters, loop->parameter_count);
    random->target_count--;
    leave(random, &saved);
    keep_results(random, loop);
}

typedef void Statement(Random *random);
typedef void Control(Random *random, int depth);

static void draw_statement(Random *random, int depth)
{
    static Statement *const STATEMENTS[] = {draw_arithmetic, draw_arithmetic, draw_arithmetic, draw_position, draw_wave_operation,
                                            draw_variable_access, draw_variable_access, draw_memory_access};
    static Control *const CONTROLS[] = {draw_if, draw_if, draw_loop, draw_scope};
    if (random->budget-- > 0 && depth < MOST_DEPTH && draw(random, 4) == 0)
        CONTROLS[draw(random, COUNT_OF(CONTROLS))](random, depth);
    else
        STATEMENTS[draw(random, COUNT_OF(STATEMENTS))](random);
}

/* ---- the kernel ---- */

static IrResource *add_resource(IrKernel *kernel, const char *name, IrResourceClass class, int row)
{
    IrResource *resource = ARENA_NEW(kernel->arena, IrResource);
    *resource = (IrResource){.name = name, .class = class, .shape = IR_SHAPE_TYPED, .element = ir_scalar(IR_I32),
                             .stride = 4, .first_row = (uint32_t)row, .index = row};
    vec_push(kernel->arena, &kernel->resources, resource);
    return resource;
}

static IrKernel *draw_kernel(Random *random, Arena *arena)
{
    static const uint32_t THREADS[][3] = {{8, 8, 1}, {32, 1, 1}, {4, 4, 4},  {16, 2, 1}, {1, 1, 1},
                                          {7, 3, 1}, {12, 4, 1}, {1, 16, 1}, {2, 3, 4}};
    static const int WAVE_SIZES[] = {4, 8, 16, 32, 64};
    const uint32_t *threads = THREADS[draw(random, COUNT_OF(THREADS))];
    return ir_kernel_new(arena, "random", threads, WAVE_SIZES[draw(random, COUNT_OF(WAVE_SIZES))]);
}

static void build_start(Random *random)
{
    IrBuilder *builder = &random->builder;
    random->zero = ir_const_i32(builder, 0);
    IrInstr *group = ir_axis(builder, IR_group_id, 0), *size = ir_const_i32(builder, (int32_t)ir_group_size(random->kernel));
    IrInstr *in_group = keep(random, I32, ir_build(builder, IR_group_index, NULL, 0));
    random->index = keep(random, I32, IR_BUILD(builder, IR_iadd, IR_BUILD(builder, IR_imul, group, size), in_group));
    keep(random, I1, IR_BUILD(builder, IR_ult, in_group, ir_const_i32(builder, 5)));
}

static void build_end(Random *random)
{
    for (int i = 0; i < SLOTS / 2 - 1; i++)
        store_out(random, draw_value(random, I32), SLOTS / 2 + i);
    IrInstr *number = ir_load_var(&random->builder, random->variables[1], 0, 1, random->zero);
    store_out(random, IR_BUILD_TYPED(&random->builder, IR_bitcast, IR_I32, number), SLOTS - 1);
    ir_close_region(random->kernel, random->kernel->body);
}

IrKernel *random_kernel(Arena *arena, uint32_t seed, int size)
{
    Random *random = ARENA_NEW(arena, Random);
    random->state = seed * 2654435761u + 12345;
    random->budget = size;
    IrKernel *kernel = random->kernel = draw_kernel(random, arena);
    random->out = add_resource(kernel, "Out", IR_UAV, 0);
    random->in = add_resource(kernel, "In", IR_SRV, 1);
    random->variables[0] = ir_variable_new(kernel, "i", IR_LOCAL, ir_scalar(IR_I32), 1, SOURCE_NOWHERE);
    random->variables[1] = ir_variable_new(kernel, "f", IR_LOCAL, ir_scalar(IR_F32), 1, SOURCE_NOWHERE);
    random->variables[2] = ir_variable_new(kernel, "v", IR_LOCAL, (IrType){IR_I32, 3}, 1, SOURCE_NOWHERE);
    random->variables[3] = ir_variable_new(kernel, "a", IR_LOCAL, ir_scalar(IR_I32), 4, SOURCE_NOWHERE);
    random->builder = ir_builder_at_end(kernel, kernel->body);
    build_start(random);
    while (random->budget > 0)
        draw_statement(random, 0);
    build_end(random);
    return kernel;
}

bool random_kernel_run(Arena *arena, const IrKernel *kernel, RandomMemory *memory, const char **error)
{
    memset(memory, 0, sizeof *memory);
    for (int i = 0; i < RANDOM_IN_WORDS; i++)
        memory->in[i] = i * 37 % 11 - 3;
    IrEvalResource resources[] = {
        {.data = (uint8_t *)memory->out, .width = RANDOM_OUT_WORDS, .height = 1, .depth = 1, .mips = 1, .stride = 4},
        {.data = (uint8_t *)memory->in, .width = RANDOM_IN_WORDS, .height = 1, .depth = 1, .mips = 1, .stride = 4},
    };
    return ir_evaluate(arena, kernel, resources, (uint32_t[]){2, 1, 1}, error);
}
