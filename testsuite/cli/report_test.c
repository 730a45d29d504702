/* --emit=report and --emit=report-json. */
#include "cli.h"
#include "test.h"

#define BOTH(path, options)                                                                        \
    {"$B/wavecc " path " --emit=report " options " -o $T/report && "                               \
     "$B/wavecc " path " --emit=report-json " options " -o $T/report.json && "                     \
     "/usr/bin/python3 testsuite/cli/report_figures.py $T/report $T/report.json", 0, NULL, NULL}

TEST(a_report_as_json_holds_the_figures_of_the_text)
{
    static const CliCase cases[] = {
        BOTH("testsuite/golden/report/what-lives-across-a-barrier.hlsl", "--wave-size=all"),
        BOTH("testsuite/golden/report/a-wave-invariant-typed-load-is-in-vector-registers.hlsl", ""),
        BOTH("samples/blur/blur.hlsl", "--target=generic"),
        BOTH("samples/nbody/nbody.hlsl", "-O0"),
    };
    test_folder("cli-report");
    CLI_CHECK("cli-report", cases);
}
