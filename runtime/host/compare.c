/* --compare, --compare-wave-sizes: one entry point run in several ways from the same start. The first way is
 * the one that a plain run takes; the others must leave the same bytes in everything that it may write. */
#include <stdlib.h>
#include <string.h>

#include "session.h"

enum { RANDOM_SCHEDULES = 6 };

typedef struct Way {
    const WccVariant *variant;
    Schedule schedule;
} Way;

typedef struct Ways {
    Way *items;
    size_t count;
} Ways;

/* ---- the ways ---- */

static void add_schedules(Ways *ways, const WccVariant *variant)
{
    ways->items[ways->count++] = (Way){ variant, { WCC_FORWARD, 0 } };
    ways->items[ways->count++] = (Way){ variant, { WCC_REVERSE, 0 } };
    for (uint32_t seed = 1; seed <= RANDOM_SCHEDULES; seed++)
        ways->items[ways->count++] = (Way){ variant, { WCC_RANDOM, seed } };
}

static bool list_ways(StepRun *run, Ways *ways)
{
    const Step *step = run->step;
    CompareKind kind = run->session->line->compare;
    ways->items = calloc(step->entry->variant_count * (RANDOM_SCHEDULES + 2) + 1, sizeof *ways->items);
    if (!ways->items)
        return host_fail(run->session->report, "not enough memory");
    ways->items[ways->count++] = (Way){ step->variant, step->schedule };
    for (uint32_t i = 0; i < step->entry->variant_count; i++) {
        const WccVariant *variant = &step->entry->variants[i];
        if (kind == COMPARE_ALL)
            add_schedules(ways, variant);
        else if (variant != step->variant)
            ways->items[ways->count++] = (Way){ variant, step->schedule };
    }
    return true;
}

static const char *way_text(const Way *way, char text[64])
{
    char schedule[32];
    snprintf(text, 64, "--wave-size %u --schedule %s", way->variant->wave_size, host_schedule_text(way->schedule, schedule));
    return text;
}

/* ---- differences ---- */

typedef struct Place {
    const WccResourceInfo *info;
    uint32_t row, line; /* of the table; of the view */
    size_t byte;        /* in the line */
} Place;

static bool lines_differ(const WccResource *a, const WccResource *b, size_t bytes, Place *place)
{
    for (place->line = 0; place->line < host_view_rows(a); place->line++) {
        const uint8_t *left = host_view_row(a, place->line), *right = host_view_row(b, place->line);
        for (place->byte = 0; memcmp(left, right, bytes) && place->byte < bytes; place->byte++)
            if (left[place->byte] != right[place->byte])
                return true;
    }
    return false;
}

static void text_index(Text *text, const Place *place, const WccResource *view, uint32_t element_bytes)
{
    uint32_t x = (uint32_t)(place->byte / element_bytes);
    if (!host_is_texture(place->info))
        host_text(text, "[%u]", x);
    else if (view->depth > 1)
        host_text(text, "[%u, %u, %u]", x, place->line % view->height, place->line / view->height);
    else
        host_text(text, "[%u, %u]", x, place->line);
}

static bool fail_place(StepRun *run, const Place *place, const WccResource *views[2], const Way *ways[2])
{
    Report *report = run->session->report;
    Layout layout;
    Text text = { 0 };
    char words[64], name[24] = "";
    if (!host_new_layout(report, place->info, &layout))
        return false;
    if (place->info->array_count)
        snprintf(name, sizeof name, "[%u]", place->row - place->info->first_row);
    host_text(&text, "%s%s", place->info->name, name);
    text_index(&text, place, views[0], layout.bytes);
    for (int i = 0; i < 2; i++) {
        host_text(&text, "%s ", i ? ", and" : " is");
        host_text_element(&text, &layout, host_view_row(views[i], place->line) + place->byte / layout.bytes * layout.bytes);
        host_text(&text, " with %s", way_text(ways[i], words));
    }
    host_free_layout(&layout);
    host_fail(report, "%s: %s", run->step->entry->name, text.text ? text.text : "");
    free(text.text);
    return false;
}

/* Says where the bindings differ from what the first way left; true where they agree. */
static bool agrees(StepRun *run, Storage *const *first, const Way *ways[2])
{
    Bindings *bindings = &run->session->bindings;
    for (uint32_t row = 0; row < bindings->count; row++) {
        if (!first[row])
            continue;
        const WccResource *views[2] = { &first[row]->view, &bindings->storages[row]->view };
        Place place = { first[row]->info, row, 0, 0 };
        if (lines_differ(views[0], views[1], host_view_row_bytes(place.info, views[0]), &place))
            return fail_place(run, &place, views, ways);
        if (first[row]->counter != bindings->storages[row]->counter) {
            char words[2][64];
            return host_fail(run->session->report, "%s: the counter of %s is %u with %s, and %u with %s", run->step->entry->name, place.info->name,
                             first[row]->counter, way_text(ways[0], words[0]), bindings->storages[row]->counter, way_text(ways[1], words[1]));
        }
    }
    return true;
}

/* ---- the runs ---- */

static WccStatus run_way(StepRun *run, const WccDispatch *dispatch, const Way *way)
{
    Step step = *run->step;
    step.variant = way->variant;
    step.schedule = way->schedule;
    return host_run_once(&(StepRun){ run->session, &step, run->index }, dispatch, NULL);
}

static WccStatus run_ways(StepRun *run, const WccDispatch *dispatch, const Ways *ways, Storage **start, Storage ***first)
{
    for (size_t i = 0; i < ways->count; i++) {
        if (i)
            host_restore_start(run, start);
        WccStatus status = run_way(run, dispatch, &ways->items[i]);
        if (status)
            return status;
        if (!i && !(*first = host_keep_start(run)))
            return WCC_BAD_INPUT;
        if (i && !agrees(run, *first, (const Way *[]){ &ways->items[0], &ways->items[i] }))
            return WCC_CHECK_FAILED;
    }
    host_restore_start(run, *first);
    return WCC_OK;
}

static void say_agreement(StepRun *run, const Ways *ways)
{
    FILE *out = run->session->out;
    bool all = run->session->line->compare == COMPARE_ALL;
    fprintf(out, "%s: %zu runs agree: wave sizes", run->step->entry->name, ways->count);
    for (uint32_t i = 0; i < run->step->entry->variant_count; i++)
        fprintf(out, " %u", run->step->entry->variants[i].wave_size);
    if (all)
        fprintf(out, "; schedules forward, reverse, random:1 to random:%d", RANDOM_SCHEDULES);
    if (all && run->step->variant->in_order)
        fprintf(out, " of waves only: its groups wait for each other and start in order");
    fprintf(out, "\n");
    if (all && !run->step->variant->scheduled)
        host_warn(run->session->report, "%s was compiled without --schedules: only the order of groups changed, waves ran forward",
                  run->step->entry->name);
}

WccStatus host_compare_step(StepRun *run, const WccDispatch *dispatch)
{
    Ways ways = { 0 };
    Storage **start = host_keep_start(run), **first = NULL;
    WccStatus status = start && list_ways(run, &ways) ? run_ways(run, dispatch, &ways, start, &first) : WCC_BAD_INPUT;
    if (!status)
        say_agreement(run, &ways);
    host_drop_kept(run, start);
    host_drop_kept(run, first);
    free(ways.items);
    return status;
}
