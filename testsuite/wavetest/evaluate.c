/* The reference evaluator in the place of compiled C: the same runtime binds the resources, of a
 * module made from the compiler's reflection; the kernel is then evaluated as it was lowered,
 * before any pass, or with --check behind all of them. */
#include <stdlib.h>

#include "child.h"
#include "host/print_text.h"

/* ---- a module without kernels ---- */

#define KIND(kind) {#kind, WCC_##kind}
static const struct { const char *name; WccKind kind; } KIND_NAMES[] = {
    KIND(CBUFFER), KIND(BUFFER), KIND(RWBUFFER), KIND(STRUCTURED), KIND(RWSTRUCTURED),
    KIND(APPEND), KIND(CONSUME), KIND(BYTEADDRESS), KIND(RWBYTEADDRESS), KIND(TEXTURE1D),
    KIND(TEXTURE1D_ARRAY), KIND(TEXTURE2D), KIND(TEXTURE2D_ARRAY), KIND(TEXTURE3D),
    KIND(TEXTURECUBE), KIND(TEXTURECUBE_ARRAY), KIND(TEXTURE2DMS), KIND(TEXTURE2DMS_ARRAY),
    KIND(RWTEXTURE1D), KIND(RWTEXTURE1D_ARRAY), KIND(RWTEXTURE2D), KIND(RWTEXTURE2D_ARRAY),
    KIND(RWTEXTURE3D), KIND(SAMPLER), KIND(SAMPLER_COMPARISON),
};
static const struct { const char *name; WccScalar scalar; } SCALAR_NAMES[] = {
    KIND(BOOL), KIND(I16), KIND(U16), KIND(I32), KIND(U32), KIND(I64), KIND(U64), KIND(F16),
    KIND(F32), KIND(F64), KIND(UNORM), KIND(SNORM),
};
/* Samplers' words, in the order of WccAddress and WccComparison. */
static const char *const ADDRESS_NAMES[] = {"WRAP", "MIRROR", "CLAMP", "BORDER", "MIRROR_ONCE"};
static const char *const COMPARISON_NAMES[] = {
    "NEVER", "LESS", "EQUAL", "LESS_EQUAL", "GREATER", "NOT_EQUAL", "GREATER_EQUAL", "ALWAYS",
};
#undef KIND

static WccKind kind_of(const char *name)
{
    for (int i = 0; i < COUNT_OF(KIND_NAMES); i++)
        if (strcmp(KIND_NAMES[i].name, name) == 0)
            return KIND_NAMES[i].kind;
    return WCC_SAMPLER;
}

static WccScalar scalar_of(const char *name)
{
    for (int i = 0; name != NULL && i < COUNT_OF(SCALAR_NAMES); i++)
        if (strcmp(SCALAR_NAMES[i].name, name) == 0)
            return SCALAR_NAMES[i].scalar;
    return WCC_U32;
}

static const WccField *fields_of(Arena *arena, const IrResourceInfo *info)
{
    WccField *fields = ARENA_ARRAY(arena, WccField, info->field_count + 1);
    for (int i = 0; i < info->field_count; i++) {
        const IrField *from = &info->fields[i];
        fields[i] = (WccField){
            from->name, from->type, from->offset, scalar_of(from->scalar), from->rows,
            from->columns, from->row_stride, from->column_stride, from->array_count,
            from->array_stride, from->default_value,
        };
    }
    return fields;
}

static int place_of(const char *name, const char *const *names, int count)
{
    int place = 0;
    while (place < count - 1 && strcmp(names[place], name) != 0)
        place++;
    return place;
}

static WccFilter filter_of(const char *name)
{
    return strcmp(name, "LINEAR") == 0 ? WCC_LINEAR : WCC_POINT;
}

static const WccSampler *static_sampler_of(Arena *arena, const IrStaticSampler *from)
{
    if (from == NULL)
        return NULL;
    WccSampler *to = ARENA_NEW(arena, WccSampler);
    *to = (WccSampler){
        .min_filter = filter_of(from->filter[0]), .mag_filter = filter_of(from->filter[1]),
        .mip_filter = filter_of(from->filter[2]),
        .comparison =
            (WccComparison)place_of(from->comparison, COMPARISON_NAMES, COUNT_OF(COMPARISON_NAMES)),
        .mip_bias = from->bias, .min_lod = from->min_level, .max_lod = from->max_level,
    };
    for (int axis = 0; axis < 3; axis++)
        to->address[axis] =
            (WccAddress)place_of(from->address[axis], ADDRESS_NAMES, COUNT_OF(ADDRESS_NAMES));
    memcpy(to->border, from->border, sizeof to->border);
    return to;
}

static WccResourceInfo resource_of(Arena *arena, const IrResourceInfo *info)
{
    const IrResource *resource = info->resource;
    return (WccResourceInfo){
        .name = resource->name, .type = info->type, .kind = kind_of(info->kind),
        .register_class = info->register_class, .register_index = info->register_index,
        .space = info->space, .array_count = resource->array_count,
        .first_row = resource->first_row, .scalar = scalar_of(info->scalar),
        .components = info->components,
        .stride = resource->shape == IR_SHAPE_CBUFFER ? resource->size : resource->stride,
        .has_counter = info->has_counter, .fields = fields_of(arena, info),
        .field_count = (uint32_t)info->field_count,
        .sampler = static_sampler_of(arena, info->sampler),
    };
}

static uint32_t *used_resources(Arena *arena, const IrKernel *kernel)
{
    uint32_t *used = ARENA_ARRAY(arena, uint32_t, kernel->resources.count + 1);
    for (int i = 0; i < kernel->resources.count; i++)
        used[i] = (uint32_t)kernel->resources.items[i]->index;
    return used;
}

const WccModule *evaluator_module(Arena *arena, const PipelineModule *compiled)
{
    const IrReflection *reflection = &compiled->reflection;
    WccResourceInfo *resources =
        ARENA_ARRAY(arena, WccResourceInfo, reflection->resource_count + 1);
    WccEntry *entries = ARENA_ARRAY(arena, WccEntry, compiled->kernels.count + 1);
    WccModule *module = ARENA_NEW(arena, WccModule);
    for (int i = 0; i < reflection->resource_count; i++)
        resources[i] = resource_of(arena, &reflection->resources[i]);
    for (int i = 0; i < compiled->kernels.count; i++) {
        const IrKernel *kernel = compiled->kernels.items[i].kernel;
        entries[i] = (WccEntry){.name = kernel->name, .resources = used_resources(arena, kernel),
                                .resource_count = (uint32_t)kernel->resources.count};
        memcpy(entries[i].threads, kernel->threads, sizeof kernel->threads);
    }
    *module = (WccModule){
        WCC_ABI_VERSION, "", resources, (uint32_t)reflection->resource_count,
        reflection->row_count, entries, (uint32_t)compiled->kernels.count,
    };
    return module;
}

/* ---- a run ---- */

const PipelineKernel *find_kernel(const PipelineModule *compiled, const char *entry, int wave_size)
{
    for (int i = 0; i < compiled->kernels.count; i++) {
        const IrKernel *kernel = compiled->kernels.items[i].kernel;
        if (ir_told_wave_size(kernel) == wave_size && strcmp(kernel->name, entry) == 0)
            return &compiled->kernels.items[i];
    }
    return NULL;
}

static uint8_t *sampler_of(Arena *arena, const WccSampler *from)
{
    IrEvalSampler *to = ARENA_NEW(arena, IrEvalSampler);
    *to = (IrEvalSampler){
        .min_linear = from->min_filter == WCC_LINEAR, .mag_linear = from->mag_filter == WCC_LINEAR,
        .mip_linear = from->mip_filter == WCC_LINEAR,
        .comparison = (IrEvalComparison)from->comparison, .bias = from->mip_bias,
        .min_level = from->min_lod, .max_level = from->max_lod,
    };
    for (int axis = 0; axis < 3; axis++)
        to->address[axis] = (IrEvalAddress)from->address[axis];
    memcpy(to->border, from->border, sizeof to->border);
    return (uint8_t *)to;
}

static const IrEvalLevel *levels_of(Arena *arena, const WccResource *view)
{
    IrEvalLevel *levels = ARENA_ARRAY(arena, IrEvalLevel, (int)view->mips + 1);
    for (uint32_t i = 0; view->levels != NULL && i < view->mips; i++)
        levels[i] = (IrEvalLevel){view->levels[i].offset, view->levels[i].row_pitch,
                                  view->levels[i].slice_pitch};
    return view->levels != NULL ? levels : NULL;
}

static IrEvalResource row_of(Arena *arena, const WccResourceInfo *info, const WccResource *view)
{
    bool is_sampler = info->kind == WCC_SAMPLER || info->kind == WCC_SAMPLER_COMPARISON;
    uint8_t *data = is_sampler && view->data != NULL ? sampler_of(arena, view->data) : view->data;
    return (IrEvalResource){
        data, view->width, view->height, view->depth, view->mips, view->stride, view->row_pitch,
        view->slice_pitch, view->counter, levels_of(arena, view),
    };
}

/* What the runtime has bound, by row: as kernels see it, and as the evaluator does. */
typedef struct BoundRows {
    WccResource *views;
    IrEvalResource *rows;
} BoundRows;

static BoundRows bound_rows(Arena *arena, const WccModule *module, WccRuntime *runtime)
{
    int count = (int)module->resource_rows + 1;
    BoundRows bound = {ARENA_ARRAY(arena, WccResource, count),
                       ARENA_ARRAY(arena, IrEvalResource, count)};
    for (uint32_t i = 0; i < module->resource_count; i++) {
        const WccResourceInfo *info = &module->resources[i];
        uint32_t last = i + 1 < module->resource_count ? module->resources[i + 1].first_row
                                                       : module->resource_rows;
        for (uint32_t row = info->first_row; row < last; row++) {
            const char *name =
                info->array_count ? arena_printf(arena, "%s[%u]", info->name, row - info->first_row)
                                  : info->name;
            const WccResource *view = wcc_resource(runtime, name);
            if (view == NULL)
                continue;
            bound.views[row] = *view;
            bound.rows[row] = row_of(arena, info, view);
        }
    }
    return bound;
}

static void add_printed(const IrKernel *kernel, const IrPrintedList *list, Text *printed)
{
    for (int i = 0; i < list->count; i++) {
        const IrPrint *print = &kernel->prints.items[list->items[i].print];
        WccPrintPoint point = {.format = print->format, .leaves = print->leaves};
        char *text = point.format != NULL ? host_spell_print(&point, list->items[i].words) : NULL;
        text_printf(printed, "%s", text != NULL ? text : "");
        free(text);
    }
}

bool evaluator_run(const Kernels *kernels, WccRuntime *runtime, const WccRun *run, Text *printed,
                   Text *why)
{
    const PipelineKernel *found =
        find_kernel(kernels->compiled, run->entry, (int)run->wave_size);
    const char *error = "";
    if (found == NULL) {
        text_printf(why, "there is no entry point '%s'", run->entry);
        return false;
    }
    Arena *arena = arena_new("evaluator");
    IrPrintedList list = {0};
    IrEvalHearer hearer = {.printed = &list};
    BoundRows bound = bound_rows(arena, kernels->module, runtime);
    bool is_checked = kernels->checks != 0, done = false;
    const IrKernel *kernel = is_checked ? found->kernel : found->lowered;
    Checker *checker =
        is_checked ? checker_new(arena, kernels, kernel, bound.views, run->groups) : NULL;
    if (checker != NULL)
        hearer = (IrEvalHearer){&list, checker_begin_group, checker_judge, checker};
    if (is_checked && checker == NULL)
        error = "not enough memory";
    else
        done = ir_evaluate_heard(arena, kernel, bound.rows, run->groups, &hearer, &error);
    add_printed(kernel, &list, printed);
    if (checker != NULL)
        checker_end(checker, kernels_add_fault, (void *)kernels);
    if (!done)
        text_printf(why, "the evaluator stopped: %s", error);
    arena_drop(arena);
    return done;
}
