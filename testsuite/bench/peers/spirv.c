/* Names, bindings and kinds of a SPIR-V module's resources, by the numbers of its specification (1.5). */
#include "spirv.h"

#include <stdio.h>
#include <stdlib.h>

enum { OP_NAME = 5, OP_TYPE_VECTOR = 23, OP_TYPE_IMAGE = 25, OP_TYPE_SAMPLER = 26, OP_TYPE_RUNTIME_ARRAY = 29, OP_TYPE_POINTER = 32,
       OP_VARIABLE = 59, OP_DECORATE = 71 };
enum { DECORATION_BLOCK = 2, DECORATION_ARRAY_STRIDE = 6, DECORATION_BINDING = 33 };
enum { CLASS_UNIFORM_CONSTANT = 0, CLASS_UNIFORM = 2, CLASS_STORAGE = 12 };
enum { DIM_BUFFER = 5, IMAGE_IS_STORED_TO = 2 };
enum { HEADER_WORDS = 5 };

/* What was said of an id, which comes before its use. */
typedef struct Fact {
    const char *name;
    uint32_t *binding, *stride; /* where these stand */
    uint32_t pointee, components;
    BindingKind kind; /* of a type */
    uint8_t is_block;
} Fact;

static BindingKind kind_of_image(const uint32_t *words)
{
    int is_buffer = words[3] == DIM_BUFFER;
    if (words[7] == IMAGE_IS_STORED_TO)
        return is_buffer ? BIND_RWTEXELS : BIND_RWTEXTURE;
    return is_buffer ? BIND_TEXELS : BIND_TEXTURE;
}

static BindingKind kind_of_variable(const Fact *type, uint32_t storage_class)
{
    if (storage_class == CLASS_UNIFORM_CONSTANT)
        return type->kind;
    return storage_class == CLASS_UNIFORM && type->is_block ? BIND_UNIFORM : BIND_STORAGE;
}

/* A cbuffer has none but its type's. */
static const char *name_of(const Fact *variable, const Fact *type)
{
    return variable->name && *variable->name ? variable->name : type->name ? type->name : "";
}

static void note_decoration(Fact *fact, uint32_t *words)
{
    if (words[2] == DECORATION_BINDING)
        fact->binding = &words[3];
    if (words[2] == DECORATION_ARRAY_STRIDE)
        fact->stride = &words[3];
    fact->is_block |= words[2] == DECORATION_BLOCK;
}

/* HLSL packs elements of three words, which glslang takes to be four apart. */
static void pack(const Fact *array, const Fact *element)
{
    if (array->stride && element->components == 3 && *array->stride == 16)
        *array->stride = 12;
}

static void add_binding(Bindings *bindings, const Fact *variable, const Fact *type, uint32_t storage_class)
{
    if (!variable->binding || bindings->count == MAX_BINDINGS)
        return;
    Binding *binding = &bindings->items[bindings->count];
    *binding = (Binding){.kind = kind_of_variable(type, storage_class)};
    snprintf(binding->name, sizeof binding->name, "%s", name_of(variable, type));
    *variable->binding = (uint32_t)bindings->count++;
}

Bindings spirv_number_bindings(uint32_t *words, size_t count)
{
    Bindings bindings = {.count = 0};
    Fact *facts = calloc(words[3], sizeof *facts); /* the bound of its ids */
    for (size_t i = HEADER_WORDS; i < count; i += words[i] >> 16) {
        uint32_t *at = words + i;
        switch (at[0] & 0xffff) {
        case OP_NAME: facts[at[1]].name = (const char *)(at + 2); break;
        case OP_DECORATE: note_decoration(&facts[at[1]], at); break;
        case OP_TYPE_VECTOR: facts[at[1]].components = at[3]; break;
        case OP_TYPE_RUNTIME_ARRAY: pack(&facts[at[1]], &facts[at[2]]); break;
        case OP_TYPE_IMAGE: facts[at[1]].kind = kind_of_image(at); break;
        case OP_TYPE_SAMPLER: facts[at[1]].kind = BIND_SAMPLER; break;
        case OP_TYPE_POINTER: facts[at[1]].pointee = at[3]; break;
        case OP_VARIABLE: add_binding(&bindings, &facts[at[2]], &facts[facts[at[1]].pointee], at[3]); break;
        }
    }
    free(facts);
    return bindings;
}
