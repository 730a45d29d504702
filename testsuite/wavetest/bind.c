/* Between the test's buffers and the kernel's resources: buffers are found by register, laid out as
 * the kernel's declaration wants them, and what a shader may write is read back after the run. */
#include <stdlib.h>

#include "child.h"
#include "wcc_rt.h"

typedef enum MemoryClass {
    MEMORY_CONSTANTS, MEMORY_RAW, MEMORY_STRUCTURED, MEMORY_TYPED, MEMORY_TEXTURE, MEMORY_NONE
} MemoryClass;

enum { MOST_LEVELS = 17 };

typedef struct Bound { /* one block of a buffer as one resource */
    const ResourceBinding *binding;
    const WccResourceInfo *info;
    MemoryClass class;
    uint32_t block;
    WccResource view;
    WccLevel levels[MOST_LEVELS]; /* of a texture with mip levels */
    size_t bytes; /* of view.data */
} Bound;

typedef struct BoundList {
    VEC(Bound *) all;
    Arena *arena;
} BoundList;

typedef struct Binder {
    WccRuntime *runtime;
    const WccModule *module;
    BoundList *list;
    Text *why;
} Binder;

static MemoryClass class_of(WccKind kind)
{
    if (kind == WCC_CBUFFER)
        return MEMORY_CONSTANTS;
    if (kind == WCC_BYTEADDRESS || kind == WCC_RWBYTEADDRESS)
        return MEMORY_RAW;
    if (kind == WCC_BUFFER || kind == WCC_RWBUFFER)
        return MEMORY_TYPED;
    if (kind >= WCC_STRUCTURED && kind <= WCC_CONSUME)
        return MEMORY_STRUCTURED;
    return kind >= WCC_TEXTURE1D && kind <= WCC_RWTEXTURE3D ? MEMORY_TEXTURE : MEMORY_NONE;
}

static DataFormat format_of(WccScalar scalar)
{
    static const DataFormat FORMATS_OF[] = {
        [WCC_BOOL] = FORMAT_BOOL, [WCC_I16] = FORMAT_INT16, [WCC_U16] = FORMAT_UINT16,
        [WCC_I32] = FORMAT_INT32, [WCC_U32] = FORMAT_UINT32, [WCC_I64] = FORMAT_INT64,
        [WCC_U64] = FORMAT_UINT64, [WCC_F16] = FORMAT_FLOAT16, [WCC_F32] = FORMAT_FLOAT32,
        [WCC_F64] = FORMAT_FLOAT64, [WCC_UNORM] = FORMAT_FLOAT32, [WCC_SNORM] = FORMAT_FLOAT32,
    };
    return FORMATS_OF[scalar];
}

/* ---- elements of typed buffers and texels ---- */

typedef enum Direction { TO_KERNEL, FROM_KERNEL } Direction;

static uint32_t channels_of(const DataBuffer *buffer)
{
    uint32_t bytes = host_data_format(buffer->format)->bytes;
    return buffer->stride > bytes ? buffer->stride / bytes : buffer->channels;
}

static uint32_t elements_of(const DataBuffer *buffer)
{
    return (uint32_t)(buffer->bytes / (host_data_format(buffer->format)->bytes * channels_of(buffer)));
}

static bool has_same_elements(const DataBuffer *buffer, const WccResourceInfo *info)
{
    DataFormat declared = format_of(info->scalar);
    return channels_of(buffer) == info->components &&
           host_data_format(declared)->bytes == host_data_format(buffer->format)->bytes;
}

static void convert_number(Direction direction, DataFormat declared, uint8_t *kernel,
                           DataFormat format, uint8_t *test)
{
    if (declared == format && direction == TO_KERNEL)
        memcpy(kernel, test, host_data_format(format)->bytes);
    else if (declared == format)
        memcpy(test, kernel, host_data_format(format)->bytes);
    else if (direction == TO_KERNEL)
        number_from_double(declared, number_to_double(format, test), kernel);
    else
        number_from_double(format, number_to_double(declared, kernel), test);
}

/* The test's elements and the declaration's differ in type or number of components. Missing
 * components read as 0, 0, 0, 1. */
static void convert_elements(Direction direction, const Bound *bound, uint8_t *test)
{
    const DataBuffer *buffer = bound->binding->buffer;
    const WccResourceInfo *info = bound->info;
    DataFormat declared = format_of(info->scalar);
    uint32_t size = host_data_format(buffer->format)->bytes, kernel_size = host_data_format(declared)->bytes;
    uint32_t channels = channels_of(buffer);
    for (uint32_t i = 0; i < elements_of(buffer); i++) {
        uint8_t *element = (uint8_t *)bound->view.data + (size_t)i * info->stride;
        uint8_t *values = test + (size_t)i * channels * size;
        for (uint32_t c = 0; c < info->components; c++) {
            if (c < channels)
                convert_number(direction, declared, element + c * kernel_size, buffer->format,
                               values + c * size);
            else if (direction == TO_KERNEL)
                number_from_double(declared, c == 3, element + c * kernel_size);
        }
    }
}

static void move_contents(Direction direction, const Bound *bound)
{
    const DataBuffer *buffer = bound->binding->buffer;
    uint8_t *test = buffer->blocks[bound->block];
    bool has_elements = bound->class == MEMORY_TYPED || bound->class == MEMORY_TEXTURE;
    if (has_elements && !has_same_elements(buffer, bound->info))
        convert_elements(direction, bound, test);
    else if (direction == TO_KERNEL)
        memcpy(bound->view.data, test, buffer->bytes);
    else
        memcpy(test, bound->view.data, buffer->bytes);
}

/* ---- finding ---- */

static bool is_used(const WccModule *module, uint32_t resource)
{
    for (uint32_t e = 0; e < module->entry_count; e++)
        for (uint32_t i = 0; i < module->entries[e].resource_count; i++)
            if (module->entries[e].resources[i] == resource)
                return true;
    return false;
}

/* Whether a declaration holds this register, or stands for what is at `index` of a heap. What is
 * not used is left out: nobody will look, and it may have a register that something else has
 * too. */
static bool holds(const WccModule *module, uint32_t resource, const ResourceBinding *binding,
                  uint32_t index)
{
    const WccResourceInfo *info = &module->resources[resource];
    uint32_t count = info->array_count ? info->array_count : 1;
    uint32_t space = binding->has_heap_index ? WCC_HEAP_SPACE : binding->space;
    bool is_there = info->register_class == KINDS[binding->kind].register_class &&
                    info->space == space && index >= info->register_index &&
                    index - info->register_index < count;
    return is_there && is_used(module, resource);
}

/* Registers say enough; a heap's arrays are told apart by the kind of resource, and by its
 * elements. */
static bool fits(const WccResourceInfo *info, const ResourceBinding *binding)
{
    static const MemoryClass CLASSES[KIND_COUNT] = {
        [KIND_BUFFER] = MEMORY_TYPED, [KIND_RWBUFFER] = MEMORY_TYPED,
        [KIND_STRUCTURED] = MEMORY_STRUCTURED, [KIND_RWSTRUCTURED] = MEMORY_STRUCTURED,
        [KIND_BYTEADDRESS] = MEMORY_RAW, [KIND_RWBYTEADDRESS] = MEMORY_RAW,
        [KIND_TEXTURE2D] = MEMORY_TEXTURE, [KIND_RWTEXTURE2D] = MEMORY_TEXTURE,
        [KIND_CONSTANTS] = MEMORY_CONSTANTS, [KIND_SAMPLER] = MEMORY_NONE,
        [KIND_SAMPLED_TEXTURE2D] = MEMORY_NONE, [KIND_ACCELERATION] = MEMORY_NONE,
    };
    MemoryClass class = class_of(info->kind);
    if (!binding->has_heap_index || class == MEMORY_NONE)
        return class != MEMORY_NONE;
    bool has_elements = class == MEMORY_TYPED || class == MEMORY_TEXTURE;
    return class == CLASSES[binding->kind] &&
           (!has_elements || has_same_elements(binding->buffer, info));
}

/* ---- views ---- */

static uint32_t halve(uint32_t size) { return size > 1 ? size / 2 : 1; }

/* Levels one after another, as in the test's data. */
static void lay_out_texture(const DataBuffer *buffer, const WccResourceInfo *info, Bound *bound)
{
    Extent3 extent = buffer->extent;
    WccResource *view = &bound->view;
    uint32_t offset = 0;
    if (extent.width == 0)
        extent = (Extent3){elements_of(buffer), 1, 1, 1};
    view->width = extent.width;
    view->height = extent.height;
    view->depth = extent.depth;
    view->mips = extent.mips;
    view->stride = info->stride;
    view->levels = bound->levels;
    for (uint32_t i = 0; i < extent.mips && i < MOST_LEVELS; i++) {
        uint32_t row = extent.width * info->stride;
        bound->levels[i] = (WccLevel){offset, row, row * extent.height};
        offset += row * extent.height * extent.depth;
        extent =
            (Extent3){halve(extent.width), halve(extent.height), halve(extent.depth), extent.mips};
    }
    view->row_pitch = bound->levels[0].row_pitch;
    view->slice_pitch = bound->levels[0].slice_pitch;
}

static void lay_out(Bound *bound)
{
    const DataBuffer *buffer = bound->binding->buffer;
    const WccResourceInfo *info = bound->info;
    WccResource *view = &bound->view;
    uint32_t bytes = (uint32_t)buffer->bytes;
    *view = (WccResource){.height = 1, .depth = 1, .mips = 1, .stride = 1, .width = bytes};
    bound->bytes = bytes;
    if (bound->class == MEMORY_CONSTANTS) {
        uint32_t least = bytes > info->stride ? bytes : info->stride;
        view->width = (least + 15) / 16 * 16;
        bound->bytes = view->width;
    } else if (bound->class == MEMORY_STRUCTURED) {
        view->stride = info->stride;
        view->width = bytes / (info->stride ? info->stride : 1);
    } else if (bound->class == MEMORY_TYPED) {
        view->stride = info->stride;
        view->width = elements_of(buffer);
        bound->bytes = (size_t)elements_of(buffer) * info->stride;
    } else if (bound->class == MEMORY_TEXTURE) {
        lay_out_texture(buffer, info, bound);
        bound->bytes = (size_t)elements_of(buffer) * info->stride;
    }
    view->counter = &buffer->counters[bound->block];
}

/* Memory as wcc_abi.h wants it, with the block's contents. */
static bool make_memory(Bound *bound)
{
    size_t larger =
        bound->bytes > bound->binding->buffer->bytes ? bound->bytes : bound->binding->buffer->bytes;
    size_t size = (larger + 64 + 63) / 64 * 64;
    bound->view.data = aligned_alloc(64, size);
    if (bound->view.data == NULL)
        return false;
    memset(bound->view.data, 0, size);
    move_contents(TO_KERNEL, bound);
    return true;
}

/* `index`: of the register, or in a heap. */
static bool bind_view(Binder *binder, const WccResourceInfo *info, uint32_t index,
                      const WccResource *view)
{
    const char *name = info->array_count == 0
                           ? info->name
                           : arena_printf(binder->list->arena, "%s[%u]", info->name,
                                          index - info->register_index);
    if (wcc_bind(binder->runtime, name, view) == WCC_OK)
        return true;
    text_printf(binder->why, "%s", wcc_error(binder->runtime));
    return false;
}

static Bound *new_bound(Binder *binder, const ResourceBinding *binding, const WccResourceInfo *info,
                        uint32_t block)
{
    Bound *bound = ARENA_NEW(binder->list->arena, Bound);
    *bound = (Bound){.binding = binding, .info = info, .class = class_of(info->kind),
                     .block = block};
    lay_out(bound);
    if (!make_memory(bound)) {
        text_printf(binder->why, "not enough memory");
        return NULL;
    }
    vec_push(binder->list->arena, &binder->list->all, bound);
    return bound;
}

/* ---- samplers ---- */

/* As the suite makes them: one address mode for all axes. */
static WccSampler *new_sampler(Arena *arena, const SamplerState *state)
{
    static const WccAddress ADDRESSES[] = {WCC_CLAMP, WCC_WRAP, WCC_MIRROR, WCC_BORDER,
                                           WCC_MIRROR_ONCE};
    WccSampler *sampler = ARENA_NEW(arena, WccSampler);
    WccAddress address = ADDRESSES[state->address];
    *sampler = (WccSampler){
        .min_filter = (WccFilter)state->min_filter, .mag_filter = (WccFilter)state->mag_filter,
        .mip_filter = (WccFilter)state->mip_filter, .address = {address, address, address},
        .comparison = (WccComparison)state->comparison, .mip_bias = (float)state->bias,
        .min_lod = (float)state->min_lod, .max_lod = (float)state->max_lod,
    };
    for (int i = 0; i < 4; i++)
        sampler->border[i] = (float)state->border[i];
    return sampler;
}

static bool bind_sampler(Binder *binder, const ResourceBinding *binding)
{
    WccResource view = {.data = new_sampler(binder->list->arena, binding->sampler)};
    uint32_t index = binding->has_heap_index ? binding->heap_index : binding->register_index;
    bool all_bound = true;
    for (uint32_t i = 0; i < binder->module->resource_count && all_bound; i++) {
        const WccResourceInfo *info = &binder->module->resources[i];
        if (info->register_class == 's' && holds(binder->module, i, binding, index))
            all_bound = bind_view(binder, info, index, &view);
    }
    return all_bound;
}

/* ---- resources ---- */

/* What a heap holds may be taken as resources of several types: those of one layout share the
 * memory. */
static bool bind_block(Binder *binder, const ResourceBinding *binding, uint32_t index,
                       uint32_t block)
{
    Bound *bound = NULL;
    for (uint32_t i = 0; i < binder->module->resource_count; i++) {
        const WccResourceInfo *info = &binder->module->resources[i];
        if (!holds(binder->module, i, binding, index) || !fits(info, binding) ||
            (bound != NULL && info->stride != bound->info->stride))
            continue;
        if (bound == NULL && (bound = new_bound(binder, binding, info, block)) == NULL)
            return false;
        if (!bind_view(binder, info, index, &bound->view))
            return false;
    }
    return true;
}

static bool bind_resource(Binder *binder, const ResourceBinding *binding)
{
    uint32_t index = binding->has_heap_index ? binding->heap_index : binding->register_index;
    if (binding->kind == KIND_SAMPLER)
        return bind_sampler(binder, binding);
    for (uint32_t block = 0; block < binding->buffer->array_size; block++)
        if (!bind_block(binder, binding, index + block, block))
            return false;
    return true;
}

/* ---- the run ---- */

static void add_printed(void *printed, const char *text, size_t length)
{
    text_printf(printed, "%.*s", (int)length, text);
}

void kernels_add_fault(void *kernels, const char *message)
{
    const Kernels *run = kernels;
    if (strstr(message, ": error: ") != NULL)
        faults_add(run->arena, run->faults, message);
}

Outcome kernels_run(const Kernels *kernels, WccRuntime *runtime, const WccRun *run, Text *printed,
                    Text *why)
{
    wcc_on_print(runtime, add_printed, printed);
    if (kernels->are_evaluated)
        return evaluator_run(kernels, runtime, run, printed, why) ? OUTCOME_PASSED
                                                                  : OUTCOME_BAD_TEST;
    wcc_on_message(runtime, kernels_add_fault, (void *)kernels);
    Sharing *sharing = kernels->sharing;
    WccStatus status = sharing != NULL ? sharing->run(sharing, kernels->library, runtime, run) : wcc_run(runtime, run);
    if (status == WCC_CHECK_FAILED && kernels->faults->count == 0)
        faults_add(kernels->arena, kernels->faults, wcc_error(runtime));
    if (status == WCC_OK || status == WCC_CHECK_FAILED)
        return OUTCOME_PASSED;
    text_printf(why, "%s", wcc_error(runtime));
    return OUTCOME_BAD_TEST;
}

static Outcome run(Binder *binder, const Kernels *kernels, Description *description,
                   int wave_size)
{
    WccRuntime *runtime = binder->runtime;
    BoundList *list = binder->list;
    for (int i = 0; i < description->bindings.count; i++)
        if (!bind_resource(binder, &description->bindings.items[i]))
            return OUTCOME_BAD_TEST;
    WccRun settings = {.entry = description->entry, .wave_size = (uint32_t)wave_size};
    memcpy(settings.groups, description->groups, sizeof settings.groups);
    Outcome outcome = kernels_run(kernels, runtime, &settings, &description->printed,
                                  binder->why);
    if (outcome != OUTCOME_PASSED)
        return outcome;
    for (int i = 0; i < list->all.count; i++)
        if (KINDS[list->all.items[i]->binding->kind].is_written)
            move_contents(FROM_KERNEL, list->all.items[i]);
    return OUTCOME_PASSED;
}

static void invert_written(const Description *description)
{
    for (int i = 0; i < description->bindings.count; i++) {
        const ResourceBinding *binding = &description->bindings.items[i];
        const DataBuffer *buffer = KINDS[binding->kind].is_written ? binding->buffer : NULL;
        for (uint32_t block = 0; buffer != NULL && block < buffer->array_size; block++)
            for (size_t at = 0; at < buffer->bytes; at++)
                buffer->blocks[block][at] ^= 0xff;
    }
}

Outcome dispatch_run(const Kernels *kernels, Description *description, int wave_size, int workers,
                     Text *why)
{
    BoundList list = {.arena = arena_new("dispatch")};
    WccRuntime *runtime = wcc_new(kernels->module, (uint32_t)workers);
    Outcome outcome = OUTCOME_BAD_TEST;
    description_reset(description);
    if (kernels->inverts)
        invert_written(description);
    if (runtime != NULL)
        outcome =
            run(&(Binder){runtime, kernels->module, &list, why}, kernels, description, wave_size);
    else
        text_printf(why, "the runtime could not be started");
    wcc_free(runtime);
    for (int i = 0; i < list.all.count; i++)
        free(list.all.items[i]->view.data);
    arena_drop(list.arena);
    return outcome;
}
