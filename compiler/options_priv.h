/* options_priv: the table of options and those who store their values. */
#ifndef WAVECC_OPTIONS_PRIV_H
#define WAVECC_OPTIONS_PRIV_H

#include "options.h"

typedef struct Parser Parser;
/* The value of parser->row, which is "" where it has none; false: a bad one, of which was told. */
typedef bool Handle(Parser *parser, const char *value);

typedef enum Shape {
    ALONE,    /* -c */
    JOINED,   /* --emit=VALUE, or --emit VALUE of those with two strokes; -DNAME */
    SEPARATE, /* -o VALUE: the next argument */
    EITHER    /* -T cs_6_0 or -Tcs_6_0 */
} Shape;

typedef struct OptionRow {
    const char *name;
    Shape shape;
    Handle *handle;
    size_t offset;    /* where in Options; of those that only store something */
    int value; /* that option_flag and option_number store there; of what is ignored the arguments
                * that follow it */
    const char *argument, *help; /* what follows the name, and what it does; NULL: not listed */
} OptionRow;

struct Parser {
    Options *options;
    Arena *arena;
    char **arguments;
    int count, at;
    int preprocess_at;   /* where -P or -Po stands */
    bool input_follows;  /* the input stands right behind it */
    const OptionRow *row; /* that is handled */
    VEC(const char *) include_paths;
    VEC(SyntaxMacro) macros;
    int status;
};

#define DEFAULT_MODULE "wcc" /* as rt_main.c has it */

/* ---- response_files.c ---- */
/* @FILE becomes the arguments in that file; false: it cannot be read, of which was told. */
bool options_expand_files(Parser *parser);

/* ---- option_outputs.c ---- */
/* The result is no text. */
bool options_make_binary(const Options *options);
/* Of outputs that are the input, or standard output where they cannot be, is told as errors. */
void options_check_outputs(Parser *parser);

/* ---- option_values.c ---- */
extern const Target OPTION_TARGETS[]; /* the first is the default */
bool option_error(Parser *parser, const char *format, ...) PRINTF_LIKE(2, 3); /* false */
Handle option_cc_seconds, option_checks, option_colour, option_coverage, option_denormals,
    option_dependencies_beside, option_dependency_file, option_diagnostics, option_diff, option_dump, option_emit,
    option_error_limit, option_explain, option_extra_waves, option_fail_on, option_flag, option_fp, option_group,
    option_hlsl_version, option_ignored, option_include_path, option_code_size, option_join_groups, option_lane_orders,
    option_lanes, option_language, option_macro, option_missing, option_module, option_number, option_optimisation, option_profile,
    option_refused, option_remarks, option_run, option_target, option_text, option_text_format,
    option_unvalidated, option_wave_sizes;

#endif
