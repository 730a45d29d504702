/* What people read: a line of progress, the failures by message, and tables of tests passed per
 * folder and wave size. */
#include <stdlib.h>
#include <unistd.h>

#include "jobs.h"

/*                                        name                good */
const OutcomeRow OUTCOMES[OUTCOME_COUNT] = {
    [OUTCOME_PENDING]          = {"not run",            false},
    [OUTCOME_PASSED]           = {"passed",             true},
    [OUTCOME_WRONG]            = {"wrong result",       false},
    [OUTCOME_REJECTED]         = {"does not compile",   false},
    [OUTCOME_C_FAILED]         = {"C compiler failed",  false},
    [OUTCOME_CRASHED]          = {"crashed",            false},
    [OUTCOME_TIMED_OUT]        = {"timed out",          false},
    [OUTCOME_BAD_TEST]         = {"bad test",           false},
    [OUTCOME_SKIPPED]          = {"skipped",            true},
    [OUTCOME_EXPECTED_FAILURE] = {"failed as expected", true},
    [OUTCOME_UNEXPECTED_PASS]  = {"passed unexpectedly", false},
};

void variant_name(Text *out, const Variant *variant)
{
    text_printf(out, "W=%d workers=%d", WAVE_SIZES[variant->wave], variant->workers);
}

bool job_failed(const Job *job)
{
    for (int i = 0; i < job->variant_count; i++)
        if (!OUTCOMES[job->variants[i].outcome].is_good)
            return true;
    return false;
}

Totals report_totals(const JobList *jobs)
{
    Totals totals = {0};
    for (int i = 0; i < jobs->count; i++) {
        const Job *job = jobs->items[i];
        totals.tests++;
        totals.failed_tests += job_failed(job);
        for (int v = 0; v < job->variant_count; v++) {
            Outcome outcome = job->variants[v].outcome;
            totals.skipped += outcome == OUTCOME_SKIPPED;
            totals.failed += !OUTCOMES[outcome].is_good;
            totals.passed += OUTCOMES[outcome].is_good && outcome != OUTCOME_SKIPPED;
        }
    }
    return totals;
}

/* ---- progress ---- */

struct Progress {
    const Settings *settings;
    int total, done, failed;
    bool is_terminal;
};

Progress *progress_new(Arena *arena, const Settings *settings, const JobList *jobs)
{
    Progress *progress = ARENA_NEW(arena, Progress);
    *progress = (Progress){settings, jobs->count, 0, 0, isatty(STDERR_FILENO) != 0};
    return progress;
}

static void show(const Progress *progress, const char *path)
{
    if (progress->is_terminal && !progress->settings->verbose)
        fprintf(stderr, "\r\033[K[%d/%d] %d failed  %.100s", progress->done, progress->total,
                progress->failed, path);
}

void progress_started(Progress *progress, const Job *job)
{
    show(progress, job->shown);
}

void progress_finished(Progress *progress, const Job *job)
{
    progress->done++;
    progress->failed += job_failed(job);
    if (progress->settings->verbose)
        fprintf(stderr, "%-6s %7.2f s  %s\n", job_failed(job) ? "FAILED" : "ok", job->seconds,
                job->shown);
    show(progress, job->shown);
    if (progress->is_terminal && progress->done == progress->total)
        fputs("\r\033[K", stderr);
}

/* ---- lists ---- */

static void list_markers(const TestFile *test, FILE *out)
{
    for (int i = 0; i < test->markers.count; i++)
        fprintf(out, "    %s: %s\n", MARKER_NAMES[test->markers.items[i].kind],
                test->markers.items[i].expression);
}

void report_list(const JobList *jobs, FILE *out)
{
    for (int i = 0; i < jobs->count; i++) {
        const Job *job = jobs->items[i];
        fprintf(out, "%s", job->shown);
        for (int v = 0, last = -1; v < job->variant_count; last = job->variants[v++].wave)
            if (job->variants[v].wave != last)
                fprintf(out, "%s%d", last < 0 ? "  W=" : ",", WAVE_SIZES[job->variants[v].wave]);
        fprintf(out, "%s%s%s%s\n", job->compiler ? "  cc=" : "", job->compiler ? job->compiler : "",
                job->target ? "  target=" : "", job->target ? job->target : "");
        if (job->test != NULL)
            list_markers(job->test, out);
    }
}

/* ---- failures ---- */

static bool says_the_same(const Variant *left, const Variant *right)
{
    return left->outcome == right->outcome &&
           strcmp(left->message ? left->message : "", right->message ? right->message : "") == 0;
}

/* "W=4 workers=1; W=32 workers=1,4" of the variants that fail as `first` does, which are told by
 * then. */
static void name_variants(Text *out, const Job *job, int first, bool *told)
{
    const Variant *variants = job->variants;
    int alike = 0;
    for (int i = 0; i < job->variant_count; i++)
        alike += says_the_same(&variants[first], &variants[i]);
    if (alike == job->variant_count)
        text_printf(out, "all runs");
    for (int i = first, last_wave = -1; i < job->variant_count; i++) {
        if (told[i] || !says_the_same(&variants[first], &variants[i]))
            continue;
        told[i] = true;
        if (alike == job->variant_count)
            continue;
        if (variants[i].wave == last_wave)
            text_printf(out, ",%d", variants[i].workers);
        else
            text_printf(out, "%sW=%d workers=%d", last_wave < 0 ? "" : "; ",
                        WAVE_SIZES[variants[i].wave], variants[i].workers);
        last_wave = variants[i].wave;
    }
}

void job_each_failure(const Job *job, TakeFailure *take, void *context)
{
    bool told[MAX_VARIANTS] = {0};
    for (int i = 0; i < job->variant_count; i++) {
        Text names = {0};
        if (told[i] || OUTCOMES[job->variants[i].outcome].is_good)
            continue;
        name_variants(&names, job, i, told);
        take(context, job, names.bytes, &job->variants[i]);
        text_free(&names);
    }
}

static void report_group(void *context, const Job *job, const char *variants,
                         const Variant *variant)
{
    FILE *out = context;
    const char *message = variant->message;
    (void)job;
    fprintf(out, "    %s: %s\n", variants, OUTCOMES[variant->outcome].name);
    while (message != NULL && *message != '\0') {
        int length = (int)strcspn(message, "\n");
        fprintf(out, "        %.*s\n", length, message);
        message += length + (message[length] == '\n');
    }
}

static void report_failure(const Job *job, FILE *out)
{
    fprintf(out, "FAILED %s%s%s%s%s\n", job->shown, job->compiler ? " cc=" : "",
            job->compiler ? job->compiler : "", job->target ? " target=" : "",
            job->target ? job->target : "");
    job_each_failure(job, report_group, out);
}

/* ---- tables ---- */

typedef struct Row {
    const char *name;
    int passed[WAVE_SIZE_COUNT], total[WAVE_SIZE_COUNT]; /* tests */
} Row;

/* A test counts as passed at a wave size where all its numbers of workers did. Counts only where
 * its group has more threads than `threads`, -1 for the wave size itself; so does one of which that
 * is not known. */
static void count_job(Row *row, const Job *job, int threads)
{
    for (int wave = 0; wave < WAVE_SIZE_COUNT; wave++) {
        int runs = 0, good = 0;
        if (job->threads > 0 && job->threads <= (threads < 0 ? WAVE_SIZES[wave] : threads))
            continue;
        for (int i = 0; i < job->variant_count; i++)
            if (job->variants[i].wave == wave && job->variants[i].outcome != OUTCOME_SKIPPED) {
                runs++;
                good += OUTCOMES[job->variants[i].outcome].is_good;
            }
        row->total[wave] += runs > 0;
        row->passed[wave] += runs > 0 && good == runs;
    }
}

static void print_row(const Settings *settings, const Row *row, int width, FILE *out)
{
    char cell[32];
    fprintf(out, "%-*s", width, row->name);
    for (int wave = 0; wave < WAVE_SIZE_COUNT; wave++) {
        if (!settings->wave_sizes[wave])
            continue;
        snprintf(cell, sizeof cell, "%d/%d", row->passed[wave], row->total[wave]);
        fprintf(out, " %9s", row->total[wave] > 0 ? cell : "-");
    }
    fputc('\n', out);
}

static Row *find_row(Row *rows, int *count, const char *name)
{
    for (int i = 0; i < *count; i++)
        if (strcmp(rows[i].name, name) == 0)
            return &rows[i];
    rows[*count] = (Row){.name = name};
    return &rows[(*count)++];
}

static void print_table(const Settings *settings, const JobList *jobs, FILE *out)
{
    Row *rows = calloc((size_t)jobs->count + 1, sizeof *rows), total = {.name = "all"};
    Row several_threads = {.name = "in groups of several threads"};
    Row several_waves = {.name = "in groups of several waves"};
    int count = 0, width = (int)strlen(several_threads.name);
    char heading[16];
    for (int i = 0; rows != NULL && i < jobs->count; i++) {
        count_job(find_row(rows, &count, jobs->items[i]->folder), jobs->items[i], 0);
        count_job(&total, jobs->items[i], 0);
        count_job(&several_threads, jobs->items[i], 1);
        count_job(&several_waves, jobs->items[i], -1);
        if ((int)strlen(jobs->items[i]->folder) > width)
            width = (int)strlen(jobs->items[i]->folder);
    }
    fprintf(out, "%-*s", width, "folder");
    for (int wave = 0; wave < WAVE_SIZE_COUNT; wave++) {
        snprintf(heading, sizeof heading, "W=%d", WAVE_SIZES[wave]);
        if (settings->wave_sizes[wave])
            fprintf(out, " %9s", heading);
    }
    fputc('\n', out);
    for (int i = 0; i < count; i++)
        print_row(settings, &rows[i], width, out);
    if (count > 1)
        print_row(settings, &total, width, out);
    print_row(settings, &several_threads, width, out);
    print_row(settings, &several_waves, width, out);
    free(rows);
}

static int count_marked(const JobList *jobs)
{
    int count = 0;
    for (int i = 0; i < jobs->count; i++)
        count += jobs->items[i]->test != NULL && jobs->items[i]->test->markers.count > 0;
    return count;
}

void report_summary(const Settings *settings, const JobList *jobs, double seconds, FILE *out)
{
    Totals totals = report_totals(jobs);
    for (int i = 0; i < jobs->count; i++)
        if (job_failed(jobs->items[i]))
            report_failure(jobs->items[i], out);
    print_table(settings, jobs, out);
    fprintf(out, "%d tests, %d failed; %d runs passed, %d failed", totals.tests,
            totals.failed_tests, totals.passed, totals.failed);
    if (totals.skipped > 0)
        fprintf(out, ", %d skipped", totals.skipped);
    fprintf(out, "; %.1f s\n", seconds);
    if (count_marked(jobs) > 0)
        fprintf(out, "%d of the tests have XFAIL, UNSUPPORTED or REQUIRES markers, which were %s\n",
                count_marked(jobs),
                settings->honour_markers ? "obeyed" : "not obeyed (--honor-markers)");
}
