groupshared uint g;
groupshared float f;
RWStructuredBuffer<int> b;
RWTexture2D<uint4> t;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    { InterlockedAdd(f, 1); }
    { uint x = 0; InterlockedAdd(x, 1); }
    { InterlockedAdd(t[id.xy].x, 1); }
}
