/* Rows are added to lcov files, which may be there and which other processes may be adding to. */
#include "lcov.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "files.h"

/* Where its file system lets them. */
static int lock_folder(const char *path)
{
    char *folder = host_copy_folder(path);
    int handle = folder ? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    free(folder);
    if (handle >= 0)
        (void)flock(handle, LOCK_EX);
    return handle;
}

/* Standard output and its like have nothing to add to. */
static bool is_there(const char *path)
{
    return strcmp(path, "-") != 0 && host_find_stream(path) == NO_STREAM && !access(path, F_OK);
}

/* `text`: of the file, which the rows name. */
static bool add_to_file(Report *report, const char *path, LcovRows *rows, Bytes *text)
{
    if (is_there(path) &&
        (!host_read_text(report, path, text) || !lcov_read(report, (char *)text->data, rows)))
        return false;
    Text out = {0};
    lcov_sum(rows);
    lcov_write(rows, &out);
    bool good = out.failed ? host_fail(report, "not enough memory")
                           : host_write_bytes(report, path, &out);
    free(out.text);
    return good;
}

bool lcov_add_to_file(Report *report, const char *path, LcovRows *rows)
{
    Bytes text = {0};
    int lock = lock_folder(path);
    bool good = add_to_file(report, path, rows, &text);
    if (lock >= 0)
        close(lock);
    free(text.data);
    return good;
}
