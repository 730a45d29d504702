/* The rows of builtin.def and method.def by name, and their signatures read. */
#include "scopes_priv.h"

#define ALL {0}
#define SINCE(least) {.minor = least}
#define WIDE(least) {.wide_minor = least}
#define WAVE_INDEX {.minor = 10, .is_wave_index = true}
#define QUADS(least) {.minor = least, .reads_quads = true}

#define EACH(float_op, signed_op, unsigned_op) NULL
#define WAVE(op, float_op, signed_op, unsigned_op) NULL
#define EXPAND(name) NULL
#define CONSTANT NULL
#define UNSUPPORTED(why) why

static const Intrinsic BUILTINS[] = {
#define BUILTIN(id, name, signature, model, lower) {name, signature, model, lower, METHODS_NONE},
#include "builtin.def"
#undef BUILTIN
};

enum {
    BUFFER = METHODS_BUFFER, STRUCTURED = METHODS_STRUCTURED, RWSTRUCTURED = METHODS_RWSTRUCTURED,
    APPEND = METHODS_APPEND, CONSUME = METHODS_CONSUME, RAW = METHODS_RAW, RWRAW = METHODS_RWRAW,
    TEXTURE1D = METHODS_TEXTURE1D, TEXTURE2D = METHODS_TEXTURE2D, TEXTURE3D = METHODS_TEXTURE3D,
    TEXTURE = TEXTURE1D | TEXTURE2D | TEXTURE3D, CUBE = METHODS_CUBE,
    MULTISAMPLED = METHODS_MULTISAMPLED, RWTEXTURE = METHODS_RWTEXTURE
};

static const Intrinsic METHODS[] = {
#define METHOD(id, families, name, signature, model, lower) {name, signature, model, lower, families},
#include "method.def"
#undef METHOD
};

const Intrinsic *builtin_row(BuiltinId id) { return &BUILTINS[id]; }
const Intrinsic *method_row(MethodId id) { return &METHODS[id]; }
const char *builtin_name(BuiltinId id) { return BUILTINS[id].name; }

/* ---- by name ---- */

bool builtin_exists(Name name)
{
    for (int i = 0; i < BUILTIN_COUNT; i++)
        if (strcmp(BUILTINS[i].name, name) == 0)
            return true;
    return false;
}

/* GatherRaw gives bits: of texels that are one unsigned number (Shader Model 6.7, raw gather). */
static bool has_raw_texels(const Type *resource)
{
    return resource->element->kind == TYPE_SCALAR && scalar_info(resource->element->scalar)->class == CLASS_UNSIGNED;
}

bool type_has_method(const Type *resource, MethodId id)
{
    bool is_raw = id == METHOD_GATHER_RAW || id == METHOD_CUBE_GATHER_RAW;
    return (METHODS[id].families & resource_info(resource->resource)->families) != 0 && (!is_raw || has_raw_texels(resource));
}

bool method_exists(const Type *resource, const char *name)
{
    for (int i = 0; i < METHOD_COUNT; i++)
        if (type_has_method(resource, (MethodId)i) && strcmp(METHODS[i].name, name) == 0)
            return true;
    return false;
}

bool method_takes_type(const Type *resource, const char *name)
{
    for (int i = 0; i < METHOD_COUNT; i++)
        if (type_has_method(resource, (MethodId)i) && strcmp(METHODS[i].name, name) == 0 &&
            strchr(METHODS[i].signature, 'V') != NULL)
            return true;
    return false;
}

void suggest_builtins(NearestName *nearest)
{
    for (int i = 0; i < BUILTIN_COUNT; i++)
        nearest_consider(nearest, BUILTINS[i].name);
}

const char *suggest_method(const Type *resource, const char *name)
{
    NearestName nearest = {name, NULL, 0};
    for (int i = 0; i < METHOD_COUNT; i++)
        if (type_has_method(resource, (MethodId)i))
            nearest_consider(&nearest, METHODS[i].name);
    return nearest.best;
}

/* ---- signatures ---- */

static const char *read_item(const char *at, Item *item)
{
    *item = (Item){.direction = ' '};
    if (*at == '?') {
        item->is_optional = true;
        at++;
    }
    if (*at == '>' || *at == '&')
        item->direction = *at++;
    item->component = *at++;
    for (int i = 0; i < 2 && *at != ' ' && *at != '\0'; i++)
        item->dimensions[i] = *at++;
    return at + strspn(at, " ");
}

Signature signature_read(const char *text)
{
    Signature signature = {0};
    const char *at = read_item(text, &signature.result);
    while (*at != '\0' && *at != '.') {
        at = read_item(at, &signature.parameters[signature.count]);
        signature.required += !signature.parameters[signature.count].is_optional;
        signature.count++;
    }
    signature.is_variadic = *at == '.';
    return signature;
}
