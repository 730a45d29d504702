/* Which lane each lane takes something from, as a formula of its own number, so that the plan finds a shuffle
 * (plan_lane_moves.c) and the IR needs no tables.
 *
 *     1 0 3 2 5 4 ...      lane ^ 1              4 5 6 7 8 ...      lane + 4
 *     1 3 5 7 ...          lane * 2 + 1          0 0 1 1 2 ...      (lane + 0) >> 1
 *     0 4 8 12 1 5 9 ...   each bit of the lane turns some bits: a transpose, the places of a Fourier transform */
#include "passes/lane_formulas.h"

#include <string.h>

enum { MOST_SHIFT = 5, BITS = 10, /* of lanes' numbers */ VECTOR = 8 };

typedef enum FormulaKind { FORMULA_SUM, FORMULA_XOR, FORMULA_BITS } FormulaKind;

typedef struct Formula {
    FormulaKind kind;
    int factor, addend, shift; /* (lane * factor + addend) >> shift; lane ^ addend */
    int turned[BITS];          /* by each bit of the lane, of `addend` */
} Formula;

static bool fits(const LaneTable *table, const Formula *formula)
{
    for (int lane = 0; lane < table->count; lane++) {
        int from = formula->addend;
        if (table->from[lane] < 0)
            continue;
        if (formula->kind == FORMULA_SUM)
            from = (lane * formula->factor + formula->addend) >> formula->shift;
        for (int bit = 0; bit < BITS && formula->kind != FORMULA_SUM; bit++)
            if (lane >> bit & 1)
                from ^= formula->kind == FORMULA_XOR ? 1 << bit : formula->turned[bit];
        if (from != table->from[lane])
            return false;
    }
    return true;
}

static int first_asked(const LaneTable *table, int lane)
{
    while (lane < table->count && table->from[lane] < 0)
        lane++;
    return lane;
}

static bool fits_sum(const LaneTable *table, Formula *formula)
{
    int first = first_asked(table, 0), second = first_asked(table, first + 1);
    formula->kind = FORMULA_SUM;
    formula->factor = 1;
    for (formula->shift = 0; formula->shift <= MOST_SHIFT; formula->shift++)
        for (int i = 0; i < 1 << formula->shift; i++) {
            formula->addend = (table->from[first] << formula->shift) + i - first;
            if (fits(table, formula))
                return true;
        }
    formula->shift = 0;
    if (second == table->count)
        return false;
    formula->factor = (table->from[second] - table->from[first]) / (second - first);
    formula->addend = table->from[first] - first * formula->factor;
    return fits(table, formula);
}

/* What each bit turns, and what a lane of none has, by elimination: an equation for each lane that asks, whose unknowns
 * are added up without carry. False: they contradict each other. */
static bool fits_bits(const LaneTable *table, Formula *formula)
{
    int masks[BITS + 1] = {0}, sums[BITS + 1] = {0}, unknowns[BITS + 1]; /* by the highest unknown; 0: lane 0's */
    formula->kind = FORMULA_BITS;
    for (int lane = 0; lane < table->count; lane++) {
        int mask = lane << 1 | 1, sum = table->from[lane];
        for (int high = BITS; high >= 0 && sum >= 0; high--) {
            if ((mask >> high & 1) == 0)
                continue;
            if (masks[high] == 0) {
                masks[high] = mask, sums[high] = sum;
                mask = sum = 0;
                break;
            }
            mask ^= masks[high], sum ^= sums[high];
        }
        if (mask == 0 && sum != 0)
            return false;
    }
    for (int high = 0; high <= BITS; high++) {
        unknowns[high] = masks[high] != 0 ? sums[high] : 0;
        for (int low = 0; low < high; low++)
            unknowns[high] ^= masks[high] >> low & 1 ? unknowns[low] : 0;
    }
    formula->addend = unknowns[0];
    memcpy(formula->turned, &unknowns[1], sizeof formula->turned);
    return fits(table, formula);
}

static bool find(const LaneTable *table, Formula *formula)
{
    int first = first_asked(table, 0);
    if (first == table->count)
        return false;
    *formula = (Formula){.kind = FORMULA_XOR, .addend = table->from[first] ^ first};
    return fits(table, formula) || fits_sum(table, formula) || fits_bits(table, formula);
}

bool has_lane_formula(const LaneTable *table)
{
    Formula formula;
    return find(table, &formula);
}

static IrInstr *build_bits(IrBuilder *builder, const Formula *formula, IrInstr *lane)
{
    IrInstr *from = ir_const_i32(builder, formula->addend);
    for (int bit = 0; bit < BITS; bit++) {
        if (formula->turned[bit] == 0)
            continue;
        IrInstr *place = IR_BUILD(builder, IR_ushr, lane, ir_const_i32(builder, bit)),
                *one = IR_BUILD(builder, IR_iand, place, ir_const_i32(builder, 1)),
                *turned = IR_BUILD(builder, IR_imul, one, ir_const_i32(builder, formula->turned[bit]));
        from = IR_BUILD(builder, IR_ixor, from, turned);
    }
    return from;
}

/* Behind the last lane that asks, in whole vectors. */
static int bound_of(const LaneTable *table)
{
    int bound = table->count;
    while (bound > 0 && table->from[bound - 1] < 0)
        bound--;
    return (bound + VECTOR - 1) / VECTOR * VECTOR;
}

static IrInstr *build_formula(IrBuilder *builder, Formula formula, IrInstr *lane)
{
    if (formula.kind == FORMULA_BITS)
        return build_bits(builder, &formula, lane);
    if (formula.kind == FORMULA_XOR)
        return IR_BUILD(builder, IR_ixor, lane, ir_const_i32(builder, formula.addend));
    if (formula.factor != 1)
        lane = IR_BUILD(builder, IR_imul, lane, ir_const_i32(builder, formula.factor));
    if (formula.addend != 0)
        lane = IR_BUILD(builder, IR_iadd, lane, ir_const_i32(builder, formula.addend));
    return formula.shift == 0 ? lane : IR_BUILD(builder, IR_ushr, lane, ir_const_i32(builder, formula.shift));
}

IrInstr *build_lane_formula(IrBuilder *builder, const LaneTable *table)
{
    Formula formula;
    IrInstr *lane = ir_build(builder, IR_lane_index, NULL, 0);
    if (!find(table, &formula))
        return NULL;
    IrInstr *from = build_formula(builder, formula, lane);
    if (bound_of(table) >= table->count)
        return from;
    IrInstr *asks = IR_BUILD(builder, IR_ult, lane, ir_const_i32(builder, bound_of(table)));
    return IR_BUILD(builder, IR_select, asks, from, ir_const_i32(builder, -1));
}

/* ---- which lanes ---- */

typedef struct LaneParting { /* (lane & bit) != 0, or lane >= bound; or the opposite */
    int bit, bound;
    bool is_turned;
} LaneParting;

static bool parts(const LaneTable *table, const LaneParting *parting)
{
    for (int lane = 0; lane < table->count; lane++) {
        bool is_there = parting->bit != 0 ? (lane & parting->bit) != 0 : lane >= parting->bound;
        if (table->from[lane] >= 0 && (table->from[lane] != 0) != (is_there != parting->is_turned))
            return false;
    }
    return true;
}

static bool find_parting(const LaneTable *table, LaneParting *parting)
{
    for (int turned = 0; turned < 2; turned++) {
        parting->is_turned = turned == 1;
        for (parting->bit = 1; parting->bit < table->count; parting->bit *= 2)
            if (parts(table, parting))
                return true;
        parting->bit = 0;
        for (parting->bound = 0; parting->bound <= table->count; parting->bound++)
            if (parts(table, parting))
                return true;
    }
    return false;
}

bool has_lane_parting(const LaneTable *table)
{
    LaneParting parting;
    return find_parting(table, &parting);
}

IrInstr *build_lane_parting(IrBuilder *builder, const LaneTable *table)
{
    LaneParting parting;
    IrInstr *lane = ir_build(builder, IR_lane_index, NULL, 0);
    if (!find_parting(table, &parting))
        return NULL;
    if (parting.bit == 0) {
        IrInstr *bound = ir_const_i32(builder, parting.bound);
        return parting.is_turned ? IR_BUILD(builder, IR_ult, lane, bound) : IR_BUILD(builder, IR_ule, bound, lane);
    }
    IrInstr *place = IR_BUILD(builder, IR_iand, lane, ir_const_i32(builder, parting.bit));
    return IR_BUILD(builder, parting.is_turned ? IR_ieq : IR_ine, place, ir_const_i32(builder, 0));
}
