/* A command line from its words, and whether its options go together. */
#include "command_line.h"

#include <stdlib.h>
#include <string.h>

static bool is_for_jobs(AssignKind kind)
{
    return kind == ASSIGN_IN || kind == ASSIGN_OUT || kind == ASSIGN_SIZE ||
           kind == ASSIGN_FORMAT || kind == ASSIGN_SET;
}

/* Besides a job stand few options: it says the rest itself. */
static bool check_job(Report *report, const CommandLine *line)
{
    const StepOptions *common = &line->common;
    if (!line->job)
        return (!line->is_dry && !line->folder) ||
               host_fail(report, "--%s goes with --job", line->is_dry ? "dry-run" : "folder");
    if (line->step_count)
        return host_fail(report, "--job says which entry points run; -e does not go with it");
    for (size_t i = 0; i < line->assign_count; i++)
        if (!is_for_jobs(line->assigns[i].kind))
            return host_fail(report, "--%s does not go with --job",
                             host_assign_option(line->assigns[i].kind));
    bool is_once = common->repeat == 1 && line->rounds == 1 && !line->compare;
    return (is_once && common->dispatch == DISPATCH_DEFAULT &&
            common->schedule.kind == WCC_FORWARD) ||
           host_fail(report,
                     "--job goes with --in, --out, --set, --size, --format, --folder, --dry-run, "
                     "-j, --time, --timeout, --no-progress, --wave-size, --lane-order, "
                     "--extra-waves and --order only");
}

bool host_is_numbered(const Assign *assign)
{
    return assign->kind == ASSIGN_OUT && strchr(assign->value, '%');
}

static bool check_rounds(Report *report, const CommandLine *line)
{
    if (line->every && line->rounds == 1)
        return host_fail(report, "--every goes with --repeat-chain");
    for (size_t i = 0; line->every && i < line->assign_count; i++)
        if (host_is_numbered(&line->assigns[i]))
            return true;
    return !line->every || host_fail(report, "--every: no --out has a number in its name, as in "
                                             "frame_%%04d.png");
}

/* The words of `wavecc run` that are no options: the job, its shader, and what is behind --. False:
 * this is none of them. */
static bool take_run_word(int argc, char **argv, int *index, CommandLine *line)
{
    const char *word = argv[*index];
    if (!strcmp(word, "--")) {
        line->compile = argv + *index + 1;
        line->compile_count = argc - *index - 1;
        *index = argc;
        return true;
    }
    if (word[0] == '-' || line->shader)
        return false;
    *(line->job ? &line->shader : &line->job) = word;
    return true;
}

static bool parse_words(Report *report, int argc, char **argv, CommandLine *line, bool is_run)
{
    *line = (CommandLine){
        .rounds = 1,
        .common = {.repeat = 1,
                   .order = {.kind = ORDER_LINEAR, .tile = 1},
                   .wanted = {.extra_waves = -1}}};
    line->assigns = calloc((size_t)argc + 1, sizeof *line->assigns);
    line->steps = calloc((size_t)argc + 1, sizeof *line->steps);
    if (!line->assigns || !line->steps)
        return host_fail(report, "not enough memory");
    for (int i = 1; i < argc; i++) {
        if (is_run && take_run_word(argc, argv, &i, line))
            continue;
        if (!host_take_option(report, argc, argv, &i, line))
            return false;
    }
    return true;
}

static bool finish_line(Report *report, CommandLine *line)
{
    if (!check_job(report, line) || !check_rounds(report, line))
        return false;
    if (!line->step_count)
        line->steps[line->step_count++] = line->common;
    return true;
}

bool host_parse_command_line(Report *report, int argc, char **argv, CommandLine *line)
{
    return parse_words(report, argc, argv, line, false) && finish_line(report, line);
}

bool host_parse_job_line(Report *report, int argc, char **argv, CommandLine *line)
{
    if (!parse_words(report, argc, argv, line, true))
        return false;
    if (line->action == ACTION_LIST || line->action == ACTION_VERSION)
        return host_fail(report, "--%s is of executables; --dry-run tells what a job is, wavecc "
                                 "--version what this program is",
                         line->action == ACTION_LIST ? "list" : "version");
    if (!line->job && line->action == ACTION_RUN)
        return host_fail(report, "which job? wavecc run JOB.yaml");
    line->job = line->job ? line->job : "";
    return finish_line(report, line);
}

void host_free_command_line(CommandLine *line)
{
    for (size_t i = 0; i < line->assign_count; i++)
        free(line->assigns[i].name);
    free(line->assigns);
    free(line->steps);
    *line = (CommandLine){0};
}
