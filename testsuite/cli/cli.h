/* cli: tests of command lines as tables: what is typed, how it ends, what is said. */
#ifndef WAVECC_CLI_H
#define WAVECC_CLI_H

#include <stddef.h>

typedef struct CliCase {
    const char *command; /* for the shell, in the repository's root; $B is the build folder, $T the test's */
    int status;
    const char *said;    /* standard error has this somewhere; NULL: standard error is empty */
    const char *absent;  /* in the test's folder: a file that must not be there afterwards; or NULL */
} CliCase;

/* Runs each; fails the test with the first that ends otherwise. Wavecc has its C left as written, which takes
 * C compilers a tenth of the time. */
void cli_check(const char *folder, const CliCase *cases, size_t count);
#define CLI_CHECK(folder, cases) cli_check((folder), (cases), sizeof(cases) / sizeof *(cases))

/* The same with C optimised as options say, for what hangs on that. */
void cli_check_optimised(const char *folder, const CliCase *cases, size_t count);
#define CLI_CHECK_OPTIMISED(folder, cases) cli_check_optimised((folder), (cases), sizeof(cases) / sizeof *(cases))

#endif
