/* pack_bytes: four values of which each gives a byte of a word are packed by one operation.
 *
 *     %5 = iand %1, 255
 *     %6 = iand %2, 255       %7 = ishl %6, 8
 *     %8 = ior %5, %7
 *     %9 = iand %3, 255       %10 = ishl %9, 16     ->     %14 = pack_bytes %1, %2, %3, %4
 *     %11 = ior %8, %10
 *     %13 = ishl %4, 24
 *     %14 = ior %11, %13
 *
 * So images, quantised weights and packed colours are written, by shifts, by Horner's rule (`((d << 8 | c) << 8 | b) << 8 | a`),
 * with masks or of what is known to be a byte. Where the four are computed alike, of one element of memory, they are as they
 * lie there, side by side, and machines pack neighbours (plan_in_order.c). Others stay as they are: each is shifted and joined
 * where it is computed.
 *
 * Needs: uniformity. Breaks: facts of the new values; uniformity must run again. */
#include "ir/range.h"
#include "passes/word_parts.h"

enum { BYTE = 8, BYTES = 4, DEPTH = 8, TOP = 24, FAR = 12 /* from the element */ };

/* The value whose lowest byte is byte i, or NULL. */
typedef struct Packed {
    const IrKernel *kernel;
    IrInstr *bytes[BYTES];
    int count;
    IrInstr *inner[1 << DEPTH]; /* what puts them together, but for the root */
    int inner_count;
} Packed;

/* Of bytes that no two of them have. */
static bool joins(const IrInstr *instr)
{
    return (instr->op == IR_ior || instr->op == IR_iadd || instr->op == IR_ixor) && instr->type.scalar == IR_I32 &&
           instr->type.components == 1;
}

static bool is_to_255(const IrInstr *value)
{
    IrRange range = ir_range_of(value);
    return range.smin >= 0 && range.smax <= 255;
}

/* uint(x + 0.5) of x up to 255: ranges are whole numbers, and go to 256. */
static bool is_rounded_to_255(const IrInstr *value)
{
    const IrInstr *sum = value->operand_count == 1 ? value->operands[0] : NULL;
    if ((value->op != IR_ftou && value->op != IR_ftos) || sum->op != IR_fadd || sum->type.scalar != IR_F32)
        return false;
    const IrInstr *half = sum->operands[1];
    double more = half->op == IR_const ? op_bits_to_double(IR_F32, half->bits) : 1;
    return more >= 0 && more <= 0.5 && is_to_255(sum->operands[0]);
}

static bool is_byte(const IrInstr *value) { return is_to_255(value) || is_rounded_to_255(value); }

static bool add_byte(Packed *packed, IrInstr *value, int at)
{
    IrInstr **byte = &packed->bytes[at / BYTE];
    bool is_free = *byte == NULL;
    *byte = is_masked(value, 255, 255) ? value->operands[0] : value;
    packed->count++;
    return is_free;
}

/* Nothing but bytes of the word from bit `at` on. */
static bool find_bytes(Packed *packed, IrInstr *value, int at, int depth)
{
    if (depth == 0)
        return false;
    if (at == TOP || is_masked(value, UINT32_MAX, 255) || is_byte(value))
        return add_byte(packed, value, at);
    bool is_shift = is_constant_of(value, IR_ishl) && value->operands[1]->bits % BYTE == 0 &&
                    at + (int)(value->operands[1]->bits & 31) <= TOP;
    if (!is_shift && !joins(value))
        return false;
    if (depth < DEPTH)
        packed->inner[packed->inner_count++] = value;
    if (is_shift)
        return find_bytes(packed, value->operands[0], at + (int)(value->operands[1]->bits & 31), depth - 1);
    return find_bytes(packed, value->operands[0], at, depth - 1) && find_bytes(packed, value->operands[1], at, depth - 1);
}

/* Asked last of all: it walks the kernel. */
static bool are_wanted_once(const Packed *packed)
{
    for (int i = 0; i < packed->inner_count; i++)
        if (ir_count_uses(packed->kernel, packed->inner[i]) != 1)
            return false;
    return true;
}

/* Components 0 to 3 of one load of a buffer. */
static bool are_element(IrInstr *const *values)
{
    const IrInstr *load = values[0]->op == IR_extract ? values[0]->operands[0] : NULL;
    for (int i = 0; i < BYTES; i++)
        if (load == NULL || values[i]->op != IR_extract || values[i]->operands[0] != load || values[i]->component != i)
            return false;
    return load->type.components == BYTES && (load->op == IR_load_struct || load->op == IR_load_typed ||
                                               load->op == IR_load_raw || load->op == IR_load_words);
}

static bool do_the_same(IrInstr *const *values)
{
    for (int i = 1; i < BYTES; i++)
        if (values[i] == values[0] || !ir_same_operation(values[i], values[0]) || values[i]->region != values[0]->region)
            return false;
    return is_pure_of_lane(values[0]);
}

static bool are_same(IrInstr *const *values)
{
    for (int i = 1; i < BYTES; i++)
        if (!ir_same_value(values[i], values[0]))
            return false;
    return true;
}

/* Of an element, by the same operations, which read the same besides, or what lanes share. */
static bool are_of_element(IrInstr *const *values, int depth)
{
    if (are_element(values))
        return true;
    if (depth == 0 || !do_the_same(values))
        return false;
    bool has_element = false;
    for (int k = 0; k < values[0]->operand_count; k++) {
        IrInstr *operands[BYTES];
        for (int i = 0; i < BYTES; i++)
            operands[i] = values[i]->operands[k];
        bool is_element = are_of_element(operands, depth - 1);
        if (!is_element && !are_same(operands) && !all_uniform(operands, BYTES))
            return false;
        has_element |= is_element;
    }
    return has_element;
}

/* Some shift may bring a byte to the top. */
static bool has_shift(const IrInstr *instr)
{
    for (int i = 0; i < 2; i++)
        if (is_shifted(instr->operands[i], IR_ishl, TOP) || is_shifted(instr->operands[i], IR_ishl, BYTE))
            return true;
    return false;
}

static bool pack(IrKernel *kernel, IrInstr *root)
{
    Packed packed = {.kernel = kernel};
    if (root->level != LEVEL_VARYING || !has_shift(root) || !find_bytes(&packed, root, 0, DEPTH) || packed.count != BYTES ||
        !are_of_element(packed.bytes, FAR) || !are_wanted_once(&packed))
        return false;
    IrBuilder builder = ir_builder_before(kernel, root);
    builder.pos = root->pos;
    IrInstr *operands[BYTES] = {packed.bytes[0], packed.bytes[1], packed.bytes[2], packed.bytes[3]};
    IrInstr *word = ir_new(kernel, IR_pack_bytes, ir_scalar(IR_I32), operands, BYTES);
    root->note = ir_insert(&builder, word);
    ir_remove(root);
    return true;
}

static bool may_pack(const IrKernel *kernel)
{
    EACH_INSTR (kernel->body, instr)
        if (joins(instr) && has_shift(instr))
            return true;
    return false;
}

bool pass_pack_bytes(PassContext *context)
{
    IrKernel *kernel = context->kernel;
    bool changed = false;
    if (!may_pack(kernel))
        return false;
    pass_ranges(context);
    clear_notes(kernel);
    EACH_INSTR (kernel->body, instr)
        changed |= joins(instr) && pack(kernel, instr);
    ir_forget_ranges(kernel);
    if (changed)
        EACH_INSTR (kernel->body, instr)
            use_current_operands(instr);
    return changed;
}
