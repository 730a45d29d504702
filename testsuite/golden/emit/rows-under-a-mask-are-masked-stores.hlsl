RWTexture2D<float> single;
RWTexture2D<float4> quads;
cbuffer Settings
{
    uint2 size;
};

[numthreads(8, 8, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    if (any(id.xy >= size))
        return;
    single[id.xy] = id.x;
    quads[id.xy] = id.y;
}
