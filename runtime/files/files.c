/* Files: which formats there are, reading a whole file, and writing one so that it is complete
 * or absent. */
#include "files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

static bool read_bin(Report *report, Bytes bytes, Array *array)
{
    if (!host_new_array(report, array, NUMBER_U8, MEANING_BYTES, 1, &bytes.count))
        return false;
    if (bytes.count)
        memcpy(array->data, bytes.data, bytes.count);
    return true;
}

static bool write_bin(Report *report, const Array *array, const Layout *layout, Text *out)
{
    (void)report, (void)layout;
    host_text_add(out, array->data, array->bytes);
    return true;
}

static const char picture_later[] = "use .png or .npy";

static const FileFormat formats[] = {
    {".png", host_read_png, host_write_png, NULL, true},
    {".npy", host_read_npy, host_write_npy, NULL, false},
    {".bin", read_bin, write_bin, NULL, false},
    {".csv", host_read_csv, host_write_csv, NULL, false},
    {".txt", NULL, host_write_txt, NULL, false},
    {".exr", NULL, NULL, picture_later, false},
    {".hdr", NULL, NULL, picture_later, false},
    {".pfm", NULL, NULL, picture_later, false},
    {".dds", NULL, NULL, picture_later, false},
    {".jpg", NULL, NULL, picture_later, false},
    {".jpeg", NULL, NULL, picture_later, false},
};

const FileFormat *host_find_format(Report *report, const char *path)
{
    const char *dot = strrchr(path, '.'), *slash = strrchr(path, '/');
    if (!dot || (slash && dot < slash)) {
        host_fail(report,
                  "'%.200s' has no extension that says its format; there are: .png .npy .bin "
                  ".csv, for output also .txt, and values in place such as f32(1,2,3)",
                  path);
        return NULL;
    }
    for (size_t i = 0; i < HOST_LENGTH(formats); i++) {
        if (strcasecmp(dot, formats[i].extension) != 0)
            continue;
        if (!formats[i].missing)
            return &formats[i];
        host_fail(report, "not supported yet: %s files; %s", formats[i].extension,
                  formats[i].missing);
        return NULL;
    }
    host_fail(report,
              "unknown file format '%.60s'; there are: .png .npy .bin .csv, for output also .txt",
              dot);
    return NULL;
}

static bool read_stream(Report *report, FILE *file, Bytes *bytes)
{
    size_t capacity = 0;
    for (;;) {
        if (bytes->count == capacity) {
            capacity = capacity * 2 + 65536;
            uint8_t *larger = realloc(bytes->data, capacity);
            if (!larger)
                return host_fail(report, "not enough memory");
            bytes->data = larger;
        }
        size_t count = fread(bytes->data + bytes->count, 1, capacity - bytes->count, file);
        bytes->count += count;
        if (!count)
            break;
        if (bytes->count > (size_t)HOST_MAX_BYTES * 2)
            return host_fail(report, "the file is too large");
    }
    return !ferror(file) || host_fail(report, "could not read: %s", strerror(errno));
}

bool host_read_file(Report *report, const char *path, Array *array)
{
    Bytes bytes = {0};
    const FileFormat *format = host_find_format(report, path);
    if (!format)
        return false;
    if (!format->read)
        return host_fail(report, "%s files can only be written", format->extension);
    FILE *file = fopen(path, "rb");
    if (!file)
        return host_fail(report, "could not open: %s", strerror(errno));
    bool good = read_stream(report, file, &bytes);
    fclose(file);
    good = good && format->read(report, bytes, array);
    free(bytes.data);
    return good;
}

/* ---- writing ---- */

/* All bytes, or false with errno set. */
static bool write_all(int file, const char *bytes, size_t count)
{
    while (count) {
        ssize_t written = write(file, bytes, count);
        if (written < 0 && errno != EINTR)
            return false;
        if (written > 0) {
            bytes += written;
            count -= (size_t)written;
        }
    }
    return true;
}

static bool write_to(const char *path, int flags, const Text *contents)
{
    int file = open(path, flags | O_WRONLY | O_CLOEXEC, 0666);
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

/* A new file beside the target, then rename. */
static bool replace_file(const char *target, const Text *contents)
{
    size_t size = strlen(target) + 40;
    char *temporary = malloc(size);
    if (!temporary)
        return false;
    snprintf(temporary, size, "%s.%ld.tmp", target, (long)getpid());
    unlink(temporary);
    bool good = write_to(temporary, O_CREAT | O_EXCL, contents) && !rename(temporary, target);
    int reason = errno;
    if (!good && reason != EEXIST)
        unlink(temporary);
    errno = reason;
    free(temporary);
    return good;
}

/* The folder that a path's last part lies in; to be freed. */
static char *copy_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? strndup(path, (size_t)(slash - path) + 1) : strdup(".");
}

static bool stat_folder(const char *path, struct stat *status)
{
    char *folder = copy_folder(path);
    bool good = folder && !stat(folder, status);
    free(folder);
    return good;
}

static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

bool host_is_one_file(const char *first, const char *second)
{
    struct stat one, other;
    bool there = !stat(first, &one), other_there = !stat(second, &other);
    if (there != other_there || (there && !S_ISREG(one.st_mode)))
        return false;
    if (!there && (strcmp(last_part(first), last_part(second)) != 0 || !stat_folder(first, &one) ||
                   !stat_folder(second, &other)))
        return false;
    return one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

/* What stands at the end of a path. */
typedef enum Standing { STANDS_NOTHING, STANDS_FILE, STANDS_FOLDER, STANDS_OTHER } Standing;

/* A link to nothing is other: what is written through it makes the file that it means. */
static Standing find_standing(const char *path)
{
    struct stat status;
    if (stat(path, &status))
        return lstat(path, &status) ? STANDS_NOTHING : STANDS_OTHER;
    return S_ISREG(status.st_mode)   ? STANDS_FILE
           : S_ISDIR(status.st_mode) ? STANDS_FOLDER
                                     : STANDS_OTHER;
}

/* Follows links, so that they stay; devices and pipes are written as they are. */
static bool write_contents(Report *report, const char *path, const Text *contents)
{
    char *real = realpath(path, NULL);
    const char *target = real ? real : path;
    bool good = find_standing(target) == STANDS_OTHER ? write_to(target, O_CREAT, contents)
                                                      : replace_file(target, contents);
    if (!good)
        host_fail(report, "could not write: %s", strerror(errno));
    free(real);
    return good;
}

bool host_check_source(Report *report, const char *path)
{
    if (find_standing(path) == STANDS_FOLDER)
        errno = EISDIR;
    else if (!access(path, R_OK))
        return true;
    return host_fail(report, "could not open: %s", strerror(errno));
}

/* Whether a file can be made beside it. */
static bool is_folder_writable(const char *path)
{
    char *folder = copy_folder(path);
    bool good = folder && !access(folder, W_OK | X_OK);
    int reason = errno;
    free(folder);
    errno = reason;
    return good;
}

bool host_check_target(Report *report, const char *path)
{
    char *real = realpath(path, NULL);
    const char *target = real ? real : path;
    Standing standing = find_standing(target);
    bool good = real && standing == STANDS_OTHER ? !access(target, W_OK)
                                                 : is_folder_writable(target);
    int reason = standing == STANDS_FOLDER ? EISDIR : errno;
    free(real);
    return (good && standing != STANDS_FOLDER) ||
           host_fail(report, "could not write: %s", strerror(reason));
}

bool host_write_file(Report *report, const char *path, const Array *array, const Layout *layout)
{
    Text contents = {0};
    const FileFormat *format = host_find_format(report, path);
    bool good = format && format->write(report, array, layout, &contents) &&
                (!contents.failed || host_fail(report, "not enough memory")) &&
                write_contents(report, path, &contents);
    free(contents.text);
    return good;
}
