/* What the values of options say: each function stores one in Options, or says what it should be. */
#include "options_priv.h"

#include <limits.h>
#include <stdlib.h>

bool option_error(Parser *parser, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    Text said = {0}, seen = {0};
    text_vprintf(&said, format, arguments);
    va_end(arguments);
    text_add_visible(&seen, (Slice){said.bytes, said.length});
    fprintf(options_messages(parser->options), "wavecc: error: %s\n", seen.bytes);
    text_free(&said);
    text_free(&seen);
    parser->status = EXIT_USAGE;
    return false;
}

/* ---- values ---- */

static void *place(const Parser *parser) { return (char *)parser->options + parser->row->offset; }

bool option_text(Parser *parser, const char *value)
{
    *(const char **)place(parser) = value;
    return true;
}

bool option_flag(Parser *parser, const char *value)
{
    (void)value;
    *(bool *)place(parser) = parser->row->value;
    return true;
}

bool option_number(Parser *parser, const char *value)
{
    (void)value;
    *(int *)place(parser) = parser->row->value;
    return true;
}

const Target OPTION_TARGETS[] = {
    {"native", "native", 0},
    {"x86-64-v2", "x86-64-v2", 4},
    {"x86-64-v3", "x86-64-v3", 8},
    {"x86-64-v4", "x86-64-v4", 16},
    {"generic", NULL, 4},
};

bool options_contract(const Options *options)
{
    return !options->strict_fp && !options->separate_roundings;
}

bool options_compare(const Options *options)
{
    return options->wave_size_count > 1 || options->lane_orders.count > 1 || options->extra_waves.count > 1 ||
           options->schedules;
}

int options_lanes(const Options *options)
{
    if (options->lanes != 0)
        return options->lanes;
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

bool option_target(Parser *parser, const char *value)
{
    for (int i = 0; i < COUNT_OF(OPTION_TARGETS); i++)
        if (strcmp(OPTION_TARGETS[i].name, value) == 0) {
            parser->options->target = &OPTION_TARGETS[i];
            return true;
        }
    return option_error(
        parser, "--target=%s: the targets are native, x86-64-v2, x86-64-v3, x86-64-v4, generic",
        value);
}

bool option_lanes(Parser *parser, const char *value)
{
    char *end;
    long lanes = strtol(value, &end, 10);
    parser->options->lanes = (int)lanes;
    return (*end == '\0' && (lanes == 4 || lanes == 8 || lanes == 16)) ||
           option_error(parser, "--lanes=%s: a vector has 4, 8 or 16 lanes of 32 bits", value);
}

static bool add_wave_size(Parser *parser, long size)
{
    Options *options = parser->options;
    if (size < 4 || size > 128 || (size & (size - 1)) != 0)
        return option_error(parser, "--wave-size=%ld: a wave has 4, 8, 16, 32, 64 or 128 lanes",
                           size);
    for (int i = 0; i < options->wave_size_count; i++)
        if (options->wave_sizes[i] == size)
            return true;
    options->wave_sizes[options->wave_size_count++] = (int)size;
    return true;
}

bool option_wave_sizes(Parser *parser, const char *value)
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
            return option_error(parser,
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

bool option_lane_orders(Parser *parser, const char *value)
{
    Options *options = parser->options;
    options->lane_orders.count = 0;
    const char *all = "linear,quad,tile,random:1,random:2", *end;
    for (const char *at = strcmp(value, "all") == 0 ? all : value;; at = end + 1) {
        IrLaneOrder order;
        if (!read_lane_order(at, &order, &end))
            return option_error(parser,
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

bool option_extra_waves(Parser *parser, const char *value)
{
    Options *options = parser->options;
    options->extra_waves.count = 0;
    for (const char *at = strcmp(value, "all") == 0 ? "0,1,3" : value;; at++) {
        char *end;
        long count = strtol(at, &end, 10);
        bool known = false;
        if (end == at || (*end != ',' && *end != '\0') || count < 0 || count > 1024)
            return option_error(
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

bool option_emit(Parser *parser, const char *value)
{
    static const struct { const char *name; EmitKind kind; } KINDS[] = {
        {"tokens", EMIT_TOKENS}, {"preprocessed", EMIT_PREPROCESSED}, {"ast", EMIT_AST},
        {"typed", EMIT_TYPED}, {"ir", EMIT_IR}, {"plan", EMIT_PLAN},
        {"uniformity", EMIT_UNIFORMITY},
        {"report", EMIT_REPORT}, {"report-json", EMIT_REPORT_JSON},
        {"reflection", EMIT_REFLECTION}, {"dot", EMIT_DOT}, {"html", EMIT_HTML}, {"header", EMIT_HEADER}, {"c", EMIT_C}, {"asm", EMIT_ASM},
    };
    for (int i = 0; i < COUNT_OF(KINDS); i++)
        if (strcmp(KINDS[i].name, value) == 0) {
            parser->options->emit = KINDS[i].kind;
            return true;
        }
    return option_error(parser,
                       "--emit=%s: expected tokens, preprocessed, ast, typed, ir, plan, "
                                 "uniformity, report, report-json, reflection, dot, html, header, c or asm",
                       value);
}

bool option_language(Parser *parser, const char *value)
{
    bool is_ir = strcmp(value, "ir") == 0;
    if (!is_ir && strcmp(value, "hlsl") != 0)
        return option_error(parser, "-x %s: expected hlsl or ir", value);
    parser->options->language = is_ir ? LANGUAGE_IR : LANGUAGE_HLSL;
    return true;
}

bool option_dump(Parser *parser, const char *value)
{
    const char *label = value + 6;
    if (strcmp(value, "all") == 0) {
        parser->options->dump_all = true;
        return true;
    }
    if (strncmp(value, "after:", 6) != 0)
        return option_error(parser,
                           "--dump=%s: expected --dump=after:PASS; --list-passes lists the passes",
                           value);
    parser->options->dump_after = label;
    if (strcmp(label, "lower") == 0 || strcmp(label, "join_groups") == 0 || strcmp(label, "tile_groups") == 0 ||
        passes_label_exists(label))
        return true;
    return option_error(parser, "--dump=%s: there is no such pass; --list-passes lists them", value);
}

bool option_explain(Parser *parser, const char *value)
{
    parser->options->explain = value;
    return passes_label_exists(value) ||
           option_error(parser, "--explain=%s: there is no such pass; --list-passes lists them",
                       value);
}

/* "promote, simplify, ...": each name once. */
static const char *pass_names(Arena *arena)
{
    const char *names = "";
    for (int i = 0; i < PASS_COUNT; i++)
        if (passes_find(slice_of(PASSES[i].name)) == &PASSES[i])
            names = arena_printf(arena, "%s%s%s", names, i > 0 ? ", " : "", PASSES[i].name);
    return names;
}

bool option_diff(Parser *parser, const char *value)
{
    parser->options->diff = value;
    return passes_label_exists(value) ||
           option_error(parser, "--diff=%s: there is no such pass; the passes are %s", value,
                        pass_names(parser->arena));
}

/* "simplify,hoist"; nothing: no pass. */
bool option_run(Parser *parser, const char *value)
{
    PassList *list = ARENA_NEW(parser->arena, PassList);
    VEC(const Pass *) passes = {0};
    for (const char *at = value; *at != '\0'; at += *at == ',') {
        Slice name = {at, strcspn(at, ",")};
        const Pass *pass = passes_find(name);
        if (pass == NULL)
            return option_error(parser,
                               "--run=%s: there is no pass '%.*s'; --list-passes lists them", value,
                               (int)name.length, name.text);
        vec_push(parser->arena, &passes, pass);
        at += name.length;
    }
    *list = (PassList){passes.items, passes.count};
    parser->options->run = list;
    return true;
}

bool option_profile(Parser *parser, const char *value)
{
    SyntaxOptions *syntax = &parser->options->syntax;
    static const int LAST_MINORS[] = {[5] = 1, [6] = 10}; /* by the major version */
    int major = 0, minor = 0, length = 0;
    bool is_read = sscanf(value, "cs_%1d_%2d%n", &major, &minor, &length) == 2;
    if (strncmp(value, "rootsig_", 8) == 0)
        return option_error(parser,
                            "-T %s: a root signature alone is nothing that runs; -rootsig-define "
                            "NAME gives one to a shader",
                            value);
    if (!is_read || value[length] != '\0' || major < 5 || major >= COUNT_OF(LAST_MINORS) ||
        minor > LAST_MINORS[major])
        return option_error(parser,
                            "-T %s is not supported: wavecc compiles compute shaders, cs_5_0, "
                            "cs_5_1 and cs_6_0 to cs_6_10",
                            value);
    syntax->shader_model_major = major;
    syntax->shader_model_minor = minor;
    return true;
}

bool option_hlsl_version(Parser *parser, const char *value)
{
    int version = strcmp(value, "202x") == 0 ? 2029 : atoi(value);
    if (version != 2016 && version != 2017 && version != 2018 && version != 2021 && version != 2029)
        return option_error(parser, "-HV %s: the versions are 2016, 2017, 2018, 2021 and 202x",
                           value);
    parser->options->syntax.hlsl_version = version;
    parser->options->default_hlsl_version = false;
    return true;
}

bool option_macro(Parser *parser, const char *value)
{
    const char *equals = strchr(value, '=');
    SyntaxMacro macro = {value, "1"};
    if (equals != NULL)
        macro = (SyntaxMacro){arena_copy_text(parser->arena, value, (size_t)(equals - value)),
                              equals + 1};
    vec_push(parser->arena, &parser->macros, macro);
    return true;
}

bool option_include_path(Parser *parser, const char *value)
{
    vec_push(parser->arena, &parser->include_paths, value);
    return true;
}

/* As clang has it: which program reads the places of messages. */
bool option_module(Parser *parser, const char *value)
{
    const char *letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
    parser->options->module = value;
    if (value[0] != '\0' && (value[0] < '0' || value[0] > '9') &&
        value[strspn(value, letters)] == '\0')
        return true;
    return option_error(parser, "--module=%s: expected a name as C has them", value);
}

bool option_text_format(Parser *parser, const char *value)
{
    static const struct { const char *name; DiagFormat format; } FORMATS[] = {
        {"clang", DIAG_FORMAT_TEXT}, {"msvc", DIAG_FORMAT_MSVC}, {"vi", DIAG_FORMAT_VI},
    };
    for (int i = 0; i < COUNT_OF(FORMATS); i++)
        if (strcmp(FORMATS[i].name, value) == 0) {
            parser->options->diagnostics = FORMATS[i].format;
            return true;
        }
    return option_error(parser, "-fdiagnostics-format=%s: expected clang, msvc or vi", value);
}

bool option_diagnostics(Parser *parser, const char *value)
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
    return option_error(parser, "--diagnostics=%s: expected text, json, sarif or github", value);
}

bool option_colour(Parser *parser, const char *value)
{
    parser->options->colour = strcmp(value, "never") == 0    ? 0
                              : strcmp(value, "always") == 0 ? 1
                                                             : 2;
    return true;
}

bool option_denormals(Parser *parser, const char *value)
{
    parser->options->keeps_denormals = strcmp(value, "preserve") == 0;
    return parser->options->keeps_denormals || strcmp(value, "any") == 0 ||
           strcmp(value, "ftz") == 0 ||
           option_error(parser, "-denorm %s: expected any, preserve or ftz", value);
}

bool option_cc_seconds(Parser *parser, const char *value)
{
    char *end;
    long seconds = strtol(value, &end, 10);
    parser->options->cc_seconds = (int)seconds;
    return (*value != '\0' && *end == '\0' && seconds >= 0 && seconds <= INT32_MAX / 2) ||
           option_error(parser, "--cc-seconds=%s: expected a number of seconds", value);
}

bool option_fp(Parser *parser, const char *value)
{
    if (strcmp(value, "fast") != 0 && strcmp(value, "strict") != 0)
        return option_error(parser, "--fp=%s: expected fast or strict", value);
    parser->options->strict_fp = strcmp(value, "strict") == 0;
    return true;
}

/* "race" or "all", parts of --check=race,bounds. */
static bool add_check(Parser *parser, Slice name)
{
    unsigned checks = 0;
    for (int i = 0; i < RUN_CHECK_COUNT; i++)
        if (slice_is(name, RUN_CHECKS[i].name) ||
            (RUN_CHECKS[i].is_in_all && slice_is(name, "all")))
            checks |= 1u << i;
    parser->options->checks |= checks;
    if (checks != 0)
        return true;
    Text names = {0};
    for (int i = 0; i < RUN_CHECK_COUNT; i++)
        text_printf(&names, "%s, ", RUN_CHECKS[i].name);
    option_error(parser, "--check=%.*s: expected %sor all", (int)name.length, name.text,
                 names.bytes);
    text_free(&names);
    return false;
}

bool option_code_size(Parser *parser, const char *value)
{
    parser->options->no_code_size = strcmp(value, "off") == 0;
    return parser->options->no_code_size || strcmp(value, "on") == 0 ||
           option_error(parser, "--code-size=%s: expected on or off", value);
}

bool option_join_groups(Parser *parser, const char *value)
{
    parser->options->separate_groups = strcmp(value, "off") == 0;
    return parser->options->separate_groups || strcmp(value, "auto") == 0 ||
           option_error(parser, "--join-groups=%s: expected auto or off", value);
}

bool option_checks(Parser *parser, const char *value)
{
    for (const char *at = value;; at++) {
        Slice name = {at, strcspn(at, ",")};
        if (!add_check(parser, name))
            return false;
        at += name.length;
        if (*at == '\0')
            return true;
    }
}

bool option_coverage(Parser *parser, const char *value)
{
    bool is_all = value == NULL || *value == '\0' || strcmp(value, "all") == 0;
    if (!is_all && strcmp(value, "includes") != 0)
        return option_error(parser, "--coverage=%s: expected all or includes", value);
    parser->options->coverage = is_all ? COVERAGE_ALL : COVERAGE_INCLUDED;
    return true;
}

bool option_optimisation(Parser *parser, const char *value)
{
    bool valid = value[0] >= '0' && value[0] <= '3' && value[1] == '\0';
    parser->options->optimisation = value[0] - '0';
    return valid || option_error(parser, "-O%s: expected -O0 to -O3 or -Od", value);
}

/* ---- dxc's ---- */

/* -opt-select takes two values. */
bool option_ignored(Parser *parser, const char *value)
{
    const OptionRow *row = parser->row;
    int following = row->shape == SEPARATE ? row->value - 1 : 0;
    const char *name = row->shape == JOINED ? parser->arguments[parser->at] : row->name;
    (void)value;
    if (parser->at + following >= parser->count)
        return option_error(parser, "%s needs %d values", row->name, row->value);
    parser->at += following;
    vec_push(parser->arena, &parser->options->ignored, name);
    return true;
}

bool option_refused(Parser *parser, const char *value)
{
    (void)value;
    return option_error(
        parser, "%s is for DXIL containers, which wavecc neither reads nor writes",
        parser->row->name);
}

bool option_missing(Parser *parser, const char *value)
{
    (void)value;
    return option_error(parser, "%s is an option of dxc's that wavecc does not have",
                        parser->row->name);
}

/* ---- warnings ---- */

bool option_error_limit(Parser *parser, const char *value)
{
    char *end;
    long limit = strtol(value, &end, 10);
    parser->options->error_limit = limit == 0 ? INT_MAX : (int)limit;
    return (end != value && *end == '\0' && limit >= 0 && limit < INT_MAX) ||
           option_error(parser, "-ferror-limit=%s: expected a number; 0 is no limit", value);
}

static bool add_group(Parser *parser, const char *group, GroupChoice choice)
{
    if (strcmp(group, "group-wave-index-mixing") == 0)
        parser->options->allow_group_wave_mixing = choice == CHOICE_OFF;
    else
        vec_push(parser->arena, &parser->options->groups,
                 (GroupOption){parser->arguments[parser->at], group, choice});
    return true;
}

bool option_group(Parser *parser, const char *value)
{
    return add_group(parser, value, (GroupChoice)parser->row->value);
}

/* dxc's: without its validator, whose errors these are. */
bool option_unvalidated(Parser *parser, const char *value)
{
    (void)value;
    return add_group(parser, "resource-limits", (GroupChoice)parser->row->value);
}

bool option_remarks(Parser *parser, const char *value)
{
    (void)value;
    return add_group(parser, "perf", (GroupChoice)parser->row->value);
}

static bool add_fail_on(Parser *parser, Slice name)
{
    if (diag_find_remark(name) != DIAG_COUNT) {
        vec_push(parser->arena, &parser->options->fail_on, name);
        return true;
    }
    Text names = {0};
    diag_name_remarks(&names);
    option_error(parser, "--fail-on=%.*s: the remarks are %s", (int)name.length, name.text,
                 names.bytes);
    text_free(&names);
    return false;
}

bool option_fail_on(Parser *parser, const char *value)
{
    for (const char *at = value;; at++) {
        Slice name = {at, strcspn(at, ",")};
        if (!add_fail_on(parser, name))
            return false;
        at += name.length;
        if (*at == '\0')
            return true;
    }
}

/* ---- dependency files ---- */

bool option_dependencies_beside(Parser *parser, const char *value)
{
    (void)value;
    if (parser->options->dependencies == DEPENDENCIES_NONE)
        parser->options->dependencies = DEPENDENCIES_BESIDE;
    return true;
}

bool option_dependency_file(Parser *parser, const char *value)
{
    parser->options->dependency_file = value;
    return option_dependencies_beside(parser, value);
}
