/* Whole files in and out. */
#define _GNU_SOURCE
#include "files.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "test.h"

char *file_read(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    char *text = NULL;
    size_t used = 0, capacity = 0, got = 0;
    do {
        used += got;
        if (capacity - used < 65536) {
            capacity = capacity * 2 + 65537;
            text = realloc(text, capacity);
            if (!text)
                abort();
        }
    } while ((got = fread(text + used, 1, capacity - used - 1, file)) > 0);
    fclose(file);
    text[used] = 0;
    if (length)
        *length = used;
    return text;
}

void file_write(const char *path, const void *bytes, size_t length)
{
    FILE *file = fopen(path, "wb");
    bool written = file && fwrite(bytes, 1, length, file) == length;
    if (!file || fclose(file) || !written) {
        print_error("cannot write %s\n", path);
        fail();
    }
}

bool file_exists(const char *path)
{
    return access(path, F_OK) == 0;
}

static int remove_one(const char *path, const struct stat *status, int flag, struct FTW *walk)
{
    (void)status, (void)flag, (void)walk;
    return remove(path);
}

void folder_remove(const char *path) { nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS); }

bool file_has_table(const char *path, const char *start, const char *wanted)
{
    static const char END[] = "<!-- end -->";
    size_t length = strlen(wanted);
    char *document = file_read(path, NULL);
    const char *table = document != NULL ? strstr(document, start) : NULL;
    if (table != NULL)
        table += strlen(start);
    bool is_same = table != NULL && strncmp(table, wanted, length) == 0 &&
                   strncmp(table + length, END, strlen(END)) == 0;
    free(document);
    return is_same;
}
