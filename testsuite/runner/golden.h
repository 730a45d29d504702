/* golden: tests that are pairs of files. A source (x.hlsl, or x.ir below passes/) stands beside
 * what the compiler must make of it; the extension of the second says how it is made
 * (golden_modes.c). Each pair is one cmocka test, named by the source's path. A source without a
 * second file, and a second file without a source, are tests that fail. */
#ifndef WAVECC_GOLDEN_H
#define WAVECC_GOLDEN_H

#include <stdbool.h>
#include <stddef.h>

/* Adds a test for each pair below `folder`. */
void golden_add_all(const char *folder);
void golden_forget_all(void);

/* Writes the second files of all sources whose path contains `substring`; gives an exit status. */
int golden_bless(const char *folder, const char *substring);

/* ---- golden_modes.c ---- */

typedef enum GoldenKind {
    GOLDEN_OUTPUT,  /* standard output is the golden text */
    GOLDEN_MESSAGES, /* standard error is */
    GOLDEN_CHECK,   /* the golden file lists what standard output has and has not */
    GOLDEN_PASS     /* in process: the pass that the folder is named after */
} GoldenKind;

typedef struct GoldenMode {
    const char *source, *golden; /* extensions */
    const char *folder;          /* where this is what a source without a golden file lacks */
    GoldenKind kind;
    int status;                  /* exit status expected of the compiler */
    const char *options;         /* for the compiler, separated by spaces */
} GoldenMode;

extern const GoldenMode GOLDEN_MODES[];
extern const int GOLDEN_MODE_COUNT;

/* What the compiler makes of the source now (malloc'd). NULL: it did not do its work, and `*why`
 * (malloc'd) says so. `golden` is the second file's text or NULL. */
char *golden_make(const GoldenMode *mode, const char *source_path, const char *golden, char **why);
/* The first line of a .check file that `made` fails (malloc'd), or NULL. */
char *golden_failed_check(const char *golden, const char *made);


#endif
