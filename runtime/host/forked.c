/* A child of fork() has a pool's memory, but not its threads, and its lock as it happened to be: what is asked of the pool
 * there would wait for ever. A page that the kernel clears in children (since Linux 4.14) tells them. */
#define _GNU_SOURCE
#include "pool.h"

#include <sys/mman.h>

enum { PAGE_BYTES = 4096 };

void host_mark_home(Pool *pool)
{
    uint8_t *page = mmap(NULL, PAGE_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED)
        return;
    if (madvise(page, PAGE_BYTES, MADV_WIPEONFORK) != 0) {
        munmap(page, PAGE_BYTES);
        return;
    }
    *page = 1;
    pool->home = page;
}

void host_unmark_home(Pool *pool)
{
    if (pool->home)
        munmap((void *)pool->home, PAGE_BYTES);
}

bool host_is_forked(const Pool *pool)
{
    return pool->home && !*pool->home;
}
