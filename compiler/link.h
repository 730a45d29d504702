/* link: what a C compiler would link or compile by, run without it. */
#ifndef WAVECC_LINK_H
#define WAVECC_LINK_H

#include "base/base.h"
#include "command.h"

typedef struct LinkCommand {
    const char *const *words; /* NULL: it is not known */
    const char *answer;       /* the file that tells it: to be deleted where they fail */
} LinkCommand;

/* How `compiler`, started with an object and the words `behind` up to a NULL, links. It is asked, within the limits, where
 * many have wanted to know; `folder` keeps its answer. */
LinkCommand link_command(Arena *arena, const char *folder, CommandLimits limits,
                         const char *compiler, const char *const *behind);
/* The words that make `linked` of the object `part`. */
const char *const *link_words(Arena *arena, LinkCommand command, const char *part, const char *linked);

/* How a C compiler, started with the words `before` up to a NULL, compiles a file. */
LinkCommand link_compilation(Arena *arena, const char *folder, CommandLimits limits,
                             const char *const *before);
/* The words that make an object of each of `sources`, NAME.c, beside it, NAME.o. */
const char *const *link_compilation_words(Arena *arena, LinkCommand command,
                                          const char *const *sources, int count);

#endif
