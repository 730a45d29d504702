/* The options of executables: a table, what each does to the command line, and --help. */
#include "command_line.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_REPEAT = 1000000000 };

/* One option. `choice` is what tells options with one handler apart. */
typedef struct Option {
    const char *name;
    char letter;          /* 0: none */
    const char *argument; /* NULL: none; "[=x]": only after '=' */
    bool (*apply)(Report *report, CommandLine *line, int choice, const char *value);
    int choice;
    const char *help;
    const char *job_help; /* of wavecc run; NULL: it has no such option */
} Option;

static StepOptions *current_step(CommandLine *line)
{
    return line->step_count ? &line->steps[line->step_count - 1] : &line->common;
}

static bool parse_whole(Report *report, const char *value, uint64_t lowest, uint64_t highest,
                        uint32_t *number)
{
    const char *end;
    uint64_t count;
    if (!host_parse_count(value, &end, highest, &count) || *end || count < lowest)
        return host_fail(report, "'%.60s' is no number from %llu to %llu", value,
                         (unsigned long long)lowest, (unsigned long long)highest);
    *number = (uint32_t)count;
    return true;
}

static bool apply_action(Report *report, CommandLine *line, int choice, const char *value)
{
    (void)report, (void)value;
    if (line->action == ACTION_RUN)
        line->action = (Action)choice;
    return true;
}

static bool apply_entry(Report *report, CommandLine *line, int choice, const char *value)
{
    (void)report, (void)choice;
    StepOptions *step = &line->steps[line->step_count++];
    *step = line->common;
    step->entry = value;
    return true;
}

/* The colon before it: no part of a namespace's "a::b". NULL: there is none. */
static const char *find_count(const char *value)
{
    const char *colon = strrchr(value, ':');
    return colon && colon > value && colon[-1] == ':' ? NULL : colon;
}

static bool apply_assign(Report *report, CommandLine *line, int choice, const char *value)
{
    char divider = choice == ASSIGN_PRINT ? ':' : '=';
    const char *equals = choice == ASSIGN_PRINT ? find_count(value) : strchr(value, '=');
    if ((!equals && choice != ASSIGN_PRINT) || equals == value || !*value)
        return host_fail(report, "'%.100s' is not of the form NAME%c...", value, divider);
    Assign *assign = &line->assigns[line->assign_count];
    assign->name = equals ? strndup(value, (size_t)(equals - value)) : strdup(value);
    if (!assign->name)
        return host_fail(report, "not enough memory");
    line->assign_count++;
    assign->kind = assign->option = (AssignKind)choice;
    assign->step = line->step_count - 1;
    assign->value = equals ? equals + 1 : NULL;
    return true;
}

static bool apply_size(Report *report, CommandLine *line, int choice, const char *value)
{
    StepOptions *step = current_step(line);
    const char *text = value;
    DispatchKind for_all = step == &line->common ? DISPATCH_DEFAULT : line->common.dispatch;
    if (step->dispatch != (DispatchKind)choice && step->dispatch != for_all)
        return host_fail(report, "--dispatch and --threads exclude each other");
    step->dispatch = (DispatchKind)choice;
    for (int axis = 0; axis < 3; axis++) {
        uint64_t side = 1;
        if (*text && !host_parse_count(text, &text, UINT32_MAX, &side))
            return host_fail(report, "'%.60s' is not of the form X,Y,Z", value);
        step->size[axis] = (uint32_t)side;
        if (*text == ',' && text[1] && axis < 2)
            text++;
        else if (*text)
            break;
    }
    return (*value && !*text) || host_fail(report, "'%.60s' is not of the form X,Y,Z", value);
}

static bool apply_trace(Report *report, CommandLine *line, int choice, const char *value)
{
    TraceOptions trace = {.kind = (TraceKind)choice};
    const char *text = value;
    int count = 0;
    if (host_parse_place(&text, trace.group) && *text == ':') {
        text++;
        count = host_parse_place(&text, trace.of);
    }
    if (!count || *text || (trace.kind == TRACE_WAVE && count > 1))
        return host_fail(report, "'%.60s' is not of the form %s", value,
                         trace.kind == TRACE_WAVE ? "GROUP:WAVE: 0:1 or 3,2:0"
                                                  : "GROUP:THREAD: 0:17 or 3,2:7,0");
    trace.is_index = count == 1;
    current_step(line)->trace = trace;
    return true;
}

static bool apply_print_filter(Report *report, CommandLine *line, int choice, const char *value)
{
    (void)choice;
    PrintFilter *filter = &current_step(line)->prints;
    bool good = host_parse_print_filter(report, value, filter);
    filter->is_of_all = !line->step_count;
    return good;
}

static bool apply_wave_size(Report *report, CommandLine *line, int choice, const char *value)
{
    (void)choice;
    return parse_whole(report, value, 1, 1024, &current_step(line)->wanted.wave_size);
}

static bool apply_lane_order(Report *report, CommandLine *line, int choice, const char *value)
{
    (void)report, (void)choice;
    current_step(line)->wanted.lane_order = value;
    return true;
}

static bool apply_extra_waves(Report *report, CommandLine *line, int choice, const char *value)
{
    (void)choice;
    uint32_t count = 0;
    if (!parse_whole(report, value, 0, 1024, &count))
        return false;
    current_step(line)->wanted.extra_waves = count;
    return true;
}

static bool apply_workers(Report *report, CommandLine *line, int choice, const char *value)
{
    (void)choice;
    return parse_whole(report, value, 1, MAX_WORKERS, &line->workers);
}

static bool apply_order(Report *report, CommandLine *line, int choice, const char *value)
{
    (void)choice;
    return host_parse_order(report, value, &current_step(line)->order);
}

static bool apply_schedule(Report *report, CommandLine *line, int choice, const char *value)
{
    (void)choice;
    return host_parse_schedule(report, value, &current_step(line)->schedule);
}

static bool apply_compare(Report *report, CommandLine *line, int choice, const char *value)
{
    (void)report, (void)value;
    line->compare = (CompareKind)choice > line->compare ? (CompareKind)choice : line->compare;
    return true;
}

static bool apply_repeat(Report *report, CommandLine *line, int choice, const char *value)
{
    (void)choice;
    return parse_whole(report, value, 1, MAX_REPEAT, &current_step(line)->repeat);
}

static bool apply_job(Report *report, CommandLine *line, int choice, const char *value)
{
    (void)choice;
    if (line->job)
        return host_fail(report, "one job at a time");
    line->job = value;
    return true;
}

static bool apply_folder(Report *report, CommandLine *line, int choice, const char *value)
{
    (void)report, (void)choice;
    line->folder = value;
    return true;
}

static bool apply_dry_run(Report *report, CommandLine *line, int choice, const char *value)
{
    (void)report, (void)choice, (void)value;
    line->is_dry = true;
    return true;
}

static bool apply_no_progress(Report *report, CommandLine *line, int choice, const char *value)
{
    (void)report, (void)choice, (void)value;
    line->hides_progress = true;
    return true;
}

/* --repeat-chain and --every: choice 0, 1 */
static bool apply_rounds(Report *report, CommandLine *line, int choice, const char *value)
{
    const char *end;
    uint64_t *count = choice ? &line->every : &line->rounds;
    return (host_parse_count(value, &end, 1000000000000000000u, count) && !*end && *count) ||
           host_fail(report, "'%.60s' is no number from 1 to 10^18", value);
}

/* "text", which it is without a value, or "json"; anything else fails. */
static bool parse_form(Report *report, const char *option, const char *value, bool *is_json)
{
    *is_json = value && !strcmp(value, "json");
    return !value || *is_json || !strcmp(value, "text") ||
           host_fail(report, "'%.60s' is unknown; there are: --%s, --%s=json", value, option,
                     option);
}

static bool apply_list(Report *report, CommandLine *line, int choice, const char *value)
{
    return parse_form(report, "list", value, &line->is_json_list) &&
           apply_action(report, line, choice, NULL);
}

static bool apply_explain_mpi(Report *report, CommandLine *line, int choice, const char *value)
{
    (void)report;
    (void)choice;
    (void)value;
    line->explains_ranks = true;
    return true;
}

static bool apply_profile(Report *report, CommandLine *line, int choice, const char *value)
{
    (void)choice;
    line->profiles = true;
    line->profile = value;
    return !value || *value || host_fail(report, "no file follows --profile=");
}

static bool apply_coverage(Report *report, CommandLine *line, int choice, const char *value)
{
    (void)report, (void)choice;
    line->coverage = value;
    return true;
}

static bool apply_time(Report *report, CommandLine *line, int choice, const char *value)
{
    (void)choice;
    bool is_json;
    if (!parse_form(report, "time", value, &is_json))
        return false;
    line->time_format = is_json ? TIME_JSON : TIME_TEXT;
    return true;
}

static bool apply_timeout(Report *report, CommandLine *line, int choice, const char *value)
{
    (void)choice;
    if (!host_parse_number(report, value, NUMBER_F64, &line->timeout_seconds))
        return false;
    return (line->timeout_seconds > 0 && line->timeout_seconds <= 1e9) ||
           host_fail(report, "'%.60s' is no number of seconds", value);
}

static const Option options[] = {
    {"list", 'l', "[=json]", apply_list, ACTION_LIST,
     "list entry points, resources and cbuffer members; as JSON with all\n"
     "that a program may want to know of them (docs/running.md)", NULL},
    {"entry", 'e', "NAME", apply_entry, 0,
     "run this entry point; several run one after another, and\n"
     "options after an -e are for it, those before the first for all", NULL},
    {"in", 'i', "NAME=SOURCE", apply_assign, ASSIGN_IN,
     "fill a resource from .png .exr .hdr .pfm .dds .npy .npz .json .csv\n"
     ".bin, from values as f32(1,2,3) u32(0..1023) f32(0..1:0.25) i32(7*4)\n"
     "or from @NAME; frame_%04d.png: its slices, one a file",
     "fill a resource of the job from this instead: a file, or values as\n"
     "f32(1,2,3) u32(0..1023)"},
    {"out", 'o', "NAME=TARGET", apply_assign, ASSIGN_OUT,
     "write a resource to one of these or .txt when the entry point is\n"
     "done (out.png:16 has 16 bits, photo.png:srgb either way sRGB\n"
     "colours), or hand it over as @NAME to a later one",
     "write a resource of the job to this file at the end"},
    {"set", 's', "NAME=VALUES", apply_assign, ASSIGN_SET,
     "set a cbuffer member: radius=5, cbBlur.radius=5,\n"
     "colour=1,0.5,0, lights[2].at=1,2,3, a row of a matrix as m[1]=...;\n"
     "arrays and structs whole, too, matrices row by row;\n"
     "or a sampler's state: smooth=linear,wrap (usually linear,clamp)",
     "a number of the job's let: instead: dt=0.01, t=step / 60"},
    {"sweep", 0, "NAME=A..B:STEP", apply_assign, ASSIGN_SWEEP,
     "run all once for each value of a cbuffer member; a STEP of 1 may be\n"
     "left out; --out NAME=out_%03d.png has the value in its name\n"
     "(fractions: the run's number, from 0)", NULL},
    {"size", 0, "NAME=SIZE", apply_assign, ASSIGN_SIZE,
     "size of an output: COUNT (raw buffers: bytes), 1920x1080,\n"
     "64x64x64; without it, as the inputs are",
     "the size of a resource of the job"},
    {"format", 0, "NAME=FORMAT", apply_assign, ASSIGN_FORMAT,
     "texels hold what a DXGI format does: R8G8B8A8_UNORM_SRGB; .bin and\n"
     ".dds are encoded in it (--size NAME=SIZE:FORMAT is the same)",
     "DXGI's format of a resource of the job: R8G8B8A8_UNORM_SRGB"},
    {"mips", 0, "NAME=N|full", apply_assign, ASSIGN_MIPS,
     "mip levels of an input, each the mean of boxes of the one before\n"
     "(a .dds has its own)", NULL},
    {"counter", 0, "NAME=N", apply_assign, ASSIGN_COUNTER,
     "start value of a buffer's hidden counter", NULL},
    {"dispatch", 'd', "X,Y,Z", apply_size, DISPATCH_GROUPS,
     "thread groups to run", NULL},
    {"threads", 't', "X,Y,Z", apply_size, DISPATCH_THREADS,
     "the same in threads, rounded up to groups; without either,\n"
     "one thread for each element of the largest output", NULL},
    {"wave-size", 'w', "N", apply_wave_size, 0,
     "lanes in a wave, one of those compiled (--list)",
     "lanes in a wave, one of those compiled"},
    {"lane-order", 0, "ORDER", apply_lane_order, 0,
     "which threads share a wave, one of those compiled (--list)",
     "which threads share a wave, one of those compiled"},
    {"extra-waves", 0, "N", apply_extra_waves, 0,
     "empty waves that the shader counts, one of those compiled",
     "empty waves that the shader counts, one of those compiled"},
    {"workers", 'j', "N", apply_workers, 0,
     "CPU threads; without it, WAVECC_WORKERS of the environment,\n"
     "else one for each CPU that the process may use",
     "CPU threads; without it, WAVECC_WORKERS of the environment,\n"
     "else one for each CPU that the process may use"},
    {"order", 0, "ORDER", apply_order, 0,
     "order in which groups start: linear, tile-x:N, tile-y:N, morton,\n"
     "or auto: the fastest of some of these, measured and kept",
     "order in which groups start: linear, tile-x:N, tile-y:N, morton, auto"},
    {"schedule", 0, "SCHEDULE", apply_schedule, 0,
     "order of groups, and of a group's waves between barriers:\n"
     "forward, reverse, random:SEED (compiled with --schedules)", NULL},
    {"compare-wave-sizes", 0, NULL, apply_compare, COMPARE_WAVE_SIZES,
     "run at every compiled wave size; report the first output that\n"
     "differs, with exit status 1", NULL},
    {"compare", 0, NULL, apply_compare, COMPARE_ALL,
     "the same, in every lane order, with every number of extra\n"
     "waves and in every schedule", NULL},
    {"repeat", 'r', "N", apply_repeat, 0,
     "run N times from the same start, for --time", NULL},
    {"repeat-chain", 0, "N", apply_rounds, 0,
     "run all entry points N times in turn; --in NAME=@x=SOURCE is what\n"
     "was handed over as @x in the round before, in the first SOURCE", NULL},
    {"every", 0, "N", apply_rounds, 1,
     "write --out NAME=frame_%04d.png after each N of these rounds;\n"
     "other files are written after the last", NULL},
    {"time", 0, "[=json]", apply_time, 0,
     "print times to standard error, as JSON to standard output",
     "what loading, the passes and saving took"},
    {"timeout", 0, "SECONDS", apply_timeout, 0,
     "stop with exit status 3 when the kernels take longer",
     "stop with exit status 3 when the kernels take longer"},
    {"explain-mpi", 0, NULL, apply_explain_mpi, 0,
     "print what each dispatch brings to which ranks (compiled with --mpi)", NULL},
    {"profile", 0, "[=FILE]", apply_profile, 0,
     "print the lines of the source that CPU time goes to, or add them to\n"
     "an lcov file for wavecc --emit=html --heat (compiled with -Zi)",
     "print the lines of the shaders that CPU time goes to, or add them\n"
     "to an lcov file (compiled with -- -Zi)"},
    {"trace", 0, "GROUP:THREAD", apply_trace, TRACE_THREAD,
     "print the lines that this thread comes to and the values that it\n"
     "gives to names: 0:17, 3,2:7,0 (compiled with --trace)", NULL},
    {"trace-wave", 0, "GROUP:WAVE", apply_trace, TRACE_WAVE,
     "the same of all lanes of a wave", NULL},
    {"printf-filter", 0, "WHO", apply_print_filter, 0,
     "of what kernels print by printf, only that of group=X,Y,Z,\n"
     "thread=N or X,Y,Z, wave=N, lane=N: any of these, with commas",
     "of what kernels print by printf, only that of group=X,Y,Z,\n"
     "thread=N or X,Y,Z, wave=N, lane=N: any of these, with commas"},
    {"coverage", 0, "FILE", apply_coverage, 0,
     "add what threads came to to this lcov file; without it, to\n"
     "PROGRAM.info (compiled with --coverage)",
     "compile with --coverage, and add what threads came to to this\n"
     "lcov file"},
    {"no-progress", 0, NULL, apply_no_progress, 0,
     "no line on a terminal that tells how far the kernels are",
     "no line on a terminal that tells how far the kernels are"},
    {"print", 'p', "NAME[:COUNT]", apply_assign, ASSIGN_PRINT,
     "print a resource's first elements (64) when the entry point is done", NULL},
    {"job", 0, "FILE", apply_job, 0,
     "run the passes that a YAML file says (docs/jobs.md); --in, --out\n"
     "and --size then name its resources and hide what it says of them",
     NULL},
    {"folder", 0, "FOLDER", apply_folder, 0,
     "where the outputs of the job go",
     "where the other outputs of the job go"},
    {"dry-run", 0, NULL, apply_dry_run, 0,
     "check the job and print its passes, sizes and bytes",
     "check the job and print its passes, sizes and bytes"},
    {"help", 'h', NULL, apply_action, ACTION_HELP,
     "this text", "this text"},
    {"version", 0, NULL, apply_action, ACTION_VERSION,
     "what made this program", NULL},
};

static bool takes_argument(const Option *option)
{
    return option->argument && option->argument[0] != '[';
}

static void print_option(const Option *option, const char *help, FILE *out)
{
    char left[48], letter[8] = "    ";
    if (option->letter)
        snprintf(letter, sizeof letter, "-%c, ", option->letter);
    snprintf(left, sizeof left, "%s--%s%s%s", letter, option->name,
             takes_argument(option) ? " " : "", option->argument ? option->argument : "");
    do {
        size_t length = strcspn(help, "\n");
        fprintf(out, "  %-26s  %.*s\n", left, (int)length, help);
        help += length + (help[length] == '\n');
        left[0] = 0;
    } while (*help);
}

void host_print_help(const char *program, FILE *out)
{
    fprintf(out, "usage: %s [-e ENTRY] [--in NAME=SOURCE]... [--out NAME=TARGET]... ", program);
    fprintf(out, "[--set NAME=VALUES]...\n\n");
    for (size_t i = 0; i < HOST_LENGTH(options); i++)
        print_option(&options[i], options[i].help, out);
    fputs("\nA resource is named by variable or register (gInput, gMaps[2], t0, \"u1,space2\"). "
          "What one entry\n"
          "point writes is still there for the next one. Files with other numbers are converted; "
          "pictures\n"
          "give 0..1 where floats are wanted, integers as stored otherwise.\n"
          "Exit status: 0 done, 1 a check failed, 2 bad usage or bad input file, 3 time out,\n"
          "130 SIGINT or SIGTERM, 129 SIGHUP.\n",
          out);
}

void host_print_job_options(FILE *out)
{
    for (size_t i = 0; i < HOST_LENGTH(options); i++)
        if (options[i].job_help)
            print_option(&options[i], options[i].job_help, out);
}

static const char *option_name(const void *list, size_t index)
{
    return ((const Option *)list)[index].name;
}

const char *host_assign_option(AssignKind kind)
{
    for (size_t i = 0; i < HOST_LENGTH(options); i++)
        if (options[i].apply == apply_assign && options[i].choice == (int)kind)
            return options[i].name;
    return "";
}

bool host_fail_in_assign(Report *report, const Assign *assign)
{
    const char *divider = !assign->value ? "" : assign->option == ASSIGN_PRINT ? ":" : "=";
    return host_fail_in(report, "--%s %s%s%.100s", host_assign_option(assign->option), assign->name,
                        divider, assign->value ? assign->value : "");
}

static const Option *find_option(const char *name, size_t length)
{
    for (size_t i = 0; i < HOST_LENGTH(options); i++)
        if (strlen(options[i].name) == length && !memcmp(options[i].name, name, length))
            return &options[i];
    return NULL;
}

static const Option *find_letter(char letter)
{
    for (size_t i = 0; i < HOST_LENGTH(options); i++)
        if (letter && options[i].letter == letter)
            return &options[i];
    return NULL;
}

static bool fail_option(Report *report, const char *argument)
{
    if (argument[0] != '-' || !argument[1])
        return host_fail(report,
                         "unexpected '%.100s'; inputs are given as --in NAME=FILE "
                         "(--help says more)",
                         argument);
    char name[101];
    const char *start = argument + 1 + (argument[1] == '-');
    snprintf(name, sizeof name, "%.*s", (int)(strcspn(start, "=") % 100), start);
    host_fail_unknown(report, "unknown option", name,
                      (NameList){options, HOST_LENGTH(options), option_name});
    return false;
}

/* Splits argv[*index] into an option and its value. */
static const Option *take_option(Report *report, int argc, char **argv, int *index,
                                 const char **value)
{
    const char *argument = argv[*index];
    bool is_long = argument[0] == '-' && argument[1] == '-';
    const char *equals = is_long ? strchr(argument, '=') : NULL;
    size_t length = is_long ? equals ? (size_t)(equals - argument - 2) : strlen(argument + 2) : 0;
    const Option *option = is_long              ? find_option(argument + 2, length)
                           : argument[0] == '-' ? find_letter(argument[1])
                                                : NULL;
    *value = is_long ? equals ? equals + 1 : NULL : option && argument[2] ? argument + 2 : NULL;
    if (!option) {
        fail_option(report, argument);
        return NULL;
    }
    if (*value && !option->argument) {
        host_fail(report, "--%s takes no value", option->name);
        return NULL;
    }
    if (!*value && takes_argument(option)) {
        if (*index + 1 >= argc) {
            host_fail(report, "--%s wants %s", option->name, option->argument);
            return NULL;
        }
        *value = argv[++*index];
    }
    return option;
}

bool host_take_option(Report *report, int argc, char **argv, int *index, CommandLine *line)
{
    const char *value;
    const Option *option = take_option(report, argc, argv, index, &value);
    return option && (option->apply(report, line, option->choice, value) ||
                      host_fail_in(report, "--%s", option->name));
}
