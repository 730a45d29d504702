/* Compiled modules, opened and called through wcc_abi.h, and the memory that they work on. */
#define _GNU_SOURCE
#include <dlfcn.h>
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

/* Each block begins with a line that holds the one made before it. */
typedef struct Block {
    struct Block *before;
} Block;

enum { LINE = 64 };
static Block *blocks;

void *new_memory(size_t bytes)
{
    size_t size = LINE + (bytes + 2 * LINE - 1) / LINE * LINE;
    Block *block = aligned_alloc(LINE, size);
    if (!block)
        die("out of memory", "");
    memset(block, 0, size);
    block->before = blocks;
    blocks = block;
    return (char *)block + LINE;
}

void free_memory(void)
{
    while (blocks) {
        Block *before = blocks->before;
        free(blocks);
        blocks = before;
    }
}

float *new_floats(size_t count) { return new_memory(count * 4); }
uint32_t *new_words(size_t count) { return new_memory(count * 4); }

static uint32_t next_random(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    uint32_t word = *state ^ *state >> 15;
    word *= 0x2c1b3c6du;
    return word ^ word >> 13;
}

uint32_t *new_random_words(size_t count)
{
    uint32_t state = 1, *words = new_words(count);
    for (size_t i = 0; i < count; i++)
        words[i] = next_random(&state);
    return words;
}

float *new_noise(size_t count)
{
    uint32_t state = 1;
    float *floats = new_floats(count);
    for (size_t i = 0; i < count; i++)
        floats[i] = (float)(next_random(&state) >> 8) / 16777216.0f;
    return floats;
}

/* ---- what is bound ---- */

static const WccResourceInfo *find_resource(const WccModule *module, const char *name)
{
    for (uint32_t i = 0; i < module->resource_count; i++)
        if (!strcmp(module->resources[i].name, name))
            return &module->resources[i];
    die("no such resource", name);
}

void bind(Kernels *kernels, const char *name, WccResource resource)
{
    kernels->rows[find_resource(kernels->module, name)->first_row] = resource;
}

/* Raw buffers are `count` words to the callers and bytes to the kernels. */
void bind_buffer(Kernels *kernels, const char *name, void *data, size_t count, size_t bytes)
{
    WccKind kind = find_resource(kernels->module, name)->kind;
    int raw = kind == WCC_BYTEADDRESS || kind == WCC_RWBYTEADDRESS;
    uint32_t size = (uint32_t)(count * bytes);
    bind(kernels, name, (WccResource){.data = data, .width = raw ? size : (uint32_t)count, .height = 1, .depth = 1, .mips = 1,
                                      .stride = raw ? 1 : (uint32_t)bytes, .row_pitch = size, .slice_pitch = size});
}

WccResource bind_texture(Kernels *kernels, const char *name, const void *texels, uint32_t width, uint32_t height, uint32_t bytes)
{
    uint32_t pitch = (uint32_t)wcc_row_pitch(width, bytes);
    WccResource texture = {.data = new_memory((size_t)pitch * height), .width = width, .height = height, .depth = 1, .mips = 1,
                           .stride = bytes, .row_pitch = pitch, .slice_pitch = pitch * height};
    for (uint32_t y = 0; texels && y < height; y++)
        memcpy((char *)texture.data + (size_t)y * pitch, (const char *)texels + (size_t)y * width * bytes, (size_t)width * bytes);
    bind(kernels, name, texture);
    return texture;
}

void bind_sampler(Kernels *kernels, const char *name, WccFilter filter, WccAddress address)
{
    WccSampler *sampler = new_memory(sizeof *sampler);
    *sampler = (WccSampler)WCC_DEFAULT_SAMPLER;
    sampler->min_filter = sampler->mag_filter = sampler->mip_filter = filter;
    for (int axis = 0; axis < 3; axis++)
        sampler->address[axis] = address;
    bind(kernels, name, (WccResource){.data = sampler});
}

/* Every cbuffer gets memory with the first constant that is set in it. */
static void *constant_memory(Kernels *kernels, const WccResourceInfo *info)
{
    WccResource *row = &kernels->rows[info->first_row];
    if (!row->data)
        *row = (WccResource){.data = new_memory(info->stride), .width = info->stride, .height = 1, .depth = 1, .mips = 1, .stride = 1};
    return row->data;
}

void set(Kernels *kernels, const char *name, const void *value, size_t bytes)
{
    for (uint32_t i = 0; i < kernels->module->resource_count; i++) {
        const WccResourceInfo *info = &kernels->module->resources[i];
        for (uint32_t k = 0; info->kind == WCC_CBUFFER && k < info->field_count; k++)
            if (!strcmp(info->fields[k].name, name)) {
                memcpy((char *)constant_memory(kernels, info) + info->fields[k].offset, value, bytes);
                return;
            }
    }
    die("no such constant", name);
}

void set_int(Kernels *kernels, const char *name, int value) { set(kernels, name, &value, sizeof value); }
void set_float(Kernels *kernels, const char *name, float value) { set(kernels, name, &value, sizeof value); }

/* ---- modules ---- */

const char *const COMPILER_NAMES[COMPILERS] = {"clang", "gcc"};

void *open_plain(const char *folder, const char *compiler, const char *name)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s/%s.so", folder, compiler, name);
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library)
        die("cannot load", dlerror());
    return library;
}

void open_module(Kernels *kernels, const char *path)
{
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library)
        die("cannot load", dlerror());
    *kernels = (Kernels){.module = dlsym(library, "wcc_module")};
    if (!kernels->module || kernels->module->abi_version != WCC_ABI_VERSION || kernels->module->resource_rows > MAX_ROWS)
        die("has no fitting wcc_module", path);
}

/* The library stays: another family may have opened it too. */
void close_module(Kernels *kernels)
{
    free(kernels->scratch);
    *kernels = (Kernels){0};
}

uint32_t variant_count(const Kernels *kernels) { return kernels->module->entries[0].variant_count; }

static uint32_t scratch_bytes(const WccModule *module)
{
    uint32_t most = 0;
    for (uint32_t i = 0; i < module->entry_count; i++)
        for (uint32_t k = 0; k < module->entries[i].variant_count; k++)
            if (module->entries[i].variants[k].scratch_bytes > most)
                most = module->entries[i].variants[k].scratch_bytes;
    return most;
}

void choose_variant(Kernels *kernels, uint32_t variant)
{
    if (!kernels->scratch)
        kernels->scratch = aligned_alloc(LINE, (scratch_bytes(kernels->module) + 2 * LINE - 1) / LINE * LINE);
    kernels->variant = (int)variant;
    kernels->wave_size = kernels->module->entries[0].variants[variant].wave_size;
}

static const WccEntry *find_entry(const WccModule *module, const char *name)
{
    for (uint32_t i = 0; i < module->entry_count; i++)
        if (!strcmp(module->entries[i].name, name))
            return &module->entries[i];
    die("no such entry point", name);
}

static double bytes_of(const WccModule *module, const WccResource *rows, const WccEntry *entry)
{
    double bytes = 0;
    for (uint32_t i = 0; i < entry->resource_count; i++) {
        const WccResourceInfo *info = &module->resources[entry->resources[i]];
        const WccResource *row = &rows[info->first_row];
        if (info->kind != WCC_CBUFFER && info->kind < WCC_SAMPLER)
            bytes += (double)row->width * row->height * row->depth * row->stride;
    }
    return bytes;
}

void run_groups(Kernels *kernels, const WccEntry *entry)
{
    const WccVariant *chosen = &entry->variants[kernels->variant];
    const uint32_t *groups = kernels->dispatch.groups;
    for (uint32_t z = 0; z < groups[2]; z++)
        for (uint32_t y = 0; y < groups[1]; y++)
            if (chosen->run_row)
                chosen->run_row(&kernels->dispatch, kernels->scratch, 0, groups[0], y, z);
            else
                for (uint32_t x = 0; x < groups[0]; x++)
                    chosen->run(&kernels->dispatch, kernels->scratch, x, y, z);
}

void run(Kernels *kernels, const char *entry_name, uint32_t gx, uint32_t gy, uint32_t gz)
{
    const WccEntry *entry = find_entry(kernels->module, entry_name);
    kernels->bytes += bytes_of(kernels->module, kernels->rows, entry);
    kernels->dispatch = (WccDispatch){.resources = kernels->rows, .groups = {gx, gy, gz}, .is_alone = !kernels->dispatch_by};
    if (kernels->dispatch_by)
        kernels->dispatch_by(kernels, entry);
    else
        run_groups(kernels, entry);
}
