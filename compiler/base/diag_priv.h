/* What diagnostics.c keeps and the other files print. */
#ifndef WAVECC_DIAG_PRIV_H
#define WAVECC_DIAG_PRIV_H

#include "base.h"

typedef struct DiagInfo { /* a row of diag.def */
    const char *name;
    int severity; /* a Severity, or one of these */
    const char *group, *format;
} DiagInfo;

enum {
    SEVERITY_EXTRA = SEVERITY_FATAL + 1, /* a warning that is off until it is asked for */
    SEVERITY_STRICT                      /* a warning that is an error until that is not wanted */
};

typedef struct Report {
    DiagId id;
    Severity severity; /* after -WX and -Werror= */
    SourcePos pos;
    const char *message;
} Report;

typedef struct Formatter {
    char letter;
    DiagPrint *print;
} Formatter;

/* What #pragma diagnostic says of a group; those above PRAGMA_IGNORED bring a message about. */
typedef enum PragmaWord {
    PRAGMA_NONE, PRAGMA_PUSH, PRAGMA_POP, PRAGMA_IGNORED, PRAGMA_WARNING, PRAGMA_ERROR
} PragmaWord;

typedef struct DiagPragma {
    SourcePos pos;
    PragmaWord word;
    const char *group; /* NULL: PUSH, POP */
} DiagPragma;

typedef enum GroupState { GROUP_DEFAULT, GROUP_ON, GROUP_OFF } GroupState;

/* With the notes on macros and includes. */
typedef struct ShownList { VEC(Report) reports; } ShownList;

struct DiagTrap { VEC(Report) reports; };

struct Diagnostics {
    Arena *arena;
    const Sources *sources;
    VEC(Report) reports; /* notes follow what they belong to */
    VEC(Formatter) formatters;
    GroupState states[DIAG_COUNT]; /* of each message's group */
    GroupState errors[DIAG_COUNT]; /* -Werror=, -Wno-error= */
    bool warnings_are_errors, no_warnings;
    int error_limit;
    DiagTrap *trap;        /* what is reported goes there; or NULL */
    bool last_was_dropped; /* so are its notes */
    bool is_over;          /* a fatal error was reported */
    int error_count, warning_count;
    VEC(DiagPragma) pragmas;    /* as they were read */
    int open_pushes;
    bool is_raised[DIAG_COUNT]; /* by one of them, somewhere */
    VEC(const char *) silences; /* words in the sources that silenced something */
};

/* ---- marks.c ---- */

/* Is it the message's remark, or its group? */
bool marks_name_message(Slice name, DiagId id);
/* Does the line silence the message? */
bool marks_silence(Diagnostics *diagnostics, SourcePos pos, DiagId id);

/* ---- diag_pragmas.c ---- */

/* What the source says of the message there: NONE IGNORED WARNING ERROR. */
PragmaWord diag_pragma_at(const Diagnostics *diagnostics, SourcePos pos, DiagId id);

/* ---- diag_info.c ---- */

extern const DiagInfo diag_infos[DIAG_COUNT];
const char *diag_severity_name(Severity severity);
bool diag_is_in_group(int id, const char *group);

/* ---- diag_message.c ---- */

typedef struct DiagArguments { /* a va_list that can be passed on and keeps its place */
    va_list list;
} DiagArguments;

/* Lies in the arena of the diagnostics. */
const char *diag_message(const Diagnostics *diagnostics, const char *format,
                         DiagArguments *arguments);

/* ---- diag_notes.c ---- */

/* Lies in the arena. */
ShownList diag_shown(const Diagnostics *diagnostics, Arena *arena);

/* ---- diag_letters.c: texts end with a NUL or a newline, perhaps past what is looked at ---- */

typedef struct DiagLetter {
    int length;    /* in bytes, at least 1 */
    int columns;   /* that it takes when it is shown */
    bool is_plain; /* shown as it is; else \x1b for each byte */
} DiagLetter;

/* How many bytes the UTF-8 character at `letter` has; 0 where it is none (RFC 3629: no overlong
 * forms, no surrogates, at most U+10FFFF). */
DiagLetter diag_letter(const char *at);

/* ---- diag_text.c, diag_formats.c ---- */

/* `format` says how a place is written. */
void diag_print_text(const Sources *sources, const ShownList *list, Text *out, DiagFormat format,
                     bool colour);
void diag_print_json(const Sources *sources, const ShownList *list, Text *out);
void diag_print_sarif(const Sources *sources, const ShownList *list, Text *out);
void diag_print_github(const Sources *sources, const ShownList *list, Text *out);

#endif
