// Each piece of a wave is C of its own. Where threads cannot tell which of them share a wave, waves of one piece do, and no
// second kernel that several groups run through at a time is worth as much C again.
RWStructuredBuffer<float> Out : register(u0);
StructuredBuffer<float> In : register(t0);

float mixed(float value)
{
    [unroll]
    for (int i = 0; i < 300; i++)
        value = value * value + In[i] - value / (i + 2);
    return value;
}

[numthreads(8, 8, 1)]
void AloneCS(uint3 id : SV_DispatchThreadID)
{
    Out[id.x + id.y * 64] = mixed(id.x);
}

[numthreads(8, 8, 1)]
void TogetherCS(uint3 id : SV_DispatchThreadID)
{
    Out[id.x + id.y * 64] = mixed(id.x) + WaveActiveSum(id.x);
}

[numthreads(8, 8, 1)]
void SmallCS(uint3 id : SV_DispatchThreadID)
{
    Out[id.x + id.y * 64] = In[id.x] * 2;
}
