/* Text buffers: output that grows at its end. */
#include "base.h"

#include <stdlib.h>

/* Makes room for `extra` more bytes and a NUL. */
static void reserve(Text *text, size_t extra)
{
    size_t wanted = text->length + extra + 1;
    if (wanted <= text->capacity)
        return;
    size_t capacity = text->capacity == 0 ? 256 : text->capacity * 2;
    if (capacity < wanted)
        capacity = wanted;
    char *bytes = realloc(text->bytes, capacity);
    if (bytes == NULL)
        stop_out_of_memory("output", capacity);
    text->bytes = bytes;
    text->capacity = capacity;
}

void text_add(Text *text, const char *bytes, size_t length)
{
    reserve(text, length);
    if (length > 0)
        memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
    text->bytes[text->length] = '\0';
}

void text_vprintf(Text *text, const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    size_t room = text->capacity > text->length ? text->capacity - text->length : 0;
    int length = vsnprintf(room > 0 ? text->bytes + text->length : NULL, room, format, arguments);
    if (length >= 0 && (size_t)length >= room) {
        reserve(text, (size_t)length);
        vsnprintf(text->bytes + text->length, (size_t)length + 1, format, again);
    }
    va_end(again);
    if (length > 0)
        text->length += (size_t)length;
}

void text_printf(Text *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    text_vprintf(text, format, arguments);
    va_end(arguments);
}

void text_free(Text *text)
{
    free(text->bytes);
    *text = (Text){0};
}
