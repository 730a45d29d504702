/* The verifier's half that looks at one instruction: op.def's letters, kinds of numbers, variables,
 * resources, immediates. */
#include "ir/verify_priv.h"

#define DEMAND(condition, ...)                                                                      \
    do {                                                                                            \
        if (!(condition))                                                                           \
            verify_complain(verifier, instr, __VA_ARGS__);                                          \
    } while (0)

/* ---- op.def's letters ---- */

/* The type of the operands marked T; void if there is none. */
static IrScalar common_type(const IrInstr *instr)
{
    const char *letters = op_info(instr->op)->operands, *letter = strchr(letters, 'T');
    return letter ? instr->operands[letter - letters]->type.scalar : IR_VOID;
}

static void check_operand(Verifier *verifier, const IrInstr *instr, int index, char letter)
{
    IrType type = instr->operands[index]->type;
    DEMAND(type.components == 1 || instr->op == IR_extract, "operand %d is not one scalar", index);
    if (letter == 'T')
        DEMAND(type.scalar == common_type(instr), "operand %d is not of the type of the others", index);
    if (letter == 'B')
        DEMAND(type.scalar == IR_I1, "operand %d is not i1", index);
    if (letter == 'I' || letter == 'R')
        DEMAND(type.scalar == IR_I32, "operand %d is not i32", index);
    if (letter == 'F')
        DEMAND(type.scalar == IR_F32, "operand %d is not f32", index);
}

static void check_operands(Verifier *verifier, const IrInstr *instr)
{
    const char *letters = op_info(instr->op)->operands;
    int length = (int)strlen(letters);
    bool is_open = length > 0 && letters[length - 1] == '.';
    int fixed = is_open ? length - 1 : length;
    if (instr->operand_count < fixed || (!is_open && instr->operand_count > fixed)) {
        verify_complain(verifier, instr, "%d operands where %s%d belong", instr->operand_count, is_open ? "at least " : "", fixed);
        return;
    }
    for (int i = 0; i < instr->operand_count; i++)
        check_operand(verifier, instr, i, i < fixed ? letters[i] : '.');
}

static void check_result(Verifier *verifier, const IrInstr *instr)
{
    IrType type = instr->type;
    char letter = op_info(instr->op)->result;
    bool is_value = type.scalar != IR_VOID && type.components >= 1 && type.components <= 16;
    if (letter == '-')
        DEMAND(type.scalar == IR_VOID && type.components == 0, "it has no result");
    else
        DEMAND(is_value && (letter == 'M' || type.components == 1), "the result is not %s", letter == 'M' ? "1..16 components" : "one scalar");
    if (letter == 'T')
        DEMAND(type.scalar == common_type(instr), "the result is not of the operands' type");
    if (letter == 'B')
        DEMAND(type.scalar == IR_I1, "the result is not i1");
    if (letter == 'I')
        DEMAND(type.scalar == IR_I32, "the result is not i32");
}

/* ---- kinds of numbers ---- */

static bool is_integer(IrScalar type) { return type >= IR_I16 && type <= IR_I64; }

static void check_number_kind(Verifier *verifier, const IrInstr *instr)
{
    IrScalar type = common_type(instr);
    bool takes_i1 = (instr->op >= IR_iand && instr->op <= IR_inot) || instr->op == IR_ieq || instr->op == IR_ine;
    if (instr->op >= IR_fadd && instr->op <= IR_fisfinite)
        DEMAND(op_scalar_is_float(type), "the operands are not floats");
    if (instr->op >= IR_iadd && instr->op <= IR_ufirstlow)
        DEMAND(is_integer(type) || (takes_i1 && type == IR_I1), "the operands are not integers");
}

/* F a float, N an integer, Z an integer or i1; then how the widths relate. */
typedef struct ConversionRule { char from, to, width; } ConversionRule;

static const ConversionRule CONVERSIONS[] = {
    [IR_fconvert - IR_fconvert] = {'F', 'F', ' '}, [IR_ftos - IR_fconvert] = {'F', 'N', ' '},
    [IR_ftou - IR_fconvert] = {'F', 'N', ' '},     [IR_stof - IR_fconvert] = {'Z', 'F', ' '},
    [IR_utof - IR_fconvert] = {'Z', 'F', ' '},     [IR_sext - IR_fconvert] = {'Z', 'N', '<'},
    [IR_zext - IR_fconvert] = {'Z', 'N', '<'},     [IR_itrunc - IR_fconvert] = {'N', 'Z', '>'},
    [IR_bitcast - IR_fconvert] = {'A', 'A', '='},
};

static bool is_kind(IrScalar type, char kind)
{
    return kind == 'A' || (kind == 'F' ? op_scalar_is_float(type) : is_integer(type) || (kind == 'Z' && type == IR_I1));
}

static void check_conversion(Verifier *verifier, const IrInstr *instr)
{
    if (instr->op < IR_fconvert || instr->op > IR_bitcast)
        return;
    ConversionRule rule = CONVERSIONS[instr->op - IR_fconvert];
    IrScalar from = instr->operands[0]->type.scalar, to = instr->type.scalar;
    int from_bits = op_scalar_bits(from), to_bits = op_scalar_bits(to);
    DEMAND(is_kind(from, rule.from) && is_kind(to, rule.to), "no conversion from %s to %s", op_scalar_name(from), op_scalar_name(to));
    bool fits = rule.width == '<' ? from_bits < to_bits : rule.width == '>' ? from_bits > to_bits : rule.width != '=' || from_bits == to_bits;
    DEMAND(fits, "the widths %d and %d do not fit", from_bits, to_bits);
}

/* ---- immediates ---- */

static void check_combine(Verifier *verifier, const IrInstr *instr)
{
    if (!ir_has_combine(instr->op))
        return;
    bool exchanges = instr->combine == IR_const || instr->combine == IR_select;
    DEMAND(ir_find_combine(instr->op, slice_of(ir_combine_name(instr->combine))) == instr->combine, "no operation to combine with");
    if (exchanges)
        return;
    IrScalar type = instr->type.scalar;
    bool is_float_op = op_scalar_is_float(type);
    bool takes_i1 = instr->combine >= IR_iand && instr->combine <= IR_ixor;
    bool is_float_combine = instr->combine >= IR_fadd && instr->combine <= IR_fisfinite;
    DEMAND(is_float_op == is_float_combine && (type != IR_I1 || takes_i1), "%s does not combine %s", ir_combine_name(instr->combine), op_scalar_name(type));
}

static void check_immediate(Verifier *verifier, const IrInstr *instr)
{
    Words words = ir_immediate_words(instr->op);
    if (words.count)
        DEMAND(instr->immediate >= 0 && instr->immediate < words.count, "immediate %d is not 0..%d", instr->immediate, words.count - 1);
    if (instr->op == IR_counter)
        DEMAND(instr->immediate == 1 || instr->immediate == -1, "a counter goes by +1 or -1");
    if (instr->op == IR_const)
        DEMAND(op_mask_to_width(instr->type.scalar, instr->bits) == instr->bits, "the constant has bits beyond its type");
    if (instr->op == IR_extract) {
        IrType from = instr->operands[0]->type;
        DEMAND(instr->component < from.components, "component %d of %d", instr->component, from.components);
        DEMAND(instr->type.scalar == from.scalar, "the result is not of the operand's type");
    }
    if (instr->op == IR_wave_ballot || instr->op == IR_wave_match)
        DEMAND(instr->type.scalar == IR_I32 && instr->type.components == 4, "the result is not i32x4");
    check_combine(verifier, instr);
}

/* ---- memory ---- */

static int value_count(const IrInstr *instr)
{
    return instr->operand_count - (ir_names_resource(instr->op) ? 1 : 0) - ir_address_count(instr->op);
}

/* Values of stores and atomics are of `type`. */
static void check_values(Verifier *verifier, const IrInstr *instr, IrScalar type)
{
    for (int i = instr->operand_count - value_count(instr); i < instr->operand_count; i++)
        DEMAND(instr->operands[i]->type.scalar == type, "value %%%u is not %s", instr->operands[i]->id, op_scalar_name(type));
    if (ir_is_atomic(instr->op)) {
        DEMAND(instr->type.scalar == type, "the old value is not %s", op_scalar_name(type));
        DEMAND(value_count(instr) == (instr->combine == IR_select ? 2 : 1), "%d values for an atomic", value_count(instr));
    } else if (ir_is(instr, OP_WRITES) && instr->op != IR_counter && instr->op != IR_report) {
        DEMAND(value_count(instr) >= 1 && value_count(instr) <= 16, "%d values to store", value_count(instr));
    }
}

static void check_variable(Verifier *verifier, const IrInstr *instr)
{
    const IrVariable *variable = instr->variable;
    const IrKernel *kernel = verifier->kernel;
    if (!ir_names_variable(instr->op)) {
        DEMAND(!variable, "it has no variable");
        return;
    }
    if (!variable || variable->index < 0 || variable->index >= kernel->variables.count || kernel->variables.items[variable->index] != variable) {
        verify_complain(verifier, instr, "the variable is not the kernel's");
        return;
    }
    int components = instr->op == IR_load_var ? instr->type.components : instr->op == IR_store_var ? value_count(instr) : 1;
    DEMAND(instr->component + components <= variable->type.components, "components %d..%d of %d", instr->component,
           instr->component + components - 1, variable->type.components);
    if (instr->op == IR_load_var)
        DEMAND(instr->type.scalar == variable->type.scalar, "the variable holds %s", op_scalar_name(variable->type.scalar));
    check_values(verifier, instr, variable->type.scalar);
}

typedef struct AccessRule {
    IrOp op;
    IrResourceShape first_shape, last_shape;
} AccessRule;

static const AccessRule ACCESSES[] = {
    {IR_load_cbuffer, IR_SHAPE_CBUFFER, IR_SHAPE_CBUFFER}, {IR_load_typed, IR_SHAPE_TYPED, IR_SHAPE_TYPED},
    {IR_load_struct, IR_SHAPE_STRUCT, IR_SHAPE_STRUCT},    {IR_load_raw, IR_SHAPE_RAW, IR_SHAPE_RAW},
    {IR_load_texture, IR_SHAPE_TEX1D, IR_SHAPE_TEX3D},     {IR_store_typed, IR_SHAPE_TYPED, IR_SHAPE_TYPED},
    {IR_store_struct, IR_SHAPE_STRUCT, IR_SHAPE_STRUCT},   {IR_store_raw, IR_SHAPE_RAW, IR_SHAPE_RAW},
    {IR_store_texture, IR_SHAPE_TEX1D, IR_SHAPE_TEX3D},    {IR_atomic_typed, IR_SHAPE_TYPED, IR_SHAPE_TYPED},
    {IR_atomic_struct, IR_SHAPE_STRUCT, IR_SHAPE_STRUCT},  {IR_atomic_raw, IR_SHAPE_RAW, IR_SHAPE_RAW},
    {IR_atomic_texture, IR_SHAPE_TEX1D, IR_SHAPE_TEX3D},   {IR_counter, IR_SHAPE_STRUCT, IR_SHAPE_STRUCT},
    {IR_report, IR_SHAPE_RAW, IR_SHAPE_RAW},               {IR_resource_size, IR_SHAPE_TYPED, IR_SHAPE_TEX3D},
    {IR_check_resource, IR_SHAPE_TYPED, IR_SHAPE_TEX3D},
    {IR_sample, IR_SHAPE_TEX1D, IR_SHAPE_TEX3D},
    {IR_sample_compare, IR_SHAPE_TEX1D, IR_SHAPE_TEX3D},   {IR_gather, IR_SHAPE_TEX2D, IR_SHAPE_TEX2D},
    {IR_gather_compare, IR_SHAPE_TEX2D, IR_SHAPE_TEX2D},   {IR_sample_level, IR_SHAPE_TEX1D, IR_SHAPE_TEX3D},
};

static bool is_kernels_resource(const IrKernel *kernel, const IrResource *resource)
{
    int i = 0;
    while (i < kernel->resources.count && kernel->resources.items[i] != resource)
        i++;
    return resource && i < kernel->resources.count;
}

static void check_resource(Verifier *verifier, const IrInstr *instr)
{
    const IrResource *resource = instr->resource;
    if (!ir_names_resource(instr->op)) {
        DEMAND(!resource, "it has no resource");
        return;
    }
    if (!is_kernels_resource(verifier->kernel, resource)) {
        verify_complain(verifier, instr, "the resource is not the kernel's");
        return;
    }
    for (int i = 0; i < COUNT_OF(ACCESSES); i++)
        if (ACCESSES[i].op == instr->op)
            DEMAND(resource->shape >= ACCESSES[i].first_shape && resource->shape <= ACCESSES[i].last_shape,
                   "a %s resource has no %s", SHAPE_WORDS.items[resource->shape], op_info(instr->op)->name);
    if (ir_is(instr, OP_WRITES)) {
        DEMAND(resource->class == IR_UAV, "the resource is not writable");
        if (instr->op != IR_counter && value_count(instr) > 0)
            check_values(verifier, instr, instr->operands[instr->operand_count - 1]->type.scalar);
        else if (instr->op != IR_counter)
            verify_complain(verifier, instr, "no value to store");
    }
}

static void check_sampler(Verifier *verifier, const IrInstr *instr)
{
    if (!ir_names_sampler(instr->op)) {
        DEMAND(!instr->sampler, "it has no sampler");
        return;
    }
    bool is_sampler = is_kernels_resource(verifier->kernel, instr->sampler) && instr->sampler->shape == IR_SHAPE_SAMPLER;
    DEMAND(is_sampler, "the sampler is none of the kernel's");
    IrType element = instr->resource->element;
    if (instr->op == IR_sample)
        DEMAND(instr->type.scalar == element.scalar && instr->type.components == element.components, "the result is no texel");
    if (instr->op == IR_gather)
        DEMAND(instr->type.scalar == element.scalar && instr->type.components == 4 && instr->immediate < element.components,
               "the result is not four of the texels' components");
    if (instr->op == IR_gather_compare)
        DEMAND(instr->type.scalar == IR_F32 && instr->type.components == 4 && instr->immediate < element.components, "the result is not f32x4");
    if (instr->op == IR_sample_compare || instr->op == IR_sample_level)
        DEMAND(instr->type.scalar == IR_F32, "the result is not f32");
}

static void check_flags(Verifier *verifier, const IrInstr *instr)
{
    DEMAND(instr->op != IR_parameter && instr->op != IR_result, "it belongs to a construct, not into a region");
    DEMAND(!instr->target || instr->op == IR_break || instr->op == IR_continue, "it has no target");
}

void verify_types(Verifier *verifier, const IrInstr *instr)
{
    static void (*const checks[])(Verifier *, const IrInstr *) = {
        check_flags, check_operands, check_result, check_number_kind, check_conversion, check_immediate, check_variable, check_resource,
        check_sampler,
    };
    for (int i = 0; i < COUNT_OF(checks) && !verifier->error; i++)
        checks[i](verifier, instr);
}
