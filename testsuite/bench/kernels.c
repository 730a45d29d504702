/* Compiled modules, opened and called through wcc_abi.h, and the memory that they work on. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

void die(const char *what, const char *which)
{
    fprintf(stderr, "bench: %s: %s\n", what, which);
    exit(3);
}

/* ---- memory ---- */

void *new_memory(size_t bytes)
{
    void *memory = aligned_alloc(64, (bytes + 127) / 64 * 64);
    if (!memory)
        die("out of memory", "");
    return memset(memory, 0, (bytes + 127) / 64 * 64);
}

WccResource new_texture(uint32_t width, uint32_t height, uint32_t bytes)
{
    uint32_t pitch = (uint32_t)wcc_row_pitch(width, bytes);
    return (WccResource){.data = new_memory((size_t)pitch * height), .width = width, .height = height, .depth = 1, .mips = 1,
                         .stride = bytes, .row_pitch = pitch, .slice_pitch = pitch * height};
}

void copy_rows(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t bytes, uint32_t rows)
{
    for (uint32_t y = 0; y < rows; y++)
        memcpy((char *)to + y * to_pitch, (const char *)from + y * from_pitch, bytes);
}

void *read_texture(const WccResource *texture)
{
    size_t bytes = (size_t)texture->width * texture->stride;
    void *texels = new_memory(bytes * texture->height);
    copy_rows(texels, bytes, texture->data, texture->row_pitch, bytes, texture->height);
    return texels;
}

WccResource buffer(void *data, int count, int bytes)
{
    return (WccResource){.data = data, .width = (uint32_t)count, .height = 1, .depth = 1, .mips = 1, .stride = (uint32_t)bytes,
                         .row_pitch = (uint32_t)(count * bytes), .slice_pitch = (uint32_t)(count * bytes)};
}

void fill_noise(void *memory, size_t count)
{
    uint32_t state = 1;
    for (size_t i = 0; i < count; i++) {
        state = state * 1664525u + 1013904223u;
        ((float *)memory)[i] = (float)(state >> 8) / 16777216.0f;
    }
}

float largest_difference(const float *a, const float *b, size_t count)
{
    float largest = 0;
    for (size_t i = 0; i < count; i++)
        largest = fmaxf(largest, fabsf(a[i] - b[i]));
    return largest;
}

/* ---- modules ---- */

static const WccResourceInfo *find_resource(const WccModule *module, const char *name)
{
    for (uint32_t i = 0; i < module->resource_count; i++)
        if (!strcmp(module->resources[i].name, name))
            return &module->resources[i];
    die("no such resource", name);
    return NULL;
}

const WccEntry *find_entry(const WccModule *module, const char *name)
{
    for (uint32_t i = 0; i < module->entry_count; i++)
        if (!strcmp(module->entries[i].name, name))
            return &module->entries[i];
    die("no such entry point", name);
    return NULL;
}

void bind(Kernels *kernels, const char *name, WccResource resource)
{
    kernels->rows[find_resource(kernels->module, name)->first_row] = resource;
}

/* Gives every cbuffer memory. */
static void bind_constants(Kernels *kernels)
{
    for (uint32_t i = 0; i < kernels->module->resource_count; i++) {
        const WccResourceInfo *info = &kernels->module->resources[i];
        if (info->kind == WCC_CBUFFER)
            kernels->rows[info->first_row] = buffer(new_memory(info->stride), (int)info->stride, 1);
    }
}

void set(Kernels *kernels, const char *name, const void *value, size_t bytes)
{
    for (uint32_t i = 0; i < kernels->module->resource_count; i++) {
        const WccResourceInfo *info = &kernels->module->resources[i];
        for (uint32_t k = 0; info->kind == WCC_CBUFFER && k < info->field_count; k++)
            if (!strcmp(info->fields[k].name, name)) {
                memcpy((char *)kernels->rows[info->first_row].data + info->fields[k].offset, value, bytes);
                return;
            }
    }
    die("no such constant", name);
}

void open_module(Kernels *kernels, const char *folder, const char *name)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s.so", folder, name);
    if (!strchr(path, '/'))
        die("give a path with a slash", path);
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library)
        die("cannot load", dlerror());
    *kernels = (Kernels){.module = dlsym(library, "wcc_module")};
    if (!kernels->module || kernels->module->abi_version != WCC_ABI_VERSION || kernels->module->resource_rows > MAX_ROWS)
        die("has no fitting wcc_module", path);
    bind_constants(kernels);
}

void run(Kernels *kernels, const char *entry_name, int variant, uint32_t gx, uint32_t gy)
{
    const WccEntry *entry = find_entry(kernels->module, entry_name);
    const WccVariant *chosen = &entry->variants[variant];
    if (!kernels->shared)
        kernels->shared = new_memory(1 << 22);
    kernels->dispatch = (WccDispatch){.resources = kernels->rows, .groups = {gx, gy, 1}};
    for (uint32_t y = 0; y < gy; y++)
        for (uint32_t x = 0; x < gx; x++)
            chosen->run(&kernels->dispatch, kernels->shared, x, y, 0);
}
