/* Marks for faults and messages of faults, as lists that are compared. */
#define _GNU_SOURCE
#include "faults.h"

#include <stdlib.h>

#include "ops/ops.h"

static const struct {
    const char *kind; /* in marks */
    const char *part; /* of its message, and of no other's */
    RunCheck check;   /* that finds it */
} KINDS[] = {
    {"barrier", "barrier that not all threads reach", RUN_CHECK_barrier},
    {"outside", " is outside '", RUN_CHECK_bounds},
    {"unwritten", "is read and was never written", RUN_CHECK_uninit},
    {"race", "race on '", RUN_CHECK_race},
    {"race", "race on byte ", RUN_CHECK_race},
    {"step", "right only where waves have at least ", RUN_CHECK_race}, /* N follows */
    {"lane", " is read, which is not active", RUN_CHECK_wave},
    {"lane", " is read, of a wave of ", RUN_CHECK_wave},
    {"nan", "a NaN is stored", RUN_CHECK_nan},
};

/* Those that follow memory look at barriers, too. */
static bool is_asked(unsigned checks, RunCheck check)
{
    unsigned follow = 1u << RUN_CHECK_race | 1u << RUN_CHECK_uninit;
    if (check == RUN_CHECK_barrier && (checks & follow) != 0)
        return true;
    return (checks >> check & 1) != 0;
}

/* ---- what is expected ---- */

/* Whether the word is the kind: letters, and digits behind "step". */
static bool is_kind(Slice word, const char *kind)
{
    size_t length = strlen(kind);
    bool is_step = strcmp(kind, "step") == 0;
    if (word.length < length || memcmp(word.text, kind, length) != 0)
        return false;
    return is_step ? word.length > length : word.length == length;
}

/* Whether "4,8" up to `end` has the wave size. */
static bool has_size(const char *sizes, const char *end, int wave_size)
{
    for (char *next; sizes < end; sizes = next + 1)
        if (strtol(sizes, &next, 10) == wave_size)
            return true;
    return false;
}

/* "race@4,8" */
static void expect_word(Arena *arena, FaultList *expected, Slice word, int line, int wave_size,
                        unsigned checks)
{
    const char *at = memchr(word.text, '@', word.length);
    Slice kind = {word.text, at != NULL ? (size_t)(at - word.text) : word.length};
    if (at != NULL && !has_size(at + 1, word.text + word.length, wave_size))
        return;
    for (int i = 0; i < COUNT_OF(KINDS); i++)
        if (is_kind(kind, KINDS[i].kind) && is_asked(checks, KINDS[i].check)) {
            const char *name = arena_copy_text(arena, kind.text, kind.length);
            vec_push(arena, expected, (Fault){line, 0, name, NULL});
            return;
        }
}

static void expect_line(Arena *arena, FaultList *expected, Slice row, int line, int wave_size,
                        unsigned checks)
{
    static const char MARK[] = "//! ";
    const char *end = row.text + row.length, *at = memmem(row.text, row.length, MARK, 4);
    for (at = at != NULL ? at + 4 : end; at < end; at++) {
        const char *blank = memchr(at, ' ', (size_t)(end - at));
        blank = blank != NULL ? blank : end;
        Slice word = {at, (size_t)(blank - at)};
        expect_word(arena, expected, word, line, wave_size, checks);
        at = blank;
    }
}

void faults_expect(Arena *arena, FaultList *expected, Slice text, int line, int wave_size,
                   unsigned checks)
{
    const char *end = text.text + text.length;
    for (const char *at = text.text, *next; at < end; at = next + 1, line++) {
        next = memchr(at, '\n', (size_t)(end - at));
        next = next != NULL ? next : end;
        Slice row = {at, (size_t)(next - at)};
        expect_line(arena, expected, row, line, wave_size, checks);
    }
}

/* ---- what is said ---- */

static const char *kind_of(Arena *arena, const char *message)
{
    for (int i = 0; i < COUNT_OF(KINDS); i++) {
        const char *part = strstr(message, KINDS[i].part);
        if (part != NULL && strcmp(KINDS[i].kind, "step") == 0)
            return arena_printf(arena, "step%d", atoi(part + strlen(KINDS[i].part)));
        if (part != NULL)
            return KINDS[i].kind;
    }
    return NULL;
}

static bool is_same_kind(const Fault *left, const Fault *right)
{
    return left->kind != NULL && right->kind != NULL && strcmp(left->kind, right->kind) == 0;
}

/* File names may have colons. */
static Fault place_of(const char *message)
{
    Fault fault = {0};
    const char *error = strstr(message, ": error: "), *at = error;
    for (int colons = 0; at != NULL && at > message && colons < 2; at--)
        colons += at[-1] == ':';
    if (at != NULL)
        sscanf(at, ":%d:%d", &fault.line, &fault.column);
    return fault;
}

void faults_add(Arena *arena, FaultList *said, const char *message)
{
    Fault fault = place_of(message);
    fault.kind = kind_of(arena, message);
    fault.text = arena_copy_text(arena, message, strlen(message));
    for (int i = 0; i < said->count; i++) {
        const Fault *other = &said->items[i];
        if (other->line == fault.line && other->column == fault.column &&
            is_same_kind(other, &fault))
            return;
    }
    vec_push(arena, said, fault);
}

/* ---- both ---- */

static int count_like(const FaultList *list, const Fault *fault, int end)
{
    int count = 0;
    for (int i = 0; i < list->count && i < end; i++)
        count += list->items[i].line == fault->line && is_same_kind(&list->items[i], fault);
    return count;
}

bool faults_agree(const FaultList *expected, const FaultList *said, const char *path, Text *why)
{
    bool agree = true;
    for (int i = 0; i < said->count; i++) {
        const Fault *fault = &said->items[i];
        if (count_like(said, fault, i) < count_like(expected, fault, expected->count))
            continue;
        text_printf(why, "%s%s", why->length > 0 ? "\n" : "", fault->text);
        agree = false;
    }
    for (int i = 0; i < expected->count; i++) {
        const Fault *fault = &expected->items[i];
        if (count_like(expected, fault, i) < count_like(said, fault, said->count))
            continue;
        text_printf(why, "%s%s:%d: '%s' is expected here and was not reported",
                    why->length > 0 ? "\n" : "", path, fault->line, fault->kind);
        agree = false;
    }
    return agree;
}
