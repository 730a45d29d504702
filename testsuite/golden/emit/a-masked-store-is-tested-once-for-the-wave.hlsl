RWStructuredBuffer<float> single;
RWStructuredBuffer<float4> quads;
groupshared float tile[66];
cbuffer Settings { uint count; };

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint i : SV_GroupIndex)
{
    if (i > 1)
        tile[i] = 1;
    GroupMemoryBarrierWithGroupSync();
    if (id.x < count)
    {
        single[id.x] = tile[i];
        quads[id.x] = 1;
    }
}
