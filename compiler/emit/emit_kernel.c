/* One kernel as one C function: resources taken apart, scratch memory laid out, then its steps. */
#include "emit_priv.h"

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
        emit_line(emitter, "%s_scratch *const shared = scratch;", name);
    emit_constants(emitter);
    emit_thread_constants(emitter);
    emit_line(emitter, "i32x%l all_on[%P];");
    emit_each_piece(emitter, "all_on[p] = splat_i32x%l(-1);");
    if (emitter->plan->turns_signs) /* C compilers that know them turn nothing before a loop */
        emit_line(emitter, "i32x%l signs = splat_i32x%l(INT32_MIN);\nsettle_i32x%l(&signs);");
    emit_line(emitter, "const int32_t wave = 0;");
    emit_atomic_prologue(emitter);
    emit_coverage_prologue(emitter, name);
}

static void emit_begin_group(Emitter *emitter)
{
    const IrKernel *kernel = emitter->kernel;
    int groups = kernel->joined > 1 ? kernel->joined : 1;
    bool is_wave = groups == 1 && ir_running_waves(kernel) == 1;
    if (emitter->module->marks_lines && emitter->plan->has_group_loop)
        emit_line(emitter, "wcc_begin_groups(dispatch, group_x * %d, group_end * %d, WCC_NO_WAVE);", groups,
                  groups);
    else if (emitter->module->marks_lines)
        emit_line(emitter, "wcc_begin_groups(dispatch, group_x * %d, group_x * %d + %d, %s);",
                  groups, groups, groups, is_wave ? "0" : "WCC_NO_WAVE");
}

static void emit_group(Emitter *emitter, const char *name)
{
    if (emitter->plan->has_scratch)
        emit_line(emitter,
                  "memset((char *)shared + offsetof(%s_scratch, start_of_cleared), 0, "
                  "offsetof(%s_scratch, end_of_cleared) - offsetof(%s_scratch, start_of_cleared));",
                  name, name, name);
    emit_begin_group(emitter);
    emit_group_locals(emitter);
    if (emitter->module->schedules)
        emit_line(emitter, "uint32_t stretch = 0;");
    emit_check_prologue(emitter);
    emit_trace_prologue(emitter);
    emit_shown_prologue(emitter, name);
    emit_steps(emitter);
    emit_at_own_place(emitter);
}

/* Those of a call. */
static void emit_groups(Emitter *emitter, const char *name)
{
    emit_open(emitter, "for (; group_x < group_end; group_x++) {");
    emit_group(emitter, name);
    emit_line(emitter, "next_group: __attribute__((unused));");
    emit_close(emitter);
}

/* A lane order's thread ids: x, y, z, index in the group; -1 where a lane has no thread. */
static void emit_thread_table(Emitter *emitter, const char *name)
{
    const IrKernel *kernel = emitter->kernel;
    int lanes = ir_running_lanes(kernel);
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
    emit_mark(module->marks, out, plan, SOURCE_NOWHERE);
    emit_thread_table(&emitter, name);
    if (plan->has_scratch)
        emit_scratch_type(&emitter, name);
    emit_coverage_table(&emitter, name);
    emit_trace_table(&emitter, name);
    emit_print_table(&emitter, name);
    emit_shown_tables(&emitter, name);
    emit_line(&emitter,
              "static void %s(const WccDispatch *dispatch, void *scratch, uint32_t group_x, "
              "uint32_t group_end, uint32_t group_y, uint32_t group_z)",
              name);
    emit_open(&emitter, "{");
    emit_prologue(&emitter, name);
    (plan->groups_in_call > 1 && !plan->has_group_loop ? emit_groups : emit_group)(&emitter, name);
    emit_line(&emitter, "(void)dispatch, (void)scratch, (void)all_on, (void)wave, (void)group_x, "
                        "(void)group_end, (void)group_y, (void)group_z;");
    emit_close(&emitter);
    emit_line(&emitter, "WCC_GROUPS(%s)", name);
    emit_line(&emitter,
              plan->has_scratch ? "#define %s_BYTES sizeof(%s_scratch)" : "#define %s_BYTES 0",
              name, name);
    emit_mark(module->marks, out, NULL, SOURCE_NOWHERE);
    text_free(&emitter.unfinished);
    arena_drop(scratch);
}
