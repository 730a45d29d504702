/* The verifier's half that looks at one instruction: op.def's letters, kinds of numbers, variables,
 * resources, immediates. */
#include "ir/verify_priv.h"

#define DEMAND(condition, ...)                                                                     \
    do {                                                                                           \
        if (!(condition))                                                                          \
            verify_complain(verifier, instr, __VA_ARGS__);                                         \
    } while (0)

/* ---- op.def's letters ---- */

/* The type of the operands marked T; void if there is none. */
static IrScalar common_type(const IrInstr *instr)
{
    const char *letters = op_info(instr->op)->operands, *letter = strchr(letters, 'T');
    return letter ? instr->operands[letter - letters]->type.scalar : IR_VOID;
}

static bool is_integer(IrScalar type) { return type >= IR_I16 && type <= IR_I64; }

/* Of a letter that asks for more than a scalar. */
static bool fits_letter(IrScalar type, char letter)
{
    switch (letter) {
    case 'B': return type == IR_I1;
    case 'I': case 'R': case 'X': return type == IR_I32;
    case 'F': return type == IR_F32;
    case 'f': return op_scalar_is_float(type);
    case 'n': return is_integer(type);
    case 'z': return is_integer(type) || type == IR_I1;
    default: return true;
    }
}

static const char *letter_text(char letter)
{
    switch (letter) {
    case 'B': return "i1";
    case 'I': case 'R': case 'X': return "i32";
    case 'F': return "f32";
    case 'f': return "a float";
    case 'n': return "an integer";
    default: return "an integer or i1";
    }
}

static void check_operand(Verifier *verifier, const IrInstr *instr, int index, char letter)
{
    IrType type = instr->operands[index]->type;
    DEMAND(type.components == 1 || instr->op == IR_extract, "operand %d is not one scalar", index);
    if (letter == 'T')
        DEMAND(type.scalar == common_type(instr), "operand %d is not of the type of the others",
               index);
    DEMAND(fits_letter(type.scalar, letter), "operand %d is not %s", index, letter_text(letter));
}

static void check_operands(Verifier *verifier, const IrInstr *instr)
{
    const char *letters = op_info(instr->op)->operands;
    int length = (int)strlen(letters);
    bool is_open = length > 0 && letters[length - 1] == '.';
    int fixed = is_open ? length - 1 : length;
    if (instr->operand_count < fixed || (!is_open && instr->operand_count > fixed)) {
        verify_complain(verifier, instr, "%d operands where %s%d belong", instr->operand_count,
                        is_open ? "at least " : "", fixed);
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
        DEMAND(is_value && (letter == 'M' || type.components == 1), "the result is not %s",
               letter == 'M' ? "1..16 components" : "one scalar");
    if (letter == 'T')
        DEMAND(type.scalar == common_type(instr), "the result is not of the operands' type");
    DEMAND(fits_letter(type.scalar, letter), "the result is not %s", letter_text(letter));
}

/* ---- kinds of numbers ---- */

static void check_number_kind(Verifier *verifier, const IrInstr *instr)
{
    IrScalar type = common_type(instr);
    if (type == IR_VOID) /* the letters say it */
        return;
    switch (op_info(instr->op)->domain) {
    case DOMAIN_FLOAT: DEMAND(op_scalar_is_float(type), "the operands are not floats"); break;
    case DOMAIN_INTEGER: DEMAND(is_integer(type), "the operands are not integers"); break;
    case DOMAIN_LOGIC: DEMAND(!op_scalar_is_float(type), "the operands are not integers"); break;
    default: break;
    }
}

static void check_width(Verifier *verifier, const IrInstr *instr)
{
    if (op_info(instr->op)->domain != DOMAIN_CONVERT)
        return;
    int from = op_scalar_bits(instr->operands[0]->type.scalar),
        to = op_scalar_bits(instr->type.scalar);
    bool fits = true;
    if (instr->op == IR_sext || instr->op == IR_zext)
        fits = from < to;
    else if (instr->op == IR_itrunc || instr->op == IR_bitcast)
        fits = instr->op == IR_itrunc ? from > to : from == to;
    DEMAND(fits, "the widths %d and %d do not fit", from, to);
}

/* ---- immediates ---- */

static void check_combine(Verifier *verifier, const IrInstr *instr)
{
    if (!op_carries(instr->op, CARRIES_COMBINE))
        return;
    bool exchanges = instr->combine == IR_const || instr->combine == IR_select;
    DEMAND(ir_find_combine(instr->op, slice_of(ir_combine_name(instr->combine))) == instr->combine,
           "no operation to combine with");
    if (exchanges)
        return;
    IrScalar type = instr->type.scalar;
    OpDomain domain = op_info(instr->combine)->domain;
    bool fits = op_scalar_is_float(type) == (domain == DOMAIN_FLOAT) &&
                (type != IR_I1 || domain == DOMAIN_LOGIC);
    DEMAND(fits, "%s does not combine %s", ir_combine_name(instr->combine), op_scalar_name(type));
}

static void check_immediate(Verifier *verifier, const IrInstr *instr)
{
    Words words = ir_immediate_words(instr->op);
    if (words.count)
        DEMAND(instr->immediate >= 0 && instr->immediate < words.count, "immediate %d is not 0..%d",
               instr->immediate, words.count - 1);
    if (instr->op == IR_counter)
        DEMAND(instr->immediate == STEP_UP || instr->immediate == STEP_DOWN,
               "a counter goes by +1 or -1");
    if (instr->op == IR_wave_loop)
        DEMAND(instr->immediate >= WAVES_DOWN &&
                   instr->immediate <= ir_running_waves(verifier->kernel),
               "the first %d waves of %d", instr->immediate, ir_running_waves(verifier->kernel));
    if (instr->op == IR_const)
        DEMAND(op_mask_to_width(instr->type.scalar, instr->bits) == instr->bits,
               "the constant has bits beyond its type");
    if (instr->op == IR_extract) {
        IrType from = instr->operands[0]->type;
        DEMAND(instr->component < from.components, "component %d of %d", instr->component,
               from.components);
        DEMAND(instr->type.scalar == from.scalar, "the result is not of the operand's type");
    }
    if (instr->op == IR_wave_ballot || instr->op == IR_wave_match)
        DEMAND(instr->type.scalar == IR_I32 && instr->type.components == 4,
               "the result is not i32x4");
    check_combine(verifier, instr);
}

/* ---- memory ---- */

static int value_count(const IrInstr *instr)
{
    return instr->operand_count - op_row_count(instr->op) - op_address_count(instr->op);
}

/* Values of stores and atomics are of `type`. */
static void check_values(Verifier *verifier, const IrInstr *instr, IrScalar type)
{
    for (int i = instr->operand_count - value_count(instr); i < instr->operand_count; i++)
        DEMAND(instr->operands[i]->type.scalar == type, "value %%%u is not %s",
               instr->operands[i]->id, op_scalar_name(type));
    if (op_is_atomic(instr->op)) {
        DEMAND(instr->type.scalar == type, "the old value is not %s", op_scalar_name(type));
        DEMAND(value_count(instr) == (instr->combine == IR_select ? 2 : 1),
               "%d values for an atomic", value_count(instr));
    } else if (ir_is(instr, OP_WRITES) && instr->op != IR_counter && instr->op != IR_report) {
        DEMAND(value_count(instr) >= 1 && value_count(instr) <= 16, "%d values to store",
               value_count(instr));
    }
}

enum { MOST_WORDS = 4, WORD_BYTES = 4 };

static void check_variable(Verifier *verifier, const IrInstr *instr)
{
    const IrVariable *variable = instr->variable;
    const IrKernel *kernel = verifier->kernel;
    if (!op_carries(instr->op, CARRIES_VARIABLE)) {
        DEMAND(!variable, "it has no variable");
        return;
    }
    if (!variable || variable->index < 0 || variable->index >= kernel->variables.count ||
        kernel->variables.items[variable->index] != variable) {
        verify_complain(verifier, instr, "the variable is not the kernel's");
        return;
    }
    int components = instr->op == IR_load_var    ? instr->type.components
                     : instr->op == IR_store_var ? value_count(instr)
                                                 : 1;
    bool takes_words = variable->kind == IR_GROUPSHARED && ir_takes_words(instr) && components <= MOST_WORDS;
    DEMAND(instr->component + components <= variable->type.components || takes_words, "components %d..%d of %d",
           instr->component, instr->component + components - 1, variable->type.components);
    if (instr->op == IR_load_var)
        DEMAND(instr->type.scalar == variable->type.scalar, "the variable holds %s",
               op_scalar_name(variable->type.scalar));
    if (ir_is(instr, OP_READS | OP_WRITES))
        check_values(verifier, instr, variable->type.scalar);
}

/* Which resources the operations of a domain take. */
static const struct { IrResourceShape first, last; } SHAPES_OF[] = {
    [DOMAIN_CBUFFER] = {IR_SHAPE_CBUFFER, IR_SHAPE_CBUFFER},
    [DOMAIN_TYPED] = {IR_SHAPE_TYPED, IR_SHAPE_TYPED},
    [DOMAIN_STRUCT] = {IR_SHAPE_STRUCT, IR_SHAPE_STRUCT},
    [DOMAIN_RAW] = {IR_SHAPE_RAW, IR_SHAPE_RAW},
    [DOMAIN_WORDS] = {IR_SHAPE_TYPED, IR_SHAPE_RAW},
    [DOMAIN_TEXTURE] = {IR_SHAPE_TEX1D, IR_SHAPE_TEX3D},
    [DOMAIN_RESOURCE] = {IR_SHAPE_TYPED, IR_SHAPE_TEX3D},
    [DOMAIN_SAMPLE] = {IR_SHAPE_TEX1D, IR_SHAPE_TEX3D},
    [DOMAIN_TEST] = {IR_SHAPE_RAW, IR_SHAPE_RAW},
};

static bool takes_shape(IrOp op, IrResourceShape shape)
{
    OpDomain domain = op_info(op)->domain;
    bool gathers = op == IR_gather || op == IR_gather_compare;
    return shape >= SHAPES_OF[domain].first && shape <= SHAPES_OF[domain].last &&
           (!gathers || shape == IR_SHAPE_TEX2D);
}

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
    if (!op_carries(instr->op, CARRIES_RESOURCE)) {
        DEMAND(!resource, "it has no resource");
        return;
    }
    if (!is_kernels_resource(verifier->kernel, resource)) {
        verify_complain(verifier, instr, "the resource is not the kernel's");
        return;
    }
    DEMAND(takes_shape(instr->op, resource->shape), "a %s resource has no %s",
           SHAPE_WORDS.items[resource->shape], op_info(instr->op)->name);
    if (instr->op == IR_load_word) {
        bool is_word = op_scalar_bytes(instr->type.scalar) == WORD_BYTES && instr->type.scalar != IR_I1;
        DEMAND(is_word && instr->type.components == 1, "it is no word");
        DEMAND(resource->shape != IR_SHAPE_RAW && resource->stride % WORD_BYTES == 0 && resource->stride > 0,
               "an element is no words");
    } else if (op_info(instr->op)->domain == DOMAIN_WORDS) {
        int bytes = op_scalar_bytes(ir_accessed_type(instr).scalar);
        bool is_raw = resource->shape == IR_SHAPE_RAW;
        DEMAND(bytes == 2 || bytes == 4 || (bytes == 8 && !is_raw), "they are neither words nor halfwords");
        bool are_pairs = instr->op != IR_load_part && bytes == WORD_BYTES && (int)resource->stride == 2 * bytes;
        int components = ir_accessed_type(instr).components;
        DEMAND(is_raw || are_pairs || (int)resource->stride == bytes, "an element is %s",
               instr->op == IR_load_part ? "no such word" : "neither such a word nor two");
        DEMAND(is_raw || !are_pairs || components % 2 == 0, "%d words are no elements of two", components);
    }
    if (instr->op == IR_load_texels || instr->op == IR_store_texels) {
        IrType type = ir_accessed_type(instr);
        int words = resource->element.components;
        DEMAND(op_scalar_bytes(type.scalar) == WORD_BYTES && type.scalar != IR_I1, "they are no words");
        DEMAND(words <= 2 && (int)resource->stride == WORD_BYTES * words, "a texel is neither a word nor two");
        DEMAND(type.components % words == 0, "%d words are no texels of %d", type.components, words);
    }
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
    if (!op_carries(instr->op, CARRIES_SAMPLER)) {
        DEMAND(!instr->sampler, "it has no sampler");
        return;
    }
    bool is_sampler = is_kernels_resource(verifier->kernel, instr->sampler) &&
                      instr->sampler->shape == IR_SHAPE_SAMPLER;
    DEMAND(is_sampler, "the sampler is none of the kernel's");
    IrType element = instr->resource->element;
    if (instr->op == IR_sample)
        DEMAND(instr->type.scalar == element.scalar && instr->type.components == element.components,
               "the result is no texel");
    if (instr->op == IR_gather)
        DEMAND(instr->type.scalar == element.scalar && instr->type.components == 4 &&
                   instr->immediate < element.components,
               "the result is not four of the texels' components");
    if (instr->op == IR_gather_compare)
        DEMAND(instr->type.scalar == IR_F32 && instr->type.components == 4 &&
                   instr->immediate < element.components,
               "the result is not f32x4");
    if (instr->op == IR_sample_compare || instr->op == IR_sample_level)
        DEMAND(instr->type.scalar == IR_F32, "the result is not f32");
}

static void check_flags(Verifier *verifier, const IrInstr *instr)
{
    DEMAND(instr->op != IR_parameter && instr->op != IR_result,
           "it belongs to a construct, not into a region");
    DEMAND(!instr->target || instr->op == IR_break || instr->op == IR_continue, "it has no target");
}

void verify_types(Verifier *verifier, const IrInstr *instr)
{
    static void (*const checks[])(Verifier *, const IrInstr *) = {
        check_flags, check_operands, check_result, check_number_kind, check_width,
        check_immediate, check_variable, check_resource, check_sampler,
    };
    for (int i = 0; i < COUNT_OF(checks) && !verifier->error; i++)
        checks[i](verifier, instr);
}
