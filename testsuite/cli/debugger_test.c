/* -Zi: a debugger shows the shader, not the C that it became. */
#include <stdlib.h>

#include "cli.h"
#include "test.h"

SLOW_TEST(gdb_stops_at_a_line_of_the_shader)
{
    if (system("command -v gdb >/dev/null") != 0)
        skip();
    static const CliCase cases[] = {
        {"$B/wavecc -Zi testsuite/golden/emit/Zi-marks-the-lines-of-the-shader.hlsl --wave-size=32 -o $T/program && "
         "gdb -batch -ex 'break Zi-marks-the-lines-of-the-shader.hlsl:14' -ex run -ex 'info source' --args $T/program --in values='f32(2*64)' >$T/said 2>&1; "
         "grep -q 'Zi-marks-the-lines-of-the-shader.hlsl:14' $T/said && grep -q 'values\\[i\\] = value;' $T/said", 0, NULL, NULL},
    };
    CLI_CHECK("cli-gdb", cases);
}
