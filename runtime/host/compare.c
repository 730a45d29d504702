/* --compare, --compare-wave-sizes: one entry point run in several ways from the same start. The
 * first way is the one that a plain run takes; the others must leave the same bytes in
 * everything that it may write. */
#include "session.h"

#include <stdlib.h>
#include <string.h>

enum { RANDOM_SCHEDULES = 6 };

typedef struct Ways {
    Way *items;
    size_t count;
} Ways;

/* ---- the ways ---- */

static void add_schedules(Ways *ways, const WccVariant *variant)
{
    ways->items[ways->count++] = (Way){variant, {WCC_FORWARD, 0}};
    ways->items[ways->count++] = (Way){variant, {WCC_REVERSE, 0}};
    for (uint32_t seed = 1; seed <= RANDOM_SCHEDULES; seed++)
        ways->items[ways->count++] = (Way){variant, {WCC_RANDOM, seed}};
}

/* But for its wave size. */
static bool is_alike(const WccVariant *a, const WccVariant *b)
{
    return !strcmp(a->lane_order, b->lane_order) && a->extra_waves == b->extra_waves;
}

static bool list_ways(StepRun *run, Ways *ways)
{
    const Step *step = run->step;
    CompareKind kind = run->session->plan->line->compare;
    ways->items = calloc(step->entry->variant_count * (RANDOM_SCHEDULES + 2) + 1,
                         sizeof *ways->items);
    if (!ways->items)
        return host_fail(run->session->report, "not enough memory");
    ways->items[ways->count++] = step->way;
    for (uint32_t i = 0; i < step->entry->variant_count; i++) {
        const WccVariant *variant = &step->entry->variants[i];
        if (kind == COMPARE_ALL)
            add_schedules(ways, variant);
        else if (variant != step->way.variant && is_alike(variant, step->way.variant))
            ways->items[ways->count++] = (Way){variant, step->way.schedule};
    }
    return true;
}

/* ---- the runs ---- */

static WccStatus run_ways(StepRun *run, const WccDispatch *dispatch, const Ways *ways,
                          Storage **start, Storage ***first)
{
    for (size_t i = 0; i < ways->count; i++) {
        if (i)
            host_restore_start(run, start);
        WccStatus status = host_run_once(run, &ways->items[i], dispatch, NULL);
        if (status)
            return status;
        if (!i && !(*first = host_keep_start(run)))
            return WCC_BAD_INPUT;
        Difference difference = i ? host_find_difference(run, *first) : (Difference){0};
        if (difference.info) {
            host_fail_difference(run, dispatch, start, *first, &difference,
                                 (const Way *[]){&ways->items[0], &ways->items[i]});
            return WCC_CHECK_FAILED;
        }
    }
    host_restore_start(run, *first);
    return WCC_OK;
}

static void say_agreement(StepRun *run, const Ways *ways)
{
    const WccEntry *entry = run->step->entry;
    bool all = run->session->plan->line->compare == COMPARE_ALL;
    Text text = {0};
    host_text_printf(&text, "%s: %zu runs agree: wave sizes", entry->name, ways->count);
    host_print_wave_sizes(&text, entry);
    if (all && host_has_lane_orders(entry)) {
        host_text_printf(&text, "; lane orders");
        host_print_lane_orders(&text, entry);
    }
    if (all && host_has_extra_waves(entry)) {
        host_text_printf(&text, "; extra waves");
        host_print_extra_waves(&text, entry);
    }
    if (all)
        host_text_printf(&text, "; schedules forward, reverse, random:1 to random:%d",
                         RANDOM_SCHEDULES);
    if (all && run->step->way.variant->in_order)
        host_text_printf(&text,
                         " of waves only: its groups wait for each other and start in order");
    fprintf(run->session->out, "%s\n", text.text ? text.text : "");
    free(text.text);
    if (all && !run->step->way.variant->scheduled)
        host_warn(run->session->report,
                  "%s was compiled without --schedules: only the order of groups changed, "
                  "waves ran forward",
                  entry->name);
}

WccStatus host_compare_step(StepRun *run, const WccDispatch *dispatch)
{
    Ways ways = {0};
    Storage **start = host_keep_start(run), **first = NULL;
    WccStatus status = start && list_ways(run, &ways)
                           ? run_ways(run, dispatch, &ways, start, &first)
                           : WCC_BAD_INPUT;
    if (!status)
        say_agreement(run, &ways);
    host_drop_kept(run, start);
    host_drop_kept(run, first);
    free(ways.items);
    return status;
}
