/* Zip archives (APPNOTE.TXT 6.3):
 *     local header, name, extra, data    each member
 *     central header, name, extra        the directory: each member again, with its local header
 *     end                                where the directory is
 * The directory is what counts: numpy leaves the sizes out of local headers. */
#include "zip.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum {
    LOCAL_BYTES = 30, CENTRAL_BYTES = 46, END_BYTES = 22, MAX_COMMENT = 65535,
    LOCAL_MARK = 0x04034b50, CENTRAL_MARK = 0x02014b50, END_MARK = 0x06054b50,
    STORED = 0, DEFLATED = 8, ENCRYPTED = 1,
    MAX_RATIO = 1032, /* of deflate (zlib.net, technical details) */
    DATE = 0x21       /* 1980-01-01, so that the same numbers make the same file */
};

static uint32_t get_16(const uint8_t *bytes)
{
    return bytes[0] | (uint32_t)bytes[1] << 8;
}

static uint32_t get_32(const uint8_t *bytes)
{
    return get_16(bytes) | get_16(bytes + 2) << 16;
}

/* The end's place; a comment may follow it. */
static const uint8_t *find_end(const uint8_t *file, size_t count)
{
    for (size_t back = END_BYTES; back <= count && back <= END_BYTES + MAX_COMMENT; back++) {
        const uint8_t *end = file + count - back;
        if (get_32(end) == END_MARK && get_16(end + 20) == back - END_BYTES)
            return end;
    }
    return NULL;
}

static bool fail_damaged(Report *report)
{
    return host_fail(report, "damaged zip archive");
}

/* Finds the member's data behind its local header. */
static bool find_data(Report *report, const uint8_t *file, size_t count, uint32_t offset,
                      ZipMember *member)
{
    const uint8_t *local = file + offset;
    if (offset > count || count - offset < LOCAL_BYTES || get_32(local) != LOCAL_MARK)
        return fail_damaged(report);
    size_t before = LOCAL_BYTES + get_16(local + 26) + get_16(local + 28);
    if (count - offset < before || count - offset - before < member->stored)
        return fail_damaged(report);
    member->data = local + before;
    return true;
}

static bool read_central(Report *report, const uint8_t *file, size_t count, const uint8_t *central,
                         ZipMember *member)
{
    uint32_t stored = get_32(central + 20), bytes = get_32(central + 24);
    uint32_t offset = get_32(central + 42);
    *member = (ZipMember){
        .name = strndup((const char *)central + CENTRAL_BYTES, get_16(central + 28)),
        .stored = stored, .bytes = bytes,
        .crc = get_32(central + 16), .method = (uint16_t)get_16(central + 10)};
    if (!member->name)
        return host_fail(report, "not enough memory");
    if (stored == UINT32_MAX || bytes == UINT32_MAX || offset == UINT32_MAX)
        return host_fail(report, "zip64, for archives past 4 GiB, is not supported");
    if (get_16(central + 8) & ENCRYPTED)
        return host_fail(report, "its member '%.60s' is encrypted", member->name);
    return find_data(report, file, count, offset, member);
}

bool host_list_zip(Report *report, const uint8_t *file, size_t count, ZipList *list)
{
    *list = (ZipList){0};
    const uint8_t *end = find_end(file, count);
    if (!end)
        return host_fail(report, "no zip archive, or not the whole of one");
    size_t entries = get_16(end + 10), bytes = get_32(end + 12), start = get_32(end + 16);
    if (entries == UINT16_MAX || start == UINT32_MAX)
        return host_fail(report, "zip64, for archives past 4 GiB, is not supported");
    if (start > (size_t)(end - file) || bytes > (size_t)(end - file) - start)
        return fail_damaged(report);
    list->members = calloc(entries + 1, sizeof *list->members);
    if (!list->members)
        return host_fail(report, "not enough memory");
    const uint8_t *central = file + start, *stop = central + bytes;
    while (list->count < entries) {
        if (stop - central < CENTRAL_BYTES || get_32(central) != CENTRAL_MARK)
            return fail_damaged(report);
        size_t length = CENTRAL_BYTES + get_16(central + 28) + get_16(central + 30) +
                        get_16(central + 32);
        if ((size_t)(stop - central) < length)
            return fail_damaged(report);
        if (!read_central(report, file, count, central, &list->members[list->count++]))
            return false;
        central += length;
    }
    return true;
}

void host_free_zip_list(ZipList *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->members[i].name);
    free(list->members);
    *list = (ZipList){0};
}

static bool inflate_all(const ZipMember *member, uint8_t *target)
{
    z_stream stream = {.next_in = (Bytef *)member->data, .avail_in = (uInt)member->stored,
                       .next_out = target, .avail_out = (uInt)member->bytes};
    if (inflateInit2(&stream, -MAX_WBITS) != Z_OK)
        return false;
    int result = inflate(&stream, Z_FINISH);
    inflateEnd(&stream);
    return result == Z_STREAM_END && stream.total_out == member->bytes;
}

uint8_t *host_unpack_zip(Report *report, const ZipMember *member)
{
    bool is_stored = member->method == STORED;
    if (!is_stored && member->method != DEFLATED) {
        host_fail(report,
                  "its member '%.60s' is compressed by method %u; only deflate is supported",
                  member->name, member->method);
        return NULL;
    }
    /* Lies are found before there is memory for them. */
    if (is_stored ? member->stored != member->bytes
                  : member->bytes / MAX_RATIO > member->stored + 1) {
        fail_damaged(report);
        return NULL;
    }
    uint8_t *target = malloc(member->bytes + 1);
    if (!target) {
        host_fail(report, "not enough memory");
        return NULL;
    }
    if (is_stored && member->bytes)
        memcpy(target, member->data, member->bytes);
    bool good = (is_stored || inflate_all(member, target)) &&
                crc32(0, target, (uInt)member->bytes) == member->crc;
    if (!good) {
        host_fail(report, "its member '%.60s' is damaged", member->name);
        free(target);
        return NULL;
    }
    return target;
}

/* ---- writing ---- */

static void put_16(Text *text, uint32_t value)
{
    host_text_add(text, (const uint8_t[]){(uint8_t)value, (uint8_t)(value >> 8)}, 2);
}

static void put_32(Text *text, uint32_t value)
{
    put_16(text, value & 65535);
    put_16(text, value >> 16);
}

/* What local and central headers have in common, from the version on. */
static void put_common(Text *text, uint32_t crc, size_t bytes, size_t name)
{
    put_16(text, 20); /* version 2.0 */
    put_16(text, 0);
    put_16(text, STORED);
    put_16(text, 0);
    put_16(text, DATE);
    put_32(text, crc);
    put_32(text, (uint32_t)bytes);
    put_32(text, (uint32_t)bytes);
    put_16(text, (uint32_t)name);
    put_16(text, 0);
}

bool host_add_to_zip(Report *report, ZipWriter *writer, const char *name, const Text *contents)
{
    size_t start = writer->members.length, length = strlen(name), bytes = contents->length;
    Text *out = &writer->members, *directory = &writer->directory;
    if (writer->count == UINT16_MAX - 1 || length > UINT16_MAX ||
        start + bytes + directory->length + 2 * length + 200 > UINT32_MAX)
        return host_fail(report, "a zip archive holds 4 GiB and 65534 members at most");
    uint32_t crc = (uint32_t)crc32_z(0, (const Bytef *)contents->text, bytes);
    put_32(out, LOCAL_MARK);
    put_common(out, crc, bytes, length);
    host_text_add(out, name, length);
    host_text_add(out, contents->text, bytes);
    put_32(directory, CENTRAL_MARK);
    put_16(directory, 20);
    put_common(directory, crc, bytes, length);
    put_16(directory, 0); /* comment */
    put_16(directory, 0); /* disk */
    put_16(directory, 0); /* attributes */
    put_32(directory, 0);
    put_32(directory, (uint32_t)start);
    host_text_add(directory, name, length);
    writer->count++;
    return !(out->failed || directory->failed || contents->failed) ||
           host_fail(report, "not enough memory");
}

bool host_end_zip(Report *report, ZipWriter *writer)
{
    Text *out = &writer->members;
    size_t start = out->length;
    host_text_add(out, writer->directory.text, writer->directory.length);
    put_32(out, END_MARK);
    put_32(out, 0); /* disks */
    put_16(out, writer->count);
    put_16(out, writer->count);
    put_32(out, (uint32_t)writer->directory.length);
    put_32(out, (uint32_t)start);
    put_16(out, 0);
    return !out->failed || host_fail(report, "not enough memory");
}

void host_free_zip(ZipWriter *writer)
{
    free(writer->members.text);
    free(writer->directory.text);
    *writer = (ZipWriter){0};
}
