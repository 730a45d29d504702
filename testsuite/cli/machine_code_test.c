/* What clang makes of the C that wavecc writes, where one instruction or another decides how fast it is. */
#include "cli.h"
#include "test.h"

/* Of (n & 1) != 0 clang makes 0 - (n & 1), and of logic by such a mask five operations. */
TEST(a_choice_by_the_lowest_bit_is_a_blend)
{
    static const CliCase cases[] = {
        {"env -u WAVECC_RT_CFLAGS $B/wavecc testsuite/golden/emit/a-choice-by-comparisons-and-one-by-a-loops-mask.hlsl --cc=clang --target=x86-64-v4 --emit=asm -o $T/x.s",
         0, NULL, NULL},
        {"grep -q vptestnmd $T/x.s && ! grep -q 'vpsubd.*zmm' $T/x.s", 0, NULL, NULL},
    };
    CLI_CHECK("cli-blends", cases);
}
