/* A Vulkan device of type CPU (lavapipe) as a peer: KERNELS/FAMILY-ENTRY.spv, made from the families' own HLSL.
 * Only the time from submitting a dispatch until it has ended counts. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vulkan.h"

enum { MAX_PIPELINES = 16 };

typedef struct Pipeline {
    const char *entry;
    Bindings bindings;
    VkDescriptorSetLayout set_layout;
    VkPipelineLayout layout;
    VkPipeline pipeline;
} Pipeline;

VkPhysicalDevice machine;
VkDevice device;
VkCommandBuffer commands;
static VkQueue queue;
static VkDescriptorPool pool;
static uint32_t wave_size;
static const char *kernel_folder, *family_name;
static Copy copies[MAX_ROWS], counters[MAX_ROWS];
static Pipeline pipelines[MAX_PIPELINES];
static int pipeline_count;

const char *peer_name = "lavapipe";
uint32_t peer_wave_size(void) { return wave_size; }

void must(VkResult result, const char *what)
{
    if (result != VK_SUCCESS)
        peer_skip("Vulkan has no", what);
}

/* ---- the device ---- */

static bool is_cpu(VkPhysicalDevice candidate)
{
    VkPhysicalDeviceSubgroupProperties subgroup = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES};
    VkPhysicalDeviceProperties2 properties = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = &subgroup};
    vkGetPhysicalDeviceProperties2(candidate, &properties);
    wave_size = subgroup.subgroupSize;
    return properties.properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
}

static void find_machine(void)
{
    VkInstance instance;
    VkPhysicalDevice all[8];
    uint32_t count = sizeof all / sizeof *all;
    VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO, .apiVersion = VK_API_VERSION_1_2};
    must(vkCreateInstance(&(VkInstanceCreateInfo){.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO, .pApplicationInfo = &application},
                          NULL, &instance), "instance");
    vkEnumeratePhysicalDevices(instance, &count, all);
    for (uint32_t i = 0; i < count && !machine; i++)
        if (is_cpu(all[i]))
            machine = all[i];
    if (!machine)
        peer_skip("Vulkan has no", "CPU among its devices");
}

/* With all the features that it has. Its one queue family is number 0. */
static void open_device(void)
{
    VkPhysicalDeviceVulkan12Features newer = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES};
    VkPhysicalDeviceFeatures2 features = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &newer};
    float priority = 1;
    vkGetPhysicalDeviceFeatures2(machine, &features);
    VkDeviceQueueCreateInfo queues = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, .queueCount = 1, .pQueuePriorities = &priority};
    must(vkCreateDevice(machine, &(VkDeviceCreateInfo){.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, .pNext = &features,
                                                       .queueCreateInfoCount = 1, .pQueueCreateInfos = &queues},
                        NULL, &device), "device");
    vkGetDeviceQueue(device, 0, 0, &queue);
}

static void make_pools(void)
{
    static const VkDescriptorType TYPES[] = {VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
        VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER, VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER, VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE,
        VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, VK_DESCRIPTOR_TYPE_SAMPLER};
    enum { TYPE_COUNT = sizeof TYPES / sizeof *TYPES };
    VkDescriptorPoolSize sizes[TYPE_COUNT];
    VkCommandPool command_pool;
    for (int i = 0; i < TYPE_COUNT; i++)
        sizes[i] = (VkDescriptorPoolSize){TYPES[i], MAX_BINDINGS};
    must(vkCreateDescriptorPool(device, &(VkDescriptorPoolCreateInfo){.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                    .maxSets = 1, .poolSizeCount = TYPE_COUNT, .pPoolSizes = sizes}, NULL, &pool), "descriptors");
    must(vkCreateCommandPool(device, &(VkCommandPoolCreateInfo){.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                 .flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT}, NULL, &command_pool), "commands");
    must(vkAllocateCommandBuffers(device, &(VkCommandBufferAllocateInfo){.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                      .commandPool = command_pool, .commandBufferCount = 1}, &commands), "commands");
}

void peer_open(const char *folder, const char *family)
{
    kernel_folder = folder;
    family_name = family;
    find_machine();
    open_device();
    make_pools();
}

void begin_commands(void)
{
    must(vkBeginCommandBuffer(commands, &(VkCommandBufferBeginInfo){.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO}), "commands");
}

void end_commands(void)
{
    must(vkEndCommandBuffer(commands), "commands");
    must(vkQueueSubmit(queue, 1, &(VkSubmitInfo){.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1,
                                                 .pCommandBuffers = &commands}, NULL), "working queue");
    must(vkQueueWaitIdle(queue), "working queue");
}

/* ---- pipelines ---- */

static VkDescriptorType descriptor_type(BindingKind kind)
{
    switch (kind) {
    case BIND_UNIFORM: return VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
    case BIND_STORAGE: return VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    case BIND_TEXELS: return VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER;
    case BIND_RWTEXELS: return VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER;
    case BIND_TEXTURE: return VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE;
    case BIND_RWTEXTURE: return VK_DESCRIPTOR_TYPE_STORAGE_IMAGE;
    case BIND_SAMPLER: return VK_DESCRIPTOR_TYPE_SAMPLER;
    }
    return VK_DESCRIPTOR_TYPE_MAX_ENUM;
}

static void make_layout(Pipeline *pipeline)
{
    VkDescriptorSetLayoutBinding places[MAX_BINDINGS];
    for (int i = 0; i < pipeline->bindings.count; i++)
        places[i] = (VkDescriptorSetLayoutBinding){(uint32_t)i, descriptor_type(pipeline->bindings.items[i].kind),
                                                   1, VK_SHADER_STAGE_COMPUTE_BIT, NULL};
    must(vkCreateDescriptorSetLayout(device, &(VkDescriptorSetLayoutCreateInfo){
             .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO, .bindingCount = (uint32_t)pipeline->bindings.count,
             .pBindings = places}, NULL, &pipeline->set_layout), "layout");
    must(vkCreatePipelineLayout(device, &(VkPipelineLayoutCreateInfo){.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                    .setLayoutCount = 1, .pSetLayouts = &pipeline->set_layout}, NULL, &pipeline->layout), "layout");
}

static uint32_t *read_spirv(const char *entry, size_t *bytes)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s-%s.spv", kernel_folder, family_name, entry);
    FILE *file = fopen(path, "rb");
    if (!file)
        peer_skip("glslang does not compile", entry);
    fseek(file, 0, SEEK_END);
    *bytes = (size_t)ftell(file);
    rewind(file);
    uint32_t *words = malloc(*bytes);
    if (fread(words, 1, *bytes, file) != *bytes)
        die("cannot read", path);
    fclose(file);
    return words;
}

static Pipeline *pipeline_of(const char *entry)
{
    for (int i = 0; i < pipeline_count; i++)
        if (!strcmp(pipelines[i].entry, entry))
            return &pipelines[i];
    size_t bytes;
    uint32_t *words = read_spirv(entry, &bytes);
    VkShaderModule module;
    Pipeline *pipeline = &pipelines[pipeline_count++];
    *pipeline = (Pipeline){.entry = entry, .bindings = spirv_number_bindings(words, bytes / 4)};
    make_layout(pipeline);
    must(vkCreateShaderModule(device, &(VkShaderModuleCreateInfo){.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
                                  .codeSize = bytes, .pCode = words}, NULL, &module), "shader module");
    VkComputePipelineCreateInfo info = {.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO, .layout = pipeline->layout,
        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO, .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                  .module = module, .pName = entry}};
    must(vkCreateComputePipelines(device, NULL, 1, &info, NULL, &pipeline->pipeline), "pipeline");
    free(words);
    return pipeline;
}

/* ---- by name ---- */

static const WccResourceInfo *find_info(const WccModule *module, const char *name)
{
    if (!strcmp(name, "$Global"))
        name = "$Globals";
    for (uint32_t i = 0; i < module->resource_count; i++)
        if (!strcmp(module->resources[i].name, name))
            return &module->resources[i];
    peer_skip("no resource here is called", name);
}

/* glslang calls a buffer's hidden counter NAME@count. */
static bool is_counter(const Binding *binding) { return strchr(binding->name, '@') != NULL; }

typedef struct Bound {
    Copy *copy;
    const WccResourceInfo *info;
    const WccResource *row;
    WccResource counter;
} Bound;

static void find_bound(Bound *bound, const Kernels *kernels, const Binding *binding)
{
    char name[sizeof binding->name];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(binding->name, "@"), binding->name);
    bound->info = find_info(kernels->module, name);
    bound->row = &kernels->rows[bound->info->first_row];
    bound->copy = &copies[bound->info->first_row];
    if (bound->info->array_count)
        peer_skip("no arrays of resources here:", name);
    if (is_counter(binding)) {
        bound->copy = &counters[bound->info->first_row];
        bound->counter = (WccResource){.data = bound->row->counter, .width = 1, .height = 1, .depth = 1, .mips = 1, .stride = 4};
        bound->row = &bound->counter;
    }
}

static bool is_written(const Bound *bound, BindingKind kind)
{
    bool may_be = kind == BIND_STORAGE || kind == BIND_RWTEXELS || kind == BIND_RWTEXTURE;
    return may_be && bound->info->register_class == 'u';
}

static void describe(VkDescriptorSet set, int number, BindingKind kind, const Copy *copy)
{
    VkDescriptorImageInfo image = {copy->sampler, copy->image_view, VK_IMAGE_LAYOUT_GENERAL};
    VkDescriptorBufferInfo buffer = {copy->buffer, 0, VK_WHOLE_SIZE};
    vkUpdateDescriptorSets(device, 1, &(VkWriteDescriptorSet){.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET, .dstSet = set,
        .dstBinding = (uint32_t)number, .descriptorCount = 1, .descriptorType = descriptor_type(kind), .pImageInfo = &image,
        .pBufferInfo = &buffer, .pTexelBufferView = &copy->view}, 0, NULL);
}

static double time_dispatch(const Pipeline *pipeline, VkDescriptorSet set, const uint32_t groups[3])
{
    begin_commands();
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline->pipeline);
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline->layout, 0, 1, &set, 0, NULL);
    vkCmdDispatch(commands, groups[0], groups[1], groups[2]);
    double start = process_ms();
    end_commands();
    return process_ms() - start;
}

double peer_dispatch(Kernels *kernels, const WccEntry *entry)
{
    Pipeline *pipeline = pipeline_of(entry->name);
    Bound bound[MAX_BINDINGS];
    VkDescriptorSet set;
    vkResetDescriptorPool(device, pool, 0);
    must(vkAllocateDescriptorSets(device, &(VkDescriptorSetAllocateInfo){.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
             .descriptorPool = pool, .descriptorSetCount = 1, .pSetLayouts = &pipeline->set_layout}, &set), "descriptors");
    for (int i = 0; i < pipeline->bindings.count; i++) {
        find_bound(&bound[i], kernels, &pipeline->bindings.items[i]);
        BindingKind kind = pipeline->bindings.items[i].kind;
        copy_in(bound[i].copy, kind, bound[i].info, bound[i].row);
        describe(set, i, kind, bound[i].copy);
    }
    double ms = time_dispatch(pipeline, set, kernels->dispatch.groups);
    for (int i = 0; i < pipeline->bindings.count; i++)
        if (is_written(&bound[i], pipeline->bindings.items[i].kind))
            copy_out(bound[i].copy, pipeline->bindings.items[i].kind, bound[i].row);
    return ms;
}
