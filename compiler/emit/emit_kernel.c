/* One kernel as one C function: resources taken apart, scratch memory laid out, then its body.
 *
 * The body is emitted twice: the first time finds out which values leave the run that computes them and
 * so must be arrays of pieces. */
#include "emit_priv.h"

/* ---- where variables live ---- */

enum { USED_NOWHERE = -1, USED_IN_SEVERAL = -2, USED_AT_GROUP_LEVEL = 0 };

typedef struct HomeSearch {
    int *home;
    bool *stored_in_wave;
    int stretch;
} HomeSearch;

static void note_use(void *context, IrInstr *instr)
{
    HomeSearch *search = context;
    if (instr->variable == NULL)
        return;
    int *home = &search->home[instr->variable->index];
    search->stored_in_wave[instr->variable->index] |= search->stretch != USED_AT_GROUP_LEVEL && ir_is(instr, OP_WRITES);
    *home = *home == USED_NOWHERE || *home == search->stretch ? search->stretch : USED_IN_SEVERAL;
}

static void note_uses(Emitter *emitter, const IrRegion *region, int stretch)
{
    for (IrInstr *instr = region->first; instr != NULL; instr = instr->next) {
        HomeSearch search = {emitter->home, emitter->stored_in_wave, instr->op == IR_wave_loop ? (int)instr->id : stretch};
        if (instr->op == IR_wave_loop)
            ir_walk(instr->regions[0], note_use, &search);
        else
            note_use(&search, instr);
        for (int i = 0; i < 2 && instr->op != IR_wave_loop; i++)
            if (instr->regions[i] != NULL)
                note_uses(emitter, instr->regions[i], stretch);
    }
}

/* Whether an element is a vector of all lanes. */
static bool is_vector(const IrVariable *variable) { return variable->level > LEVEL_WAVE && variable->kind != IR_GROUPSHARED; }

/* What a private array takes for one wave; its type is at most 2 GiB for a thread, so that this does not overflow. */
static int64_t bytes_of_wave(const Emitter *emitter, const IrVariable *variable)
{
    int element = op_scalar_bits(variable->type.scalar) < 32 ? 4 : op_scalar_bits(variable->type.scalar) / 8;
    return variable->count * variable->type.components * element * (is_vector(variable) ? emitter->kernel->wave_size : 1);
}

enum { MOST_STACK_BYTES = 1 << 20, MOST_SCRATCH_BYTES = 1 << 28 };

/* Threads of hosts have stacks of some MiB: private arrays beyond the first MiB are scratch memory. */
static void choose_stack(Emitter *emitter)
{
    int64_t bytes = 0;
    emitter->is_off_stack = ARENA_ARRAY(emitter->scratch, bool, emitter->kernel->variables.count + 1);
    for (int i = 0; i < emitter->kernel->variables.count; i++) {
        const IrVariable *variable = emitter->kernel->variables.items[i];
        int64_t own = variable->kind == IR_LOCAL ? bytes_of_wave(emitter, variable) : 0;
        emitter->is_off_stack[i] = bytes + own > MOST_STACK_BYTES;
        bytes += emitter->is_off_stack[i] ? 0 : own;
    }
}

/* Each worker has the scratch memory of a group, in which what is not on the stack lies for all waves at once. */
static void limit_scratch(Emitter *emitter)
{
    const IrVariable *largest = NULL;
    int64_t bytes = 0;
    for (int i = 0; i < emitter->kernel->variables.count; i++) {
        const IrVariable *variable = emitter->kernel->variables.items[i];
        if (!emitter->is_off_stack[i])
            continue;
        bytes += bytes_of_wave(emitter, variable) * emitter->kernel->wave_count;
        if (largest == NULL || bytes_of_wave(emitter, variable) > bytes_of_wave(emitter, largest))
            largest = variable;
    }
    if (bytes <= MOST_SCRATCH_BYTES)
        return;
    diag_report(emitter->diagnostics, largest->pos, DIAG_private_too_large, (long long)bytes, (long long)MOST_SCRATCH_BYTES);
    emitter->failed = true;
}

VariableHome emit_variable_home(const Emitter *emitter, const IrVariable *variable)
{
    bool is_off_stack = emitter->is_off_stack[variable->index];
    if (variable->kind == IR_GROUPSHARED)
        return HOME_SHARED;
    if (variable->kind == IR_WAVE_VALUE)
        return HOME_WAVE_KEPT;
    if (variable->level <= LEVEL_GROUP && !emitter->stored_in_wave[variable->index])
        return is_off_stack ? HOME_GROUP_KEPT : HOME_GROUP_SCALAR;
    return emitter->home[variable->index] > USED_AT_GROUP_LEVEL && !is_off_stack ? HOME_WAVE_LOCAL : HOME_WAVE_KEPT;
}

const char *emit_variable_base(Emitter *emitter, const IrVariable *variable, int component)
{
    switch (emit_variable_home(emitter, variable)) {
    case HOME_SHARED: return emit_format(emitter, "shared->s%d[%d]", variable->index, component);
    case HOME_GROUP_KEPT: return emit_format(emitter, "shared->l%d[%d]", variable->index, component);
    case HOME_WAVE_KEPT:
        return variable->kind == IR_WAVE_VALUE ? emit_format(emitter, "shared->k%d[wave][%d]", variable->index, component)
                                               : emit_format(emitter, "shared->l%d[wave][%d]", variable->index, component);
    default: return emit_format(emitter, "l%d[%d]", variable->index, component);
    }
}

/* "float l3[4][11]" or "f32x16 l3[4][11][2]": the array's name and its outer dimension are given. */
static void declare_variable(Emitter *emitter, const IrVariable *variable, const char *prefix, const char *outer)
{
    bool vector = is_vector(variable);
    const char *type = vector ? emit_format(emitter, "%sx%d", emit_suffix(variable->type.scalar), emitter->lanes) : emit_ctype(variable->type.scalar);
    const char *count = variable->kind == IR_WAVE_VALUE ? "" : emit_format(emitter, "[%lld]", (long long)variable->count);
    const char *pieces = vector ? emit_format(emitter, "[%d]", emitter->pieces) : "";
    emit_line(emitter, "%s %s%d%s[%d]%s%s;", type, prefix, variable->index, outer, variable->type.components, count, pieces);
}

void emit_wave_locals(Emitter *emitter, const IrInstr *wave_loop)
{
    for (int i = 0; i < emitter->kernel->variables.count; i++) {
        const IrVariable *variable = emitter->kernel->variables.items[i];
        if (emit_variable_home(emitter, variable) != HOME_WAVE_LOCAL || emitter->home[variable->index] != (int)wave_loop->id)
            continue;
        declare_variable(emitter, variable, "l", "");
        emit_line(emitter, "memset(l%d, 0, sizeof l%d);", variable->index, variable->index);
    }
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
    return order.extra_waves == 0 ? name : arena_printf(arena, "%s_extra%d", name, order.extra_waves);
}

static int count_homes(const Emitter *emitter, VariableHome home)
{
    int count = 0;
    for (int i = 0; i < emitter->kernel->variables.count; i++)
        count += emit_variable_home(emitter, emitter->kernel->variables.items[i]) == home;
    return count;
}

static bool has_scratch(const Emitter *emitter)
{
    return count_homes(emitter, HOME_SHARED) + count_homes(emitter, HOME_WAVE_KEPT) + count_homes(emitter, HOME_GROUP_KEPT) > 0;
}

/* Groupshared memory and private arrays start as zero, and so do kept flags: they are read of threads too
 * that never set them. Other kept values are stored before they are loaded. */
typedef enum ScratchPart { PART_CLEARED, PART_KEPT } ScratchPart;

static ScratchPart scratch_part(const IrVariable *variable)
{
    return variable->kind == IR_WAVE_VALUE && variable->type.scalar != IR_I1 ? PART_KEPT : PART_CLEARED;
}

static void emit_scratch_members(Emitter *emitter, ScratchPart part, IrVariableKind kind, const char *prefix)
{
    const char *waves = emit_format(emitter, "[%d]", emitter->kernel->wave_count);
    for (int i = 0; i < emitter->kernel->variables.count; i++) {
        const IrVariable *variable = emitter->kernel->variables.items[i];
        VariableHome home = emit_variable_home(emitter, variable);
        if (scratch_part(variable) == part && variable->kind == kind && home != HOME_GROUP_SCALAR && home != HOME_WAVE_LOCAL)
            declare_variable(emitter, variable, prefix, home == HOME_WAVE_KEPT ? waves : "");
    }
}

static void emit_scratch_type(Emitter *emitter)
{
    emit_line(emitter, "typedef struct %s_scratch {", emit_function_name(emitter->scratch, emitter->kernel));
    emitter->indent++;
    emit_scratch_members(emitter, PART_CLEARED, IR_GROUPSHARED, "s");
    emit_scratch_members(emitter, PART_CLEARED, IR_LOCAL, "l");
    emit_scratch_members(emitter, PART_CLEARED, IR_WAVE_VALUE, "k");
    emit_line(emitter, "char end_of_cleared[0];");
    emit_scratch_members(emitter, PART_KEPT, IR_WAVE_VALUE, "k");
    emitter->indent--;
    emit_line(emitter, "} %s_scratch;", emit_function_name(emitter->scratch, emitter->kernel));
}

static void emit_resource_locals(Emitter *emitter, const IrResource *resource)
{
    int i = resource->index;
    if (resource->array_count != 0 || resource->shape == IR_SHAPE_SAMPLER)
        return;
    emit_line(emitter, "const WccResource *const r%d = &dispatch->resources[%u]; /* %s */", i, resource->first_row, resource->name);
    emit_line(emitter, "char *const r%d_data = r%d->data != 0 ? (char *)r%d->data : wcc_nothing;", i, i, i);
    emit_line(emitter, "const uint32_t r%d_width = r%d->width, r%d_height = r%d->height, r%d_depth = r%d->depth, r%d_mips = r%d->mips;",
              i, i, i, i, i, i, i, i);
    emit_line(emitter, "const uint32_t r%d_stride = r%d->stride, r%d_row_pitch = r%d->row_pitch, r%d_slice_pitch = r%d->slice_pitch;",
              i, i, i, i, i, i);
    emit_line(emitter, "uint32_t *const r%d_counter = r%d->counter;", i, i);
    emit_stream_locals(emitter, resource);
}

static void emit_prologue(Emitter *emitter)
{
    const IrKernel *kernel = emitter->kernel;
    for (int i = 0; i < kernel->resources.count; i++)
        emit_resource_locals(emitter, kernel->resources.items[i]);
    if (has_scratch(emitter)) {
        const char *name = emit_function_name(emitter->scratch, kernel);
        emit_line(emitter, "%s_scratch *const shared = scratch;", name);
        emit_line(emitter, "memset(shared, 0, offsetof(%s_scratch, end_of_cleared));", name);
    }
    for (int i = 0; i < kernel->variables.count; i++)
        if (emit_variable_home(emitter, kernel->variables.items[i]) == HOME_GROUP_SCALAR) {
            declare_variable(emitter, kernel->variables.items[i], "l", "");
            emit_line(emitter, "memset(l%d, 0, sizeof l%d);", kernel->variables.items[i]->index, kernel->variables.items[i]->index);
        }
    emit_line(emitter, "i32x%d all_on[%d];", emitter->lanes, emitter->pieces);
    emit_each_piece(emitter, "all_on[p] = splat_i32x%d(-1);", emitter->lanes);
    emit_line(emitter, "const int32_t wave = 0;");
    if (emitter->module->schedules)
        emit_line(emitter, "uint32_t stretch = 0;");
    emit_check_prologue(emitter);
}

/* A lane order's thread ids: x, y, z, index in the group; -1 where a lane has no thread. */
static void emit_thread_table(Emitter *emitter)
{
    const IrKernel *kernel = emitter->kernel;
    int lanes = ir_running_waves(kernel) * kernel->wave_size;
    if (kernel->thread_of_lane == NULL)
        return;
    text_printf(emitter->out, "static const int32_t %s_threads[4][%d] __attribute__((unused)) = {", emit_function_name(emitter->scratch, kernel), lanes);
    for (int axis = 0; axis < 4; axis++) {
        text_printf(emitter->out, "\n    {");
        for (int lane = 0; lane < lanes; lane++)
            text_printf(emitter->out, "%s%d", lane == 0 ? "" : ",", ir_thread_on_axis(kernel, lane, axis));
        text_printf(emitter->out, "},");
    }
    text_printf(emitter->out, "\n};\n");
}

static void emit_body_once(Emitter *emitter, bool dry)
{
    emitter->dry = dry;
    emitter->run_number = 1;
    emitter->next_mask = emitter->next_version = emitter->next_label = 0;
    emitter->mask = (Mask){0, 0};
    emitter->frame = NULL;
    emitter->region_end = 0;
    emitter->region_end_used = false;
    emitter->region_frame = NULL;
    emit_region(emitter, emitter->kernel->body);
}

/* clang's loop passes take a time that grows with the square of the number of loops in a function. */
enum { MOST_IDS_WITH_LOOPS = 1500 };

void emit_kernel(Text *out, Diagnostics *diagnostics, const EmitModule *module, const IrKernel *kernel, const EmitStores *stores, bool *failed)
{
    Arena *scratch = arena_new("emit");
    int lanes = kernel->wave_size < module->lanes ? kernel->wave_size : module->lanes;
    Emitter emitter = {.module = module, .diagnostics = diagnostics, .scratch = scratch, .kernel = kernel, .stores = stores, .lanes = lanes,
                       .pieces = kernel->wave_size / lanes, .out = out, .line_mark = ""};
    emitter.writes_out = emitter.pieces > 1 && kernel->next_id > MOST_IDS_WITH_LOOPS;
    emitter.def_run = ARENA_ARRAY(scratch, int, kernel->next_id);
    emitter.escapes = ARENA_ARRAY(scratch, bool, kernel->next_id);
    emitter.home = ARENA_ARRAY(scratch, int, kernel->variables.count + 1);
    emitter.stored_in_wave = ARENA_ARRAY(scratch, bool, kernel->variables.count + 1);
    for (int i = 0; i < kernel->variables.count; i++)
        emitter.home[i] = USED_NOWHERE;
    note_uses(&emitter, kernel->body, USED_AT_GROUP_LEVEL);
    choose_stack(&emitter);
    limit_scratch(&emitter);
    const char *name = emit_function_name(scratch, kernel);
    emit_thread_table(&emitter);
    if (has_scratch(&emitter))
        emit_scratch_type(&emitter);
    emit_line(&emitter, "static void %s(const WccDispatch *dispatch, void *scratch, uint32_t group_x, uint32_t group_y, uint32_t group_z)", name);
    emit_line(&emitter, "{");
    emitter.indent = 1;
    emit_prologue(&emitter);
    emit_body_once(&emitter, true);
    emit_body_once(&emitter, false);
    emit_at_own_place(&emitter);
    emit_line(&emitter, "(void)scratch, (void)all_on, (void)wave, (void)group_x, (void)group_y, (void)group_z;");
    emitter.indent = 0;
    emit_line(&emitter, "}");
    emit_line(&emitter, "#define %s_BYTES %s%s", name, has_scratch(&emitter) ? "sizeof(" : "0",
              has_scratch(&emitter) ? emit_format(&emitter, "%s_scratch)", name) : "");
    *failed |= emitter.failed;
    text_free(&emitter.run);
    text_free(&emitter.run_arrays);
    arena_drop(scratch);
}
