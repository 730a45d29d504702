/* What Direct3D asks of the resources of one entry point, as dxc and its validator refuse what it forbids: of what is
 * left once nothing is compiled in vain.
 *   - No two lie at one register: a host could bind only one of them.
 *   - A structured buffer's elements have at most 2048 bytes.
 *   - A structured buffer's counter goes one way.
 *   - Before Shader Model 6.7 texels of samples are moved by constants from -8 to 7. */
#include "pipeline_priv.h"

enum { MOST_ELEMENT_BYTES = 2048 };
enum { LEAST_OFFSET = -8, MOST_OFFSET = 7, OFFSETS_AT = 6 }; /* of sample and sample_compare, x y z */

typedef struct Use { /* of a resource */
    const IrResourceInfo *info;
    bool is_used;
    const IrInstr *counters[2]; /* up, down; NULL: none */
} Use;

/* ---- what the kernel does ---- */

static Use *find_use(Use *uses, int count, const IrResource *resource)
{
    for (int i = 0; i < count; i++)
        if (uses[i].info->resource == resource)
            return &uses[i];
    return NULL;
}

static void note_uses(Use *uses, int count, const IrInstr *instr)
{
    Use *resource = find_use(uses, count, instr->resource),
        *sampler = find_use(uses, count, instr->sampler);
    if (resource != NULL)
        resource->is_used = true;
    if (sampler != NULL)
        sampler->is_used = true;
    if (resource != NULL && instr->op == IR_counter)
        resource->counters[instr->immediate == STEP_DOWN] = instr;
}

/* ---- registers ---- */

/* Behind its last register. */
static uint64_t register_end(const IrResourceInfo *info)
{
    uint32_t count = info->resource->array_count;
    return (uint64_t)info->register_index + (count == 0 ? 1 : count);
}

/* Descriptor heaps are arrays at one place on purpose; they are declared nowhere. */
static bool is_declared(const IrResourceInfo *info) { return info->pos != SOURCE_NOWHERE; }

static bool overlap(const IrResourceInfo *left, const IrResourceInfo *right)
{
    return left->register_class == right->register_class && left->space == right->space &&
           is_declared(left) && is_declared(right) &&
           left->register_index < register_end(right) && right->register_index < register_end(left);
}

static void report_overlap(Diagnostics *diagnostics, const IrResourceInfo *info,
                           const IrResourceInfo *other)
{
    diag_report(diagnostics, info->pos, DIAG_register_overlap, info->resource->name,
                info->register_class, info->register_index, other->resource->name,
                other->register_class, other->register_index, info->space);
    diag_report(diagnostics, other->pos, DIAG_declared_here, other->resource->name);
}

static void judge_registers(Diagnostics *diagnostics, const Use *uses, int index)
{
    for (int i = 0; i < index && uses[index].is_used; i++)
        if (uses[i].is_used && overlap(uses[index].info, uses[i].info))
            report_overlap(diagnostics, uses[index].info, uses[i].info);
}

/* ---- structured buffers ---- */

static void judge_element(Diagnostics *diagnostics, const Use *use)
{
    const IrResource *resource = use->info->resource;
    if (use->is_used && is_declared(use->info) && resource->shape == IR_SHAPE_STRUCT &&
        resource->stride > MOST_ELEMENT_BYTES)
        diag_report(diagnostics, use->info->pos, DIAG_large_element, resource->name,
                    resource->stride, MOST_ELEMENT_BYTES);
}

static void judge_counter(Diagnostics *diagnostics, const Use *use)
{
    if (use->counters[0] == NULL || use->counters[1] == NULL || !is_declared(use->info))
        return;
    diag_report(diagnostics, use->counters[1]->pos, DIAG_counter_both_ways,
                use->info->resource->name);
    diag_report(diagnostics, use->counters[0]->pos, DIAG_counted_up_here);
}

/* ---- offsets ---- */

/* Comes from memory or from the thread's place, as far as so many instructions show. What depends
 * on a loop's turn is taken: it is constant to compilers that unroll the loop. */
static bool is_input(const IrInstr *value, int *steps)
{
    const OpInfo *info = op_info(value->op);
    if (value->resource != NULL || info->domain == DOMAIN_ID)
        return true;
    for (int i = 0; i < value->operand_count && (info->flags & OP_PURE) != 0 && --*steps > 0; i++)
        if (is_input(value->operands[i], steps))
            return true;
    return false;
}

static bool is_free(const IrInstr *offset)
{
    int32_t value = (int32_t)offset->bits;
    int steps = 100;
    return offset->op == IR_const ? value < LEAST_OFFSET || value > MOST_OFFSET
                                  : is_input(offset, &steps);
}

static void judge_offsets(const Pipeline *pipeline, const IrInstr *instr)
{
    const SyntaxOptions *model = &pipeline->options->syntax;
    bool takes_all = model->shader_model_major == 6 && model->shader_model_minor >= 7;
    bool has_offset = instr->op == IR_sample || instr->op == IR_sample_compare;
    for (int i = OFFSETS_AT; has_offset && !takes_all && i < OFFSETS_AT + 3; i++)
        if (is_free(instr->operands[i])) {
            diag_report(pipeline->diagnostics, instr->pos, DIAG_free_offset, LEAST_OFFSET,
                        MOST_OFFSET, model->shader_model_major, model->shader_model_minor);
            return;
        }
}

/* ---- all ---- */

bool keeps_resource_rules(Pipeline *pipeline, const IrKernel *kernel,
                          const IrReflection *reflection)
{
    int count = reflection->resource_count, errors = diag_error_count(pipeline->diagnostics);
    Use *uses = ARENA_ARRAY(pipeline->module, Use, count + 1);
    for (int i = 0; i < count; i++)
        uses[i].info = &reflection->resources[i];
    EACH_INSTR (kernel->body, instr) {
        note_uses(uses, count, instr);
        judge_offsets(pipeline, instr);
    }
    for (int i = 0; i < count; i++) {
        judge_registers(pipeline->diagnostics, uses, i);
        judge_element(pipeline->diagnostics, &uses[i]);
        judge_counter(pipeline->diagnostics, &uses[i]);
    }
    return diag_error_count(pipeline->diagnostics) == errors;
}
