/* lcov: files of what runs came to, in the form of the program lcov (geninfo(1), "TRACE FILE FORMAT"):
 *
 *     TN:
 *     SF:blur.hlsl                 of each source file
 *     FN:12,HorzBlurCS             functions, by their lines
 *     FNDA:65536,HorzBlurCS        and how many threads came there
 *     BRDA:15,9,0,1024             branches: line, column, way, threads; '-': none came to the condition
 *     DA:14,65536                  lines: threads
 *     end_of_record
 *
 * and, in remarks that other readers pass over:
 *
 *     #LANES:14,65536              lanes of the waves that came to a line, in use or not
 *     #SAMPLES:14,208              of a line that --profile saw: milliseconds of CPU time
 *     #BARRIER:16,5,barrier,65536,2048,2048     line, column, name, threads, waves, full waves
 *     #WAVE:18,20,wave_reduce,65536,2048,2048   the same of operations across a wave                */
#ifndef WCC_FILES_LCOV_H
#define WCC_FILES_LCOV_H

#include "numbers/report.h"

typedef enum LcovKind {
    LCOV_FUNCTION, LCOV_BRANCH, LCOV_LINE, LCOV_SAMPLES, LCOV_BARRIER, LCOV_WAVE
} LcovKind;

typedef struct LcovRow {
    const char *file;
    LcovKind kind;
    uint32_t line, column; /* column: 0 for functions and lines */
    uint32_t way;          /* of a branch */
    const char *name;      /* "": lines and branches */
    uint64_t threads; /* of LCOV_SAMPLES: samples */
    uint64_t lanes;             /* of a line */
    uint64_t waves, full_waves; /* of barriers and wave operations */
} LcovRow;

typedef struct LcovRows {
    LcovRow *items;
    size_t count, capacity;
} LcovRows;

bool lcov_add(Report *report, LcovRows *rows, LcovRow row);
/* Sorted by file, kind, line, column, way and name; rows of one place become one, their sum. */
void lcov_sum(LcovRows *rows);
/* Adds what a file's text says, whose strings the rows then name: `text` is changed, and must outlive
 * them. Fails where it is no such file. */
bool lcov_read(Report *report, char *text, LcovRows *rows);
/* Of rows that are summed. */
void lcov_write(const LcovRows *rows, Text *text);

/* lcov_file.c */

/* Adds the rows to a file, which need not be there; programs that add to files of one folder take
 * turns. The rows are the file's then, and their strings gone. */
bool lcov_add_to_file(Report *report, const char *path, LcovRows *rows);

#endif
