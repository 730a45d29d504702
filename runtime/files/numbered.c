/* Paths with a number in them, for files that are written one after another: "frame_%04d.png". */
#include "files.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

bool host_parse_numbered(const char *text, NumberedPath *path)
{
    const char *percent = strchr(text, '%'), *at = percent;
    *path = (NumberedPath){.head = text, .head_length = strlen(text)};
    if (!percent)
        return true;
    for (at++; isdigit((unsigned char)*at) && path->width < 100; at++)
        path->width = path->width * 10 + (*at - '0');
    path->head_length = (size_t)(percent - text);
    path->tail = at + 1;
    return *at == 'd' && path->width <= 20 && !strchr(at, '%');
}

void host_spell_numbered(const NumberedPath *path, uint64_t number, Text *out)
{
    host_text_printf(out, "%.*s", (int)path->head_length, path->head);
    if (path->tail)
        host_text_printf(out, "%0*llu%s", path->width, (unsigned long long)number, path->tail);
}

bool host_is_one_of(const NumberedPath *path, const char *other)
{
    size_t length = strlen(other), tail = path->tail ? strlen(path->tail) : 0;
    if (!path->tail || length <= path->head_length + tail ||
        strncmp(other, path->head, path->head_length) != 0 ||
        strcmp(other + length - tail, path->tail) != 0)
        return false;
    return strspn(other + path->head_length, "0123456789") >= length - tail - path->head_length;
}
