/* libwavecc: HLSL becomes kernels while a program runs. */
#define _GNU_SOURCE
#include "test.h"

#include <dirent.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kernel_cache.h"
#include "library/wavecc.h"
#include "wcc_rt.h"

/* Whatever takes the C compiler little. */
#define QUICK "-O0", "--wave-size=4"
#define TIMES(k) "RWStructuredBuffer<uint> o;\n[numthreads(8, 1, 1)]\nvoid main(uint i : SV_GroupIndex) { o[i] = i * " k "; }\n"

static const char *const ARGUMENTS[] = {QUICK};
#define ARGUMENTS_OF(words) .arguments = words, .argument_count = (int)(sizeof words / sizeof *words)

static WaveccKernel *compile(const char *text, const WaveccOptions *options)
{
    WaveccKernel *kernel = wavecc_compile(text, strlen(text), "folder/times.hlsl", options);
    assert_non_null(kernel);
    return kernel;
}

/* What thread 7 stores. */
static uint32_t run(const WaveccKernel *kernel)
{
    uint32_t values[8];
    if (wavecc_module(kernel) == NULL)
        fail_msg("%s", wavecc_messages(kernel));
    WccRuntime *runtime = wcc_new(wavecc_module(kernel), 1);
    assert_int_equal(wcc_create(runtime, "o", 8, 1, 1), WCC_OK);
    assert_int_equal(wcc_dispatch(runtime, "main", 1, 1, 1), WCC_OK);
    assert_int_equal(wcc_read(runtime, "o", values, sizeof values), WCC_OK);
    wcc_free(runtime);
    return values[7];
}

/* A folder that is not there yet. */
static const char *new_cache(const char *name)
{
    const char *folder = test_build_path("tests/library/%s", name);
    char command[600];
    test_folder("library");
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    assert_int_equal(system(command), 0);
    return folder;
}

TEST(text_becomes_a_kernel_that_is_found_again)
{
    WaveccOptions options = {ARGUMENTS_OF(ARGUMENTS), .cache = new_cache("again")};
    for (int cached = 0; cached < 2; cached++) {
        WaveccKernel *kernel = compile(TIMES("3"), &options);
        assert_int_equal(run(kernel), 21);
        assert_string_equal(wavecc_messages(kernel), "");
        assert_int_equal(wavecc_status(kernel), 0);
        assert_int_equal(wavecc_was_cached(kernel), cached);
        wavecc_free(kernel);
    }
    WaveccKernel *other = compile(TIMES("5"), &options);
    assert_int_equal(run(other), 35);
    assert_false(wavecc_was_cached(other));
    wavecc_free(other);
}

TEST(an_argument_names_the_cache_too)
{
    char option[700];
    snprintf(option, sizeof option, "--cache=%s", new_cache("argument"));
    const char *const words[] = {QUICK, option};
    WaveccOptions options = {ARGUMENTS_OF(words)};
    for (int cached = 0; cached < 2; cached++) {
        WaveccKernel *kernel = compile(TIMES("3"), &options);
        assert_int_equal(wavecc_was_cached(kernel), cached);
        wavecc_free(kernel);
    }
    assert_int_equal(access(option + strlen("--cache="), F_OK), 0);
}

/* Cuts off every kernel that lies there. */
static int damage_all(const char *folder)
{
    int count = 0;
    DIR *listing = opendir(folder);
    for (struct dirent *entry; (entry = readdir(listing)) != NULL;) {
        char path[900];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        count += entry->d_name[0] != '.' && truncate(path, 1000) == 0;
    }
    closedir(listing);
    return count;
}

TEST(a_damaged_kernel_is_made_anew)
{
    WaveccOptions options = {ARGUMENTS_OF(ARGUMENTS), .cache = new_cache("damaged")};
    wavecc_free(compile(TIMES("3"), &options));
    assert_int_equal(damage_all(options.cache), 1);
    WaveccKernel *kernel = compile(TIMES("3"), &options);
    assert_int_equal(run(kernel), 21);
    assert_false(wavecc_was_cached(kernel));
    wavecc_free(kernel);
}

/* The only kernel that lies there. */
static const char *find_kernel(const char *folder)
{
    static char path[900];
    DIR *listing = opendir(folder);
    *path = '\0';
    for (struct dirent *entry; (entry = readdir(listing)) != NULL;)
        if (entry->d_name[0] != '.')
            snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
    closedir(listing);
    assert_true(*path != '\0');
    return path;
}

static void flip(const char *path, long at, int bits)
{
    FILE *file = fopen(path, "r+b");
    assert_int_equal(fseek(file, at, at < 0 ? SEEK_END : SEEK_SET), 0);
    int byte = fgetc(file);
    assert_int_equal(fseek(file, -1, SEEK_CUR), 0);
    fputc(byte ^ bits, file);
    assert_int_equal(fclose(file), 0);
}

TEST(a_kernel_with_one_wrong_bit_is_not_used)
{
    WaveccOptions options = {ARGUMENTS_OF(ARGUMENTS), .cache = new_cache("bits")};
    struct stat about;
    wavecc_free(compile(TIMES("3"), &options));
    const char *path = find_kernel(options.cache);
    assert_int_equal(stat(path, &about), 0);
    assert_true(kernel_cache_is_whole(path));
    for (long i = 0; i < 100; i++) {
        long at = i < 16 ? -1 - 3 * i : (about.st_size - 1) * (i - 16) / 83;
        flip(path, at, 1 << i % 8);
        if (kernel_cache_is_whole(path))
            fail_msg("bit %ld of byte %ld of %ld", i % 8, at, (long)about.st_size);
        flip(path, at, 1 << i % 8);
    }
    assert_true(kernel_cache_is_whole(path));
    flip(path, about.st_size / 2, 4);
    for (int cached = 0; cached < 2; cached++) {
        WaveccKernel *kernel = compile(TIMES("3"), &options);
        assert_int_equal(wavecc_was_cached(kernel), cached);
        assert_int_equal(run(kernel), 21);
        wavecc_free(kernel);
    }
}

TEST(without_a_cache_nothing_stays_on_disk)
{
    const char *before = getenv("TMPDIR"), *folder = new_cache("temporary");
    char *kept = before != NULL ? strdup(before) : NULL;
    WaveccOptions options = {ARGUMENTS_OF(ARGUMENTS), .cache = ""};
    assert_int_equal(mkdir(folder, 0700), 0);
    setenv("TMPDIR", folder, 1);
    WaveccKernel *kernel = compile(TIMES("3"), &options);
    kept != NULL ? setenv("TMPDIR", kept, 1) : unsetenv("TMPDIR");
    free(kept);
    assert_int_equal(run(kernel), 21);
    assert_int_equal(rmdir(folder), 0); /* it is empty */
    wavecc_free(kernel);
}

typedef struct Told {
    int count;
    WaveccDiagnostic last;
    char file[100], group[100], message[200], from[100];
} Told;

static void tell(void *context, const WaveccDiagnostic *diagnostic)
{
    Told *told = context;
    told->count++;
    told->last = *diagnostic;
    snprintf(told->file, sizeof told->file, "%s", diagnostic->file);
    snprintf(told->group, sizeof told->group, "%s", diagnostic->group);
    snprintf(told->message, sizeof told->message, "%s", diagnostic->message);
}

static char *give_text(void *context, const char *name, const char *from, size_t *length)
{
    Told *told = context;
    if (strcmp(name, "lib/by.hlsli") != 0)
        return NULL;
    snprintf(told->from, sizeof told->from, "%s", from);
    *length = strlen("#pragma once\n#define BY 9\n");
    return strdup("#pragma once\n#define BY 9\nnot read");
}

TEST(diagnostics_and_includes_are_the_programs)
{
    static const char *const words[] = {QUICK, "-Wall"};
    Told told = {0};
    WaveccOptions options = {ARGUMENTS_OF(words), .diagnose = tell, .include = give_text,
                             .context = &told, .cache = new_cache("includes")};
    WaveccKernel *kernel = compile("#include \"lib/by.hlsli\"\n#include <lib/by.hlsli>\n" TIMES("BY"), &options);
    assert_int_equal(run(kernel), 63);
    assert_int_equal(told.count, 0);
    assert_string_equal(told.from, "folder/times.hlsl");
    wavecc_free(kernel);

    kernel = compile("[numthreads(8, 1, 1)] void main() {\n int a;\n}", &options);
    assert_int_equal(told.count, 1);
    assert_int_equal(told.last.severity, WAVECC_WARNING);
    assert_int_equal(told.last.line, 2);
    assert_int_equal(told.last.column, 6);
    assert_string_equal(told.file, "folder/times.hlsl");
    assert_string_equal(told.group, "unused-variable");
    wavecc_free(kernel);
}

TEST(errors_give_no_module_and_the_words_of_wavecc)
{
    WaveccOptions options = {ARGUMENTS_OF(ARGUMENTS), .cache = ""};
    WaveccKernel *kernel = compile("#include \"none.hlsli\"\n", &options);
    assert_null(wavecc_module(kernel));
    assert_int_equal(wavecc_status(kernel), 1);
    assert_non_null(strstr(wavecc_messages(kernel), "folder/times.hlsl:1:10: fatal error:"));
    wavecc_free(kernel);
    kernel = wavecc_compile_file("/no/such/file.hlsl", NULL);
    assert_int_equal(wavecc_status(kernel), 2);
    assert_non_null(strstr(wavecc_messages(kernel), "cannot read '/no/such/file.hlsl'"));
    wavecc_free(kernel);
}

static void expect_refused(WaveccKernel *kernel, const char *why)
{
    assert_null(wavecc_module(kernel));
    assert_int_equal(wavecc_status(kernel), 2);
    assert_string_equal(wavecc_messages(kernel), why);
    wavecc_free(kernel);
}

static void keep_line(void *told, const char *text)
{
    char *lines = told;
    snprintf(lines + strlen(lines), 1000 - strlen(lines), "%s\n", text);
}

#define OUTSIDE "RWStructuredBuffer<uint> o;\n[numthreads(1, 1, 1)]\nvoid main() {\n o[8] = 1;\n o[9] = 1; }\n"
#define FAULT(place, index) "folder/times.hlsl:" place ": error: index " index " is outside 'o', which has 8 elements: " \
    "group (0, 0, 0), wave 0, lanes 0, the first of them thread (0, 0, 0)"
TEST(each_checked_fault_is_told_once)
{
    const char *const words[] = {QUICK, "--check=bounds"};
    WaveccOptions options = {ARGUMENTS_OF(words)};
    WaveccKernel *kernel = compile(OUTSIDE, &options);
    WccRuntime *runtime = wcc_new(wavecc_module(kernel), 1);
    char run_told[1000] = "", submit_told[1000] = "";
    const char *all = FAULT("4:7", "8") "\n" FAULT("5:7", "9") "\n";
    assert_int_equal(wcc_create(runtime, "o", 8, 1, 1), WCC_OK);
    wcc_on_message(runtime, keep_line, run_told);
    assert_int_equal(wcc_dispatch(runtime, "main", 1, 1, 1), WCC_CHECK_FAILED);
    assert_string_equal(run_told, all);
    assert_string_equal(wcc_error(runtime), FAULT("4:7", "8"));
    wcc_on_message(runtime, keep_line, submit_told);
    WccTicket *ticket = wcc_submit(runtime, &(WccRun){.entry = "main", .groups = {1, 1, 1}}, 1);
    assert_int_equal(wcc_wait(ticket, 0), WCC_CHECK_FAILED);
    assert_string_equal(submit_told, all);
    assert_string_equal(wcc_ticket_error(ticket), FAULT("4:7", "8"));
    wcc_free_ticket(ticket);
    wcc_free(runtime);
    wavecc_free(kernel);
}

TEST(null_is_refused)
{
    static const char *const words[] = {"-E", NULL, "main"};
    expect_refused(wavecc_compile(NULL, 5, "a.hlsl", NULL), "wavecc: error: the text is NULL\n");
    expect_refused(wavecc_compile_file(NULL, NULL), "wavecc: error: the path is NULL\n");
    expect_refused(compile(TIMES("3"), &(WaveccOptions){ARGUMENTS_OF(words), .cache = ""}), "wavecc: error: an argument is NULL\n");
    expect_refused(compile(TIMES("3"), &(WaveccOptions){.argument_count = 1, .cache = ""}), "wavecc: error: an argument is NULL\n");
    expect_refused(wavecc_compile("", 0, NULL, NULL), "wavecc: error: no input file; --help shows how to use wavecc\n");
}

TEST(what_prints_or_writes_is_refused)
{
    static const char *const OWN[] = {"--help", "--version", "--list-passes", "--list-operations", "--list-remarks", "--emit=ir", "-c", "-oout", "-Fhx.h", "-MD",
                                      "-Feerrors", "-H", "--time", "--dump=all", "--explain=unroll", "-P", "other.hlsl", "--nonsense"};
    for (size_t i = 0; i < sizeof OWN / sizeof *OWN; i++) {
        const char *const words[] = {OWN[i]};
        WaveccOptions options = {ARGUMENTS_OF(words), .cache = ""};
        WaveccKernel *kernel = compile(TIMES("3"), &options);
        if (wavecc_status(kernel) != 2 || strstr(wavecc_messages(kernel), "wavecc: error: ") == NULL)
            fail_msg("%s: status %d: %s", OWN[i], wavecc_status(kernel), wavecc_messages(kernel));
        wavecc_free(kernel);
    }
}

TEST(a_c_compiler_that_fails_says_why_in_the_messages)
{
    static const char *const words[] = {"--cc=/bin/false"};
    WaveccOptions options = {ARGUMENTS_OF(words), .cache = ""};
    WaveccKernel *kernel = compile(TIMES("3"), &options);
    assert_int_equal(wavecc_status(kernel), 3);
    assert_non_null(strstr(wavecc_messages(kernel), "'/bin/false' failed"));
    wavecc_free(kernel);
}

typedef struct Thread {
    pthread_t thread;
    const char *cache, *text;
    uint32_t got;
} Thread;

static void *compile_and_run(void *context)
{
    Thread *thread = context;
    WaveccOptions options = {ARGUMENTS_OF(ARGUMENTS), .cache = thread->cache};
    WaveccKernel *kernel = wavecc_compile(thread->text, strlen(thread->text), "thread.hlsl", &options);
    thread->got = wavecc_module(kernel) != NULL ? run(kernel) : 0;
    wavecc_free(kernel);
    return NULL;
}

/* Each kernel by two threads at the same time; the program's own children and signals are its own. */
TEST(threads_compile_at_the_same_time)
{
    static const char *const TEXTS[] = {TIMES("3"), TIMES("5"), TIMES("11"), TIMES("13")};
    static const uint32_t WANT[] = {21, 35, 77, 91};
    Thread threads[8];
    const char *cache = new_cache("threads");
    void (*before)(int) = signal(SIGCHLD, SIG_IGN);
    for (int i = 0; i < 8; i++) {
        threads[i] = (Thread){.cache = cache, .text = TEXTS[i / 2]};
        assert_int_equal(pthread_create(&threads[i].thread, NULL, compile_and_run, &threads[i]), 0);
    }
    for (int i = 0; i < 8; i++) {
        pthread_join(threads[i].thread, NULL);
        assert_int_equal(threads[i].got, WANT[i / 2]);
    }
    assert_ptr_equal(signal(SIGCHLD, before), SIG_IGN);
}

/* A quarter of a megabyte of kernels where one megabyte is room stays; older ones go first. */
TEST(a_full_cache_loses_what_was_used_longest_ago)
{
    const char *folder = new_cache("full");
    WaveccOptions options = {ARGUMENTS_OF(ARGUMENTS), .cache = folder};
    char old[700], recent[700];
    wavecc_free(compile(TIMES("3"), &options));
    snprintf(old, sizeof old, "%s/old.so", folder);
    snprintf(recent, sizeof recent, "%s/recent.so", folder);
    FILE *file = fopen(old, "w");
    assert_int_equal(ftruncate(fileno(file), 600000), 0);
    fclose(file);
    file = fopen(recent, "w");
    assert_int_equal(ftruncate(fileno(file), 600000), 0);
    fclose(file);
    char command[1600];
    snprintf(command, sizeof command, "touch -d '2 days ago' '%s'; touch -d '1 day ago' '%s'", old, recent);
    assert_int_equal(system(command), 0);
    setenv("WAVECC_CACHE_MB", "1", 1);
    wavecc_free(compile(TIMES("5"), &options));
    unsetenv("WAVECC_CACHE_MB");
    assert_int_not_equal(access(old, F_OK), 0);
    assert_int_equal(access(recent, F_OK), 0);
}

/* A compilation that was killed leaves a part; another may be at work on a younger one. */
TEST(a_part_that_nobody_makes_any_more_leaves_the_cache)
{
    const char *folder = new_cache("parts");
    WaveccOptions options = {ARGUMENTS_OF(ARGUMENTS), .cache = folder};
    char abandoned[700], young[700], command[1600];
    wavecc_free(compile(TIMES("3"), &options));
    snprintf(abandoned, sizeof abandoned, "%s/.123-0.so.wavecc-123", folder);
    snprintf(young, sizeof young, "%s/.124-0.so", folder);
    snprintf(command, sizeof command, "touch '%s' && touch -d '2 hours ago' '%s'", young, abandoned);
    assert_int_equal(system(command), 0);
    wavecc_free(compile(TIMES("5"), &options));
    assert_int_not_equal(access(abandoned, F_OK), 0);
    assert_int_equal(access(young, F_OK), 0);
}
