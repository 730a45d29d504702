/* Outputs that go to one .npz together: they are gathered, and the file is written when the last of
 * them is there, whole or not at all. */
#include "session.h"

#include "files/files.h"

#include <stdlib.h>
#include <string.h>

struct Archive {
    char *typed; /* by the first output to it */
    ZipWriter zip;
    size_t gathered; /* outputs so far */
};

/* Pipes and devices are one where their names are. */
static bool is_one_archive(const char *typed, const char *other)
{
    size_t length = host_path_length(typed);
    return host_is_one_file(typed, other) ||
           (length == host_path_length(other) && !memcmp(typed, other, length));
}

static Archive *find_archive(const Archives *archives, const char *typed)
{
    for (size_t i = 0; i < archives->count; i++)
        if (is_one_archive(archives->items[i].typed, typed))
            return &archives->items[i];
    return NULL;
}

static Archive *new_archive(Report *report, Archives *archives, const char *typed)
{
    char *copy = strdup(typed);
    Archive *larger =
        copy ? realloc(archives->items, (archives->count + 1) * sizeof *larger) : NULL;
    if (!larger) {
        free(copy);
        host_fail(report, "not enough memory");
        return NULL;
    }
    archives->items = larger;
    larger[archives->count] = (Archive){.typed = copy};
    return &larger[archives->count++];
}

bool host_gather(Report *report, Archives *archives, const char *typed, const char *member,
                 const WccResourceInfo *info, const WccResource *view)
{
    Archive *archive = find_archive(archives, typed);
    FileName name;
    Array array;
    Layout layout;
    if (!archive && !(archive = new_archive(report, archives, typed)))
        return false;
    bool good = host_extract_view(report, info, view, &array, &layout);
    good = host_parse_file_name(report, typed, FILE_OUT, &name) && good &&
           host_add_to_npz(report, &archive->zip, &array, &layout,
                           *name.option ? name.option : member);
    archive->gathered++;
    free(name.path);
    host_free_array(&array);
    host_free_layout(&layout);
    return good;
}

static void drop_archive(Archives *archives, Archive *archive)
{
    host_free_zip(&archive->zip);
    free(archive->typed);
    *archive = archives->items[--archives->count];
}

bool host_write_gathered(Report *report, Archives *archives, const char *typed)
{
    Archive *archive = find_archive(archives, typed);
    if (!archive)
        return true;
    bool good = host_end_zip(report, &archive->zip) &&
                host_write_bytes(report, archive->typed, &archive->zip.members);
    drop_archive(archives, archive);
    return good;
}

const char *host_first_archive(const Archives *archives)
{
    return archives->count ? archives->items[0].typed : NULL;
}

void host_free_archives(Archives *archives)
{
    while (archives->count)
        drop_archive(archives, &archives->items[0]);
    free(archives->items);
    *archives = (Archives){0};
}

/* ---- of a command line ---- */

static size_t count_outputs(const Plan *plan, const char *typed)
{
    size_t count = 0;
    for (size_t i = 0; i < plan->line->assign_count; i++) {
        const Assign *assign = &plan->line->assigns[i];
        count += assign->kind == ASSIGN_OUT && assign->value[0] != '@' &&
                 is_one_archive(assign->value, typed);
    }
    return count;
}

bool host_save_to_archive(Session *session, const PlannedAssign *assign, const WccResource *view)
{
    const char *typed = assign->typed->value;
    const WccResourceInfo *info = assign->slot.info;
    if (!host_gather(session->report, &session->archives, typed, info->name, info, view))
        return false;
    const Archive *archive = find_archive(&session->archives, typed);
    return archive->gathered < count_outputs(session->plan, typed) ||
           host_write_gathered(session->report, &session->archives, typed);
}
