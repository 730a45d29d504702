/* The list of passes: pass.def as a table, and the labels of its rows. */
#include "passes_priv.h"

const Pass PASSES[] = {
#define PASS(name, least_optimisation, repeats, text) {#name, pass_##name, least_optimisation, repeats, text},
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

const char *pass_label(Arena *arena, const PassList *list, int at, int turn)
{
    int number = 0, count = 0;
    for (int i = 0; i < list->count; i++) {
        bool is_same = list->items[i]->run == list->items[at]->run;
        count += is_same;
        number += is_same && i <= at;
    }
    const char *name = list->items[at]->name;
    const char *row = count == 1 ? name : arena_printf(arena, "%s#%d", name, number);
    return turn == 1 ? row : arena_printf(arena, "%s.%d", row, turn);
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
    return strncmp(label, wanted, length) == 0 && strchr("#.", label[length]) != NULL;
}

bool passes_label_exists(const char *wanted)
{
    Arena *arena = arena_new("labels");
    PassList all = pass_list_all(arena);
    bool exists = false;
    for (int i = 0; i < all.count; i++)
        for (int turn = 1; turn <= MOST_REPEATS; turn++)
            exists |= passes_label_matches(pass_label(arena, &all, i, turn), wanted);
    arena_drop(arena);
    return exists;
}
