/* Two to four words of 64 bits, or of 16, side by side for each thread, as elements or one by one, mostly treated alike:
 *
 *     out[4 * i + j] = in[4 * i + j] * a + out[4 * i + j]
 *
 * What is drawn for them is drawn apart from all else, and nothing of it is kept. */
#include "generate_priv.h"

enum { MOST_WORDS = 4 };

typedef struct Wide {
    IrInstr *words[MOST_WORDS];
} Wide;

/* ---- resources ---- */

static void add_one(Generator *generator, int which, IrScalar scalar)
{
    IrKernel *kernel = generator->kernel;
    FuzzKernel *fuzz = generator->fuzz;
    int at = fuzz->row_count++, of_element = generator->wide_of_element;
    bool is_typed = of_element == 1 && draw(generator, 2);
    IrResource *resource = ARENA_NEW(kernel->arena, IrResource);
    *resource = (IrResource){.name = arena_printf(kernel->arena, "D%d", which),
                             .class = which == 0 ? IR_UAV : IR_SRV,
                             .shape = is_typed ? IR_SHAPE_TYPED : IR_SHAPE_STRUCT,
                             .stride = (uint32_t)(op_scalar_bytes(scalar) * of_element),
                             .first_row = (uint32_t)at,
                             .index = at};
    if (is_typed)
        resource->element = (IrType){scalar, 1};
    const uint32_t *groups = fuzz->groups;
    uint32_t threads = ir_group_size(kernel) * groups[0] * groups[1] * groups[2],
             count = threads * (uint32_t)(generator->wide_words / of_element);
    if (draw(generator, 2))
        count -= (uint32_t)draw(generator, (int)count);
    uint32_t bytes = count * resource->stride;
    fuzz->rows[at] = (FuzzRow){.width = count, .height = 1, .depth = 1, .stride = resource->stride, .row_pitch = bytes,
                               .slice_pitch = bytes, .bytes = bytes, .scalar = scalar, .is_bound = draw(generator, 25) > 0};
    generator->wide[which] = (Bound){
        .resource = resource, .row = &fuzz->rows[at], .role = which == 0 ? ROLE_OWN : ROLE_READ};
    vec_push(kernel->arena, &kernel->resources, resource);
}

void add_wide(Generator *generator)
{
    uint32_t kept = generator->state;
    generator->state ^= 0x2545f491;
    draw(generator, 2);
    static const IrScalar SCALARS[] = {IR_F64, IR_I64, IR_F16, IR_I16};
    IrScalar scalar = SCALARS[draw(generator, COUNT_OF(SCALARS))];
    generator->wide_words = 2 + draw(generator, MOST_WORDS - 1);
    generator->wide_of_element = draw(generator, 2) ? 1 : generator->wide_words;
    for (int which = 0; which < 2 && draw(generator, 6) > 0; which++)
        add_one(generator, which, scalar);
    generator->state = kept;
}

/* ---- accesses ---- */

static IrInstr *insert(Generator *generator, const Bound *bound, IrOp op, IrType type, IrInstr **operands, int count)
{
    IrInstr *access = ir_new(generator->kernel, op, type, operands, count);
    access->resource = bound->resource;
    return ir_insert(&generator->builder, access);
}

/* Elements of the thread from the first one on, so many further on. */
static Wide load(Generator *generator, const Bound *bound, int further)
{
    Wide wide = {{NULL}};
    bool is_typed = bound->resource->shape == IR_SHAPE_TYPED;
    int of_element = generator->wide_of_element;
    IrInstr *first = with_number(generator, IR_imul, generator->global, generator->wide_words / of_element);
    for (int i = 0; i < generator->wide_words; i += of_element) {
        IrInstr *operands[] = {generator->zero, with_number(generator, IR_iadd, first, i + further), generator->zero};
        IrInstr *loaded = insert(generator, bound, is_typed ? IR_load_typed : IR_load_struct,
                                 (IrType){bound->row->scalar, (uint8_t)of_element}, operands, is_typed ? 2 : 3);
        for (int k = 0; k < of_element; k++)
            wide.words[i + k] = ir_extract(&generator->builder, loaded, k);
    }
    return wide;
}

static void store(Generator *generator, const Bound *bound, const Wide *wide)
{
    bool is_typed = bound->resource->shape == IR_SHAPE_TYPED;
    int of_element = generator->wide_of_element, left_out = draw(generator, 8 * MOST_WORDS);
    IrInstr *first = with_number(generator, IR_imul, generator->global, generator->wide_words / of_element);
    for (int i = 0; i < generator->wide_words; i += of_element) {
        IrInstr *operands[3 + MOST_WORDS] = {generator->zero, with_number(generator, IR_iadd, first, i), generator->zero};
        int count = is_typed ? 2 : 3;
        for (int k = 0; k < of_element; k++)
            operands[count++] = wide->words[i + k];
        if (i != left_out || of_element > 1)
            insert(generator, bound, is_typed ? IR_store_typed : IR_store_struct, ir_scalar(IR_VOID), operands, count);
    }
}

/* ---- what they are made of ---- */

static void apply(Generator *generator, IrScalar scalar, Wide *wide)
{
    static const IrOp FLOATS[] = {IR_fadd, IR_fsub, IR_fmul, IR_fmin}, INTEGERS[] = {IR_iadd, IR_imul, IR_ixor, IR_umax};
    IrOp op = (op_scalar_is_float(scalar) ? FLOATS : INTEGERS)[draw(generator, COUNT_OF(FLOATS))];
    Wide other = {{NULL}};
    int kind = draw(generator, 5);
    IrLevel level;
    if (kind < 2)
        other = load(generator, &generator->wide[kind], kind == 0 ? 0 : draw(generator, 3) - 1);
    IrInstr *one = draw_value_below(generator, scalar, draw(generator, 2) ? LEVEL_GROUP : LEVEL_VARYING, &level);
    for (int i = 0; i < generator->wide_words; i++) {
        IrInstr *by = kind < 2    ? other.words[i]
                      : kind == 2 ? draw_value_below(generator, scalar, LEVEL_GROUP, &level)
                                  : one;
        wide->words[i] = combined(generator, op, wide->words[i], by);
    }
    if (draw(generator, 10) == 0)
        wide->words[draw(generator, generator->wide_words)] = one;
}

static void choose(Generator *generator, const Wide *before, Wide *wide)
{
    IrLevel level;
    IrInstr *condition = draw_value(generator, IR_I1, &level);
    for (int i = 0; i < generator->wide_words; i++)
        wide->words[i] = IR_BUILD(&generator->builder, IR_select, condition, before->words[i], wide->words[i]);
}

static void update(Generator *generator)
{
    const Bound *own = &generator->wide[0];
    Wide wide = load(generator, &generator->wide[draw(generator, 3) > 0], 0), before = wide;
    for (int count = draw(generator, 4); count > 0; count--)
        apply(generator, own->row->scalar, &wide);
    if (draw(generator, 3) == 0)
        choose(generator, &before, &wide);
    store(generator, own, &wide);
}

void update_wide(Generator *generator)
{
    if (generator->wide[0].resource != NULL && generator->wide[1].resource != NULL)
        update_apart(generator, 0x6c8e9cf5, update);
}
