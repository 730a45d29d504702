/* The groups, threads and waves that options name: --trace, --printf-filter. */
#include "print.h"

#include "numbers/numbers.h"

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

bool host_check_group(Report *report, const uint32_t groups[3], const uint32_t group[3])
{
    bool is_inside = group[0] < groups[0] && group[1] < groups[1] && group[2] < groups[2];
    return is_inside || host_fail(report, "there are %u x %u x %u groups", groups[0], groups[1],
                                  groups[2]);
}

bool host_check_thread(Report *report, const WccEntry *entry, const uint32_t place[3],
                       bool is_index, uint32_t *thread)
{
    const uint32_t *sides = entry->threads;
    bool is_inside = is_index ? place[0] < sides[0] * sides[1] * sides[2]
                              : place[0] < sides[0] && place[1] < sides[1] && place[2] < sides[2];
    *thread = is_index ? place[0] : (place[2] * sides[1] + place[1]) * sides[0] + place[0];
    return is_inside || host_fail(report, "groups of %s have %u x %u x %u threads", entry->name,
                                  sides[0], sides[1], sides[2]);
}

bool host_check_wave(Report *report, const WccEntry *entry, const WccVariant *variant,
                     uint32_t wave)
{
    const uint32_t *sides = entry->threads;
    uint32_t size = variant->wave_size, waves = (sides[0] * sides[1] * sides[2] + size - 1) / size;
    return wave < waves || host_fail(report, "groups of %s have %u waves of %u lanes", entry->name,
                                     waves, size);
}
