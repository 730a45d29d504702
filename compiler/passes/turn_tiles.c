/* turn_tiles: a groupshared array of rows and columns whose columns lanes go down lies column by
 * column.
 *
 *     groupshared float tile[16][17];
 *     for (k ..) sum += a[k] * tile[thread.x][k];
 *
 *     %3 = iadd (imul %x, 17), %k          %3 = iadd (imul %k, 16), %x
 *     %4 = load_var $tile [%3]       ->    %4 = load_var $tile [%3]
 *
 * Lanes 17 elements apart are loaded one by one; side by side they are a vector. A product with a
 * transposed matrix, the scores of queries and keys, transitions by the state that they lead to are
 * written so; on GPUs a column more keeps the lanes in different banks. What fills the array goes the
 * other way then, once for all the loads.
 *
 * Each index must be made of a row and a column that are tested, as the indices of such arrays are
 * before passes look at them. Needs: variables promoted. Runs uniformity. */
#include "passes/passes_priv.h"

enum {
    PER_LOOP = 8, /* turns, as far as one knows */
    MOST_DEPTH = 6,
    LEAST_GAIN = 3 /* columns for each row */
};

/* `select (iand (ult %row, rows), (ult %column, columns)), (iadd (imul %row, columns), %column), far` */
typedef struct Place {
    IrInstr *sum, *row, *column;
    uint64_t rows, columns;
} Place;

typedef struct Tile { /* of a variable */
    uint64_t rows, columns; /* 0: no access was looked at yet */
    int64_t along_rows, down_columns; /* accesses, as often as loops have them */
    bool is_whole; /* all its places are such */
} Tile;

/* ---- places ---- */

static bool is_test_of(const IrInstr *test, const IrInstr *value, uint64_t *bound)
{
    bool is_bound = test->op == IR_ult && test->operands[0] == value &&
                    test->operands[1]->op == IR_const;
    *bound = is_bound ? test->operands[1]->bits : 0;
    return is_bound;
}

static bool find_place(const IrInstr *index, Place *place)
{
    if (index->op != IR_select || index->operands[0]->op != IR_iand ||
        index->operands[1]->op != IR_iadd || index->operands[1]->operands[0]->op != IR_imul)
        return false;
    IrInstr *sum = index->operands[1], *product = sum->operands[0];
    *place = (Place){.sum = sum, .row = product->operands[0], .column = sum->operands[1]};
    const IrInstr *tests = index->operands[0];
    return is_test_of(tests->operands[0], place->row, &place->rows) &&
           is_test_of(tests->operands[1], place->column, &place->columns) &&
           is_const(product->operands[1], place->columns);
}

/* ---- which arrays ---- */

static bool steps(const IrInstr *value)
{
    return value->level == LEVEL_VARYING && value->shape.length > 1 && value->shape.stride != 0;
}

static bool stays(const IrInstr *value)
{
    return value->level < LEVEL_VARYING || (value->shape.length > 1 && value->shape.stride == 0);
}

static int64_t times(const IrInstr *access)
{
    int64_t weight = 1;
    const IrInstr *loop = ir_loop_around(access);
    for (int depth = 0; loop != NULL && depth < MOST_DEPTH; depth++) {
        weight *= PER_LOOP;
        loop = ir_loop_around(loop);
    }
    return weight;
}

static void look_at(Tile *tile, const IrInstr *access)
{
    Place place;
    bool is_first = tile->columns == 0, is_place = find_place(access->operands[0], &place);
    if (!is_place || (!is_first && (place.rows != tile->rows || place.columns != tile->columns))) {
        tile->is_whole = false;
        return;
    }
    tile->rows = place.rows;
    tile->columns = place.columns;
    if (steps(place.column) && !steps(place.row))
        tile->along_rows += times(access);
    else if (steps(place.row) && stays(place.column))
        tile->down_columns += times(access);
}

static bool is_candidate(const IrVariable *variable)
{
    return variable->kind == IR_GROUPSHARED && variable->count > 1 && !ir_is_for_show(variable);
}

static bool is_turned(const Tile *tile, const IrVariable *variable)
{
    return tile->is_whole && tile->down_columns > 0 &&
           tile->down_columns >= LEAST_GAIN * tile->along_rows &&
           tile->rows * tile->columns == (uint64_t)variable->count;
}

static bool has_candidates(const IrKernel *kernel)
{
    Place place;
    EACH_INSTR (kernel->body, instr)
        if (instr->variable != NULL && is_candidate(instr->variable) &&
            find_place(instr->operands[0], &place))
            return true;
    return false;
}

/* ---- turning ---- */

/* The sum may be another access's as well: it stays as it is, and so do its tests. */
static void turn(IrKernel *kernel, IrInstr *access)
{
    Place place;
    if (!find_place(access->operands[0], &place))
        return;
    IrBuilder builder = ir_builder_before(kernel, access);
    builder.pos = access->pos;
    IrInstr *index = access->operands[0],
            *sum = IR_BUILD(&builder, IR_iadd,
                            IR_BUILD(&builder, IR_imul, place.column,
                                     ir_const_i32(&builder, (int32_t)place.rows)),
                            place.row);
    access->operands[0] = IR_BUILD(&builder, IR_select, index->operands[0], sum, index->operands[2]);
}

bool pass_turn_tiles(PassContext *context)
{
    IrKernel *kernel = context->kernel;
    bool changed = false;
    if (context->checks != 0 || context->watches_stores || !has_candidates(kernel))
        return false;
    pass_uniformity(context);
    Tile *tiles = ARENA_ARRAY(context->scratch, Tile, kernel->variables.count + 1);
    for (int i = 0; i < kernel->variables.count; i++)
        tiles[i].is_whole = is_candidate(kernel->variables.items[i]);
    EACH_INSTR (kernel->body, instr)
        if (instr->variable != NULL && tiles[instr->variable->index].is_whole)
            look_at(&tiles[instr->variable->index], instr);
    for (int i = 0; i < kernel->variables.count; i++) {
        const IrVariable *variable = kernel->variables.items[i];
        tiles[i].is_whole = is_turned(&tiles[i], variable);
        changed |= tiles[i].is_whole;
        if (tiles[i].is_whole)
            pass_explain(context, variable->pos, "%s lies column by column", variable->name);
    }
    EACH_INSTR (kernel->body, instr)
        if (changed && instr->variable != NULL && tiles[instr->variable->index].is_whole)
            turn(kernel, instr);
    return changed;
}
