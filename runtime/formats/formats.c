/* The table of formats, by name and number. */
#include "formats.h"

#include <string.h>
#include <strings.h>

#define FORMAT(NAME, dxgi, ENCODING, block, bytes, r, r0, g, g0, b, b0, a, a0)                    \
    {#NAME, dxgi, ENCODED_##ENCODING, block, bytes, false, {{r, r0}, {g, g0}, {b, b0}, {a, a0}}},
static const TexelFormat formats[] = {
#include "formats.def"
};
#undef FORMAT

static const char *format_name(const void *list, size_t index)
{
    return ((const TexelFormat *const *)list)[index]->name;
}

static size_t same_letters(const char *a, const char *b)
{
    size_t length = 0;
    while (a[length] && !strncasecmp(a, b, length + 1))
        length++;
    return length;
}

/* Lists those whose names begin most like it, not all. */
static void fail_format(Report *report, const char *name)
{
    const TexelFormat *near[HOST_LENGTH(formats)];
    size_t most = 0, count = 0;
    for (size_t i = 0; i < HOST_LENGTH(formats); i++) {
        size_t same = same_letters(name, formats[i].name);
        most = same > most ? same : most;
    }
    for (size_t i = 0; most && i < HOST_LENGTH(formats); i++)
        if (same_letters(name, formats[i].name) == most)
            near[count++] = &formats[i];
    if (count)
        host_fail_unknown(report, "unknown format", name, (NameList){near, count, format_name});
    else
        host_fail(report, "unknown format '%.100s'; there are DXGI's, such as R8G8B8A8_UNORM",
                  name);
}

const TexelFormat *host_find_texel_format(Report *report, const char *name)
{
    static const char prefix[] = "DXGI_FORMAT_";
    size_t length = sizeof prefix - 1;
    const char *bare = strncasecmp(name, prefix, length) == 0 ? name + length : name;
    for (size_t i = 0; i < HOST_LENGTH(formats); i++)
        if (!strcasecmp(bare, formats[i].name))
            return &formats[i];
    fail_format(report, bare);
    return NULL;
}

const TexelFormat *host_dxgi_format(uint32_t dxgi)
{
    for (size_t i = 0; i < HOST_LENGTH(formats); i++)
        if (formats[i].dxgi == dxgi)
            return &formats[i];
    return NULL;
}

Number host_texel_number(const TexelFormat *format)
{
    if (format->encoding == ENCODED_UINT)
        return NUMBER_U32;
    return format->encoding == ENCODED_SINT ? NUMBER_I32 : NUMBER_F32;
}

/* DXGI calls the family R8G8B8A8_TYPELESS: all behind the first _ differs. */
bool host_is_one_family(const TexelFormat *a, const TexelFormat *b)
{
    size_t length = strcspn(a->name, "_");
    return length == strcspn(b->name, "_") && !strncmp(a->name, b->name, length) && a->dxgi &&
           b->dxgi;
}
