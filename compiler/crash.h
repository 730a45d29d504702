/* crash: what only a fault of wavecc can cause ends as an internal error that says how far it got. */
#ifndef WAVECC_CRASH_H
#define WAVECC_CRASH_H

/* From here on, for programs that are wavecc alone. */
void crash_watch(void);

/* A stage or a pass is done; the next crash is behind it. */
void crash_note(const char *done);

#endif
