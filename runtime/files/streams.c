/* Files that are open already: standard input and output, and what /dev/fd and /proc/self/fd name.
 * They are used as they are. Opening them anew by their paths would begin at a file's start, whoever
 * wrote or read before, and fails where a socket stands behind them. */
#define _GNU_SOURCE
#include "files.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

static const struct {
    const char *path;
    int handle;
} names[] = {
    {"/dev/stdin", STDIN_FILENO}, {"/dev/stdout", STDOUT_FILENO}, {"/dev/stderr", STDERR_FILENO}};

static const char *const folders[] = {"/dev/fd/", "/proc/self/fd/"};

int host_find_stream(const char *path)
{
    const char *end;
    uint64_t handle;
    for (size_t i = 0; i < HOST_LENGTH(names); i++)
        if (!strcmp(path, names[i].path))
            return names[i].handle;
    for (size_t i = 0; i < HOST_LENGTH(folders); i++) {
        size_t length = strlen(folders[i]);
        if (!strncmp(path, folders[i], length) &&
            host_parse_count(path + length, &end, INT_MAX, &handle) && !*end)
            return (int)handle;
    }
    return NO_STREAM;
}

bool host_is_stream_for(int handle, Direction direction)
{
    int flags = fcntl(handle, F_GETFL), mode = flags & O_ACCMODE;
    int other = direction == FILE_IN ? O_WRONLY : O_RDONLY;
    if (flags != -1 && mode == other)
        errno = EBADF;
    return flags != -1 && mode != other;
}

static int copy_handle(int handle, Direction direction)
{
    if (handle == STDOUT_FILENO)
        fflush(stdout);
    return host_is_stream_for(handle, direction) ? fcntl(handle, F_DUPFD_CLOEXEC, 0) : -1;
}

int host_open_for_reading(const char *path)
{
    int handle = host_find_stream(path);
    return handle == NO_STREAM ? open(path, O_RDONLY | O_CLOEXEC) : copy_handle(handle, FILE_IN);
}

int host_open_for_writing(const char *path)
{
    int handle = host_find_stream(path);
    return handle == NO_STREAM ? open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0666)
                               : copy_handle(handle, FILE_OUT);
}

void host_hold_streams(void)
{
    static const int flags[] = {O_WRONLY, O_RDONLY, O_RDONLY};
    for (int handle = 0; handle < (int)HOST_LENGTH(flags); handle++)
        if (fcntl(handle, F_GETFD) == -1 && open("/dev/null", flags[handle]) < 0)
            return;
}
