/* resources_priv.h: resources as the IR sees them, and the objects that stand for them. */
#ifndef WAVECC_LOWER_RESOURCES_PRIV_H
#define WAVECC_LOWER_RESOURCES_PRIV_H

#include "lower/values_priv.h"

/* ---- resources.c ---- */

IrResource *resource_describe(Lower *l, const Resource *resource, uint32_t first_row);
int64_t resource_rows(const Resource *resource); /* that the host binds for it */
IrResource *use_resource(Lower *l, const Resource *resource); /* lists it among the kernel's */
IrInstr *object_new(Lower *l, const Resource *resource, IrInstr *row);
bool is_object(const IrInstr *leaf);       /* and no number */
IrInstr *object_of(Lower *l, Value value); /* a resource's; NULL after an error */
const Resource *object_resource(Lower *l, const IrInstr *object);
IrResource *object_use(Lower *l, const IrInstr *object);
const ResourceInfo *object_info(Lower *l, const IrInstr *object); /* its row of resource.def */
/* x, y, z or slice, mip from a coordinate's components; buffers: the element alone. */
void texel_address(Lower *l, const IrInstr *object, IrInstr *const *coordinates, IrInstr *mip,
                   IrInstr *address[4]);
/* Of an array of cubes or of multisampled textures; else 1. */
int64_t slices_per_element(const Type *type);
int64_t samples_of(Lower *l, const IrInstr *object);

/* ---- choices.c: resources of which one is meant while the kernel runs ---- */

typedef struct Choice Choice;
Choice *choice_new(Lower *l, const char *name, const Type *type);
/* It may be this object: the number that says so. */
IrInstr *choice_code(Lower *l, Choice *choice, const IrInstr *object);
IrInstr *choice_object(Lower *l, const Choice *choice, IrInstr *code);
const Resource *choice_source(Lower *l, const IrResource *resource); /* NULL: it is no choice's */
void choices_expand(Lower *l); /* what goes through choices, at the end */

/* ---- reflection.c ---- */

IrReflection lower_reflect(Lower *l); /* of all resources; fills l->resources */

#endif
