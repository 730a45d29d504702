/* shared_texels: what several gathers see of one texel is taken from the first of them.
 *
 *     %3 = gather $t $s %1, %2, by 0, 0               %3 = gather $t $s %1, %2, by 0, 0
 *     %4 = gather $t $s %1, %2, by 1, 0               %4 = gather $t $s %1, %2, by 1, 0
 *     %5 = extract.1 %3        ; right, below    ->   %5 = extract.1 %3
 *     %6 = extract.0 %4        ; left, below          %6 = extract.1 %3
 *     %7 = fmin %5, %6                                %7 = fmin %5, %6
 *
 * Offsets are counted in texels, from those four that the place says (D3D11.3 functional specification, 7.18.17): the
 * left ones of a gather one texel on are the right ones of this. Four gathers around a texel are nine texels, not
 * sixteen. Equal components then merge, and whatever is done to them alike.
 *
 * Needs: merge (equal places are one value). Keeps: facts. */
#include "passes/passes_priv.h"

enum { OFFSET = 6, OFFSETS = 3, GATHERED = 4 };

/* The gathers of a region, in their order. */
typedef VEC(IrInstr *) Gathers;

static bool is_gather(const IrInstr *instr)
{
    return (instr->op == IR_gather || instr->op == IR_gather_compare) && !instr->resource->is_cube;
}

static bool is_offset(int operand) { return operand >= OFFSET && operand < OFFSET + OFFSETS; }

static bool has_constant_offsets(const IrInstr *gather)
{
    for (int i = OFFSET; i < OFFSET + OFFSETS; i++)
        if (gather->operands[i]->op != IR_const)
            return false;
    return true;
}

/* But for the offsets. */
static bool is_alike(const IrInstr *a, const IrInstr *b)
{
    bool alike = ir_same_operation(a, b);
    for (int i = 0; alike && i < a->operand_count; i++)
        alike = is_offset(i) || ir_same_value(a->operands[i], b->operands[i]);
    return alike;
}

/* Components are the texels (-,+) (+,+) (+,-) (-,-). */
static int right_of(int component) { return component == 1 || component == 2; }
static int below_of(int component) { return component == 0 || component == 1; }

static int32_t offset_of(const IrInstr *gather, int axis) { return (int32_t)gather->operands[OFFSET + axis]->bits; }

/* Which component of `other` is that one of `gather`; -1: none. */
static int component_there(const IrInstr *gather, int component, const IrInstr *other)
{
    for (int i = 0; i < GATHERED; i++)
        if (offset_of(other, 0) + right_of(i) == offset_of(gather, 0) + right_of(component) &&
            offset_of(other, 1) + below_of(i) == offset_of(gather, 1) + below_of(component))
            return i;
    return -1;
}

static bool take_from_first(const Gathers *gathers, IrInstr *extract)
{
    const IrInstr *gather = extract->operands[0];
    for (int i = 0; i < gathers->count && gathers->items[i] != gather; i++) {
        IrInstr *other = gathers->items[i];
        int component = is_alike(other, gather) ? component_there(gather, extract->component, other) : -1;
        if (component >= 0) {
            extract->operands[0] = other;
            extract->component = (uint8_t)component;
            return true;
        }
    }
    return false;
}

/* Components are taken wherever they are used; their gather's region is asked. */
static bool share_in(PassContext *context, const IrRegion *region)
{
    Gathers gathers = {0};
    bool changed = false;
    EACH_IN (region, instr)
        if (is_gather(instr) && has_constant_offsets(instr))
            vec_push(context->scratch, &gathers, instr);
    if (gathers.count < 2)
        return false;
    EACH_INSTR (context->kernel->body, instr)
        if (instr->op == IR_extract && is_gather(instr->operands[0]) && instr->operands[0]->region == region &&
            has_constant_offsets(instr->operands[0]))
            changed |= take_from_first(&gathers, instr);
    return changed;
}

bool pass_shared_texels(PassContext *context)
{
    bool changed = share_in(context, context->kernel->body);
    EACH_INSTR (context->kernel->body, instr)
        EACH_REGION (instr, region)
            changed |= share_in(context, region);
    return changed && (merge_values_in(context, context->kernel->body), true);
}
