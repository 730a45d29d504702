/* What diagnostics.c keeps and diag_formats.c prints. */
#ifndef WAVECC_DIAG_PRIV_H
#define WAVECC_DIAG_PRIV_H

#include "base.h"

typedef struct DiagInfo { /* a row of diag.def */
    const char *name;
    int severity; /* a Severity, or SEVERITY_EXTRA */
    const char *group, *format;
} DiagInfo;

enum { SEVERITY_EXTRA = SEVERITY_FATAL + 1 }; /* a warning that is off until it is asked for */

typedef struct Report {
    DiagId id;
    Severity severity; /* after -WX and -Werror= */
    SourcePos pos;
    const char *message;
} Report;

typedef struct Formatter {
    char letter;
    void (*print)(Text *out, const void *thing);
} Formatter;

typedef enum GroupState { GROUP_DEFAULT, GROUP_ON, GROUP_OFF } GroupState;

typedef struct ShownList { VEC(Report) reports; } ShownList; /* with the notes on macros and includes */

struct Diagnostics {
    Arena *arena;
    const Sources *sources;
    VEC(Report) reports; /* notes follow what they belong to */
    VEC(Formatter) formatters;
    GroupState states[DIAG_COUNT]; /* of each message's group */
    GroupState errors[DIAG_COUNT]; /* -Werror=, -Wno-error= */
    bool warnings_are_errors;
    bool last_was_dropped; /* so are its notes */
    bool is_over;          /* a fatal error was reported */
    int error_count, warning_count;
};

extern const DiagInfo diag_infos[DIAG_COUNT];
const char *diag_severity_name(Severity severity);

/* diag_notes.c; the arena holds the list. */
ShownList diag_shown(const Diagnostics *diagnostics, Arena *arena);

void diag_print_text(const Sources *sources, const ShownList *list, Text *out, bool colour);
void diag_print_json(const Sources *sources, const ShownList *list, Text *out);
void diag_print_sarif(const Sources *sources, const ShownList *list, Text *out);
void diag_print_github(const Sources *sources, const ShownList *list, Text *out);

#endif
