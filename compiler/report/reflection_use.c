/* What a kernel uses of its resources, and what D3D counts in it. The kernel is as the source has
 * it, simplified, so that none of this depends on the machine it is compiled for.
 *
 * Numbers: D3D12_SHADER_DESC and D3D_SHADER_REQUIRES_ of d3d12shader.h. */
#include "report_priv.h"

/* ---- resources ---- */

bool reflection_is_used(const IrKernel *kernel, const IrResource *resource)
{
    EACH_INSTR (kernel->body, instr)
        if (instr->resource == resource || instr->sampler == resource)
            return true;
    return false;
}

/* ---- bytes of constant buffers ---- */

typedef struct Address { /* a constant, and perhaps what only the run tells */
    int64_t constant;
    bool varies;
} Address;

static Address address_of(const IrInstr *value)
{
    if (value->op == IR_const)
        return (Address){op_sign_extend(IR_I32, value->bits), false};
    if (value->op != IR_iadd)
        return (Address){0, true};
    Address left = address_of(value->operands[0]), right = address_of(value->operands[1]);
    return (Address){left.constant + right.constant, left.varies || right.varies};
}

/* An index that only the run tells stays in the array that begins at the constant part, or behind
 * it: what an access outside an array reads is not its concern. */
static bool component_reads(const IrInstr *load, int component, uint32_t first, uint32_t size)
{
    Address address = address_of(load->operands[1]);
    int64_t at = address.constant + component * op_scalar_bytes(load->type.scalar);
    bool is_in = at >= first && at < (int64_t)first + size;
    return is_in || (address.varies && at < 0);
}

bool reflection_reads(const IrKernel *kernel, const IrResourceInfo *buffer, uint32_t first,
                      uint32_t size)
{
    EACH_INSTR (kernel->body, instr) {
        const IrInstr *load = instr->op == IR_extract ? instr->operands[0] : instr;
        bool is_read = load->op == IR_load_cbuffer && load->resource == buffer->resource &&
                       (instr != load || load->type.components == 1);
        if (is_read && component_reads(load, instr->component, first, size))
            return true;
    }
    return false;
}

/* ---- D3D12_SHADER_DESC ---- */

static int counts_any(const IrInstr *instr) { return report_counts(instr); }

static int counts_sample(const IrInstr *instr)
{
    return instr->op == IR_sample || instr->op == IR_gather;
}

static int counts_comparison(const IrInstr *instr)
{
    return instr->op == IR_sample_compare || instr->op == IR_gather_compare;
}

static bool is_of_resource(const IrInstr *instr)
{
    OpDomain domain = op_info(instr->op)->domain;
    return domain >= DOMAIN_TYPED && domain <= DOMAIN_TEXTURE && instr->op != IR_counter;
}

static int counts_load(const IrInstr *instr)
{
    return is_of_resource(instr) && ir_is(instr, OP_READS) && !ir_is(instr, OP_WRITES);
}

static int counts_store(const IrInstr *instr)
{
    return is_of_resource(instr) && ir_is(instr, OP_WRITES) && !ir_is(instr, OP_READS);
}

static int counts_float(const IrInstr *instr)
{
    return op_info(instr->op)->domain == DOMAIN_FLOAT;
}

static bool is_integer(const IrInstr *instr)
{
    OpDomain domain = op_info(instr->op)->domain;
    return (domain == DOMAIN_INTEGER || domain == DOMAIN_LOGIC) &&
           instr->operands[0]->type.scalar != IR_I1;
}

static int counts_unsigned(const IrInstr *instr)
{
    return is_integer(instr) && op_info(instr->op)->name[0] == 'u';
}

static int counts_integer(const IrInstr *instr)
{
    return is_integer(instr) && op_info(instr->op)->name[0] != 'u';
}

static int counts_static_flow(const IrInstr *instr)
{
    return instr->op == IR_if && instr->operands[0]->level <= LEVEL_DISPATCH;
}

static int counts_dynamic_flow(const IrInstr *instr)
{
    return (instr->op == IR_if && instr->operands[0]->level > LEVEL_DISPATCH) ||
           instr->op == IR_loop;
}

static int counts_array(const IrInstr *instr)
{
    return (instr->op == IR_load_var || instr->op == IR_store_var) &&
           instr->variable->kind == IR_LOCAL && instr->variable->count > 1;
}

static int counts_barrier(const IrInstr *instr)
{
    return instr->op == IR_barrier || instr->op == IR_fence || instr->op == IR_device_fence;
}

static int counts_interlocked(const IrInstr *instr) { return op_is_atomic(instr->op); }

const ReflectionCount REFLECTION_COUNTS[] = {
    {"InstructionCount", counts_any},
    {"TextureNormalInstructions", counts_sample},
    {"TextureLoadInstructions", counts_load},
    {"TextureCompInstructions", counts_comparison},
    {"FloatInstructionCount", counts_float},
    {"IntInstructionCount", counts_integer},
    {"UintInstructionCount", counts_unsigned},
    {"StaticFlowControlCount", counts_static_flow},
    {"DynamicFlowControlCount", counts_dynamic_flow},
    {"ArrayInstructionCount", counts_array},
    {"cBarrierInstructions", counts_barrier},
    {"cInterlockedInstructions", counts_interlocked},
    {"cTextureStoreInstructions", counts_store},
};
const int REFLECTION_COUNT_COUNT = COUNT_OF(REFLECTION_COUNTS);

int reflection_count(const IrKernel *kernel, const ReflectionCount *count)
{
    int sum = 0;
    EACH_INSTR (kernel->body, instr)
        sum += count->count(instr);
    return sum;
}

/* ---- what a device must have ---- */

static const IrResourceInfo *find_info(const IrKernel *kernel, const IrResource *resource)
{
    for (int i = 0; resource != NULL && i < kernel->reflection->resource_count; i++)
        if (kernel->reflection->resources[i].resource == resource)
            return &kernel->reflection->resources[i];
    return NULL;
}

static bool is_of_heap(const IrKernel *kernel, const IrResource *resource)
{
    const IrResourceInfo *info = find_info(kernel, resource);
    return info != NULL && reflection_is_of_heap(info);
}

static bool works_on(const IrInstr *instr, IrScalar scalar)
{
    bool does = instr->type.scalar == scalar;
    for (int i = 0; i < instr->operand_count; i++)
        does |= instr->operands[i]->type.scalar == scalar;
    return does;
}

static bool needs_doubles(const IrKernel *kernel, const IrInstr *instr)
{
    (void)kernel;
    return works_on(instr, IR_F64);
}

static bool needs_more_of_doubles(const IrKernel *kernel, const IrInstr *instr)
{
    (void)kernel;
    bool is_more = instr->op == IR_fdiv || instr->op == IR_frcp || instr->op == IR_ffma ||
                   instr->op == IR_ftos || instr->op == IR_ftou || instr->op == IR_stof ||
                   instr->op == IR_utof;
    return is_more && works_on(instr, IR_F64);
}

enum { USUAL_UAVS = 8 };

static bool needs_many_uavs(const IrKernel *kernel, const IrInstr *instr)
{
    uint64_t count = 0;
    for (int i = 0; instr == kernel->body->first && i < kernel->resources.count; i++) {
        const IrResource *resource = kernel->resources.items[i];
        bool is_bound = !is_of_heap(kernel, resource) && reflection_is_used(kernel, resource);
        if (resource->class == IR_UAV && is_bound)
            count += resource->array_count > 0 ? resource->array_count : 1;
    }
    return count > USUAL_UAVS;
}

/* All but one 32-bit number. */
static bool needs_uav_formats(const IrKernel *kernel, const IrInstr *instr)
{
    (void)kernel;
    bool is_typed = instr->op == IR_load_typed || instr->op == IR_load_texture;
    return is_typed && instr->resource->class == IR_UAV && instr->resource->element.components > 1;
}

static bool needs_waves(const IrKernel *kernel, const IrInstr *instr)
{
    (void)kernel;
    return op_info(instr->op)->domain == DOMAIN_WAVE || instr->op == IR_lane_index;
}

static bool needs_int64(const IrKernel *kernel, const IrInstr *instr)
{
    (void)kernel;
    return works_on(instr, IR_I64);
}

/* f16tof32() and f32tof16() convert, no more. */
static bool needs_16bits(const IrKernel *kernel, const IrInstr *instr)
{
    (void)kernel;
    bool is_half = works_on(instr, IR_F16) || works_on(instr, IR_I16);
    return is_half && op_info(instr->op)->domain != DOMAIN_CONVERT &&
           op_info(instr->op)->domain != DOMAIN_CONSTANT;
}

static bool is_wide_atomic(const IrInstr *instr)
{
    return op_is_atomic(instr->op) && instr->type.scalar == IR_I64;
}

static bool needs_wide_typed_atomics(const IrKernel *kernel, const IrInstr *instr)
{
    (void)kernel;
    bool is_typed = instr->op == IR_atomic_typed || instr->op == IR_atomic_texture;
    return is_typed && is_wide_atomic(instr);
}

static bool needs_wide_shared_atomics(const IrKernel *kernel, const IrInstr *instr)
{
    (void)kernel;
    return is_wide_atomic(instr) && instr->op == IR_atomic_var;
}

static bool needs_resource_heap(const IrKernel *kernel, const IrInstr *instr)
{
    return is_of_heap(kernel, instr->resource);
}

static bool needs_sampler_heap(const IrKernel *kernel, const IrInstr *instr)
{
    return is_of_heap(kernel, instr->sampler);
}

static bool needs_wide_heap_atomics(const IrKernel *kernel, const IrInstr *instr)
{
    return is_wide_atomic(instr) && is_of_heap(kernel, instr->resource);
}

const ReflectionNeed REFLECTION_NEEDS[] = {
    {0x1, "DOUBLES", needs_doubles},
    {0x8, "64_UAVS", needs_many_uavs},
    {0x20, "11_1_DOUBLE_EXTENSIONS", needs_more_of_doubles},
    {0x800, "TYPED_UAV_LOAD_ADDITIONAL_FORMATS", needs_uav_formats},
    {0x4000, "WAVE_OPS", needs_waves},
    {0x8000, "INT64_OPS", needs_int64},
    {0x40000, "NATIVE_16BIT_OPS", needs_16bits},
    {0x400000, "ATOMIC_INT64_ON_TYPED_RESOURCE", needs_wide_typed_atomics},
    {0x800000, "ATOMIC_INT64_ON_GROUP_SHARED", needs_wide_shared_atomics},
    {0x2000000, "RESOURCE_DESCRIPTOR_HEAP_INDEXING", needs_resource_heap},
    {0x4000000, "SAMPLER_DESCRIPTOR_HEAP_INDEXING", needs_sampler_heap},
    {0x10000000, "ATOMIC_INT64_ON_DESCRIPTOR_HEAP_RESOURCE", needs_wide_heap_atomics},
};
const int REFLECTION_NEED_COUNT = COUNT_OF(REFLECTION_NEEDS);

bool reflection_needs(const IrKernel *kernel, const ReflectionNeed *need)
{
    EACH_INSTR (kernel->body, instr)
        if (need->is_met(kernel, instr))
            return true;
    return false;
}
