/* Elements of two to four words, or structs of eight, whose components are mostly treated alike, as vectors of HLSL are: loaded, computed, stored
 * where they came from, in loops and branches. What is drawn for them is drawn apart from all else: other statements are
 * what they would be without. */
#include "generate_priv.h"

enum { MOST_COMPONENTS = 8 };

typedef struct Elements { /* values of each component */
    IrScalar scalar;
    int count;
    IrInstr *of[MOST_COMPONENTS];
} Elements;

/* ---- resources ---- */

static uint32_t threads_along(const Generator *generator, int axis)
{
    return generator->fuzz->groups[axis] * generator->sides[axis];
}

static uint32_t thread_count(const Generator *generator)
{
    return threads_along(generator, 0) * threads_along(generator, 1) * threads_along(generator, 2);
}

static void add_row(Generator *generator, const IrResource *resource, FuzzRow *row)
{
    bool is_picture = resource->shape == IR_SHAPE_TEX2D;
    row->width = is_picture ? threads_along(generator, 0) : thread_count(generator);
    row->height = is_picture ? threads_along(generator, 1) * threads_along(generator, 2) : 1;
    row->depth = 1;
    if (draw(generator, 2))
        row->width -= (uint32_t)draw(generator, (int)row->width);
    if (is_picture && draw(generator, 3) == 0)
        row->height -= (uint32_t)draw(generator, (int)row->height);
    row->stride = resource->stride;
    row->row_pitch = row->width * row->stride + (is_picture && draw(generator, 2) ? row->stride : 0);
    row->slice_pitch = row->bytes = row->row_pitch * row->height;
    row->is_bound = draw(generator, 25) > 0;
}

static void add_one(Generator *generator, int which, IrScalar scalar, uint8_t components)
{
    static const IrResourceShape SHAPES[] = {IR_SHAPE_TYPED, IR_SHAPE_STRUCT, IR_SHAPE_STRUCT, IR_SHAPE_TEX2D};
    IrKernel *kernel = generator->kernel;
    FuzzKernel *fuzz = generator->fuzz;
    int at = fuzz->row_count++;
    IrResource *resource = ARENA_NEW(kernel->arena, IrResource);
    *resource = (IrResource){.name = arena_printf(kernel->arena, "E%d", which),
                             .class = which == 0 ? IR_UAV : IR_SRV,
                             .shape = components > 4 ? IR_SHAPE_STRUCT : SHAPES[draw(generator, COUNT_OF(SHAPES))],
                             .stride = 4u * components,
                             .first_row = (uint32_t)at,
                             .index = at};
    if (resource->shape != IR_SHAPE_STRUCT)
        resource->element = (IrType){scalar, components};
    generator->elements[which] = (Bound){
        .resource = resource, .row = &fuzz->rows[at], .role = which == 0 ? ROLE_OWN : ROLE_READ};
    fuzz->rows[at].scalar = scalar;
    generator->elements[which].map = draw(generator, 4) ? MAP_INTERLEAVED : MAP_REVERSED;
    add_row(generator, resource, &fuzz->rows[at]);
    vec_push(kernel->arena, &kernel->resources, resource);
}

void add_elements(Generator *generator)
{
    uint32_t kept = generator->state;
    IrScalar scalar = draw(generator, 3) ? IR_F32 : IR_I32;
    uint8_t components = (uint8_t)(draw(generator, 2) ? 4 : 2 + draw(generator, 2));
    if (draw(generator, 8) == 0)
        components = MOST_COMPONENTS;
    for (int which = 0; which < 2 && draw(generator, 8) > 0; which++)
        add_one(generator, which, scalar, components);
    generator->state = kept;
}

/* ---- accesses ---- */

/* A thread's own element: as threads lie, or from the last one down. */
static int own_place(Generator *generator, const Bound *bound, IrInstr **place)
{
    bool is_picture = bound->resource->shape == IR_SHAPE_TEX2D;
    place[0] = is_picture ? generator->place[0] : generator->global;
    place[1] = is_picture ? generator->place[1] : generator->zero;
    if (bound->map == MAP_REVERSED)
        place[0] = combined(generator, IR_isub,
                            number(generator, (int32_t)(is_picture ? threads_along(generator, 0) : thread_count(generator)) - 1),
                            place[0]);
    return bound->resource->shape == IR_SHAPE_TYPED ? 1 : bound->resource->shape == IR_SHAPE_STRUCT ? 2 : 3;
}

/* Mostly along rows of threads: as they are, moved, held within bounds. */
static IrInstr *place_beside(Generator *generator, IrInstr *place)
{
    IrLevel level;
    IrInstr *by = draw(generator, 2) ? number(generator, draw(generator, 5) - 2)
                                     : draw_value_below(generator, IR_I32, LEVEL_GROUP, &level);
    switch (draw(generator, 6)) {
    case 0: return combined(generator, IR_iadd, place, by);
    case 1: return with_number(generator, IR_imax, combined(generator, IR_iadd, place, by), 0);
    case 2: return with_number(generator, IR_iand, place, 7);
    case 3: return draw_index(generator, 40, &level);
    default: return place;
    }
}

static IrInstr *insert_access(Generator *generator, const Bound *bound, IrOp op, IrType type, IrInstr **operands,
                              int count)
{
    IrInstr *access = ir_new(generator->kernel, op, type, operands, count);
    access->resource = bound->resource;
    return ir_insert(&generator->builder, access);
}

IrInstr *load_member(Generator *generator)
{
    const Bound *bound = &generator->elements[1];
    if (bound->resource == NULL || bound->resource->shape != IR_SHAPE_STRUCT)
        return NULL;
    IrInstr *place[2], *operands[] = {generator->zero, NULL, NULL};
    own_place(generator, bound, place);
    operands[1] = place[0];
    operands[2] = number(generator, 4 * draw(generator, (int)bound->resource->stride / 4));
    return insert_access(generator, bound, IR_load_struct, ir_scalar(IR_I32), operands, COUNT_OF(operands));
}

static Elements load(Generator *generator, const Bound *bound, bool is_own)
{
    static const IrOp LOADS[] = {
        [IR_SHAPE_TYPED] = IR_load_typed, [IR_SHAPE_STRUCT] = IR_load_struct, [IR_SHAPE_TEX2D] = IR_load_texture};
    Elements elements = {bound->row->scalar, (int)bound->resource->stride / 4, {0}};
    IrInstr *operands[] = {generator->zero, NULL, NULL, generator->zero, generator->zero};
    int count = own_place(generator, bound, &operands[1]);
    if (!is_own)
        operands[1] = place_beside(generator, operands[1]);
    IrInstr *loaded =
        insert_access(generator, bound, LOADS[bound->resource->shape],
                      (IrType){elements.scalar, (uint8_t)elements.count}, operands, count == 3 ? 5 : 1 + count);
    for (int i = 0; i < elements.count; i++)
        elements.of[i] = ir_extract(&generator->builder, loaded, i);
    return elements;
}

static void store(Generator *generator, const Bound *bound, const Elements *elements)
{
    static const IrOp STORES[] = {
        [IR_SHAPE_TYPED] = IR_store_typed, [IR_SHAPE_STRUCT] = IR_store_struct, [IR_SHAPE_TEX2D] = IR_store_texture};
    IrInstr *operands[4 + MOST_COMPONENTS] = {generator->zero, NULL, NULL, generator->zero};
    int count = 1 + own_place(generator, bound, &operands[1]);
    for (int i = 0; i < elements->count; i++)
        operands[count++] = elements->of[i];
    insert_access(generator, bound, STORES[bound->resource->shape], ir_scalar(IR_VOID), operands, count);
}

/* ---- operations ---- */

typedef enum Kind { KIND_ONE, KIND_CONSTANTS, KIND_SCALARS, KIND_LOADED, KIND_ITSELF, KIND_TURNED, KIND_ANY, KIND_COUNT } Kind;

/* What each component takes besides itself. */
static Elements draw_other(Generator *generator, const Elements *elements)
{
    static const Kind KINDS[] = {KIND_ONE,  KIND_ONE,    KIND_CONSTANTS, KIND_SCALARS, KIND_LOADED,
                                 KIND_LOADED, KIND_LOADED, KIND_ITSELF,    KIND_TURNED,  KIND_ANY};
    Kind kind = KINDS[draw(generator, COUNT_OF(KINDS))];
    Elements other = *elements;
    IrLevel level, most = draw(generator, 2) ? LEVEL_GROUP : LEVEL_VARYING;
    IrInstr *one = draw_value_below(generator, elements->scalar, most, &level);
    const Bound *bound = &generator->elements[1];
    if (kind == KIND_LOADED && bound->resource != NULL)
        return load(generator, bound, false);
    for (int i = 0; i < other.count; i++)
        other.of[i] = kind == KIND_CONSTANTS ? draw_const(generator, other.scalar)
                      : kind == KIND_SCALARS ? draw_value_below(generator, other.scalar, LEVEL_GROUP, &level)
                      : kind == KIND_ITSELF  ? elements->of[i]
                      : kind == KIND_TURNED  ? elements->of[(i + 1) % other.count]
                      : kind == KIND_ANY     ? draw_value(generator, other.scalar, &level)
                                             : one;
    return other;
}

/* Of two, or the one that a condition says: of all components, or of each. */
static void choose(Generator *generator, Elements *elements, const Elements *other)
{
    IrLevel level;
    IrBuilder *builder = &generator->builder;
    IrInstr *one = draw_value(generator, IR_I1, &level);
    bool is_one = draw(generator, 2);
    IrOp test = op_scalar_is_float(elements->scalar) ? IR_flt : draw(generator, 2) ? IR_slt : IR_ult;
    for (int i = 0; i < elements->count; i++) {
        IrInstr *condition = is_one ? one : IR_BUILD(builder, test, elements->of[i], other->of[i]);
        elements->of[i] = IR_BUILD(builder, IR_select, condition, elements->of[i], other->of[i]);
    }
}

static void apply(Generator *generator, Elements *elements)
{
    static const IrOp FLOATS[] = {IR_fadd, IR_fadd, IR_fsub, IR_fmul, IR_fmul, IR_fmin, IR_fmax, IR_fmin, IR_fabs, IR_fneg,
                                  IR_fsqrt, IR_ffloor, IR_select},
                      INTEGERS[] = {IR_iadd, IR_isub, IR_imul, IR_ixor, IR_iand, IR_imin, IR_umax, IR_ushr, IR_udiv,
                                    IR_srem, IR_popcount, IR_iabs, IR_select};
    bool is_float = op_scalar_is_float(elements->scalar);
    IrOp op = (is_float ? FLOATS : INTEGERS)[draw(generator, is_float ? COUNT_OF(FLOATS) : COUNT_OF(INTEGERS))];
    bool is_unary = strlen(op_info(op)->operands) == 1, turns = draw(generator, 4) == 0;
    Elements other = is_unary ? *elements : draw_other(generator, elements);
    generator->builder.precise = is_float && draw(generator, 8) == 0;
    if (op == IR_select)
        choose(generator, elements, &other);
    for (int i = 0; i < elements->count && op != IR_select; i++) {
        IrInstr *operands[] = {turns ? other.of[i] : elements->of[i], turns ? elements->of[i] : other.of[i]};
        elements->of[i] = ir_build(&generator->builder, op, operands, is_unary ? 1 : 2);
    }
    generator->builder.precise = false;
}

/* One of them is something else. */
static void spoil(Generator *generator, Elements *elements)
{
    IrLevel level;
    int at = draw(generator, elements->count);
    elements->of[at] = draw_value(generator, elements->scalar, &level);
}

static void compute(Generator *generator, Elements *elements)
{
    for (int count = 1 + draw(generator, 5); count > 0; count--) {
        apply(generator, elements);
        if (draw(generator, 6) == 0)
            keep(generator, elements->of[draw(generator, elements->count)], LEVEL_VARYING);
        if (draw(generator, 24) == 0)
            spoil(generator, elements);
    }
}

/* ---- around them ---- */

/* for (i = 0; i < limit; i++), of limits that all lanes share, or not. */
static void compute_in_loop(Generator *generator, Elements *elements)
{
    IrLevel level;
    IrInstr *any = draw_value_below(generator, IR_I32, draw(generator, 4) ? LEVEL_GROUP : LEVEL_VARYING, &level),
            *limit = with_number(generator, IR_iand, any, 3), *loop = ir_loop(&generator->builder);
    IrInstr *counter = ir_add_parameter(generator->kernel, loop, ir_scalar(IR_I32), generator->zero);
    Elements inside = *elements, results = *elements;
    for (int i = 0; i < elements->count; i++) {
        inside.of[i] = ir_add_parameter(generator->kernel, loop, ir_scalar(inside.scalar), elements->of[i]);
        results.of[i] = ir_add_result(generator->kernel, loop, ir_scalar(inside.scalar));
    }
    Saved saved = enter_region(generator, loop->regions[0]);
    IrInstr *test = ir_if(&generator->builder, combined(generator, IR_ult, counter, limit));
    IrBuilder leaving = ir_builder_at_end(generator->kernel, test->regions[1]);
    ir_close_region(generator->kernel, test->regions[0]);
    ir_jump(&leaving, IR_break, loop, inside.of, inside.count);
    compute(generator, &inside);
    IrInstr *next[1 + MOST_COMPONENTS] = {with_number(generator, IR_iadd, counter, 1)};
    memcpy(next + 1, inside.of, sizeof inside.of);
    ir_jump(&generator->builder, IR_continue, loop, next, 1 + inside.count);
    leave_region(generator, &saved);
    *elements = results;
}

/* ---- packed ---- */

/* As integers: as they are, rounded, or of 0 to 1 to the nearest of 0 to 255. */
static Elements as_integers(Generator *generator, const Elements *elements)
{
    Elements integers = *elements;
    IrBuilder *builder = &generator->builder;
    int way = draw(generator, 3);
    integers.scalar = IR_I32;
    for (int i = 0; i < elements->count && elements->scalar == IR_F32; i++) {
        IrInstr *value = elements->of[i];
        if (way == 0)
            value = IR_BUILD(builder, IR_fround, value);
        if (way == 1)
            value = IR_BUILD(builder, IR_fadd,
                             IR_BUILD(builder, IR_fmul, IR_BUILD(builder, IR_fsaturate, value),
                                      ir_const_bits(builder, IR_F32, op_double_to_bits(IR_F32, 255))),
                             ir_const_bits(builder, IR_F32, op_double_to_bits(IR_F32, 0.5)));
        integers.of[i] = IR_BUILD_TYPED(builder, way == 1 ? IR_ftou : IR_ftos, IR_I32, value);
    }
    return integers;
}

/* Four bytes as a word: by shifts, by Horner's rule, mostly with masks, seldom turned or shifted elsewhere. */
static void pack(Generator *generator, const Elements *elements)
{
    Elements integers = as_integers(generator, elements);
    bool has_masks = draw(generator, 4) > 0, is_by_rule = draw(generator, 4) == 0;
    int turned = draw(generator, 12) ? 0 : 1, by = draw(generator, 12) ? 8 : 7;
    IrInstr *word = NULL;
    IrOp op = draw(generator, 3) ? IR_ior : draw(generator, 2) ? IR_iadd : IR_ixor;
    for (int k = 0; k < 4; k++) {
        int i = is_by_rule ? 3 - k : k;
        IrInstr *byte = integers.of[(i + turned) % 4];
        if (has_masks && (i < 3 || draw(generator, 2)))
            byte = with_number(generator, IR_iand, byte, 255);
        if (!is_by_rule && i > 0)
            byte = with_number(generator, IR_ishl, byte, by * i);
        if (is_by_rule && k > 0)
            word = with_number(generator, IR_ishl, word, 8);
        word = k == 0 ? byte : combined(generator, op, word, byte);
    }
    keep(generator, word, LEVEL_VARYING);
}

static void update(Generator *generator)
{
    Elements elements = load(generator, &generator->elements[draw(generator, 4) == 0 && generator->elements[1].resource != NULL],
                             true);
    for (int count = 1 + draw(generator, 3); count > 0; count--) {
        if (elements.count == 4 && draw(generator, 2))
            pack(generator, &elements);
        (draw(generator, 3) ? compute : compute_in_loop)(generator, &elements);
    }
    store(generator, &generator->elements[0], &elements);
}

static void update_in_branch(Generator *generator)
{
    IrLevel level;
    IrInstr *condition = draw(generator, 2) ? with_number(generator, IR_ult, generator->global, draw(generator, 100))
                                            : draw_value(generator, IR_I1, &level);
    IrInstr *branch = ir_if(&generator->builder, condition);
    Saved saved = enter_region(generator, branch->regions[0]);
    update(generator);
    ir_close_region(generator->kernel, branch->regions[0]);
    leave_region(generator, &saved);
    ir_close_region(generator->kernel, branch->regions[1]);
}

void update_elements(Generator *generator)
{
    uint32_t kept = generator->state;
    for (int count = draw(generator, 3); count > 0 && generator->elements[0].resource != NULL; count--)
        (draw(generator, 3) ? update : update_in_branch)(generator);
    generator->state = kept;
}
