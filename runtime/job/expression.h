/* expression: numbers that a job computes: "image.width / 2", "0.5 * sin(step * 0.1)". */
#ifndef WCC_JOB_EXPRESSION_H
#define WCC_JOB_EXPRESSION_H

#include "numbers/report.h"

/* What names are. */
typedef struct JobNames {
    /* `member` of `owner`; "" where it stands alone. */
    bool (*find)(Report *report, void *context, const char *owner, const char *member,
                 double *value);
    void *context;
    const bool *is_unknown; /* true: a value that was found stands for one that nobody knows yet */
} JobNames;

/* Sums, products, quotients and remainders of numbers, names and functions. Fails where the text
 * is none and where the value, if it is known, is no finite number. */
bool job_evaluate(Report *report, const char *text, const JobNames *names, double *value);

#endif
