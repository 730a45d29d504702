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

const char **pass_labels(Arena *arena, const PassList *list)
{
    const char **labels = ARENA_ARRAY(arena, const char *, list->count + 1);
    for (int i = 0; i < list->count; i++) {
        const char *name = list->items[i]->name;
        int number = 1;
        if (labels[i] != NULL)
            continue;
        for (int k = i + 1; k < list->count; k++)
            if (list->items[k]->run == list->items[i]->run)
                labels[k] = arena_printf(arena, "%s#%d", name, ++number);
        labels[i] = number > 1 ? arena_printf(arena, "%s#1", name) : name;
    }
    return labels;
}

const char *pass_label_of_turn(Arena *arena, const char *row, int turn)
{
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
    const char **labels = pass_labels(arena, &all);
    for (int i = 0; i < all.count; i++)
        for (int turn = 1; turn <= MOST_REPEATS; turn++)
            exists |= passes_label_matches(pass_label_of_turn(arena, labels[i], turn), wanted);
    arena_drop(arena);
    return exists;
}
