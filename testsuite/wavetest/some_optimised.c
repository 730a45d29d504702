/* Emitted C of which the C compiler optimises every eighth wave size: most of its time goes there. A
 * hash of the test's name picks which, if any of the six, so that a folder's tests have all of them optimised and all
 * of them as written. A compiler that does not know clang's pragma optimises all. */
#include <ctype.h>
#include <stdlib.h>

#include "child.h"

/* Of the kernel whose function begins here: `static void main_wave16(`; 0: none does. */
static int wave_size_of(Slice line)
{
    static const char START[] = "static void ", WAVE[] = "_wave";
    if (line.length < sizeof START || memcmp(line.text, START, sizeof START - 1) != 0)
        return 0;
    const char *open = memchr(line.text, '(', line.length);
    for (const char *at = open; at != NULL && at - line.text > (ptrdiff_t)sizeof START; at--)
        if (memcmp(at, WAVE, sizeof WAVE - 1) == 0 && isdigit((unsigned char)at[sizeof WAVE - 1]))
            return atoi(at + sizeof WAVE - 1);
    return 0;
}

static bool is_optimised(uint64_t hash, int wave_size)
{
    int wave = 0;
    while (wave + 1 < WAVE_SIZE_COUNT && WAVE_SIZES[wave] != wave_size)
        wave++;
    return ((hash >> 16) + (unsigned)wave) % 8 == 0;
}

bool optimise_some(uint64_t hash, const Text *text, Text *some)
{
    bool has_any = false;
    for (const char *at = text->bytes, *next; *at != '\0'; at = next) {
        const char *end = strchr(at, '\n');
        next = end != NULL ? end + 1 : at + strlen(at);
        int size = wave_size_of((Slice){at, (size_t)(next - at)});
        bool is_wanted = size != 0 && is_optimised(hash, size);
        if (size != 0)
            text_printf(some, "#pragma clang optimize %s\n", is_wanted ? "on" : "off");
        text_add(some, at, (size_t)(next - at));
        has_any |= is_wanted;
    }
    return has_any;
}
