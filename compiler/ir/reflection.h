/* reflection: what a host must know of a program to run it, in the terms of
 * runtime/include/wcc_abi.h but without including it. lower fills it from the checked program; emit
 * prints it as C tables. */
#ifndef WAVECC_IR_REFLECTION_H
#define WAVECC_IR_REFLECTION_H

#include "ir/ir.h"

typedef struct IrField { /* WccField */
    const char *name, *type;
    uint32_t offset;
    const char *scalar; /* "F32": WCC_F32 */
    uint32_t rows, columns, row_stride, column_stride, array_count, array_stride;
    const void *default_value; /* tightly packed bytes or NULL */
    uint32_t default_size;
} IrField;

/* What D3D's reflection tells of a constant, a structured buffer's element or a member of one of
 * these: D3D12_SHADER_VARIABLE_DESC and D3D12_SHADER_TYPE_DESC, in their words. Not in the text
 * form. */
typedef struct IrShaderVariable {
    const char *name, *type;        /* the type without its array */
    const char *class, *number;     /* "D3D_SVC_VECTOR", "D3D_SVT_FLOAT" */
    uint32_t offset, size;          /* in what it stands in; bytes, arrays and structs not padded */
    uint32_t rows, columns;         /* of a struct: 1, and all of its numbers */
    uint32_t elements;              /* of an array, all dimensions' product; 0: none */
    const struct IrShaderVariable *members;
    int member_count;
} IrShaderVariable;

typedef struct IrStaticSampler { /* WccSampler; words without their WCC_ */
    const char *filter[3], *address[3], *comparison;
    float bias, min_level, max_level, border[4];
} IrStaticSampler;

typedef struct IrResourceInfo { /* WccResourceInfo; index = IrResource.index */
    IrResource *resource;
    SourcePos pos;      /* of its declaration; SOURCE_NOWHERE: of a descriptor heap */
    const char *type;   /* as HLSL spells it */
    const char *kind;   /* "RWTEXTURE2D": WCC_RWTEXTURE2D */
    char register_class;
    uint32_t register_index, space;
    const char *scalar; /* "F32"; of typed elements */
    uint32_t components;
    bool has_counter;
    IrField *fields;
    int field_count;
    const IrShaderVariable *variables; /* of constant and structured buffers; NULL: IR text */
    int variable_count;
    int samples;        /* of a multisampled texture; 0: not said */
    const IrStaticSampler *sampler; /* of a root signature, or NULL */
} IrResourceInfo;

typedef struct IrReflection {
    IrResourceInfo *resources;
    int resource_count;
    uint32_t row_count;
} IrReflection;

/* Adds the resources of another kernel to those of a program, whose kernels then have one
 * numbering; one that is declared once is one row. Gives a resource that no row can be (it has
 * another layout, number of elements or register than in the kernels before) and says what differs;
 * else NULL. */
const IrResourceInfo *ir_join_reflection(Arena *arena, IrReflection *all, const IrReflection *more,
                                         const char **what);
/* The same for kernels of one IR text, whose rows and indices are those of one program already:
 * rows stay, indices become places in the table. */
const IrResourceInfo *ir_join_numbered(Arena *arena, IrReflection *all, const IrKernelList *kernels,
                                       const char **what);

#endif
