/* What vulkan.c (device, pipelines, dispatches) and copies.c (what is bound, as Vulkan has it) share. */
#ifndef WAVECC_PEER_VULKAN_H
#define WAVECC_PEER_VULKAN_H

#include <stdbool.h>
#include <vulkan/vulkan.h>

#include "peer.h"
#include "spirv.h"

/* A copy of one row of the module's resources; of a texture an image too. */
typedef struct Copy {
    size_t bytes; /* 0: none yet */
    VkBuffer buffer;
    VkDeviceMemory memory, image_memory;
    void *mapped;
    VkBufferView view;
    VkImage image;
    VkImageView image_view;
    uint32_t sides[3];
    VkSampler sampler;
} Copy;

extern VkPhysicalDevice machine;
extern VkDevice device;
extern VkCommandBuffer commands;

/* Skips the family where there was an error. */
void must(VkResult result, const char *what);
void begin_commands(void);
void end_commands(void); /* and waits until the device is done */

/* Makes what a binding of that kind needs, or keeps what is there and has the right size, and copies the row to it. */
void copy_in(Copy *copy, BindingKind kind, const WccResourceInfo *info, const WccResource *row);
void copy_out(const Copy *copy, BindingKind kind, const WccResource *row);

#endif
