/* wavecc run: jobs whose shaders are compiled when they run, and what can happen to a job on its way. */
#include <stdio.h>

#include "cli.h"
#include "files.h"
#include "test.h"

#define RUN "WAVECC_CACHE=$T/cache $B/wavecc run "

static void write_file(const char *name, const char *text)
{
    FILE *file = fopen(test_build_path("tests/cli-run/%s", name), "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

/* Two shaders, both of which have an entry point Both. */
static void write_files(void)
{
    test_folder("cli-run");
    write_file("add.hlsl", "RWStructuredBuffer<uint> A;\n"
                           "#include \"one.hlsli\"\n"
                           "[numthreads(4, 1, 1)] void Add(uint i : SV_DispatchThreadID) { A[i] += ONE; }\n"
                           "[numthreads(4, 1, 1)] void Both(uint i : SV_DispatchThreadID) { A[i] += 100; }\n");
    write_file("one.hlsli", "#define ONE 1\n");
    write_file("twice.hlsl", "RWStructuredBuffer<uint> B;\n"
                             "[numthreads(4, 1, 1)] void Twice(uint i : SV_DispatchThreadID) { B[i] *= FACTOR; }\n"
                             "[numthreads(4, 1, 1)] void Both(uint i : SV_DispatchThreadID) { B[i] += 1000; }\n");
    write_file("wrong.hlsl", "[numthreads(4, 1, 1)] void Wrong() { undeclared = 1; }\n");
#define SHADERS "shaders: [{file: add.hlsl, options: --wave-size=4}, {file: twice.hlsl, options: [--wave-size=4, -DFACTOR=3]}]\n"
#define NUMBERS "resources: {numbers: {in: [1, 2, 3, 4], out: numbers.csv}}\nbind: {A: numbers, B: numbers}\n"
    write_file("job.yaml", SHADERS NUMBERS "passes: [{entry: Add, threads: 4}, {entry: Twice, threads: 4, repeat: 2}, {entry: Both, shader: add.hlsl, threads: 1}]\n");
    write_file("short.yaml", "shaders: [add.hlsl]\nresources: {A: {in: [1, 2], out: numbers.csv}}\npasses: {entry: Add, threads: 2}\n");
    write_file("both.yaml", SHADERS NUMBERS "passes: [{entry: Both, threads: 4}]\n");
    write_file("wrong.yaml", "shaders: [{file: wrong.hlsl}]\npasses: [{entry: Wrong, dispatch: 1}]\n");
    write_file("lost.yaml", "shaders: [{file: lost.hlsl}]\npasses: [{entry: Wrong, dispatch: 1}]\n");
    write_file("long.yaml", SHADERS NUMBERS "passes: [{entry: Add, threads: 4, repeat: 1000000000000}]\n");
    write_file("mix.hlsl", "StructuredBuffer<float> F; RWStructuredBuffer<uint> N; [numthreads(4, 1, 1)] void Mix(uint i : SV_DispatchThreadID) { N[i] = (uint)F[i]; }\n");
    write_file("swap.yaml", "shaders: [{file: mix.hlsl, options: --wave-size=4}]\nresources: {F: {size: 4}, N: {size: 4}}\npasses: [{entry: Mix, threads: 4, repeat: 2, swap: [F, N]}]\n");
    write_file("none.yaml", NUMBERS "passes: [{entry: Add, threads: 4}]\n");
}

SLOW_TEST(a_job_compiles_its_shaders_and_runs)
{
    static const CliCase cases[] = {
        {RUN "$T/job.yaml --folder $T && echo 118 127 136 145 | tr ' ' '\\n' | diff - $T/numbers.csv", 0, NULL, NULL},
        {RUN "--dry-run $T/job.yaml -j 2 | grep -q '2 times'", 0, NULL, NULL},
        {RUN "$T/job.yaml --in 'numbers=u32(0*4)' --out numbers=$T/typed.csv && head -n 1 $T/typed.csv | grep -qx 109", 0, NULL, NULL},
        {RUN "$T/short.yaml --folder $T && head -n 1 $T/numbers.csv | grep -qx 2", 0, NULL, NULL},
        {RUN "--help | grep -q 'wavecc run JOB.yaml'", 0, NULL, NULL},
        {RUN "$T/variants.yaml --folder $T && echo 6 12 18 24 | tr ' ' '\\n' | diff - $T/numbers.csv", 0, NULL, NULL},
    };
    write_files();
    write_file("variants.yaml", "shaders: [{file: twice.hlsl, options: [--wave-size=4, -DFACTOR=2]}, {file: twice.hlsl, name: thrice, options: [--wave-size=4, -DFACTOR=3]}]\n"
                                "resources: {B: {in: [1, 2, 3, 4], out: numbers.csv}}\npasses: [{entry: Twice, shader: twice.hlsl, threads: 4}, {entry: Twice, shader: thrice, threads: 4}]\n");
    CLI_CHECK("cli-run", cases);
}

/* An #include that changes is another kernel. What is damaged is made anew; several processes may make it at once. */
SLOW_TEST(kernels_of_jobs_are_kept_by_what_they_are)
{
    static const CliCase cases[] = {
        {"rm -rf $T/cache; for i in 1 2 3 4; do " RUN "$T/job.yaml --out numbers=$T/race$i.csv & done; wait; "
         "for i in 1 2 3 4; do head -n 1 $T/race$i.csv | grep -qx 118 || exit 1; done", 0, NULL, NULL},
        {"printf '#define ONE 2\\n' > $T/one.hlsli; " RUN "$T/job.yaml --folder $T && head -n 1 $T/numbers.csv | grep -qx 127", 0, NULL, NULL},
        {"printf '#define ONE 1\\n' > $T/one.hlsli; find $T/cache -type f | while read -r file; do echo damaged > $file; done; "
         RUN "$T/job.yaml --folder $T && head -n 1 $T/numbers.csv | grep -qx 118", 0, NULL, NULL},
        {"find $T/cache -type f | while read -r file; do rm $file && mkfifo $file; done; "
         "WAVECC_CACHE=$T/cache timeout 60 $B/wavecc run $T/job.yaml --folder $T && head -n 1 $T/numbers.csv | grep -qx 118", 0, NULL, NULL},
    };
    write_files();
    CLI_CHECK("cli-run", cases);
}

/* A pipeline.yaml of the offload-test-suite names no shader: that is typed, with its options behind --. */
SLOW_TEST(a_pipeline_runs_with_the_shader_that_is_typed)
{
    static const CliCase cases[] = {
        {RUN "$T/pipeline.yaml $T/scale.hlsl -- --wave-size=4 -DFACTOR=2 -T cs_6_5", 0, NULL, NULL},
        {RUN "$T/pipeline.yaml $T/scale.hlsl --out Out=$T/scaled.csv -- --wave-size=4 -DFACTOR=3", 1,
         "pipeline.yaml:6:11: Doubled: 'Out' is not as expected: number 0 should be 2 (0x40000000), and it is 3 (0x40400000); 4 numbers differ", NULL},
        {"echo 3 6 9 12 | tr ' ' '\\n' | diff - $T/scaled.csv", 0, NULL, NULL},
        {RUN "$T/pipeline.yaml", 2, "pipeline.yaml:1:11: a shader has a file:, or is typed: wavecc run JOB.yaml SHADER.hlsl", NULL},
        {RUN "$T/job.yaml $T/scale.hlsl", 2, "job.yaml says its shaders itself, and '", NULL},
        {RUN "$T/pipeline.yaml $T/scale.hlsl -- --wave-size=4", 1, "scale.hlsl:3:", NULL},
    };
    write_files();
    write_file("scale.hlsl", "StructuredBuffer<float> In : register(t3, space1);\n"
                             "RWBuffer<float> Out : register(u0);\n"
                             "[numthreads(4, 1, 1)] void main(uint i : SV_DispatchThreadID) { Out[i] = In[i] * FACTOR; }\n");
    write_file("pipeline.yaml", "Shaders: [{Stage: Compute, Entry: main, DispatchSize: [1, 1, 1]}]\n"
                                "Buffers:\n"
                                "  - {Name: In, Format: Float32, Stride: 4, Data: [1, 2, 3, 4]}\n"
                                "  - {Name: Out, Format: Float32, FillSize: 16}\n"
                                "  - {Name: Want, Format: Float32, Data: [2, 4, 6, 8]}\n"
                                "Results: [{Result: Doubled, Rule: BufferExact, Actual: Out, Expected: Want}]\n"
                                "DescriptorSets:\n"
                                "  - Resources:\n"
                                "    - {Name: In, Kind: StructuredBuffer, DirectXBinding: {Register: 3, Space: 1}}\n"
                                "    - {Name: Out, Kind: RWBuffer, DirectXBinding: {Register: 0, Space: 0}}\n");
    CLI_CHECK("cli-run", cases);
}

/* A tbuffer's register takes what a typed buffer's does. */
SLOW_TEST(a_pipelines_buffer_is_a_shaders_tbuffer)
{
    static const CliCase cases[] = {
        {RUN "$T/table.yaml $T/table.hlsl -- --wave-size=4", 0, NULL, NULL},
        {RUN "$T/table.yaml $T/words.hlsl -- --wave-size=4", 2, "table.yaml:8:25: at t0 the shader has a ByteAddressBuffer, 'Table', and no Buffer", NULL},
    };
    write_file("table.hlsl", "tbuffer Table : register(t0) { float4 a; float b; }\n"
                             "RWStructuredBuffer<float> Out : register(u0);\n"
                             "[numthreads(4, 1, 1)] void main(uint i : SV_GroupIndex) { Out[i] = a.z * i + b; }\n");
    write_file("words.hlsl", "ByteAddressBuffer Table : register(t0);\n"
                             "RWStructuredBuffer<float> Out : register(u0);\n"
                             "[numthreads(4, 1, 1)] void main(uint i : SV_GroupIndex) { Out[i] = Table.Load(4 * i); }\n");
    write_file("table.yaml", "Shaders: [{Stage: Compute, Entry: main, DispatchSize: [1, 1, 1]}]\n"
                             "Buffers:\n"
                             "  - {Name: Table, Format: Float32, Channels: 4, Data: [1, 2, 3, 4, 5, 0, 0, 0]}\n"
                             "  - {Name: Out, Format: Float32, Stride: 4, FillSize: 16}\n"
                             "  - {Name: Want, Format: Float32, Stride: 4, Data: [5, 8, 11, 14]}\n"
                             "Results: [{Result: Read, Rule: BufferExact, Actual: Out, Expected: Want}]\n"
                             "DescriptorSets: [{Resources: [\n"
                             "    {Name: Table, Kind: Buffer, DirectXBinding: {Register: 0, Space: 0}},\n"
                             "    {Name: Out, Kind: RWStructuredBuffer, DirectXBinding: {Register: 0, Space: 0}}]}]\n");
    CLI_CHECK("cli-run", cases);
}

SLOW_TEST(a_job_that_cannot_run_says_why)
{
    static const CliCase cases[] = {
        {RUN "$T/wrong.yaml", 1, "wrong.hlsl:1:38: ", NULL},
        {RUN "$T/wrong.yaml", 1, "wrong.yaml:1:18: 'wrong.hlsl' was not compiled", NULL},
        {RUN "$T/lost.yaml", 2, "lost.yaml:1:18: 'lost.hlsl' was not compiled", NULL},
        {RUN "$T/both.yaml", 2, "both.yaml:4:10: 'Both' is in add.hlsl and in twice.hlsl; say which: shader: add.hlsl", NULL},
        {"printf 'shaders: [add.hlsl, add.hlsl]\npasses: [{shader: add.hlsl, dispatch: 1}]\n' > $T/same.yaml; " RUN "$T/same.yaml", 2, "same.yaml:2:19: shaders: has 'add.hlsl' twice; give one of them a name: of its own", NULL},
        {"printf 'shaders: [add.hlsl, add.hlsl]\npasses: [{entry: Add, dispatch: 1}]\n' > $T/same.yaml; " RUN "$T/same.yaml", 2, "same.yaml:2:10: shaders: has 'add.hlsl' twice; give one of them a name: of its own", NULL},
        {RUN "$T/none.yaml", 2, "none.yaml:1:1: shaders: is missing, with the file: of each", NULL},
        {RUN "$T/absent.yaml", 2, "absent.yaml: could not open", NULL},
        {RUN, 2, "which job? wavecc run JOB.yaml", NULL},
        {RUN "--list", 2, "--list is of executables; --dry-run tells", NULL},
        {RUN "$T/a.yaml --list=json", 2, "--list is of executables", NULL},
        {RUN "--version", 2, "--version is of executables", NULL},
        {RUN "$T/job.yaml $T/wrong.hlsl $T/wrong.yaml", 2, "unexpected '", NULL},
        {RUN "$T/swap.yaml", 2, "swap.yaml:3:56: 'N' is a RWStructuredBuffer<uint>, and 'F' a StructuredBuffer<float>: they cannot be swapped", NULL},
        {RUN "$T/job.yaml --dry-rum", 2, "did you mean 'dry-run'?", NULL},
    };
    write_files();
    CLI_CHECK("cli-run", cases);
}

/* Outputs are whole or absent: on a full disk, when the job is ended, when its time is over. */
SLOW_TEST(outputs_of_a_job_are_whole_or_absent)
{
    static const CliCase cases[] = {
        {"ln -sf /dev/full $T/full.csv; " RUN "$T/job.yaml --out numbers=$T/full.csv", 2, "full.csv: could not write: No space left on device", NULL},
        {"timeout -s INT 1 $B/wavecc run $T/long.yaml --folder $T; test $? != 0", 0, "", "numbers.csv"},
        {"timeout -k 5 20 $B/wavecc run $T/long.yaml --folder $T --timeout 0.3", 3, "Add was stopped: the kernels took longer than 0.3 seconds", "numbers.csv"},
    };
    write_files();
    remove(test_build_path("tests/cli-run/numbers.csv"));
    CLI_CHECK("cli-run", cases);
}

SLOW_TEST(a_job_needs_no_entry_where_there_is_one_and_says_when_it_leaves_nothing)
{
    static const CliCase cases[] = {
        {"printf 'RWBuffer<uint> Out; [numthreads(4,1,1)] void main(uint i : SV_GroupIndex) { Out[i] = i * i; }' >$T/one.hlsl; "
         "printf 'shaders: [{file: one.hlsl}]\\nresources: {Out: {size: 4}}\\npasses: [{dispatch: 1}]\\n' >$T/one.yaml; "
         "$B/wavecc run $T/one.yaml --out Out=$T/one.csv -- -O0 && test \"$(paste -sd' ' $T/one.csv)\" = '0 1 4 9'", 0, NULL, NULL},
        {"$B/wavecc run $T/one.yaml -- -O0", 0, "one.yaml: nothing is written or compared: it has no out:, save: or Results:, prints nothing, and no --out is typed", NULL},
        {"$B/wavecc run $T/one.yaml --time -- -O0 2>&1 | grep -c nothing >$T/count; test $(cat $T/count) = 0", 0, NULL, NULL},
        {"printf '[numthreads(4,1,1)] void other() {}' >>$T/one.hlsl; $B/wavecc run $T/one.yaml -- -O0", 2, "one.yaml:3:10: say which entry point: entry: NAME", NULL},
    };
    test_folder("job-one-entry");
    CLI_CHECK("job-one-entry", cases);
}

TEST(a_job_reads_standard_input_and_writes_standard_output_from_every_folder)
{
    static const CliCase cases[] = {
        {"printf 'Buffer<uint> In; RWBuffer<uint> Out; [numthreads(4,1,1)] void main(uint i : SV_DispatchThreadID) { Out[i] = In[i] + 1; }' >$T/more.hlsl; "
         "printf 'shaders: [{file: more.hlsl}]\\nresources: {In: {in: \"-:csv\"}, Out: {size: 2, out: \"-:csv\"}}\\npasses: [{dispatch: 1}]\\n' >$T/more.yaml; "
         "echo 3,4 | $B/wavecc run $T/more.yaml --folder $T -- -O0 | paste -sd' ' | grep -qx '4 5'", 0, NULL, "-"},
    };
    CLI_CHECK("job-standard", cases);
}
