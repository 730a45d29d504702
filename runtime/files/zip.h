/* Zip archives in memory (APPNOTE.TXT 6.3): stored and deflated members, no zip64. */
#ifndef WCC_ZIP_H
#define WCC_ZIP_H

#include "numbers/report.h"

typedef struct ZipMember {
    char *name;
    const uint8_t *data; /* in the archive, as stored */
    size_t stored, bytes;
    uint32_t crc;
    uint16_t method;
} ZipMember;

typedef struct ZipList {
    ZipMember *members;
    size_t count;
} ZipList;

/* What a file holds, by its central directory. To be freed in any case. */
bool host_list_zip(Report *report, const uint8_t *file, size_t count, ZipList *list);
void host_free_zip_list(ZipList *list);
/* The member's bytes, malloc'd; NULL: it is damaged. */
uint8_t *host_unpack_zip(Report *report, const ZipMember *member);

/* An archive being made: zeroed at first, to be freed in any case. */
typedef struct ZipWriter {
    Text members, directory;
    uint32_t count;
} ZipWriter;

/* Adds a member as it is; fails past 4 GiB. */
bool host_add_to_zip(Report *report, ZipWriter *writer, const char *name, const Text *contents);
/* The whole file is in writer->members then. */
bool host_end_zip(Report *report, ZipWriter *writer);
void host_free_zip(ZipWriter *writer);

#endif
