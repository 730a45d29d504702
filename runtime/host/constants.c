/* cbuffers: default values, and members set by name from text. */
#include "module.h"

#include <stdlib.h>
#include <string.h>

/* All of a field. */
static Constant whole_field(const WccResourceInfo *info, uint32_t row, const WccField *field)
{
    return (Constant){{info, row}, field, 1, 0, host_field_elements(field),
                      0,           host_field_scalars(field)};
}

/* Puts tightly packed numbers of the field's type in their places, and moves behind them; cbuffer
 * NULL: only checks. */
static bool store_field(Report *report, const Constant *part, const uint8_t **numbers,
                        uint8_t *cbuffer)
{
    const WccField *field = part->field;
    uint32_t bytes = host_number(host_number_of(field->scalar))->bytes;
    for (uint32_t element = part->first; element < part->first + part->count; element++) {
        for (uint32_t i = 0; i < part->scalars; i++, *numbers += bytes) {
            uint32_t offset = host_field_offset(field, element, part->scalar + i);
            if (offset + bytes > part->slot.info->stride)
                return host_fail(report, "the compiled module's table of '%s' is damaged",
                                 part->slot.info->name);
            if (cbuffer)
                memcpy(cbuffer + offset, *numbers, bytes);
        }
    }
    return true;
}

/* The parts of a constant, field by field. */
static Constant part_of(const Constant *constant, uint32_t index)
{
    return constant->fields == 1 ? *constant
                                 : whole_field(constant->slot.info, constant->slot.row,
                                               &constant->field[index]);
}

static size_t count_numbers(const Constant *constant)
{
    size_t count = 0;
    for (uint32_t i = 0; i < constant->fields; i++) {
        Constant part = part_of(constant, i);
        count += (size_t)part.count * part.scalars;
    }
    return count;
}

static bool store_constant(Report *report, const Constant *constant, const void *numbers,
                           uint8_t *cbuffer)
{
    const uint8_t *at = numbers;
    for (uint32_t i = 0; i < constant->fields; i++) {
        Constant part = part_of(constant, i);
        if (!store_field(report, &part, &at, cbuffer))
            return false;
    }
    return true;
}

Storage *host_new_constants(Report *report, const WccResourceInfo *info)
{
    Storage *storage = host_new_storage(report, info, host_constants_extent(info));
    for (uint32_t i = 0; storage && i < info->field_count; i++) {
        const uint8_t *numbers = info->fields[i].default_value;
        Constant whole = whole_field(info, info->first_row, &info->fields[i]);
        if (numbers && !store_field(report, &whole, &numbers, storage->view.data)) {
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

/* ".w" or ".a" gives 3, as "[3]" does. */
static bool parse_component(const char *text, const char **rest, uint32_t *index)
{
    static const char letters[] = "xyzwrgba";
    const char *letter = *text == '.' && text[1] ? strchr(letters, text[1]) : NULL;
    if (!letter)
        return parse_index(text, rest, index);
    *index = (uint32_t)(letter - letters) % 4;
    *rest = text + 2;
    return true;
}

/* "weights" is the whole array, "weights[3]" one element; behind it "[1]" is a matrix's row or a
 * vector's component, and one more index a component of the row; ".y" is a component, too. */
static bool match_field(const WccField *field, const char *text, Constant *constant)
{
    size_t length = strlen(field->name);
    const char *rest = text + length;
    uint32_t index, columns = field->columns ? field->columns : 1;
    if (strncmp(text, field->name, length) != 0)
        return false;
    *constant = whole_field(constant->slot.info, constant->slot.row, field);
    if (*rest && field->array_count) {
        if (!parse_index(rest, &rest, &constant->first) || constant->first >= field->array_count)
            return false;
        constant->count = 1;
    }
    if (*rest && field->rows > 1) {
        if (!parse_index(rest, &rest, &index) || index >= field->rows)
            return false;
        constant->scalar = index * columns;
        constant->scalars = columns;
    }
    if (*rest && columns > 1) {
        if (!parse_component(rest, &rest, &index) || index >= columns)
            return false;
        constant->scalar += index;
        constant->scalars = 1;
    }
    return !*rest;
}

/* "Lights[2].at" lies in "Lights" and in "Lights[2]". */
static bool lies_in(const char *part, const char *whole)
{
    size_t length = strlen(whole);
    return length && !strncmp(part, whole, length) && (part[length] == '.' || part[length] == '[');
}

/* All fields that lie in a struct or an array of arrays: "Lights[2]", "Lights", "table". */
static bool match_fields(const WccResourceInfo *info, uint32_t first, const char *text,
                         Constant *constant)
{
    uint32_t count = 0;
    bool is_first = !first || !lies_in(info->fields[first - 1].name, text);
    while (is_first && first + count < info->field_count &&
           lies_in(info->fields[first + count].name, text))
        count++;
    constant->field = &info->fields[first];
    constant->fields = count;
    return count > 0;
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
        bool plain = match_field(&info->fields[i], name, &candidate) ||
                     match_fields(info, i, name, &candidate);
        if (!plain && member) {
            candidate.slot = (Slot){info, row};
            plain = match_field(&info->fields[i], member, &candidate) ||
                    match_fields(info, i, member, &candidate);
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

/* The member that has no such part: "steps" of "steps[3]"; NULL: there is none. */
static const WccField *find_whole(const WccModule *module, const char *name)
{
    for (uint32_t i = 0; i < module->resource_count; i++) {
        const WccResourceInfo *info = &module->resources[i];
        uint32_t row;
        const char *member = info->kind == WCC_CBUFFER ? skip_buffer_name(module, info, name, &row)
                                                       : NULL;
        for (uint32_t j = 0; info->kind == WCC_CBUFFER && j < info->field_count; j++)
            if (lies_in(name, info->fields[j].name) ||
                (member && lies_in(member, info->fields[j].name)))
                return &info->fields[j];
    }
    return NULL;
}

static bool fail_unknown_part(Report *report, const WccField *whole, const char *name)
{
    char array[24] = "";
    if (whole->array_count)
        snprintf(array, sizeof array, "[%u]", whole->array_count);
    return host_fail(report, "unknown cbuffer member '%.100s': the type of %s is %s%s", name,
                     whole->name, whole->type, array);
}

static bool fail_unknown_member(Report *report, const WccModule *module, const char *name)
{
    const WccField *whole = find_whole(module, name);
    if (whole)
        return fail_unknown_part(report, whole, name);
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

/* Of an array of cbuffers each is set by itself: which one stands in brackets. */
static bool check_element(Report *report, const WccResourceInfo *info, const char *name,
                          const Constant *constant)
{
    size_t length = strlen(info->name);
    bool is_said = strncmp(name, info->name, length) == 0 && name[length] == '[';
    return !info->array_count || is_said ||
           host_fail(report, "'%s' is an array; say which: %s[0].%s", info->name, info->name,
                     constant->field->name);
}

bool host_find_constant(Report *report, const WccModule *module, const char *name,
                        Constant *constant)
{
    const WccResourceInfo *owner = NULL;
    if (!name)
        return host_fail(report, "a member's name is NULL");
    for (uint32_t i = 0; i < module->resource_count; i++) {
        const WccResourceInfo *info = &module->resources[i];
        if (info->kind != WCC_CBUFFER || !match_buffer(module, info, name, constant))
            continue;
        if (owner)
            return host_fail(report, "'%s' is in more than one cbuffer; say %s.%s or %s.%s", name,
                             owner->name, name, info->name, name);
        owner = info;
    }
    return owner ? check_element(report, owner, name, constant)
                 : fail_unknown_member(report, module, name);
}

/* Members of several types have no list of values in common. */
static bool check_types(Report *report, const Constant *constant)
{
    for (uint32_t i = 1; i < constant->fields; i++)
        if (constant->field[i].scalar != constant->field[0].scalar)
            return host_fail(report,
                             "its members have several types; set them one by one, as %s and %s",
                             constant->field[0].name, constant->field[i].name);
    return true;
}

/* "gain (float) takes 1 value, not 2" */
static bool fail_count(Report *report, const Constant *constant, size_t wanted, size_t count)
{
    const WccField *field = constant->field;
    char array[24] = "";
    if (constant->fields > 1)
        return host_fail(report, "%s and what follows it takes %zu values, not %zu", field->name,
                         wanted, count);
    if (constant->count > 1)
        snprintf(array, sizeof array, "[%u]", field->array_count);
    return host_fail(report, "%s (%s%s)%s takes %zu value%s, not %zu", field->name, field->type,
                     array, constant->scalars < host_field_scalars(field) ? ", of which a part" : "",
                     wanted, wanted == 1 ? "" : "s", count);
}

bool host_set_constant(Report *report, const Constant *constant, const char *values,
                       uint8_t *cbuffer)
{
    size_t count = 0, wanted = count_numbers(constant);
    void *numbers = NULL;
    if (!check_types(report, constant) ||
        !host_parse_list(report, values, host_number_of(constant->field->scalar), &numbers,
                         &count))
        return false;
    bool good = (count == wanted || fail_count(report, constant, wanted, count)) &&
                store_constant(report, constant, numbers, cbuffer);
    free(numbers);
    return good;
}

bool host_set_numbers(Report *report, const Constant *constant, Number number, const void *values,
                      uint32_t count, uint8_t *cbuffer)
{
    Number wanted = host_number_of(constant->field->scalar);
    size_t takes = count_numbers(constant);
    if (!check_types(report, constant))
        return false;
    if (count != takes)
        return host_fail(report, "%s takes %zu values, not %u", constant->field->type, takes,
                         count);
    uint8_t *numbers = malloc((size_t)count * host_number(wanted)->bytes + 1);
    if (!numbers)
        return host_fail(report, "not enough memory");
    bool good = host_convert(report, number, values, wanted, numbers, count) &&
                store_constant(report, constant, numbers, cbuffer);
    free(numbers);
    return good;
}
