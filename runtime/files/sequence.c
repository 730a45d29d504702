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
    const char *typed;
    size_t head, tail, end; /* where they begin; where the path ends */
    uint32_t digits;        /* at least; 0 for %d */
} Pattern;

/* "%d", "%04d": what stands for the number, in the last part of a path. */
static bool parse_pattern(const char *typed, Pattern *pattern)
{
    size_t end = host_path_length(typed), head = end;
    while (head > 0 && typed[head - 1] != '/')
        head--;
    *pattern = (Pattern){.typed = typed, .head = head, .end = end};
    for (size_t at = head; at < end; at++) {
        size_t next = at + 1;
        if (typed[at] != '%')
            continue;
        if (typed[next] == '0' && typed[next + 1] >= '1' && typed[next + 1] <= '9') {
            pattern->digits = (uint32_t)(typed[next + 1] - '0');
            next += 2;
        }
        if (next < end && typed[next] == 'd') {
            pattern->tail = next + 1;
            return true;
        }
        pattern->digits = 0;
    }
    return false;
}

bool host_is_sequence(const char *typed)
{
    Pattern pattern;
    return parse_pattern(typed, &pattern);
}

/* Where the % is. */
static size_t number_place(const Pattern *pattern)
{
    return pattern->tail - (pattern->digits ? 4 : 2);
}

/* The path of one number, with the options; NULL without memory. */
static char *new_path(const Pattern *pattern, uint32_t number)
{
    Text text = {0};
    host_text_printf(&text, "%.*s%0*u%s", (int)number_place(pattern), pattern->typed,
                     (int)(pattern->digits ? pattern->digits : 1), number,
                     pattern->typed + pattern->tail);
    if (!text.failed)
        return text.text;
    free(text.text);
    return NULL;
}

/* Whether a file in the folder has a name of this pattern, and its number. */
static bool match_name(const Pattern *pattern, const char *name, uint32_t *number)
{
    const char *head = pattern->typed + pattern->head, *tail = pattern->typed + pattern->tail;
    size_t before = number_place(pattern) - pattern->head, after = pattern->end - pattern->tail;
    uint64_t value = 0;
    if (strncmp(name, head, before) != 0)
        return false;
    const char *digits = name + before, *end;
    if (!host_parse_count(digits, &end, MAX_NUMBER, &value))
        return false;
    size_t count = (size_t)(end - digits);
    uint32_t least = pattern->digits ? pattern->digits : 1;
    *number = (uint32_t)value;
    return count <= MAX_DIGITS && (count == least || (count > least && *digits != '0')) &&
           strlen(end) == after && !memcmp(end, tail, after);
}

/* The lowest number in the folder; false: none. */
static bool find_first(const Pattern *pattern, uint32_t *first)
{
    char *folder = pattern->head ? strndup(pattern->typed, pattern->head) : strdup(".");
    DIR *entries = folder ? opendir(folder) : NULL;
    bool is_found = false;
    uint32_t number;
    for (struct dirent *entry; entries && (entry = readdir(entries));) {
        if (!match_name(pattern, entry->d_name, &number) || (is_found && number > *first))
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
    return host_fail(report, "there is no file of that name with a number, as %.*s%0*u%.*s",
                     (int)(number_place(pattern) - pattern->head),
                     pattern->typed + pattern->head,
                     (int)(pattern->digits ? pattern->digits : 1), 1,
                     (int)(pattern->end - pattern->tail), pattern->typed + pattern->tail);
}

bool host_check_source(Report *report, const char *typed)
{
    Pattern pattern;
    uint32_t first;
    if (!parse_pattern(typed, &pattern))
        return host_check_file(report, typed);
    return find_first(&pattern, &first) || fail_none(report, &pattern);
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

bool host_read_files(Report *report, const char *typed, Array *array)
{
    Pattern pattern;
    uint32_t first;
    if (!parse_pattern(typed, &pattern))
        return host_read_file(report, typed, array);
    if (!find_first(&pattern, &first))
        return fail_none(report, &pattern);
    size_t capacity = 0;
    bool good = true, is_last = false;
    for (uint32_t number = first; good && !is_last; number++) {
        char *one = new_path(&pattern, number);
        is_last = one && number > first && !is_there(one);
        good = one ? is_last || add_slice(report, one, array, &capacity)
                   : host_fail(report, "not enough memory");
        free(one);
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
