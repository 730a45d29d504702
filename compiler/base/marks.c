/* What comments at a line's end ask of the compiler:
 *
 *     x = table[i]; // wavecc: silence gather, tested-access
 *     if (wave_is_done) // wavecc: expect-uniform
 *
 * The text of the line is looked at, whatever stands before; no token knows of it. */
#define _GNU_SOURCE /* memmem */
#include "diag_priv.h"

static const char MARK[] = "// wavecc:";

static Slice skip_blanks(Slice text)
{
    while (text.length > 0 && strchr(" \t,\r", text.text[0]) != NULL)
        text = (Slice){text.text + 1, text.length - 1};
    return text;
}

bool marks_next_word(Slice *rest, Slice *word)
{
    *rest = skip_blanks(*rest);
    *word = (Slice){rest->text, 0};
    while (word->length < rest->length && strchr(" \t,\r", rest->text[word->length]) == NULL)
        word->length++;
    *rest = (Slice){rest->text + word->length, rest->length - word->length};
    return word->length > 0;
}

bool marks_find(Slice line, const char *what, Slice *names)
{
    Slice word;
    const char *at = memmem(line.text, line.length, MARK, sizeof MARK - 1);
    if (at == NULL)
        return false;
    const char *behind = at + sizeof MARK - 1;
    *names = (Slice){behind, line.length - (size_t)(behind - line.text)};
    return marks_next_word(names, &word) && slice_is(word, what);
}

bool marks_are_in(const Sources *sources, const char *what)
{
    for (int i = 0; i < sources_file_count(sources); i++) {
        const SourceFile *file = sources_file(sources, i);
        const char *at = memmem(file->text, file->length, MARK, sizeof MARK - 1);
        if (at != NULL && memmem(at, file->length - (size_t)(at - file->text), what, strlen(what)))
            return true;
    }
    return false;
}

/* marks_find on the line that is there. */
static bool find_at(const Diagnostics *diagnostics, SourcePos pos, const char *what, Slice *names)
{
    return pos != SOURCE_NOWHERE &&
           marks_find(sources_place(diagnostics->sources, pos).line_text, what, names);
}

/* ---- expect-uniform ---- */

const Sources *diag_sources(const Diagnostics *diagnostics) { return diagnostics->sources; }

bool diag_expects_uniform(const Diagnostics *diagnostics, SourcePos pos)
{
    Slice names;
    return find_at(diagnostics, pos, "expect-uniform", &names);
}

bool diag_expects_any_uniform(const Diagnostics *diagnostics)
{
    return marks_are_in(diagnostics->sources, "expect-uniform");
}

/* ---- silence ---- */

bool marks_name_message(Slice name, DiagId id)
{
    char group[64];
    if (diag_find_remark(name) == id)
        return true;
    if (name.length >= sizeof group)
        return false;
    memcpy(group, name.text, name.length);
    group[name.length] = '\0';
    return diag_infos[id].group[0] != '\0' && diag_is_in_group((int)id, group);
}

bool diag_line_silences(const Diagnostics *diagnostics, SourcePos pos, const char *wanted)
{
    Slice names, name;
    if (!find_at(diagnostics, pos, "silence", &names))
        return false;
    while (marks_next_word(&names, &name))
        if (slice_is(name, wanted))
            return true;
    return false;
}

/* The word in the source that silences the message there; NULL: none does. */
static const char *find_silence(const Diagnostics *diagnostics, SourcePos pos, DiagId id)
{
    Slice names, name;
    if (!find_at(diagnostics, pos, "silence", &names))
        return NULL;
    while (marks_next_word(&names, &name))
        if (marks_name_message(name, id))
            return name.text;
    return NULL;
}

bool marks_silence(Diagnostics *diagnostics, SourcePos pos, DiagId id)
{
    const char *word = diag_infos[id].group[0] != '\0' ? find_silence(diagnostics, pos, id) : NULL;
    if (word != NULL)
        vec_push(diagnostics->arena, &diagnostics->silences, word);
    return word != NULL;
}
