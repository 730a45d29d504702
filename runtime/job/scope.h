/* scope: what names in a job's expressions stand for, where they are written. */
#ifndef WCC_JOB_SCOPE_H
#define WCC_JOB_SCOPE_H

#include "job.h"

typedef struct Scope {
    JobFile *job;
    const JobItem *item; /* whose turns and those around it are meant; NULL: of no pass */
    bool is_unknown;     /* a size was asked for that is not known yet */
    bool is_placed;      /* the reason of a failure has its place already */
    unsigned depth;      /* of names of let: in each other */
} Scope;

bool job_evaluate_in(Scope *scope, const JobText *text, double *value);

#endif
