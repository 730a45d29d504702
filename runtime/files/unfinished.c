/* Files that are being written, so that a program that is told to end leaves none of them half
 * written. They are made, named and forgotten under one lock, which who ends the process keeps: then
 * no file appears any more, neither a temporary one nor the one that it was to become. */
#define _GNU_SOURCE
#include "files.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Of the process, as files are, and what ends it knows no more than that. */
static struct {
    pthread_mutex_t lock;
    Unfinished *first;
} all = {.lock = PTHREAD_MUTEX_INITIALIZER};

static bool is_pattern(const char *path)
{
    size_t length = strlen(path);
    return length > 6 && !strcmp(path + length - 6, "XXXXXX");
}

int host_open_unfinished(Unfinished *file, char *path)
{
    pthread_mutex_lock(&all.lock);
    int handle = is_pattern(path) ? mkstemp(path)
                                  : open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
    int reason = errno;
    *file = (Unfinished){.path = path, .next = all.first};
    if (handle >= 0)
        all.first = file;
    pthread_mutex_unlock(&all.lock);
    errno = reason;
    return handle;
}

/* With the lock held. */
static void forget(const Unfinished *file)
{
    Unfinished **link = &all.first;
    while (*link && *link != file)
        link = &(*link)->next;
    if (*link)
        *link = file->next;
}

bool host_finish_file(Unfinished *file, const char *target)
{
    pthread_mutex_lock(&all.lock);
    bool good = target && !rename(file->path, target);
    int reason = errno;
    if (!good)
        unlink(file->path);
    forget(file);
    pthread_mutex_unlock(&all.lock);
    errno = reason;
    return good;
}

void host_drop_unfinished(double seconds)
{
    struct timespec end;
    clock_gettime(CLOCK_REALTIME, &end);
    end.tv_nsec += (long)(seconds * 1e9);
    end.tv_sec += end.tv_nsec / 1000000000;
    end.tv_nsec %= 1000000000;
    if (pthread_mutex_timedlock(&all.lock, &end))
        return;
    for (const Unfinished *file = all.first; file; file = file->next)
        unlink(file->path);
}
