/* The command line of an executable, from words to files. */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "numbers/report.h"
#include "kernels.h"

/* Runs and checks that it went well. */
static Outcome run_well(const char *arguments)
{
    Outcome outcome = run_command(arguments);
    if (outcome.status)
        fail_msg("%s\ngave %d: %s", arguments, outcome.status, outcome.err);
    return outcome;
}

static void check_printed(const char *arguments, const char *wanted)
{
    Outcome outcome = run_well(arguments);
    assert_string_equal(outcome.out, wanted);
}

/* The command must fail as bad usage with this in its message. */
static void check_refused(const char *arguments, const char *error)
{
    Outcome outcome = run_command(arguments);
    assert_int_equal(outcome.status, 2);
    assert_contains(outcome.err, "kernels: error: ");
    assert_contains(outcome.err, error);
}

TEST(the_list_shows_entry_points_registers_types_sizes_and_members)
{
    Outcome outcome = run_well("--list");
    assert_contains(outcome.out, "ScaleCS  numthreads 8,8,1  groupshared 0 bytes  wave sizes 32 4\n    uses gInput gOutput cbScale");
    assert_contains(outcome.out, "gInput      Texture2D<float4>             t0    16 bytes a texel");
    assert_contains(outcome.out, "gBytes      ByteAddressBuffer             t3,space2");
    assert_contains(outcome.out, "gKept       AppendStructuredBuffer<uint>  u3    4 bytes an element  counter");
    assert_contains(outcome.out, "steps     int                           offset 48  array of 3, 16 bytes apart");
    assert_contains(outcome.out, "gMaps       Texture2D<float>              t8    4 bytes a texel  array of 2");
}

/* Of the Unicode standard's table 3-7 the borders; the rest of a character that is none stands for itself. */
TEST(json_strings_hold_any_bytes)
{
    static const struct { const char *text, *wanted; } cases[] = {
        {"", "\"\""},
        {"a\"b\\c/\n\x01\x1f\x7f", "\"a\\\"b\\\\c/\\u000a\\u0001\\u001f\x7f\""},
        {"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80", "\"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\""},
        {"\xe9" "a", "\"\\udce9a\""},                          /* Latin 1 */
        {"\xc1\xbf", "\"\\udcc1\\udcbf\""},                  /* longer than it need be */
        {"\xe0\x9f\xbf", "\"\\udce0\\udc9f\\udcbf\""},
        {"\xed\xa0\x80", "\"\\udced\\udca0\\udc80\""},      /* a surrogate */
        {"\xf4\x90\x80\x80", "\"\\udcf4\\udc90\\udc80\\udc80\""}, /* past U+10FFFF */
        {"\xe2\x82", "\"\\udce2\\udc82\""},                  /* cut off */
        {"\xe2\x82" "a", "\"\\udce2\\udc82a\""},
    };
    for (size_t i = 0; i < HOST_LENGTH(cases); i++) {
        Text text = {0};
        host_text_json(&text, cases[i].text);
        assert_string_equal(text.text, cases[i].wanted);
        free(text.text);
    }
}

TEST(help_names_every_option)
{
    Outcome outcome = run_well("--help");
    static const char *const names[] = { "--list", "--entry", "--in", "--out", "--set", "--size", "--dispatch", "--threads", "--wave-size",
                                         "--workers", "--order", "--repeat", "--time", "--timeout", "--print", "--counter", "--mips", "--version" };
    for (size_t i = 0; i < HOST_LENGTH(names); i++)
        assert_contains(outcome.out, names[i]);
}

TEST(what_cannot_be_printed_ends_with_2)
{
    static const char *const words[] = {"--help", "--list", "--list=json", "--version"};
    for (size_t i = 0; i < HOST_LENGTH(words); i++) {
        char *argv[] = {"kernels", (char *)words[i]};
        FILE *full = fopen("/dev/full", "w"), *err = tmpfile();
        assert_int_equal(host_main(&sample_module, 2, argv, full, err), 2);
        fclose(full);
        fclose(err);
    }
}

TEST(only_one_worker_is_alone_with_its_resources)
{
    check_printed("-e AloneCS --size gCounts=2 --print gCounts -j 1", "1\n1\n");
    check_printed("-e AloneCS --size gCounts=2 --print gCounts -j 2", "0\n0\n");
}

TEST(values_in_numbers_out)
{
    check_printed("-e CountCS --in gNumbers=u32(0..2) --print gCounts", "1\n2\n3\n");
}

TEST(print_stops_after_the_count_given_or_64)
{
    check_printed("-e CountCS --size gCounts=3 --print gCounts:2", "1\n1\n");
    Outcome outcome = run_well("-e CountCS --size gCounts=100 --print gCounts");
    assert_int_equal(strlen(outcome.out), 64 * 2);
    assert_contains(outcome.err, "36 more elements of 'gCounts'; --print gCounts:COUNT shows COUNT");
}

TEST(a_resource_goes_by_variable_or_register)
{
    check_printed("-e CountCS --in t2=u32(5) -p u2", "6\n");
    check_refused("-e CountCS --in t3=u32(5)", "unknown resource 't3'");
    check_refused("-e CountCS --in t2,space1=u32(5)", "unknown resource");
    assert_contains(run_well("-e CountCS --in t2=u32(5) --in t3,space2=u32(1)").err, "warning: --in t3,space2: CountCS does not use it");
    check_refused("-e CountCS --in gMaps=u32(5)", "say which: gMaps[0] .. gMaps[1]");
    check_refused("-e CountCS --in gMaps[2]=u32(5)", "there is no [2]");
    check_refused("-e CountCS --in gMaps[1][0]=u32(5)",
                  "'gMaps' takes one number: gMaps[0] .. gMaps[1]; arrays of arrays are counted through, the last index fastest");
    check_refused("-e CountCS --in gMaps[x]=u32(5)", "'gMaps' takes one number: gMaps[0] .. gMaps[1]");
    check_refused("-e CountCS --size gCounts[0][1]=5", "'gCounts' is no array");
}

TEST(options_are_written_in_every_usual_way)
{
    const char *wanted = "3\n";
    check_printed("--entry=CountCS --in=gNumbers=u32(2) --print=gCounts", wanted);
    check_printed("--entry CountCS --in gNumbers=u32(2) --print gCounts --workers 2", wanted);
    check_printed("-eCountCS -igNumbers=u32(2) -pgCounts -j2 -w32", wanted);
    check_printed("--in gNumbers=u32(2) --print gCounts -e CountCS", wanted);
}

TEST(a_structured_buffer_takes_scalars_in_the_order_of_its_fields)
{
    const char *path = test_path("results.txt");
    char arguments[512];
    snprintf(arguments, sizeof arguments, "-e ItemsCS --in gItems=f32(1,2,3,4,5,0.5) --out gResults=%s", path);
    run_well(arguments);
    char *text = file_read(path, NULL);
    assert_string_equal(text, "(2, 4, 6, 5, 5, 0.5)\n");
    free(text);
    check_refused("-e ItemsCS --in gItems=f32(1,2,3,4.5,5,6) --print gResults", "element 0, scalar 3: value 4.5");
    check_refused("-e ItemsCS --in gItems=f32(1,2,3,4,5) --print gResults", "holds 5 numbers, which is no multiple of the 6");
}

TEST(a_structured_buffer_takes_a_bin_file_as_it_lies)
{
    const struct { float v[3]; uint32_t id; float w[2]; } items[2] = { { { 1, 2, 3 }, 7, { 4, 5 } }, { { 0, 0, 0.25 }, 0xffffffff, { 0, 0 } } };
    const char *in = test_path("items.bin"), *out = test_path("results.bin");
    char arguments[512];
    file_write(in, items, sizeof items);
    snprintf(arguments, sizeof arguments, "-e ItemsCS --in gItems=%s --out gResults=%s", in, out);
    run_well(arguments);
    size_t count;
    char *bytes = file_read(out, &count);
    const struct { float v[3]; uint32_t id; float w[2]; } wanted[2] = { { { 2, 4, 6 }, 8, { 4, 5 } }, { { 0, 0, 0.5 }, 0, { 0, 0 } } };
    assert_int_equal(count, sizeof wanted);
    assert_memory_equal(bytes, wanted, sizeof wanted);
    free(bytes);
    file_write(in, items, 47);
    check_refused(arguments, "holds 47 bytes, which is no multiple of the 24");
}

TEST(a_picture_goes_through_a_kernel_and_back)
{
    const char *first = test_path("first.png"), *second = test_path("second.png"), *values = test_path("values.npy");
    char arguments[512];
    snprintf(arguments, sizeof arguments, "-e ScaleCS --in gInput=f32(0,0.2,0.4,1,1,1,1,0) --size gInput=2x1 --out gOutput=%s", first);
    run_well(arguments);
    snprintf(arguments, sizeof arguments, "-e ScaleCS --in gInput=%s --set gain=0.5 --set bias=0,0,0.2 --out gOutput=%s --out gOutput=%s", first, second, values);
    run_well(arguments);
    snprintf(arguments, sizeof arguments, "-e ScaleCS --in gInput=%s --print gOutput", values);
    check_printed(arguments, "(0, 0.1, 0.4, 0.5)\n(0.5, 0.5, 0.7, 0)\n");
}

TEST(memory_is_handed_over_from_entry_point_to_entry_point)
{
    check_printed("-e ScaleCS --in gInput=f32(1,2,3,4) --size gInput=1x1 --set gain=2 --out gOutput=@a "
                  "-e ScaleCS --in gInput=@a --set bias=1,0,0 --out gOutput=@b "
                  "-e ScaleCS --in gInput=@b --in t9=@b --set gain=10 --print gOutput",
                  "(30, 40, 60, 80)\n");
}

TEST(a_name_may_be_handed_over_again_and_again)
{
    check_printed("-e ScaleCS --in gInput=f32(1,1,1,1) --size gInput=1x1 --out gOutput=@a --set gain=3 "
                  "-e ScaleCS --in gInput=@a --out gOutput=@a --set gain=3 "
                  "-e ScaleCS --in gInput=@a --print gOutput",
                  "(9, 9, 9, 9)\n");
}

TEST(a_writer_of_what_was_handed_over_changes_a_copy)
{
    check_printed("-e CountCS --in gNumbers=u32(1,2,3,4) --out gCounts=@first "
                  "-e CountCS --in gCounts=@first --out gCounts=@second "
                  "-e CountCS --in gNumbers=@first --print gCounts",
                  "3\n4\n5\n6\n");
    check_printed("-j 1 -e KeepCS --in gNumbers=u32(1,3,4) --out gKept=@odd "
                  "-e KeepCS --in gKept=@odd --in gNumbers=u32(8) --print gKept "
                  "-e CountCS --in gNumbers=@odd --print gCounts",
                  "1\n3\n2\n4\n");
}

TEST(what_was_appended_is_handed_over_without_the_rest)
{
    check_printed("-j 1 -e KeepCS --in gNumbers=u32(0..9) --out gKept=@odd -e CountCS --in gNumbers=@odd --print gCounts",
                  "2\n4\n6\n8\n10\n");
}

/* Four odd numbers were appended, and the second list of numbers has two more. */
TEST(a_size_gives_a_handed_over_buffer_more_room)
{
    check_printed("-j 1 -e KeepCS --in gNumbers=u32(1..8) --out gKept=@odd "
                  "-e KeepCS --in gKept=@odd --size gKept=6 --in gNumbers=u32(9..12) --print gKept "
                  "-e CountCS --in gNumbers=@odd --size gNumbers=5 --print gCounts",
                  "1\n3\n5\n7\n9\n11\n2\n4\n6\n8\n1\n");
    check_refused("-e CountCS --in gNumbers=u32(1,2,3) --out gCounts=@a -e CountCS --in gNumbers=@a --size gNumbers=2 --print gCounts",
                  "--in gNumbers=@a: is handed over with a size of 3, and a --size of 2 does not fit that");
    check_refused("-e ScaleCS --in gInput=f32(1,1,1,1) --size gInput=1x1 --out gOutput=@a -e ScaleCS --in gInput=@a --size gInput=1x2 --print gOutput",
                  "--in gInput=@a: is handed over with a size of 1x1, and a --size of 1x2 does not fit that");
    check_printed("-e CountCS --in gNumbers=u32(1,2,3) --out gCounts=@a -e CountCS --in gNumbers=@a --size gNumbers=3 --print gCounts",
                  "3\n4\n5\n");
}

TEST(a_hand_over_that_cannot_be_is_an_error_before_anything_runs)
{
    check_refused("-e ScaleCS --in gInput=@nothing", "no entry point before this one has an --out NAME=@nothing");
    check_refused("-e ScaleCS --in gInput=@a --out gOutput=@a", "no entry point before this one");
    check_refused("-e ScaleCS --in gInput=f32(1,1,1,1) --size gInput=1x1 --out gOutput=@a -e CountCS --in gNumbers=@a",
                  "holds a RWTexture2D<float4>, which does not fit a Buffer<uint>");
}

TEST(what_an_entry_point_wrote_is_there_for_the_next)
{
    check_printed("--size gCounts=2 -j 1 --dispatch 2 -e CountCS -e CountCS --in gNumbers=u32(10,20) --print gCounts",
                  "12\n22\n");
}

TEST(options_before_the_first_entry_are_for_all_and_outputs_are_written_after_the_last)
{
    check_printed("--in gNumbers=u32(1,2) --print gCounts -e CountCS -e CountCS", "4\n6\n");
}

TEST(repeats_start_from_the_same_contents)
{
    check_printed("-e CountCS --in gNumbers=u32(1,2) --repeat 5 --print gCounts", "2\n3\n");
    check_printed("-j 1 -e KeepCS --in gNumbers=u32(1,2,3) --repeat 5 --print gKept", "1\n3\n");
}

TEST(an_append_buffer_is_written_up_to_its_counter)
{
    const char *path = test_path("kept.npy");
    char arguments[512];
    snprintf(arguments, sizeof arguments, "-j 1 -e KeepCS --in gNumbers=u32(0..9) --out gKept=%s", path);
    run_well(arguments);
    size_t count;
    char *bytes = file_read(path, &count);
    assert_contains(bytes + 10, "'descr': '<u4', 'fortran_order': False, 'shape': (5,)");
    assert_int_equal(count, 128 + 20);
    free(bytes);
    check_printed("-j 1 -e KeepCS --in gNumbers=u32(1) --size gKept=4 --counter gKept=2 --print gKept", "0\n0\n1\n");
    assert_contains(run_well("-e KeepCS --in gNumbers=u32(1*9) --size gKept=4 --threads 9 --print gKept").err, "took 4 elements of the 9 appended");
    check_refused("-e CountCS --counter gCounts=3 --size gCounts=1", "has no counter");
}

TEST(groups_come_from_dispatch_or_threads_or_the_output)
{
    check_printed("-e CountCS --size gCounts=3 --dispatch 2 --print gCounts", "1\n1\n0\n");
    check_printed("-e CountCS --size gCounts=3 --threads 1,1,3 --print gCounts", "1\n1\n1\n");
    check_printed("-e KeepCS -j 1 --in gNumbers=u32(1*9) --threads 5 --print gKept", "1\n1\n1\n1\n1\n1\n1\n1\n");
    check_printed("-e VolumeCS --size gVolume=1x2x2 --print gVolume",
                  "0\n10\n100\n110\n");
    check_printed("-e CountCS --size gCounts=1 --dispatch 0 --print gCounts", "0\n");
}

TEST(the_largest_output_says_how_many_groups_run_in_whatever_order_they_are_given)
{
    static const char *const outputs[] = {
        "--out gCounts=@a --out gVolume=@b",
        "--out gVolume=@a --out gCounts=@b",
        "--print gCounts:0", /* no --out: of all that may be written */
    };
    for (size_t i = 0; i < HOST_LENGTH(outputs); i++) {
        char arguments[512];
        snprintf(arguments, sizeof arguments,
                 "-e BothCS --size gCounts=2 --size gVolume=1x1x3 %s --print gVolume", outputs[i]);
        Outcome outcome = run_well(arguments);
        assert_string_equal(outcome.out, "0\n100\n200\n");
        assert_contains(outcome.err, "BothCS: the outputs differ in size; 1,1,3 groups run, as "
                                     "'gVolume' needs; --threads or --dispatch says otherwise");
    }
    Outcome same = run_well("-e BothCS --size gCounts=3 --size gVolume=3x1x1 --print gVolume");
    assert_null(strstr(same.err, "differ"));
}

TEST(the_size_of_an_output_that_is_not_known_is_asked_for)
{
    check_refused("-e CountCS --size gCounts=1 --dispatch 1 --threads 4", "--dispatch and --threads exclude each other");
    check_refused("-e CountCS", "the size of 'gCounts' (RWBuffer<uint>) is not known; give --size gCounts=1024");
    check_refused("-e VolumeCS", "--size gVolume=");
    check_refused("-e CountCS --size gCounts=4x4", "'4x4' is no size of a RWBuffer<uint>; give COUNT");
    check_refused("-e VolumeCS --size gVolume=4", "give WIDTHxHEIGHTxDEPTH");
    check_refused("-e ScaleCS --size gOutput=99999x99999", "larger than 2^31 - 1 bytes");
    check_refused("-e ScaleCS --size gOutput=4x4:R8_UINT", "format R8_UINT holds uints, which a RWTexture2D<float4> cannot be");
    run_well("-e ScaleCS --size gOutput=4x4:r32g32b32a32_float");
}

TEST(a_run_that_takes_too_long_exits_with_3)
{
    Outcome outcome = run_command("-e SleepCS --dispatch 1000 --timeout 0.05 -j 2");
    assert_int_equal(outcome.status, 3);
    assert_contains(outcome.err, "took longer than 0.05 seconds");
    run_well("-e SleepCS --dispatch 1 --timeout 60");
}

TEST(a_kernel_that_never_ends_is_left_behind_with_exit_status_3)
{
    pid_t child = fork(); /* the worker cannot be ended but with its process */
    if (child == 0)
        _exit(run_command("-e SpinCS --dispatch 4 --timeout 0.05 -j 2").status);
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 3);
}

TEST(times_are_text_or_json)
{
    Outcome outcome = run_well("-e CountCS --in gNumbers=u32(1) --repeat 3 --time");
    assert_contains(outcome.err, "CountCS, wave size 32");
    assert_contains(outcome.err, "3 runs");
    outcome = run_well("-e CountCS --in gNumbers=u32(1) --repeat 3 --time=json -j 2");
    assert_contains(outcome.out, "{\"load_ms\": ");
    assert_contains(outcome.out, "\"kernels\": [{\"entry\": \"CountCS\", \"wave_size\": 32, \"repeat\": 3, \"wall_ms\": {\"min\": ");
    assert_contains(outcome.out, "\"workers\": 2, \"save_ms\": ");
}

/* Of many runs, so that half of the middle one is not taken for the middle of two. */
TEST(the_median_of_an_even_number_of_times_is_not_below_the_least)
{
    Outcome outcome = run_well("-e CountCS --in gNumbers=u32(1) --repeat 100 --time=json");
    const char *wall = strstr(outcome.out, "\"wall_ms\": {\"min\": ");
    double least = 0, median = 0;
    assert_non_null(wall);
    assert_int_equal(sscanf(wall, "\"wall_ms\": {\"min\": %lf, \"median\": %lf}", &least, &median), 2);
    assert_true(least > 0);
    assert_true(median >= least);
}

TEST(bad_usage_is_explained)
{
    static const struct { const char *arguments, *error; } cases[] = {
        { "", "say which entry point to run with -e: ScaleCS ItemsCS" },
        { "-e ScaelCS", "unknown entry point 'ScaelCS'; did you mean 'ScaleCS'?" },
        { "--entyr ScaleCS", "unknown option 'entyr'; did you mean 'entry'?" },
        { "-e", "--entry wants NAME" },
        { "-q", "unknown option 'q'" },
        { "--", "unknown option" },
        { "-", "unexpected '-'" },
        { "photo.png", "inputs are given as --in NAME=FILE" },
        { "--list=x", "'x' is unknown; there are: --list, --list=json" },
        { "--help=x", "--help takes no value" },
        { "-e ScaleCS --wave-size 7", "7 is no wave size: a wave has 4, 8, 16, 32, 64 or 128 lanes; ScaleCS was compiled for: 32 4" },
        { "-e ScaleCS --wave-size 16", "ScaleCS was not compiled for wave size 16, only for: 32 4" },
        { "-e ScaleCS --in gInput", "'gInput' is not of the form NAME=..." },
        { "-e ScaleCS --in =x", "is not of the form" },
        { "-e ScaleCS --in gInput=", "no extension" },
        { "-e ScaleCS --in gInput=/nowhere/a.png", "--in gInput=/nowhere/a.png: could not open: No such file" },
        { "-e ScaleCS --in gInput=a.jpg", "not supported yet: .jpg files; use .png or .npy" },
        { "-e ScaleCS --in gInput=a.txt", ".txt files can only be written" },
        { "-e ScaleCS --in gInput=a.xyz", "unknown file format '.xyz'" },
        { "-e ScaleCS --in gInput=f32(1,2,3) --size gInput=1x1", "no multiple of the 4" },
        { "-e ScaleCS --in gInput=f32(1,2,3,4)", "do not say the size of a Texture2D<float4>; give its --size" },
        { "-e ScaleCS --in gInput=f32(1,2,3,4) --size gInput=2x1", "holds 1 texels, but the size 2x1 takes 2" },
        { "-e ScaleCS --in gInput=f32(1) --in gInput=f32(2)", "given twice" },
        { "-e ScaleCS --out gInput=a.png", "read only" },
        { "-e ScaleCS --out gCounts=a.npy", "ScaleCS does not use 'gCounts'" },
        { "-e CountCS --in gNumbers=u32(1,2,3) --size gNumbers=2", "holds 3 elements, more than the --size of 2" },
        { "-e CountCS --in gNumbers=u32(1) --out gCounts=a.png", "a .png holds a 2D texture only" },
        { "-e CountCS --in gNumbers=f32(-1) --print gCounts", "value -1 (number 0) does not fit u32" },
        { "-e CountCS --dispatch x", "not of the form X,Y,Z" },
        { "-e CountCS --dispatch 1,2,3,4", "not of the form X,Y,Z" },
        { "-e CountCS --dispatch -1", "not of the form X,Y,Z" },
        { "-e CountCS --dispatch 1,", "not of the form X,Y,Z" },
        { "-e CountCS --dispatch 99999999999", "not of the form X,Y,Z" },
        { "-e CountCS --dispatch 2000000000,2000000000,2000000000 --size gCounts=1", "too many groups" },
        { "-e CountCS --dispatch 4294967295 --size gCounts=1", "too many groups: 4294967295 x 1 x 1" },
        { "-e CountCS --dispatch 1,65536,1 --size gCounts=1", "too many groups: 1 x 65536 x 1" },
        { "-e CountCS -j 0", "'0' is no number from 1 to 1024" },
        { "-e CountCS --repeat 0", "'0' is no number from 1" },
        { "-e CountCS --timeout 0", "no number of seconds" },
        { "-e CountCS --timeout nan", "no number of seconds" },
        { "-e CountCS --order zigzag", "unknown order 'zigzag'" },
        { "-e CountCS --time=xml", "--time=json" },
        { "-e CountCS --print gCounts:x --size gCounts=1", "--print gCounts:x: 'x' is no count" },
        { "-e ScaleCS --in gInput=f32(1*16) --size gInput=2x2 --mips gInput=3", "--mips gInput=3: 3 mip levels are more than the 2 of 2x2" },
        { "-e ScaleCS --size gInput=2x2 --mips gInput=0", "'0' is no number from 1 to 31, nor 'full'" },
        { "-e ScaleCS --size gInput=2x2 --mips gInput=all", "nor 'full'" },
        { "-e ScaleCS --mips gOutput=2", "a RWTexture2D<float4> has no mip levels" },
        { "-e CountCS --mips gNumbers=2", "a Buffer<uint> has no mip levels" },
        { "-e ScaleCS --mips gInput=2 --mips gInput=2", "given twice" },
        { "-e CountCS --in gNumbers=u32(1) --out gCounts=/nowhere/at/all.npy", "could not write: No such file" },
    };
    for (size_t i = 0; i < HOST_LENGTH(cases); i++)
        check_refused(cases[i].arguments, cases[i].error);
}

TEST(an_input_that_is_not_given_reads_as_0_with_a_warning)
{
    Outcome outcome = run_well("-e CountCS --size gCounts=1 --print gCounts");
    assert_string_equal(outcome.out, "1\n");
    assert_contains(outcome.err, "CountCS: 'gNumbers' has no --in; it reads as 0");
}

static void check_holds_one(const char *path)
{
    size_t count;
    char *bytes = file_read(path, &count);
    assert_int_equal(count, 4);
    assert_memory_equal(bytes, "\2\0\0\0", 4);
    free(bytes);
}

TEST(a_file_is_replaced_whole_and_nothing_else_is_left)
{
    const char *path = test_path("replaced.bin");
    char arguments[512], leftover[300];
    file_write(path, "old contents, longer than the new", 33);
    snprintf(arguments, sizeof arguments, "-e CountCS --in gNumbers=u32(1) --out gCounts=%s", path);
    run_well(arguments);
    check_holds_one(path);
    snprintf(leftover, sizeof leftover, "ls %s.*.tmp >/dev/null 2>&1", path);
    assert_true(system(leftover) != 0);
}

TEST(an_output_goes_through_links_to_the_file_they_mean)
{
    const char *link = test_path("link.bin"), *file = test_path("linked.bin");
    char arguments[512], there[16] = "";
    unlink(link);
    unlink(file);
    assert_int_equal(symlink("linked.bin", link), 0);
    snprintf(arguments, sizeof arguments, "-e CountCS --in gNumbers=u32(1) --out gCounts=%s", link);
    for (int round = 0; round < 2; round++) { /* first to a file that is not there yet */
        run_well(arguments);
        assert_int_equal(readlink(link, there, sizeof there), 10);
        check_holds_one(file);
    }
}

TEST(an_output_to_a_pipe_is_written_into_it)
{
    const char *pipe = test_path("pipe.bin");
    char arguments[512], bytes[8];
    struct stat status;
    unlink(pipe);
    assert_int_equal(mkfifo(pipe, 0600), 0);
    int reader = open(pipe, O_RDONLY | O_NONBLOCK);
    snprintf(arguments, sizeof arguments, "-e CountCS --in gNumbers=u32(1) --out gCounts=%s", pipe);
    run_well(arguments);
    assert_int_equal(read(reader, bytes, sizeof bytes), 4);
    assert_memory_equal(bytes, "\2\0\0\0", 4);
    assert_int_equal(stat(pipe, &status), 0);
    assert_true(S_ISFIFO(status.st_mode));
    close(reader);
}

TEST(two_outputs_do_not_go_to_one_file)
{
    const char *path = test_path("twice.npy"), *error = "is written twice";
    char arguments[1024];
    static const char *const refused[] = {
        "-e CountCS --size gCounts=1 --out gCounts=%s --out gCounts=%s",
        "-e CountCS --size gCounts=1 --out gCounts=%s -e CountCS --out gCounts=%s",
        "--out gCounts=%s -e CountCS --size gCounts=1 --out gCounts=%s",
        "-e CountCS --size gCounts=1 --out gCounts=%s -e CountCS --out gCounts=%s "
        "-e CountCS --in gNumbers=%s",
    };
    for (int there = 0; there < 2; there++) {
        unlink(path);
        if (there)
            file_write(path, "", 0);
        for (size_t i = 0; i < HOST_LENGTH(refused); i++) {
            snprintf(arguments, sizeof arguments, refused[i], path, path, path);
            check_refused(arguments, error);
        }
    }
    char folder[256];
    snprintf(folder, sizeof folder, "%.*s", (int)(strrchr(path, '/') - path), path);
    snprintf(arguments, sizeof arguments,
             "-e CountCS --size gCounts=1 --out gCounts=%s --out gCounts=%s/./twice.npy", path, folder);
    check_refused(arguments, error);
    check_refused("-e BothCS --size gCounts=1 --size gVolume=1x1x1 --out gCounts=@a --out gVolume=@a",
                  error);
    /* links to what is not there yet, by one name and by two */
    char link[300], link_to_link[300];
    snprintf(link, sizeof link, "%s/twice-link.npy", folder);
    snprintf(link_to_link, sizeof link_to_link, "%s/twice-link-to-link.npy", folder);
    unlink(path);
    unlink(link);
    unlink(link_to_link);
    assert_int_equal(symlink("twice.npy", link), 0);
    assert_int_equal(symlink("./twice-link.npy", link_to_link), 0);
    snprintf(arguments, sizeof arguments,
             "-e CountCS --size gCounts=1 --out gCounts=%s --out gCounts=%s", path, link_to_link);
    check_refused(arguments, error);
    unlink(link_to_link);
    assert_int_equal(symlink("twice-link-to-link.npy", link_to_link), 0); /* to itself */
    check_refused(arguments, "Too many levels");
}

TEST(a_file_is_written_again_after_it_was_read)
{
    const char *path = test_path("again.npy");
    char arguments[1024];
    snprintf(arguments, sizeof arguments,
             "-e CountCS --in gNumbers=u32(4) --out gCounts=%s "
             "-e CountCS --in gNumbers=%s --out gCounts=%s -e CountCS --in gNumbers=%s --print gCounts",
             path, path, path, path);
    check_printed(arguments, "23\n");
}

TEST(a_folder_is_no_input_and_no_output)
{
    const char *folder = test_path("folder.npy");
    char arguments[512];
    mkdir(folder, 0777);
    snprintf(arguments, sizeof arguments, "-e SleepCS -e CountCS --in gNumbers=%s", folder);
    check_refused(arguments, "folder.npy: could not open: Is a directory");
    snprintf(arguments, sizeof arguments, "-e CountCS --size gCounts=1 --out gCounts=%s", folder);
    check_refused(arguments, "folder.npy: could not write: Is a directory");
}

TEST(csv_has_one_element_a_line_and_comes_back)
{
    const char *path = test_path("items.csv");
    char arguments[512];
    snprintf(arguments, sizeof arguments, "-e ItemsCS --in gItems=f32(1,2,3,4,5,6,0.1,0,0,0,0,0) --out gResults=%s", path);
    run_well(arguments);
    char *text = file_read(path, NULL);
    assert_string_equal(text, "2,4,6,5,5,6\n0.2,0,0,1,0,0\n");
    free(text);
    snprintf(arguments, sizeof arguments, "-e ItemsCS --in gItems=%s --print gResults", path);
    check_printed(arguments, "(4, 8, 12, 6, 5, 6)\n(0.4, 0, 0, 2, 0, 0)\n");
    file_write(path, "1,2,3\n4,5\n", 10);
    check_refused(arguments, "line 2 has 2 numbers, the lines before have 3");
    file_write(path, "1,2,3\n4,x,5\n", 12);
    check_refused(arguments, "line 2: 'x' is no number");
    file_write(path, "1,2,3,4,5,6\n7\0,8,9,10,11,12\n", 28);
    check_refused(arguments, "is no text: byte 13 is 0");
    static const char *const missing[] = { "1,2\n1,,3\n", "1;2\n3; ;4\n", "1,2\n3,,\n", "1,2\n3,4,,\n" };
    for (size_t i = 0; i < HOST_LENGTH(missing); i++) {
        file_write(path, missing[i], strlen(missing[i]));
        check_refused(arguments, i < 3 ? "line 2: number 2 is missing" : "line 2: number 3 is missing");
    }
    file_write(path, "\xef\xbb\xbf" "1, 2 , 3,4 5\t6,\r\n", 20);
    check_printed(arguments, "(2, 4, 6, 5, 5, 6)\n");
}

TEST(a_file_written_by_one_entry_point_is_read_by_the_next)
{
    const char *path = test_path("between.npy");
    char arguments[512];
    snprintf(arguments, sizeof arguments, "-e CountCS --in gNumbers=u32(4) --out gCounts=%s -e CountCS --in gNumbers=%s --size gCounts=1 --print gCounts", path, path);
    check_printed(arguments, "6\n");
}

TEST(shapes_of_npy_files_must_fit)
{
    const char *path = test_path("shape.npy");
    char arguments[512], refused[512];
    snprintf(arguments, sizeof arguments, "-e VolumeCS --size gVolume=3x2x1 --out gVolume=%s", path);
    run_well(arguments);
    snprintf(refused, sizeof refused, "-e ScaleCS --in gInput=%s", path);
    check_refused(refused, "holds 6 numbers, which is no multiple of the 4 in one element of a Texture2D<float4>");
    snprintf(arguments, sizeof arguments, "-e VolumeCS --in gVolume=%s --dispatch 0 --print gVolume:1", path);
    check_printed(arguments, "0\n");
    snprintf(arguments, sizeof arguments, "-e CountCS --in gNumbers=%s --print gCounts:3", path);
    check_printed(arguments, "1\n2\n3\n");
}

TEST(any_words_in_any_order_are_answered)
{
    static const char *const words[] = { "-e", "ScaleCS", "CountCS", "--in", "gInput=", "gNumbers=u32(1)", "--out", "gCounts=@a", "gNumbers=@a", "--size",
                                         "gCounts=2", "gOutput=2x2", "--set", "gain=2", "m=1,2", "--print", "gCounts:1", "--repeat", "2", "--dispatch", "1,1",
                                         "--wave-size", "4", "-j", "--order", "morton", "--time", "", "=", "--in=", "gInput", "@", "--timeout", "9" };
    uint32_t seed = 12345;
    for (int round = 0; round < 3000; round++) {
        char arguments[512] = "";
        for (int i = 0; i < 8; i++) {
            seed = seed * 1664525 + 1013904223;
            strcat(strcat(arguments, words[(seed >> 8) % HOST_LENGTH(words)]), " ");
        }
        Outcome outcome = run_command(arguments);
        assert_true(outcome.status == 0 || outcome.status == 2);
        assert_true(outcome.status == 0 || strlen(outcome.err) > 20);
    }
}

/* A member has the name of its resource, or the one that follows the file's. */
TEST(outputs_to_one_npz_are_written_together)
{
    const char *path = test_path("both.npz");
    char arguments[1200];
    snprintf(arguments, sizeof arguments,
             "-e CountCS --in gNumbers=u32(4,5) --out gCounts=%s --out gCounts=%s:again -e ItemsCS --in gItems=f32(1,2,3,4,5,0.5) --out gResults=%s", path,
             path, path);
    run_well(arguments);
    snprintf(arguments, sizeof arguments, "-e CountCS --in gNumbers=%s:gCounts --print gCounts", path);
    check_printed(arguments, "6\n7\n");
    snprintf(arguments, sizeof arguments, "-e CountCS --in gNumbers=%s:again --print gCounts", path);
    check_printed(arguments, "6\n7\n");
    snprintf(arguments, sizeof arguments, "-e ItemsCS --in gItems=%s:gResults --print gResults", path);
    check_printed(arguments, "(4, 8, 12, 6, 5, 0.5)\n");
    snprintf(arguments, sizeof arguments, "-e CountCS --in gNumbers=u32(4,5) --out gCounts=%s:a --out gCounts=%s:a", path, path);
    check_refused(arguments, "is written twice");
}
