/* Files: reading a whole one, and writing one so that it is complete or absent. */
#include "files.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* How much is read: pipes and devices may have no end. Text may be longer than its numbers. */
#define LARGEST_STREAM ((size_t)1 << 30)
#define LARGEST_FILE ((size_t)1 << 32)

typedef struct Expected { size_t bytes, most; } Expected; /* 0 bytes: not known */

static Expected expect(FILE *file)
{
    struct stat about;
    bool is_file = !fstat(fileno(file), &about) && S_ISREG(about.st_mode);
    return is_file ? (Expected){(size_t)about.st_size, LARGEST_FILE} : (Expected){0, LARGEST_STREAM};
}

static bool fail_too_large(Report *report, Expected expected)
{
    return host_fail(report, expected.most == LARGEST_FILE
                                 ? "the file is too large: it has more than 4 GiB"
                                 : "it is no file, and has more than 1 GiB");
}

/* One byte more than is expected, so that the end shows, and than is taken. */
static bool grow(Report *report, Expected expected, size_t *capacity, Bytes *bytes)
{
    size_t wanted = !*capacity && expected.bytes ? expected.bytes + 1 : *capacity * 2 + 65536;
    *capacity = wanted < expected.most + 1 ? wanted : expected.most + 1;
    uint8_t *larger = realloc(bytes->data, *capacity);
    if (!larger)
        return host_fail(report, "not enough memory");
    bytes->data = larger;
    return true;
}

static bool read_all(Report *report, FILE *file, Bytes *bytes)
{
    Expected expected = expect(file);
    size_t capacity = 0, count = 0;
    if (expected.bytes > expected.most)
        return fail_too_large(report, expected);
    do {
        bytes->count += count;
        if (bytes->count > expected.most)
            return fail_too_large(report, expected);
        if (bytes->count == capacity && !grow(report, expected, &capacity, bytes))
            return false;
        count = fread(bytes->data + bytes->count, 1, capacity - bytes->count, file);
    } while (count);
    return !ferror(file) || host_fail(report, "could not read: %s", strerror(errno));
}

static bool read_path(Report *report, const char *path, Bytes *bytes)
{
    int handle = host_open_for_reading(path);
    FILE *file = handle < 0 ? NULL : fdopen(handle, "rb");
    if (!file)
        return host_fail(report, "could not open: %s", strerror(errno));
    bool good = read_all(report, file, bytes);
    fclose(file);
    return good;
}

bool host_read_text(Report *report, const char *path, Bytes *bytes)
{
    if (!read_path(report, path, bytes))
        return false;
    uint8_t *text = realloc(bytes->data, bytes->count + 1);
    if (!text)
        return host_fail(report, "not enough memory");
    text[bytes->count] = '\0';
    bytes->data = text;
    return true;
}

bool host_read_file(Report *report, const char *typed, Array *array)
{
    Bytes bytes = {0};
    FileName name;
    bool good = host_parse_file_name(report, typed, FILE_IN, &name) &&
                read_path(report, name.path, &bytes) &&
                name.format->read(report, bytes, name.option, array);
    free(bytes.data);
    free(name.path);
    return good;
}

/* ---- writing ---- */

/* All bytes, or false with errno set. */
static bool write_all(int file, const char *bytes, size_t count)
{
    while (count) {
        ssize_t written = write(file, bytes, count);
        if (written < 0 && errno == EAGAIN) /* whom we have a stream from may have it so */
            poll(&(struct pollfd){.fd = file, .events = POLLOUT}, 1, -1);
        else if (written < 0 && errno != EINTR)
            return false;
        if (written > 0) {
            bytes += written;
            count -= (size_t)written;
        }
    }
    return true;
}

/* Closes it. */
static bool fill_file(int file, const Text *contents)
{
    if (file < 0)
        return false;
    bool good = write_all(file, contents->text ? contents->text : "", contents->length);
    int reason = errno;
    if (close(file) && good) {
        good = false;
        reason = errno;
    }
    errno = reason;
    return good;
}

/* What only some may read stays so, where the file system knows of it. */
static void keep_mode(int file, const char *target)
{
    struct stat before;
    if (file >= 0 && !stat(target, &before))
        (void)fchmod(file, before.st_mode & 0777);
}

static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* FILE.PID.tmp, to be freed; of a name that leaves no room for that its beginning. */
static char *new_temporary_path(const char *target)
{
    enum { TAIL = 16 };
    Text path = {0};
    size_t folder = (size_t)(last_part(target) - target), length = strlen(target);
    size_t most = folder + NAME_MAX - TAIL;
    host_text_printf(&path, "%.*s.%ld.tmp", (int)(length < most ? length : most), target,
                     (long)getpid());
    return host_take_text(&path);
}

/* A new file beside the target, then rename. */
static bool replace_file(const char *target, const Text *contents)
{
    char *temporary = new_temporary_path(target);
    Unfinished unfinished;
    if (!temporary)
        return false;
    unlink(temporary);
    int file = host_open_unfinished(&unfinished, temporary);
    keep_mode(file, target);
    bool is_full = fill_file(file, contents);
    int reason = errno;
    bool good = file >= 0 && host_finish_file(&unfinished, is_full ? target : NULL);
    errno = is_full && !good ? errno : reason;
    free(temporary);
    return good;
}

char *host_copy_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? strndup(path, (size_t)(slash - path) + 1) : strdup(".");
}

static bool stat_folder(const char *path, struct stat *status)
{
    char *folder = host_copy_folder(path);
    bool good = folder && !stat(folder, status);
    free(folder);
    return good;
}

static bool is_one_path(const char *first, const char *second)
{
    struct stat one, other;
    if (host_find_stream(first) != NO_STREAM || host_find_stream(second) != NO_STREAM)
        return false;
    bool there = !stat(first, &one), other_there = !stat(second, &other);
    if (there != other_there || (there && !S_ISREG(one.st_mode)))
        return false;
    if (!there && (strcmp(last_part(first), last_part(second)) != 0 || !stat_folder(first, &one) ||
                   !stat_folder(second, &other)))
        return false;
    return one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

enum { MOST_LINKS = 40 }; /* as Linux follows */

/* Instead of `path` what it means where that is a link to nothing, or itself; takes `path`. NULL:
 * no memory. */
static char *follow_links(char *path)
{
    char target[PATH_MAX];
    for (int i = 0; path && i < MOST_LINKS; i++) {
        ssize_t length = access(path, F_OK) ? readlink(path, target, sizeof target - 1) : -1;
        if (length <= 0)
            break;
        target[length] = 0;
        char *folder = host_copy_folder(path);
        Text meant = {0};
        if (target[0] != '/')
            host_text_printf(&meant, "%s/", folder ? folder : ".");
        host_text_add(&meant, target, (size_t)length);
        free(folder);
        free(path);
        path = host_take_text(&meant);
    }
    return path;
}

bool host_is_one_file(const char *first, const char *second)
{
    char *one = follow_links(host_copy_path(first, FILE_OUT)),
         *other = follow_links(host_copy_path(second, FILE_OUT));
    bool same = one && other && is_one_path(one, other);
    free(one);
    free(other);
    return same;
}

/* What stands at the end of a path. */
typedef enum Standing {
    STANDS_NOTHING,
    STANDS_FILE,
    STANDS_FOLDER,
    STANDS_STREAM,
    STANDS_OTHER
} Standing;

/* A link to nothing is other: what is written through it makes the file that it means. */
static Standing find_standing(const char *path)
{
    struct stat status;
    if (host_find_stream(path) != NO_STREAM)
        return STANDS_STREAM;
    if (stat(path, &status))
        return lstat(path, &status) ? STANDS_NOTHING : STANDS_OTHER;
    return S_ISREG(status.st_mode)   ? STANDS_FILE
           : S_ISDIR(status.st_mode) ? STANDS_FOLDER
                                     : STANDS_OTHER;
}

/* NULL: it has no other path. */
static char *find_real_path(const char *path)
{
    return host_find_stream(path) == NO_STREAM ? realpath(path, NULL) : NULL;
}

/* A file that is protected from being written is not replaced, either. */
static bool may_replace(const char *target, Standing standing)
{
    return standing != STANDS_FILE || !access(target, W_OK);
}

/* Follows links, so that they stay; devices and pipes are written as they are. */
static bool write_contents(Report *report, const char *path, const Text *contents)
{
    char *real = find_real_path(path);
    const char *target = real ? real : path;
    Standing standing = find_standing(target);
    if (!real && standing == STANDS_FILE) /* open, without a name to put another under */
        standing = STANDS_OTHER;
    bool good = standing >= STANDS_STREAM
                    ? fill_file(host_open_for_writing(target), contents)
                    : may_replace(target, standing) && replace_file(target, contents);
    if (!good)
        host_fail(report, "could not write: %s", strerror(errno));
    free(real);
    return good;
}

bool host_check_file(Report *report, const char *typed)
{
    char *path = host_copy_path(typed, FILE_IN);
    Standing standing = path ? find_standing(path) : STANDS_NOTHING;
    bool is_folder = standing == STANDS_FOLDER;
    if (is_folder)
        errno = EISDIR;
    bool good = path && !is_folder &&
                (standing == STANDS_STREAM ? host_is_stream_for(host_find_stream(path), FILE_IN)
                                           : access(path, R_OK) == 0);
    int reason = errno;
    free(path);
    return good || host_fail(report, "could not open: %s", strerror(reason));
}

/* Whether a file can be made beside it. */
static bool is_folder_writable(const char *path)
{
    char *folder = host_copy_folder(path);
    bool good = folder && !access(folder, W_OK | X_OK);
    int reason = errno;
    free(folder);
    errno = reason;
    return good;
}

/* `real` NULL: a link to nothing. */
static bool may_write(const char *target, Standing standing, const char *real)
{
    if (standing == STANDS_STREAM)
        return host_is_stream_for(host_find_stream(target), FILE_OUT);
    if (standing == STANDS_OTHER && real)
        return access(target, W_OK) == 0;
    return may_replace(target, standing) && is_folder_writable(target);
}

bool host_check_target(Report *report, const char *typed)
{
    char *path = host_copy_path(typed, FILE_OUT), *real = path ? find_real_path(path) : NULL;
    const char *target = real ? real : path;
    Standing standing = target ? find_standing(target) : STANDS_NOTHING;
    bool good = target && may_write(target, standing, real);
    int reason = standing == STANDS_FOLDER ? EISDIR : errno;
    free(real);
    free(path);
    return (good && standing != STANDS_FOLDER) ||
           host_fail(report, "could not write: %s", strerror(reason));
}

bool host_write_bytes(Report *report, const char *typed, const Text *contents)
{
    char *path = host_copy_path(typed, FILE_OUT);
    bool good = path ? write_contents(report, path, contents)
                     : host_fail(report, "not enough memory");
    free(path);
    return good;
}

bool host_write_file(Report *report, const char *typed, const Array *array, const Layout *layout)
{
    Text contents = {0};
    FileName name;
    bool good = host_parse_file_name(report, typed, FILE_OUT, &name) &&
                name.format->write(report, array, layout, name.option, &contents) &&
                (!contents.failed || host_fail(report, "not enough memory")) &&
                write_contents(report, name.path, &contents);
    free(contents.text);
    free(name.path);
    return good;
}
