/* check's ground floor: types and their layout. */
#ifndef WAVECC_CHECK_TYPES_PRIV_H
#define WAVECC_CHECK_TYPES_PRIV_H

#include "check_priv.h"

/* map.c */
void *map_find(const Map *map, const void *key); /* NULL: absent */
void map_put(Arena *arena, Map *map, const void *key, void *value);

/* types.c */
TypeTable *types_new(Arena *arena);
typedef enum DescriptorHeap { DESCRIPTOR_RESOURCE, DESCRIPTOR_SAMPLER } DescriptorHeap;
const Type *type_error(const Checker *checker);
const Type *type_foreign(Checker *checker, Name name, const char *reason);
const Type *type_void(const Checker *checker);
const Type *type_string(const Checker *checker);
const Type *type_descriptor(const Checker *checker, DescriptorHeap heap);
const Type *type_scalar(const Checker *checker, ScalarKind scalar);
const Type *type_vector(Checker *checker, ScalarKind scalar, int size);
const Type *type_matrix(Checker *checker, ScalarKind scalar, int rows, int columns,
                        bool row_major);
const Type *type_array(Checker *checker, const Type *element, int64_t count);
const Type *type_resource(Checker *checker, ResourceKind kind, const Type *element,
                          int sample_count, bool snorm, bool unorm);
Type *type_new_struct(Checker *checker, Name name);
Type *type_new_enum(Checker *checker, Name name, ScalarKind underlying);
/* The scalar, vector or matrix of that shape with other components. */
const Type *type_with_scalar(Checker *checker, const Type *shape, ScalarKind scalar);
bool type_is_error(const Type *type);
bool type_is_scalar_literal(const Type *type);
bool type_is_aggregate(const Type *type);      /* array or struct */
bool type_is_integral(const Type *type);       /* numeric, of bools or integers */
bool type_is_one_integer(const Type *type);    /* an integer, a bool or of an enum */
bool type_has_resources(const Type *type);
bool type_is_derived_from(const Type *type, const Type *base);
bool scalar_is_float(ScalarKind scalar);
bool scalar_is_literal(ScalarKind scalar);
ScalarKind scalar_unsigned(ScalarKind scalar); /* int -> uint, ...; others themselves */
void type_print(Text *out, const void *type);
/* What an array is of, through all its dimensions; others themselves. */
const Type *type_array_base(const Type *type);
/* Leaf number `leaf` of a type, in declaration order: a scalar or a resource type. */
const Type *type_leaf(Checker *checker, const Type *type, int leaf);

/* Families of resource.def: which rows of method.def a resource type has. */
enum {
    METHODS_NONE = 0, METHODS_BUFFER = 1 << 0, METHODS_STRUCTURED = 1 << 1,
    METHODS_RWSTRUCTURED = 1 << 2, METHODS_APPEND = 1 << 3, METHODS_CONSUME = 1 << 4,
    METHODS_RAW = 1 << 5, METHODS_RWRAW = 1 << 6, METHODS_TEXTURE1D = 1 << 7,
    METHODS_TEXTURE2D = 1 << 8, METHODS_TEXTURE3D = 1 << 9, METHODS_CUBE = 1 << 10,
    METHODS_MULTISAMPLED = 1 << 11, METHODS_RWTEXTURE = 1 << 12
};

/* layout.c */
enum { LARGEST_TYPE = INT32_MAX }; /* bytes in a structured buffer; so that offsets are ints
                                      everywhere */
typedef struct Extent { int64_t size, alignment; } Extent;
/* Of a complete struct, so that structs nested in structs are walked once, not each way down. */
typedef struct TypeMeasures {
    Extent extents[LAYOUT_STRUCTURED + 1];
    int leaf_count;
    bool has_resources;
} TypeMeasures;
void type_measure(Checker *checker, Type *structure);
/* The first place at or after `offset` for something of that type. */
int64_t layout_place(int64_t offset, const Type *type, LayoutRule rule);
/* The same of a cbuffer's member without -enable-16bit-types: dxc begins a row between numbers of minimum precision and
 * others, but before and behind arrays. `*in_minimal`: of what kind the row is. */
int64_t layout_place_between(int64_t offset, const Type *type, bool *in_minimal);

#endif
