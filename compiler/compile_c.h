/* Running the C compiler over emitted C. */
#ifndef WAVECC_COMPILE_C_H
#define WAVECC_COMPILE_C_H

#include "options.h"

/* Compiles `text` (a whole C file) into options->output as options->emit says (executable, object, shared
 * library; assembly to standard output when no output is named). The output appears whole or not at all.
 * options->object gets it instead of a file, where that is not NULL.
 * With options->headers and options->cache it takes what others have left there, and leaves what others can take. options->precompiles:
 * options->first_header is compiled instead, for C that has it as its own and becomes the same; no message says why not.
 * EXIT_DONE, EXIT_MACHINE, or EXIT_INTERNAL where the C was refused, after a message on standard error. */
int compile_c(const Options *options, const Text *text);

/* A shared library, options->output, of a text. */
typedef struct CompilePart {
    const Options *options;
    const Text *text;
    bool is_made; /* by compile_c_many; there may be a file of one that was ended, too */
} CompilePart;

/* Of those that clang compiles alike behind compiled headers, by one start of it. What is not made then is for compile_c,
 * which says why not. `folder`, which is empty, gets what is temporary, and is the caller's to remove. */
void compile_c_many(CompilePart *parts, int count, const char *folder);

/* What the result depends on besides the text: the C compiler with its options, as words, and where
 * the runtime's headers are (NULL: nowhere). */
typedef struct CompileCInputs {
    const char *name;     /* "clang", or as --cc= has it */
    const char *compiler; /* its path; NULL: there is none */
    const char *words, *header_folder;
    const char *library; /* of the runtime, which executables are linked with; NULL: it is not */
} CompileCInputs;
CompileCInputs compile_c_inputs(Arena *arena, const Options *options);

#endif
