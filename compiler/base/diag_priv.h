/* What diagnostics.c keeps and diag_formats.c prints. */
#ifndef WAVECC_DIAG_PRIV_H
#define WAVECC_DIAG_PRIV_H

#include "base.h"

typedef struct DiagInfo { /* a row of diag.def */
    const char *name;
    Severity severity;
    const char *group, *format;
} DiagInfo;

typedef struct Report {
    DiagId id;
    Severity severity; /* after -WX */
    SourcePos pos;
    const char *message;
} Report;

typedef struct Formatter {
    char letter;
    void (*print)(Text *out, const void *thing);
} Formatter;

typedef enum GroupState { GROUP_DEFAULT, GROUP_ON, GROUP_OFF } GroupState;

struct Diagnostics {
    Arena *arena;
    const Sources *sources;
    VEC(Report) reports; /* notes follow what they belong to */
    VEC(Formatter) formatters;
    GroupState states[DIAG_COUNT]; /* of each message's group */
    bool warnings_are_errors;
    bool last_was_dropped; /* so are its notes */
    bool is_over;          /* a fatal error was reported */
    int error_count, warning_count;
};

extern const DiagInfo diag_infos[DIAG_COUNT];
const char *diag_severity_name(Severity severity);

void diag_print_text(const Diagnostics *diagnostics, Text *out, bool colour);
void diag_print_json(const Diagnostics *diagnostics, Text *out);
void diag_print_sarif(const Diagnostics *diagnostics, Text *out);
void diag_print_github(const Diagnostics *diagnostics, Text *out);

#endif
