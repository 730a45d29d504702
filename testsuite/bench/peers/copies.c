/* What is bound, as Vulkan has it: buffers that the host sees, and images that are copied from and to them. They live
 * as long as what they are copies of keeps its size. */
#include <string.h>

#include "vulkan.h"

/* ---- memory ---- */

static uint32_t host_memory_type(uint32_t allowed)
{
    enum { WANTED = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT };
    VkPhysicalDeviceMemoryProperties memory;
    vkGetPhysicalDeviceMemoryProperties(machine, &memory);
    for (uint32_t i = 0; i < memory.memoryTypeCount; i++)
        if ((allowed >> i & 1) && (memory.memoryTypes[i].propertyFlags & WANTED) == WANTED)
            return i;
    peer_skip("Vulkan has no", "memory that the host sees");
}

static VkDeviceMemory new_device_memory(VkMemoryRequirements needs)
{
    VkDeviceMemory memory;
    must(vkAllocateMemory(device, &(VkMemoryAllocateInfo){.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = needs.size,
                              .memoryTypeIndex = host_memory_type(needs.memoryTypeBits)}, NULL, &memory), "memory left");
    return memory;
}

static void make_buffer(Copy *copy, size_t bytes)
{
    enum {
        USES = VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT | VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT |
               VK_BUFFER_USAGE_STORAGE_TEXEL_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT
    };
    VkMemoryRequirements needs;
    must(vkCreateBuffer(device, &(VkBufferCreateInfo){.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = bytes, .usage = USES},
                        NULL, &copy->buffer), "buffer");
    vkGetBufferMemoryRequirements(device, copy->buffer, &needs);
    copy->memory = new_device_memory(needs);
    must(vkBindBufferMemory(device, copy->buffer, copy->memory, 0), "memory left");
    must(vkMapMemory(device, copy->memory, 0, VK_WHOLE_SIZE, 0, &copy->mapped), "memory that the host sees");
    copy->bytes = bytes;
}

/* ---- images ---- */

static VkFormat format_of(const WccResourceInfo *info)
{
    static const VkFormat FLOATS[] = {VK_FORMAT_R32_SFLOAT, VK_FORMAT_R32G32_SFLOAT, VK_FORMAT_R32G32B32_SFLOAT,
                                      VK_FORMAT_R32G32B32A32_SFLOAT};
    static const VkFormat INTS[] = {VK_FORMAT_R32_SINT, VK_FORMAT_R32G32_SINT, VK_FORMAT_R32G32B32_SINT, VK_FORMAT_R32G32B32A32_SINT};
    static const VkFormat UINTS[] = {VK_FORMAT_R32_UINT, VK_FORMAT_R32G32_UINT, VK_FORMAT_R32G32B32_UINT, VK_FORMAT_R32G32B32A32_UINT};
    switch (info->scalar) {
    case WCC_F32: return FLOATS[info->components - 1];
    case WCC_I32: return INTS[info->components - 1];
    case WCC_U32: return UINTS[info->components - 1];
    default: peer_skip("no format for", info->type);
    }
}

static bool is_volume(const WccResourceInfo *info) { return info->kind == WCC_TEXTURE3D || info->kind == WCC_RWTEXTURE3D; }

enum {
    IMAGE_USES = VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT
};

static void make_image(Copy *copy, const WccResourceInfo *info, const WccResource *row)
{
    VkMemoryRequirements needs;
    VkExtent3D extent = {row->width, row->height, is_volume(info) ? row->depth : 1};
    bool is_plane = info->kind == WCC_TEXTURE2D || info->kind == WCC_RWTEXTURE2D;
    if (row->mips > 1 || (!is_volume(info) && !is_plane))
        peer_skip("no images here for", info->type);
    must(vkCreateImage(device, &(VkImageCreateInfo){.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
             .imageType = is_volume(info) ? VK_IMAGE_TYPE_3D : VK_IMAGE_TYPE_2D, .format = format_of(info), .extent = extent,
             .mipLevels = 1, .arrayLayers = 1, .samples = VK_SAMPLE_COUNT_1_BIT, .tiling = VK_IMAGE_TILING_OPTIMAL,
             .usage = IMAGE_USES},
             NULL, &copy->image), "image");
    vkGetImageMemoryRequirements(device, copy->image, &needs);
    copy->image_memory = new_device_memory(needs);
    must(vkBindImageMemory(device, copy->image, copy->image_memory, 0), "memory left");
    must(vkCreateImageView(device, &(VkImageViewCreateInfo){.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO, .image = copy->image,
             .viewType = is_volume(info) ? VK_IMAGE_VIEW_TYPE_3D : VK_IMAGE_VIEW_TYPE_2D, .format = format_of(info),
             .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}}, NULL, &copy->image_view), "view");
    memcpy(copy->sides, (uint32_t[]){extent.width, extent.height, extent.depth}, sizeof copy->sides);
}

/* ---- what a binding needs ---- */

static void drop(Copy *copy)
{
    if (copy->bytes) {
        vkDestroyBufferView(device, copy->view, NULL);
        vkDestroyImageView(device, copy->image_view, NULL);
        vkDestroyImage(device, copy->image, NULL);
        vkDestroyBuffer(device, copy->buffer, NULL);
        vkFreeMemory(device, copy->memory, NULL);
        vkFreeMemory(device, copy->image_memory, NULL);
    }
    *copy = (Copy){.sampler = copy->sampler};
}

static void make_texels(Copy *copy, const WccResourceInfo *info)
{
    must(vkCreateBufferView(device, &(VkBufferViewCreateInfo){.sType = VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO, .buffer = copy->buffer,
             .format = format_of(info), .range = VK_WHOLE_SIZE}, NULL, &copy->view), "texels");
}

static bool is_texture(BindingKind kind) { return kind == BIND_TEXTURE || kind == BIND_RWTEXTURE; }

static size_t bytes_of(const WccResource *row) { return (size_t)row->width * row->height * row->depth * row->stride; }

static bool fits(const Copy *copy, BindingKind kind, const WccResource *row)
{
    const uint32_t sides[3] = {row->width, row->height, row->depth};
    return copy->bytes == bytes_of(row) && (!is_texture(kind) || !memcmp(copy->sides, sides, sizeof sides));
}

/* One that has room for what the row has. */
static void prepare_copy(Copy *copy, BindingKind kind, const WccResourceInfo *info, const WccResource *row)
{
    if (!row->data)
        peer_skip("nothing is bound to", info->name);
    if (fits(copy, kind, row))
        return;
    drop(copy);
    make_buffer(copy, bytes_of(row));
    if (is_texture(kind))
        make_image(copy, info, row);
    else if (kind == BIND_TEXELS || kind == BIND_RWTEXELS)
        make_texels(copy, info);
}

/* ---- copying ---- */

/* A texture's rows, which are further apart than they are long; a buffer is one of them. */
static void copy_rows(const Copy *copy, const WccResource *row, bool to_copy)
{
    size_t length = (size_t)row->width * row->stride;
    char *mapped = copy->mapped;
    for (uint32_t z = 0; z < row->depth; z++)
        for (uint32_t y = 0; y < row->height; y++, mapped += length) {
            char *at = (char *)row->data + (size_t)z * row->slice_pitch + (size_t)y * row->row_pitch;
            memcpy(to_copy ? mapped : at, to_copy ? at : mapped, length);
        }
}

/* Images are in the general layout from the first copy on. */
static void copy_image(const Copy *copy, bool to_image)
{
    VkBufferImageCopy region = {.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
                                .imageExtent = {copy->sides[0], copy->sides[1], copy->sides[2]}};
    VkImageMemoryBarrier barrier = {.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER, .dstAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT,
        .oldLayout = VK_IMAGE_LAYOUT_UNDEFINED, .newLayout = VK_IMAGE_LAYOUT_GENERAL, .image = copy->image,
        .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED, .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
        .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
    begin_commands();
    if (to_image) {
        vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT, 0, 0, NULL, 0, NULL, 1,
                             &barrier);
        vkCmdCopyBufferToImage(commands, copy->buffer, copy->image, VK_IMAGE_LAYOUT_GENERAL, 1, &region);
    } else
        vkCmdCopyImageToBuffer(commands, copy->image, VK_IMAGE_LAYOUT_GENERAL, copy->buffer, 1, &region);
    end_commands();
}

static void make_sampler(Copy *copy, const WccResourceInfo *info, const WccSampler *bound)
{
    static const VkSamplerAddressMode MODES[] = {VK_SAMPLER_ADDRESS_MODE_REPEAT, VK_SAMPLER_ADDRESS_MODE_MIRRORED_REPEAT,
        VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE, VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER, VK_SAMPLER_ADDRESS_MODE_MIRROR_CLAMP_TO_EDGE};
    static const WccSampler usual = WCC_DEFAULT_SAMPLER;
    const WccSampler *sampler = bound ? bound : &usual;
    if (copy->sampler)
        vkDestroySampler(device, copy->sampler, NULL);
    must(vkCreateSampler(device, &(VkSamplerCreateInfo){.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO,
             .magFilter = sampler->mag_filter == WCC_LINEAR ? VK_FILTER_LINEAR : VK_FILTER_NEAREST,
             .minFilter = sampler->min_filter == WCC_LINEAR ? VK_FILTER_LINEAR : VK_FILTER_NEAREST,
             .addressModeU = MODES[sampler->address[0]], .addressModeV = MODES[sampler->address[1]],
             .addressModeW = MODES[sampler->address[2]], .compareEnable = info->kind == WCC_SAMPLER_COMPARISON,
             .compareOp = (VkCompareOp)sampler->comparison}, NULL, &copy->sampler), "sampler");
}

void copy_in(Copy *copy, BindingKind kind, const WccResourceInfo *info, const WccResource *row)
{
    if (kind == BIND_SAMPLER) {
        make_sampler(copy, info, row->data);
        return;
    }
    prepare_copy(copy, kind, info, row);
    copy_rows(copy, row, true);
    if (is_texture(kind))
        copy_image(copy, true);
}

void copy_out(const Copy *copy, BindingKind kind, const WccResource *row)
{
    if (is_texture(kind))
        copy_image(copy, false);
    copy_rows(copy, row, false);
}
