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
 * before passes look at them, or constants. Needs: variables promoted. Runs uniformity. */
#include "interchange.h"

enum {
    PER_LOOP = 8, /* turns, where nothing says how many */
    MOST_TURNS = 256,
    MOST_DEPTH = 6,
    LEAST_GAIN = 3 /* columns for each row */
};

typedef struct Tile { /* of a variable */
    uint64_t rows, columns; /* 0: no access has told them yet */
    int64_t along_rows, down_columns; /* accesses, as often as loops have them */
    bool is_whole; /* all its places are such */
} Tile;

/* A row, or a column: a value, or the number where that is NULL. */
typedef struct Coordinate {
    IrInstr *value;
    uint64_t number;
} Coordinate;

typedef struct Place {
    Coordinate row, column;
} Place;

/* ---- places ---- */

static uint64_t factor_of(const IrInstr *product, const IrInstr *value)
{
    bool is_multiple = product->op == IR_imul && product->operands[0] == value && product->operands[1]->op == IR_const;
    return is_multiple ? product->operands[1]->bits : 0;
}

/* What a constant is added to, or all of it. */
static const IrInstr *take_constant(const IrInstr *sum, uint64_t *constant)
{
    int place = sum->op == IR_iadd && sum->operands[0]->op == IR_const ? 0 : 1;
    bool has_constant = sum->op == IR_iadd && sum->operands[place]->op == IR_const;
    *constant = has_constant ? sum->operands[place]->bits : 0;
    return has_constant ? sum->operands[1 - place] : sum;
}

/* `select (iand (ult %row, rows), (ult %column, columns)), (iadd (imul %row, columns), %column), nowhere` */
static bool find_both(const IrInstr *index, Tile *tile, Place *place)
{
    const IrInstr *tests = index->operands[0], *sum = index->operands[1];
    if (tests->op != IR_iand || sum->op != IR_iadd || sum->operands[0]->op != IR_imul)
        return false;
    IrInstr *row = sum->operands[0]->operands[0], *column = sum->operands[1];
    *place = (Place){{row, 0}, {column, 0}};
    tile->rows = known_bound_of(tests->operands[0], row);
    tile->columns = known_bound_of(tests->operands[1], column);
    return tile->rows != 0 && tile->columns != 0 && factor_of(sum->operands[0], row) == tile->columns;
}

/* `select (ult %row, rows), (iadd (imul %row, columns), 5), nowhere`: constants are not tested, and no 0 is added. */
static bool find_row(const IrInstr *index, Tile *tile, Place *place)
{
    IrInstr *row = index->operands[0]->operands[0];
    uint64_t column;
    const IrInstr *product = take_constant(index->operands[1], &column);
    *place = (Place){{row, 0}, {NULL, column}};
    tile->rows = known_bound_of(index->operands[0], row);
    tile->columns = factor_of(product, row);
    return tile->rows != 0 && column < tile->columns;
}

/* `select (ult %column, columns), (iadd %column, 5 * columns), nowhere`, where the columns are known. */
static bool find_column(const IrInstr *index, const Tile *tile, Place *place)
{
    IrInstr *column = index->operands[0]->operands[0];
    uint64_t before;
    bool is_column = take_constant(index->operands[1], &before) == column && known_bound_of(index->operands[0], column) == tile->columns;
    *place = (Place){{NULL, before / tile->columns}, {column, 0}};
    return is_column && before % tile->columns == 0 && before / tile->columns < tile->rows;
}

/* A shader may choose, too, and mean an element: `tile[row < 8 ? row * 8 + 5 : 0]`. */
static bool is_tested(const IrInstr *index)
{
    return index->op == IR_select && is_nowhere(index->operands[2]) && index->operands[0]->operand_count == 2;
}

/* Of how many rows and columns it is, where the place alone tells. */
static bool find_shape(const IrInstr *index, Tile *tile, Place *place)
{
    return is_tested(index) && (find_both(index, tile, place) || find_row(index, tile, place));
}

static bool find_place(const IrInstr *index, const Tile *tile, Place *place)
{
    Tile own;
    if (tile->columns == 0)
        return false;
    if (index->op == IR_const) {
        *place = (Place){{NULL, index->bits / tile->columns}, {NULL, index->bits % tile->columns}};
        return index->bits < tile->rows * tile->columns;
    }
    if (find_shape(index, &own, place))
        return own.rows == tile->rows && own.columns == tile->columns;
    return is_tested(index) && find_column(index, tile, place);
}

/* ---- which arrays ---- */

static bool steps(Coordinate coordinate)
{
    const IrInstr *value = coordinate.value;
    return value != NULL && value->level == LEVEL_VARYING && value->shape.stride != 0;
}

static bool stays(Coordinate coordinate)
{
    const IrInstr *value = coordinate.value;
    return value == NULL || value->level < LEVEL_VARYING || (value->shape.length > 1 && value->shape.stride == 0);
}

/* Of a counter that goes by a constant up to one, counted from 0; it may begin at the thread. */
static int64_t turns_of(const IrInstr *loop)
{
    const IrInstr *head = interchange_head_test(loop), *test = head != NULL ? head->operands[0] : NULL;
    bool has_end = test != NULL && (test->op == IR_ult || test->op == IR_slt) && test->operands[1]->op == IR_const &&
                   test->operands[0]->owner == loop;
    int64_t step = has_end ? ir_step_of_all_turns(test->operands[0]) : 0;
    int64_t turns = step > 0 ? (int32_t)test->operands[1]->bits / step : PER_LOOP;
    return turns < 1 ? 1 : turns > MOST_TURNS ? MOST_TURNS : turns;
}

static int64_t times(const IrInstr *access)
{
    int64_t weight = 1;
    const IrInstr *loop = ir_loop_around(access);
    for (int depth = 0; loop != NULL && depth < MOST_DEPTH; depth++) {
        weight *= turns_of(loop);
        loop = ir_loop_around(loop);
    }
    return weight;
}

static void look_at(Tile *tile, const IrInstr *access)
{
    Place place;
    if (!find_place(access->operands[0], tile, &place))
        tile->is_whole = false;
    else if (steps(place.column) && !steps(place.row))
        tile->along_rows += times(access);
    else if (steps(place.row) && stays(place.column))
        tile->down_columns += times(access);
}

static bool is_candidate(const IrVariable *variable)
{
    return variable->kind == IR_GROUPSHARED && variable->count > 1 && !ir_is_for_show(variable);
}

static bool is_turned(const Tile *tile)
{
    return tile->is_whole && tile->down_columns > 0 && tile->down_columns >= LEAST_GAIN * tile->along_rows;
}

static Tile *find_tiles(const PassContext *context)
{
    const IrKernel *kernel = context->kernel;
    Tile *tiles = ARENA_ARRAY(context->scratch, Tile, kernel->variables.count + 1);
    EACH_INSTR (kernel->body, instr) {
        Place place;
        Tile found = {.is_whole = true};
        if (instr->variable != NULL && is_candidate(instr->variable) && find_shape(instr->operands[0], &found, &place) &&
            found.rows * found.columns == (uint64_t)instr->variable->count)
            tiles[instr->variable->index] = found;
    }
    return tiles;
}

static bool has_tiles(const IrKernel *kernel, const Tile *tiles)
{
    bool has = false;
    for (int i = 0; i < kernel->variables.count; i++)
        has |= tiles[i].is_whole;
    return has;
}

/* ---- turning ---- */

static IrInstr *scaled(IrBuilder *builder, Coordinate column, uint64_t rows)
{
    return IR_BUILD(builder, IR_imul, column.value, ir_const_i32(builder, (int32_t)rows));
}

/* column * rows + row */
static IrInstr *build_place(IrBuilder *builder, const Tile *tile, Place place)
{
    bool has_number = place.column.value == NULL || place.row.value == NULL;
    uint64_t number = place.column.number * tile->rows + place.row.number;
    IrInstr *constant = has_number ? ir_const_i32(builder, (int32_t)number) : NULL,
            *column = place.column.value != NULL ? scaled(builder, place.column, tile->rows) : constant,
            *row = place.row.value != NULL ? place.row.value : constant;
    return column == row ? constant : IR_BUILD(builder, IR_iadd, column, row);
}

/* The sum may be another access's as well: it stays as it is, and so do its tests. */
static void turn(IrKernel *kernel, const Tile *tile, IrInstr *access)
{
    Place place;
    IrInstr *index = access->operands[0];
    if (!find_place(index, tile, &place))
        return;
    IrBuilder builder = ir_builder_before(kernel, access);
    builder.pos = access->pos;
    IrInstr *turned = build_place(&builder, tile, place);
    access->operands[0] = index->op == IR_const ? turned
                                                : IR_BUILD(&builder, IR_select, index->operands[0], turned, index->operands[2]);
}

bool pass_turn_tiles(PassContext *context)
{
    IrKernel *kernel = context->kernel;
    if (context->checks != 0 || context->watches_stores || context->keeps_shared)
        return false;
    Tile *tiles = find_tiles(context);
    if (!has_tiles(kernel, tiles))
        return false;
    bool has_facts = pass_uniformity(context), turns = false;
    EACH_INSTR (kernel->body, instr)
        if (instr->variable != NULL && tiles[instr->variable->index].is_whole)
            look_at(&tiles[instr->variable->index], instr);
    for (int i = 0; i < kernel->variables.count; i++) {
        const IrVariable *variable = kernel->variables.items[i];
        tiles[i].is_whole = is_turned(&tiles[i]);
        turns |= tiles[i].is_whole;
        if (tiles[i].is_whole)
            pass_explain(context, variable->pos, "%s lies column by column", variable->name);
    }
    EACH_INSTR (kernel->body, instr)
        if (turns && instr->variable != NULL && tiles[instr->variable->index].is_whole)
            turn(kernel, &tiles[instr->variable->index], instr);
    return turns || has_facts;
}
