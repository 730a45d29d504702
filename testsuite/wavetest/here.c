/* here: a job in this process, whose dispatches a child's could not share out. What it writes to standard output and
 * to standard error goes where a child's would. */
#include <fcntl.h>
#include <unistd.h>

#include "child.h"

typedef struct Kept { /* of this process, while the job has its place */
    int folder, output, errors;
} Kept;

static Kept redirect(int errors)
{
    Kept kept = {open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC), dup(STDOUT_FILENO), dup(STDERR_FILENO)};
    fflush(NULL);
    dup2(errors, STDOUT_FILENO);
    dup2(errors, STDERR_FILENO);
    return kept;
}

static bool restore(const Kept *kept)
{
    fflush(NULL);
    bool is_back = fchdir(kept->folder) == 0 && dup2(kept->output, STDOUT_FILENO) >= 0 &&
                   dup2(kept->errors, STDERR_FILENO) >= 0;
    close(kept->folder);
    close(kept->output);
    close(kept->errors);
    return is_back;
}

bool job_run_here(const Settings *settings, const Job *job, int first, int records, int errors, const char *scratch)
{
    Kept kept = redirect(errors);
    child_run(settings, job, first, records, scratch);
    return restore(&kept) && lseek(records, 0, SEEK_SET) == 0;
}
