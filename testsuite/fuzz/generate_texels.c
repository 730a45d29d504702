/* Texels side by side for each thread, two to four, in one row or two:
 *
 *     out[uint2(4 * x + i, y)] = in[uint2(4 * x + i - 1, y)] + in[uint2(4 * x + i, y)] * a
 *
 * of one word or two, mostly the same for each of them. Rows may end between one thread's texels, and begin before the
 * first's; rows that are read may be any. What is drawn for them is drawn apart from all else, and nothing of it is kept. */
#include "generate_priv.h"

enum { MOST_TEXELS = 4, MOST_ROWS = 2, MOST_READ = 3 };

/* Texels of a block, by which place in it, each of up to two words. */
typedef struct Block {
    IrInstr *words[MOST_ROWS][MOST_TEXELS][2];
} Block;

/* ---- resources ---- */

static void set_size(Generator *generator, FuzzRow *row)
{
    const uint32_t *groups = generator->fuzz->groups, *sides = generator->sides;
    row->width = groups[0] * sides[0] * (uint32_t)generator->texels_along;
    row->height = groups[1] * sides[1] * groups[2] * sides[2] * (uint32_t)generator->texel_rows;
    row->depth = 1;
    if (draw(generator, 3))
        row->width -= (uint32_t)draw(generator, (int)row->width);
    if (draw(generator, 3) == 0)
        row->height -= (uint32_t)draw(generator, (int)row->height);
    row->row_pitch = row->width * row->stride + (draw(generator, 2) ? row->stride : 0);
    row->slice_pitch = row->bytes = row->row_pitch * row->height;
    row->is_bound = draw(generator, 25) > 0;
}

static void add_one(Generator *generator, int which, IrType type)
{
    IrKernel *kernel = generator->kernel;
    FuzzKernel *fuzz = generator->fuzz;
    int at = fuzz->row_count++;
    IrResource *resource = ARENA_NEW(kernel->arena, IrResource);
    *resource = (IrResource){.name = arena_printf(kernel->arena, "T%d", which),
                             .class = which == 0 ? IR_UAV : IR_SRV,
                             .shape = IR_SHAPE_TEX2D,
                             .element = type,
                             .stride = 4u * type.components,
                             .first_row = (uint32_t)at,
                             .index = at};
    fuzz->rows[at] = (FuzzRow){.scalar = type.scalar, .stride = resource->stride};
    set_size(generator, &fuzz->rows[at]);
    generator->texels[which] = (Bound){
        .resource = resource, .row = &fuzz->rows[at], .role = which == 0 ? ROLE_OWN : ROLE_READ};
    vec_push(kernel->arena, &kernel->resources, resource);
}

void add_texels(Generator *generator)
{
    uint32_t kept = generator->state;
    generator->state ^= 0x7f4a7c15;
    draw(generator, 2);
    IrType type = {draw(generator, 2) ? IR_F32 : IR_I32, (uint8_t)(1 + (draw(generator, 3) == 0))};
    generator->texels_along = 2 + draw(generator, MOST_TEXELS - 1);
    generator->texel_rows = 1 + (draw(generator, 3) == 0);
    for (int which = 0; which < 2 && draw(generator, 6) > 0; which++)
        add_one(generator, which, type);
    generator->state = kept;
}

/* ---- accesses ---- */

/* Texel (x, y) behind the thread's first one; y NULL: in that row. */
static IrInstr *access_texel(Generator *generator, const Bound *bound, int x, int y, IrInstr *row, IrInstr *const *values)
{
    int words = bound->resource->element.components;
    IrInstr *column = with_number(generator, IR_imul, generator->place[0], generator->texels_along),
            *own_row = with_number(generator, IR_imul, generator->place[1], generator->texel_rows);
    IrInstr *operands[8] = {generator->zero, with_number(generator, IR_iadd, column, x),
                            row != NULL ? row : with_number(generator, IR_iadd, own_row, y), generator->zero,
                            generator->zero};
    for (int i = 0; i < words && values != NULL; i++)
        operands[4 + i] = values[i];
    IrInstr *access = ir_new(generator->kernel, values != NULL ? IR_store_texture : IR_load_texture,
                             values != NULL ? ir_scalar(IR_VOID) : bound->resource->element, operands,
                             values != NULL ? 4 + words : 5);
    access->resource = bound->resource;
    return ir_insert(&generator->builder, access);
}

static void load_texel(Generator *generator, const Bound *bound, int x, int y, IrInstr *row, IrInstr **words)
{
    IrInstr *texel = access_texel(generator, bound, x, y, row, NULL);
    for (int i = 0; i < bound->resource->element.components; i++)
        words[i] = ir_extract(&generator->builder, texel, i);
}

/* ---- what they are made of ---- */

/* A row that lanes have each for itself, seldom. */
static IrInstr *draw_row(Generator *generator)
{
    IrLevel level;
    return draw(generator, 6) ? NULL : with_number(generator, IR_iand, draw_value(generator, IR_I32, &level), 15);
}

/* What is read of one picture, by a distance, is merged into all texels. */
static void read_block(Generator *generator, const Bound *bound, IrOp merged_by, bool is_first, Block *block)
{
    int across = bound->role == ROLE_OWN ? 0 : draw(generator, 4) - 1, odd = draw(generator, 24);
    IrInstr *row = bound->role == ROLE_OWN ? NULL : draw_row(generator);
    for (int y = 0; y < generator->texel_rows; y++)
        for (int x = 0; x < generator->texels_along; x++) {
            IrInstr *words[2], **into = block->words[y][x];
            load_texel(generator, bound, x + across + (x == odd && bound->role != ROLE_OWN), y, row, words);
            for (int i = 0; i < bound->resource->element.components; i++)
                into[i] = is_first ? words[i] : combined(generator, merged_by, into[i], words[i]);
        }
}

static void weigh(Generator *generator, IrScalar scalar, int words, Block *block)
{
    IrLevel level;
    IrOp op = op_scalar_is_float(scalar) ? IR_fmul : IR_ixor;
    IrInstr *weight = draw_value_below(generator, scalar, draw(generator, 2) ? LEVEL_GROUP : LEVEL_VARYING, &level);
    for (int y = 0; y < generator->texel_rows; y++)
        for (int x = 0; x < generator->texels_along; x++)
            for (int i = 0; i < words; i++)
                block->words[y][x][i] = combined(generator, op, block->words[y][x][i], weight);
}

/* Row by row or column by column, turned within a row or not, seldom without one. */
static void write_block(Generator *generator, const Bound *own, const Block *block)
{
    int rows = generator->texel_rows, along = generator->texels_along, count = rows * along;
    bool by_columns = draw(generator, 2);
    int turned = draw(generator, 3) ? 0 : 1, left_out = draw(generator, 8 * MOST_TEXELS);
    for (int i = 0; i < count; i++) {
        int y = by_columns ? i % rows : i / along, x = by_columns ? i / rows : i % along;
        if (i != left_out)
            access_texel(generator, own, x, y, NULL, block->words[y][(x + turned) % along]);
    }
}

static void update(Generator *generator)
{
    static const IrOp FLOATS[] = {IR_fadd, IR_fsub, IR_fmin, IR_fmax}, INTEGERS[] = {IR_iadd, IR_isub, IR_ixor, IR_umax};
    const Bound *own = &generator->texels[0];
    IrType type = own->resource->element;
    IrOp merged_by = (op_scalar_is_float(type.scalar) ? FLOATS : INTEGERS)[draw(generator, COUNT_OF(FLOATS))];
    Block block;
    for (int i = 0, count = 1 + draw(generator, MOST_READ); i < count; i++)
        read_block(generator, &generator->texels[draw(generator, 3) > 0], merged_by, i == 0, &block);
    if (draw(generator, 2))
        weigh(generator, type.scalar, type.components, &block);
    write_block(generator, own, &block);
}

void update_texels(Generator *generator)
{
    if (generator->texels[0].resource != NULL && generator->texels[1].resource != NULL)
        update_apart(generator, 0x51ed270b, update);
}
