/* Strings as JSON has them (RFC 8259, section 7). JSON is UTF-8, file names are any bytes: one that
 * is no UTF-8 becomes \udc80 to \udcff, as Python's os.fsdecode() gives it, so that
 * os.fsencode() of what json.loads() reads is the name again. */
#include "report.h"

/* Bytes of the character that begins here, by table 3-7 of the Unicode standard; 0: none does. */
static size_t character_bytes(const unsigned char *text)
{
    static const struct {
        unsigned char first, last; /* of the first byte */
        unsigned char low, high;   /* of the second */
        size_t bytes;
    } rows[] = {
        {0x00, 0x7f, 0x00, 0x00, 1}, {0xc2, 0xdf, 0x80, 0xbf, 2}, {0xe0, 0xe0, 0xa0, 0xbf, 3},
        {0xe1, 0xec, 0x80, 0xbf, 3}, {0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3},
        {0xf0, 0xf0, 0x90, 0xbf, 4}, {0xf1, 0xf3, 0x80, 0xbf, 4}, {0xf4, 0xf4, 0x80, 0x8f, 4},
    };
    size_t row = 0;
    while (row < HOST_LENGTH(rows) && (*text < rows[row].first || *text > rows[row].last))
        row++;
    if (row == HOST_LENGTH(rows))
        return 0;
    if (rows[row].bytes > 1 && (text[1] < rows[row].low || text[1] > rows[row].high))
        return 0;
    for (size_t i = 2; i < rows[row].bytes; i++)
        if (text[i] < 0x80 || text[i] > 0xbf)
            return 0;
    return rows[row].bytes;
}

void host_text_json(Text *text, const char *string)
{
    host_text_add(text, "\"", 1);
    for (const unsigned char *at = (const unsigned char *)string; *at;) {
        size_t bytes = character_bytes(at);
        if (!bytes)
            host_text_printf(text, "\\udc%02x", *at);
        else if (*at < 0x20)
            host_text_printf(text, "\\u%04x", *at);
        else if (*at == '"' || *at == '\\')
            host_text_printf(text, "\\%c", *at);
        else
            host_text_add(text, at, bytes);
        at += bytes ? bytes : 1;
    }
    host_text_add(text, "\"", 1);
}
