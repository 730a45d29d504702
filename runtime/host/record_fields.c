/* The records of a .npy and the fields of the shader's struct, matched by their paths. The numbers
 * of one path are in the same order on both sides: the last index runs fastest. Both are sorted by
 * path, so that a path's fields stand together, and are found by halving. */
#include "resources.h"

#include <stdlib.h>
#include <string.h>

/* From this side on. */
static uint64_t count_from(const Sides *sides, uint32_t first)
{
    uint64_t count = 1;
    for (uint32_t i = first; i < sides->count; i++)
        count *= sides->sides[i];
    return count;
}

static void spell_sides(const Sides *sides, char text[64])
{
    size_t length = 0;
    text[0] = 0;
    for (uint32_t i = 0; i < sides->count && length < 48; i++)
        length += (size_t)snprintf(text + length, 64 - length, "%s%u", i ? " x " : "",
                                   sides->sides[i]);
    if (!sides->count)
        strcpy(text, "1");
}

/* As many numbers, in the same shape, or the last of its sides in a row. */
static bool are_alike(const Sides *have, const Sides *want)
{
    uint32_t last = have->count ? have->count - 1 : 0;
    return have->count <= want->count &&
           !memcmp(have->sides, want->sides, last * sizeof *want->sides) &&
           count_from(have, last) == count_from(want, last);
}

static bool check_sides(Report *report, const char *path, const Sides *have, const Sides *want)
{
    char had[64], wanted[64];
    if (are_alike(have, want))
        return true;
    spell_sides(have, had);
    spell_sides(want, wanted);
    return host_fail(report, "field '%.100s' holds %s numbers, the shader's %s", path, had,
                     wanted);
}

static const char *record_name(const void *list, size_t index)
{
    return ((const Records *)list)->fields[index].path;
}

static const char *field_name(const void *list, size_t index)
{
    return ((const WccResourceInfo *)list)->fields[index].name;
}

/* A field of the struct, or of the records, and its path. */
typedef struct Place {
    char *path;
    uint32_t index;  /* of the field */
    uint32_t scalar; /* the struct's: the first of the field */
} Place;

typedef struct Matcher {
    Report *report;
    const WccResourceInfo *info;
    const Records *records;
    Place *fields, *found; /* the struct's, and the records', sorted by path, then by index */
    bool *is_known;        /* by field of the records */
    Scalar *sources;
} Matcher;

static int compare_places(const void *one, const void *other)
{
    const Place *a = one, *b = other;
    int order = strcmp(a->path, b->path);
    return order ? order : (a->index > b->index) - (a->index < b->index);
}

static bool is_one_path(const Place *place, const char *path)
{
    return !strcmp(place->path, path);
}

/* How many places from this one on have its path. */
static uint32_t count_places(const Place *places, uint32_t count)
{
    uint32_t alike = 1;
    while (alike < count && is_one_path(&places[alike], places->path))
        alike++;
    return alike;
}

/* The first with a path, or where it would stand. */
static uint32_t find_place(const Place *places, uint32_t count, const char *path)
{
    uint32_t first = 0, end = count;
    while (first < end) {
        uint32_t middle = first + (end - first) / 2;
        if (strcmp(places[middle].path, path) < 0)
            first = middle + 1;
        else
            end = middle;
    }
    return first;
}

static bool list_places(Matcher *matcher)
{
    uint32_t scalar = 0, count = matcher->info->field_count;
    for (uint32_t i = 0; i < count; i++) {
        const WccField *field = &matcher->info->fields[i];
        matcher->fields[i] = (Place){host_new_field_path(field), i, scalar};
        if (!matcher->fields[i].path)
            return false;
        scalar += host_field_elements(field) * host_field_scalars(field);
    }
    for (uint32_t i = 0; i < matcher->records->count; i++)
        matcher->found[i] = (Place){matcher->records->fields[i].path, i, 0};
    qsort(matcher->fields, count, sizeof(Place), compare_places);
    qsort(matcher->found, matcher->records->count, sizeof(Place), compare_places);
    return true;
}

/* The numbers of the records' fields in turn, to those of the struct's. */
static bool fill_sources(Matcher *matcher, const Place *fields, uint32_t count, const Place *found,
                         uint32_t found_count)
{
    uint32_t at = 0, number = 0;
    for (uint32_t i = 0; i < count; i++) {
        const WccField *field = &matcher->info->fields[fields[i].index];
        uint32_t scalars = host_field_elements(field) * host_field_scalars(field);
        for (uint32_t k = 0; k < scalars; k++, number++) {
            while (at < found_count && number == matcher->records->fields[found[at].index].count) {
                number = 0;
                at++;
            }
            if (at == found_count)
                return host_fail(matcher->report, "field '%.100s' holds too few numbers",
                                 fields->path);
            const RecordField *from = &matcher->records->fields[found[at].index];
            matcher->sources[fields[i].scalar + k] = (Scalar){
                from->offset + number * host_number(from->number)->bytes, from->number};
        }
    }
    return true;
}

/* All fields at the path of this one, which is their first. */
static bool match_path(Matcher *matcher, const Place *fields, uint32_t count)
{
    const Records *records = matcher->records;
    uint32_t first = find_place(matcher->found, records->count, fields->path);
    const Place *found = &matcher->found[first];
    if (first == records->count || !is_one_path(found, fields->path))
        return host_fail_unknown(matcher->report, "its records have no field", fields->path,
                                 (NameList){records, records->count, record_name});
    uint32_t found_count = count_places(found, records->count - first);
    Sides want = {0};
    host_add_field_sides(&want, &matcher->info->fields[fields[count - 1].index]);
    for (uint32_t i = 0; i < found_count; i++)
        matcher->is_known[found[i].index] = true;
    return check_sides(matcher->report, fields->path, &records->fields[found->index].sides,
                       &want) &&
           fill_sources(matcher, fields, count, found, found_count);
}

/* Path by path, in the order of their first fields: the first that is wrong is told. */
static bool match_paths(Matcher *matcher)
{
    uint32_t count = matcher->info->field_count;
    uint32_t *places = calloc(count + 1, sizeof *places); /* one more than where a path begins */
    if (!places)
        return host_fail(matcher->report, "not enough memory");
    for (uint32_t i = 0; i < count; i += count_places(&matcher->fields[i], count - i))
        places[matcher->fields[i].index] = i + 1;
    bool good = true;
    for (uint32_t i = 0; good && i < count; i++) {
        if (!places[i])
            continue;
        const Place *fields = &matcher->fields[places[i] - 1];
        good = match_path(matcher, fields, count_places(fields, count + 1 - places[i]));
    }
    free(places);
    return good;
}

static bool check_all_known(const Matcher *matcher)
{
    const Records *records = matcher->records;
    for (uint32_t i = 0; i < records->count; i++)
        if (!matcher->is_known[i])
            return host_fail_unknown(matcher->report, "the shader's struct has no field",
                                     records->fields[i].path,
                                     (NameList){matcher->info, matcher->info->field_count,
                                                field_name});
    return true;
}

bool host_match_records(Report *report, const WccResourceInfo *info, const Records *records,
                        Scalar *sources)
{
    Matcher matcher = {report, info, records, calloc(info->field_count + 1, sizeof(Place)),
                       calloc(records->count + 1, sizeof(Place)),
                       calloc(records->count + 1, sizeof(bool)), sources};
    bool good = matcher.fields && matcher.found && matcher.is_known && list_places(&matcher);
    good = good ? match_paths(&matcher) && check_all_known(&matcher)
                : host_fail(report, "not enough memory");
    for (uint32_t i = 0; matcher.fields && i < info->field_count; i++)
        free(matcher.fields[i].path);
    free(matcher.fields);
    free(matcher.found);
    free(matcher.is_known);
    return good;
}
