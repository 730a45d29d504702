/* What kernels print: conversions beside the C library's, the order of records, what is kept of too many, filters. */
#include <stdlib.h>

#include "host/dispatch.h"
#include "host/print_text.h"
#include "kernels.h"
#include "wcc_print.h"

/* ---- conversions ---- */

static uint64_t random_bits(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return *state >> 33 | (*state << 20 & 0xffffffff00000000u);
}

/* "%", flags, a width, a precision. */
static void random_conversion(uint64_t *state, char text[32])
{
    static const char FLAGS[] = "-+ #0";
    uint64_t bits = random_bits(state);
    size_t length = 1;
    text[0] = '%';
    for (int i = 0; i < 5; i++)
        if (bits >> (2 * i) & 1 && bits >> (2 * i + 1) & 1)
            text[length++] = FLAGS[i];
    if (bits >> 10 & 1)
        length += (size_t)sprintf(text + length, "%d", 1 + (int)(bits >> 11 & 31));
    if (bits >> 16 & 1)
        length += (size_t)sprintf(text + length, ".%d", (int)(bits >> 17 & 31));
    text[length] = 0;
}

#pragma GCC diagnostic ignored "-Wformat-nonliteral"

static void expect_same(const char *conversion, const char *leaves, const uint32_t *words, const char *number)
{
    char format[64], expected[1024];
    snprintf(format, sizeof format, "a %%%s|%%%%b", conversion + 1);
    snprintf(expected, sizeof expected, "a %s|%%b", number);
    char *text = host_spell_print(&(WccPrintPoint){.format = format, .leaves = leaves}, words);
    assert_string_equal(text, expected);
    free(text);
}

TEST(a_conversion_prints_what_the_c_library_does)
{
    uint64_t seed = 13;
    char conversion[40], number[512];
    for (int i = 0; i < 20000; i++) {
        random_conversion(&seed, conversion);
        size_t length = strlen(conversion);
        uint64_t wide = random_bits(&seed);
        uint32_t words[2] = {(uint32_t)wide, (uint32_t)(wide >> 32)};
        float single;
        double value;
        memcpy(&single, words, sizeof single);
        memcpy(&value, words, sizeof value);
        sprintf(conversion + length, "%c", "diuoxX"[i % 6]);
        snprintf(number, sizeof number, conversion, words[0]);
        expect_same(conversion, i % 2 ? "i" : "u", words, number);
        sprintf(conversion + length, "ll%c", "diuoxX"[i % 6]);
        snprintf(number, sizeof number, conversion, wide);
        expect_same(conversion, i % 2 ? "l" : "m", words, number);
        sprintf(conversion + length, "%c", "aAeEfFgG"[i % 8]);
        snprintf(number, sizeof number, conversion, (double)single);
        if (single == single)
            expect_same(conversion, "f", words, number);
        snprintf(number, sizeof number, conversion, value);
        if (value == value)
            expect_same(conversion, "d", words, number);
    }
}

TEST(a_nan_is_printed_without_its_sign)
{
    static const uint32_t negative = 0xffc00000, wide[] = {0, 0xfff80000};
    expect_same("%f", "f", &negative, "nan");
    expect_same("%E", "d", wide, "NAN");
}

/* ---- the order ---- */

static const WccPrintPoint point = {.place = {"k.hlsl", 3, 5}, .format = "%u,%u,%u:%u %u\n", .leaves = "uuuuu"};

static void add_text(void *all, const char *text, size_t length)
{
    host_text_add(all, text, length);
}

/* Each lane of two waves prints twice, first of the last wave. */
static void print_group(const WccDispatch *dispatch, void *shared, uint32_t x, uint32_t y, uint32_t z)
{
    static const int32_t active[4] = {-1, -1, 0, -1};
    WccWhere where = {.dispatch = dispatch, .group = {x, y, z}, .sides = {4, 2, 1}, .waves = 2, .wave_size = 4};
    (void)shared;
    for (int32_t wave = 1; wave >= 0; wave--)
        for (int32_t time = 0; time < 2; time++) {
            int32_t threads[4] = {4 * wave, 4 * wave + 1, 4 * wave + 2, 4 * wave + 3}, group[] = {(int32_t)x, (int32_t)y, (int32_t)z};
            WccWords words[] = {{group, 0}, {group + 1, 0}, {group + 2, 0}, {threads, 1}, {&time, 0}};
            wcc_print(&where, (uint32_t)wave, &point, active, words);
        }
}

static void expect_line(Text *text, uint32_t x, uint32_t y, uint32_t z, uint32_t thread)
{
    for (uint32_t time = 0; time < 2; time++)
        host_text_printf(text, "%u,%u,%u:%u %u\n", x, y, z, thread, time);
}

static char *printed_by(uint32_t workers, const char *order, const char *filter)
{
    Text text = {0};
    Report report = {.print = add_text, .print_context = &text};
    WccVariant variant = {.wave_size = 4, .run = print_group, .prints = 1};
    WccDispatch dispatch = {.groups = {5, 7, 3}};
    Job job = {.variant = &variant, .dispatch = &dispatch};
    Pool *pool = host_new_pool(&report, workers);
    assert_true(host_parse_order(&report, order, &job.order));
    assert_true(!filter || host_parse_print_filter(&report, filter, &job.prints));
    assert_int_equal(host_run_job(&report, pool, &job, NULL), WCC_OK);
    host_free_pool(pool);
    return host_take_text(&text);
}

TEST(what_is_printed_stands_in_the_order_of_groups_and_threads)
{
    static const char *const orders[] = {"linear", "tile-x:3", "morton", "auto"};
    Text expected = {0};
    for (uint32_t group = 0; group < 105; group++)
        for (uint32_t thread = 0; thread < 8; thread++)
            if (thread % 4 != 2)
                expect_line(&expected, group % 5, group / 5 % 7, group / 35, thread);
    for (size_t i = 0; i < HOST_LENGTH(orders); i++)
        for (uint32_t workers = 1; workers <= 7; workers += 3) {
            char *text = printed_by(workers, orders[i], NULL);
            assert_string_equal(text, expected.text);
            free(text);
        }
    free(expected.text);
}

TEST(a_filter_picks_groups_threads_waves_and_lanes)
{
    static const struct {
        const char *filter;
        uint32_t x, y, z, thread;
    } cases[] = {
        {"group=3,2,1,thread=5", 3, 2, 1, 5}, {"group=3,2,1,wave=1,lane=1", 3, 2, 1, 5}, {"thread=1,1,group=4", 4, 0, 0, 5},
        {"lane=3,wave=0,group=0,6", 0, 6, 0, 3},
    };
    for (size_t i = 0; i < HOST_LENGTH(cases); i++) {
        Text expected = {0};
        expect_line(&expected, cases[i].x, cases[i].y, cases[i].z, cases[i].thread);
        char *text = printed_by(2, "linear", cases[i].filter);
        assert_string_equal(text, expected.text);
        free(text);
        free(expected.text);
    }
    char *none = printed_by(2, "linear", "thread=4,0");
    assert_null(none);
}

TEST(a_filter_of_another_form_is_refused)
{
    static const char *const filters[] = {"", "group", "group=", "group=x", "lane=1,", ",lane=1", "lane=1,2", "group=1,2,3,4", "lane=1,lane=2", "all=1"};
    for (size_t i = 0; i < HOST_LENGTH(filters); i++) {
        Report report = {0};
        PrintFilter filter;
        assert_false(host_parse_print_filter(&report, filters[i], &filter));
        assert_contains(report.error, "is not of the form group=X,Y,Z,thread=N,wave=N,lane=N");
    }
}

/* ---- too many ---- */

/* Groups in steps of `step` through all of them. */
static char *kept_of(size_t most_bytes, uint32_t step, char *warning, size_t room)
{
    Text text = {0};
    FILE *messages = fmemopen(warning, room, "w");
    Report report = {.program = "p", .print = add_text, .print_context = &text, .messages = messages};
    Printer *printer = host_new_printer(&report, most_bytes);
    WccDispatch dispatch = {0};
    host_collect_prints(printer, &report, &(PrintFilter){0}, &dispatch);
    for (uint32_t i = 0; i < 1009; i++)
        print_group(&dispatch, NULL, i * step % 1009, 0, 0);
    host_tell_prints(&report, printer);
    host_free_printer(printer);
    fclose(messages);
    return host_take_text(&text);
}

TEST(of_too_many_lines_the_first_are_kept_whoever_came_first)
{
    enum { RECORD = 56, KEPT = 12 * 20 + 7 }; /* five words each; 12 lines a group */
    Text expected = {0};
    for (uint32_t i = 0; i < KEPT; i++) {
        static const uint32_t threads[] = {0, 1, 3, 4, 5, 7};
        host_text_printf(&expected, "%u,0,0:%u %u\n", i / 12, threads[i % 12 / 2], i % 2);
    }
    static const uint32_t steps[] = {1, 1008, 2, 500, 17};
    for (size_t i = 0; i < HOST_LENGTH(steps); i++) {
        char warning[512] = "";
        char *text = kept_of(RECORD * KEPT + 1, steps[i], warning, sizeof warning);
        assert_string_equal(text, expected.text);
        assert_contains(warning, "p: warning: 11861 calls of printf, those of the last threads, are not shown");
        free(text);
    }
    free(expected.text);
}

/* ---- from C ---- */

static void take_printed(void *text, const char *printed, size_t length)
{
    strncat(text, printed, length);
}

TEST(a_runtime_gives_what_is_printed_to_a_function)
{
    const WccVariant variant = {.wave_size = 4, .run = print_group, .lane_order = "linear", .prints = 1};
    const WccEntry entry = {.name = "PrintCS", .threads = {4, 2, 1}, .variants = &variant, .variant_count = 1};
    const WccModule module = {.abi_version = WCC_ABI_VERSION, .source = "p.hlsl", .entries = &entry, .entry_count = 1};
    char text[1000] = "";
    WccRun run = {.entry = "PrintCS", .groups = {9, 1, 1}, .printf_filter = "group=7,lane=1"};
    WccRuntime *runtime = wcc_new(&module, 2);
    wcc_on_print(runtime, take_printed, text);
    assert_int_equal(wcc_run(runtime, &run), WCC_OK);
    assert_string_equal(text, "7,0,0:1 0\n7,0,0:1 1\n7,0,0:5 0\n7,0,0:5 1\n");
    text[0] = 0;
    run.printf_filter = "thread=3,1,group=2";
    WccTicket *ticket = wcc_submit(runtime, (WccRun[]){run, run}, 2);
    assert_int_equal(wcc_wait(ticket, 0), WCC_OK);
    assert_string_equal(text, "2,0,0:7 0\n2,0,0:7 1\n2,0,0:7 0\n2,0,0:7 1\n");
    wcc_free_ticket(ticket);
    run.printf_filter = "thread";
    assert_int_equal(wcc_run(runtime, &run), WCC_BAD_INPUT);
    assert_contains(wcc_error(runtime), "printf_filter: 'thread' is not of the form");
    wcc_on_print(runtime, NULL, NULL);
    assert_int_equal(wcc_dispatch(runtime, "PrintCS", 1, 1, 1), WCC_OK);
    wcc_free(runtime);
}
