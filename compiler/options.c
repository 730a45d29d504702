/* The command line as a table: dxc's options with - and /, C compilers', and our own with --. */
#include "options.h"

#include <stdlib.h>

#include "check/check.h"
#include "passes/passes.h"

#define WAVECC_VERSION "0.1.0"

typedef struct Parser Parser;
/* Its row is parser->row; false: bad value. */
typedef bool Handle(Parser *parser, const char *value);

typedef enum Shape {
    ALONE,    /* -c */
    /* --emit=VALUE, -DNAME: the value follows at once; may be separate where it is empty */
    JOINED,
    SEPARATE, /* -o VALUE: the next argument */
    EITHER    /* -T cs_6_0 or -Tcs_6_0 */
} Shape;

typedef struct OptionRow {
    const char *name;
    Shape shape;
    Handle *handle;
    size_t offset;    /* where in Options; of those that only store something */
    int value;        /* that set_flag and set_number store there */
    const char *help; /* NULL: not listed */
} OptionRow;

struct Parser {
    Options *options;
    Arena *arena;
    char **arguments;
    int count, at;
    const OptionRow *row; /* that is handled */
    VEC(const char *) include_paths;
    VEC(SyntaxMacro) macros;
    int status;
};

static bool usage_error(Parser *parser, const char *format, ...) PRINTF_LIKE(2, 3);
static bool usage_error(Parser *parser, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("wavecc: error: ", stderr);
    vfprintf(stderr, format, arguments);
    fputs("\n", stderr);
    va_end(arguments);
    parser->status = EXIT_USAGE;
    return false;
}

/* ---- values ---- */

static void *place(const Parser *parser) { return (char *)parser->options + parser->row->offset; }

static bool set_text(Parser *parser, const char *value)
{
    *(const char **)place(parser) = value;
    return true;
}

static bool set_flag(Parser *parser, const char *value)
{
    (void)value;
    *(bool *)place(parser) = parser->row->value;
    return true;
}

static bool set_number(Parser *parser, const char *value)
{
    (void)value;
    *(int *)place(parser) = parser->row->value;
    return true;
}

static const Target TARGETS[] = {
    {"native", "native", 0},
    {"x86-64-v2", "x86-64-v2", 4},
    {"x86-64-v3", "x86-64-v3", 8},
    {"x86-64-v4", "x86-64-v4", 16},
    {"generic", NULL, 4},
};

int options_lanes(const Options *options)
{
    if (options->target->lanes != 0)
        return options->target->lanes;
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl"))
        return 16;
    if (__builtin_cpu_supports("avx2"))
        return 8;
#endif
    return 4;
}

static bool set_target(Parser *parser, const char *value)
{
    for (int i = 0; i < COUNT_OF(TARGETS); i++)
        if (strcmp(TARGETS[i].name, value) == 0) {
            parser->options->target = &TARGETS[i];
            return true;
        }
    return usage_error(
        parser, "--target=%s: the targets are native, x86-64-v2, x86-64-v3, x86-64-v4, generic",
        value);
}

static bool add_wave_size(Parser *parser, long size)
{
    Options *options = parser->options;
    if (size < 4 || size > 128 || (size & (size - 1)) != 0)
        return usage_error(parser, "--wave-size=%ld: a wave has 4, 8, 16, 32, 64 or 128 lanes",
                           size);
    for (int i = 0; i < options->wave_size_count; i++)
        if (options->wave_sizes[i] == size)
            return true;
    options->wave_sizes[options->wave_size_count++] = (int)size;
    return true;
}

static bool set_wave_sizes(Parser *parser, const char *value)
{
    parser->options->wave_size_count = 0;
    if (strcmp(value, "auto") == 0)
        return true;
    if (strcmp(value, "all") == 0)
        value = "4,8,16,32,64,128";
    for (const char *at = value;;) {
        char *end;
        long size = strtol(at, &end, 10);
        if (end == at || (*end != ',' && *end != '\0'))
            return usage_error(parser,
                               "--wave-size=%s: expected auto, all or a list of sizes such as 8,32",
                               value);
        if (!add_wave_size(parser, size))
            return false;
        if (*end == '\0')
            return true;
        at = end + 1;
    }
}

/* "quad" or "random:7", up to a comma or the end: *end is set there. */
static bool read_lane_order(const char *text, IrLaneOrder *order, const char **end)
{
    for (int i = 0; i < IR_ORDER_COUNT; i++) {
        size_t length = strlen(ir_order_name((IrOrderKind)i));
        if (strncmp(ir_order_name((IrOrderKind)i), text, length) != 0)
            continue;
        char *seed_end = (char *)text + length;
        *order = (IrLaneOrder){.kind = (IrOrderKind)i};
        if (i == IR_ORDER_RANDOM &&
            (text[length] != ':' || text[length + 1] < '0' || text[length + 1] > '9'))
            return false;
        unsigned long seed = i == IR_ORDER_RANDOM ? strtoul(text + length + 1, &seed_end, 10) : 0;
        order->seed = (uint32_t)seed;
        *end = seed_end;
        return seed <= UINT32_MAX && (*seed_end == ',' || *seed_end == '\0');
    }
    return false;
}

static bool set_lane_orders(Parser *parser, const char *value)
{
    Options *options = parser->options;
    options->lane_orders.count = 0;
    const char *all = "linear,quad,tile,random:1,random:2", *end;
    for (const char *at = strcmp(value, "all") == 0 ? all : value;; at = end + 1) {
        IrLaneOrder order;
        if (!read_lane_order(at, &order, &end))
            return usage_error(parser,
                               "--lane-order=%s: expected linear, quad, tile or random:SEED, a "
                               "list of these, or all",
                               value);
        bool known = false;
        for (int i = 0; i < options->lane_orders.count; i++)
            known |= options->lane_orders.items[i].kind == order.kind &&
                     options->lane_orders.items[i].seed == order.seed;
        if (!known)
            vec_push(parser->arena, &options->lane_orders, order);
        if (*end == '\0')
            return true;
    }
}

static bool set_extra_waves(Parser *parser, const char *value)
{
    Options *options = parser->options;
    options->extra_waves.count = 0;
    for (const char *at = strcmp(value, "all") == 0 ? "0,1,3" : value;; at++) {
        char *end;
        long count = strtol(at, &end, 10);
        bool known = false;
        if (end == at || (*end != ',' && *end != '\0') || count < 0 || count > 1024)
            return usage_error(
                parser,
                "--extra-waves=%s: expected a number from 0 to 1024, a list of these, or all",
                value);
        for (int i = 0; i < options->extra_waves.count; i++)
            known |= options->extra_waves.items[i] == (int)count;
        if (!known)
            vec_push(parser->arena, &options->extra_waves, (int)count);
        if (*(at = end) == '\0')
            return true;
    }
}

static bool set_emit(Parser *parser, const char *value)
{
    static const struct { const char *name; EmitKind kind; } KINDS[] = {
        {"tokens", EMIT_TOKENS}, {"preprocessed", EMIT_PREPROCESSED}, {"ast", EMIT_AST},
        {"typed", EMIT_TYPED}, {"ir", EMIT_IR}, {"plan", EMIT_PLAN},
        {"uniformity", EMIT_UNIFORMITY}, {"c", EMIT_C}, {"asm", EMIT_ASM},
    };
    for (int i = 0; i < COUNT_OF(KINDS); i++)
        if (strcmp(KINDS[i].name, value) == 0) {
            parser->options->emit = KINDS[i].kind;
            return true;
        }
    bool planned =
        strcmp(value, "header") == 0 || strcmp(value, "report") == 0 || strcmp(value, "html") == 0;
    return usage_error(parser,
                       planned ? "--emit=%s is not supported yet"
                               : "--emit=%s: expected tokens, preprocessed, ast, typed, ir, plan, "
                                 "uniformity, c or asm",
                       value);
}

static bool set_language(Parser *parser, const char *value)
{
    bool is_ir = strcmp(value, "ir") == 0;
    if (!is_ir && strcmp(value, "hlsl") != 0)
        return usage_error(parser, "-x %s: expected hlsl or ir", value);
    parser->options->language = is_ir ? LANGUAGE_IR : LANGUAGE_HLSL;
    return true;
}

static bool set_dump(Parser *parser, const char *value)
{
    const char *label = value + 6;
    if (strcmp(value, "all") == 0) {
        parser->options->dump_all = true;
        return true;
    }
    if (strncmp(value, "after:", 6) != 0)
        return usage_error(parser,
                           "--dump=%s: expected --dump=after:PASS; --list-passes lists the passes",
                           value);
    parser->options->dump_after = label;
    if (strcmp(label, "lower") == 0 || strcmp(label, "join_groups") == 0 ||
        passes_label_exists(label))
        return true;
    return usage_error(parser, "--dump=%s: there is no such pass; --list-passes lists them", value);
}

static bool set_explain(Parser *parser, const char *value)
{
    parser->options->explain = value;
    return passes_label_exists(value) ||
           usage_error(parser, "--explain=%s: there is no such pass; --list-passes lists them",
                       value);
}

/* "simplify,hoist"; nothing: no pass. */
static bool set_run(Parser *parser, const char *value)
{
    PassList *list = ARENA_NEW(parser->arena, PassList);
    VEC(const Pass *) passes = {0};
    for (const char *at = value; *at != '\0'; at += *at == ',') {
        Slice name = {at, strcspn(at, ",")};
        const Pass *pass = passes_find(name);
        if (pass == NULL)
            return usage_error(parser,
                               "--run=%s: there is no pass '%.*s'; --list-passes lists them", value,
                               (int)name.length, name.text);
        vec_push(parser->arena, &passes, pass);
        at += name.length;
    }
    *list = (PassList){passes.items, passes.count};
    parser->options->run = list;
    return true;
}

static bool set_profile(Parser *parser, const char *value)
{
    SyntaxOptions *syntax = &parser->options->syntax;
    int major = 0, minor = 0, length = 0;
    if (sscanf(value, "cs_%d_%d%n", &major, &minor, &length) != 2 || value[length] != '\0')
        return usage_error(
            parser, "-T %s is not supported: wavecc compiles compute shaders, cs_5_0 to cs_6_10",
            value);
    syntax->shader_model_major = major;
    syntax->shader_model_minor = minor;
    return true;
}

static bool set_hlsl_version(Parser *parser, const char *value)
{
    int version = strcmp(value, "202x") == 0 ? 2029 : atoi(value);
    if (version != 2016 && version != 2017 && version != 2018 && version != 2021 && version != 2029)
        return usage_error(parser, "-HV %s: the versions are 2016, 2017, 2018, 2021 and 202x",
                           value);
    parser->options->syntax.hlsl_version = version;
    parser->options->default_hlsl_version = false;
    return true;
}

static bool add_macro(Parser *parser, const char *value)
{
    const char *equals = strchr(value, '=');
    SyntaxMacro macro = {value, "1"};
    if (equals != NULL)
        macro = (SyntaxMacro){arena_copy_text(parser->arena, value, (size_t)(equals - value)),
                              equals + 1};
    vec_push(parser->arena, &parser->macros, macro);
    return true;
}

static bool add_include_path(Parser *parser, const char *value)
{
    vec_push(parser->arena, &parser->include_paths, value);
    return true;
}

static bool set_diagnostics(Parser *parser, const char *value)
{
    static const char *const NAMES[] = {[DIAG_FORMAT_TEXT] = "text",
                                        [DIAG_FORMAT_JSON] = "json",
                                        [DIAG_FORMAT_SARIF] = "sarif",
                                        [DIAG_FORMAT_GITHUB] = "github"};
    for (int i = 0; i < COUNT_OF(NAMES); i++)
        if (strcmp(NAMES[i], value) == 0) {
            parser->options->diagnostics = (DiagFormat)i;
            return true;
        }
    return usage_error(parser, "--diagnostics=%s: expected text, json, sarif or github", value);
}

static bool set_colour(Parser *parser, const char *value)
{
    parser->options->colour = strcmp(value, "never") == 0    ? 0
                              : strcmp(value, "always") == 0 ? 1
                                                             : 2;
    return true;
}

static bool set_fp(Parser *parser, const char *value)
{
    if (strcmp(value, "fast") != 0 && strcmp(value, "strict") != 0)
        return usage_error(parser, "--fp=%s: expected fast or strict", value);
    parser->options->strict_fp = strcmp(value, "strict") == 0;
    return true;
}

/* "barrier,bounds" or "all", which is all that are built. */
static bool add_check(Parser *parser, Slice name)
{
    for (int i = 0; i < RUN_CHECK_COUNT; i++) {
        if (strlen(RUN_CHECKS[i].name) != name.length ||
            memcmp(RUN_CHECKS[i].name, name.text, name.length) != 0)
            continue;
        if (!RUN_CHECKS[i].is_built)
            return usage_error(parser, "not supported yet: --check=%s", RUN_CHECKS[i].name);
        parser->options->checks |= 1u << i;
        return true;
    }
    return usage_error(parser, "--check=%.*s: expected barrier, bounds, or all", (int)name.length,
                       name.text);
}

static bool set_join_groups(Parser *parser, const char *value)
{
    parser->options->separate_groups = strcmp(value, "off") == 0;
    return parser->options->separate_groups || strcmp(value, "auto") == 0 ||
           usage_error(parser, "--join-groups=%s: expected auto or off", value);
}

static bool set_checks(Parser *parser, const char *value)
{
    if (strcmp(value, "all") == 0) {
        for (int i = 0; i < RUN_CHECK_COUNT; i++)
            parser->options->checks |= (unsigned)RUN_CHECKS[i].is_built << i;
        return true;
    }
    for (const char *at = value;; at++) {
        Slice name = {at, strcspn(at, ",")};
        if (!add_check(parser, name))
            return false;
        at += name.length;
        if (*at == '\0')
            return true;
    }
}

static bool set_optimisation(Parser *parser, const char *value)
{
    bool valid = value[0] >= '0' && value[0] <= '3' && value[1] == '\0';
    parser->options->optimisation = value[0] - '0';
    return valid || usage_error(parser, "-O%s: expected -O0 to -O3 or -Od", value);
}

/* ---- warnings ---- */

static bool add_group(Parser *parser, const char *group, GroupChoice choice)
{
    if (strcmp(group, "group-wave-index-mixing") == 0)
        parser->options->allow_group_wave_mixing = choice == CHOICE_OFF;
    else
        vec_push(parser->arena, &parser->options->groups,
                 (GroupOption){parser->arguments[parser->at], group, choice});
    return true;
}

static bool choose_group(Parser *parser, const char *value)
{
    return add_group(parser, value, (GroupChoice)parser->row->value);
}

static bool enable_remarks(Parser *parser, const char *value)
{
    (void)value;
    return add_group(parser, "perf", (GroupChoice)parser->row->value);
}

/* ---- dependency files ---- */

static bool set_dependencies_beside(Parser *parser, const char *value)
{
    (void)value;
    if (parser->options->dependencies == DEPENDENCIES_NONE)
        parser->options->dependencies = DEPENDENCIES_BESIDE;
    return true;
}

static bool set_dependency_file(Parser *parser, const char *value)
{
    parser->options->dependency_file = value;
    return set_dependencies_beside(parser, value);
}

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

static bool print_intrinsics(Parser *parser, const char *value)
{
    Text text = {0};
    (void)value;
    check_list_intrinsics(&text);
    fwrite(text.bytes, 1, text.length, stdout);
    text_free(&text);
    parser->status = -1;
    return true;
}

static bool print_help(Parser *parser, const char *value);

static bool ignore_option(Parser *parser, const char *value)
{
    (void)value;
    vec_push(parser->arena, &parser->options->ignored, parser->arguments[parser->at]);
    return true;
}

/* Its value is the next argument. */
static bool ignore_option_and_value(Parser *parser, const char *value)
{
    (void)value;
    vec_push(parser->arena, &parser->options->ignored, parser->arguments[parser->at - 1]);
    return true;
}

/* ---- the table ---- */

/* Longer names first where one begins another. */
#define INTO(field) offsetof(Options, field)
static const OptionRow OPTIONS[] = {
    {"--emit=", JOINED, set_emit, 0, 0,
     "=tokens|preprocessed|ast|typed|ir|plan|uniformity|c|asm   print that instead of making an "
     "executable"},
    {"--dump=", JOINED, set_dump, 0, 0,
     "=after:PASS|all      print the IR after a pass: all its runs, or one (simplify#2)"},
    {"--run=", JOINED, set_run, 0, 0, "=PASS,PASS,...       run just these passes, in this order"},
    {"--explain=", JOINED, set_explain, 0, 0,
     "=PASS            what a pass decided, and why: unroll, hoist, flatten, split_variables, "
     "promote, form_waves"},
    {"--verify", ALONE, set_flag, INTO(verify), true,
     "                    judge the IR after each pass"},
    {"--list-passes", ALONE, print_passes, 0, 0, "               names of the passes"},
    {"--list-intrinsics", ALONE, print_intrinsics, 0, 0,
     "           intrinsics and methods with their signatures"},
    {"--wave-size=", JOINED, set_wave_sizes, 0, 0, "=auto|4|8|16|32|64|128|LIST|all"},
    {"--wave-size", SEPARATE, set_wave_sizes, 0, 0, NULL},
    {"--lane-order=", JOINED, set_lane_orders, 0, 0,
     "=linear|quad|tile|random:SEED|LIST|all   which threads share a wave"},
    {"--extra-waves=", JOINED, set_extra_waves, 0, 0,
     "=N|LIST|all    empty waves that GroupGetWaveCount() counts"},
    {"--schedules", ALONE, set_flag, INTO(schedules), true,
     "                 the executable can run waves in another order (its --schedule)"},
    {"--join-groups=", JOINED, set_join_groups, 0, 0,
     "=auto|off      whether groups narrower than a wave may run several at a time"},
    {"--tests", ALONE, set_flag, INTO(tests), true,
     "                     the entry points are the functions marked [Test], for wavetest"},
    {"--target=", JOINED, set_target, 0, 0, "=native|x86-64-v2|x86-64-v3|x86-64-v4|generic"},
    {"--cc=", JOINED, set_text, INTO(cc), 0, "=clang|gcc|PATH        the C compiler"},
    {"--fp=", JOINED, set_fp, 0, 0, "=fast|strict"},
    {"--check=", JOINED, set_checks, 0, 0,
     "=barrier,bounds|all     faults that a GPU hides are reported while the executable runs"},
    {"--diagnostics=", JOINED, set_diagnostics, 0, 0, "=text|json|sarif|github"},
    {"--color=", JOINED, set_colour, 0, 0, "=auto|always|never"},
    {"--time", ALONE, set_flag, INTO(time), true, "                      what each stage took"},
    {"--version", ALONE, print_version, 0, 0, ""},
    {"--help", ALONE, print_help, 0, 0, ""},
    {"-###", ALONE, set_flag, INTO(show_commands), true,
     "                        print the C compiler's command line, run nothing"},
    {"-shared", ALONE, set_number, INTO(emit), EMIT_SHARED,
     "                     make a shared library"},
    {"-enable-16bit-types", ALONE, set_flag, INTO(syntax.native_16bit), true, NULL},
    /* of dxc's; no value may follow at once, since shorter names begin these */
    {"-Fo", EITHER, set_text, INTO(output), 0, NULL},
    {"-Fc", SEPARATE, ignore_option_and_value, 0, 0, NULL},
    {"-Fh", SEPARATE, ignore_option_and_value, 0, 0, NULL},
    {"-no-warnings", ALONE, ignore_option, 0, 0, NULL},
    {"-ast-dump", ALONE, ignore_option, 0, 0, NULL},
    {"-ast-dump-implicit", ALONE, ignore_option, 0, 0, NULL},
    {"-enable-lifetime-markers", ALONE, ignore_option, 0, 0, NULL},
    {"-disable-lifetime-markers", ALONE, ignore_option, 0, 0, NULL},
    {"-validator-version", SEPARATE, ignore_option_and_value, 0, 0, NULL},
    {"-opt-enable", SEPARATE, ignore_option_and_value, 0, 0, NULL},
    {"-opt-disable", SEPARATE, ignore_option_and_value, 0, 0, NULL},
    {"-print-before", SEPARATE, ignore_option_and_value, 0, 0, NULL},
    {"-print-after", SEPARATE, ignore_option_and_value, 0, 0, NULL},
    {"-E", EITHER, set_text, INTO(entry), 0,
     " NAME                     entry point; all functions with numthreads when absent"},
    {"-T", EITHER, set_profile, 0, 0, " cs_6_x"},
    {"-x", EITHER, set_language, 0, 0,
     " hlsl|ir                  what the input is; .ir files are IR text without it"},
    {"-HV", EITHER, set_hlsl_version, 0, 0, " 2016|2017|2018|2021|202x"},
    {"-D", EITHER, add_macro, 0, 0, " NAME[=VALUE]"},
    {"-I", EITHER, add_include_path, 0, 0, " FOLDER"},
    {"-o", EITHER, set_text, INTO(output), 0, " FILE"},
    {"-c", ALONE, set_number, INTO(emit), EMIT_OBJECT,
     "                           make an object file"},
    {"-S", ALONE, set_number, INTO(emit), EMIT_ASM, NULL},
    {"-Zpr", ALONE, set_flag, INTO(default_row_major), true,
     "                         matrices are row-major in buffers"},
    {"-Zpc", ALONE, set_flag, INTO(default_row_major), false,
     "                         matrices are column-major in buffers (default)"},
    {"-Zi", ALONE, set_flag, INTO(debug), true,
     "                          debug information: debuggers step through the shader"},
    {"-Od", ALONE, ignore_option, 0, 0, NULL},
    {"-O", JOINED, set_optimisation, 0, 0, "0 -O1 -O2 -O3"},
    {"-WX", ALONE, set_flag, INTO(warnings_as_errors), true,
     "                          warnings are errors; -Werror=GROUP: these"},
    {"-Werror=", JOINED, choose_group, 0, CHOICE_ERROR, NULL},
    {"-Werror", ALONE, set_flag, INTO(warnings_as_errors), true, NULL},
    {"-Wno-error=", JOINED, choose_group, 0, CHOICE_NO_ERROR, NULL},
    {"-Wall", ALONE, set_flag, INTO(extra_warnings), true,
     "                        warnings that are off by default, too"},
    {"-Wextra", ALONE, set_flag, INTO(extra_warnings), true, NULL},
    {"-Weverything", ALONE, set_flag, INTO(extra_warnings), true, NULL},
    {"-Wno-", JOINED, choose_group, 0, CHOICE_OFF,
     "GROUP                   without these warnings; -WGROUP: with them"},
    {"-Rperf", ALONE, enable_remarks, 0, CHOICE_ON,
     "                       what is slow: gathers, scatters, divergent branches in loops, ..."},
    {"-MD", ALONE, set_dependencies_beside, 0, 0,
     "                          write what the result depends on for make, beside it"},
    {"-MF", EITHER, set_dependency_file, 0, 0, " FILE                    write it there"},
    {"-M", ALONE, set_number, INTO(dependencies), DEPENDENCIES_ONLY,
     "                           print it and compile nothing"},
    {"-Gis", ALONE, ignore_option, 0, 0, NULL},
    {"-Qstrip_debug", ALONE, ignore_option, 0, 0, NULL},
    {"-Qembed_debug", ALONE, ignore_option, 0, 0, NULL},
    {"-Qstrip_reflect", ALONE, ignore_option, 0, 0, NULL},
    {"-Vd", ALONE, ignore_option, 0, 0, NULL},
    {"-nologo", ALONE, ignore_option, 0, 0, NULL},
    {"-all_resources_bound", ALONE, ignore_option, 0, 0, NULL},
    {"-spirv", ALONE, ignore_option, 0, 0, NULL},
    {"-fgroup-wave-index", ALONE, set_flag, INTO(group_wave_index), true, NULL},
    {"-f", JOINED, ignore_option, 0, 0, NULL},
    {"-Gfa", ALONE, ignore_option, 0, 0, NULL},
    {"-Gfp", ALONE, ignore_option, 0, 0, NULL},
    {"-Ges", ALONE, ignore_option, 0, 0, NULL},
    {"-W", JOINED, choose_group, 0, CHOICE_ON, NULL},
};
#undef INTO

static bool print_help(Parser *parser, const char *value)
{
    (void)value;
    puts("usage: wavecc FILE.hlsl|FILE.ir [-o EXECUTABLE] [options]\n"
         "Compiles an HLSL compute shader to a native executable. Standard input is -.\n\n"
         "options:");
    for (int i = 0; i < COUNT_OF(OPTIONS); i++)
        if (OPTIONS[i].help != NULL) {
            int length = (int)strlen(OPTIONS[i].name);
            bool equals = OPTIONS[i].name[length - 1] == '=';
            printf("  %.*s%s\n", equals ? length - 1 : length, OPTIONS[i].name, OPTIONS[i].help);
        }
    puts("\nexit status: 0 done, 1 the shader has errors, 2 bad usage, 3 the C compiler or the "
         "machine failed");
    parser->status = -1;
    return true;
}

/* "/T" is "-T" where it is not a path that exists. */
static bool matches(const char *argument, const OptionRow *row, const char **rest)
{
    size_t length = strlen(row->name);
    bool slash = argument[0] == '/' && row->name[0] == '-' && row->name[1] != '-';
    bool same = slash ? strncmp(argument + 1, row->name + 1, length - 1) == 0
                      : strncmp(argument, row->name, length) == 0;
    *rest = same ? argument + length : "";
    return same && (row->shape == JOINED || row->shape == EITHER || **rest == '\0');
}

static bool handle_option(Parser *parser, const OptionRow *row, const char *rest)
{
    const char *value = rest;
    bool separate = row->shape == SEPARATE || (row->shape == EITHER && rest[0] == '\0');
    if (separate && parser->at + 1 >= parser->count)
        return usage_error(parser, "%s needs a value", row->name);
    if (separate)
        value = parser->arguments[++parser->at];
    parser->row = row;
    return row->handle(parser, value);
}

/* The option whose name is most like the argument's, up to its '='; NULL: none is like it. */
static const char *nearest_option(Parser *parser, const char *argument)
{
    int length = (int)strcspn(argument, "="), least = length / 3 + 1;
    const char *nearest = NULL;
    const char *written =
        arena_printf(parser->arena, "%.*s", length + (argument[length] == '='), argument);
    for (int i = 0; i < COUNT_OF(OPTIONS) && length > 3; i++) {
        int distance = names_edit_distance(written, OPTIONS[i].name);
        if (distance < least) {
            nearest = OPTIONS[i].name;
            least = distance;
        }
    }
    return nearest;
}

static bool refuse_option(Parser *parser, const char *argument)
{
    const char *nearest = nearest_option(parser, argument);
    if (nearest != NULL)
        return usage_error(parser, "unknown option '%s'; did you mean '%s'?", argument, nearest);
    return usage_error(parser, "unknown option '%s'; --help lists them", argument);
}

static bool parse_argument(Parser *parser, const char *argument)
{
    const char *rest;
    if ((argument[0] == '-' && argument[1] != '\0') || argument[0] == '/')
        for (int i = 0; i < COUNT_OF(OPTIONS); i++)
            if (matches(argument, &OPTIONS[i], &rest))
                return handle_option(parser, &OPTIONS[i], rest);
    if (argument[0] == '-' && argument[1] != '\0')
        return refuse_option(parser, argument);
    if (parser->options->input != NULL)
        return usage_error(parser, "one input file at a time: '%s' and '%s'",
                           parser->options->input, argument);
    parser->options->input = argument;
    return true;
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
        usage_error(parser, "'%s' is IR text: %s", options->input,
                    is_before ? "it has no tokens and no tree" : "it has no tests");
}

bool options_only_look(const Options *options)
{
    return options->dump_all || options->dump_after != NULL || options->explain != NULL;
}

static void check_combination(Parser *parser)
{
    Options *options = parser->options;
    bool makes_file = options->emit == EMIT_EXECUTABLE || options->emit == EMIT_OBJECT ||
                      options->emit == EMIT_SHARED;
    if (options->input == NULL)
        usage_error(parser, "no input file; --help shows how to use wavecc");
    else if (makes_file && options->output == NULL && options->dependencies != DEPENDENCIES_ONLY &&
             !options_only_look(options) && !options->show_commands)
        usage_error(parser, "-o FILE is missing");
    else
        check_language(parser);
}

int options_parse(Options *options, Arena *arena, int count, char **arguments)
{
    Parser parser = {.options = options, .arena = arena, .arguments = arguments, .count = count,
                     .at = 1};
    *options = (Options){.target = &TARGETS[0], .optimisation = 2, .colour = 2,
                         .default_hlsl_version = true};
    options->syntax.hlsl_version = 2021;
    options->syntax.shader_model_major = 6;
    options->syntax.shader_model_minor = 10;
    for (; parser.at < count && parser.status == 0; parser.at++)
        parse_argument(&parser, arguments[parser.at]);
    if (parser.status == 0)
        check_combination(&parser);
    options->syntax.include_paths = parser.include_paths.items;
    options->syntax.include_path_count = parser.include_paths.count;
    options->syntax.macros = parser.macros.items;
    options->syntax.macro_count = parser.macros.count;
    return parser.status;
}
