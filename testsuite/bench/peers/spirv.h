/* What a SPIR-V module says of its resources. */
#ifndef WAVECC_SPIRV_H
#define WAVECC_SPIRV_H

#include <stddef.h>
#include <stdint.h>

enum { MAX_BINDINGS = 32 };

typedef enum BindingKind { BIND_UNIFORM, BIND_STORAGE, BIND_TEXELS, BIND_RWTEXELS, BIND_TEXTURE, BIND_RWTEXTURE, BIND_SAMPLER } BindingKind;

typedef struct Binding {
    char name[64];
    BindingKind kind;
} Binding;

typedef struct Bindings {
    Binding items[MAX_BINDINGS];
    int count;
} Bindings;

/* Those of descriptor set 0, and numbers them in their order: t0, u0 and b0 all are binding 0 as glslang leaves them. */
Bindings spirv_number_bindings(uint32_t *words, size_t count);

#endif
