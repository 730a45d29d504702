/* The command line of wavecc, taken apart. */
#ifndef WAVECC_OPTIONS_H
#define WAVECC_OPTIONS_H

#include "base/base.h"
#include "emit/emit.h"
#include "ir/ir.h"
#include "passes/passes.h"
#include "syntax/syntax.h"

enum { EXIT_DONE = 0, EXIT_SHADER_ERRORS = 1, EXIT_USAGE = 2, EXIT_MACHINE = 3, EXIT_INTERNAL = 4 }; /* design: exit status */

typedef enum EmitKind { /* --emit= ; EMIT_EXECUTABLE when absent */
    EMIT_EXECUTABLE, EMIT_TOKENS, EMIT_PREPROCESSED, EMIT_AST, EMIT_TYPED, EMIT_IR, EMIT_PLAN, EMIT_UNIFORMITY, EMIT_REPORT, EMIT_REPORT_JSON, EMIT_REFLECTION, EMIT_DOT, EMIT_HTML, EMIT_HEADER, EMIT_C, EMIT_ASM, EMIT_OBJECT, EMIT_SHARED
} EmitKind;

typedef struct Target { /* an instruction set to compile for */
    const char *name;   /* --target= */
    const char *march;  /* for the C compiler; NULL: its default */
    int lanes;          /* 32-bit lanes of a vector; 0: as the machine has */
} Target;

typedef enum Dependencies { /* -M -MD -MF */
    DEPENDENCIES_NONE, DEPENDENCIES_ONLY /* and nothing is compiled */, DEPENDENCIES_BESIDE
} Dependencies;

typedef enum GroupChoice { CHOICE_ON, CHOICE_OFF, CHOICE_ERROR, CHOICE_NO_ERROR } GroupChoice;

typedef struct GroupOption { /* -Wgroup -Wno-group -Werror=group -Wno-error=group -Rgroup */
    const char *argument, *group;
    GroupChoice choice;
} GroupOption;

typedef enum Language { LANGUAGE_BY_NAME, LANGUAGE_HLSL, LANGUAGE_IR } Language; /* -x */

typedef struct OptionsHost { /* a program that compiles by the library */
    FILE *messages;         /* instead of standard error */
    DiagVisit *tell;        /* of each diagnostic, too; NULL: nobody is told */
    Slice text;             /* what the input holds */
    IncludeText *include;   /* NULL: only files are included */
    void *context;          /* of `tell` and `include` */
} OptionsHost;

typedef struct Options {
    const char *input;
    Language language;        /* of the input; by its name only until the command line is read */
    const char *output;       /* -o; NULL: standard output */
    EmitKind emit;
    Text *object;             /* for compile_c alone: gets the result; NULL: it is for `output` */
    const char *first_header; /* for compile_c alone: the C includes it first; NULL: none */
    bool precompiles;         /* likewise: not the C but first_header is compiled, for C that becomes what `emit` says */
    const char *entry;        /* -E; NULL: all */
    const char *heat;         /* --heat=: what --coverage wrote, for --emit=html; NULL: none */
    const char *header;       /* --header=: where a header for C programs goes; NULL: nowhere */
    const char *listing;      /* -Fc: where assembly goes that nothing else is asked beside; NULL: nowhere */
    const char *module;       /* --module=: its WccModule is called NAME_module; "wcc" */
    const char *dump_after;   /* --dump=after:PASS; NULL: none */
    bool dump_all;            /* --dump=all */
    const PassList *run;      /* --run=; NULL: as pass.def says */
    bool verify;              /* --verify */
    const char *explain;      /* --explain=PASS; NULL: none */
    const char *diff;         /* --diff=PASS; NULL: none */
    int wave_sizes[6];        /* none: auto */
    int wave_size_count;
    VEC(IrLaneOrder) lane_orders; /* --lane-order=; none: linear, or quad where quads are used */
    VEC(int) extra_waves;         /* --extra-waves=; none: 0 */
    bool schedules;           /* --schedules: executables take --schedule */
    EmitCoverage coverage;    /* --coverage: executables count who comes to which line */
    bool traces;              /* --trace: executables can tell what threads do */
    bool separate_groups;     /* --join-groups=off */
    bool shares_groups;       /* --mpi: the executable runs on several machines */
    bool no_code_size;        /* --code-size=off */
    const Target *target;
    int lanes;                /* --lanes=; 0: as the target has */
    const char *cc;           /* --cc=; NULL: clang where it is installed, else gcc */
    const char *headers;      /* --headers=: the folder that keeps what C compilers do for each kernel alike; NULL: none */
    const char *cache;        /* --cache=: the folder that keeps what C compilers made; NULL or "": none */
    int cc_seconds;           /* --cc-seconds=: that the C compiler may take; 0: as many as it likes */
    bool *is_late;            /* for compile_c alone: becomes true where it took more, which then is told and no error */
    bool takes_signals;       /* main's: a signal that ends this process ends the C compiler, too */
    bool strict_fp;           /* --fp=strict */
    bool separate_roundings;  /* -Gis: no fused multiply-add, all else as with --fp=fast */
    bool keeps_denormals;     /* -denorm preserve */
    unsigned checks;          /* --check=: 1u << RunCheck each */
    int optimisation;         /* -O */
    bool leaves_as_written;   /* for compile_c alone: the C compiler optimises nothing */
    bool is_loaded_here;      /* likewise: a shared library is for this process, which has libc and libm */
    bool debug;               /* -Zi */
    bool show_commands;       /* -### */
    bool time;                /* --time */
    DiagFormat diagnostics;
    int colour;               /* 0 never, 1 always, 2 where standard error is a terminal */
    bool warnings_as_errors, default_row_major, default_column_major, allow_group_wave_mixing;
    bool group_wave_index;    /* -fgroup-wave-index */
    bool default_hlsl_version; /* no -HV was given */
    bool legacy;              /* -Gec, -T cs_5_x */
    bool tests;               /* --tests: the functions marked [Test], with their assertions */
    bool extra_warnings;      /* -Wall */
    VEC(GroupOption) groups;
    VEC(Slice) fail_on;       /* --fail-on=: names of remarks */
    Dependencies dependencies;
    const char *dependency_file; /* -MF; NULL: beside the output */
    const char *dependency_target; /* -MT; NULL: the output */
    bool preprocesses;        /* -P */
    const char *preprocessed_file; /* -Fi */
    const char *error_file;   /* -Fe; NULL: standard error */
    bool shows_includes;      /* -H */
    bool no_warnings;         /* -no-warnings */
    int error_limit;          /* -ferror-limit=; 0: as ever */
    VEC(const char *) ignored; /* dxc options that mean nothing here */
    bool ignores_silently;    /* -Qunused-arguments */
    SyntaxOptions syntax;
    const OptionsHost *host;  /* NULL: main's */
} Options;

/* Fills `options`; strings point into `arguments`. EXIT_DONE to go on; EXIT_USAGE after a message on
 * standard error; -1 when all is done (--help, --version, --list-...). */
int options_parse(Options *options, Arena *arena, int count, char **arguments);
/* For a program that compiles `name` by the library, to C: the arguments, of which there is no first
 * one to pass over, may not name files or ask for texts. */
int options_parse_for_host(Options *options, Arena *arena, const OptionsHost *host, const char *name,
                           int count, char **arguments);
FILE *options_messages(const Options *options); /* where is told what cannot be done */
bool options_only_look(const Options *options); /* --dump, --explain, --diff: nothing is made behind the passes */
bool options_contract(const Options *options); /* a product that a sum reads need not be rounded */
bool options_compare(const Options *options); /* executables may compare what kernels of different waves give */
int options_lanes(const Options *options); /* 32-bit lanes of the target's vectors */

#endif
