/* Names to rows of the module's tables: resources by variable or register, entry points,
 * variants; and what is bound to the rows. */
#include "module.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

bool host_check_module(Report *report, const WccModule *module)
{
    if (module->abi_version != WCC_ABI_VERSION)
        return host_fail(report,
                         "'%s' was compiled for version %u of the runtime, this is %u; "
                         "compile it again",
                         module->source, module->abi_version, (unsigned)WCC_ABI_VERSION);
    return true;
}

/* ---- resources ---- */

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

const char *host_spell_register(const WccResourceInfo *info, char *text)
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
    if (strncmp(name, info->name, length) != 0)
        return false;
    if (!name[length])
        return true;
    if (name[length] != '[' ||
        !host_parse_count(name + length + 1, &end, UINT32_MAX - 1, &number) ||
        strcmp(end, "]") != 0)
        return false;
    *index = (uint32_t)number;
    return true;
}

/* "t0", "T0", "t0,space2"; *index counts from the resource's first register. */
static bool is_register(const WccModule *module, const WccResourceInfo *info, const char *name,
                        uint32_t *index)
{
    const char *end;
    uint64_t number, space = 0;
    if (tolower((unsigned char)name[0]) != info->register_class ||
        !host_parse_count(name + 1, &end, UINT32_MAX, &number))
        return false;
    if (!strncmp(end, ",space", 6) && !host_parse_count(end + 6, &end, UINT32_MAX, &space))
        return false;
    *index = (uint32_t)(number - info->register_index);
    return !*end && space == info->space && number >= info->register_index &&
           *index < host_rows_of(module, info);
}

static bool take_row(Report *report, const WccModule *module, const WccResourceInfo *info,
                     uint32_t index, Slot *slot)
{
    uint32_t rows = host_rows_of(module, info);
    if (index == UINT32_MAX && info->array_count)
        return host_fail(report, "'%s' is an array; say which: %s[0] .. %s[%u]", info->name,
                         info->name, info->name, rows - 1);
    index = index == UINT32_MAX ? 0 : index;
    if (index >= rows)
        return host_fail(report, "'%s' has %u elements; there is no [%u]", info->name, rows,
                         index);
    *slot = (Slot){info, info->first_row + index};
    return true;
}

/* "gTextures[1][2]", "gTextures[x]", "gTexture[0][0]": the variable is there, what stands behind it is no index. */
static bool fail_index(Report *report, const WccModule *module, const WccResourceInfo *info)
{
    if (!info->array_count)
        return host_fail(report, "'%s' is no array", info->name);
    return host_fail(report, "'%s' takes one number: %s[0] .. %s[%u]; arrays of arrays are counted through, the last index fastest",
                     info->name, info->name, info->name, host_rows_of(module, info) - 1);
}

static bool has_index(const WccResourceInfo *info, const char *name)
{
    size_t length = strlen(info->name);
    return !strncmp(name, info->name, length) && name[length] == '[';
}

bool host_find_slot(Report *report, const WccModule *module, const char *name, Slot *slot)
{
    const WccResourceInfo *resources = module->resources;
    uint32_t index;
    if (!name)
        return host_fail(report, "a resource's name is NULL");
    for (uint32_t i = 0; i < module->resource_count; i++)
        if (is_variable(&resources[i], name, &index))
            return take_row(report, module, &resources[i], index, slot);
    for (uint32_t i = 0; i < module->resource_count; i++)
        if (is_register(module, &resources[i], name, &index))
            return take_row(report, module, &resources[i], index, slot);
    for (uint32_t i = 0; i < module->resource_count; i++)
        if (has_index(&resources[i], name))
            return fail_index(report, module, &resources[i]);
    return host_fail_unknown(report, "unknown resource", name,
                             (NameList){resources, module->resource_count, resource_name});
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

static void fail_no_entry(Report *report, const WccModule *module, const char *how)
{
    Text text = {0};
    host_text_printf(&text, "say which entry point to run %s:", how);
    for (uint32_t i = 0; i < module->entry_count; i++)
        host_text_printf(&text, " %s", module->entries[i].name);
    host_fail(report, "%s",
              module->entry_count ? text.text ? text.text : "say which entry point"
                                  : "there is no entry point");
    free(text.text);
}

const WccEntry *host_find_entry(Report *report, const WccModule *module, const char *name,
                                const char *how)
{
    if (!name && module->entry_count == 1)
        return &module->entries[0];
    if (!name) {
        fail_no_entry(report, module, how);
        return NULL;
    }
    for (uint32_t i = 0; i < module->entry_count; i++)
        if (!strcmp(module->entries[i].name, name))
            return &module->entries[i];
    host_fail_unknown(report, "unknown entry point", name,
                      (NameList){module->entries, module->entry_count, entry_name});
    return NULL;
}

/* ---- variants ---- */

static bool same_wave_size(const WccVariant *left, const WccVariant *right)
{
    return left->wave_size == right->wave_size;
}

static bool same_lane_order(const WccVariant *left, const WccVariant *right)
{
    return !strcmp(left->lane_order, right->lane_order);
}

static bool same_extra_waves(const WccVariant *left, const WccVariant *right)
{
    return left->extra_waves == right->extra_waves;
}


typedef bool Same(const WccVariant *left, const WccVariant *right);

static bool is_first_such(const WccEntry *entry, uint32_t index, Same *same)
{
    for (uint32_t i = 0; i < index; i++)
        if (same(&entry->variants[i], &entry->variants[index]))
            return false;
    return true;
}

bool host_is_first_variant(const WccEntry *entry, uint32_t index, Trait trait)
{
    static Same *const same[] = {
        [TRAIT_WAVE_SIZE] = same_wave_size,
        [TRAIT_LANE_ORDER] = same_lane_order,
        [TRAIT_EXTRA_WAVES] = same_extra_waves,
    };
    return is_first_such(entry, index, same[trait]);
}

static bool has_several(const WccEntry *entry, Same *same)
{
    for (uint32_t i = 1; i < entry->variant_count; i++)
        if (!same(&entry->variants[0], &entry->variants[i]))
            return true;
    return false;
}

bool host_has_lane_orders(const WccEntry *entry)
{
    return has_several(entry, same_lane_order);
}

bool host_has_extra_waves(const WccEntry *entry)
{
    return has_several(entry, same_extra_waves);
}

void host_print_wave_sizes(Text *out, const WccEntry *entry)
{
    for (uint32_t i = 0; i < entry->variant_count; i++)
        if (is_first_such(entry, i, same_wave_size))
            host_text_printf(out, " %u", entry->variants[i].wave_size);
}

void host_print_lane_orders(Text *out, const WccEntry *entry)
{
    for (uint32_t i = 0; i < entry->variant_count; i++)
        if (is_first_such(entry, i, same_lane_order))
            host_text_printf(out, " %s", entry->variants[i].lane_order);
}

void host_print_extra_waves(Text *out, const WccEntry *entry)
{
    for (uint32_t i = 0; i < entry->variant_count; i++)
        if (is_first_such(entry, i, same_extra_waves))
            host_text_printf(out, " %u", entry->variants[i].extra_waves);
}

static bool has_lane_order(const WccVariant *variant, Wanted wanted)
{
    return !wanted.lane_order || !strcmp(variant->lane_order, wanted.lane_order);
}

static bool has_extra_waves(const WccVariant *variant, Wanted wanted)
{
    return wanted.extra_waves < 0 || variant->extra_waves == wanted.extra_waves;
}

static bool is_wave_size(uint32_t lanes)
{
    return lanes >= 4 && lanes <= 128 && !(lanes & (lanes - 1));
}

/* Says which of the wishes no variant fulfils. */
static void fail_no_variant(Report *report, const WccEntry *entry, Wanted wanted)
{
    Text sizes = {0}, orders = {0}, extras = {0};
    bool has_size = false, has_order = false;
    for (uint32_t i = 0; i < entry->variant_count; i++) {
        has_size |= !wanted.wave_size || entry->variants[i].wave_size == wanted.wave_size;
        has_order |= has_lane_order(&entry->variants[i], wanted);
    }
    host_print_wave_sizes(&sizes, entry);
    host_print_lane_orders(&orders, entry);
    host_print_extra_waves(&extras, entry);
    if (!has_size && !is_wave_size(wanted.wave_size))
        host_fail(report, "%u is no wave size: a wave has 4, 8, 16, 32, 64 or 128 lanes; %s was compiled for:%s",
                  wanted.wave_size, entry->name, sizes.text ? sizes.text : " none");
    else if (!has_size)
        host_fail(report,
                  "%s was not compiled for wave size %u, only for:%s; compile with "
                  "--wave-size=%u, where its [WaveSize] has nothing against it",
                  entry->name, wanted.wave_size, sizes.text ? sizes.text : " none",
                  wanted.wave_size);
    else if (!has_order)
        host_fail(report,
                  "%s was not compiled for lane order %.60s, only for:%s; "
                  "compile with --lane-order=%.60s",
                  entry->name, wanted.lane_order, orders.text ? orders.text : " none",
                  wanted.lane_order);
    else
        host_fail(report,
                  "%s was not compiled for %lld extra waves, only for:%s; "
                  "compile with --extra-waves=%lld",
                  entry->name, (long long)wanted.extra_waves, extras.text ? extras.text : " none",
                  (long long)wanted.extra_waves);
    free(sizes.text);
    free(orders.text);
    free(extras.text);
}

const WccVariant *host_find_variant(Report *report, const WccEntry *entry, Wanted wanted)
{
    for (uint32_t i = 0; i < entry->variant_count; i++) {
        const WccVariant *variant = &entry->variants[i];
        if ((!wanted.wave_size || variant->wave_size == wanted.wave_size) &&
            has_lane_order(variant, wanted) && has_extra_waves(variant, wanted))
            return variant;
    }
    fail_no_variant(report, entry, wanted);
    return NULL;
}

/* ---- bindings ---- */

bool host_new_bindings(Report *report, const WccModule *module, Bindings *bindings)
{
    bindings->count = module->resource_rows;
    bindings->rows = calloc(module->resource_rows + 1, sizeof *bindings->rows);
    bindings->storages = calloc(module->resource_rows + 1, sizeof *bindings->storages);
    bindings->formats = calloc(module->resource_rows + 1, sizeof *bindings->formats);
    return (bindings->rows && bindings->storages && bindings->formats) ||
           host_fail(report, "not enough memory");
}

void host_free_bindings(Bindings *bindings)
{
    for (uint32_t row = 0; bindings->storages && row < bindings->count; row++)
        host_drop_storage(bindings->storages[row]);
    free(bindings->rows);
    free(bindings->storages);
    free(bindings->formats);
    *bindings = (Bindings){0};
}

void host_bind(Bindings *bindings, uint32_t row, Storage *storage)
{
    host_drop_storage(bindings->storages[row]);
    bindings->storages[row] = storage;
    bindings->rows[row] = storage ? storage->view : (WccResource){0};
}
