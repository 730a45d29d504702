/* process: runs a program and keeps what it says. */
#ifndef WAVECC_PROCESS_H
#define WAVECC_PROCESS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct Process {
    int status; /* exit status; 128 + signal if a signal ended it; 127 if it could not be started
                 */
    bool timed_out; /* it was killed because its time was over */
    char *out, *err; /* NUL-terminated */
    size_t out_length, err_length;
} Process;

enum { PROCESS_SECONDS = 14 * 60 }; /* less than a test has, so that it can tell the command */

/* Runs argv[0] (searched in PATH) with its standard input empty, and waits. After `seconds` it and
 * its children are killed. */
Process process_run(const char *const *argv, int seconds);
void process_free(Process *process);

/* Runs the arguments, which end in a NULL that this adds. */
#define PROCESS_RUN(...) process_run((const char *const[]){__VA_ARGS__, NULL}, PROCESS_SECONDS)

/* From then on wavecc, where it is run, has its C left as written: C compilers take ten times as long
 * where they optimise. */
void process_leave_c_as_written(void);
void process_optimise_c(void); /* again, as options say */

/* Fails the running test unless the process ended with this status; shows its command and
 * messages. */
void process_expect(const Process *process, int status, const char *what);

#endif
