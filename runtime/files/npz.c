/* NumPy's .npz: a zip archive of .npy files, NAME.npy each. The option says which; nothing, where
 * there is one only. */
#include "files.h"
#include "zip.h"

#include <stdlib.h>
#include <string.h>

static const char extension[] = ".npy";

/* "weights" or "weights.npy" is weights.npy. */
static bool is_called(const ZipMember *member, const char *name)
{
    size_t length = strlen(name);
    return !strncmp(member->name, name, length) &&
           (!member->name[length] || !strcmp(member->name + length, extension));
}

static const char *member_name(const void *list, size_t index)
{
    return ((const ZipList *)list)->members[index].name;
}

static const ZipMember *find_member(Report *report, const ZipList *list, const char *name)
{
    for (size_t i = 0; i < list->count; i++)
        if (*name ? is_called(&list->members[i], name) : list->count == 1)
            return &list->members[i];
    NameList names = {list, list->count, member_name};
    if (*name || !list->count) {
        host_fail_unknown(report, "it has no member", name, names);
        return NULL;
    }
    Text known = {0};
    for (size_t i = 0; i < list->count; i++)
        host_text_printf(&known, "%s%.60s", i ? ", " : "", list->members[i].name);
    host_fail(report, "which of its members? FILE.npz:NAME; there are: %.1000s",
              known.text ? known.text : "");
    free(known.text);
    return NULL;
}

bool host_read_npz(Report *report, Bytes bytes, const char *option, Array *array)
{
    ZipList list;
    const ZipMember *member = host_list_zip(report, bytes.data, bytes.count, &list)
                                  ? find_member(report, &list, option)
                                  : NULL;
    uint8_t *data = member ? host_unpack_zip(report, member) : NULL;
    bool good = data && (host_read_npy(report, (Bytes){data, member->bytes}, "", array) ||
                         host_fail_in(report, "member '%.60s'", member->name));
    free(data);
    host_free_zip_list(&list);
    return good;
}

/* ---- writing ---- */

bool host_add_to_npz(Report *report, ZipWriter *writer, const Array *array, const Layout *layout,
                     const char *name)
{
    Text numbers = {0}, file = {0};
    size_t length = strlen(name), end = strlen(extension);
    bool is_whole = length >= end && !strcmp(name + length - end, extension);
    host_text_printf(&file, "%s%s", name, is_whole ? "" : extension);
    bool good = host_write_npy(report, array, layout, "", &numbers) &&
                (!file.failed || host_fail(report, "not enough memory")) &&
                host_add_to_zip(report, writer, file.text, &numbers);
    free(numbers.text);
    free(file.text);
    return good;
}

const char *host_npz_member(const char *option, const Layout *layout)
{
    return *option ? option : layout && layout->name ? layout->name : "arr_0";
}

bool host_write_npz(Report *report, const Array *array, const Layout *layout, const char *option,
                    Text *out)
{
    ZipWriter writer = {0};
    bool good = host_add_to_npz(report, &writer, array, layout, host_npz_member(option, layout)) &&
                host_end_zip(report, &writer);
    host_text_add(out, writer.members.text, writer.members.length);
    host_free_zip(&writer);
    return good;
}
