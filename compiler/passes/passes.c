/* The list of passes: pass.def as a table, and the labels of its rows. */
#include "passes_priv.h"

const Pass PASSES[] = {
#define PASS(name, least_optimisation, text) {#name, pass_##name, least_optimisation, text},
#include "pass.def"
#undef PASS
};
const int PASS_COUNT = COUNT_OF(PASSES);

const Pass *passes_find(Slice name)
{
    for (int i = 0; i < PASS_COUNT; i++)
        if (strlen(PASSES[i].name) == name.length &&
            memcmp(PASSES[i].name, name.text, name.length) == 0)
            return &PASSES[i];
    return NULL;
}

const char *pass_label(Arena *arena, const PassList *list, int at)
{
    int number = 0, count = 0;
    for (int i = 0; i < list->count; i++) {
        bool is_same = strcmp(list->items[i]->name, list->items[at]->name) == 0;
        count += is_same;
        number += is_same && i <= at;
    }
    return count == 1 ? list->items[at]->name
                      : arena_printf(arena, "%s#%d", list->items[at]->name, number);
}

PassList pass_list_all(Arena *arena)
{
    const Pass **items = ARENA_ARRAY(arena, const Pass *, PASS_COUNT);
    for (int i = 0; i < PASS_COUNT; i++)
        items[i] = &PASSES[i];
    return (PassList){items, PASS_COUNT};
}

bool passes_label_matches(const char *label, const char *wanted)
{
    size_t length = strlen(wanted);
    return strncmp(label, wanted, length) == 0 && (label[length] == '\0' || label[length] == '#');
}

bool passes_label_exists(const char *wanted)
{
    Arena *arena = arena_new("labels");
    PassList all = pass_list_all(arena);
    bool exists = false;
    for (int i = 0; i < all.count; i++)
        exists |= passes_label_matches(pass_label(arena, &all, i), wanted);
    arena_drop(arena);
    return exists;
}
