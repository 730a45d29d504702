/* Where two runs left different memory, in words: the element, both values, how to repeat
 * either run, and the lines of the source that stored them. The lines come from the table of an
 * entry point's stores: where several lines store to the resource both runs are repeated with
 * an eye on the place (WccDispatch.watch), which modules compiled with --schedules allow. */
#include "files/files.h"
#include "session.h"

#include <stdlib.h>
#include <string.h>

/* ---- finding ---- */

static bool lines_differ(const WccResource *a, const WccResource *b, size_t bytes,
                         Difference *difference)
{
    for (difference->line = 0; difference->line < host_view_lines(a); difference->line++) {
        const uint8_t *left = host_view_line(a, difference->line);
        const uint8_t *right = host_view_line(b, difference->line);
        if (!memcmp(left, right, bytes))
            continue;
        for (difference->byte = 0; left[difference->byte] == right[difference->byte];)
            difference->byte++;
        return true;
    }
    return false;
}

Difference host_find_difference(StepRun *run, Storage *const *kept)
{
    Bindings *bindings = &run->session->bindings;
    for (uint32_t row = 0; row < bindings->count; row++) {
        if (!kept[row])
            continue;
        Difference difference = {.info = kept[row]->info, .row = row};
        size_t bytes = host_view_line_bytes(difference.info, &kept[row]->view);
        if (lines_differ(&kept[row]->view, &bindings->storages[row]->view, bytes, &difference))
            return difference;
        difference.byte = SIZE_MAX;
        if (kept[row]->counter != bindings->storages[row]->counter)
            return difference;
    }
    return (Difference){0};
}

/* ---- which lines ---- */

/* What stored the value of one run: a row of the entry's stores. */
typedef enum StoreKnowledge {
    STORE_UNKNOWN, STORE_KNOWN,
    STORE_NONE /* it is as it was at the start */
} StoreKnowledge;

typedef struct FoundStore {
    StoreKnowledge knowledge;
    const WccStore *store;
} FoundStore;

/* What is looked for. */
typedef struct Search {
    StepRun *run;
    const WccDispatch *dispatch;
    Storage *const *start;
    const Difference *difference;
    const Layout *layout;
} Search;

static bool stores_to(const StepRun *run, const WccStore *store, const Difference *difference)
{
    return &run->session->module->resources[store->resource] == difference->info;
}

/* The scalar of the element that differs. */
static WccWatch watch_scalar(const WccResource *view, const Difference *difference,
                             const Layout *layout)
{
    size_t within = difference->byte % layout->bytes, start = difference->byte - within;
    WccWatch watch = {.bytes = 1, .store = UINT32_MAX};
    uint32_t offset = (uint32_t)within;
    for (uint32_t i = 0; i < layout->count; i++) {
        uint32_t bytes = host_number(layout->scalars[i].number)->bytes;
        if (within >= layout->scalars[i].offset && within < layout->scalars[i].offset + bytes) {
            offset = layout->scalars[i].offset;
            watch.bytes = bytes;
        }
    }
    watch.at = host_view_line(view, difference->line) + start + offset;
    return watch;
}

enum { POISON = 0xa5 };

/* Runs that way again with an eye on the place. With `poisons` it counts only if the value
 * comes out as before: the kernel might have read what was put there. */
static bool run_watched(Search *search, const Way *way, const Storage *result, uint32_t poisons,
                        WccWatch *watch)
{
    StepRun *run = search->run;
    Storage *storage = run->session->bindings.storages[search->difference->row];
    WccDispatch watched = *search->dispatch;
    host_restore_start(run, search->start);
    *watch = watch_scalar(&storage->view, search->difference, search->layout);
    watch->poisons = poisons;
    watch->poison = POISON;
    memcpy(watch->seen, watch->at, watch->bytes);
    if (poisons)
        memset(watch->at, POISON, watch->bytes);
    memcpy(watch->left, watch->at, watch->bytes);
    watched.watch = watch;
    size_t offset = (size_t)((uint8_t *)watch->at - (uint8_t *)storage->view.data);
    return !host_run_once(run, way, &watched, NULL) &&
           !memcmp(watch->seen, (uint8_t *)result->view.data + offset, watch->bytes);
}

/* `result`: what that way left. */
static FoundStore find_by_watching(Search *search, const Way *way, const Storage *result)
{
    const WccEntry *entry = search->run->step->entry;
    WccWatch watch;
    if (!way->variant->scheduled || search->difference->byte == SIZE_MAX)
        return (FoundStore){STORE_UNKNOWN, NULL};
    if (!run_watched(search, way, result, 1, &watch) &&
        !run_watched(search, way, result, 0, &watch))
        return (FoundStore){STORE_UNKNOWN, NULL};
    if (watch.store >= entry->store_count)
        return (FoundStore){STORE_NONE, NULL};
    return (FoundStore){STORE_KNOWN, &entry->stores[watch.store]};
}

static void print_store(Text *out, FoundStore found, const char *with)
{
    if (found.knowledge == STORE_NONE)
        host_text_printf(out, "left as it was with the %s", with);
    else
        host_text_printf(out, "stored at %s:%u with the %s", found.store->path, found.store->line,
                         with);
}

static void print_all_stores(const StepRun *run, Text *out, const Difference *difference)
{
    const WccEntry *entry = run->step->entry;
    const char *before = "; stored at ";
    for (uint32_t i = 0; i < entry->store_count; i++)
        if (stores_to(run, &entry->stores[i], difference)) {
            host_text_printf(out, "%s%s:%u", before, entry->stores[i].path, entry->stores[i].line);
            before = " or ";
        }
}

static uint32_t count_stores(const StepRun *run, const Difference *difference)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < run->step->entry->store_count; i++)
        count += stores_to(run, &run->step->entry->stores[i], difference);
    return count;
}

/* `results`: what the ways left, in memory that no run touches. */
static void print_stores(Search *search, Text *out, const Way *const ways[2],
                         const Storage *const results[2])
{
    StepRun *run = search->run;
    const Difference *difference = search->difference;
    FoundStore found[2] = {{STORE_UNKNOWN, NULL}, {STORE_UNKNOWN, NULL}};
    for (int i = 0; i < 2 && count_stores(run, difference) > 1; i++)
        found[i] = find_by_watching(search, ways[i], results[i]);
    if (found[0].knowledge == STORE_UNKNOWN || found[1].knowledge == STORE_UNKNOWN ||
        (!found[0].store && !found[1].store))
        print_all_stores(run, out, difference);
    else if (found[0].store == found[1].store)
        host_text_printf(out, "; stored at %s:%u", found[0].store->path, found[0].store->line);
    else {
        host_text_printf(out, "; ");
        print_store(out, found[0], "first");
        host_text_printf(out, ", ");
        print_store(out, found[1], "second");
    }
}

/* ---- words ---- */

static void print_index(Text *out, const Difference *difference, const WccResource *view,
                        uint32_t element_bytes)
{
    uint32_t x = (uint32_t)(difference->byte / element_bytes);
    if (!host_is_texture(difference->info))
        host_text_printf(out, "[%u]", x);
    else if (view->depth > 1)
        host_text_printf(out, "[%u, %u, %u]", x, difference->line % view->height,
                         difference->line / view->height);
    else
        host_text_printf(out, "[%u, %u]", x, difference->line);
}

static void print_value(Text *out, const Storage *storage, const Difference *difference,
                        const Layout *layout)
{
    if (difference->byte == SIZE_MAX)
        host_text_printf(out, "%u", storage->counter);
    else
        host_print_element(out, layout,
                           host_view_line(&storage->view, difference->line) +
                               difference->byte / layout->bytes * layout->bytes);
}

static void print_difference(Text *out, StepRun *run, const Difference *difference,
                             const Layout *layout, const Way *const ways[2],
                             const Storage *const results[2])
{
    char words[160];
    host_text_printf(out, "%s%s", difference->byte == SIZE_MAX ? "the counter of " : "",
                     difference->info->name);
    if (difference->info->array_count)
        host_text_printf(out, "[%u]", difference->row - difference->info->first_row);
    if (difference->byte != SIZE_MAX)
        print_index(out, difference, &results[0]->view, layout->bytes);
    for (int i = 0; i < 2; i++) {
        host_text_printf(out, "%s ", i ? ", and" : " is");
        print_value(out, results[i], difference, layout);
        host_text_printf(out, " with %s", host_spell_way(run, ways[i], words));
    }
}

bool host_fail_difference(StepRun *run, const WccDispatch *dispatch, Storage *const *start,
                          Storage *const *kept, const Difference *difference,
                          const Way *const ways[2])
{
    Report *report = run->session->report;
    Layout layout;
    Text text = {0};
    Storage *second = host_copy_storage(report, run->session->bindings.storages[difference->row]);
    if (!second || !host_new_layout(report, difference->info, &layout)) {
        host_drop_storage(second);
        return false;
    }
    const Storage *results[2] = {kept[difference->row], second};
    Search search = {run, dispatch, start, difference, &layout};
    print_difference(&text, run, difference, &layout, ways, results);
    print_stores(&search, &text, ways, results);
    host_free_layout(&layout);
    host_drop_storage(second);
    host_fail(report, "%s: %s", run->step->entry->name, text.text ? text.text : "");
    free(text.text);
    return false;
}
