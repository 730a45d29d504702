/* The formats there are, and names of files with options: "photo.png:srgb". */
#include "files.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

static bool read_bin(Report *report, Bytes bytes, const char *option, Array *array)
{
    (void)option;
    if (!host_new_array(report, array, NUMBER_U8, MEANING_BYTES, 1, &bytes.count))
        return false;
    if (bytes.count)
        memcpy(array->data, bytes.data, bytes.count);
    return true;
}

static bool write_bin(Report *report, const Array *array, const Layout *layout, const char *option,
                      Text *out)
{
    (void)report, (void)layout, (void)option;
    host_text_add(out, array->data, array->bytes);
    return true;
}

static const char picture_later[] = "use .png or .npy";

/* extension read           write           missing        holds           archive, options, library */
static const FileFormat formats[] = {
    {".png",  host_read_png, host_write_png, NULL,          HOLDS_PICTURES, false, "srgb", "16 srgb", NULL},
    {".exr",  host_read_exr, host_write_exr, NULL,          HOLDS_PICTURES, false, "*",  NULL, host_find_exr},
    {".hdr",  host_read_hdr, host_write_hdr, NULL,          HOLDS_PICTURES, false, NULL, NULL, NULL},
    {".pfm",  host_read_pfm, host_write_pfm, NULL,          HOLDS_PICTURES, false, NULL, NULL, NULL},
    {".npy",  host_read_npy, host_write_npy, NULL,          HOLDS_NUMBERS,  false, NULL, NULL, NULL},
    {".npz",  host_read_npz, host_write_npz, NULL,          HOLDS_NUMBERS,  true,  "*",  "*",  NULL},
    {".json", host_read_json, host_write_json, NULL,        HOLDS_NUMBERS,  false, NULL, NULL, NULL},
    {".bin",  read_bin,      write_bin,      NULL,          HOLDS_BYTES,    false, NULL, NULL, NULL},
    {".csv",  host_read_csv, host_write_csv, NULL,          HOLDS_NUMBERS,  false, NULL, NULL, NULL},
    {".txt",  NULL,          host_write_txt, NULL,          HOLDS_NUMBERS,  false, NULL, NULL, NULL},
    {".dds",  host_read_dds, host_write_dds, NULL,          HOLDS_TEXTURES, false, NULL, "mips cube", NULL},
    {".jpg",  NULL,          NULL,           picture_later, HOLDS_NUMBERS,  false, NULL, NULL, NULL},
    {".jpeg", NULL,          NULL,           picture_later, HOLDS_NUMBERS,  false, NULL, NULL, NULL},
};

/* The format whose extension ends a path of so many letters. */
static const FileFormat *find_format(const char *path, size_t length)
{
    for (size_t i = 0; i < HOST_LENGTH(formats); i++) {
        size_t end = strlen(formats[i].extension);
        if (length >= end && !strncasecmp(path + length - end, formats[i].extension, end))
            return &formats[i];
    }
    return NULL;
}

/* The format that the word in front of the next colon names: "csv". */
static const FileFormat *find_named(const char *word)
{
    size_t length = strcspn(word, ":");
    for (size_t i = 0; i < HOST_LENGTH(formats); i++)
        if (strlen(formats[i].extension) == length + 1 &&
            !strncasecmp(word, formats[i].extension + 1, length))
            return &formats[i];
    return NULL;
}

/* The first colon behind an extension, else the first in front of a format's name, "-:csv"; NULL:
 * none. */
static const char *find_path_end(const char *typed)
{
    for (const char *colon = strchr(typed, ':'); colon; colon = strchr(colon + 1, ':'))
        if (find_format(typed, (size_t)(colon - typed)))
            return colon;
    for (const char *colon = strchr(typed, ':'); colon; colon = strchr(colon + 1, ':'))
        if (colon > typed && find_named(colon + 1))
            return colon;
    return NULL;
}

size_t host_path_length(const char *typed)
{
    const char *end = find_path_end(typed);
    return end ? (size_t)(end - typed) : strlen(typed);
}

bool host_is_standard(const char *typed)
{
    return *typed == '-' && host_path_length(typed) == 1;
}

char *host_copy_path(const char *typed, Direction direction)
{
    size_t length = host_path_length(typed);
    if (length == 1 && *typed == '-')
        return strdup(direction == FILE_IN ? "/dev/stdin" : "/dev/stdout");
    return strndup(typed, length);
}

/* ".png .npy .bin .csv, for output also .txt" */
static void list_formats(Text *text)
{
    for (size_t i = 0; i < HOST_LENGTH(formats); i++)
        if (formats[i].read)
            host_text_printf(text, "%s%s", i ? " " : "", formats[i].extension);
    for (size_t i = 0; i < HOST_LENGTH(formats); i++)
        if (formats[i].write && !formats[i].read)
            host_text_printf(text, ", for output also %s", formats[i].extension);
}

static bool fail_format(Report *report, const char *typed)
{
    const char *dot = strrchr(typed, '.'), *slash = strrchr(typed, '/');
    bool has_extension = dot && (!slash || dot > slash);
    Text known = {0};
    list_formats(&known);
    if (has_extension)
        host_fail(report, "unknown file format '%.60s'; there are: %s", dot, known.text);
    else
        host_fail(report,
                  "'%.200s' has no extension that says its format; there are: %s, also behind a "
                  "colon, and values in place such as f32(1,2,3)",
                  typed, known.text);
    free(known.text);
    return false;
}

static bool check_direction(Report *report, const FileFormat *format, Direction direction)
{
    if (format->missing)
        return host_fail(report, "not supported yet: %s files; %s", format->extension,
                         format->missing);
    if (direction == FILE_IN && !format->read)
        return host_fail(report, "%s files can only be written", format->extension);
    if (direction == FILE_OUT && !format->write)
        return host_fail(report, "%s files cannot be written", format->extension);
    return !format->find_library || format->find_library(report);
}

/* Whether one of `words`, with spaces between them, is this one. */
static bool is_listed(const char *words, const char *word, size_t length)
{
    for (; words && *words; words += strcspn(words, " "), words += *words == ' ')
        if (strcspn(words, " ") == length && !memcmp(words, word, length))
            return true;
    return false;
}

static bool check_option(Report *report, const FileName *name, Direction direction)
{
    const FileFormat *format = name->format;
    const char *words = direction == FILE_IN ? format->in_options : format->out_options;
    if (words && !strcmp(words, "*"))
        return true;
    for (const char *word = name->option; *word; word += *word == ':') {
        size_t length = strcspn(word, ":");
        if (!is_listed(words, word, length))
            return host_fail(report, "'%.*s' is no option of a %s that is %s; there %s%s",
                             (int)(length < 60 ? length : 60), word, format->extension,
                             direction == FILE_IN ? "read" : "written",
                             words ? "are: " : "are none", words ? words : "");
        word += length;
    }
    return true;
}

bool host_parse_file_name(Report *report, const char *typed, Direction direction, FileName *name)
{
    size_t length = host_path_length(typed);
    *name = (FileName){.path = host_copy_path(typed, direction),
                       .option = typed[length] ? typed + length + 1 : "",
                       .format = find_format(typed, length)};
    if (!name->path)
        return host_fail(report, "not enough memory");
    if (typed[length] && !*name->option)
        return host_fail(report, "no option follows the colon of '%.200s'", typed);
    if (!name->format && typed[length]) {
        name->format = find_named(name->option);
        name->option += strcspn(name->option, ":");
        name->option += *name->option == ':';
    }
    if (!name->format)
        return fail_format(report, typed);
    return check_direction(report, name->format, direction) &&
           check_option(report, name, direction);
}
