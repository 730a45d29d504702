/* text: what a job's file says, as it is written there, each piece with its place; and memory that
 * lives as long as the job. */
#ifndef WCC_JOB_TEXT_H
#define WCC_JOB_TEXT_H

#include "numbers/report.h"

/* From 1 on; line 0: what was not written, or typed on the command line. */
typedef struct JobPlace {
    size_t line, column;
} JobPlace;

typedef struct JobText {
    const char *text; /* NULL: not given */
    JobPlace place;
} JobText;

/* "5" is a list of one, as [5] is. */
typedef struct JobList {
    JobText *items;
    size_t count;
    bool is_bracketed;
    JobPlace place;
} JobList;

/* NAME: value, or NAME: [values] */
typedef struct JobPair {
    JobText name;
    JobList values;
} JobPair;

typedef struct JobPairs {
    JobPair *items;
    size_t count;
} JobPairs;

/* A number as written; line 0: it was not, and the value is the usual one. */
typedef struct JobCount {
    uint64_t value;
    JobPlace place;
} JobCount;

/* Where the pieces come from, and what they are made of. */
typedef struct JobSource {
    Report *report;
    const char *path;
    struct JobChunk *chunks;
} JobSource;

/* Zeroed; NULL with the reason in the report. */
void *job_alloc(JobSource *source, size_t count, size_t size);
void job_free_all(JobSource *source);
/* The reason becomes "PATH:LINE:COLUMN: ...", where there is a line. Gives false. */
bool job_fail(const JobSource *source, JobPlace place, const char *format, ...)
    HOST_PRINTF(3, 4);
/* The same with the reason that is there. */
bool job_fail_in(const JobSource *source, JobPlace place);

#endif
