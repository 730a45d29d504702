/* The last words of a program. */
#include "program.h"

int program_tell_end(Report *report, int status, FILE *out, FILE *err)
{
    host_before_message(report);
    if (status)
        fprintf(err, "%s: error: %s\n", report->program, report->error);
    if (status || (!fflush(out) && !ferror(out)))
        return status;
    fprintf(err, "%s: error: could not write to standard output\n", report->program);
    return WCC_BAD_INPUT;
}
