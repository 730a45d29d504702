/* Sums that each thread keeps over a loop with barriers: the product of two tiles in groupshared memory.
 *
 *     for (turn = 0; turn < turns; turn++) {
 *         left[thread] = ...; right[thread] = ...; barrier;
 *         for (k = 0; k < depth; k++)
 *             sum[r][c] += left[k * pitch + row * rows + r] * right[k * pitch + column * columns + c];
 *         barrier;
 *     } */
#include "generate_priv.h"

enum { MOST_ROWS = 5, MOST_COLUMNS = 8, MOST_SUMS = MOST_ROWS * MOST_COLUMNS };

typedef struct Product {
    IrScalar type;
    IrVariable *left, *right;
    IrInstr *values[2]; /* what a thread stores */
    IrInstr *row, *column; /* where its rows and columns begin */
    int rows, columns, apart; /* apart: from one of a thread's columns to the next */
    int pitches[2], turns, depth;
} Product;

static IrVariable *new_tile(Generator *generator, IrScalar type)
{
    IrKernel *kernel = generator->kernel;
    const char *name = arena_printf(kernel->arena, "product%d", kernel->variables.count);
    int count = 16 + draw(generator, 600);
    return ir_variable_new(kernel, name, IR_GROUPSHARED, (IrType){type, 1}, count, SOURCE_NOWHERE);
}

static IrInstr *place_on(Generator *generator, OpAxis axis, int by)
{
    return with_number(generator, IR_imul, ir_axis(&generator->builder, IR_group_thread_id, axis), by);
}

static Product draw_product(Generator *generator)
{
    static const int COLUMNS[] = {1, 2, 4, 4, 4, 8};
    IrLevel level;
    Product product = {.type = draw(generator, 3) ? IR_F32 : IR_I32, .rows = 1 + draw(generator, MOST_ROWS),
                       .columns = COLUMNS[draw(generator, COUNT_OF(COLUMNS))], .apart = draw(generator, 4) ? 1 : 16,
                       .turns = 1 + draw(generator, 3), .depth = 1 + draw(generator, 20)};
    product.left = new_tile(generator, product.type);
    product.right = new_tile(generator, product.type);
    for (int i = 0; i < 2; i++) {
        product.values[i] = draw_value(generator, product.type, &level);
        product.pitches[i] = 4 * draw(generator, 20) + (draw(generator, 4) ? 0 : draw(generator, 4));
    }
    product.row = place_on(generator, AXIS_Y, product.rows);
    product.column = place_on(generator, AXIS_X, product.apart == 1 ? product.columns : 1);
    return product;
}

/* if (counter < limit) { } else break with all sums */
static void leave_with_sums(Generator *generator, const OpenLoop *loop, int limit, int sums)
{
    IrInstr *const *parameters = loop->loop->parameters;
    IrInstr *test = ir_if(&generator->builder, with_number(generator, IR_ult, parameters[0], limit));
    IrBuilder leaving = ir_builder_at_end(generator->kernel, test->regions[1]);
    ir_close_region(generator->kernel, test->regions[0]);
    for (int i = 0; i < sums; i++)
        ir_add_result(generator->kernel, loop->loop, parameters[1 + i]->type);
    ir_jump(&leaving, IR_break, loop->loop, &parameters[1], sums);
}

static IrInstr *load_of(Generator *generator, IrVariable *tile, IrInstr *row, IrInstr *begin, int at)
{
    IrInstr *place = with_number(generator, IR_iadd, combined(generator, IR_iadd, row, begin), at);
    return ir_load_var(&generator->builder, tile, 0, 1, place);
}

/* The sums of one turn of the outer loop. */
static IrInstr *const *build_products(Generator *generator, const Product *product, IrInstr *const *sums)
{
    bool is_float = product->type == IR_F32;
    int count = product->rows * product->columns;
    IrInstr *firsts[1 + MOST_SUMS] = {generator->zero}, *nexts[1 + MOST_SUMS], *of_column[MOST_COLUMNS];
    for (int i = 0; i < count; i++)
        firsts[1 + i] = sums[i];
    OpenLoop loop = open_loop(generator, firsts, 1 + count);
    IrInstr *const *parameters = loop.loop->parameters;
    leave_with_sums(generator, &loop, product->depth, count);
    IrInstr *left = with_number(generator, IR_imul, parameters[0], product->pitches[0]),
            *right = with_number(generator, IR_imul, parameters[0], product->pitches[1]);
    for (int c = 0; c < product->columns; c++)
        of_column[c] = load_of(generator, product->right, right, product->column, c * product->apart);
    for (int r = 0; r < product->rows; r++) {
        IrInstr *of_row = load_of(generator, product->left, left, product->row, r);
        for (int c = 0; c < product->columns; c++) {
            int at = 1 + r * product->columns + c;
            IrInstr *both = combined(generator, is_float ? IR_fmul : IR_imul, of_row, of_column[c]);
            nexts[at] = combined(generator, is_float ? IR_fadd : IR_iadd, parameters[at], both);
        }
    }
    nexts[0] = with_number(generator, IR_iadd, parameters[0], 1);
    close_loop(generator, &loop, nexts, 1 + count);
    return loop.loop->results;
}

static void fill_tiles(Generator *generator, const Product *product)
{
    ir_store_var(&generator->builder, product->left, 0, generator->thread, &product->values[0], 1);
    ir_store_var(&generator->builder, product->right, 0, generator->thread, &product->values[1], 1);
    build_barrier(generator);
}

static IrInstr *const *build_turns(Generator *generator, const Product *product)
{
    IrLevel level;
    int count = product->rows * product->columns;
    IrInstr *firsts[1 + MOST_SUMS] = {generator->zero}, *nexts[1 + MOST_SUMS];
    IrInstr *first = draw_const(generator, product->type);
    for (int i = 0; i < count; i++)
        firsts[1 + i] = draw(generator, 4) ? first : draw_value(generator, product->type, &level);
    OpenLoop loop = open_loop(generator, firsts, 1 + count);
    leave_with_sums(generator, &loop, product->turns, count);
    fill_tiles(generator, product);
    IrInstr *const *sums = build_products(generator, product, &loop.loop->parameters[1]);
    build_barrier(generator);
    for (int i = 0; i < count; i++)
        nexts[1 + i] = sums[i];
    nexts[0] = with_number(generator, IR_iadd, loop.loop->parameters[0], 1);
    close_loop(generator, &loop, nexts, 1 + count);
    return loop.loop->results;
}

enum { LIKELY = 3 };

/* Side by side where there is a buffer for it, and as one value. */
static void use_sums(Generator *generator, IrInstr *const *sums, int count)
{
    IrInstr *first, *cells, *all = sums[0];
    const Bound *bound = draw_own_row(generator, &first, &cells);
    bool is_like = bound != NULL && cells->op == IR_const && bound->row->scalar == all->type.scalar;
    for (int i = 0; is_like && i < count && i < (int)cells->bits; i++)
        access_cell(generator, bound, with_number(generator, IR_iadd, first, i), sums[i]);
    for (int i = 1; i < count; i++)
        all = combined(generator, all->type.scalar == IR_F32 ? IR_fsub : IR_ixor, all, sums[i]);
    for (int i = 0; i < LIKELY; i++) { /* to be stored: the later ones are drawn more often */
        keep(generator, all, LEVEL_VARYING);
        keep(generator, all->type.scalar == IR_F32 ? bits_of(generator, all, IR_I32) : float_of_bits(generator, all, IR_F32), LEVEL_VARYING);
    }
}

void update_sums(Generator *generator)
{
    enum { ONE_OF = 8, SALT = 0x6b43a9b5 };
    uint32_t kept = generator->state;
    generator->state ^= SALT;
    if (may_share(generator) && draw(generator, ONE_OF) == 0) {
        close_phases(generator);
        build_barrier(generator);
        Product product = draw_product(generator);
        use_sums(generator, build_turns(generator, &product), product.rows * product.columns);
        draw_barrier(generator);
    }
    generator->state = kept;
}
