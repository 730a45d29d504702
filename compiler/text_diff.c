/* Patience diff (Bram Cohen): lines that stand once in each text are paired; the most of the pairs
 * that are in one order in both are kept; from each, equal lines above and below are paired, too.
 * What is left was taken out, or is new. In IR nearly each line stands once, since it begins with
 * the number of its value, so no line is matched that is another value's. */
#define _GNU_SOURCE
#include "text_diff.h"

#include <stdlib.h>

enum { CONTEXT = 3 };

typedef struct Line {
    const char *text;
    int length;   /* that counts: without its comment */
    int whole;    /* with it */
    int number;   /* in its text */
    int partner;  /* the line in the other text that it is; -1: none */
} Line;

typedef struct Lines { VEC(Line) list; } Lines;

/* ---- lines ---- */

static Lines split(Arena *arena, const char *text)
{
    Lines lines = {0};
    for (const char *at = text; *at != '\0';) {
        int whole = (int)strcspn(at, "\n"), length = whole;
        const char *comment = memmem(at, (size_t)whole, " ; ", 3);
        if (comment != NULL)
            length = (int)(comment - at);
        while (length > 0 && at[length - 1] == ' ')
            length--;
        Line line = {at, length, whole, lines.list.count, -1};
        vec_push(arena, &lines.list, line);
        at += whole + (at[whole] == '\n');
    }
    return lines;
}

static int compare_texts(const Line *left, const Line *right)
{
    int shorter = left->length < right->length ? left->length : right->length;
    int order = memcmp(left->text, right->text, (size_t)shorter);
    return order != 0 ? order : left->length - right->length;
}

static int compare_lines(const void *left, const void *right)
{
    const Line *const *a = left, *const *b = right;
    int order = compare_texts(*a, *b);
    return order != 0 ? order : (*a)->number - (*b)->number;
}

/* ---- pairs ---- */

static Line **sorted(Arena *arena, Lines *lines)
{
    Line **order = ARENA_ARRAY(arena, Line *, lines->list.count + 1);
    for (int i = 0; i < lines->list.count; i++)
        order[i] = &lines->list.items[i];
    qsort(order, (size_t)lines->list.count, sizeof *order, compare_lines);
    return order;
}

/* Lines from `first` on that are alike. */
static int count_alike(Line *const *order, int count, int first)
{
    int end = first + 1;
    while (end < count && compare_texts(order[first], order[end]) == 0)
        end++;
    return end - first;
}

/* By line of `before`: the one of `after` that is alike, where each stands once in its text. */
static int *pair_unique(Arena *arena, Lines *before, Lines *after)
{
    int count = before->list.count, other_count = after->list.count;
    int *pairs = ARENA_ARRAY(arena, int, count + 1);
    Line **left = sorted(arena, before), **right = sorted(arena, after);
    memset(pairs, -1, sizeof *pairs * (size_t)(count + 1));
    for (int i = 0, k = 0; i < count && k < other_count;) {
        int order = compare_texts(left[i], right[k]);
        int alike = order <= 0 ? count_alike(left, count, i) : 0;
        int other = order >= 0 ? count_alike(right, other_count, k) : 0;
        if (alike == 1 && other == 1)
            pairs[left[i]->number] = right[k]->number;
        i += alike;
        k += other;
    }
    return pairs;
}

/* Keeps the longest row of pairs that goes up (patience sorting): `piles` holds, by length, the line
 * whose partner is least of those that a row of that length ends in. */
static void keep_longest_row(Arena *arena, Lines *before, Lines *after, const int *pairs)
{
    int count = before->list.count, piles = 0;
    int *pile = ARENA_ARRAY(arena, int, count + 1), *below = ARENA_ARRAY(arena, int, count + 1);
    for (int i = 0; i < count; i++) {
        int low = 0, high = piles;
        if (pairs[i] < 0)
            continue;
        while (low < high) {
            int middle = (low + high) / 2;
            if (pairs[pile[middle]] < pairs[i])
                low = middle + 1;
            else
                high = middle;
        }
        below[i] = low > 0 ? pile[low - 1] : -1;
        pile[low] = i;
        piles += low == piles;
    }
    for (int i = piles > 0 ? pile[piles - 1] : -1; i >= 0; i = below[i]) {
        before->list.items[i].partner = pairs[i];
        after->list.items[pairs[i]].partner = i;
    }
}

static bool join(Lines *before, Lines *after, int left, int right)
{
    if (left < 0 || right < 0 || left >= before->list.count || right >= after->list.count)
        return false;
    Line *one = &before->list.items[left], *other = &after->list.items[right];
    if (one->partner >= 0 || other->partner >= 0 || compare_texts(one, other) != 0)
        return false;
    one->partner = right;
    other->partner = left;
    return true;
}

/* Equal lines next to a pair, and at both ends, are pairs. */
static void extend(Lines *before, Lines *after)
{
    int count = before->list.count;
    for (int i = -1; i < count; i++)
        if (i < 0 || before->list.items[i].partner >= 0)
            join(before, after, i + 1, i < 0 ? 0 : before->list.items[i].partner + 1);
    for (int i = count; i >= 0; i--)
        if (i == count || before->list.items[i].partner >= 0)
            join(before, after, i - 1,
                 (i == count ? after->list.count : before->list.items[i].partner) - 1);
}

/* ---- hunks ---- */

typedef struct Place { int left, right; } Place; /* the next line of each text */

static bool is_pair(const Lines *before, const Lines *after, Place at)
{
    return at.left < before->list.count && at.right < after->list.count &&
           before->list.items[at.left].partner == at.right;
}

static bool is_end(const Lines *before, const Lines *after, Place at)
{
    return at.left >= before->list.count && at.right >= after->list.count;
}

/* Past a pair, a line that was taken out, or a new one, in this order. */
static Place step(const Lines *before, const Lines *after, Place at)
{
    bool is_out = at.left < before->list.count && before->list.items[at.left].partner < 0;
    bool is_same = is_pair(before, after, at);
    return (Place){at.left + (is_same || is_out), at.right + (is_same || !is_out)};
}

/* Behind the changes from there on that up to 2 * CONTEXT equal lines part from each other. */
static Place end_of_hunk(const Lines *before, const Lines *after, Place at)
{
    int equal = 0;
    for (; !is_end(before, after, at) && equal <= 2 * CONTEXT; at = step(before, after, at))
        equal = is_pair(before, after, at) ? equal + 1 : 0;
    int spare = equal > CONTEXT ? equal - CONTEXT : 0;
    return (Place){at.left - spare, at.right - spare};
}

static void print_line(Text *out, char mark, const Line *line)
{
    text_printf(out, "%c%.*s\n", mark, line->whole, line->text);
}

static void print_hunk(Text *out, const Lines *before, const Lines *after, Place at, Place end)
{
    text_printf(out, "@@ -%d,%d +%d,%d @@\n", at.left + 1, end.left - at.left, at.right + 1,
                end.right - at.right);
    for (Place next; at.left < end.left || at.right < end.right; at = next) {
        next = step(before, after, at);
        if (next.right == at.right)
            print_line(out, '-', &before->list.items[at.left]);
        else
            print_line(out, next.left == at.left ? '+' : ' ', &after->list.items[at.right]);
    }
}

bool text_diff(Text *out, const char *before_text, const char *after_text)
{
    Arena *arena = arena_new("diff");
    Lines before = split(arena, before_text), after = split(arena, after_text);
    bool differs = false;
    keep_longest_row(arena, &before, &after, pair_unique(arena, &before, &after));
    extend(&before, &after);
    for (Place at = {0, 0}; !is_end(&before, &after, at);) {
        if (is_pair(&before, &after, at)) {
            at.left++, at.right++;
            continue;
        }
        Place start = at, end = end_of_hunk(&before, &after, at);
        for (int i = 0; i < CONTEXT && start.left > 0 && start.right > 0; i++)
            start.left--, start.right--;
        print_hunk(out, &before, &after, start, end);
        differs = true;
        at = end;
    }
    arena_drop(arena);
    return differs;
}
