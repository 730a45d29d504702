#include "registry.h"

#include <stdlib.h>
#include <string.h>

typedef struct Registry {
    TestCase *cases;
    size_t count, capacity;
    size_t picked; /* how many, at the front */
} Registry;

/* Filled by constructors before main() starts, hence no argument. */
static Registry *registry(void)
{
    static Registry all;
    return &all;
}

static void add(const char *name, CMUnitTestFunction run, void *state, Speed speed)
{
    Registry *all = registry();
    if (all->count == all->capacity) {
        all->capacity = all->capacity * 2 + 64;
        all->cases = realloc(all->cases, all->capacity * sizeof *all->cases);
        if (!all->cases)
            abort();
    }
    all->cases[all->count++] = (TestCase){{.name = name, .test_func = run, .initial_state = state},
                                          speed};
}

void test_add(const char *name, CMUnitTestFunction run, void *state)
{
    add(name, run, state, QUICK);
}

void test_add_slow(const char *name, CMUnitTestFunction run, void *state)
{
    add(name, run, state, SLOW);
}

bool test_is_picked(const char *name)
{
    for (size_t i = 0; i < registry()->picked; i++)
        if (!strcmp(registry()->cases[i].unit.name, name))
            return true;
    return false;
}

static int by_name(const void *left, const void *right)
{
    return strcmp(((const TestCase *)left)->unit.name, ((const TestCase *)right)->unit.name);
}

TestList registry_pick(const char *substring, Speed slowest)
{
    Registry *all = registry();
    all->picked = 0;
    for (size_t i = 0; i < all->count; i++) {
        bool matches = !substring || strstr(all->cases[i].unit.name, substring);
        if (matches && all->cases[i].speed <= slowest)
            all->cases[all->picked++] = all->cases[i];
    }
    if (all->picked)
        qsort(all->cases, all->picked, sizeof *all->cases, by_name);
    return (TestList){all->cases, all->picked};
}

void registry_drop(void)
{
    free(registry()->cases);
    *registry() = (Registry){0};
}

size_t test_place_length(const TestCase *test)
{
    const char *name = test->unit.name, *colon = strchr(name, ':'), *slash = strrchr(name, '/');
    return colon ? (size_t)(colon - name) : slash ? (size_t)(slash - name) : strlen(name);
}
