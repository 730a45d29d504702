/* Loops in which threads stride over a resource, as kernels that sum rows, columns or all of it do. */
#include "generate_priv.h"

const Bound *draw_plain(Generator *generator)
{
    const Bound *bound = &generator->bound[draw(generator, generator->bound_count)];
    IrResourceShape shape = bound->resource->shape;
    bool is_plain = shape == IR_SHAPE_TYPED || shape == IR_SHAPE_STRUCT || shape == IR_SHAPE_RAW;
    return bound->role == ROLE_READ && is_plain ? bound : NULL;
}

IrInstr *load_element(Generator *generator, const Bound *bound, IrInstr *index)
{
    const IrResource *resource = bound->resource;
    bool is_raw = resource->shape == IR_SHAPE_RAW, is_typed = resource->shape == IR_SHAPE_TYPED;
    int bytes = op_scalar_bytes(bound->row->scalar);
    IrInstr *place = is_raw ? combined(generator, IR_imul, index, number(generator, bytes)) : index;
    IrInstr *operands[] = {generator->zero, place, generator->zero};
    IrInstr *load = ir_new(generator->kernel,
                           is_raw     ? IR_load_raw
                           : is_typed ? IR_load_typed
                                      : IR_load_struct,
                           (IrType){bound->row->scalar, is_typed ? resource->element.components : 1},
                           operands, is_raw || is_typed ? 2 : 3);
    load->resource = bound->resource;
    ir_insert(&generator->builder, load);
    return ir_extract(&generator->builder, load, 0);
}

/* Of the group, below `most`. */
static IrInstr *draw_extent(Generator *generator, int most)
{
    IrLevel level;
    if (draw(generator, 2))
        return number(generator, draw(generator, most));
    return combined(generator, IR_iand,
                    draw_value_below(generator, IR_I32, higher(generator->control, LEVEL_GROUP),
                                     &level),
                    number(generator, most - 1));
}

static IrInstr *start(Generator *generator)
{
    IrInstr *thread = draw(generator, 2) ? generator->thread : generator->global;
    return draw(generator, 2) ? thread
                              : combined(generator, IR_iadd, draw_extent(generator, 256), thread);
}

/* The test is of the counter, or of another one that all threads share. */
static void build_test(Generator *generator, IrInstr *loop, IrInstr *end)
{
    IrInstr *counter = loop->parameters[0], *sum = loop->parameters[1];
    IrInstr *condition = draw(generator, 2)
                             ? combined(generator, IR_ult, counter, end)
                             : combined(generator, IR_ult, loop->parameters[2],
                                        number(generator, 7));
    IrInstr *test = ir_if(&generator->builder, condition);
    IrBuilder leaving = ir_builder_at_end(generator->kernel, test->regions[1]);
    ir_close_region(generator->kernel, test->regions[0]);
    ir_jump(&leaving, IR_break, loop, &sum, 1);
}

/* for (i = start; i < end; i += step) sum = sum op element[i] */
void draw_strided_loop(Generator *generator, int depth)
{
    (void)depth;
    IrLevel level;
    const Bound *bound = draw_plain(generator);
    if (bound == NULL)
        return;
    IrScalar type = bound->row->scalar;
    IrInstr *first[] = {start(generator), draw_value(generator, type, &level), generator->zero};
    IrInstr *end = draw_extent(generator, 4096),
            *step = combined(generator, IR_ior, draw_extent(generator, 512), number(generator, 64)),
            *loop = ir_loop(&generator->builder), *phis[3];
    for (int i = 0; i < 3; i++)
        phis[i] = ir_add_parameter(generator->kernel, loop, first[i]->type, first[i]);
    IrInstr *result = ir_add_result(generator->kernel, loop, ir_scalar(type));
    IrBuilder outside = generator->builder;
    generator->builder = ir_builder_at_end(generator->kernel, loop->regions[0]);
    build_test(generator, loop, end);
    IrInstr *element = load_element(generator, bound, phis[0]);
    IrInstr *next[] = {combined(generator, IR_iadd, phis[0], step),
                       combined(generator, op_scalar_is_float(type) ? IR_fadd : IR_ixor, phis[1],
                                element),
                       combined(generator, IR_iadd, phis[2], number(generator, 1))};
    ir_jump(&generator->builder, IR_continue, loop, next, 3);
    generator->builder = outside;
    keep(generator, result, LEVEL_VARYING);
}

/* ---- words side by side ---- */

/* Mostly many lanes to a row. */
static IrInstr *draw_start_of_words(Generator *generator)
{
    IrLevel level;
    IrInstr *start = draw(generator, 3)   ? generator->global
                     : draw(generator, 3) ? draw_index(generator, 64, &level)
                                          : draw_value(generator, IR_I32, &level);
    return combined(generator, IR_imul, start, number(generator, 2 + draw(generator, 4)));
}

/* element[k * i + c] of some c, some of them before or behind, in any order. */
void draw_words(Generator *generator)
{
    enum { FARTHEST = 6 };
    const Bound *bound = draw_plain(generator);
    if (bound == NULL)
        return;
    IrInstr *place = draw_start_of_words(generator);
    if (draw(generator, 3) == 0)
        place = combined(generator, IR_iadd, place, draw_extent(generator, 64));
    int at = draw(generator, FARTHEST) - 1, by = draw(generator, 3) ? 1 : 2;
    for (int count = 2 + draw(generator, 4); count > 0; count--) {
        IrInstr *index = combined(generator, IR_iadd, place, number(generator, at));
        keep(generator, load_element(generator, bound, index), LEVEL_VARYING);
        at = at + by < FARTHEST ? at + by : -1;
    }
}
