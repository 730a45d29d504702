/* --emit=dot: Graphviz takes it, where that is installed, and it holds together. */
#include "cli.h"
#include "test.h"

#define HOLDS(path, options)                                                                       \
    {"$B/wavecc " path " " options " --emit=dot -o $T/x.dot && "                                   \
     "/usr/bin/python3 testsuite/cli/dot_holds.py $T/x.dot && "                                    \
     "{ ! command -v dot > /dev/null || dot -Tsvg $T/x.dot -o /dev/null; }", 0, NULL, NULL}

TEST(control_flow_graphs_hold_together)
{
    static const CliCase cases[] = {
        HOLDS("samples/blur/blur.hlsl", "--wave-size=all"),
        HOLDS("samples/tile_minmax/tile_minmax.hlsl", "--wave-size=4,128"),
        HOLDS("samples/mandelbrot/mandelbrot.hlsl", "-O0"),
        HOLDS("testsuite/cli/reflection.hlsl", "-T cs_6_8 -enable-16bit-types"),
        HOLDS("testsuite/golden/dot/a-loop-is-left-by-breaks-and-waves-meet-at-a-barrier.hlsl", "--run="),
        HOLDS("testsuite/golden/dot/lines-of-other-files-name-them.hlsl", "-O0"),
    };
    test_folder("cli-dot");
    CLI_CHECK("cli-dot", cases);
}

TEST(what_is_quoted_in_the_source_is_escaped)
{
    static const CliCase cases[] = {
        {"printf 'RWBuffer<uint> o;\\n[numthreads(4,1,1)] void main(uint i : SV_GroupIndex)\\n{ o[i] = 1; /* \"\\\\ \\377 */ }' > $T/q.hlsl && "
         "$B/wavecc $T/q.hlsl -O0 --emit=dot -o $T/q.dot && /usr/bin/python3 testsuite/cli/dot_holds.py $T/q.dot", 0, NULL, NULL},
        {"grep -qF '/* \\\"\\\\  */' $T/q.dot", 0, NULL, NULL},
    };
    test_folder("cli-dot-quotes");
    CLI_CHECK("cli-dot-quotes", cases);
}
