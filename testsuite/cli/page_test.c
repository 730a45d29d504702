/* --emit=html. */
#include "cli.h"
#include "test.h"

#define READS(path, options, wanted)                                                               \
    {"$B/wavecc " path " --emit=html " options " -o $T/page.html && "                              \
     "/usr/bin/python3 testsuite/cli/page_reads.py $T/page.html " wanted, 0, NULL, NULL}

TEST(a_page_is_well_formed_and_its_links_lead_somewhere)
{
    static const CliCase cases[] = {
        READS("testsuite/cli/page.hlsl", "--wave-size=all", "'Sum, wave 4' 'Copy, wave 128'"),
        READS("samples/bloom/bloom.hlsl", "--target=x86-64-v3", "'sample Source'"),
        READS("samples/nbody/nbody.hlsl", "-O0", "'Control flow'"),
        READS("samples/mandelbrot/mandelbrot.hlsl", "--target=generic", "'divergent loop'"),
        READS("samples/life/life.hlsl", "-Zi", "'On a GCN compute unit'"),
    };
    test_folder("cli-page");
    CLI_CHECK("cli-page", cases);
}

TEST(a_page_tells_ways_branches_and_barriers_as_the_plan_has_them)
{
    static const CliCase cases[] = {
        READS("testsuite/cli/page.hlsl", "-E Sum --wave-size=32 --target=x86-64-v3",
              "'load gIn: tested_rows' 'the index does not step by one' 'store gTile: contiguous' "
              "'divergent loop' 'live across it' 'for each wave' 'it depends on this'"),
        READS("testsuite/cli/page.hlsl", "-E Copy --wave-size=32 --target=x86-64-v3",
              "'load gIn: contiguous' 'Nothing to remark.' 'None is left.'"),
    };
    test_folder("cli-page-facts");
    CLI_CHECK("cli-page-facts", cases);
}

TEST(a_page_shows_what_coverage_measured_by_line)
{
    static const CliCase cases[] = {
        {"printf 'SF:/a/testsuite/cli/page.hlsl\\nDA:16,640\\nDA:17,0\\n#LANES:16,1280\\n"
         "SF:other.hlsl\\nDA:16,9\\nDA:99999,1\\nDA:x\\n' > $T/heat", 0, NULL, NULL},
        READS("testsuite/cli/page.hlsl", "-E Copy --heat=$T/heat", "ran lanes%"),
        {"grep -q '<td class=\"num h9\">640</td><td class=\"num h9\">50</td>' $T/page.html",
         0, NULL, NULL},
        {"grep -q '<td class=\"num h0\">0</td><td></td>' $T/page.html", 0, NULL, NULL},
        {"$B/wavecc testsuite/cli/page.hlsl --emit=html --heat=$T/none", 2,
         "none: No such file or directory", NULL},
    };
    test_folder("cli-page-heat");
    CLI_CHECK("cli-page-heat", cases);
}

TEST(a_page_shows_what_looks_like_html_in_sources_and_paths_as_it_is)
{
    static const CliCase cases[] = {
        {"mkdir -p $T/'a<b>' && cp testsuite/cli/page.hlsl $T/'a<b>/\"&.hlsl'", 0, NULL, NULL},
        READS("$T/'a<b>/\"&.hlsl'", "-E Copy",
              "'a<b>/\"&.hlsl' '</script><b>comment</b> & \"quotes\"' '<img src=x>'"),
        {"! grep '<b>comment\\|<img\\|a<b>' $T/page.html", 0, NULL, NULL},
    };
    test_folder("cli-page-escapes");
    CLI_CHECK("cli-page-escapes", cases);
}
