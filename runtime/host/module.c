/* Names to rows of the module's tables: resources by variable or register, entry points, variants; and
 * what is bound to the rows. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "host.h"

bool host_check_module(Report *report, const WccModule *module)
{
    if (module->abi_version != WCC_ABI_VERSION)
        return host_fail(report, "'%s' was compiled for version %u of the runtime, this is %u; compile it again", module->source,
                         module->abi_version, (unsigned)WCC_ABI_VERSION);
    return true;
}

/* ---- resources ---- */

/* An unbounded array has the rows up to the next resource. */
uint32_t host_rows_of(const WccModule *module, const WccResourceInfo *info)
{
    if (info->array_count != UINT32_MAX)
        return info->array_count ? info->array_count : 1;
    uint32_t end = module->resource_rows;
    for (uint32_t i = 0; i < module->resource_count; i++) {
        uint32_t first = module->resources[i].first_row;
        if (first > info->first_row && first < end)
            end = first;
    }
    return end - info->first_row;
}

const char *host_register_text(const WccResourceInfo *info, char *text)
{
    int length = snprintf(text, 16, "%c%u", info->register_class, info->register_index);
    if (info->space)
        snprintf(text + length, 24, ",space%u", info->space);
    return text;
}

static const char *resource_name(const void *list, size_t index)
{
    return ((const WccResourceInfo *)list)[index].name;
}

/* "gTextures" or "gTextures[2]"; *index is UINT32_MAX where there is none. */
static bool is_variable(const WccResourceInfo *info, const char *name, uint32_t *index)
{
    size_t length = strlen(info->name);
    const char *end;
    uint64_t number;
    *index = UINT32_MAX;
    if (strncmp(name, info->name, length))
        return false;
    if (!name[length])
        return true;
    if (name[length] != '[' || !host_parse_count(name + length + 1, &end, UINT32_MAX - 1, &number) || strcmp(end, "]"))
        return false;
    *index = (uint32_t)number;
    return true;
}

/* "t0", "T0", "t0,space2"; *index counts from the resource's first register. */
static bool is_register(const WccModule *module, const WccResourceInfo *info, const char *name, uint32_t *index)
{
    const char *end;
    uint64_t number, space = 0;
    if (tolower((unsigned char)name[0]) != info->register_class || !host_parse_count(name + 1, &end, UINT32_MAX, &number))
        return false;
    if (!strncmp(end, ",space", 6) && !host_parse_count(end + 6, &end, UINT32_MAX, &space))
        return false;
    *index = (uint32_t)(number - info->register_index);
    return !*end && space == info->space && number >= info->register_index && *index < host_rows_of(module, info);
}

static bool take_row(Report *report, const WccModule *module, const WccResourceInfo *info, uint32_t index, Slot *slot)
{
    uint32_t rows = host_rows_of(module, info);
    if (index == UINT32_MAX && info->array_count)
        return host_fail(report, "'%s' is an array; say which: %s[0] .. %s[%u]", info->name, info->name, info->name, rows - 1);
    index = index == UINT32_MAX ? 0 : index;
    if (index >= rows)
        return host_fail(report, "'%s' has %u elements; there is no [%u]", info->name, rows, index);
    *slot = (Slot){ info, info->first_row + index };
    return true;
}

bool host_find_slot(Report *report, const WccModule *module, const char *name, Slot *slot)
{
    const WccResourceInfo *resources = module->resources;
    uint32_t index;
    for (uint32_t i = 0; i < module->resource_count; i++)
        if (is_variable(&resources[i], name, &index))
            return take_row(report, module, &resources[i], index, slot);
    for (uint32_t i = 0; i < module->resource_count; i++)
        if (is_register(module, &resources[i], name, &index))
            return take_row(report, module, &resources[i], index, slot);
    return host_fail_unknown(report, "unknown resource", name, (NameList){ resources, module->resource_count, resource_name });
}

bool host_entry_uses(const WccModule *module, const WccEntry *entry, const WccResourceInfo *info)
{
    for (uint32_t i = 0; i < entry->resource_count; i++)
        if (&module->resources[entry->resources[i]] == info)
            return true;
    return false;
}

/* ---- entry points ---- */

static const char *entry_name(const void *list, size_t index)
{
    return ((const WccEntry *)list)[index].name;
}

static void fail_no_entry(Report *report, const WccModule *module)
{
    Text text = { 0 };
    host_text(&text, "say which entry point to run with -e:");
    for (uint32_t i = 0; i < module->entry_count; i++)
        host_text(&text, " %s", module->entries[i].name);
    host_fail(report, "%s", module->entry_count ? text.text ? text.text : "say which entry point" : "there is no entry point");
    free(text.text);
}

const WccEntry *host_find_entry(Report *report, const WccModule *module, const char *name)
{
    if (!name && module->entry_count == 1)
        return &module->entries[0];
    if (!name) {
        fail_no_entry(report, module);
        return NULL;
    }
    for (uint32_t i = 0; i < module->entry_count; i++)
        if (!strcmp(module->entries[i].name, name))
            return &module->entries[i];
    host_fail_unknown(report, "unknown entry point", name, (NameList){ module->entries, module->entry_count, entry_name });
    return NULL;
}

static void fail_no_variant(Report *report, const WccEntry *entry, uint32_t wave_size)
{
    Text sizes = { 0 };
    for (uint32_t i = 0; i < entry->variant_count; i++)
        host_text(&sizes, " %u", entry->variants[i].wave_size);
    host_fail(report, "%s was not compiled for wave size %u, only for:%s; compile with --wave-size=%u", entry->name, wave_size,
              sizes.text ? sizes.text : " none", wave_size);
    free(sizes.text);
}

const WccVariant *host_find_variant(Report *report, const WccEntry *entry, uint32_t wave_size)
{
    for (uint32_t i = 0; i < entry->variant_count; i++)
        if (!wave_size || entry->variants[i].wave_size == wave_size)
            return &entry->variants[i];
    fail_no_variant(report, entry, wave_size);
    return NULL;
}

/* ---- bindings ---- */

bool host_new_bindings(Report *report, const WccModule *module, Bindings *bindings)
{
    bindings->count = module->resource_rows;
    bindings->rows = calloc(module->resource_rows + 1, sizeof *bindings->rows);
    bindings->storages = calloc(module->resource_rows + 1, sizeof *bindings->storages);
    return (bindings->rows && bindings->storages) || host_fail(report, "not enough memory");
}

void host_free_bindings(Bindings *bindings)
{
    for (uint32_t row = 0; bindings->storages && row < bindings->count; row++)
        host_drop_storage(bindings->storages[row]);
    free(bindings->rows);
    free(bindings->storages);
    *bindings = (Bindings){ 0 };
}

void host_bind(Bindings *bindings, uint32_t row, Storage *storage)
{
    host_drop_storage(bindings->storages[row]);
    bindings->storages[row] = storage;
    bindings->rows[row] = storage ? storage->view : (WccResource){ 0 };
}
