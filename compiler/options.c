/* The command line as a table: dxc's options with - and /, C compilers', and our own with --. */
#include "options_priv.h"

#include <stdlib.h>
#include <unistd.h>

#include "check/check.h"
#include "output.h"
#include "own_files.h"
#include "version.h"

static bool print_version(Parser *parser, const char *value)
{
    (void)value;
    puts("wavecc " WAVECC_VERSION);
    parser->status = -1;
    return true;
}

static bool print_passes(Parser *parser, const char *value)
{
    (void)value;
    printf("%-16s %s\n", "lower", "the IR as it comes from the typed tree");
    for (int i = 0; i < PASS_COUNT; i++)
        printf("%-16s %s\n", PASSES[i].name, PASSES[i].text);
    parser->status = -1;
    return true;
}

static bool print_list(Parser *parser, void list(Text *))
{
    Text text = {0};
    list(&text);
    fwrite(text.bytes, 1, text.length, stdout);
    text_free(&text);
    parser->status = -1;
    return true;
}

static bool print_intrinsics(Parser *parser, const char *value)
{
    (void)value;
    return print_list(parser, check_list_intrinsics);
}

static bool print_remarks(Parser *parser, const char *value)
{
    (void)value;
    return print_list(parser, diag_list_remarks);
}

static bool print_operations(Parser *parser, const char *value)
{
    (void)value;
    return print_list(parser, op_list);
}

static bool print_help(Parser *parser, const char *value);

static bool option_preprocess(Parser *parser, const char *value)
{
    (void)value;
    parser->options->preprocesses = true;
    parser->preprocess_at = parser->at;
    return true;
}

/* ---- the table ---- */

/* Where one name begins another, the longer one counts. */
#define INTO(field) offsetof(Options, field)
static const OptionRow OPTIONS[] = {
    {"--emit=", JOINED, option_emit, 0, 0,
     "tokens|preprocessed|ast|typed|ir|plan|uniformity|report|report-json|reflection|dot|html|header|c|"
     "asm",
     "print that instead of making an executable"},
    {"--dump=", JOINED, option_dump, 0, 0, "after:PASS|all",
     "print the IR after a pass: all its runs, or one (simplify#2)"},
    {"--run=", JOINED, option_run, 0, 0, "PASS,PASS,...", "run just these passes, in this order"},
    {"--explain=", JOINED, option_explain, 0, 0, "PASS",
     "what a pass decided, and why"},
    {"--diff=", JOINED, option_diff, 0, 0, "PASS",
     "what a pass changed in the IR, as a patch: each of its runs, or one (simplify#2)"},
    {"--verify", ALONE, option_flag, INTO(verify), true, "", "judge the IR after each pass"},
    {"--list-passes", ALONE, print_passes, 0, 0, "", "names of the passes"},
    {"--list-intrinsics", ALONE, print_intrinsics, 0, 0, "",
     "intrinsics and methods with their signatures"},
    {"--list-operations", ALONE, print_operations, 0, 0, "",
     "operations of the IR, each with an example"},
    {"--list-remarks", ALONE, print_remarks, 0, 0, "", "names of the remarks, for --fail-on"},
    {"--wave-size=", JOINED, option_wave_sizes, 0, 0, "auto|4|8|16|32|64|128|LIST|all",
     "lanes of a wave; several: one variant of each"},
    {"--lane-order=", JOINED, option_lane_orders, 0, 0, "linear|quad|tile|random:SEED|LIST|all",
     "which threads share a wave"},
    {"--extra-waves=", JOINED, option_extra_waves, 0, 0, "N|LIST|all",
     "empty waves that GroupGetWaveCount() counts"},
    {"--schedules", ALONE, option_flag, INTO(schedules), true, "",
     "the executable can run waves in another order (its --schedule)"},
    {"--coverage", ALONE, option_coverage, 0, 0, "",
     "the executable counts which lines and branches threads come to, and writes an lcov file"},
    {"--coverage=", JOINED, option_coverage, 0, 0, "all|includes",
     "the same, of all lines or of those in files that FILE includes"},
    {"--trace", ALONE, option_flag, INTO(traces), true, "",
     "the executable can tell what a thread or a wave does, line by line (its --trace)"},
    {"--join-groups=", JOINED, option_join_groups, 0, 0, "auto|off",
     "whether groups narrower than a wave may run several at a time, and waves of less than two "
     "vectors as larger ones"},
    {"--mpi", ALONE, option_flag, INTO(shares_groups), true, "",
     "the executable's groups are shared out over the machines that mpirun starts it on"},
    {"--code-size=", JOINED, option_code_size, 0, 0, "on|off",
     "whether --emit=report compiles the C, to tell how much machine code it becomes"},
    {"--tests", ALONE, option_flag, INTO(tests), true, "",
     "the entry points are the functions marked [Test], for wavetest"},
    {"--target=", JOINED, option_target, 0, 0, "native|x86-64-v2|x86-64-v3|x86-64-v4|generic",
     "the machine that it runs on"},
    {"--lanes=", JOINED, option_lanes, 0, 0, "4|8|16",
     "32-bit lanes of a vector; as the target has them where absent"},
    {"--cc=", JOINED, option_text, INTO(cc), 0, "clang|gcc|PATH", "the C compiler"},
    {"--headers=", JOINED, option_text, INTO(headers), 0, "FOLDER",
     "keep the runtime's headers compiled there, for all compilations that name it; $WAVECC_HEADERS"},
    {"--cache=", JOINED, option_text, INTO(cache), 0, "FOLDER",
     "keep there what the C compiler made, for all that make the same; $WAVECC_CACHE"},
    {"--cc-seconds=", JOINED, option_cc_seconds, 0, 0, "N",
     "that the C compiler may take; 3600 when absent, 30 for a report's code size, 0: any"},
    {"--sandbox", ALONE, option_flag, INTO(syntax.sandbox), true, "",
     "#include reads files in FILE's folder and those of -I alone; --cc-seconds=60"},
    {"--fp=", JOINED, option_fp, 0, 0, "fast|strict",
     "strict: no fused multiply-add, the same bits on every target"},
    {"--check=", JOINED, option_checks, 0, 0, "barrier,bounds,uninit,race,wave,nan|all",
     "faults that a GPU hides are reported while the executable runs"},
    {"--diagnostics=", JOINED, option_diagnostics, 0, 0, "text|json|sarif|github",
     "how warnings and errors are told"},
    {"--color=", JOINED, option_colour, 0, 0, "auto|always|never", "of warnings and errors"},
    {"--time", ALONE, option_flag, INTO(time), true, "", "what each stage took"},
    {"-rootsig-define", EITHER, option_text, INTO(syntax.root_signature_macro), 0, NULL, NULL},
    {"--version", ALONE, print_version, 0, 0, "", "print the version"},
    {"--help", ALONE, print_help, 0, 0, "", "print this text"},
    {"-###", ALONE, option_flag, INTO(show_commands), true, "",
     "print the C compiler's command line, run nothing"},
    {"-shared", ALONE, option_number, INTO(emit), EMIT_SHARED, "", "make a shared library"},
    {"--heat=", JOINED, option_text, INTO(heat), 0, "FILE",
     "what an executable's --coverage wrote, beside the lines of --emit=html"},
    {"--header=", JOINED, option_text, INTO(header), 0, "FILE",
     "write a header for C and C++ there, without -o nothing else: structs of constants and "
     "elements, a function for each entry point"},
    {"-Fh", EITHER, option_text, INTO(header), 0, NULL, NULL},
    {"--module=", JOINED, option_module, 0, 0, "NAME",
     "of -c and -shared: the table of kernels is NAME_module, not wcc_module"},
    {"-ignore-line-directives", ALONE, option_flag, INTO(syntax.ignores_lines), true, NULL, NULL},
    {"-enable-16bit-types", ALONE, option_flag, INTO(syntax.native_16bit), true, NULL, NULL},
    {"-Fo", EITHER, option_text, INTO(output), 0, NULL, NULL},
    {"-Fc", EITHER, option_text, INTO(listing), 0, " FILE",
     "write assembly there, where nothing else is asked for"},
    {"-Fe", EITHER, option_text, INTO(error_file), 0, " FILE", "write warnings and errors there"},
    {"-P", ALONE, option_preprocess, 0, 0, "",
     "preprocess only, to -Fi's file, or to the input's name with .i"},
    {"-Po", ALONE, option_preprocess, 0, 0, NULL, NULL},
    {"-Fi", EITHER, option_text, INTO(preprocessed_file), 0, NULL, NULL},
    {"-E", EITHER, option_text, INTO(entry), 0, " NAME",
     "entry point; all functions with numthreads when absent"},
    {"-T", EITHER, option_profile, 0, 0, " cs_6_x", "the profile: a compute shader of this model"},
    {"-x", EITHER, option_language, 0, 0, " hlsl|ir",
     "what the input is; .ir files are IR text without it"},
    {"-HV", EITHER, option_hlsl_version, 0, 0, " 2016|2017|2018|2021|202x",
     "the version of the language"},
    {"-D", EITHER, option_macro, 0, 0, " NAME[=VALUE]", "define a macro"},
    {"-I", EITHER, option_include_path, 0, 0, " FOLDER", "look for #include there, too"},
    {"-o", EITHER, option_text, INTO(output), 0, " FILE", "the result; - is standard output"},
    {"-c", ALONE, option_number, INTO(emit), EMIT_OBJECT, "", "make an object file"},
    {"-S", ALONE, option_number, INTO(emit), EMIT_ASM, NULL, NULL},
    {"-Zpr", ALONE, option_flag, INTO(default_row_major), true, "",
     "matrices are row-major in buffers"},
    {"-Zpc", ALONE, option_flag, INTO(default_column_major), true, "",
     "matrices are column-major in buffers (default)"},
    {"-denorm", EITHER, option_denormals, 0, 0, " any|preserve|ftz",
     "whether denormal floats stay; any: they are flushed to zero"},
    {"-Gec", ALONE, option_flag, INTO(legacy), true, "",
     "the language of Direct3D 11's compiler, as -T cs_5_0"},
    {"-Gis", ALONE, option_flag, INTO(separate_roundings), true, NULL, NULL},
    {"-Zi", ALONE, option_flag, INTO(debug), true, "",
     "debug information: debuggers step through the shader, with -Od by statements"},
    {"-Od", ALONE, option_number, INTO(optimisation), 0, NULL, NULL},
    {"-O", JOINED, option_optimisation, 0, 0, "0 -O1 -O2 -O3",
     "how well the C is compiled (2); 0 is quicker to compile"},
    {"-no-warnings", ALONE, option_flag, INTO(no_warnings), true, "", "errors alone"},
    {"-Qunused-arguments", ALONE, option_flag, INTO(ignores_silently), true, NULL, NULL},
    {"-ferror-limit=", JOINED, option_error_limit, 0, 0, "N",
     "stop at so many errors (20); 0: tell all"},
    {"-fdiagnostics-format=", JOINED, option_text_format, 0, 0, "clang|msvc|vi",
     "what the places in text look like"},
    {"-fdiagnostics-color=", JOINED, option_colour, 0, 0, NULL, NULL},
    {"-fdiagnostics-color", ALONE, option_number, INTO(colour), 1, NULL, NULL},
    {"-fcolor-diagnostics", ALONE, option_number, INTO(colour), 1, NULL, NULL},
    {"-fno-color-diagnostics", ALONE, option_number, INTO(colour), 0, NULL, NULL},
    {"-WX", ALONE, option_flag, INTO(warnings_as_errors), true, "",
     "warnings are errors; -Werror=GROUP: these"},
    {"-Werror=", JOINED, option_group, 0, CHOICE_ERROR, NULL, NULL},
    {"-Werror", ALONE, option_flag, INTO(warnings_as_errors), true, NULL, NULL},
    {"-Wno-error=", JOINED, option_group, 0, CHOICE_NO_ERROR, NULL, NULL},
    {"-Wall", ALONE, option_flag, INTO(extra_warnings), true, "",
     "warnings that are off by default, too"},
    {"--all-warnings", ALONE, option_flag, INTO(extra_warnings), true, NULL, NULL},
    {"-Wextra", ALONE, option_flag, INTO(extra_warnings), true, NULL, NULL},
    {"-Weverything", ALONE, option_flag, INTO(extra_warnings), true, NULL, NULL},
    {"-Wno-", JOINED, option_group, 0, CHOICE_OFF, "GROUP",
     "without these warnings; -WGROUP: with them"},
    {"-Vd", ALONE, option_unvalidated, 0, CHOICE_OFF, NULL, NULL},
    {"-fcgl", ALONE, option_unvalidated, 0, CHOICE_OFF, NULL, NULL},
    {"-Rperf", ALONE, option_remarks, 0, CHOICE_ON, "",
     "what is slow: gathers, scatters, divergent branches in loops, ..."},
    {"--fail-on=", JOINED, option_fail_on, 0, 0, "REMARK,REMARK,...",
     "these remarks are errors (gather, scatter, divergent-loop, spill, ...)"},
    {"-MD", ALONE, option_dependencies_beside, 0, 0, "",
     "write what the result depends on for make, beside it"},
    {"-MF", EITHER, option_dependency_file, 0, 0, " FILE", "write it there"},
    {"-MT", EITHER, option_text, INTO(dependency_target), 0, " NAME",
     "what it says depends on them"},
    {"-MM", ALONE, option_number, INTO(dependencies), DEPENDENCIES_ONLY, NULL, NULL},
    {"-M", ALONE, option_number, INTO(dependencies), DEPENDENCIES_ONLY, "",
     "print it and compile nothing"},
    {"-H", ALONE, option_flag, INTO(shows_includes), true, "",
     "tell each file that is included, on standard error"},
    {"-Vi", ALONE, option_flag, INTO(shows_includes), true, NULL, NULL},
    {"-help", ALONE, print_help, 0, 0, NULL, NULL},
    {"--help-hidden", ALONE, print_help, 0, 0, NULL, NULL},
    {"-?", ALONE, print_help, 0, 0, NULL, NULL},
    {"-dumpbin", ALONE, option_refused, 0, 0, NULL, NULL},
    {"-recompile", ALONE, option_refused, 0, 0, NULL, NULL},
    {"-link", ALONE, option_refused, 0, 0, NULL, NULL},
    {"-getprivate", JOINED, option_refused, 0, 0, NULL, NULL},
    {"-extractrootsignature", ALONE, option_refused, 0, 0, NULL, NULL},
    {"-setrootsignature", JOINED, option_refused, 0, 0, NULL, NULL},
    {"-verifyrootsignature", JOINED, option_refused, 0, 0, NULL, NULL},
    {"-binding-table-define", SEPARATE, option_missing, 0, 0, NULL, NULL},
    {"-import-binding-table", EITHER, option_missing, 0, 0, NULL, NULL},
    {"-verify", ALONE, option_missing, 0, 0, NULL, NULL},
    {"-fgroup-wave-index", ALONE, option_flag, INTO(group_wave_index), true, NULL, NULL},
    {"-W", JOINED, option_group, 0, CHOICE_ON, NULL, NULL},
#define IGNORED(name, shape, values) {name, shape, option_ignored, 0, values, NULL, NULL},
#include "dxc_options.def"
#undef IGNORED
};
#undef INTO

enum { COLUMN = 28 }; /* where the texts of --help begin */

/* Two spaces before the text also where what the option takes is longer: help2man and
 * completions.awk part them there. */
static void print_row(const OptionRow *row)
{
    int width = printf("  %s%s", row->name, row->argument);
    printf("%*s%s\n", width + 2 < COLUMN ? COLUMN - width : 2, "", row->help);
}

static bool print_help(Parser *parser, const char *value)
{
    (void)value;
    puts("Usage: wavecc FILE.hlsl|FILE.ir [-o EXECUTABLE] [options]\n"
         "Compiles an HLSL compute shader to a native executable. Standard input is -.\n"
         "wavecc run JOB.yaml compiles the shaders of a job and runs its passes: wavecc run "
         "--help\n\n"
         "Options:");
    for (int i = 0; i < COUNT_OF(OPTIONS); i++)
        if (OPTIONS[i].help != NULL)
            print_row(&OPTIONS[i]);
    puts("\n@FILE stands for the arguments in that file.");
    puts("\nExit status: 0 done, 1 the shader has errors, 2 bad usage, 3 the C compiler or the "
         "machine failed, 4 internal error");
    parser->status = -1;
    return true;
}

/* - and _ in names are the same, as they are in most of dxc's. */
static char letter_of(char c) { return c == '_' ? '-' : c; }

/* "/T" is "-T". */
static bool matches(const char *argument, const OptionRow *row, const char **rest)
{
    size_t length = strlen(row->name);
    bool slash = argument[0] == '/' && row->name[0] == '-' && row->name[1] != '-';
    bool same = slash || argument[0] == row->name[0];
    for (size_t i = 1; i < length && same; i++)
        same = letter_of(argument[i]) == letter_of(row->name[i]);
    *rest = same ? argument + length : "";
    return same && (row->shape == JOINED || row->shape == EITHER || **rest == '\0');
}

/* The one with the longest name that the argument begins with; NULL: it is no option. A path that
 * begins with a slash is none. */
static const OptionRow *find_row(const char *argument, const char **rest)
{
    const OptionRow *found = NULL;
    const char *after;
    bool may_be = (argument[0] == '-' && argument[1] != '\0') ||
                  (argument[0] == '/' && access(argument, F_OK) != 0);
    for (int i = 0; i < COUNT_OF(OPTIONS) && may_be; i++)
        if (matches(argument, &OPTIONS[i], &after) &&
            (found == NULL || strlen(OPTIONS[i].name) > strlen(found->name))) {
            found = &OPTIONS[i];
            *rest = after;
        }
    return found;
}

/* --wave-size of --wave-size=: the value is the next argument. */
static const OptionRow *find_separated(const char *argument)
{
    size_t length = strlen(argument);
    for (int i = 0; i < COUNT_OF(OPTIONS) && length > 2; i++) {
        const char *name = OPTIONS[i].name;
        if (OPTIONS[i].shape == JOINED && strncmp(name, "--", 2) == 0 &&
            strncmp(name, argument, length) == 0 && strcmp(name + length, "=") == 0)
            return &OPTIONS[i];
    }
    return NULL;
}

/* To standard output, and that is all. */
static bool prints(Handle *handle)
{
    return handle == print_version || handle == print_passes || handle == print_intrinsics ||
           handle == print_operations || handle == print_remarks || handle == print_help;
}

/* `rest`: of the argument, behind the name; NULL: the value is the next one. */
static bool handle_option(Parser *parser, const OptionRow *row, const char *rest)
{
    const char *value = rest;
    bool separate = rest == NULL || row->shape == SEPARATE ||
                    (row->shape == EITHER && rest[0] == '\0');
    if (separate && parser->at + 1 >= parser->count)
        return option_error(parser, "%s needs a value", row->name);
    if (separate)
        value = parser->arguments[++parser->at];
    parser->row = row;
    if (parser->options->host != NULL && prints(row->handle))
        return option_error(parser, "%s is for wavecc itself, not for its library", row->name);
    return row->handle(parser, value);
}

/* The option whose name is most like the argument's, up to its '='; NULL: none is like it. */
static const char *nearest_option(Parser *parser, const char *argument)
{
    int length = (int)strcspn(argument, "=");
    NearestName nearest = {NULL, NULL, 0};
    nearest.written =
        arena_printf(parser->arena, "%.*s", length + (argument[length] == '='), argument);
    for (int i = 0; i < COUNT_OF(OPTIONS) && length > 3; i++)
        nearest_consider(&nearest, OPTIONS[i].name);
    return nearest.best;
}

static bool refuse_option(Parser *parser, const char *argument)
{
    const char *nearest = nearest_option(parser, argument);
    if (nearest != NULL)
        return option_error(parser, "unknown option '%s'; did you mean '%s'?", argument, nearest);
    return option_error(parser, "unknown option '%s'; --help lists them", argument);
}

/* `-P FILE` and `-Po FILE` name the file that -Fi names, where there is another input. */
static bool set_input(Parser *parser, const char *argument)
{
    Options *options = parser->options;
    bool follows = options->preprocesses && parser->at == parser->preprocess_at + 1;
    bool names_file = options->input != NULL && options->preprocessed_file == NULL &&
                      (follows || parser->input_follows);
    if (options->input != NULL && !names_file)
        return option_error(parser, "one input file at a time: '%s' and '%s'", options->input,
                            argument);
    if (names_file)
        options->preprocessed_file = follows ? argument : options->input;
    if (names_file && follows)
        return true;
    options->input = argument;
    parser->input_follows = follows;
    return true;
}

static bool parse_argument(Parser *parser, const char *argument)
{
    const char *rest;
    const OptionRow *row = find_row(argument, &rest);
    if (row != NULL)
        return handle_option(parser, row, rest);
    if ((row = find_separated(argument)) != NULL)
        return handle_option(parser, row, NULL);
    if (argument[0] == '-' && argument[1] != '\0')
        return refuse_option(parser, argument);
    return set_input(parser, argument);
}

static bool is_ir_text(const char *path)
{
    size_t length = strlen(path);
    return length > 3 && strcmp(path + length - 3, ".ir") == 0;
}

/* IR text has no tokens, no tree and no tests. */
static void check_language(Parser *parser)
{
    Options *options = parser->options;
    if (options->language == LANGUAGE_BY_NAME)
        options->language = is_ir_text(options->input) ? LANGUAGE_IR : LANGUAGE_HLSL;
    bool is_before = options->emit >= EMIT_TOKENS && options->emit <= EMIT_TYPED;
    if (options->language == LANGUAGE_IR && (is_before || options->tests))
        option_error(parser, "'%s' is IR text: %s", options->input,
                    is_before ? "it has no tokens and no tree" : "it has no tests");
}

bool options_only_look(const Options *options)
{
    return options->dump_all || options->dump_after != NULL || options->explain != NULL ||
           options->diff != NULL;
}

static void choose_preprocessed_file(Parser *parser)
{
    Options *options = parser->options;
    const char *input = options->input;
    options->emit = EMIT_PREPROCESSED;
    options->output = options->preprocessed_file != NULL
                          ? options->preprocessed_file
                          : arena_printf(parser->arena, "%.*s.i", path_stem_length(input), input);
}

/* `wavecc x.hlsl --header x.h` is about the header alone. */
static void choose_header(Options *options)
{
    bool is_alone = options->header != NULL && options->output == NULL &&
                    options->emit == EMIT_EXECUTABLE && options_make_binary(options);
    if (!is_alone)
        return;
    options->emit = EMIT_HEADER;
    options->output = options->header;
    options->header = NULL;
}

/* `wavecc x.hlsl -Fc x.s` is about the listing alone; beside another result there is none. */
static void choose_listing(Parser *parser)
{
    Options *options = parser->options;
    if (options->listing == NULL)
        return;
    if (options->output != NULL || options->emit != EMIT_EXECUTABLE) {
        vec_push(parser->arena, &options->ignored, "-Fc");
        return;
    }
    options->emit = EMIT_ASM;
    options->output = options->listing;
}

static void check_combination(Parser *parser)
{
    Options *options = parser->options;
    choose_listing(parser);
    choose_header(options);
    if (options->preprocesses && options->input != NULL)
        choose_preprocessed_file(parser);
    if (options->input == NULL)
        option_error(parser, "no input file; --help shows how to use wavecc");
    else if (options_make_binary(options) && options->output == NULL)
        option_error(parser, "-o FILE is missing");
    else
        check_language(parser);
    if (options->default_row_major && options->default_column_major)
        option_error(parser, "-Zpr and -Zpc exclude each other");
    if (options->emit == EMIT_EXECUTABLE && strcmp(options->module, DEFAULT_MODULE) != 0)
        option_error(parser, "--module is for -c, -shared and --emit=c: an executable has no other");
    if (options->input != NULL)
        options_check_outputs(parser);
}

/* Direct3D 11's compiler has the language of 2016 and some more. */
static void choose_language(Options *options)
{
    options->legacy |= options->syntax.shader_model_major < 6;
    if (!options->legacy || !options->default_hlsl_version)
        return;
    options->syntax.hlsl_version = 2016;
    options->default_hlsl_version = false;
}

/* As dxc has it. */
static void check_native_16bit(Parser *parser)
{
    const SyntaxOptions *syntax = &parser->options->syntax;
    bool is_old = syntax->hlsl_version < 2018 || syntax->shader_model_major < 6 ||
                  (syntax->shader_model_major == 6 && syntax->shader_model_minor < 2);
    if (syntax->native_16bit && is_old)
        option_error(parser, "-enable-16bit-types needs Shader Model 6.2 and HLSL 2018");
}

static void add_sandbox_folder(Arena *arena, SyntaxOptions *syntax, const char *folder)
{
    char *real = realpath(folder, NULL);
    if (real != NULL)
        syntax->sandbox_folders[syntax->sandbox_folder_count++] =
            arena_copy_text(arena, real, strlen(real));
    free(real);
}

/* What #include may read then: standard input lies in no folder. */
static void build_sandbox(Arena *arena, Options *options)
{
    SyntaxOptions *syntax = &options->syntax;
    const char *input = options->input, *slash = strrchr(input, '/');
    syntax->sandbox_folders = ARENA_ARRAY(arena, const char *, syntax->include_path_count + 1);
    if (slash != NULL)
        add_sandbox_folder(arena, syntax,
                           arena_copy_text(arena, input, (size_t)(slash + 1 - input)));
    else if (strcmp(input, "-") != 0)
        add_sandbox_folder(arena, syntax, ".");
    for (int i = 0; i < syntax->include_path_count; i++)
        add_sandbox_folder(arena, syntax, syntax->include_paths[i]);
}

enum { CC_SECONDS_DEFAULT = -1 };

/* The folder of <wavecc/...>: in the build tree, in a build of its own there, as installed. */
static const char *const HLSL_PLACES[] = {"../runtime/hlsl", "../../runtime/hlsl",
                                          "../share/wavecc/hlsl",
                                          "../../share/wavecc/hlsl"};

/* Behind all -I. */
static void add_own_includes(Parser *parser)
{
    const char *own = own_find(parser->arena, HLSL_PLACES, COUNT_OF(HLSL_PLACES));
    if (own != NULL)
        vec_push(parser->arena, &parser->include_paths, own);
}

/* What only looks, or writes files, is wavecc's own. */
static void check_host(Parser *parser)
{
    const Options *options = parser->options;
    const struct { bool is_asked; const char *name; } OWN[] = {
        {options->emit != EMIT_C || options->output != NULL, "-o, --emit, -c, -S, -P"},
        {options->header != NULL, "--header"},
        {options->dump_all || options->dump_after != NULL, "--dump"},
        {options->explain != NULL, "--explain"},
        {options->diff != NULL, "--diff"},
        {options->dependencies != DEPENDENCIES_NONE, "-M, -MD"},
        {options->error_file != NULL, "-Fe"},
        {options->shows_includes, "-H"},
        {options->show_commands, "-###"},
        {options->time, "--time"},
        {strcmp(options->module, DEFAULT_MODULE) != 0, "--module"}};
    for (int i = 0; i < COUNT_OF(OWN); i++)
        if (OWN[i].is_asked)
            option_error(parser, "%s is for wavecc itself, not for its library", OWN[i].name);
}

static Options usual_options(void)
{
    Options options = {.target = &OPTION_TARGETS[0], .module = DEFAULT_MODULE, .optimisation = 2,
                       .colour = 2, .cc_seconds = CC_SECONDS_DEFAULT, .default_hlsl_version = true};
    options.syntax.hlsl_version = 2021;
    options.syntax.shader_model_major = 6;
    options.syntax.shader_model_minor = 10;
    return options;
}

/* By a variable; NULL: none. */
static const char *folder_of(const char *name)
{
    const char *folder = getenv(name);
    return folder != NULL && *folder != '\0' ? folder : NULL;
}

static int parse_arguments(Parser *parser)
{
    Options *options = parser->options;
    options_expand_files(parser);
    for (; parser->at < parser->count && parser->status == 0; parser->at++)
        parse_argument(parser, parser->arguments[parser->at]);
    if (parser->status == 0)
        check_combination(parser);
    choose_language(options);
    if (parser->status == 0)
        check_native_16bit(parser);
    add_own_includes(parser);
    options->syntax.include_paths = parser->include_paths.items;
    options->syntax.include_path_count = parser->include_paths.count;
    options->syntax.macros = parser->macros.items;
    options->syntax.macro_count = parser->macros.count;
    if (options->headers == NULL || *options->headers == '\0')
        options->headers = folder_of("WAVECC_HEADERS");
    if (options->cache == NULL)
        options->cache = folder_of("WAVECC_CACHE");
    if (options->cc_seconds == CC_SECONDS_DEFAULT)
        options->cc_seconds = options->emit == EMIT_REPORT || options->emit == EMIT_REPORT_JSON ? 30
                              : options->syntax.sandbox                                          ? 60
                                                                                                 : 3600;
    if (parser->status == 0 && options->syntax.sandbox)
        build_sandbox(parser->arena, options);
    return parser->status;
}

int options_parse(Options *options, Arena *arena, int count, char **arguments)
{
    Parser parser = {.options = options, .arena = arena, .arguments = arguments, .count = count,
                     .at = 1};
    *options = usual_options();
    parse_arguments(&parser);
    if (options->output != NULL && output_is_standard(options->output))
        options->output = NULL;
    return parser.status;
}

int options_parse_for_host(Options *options, Arena *arena, const OptionsHost *host,
                           const char *name, int count, char **arguments)
{
    Parser parser = {.options = options, .arena = arena, .arguments = arguments, .count = count};
    *options = usual_options();
    options->host = host;
    options->input = name;
    options->emit = EMIT_C;
    options->colour = 0;
    options->syntax.include = host->include;
    options->syntax.include_context = host->context;
    if (parse_arguments(&parser) == EXIT_DONE)
        check_host(&parser);
    return parser.status;
}

FILE *options_messages(const Options *options)
{
    return options->host != NULL ? options->host->messages : stderr;
}
