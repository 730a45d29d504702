groupshared uint g;
groupshared float f;
RWStructuredBuffer<int> b;
RWTexture2D<uint4> t;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    { InterlockedAdd(g, 1); }
    { uint old; InterlockedMax(b[id.x], 3, old); }
    { float old; InterlockedExchange(f, 1, old); }
}
