#include "output.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

bool output_is(const char *path, const char *other)
{
    struct stat one, two;
    return stat(path, &one) == 0 && stat(other, &two) == 0 && one.st_dev == two.st_dev &&
           one.st_ino == two.st_ino && S_ISREG(one.st_mode);
}

bool output_is_replaced(const char *path)
{
    struct stat found;
    return lstat(path, &found) != 0 || S_ISREG(found.st_mode);
}

static bool write_all(int file, const char *bytes, size_t count)
{
    for (ssize_t written; count > 0; bytes += written, count -= (size_t)written)
        if ((written = write(file, bytes, count)) <= 0)
            return false;
    return true;
}

static bool copy(int from, int to)
{
    char block[65536];
    ssize_t count;
    while ((count = read(from, block, sizeof block)) > 0)
        if (!write_all(to, block, (size_t)count))
            return false;
    return count == 0;
}

bool output_copy(const char *result, const char *path)
{
    int from = open(result, O_RDONLY | O_CLOEXEC),
        to = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0777);
    bool copied = from >= 0 && to >= 0 && copy(from, to);
    if (from >= 0)
        close(from);
    return (to < 0 || close(to) == 0) && copied;
}
