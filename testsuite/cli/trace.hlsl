/* What --trace tells, in words that one can write (trace_test.c). */
RWStructuredBuffer<float> Out;
groupshared uint total;

struct Light { float3 at; uint kind; };

void halve(inout float x, out int steps)
{
    x *= 0.5;
    steps = -1;
}

[numthreads(8, 2, 1)]
void main(uint3 t : SV_GroupThreadID, uint index : SV_GroupIndex)
{
    Light light = {float3(index, 0.1, -2), index & 1};
    light.at.yz = light.at.zy;
    float2x2 m = float2x2(1, 2, 3, index);
    float x = 5; int steps;
    halve(x, steps);
    bool odd = light.kind == 1;
    uint old;
    if (index == 0)
        total = 10;
    GroupMemoryBarrierWithGroupSync();
    if (index == 11)
        InterlockedAdd(total, 7, old);
    uint64_t wide = (uint64_t(index) << 40) + 1;
    double d = x / 2;
    int list[3] = {1, 2, 3};
    list[odd ? 1 : 0]--;
    while (!odd && x > 1)
        x--;
    Out[index] = x + list[1] + m[1][1] + float(d) + float(wide & 7) + light.at.y + steps;
    m._m01_m10 = float2(9, 8);
    m._11 += 1;
}

cbuffer Settings { float2 scale; };
StructuredBuffer<uint2> In;

[numthreads(4, 1, 1)]
void loads(uint i : SV_GroupIndex)
{
    float2 s = scale;
    uint2 pair = In[i];
    uint count, stride;
    In.GetDimensions(count, stride);
    Out[i] = s.x + pair.y + count + stride;
}
