/* wavecc run: a job whose shaders are compiled here and now, by libwavecc, which keeps kernels on
 * disk. `wavecc run ...` starts this program, wavecc-run, with what was typed behind run. */
#include <stdlib.h>
#include <string.h>

#include "files/files.h"
#include "job/job.h"
#include "library/wavecc.h"
#include "program/crash.h"
#include "program/profile.h"
#include "program/program.h"

/* Exit status, as wavecc has it: the shader has errors; the C compiler or the machine failed. */
enum { RUN_DONE = 0, RUN_SHADER_ERRORS = 1, RUN_BAD_INPUT = 2, RUN_MACHINE = 3 };

static const char usage[] =
    "Usage: wavecc run JOB.yaml [SHADER.hlsl] [OPTION]... [-- COMPILER OPTION...]\n"
    "\n"
    "Compiles the shaders of a job and runs its passes (docs/jobs.md). A pipeline.yaml of the\n"
    "offload-test-suite is a job whose shader is told here. Behind -- stand options of wavecc for\n"
    "all shaders: -T cs_6_5 -DTILE=16.\n"
    "\n";

static const char statuses[] =
    "\n"
    "Exit status: 0 done, 1 a shader has errors or a buffer is not as Results say, 2 bad usage,\n"
    "job or input file, 3 time out, or the C compiler or the machine failed, 130 SIGINT\n"
    "or SIGTERM, 129 SIGHUP.\n";

static bool print_help(FILE *out)
{
    fputs(usage, out);
    host_print_job_options(out);
    return fputs(statuses, out) >= 0;
}

/* One for each shader of the job. */
typedef struct Kernels {
    WaveccKernel **items;
    size_t count;
} Kernels;

/* ---- compiling ---- */

static WaveccKernel *compile(JobFile *job, const JobShader *shader, const CommandLine *line)
{
    const char *path = job_path(job, &shader->file);
    const size_t most = shader->options.count + (size_t)line->compile_count + 3;
    const char **words = job_alloc(&job->source, most, sizeof *words);
    const char *entry = shader->entries.count == 1 ? shader->entries.items[0].text
                                                   : shader->entry.text;
    int count = 0;
    if (!path || !words)
        return NULL;
    for (size_t i = 0; i < shader->options.count; i++)
        words[count++] = shader->options.items[i].text;
    for (int i = 0; i < line->compile_count; i++)
        words[count++] = line->compile[i];
    if (line->coverage)
        words[count++] = "--coverage";
    if (entry) {
        words[count++] = "-E";
        words[count++] = entry;
    }
    WaveccOptions options = {.arguments = words, .argument_count = count};
    WaveccKernel *kernel = wavecc_compile_file(path, &options);
    if (!kernel)
        host_fail(job->source.report, "not enough memory");
    return kernel;
}

/* What wavecc says stands for itself; the job's place follows it. */
static int take_kernel(JobFile *job, JobShader *shader, const WaveccKernel *kernel)
{
    if (job->source.report->messages)
        fputs(wavecc_messages(kernel), job->source.report->messages);
    shader->module = wavecc_module(kernel);
    if (shader->module)
        return host_check_module(job->source.report, shader->module) ? RUN_DONE : RUN_MACHINE;
    job_fail(&job->source, shader->file.place, "'%.200s' was not compiled", shader->file.text);
    return wavecc_status(kernel) ? wavecc_status(kernel) : RUN_MACHINE;
}

/* The shader that was typed is the job's only one. */
static bool take_shader(JobFile *job, const char *path)
{
    JobShaders *shaders = &job->shaders;
    if (!shaders->count) {
        shaders->items = job_alloc(&job->source, 1, sizeof *shaders->items);
        shaders->count = shaders->items != NULL;
    }
    if (!shaders->count)
        return false;
    if (shaders->count > 1 || shaders->items[0].file.text)
        return host_fail(job->source.report, "%.300s says its shaders itself, and '%.200s' is one "
                                             "more",
                         job->source.path, path);
    shaders->items[0].file.text = path;
    return true;
}

static bool check_shaders(JobFile *job, const CommandLine *line)
{
    if (line->shader && !take_shader(job, line->shader))
        return false;
    if (!job->shaders.count)
        return job_fail(&job->source, job->place, "shaders: is missing, with the file: of each");
    for (size_t i = 0; i < job->shaders.count; i++)
        if (!job->shaders.items[i].file.text)
            return job_fail(&job->source, job->shaders.items[i].place,
                            "a shader has a file:, or is typed: wavecc run JOB.yaml SHADER.hlsl");
    return true;
}

static int compile_all(JobFile *job, const CommandLine *line, Kernels *kernels)
{
    int status = check_shaders(job, line) ? RUN_DONE : RUN_BAD_INPUT;
    kernels->items = calloc(job->shaders.count + 1, sizeof *kernels->items);
    if (!kernels->items) {
        host_fail(job->source.report, "not enough memory");
        return RUN_MACHINE;
    }
    double start = host_now_ms();
    for (size_t i = 0; i < job->shaders.count && !status; i++) {
        program_begin_children();
        WaveccKernel *kernel = compile(job, &job->shaders.items[i], line);
        program_end_children();
        kernels->items[kernels->count++] = kernel;
        status = kernel ? take_kernel(job, &job->shaders.items[i], kernel) : RUN_MACHINE;
    }
    job->compile_ms = host_now_ms() - start;
    return status;
}

static bool check_coverage(const JobFile *job, const char *path)
{
    bool good = true;
    for (size_t i = 0; i < job->shaders.count && good; i++)
        good = host_check_coverage(job->source.report, job->shaders.items[i].module, path);
    return good;
}

static bool take_coverage(Report *report, const JobFile *job, const char *path)
{
    bool good = true;
    for (size_t i = 0; i < job->shaders.count && good; i++)
        good = host_take_coverage(report, job->shaders.items[i].module, path);
    return good;
}

/* What threads came to, also where a check has found a fault. After a time-out a kernel may count
 * still. */
static int run_counted(JobFile *job, const CommandLine *line, FILE *out)
{
    Report *report = job->source.report;
    if (line->coverage && !check_coverage(job, line->coverage))
        return RUN_BAD_INPUT;
    int status = job_carry_out(job, line, out);
    if (!line->coverage || line->is_dry || job->is_stuck)
        return status;
    Report own = *report;
    if (take_coverage(&own, job, line->coverage) || status)
        return status;
    *report = own;
    return RUN_BAD_INPUT;
}

/* ---- the whole ---- */

static int run_job(Report *report, const CommandLine *line, FILE *out)
{
    JobFile job;
    Kernels kernels = {0};
    int status = job_read(report, line->job, &job) ? RUN_DONE : RUN_BAD_INPUT;
    if (!status)
        status = compile_all(&job, line, &kernels);
    if (!status && !program_begin_profile(report, line))
        status = RUN_BAD_INPUT;
    else if (!status)
        status = program_end_profile(report, line, run_counted(&job, line, out),
                                     report->messages);
    /* After a time-out a kernel may run still. */
    for (size_t i = 0; i < kernels.count && !job.is_stuck; i++)
        wavecc_free(kernels.items[i]);
    free(kernels.items);
    job_free(&job);
    return status;
}

static int run_typed(int argc, char **argv)
{
    Report report = {.program = "wavecc run", .messages = stderr};
    CommandLine line = {0};
    int status = RUN_BAD_INPUT;
    if (host_parse_job_line(&report, argc, argv, &line)) {
        if (!line.hides_progress)
            program_show_progress(&report);
        if (line.action == ACTION_HELP)
            status = print_help(stdout) ? RUN_DONE : RUN_BAD_INPUT;
        else
            status = run_job(&report, &line, stdout);
    }
    status = program_tell_end(&report, status, stdout, stderr);
    host_free_command_line(&line);
    return status;
}

int main(int argc, char **argv)
{
    host_hold_streams();
    program_watch("wavecc run");
    program_watch_crashes("wavecc run");
    int status = run_typed(argc, argv);
    program_unwatch();
    return status;
}
