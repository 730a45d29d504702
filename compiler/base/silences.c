/* Silences that silence nothing, and those of what there is not, are told. */
#include "diag_priv.h"

static bool was_used(const Diagnostics *diagnostics, Slice name)
{
    for (int i = 0; i < diagnostics->silences.count; i++)
        if (diagnostics->silences.items[i] == name.text)
            return true;
    return false;
}

/* Of a message that is off, nobody knows whether it would have been given. */
static void judge_name(Diagnostics *diagnostics, SourcePos pos, Slice name)
{
    bool is_known = false, is_on = false;
    for (int id = 0; id < DIAG_COUNT; id++)
        if (marks_name_message(name, (DiagId)id)) {
            is_known = true;
            is_on |= diag_is_enabled(diagnostics, (DiagId)id);
        }
    if (!is_known)
        diag_report(diagnostics, pos, DIAG_silence_unknown, (int)name.length, name.text);
    else if (is_on && !was_used(diagnostics, name))
        diag_report(diagnostics, pos, DIAG_silence_unused, (int)name.length, name.text);
}

void diag_judge_silences(Diagnostics *diagnostics, SourcePos pos, bool (*is_foreign)(Slice name))
{
    SourcePlace place = sources_place(diagnostics->sources, pos);
    Slice names, name;
    if (!marks_find(place.line_text, "silence", &names))
        return;
    while (marks_next_word(&names, &name))
        if (!is_foreign(name))
            judge_name(diagnostics, place.file->start + (SourcePos)(name.text - place.file->text),
                       name);
}
