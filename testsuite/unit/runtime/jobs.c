/* Jobs: several passes as a YAML file says them, and what is wrong with such files. */
#include <stdlib.h>
#include <unistd.h>

#include "kernels.h"
#include "numbers/report.h"

static void write_text(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void check_file(const char *name, const char *wanted)
{
    char text[4096] = "";
    FILE *file = fopen(test_path(name), "r");
    if (!file)
        fail_msg("%s is not there", name);
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    fclose(file);
    assert_string_equal(text, wanted);
}

/* Runs a job in whose text $T is the folder of the tests' files. */
static Outcome run_job(const char *yaml, const char *options)
{
    Text text = {0};
    char command[512];
    for (const char *at = yaml; *at; at++) {
        bool is_folder = at[0] == '$' && at[1] == 'T';
        host_text_printf(&text, "%.*s", is_folder ? 4096 : 1, is_folder ? test_path("") : at);
        at += is_folder;
    }
    write_text(test_path("job.yaml"), text.text ? text.text : "");
    free(text.text);
    snprintf(command, sizeof command, "--job %s%s", test_path("job.yaml"), options);
    return run_command(command);
}

static Outcome run_well(const char *yaml)
{
    Outcome outcome = run_job(yaml, "");
    if (outcome.status)
        fail_msg("%s\ngave %d: %s", yaml, outcome.status, outcome.err);
    return outcome;
}

/* ---- what runs ---- */

#define COUNT "{entry: CountCS, dispatch: 1"
#define BUFFERS "resources: {gNumbers: {in: [1]}, gCounts: {size: 1, out: $T/refused.csv}}\n"

/* CountCS adds 1 + gNumbers[i]. */
TEST(a_job_runs_its_passes_in_turn)
{
    run_well("resources:\n"
             "  gNumbers: {in: [10, 20, 30]}\n"
             "  gCounts: {size: gNumbers, out: $T/counts.csv}\n"
             "passes:\n"
             "  - {entry: CountCS, threads: gCounts}\n"
             "  - {entry: CountCS, dispatch: 2}\n");
    check_file("counts.csv", "22\n42\n31\n");
}

TEST(a_job_repeats_passes_alone_and_together)
{
    run_well("resources: {gNumbers: {in: u32(0..2)}, gCounts: {size: 3, out: $T/counts.csv}}\n"
             "passes:\n"
             "  - repeat: 10\n"
             "    passes:\n"
             "      - {entry: CountCS, dispatch: 1}\n"
             "      - {entry: CountCS, dispatch: [1, 1, 2], repeat: 2}\n");
    check_file("counts.csv", "30\n40\n0\n");
}

/* The half of what is not known before its file is read is no size of 0. */
TEST(sizes_may_be_parts_of_a_file_s)
{
    write_text(test_path("four.csv"), "10\n20\n30\n40\n");
    run_well("resources: {gNumbers: {in: four.csv}, gCounts: {size: [gNumbers.width / 4 + 1], out: $T/part.csv}}\n"
             "passes: [{entry: CountCS, threads: gCounts}]\n");
    check_file("part.csv", "11\n21\n");
    run_well("resources: {gNumbers: {in: four.csv}, gCounts: {size: [gNumbers.width / 2], out: $T/part.csv}}\n"
             "passes: [{entry: CountCS, threads: gCounts}]\n");
    check_file("part.csv", "11\n21\n");
}

/* One turn gives a = 1, b = 0; swapped, the next one adds to the other. Three names go round. */
TEST(names_are_swapped_behind_each_turn)
{
    run_well("resources:\n"
             "  gNumbers: {in: [0]}\n"
             "  a: {in: [100], out: $T/a.csv}\n"
             "  b: {in: [200], out: $T/b.csv}\n"
             "  c: {in: [300], out: $T/c.csv}\n"
             "passes:\n"
             "  - {entry: CountCS, dispatch: 1, bind: {gCounts: a}, repeat: 3, swap: [a, b]}\n"
             "  - {entry: CountCS, dispatch: 1, bind: {u2: c}, swap: [[a, b, c], [b, c]]}\n");
    /* Three turns: a is 201 and b 102. Then c 301; round: a 102, b 301, c 201; and b and c once more. */
    check_file("a.csv", "102\n");
    check_file("b.csv", "201\n");
    check_file("c.csv", "301\n");
}

TEST(constants_may_be_expressions_of_the_turn)
{
    run_well("resources: {gInput: {in: 'f32(1*4)', size: 1x1}, gOutput: {size: gInput}}\n"
             "passes:\n"
             "  - entry: ScaleCS\n"
             "    repeat: 3\n"
             "    threads: gOutput\n"
             "    set: {gain: step * 10 + gInput.width, bias: [0.5, step / 4, '-(step % 2)']}\n"
             "    save: {gOutput: $T/turn_%d.csv}\n");
    check_file("turn_0.csv", "1.5,1,1,1\n");
    check_file("turn_1.csv", "11.5,11.25,10,11\n");
    check_file("turn_2.csv", "21.5,21.5,21,21\n");
}

/* Turns of outer repetitions have names, let: computes with them: 2 frames of 3 steps, t = (3 frame + step) * 0.5. */
TEST(constants_may_be_times_of_nested_repetitions)
{
    run_well("resources: {gInput: {in: 'f32(1*4)', size: 1x1}, gOutput: {size: gInput}}\n"
             "let: {dt: 0.5, t: (frame * steps + step) * dt}\n"
             "passes:\n"
             "  - repeat: 2\n"
             "    as: frame\n"
             "    passes:\n"
             "      - repeat: 3\n"
             "        passes:\n"
             "          - {entry: ScaleCS, threads: gOutput, set: {gain: t, bias: [frame, step, step / 4]}}\n"
             "      - {save: {gOutput: $T/time_%d.csv}}\n");
    check_file("time_0.csv", "1,3,1.5,1\n");
    check_file("time_1.csv", "3.5,4.5,3,2.5\n");
}

TEST(what_is_typed_hides_numbers_of_let)
{
#define TWO "resources: {gNumbers: {in: [1]}, gCounts: {size: 4, out: $T/counts.csv}}\nlet: {n: 1, m: n}\npasses: [{entry: CountCS, threads: m}]\n"
    Outcome outcome = run_job(TWO, " --set n=1+1");
    assert_int_equal(outcome.status, 0);
    check_file("counts.csv", "2\n1\n0\n0\n");
    outcome = run_job(TWO, " --set gain=2");
    assert_int_equal(outcome.status, 2);
    assert_contains(outcome.err, "--set gain=2: let: of this job has no 'gain'; there are: n, m");
}

TEST(what_is_saved_every_so_many_turns_is_numbered_from_0)
{
    static const char *const gone[] = {"every_000.csv", "every_001.csv", "every_002.csv"};
    for (size_t i = 0; i < HOST_LENGTH(gone); i++)
        unlink(test_path(gone[i]));
    run_well("resources: {gNumbers: {in: [0]}, gCounts: {size: 1}}\n"
             "passes:\n"
             "  - repeat: 7\n"
             "    passes:\n"
             "      - {entry: CountCS, dispatch: 1}\n"
             "      - {every: 3, save: {gCounts: $T/every_%03d.csv}}\n");
    check_file("every_000.csv", "3\n");
    check_file("every_001.csv", "6\n");
    assert_int_not_equal(access(test_path("every_002.csv"), F_OK), 0);
}

/* Of each turn a file with both, one file with all turns, and one at the end. */
TEST(outputs_of_a_job_go_to_one_npz_together)
{
    run_well("resources: {gNumbers: {in: [3], out: '$T/end.npz:n'}, gCounts: {size: 1, out: $T/end.npz}}\n"
             "passes:\n"
             "  - entry: CountCS\n"
             "    dispatch: 1\n"
             "    repeat: 4\n"
             "    every: 2\n"
             "    save: {gNumbers: '$T/turn_%d.npz', gCounts: '$T/turn_%d.npz:c'}\n"
             "  - {entry: CountCS, dispatch: 1, repeat: 2, save: {gCounts: '$T/turns.npz:c_%02d'}}\n");
    run_well("resources:\n"
             "  a: {in: 'end.npz:n', out: $T/a.csv}\n"
             "  b: {in: 'end.npz:gCounts', out: $T/b.csv}\n"
             "  c: {in: 'turn_0.npz:gNumbers', out: $T/c.csv}\n"
             "  d: {in: 'turn_0.npz:c', out: $T/d.csv}\n"
             "  e: {in: 'turn_1.npz:c', out: $T/e.csv}\n"
             "  f: {in: 'turns.npz:c_00', out: $T/f.csv}\n"
             "  g: {in: 'turns.npz:c_01', out: $T/g.csv}\n"
             "  gNumbers: {in: [0]}\n"
             "passes:\n"
             "  - {swap: [a, b, c, d, e, f, g]}\n"
             "  - {entry: CountCS, dispatch: 1, bind: {gCounts: a}}\n");
    check_file("a.csv", "25\n"); /* 24, and 1 */
    check_file("b.csv", "3\n");
    check_file("c.csv", "8\n");
    check_file("d.csv", "16\n");
    check_file("e.csv", "20\n");
    check_file("f.csv", "24\n");
    check_file("g.csv", "3\n");
}

/* In turns 3 and 6 of 7: 7 and 2 times 10. */
TEST(passes_run_every_so_many_turns)
{
    Outcome outcome = run_job("resources: {one: {in: [0]}, ten: {in: [9]}, gCounts: {size: 1, out: $T/counts.csv}}\n"
                              "passes:\n"
                              "  - repeat: 7\n"
                              "    passes:\n"
                              "      - {entry: CountCS, dispatch: 1, bind: {gNumbers: one}}\n"
                              "      - every: 3\n"
                              "        passes: [{entry: CountCS, dispatch: 1, bind: {gNumbers: ten}}]\n"
                              "        save: {gCounts: $T/third_%d.csv}\n", "");
    assert_int_equal(outcome.status, 0);
    check_file("counts.csv", "27\n");
    check_file("third_0.csv", "13\n");
    check_file("third_1.csv", "26\n");
}

TEST(numbers_that_nothing_uses_may_be_of_any_turn_and_size)
{
    run_well("resources: {gNumbers: {in: [1]}, gCounts: {size: 4, out: $T/counts.csv}}\n"
             "let: {a: frame / (step - 1), b: gCounts.width / (steps - 1) + a, c: 1 / 0}\n"
             "passes: [{repeat: 2, as: frame, passes: [{entry: CountCS, threads: 1}]}]\n");
    check_file("counts.csv", "4\n0\n0\n0\n");
}

/* What KeepCS has counted, 4, is known when the second pass begins: 3.17 threads are four groups of one. */
TEST(a_divisor_that_is_not_known_yet_is_no_zero)
{
    run_well("resources:\n"
             "  odd: {in: [1, 2, 3, 4, 5, 6, 7]}\n"
             "  gKept: {size: odd.count}\n"
             "  gCounts: {size: 5, out: $T/counts.csv}\n"
             "bind: {gNumbers: odd}\n"
             "passes:\n"
             "  - {entry: KeepCS, threads: odd}\n"
             "  - {entry: CountCS, threads: 8 / (gKept.counter - 1) + 0.5}\n");
    check_file("counts.csv", "2\n3\n4\n5\n0\n");
}

/* KeepCS appends odd numbers; as many threads as it kept then run. Buffers of arguments say groups. */
TEST(sizes_may_be_counters_and_words_of_buffers)
{
    run_well("resources:\n"
             "  odd: {in: [1, 2, 3, 4, 5, 6, 7]}\n"
             "  gKept: {size: odd.count}\n"
             "  gCounts: {size: [odd.count * 2]}\n"
             "  arguments: {in: [9, 1, 3, 1]}\n"
             "  gOther: {size: 4, out: $T/other.csv}\n"
             "  last: {size: 4, out: $T/counts.csv}\n"
             "bind: {gNumbers: odd}\n"
             "passes:\n"
             "  - {entry: KeepCS, threads: odd}\n"
             "  - {entry: CountCS, threads: gKept.counter, bind: {gCounts: last}}\n"
             "  - {entry: KeepCS, threads: odd, counter: {gKept: 1}}\n"
             "  - {entry: CountCS, threads: gKept.counter - 4, bind: {gCounts: last}}\n"
             "  - {entry: CountCS, indirect: 'arguments[4]', bind: {gCounts: gOther, gNumbers: arguments}}\n"
             "  - {entry: CountCS, dispatch: 1}\n");
    check_file("counts.csv", "4\n3\n4\n5\n");
    check_file("other.csv", "10\n2\n4\n0\n");
}

/* The numbers of seed 5, by the formula in docs/jobs.md, from outside. */
TEST(random_inputs_are_the_same_everywhere)
{
    run_well("resources:\n"
             "  gNumbers: {size: 4, random: {seed: 5, range: [10, 20]}}\n"
             "  gCounts: {size: 4, out: $T/counts.csv}\n"
             "passes: [{entry: CountCS, threads: gCounts}]\n");
    check_file("counts.csv", "14\n18\n13\n11\n");
}

TEST(a_cbuffer_is_filled_like_any_other_resource)
{
    run_well("resources:\n"
             "  gInput: {size: 1x1, fill: 2}\n"
             "  gOutput: {size: 1x1, out: $T/filled.csv}\n"
             "  scale: {in: 'f32(3, 1,2,0, 0*4, 0*3)'}\n"
             "bind: {cbScale: scale}\n"
             "passes: [{entry: ScaleCS, threads: gOutput, set: {bias: [5, 6, 7]}}]\n");
    check_file("filled.csv", "11,12,13,6\n");
}

/* The keys of offload-test-suite are read in upper and lower case alike. */
TEST(a_dry_run_tells_passes_sizes_and_bytes_and_runs_nothing)
{
    unlink(test_path("dry.csv"));
    Outcome outcome = run_job("Shaders: [{File: kernels.hlsl}]\n"
                              "Resources: [{Name: gNumbers, Data: [1]}, {Name: gCounts, Size: 6, Out: $T/dry.csv}]\n"
                              "Passes: [{Repeat: 5, Passes: [{Entry: CountCS, DispatchSize: [gCounts.count / 4, 1, 1]}]}]\n", " --dry-run");
    assert_int_equal(outcome.status, 0);
    assert_contains(outcome.out, "RWBuffer<uint>               6, 24 bytes, to ");
    assert_contains(outcome.out, "  24 bytes besides what files hold\n");
    assert_contains(outcome.out, "  5 times\n    CountCS, wave size 32, 2,1,1 groups: gNumbers = gNumbers, gCounts = gCounts\n");
    assert_int_not_equal(access(test_path("dry.csv"), F_OK), 0);
}

TEST(what_is_typed_hides_what_a_job_says_of_a_resource)
{
    char options[512];
    snprintf(options, sizeof options, " --in gNumbers=u32(5,6) --size gCounts=3 --out gCounts=%s --folder %s", test_path("typed.csv"), test_path(""));
    Outcome outcome = run_job("resources: {gNumbers: {in: missing.csv}, gCounts: {size: 1, out: untyped.csv}}\n"
                              "passes: [{entry: CountCS, threads: gCounts, save: {gCounts: saved.csv}}]\n", options);
    assert_string_equal(outcome.err, "");
    check_file("typed.csv", "6\n7\n1\n");
    check_file("saved.csv", "6\n7\n1\n");
    outcome = run_job(BUFFERS "passes: [" COUNT "}]\n", " --in gNumber=u32(1)");
    assert_contains(outcome.err, "error: --in gNumber=u32(1): unknown resource 'gNumber'; did you mean 'gNumbers'?");
    outcome = run_job(BUFFERS "passes: [" COUNT "}]\n", " --in gNumbers=missing.csv");
    assert_contains(outcome.err, "missing.csv: could not open");
}

TEST(times_of_a_job_are_sums_over_all_runs)
{
    Outcome outcome = run_job("resources: {gNumbers: {in: [1]}, gCounts: {size: 1}}\npasses: [{entry: CountCS, dispatch: 1, repeat: 12}]\n", " --time=json -j 1");
    assert_int_equal(outcome.status, 0);
    assert_contains(outcome.out, "{\"load_ms\": ");
    assert_contains(outcome.out, "\"passes\": [{\"entry\": \"CountCS\", \"wave_size\": 32, \"runs\": 12, ");
    assert_contains(outcome.out, "], \"workers\": 1, \"save_ms\": ");
    outcome = run_job("timeout: 0.2\npasses: [{entry: SleepCS, dispatch: 1, repeat: 1000000000000}]\n", " -j 1");
    assert_int_equal(outcome.status, 3);
    assert_contains(outcome.err, "job.yaml:2:10: SleepCS was stopped: the kernels took longer than 0.2 seconds");
}

/* ---- a pipeline.yaml of the public suite ---- */

/* CountCS adds 1 + gNumbers (t2) to gCounts (u2); the data are a Buffer of the suite's. */
#define PIPELINE(numbers, counts, expected, result, kind) \
    "---\n" \
    "Shaders:\n" \
    "  - Stage: Compute\n" \
    "    Entry: CountCS\n" \
    "    DispatchSize: [3, 1, 1]\n" \
    "Buffers:\n" \
    "  - {Name: In, " numbers "}\n" \
    "  - {Name: Out, " counts "}\n" \
    "  - {Name: Want, " expected "}\n" \
    "Results:\n" \
    "  - {Result: Test, Actual: Out, Expected: Want, " result "}\n" \
    "DescriptorSets:\n" \
    "  - Resources:\n" \
    "    - Name: In\n" \
    "      Kind: Buffer\n" \
    "      DirectXBinding: {Register: 2, Space: 0}\n" \
    "      VulkanBinding: {Binding: 0}\n" \
    "    - Name: Out\n" \
    "      Kind: " kind "\n" \
    "      DirectXBinding: {Register: 2, Space: 0}\n" \
    "...\n"

TEST(a_pipeline_of_the_public_suite_is_a_job)
{
    run_well(PIPELINE("Format: UInt32, Data: [1, 0x10, 010]", "Format: UInt32, FillSize: 12, FillValue: 5",
                      "Format: UInt32, Data: [7, 22, 14]", "Rule: BufferExact", "RWBuffer"));
}

/* Numbers of another width become the declaration's, and what does not fit back the nearest: 1 + 65535 is 65535 in 16 bits. */
TEST(a_pipeline_s_numbers_become_the_declaration_s)
{
    run_well(PIPELINE("Format: UInt16, Data: [1, 2, 65535]", "Format: Int16, ZeroInitSize: 6",
                      "Format: Int16, Data: [2, 3, 32767]", "Rule: BufferExact", "RWBuffer"));
}

TEST(a_result_of_a_pipeline_that_differs_is_told)
{
    Outcome outcome = run_job(PIPELINE("Format: UInt32, Data: [1, 2, 3]", "Format: UInt32, FillSize: 12",
                                       "Format: UInt32, Data: [2, 4, 5]", "Rule: BufferExact", "RWBuffer"), "");
    assert_int_equal(outcome.status, 1);
    assert_contains(outcome.err, "job.yaml:11:5: Test: 'Out' is not as expected: number 1 should be 4 (0x00000004), "
                                 "and it is 3 (0x00000003); 2 numbers differ");
}

/* ScaleCS: gOutput = gInput * gain + bias; the cbuffer is at b0, textures at t0 and u0. 2 * 1.5 + 0.25. */
#define SCALED(expected, result) \
    "Shaders: [{Entry: ScaleCS}]\n" \
    "DispatchParameters: {DispatchGroupCount: [1, 1, 1]}\n" \
    "Buffers:\n" \
    "  - {Name: T, Format: Float32, Channels: 4, Data: [1, 1, 1, 1, 2, 2, 2, 2], OutputProps: {Width: 1, Height: 2, Depth: 1}}\n" \
    "  - {Name: O, Format: Float32, Channels: 4, FillSize: 32, OutputProps: {Width: 1, Height: 2, Depth: 1}}\n" \
    "  - {Name: C, Format: Float32, Data: [1.5, 0.25, 0.25, 0.25]}\n" \
    "  - {Name: E, Format: Float32, Channels: 4, Data: [" expected "]}\n" \
    "Results: [{Result: scaled, Actual: O, Expected: E, " result "}]\n" \
    "DescriptorSets:\n" \
    "  - Resources:\n" \
    "    - {Name: T, Kind: Texture2D, DirectXBinding: {Register: 0, Space: 0}}\n" \
    "    - {Name: O, Kind: RWTexture2D, DirectXBinding: {Register: 0}}\n" \
    "    - {Name: C, Kind: ConstantBuffer, DirectXBinding: {Register: 0, Space: 0}}\n"

TEST(a_pipeline_has_textures_constants_and_tolerances)
{
    run_well(SCALED("1.75, 1.75, 1.75, 1.5, 3.25, 3.25, 3.25, 3", "Rule: BufferExact"));
    run_well(SCALED("1.75, 1.76, 1.75, 1.5, 3.25, 3.25, 3.25, 3", "Rule: BufferFloatEpsilon, Epsilon: 0.02"));
    run_well(SCALED("0x1.c00002p0, 1.75, 1.75, 1.5, 3.25, 3.25, 3.25, 3", "Rule: BufferFloatULP, ULPT: 1"));
    Outcome outcome = run_job(SCALED("1.75, 1.76, 1.75, 1.5, 3.25, 3.25, 3.25, 3", "Rule: BufferFloatULP, ULPT: 9"), "");
    assert_int_equal(outcome.status, 1);
    assert_contains(outcome.err, "number 1 should be 1.75999999 (0x3fe147ae), and it is 1.75 (0x3fe00000)");
}

TEST(a_pipeline_s_buffers_are_resources_of_a_job)
{
    Outcome outcome = run_job(PIPELINE("Format: UInt32, Data: [1, 2, 3]", "Format: UInt32, FillSize: 12",
                                       "Format: UInt32, Data: [11, 21, 31]", "Rule: BufferExact", "RWBuffer"),
                              " --in In=u32(10,20,30)");
    assert_int_equal(outcome.status, 0);
    run_well("Buffers: [{Name: gNumbers, Format: UInt32, Data: [1, 2]}, {Name: gCounts, Format: UInt32, FillSize: 8}]\n"
             "resources: {more: {size: gCounts, out: $T/more.csv}}\n"
             "passes:\n"
             "  - {entry: CountCS, threads: gCounts}\n"
             "  - {entry: CountCS, threads: more, bind: {gNumbers: gCounts, gCounts: more}}\n");
    check_file("more.csv", "3\n4\n");
}

/* ---- what is refused, before anything runs ---- */

typedef struct Refused {
    const char *yaml, *error; /* behind the file's name */
} Refused;


static void check_refused(const Refused *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        unlink(test_path("refused.csv"));
        Outcome outcome = run_job(cases[i].yaml, "");
        if (outcome.status != 2 || !strstr(outcome.err, cases[i].error))
            fail_msg("%s\ngave %d: %s\ninstead of %s", cases[i].yaml, outcome.status, outcome.err, cases[i].error);
        assert_contains(outcome.err, "kernels: error: ");
        assert_contains(outcome.err, "job.yaml:");
        assert_int_not_equal(access(test_path("refused.csv"), F_OK), 0);
    }
}

TEST(faults_in_a_job_have_their_place)
{
    static const Refused cases[] = {
        {"", "job.yaml:1:1: the file is empty"},
        {"passes: [", "job.yaml:2:1: "},
        {"passes: []\n", "job.yaml:1:1: this job has no passes"},
        {"passes:\n\t- {entry: CountCS}\n", "job.yaml:2:1: found character that cannot start any token; YAML takes spaces where this tab is"},
        {"passes: []\n# \xc3\xa4 \xff\n", "job.yaml:2:5: invalid leading UTF-8 octet"},
        {"passes: []\n# a\n\x01", "job.yaml:3:1: control characters are not allowed"},
        {"pases: []\n", "job.yaml:1:1: a job has no key 'pases'; did you mean 'passes'?"},
        {BUFFERS "passes:\n  - " COUNT ", dispatc: 1}\n", "job.yaml:3:35: a pass has no key 'dispatc'; did you mean 'dispatch'?"},
        {BUFFERS "passes: [" COUNT ", Dispatch: 1}]\n", ":2:40: 'Dispatch' is given twice"},
        {BUFFERS "passes: [" COUNT ", DispatchSize: 1}]\n", ":2:40: 'DispatchSize' is given twice"},
        {BUFFERS "passes: [{entry: CountSC, dispatch: 1}]\n", ":2:18: unknown entry point 'CountSC'; did you mean 'CountCS'?"},
        {BUFFERS "passes: [{entry: CountCS}]\n", ":2:10: a pass has one of dispatch:, threads: and indirect:, not 0"},
        {BUFFERS "passes: [" COUNT ", threads: 4}]\n", ":2:10: a pass has one of dispatch:, threads: and indirect:, not 2"},
        {BUFFERS "passes: [{dispatch: 1}]\n", ":2:10: say which entry point: entry: NAME"},
        {BUFFERS "passes: [{set: {a: 1}}]\n", ":2:10: a pass needs an entry:"},
        {BUFFERS "passes: [" COUNT ", passes: [" COUNT "}]}]\n", ":2:10: either entry: or passes:, not both"},
        {BUFFERS "passes: [" COUNT ", wave-size: 64}]\n", ":2:51: CountCS was not compiled for wave size 64"},
        {BUFFERS "passes: [" COUNT ", order: sideways}]\n", ":2:47: "},
        {BUFFERS "passes: [" COUNT ", repeat: 0}]\n", ":2:48: '0' is no whole number from 1 on"},
        {BUFFERS "passes: [" COUNT ", shader: x.hlsl}]\n", ":2:48: unknown shader 'x.hlsl'"},
        {"shaders: [{file: a.hlsl}, {file: b.hlsl}]\n" BUFFERS "passes: [" COUNT "}]\n", ":1:27: this program has the kernels of one shader only"},
        {"workers: 5000\n" BUFFERS "passes: [" COUNT "}]\n", ":1:10: at most 1024 workers"},
        {"timeout: nan\n" BUFFERS "passes: [" COUNT "}]\n", ":1:10: 'nan' is no number of seconds"},
        {BUFFERS "passes: [" COUNT "}]\n--- {}\n", ":3:5: a job is one document"},
        {BUFFERS "passes: &a [{passes: *a}]\n", ":2:13: more than 32 levels deep, or an alias of what it is in"},
    };
    check_refused(cases, HOST_LENGTH(cases));
}

TEST(names_of_a_job_are_found_or_refused)
{
    static const Refused cases[] = {
        {"resources: {gNumbers: {in: [1]}, gCount: {size: 1}}\npasses: [" COUNT "}]\n",
         ":2:10: CountCS, which uses a RWBuffer<uint>: no resource for 'gCounts'; did you mean 'gCount'?"},
        {BUFFERS "passes: [" COUNT ", bind: {gCounts: gCouns}}]\n", ":2:56: unknown resource 'gCouns'; did you mean 'gCounts'?"},
        {BUFFERS "passes: [" COUNT ", bind: {gCouns: gCounts}}]\n", ":2:47: unknown resource 'gCouns'; did you mean 'gCounts'?"},
        {BUFFERS "passes: [" COUNT ", bind: {gInput: gCounts}}]\n", ":2:47: CountCS does not use 'gInput'"},
        {BUFFERS "passes: [" COUNT ", bind: {gCounts: gCounts, u2: gCounts}}]\n", ":2:65: 'u2' is bound twice"},
        {BUFFERS "bind: {gCouns: gCounts}\npasses: [" COUNT "}]\n", ":2:8: unknown resource 'gCouns'; did you mean 'gCounts'?"},
        {BUFFERS "passes: [" COUNT ", set: {gain: 1}}]\n", ":2:46: CountCS does not use 'gain'"},
        {BUFFERS "passes: [" COUNT ", set: {gains: 1}}]\n", ":2:46: unknown cbuffer member 'gains'; did you mean 'gain'?"},
        {BUFFERS "passes: [" COUNT ", set: {gain: clamp(step, 0, 1)}}]\n", ":2:64: '0' has no value; what has a comma in it stands in quotes"},
        {"samplers: {smooth: linear,wrap}\n" BUFFERS "passes: [" COUNT "}]\n", ":1:27: 'wrap' has no value; what has a comma in it stands in quotes"},
        {BUFFERS "passes: [" COUNT ", swap: [gCounts]}]\n", ":2:46: a swap takes two names or more"},
        {BUFFERS "passes: [" COUNT ", swap: [gCounts, gCounts]}]\n", ":2:56: 'gCounts' is there twice"},
        {BUFFERS "passes: [" COUNT ", swap: [gCounts, gOther]}]\n", ":2:56: unknown resource 'gOther'"},
        {BUFFERS "passes: [" COUNT ", save: {gOther: a.csv}}]\n", ":2:47: unknown resource 'gOther'"},
        {BUFFERS "passes: [" COUNT ", every: 5}]\n", ":2:47: every: says when to save: or to run passes:"},
        {BUFFERS "passes: [" COUNT ", counter: {gCounts: 5}}]\n", ":2:50: 'gCounts' is a RWBuffer<uint>, which has no counter"},
        {"resources: {gNumbers: {in: [1]}, gCounts: {size: 1}, more: {size: 1}}\npasses: [" COUNT "}]\n", ":1:54: no pass uses 'more'"},
        {"resources: {1a: {size: 1}}\npasses: [" COUNT "}]\n", ":1:13: '1a' is no name"},
        {"resources: [{name: a, size: 1}, {name: a, size: 1}]\npasses: [" COUNT "}]\n", ":1:40: there is a resource 'a' already"},
        {"resources: [{size: 1}]\npasses: [" COUNT "}]\n", ":1:13: a resource needs a name"},
        {"samplers: {s: linaer}\n" BUFFERS "passes: [" COUNT "}]\n", ":1:15: unknown sampler state 'linaer'; did you mean 'linear'?"},
    };
    check_refused(cases, HOST_LENGTH(cases));
}

TEST(types_of_a_job_s_resources_fit)
{
    static const Refused cases[] = {
        {"resources: {gNumbers: {in: [1]}, image: {size: 4x4}}\npasses: [{entry: ScaleCS, threads: image, bind: {gInput: image, gOutput: image}}, "
         COUNT ", bind: {gCounts: image}}]\n", "2:129: 'image' is a RWTexture2D<float4>, which does not fit 'gCounts', a RWBuffer<uint>"},
        {"resources: {a: {size: 4}, b: {size: 5}, gNumbers: {in: [1]}}\npasses: [" COUNT ", bind: {gCounts: a}, swap: [a, b]}]\n",
         ":2:70: 'b' is 5, and 'a' 4: they cannot be swapped; passes with a bind: each can use one and then the other"},
        {"resources: {a: {in: u32(1*4)}, b: {in: u32(1*5)}, gNumbers: {in: [1]}}\npasses: [" COUNT ", bind: {gCounts: a}, swap: [a, b]}]\n",
         ":2:70: 'b' is 5, and 'a' 4: they cannot be swapped"},
        {"resources: {a: {size: 4x4, mips: 2, in: 'f32(0*64)'}, b: {size: 4x4}}\npasses: [{entry: ScaleCS, threads: b, bind: {gInput: a, gOutput: b}, swap: [a, b]}]\n",
         ":2:80: 'b' and 'a' differ in mip levels: they cannot be swapped"},
        {"resources: {a: {size: 4}, b: {size: 4x4}, gNumbers: {in: [1]}}\npasses: [" COUNT ", bind: {gCounts: a}, swap: [a, b]}, "
         "{entry: ScaleCS, threads: b, bind: {gInput: b, gOutput: b}}]\n", ":2:70: 'b' is a RWTexture2D<float4>, and 'a' a RWBuffer<uint>: they cannot be swapped"},
    };
    check_refused(cases, HOST_LENGTH(cases));
}

#define SIZED(size) "resources: {gNumbers: {in: [1]}, gCounts: {size: " size "}}\npasses: [" COUNT "}]\n"

TEST(sizes_of_a_job_are_whole_and_not_0)
{
    static const Refused cases[] = {
        {SIZED("0"), ":1:50: a size of 0"},
        {SIZED("[0 / 0]"), ":1:51: a division by 0"},
        {SIZED("[1e300 * 1e300]"), "is no finite number"},
        {SIZED("[-5]"), ":1:51: a size of -5; at least 1 is wanted"},
        {SIZED("[0.5]"), ":1:51: a size of 0; at least 1 is wanted"},
        {SIZED("[4, 4]"), ":1:50: '4x4' is no size of a RWBuffer<uint>"},
        {SIZED("4x4"), ":1:50: '4x4' is no size of a RWBuffer<uint>"},
        {SIZED("4000000000"), ":1:50: 'gCounts' would be larger than 2^31 - 1 bytes"},
        {SIZED("gCounts.width"), ":1:43: the size of 'gCounts' rests on itself"},
        {SIZED("gCuonts.width"), ":1:50: there is no resource 'gCuonts'"},
        {SIZED("gNumbers.widht"), ":1:50: a resource has no 'widht'; did you mean 'width'?"},
        {SIZED("gNumbers + 1"), ":1:50: 'gNumbers' alone is no number; say gNumbers.width"},
        {SIZED("step.width"), ":1:50: there is no resource 'step'"},
        {SIZED("[(((1)]"), ":1:51: a ')' is missing"},
        {SIZED("[max(1)]"), ":1:51: max() takes 2 values and a ')'"},
        {SIZED("[maxi(1, 2)]"), ":1:51: unknown function 'maxi'; did you mean 'max'?"},
        {SIZED("[1 2]"), ":1:51: '2' does not belong there"},
        {"resources: {gNumbers: {in: [1]}, gCounts: {}}\npasses: [" COUNT "}]\n", ":1:43: 'gCounts' needs a size: or an in:"},
        {BUFFERS "passes: [{entry: CountCS, dispatch: [1, 0]}]\n", ":2:41: 0 is no size of a dispatch"},
        {BUFFERS "passes: [{entry: CountCS, dispatch: [1, 1, 1, 1]}]\n", ":2:37: a dispatch has three sizes at most"},
        {BUFFERS "passes: [{entry: CountCS, dispatch: [1, 70000]}]\n", "job.yaml:2:10: "},
        {BUFFERS "passes: [{entry: CountCS, threads: gCounts.count * 0}]\n", ":2:36: 0 is no size of a dispatch"},
        {BUFFERS "passes: [{entry: CountCS, indirect: gCount}]\n", ":2:37: unknown resource 'gCount'; did you mean 'gCounts'?"},
        {BUFFERS "passes: [{entry: CountCS, indirect: 'gCounts[2]'}]\n", ":2:37: 'gCounts[2]' is not of the form BUFFER or BUFFER[OFFSET]"},
        {BUFFERS "passes: [{entry: CountCS, indirect: gCounts}]\n", ":2:37: 'gCounts' has 4 bytes, too few for three words at 0"},
    };
    check_refused(cases, HOST_LENGTH(cases));
}

/* 250 + 1 + 3 is 254, one more turn 255 and not 258; of 300 8 bits hold 255. */
TEST(resources_of_a_job_have_formats)
{
    run_well("resources: {gNumbers: {in: [3]}, gCounts: {in: [250], format: R8_UINT, out: $T/texels.bin}}\n"
             "passes: [" COUNT ", repeat: 2}]\n");
    check_file("texels.bin", "\xff");
    run_well("resources: {gNumbers: {in: [300], format: R8_UINT}, gCounts: {size: 1, out: $T/counts.csv}}\npasses: [" COUNT "}]\n");
    check_file("counts.csv", "256\n");
    Outcome outcome = run_job("resources: {gNumbers: {in: [300]}, gCounts: {size: 1, out: $T/counts.csv}}\npasses: [" COUNT "}]\n",
                              " --format gCounts=R8_UINT");
    assert_int_equal(outcome.status, 0);
    check_file("counts.csv", "255\n");
    static const Refused cases[] = {
        {"resources: {gNumbers: {in: [1]}, gCounts: {size: 1, format: R8_UINT}, other: {size: 1}}\n"
         "passes: [" COUNT "}, {entry: CountCS, dispatch: 1, bind: {gCounts: other}}, {swap: [gCounts, other]}]\n",
         "'other' and 'gCounts' differ in format: they cannot be swapped"},
        {"resources: {gNumbers: {in: [1]}, gCounts: {size: 1, format: UInt32}}\npasses: [" COUNT "}]\n",
         "job.yaml:1:61: format: is DXGI's here, such as R32_SINT; UInt32 is a Format of Buffers:"},
    };
    check_refused(cases, HOST_LENGTH(cases));
}

#define SCALE(more) "resources: {gInput: {size: 1x1}, gOutput: {size: 1x1, out: $T/refused.csv}}\npasses: [{entry: ScaleCS, dispatch: 1, set: {" more "}}]\n"

TEST(numbers_of_a_job_fit_what_they_are_for)
{
    static const Refused cases[] = {
        {SCALE("gain: [1, 2]"), ":2:52: gain (float) takes 1 value, not 2"},
        {SCALE("gain: stp"), ":2:52: there is no resource 'stp'; names are step, steps, those of let: and as:, and sizes such as image.width"},
        {SCALE("gain: 1 / step"), ":2:52: a division by 0"},
        {SCALE("'steps[1]': step + 3e9"), ":2:58: 3000000000 does not fit i32"},
        {"resources: {gNumbers: {in: [1, 2.5]}, gCounts: {size: 1}}\npasses: [" COUNT "}]\n", ":1:32: "},
        {"resources: {gNumbers: {in: missing.csv}, gCounts: {size: 1}}\npasses: [" COUNT "}]\n", "missing.csv: could not open"},
        {"resources: {gNumbers: {in: numbers.xyz}, gCounts: {size: 1}}\npasses: [" COUNT "}]\n", ":1:28: unknown file format '.xyz'"},
        {"resources: {gNumbers: {in: [1], fill: 3}, gCounts: {size: 1}}\npasses: [" COUNT "}]\n", ":1:23: 'gNumbers' has more than one of in:, random: and fill:"},
        {"resources: {gNumbers: {size: 1, random: {distribution: poisson}}, gCounts: {size: 1}}\npasses: [" COUNT "}]\n", ":1:56: unknown distribution 'poisson'"},
        {"resources: {gNumbers: {size: 1, random: {range: [0, inf]}}, gCounts: {size: 1}}\npasses: [" COUNT "}]\n", ":1:53: 'inf' is no number"},
        {"resources: {gNumbers: {size: 1, mips: 3}, gCounts: {size: 1}}\npasses: [" COUNT "}]\n", ":1:39: "},
        {"resources: {gNumbers: {size: 1, format: R8_UNORM}, gCounts: {size: 1}}\npasses: [" COUNT "}]\n", ":1:41: format R8_UNORM holds numbers 0 .. 1"},
        {"resources: {gNumbers: {size: 1, counter: 3}, gCounts: {size: 1}}\npasses: [" COUNT "}]\n", ":1:42: this Buffer<uint> has no counter"},
    };
    check_refused(cases, HOST_LENGTH(cases));
}

TEST(two_writers_of_a_file_are_refused)
{
    static const Refused cases[] = {
        {"resources: {gNumbers: {in: [1]}, gCounts: {size: 1, out: $T/refused.csv}}\npasses: [" COUNT ", save: {gCounts: $T/../runtime/refused.csv}}]\n", "refused.csv' is written at line 1, too"},
        {BUFFERS "passes: [" COUNT ", save: {gCounts: $T/x_1.csv}}, " COUNT ", save: {gCounts: $T/x_%d.csv}}]\n", "x_%d.csv' is written at line 2, too"},
        {"resources: {gNumbers: {in: [1], out: '$T/x.npz:a'}, gCounts: {size: 1, out: '$T/x.npz:a'}}\npasses: [" COUNT "}]\n", "x.npz:a' is written at line 1, too"},
        {"resources: {gNumbers: {in: [1], out: '$T/x.npz:a'}, gCounts: {size: 1}}\npasses: [" COUNT ", repeat: 3, save: {gCounts: '$T/x.npz'}}]\n", "would be written again and again; give it a number"},
        {"resources: {gNumbers: {in: [1], out: '$T/x.npz:a_1'}, gCounts: {size: 1}}\npasses: [" COUNT ", repeat: 3, save: {gCounts: '$T/x.npz:a_%d'}}]\n", "x.npz:a_%d' is written at line 1, too"},
        {BUFFERS "passes: [" COUNT ", repeat: 3, save: {gCounts: '$T/x_%d.npz'}}, " COUNT ", save: {gNumbers: '$T/x_%d.npz'}}]\n", "x_%d.npz' is written at line 2, too"},
        {BUFFERS "passes: [" COUNT ", repeat: 2, save: {gCounts: $T/x.csv}}]\n", "would be written again and again; give it a number: frame_%04d.png"},
        {BUFFERS "passes: [{repeat: 2, passes: [{save: {gCounts: $T/x.csv}}, " COUNT "}]}]\n", "would be written again and again"},
        {BUFFERS "passes: [" COUNT ", save: {gCounts: $T/%s.csv}}]\n", "one %d or %04d stands for the number"},
        {BUFFERS "passes: [" COUNT ", save: {gCounts: $T/%d_%d.csv}}]\n", "one %d or %04d stands for the number"},
        {BUFFERS "passes: [" COUNT ", save: {gCounts: $T/x.jpg}}]\n", ".jpg"},
        {BUFFERS "passes: [" COUNT ", save: {gCounts: $T/x.png}}]\n", "a .png holds a 2D texture only"},
        {BUFFERS "passes: [" COUNT ", save: {gCounts: $T/no/such/folder/x.csv}}]\n", "no/such/folder/x.csv: could not write"},
    };
    check_refused(cases, HOST_LENGTH(cases));
}

TEST(a_job_goes_with_few_other_options)
{
    Outcome outcome = run_command("--job x.yaml -e CountCS");
    assert_int_equal(outcome.status, 2);
    assert_contains(outcome.err, "-e does not go with it");
    outcome = run_command("--job x.yaml --counter gKept=1");
    assert_contains(outcome.err, "--counter does not go with --job");
    outcome = run_command("--job x.yaml --dispatch 1");
    assert_contains(outcome.err, "--job goes with --in");
    outcome = run_command("--dry-run");
    assert_contains(outcome.err, "--dry-run goes with --job");
}

TEST(faults_in_a_pipeline_have_their_place)
{
#define U32 "Format: UInt32, Data: [1, 2, 3]"
#define OUT "Format: UInt32, FillSize: 12"
#define EXACT "Rule: BufferExact"
    static const Refused cases[] = {
        {PIPELINE("Data: [1]", OUT, U32, EXACT, "RWBuffer"), "job.yaml:7:5: a buffer needs a Format"},
        {PIPELINE("Format: Int31, Data: [1]", OUT, U32, EXACT, "RWBuffer"), "job.yaml:7:24: unknown Format of numbers 'Int31'; did you mean 'Int32'?"},
        {PIPELINE("Format: UInt32, Data: [1, -2]", OUT, U32, EXACT, "RWBuffer"), "job.yaml:7:42: '-2' is no UInt32"},
        {PIPELINE("Format: Float16, Data: [1.5]", OUT, U32, EXACT, "RWBuffer"), "job.yaml:7:40: '1.5' is no Float16, which the suite writes as its bits"},
        {PIPELINE("Format: UInt32", OUT, U32, EXACT, "RWBuffer"), "job.yaml:7:5: the buffer 'In' needs one of Data and FillSize"},
        {PIPELINE(U32, "Format: UInt32, FillSize: 13", U32, EXACT, "RWBuffer"), "job.yaml:8:43: 13 bytes are no number of UInt32"},
        {PIPELINE(U32, "Format: UInt32, FillValue: 1", U32, EXACT, "RWBuffer"), "job.yaml:8:44: FillValue needs a FillSize"},
        {PIPELINE(U32 ", ArraySize: 2", OUT, U32, EXACT, "RWBuffer"), "job.yaml:7:38: 'In' has an ArraySize of 2, and lists in its Data: 1"},
        {PIPELINE(U32 ", OutputProps: {Width: 2, Height: 2, Depth: 1}", OUT, U32, EXACT, "RWBuffer"), "job.yaml:7:62: 'In' has 12 bytes, but its OutputProps ask for 16"},
        {PIPELINE(U32, OUT, "Format: UInt32, Data: [1, 2]", EXACT, "RWBuffer"), "job.yaml:11:43: 'Want' has 1 times 8 bytes, and 'Out' 1 times 12"},
        {PIPELINE(U32, OUT, U32, "Rule: BufferFloatULP, ULPT: 1", "RWBuffer"), "job.yaml:11:55: BufferFloatULP compares float buffers of one Format, not UInt32 with UInt32"},
        {PIPELINE(U32, OUT, U32, "Rule: BufferExcat", "RWBuffer"), "job.yaml:11:55: unknown here 'BufferExcat'; did you mean 'BufferExact'?"},
        {PIPELINE(U32, OUT, U32, EXACT, "RWStructuredBuffer"), "job.yaml:19:13: at u2 the shader has a RWBuffer<uint>, 'gCounts', and no RWStructuredBuffer"},
        {PIPELINE(U32, OUT, U32, EXACT, "RWBufer"), "job.yaml:19:13: unknown Kind 'RWBufer'; did you mean 'RWBuffer'?"},
        {PIPELINE(U32, OUT, U32, EXACT, "Sampler"), "job.yaml:18:13: there is no sampler 'Out'"},
        {"Shaders: [{Stage: Pixel, Entry: CountCS}]\n", "job.yaml:1:19: only Compute shaders run here"},
        {"Shaders: [{Entry: CountCS}]\nPushConstants: []\n", "job.yaml:2:16: a Vulkan push constant cannot be done here"},
        {"Shaders: [{Entry: CountCS}]\npasses: [" COUNT "}]\n", "job.yaml:1:19: either an Entry here or passes:, not both"},
        {"Samplers: [{Name: s, Address: Wrap}]\n" BUFFERS "passes: [" COUNT "}]\n", "job.yaml:1:31: unknown here 'Wrap'"},
        {"Samplers: [{Name: s, ComparisonOp: Less}]\n" BUFFERS "passes: [" COUNT "}]\n", "job.yaml:1:36: a SamplerComparison, and no other"},
    };
    check_refused(cases, HOST_LENGTH(cases));
}

TEST(faults_in_names_of_numbers_have_their_place)
{
#define TIMED(let, set, repeat) BUFFERS "let: {" let "}\npasses:\n  - {entry: CountCS, threads: '" set "', " repeat "}\n"
    static const Refused cases[] = {
        {TIMED("t: t + 1", "t", "repeat: 2"), "job.yaml:2:7: 't' rests on itself"},
        {TIMED("a: b, b: a", "a", "repeat: 2"), "rests on itself, or on more than 32 others"},
        {TIMED("dt: 1 / 0", "dt", "repeat: 2"), "job.yaml:2:11: a division by 0"},
        {TIMED("dt: [1, 2]", "dt", "repeat: 2"), "job.yaml:2:11: one number is wanted"},
        {TIMED("gCounts: 1", "1", "repeat: 2"), "job.yaml:2:7: there is a resource 'gCounts' already"},
        {TIMED("step: 1", "1", "repeat: 2"), "job.yaml:2:7: 'step' has a meaning already"},
        {TIMED("'1x': 1", "1", "repeat: 2"), "job.yaml:2:7: '1x' is no name"},
        {TIMED("a: 1", "1", "as: frame"), "job.yaml:4:40: as: names the turns of a repeat:, which is not here"},
        {TIMED("a: 1", "1", "repeat: 2, as: a"), "job.yaml:4:51: 'a' is of let: already"},
        {TIMED("a: 1", "1", "repeat: 2, as: steps"), "job.yaml:4:51: 'steps' has a meaning already"},
        {TIMED("a: frame", "a", "repeat: 2, as: farme"), "job.yaml:2:10: there is no resource 'frame'; names are step, steps, those of let:"},
        {TIMED("a: 1 +, b: 1", "b", "repeat: 2"), "job.yaml:2:10: a name is wanted at ''"},
        {TIMED("a: 2 ), b: 1", "b", "repeat: 2"), "job.yaml:2:10: ')' does not belong there"},
        {TIMED("a: sni(1), b: 1", "b", "repeat: 2"), "job.yaml:2:10: unknown function 'sni'; did you mean 'sin'?"},
        {TIMED("a: farme, b: 1", "b", "repeat: 2, as: frame"), "job.yaml:2:10: there is no resource 'farme'; names are step, steps, those of let:"},
        {TIMED("a: gCounts.widht, b: 1", "b", "repeat: 2"), "job.yaml:2:10: a resource has no 'widht'; did you mean 'width'?"},
        {BUFFERS "passes: [{repeat: 2, as: i, passes: [{repeat: 2, as: i, passes: [" COUNT "}]}]}]\n", "job.yaml:2:54: 'i' is the turn at line 2 already"},
    };
    check_refused(cases, HOST_LENGTH(cases));
}
