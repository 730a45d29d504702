/* A C compiler that compiles and links starts twice: once to see what is to do, once to compile; then it
 * looks for gcc's libraries. Of what a small kernel takes that is a third, and the linker itself takes a
 * fiftieth. With --headers=FOLDER clang is asked once for the command that links (-###), and only
 * compiles from then on, which it does in the process that was started. So it is asked for the command
 * that compiles (clang -cc1), which takes many files, one after the other; clang itself starts one for each. */
#include "link.h"

#include <ctype.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/hash.h"
#include "headers.h"

static const char PART[] = "part.o", SOURCE[] = "part.c", LINKED[] = "linked"; /* that it is asked for */

static bool is_named(const char *word, const char *name)
{
    size_t length = strlen(word), ending = strlen(name);
    return length > ending && word[length - ending - 1] == '/' &&
           strcmp(word + length - ending, name) == 0;
}

/* The words in quotes of the last line; NULL where they do not make LINKED of `from`. */
static const char *const *read_words(Arena *arena, const char *text, const char *from)
{
    VEC(const char *) words = {0};
    bool has_part = false, has_linked = false;
    size_t length = strlen(text);
    while (length > 0 && isspace((unsigned char)text[length - 1]))
        length--;
    const char *end = text + length, *at = end;
    while (at > text && at[-1] != '\n')
        at--;
    for (const char *close; (at = memchr(at, '"', (size_t)(end - at))) != NULL; at = close + 1) {
        close = memchr(at + 1, '"', (size_t)(end - at - 1));
        if (close == NULL || memchr(at, '\\', (size_t)(close - at)) != NULL)
            return NULL;
        const char *word = arena_copy_text(arena, at + 1, (size_t)(close - at - 1));
        has_part |= is_named(word, from);
        has_linked |= is_named(word, LINKED);
        vec_push(arena, &words, word);
    }
    vec_push(arena, &words, NULL);
    return has_part && has_linked ? words.items : NULL;
}

static const char *read_text(Arena *arena, const char *path)
{
    char text[16384];
    FILE *file = fopen(path, "rb");
    size_t count = file != NULL ? fread(text, 1, sizeof text, file) : 0;
    bool is_whole = file != NULL && feof(file);
    if (file != NULL)
        fclose(file);
    return is_whole ? arena_copy_text(arena, text, count) : NULL;
}

/* Whole or not at all: others ask at the same time. */
static bool ask(const char *const *command, CommandLimits limits, const char *part,
                const char *own, const char *answer)
{
    FILE *file = fopen(part, "ab"); /* it has to be there */
    int signal = 0;
    if (file == NULL || fclose(file) != 0)
        return false;
    limits.messages = own;
    limits.takes_signals = false; /* they wait for the command that this is about */
    bool is_done = command_run(command, limits, &signal) == COMMAND_DONE && rename(own, answer) == 0;
    unlink(own);
    return is_done;
}

static uint64_t hash_of(const char *const *words)
{
    uint64_t hash = HASH_START;
    for (; *words != NULL; words++)
        hash = hash_add(hash, *words, strlen(*words) + 1);
    return hash;
}

/* What `words` start to make LINKED of the file `from`, both in `folder`. Who compiles has many files at once, and
 * asks the first time. */
static LinkCommand learn(Arena *arena, const char *folder, CommandLimits limits, const char *from,
                         const char *const *words)
{
    const char *answer = arena_printf(arena, "%s/link-%016llx", folder,
                                      (unsigned long long)hash_of(words));
    const char *own = arena_printf(arena, "%s.%ld", answer, (long)getpid());
    const char *part = arena_printf(arena, "%s/%s", folder, from);
    bool is_there = access(answer, R_OK) == 0 ||
                    ((from == SOURCE || headers_are_due(arena, answer)) && ask(words, limits, part, own, answer));
    const char *text = is_there ? read_text(arena, answer) : NULL;
    return (LinkCommand){text != NULL ? read_words(arena, text, from) : NULL, answer};
}

LinkCommand link_command(Arena *arena, const char *folder, CommandLimits limits,
                         const char *compiler, const char *const *behind)
{
    VEC(const char *) words = {0};
    vec_push(arena, &words, compiler);
    vec_push(arena, &words, arena_printf(arena, "%s/%s", folder, PART));
    for (; *behind != NULL; behind++)
        vec_push(arena, &words, *behind);
    vec_push(arena, &words, "-o");
    vec_push(arena, &words, arena_printf(arena, "%s/%s", folder, LINKED));
    vec_push(arena, &words, "-###");
    vec_push(arena, &words, NULL);
    return learn(arena, folder, limits, PART, words.items);
}

LinkCommand link_compilation(Arena *arena, const char *folder, CommandLimits limits,
                             const char *const *before)
{
    VEC(const char *) words = {0};
    for (; *before != NULL; before++)
        vec_push(arena, &words, *before);
    vec_push(arena, &words, "-c");
    vec_push(arena, &words, arena_printf(arena, "%s/%s", folder, SOURCE));
    vec_push(arena, &words, "-o");
    vec_push(arena, &words, arena_printf(arena, "%s/%s", folder, LINKED));
    vec_push(arena, &words, "-###");
    vec_push(arena, &words, NULL);
    return learn(arena, folder, limits, SOURCE, words.items);
}

const char *const *link_compilation_words(Arena *arena, LinkCommand command,
                                          const char *const *sources, int count)
{
    VEC(const char *) own = {0};
    for (const char *const *words = command.words; *words != NULL; words++) {
        bool names_output = strcmp(*words, "-o") == 0 && words[1] != NULL && is_named(words[1], LINKED);
        if (names_output) {
            words++;
        } else if (!is_named(*words, SOURCE)) {
            vec_push(arena, &own, *words);
        } else {
            for (int i = 0; i < count; i++)
                vec_push(arena, &own, sources[i]);
        }
    }
    vec_push(arena, &own, NULL);
    return own.items;
}

const char *const *link_words(Arena *arena, LinkCommand command, const char *part, const char *linked)
{
    VEC(const char *) own = {0};
    for (const char *const *words = command.words; *words != NULL; words++)
        vec_push(arena, &own,
                 is_named(*words, PART) ? part : is_named(*words, LINKED) ? linked : *words);
    vec_push(arena, &own, NULL);
    return own.items;
}
