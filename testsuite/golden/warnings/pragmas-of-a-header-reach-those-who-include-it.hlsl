#include "pragmas.hlsli"
RWStructuredBuffer<float4> o;
[numthreads(8, 1, 1)] void main(uint i : SV_GroupIndex)
{
    float2 quiet = o[i];
    uint count = i;
    count == 1;
    o[i] = quiet.xyxy * of_header(o[i]) * count;
}
