/* resources_priv.h: resources as the IR sees them, and the objects that stand for them. */
#ifndef WAVECC_LOWER_RESOURCES_PRIV_H
#define WAVECC_LOWER_RESOURCES_PRIV_H

#include "lower/values_priv.h"

/* ---- resources.c ---- */

IrResource *resource_describe(Lower *l, const Resource *resource, uint32_t first_row);
int64_t resource_rows(const Resource *resource); /* that the host binds for it */
IrResource *use_resource(Lower *l, const Resource *resource); /* lists it among the kernel's */
IrInstr *object_new(Lower *l, const Resource *resource, IrInstr *row);
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

/* ---- reflection.c ---- */

IrReflection lower_reflect(Lower *l); /* of all resources; fills l->resources */

#endif
