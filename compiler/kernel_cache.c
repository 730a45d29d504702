/* A key is a hash of everything that makes a difference. Who makes a kernel writes it beside its
 * place and moves it there, so that others see all of it or nothing; who uses one sets its time, by
 * which the oldest ones go. */
#include "kernel_cache.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/hash.h"
#include "version.h"

enum {
    DEFAULT_MEGABYTES = 256,
    ABANDONED = 3600 /* seconds: no C compiler takes so long for what is being made */
};

/* ---- the key ---- */

typedef struct Hash {
    uint64_t forth, back;
} Hash;

static Hash hash_of(const char *bytes, size_t length)
{
    Hash hash = {hash_add(HASH_START, bytes, length), UINT64_C(0x9e3779b97f4a7c15) ^ length};
    for (size_t left = length; left > 0; left--)
        hash.back = hash_add(hash.back, &bytes[left - 1], 1);
    return hash;
}

/* The order of a folder's files means nothing. Headers are known by what installing or editing one
 * changes, as the C compiler is: reading them all took most of the time of finding a kernel. */
static Hash hash_of_headers(const char *folder)
{
    Hash sum = {0, 0};
    DIR *listing = opendir(folder);
    for (struct dirent *entry; listing != NULL && (entry = readdir(listing)) != NULL;) {
        struct stat about;
        char text[NAME_MAX + 100];
        if (entry->d_name[0] == '.' || fstatat(dirfd(listing), entry->d_name, &about, 0) != 0)
            continue;
        int length = snprintf(text, sizeof text, "%s %lld %lld.%09ld", entry->d_name,
                              (long long)about.st_size, (long long)about.st_mtim.tv_sec,
                              about.st_mtim.tv_nsec);
        Hash one = hash_of(text, (size_t)length);
        sum = (Hash){sum.forth + one.forth, sum.back + one.back};
    }
    if (listing != NULL)
        closedir(listing);
    return sum;
}

static void add_program(Arena *arena, Text *all, const char *path)
{
    struct stat about = {0};
    char *real = path != NULL ? realpath(path, NULL) : NULL;
    if (real != NULL && stat(real, &about) == 0)
        text_printf(all, "%s %lld %lld.%09ld\n", arena_copy_text(arena, real, strlen(real)),
                    (long long)about.st_size, (long long)about.st_mtim.tv_sec,
                    about.st_mtim.tv_nsec);
    free(real);
}

/* Another version of the C compiler makes other code. */
static void add_compiler(Arena *arena, Text *all, const CompileCInputs *inputs)
{
    add_program(arena, all, inputs->compiler);
    add_program(arena, all, inputs->library);
    text_printf(all, "%s", inputs->words);
}

/* Its name and what it can do. */
static void add_machine(Text *all)
{
    char line[8192];
    FILE *file = fopen("/proc/cpuinfo", "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL && strcmp(line, "\n") != 0)
        if (strncmp(line, "model", 5) == 0 || strncmp(line, "flags", 5) == 0)
            text_printf(all, "%s", line);
    if (file != NULL)
        fclose(file);
}

static void make_key(Arena *arena, EmitKind emit, const CompileCInputs *inputs, const Text *text,
                     char key[KERNEL_KEY_SIZE])
{
    Text all = {0};
    text_printf(&all, "wavecc %s %d\n", WAVECC_VERSION, (int)emit);
    add_compiler(arena, &all, inputs);
    if (strstr(inputs->words, "-march=native") != NULL)
        add_machine(&all);
    Hash headers = inputs->header_folder != NULL ? hash_of_headers(inputs->header_folder)
                                                 : (Hash){0, 0};
    text_printf(&all, "%llx %llx\n", (unsigned long long)headers.forth,
                (unsigned long long)headers.back);
    text_add(&all, text->bytes, text->length);
    Hash hash = hash_of(all.bytes, all.length);
    snprintf(key, KERNEL_KEY_SIZE, "%016llx%016llx", (unsigned long long)hash.forth,
             (unsigned long long)hash.back);
    text_free(&all);
}

void kernel_cache_key(const Options *options, const Text *text, char key[KERNEL_KEY_SIZE])
{
    Arena *arena = arena_new("key");
    CompileCInputs inputs = compile_c_inputs(arena, options);
    make_key(arena, options->emit, &inputs, text, key);
    arena_drop(arena);
}

/* ---- entries ---- */

/* Those that linkers make, which may be executed, come first. */
enum { LINKED = 2 };
static const char *const ENDINGS[] = {".so", ".x", ".s", ".o"};

static const char *ending_of(EmitKind emit)
{
    return ENDINGS[emit == EMIT_SHARED ? 0 : emit == EMIT_EXECUTABLE ? 1 : emit == EMIT_ASM ? 2 : 3];
}

static bool has_ending(const char *name, int count)
{
    const char *dot = strrchr(name, '.');
    for (int i = 0; i < count; i++)
        if (dot != NULL && dot != name && strcmp(dot, ENDINGS[i]) == 0)
            return true;
    return false;
}

const char *kernel_cache_place_by(Arena *arena, const char *folder, EmitKind emit,
                                  const CompileCInputs *inputs, const Text *text)
{
    char key[KERNEL_KEY_SIZE];
    make_key(arena, emit, inputs, text, key);
    return arena_printf(arena, "%s/%s%s", folder, key, ending_of(emit));
}

const char *kernel_cache_place(Arena *arena, const char *folder, const Options *options,
                               const Text *text)
{
    CompileCInputs inputs = compile_c_inputs(arena, options);
    return kernel_cache_place_by(arena, folder, options->emit, &inputs, text);
}

/* Behind what the linker wrote, where loaders do not look. */
typedef struct Seal {
    char name[16];
    uint64_t length;
    Hash hash;
} Seal;
static const char SEAL_NAME[16] = "wavecc's kernel";

static Seal seal_of(const char *bytes, size_t length)
{
    Seal seal = {.length = length, .hash = hash_of(bytes, length)};
    memcpy(seal.name, SEAL_NAME, sizeof SEAL_NAME);
    return seal;
}

/* malloc'd; NULL: it is no file, or cannot be read. */
static char *read_file(FILE *file, size_t *length)
{
    struct stat about;
    if (file == NULL || fstat(fileno(file), &about) != 0 || !S_ISREG(about.st_mode))
        return NULL;
    *length = (size_t)about.st_size;
    char *bytes = malloc(*length + 1);
    if (bytes == NULL || fread(bytes, 1, *length, file) == *length)
        return bytes;
    free(bytes);
    return NULL;
}

/* Without its seal, malloc'd; NULL: it has none, or it is not of these bytes. */
static char *read_sealed(const char *path, size_t *length)
{
    int opened = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC); /* a pipe is no kernel, and has nobody who writes */
    FILE *file = opened >= 0 ? fdopen(opened, "rb") : NULL;
    char *bytes = read_file(file, length);
    bool is_whole = bytes != NULL && *length >= sizeof(Seal);
    if (file != NULL)
        fclose(file);
    if (is_whole) {
        *length -= sizeof(Seal);
        Seal seal = seal_of(bytes, *length);
        is_whole = memcmp(&seal, bytes + *length, sizeof seal) == 0;
    }
    if (is_whole)
        return bytes;
    free(bytes);
    return NULL;
}

bool kernel_cache_is_whole(const char *path)
{
    size_t length;
    char *bytes = read_sealed(path, &length);
    free(bytes);
    return bytes != NULL;
}

bool kernel_cache_seal(const char *path)
{
    size_t length;
    FILE *file = fopen(path, "r+b");
    char *bytes = read_file(file, &length);
    Seal seal = bytes != NULL ? seal_of(bytes, length) : (Seal){0};
    bool is_sealed = bytes != NULL && fseek(file, 0, SEEK_END) == 0 &&
                     fwrite(&seal, sizeof seal, 1, file) == 1;
    free(bytes);
    return file != NULL && fclose(file) == 0 && is_sealed;
}

static bool write_file(const char *path, mode_t mode, const char *bytes, size_t length)
{
    int made = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode);
    FILE *file = made >= 0 ? fdopen(made, "wb") : NULL;
    bool is_written = file != NULL && fwrite(bytes, 1, length, file) == length;
    return file != NULL && fclose(file) == 0 && is_written;
}

bool kernel_cache_take(const char *place, const char *path)
{
    size_t length;
    char *bytes = read_sealed(place, &length);
    bool is_taken = bytes != NULL && write_file(path, has_ending(place, LINKED) ? 0777 : 0666, bytes, length);
    if (is_taken)
        kernel_cache_touch(place);
    else if (bytes != NULL)
        unlink(path); /* half of it */
    free(bytes);
    return is_taken;
}

void kernel_cache_keep(Arena *arena, const char *path, const char *place)
{
    size_t length;
    const char *folder = arena_copy_text(arena, place, (size_t)(strrchr(place, '/') - place));
    const char *own = arena_printf(arena, "%s/.%ld.so", folder, (long)getpid());
    FILE *file = fopen(path, "rb");
    char *bytes = read_file(file, &length);
    bool is_kept = bytes != NULL && write_file(own, 0666, bytes, length) && kernel_cache_seal(own) &&
                   rename(own, place) == 0;
    if (!is_kept)
        unlink(own);
    if (file != NULL)
        fclose(file);
    free(bytes);
    kernel_cache_trim(folder);
}

void kernel_cache_touch(const char *path) { utimensat(AT_FDCWD, path, NULL, 0); }

/* ---- the folder ---- */

/* With those above it. */
static bool make_folder(const char *path)
{
    struct stat about;
    Arena *arena = arena_new("folder");
    for (const char *slash = path; (slash = strchr(slash + 1, '/')) != NULL;)
        mkdir(arena_printf(arena, "%.*s", (int)(slash - path), path), 0777);
    arena_drop(arena);
    mkdir(path, 0700); /* who may write there makes us run what they like */
    return stat(path, &about) == 0 && S_ISDIR(about.st_mode) && access(path, W_OK | X_OK) == 0;
}

const char *kernel_cache_folder(Arena *arena, const char *asked)
{
    const char *folder = asked != NULL ? asked : getenv("WAVECC_CACHE");
    const char *shared = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (folder == NULL && shared != NULL && *shared == '/')
        folder = arena_printf(arena, "%s/wavecc", shared);
    else if (folder == NULL && home != NULL && *home == '/')
        folder = arena_printf(arena, "%s/.cache/wavecc", home);
    return folder != NULL && *folder != '\0' && make_folder(folder) ? folder : NULL;
}

typedef struct Entry {
    const char *path;
    bool is_part; /* not whole: it is being made, or who made it was killed */
    struct timespec used;
    off_t bytes;
} Entry;
typedef VEC(Entry) Entries;

static int by_time(const void *left, const void *right)
{
    const struct timespec *one = &((const Entry *)left)->used,
                          *two = &((const Entry *)right)->used;
    if (one->tv_sec != two->tv_sec)
        return one->tv_sec < two->tv_sec ? -1 : 1;
    return one->tv_nsec < two->tv_nsec ? -1 : one->tv_nsec > two->tv_nsec;
}

static Entries entries_of(Arena *arena, const char *folder)
{
    Entries entries = {0};
    DIR *listing = opendir(folder);
    for (struct dirent *file; listing != NULL && (file = readdir(listing)) != NULL;) {
        struct stat about;
        const char *path = arena_printf(arena, "%s/%s", folder, file->d_name);
        bool is_part = file->d_name[0] == '.' && strstr(file->d_name, ".so") != NULL,
             is_kernel = has_ending(file->d_name, COUNT_OF(ENDINGS));
        if ((is_part || is_kernel) && lstat(path, &about) == 0 && S_ISREG(about.st_mode))
            vec_push(arena, &entries, (Entry){path, is_part, about.st_mtim, about.st_size});
    }
    if (listing != NULL)
        closedir(listing);
    return entries;
}

static int64_t room(void)
{
    const char *megabytes = getenv("WAVECC_CACHE_MB");
    int64_t count = megabytes != NULL ? strtoll(megabytes, NULL, 10) : 0;
    return (count > 0 && count < INT32_MAX ? count : DEFAULT_MEGABYTES) << 20;
}

static void remove_abandoned(const Entries *entries)
{
    time_t now = time(NULL);
    for (int i = 0; i < entries->count; i++)
        if (entries->items[i].is_part && now - entries->items[i].used.tv_sec > ABANDONED)
            unlink(entries->items[i].path);
}

void kernel_cache_trim(const char *folder)
{
    Arena *arena = arena_new("cache");
    Entries entries = entries_of(arena, folder);
    int64_t bytes = 0;
    remove_abandoned(&entries);
    for (int i = 0; i < entries.count; i++)
        bytes += entries.items[i].bytes;
    if (entries.count > 0 && bytes > room())
        qsort(entries.items, (size_t)entries.count, sizeof *entries.items, by_time);
    for (int i = 0; i < entries.count && bytes > room(); i++) {
        if (entries.items[i].is_part)
            continue;
        unlink(entries.items[i].path); /* who has loaded it keeps it */
        bytes -= entries.items[i].bytes;
    }
    arena_drop(arena);
}
