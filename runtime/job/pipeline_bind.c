/* DescriptorSets: which buffers and samplers are at which registers. */
#include <string.h>

#include "job.h"

typedef struct JobKind {
    const char *name;
    KindClass class;
    char register_class;
    const char *missing; /* why it cannot be bound here; NULL: it can */
} JobKind;

static const JobKind kinds[] = {
    {"Buffer", CLASS_TYPED, 't', NULL},
    {"StructuredBuffer", CLASS_STRUCTURED, 't', NULL},
    {"ByteAddressBuffer", CLASS_RAW, 't', NULL},
    {"Texture2D", CLASS_TEXTURE, 't', NULL},
    {"RWBuffer", CLASS_TYPED, 'u', NULL},
    {"RWStructuredBuffer", CLASS_STRUCTURED, 'u', NULL},
    {"RWByteAddressBuffer", CLASS_RAW, 'u', NULL},
    {"RWTexture2D", CLASS_TEXTURE, 'u', NULL},
    {"ConstantBuffer", CLASS_CONSTANTS, 'b', NULL},
    {"Sampler", CLASS_SAMPLER, 's', NULL},
    {"SampledTexture2D", CLASS_TEXTURE, 't', "only Vulkan has sampled textures"},
    {"AccelerationStructure", CLASS_RAW, 't', "ray tracing cannot be done here"},
};

static const char *kind_name(const void *list, size_t index)
{
    return ((const JobKind *)list)[index].name;
}

/* ---- before the shader is known ---- */

static bool find_kind(const JobFile *job, JobDescriptor *descriptor)
{
    const JobText *text = &descriptor->kind;
    if (!text->text)
        return job_fail(&job->source, descriptor->place, "a resource needs a Kind");
    for (size_t i = 0; i < HOST_LENGTH(kinds); i++)
        if (!strcmp(kinds[i].name, text->text))
            descriptor->what = &kinds[i];
    if (!descriptor->what) {
        host_fail_unknown(job->source.report, "unknown Kind", text->text,
                          (NameList){kinds, HOST_LENGTH(kinds), kind_name});
        return job_fail_in(&job->source, text->place);
    }
    return !descriptor->what->missing ||
           job_fail(&job->source, text->place, "%s", descriptor->what->missing);
}

static bool find_target(const JobFile *job, JobDescriptor *descriptor)
{
    const JobText *name = &descriptor->name;
    const JobBuffers *buffers = &job->pipeline.buffers;
    if (!name->text)
        return job_fail(&job->source, descriptor->place, "a resource needs the Name of a buffer");
    if (descriptor->what->class == CLASS_SAMPLER) {
        for (size_t i = 0; i < job->samplers.count; i++)
            if (job->samplers.items[i].name.text &&
                !strcmp(job->samplers.items[i].name.text, name->text))
                return true;
        return job_fail(&job->source, name->place, "there is no sampler '%.60s'", name->text);
    }
    for (size_t i = 0; i < buffers->count && !descriptor->buffer; i++)
        if (!strcmp(buffers->items[i].name.text, name->text))
            descriptor->buffer = &buffers->items[i];
    return descriptor->buffer ||
           job_fail(&job->source, name->place, "there is no buffer '%.60s'", name->text);
}

static bool check_register(const JobFile *job, const JobDescriptor *descriptor)
{
    const JobRegister *at = &descriptor->at;
    bool has_heap = descriptor->heap_index.place.line != 0, has_register = at->place.line != 0;
    if (has_heap == has_register)
        return job_fail(&job->source, descriptor->place,
                        "'%.60s' needs either a DirectXBinding or a HeapIndex",
                        descriptor->name.text);
    return !has_register || at->number.place.line ||
           job_fail(&job->source, at->place, "a DirectXBinding needs a Register");
}

bool job_check_descriptors(JobFile *job)
{
    for (size_t i = 0; i < job->pipeline.sets.count; i++) {
        const JobDescriptors *set = &job->pipeline.sets.items[i];
        for (size_t j = 0; j < set->count; j++)
            if (!find_kind(job, &set->items[j]) || !find_target(job, &set->items[j]) ||
                !check_register(job, &set->items[j]))
                return false;
    }
    return true;
}

/* ---- rows ---- */

/* Whether it is bound at the row's register, and where in it. */
static bool holds(const JobDescriptor *descriptor, const WccResourceInfo *info, uint64_t number,
                  uint64_t *block)
{
    bool is_heap = descriptor->heap_index.place.line != 0;
    uint64_t space = is_heap ? WCC_HEAP_SPACE : descriptor->at.space.value;
    uint64_t first = is_heap ? descriptor->heap_index.value : descriptor->at.number.value;
    uint64_t count = descriptor->buffer ? descriptor->buffer->array_size.value : 1;
    *block = number - first;
    return descriptor->what->register_class == info->register_class && space == info->space &&
           number >= first && *block < count;
}

/* What a heap holds may be declared in several ways: those that are not of its kind and elements
 * stand for something else. */
static bool fits_heap(const JobDescriptor *descriptor, const JobResource *resource,
                      const WccResourceInfo *info)
{
    KindClass class = host_kind(info)->class;
    if (class != descriptor->what->class)
        return false;
    if (class == CLASS_SAMPLER)
        return true;
    if ((class == CLASS_TYPED || class == CLASS_TEXTURE) &&
        (job_channels_of(descriptor->buffer) != info->components ||
         host_number(host_number_of(info->scalar))->bytes !=
             host_data_format(descriptor->buffer->number)->bytes))
        return false;
    return !resource->info || resource->info->stride == info->stride;
}

/* A tbuffer is bound as a view of a typed buffer is (D3D_SIT_TBUFFER), and laid out as constants. */
static bool is_of_kind(const WccResourceInfo *info, KindClass wanted)
{
    KindClass class = host_kind(info)->class;
    return class == wanted || (class == CLASS_CONSTANTS && info->register_class == 't' &&
                               wanted == CLASS_TYPED);
}

static bool fail_kind(const JobFile *job, const JobDescriptor *descriptor,
                      const WccResourceInfo *info)
{
    char text[40];
    return job_fail(&job->source, descriptor->kind.place,
                    "at %s the shader has a %s, '%s', and no %s",
                    host_spell_register(info, text), info->type, info->name,
                    descriptor->kind.text);
}

static bool bind_descriptor(const JobFile *job, const JobDescriptor *descriptor, Slot slot,
                            uint64_t block, JobBinding *binding)
{
    JobResource *resource = descriptor->buffer ? &descriptor->buffer->resources[block] : NULL;
    bool is_heap = descriptor->heap_index.place.line != 0;
    if (is_heap && !fits_heap(descriptor, resource, slot.info))
        return true;
    if (!is_of_kind(slot.info, descriptor->what->class))
        return fail_kind(job, descriptor, slot.info);
    *binding = (JobBinding){.slot = slot, .resource = resource, .place = descriptor->place};
    if (!resource)
        binding->sampler = job_find_sampler(job, descriptor->name.text);
    return true;
}

bool job_bind_register(const JobFile *job, Slot slot, JobBinding *binding)
{
    uint64_t number = (uint64_t)slot.info->register_index + (slot.row - slot.info->first_row);
    for (size_t i = 0; i < job->pipeline.sets.count; i++) {
        const JobDescriptors *set = &job->pipeline.sets.items[i];
        for (size_t j = 0; j < set->count; j++) {
            uint64_t block;
            if (holds(&set->items[j], slot.info, number, &block) &&
                !bind_descriptor(job, &set->items[j], slot, block, binding))
                return false;
            if (binding->resource || binding->sampler)
                return true;
        }
    }
    return true;
}
