/* Rows of a tile that groups fetch one after the other: `i % 18` and `i / 18` of an i that steps by
 * one from lane to lane.
 *
 *     for (i = thread; i < 18 * 18; i += 256)
 *         tile[i] = picture[clamp(corner + int2(i % 18, i / 18), 0, size - 1)];
 *
 * The lanes of a vector lie in two or three rows, of which each is contiguous in memory where what
 * is done to the column adds, or clamps and meets no bound in the whole row. So the place is a
 * function of column and row: what is added to the column shifts a row, what else is computed of
 * the row's number is one scalar a row, and a clamp is tested at both ends of the row.
 *
 * In comes an access, out goes its PlanTile; width 0: it is none. */
#include "plan_priv.h"

#include "ir/range.h"

enum { MOST_ROWS = 3, MOST_TILE_COST = 40 };

/* ---- where column and row come from ---- */

static bool divides_steps(const Plan *plan, const IrInstr *value)
{
    const IrInstr *source = value->operand_count == 2 ? value->operands[0] : NULL;
    return (value->op == IR_urem || value->op == IR_udiv) && value->type.scalar == IR_I32 &&
           value->operands[1]->op == IR_const && plan_has_scalar_lanes(plan, source) &&
           source->shape.length >= plan->lanes && source->shape.stride == 1 &&
           ir_range_of(source).umax <= INT32_MAX;
}

/* So wide that a vector lies in few rows. */
static bool is_wide(const Plan *plan, uint64_t width)
{
    return width > 1 && width <= INT16_MAX && plan_rows_in_vector(plan, (int)width) <= MOST_ROWS;
}

static void find_column(const Plan *plan, const IrInstr *value, PlanTile *tile)
{
    if (tile->width != 0 || !plan_is_vector(plan, value))
        return;
    if (value->op == IR_urem && divides_steps(plan, value) &&
        is_wide(plan, value->operands[1]->bits)) {
        tile->source = value->operands[0];
        tile->width = (int)value->operands[1]->bits;
        return;
    }
    for (int i = 0; i < value->operand_count && plan_has_scalar_lanes(plan, value); i++)
        find_column(plan, value->operands[i], tile);
}

static bool is_of_tile(const Plan *plan, const PlanTile *tile, const IrInstr *value, IrOp op)
{
    return value->op == op && divides_steps(plan, value) && value->operands[0] == tile->source &&
           value->operands[1]->bits == (uint64_t)tile->width;
}

bool plan_is_tile_column(const Plan *plan, const PlanTile *tile, const IrInstr *value)
{
    return is_of_tile(plan, tile, value, IR_urem);
}

bool plan_is_tile_row(const Plan *plan, const PlanTile *tile, const IrInstr *value)
{
    return is_of_tile(plan, tile, value, IR_udiv);
}

/* ---- what is done to them ---- */

enum { OF_COLUMN = 1, OF_ROW = 2, OF_ELSE = 4 }; /* what a value is a function of */

static bool is_clamp(IrOp op)
{
    return op == IR_imin || op == IR_imax || op == IR_umin || op == IR_umax;
}

/* The column's next is its own: neither factors nor differences from it. */
static bool keeps_steps(const IrInstr *value, const int *of)
{
    if (of[0] & of[1] & OF_COLUMN)
        return false;
    return value->op == IR_iadd || is_clamp(value->op) ||
           (value->op == IR_isub && !(of[1] & OF_COLUMN));
}

static int function_of(const Plan *plan, PlanTile *tile, const IrInstr *value)
{
    if (plan_is_uniform(plan, value))
        return 0;
    if (plan_is_tile_column(plan, tile, value))
        return OF_COLUMN;
    if (plan_is_tile_row(plan, tile, value))
        return OF_ROW;
    if (!plan_is_vector(plan, value) || value->operand_count == 0)
        return OF_ELSE;
    int of[2] = {0, 0};
    for (int i = 0; i < value->operand_count; i++)
        of[i] = function_of(plan, tile, value->operands[i]);
    if (((of[0] | of[1]) & OF_COLUMN) == 0)
        return of[0] | of[1];
    if (!keeps_steps(value, of) || tile->clamp_count == PLAN_MOST_CLAMPS)
        return OF_ELSE;
    if (is_clamp(value->op))
        tile->clamps[tile->clamp_count++] =
            (PlanClamp){value, value->operands[of[0] & OF_COLUMN ? 0 : 1],
                        ((of[0] | of[1]) & OF_ROW) != 0};
    return of[0] | of[1];
}

static bool is_cheap(const Plan *plan, const IrInstr *value)
{
    return value == NULL || plan->values[value->id].lane_cost <= MOST_TILE_COST;
}

/* A function of the row's number alone. */
static bool is_for_rows(const Plan *plan, PlanTile *tile, const IrInstr *value)
{
    return value == NULL || (function_of(plan, tile, value) & ~OF_ROW) == 0;
}

PlanTile plan_find_tile(const Plan *plan, const PlanAccess *access)
{
    PlanTile tile = {0};
    bool is_known = access->part == 0 && is_cheap(plan, access->index) &&
                    is_cheap(plan, access->lane_row) && is_cheap(plan, access->lane_slice);
    if (is_known)
        find_column(plan, access->index, &tile);
    if (tile.width == 0)
        return (PlanTile){0};
    int of = function_of(plan, &tile, access->index);
    tile.has_starts = (of & OF_ROW) != 0;
    is_known = (of & (OF_COLUMN | OF_ELSE)) == OF_COLUMN &&
               is_for_rows(plan, &tile, access->lane_row) &&
               is_for_rows(plan, &tile, access->lane_slice);
    return is_known ? tile : (PlanTile){0};
}
