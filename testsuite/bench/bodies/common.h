/* What all bodies see: resources of 2^16 elements, pictures of 256 x 256. In C++ a Memory is at hand. */
#ifdef __cplusplus
#include "plain.h"
struct Memory {
    const float *A, *B, *C;
    const float2 *A2, *B2;
    const float3 *A3, *B3;
    const float4 *A4, *B4;
    const uint *U, *V;
    ByteAddressBuffer R;
    float *O;
    float2 *O2;
    float3 *O3;
    float4 *O4;
    uint *P;
    ByteAddressBuffer Q;
    float4x4 M;
    float4 f4;
    uint N, W, H, k1, k2;
    float f1, f2;
};
#else
StructuredBuffer<float> A, B, C;    // in 0..1
StructuredBuffer<float2> A2, B2;
StructuredBuffer<float3> A3, B3;
StructuredBuffer<float4> A4, B4;
StructuredBuffer<uint> U, V;        // U: any bits, V: below N
ByteAddressBuffer R;
RWStructuredBuffer<float> O;
RWStructuredBuffer<float2> O2;
RWStructuredBuffer<float3> O3;
RWStructuredBuffer<float4> O4;
RWStructuredBuffer<uint> P;
RWByteAddressBuffer Q;
cbuffer Constants
{
    row_major float4x4 M;
    float4 f4;
    uint N, W, H, k1, k2;           // 2^16, 256, 256, 3, 37
    float f1, f2;                   // 0.75, 1.25
};
#endif
