/* profile: --profile, where the CPU time of a run goes by lines of the source. */
#ifndef WCC_PROFILE_H
#define WCC_PROFILE_H

#include <stdint.h>

#include "host/command_line.h"
#include "numbers/report.h"

enum { PROFILE_MOST_SAMPLES = 1 << 20, PROFILE_STEP_NS = 1000000 };

typedef struct Samples { /* addresses of instructions */
    uint64_t *places;
    size_t count;
} Samples;

/* sample.c: of all threads of the process, between these, once in a process. The places stay. */

bool program_begin_samples(Report *report);
Samples program_end_samples(void);

/* profile.c */

/* Before and behind what is profiled, where the line asks for that; the second gives the exit
 * status. */
bool program_begin_profile(Report *report, const CommandLine *line);
int program_end_profile(Report *report, const CommandLine *line, int status, FILE *err);

#endif
