/* cbuffers: default values, and members set by name from text. */
#include "module.h"

#include <stdlib.h>
#include <string.h>

/* Puts tightly packed numbers of the field's type in their places; cbuffer NULL: only checks. */
static bool store_field(Report *report, const WccResourceInfo *info, const WccField *field,
                        uint32_t first, uint32_t count, const uint8_t *numbers, uint8_t *cbuffer)
{
    uint32_t each = host_field_scalars(field);
    uint32_t bytes = host_number(host_number_of(field->scalar))->bytes;
    for (uint32_t element = first; element < first + count; element++) {
        for (uint32_t i = 0; i < each; i++, numbers += bytes) {
            uint32_t offset = host_field_offset(field, element, i);
            if (offset + bytes > info->stride)
                return host_fail(report, "the compiled module's table of '%s' is damaged",
                                 info->name);
            if (cbuffer)
                memcpy(cbuffer + offset, numbers, bytes);
        }
    }
    return true;
}

Storage *host_new_constants(Report *report, const WccResourceInfo *info)
{
    Storage *storage = host_new_storage(report, info, host_constants_extent(info));
    for (uint32_t i = 0; storage && i < info->field_count; i++) {
        const WccField *field = &info->fields[i];
        if (field->default_value &&
            !store_field(report, info, field, 0, host_field_elements(field),
                         field->default_value, storage->view.data)) {
            host_drop_storage(storage);
            return NULL;
        }
    }
    return storage;
}

/* ---- names ---- */

/* "[3]" gives 3 and what follows. */
static bool parse_index(const char *text, const char **rest, uint32_t *index)
{
    uint64_t number;
    if (*text != '[' || !host_parse_count(text + 1, rest, UINT32_MAX, &number) || **rest != ']')
        return false;
    ++*rest;
    *index = (uint32_t)number;
    return true;
}

/* "weights" is the whole array, "weights[3]" one element. */
static bool match_field(const WccField *field, const char *text, Constant *constant)
{
    size_t length = strlen(field->name);
    const char *rest = text + length;
    if (strncmp(text, field->name, length) != 0)
        return false;
    constant->field = field;
    constant->first = 0;
    constant->count = host_field_elements(field);
    if (!*rest)
        return true;
    constant->count = 1;
    return parse_index(rest, &rest, &constant->first) && !*rest &&
           constant->first < field->array_count;
}

/* What follows "cbSettings." or "cbSettings[1]."; NULL: another name. */
static const char *skip_buffer_name(const WccModule *module, const WccResourceInfo *info,
                                    const char *name, uint32_t *row)
{
    size_t length = strlen(info->name);
    const char *rest = name + length;
    uint32_t index = 0;
    if (strncmp(name, info->name, length) != 0)
        return NULL;
    if (*rest == '[' && (!parse_index(rest, &rest, &index) || index >= host_rows_of(module, info)))
        return NULL;
    *row = info->first_row + index;
    return *rest == '.' ? rest + 1 : NULL;
}

/* Counts the members of this name in one cbuffer; *constant gets the last. */
static unsigned match_buffer(const WccModule *module, const WccResourceInfo *info,
                             const char *name, Constant *constant)
{
    uint32_t row = info->first_row;
    const char *member = skip_buffer_name(module, info, name, &row);
    unsigned found = 0;
    for (uint32_t i = 0; i < info->field_count; i++) {
        Constant candidate = {.slot = {info, info->first_row}};
        bool plain = match_field(&info->fields[i], name, &candidate);
        if (!plain && member) {
            candidate.slot.row = row;
            plain = match_field(&info->fields[i], member, &candidate);
        }
        if (plain) {
            *constant = candidate;
            found++;
        }
    }
    return found;
}

/* All members of all cbuffers, for did-you-mean. */
typedef struct MemberList {
    const char **names;
    size_t count;
} MemberList;

static const char *member_name(const void *list, size_t index)
{
    return ((const MemberList *)list)->names[index];
}

static bool fail_unknown_member(Report *report, const WccModule *module, const char *name)
{
    MemberList members = {0};
    size_t capacity = 1;
    for (uint32_t i = 0; i < module->resource_count; i++)
        capacity += module->resources[i].field_count;
    members.names = calloc(capacity, sizeof *members.names);
    if (!members.names)
        return host_fail(report, "not enough memory");
    for (uint32_t i = 0; i < module->resource_count; i++)
        if (module->resources[i].kind == WCC_CBUFFER)
            for (uint32_t j = 0; j < module->resources[i].field_count; j++)
                members.names[members.count++] = module->resources[i].fields[j].name;
    host_fail_unknown(report, "unknown cbuffer member", name,
                      (NameList){&members, members.count, member_name});
    free(members.names);
    return false;
}

bool host_find_constant(Report *report, const WccModule *module, const char *name,
                        Constant *constant)
{
    const WccResourceInfo *owner = NULL;
    for (uint32_t i = 0; i < module->resource_count; i++) {
        const WccResourceInfo *info = &module->resources[i];
        if (info->kind != WCC_CBUFFER || !match_buffer(module, info, name, constant))
            continue;
        if (owner)
            return host_fail(report, "'%s' is in more than one cbuffer; say %s.%s or %s.%s", name,
                             owner->name, name, info->name, name);
        owner = info;
    }
    return owner || fail_unknown_member(report, module, name);
}

bool host_set_constant(Report *report, const Constant *constant, const char *values,
                       uint8_t *cbuffer)
{
    const WccField *field = constant->field;
    size_t count = 0, wanted = (size_t)host_field_scalars(field) * constant->count;
    void *numbers = NULL;
    if (!host_parse_list(report, values, host_number_of(field->scalar), &numbers, &count))
        return false;
    bool good = count == wanted;
    char array[24] = "";
    if (constant->count > 1)
        snprintf(array, sizeof array, "[%u]", field->array_count);
    if (!good)
        host_fail(report, "%s (%s%s) takes %zu value%s, not %zu", field->name, field->type, array,
                  wanted, wanted == 1 ? "" : "s", count);
    good = good && store_field(report, constant->slot.info, field, constant->first,
                               constant->count, numbers, cbuffer);
    free(numbers);
    return good;
}

bool host_set_numbers(Report *report, const Constant *constant, Number number, const void *values,
                      uint32_t count, uint8_t *cbuffer)
{
    const WccField *field = constant->field;
    Number wanted = host_number_of(field->scalar);
    uint64_t takes = (uint64_t)host_field_scalars(field) * constant->count;
    if (count != takes)
        return host_fail(report, "%s takes %llu values, not %u", field->type,
                         (unsigned long long)takes, count);
    uint8_t *numbers = malloc((size_t)count * host_number(wanted)->bytes + 1);
    bool good = numbers ? host_convert(report, number, values, wanted, numbers, count)
                        : host_fail(report, "not enough memory");
    good = good && store_field(report, constant->slot.info, field, constant->first,
                               constant->count, numbers, cbuffer);
    free(numbers);
    return good;
}
