/* wcc_main: the command line of an executable made by wavecc. */
#include "crash.h"
#include "profile.h"
#include "program.h"

#include "files/files.h"
#include "host/session.h"
#include "job/job.h"

#include <stdlib.h>
#include <string.h>

static const char *program_name(int argc, char **argv)
{
    const char *path = argc > 0 && argv[0] ? argv[0] : "kernel";
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

typedef int RunLine(Report *report, const WccModule *module, const CommandLine *line, FILE *out);

static int run_line(Report *report, const WccModule *module, const CommandLine *line, FILE *out)
{
    Plan plan;
    int status = WCC_BAD_INPUT;
    if (host_new_plan(report, module, line, &plan))
        status = host_run_session(report, module, &plan, out);
    host_free_plan(&plan);
    return status;
}

/* What it warns of is told when it runs. */
static int check_line(Report *report, const WccModule *module, const CommandLine *line, FILE *out)
{
    (void)out;
    Plan plan;
    FILE *messages = report->messages;
    report->messages = NULL;
    int status = host_new_plan(report, module, line, &plan) ? WCC_OK : WCC_BAD_INPUT;
    report->messages = messages;
    host_free_plan(&plan);
    return status;
}

/* Which of the runs. */
static void fail_in_swept(Report *report, const CommandLine *line, const Sweep *sweep,
                          const CommandLine *one)
{
    host_fail_in(report, "%s=%s", sweep->typed->name,
                 one->assigns[sweep->typed - line->assigns].value);
}

static int one_swept(Report *report, const WccModule *module, const CommandLine *line,
                     const Sweep *sweep, uint64_t number, FILE *out, RunLine *run)
{
    CommandLine one;
    bool good = host_new_swept(report, line, sweep, number, &one);
    one.is_again = number > 0;
    int status = good ? run(report, module, &one, out) : WCC_BAD_INPUT;
    if (status && good && run == run_line)
        fail_in_swept(report, line, sweep, &one);
    host_free_swept(line, &one);
    return status;
}

/* In one run after the other, until one fails. */
static int each_swept(Report *report, const WccModule *module, const CommandLine *line,
                      const Sweep *sweep, FILE *out, RunLine *run)
{
    int status = WCC_OK;
    for (uint64_t i = 0; !status && i < sweep->count; i++)
        status = one_swept(report, module, line, sweep, i, out, run);
    return status;
}

/* ---- over several processes ---- */

static bool take_ranks(Report *report, CommandLine *line, Ranks *ranks)
{
    line->ranks = ranks;
    if (!ranks)
        return !line->explains_ranks ||
               host_fail(report, "--explain-mpi: compiled without --mpi");
    ranks->explains = line->explains_ranks;
    ranks->asked = line->workers;
    return true;
}

static bool shares_runs(const WccModule *module, const CommandLine *line)
{
    return line->ranks && line->ranks->count > 1 && !line->profiles && !line->coverage &&
           !host_has_counted(module);
}

/* What it says is kept in memory. */
static WccStatus run_apart(Report *report, const WccModule *module, const CommandLine *line,
                           const Sweep *sweep, RunEnd *end)
{
    size_t lengths[2];
    CommandLine here = *line;
    FILE *out = open_memstream(&end->texts[0], &lengths[0]);
    FILE *messages = open_memstream(&end->texts[1], &lengths[1]);
    Report own = *report;
    own.messages = messages;
    here.ranks = NULL;
    WccStatus status = WCC_BAD_INPUT;
    if (out && messages)
        status = (WccStatus)one_swept(&own, module, &here, sweep, end->number, out, run_line);
    else
        host_fail(&own, "not enough memory");
    if (out)
        fclose(out);
    if (messages)
        fclose(messages);
    end->error = status ? strdup(own.error) : NULL;
    return status;
}

static int run_shared(Report *report, const WccModule *module, const CommandLine *line,
                      const Sweep *sweep, FILE *out)
{
    Ranks *ranks = line->ranks;
    bool goes_on = true;
    for (uint64_t i = ranks->index; goes_on && i < sweep->count; i += ranks->count) {
        RunEnd end = {.number = i};
        end.status = run_apart(report, module, line, sweep, &end);
        goes_on = ranks->keep_run(ranks, &end);
    }
    return ranks->end_runs(ranks, report, out);
}

void program_share_runs(const WccModule *module, int argc, char **argv, Ranks *ranks)
{
    Report report = {.program = program_name(argc, argv)};
    CommandLine line = {.workers = 0};
    Sweep sweep;
    if (host_parse_command_line(&report, argc, argv, &line) &&
        take_ranks(&report, &line, ranks) && host_new_sweep(&report, &line, &sweep))
        run_shared(&report, module, &line, &sweep, NULL);
    host_free_command_line(&line);
}

/* ---- all ---- */

/* A value that cannot be is found before the first run. */
static int run_planned(Report *report, const WccModule *module, const CommandLine *line, FILE *out)
{
    Sweep sweep;
    if (!host_new_sweep(report, line, &sweep))
        return WCC_BAD_INPUT;
    if (!sweep.typed)
        return run_line(report, module, line, out);
    int status = each_swept(report, module, line, &sweep, out, check_line);
    if (status || !shares_runs(module, line))
        return status ? status : each_swept(report, module, line, &sweep, out, run_line);
    line->ranks->begin_runs(line->ranks);
    return run_shared(report, module, line, &sweep, out);
}

/* All shaders of the job are this program's, which has the kernels of one. */
static bool take_module(JobFile *job, const WccModule *module)
{
    if (!job->shaders.count) {
        job->shaders.items = job_alloc(&job->source, 1, sizeof *job->shaders.items);
        job->shaders.count = 1;
    }
    if (!job->shaders.items)
        return false;
    if (job->shaders.count > 1)
        return job_fail(&job->source, job->shaders.items[1].place,
                        "this program has the kernels of one shader only, %s", module->source);
    job->shaders.items[0].module = module;
    if (!job->shaders.items[0].file.text)
        job->shaders.items[0].file.text = module->source;
    return true;
}

static int run_job(Report *report, const WccModule *module, const CommandLine *line, FILE *out)
{
    JobFile job;
    int status = WCC_BAD_INPUT;
    if (job_read(report, line->job, &job) && take_module(&job, module))
        status = job_carry_out(&job, line, out);
    job_free(&job);
    return status;
}

/* What threads came to, also where a check has found a fault. */
static int run_counted(Report *report, const WccModule *module, const CommandLine *line, FILE *out)
{
    if (line->coverage && !host_check_coverage(report, module, line->coverage))
        return WCC_BAD_INPUT;
    int status = line->job ? run_job(report, module, line, out)
                           : run_planned(report, module, line, out);
    if (status == WCC_TIMED_OUT || line->is_dry || (!line->coverage && !host_has_counted(module)))
        return status;
    char path[256];
    snprintf(path, sizeof path, "%.250s.info", report->program);
    Report own = *report;
    if (host_take_coverage(&own, module, line->coverage ? line->coverage : path) || status)
        return status;
    *report = own;
    return WCC_BAD_INPUT;
}

static int run_profiled(Report *report, const WccModule *module, const CommandLine *line, FILE *out)
{
    if (!program_begin_profile(report, line))
        return WCC_BAD_INPUT;
    int status = run_counted(report, module, line, out);
    return program_end_profile(report, line, status, report->messages);
}

static int run_action(Report *report, const WccModule *module, const CommandLine *line, FILE *out)
{
    switch (line->action) {
    case ACTION_LIST:
        if (line->is_json_list)
            return host_print_json_list(report, module, out) ? WCC_OK : WCC_BAD_INPUT;
        host_print_list(module, report->program, out);
        return WCC_OK;
    case ACTION_HELP:
        host_print_help(report->program, out);
        return WCC_OK;
    case ACTION_VERSION:
        fprintf(out, "%s: compiled by wavecc from %s, runtime interface %u\n", report->program,
                module->source, (unsigned)WCC_ABI_VERSION);
        return WCC_OK;
    case ACTION_RUN:
        break;
    }
    return run_profiled(report, module, line, out);
}

static int run_on(const WccModule *module, int argc, char **argv, Ranks *ranks, FILE *out,
                  FILE *err)
{
    Report report = {.program = program_name(argc, argv), .messages = err};
    CommandLine line = {0};
    int status = WCC_BAD_INPUT;
    if (host_check_module(&report, module) && host_parse_command_line(&report, argc, argv, &line)) {
        if (err == stderr && !line.hides_progress)
            program_show_progress(&report);
        if (take_ranks(&report, &line, ranks))
            status = run_action(&report, module, &line, out);
    }
    status = program_tell_end(&report, status, out, err);
    host_free_command_line(&line);
    return status;
}

int host_main(const WccModule *module, int argc, char **argv, FILE *out, FILE *err)
{
    return run_on(module, argc, argv, NULL, out, err);
}

int program_main(const WccModule *module, int argc, char **argv, Ranks *ranks)
{
    host_hold_streams();
    program_watch(program_name(argc, argv));
    program_watch_crashes(program_name(argc, argv));
    int status = run_on(module, argc, argv, ranks, stdout, stderr);
    program_unwatch();
    return status;
}

int wcc_main(const WccModule *module, int argc, char **argv)
{
    return program_main(module, argc, argv, NULL);
}
