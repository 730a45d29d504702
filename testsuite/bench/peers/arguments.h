/* What is bound, by the names that kernels of other languages give their arguments. */
#ifndef WAVECC_PEER_ARGUMENTS_H
#define WAVECC_PEER_ARGUMENTS_H

#include <stdbool.h>

#include "peer.h"

typedef struct Argument {
    void *data;
    size_t bytes;
    bool is_memory;   /* else a value of so many bytes */
    uint32_t measure; /* of the value that no memory has; `data` is NULL then */
} Argument;

/* A resource, a cbuffer as a whole, a constant, or RESOURCE_width, _height, _pitch (elements). */
Argument argument_of(const Kernels *kernels, const char *name);

#endif
