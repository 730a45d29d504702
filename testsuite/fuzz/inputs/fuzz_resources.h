/* One resource of each kind, as modules have them whose inputs are fuzzed. M is an array of two; of all rows the sampler's
 * is the last. */
#ifndef WAVECC_FUZZ_RESOURCES_H
#define WAVECC_FUZZ_RESOURCES_H

#include "wcc_rt.h"

enum { RESOURCES = 11, ROWS = 12 };

static const WccField fields[] = {{"g", "float", 0, WCC_F32, 1, 1, 0, 4, 0, 0, NULL},
                                  {"b", "int3", 4, WCC_I32, 1, 3, 0, 4, 0, 0, NULL},
                                  {"a", "uint", 16, WCC_U32, 1, 1, 0, 4, 2, 16, NULL}};
static const WccResourceInfo resources[] = {
    {"T", "Texture2D<float4>", WCC_TEXTURE2D, 't', 0, 0, 0, 0, WCC_F32, 4, 16, 0, NULL, 0, NULL},
    {"O", "RWTexture2D<float4>", WCC_RWTEXTURE2D, 'u', 0, 0, 0, 1, WCC_F32, 4, 16, 0, NULL, 0, NULL},
    {"B", "Buffer<uint>", WCC_BUFFER, 't', 1, 0, 0, 2, WCC_U32, 1, 4, 0, NULL, 0, NULL},
    {"U", "RWBuffer<uint>", WCC_RWBUFFER, 'u', 1, 0, 0, 3, WCC_U32, 1, 4, 0, NULL, 0, NULL},
    {"S", "StructuredBuffer<S>", WCC_STRUCTURED, 't', 2, 0, 0, 4, WCC_F32, 1, 48, 0, fields, 3, NULL},
    {"R", "RWByteAddressBuffer", WCC_RWBYTEADDRESS, 'u', 2, 1, 0, 5, WCC_U32, 1, 4, 0, NULL, 0, NULL},
    {"K", "AppendStructuredBuffer<uint>", WCC_APPEND, 'u', 3, 0, 0, 6, WCC_U32, 1, 4, 1, NULL, 0, NULL},
    {"C", "cbuffer", WCC_CBUFFER, 'b', 0, 0, 0, 7, WCC_F32, 0, 36, 0, fields, 3, NULL},
    {"M", "Texture2D<float>", WCC_TEXTURE2D, 't', 8, 0, 2, 8, WCC_F32, 1, 4, 0, NULL, 0, NULL},
    {"V", "RWTexture3D<int>", WCC_RWTEXTURE3D, 'u', 4, 0, 0, 10, WCC_I32, 1, 4, 0, NULL, 0, NULL},
    {"P", "SamplerState", WCC_SAMPLER, 's', 0, 0, 0, 11, WCC_F32, 1, 0, 0, NULL, 0, NULL},
};

#endif
