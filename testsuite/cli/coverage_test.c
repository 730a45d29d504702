/* --coverage: how many threads come to each line and branch, whatever the wave size, the optimisation
 * and the workers; sums over runs; what hosts do with it. The numbers are worked out by hand. */
#include "cli.h"
#include "test.h"

#define FILE_NAME "testsuite/cli/coverage.hlsl"
#define MAKE(options) "$B/wavecc " FILE_NAME " --coverage " options " -o $T/k && "
#define RUN "rm -f $T/a.info; $T/k --dispatch 1,1,1 --size Out=64 --coverage=$T/a.info"

SLOW_TEST(coverage_counts_threads_by_line_and_branch)
{
    static const CliCase cases[] = {
        {MAKE("-E main --wave-size=32") RUN " && grep -v LANES $T/a.info | diff testsuite/cli/coverage.info - >&2", 0, NULL, NULL},
        {"grep -q '^#LANES:15,64$' $T/a.info && grep -q '^#LANES:18,64$' $T/a.info && grep -q '^#LANES:28,0$' $T/a.info", 0, NULL, NULL},
        /* 31 turns of one wave, 63 of the other */
        {"grep -q '^#LANES:17,3008$' $T/a.info", 0, NULL, NULL},
        {MAKE("-E waves --wave-size=32") RUN " && grep -q '^#WAVE:37,13,wave_count,20,1,0$' $T/a.info", 0, NULL, NULL},
        {MAKE("-E waves --wave-size=4") RUN " && grep -q '^#WAVE:37,13,wave_count,20,5,5$' $T/a.info", 0, NULL, NULL},
    };
    test_folder("coverage-counts");
    CLI_CHECK("coverage-counts", cases);
}

#define SAME " && grep -v '^#' $T/a.info | diff $T/expected - >&2"

SLOW_TEST(coverage_is_the_same_for_all_wave_sizes_optimisations_and_workers)
{
    static const CliCase cases[] = {
        {"grep -v '^#' testsuite/cli/coverage.info >$T/expected", 0, NULL, NULL},
        {MAKE("-E main --wave-size=4,8,64,128 -O0") RUN " -w 4" SAME, 0, NULL, NULL},
        {RUN " -w 8 -j 3" SAME, 0, NULL, NULL},
        {RUN " -w 64" SAME, 0, NULL, NULL},
        {RUN " -w 128" SAME, 0, NULL, NULL},
        {MAKE("-E main --wave-size=8,32 -O3 --lane-order=random:5 --check=all") RUN " -w 8" SAME, 0, NULL, NULL},
        {RUN " -w 32" SAME, 0, NULL, NULL},
    };
    test_folder("coverage-same");
    CLI_CHECK("coverage-same", cases);
}

SLOW_TEST(coverage_is_summed_over_runs)
{
    static const CliCase cases[] = {
        {MAKE("-E main") "cd $T && rm -f *.info && ./k --dispatch 3,1,1 --size Out=64 && ./k --dispatch 2,1,1 --size Out=64", 0, NULL, NULL},
        {"grep -q '^DA:15,320$' $T/k.info && grep -q '^BRDA:7,5,0,5120$' $T/k.info && grep -q '^FNDA:320,main$' $T/k.info", 0, NULL, NULL},
        {"for i in 1 2 3 4 5 6 7 8; do $T/k --dispatch 1,1,1 --size Out=64 --coverage=$T/many.info & done; wait; grep -q '^DA:15,512$' $T/many.info", 0, NULL, NULL},
    };
    test_folder("coverage-sum");
    CLI_CHECK("coverage-sum", cases);
}

TEST(coverage_goes_to_standard_output_which_is_not_read)
{
    static const CliCase cases[] = {
        {MAKE("-E main -O0") "for out in - /dev/stdout; do timeout 10 $T/k --dispatch 1,1,1 --size Out=64 --coverage=$out | grep -q '^FNDA:64,main$' || exit 1; done", 0, NULL, "-"},
        {"(echo before; for out in - /dev/stdout; do $T/k --dispatch 1,1,1 --size Out=64 --coverage=$out; done) > $T/all && "
         "head -n 1 $T/all | grep -qx before && test $(grep -c '^FNDA:64,main$' $T/all) = 2", 0, NULL, NULL},
    };
    CLI_CHECK("coverage-standard", cases);
}

SLOW_TEST(coverage_says_what_is_wrong_with_its_file)
{
    static const CliCase cases[] = {
        {MAKE("-E main") "echo 'SF:x' >$T/bad.info && echo 'BA:1' >>$T/bad.info", 0, NULL, NULL},
        {"$T/k --dispatch 1,1,1 --size Out=64 --coverage=$T/bad.info", 2, "bad.info: line 2: this is no line of an lcov file", NULL},
        {"$T/k --dispatch 1,1,1 --size Out=64 --coverage=$T/no/a.info --out Out=$T/out.csv", 2, "no/a.info", "out.csv"},
        {"$B/wavecc " FILE_NAME " -E main -o $T/plain && $T/plain --dispatch 1,1,1 --size Out=64 --coverage=$T/x.info", 2, FILE_NAME " was compiled without it", "x.info"},
        {"$B/wavecc " FILE_NAME " --coverage=some", 2, "--coverage=some: expected all or includes", NULL},
    };
    test_folder("coverage-errors");
    CLI_CHECK("coverage-errors", cases);
}

/* Of a test's own parts nothing is told, whose files are gone when it has ended. */
SLOW_TEST(wavetest_and_jobs_collect_coverage)
{
    static const CliCase cases[] = {
        {"printf 'float twice(float x)\\n{\\n    if (x > 2)\\n        return 2 * x;\\n    return x;\\n}\\n' >$T/lib.hlsli", 0, NULL, NULL},
        {"printf '#include \"lib.hlsli\"\\n[Test]\\n[numthreads(4,1,1)]\\nvoid t(uint i : SV_GroupIndex) { ASSERT_EQUAL(twice(float(i)), i > 2 ? 6.0 : float(i)); }\\n' >$T/t.hlsl", 0, NULL, NULL},
        {"rm -f $T/*.info; $B/wavetest --wave-size=4,8 --workers=1 --coverage $T/t.info $T/t.hlsl >/dev/null", 0, NULL, NULL},
        {"grep -q '^DA:4,2$' $T/t.info && grep -q '^DA:5,6$' $T/t.info && grep -q 't.hlsl$' $T/t.info", 0, NULL, NULL},
        {"printf '#--- source.hlsl\\n#include \"lib.hlsli\"\\nRWBuffer<float> Out;\\n[numthreads(4,1,1)]\\nvoid main(uint i : SV_GroupIndex) { Out[i] = twice(i); }\\n#--- pipeline.yaml\\n---\\nShaders:\\n  - Stage: Compute\\n    Entry: main\\nBuffers:\\n  - Name: Out\\n    Format: Float32\\n    FillSize: 16\\nDescriptorSets:\\n  - Resources:\\n      - Name: Out\\n        Kind: RWBuffer\\n        DirectXBinding: { Register: 0, Space: 0 }\\n...\\n#--- end\\n# RUN: split-file %%s %%t\\n# RUN: %%dxc_target -T cs_6_5 -I '$(cd $T && pwd)' -Fo %%t.o %%t/source.hlsl\\n# RUN: %%offloader %%t/pipeline.yaml %%t.o\\n' >$T/p.test", 0, NULL, NULL},
        {"$B/wavetest --wave-size=4 --workers=1 --coverage $T/p.info $T/p.test >/dev/null", 0, NULL, NULL},
        {"grep -q '^DA:5,3$' $T/p.info && ! grep -q source.hlsl $T/p.info", 0, NULL, NULL},
        {"printf 'shaders:\\n  - file: j.hlsl\\nresources:\\n  - name: Out\\n    size: 4\\npasses:\\n  - entry: main\\n    dispatch: [1, 1, 1]\\n' >$T/j.yaml", 0, NULL, NULL},
        {"printf '#include \"lib.hlsli\"\\nRWBuffer<float> Out;\\n[numthreads(4,1,1)]\\nvoid main(uint i : SV_GroupIndex) { Out[i] = twice(i); }\\n' >$T/j.hlsl && $B/wavecc run $T/j.yaml --coverage=$T/j.info", 0, NULL, NULL},
        {"grep -q '^DA:4,1$' $T/j.info && grep -q 'j.hlsl$' $T/j.info", 0, NULL, NULL},
    };
    test_folder("coverage-hosts");
    CLI_CHECK("coverage-hosts", cases);
}

#define JOB "printf 'shaders: [{file: j.hlsl}]\nresources:\n  Out: {size: 4, out: out.csv}\npasses:\n  - {entry: main, dispatch: [1, 1, 1]}\n' >$T/j.yaml && " \
    "printf 'RWBuffer<float> Out;\n[numthreads(8, 1, 1)]\nvoid main(uint i : SV_GroupIndex) { Out[i] = i; }\n' >$T/j.hlsl && "

SLOW_TEST(jobs_look_at_their_coverage_file_before_they_run)
{
    static const CliCase cases[] = {
        {JOB "$B/wavecc run $T/j.yaml --coverage=$T/no/a.info", 2, "no/a.info: could not write", "out.csv"},
    };
    test_folder("coverage-target");
    CLI_CHECK("coverage-target", cases);
}

SLOW_TEST(jobs_with_faults_have_coverage_as_executables_have)
{
    static const CliCase cases[] = {
        {JOB "rm -f $T/j.info; $B/wavecc run $T/j.yaml --coverage=$T/j.info -- --check=bounds", 1, "index 4 is outside 'Out'", "out.csv"},
        {"grep -q '^DA:3,8$' $T/j.info", 0, NULL, NULL},
    };
    test_folder("coverage-faults");
    CLI_CHECK("coverage-faults", cases);
}
