/* reflection_priv: what hosts must know of a resource, in the text form. */
#ifndef WAVECC_IR_REFLECTION_PRIV_H
#define WAVECC_IR_REFLECTION_PRIV_H

#include "ir/ir_priv.h"
#include "ir/reflection.h"

/* Words of runtime/include/wcc_abi.h without their WCC_. */
extern const Words KIND_WORDS, MEMORY_WORDS, FILTER_WORDS, ADDRESS_WORDS, COMPARISON_WORDS;

/* What follows from the resource alone: type, kind and the class of its register. */
IrResourceInfo reflection_usual_info(Arena *arena, IrResource *resource);
/* What it holds, by its type. */
void reflection_usual_holds(IrResourceInfo *info);
/* What it holds and how it lies there, by its type. */
void reflection_usual_field(IrField *field);
/* The register that it has where none is said. */
uint32_t reflection_usual_register(const IrReflection *reflection, const IrResourceInfo *info);

/* ` register t3 type "Buffer<int>"`: what is not as usual. */
void print_resource_info(Text *out, const IrReflection *reflection, const IrResourceInfo *info);
/* `field $gRadius "int" at 0`, without the end of the line. */
void print_field(Text *out, const IrField *field);
/* "$name", in quotes where it is not plain. */
void print_name(Text *out, char sigil, const char *name);

#endif
