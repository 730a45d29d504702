/* headers: the runtime's headers, precompiled in a folder that many compilations share. */
#ifndef WAVECC_HEADERS_H
#define WAVECC_HEADERS_H

#include "options.h"

/* The header in options->headers that is compiled and holds what `text` begins with, where many have asked for it;
 * `rest` gets the text without that. NULL: the text is to be compiled whole. */
const char *headers_precompile(Arena *arena, const Options *options, const Text *text, Text *rest);

/* Whether what is to be kept at the path has been asked for often enough to pay; counts. */
bool headers_are_due(Arena *arena, const char *path);

#endif
