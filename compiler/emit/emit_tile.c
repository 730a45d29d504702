/* Accesses whose lanes lie in two or three rows of a tile: i / width and i % width of an i that
 * steps by one (plan_tiles.c). Everything is computed of scalars: in which row and column the
 * piece's first lane is, where column 0 of this row and of the next ones lies, and whether a whole
 * row is there as it is, without a clamp and inside. */
#include "emit_access.h"

/* ---- a place as a function of column and row, on C scalars ---- */

typedef struct Place {
    const PlanTile *tile;
    const char *column, *row;
} Place;

static const char *value_at(Emitter *emitter, const Place *place, const IrInstr *value)
{
    if (plan_is_uniform(emitter->plan, value))
        return emit_scalar(emitter, value);
    if (plan_is_tile_column(emitter->plan, place->tile, value))
        return place->column;
    if (plan_is_tile_row(emitter->plan, place->tile, value))
        return place->row;
    const char *operands[2] = {NULL, NULL};
    for (int i = 0; i < value->operand_count; i++)
        operands[i] = value_at(emitter, place, value->operands[i]);
    return emit_integer(emitter, value, operands[0], operands[1]);
}

/* ---- the rows of a piece ---- */

static const char *row_number(Emitter *emitter, int i)
{
    return emit_format(emitter, "(tile_row + %d)", i);
}

static void declare_row(Emitter *emitter, const Access *access, int i)
{
    const PlanAccess *planned = access->planned;
    Place place = {&planned->tile, "0", row_number(emitter, i)};
    if (i == 0 || planned->tile.has_starts)
        emit_line(emitter, "const int32_t start%d = %s;", i,
                  value_at(emitter, &place, planned->index));
    if (planned->lane_row != NULL)
        emit_line(emitter, "const uint32_t line%d = (uint32_t)%s;", i,
                  value_at(emitter, &place, planned->lane_row));
    if (planned->lane_slice != NULL)
        emit_line(emitter, "const uint32_t slice%d = (uint32_t)%s;", i,
                  value_at(emitter, &place, planned->lane_slice));
}

static int start_of(const PlanTile *tile, int i) { return tile->has_starts ? i : 0; }

/* Where lane 0 would be if all lanes were in that row. */
static const char *row_address(Emitter *emitter, const Access *access, int i, int c)
{
    const PlanAccess *planned = access->planned;
    const char *at = emit_format(emitter, "%s + (int64_t)(start%d + tile_column - %d) * %d",
                                 access->base[c], start_of(&planned->tile, i),
                                 i * planned->tile.width, planned->element_bytes);
    if (planned->lane_row != NULL)
        at = emit_format(emitter, "%s + (uint64_t)line%d * %s", at, i, access->row_pitch);
    if (planned->lane_slice != NULL)
        at = emit_format(emitter, "%s + (uint64_t)slice%d * %s", at, i, access->slice_pitch);
    return at;
}

/* ---- tests ---- */

/* That a clamp changes no column of that row: not those at the ends, and all others are between. */
static const char *leaves_row(Emitter *emitter, const PlanTile *tile, const PlanClamp *clamp, int i)
{
    const char *row = row_number(emitter, i),
               *last = emit_format(emitter, "%d", tile->width - 1),
               *cast = clamp->clamp->op == IR_umin || clamp->clamp->op == IR_umax ? "(uint32_t)"
                                                                                  : "";
    Place left = {tile, "0", row}, right = {tile, last, row};
    const char *low = value_at(emitter, &left, clamp->of),
               *high = value_at(emitter, &right, clamp->of);
    return emit_format(emitter, "%s == %s && %s == %s && %s%s <= %s%s",
                       value_at(emitter, &left, clamp->clamp), low,
                       value_at(emitter, &right, clamp->clamp), high, cast, low, cast, high);
}

static const char *row_test(Emitter *emitter, const Access *access, int i, const char *test)
{
    const PlanAccess *planned = access->planned;
    const PlanTile *tile = &planned->tile;
    for (int k = 0; k < tile->clamp_count; k++)
        if (i == 0 || tile->clamps[k].has_rows)
            test = emit_and(emitter, test, leaves_row(emitter, tile, &tile->clamps[k], i));
    if (i == 0 || tile->has_starts)
        test = emit_and(emitter, test, emit_format(emitter, "wcc_inside(start%d, %d, %s)", i,
                                                   tile->width, access->count));
    if (planned->lane_row != NULL)
        test = emit_and(emitter, test, emit_format(emitter, "line%d < %s", i, access->row_count));
    if (planned->lane_slice != NULL)
        test =
            emit_and(emitter, test, emit_format(emitter, "slice%d < %s", i, access->slice_count));
    return test;
}

/* ---- the access ---- */

/* The rows' addresses, and how many lanes come before the second row. */
static const char *rows_of(Emitter *emitter, const Access *access, int rows, int c)
{
    const char *list = row_address(emitter, access, 0, c);
    for (int i = 1; i < rows; i++)
        list = emit_format(emitter, "%s, %s", list, row_address(emitter, access, i, c));
    return emit_format(emitter, "%s, %d - tile_column", list, access->planned->tile.width);
}

static void access_component(Emitter *emitter, const Access *access, int rows, int c)
{
    const PlanAccess *planned = access->planned;
    const char *places = rows_of(emitter, access, rows, c),
               *width = rows > 2 ? emit_format(emitter, ", %d", planned->tile.width) : "";
    IrScalar type = emit_memory_type(access);
    if (access->values == NULL)
        emit_line(emitter, "%s[p] = %s;", emit_name(emitter, access->instr, c),
                  emit_from_memory(emitter, access,
                                   emit_format(emitter, "load_%d_rows_%v(%s%s)", rows, type, places,
                                               width),
                                   true));
    else
        emit_line(emitter, "store_%d_rows_%v(%s%s, %s, %k);", rows, type, places, width,
                  emit_piece_to_memory(emitter, access, c), planned->mask);
}

void emit_try_tile(Emitter *emitter, const Access *access)
{
    const PlanTile *tile = &access->planned->tile;
    int rows = plan_rows_in_vector(emitter->plan, tile->width);
    const char *test = NULL;
    emit_line(emitter, "const uint32_t tile_first = (uint32_t)%s;",
              emit_scalar_lane(emitter, tile->source, 0));
    emit_line(emitter, "const int32_t tile_row = (int32_t)(tile_first / %d);", tile->width);
    emit_line(emitter, "const int32_t tile_column = (int32_t)(tile_first %% %d);", tile->width);
    for (int i = 0; i < rows; i++) {
        declare_row(emitter, access, i);
        test = row_test(emitter, access, i, test);
    }
    if (emit_is_fetched_by_tiles(emitter, access))
        emit_fetch_ahead(emitter, access, row_address(emitter, access, 0, 0),
                         emitter->plan->lanes * access->planned->element_bytes);
    emit_open(emitter, "if (WCC_LIKELY(%s)) {", emit_with_guard(emitter, access, test));
    for (int c = 0; c < access->planned->components; c++)
        access_component(emitter, access, rows, c);
}
