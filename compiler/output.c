#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "options.h"

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

static bool write_to(int file, const char *bytes, size_t count)
{
    bool written = file >= 0 && write_all(file, bytes, count);
    return (file < 0 || close(file) == 0) && written;
}

/* What only some may read stays so, where the file system knows of it. */
static void keep_mode(int file, const char *path)
{
    struct stat before;
    if (stat(path, &before) == 0)
        (void)fchmod(file, before.st_mode & 0777);
}

const char *output_beside(Arena *arena, const char *path)
{
    enum { TAIL = 20 };
    const char *slash = strrchr(path, '/');
    size_t folder = slash != NULL ? (size_t)(slash + 1 - path) : 0, length = strlen(path);
    size_t most = folder + NAME_MAX - TAIL;
    return arena_printf(arena, "%.*s.wavecc-%ld", (int)(length < most ? length : most), path,
                        (long)getpid());
}

static bool write_beside(const char *path, const char *beside, const char *bytes, size_t count)
{
    int file = open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file < 0 && errno == ENOENT) /* of "folder/" open() below would say that it is a folder */
        return false;
    if (file < 0) /* a file may be written to where none can be made */
        return write_to(open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666), bytes, count);
    keep_mode(file, path);
    bool written = write_to(file, bytes, count) && rename(beside, path) == 0;
    int error = errno;
    if (!written)
        unlink(beside);
    errno = error;
    return written;
}

static bool write_file(const char *path, const char *bytes, size_t count)
{
    if (!output_is_replaced(path))
        return write_to(open(path, O_WRONLY | O_TRUNC | O_CREAT | O_CLOEXEC, 0666), bytes, count);
    Arena *arena = arena_new("output");
    const char *beside = output_beside(arena, path);
    bool is_protected = access(path, F_OK) == 0 && access(path, W_OK) != 0;
    bool written = !is_protected && write_beside(path, beside, bytes, count);
    int error = errno; /* the arena may change it */
    arena_drop(arena);
    errno = error;
    return written;
}

bool output_is_standard(const char *path) { return strcmp(path, "-") == 0; }

int output_write(const char *path, const char *bytes, size_t count)
{
    bool is_file = path != NULL && !output_is_standard(path);
    errno = 0;
    bool written = is_file ? write_file(path, bytes, count)
                           : fwrite(bytes, 1, count, stdout) == count && fflush(stdout) == 0;
    if (!written)
        fprintf(stderr, "wavecc: error: cannot write '%s': %s\n",
                is_file ? path : "standard output", strerror(errno));
    return written ? EXIT_DONE : EXIT_MACHINE;
}
