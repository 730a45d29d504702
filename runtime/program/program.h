/* program: main() of executables. The floors of runtime/, each of which stands on those above it in
 * this list:
 *
 *     numbers/report.h     failures in words, text that grows
 *     numbers/numbers.h    number types, arrays of numbers, values in place
 *     formats/formats.h    how texels are encoded, and the numbers they stand for
 *     files/files.h        pictures, .npy, .csv, .txt, .bin
 *
 *     host/resources.h     memory as kernels see it, filled from arrays and saved
 *     host/module.h        a module's tables by name, cbuffer members, samplers, what is bound
 *     host/dispatch.h      orders of groups, faults, the pool of workers
 *     host/command_line.h  what was typed
 *     host/plan.h          what that means for the module
 *     host/session.h       carrying it out: binding, running, comparing, saving
 *
 *     job/job.h            several passes, as a file says them
 *
 *     program.h            the command line as a whole; wcc_rt.h is host's for C programs */
#ifndef WCC_PROGRAM_H
#define WCC_PROGRAM_H

#include <stdio.h>

#include "numbers/report.h"
#include "wcc_rt.h"

/* wcc_main.c */

/* wcc_main with its streams as arguments. */
int host_main(const WccModule *module, int argc, char **argv, FILE *out, FILE *err);

/* wcc_main on the first of several processes; NULL: there are no others. */
struct Ranks;
int program_main(const WccModule *module, int argc, char **argv, struct Ranks *ranks);
/* Of the others: their share of the runs of the first one's command line. */
void program_share_runs(const WccModule *module, int argc, char **argv, struct Ranks *ranks);

/* end.c */

/* Says why the run failed, or that what it printed did not arrive; gives the exit status. */
int program_tell_end(Report *report, int status, FILE *out, FILE *err);

/* watch.c: of programs only, never of who embeds the library */

/* From now on SIGINT, SIGTERM and SIGHUP, where they are not ignored, end the process at once, with
 * status 130 (SIGHUP: 129), no half of a file or line, and a line that says what was stopped. Where
 * there is no thread to be had they do what they did. */
void program_watch(const char *program);
void program_unwatch(void);
/* Between these the calling thread has commands run and what they leave cleaned up: a signal ends
 * the commands and leaves it a moment to do so. It does not return from the second then. */
void program_begin_children(void);
void program_end_children(void);
/* From now on the watcher draws progress, where standard error is a terminal; what goes to the
 * report's messages erases it. */
void program_show_progress(Report *report);

/* progress.c */

void program_draw_progress(void);
void program_erase_progress(void);

#endif
