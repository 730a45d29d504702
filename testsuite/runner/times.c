#define _GNU_SOURCE
#include "times.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Sum {
    const char *name; /* its first `length` letters */
    size_t length;
    double seconds;
} Sum;

typedef struct Sums {
    Sum *items;
    size_t count;
} Sums;

/* Names of one place or folder come one after the other: tests are sorted by name. */
static void add(Sums *sums, const char *name, size_t length, double seconds)
{
    Sum *last = sums->count ? &sums->items[sums->count - 1] : NULL;
    if (last && last->length == length && !strncmp(last->name, name, length))
        last->seconds += seconds;
    else
        sums->items[sums->count++] = (Sum){name, length, seconds};
}

static size_t folder_length(const char *place, size_t length)
{
    const char *slash = memrchr(place, '/', length);
    return slash ? (size_t)(slash - place) : length;
}

static int by_seconds(const void *left, const void *right)
{
    const Sum *one = left, *other = right;
    return (one->seconds < other->seconds) - (one->seconds > other->seconds);
}

static void print_sums(const char *title, Sums sums)
{
    static const double LEAST = 0.5;
    qsort(sums.items, sums.count, sizeof *sums.items, by_seconds);
    printf("CPU seconds by %s:\n", title);
    for (size_t i = 0; i < sums.count && sums.items[i].seconds >= LEAST; i++)
        printf("%8.1f  %.*s\n", sums.items[i].seconds, (int)sums.items[i].length,
               sums.items[i].name);
}

void times_print(TestList tests, const double *seconds)
{
    Sums places = {calloc(tests.count + 1, sizeof(Sum)), 0};
    Sums folders = {calloc(tests.count + 1, sizeof(Sum)), 0};
    if (!places.items || !folders.items)
        abort();
    double all = 0;
    for (size_t i = 0; i < tests.count; i++) {
        const char *name = tests.cases[i].unit.name;
        size_t length = test_place_length(&tests.cases[i]);
        add(&places, name, length, seconds[i]);
        add(&folders, name, folder_length(name, length), seconds[i]);
        all += seconds[i];
    }
    print_sums("place", places);
    print_sums("folder", folders);
    printf("%8.1f  CPU seconds in all\n", all);
    free(places.items);
    free(folders.items);
}
