/* Arguments by name: resources and cbuffers are memory, constants and what is told of a resource are values. */
#include "arguments.h"

#include <string.h>

static const WccResourceInfo *find_info(const WccModule *module, const char *name, size_t length)
{
    for (uint32_t i = 0; i < module->resource_count; i++)
        if (strlen(module->resources[i].name) == length && !strncmp(module->resources[i].name, name, length))
            return &module->resources[i];
    return NULL;
}

static Argument memory_of(const WccResource *row)
{
    size_t row_bytes = row->height > 1 ? row->row_pitch : (size_t)row->width * row->stride;
    return (Argument){.data = row->data, .bytes = row_bytes * row->height * row->depth, .is_memory = true};
}

static Argument measure_of(const Kernels *kernels, const char *name, const char *what)
{
    const WccResourceInfo *info = find_info(kernels->module, name, (size_t)(what - name) - 1);
    if (!info)
        peer_skip("no resource has", name);
    const WccResource *row = &kernels->rows[info->first_row];
    uint32_t measure = !strcmp(what, "width") ? row->width : !strcmp(what, "height") ? row->height : row->row_pitch / row->stride;
    return (Argument){.bytes = sizeof measure, .measure = measure};
}

static Argument constant_of(const Kernels *kernels, const char *name)
{
    for (uint32_t i = 0; i < kernels->module->resource_count; i++) {
        const WccResourceInfo *info = &kernels->module->resources[i];
        for (uint32_t k = 0; info->kind == WCC_CBUFFER && k < info->field_count; k++)
            if (!strcmp(info->fields[k].name, name))
                return (Argument){.data = (char *)kernels->rows[info->first_row].data + info->fields[k].offset,
                                  .bytes = 4 * info->fields[k].rows * info->fields[k].columns}; /* all are words */
    }
    peer_skip("nothing here is called", name);
}

Argument argument_of(const Kernels *kernels, const char *name)
{
    const char *underscore = strchr(name, '_');
    const WccResourceInfo *info = find_info(kernels->module, name, strlen(name));
    if (underscore)
        return measure_of(kernels, name, underscore + 1);
    return info ? memory_of(&kernels->rows[info->first_row]) : constant_of(kernels, name);
}
