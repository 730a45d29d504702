/* What --order auto found, kept in $XDG_CACHE_HOME/wavecc/orders or ~/.cache/wavecc/orders: a small
 * file for each kernel, grid and machine, named by the hash of the three, which are its first line;
 * the order is its second. It is written beside and renamed, so that it is there whole or not at
 * all, whoever else writes it; what does not read so, or is older than MOST_DAYS, is taken for absent
 * and written anew. */
#define _GNU_SOURCE
#include "dispatch.h"
#include "files/files.h"
#include "numbers/numbers.h"

#if defined(__x86_64__)
#include <cpuid.h>
#endif
#include <dlfcn.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { MOST_DAYS = 30 };

/* Family, model and stepping. */
static unsigned cpu_model(void)
{
    unsigned model = 0;
#if defined(__x86_64__)
    unsigned unused[3];
    __get_cpuid(1, &model, &unused[0], &unused[1], &unused[2]);
#endif
    return model;
}

/* The file that the kernel's code is in, as it was built, and which of its kernels. */
static void add_kernel(const WccVariant *variant, OrderKey *key)
{
    Dl_info object = {0};
    char path[PATH_MAX];
    struct stat file = {0};
    uintptr_t code = (uintptr_t)variant->run, base = code;
    if (dladdr((void *)code, &object)) {
        base = (uintptr_t)object.dli_fbase;
        if (!realpath(object.dli_fname, path) || stat(path, &file))
            stat("/proc/self/exe", &file);
    }
    snprintf(key->text, sizeof key->text, "kernel %llx in %llx:%llx of %lld bytes at %lld.%09ld",
             (unsigned long long)(code - base), (unsigned long long)file.st_dev,
             (unsigned long long)file.st_ino, (long long)file.st_size,
             (long long)file.st_mtim.tv_sec, file.st_mtim.tv_nsec);
}

OrderKey host_order_key(const Job *job)
{
    OrderKey key;
    const uint32_t *groups = job->dispatch->groups;
    add_kernel(job->variant, &key);
    size_t length = strlen(key.text);
    snprintf(key.text + length, sizeof key.text - length,
             ", wave size %u, grid %u,%u,%u, %ld CPUs %x, caches %ld %ld %ld", job->variant->wave_size,
             groups[0], groups[1], groups[2], sysconf(_SC_NPROCESSORS_ONLN), cpu_model(),
             sysconf(_SC_LEVEL1_DCACHE_SIZE), sysconf(_SC_LEVEL2_CACHE_SIZE),
             sysconf(_SC_LEVEL3_CACHE_SIZE));
    return key;
}

/* FNV-1a, 64 bits. */
static uint64_t hash_of(const char *text)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * 0x100000001b3u;
    return hash;
}

/* Relative folders do not count, says the XDG Base Directory Specification. */
static bool find_folder(char path[PATH_MAX])
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    int length = -1;
    if (cache && cache[0] == '/')
        length = snprintf(path, PATH_MAX, "%s/wavecc/orders", cache);
    else if (home && home[0] == '/')
        length = snprintf(path, PATH_MAX, "%s/.cache/wavecc/orders", home);
    return length > 0 && length < PATH_MAX - 64;
}

static bool find_file(const OrderKey *key, char path[PATH_MAX])
{
    if (!find_folder(path))
        return false;
    sprintf(path + strlen(path), "/%016llx", (unsigned long long)hash_of(key->text));
    return true;
}

/* Its newline is taken off. */
static bool read_line(FILE *file, char *line, int size)
{
    if (!fgets(line, size, file))
        return false;
    char *end = strchr(line, '\n');
    if (end)
        *end = '\0';
    return end != NULL;
}

/* Nor from the future, of a clock that was wrong. */
static bool is_recent(FILE *file)
{
    struct stat about;
    return !fstat(fileno(file), &about) && about.st_mtime <= time(NULL) + 1 &&
           about.st_mtime > time(NULL) - MOST_DAYS * 86400L;
}

bool host_recall_order(const OrderKey *key, Order *order)
{
    char path[PATH_MAX], line[sizeof key->text + 2], name[64];
    FILE *file = find_file(key, path) ? fopen(path, "re") : NULL;
    Report unheard = {0};
    if (!file)
        return false;
    bool good = is_recent(file) && read_line(file, line, sizeof line) && !strcmp(line, key->text) &&
                read_line(file, name, sizeof name) && host_parse_order(&unheard, name, order) &&
                order->kind != ORDER_AUTO;
    fclose(file);
    return good;
}

/* With the folders above it; those of others are their own affair. */
static void make_folders(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, 0700);
        *slash = '/';
    }
}

void host_keep_order(const OrderKey *key, Order order)
{
    char path[PATH_MAX], temporary[PATH_MAX + 8], name[32];
    if (!find_file(key, path))
        return;
    make_folders(path);
    snprintf(temporary, sizeof temporary, "%s.XXXXXX", path);
    Unfinished unfinished;
    int handle = host_open_unfinished(&unfinished, temporary);
    FILE *file = handle < 0 ? NULL : fdopen(handle, "w");
    if (!file && handle >= 0) {
        close(handle);
        host_finish_file(&unfinished, NULL);
    }
    if (!file)
        return;
    host_spell_order(order, name);
    bool good = fprintf(file, "%s\n%s\n", key->text, name) > 0;
    good &= !fclose(file);
    host_finish_file(&unfinished, good ? path : NULL);
}
