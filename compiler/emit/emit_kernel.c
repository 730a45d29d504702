/* One kernel as one C function: resources taken apart, scratch memory laid out, then its steps. */
#include "emit_priv.h"

/* ---- variables ---- */

/* "float l3[4][11]" or "f32x16 l3[4][11][2]": the array's name and its outer dimension are given.
 */
static void declare_variable(Emitter *emitter, const IrVariable *variable, const char *prefix,
                             const char *outer)
{
    bool is_vector = emitter->plan->variables[variable->index].is_vector;
    const char *count =
        variable->kind == IR_WAVE_VALUE ? "" : emit_format(emitter, "[%D]", variable->count);
    emit_line(emitter, is_vector ? "%v %s%d%s[%d]%s[%P];" : "%t %s%d%s[%d]%s;",
              variable->type.scalar, prefix, variable->index, outer, variable->type.components,
              count);
}

/* A C array, all zero. */
static void declare_local(Emitter *emitter, const IrVariable *variable)
{
    declare_variable(emitter, variable, "l", "");
    emit_line(emitter, "memset(l%d, 0, sizeof l%d);", variable->index, variable->index);
}

void emit_wave_locals(Emitter *emitter, const IrInstr *wave_loop)
{
    for (int i = 0; i < emitter->kernel->variables.count; i++)
        if (emitter->plan->variables[i].wave_loop == wave_loop)
            declare_local(emitter, emitter->kernel->variables.items[i]);
}

/* ---- scratch memory ---- */

static void emit_scratch_members(Emitter *emitter, bool is_cleared, IrVariableKind kind,
                                 const char *prefix)
{
    const char *waves = emit_format(emitter, "[%d]", emitter->kernel->wave_count);
    for (int i = 0; i < emitter->kernel->variables.count; i++) {
        const IrVariable *variable = emitter->kernel->variables.items[i];
        const PlanVariable *planned = &emitter->plan->variables[i];
        bool in_scratch = planned->home != HOME_GROUP_SCALAR && planned->home != HOME_WAVE_LOCAL;
        if (in_scratch && planned->is_cleared == is_cleared && variable->kind == kind)
            declare_variable(emitter, variable, prefix,
                             planned->home == HOME_WAVE_KEPT ? waves : "");
    }
}

static void emit_scratch_type(Emitter *emitter, const char *name)
{
    emit_open(emitter, "typedef struct %s_scratch {", name);
    emit_scratch_members(emitter, true, IR_GROUPSHARED, "s");
    emit_scratch_members(emitter, true, IR_LOCAL, "l");
    emit_scratch_members(emitter, true, IR_WAVE_VALUE, "k");
    emit_line(emitter, "char end_of_cleared[0];");
    emit_scratch_members(emitter, false, IR_WAVE_VALUE, "k");
    emitter->indent--;
    emit_line(emitter, "} %s_scratch;", name);
}

/* ---- the function ---- */

const char *emit_function_name(Arena *arena, const IrKernel *kernel)
{
    IrLaneOrder order = kernel->order;
    const char *name = arena_printf(arena, "%s_wave%d", kernel->name, kernel->wave_size);
    if (order.kind != IR_ORDER_LINEAR)
        name = arena_printf(arena, "%s_%s", name, ir_order_name(order.kind));
    if (order.kind == IR_ORDER_RANDOM)
        name = arena_printf(arena, "%s%u", name, order.seed);
    return order.extra_waves == 0 ? name
                                  : arena_printf(arena, "%s_extra%d", name, order.extra_waves);
}

static void emit_resource_locals(Emitter *emitter, const IrResource *resource)
{
    int i = resource->index;
    if (resource->array_count != 0 || resource->shape == IR_SHAPE_SAMPLER)
        return;
    emit_line(emitter, "const WccResource *const r%d = &dispatch->resources[%u]; /* %s */", i,
              resource->first_row, resource->name);
    emit_line(emitter, "char *const r%d_data = r%d->data != 0 ? (char *)r%d->data : wcc_nothing;",
              i, i, i);
    emit_line(emitter,
              "const uint32_t r%d_width = r%d->width, r%d_height = r%d->height, r%d_depth = "
              "r%d->depth, r%d_mips = r%d->mips;",
              i, i, i, i, i, i, i, i);
    emit_line(emitter,
              "const uint32_t r%d_stride = r%d->stride, r%d_row_pitch = r%d->row_pitch, "
              "r%d_slice_pitch = r%d->slice_pitch;",
              i, i, i, i, i, i);
    emit_line(emitter, "uint32_t *const r%d_counter = r%d->counter;", i, i);
    emit_stream_locals(emitter, resource);
}

static void emit_prologue(Emitter *emitter, const char *name)
{
    const IrKernel *kernel = emitter->kernel;
    for (int i = 0; i < kernel->resources.count; i++)
        emit_resource_locals(emitter, kernel->resources.items[i]);
    if (emitter->plan->has_scratch)
        emit_line(emitter,
                  "%s_scratch *const shared = scratch;\nmemset(shared, 0, offsetof(%s_scratch, "
                  "end_of_cleared));",
                  name, name);
    for (int i = 0; i < kernel->variables.count; i++)
        if (emitter->plan->variables[i].home == HOME_GROUP_SCALAR)
            declare_local(emitter, kernel->variables.items[i]);
    emit_line(emitter, "i32x%l all_on[%P];");
    emit_each_piece(emitter, "all_on[p] = splat_i32x%l(-1);");
    emit_line(emitter, "const int32_t wave = 0;");
    if (emitter->module->schedules)
        emit_line(emitter, "uint32_t stretch = 0;");
    emit_check_prologue(emitter);
}

/* A lane order's thread ids: x, y, z, index in the group; -1 where a lane has no thread. */
static void emit_thread_table(Emitter *emitter, const char *name)
{
    const IrKernel *kernel = emitter->kernel;
    int lanes = ir_running_waves(kernel) * kernel->wave_size;
    if (kernel->thread_of_lane == NULL)
        return;
    text_printf(emitter->out, "static const int32_t %s_threads[4][%d] __attribute__((unused)) = {",
                name, lanes);
    for (int axis = 0; axis < 4; axis++) {
        text_printf(emitter->out, "\n    {");
        for (int lane = 0; lane < lanes; lane++)
            text_printf(emitter->out, "%s%d", lane == 0 ? "" : ",",
                        ir_thread_on_axis(kernel, lane, axis));
        text_printf(emitter->out, "},");
    }
    text_printf(emitter->out, "\n};\n");
}

void emit_kernel(Text *out, const EmitModule *module, const Plan *plan, const EmitStores *stores)
{
    Arena *scratch = arena_new("emit");
    Emitter emitter = {.module = module,
                       .stores = stores,
                       .plan = plan,
                       .kernel = plan->kernel,
                       .scratch = scratch,
                       .out = out,
                       .line_mark = ""};
    const char *name = emit_function_name(scratch, plan->kernel);
    emit_thread_table(&emitter, name);
    if (plan->has_scratch)
        emit_scratch_type(&emitter, name);
    emit_line(&emitter,
              "static void %s(const WccDispatch *dispatch, void *scratch, uint32_t group_x, "
              "uint32_t group_y, uint32_t group_z)",
              name);
    emit_open(&emitter, "{");
    emit_prologue(&emitter, name);
    emit_steps(&emitter);
    emit_at_own_place(&emitter);
    emit_line(
        &emitter,
        "(void)scratch, (void)all_on, (void)wave, (void)group_x, (void)group_y, (void)group_z;");
    emit_close(&emitter);
    emit_line(&emitter,
              plan->has_scratch ? "#define %s_BYTES sizeof(%s_scratch)" : "#define %s_BYTES 0",
              name, name);
    arena_drop(scratch);
}
