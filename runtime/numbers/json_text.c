/* Strings as JSON has them (RFC 8259, section 7). JSON is UTF-8, file names are any bytes: one that
 * is no UTF-8 becomes \udc80 to \udcff, as Python's os.fsdecode() gives it, so that
 * os.fsencode() of what json.loads() reads is the name again. */
#include "report.h"

void host_text_json(Text *text, const char *string)
{
    host_text_add(text, "\"", 1);
    for (const unsigned char *at = (const unsigned char *)string; *at;) {
        size_t bytes = host_character_bytes(at);
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
