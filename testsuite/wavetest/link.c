/* A C compiler that compiles and links starts twice: once to see what is to do, once to compile; then it
 * looks for gcc's libraries. Of what a small kernel takes that is a third, and the linker itself takes a
 * fiftieth. In a run of many tests clang is asked once for the command that links (-###), and only
 * compiles from then on, which it does in the process that was started. */
#include <ctype.h>
#include <stdlib.h>
#include <unistd.h>

#include "child.h"
#include "command.h"
#include "compile_c.h"

static const char PART[] = "part.o", LIBRARY[] = "library.so"; /* that it is asked for */

static bool is_named(const char *word, const char *name)
{
    size_t length = strlen(word), ending = strlen(name);
    return length > ending && word[length - ending - 1] == '/' &&
           strcmp(word + length - ending, name) == 0;
}

/* The words in quotes of the last line; NULL where they do not link the part. */
static const char *const *read_words(Arena *arena, const char *text)
{
    VEC(const char *) words = {0};
    bool has_part = false, has_library = false;
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
        has_part |= is_named(word, PART);
        has_library |= is_named(word, LIBRARY);
        vec_push(arena, &words, word);
    }
    vec_push(arena, &words, NULL);
    return has_part && has_library ? words.items : NULL;
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

/* Whole or not at all: other jobs ask at the same time. */
static bool ask(Arena *arena, const char *compiler, const char *folder, const char *answer)
{
    const char *own = arena_printf(arena, "%s.%ld", answer, (long)getpid()),
               *part = arena_printf(arena, "%s/%s", folder, PART),
               *library = arena_printf(arena, "%s/%s", folder, LIBRARY);
    const char *const words[] = {compiler, "-shared", part, "-o", library, "-###", NULL};
    FILE *file = fopen(part, "ab"); /* it has to be there */
    int signal = 0;
    if (file == NULL || fclose(file) != 0)
        return false;
    bool is_done = command_run(words, (CommandLimits){.messages = own}, &signal) == COMMAND_DONE &&
                   rename(own, answer) == 0;
    unlink(own);
    return is_done;
}

const char *const *link_words(Arena *arena, const Settings *settings, const Options *options)
{
    const char *compiler = compile_c_inputs(arena, options).name;
    uint64_t hash = HASH_START;
    if (settings->headers == NULL || strstr(compiler, "clang") == NULL)
        return NULL;
    hash_add(&hash, compiler, strlen(compiler));
    const char *answer = arena_printf(arena, "%s/link-%016llx", settings->headers,
                                      (unsigned long long)hash);
    if (access(answer, R_OK) != 0 && !ask(arena, compiler, settings->headers, answer))
        return NULL;
    const char *text = read_text(arena, answer);
    return text != NULL ? read_words(arena, text) : NULL;
}

bool link_part(Arena *arena, const char *const *words, const char *part, const char *library)
{
    VEC(const char *) own = {0};
    int signal = 0;
    for (; *words != NULL; words++)
        vec_push(arena, &own,
                 is_named(*words, PART) ? part : is_named(*words, LIBRARY) ? library : *words);
    vec_push(arena, &own, NULL);
    return command_run(own.items, (CommandLimits){0}, &signal) == COMMAND_DONE;
}
