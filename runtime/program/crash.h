/* crash: what a kernel did that crashed, or that a time limit ends. Of programs only, never of who
 * embeds the library. */
#ifndef WCC_CRASH_H
#define WCC_CRASH_H

/* From now on a crash in a kernel says which group, wave and line it was before it ends the process,
 * and messages about time-outs say the line. SIGABRT from outside says it of a kernel that runs.
 * Signals that are handled or ignored already stay so. */
void program_watch_crashes(const char *program);

#endif
