/* --printf-filter: which threads print. */
#include "print.h"

#include "numbers/numbers.h"

#include <stddef.h>
#include <string.h>

/* ---- reading ---- */

static const struct {
    const char *name;
    int most; /* numbers */
    size_t has, numbers;
} KEYS[] = {
    {"group=", 3, offsetof(PrintFilter, has_group), offsetof(PrintFilter, group)},
    {"thread=", 3, offsetof(PrintFilter, has_thread), offsetof(PrintFilter, thread)},
    {"wave=", 1, offsetof(PrintFilter, has_wave), offsetof(PrintFilter, wave)},
    {"lane=", 1, offsetof(PrintFilter, has_lane), offsetof(PrintFilter, lane)},
};

static bool parse_key(const char **text, PrintFilter *filter)
{
    for (size_t i = 0; i < HOST_LENGTH(KEYS); i++) {
        uint32_t numbers[3] = {0};
        size_t length = strlen(KEYS[i].name);
        if (strncmp(*text, KEYS[i].name, length) != 0)
            continue;
        *text += length;
        bool *has = (bool *)((char *)filter + KEYS[i].has);
        int count = host_parse_place(text, numbers);
        if (count < 1 || count > KEYS[i].most || *has)
            return false;
        *has = true;
        memcpy((char *)filter + KEYS[i].numbers, numbers, (size_t)KEYS[i].most * sizeof *numbers);
        if (KEYS[i].has == offsetof(PrintFilter, has_thread))
            filter->thread_is_index = count == 1;
        return true;
    }
    return false;
}

bool host_parse_print_filter(Report *report, const char *text, PrintFilter *filter)
{
    const char *at = text;
    *filter = (PrintFilter){0};
    bool good = parse_key(&at, filter);
    while (good && *at == ',') {
        at++;
        good = parse_key(&at, filter);
    }
    return (good && !*at) ||
           host_fail(report, "'%.80s' is not of the form group=X,Y,Z,thread=N,wave=N,lane=N, of "
                             "which some may be missing", text);
}

/* ---- asking ---- */

static uint32_t filtered_thread(const PrintFilter *filter, const uint32_t sides[3])
{
    const uint32_t *thread = filter->thread;
    bool is_inside = filter->thread_is_index || (thread[0] < sides[0] && thread[1] < sides[1]);
    if (!is_inside)
        return UINT32_MAX;
    return filter->thread_is_index ? thread[0]
                                   : (thread[2] * sides[1] + thread[1]) * sides[0] + thread[0];
}

bool host_filter_takes(const PrintFilter *filter, const WccWhere *where, uint32_t wave,
                       uint32_t lane)
{
    if (filter->has_group && memcmp(filter->group, where->group, sizeof where->group) != 0)
        return false;
    if ((filter->has_wave && filter->wave != wave) || (filter->has_lane && filter->lane != lane))
        return false;
    return !filter->has_thread ||
           filtered_thread(filter, where->sides) == wcc_thread(where, wave, lane);
}

bool host_check_print_filter(Report *report, const PrintFilter *filter, const WccEntry *entry,
                             const WccVariant *variant, const uint32_t groups[3])
{
    uint32_t thread;
    bool good = (!filter->has_group || host_check_group(report, groups, filter->group)) &&
                (!filter->has_thread || host_check_thread(report, entry, filter->thread,
                                                          filter->thread_is_index, &thread)) &&
                (!filter->has_wave || host_check_wave(report, entry, variant, filter->wave)) &&
                (!filter->has_lane || filter->lane < variant->wave_size ||
                 host_fail(report, "waves have %u lanes", variant->wave_size));
    return good || host_fail_in(report, "--printf-filter");
}
