/* What each stage took, for --time. */
#include "crash.h"
#include "pipeline_priv.h"

void note_time(Pipeline *pipeline, const char *stage)
{
    crash_note(stage);
    struct timespec now, *before = &pipeline->started;
    clock_gettime(CLOCK_MONOTONIC, &now);
    double seconds = (double)(now.tv_sec - before->tv_sec);
    double nanoseconds = (double)(now.tv_nsec - before->tv_nsec);
    if (pipeline->options->time)
        fprintf(stderr, "%-24s %8.2f ms\n", stage, seconds * 1e3 + nanoseconds * 1e-6);
    clock_gettime(CLOCK_MONOTONIC, &pipeline->started);
}
