/* wavetest's command line as a table. */
#include <stdlib.h>
#include <unistd.h>

#include "jobs.h"
#include "version.h"

typedef struct Parser {
    Settings *settings;
    Arena *arena;
    char **arguments;
    int count, at;
    int status;
} Parser;

static bool usage_error(Parser *parser, const char *format, ...) PRINTF_LIKE(2, 3);
static bool usage_error(Parser *parser, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    Text said = {0}, seen = {0};
    text_vprintf(&said, format, arguments);
    va_end(arguments);
    text_add_visible(&seen, (Slice){said.bytes, said.length});
    fprintf(stderr, "wavetest: error: %s\n", seen.bytes);
    text_free(&said);
    text_free(&seen);
    parser->status = EXIT_BAD_USAGE;
    return false;
}

/* ---- values ---- */

/* One number after the other from "4,8,16". */
static bool each_number(Parser *parser, const char *option, const char *list,
                        bool (*take)(Parser *parser, long number))
{
    for (const char *at = list;; at++) {
        char *end;
        long number = strtol(at, &end, 10);
        if (end == at || (*end != ',' && *end != '\0'))
            return usage_error(parser, "%s %s: expected a list of numbers such as 1,4", option,
                               list);
        if (!take(parser, number))
            return false;
        if (*end == '\0')
            return true;
        at = end;
    }
}

static bool take_wave_size(Parser *parser, long size)
{
    for (int i = 0; i < WAVE_SIZE_COUNT; i++)
        if (WAVE_SIZES[i] == size) {
            parser->settings->wave_sizes[i] = true;
            return true;
        }
    return usage_error(parser, "a wave has 4, 8, 16, 32, 64 or 128 lanes, not %ld", size);
}

static bool set_wave_sizes(Parser *parser, const char *value)
{
    bool one = strcmp(value, "one") == 0, some = strcmp(value, "some") == 0;
    bool all = one || some || strcmp(value, "all") == 0;
    memset(parser->settings->wave_sizes, 0, sizeof parser->settings->wave_sizes);
    parser->settings->picked_wave_sizes = one ? 1 : some ? 2 : 0;
    return each_number(parser, "--wave-size", all ? "4,8,16,32,64,128" : value, take_wave_size);
}

static bool take_workers(Parser *parser, long count)
{
    Settings *settings = parser->settings;
    if (count < 1 || count > 1024 || settings->worker_count == MAX_WORKER_COUNTS)
        return usage_error(parser, "--workers takes up to %d numbers from 1 to 1024",
                           MAX_WORKER_COUNTS);
    settings->workers[settings->worker_count++] = (int)count;
    return true;
}

static bool set_workers(Parser *parser, const char *value)
{
    parser->settings->worker_count = 0;
    return each_number(parser, "--workers", value, take_workers);
}

static bool set_number(Parser *parser, const char *option, const char *value, int *number)
{
    char *end;
    long parsed = strtol(value, &end, 10);
    if (end == value || *end != '\0' || parsed < 1 || parsed > 100000)
        return usage_error(parser, "%s %s: expected a positive number", option, value);
    *number = (int)parsed;
    return true;
}

static bool set_parallel(Parser *parser, const char *value)
{
    return set_number(parser, "-j", value, &parser->settings->parallel);
}

static bool set_every(Parser *parser, const char *value)
{
    return set_number(parser, "--every", value, &parser->settings->every);
}

/* "2/8" */
static bool set_shard(Parser *parser, const char *value)
{
    enum { MOST = 100000 };
    char *slash, *end = NULL;
    long shard = strtol(value, &slash, 10);
    long shards = *slash == '/' ? strtol(slash + 1, &end, 10) : 0;
    bool is_plain = strspn(value, "0123456789/") == strlen(value);
    if (!is_plain || shard < 1 || shard > shards || shards > MOST || *end != '\0')
        return usage_error(parser, "--shard %s: expected I/N, with I from 1 to N", value);
    parser->settings->shard = (int)shard;
    parser->settings->shards = (int)shards;
    return true;
}

static bool set_share(Parser *parser, const char *value)
{
    parser->settings->shares_groups = strcmp(value, "groups") == 0;
    return parser->settings->shares_groups || strcmp(value, "tests") == 0 ||
           usage_error(parser, "--share=%s: expected tests or groups", value);
}

static bool set_timeout(Parser *parser, const char *value)
{
    return set_number(parser, "--timeout", value, &parser->settings->run_seconds);
}

static bool set_optimisation(Parser *parser, const char *value)
{
    parser->settings->optimises_some = strcmp(value, "some") == 0;
    if (parser->settings->optimises_some)
        value = "2";
    if (strlen(value) != 1 || *value < '0' || *value > '3')
        return usage_error(parser, "-O%s: expected -O0 to -O3 or -Osome", value);
    parser->settings->optimisation = arena_printf(parser->arena, "-O%s", value);
    return true;
}

static bool add_words(Parser *parser, WordList *list, const char *value)
{
    for (size_t length; *value != '\0'; value += length + (value[length] == ',')) {
        length = strcspn(value, ",");
        vec_push(parser->arena, list, arena_copy_text(parser->arena, value, length));
    }
    return true;
}

static bool add_compilers(Parser *parser, const char *value)
{
    return add_words(parser, &parser->settings->compilers, value);
}

static bool add_targets(Parser *parser, const char *value)
{
    return add_words(parser, &parser->settings->targets, value);
}

static bool add_features(Parser *parser, const char *value)
{
    return add_words(parser, &parser->settings->features, value);
}

static bool add_filter(Parser *parser, const char *value)
{
    vec_push(parser->arena, &parser->settings->filters, value);
    return true;
}

static bool add_option(Parser *parser, const char *value)
{
    vec_push(parser->arena, &parser->settings->options, value);
    return true;
}

static bool add_check(Parser *parser, const char *value)
{
    return add_option(parser, arena_printf(parser->arena, "--check=%s", value));
}

/* Tests run in folders of their own. */
static bool set_coverage(Parser *parser, const char *value)
{
    char *folder = *value != '/' ? getcwd(NULL, 0) : NULL;
    parser->settings->coverage =
        folder != NULL ? arena_printf(parser->arena, "%s/%s", folder, value) : value;
    free(folder);
    return true;
}

static bool set_from(Parser *parser, const char *value)
{
    parser->settings->from = value;
    return true;
}

static bool set_junit(Parser *parser, const char *value)
{
    parser->settings->junit = value;
    return true;
}

static bool set_json(Parser *parser, const char *value)
{
    parser->settings->json = value;
    return true;
}

static bool set_cache(Parser *parser, const char *value)
{
    parser->settings->cache = value;
    return true;
}

static bool set_headers(Parser *parser, const char *value)
{
    parser->settings->headers = value;
    return true;
}

static bool set_state(Parser *parser, const char *value)
{
    parser->settings->state = value;
    return true;
}

static bool set_tap(Parser *parser, const char *value)
{
    (void)value;
    parser->settings->tap = true;
    return true;
}

static bool set_list(Parser *parser, const char *value)
{
    (void)value;
    parser->settings->list = true;
    return true;
}

static bool set_verbose(Parser *parser, const char *value)
{
    (void)value;
    parser->settings->verbose = true;
    return true;
}

static bool set_rerun(Parser *parser, const char *value)
{
    (void)value;
    parser->settings->rerun_failed = true;
    return true;
}

static bool set_honour(Parser *parser, const char *value)
{
    (void)value;
    parser->settings->honour_markers = true;
    return true;
}

static bool set_diagnostics(Parser *parser, const char *value)
{
    bool is_github = strcmp(value, "github") == 0;
    parser->settings->github = is_github;
    return is_github || strcmp(value, "text") == 0 ||
           usage_error(parser, "--diagnostics=%s: expected text or github", value);
}

static bool set_watch(Parser *parser, const char *value)
{
    (void)value;
    parser->settings->watch = true;
    return true;
}

static bool set_evaluator(Parser *parser, const char *value)
{
    (void)value;
    parser->settings->backend = BACKEND_EVALUATOR;
    return true;
}

static bool set_both(Parser *parser, const char *value)
{
    (void)value;
    parser->settings->backend = BACKEND_BOTH;
    return true;
}

static bool print_version(Parser *parser, const char *value)
{
    (void)value;
    puts("wavetest " WAVECC_VERSION);
    parser->status = -1;
    return true;
}

static bool print_help(Parser *parser, const char *value);

/* ---- the table ---- */

typedef struct OptionRow {
    const char *name;
    const char *value; /* what it takes, for --help; NULL: nothing */
    bool (*handle)(Parser *parser, const char *value);
    const char *help;
} OptionRow;

static const OptionRow OPTIONS[] = {
    {"--wave-size", "LIST|all|some|one", set_wave_sizes,
     "wave sizes to run at (all); some: two of all, one: one of all, others for each test"},
    {"--workers", "LIST", set_workers, "numbers of CPU threads to run with (1,4)"},
    {"-j", "N", set_parallel, "tests at the same time (one per CPU; of peers on one machine, its CPUs divided among them)"},
    {"--filter", "RE", add_filter, "only tests whose path matches"},
    {"--from", "FILE", set_from, "only the tests whose paths below PATH this file lists"},
    {"--every", "N", set_every, "only each Nth run, counted over tests, wave sizes and workers"},
    {"--shard", "I/N", set_shard,
     "only the Ith of N shares of the tests, I from 1 on, for runs on N machines"},
    {"--share", "tests|groups", set_share,
     "what mpirun's processes share out: the tests, or the groups of each dispatch (tests)"},
    {"--rerun-failed", NULL, set_rerun, "only the tests that failed the last time"},
    {"--list", NULL, set_list, "print the tests, run nothing"},
    {"--cc", "LIST", add_compilers, "C compilers to cross the tests with"},
    {"--target", "LIST", add_targets, "instruction sets to cross the tests with"},
    {"-O", "0|1|2|3|some", set_optimisation,
     "how the C is compiled, as wavecc -O does (2); some: 2 for every eighth wave size"},
    {"--evaluator", NULL, set_evaluator,
     "run the reference evaluator instead of compiled C, with one worker"},
    {"--both", NULL, set_both, "run both, and compare what they leave in the buffers"},
    {"--check", "LIST|all", add_check,
     "tests fail too where kernels meet faults that wavecc --check finds"},
    {"--coverage", "FILE", set_coverage,
     "add the lines and branches that threads come to to this lcov file"},
    {"-X", "OPTION", add_option, "an option for wavecc, as in -X --fp=strict"},
    {"--timeout", "SECONDS", set_timeout, "for one run of one test (60)"},
    {"--honor-markers", NULL, set_honour, "obey XFAIL and UNSUPPORTED"},
    {"--features", "LIST", add_features, "names that hold in markers' expressions"},
    {"--cache", "FOLDER", set_cache, "keep compiled kernels there from run to run; $WAVECC_CACHE"},
    {"--headers", "FOLDER", set_headers,
     "keep the runtime's headers compiled there, for runs until one of them changes"},
    {"--state", "FILE", set_state, "where --rerun-failed finds what failed (beside the program)"},
    {"--junit", "FILE", set_junit, "write the results as JUnit XML; - is standard output"},
    {"--json", "FILE", set_json, "write the results as JSON; - is standard output"},
    {"--tap", NULL, set_tap, "print the results in TAP; the summary goes to standard error"},
    {"--diagnostics", "text|github", set_diagnostics,
     "github: failures as annotations of a pull request, too"},
    {"--watch", NULL, set_watch, "run again what a changed file affects, until interrupted"},
    {"--verbose", NULL, set_verbose, "a line per test"},
    {"--version", NULL, print_version, "print the version"},
    {"--help", NULL, print_help, "print this text"},
};

/* As wavecc's: the texts begin in one column. */
static void print_row(const OptionRow *row)
{
    const char *equals = row->value == NULL ? "" : row->name[1] == '-' ? "=" : " ";
    int width = printf("  %s%s%s", row->name, equals, row->value != NULL ? row->value : "");
    printf("%*s%s\n", width + 2 < 28 ? 28 - width : 2, "", row->help);
}

static bool print_help(Parser *parser, const char *value)
{
    (void)value;
    puts("Usage: wavetest [options] PATH...\n"
         "Runs conformance tests in the format of LLVM's offload-test-suite (.test) and the "
         "functions marked\n[Test] of HLSL files (.hlsl): files, or folders of them.\n\nOptions:");
    for (int i = 0; i < COUNT_OF(OPTIONS); i++)
        print_row(&OPTIONS[i]);
    puts("\nExit status: 0 all passed, 1 a test failed, 2 bad usage");
    parser->status = -1;
    return true;
}

/* "--name=value", "--name value", "-jN", "-j N". */
static bool parse_option(Parser *parser, const OptionRow *row, const char *rest)
{
    bool is_short = row->name[1] != '-';
    if (row->value == NULL)
        return row->handle(parser, NULL);
    if (*rest == '=' || (is_short && *rest != '\0'))
        return row->handle(parser, rest + (*rest == '='));
    if (parser->at + 1 >= parser->count)
        return usage_error(parser, "%s needs a value", row->name);
    return row->handle(parser, parser->arguments[++parser->at]);
}

static bool parse_argument(Parser *parser, const char *argument)
{
    for (int i = 0; i < COUNT_OF(OPTIONS) && argument[0] == '-'; i++) {
        const OptionRow *row = &OPTIONS[i];
        size_t length = strlen(row->name);
        if (strncmp(argument, row->name, length) != 0)
            continue;
        bool takes_rest = row->value != NULL && (argument[length] == '=' || row->name[1] != '-');
        if (argument[length] == '\0' || takes_rest)
            return parse_option(parser, row, argument + length);
    }
    if (argument[0] == '-')
        return usage_error(parser, "unknown option '%s'; --help lists them", argument);
    vec_push(parser->arena, &parser->settings->paths, argument);
    return true;
}

/* Beside the program, so that --rerun-failed finds it wherever it is called from; shards may run at
 * the same time, so each has its own. */
static const char *state_path(const Settings *settings, Arena *arena)
{
    char self[4096];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    const char *program = length > 0 ? arena_copy_text(arena, self, (size_t)length) : "wavetest";
    if (settings->shards == 0)
        return arena_printf(arena, "%s.failed", program);
    return arena_printf(arena, "%s.%d-of-%d.failed", program, settings->shard, settings->shards);
}

static void set_defaults(Settings *settings, int beside)
{
    *settings = (Settings){.worker_count = 2, .workers = {1, 4}, .optimisation = "-O2",
                           .backend = BACKEND_C, .run_seconds = 60, .compile_seconds = 600};
    for (int i = 0; i < WAVE_SIZE_COUNT; i++)
        settings->wave_sizes[i] = true;
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    settings->parallel = processors > beside ? (int)(processors / beside) : 1;
}

static int is_printed(const char *path) { return path != NULL && strcmp(path, "-") == 0; }

static void check_reports(Parser *parser)
{
    Settings *settings = parser->settings;
    int printed = settings->tap + is_printed(settings->junit) + is_printed(settings->json);
    settings->prints_report = printed > 0;
    if (printed > 1)
        usage_error(parser, "one report at a time goes to standard output: --tap, --junit=- or "
                            "--json=-");
}

int settings_parse(Settings *settings, Arena *arena, int beside, int count, char **arguments)
{
    Parser parser = {.settings = settings, .arena = arena, .arguments = arguments, .count = count,
                     .at = 1};
    set_defaults(settings, beside);
    for (; parser.at < count && parser.status == 0; parser.at++)
        parse_argument(&parser, arguments[parser.at]);
    if (settings->state == NULL)
        settings->state = state_path(settings, arena);
    if (settings->backend == BACKEND_EVALUATOR) {
        settings->worker_count = 1;
        settings->workers[0] = 1;
    }
    if (parser.status == 0)
        check_reports(&parser);
    if (parser.status == 0 && settings->paths.count == 0 && !settings->rerun_failed)
        usage_error(&parser, "no path; --help shows how to use wavetest");
    return parser.status;
}
