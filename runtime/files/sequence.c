/* Several files under one name: frame_%04d.png stands for frame_0000.png, frame_0001.png and so on.
 * Read, they are the slices of one array, from the lowest number that is there to the first that is
 * not. */
#include "files.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_NUMBER = 999999999, MAX_DIGITS = 9 };

/* "FOLDER/HEAD%04dTAIL:OPTION" */
typedef struct Pattern {
    NumberedPath path;
    const char *name, *end; /* the last part of the path, and where it ends */
} Pattern;

/* "%d", "%04d": what stands for the number, in the last part of a path. */
static bool parse_pattern(const char *typed, Pattern *pattern)
{
    const char *end = typed + host_path_length(typed), *name = end;
    while (name > typed && name[-1] != '/')
        name--;
    for (const char *at = name; at < end; at++) {
        const char *next = at + 1;
        int width = 0;
        if (*at != '%')
            continue;
        if (next[0] == '0' && next[1] >= '1' && next[1] <= '9') {
            width = next[1] - '0';
            next += 2;
        }
        if (next < end && *next == 'd') {
            NumberedPath path = {.head = typed, .head_length = (size_t)(at - typed),
                                 .width = width, .tail = next + 1};
            *pattern = (Pattern){path, name, end};
            return true;
        }
    }
    return false;
}

bool host_is_sequence(const char *typed)
{
    Pattern pattern;
    return parse_pattern(typed, &pattern);
}

/* The path of one number, with the options; NULL without memory. */
static char *new_path(const Pattern *pattern, uint32_t number)
{
    Text text = {0};
    host_spell_numbered(&pattern->path, number, &text);
    return host_take_text(&text);
}

/* Whether a file in the folder has a name of this pattern, and its number. */
static bool match_name(const Pattern *pattern, const char *name, uint32_t *number)
{
    const NumberedPath *path = &pattern->path;
    size_t before = path->head_length - (size_t)(pattern->name - path->head);
    size_t after = (size_t)(pattern->end - path->tail);
    uint64_t value = 0;
    if (strncmp(name, pattern->name, before) != 0)
        return false;
    const char *digits = name + before, *end;
    if (!host_parse_count(digits, &end, MAX_NUMBER, &value))
        return false;
    size_t count = (size_t)(end - digits);
    size_t least = path->width ? (size_t)path->width : 1;
    *number = (uint32_t)value;
    return count <= MAX_DIGITS && (count == least || (count > least && *digits != '0')) &&
           strlen(end) == after && !memcmp(end, path->tail, after);
}

/* The lowest number in the folder that is not below `least`; false: none. */
static bool find_first(const Pattern *pattern, uint32_t least, uint32_t *first)
{
    size_t length = (size_t)(pattern->name - pattern->path.head);
    char *folder = length ? strndup(pattern->path.head, length) : strdup(".");
    DIR *entries = folder ? opendir(folder) : NULL;
    bool is_found = false;
    uint32_t number;
    for (struct dirent *entry; entries && (entry = readdir(entries));) {
        if (!match_name(pattern, entry->d_name, &number) || number < least ||
            (is_found && number > *first))
            continue;
        *first = number;
        is_found = true;
    }
    if (entries)
        closedir(entries);
    free(folder);
    return is_found;
}

static bool fail_none(Report *report, const Pattern *pattern)
{
    char *first = new_path(pattern, 1);
    const char *name = first ? first + (pattern->name - pattern->path.head) : "";
    host_fail(report, "there is no file of that name with a number, as %.*s",
              (int)host_path_length(name), name);
    free(first);
    return false;
}

bool host_check_source(Report *report, const char *typed)
{
    Pattern pattern;
    uint32_t first;
    if (!parse_pattern(typed, &pattern))
        return host_check_file(report, typed);
    return find_first(&pattern, 0, &first) || fail_none(report, &pattern);
}

/* ---- reading ---- */

static bool is_alike(const Array *all, const Array *next)
{
    return next->number == all->number && next->meaning == all->meaning &&
           next->rank + 1 == all->rank &&
           !memcmp(next->dims, all->dims + 1, next->rank * sizeof *next->dims);
}

static void spell_dims(const Array *array, const size_t *dims, uint32_t rank, Text *text)
{
    for (uint32_t i = 0; i < rank; i++)
        host_text_printf(text, "%s%zu", i ? " x " : "", dims[i]);
    host_text_printf(text, " %s", host_number(array->number)->name);
}

static bool fail_unlike(Report *report, const Array *all, const Array *next)
{
    Text text = {0};
    spell_dims(next, next->dims, next->rank, &text);
    host_text_printf(&text, ", those before it ");
    spell_dims(all, all->dims + 1, all->rank - 1, &text);
    host_fail(report, "holds %s", text.text ? text.text : "something else");
    free(text.text);
    return false;
}

/* The first array becomes the first slice. */
static bool begin(Report *report, Array *all, Array *next)
{
    if (next->meaning == MEANING_RECORDS || next->meaning == MEANING_TEXTURE ||
        next->meaning == MEANING_TREE)
        return host_fail(report, "such a file is read by itself only");
    if (next->rank == HOST_MAX_RANK)
        return host_fail(report, "more than %d dimensions", HOST_MAX_RANK - 1);
    *all = *next;
    *next = (Array){0};
    memmove(all->dims + 1, all->dims, all->rank * sizeof *all->dims);
    all->dims[0] = 1;
    all->rank++;
    return true;
}

/* Puts a slice behind the others; *capacity is how many bytes there is room for. */
static bool append(Report *report, Array *all, const Array *next, size_t *capacity)
{
    if (!is_alike(all, next))
        return fail_unlike(report, all, next);
    size_t bytes = all->bytes + next->bytes;
    if (bytes > HOST_MAX_BYTES)
        return host_fail(report, "too large: more than 2^31 - 1 bytes with those before it");
    if (bytes + 1 > *capacity) {
        *capacity = bytes * 2 + 1;
        uint8_t *larger = realloc(all->data, *capacity);
        if (!larger)
            return host_fail(report, "not enough memory");
        all->data = larger;
    }
    if (next->bytes)
        memcpy(all->data + all->bytes, next->data, next->bytes);
    all->bytes = bytes;
    all->dims[0]++;
    return true;
}

static bool add_slice(Report *report, const char *typed, Array *all, size_t *capacity)
{
    Array next = {0};
    bool good = host_read_file(report, typed, &next) &&
                (all->rank ? append(report, all, &next, capacity) : begin(report, all, &next));
    host_free_array(&next);
    return good || host_fail_in(report, "%.*s", (int)host_path_length(typed), typed);
}

static bool is_there(const char *typed)
{
    char *path = strndup(typed, host_path_length(typed));
    bool good = path && access(path, F_OK) == 0;
    free(path);
    return good;
}

/* A number that is missing is mostly one that was lost. */
static void warn_of_gap(Report *report, const Pattern *pattern, uint32_t missing)
{
    uint32_t next;
    if (!find_first(pattern, missing, &next))
        return;
    char *lost = new_path(pattern, missing), *left = new_path(pattern, next);
    if (lost && left)
        host_warn(report, "%.*s is not there; %.*s and what follows it are not read",
                  (int)host_path_length(lost), lost, (int)host_path_length(left), left);
    free(lost);
    free(left);
}

bool host_read_files(Report *report, const char *typed, Array *array)
{
    Pattern pattern;
    uint32_t first;
    if (!parse_pattern(typed, &pattern))
        return host_read_file(report, typed, array);
    if (!find_first(&pattern, 0, &first))
        return fail_none(report, &pattern);
    size_t capacity = 0;
    bool good = true, is_last = false;
    for (uint32_t number = first; good && !is_last; number++) {
        char *one = new_path(&pattern, number);
        is_last = one && number > first && !is_there(one);
        good = one ? is_last || add_slice(report, one, array, &capacity)
                   : host_fail(report, "not enough memory");
        free(one);
        if (good && is_last)
            warn_of_gap(report, &pattern, number);
    }
    if (!good)
        host_free_array(array);
    return good;
}

/* ---- writing ---- */

bool host_write_slices(Report *report, const char *typed, const Array *array,
                       const Layout *layout, bool are_pictures)
{
    Pattern pattern;
    if (!parse_pattern(typed, &pattern))
        return host_write_file(report, typed, array, layout);
    bool good = true;
    for (size_t i = 0; good && i < array->dims[0]; i++) {
        Array slice = *array;
        char *one = new_path(&pattern, (uint32_t)i);
        slice.rank--;
        memmove(slice.dims, array->dims + 1, slice.rank * sizeof *slice.dims);
        slice.bytes /= array->dims[0];
        slice.data += i * slice.bytes;
        if (are_pictures && slice.rank == 2)
            slice.dims[slice.rank++] = 1;
        if (are_pictures)
            slice.meaning = MEANING_PICTURE;
        good = one ? host_write_file(report, one, &slice, layout) ||
                         host_fail_in(report, "%.*s", (int)host_path_length(one), one)
                   : host_fail(report, "not enough memory");
        free(one);
    }
    return good;
}
