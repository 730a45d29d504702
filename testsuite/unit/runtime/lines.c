/* Lines of a shader for addresses: what a crash says where it was. That kernels' lines are found, testsuite/cli has. */
#include <time.h>

#include "kernels.h"
#include "numbers/numbers.h"
#include "program/lines.h"

static double cpu_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Of a crash in wavetest most of the call stack is C, in as many units as this program has: looking before each place
 * asked all of them for each byte, 3 seconds for a stack, where the crash's message waits no longer. */
TEST(a_place_in_c_has_no_shaders_line_which_takes_no_time)
{
    Report report = { 0 };
    Lines lines;
    int number = 0;
    if (!program_open_lines(&report, &lines))
        skip(); /* no libdw */
    uint64_t place = (uint64_t)(uintptr_t)host_parse_values + 8;
    assert_non_null(program_find_function(&lines, place));
    assert_null(program_find_line(&lines, place, &number)); /* reads what is read once */
    double before = cpu_seconds();
    for (uint64_t i = 0; i < 16; i++)
        assert_null(program_find_line_before(&lines, place + i * 8, &number));
    double taken = cpu_seconds() - before;
    program_close_lines(&lines);
    if (taken > 0.1)
        fail_msg("%.3f seconds", taken);
}
