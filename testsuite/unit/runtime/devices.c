/* wcc_rt.h's devices, tickets, memory of the caller and typed constants, on kernels written by hand. */
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "kernels.h"
#include "numbers/report.h"

static WccRuntime *new_counter(WccDevice *device, uint32_t *counts, uint32_t count)
{
    char why[200] = "";
    WccRuntime *runtime = wcc_new_on(device, &sample_module, why, sizeof why);
    assert_non_null(runtime);
    assert_string_equal(why, "");
    assert_int_equal(wcc_bind_memory(runtime, "gCounts", &(WccMemory){ .data = counts, .width = count }), WCC_OK);
    return runtime;
}

TEST(runtimes_share_the_workers_of_a_device)
{
    uint32_t counts[2][3] = { { 0 } };
    WccDevice *device = wcc_new_device(3);
    WccRuntime *one = new_counter(device, counts[0], 3), *other = new_counter(device, counts[1], 2);
    assert_int_equal(wcc_worker_count(device), 3);
    wcc_free_device(device); /* which its runtimes keep */
    assert_int_equal(wcc_dispatch(one, "CountCS", 3, 1, 1), WCC_OK);
    assert_int_equal(wcc_dispatch(other, "CountCS", 3, 1, 1), WCC_OK);
    wcc_free(one);
    assert_int_equal(wcc_dispatch(other, "CountCS", 2, 1, 1), WCC_OK);
    wcc_free(other);
    assert_memory_equal(counts, ((const uint32_t[]){ 1, 1, 1, 2, 2, 0 }), sizeof counts);
}

TEST(the_environment_says_how_many_workers_a_device_has)
{
    setenv("WAVECC_WORKERS", "5", 1);
    WccDevice *five = wcc_new_device(0), *two = wcc_new_device(2);
    setenv("WAVECC_WORKERS", "many", 1);
    WccDevice *usual = wcc_new_device(0);
    unsetenv("WAVECC_WORKERS");
    assert_int_equal(wcc_worker_count(five), 5);
    assert_int_equal(wcc_worker_count(two), 2);
    assert_int_not_equal(wcc_worker_count(usual), 0);
    wcc_free_device(five);
    wcc_free_device(two);
    wcc_free_device(usual);
}

TEST(what_is_submitted_runs_in_order_and_each_run_has_its_times)
{
    uint32_t counts[4] = { 0 };
    WccDevice *device = wcc_new_device(2);
    WccRuntime *runtime = new_counter(device, counts, 4);
    const WccRun runs[] = { { .entry = "CountCS", .groups = { 4, 1, 1 } },
                            { .entry = "SleepCS", .groups = { 1, 1, 1 } },
                            { .entry = "CountCS", .groups = { 2, 1, 1 } } };
    WccTicket *ticket = wcc_submit(runtime, runs, 3);
    assert_non_null(ticket);
    assert_int_equal(wcc_poll(ticket), WCC_PENDING);
    assert_int_equal(wcc_wait(ticket, 1e-4), WCC_PENDING);
    assert_int_equal(wcc_wait(ticket, 0), WCC_OK);
    assert_int_equal(wcc_get_status(ticket, 2), WCC_OK);
    assert_int_equal(wcc_get_status(ticket, 3), WCC_BAD_INPUT);
    assert_true(wcc_get_times(ticket, 1).wall_ms >= 100);
    assert_true(wcc_get_times(ticket, 2).wall_ms < 100);
    assert_string_equal(wcc_ticket_error(ticket), "");
    wcc_free_ticket(ticket);
    assert_memory_equal(counts, ((const uint32_t[]){ 2, 2, 1, 1 }), sizeof counts);
    wcc_free(runtime);
    wcc_free_device(device);
}

TEST(a_call_that_looks_at_what_was_submitted_waits_for_it)
{
    uint32_t counts[1] = { 0 }, read = 0;
    WccDevice *device = wcc_new_device(1);
    WccRuntime *runtime = new_counter(device, counts, 1);
    const WccRun runs[] = { { .entry = "SleepCS", .groups = { 1, 1, 1 } }, { .entry = "CountCS", .groups = { 1, 1, 1 } } };
    WccTicket *ticket = wcc_submit(runtime, runs, 2);
    wcc_free_device(device);
    assert_int_equal(wcc_read(runtime, "gCounts", &read, 4), WCC_OK);
    assert_int_equal(read, 1);
    assert_int_equal(wcc_poll(ticket), WCC_OK);
    wcc_free(runtime);
    wcc_free_ticket(ticket); /* after its runtime and its device */
}

TEST(a_cancelled_list_starts_no_more_groups)
{
    uint32_t counts[1] = { 0 };
    WccDevice *device = wcc_new_device(1);
    WccRuntime *runtime = new_counter(device, counts, 1);
    const WccRun runs[] = { { .entry = "SleepCS", .groups = { 100, 1, 1 } }, { .entry = "CountCS", .groups = { 1, 1, 1 } } };
    WccTicket *ticket = wcc_submit(runtime, runs, 2);
    wcc_cancel(ticket);
    assert_int_equal(wcc_wait(ticket, 0), WCC_CANCELLED);
    assert_int_equal(wcc_get_status(ticket, 1), WCC_CANCELLED);
    assert_contains(wcc_ticket_error(ticket), "SleepCS was cancelled");
    assert_int_equal(counts[0], 0);
    wcc_free_ticket(ticket);
    assert_int_equal(wcc_dispatch(runtime, "CountCS", 1, 1, 1), WCC_OK);
    assert_int_equal(counts[0], 1);
    wcc_free(runtime);
    wcc_free_device(device);
}

TEST(behind_a_run_that_times_out_the_rest_of_its_list_is_dropped)
{
    uint32_t counts[1] = { 0 };
    WccDevice *device = wcc_new_device(2);
    WccRuntime *runtime = new_counter(device, counts, 1);
    const WccRun runs[] = { { .entry = "SleepCS", .groups = { 100, 1, 1 }, .timeout_seconds = 0.01 },
                            { .entry = "CountCS", .groups = { 1, 1, 1 } } };
    WccTicket *late = wcc_submit(runtime, runs, 2), *next = wcc_submit(runtime, &runs[1], 1);
    assert_int_equal(wcc_wait(next, 0), WCC_OK);
    assert_int_equal(wcc_wait(late, 0), WCC_TIMED_OUT);
    assert_contains(wcc_ticket_error(late), "SleepCS was stopped: it took longer than 0.01 seconds");
    assert_int_equal(wcc_get_status(late, 1), WCC_CANCELLED);
    assert_int_equal(counts[0], 1);
    wcc_free_ticket(late);
    wcc_free_ticket(next);
    wcc_free(runtime);
    wcc_free_device(device);
}

TEST(nothing_starts_behind_a_kernel_that_never_ends)
{
    uint32_t counts[1] = { 0 };
    WccDevice *device = wcc_new_device(1);
    WccRuntime *spinning = wcc_new_on(device, &sample_module, NULL, 0), *other = new_counter(device, counts, 1);
    const WccRun spin = { .entry = "SpinCS", .groups = { 1, 1, 1 }, .timeout_seconds = 0.01 };
    WccTicket *ticket = wcc_submit(spinning, &spin, 1);
    assert_int_equal(wcc_dispatch(other, "CountCS", 1, 1, 1), WCC_TIMED_OUT);
    assert_contains(wcc_error(other), "still runs a kernel whose time is up");
    assert_int_equal(wcc_wait(ticket, 0), WCC_TIMED_OUT);
    wcc_free_ticket(ticket);
    static WccRuntime *volatile kept; /* what stays is no leak */
    kept = spinning;
    wcc_free(kept);
    wcc_free(other);
    wcc_free_device(device);
    assert_int_equal(counts[0], 0);
}

static void keep_message(void *context, const char *text)
{
    strncat(context, text, 200);
}

static int use_in_child(WccDevice *device, WccRuntime *runtime, WccTicket *ticket)
{
    uint32_t counts[8] = { 0 };
    WccRun run = { .entry = "CountCS", .groups = { 8, 1, 1 } };
    alarm(20);
    if (wcc_wait(ticket, 0) != WCC_BAD_INPUT || wcc_dispatch(runtime, "CountCS", 8, 1, 1) != WCC_BAD_INPUT ||
        !strstr(wcc_error(runtime), "the device was made before fork(), and its workers are in the other process"))
        return 1;
    WccTicket *second = wcc_submit(runtime, &run, 1);
    wcc_cancel(second);
    if (!strstr(wcc_ticket_error(second), "before fork()"))
        return 2;
    wcc_free_ticket(second);
    wcc_free_ticket(ticket);
    wcc_free(runtime);
    wcc_free_device(device);
    WccDevice *own = wcc_new_device(2);
    runtime = new_counter(own, counts, 8);
    wcc_free_device(own);
    bool good = wcc_dispatch(runtime, "CountCS", 8, 1, 1) == WCC_OK && counts[7] == 1;
    wcc_free(runtime);
    return good ? 0 : 3;
}

TEST(a_device_has_not_more_workers_than_anybody_wants)
{
    assert_null(wcc_new_device(4097));
    assert_null(wcc_new_device(UINT32_MAX));
    assert_null(wcc_new(&sample_module, UINT32_MAX));
}

/* Its workers are not there: whoever waited for them would wait for ever. */
TEST(a_child_of_fork_is_told_that_the_device_is_its_parents)
{
    uint32_t counts[8] = { 0 };
    WccDevice *device = wcc_new_device(2);
    WccRuntime *runtime = new_counter(device, counts, 8);
    WccRun runs[2] = { { .entry = "SleepCS", .groups = { 10, 1, 1 } }, { .entry = "CountCS", .groups = { 8, 1, 1 } } };
    WccTicket *ticket = wcc_submit(runtime, runs, 2);
    pid_t child = fork();
    if (!child)
        _exit(use_in_child(device, runtime, ticket));
    int status = -1;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_int_equal(wcc_wait(ticket, 0), WCC_OK);
    assert_int_equal(wcc_dispatch(runtime, "CountCS", 8, 1, 1), WCC_OK);
    assert_int_equal(counts[7], 2);
    wcc_free_ticket(ticket);
    wcc_free(runtime);
    wcc_free_device(device);
}

TEST(failures_are_told_as_they_arise)
{
    char told[1000] = "";
    WccRuntime *runtime = wcc_new(&sample_module, 1);
    wcc_on_message(runtime, keep_message, told);
    assert_int_equal(wcc_create(runtime, "gCounts", 3, 3, 1), WCC_BAD_INPUT);
    assert_null(wcc_submit(runtime, &(WccRun){ .entry = "NothingCS" }, 1));
    assert_contains(told, "error: gCounts: 3 x 3 x 1 is no size of a RWBuffer<uint>");
    assert_contains(told, "error: unknown entry point");
    wcc_free(runtime);
}

TEST(a_runtime_that_cannot_be_made_says_why)
{
    char why[200] = "", older[80];
    snprintf(older, sizeof older, "was compiled for version %d of the runtime", WCC_ABI_VERSION - 1);
    WccModule module = sample_module;
    WccDevice *device = wcc_new_device(1);
    module.abi_version--;
    assert_null(wcc_new_on(device, &module, why, sizeof why));
    assert_contains(why, older);
    wcc_free_device(device);
}

/* What a call cannot do without: a name, what goes in or where it goes. */
TEST(null_is_bad_input)
{
    WccRuntime *runtime = wcc_new(&sample_module, 1);
#define REFUSE(call, why) assert_int_equal(call, WCC_BAD_INPUT); assert_string_equal(wcc_error(runtime), why)
    wcc_create(runtime, "gCounts", 1, 1, 1);
    wcc_create(runtime, "gKept", 1, 1, 1);
    REFUSE(wcc_create(runtime, NULL, 1, 1, 1), "a resource's name is NULL");
    REFUSE(wcc_load(runtime, NULL, "u32(1)"), "a resource's name is NULL");
    REFUSE(wcc_load(runtime, "gCounts", NULL), "the source is NULL");
    REFUSE(wcc_save(runtime, "gCounts", NULL), "the path is NULL");
    REFUSE(wcc_save_coverage(runtime, NULL), "the path is NULL");
    REFUSE(wcc_write(runtime, "gCounts", NULL, 4), "the data is NULL");
    REFUSE(wcc_read(runtime, "gCounts", NULL, 4), "the data is NULL");
    REFUSE(wcc_bind(runtime, "gCounts", NULL), "the resource is NULL");
    REFUSE(wcc_bind_sampler(runtime, NULL, NULL), "a resource's name is NULL");
    REFUSE(wcc_bind_memory(runtime, "gCounts", NULL), "the memory is NULL");
    REFUSE(wcc_get_counter(runtime, "gKept", NULL), "the value is NULL");
    REFUSE(wcc_set(runtime, NULL, "1"), "a member's name is NULL");
    REFUSE(wcc_set(runtime, "gain", NULL), "the value is NULL");
    REFUSE(wcc_set_f32(runtime, NULL, &(float){1}, 1), "a member's name is NULL");
    REFUSE(wcc_set_u32(runtime, "gain", NULL, 1), "the value is NULL");
    REFUSE(wcc_run(runtime, NULL), "the run is NULL");
    REFUSE(wcc_submit(runtime, NULL, 1) ? WCC_OK : WCC_BAD_INPUT, "the list of runs is NULL");
#undef REFUSE
    assert_null(wcc_resource(runtime, NULL));
    wcc_free(runtime);
}

/* So that a program may look once, at the end. */
TEST(calls_on_what_could_not_be_made_fail)
{
    char why[80] = "";
    uint32_t word = 0;
    WccRun run = { .entry = "CountCS", .groups = { 1, 1, 1 } };
    WccDevice *device = wcc_new_device(1);
    assert_null(wcc_new_on(NULL, &sample_module, why, sizeof why));
    assert_string_equal(why, "there is no device: it is NULL");
    assert_null(wcc_new_on(device, NULL, why, sizeof why));
    assert_string_equal(why, "there is no module: it is NULL");
    assert_null(wcc_new_on(device, NULL, NULL, sizeof why));
    wcc_free_device(device);
    assert_string_equal(wcc_error(NULL), "there is no runtime: it is NULL");
    const WccStatus statuses[] = {
        wcc_create(NULL, "gCounts", 1, 1, 1), wcc_load(NULL, "gCounts", "u32(1)"), wcc_make_mips(NULL, "gInput", 0),
        wcc_set_format(NULL, "gCounts", NULL), wcc_save(NULL, "gCounts", "a.npy"), wcc_save_coverage(NULL, "a.info"),
        wcc_write(NULL, "gCounts", &word, 4), wcc_read(NULL, "gCounts", &word, 4),
        wcc_bind_memory(NULL, "gCounts", &(WccMemory){ .data = &word, .width = 1 }),
        wcc_bind(NULL, "gCounts", &(WccResource){ 0 }), wcc_bind_sampler(NULL, "gSampler", NULL),
        wcc_set_counter(NULL, "gKept", 1), wcc_get_counter(NULL, "gKept", &word), wcc_set(NULL, "gScale", "1"),
        wcc_set_f32(NULL, "gScale", &(float){ 1 }, 1), wcc_set_f64(NULL, "gScale", &(double){ 1 }, 1),
        wcc_set_i32(NULL, "gScale", &(int32_t){ 1 }, 1), wcc_set_u32(NULL, "gScale", &word, 1),
        wcc_dispatch(NULL, "CountCS", 1, 1, 1), wcc_run(NULL, &run), wcc_wait(NULL, 0), wcc_poll(NULL), wcc_get_status(NULL, 0),
    };
    for (size_t i = 0; i < HOST_LENGTH(statuses); i++)
        if (statuses[i] != WCC_BAD_INPUT)
            fail_msg("call %zu", i);
    assert_null(wcc_resource(NULL, "gCounts"));
    assert_null(wcc_submit(NULL, &run, 1));
    assert_int_equal(wcc_worker_count(NULL), 0);
    assert_string_equal(wcc_ticket_error(NULL), "there is no ticket: it is NULL");
    assert_true(wcc_get_times(NULL, 0).wall_ms == 0);
    wcc_cancel(NULL);
    wcc_on_message(NULL, NULL, NULL);
    wcc_on_print(NULL, NULL, NULL);
}

TEST(constants_are_set_from_numbers_of_any_type)
{
    WccRuntime *runtime = wcc_new(&sample_module, 1);
    unsigned char bytes[64];
    float floats[4];
    int32_t steps[3];
    assert_int_equal(wcc_set_u32(runtime, "gain", &(uint32_t){ 3 }, 1), WCC_OK);
    assert_int_equal(wcc_set_f64(runtime, "cbScale.bias", (double[]){ 0.5, 1, 2 }, 3), WCC_OK);
    assert_int_equal(wcc_set_i32(runtime, "steps", (int32_t[]){ -1, 2, 3 }, 3), WCC_OK);
    assert_int_equal(wcc_set_i32(runtime, "steps[1]", (int32_t[]){ 7 }, 1), WCC_OK);
    const WccResource *scale = wcc_resource(runtime, "cbScale");
    memcpy(bytes, scale->data, scale->width < sizeof bytes ? scale->width : sizeof bytes);
    memcpy(floats, bytes, sizeof floats);
    assert_true(floats[0] == 3 && floats[1] == 0.5f && floats[2] == 1 && floats[3] == 2);
    memcpy(&steps[0], (const char *)scale->data + 48, 4);
    memcpy(&steps[1], (const char *)scale->data + 64, 4);
    memcpy(&steps[2], (const char *)scale->data + 80, 4);
    assert_memory_equal(steps, ((const int32_t[]){ -1, 7, 3 }), sizeof steps);
    assert_int_equal(wcc_set_f32(runtime, "bias", floats, 2), WCC_BAD_INPUT);
    assert_contains(wcc_error(runtime), "bias: float3 takes 3 values, not 2");
    assert_int_equal(wcc_set_f32(runtime, "none", floats, 1), WCC_BAD_INPUT);
    wcc_free(runtime);
}

TEST(hidden_counters_are_set_and_read)
{
    uint32_t kept[4] = { 0 }, own = 1, value = 0, numbers[4] = { 1, 2, 3, 5 };
    WccRuntime *runtime = wcc_new(&sample_module, 1);
    assert_int_equal(wcc_set_counter(runtime, "gKept", 1), WCC_BAD_INPUT);
    assert_int_equal(wcc_set_counter(runtime, "gCounts", 1), WCC_BAD_INPUT);
    assert_contains(wcc_error(runtime), "gCounts has no counter");
    assert_int_equal(wcc_bind_memory(runtime, "gNumbers", &(WccMemory){ .data = numbers, .width = 4 }), WCC_OK);
    assert_int_equal(wcc_bind_memory(runtime, "gKept", &(WccMemory){ .data = kept, .width = 4 }), WCC_OK);
    assert_int_equal(wcc_set_counter(runtime, "gKept", 1), WCC_OK);
    assert_int_equal(wcc_dispatch(runtime, "KeepCS", 1, 1, 1), WCC_OK);
    assert_int_equal(wcc_get_counter(runtime, "gKept", &value), WCC_OK);
    assert_int_equal(value, 4);
    assert_memory_equal(kept, ((const uint32_t[]){ 0, 1, 3, 5 }), sizeof kept);
    assert_int_equal(wcc_bind_memory(runtime, "gKept", &(WccMemory){ .data = kept, .width = 4, .counter = &own }), WCC_OK);
    assert_int_equal(wcc_dispatch(runtime, "KeepCS", 1, 1, 1), WCC_OK);
    assert_int_equal(own, 4);
    wcc_free(runtime);
}

TEST(memory_of_the_caller_is_checked)
{
    _Alignas(16) static char bytes[4096];
    static const WccLevel levels[] = { { 0, 32, 64 }, { 64, 16, 16 }, { 66, 16, 16 } };
    static const struct {
        const char *name;
        WccMemory memory;
        const char *why; /* NULL: it is good */
    } cases[] = {
        { "gCounts", { .data = bytes + 4, .width = 1000 }, NULL },
        { "gCounts", { .data = bytes + 2, .width = 10 }, "no multiples of 4 bytes" },
        { "gCounts", { .data = bytes, .width = 10, .stride = 4, .bytes = 40 }, NULL },
        { "gCounts", { .data = bytes, .width = 10, .bytes = 39 }, "takes 40 bytes of the 39 given" },
        { "gCounts", { .data = bytes, .width = 10, .stride = 8 }, "elements are 4 bytes apart in a RWBuffer<uint>, not 8" },
        { "gCounts", { .data = bytes, .width = 10, .height = 2 }, "10 x 2 x 1 is no size" },
        { "gCounts", { .width = 10 }, "its memory is NULL" },
        { "gCounts", { .width = 0 }, NULL },
        { "gCounts", { .data = bytes, .width = 1u << 30 }, "larger than 2^31 - 1 bytes" },
        { "gBytes", { .data = bytes + 4, .width = 8 }, NULL },
        { "gBytes", { .data = bytes, .width = 7 }, "no size" },
        { "gInput", { .data = bytes, .width = 3, .height = 2, .row_pitch = 52, .bytes = 100 }, NULL },
        { "gInput", { .data = bytes, .width = 3, .height = 2, .row_pitch = 44 }, "rows of 48 bytes do not fit a pitch of 44" },
        { "gInput", { .data = bytes, .width = 3, .height = 2, .row_pitch = 50 }, "no multiples of 4 bytes" },
        { "gVolume", { .data = bytes, .width = 3, .height = 2, .depth = 2, .slice_pitch = 20 }, "slices of 24 bytes do not fit" },
        { "cbScale", { .data = bytes, .width = 16 }, "not 16" },
        { "gKept", { .data = bytes, .width = 4, .counter = (uint32_t *)(bytes + 6) }, "its counter's address is no multiple of 4 bytes" },
        { "gKept", { .data = bytes, .width = 4, .counter = (uint32_t *)(bytes + 20) }, NULL },
        { "gInput", { .data = bytes, .width = 2, .height = 2, .mips = 2, .levels = levels }, NULL },
        { "gInput", { .data = bytes, .width = 2, .height = 2, .mips = 2, .levels = levels + 1 }, "mip level 1: its offset and pitches are no multiples of 4" },
    };
    WccRuntime *runtime = wcc_new(&sample_module, 1);
    for (size_t i = 0; i < HOST_LENGTH(cases); i++) {
        WccStatus status = wcc_bind_memory(runtime, cases[i].name, &cases[i].memory);
        if ((status == WCC_OK) != !cases[i].why)
            fail_msg("case %zu: %s", i, wcc_error(runtime));
        if (cases[i].why)
            assert_contains(wcc_error(runtime), cases[i].why);
    }
    wcc_free(runtime);
}

typedef struct Submitter {
    WccDevice *device;
    uint32_t counts[8];
} Submitter;

static void *submit_often(void *argument)
{
    Submitter *submitter = argument;
    WccRuntime *runtime = new_counter(submitter->device, submitter->counts, 8);
    for (int i = 0; i < 200; i++) {
        WccRun run = { .entry = "CountCS", .groups = { 8, 1, 1 } };
        WccTicket *ticket = i % 3 ? wcc_submit(runtime, &run, 1) : NULL;
        if (!ticket)
            wcc_run(runtime, &run);
        else if (i % 3 == 1)
            wcc_wait(ticket, 0);
        wcc_free_ticket(ticket);
    }
    wcc_free(runtime);
    return NULL;
}

TEST(many_threads_submit_to_a_device)
{
    enum { THREADS = 4 };
    Submitter submitters[THREADS] = { { 0 } };
    pthread_t threads[THREADS];
    WccDevice *device = wcc_new_device(2);
    for (int i = 0; i < THREADS; i++) {
        submitters[i].device = device;
        pthread_create(&threads[i], NULL, submit_often, &submitters[i]);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        for (int j = 0; j < 8; j++)
            assert_int_equal(submitters[i].counts[j], 200);
    }
    wcc_free_device(device);
}
