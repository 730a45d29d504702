/* --printf-filter: which threads print. */
#include "print.h"

#include "numbers/numbers.h"

#include <stddef.h>
#include <string.h>

static bool is_digit(char letter)
{
    return letter >= '0' && letter <= '9';
}

int host_parse_place(const char **text, uint32_t place[3])
{
    uint64_t number;
    int count = 0;
    do {
        *text += count > 0;
        if (!host_parse_count(*text, text, INT32_MAX, &number))
            return 0;
        place[count++] = (uint32_t)number;
    } while (count < 3 && (*text)[0] == ',' && is_digit((*text)[1]));
    return count;
}

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
