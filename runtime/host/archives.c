/* Outputs that go to one .npz together: they are gathered, and the file is written when the last of
 * them is there, whole or not at all. */
#include "session.h"

#include "files/files.h"

#include <stdlib.h>
#include <string.h>

struct Archive {
    const char *typed; /* by the first output to it */
    ZipWriter zip;
    size_t left; /* outputs to come */
};

/* Pipes and devices are one where their names are. */
static bool is_one_archive(const char *typed, const char *other)
{
    size_t length = host_path_length(typed);
    return host_is_one_file(typed, other) ||
           (length == host_path_length(other) && !memcmp(typed, other, length));
}

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

/* The one of this file, begun where there is none. */
static Archive *find_archive(Session *session, const char *typed)
{
    for (size_t i = 0; i < session->archive_count; i++)
        if (session->archives[i].left && is_one_archive(session->archives[i].typed, typed))
            return &session->archives[i];
    Archive *larger = realloc(session->archives,
                              (session->archive_count + 1) * sizeof *session->archives);
    if (!larger) {
        host_fail(session->report, "not enough memory");
        return NULL;
    }
    session->archives = larger;
    Archive *archive = &session->archives[session->archive_count++];
    *archive = (Archive){.typed = typed, .left = count_outputs(session->plan, typed)};
    return archive;
}

bool host_save_to_archive(Session *session, const PlannedAssign *assign, const WccResource *view)
{
    Report *report = session->report;
    const char *typed = assign->typed->value;
    Archive *archive = find_archive(session, typed);
    FileName name;
    Array array;
    Layout layout;
    if (!archive)
        return false;
    bool good = host_extract_view(report, assign->slot.info, view, &array, &layout);
    good = host_parse_file_name(report, typed, FILE_OUT, &name) && good &&
           host_add_to_npz(report, &archive->zip, &array, &layout,
                           host_npz_member(name.option, &layout));
    free(name.path);
    host_free_array(&array);
    host_free_layout(&layout);
    if (!good || --archive->left)
        return good;
    good = host_end_zip(report, &archive->zip) &&
           host_write_bytes(report, typed, &archive->zip.members);
    host_free_zip(&archive->zip);
    return good;
}

void host_free_archives(Session *session)
{
    for (size_t i = 0; i < session->archive_count; i++)
        host_free_zip(&session->archives[i].zip);
    free(session->archives);
}
