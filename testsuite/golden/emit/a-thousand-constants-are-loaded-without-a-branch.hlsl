// Each is inside or not as the buffer's size has it, which is asked as it runs: a branch for a few, and an address
// for many, of which a C compiler would lead each branch past the others.
cbuffer Few : register(b0)
{
    float4 few[8];
};

cbuffer Many : register(b1)
{
    float4 many[256];
};
RWStructuredBuffer<float> Out : register(u0);

[numthreads(32, 1, 1)]
void ManyCS(uint3 id : SV_DispatchThreadID)
{
    float4 sum = 0;
    [unroll]
    for (int i = 0; i < 256; i++)
        sum = max(sum * many[i], many[i]);
    Out[id.x] = sum.x + sum.y + sum.z + sum.w;
}

[numthreads(32, 1, 1)]
void FewCS(uint3 id : SV_DispatchThreadID)
{
    float4 sum = 0;
    [unroll]
    for (int i = 0; i < 8; i++)
        sum = max(sum * few[i], few[i]);
    Out[id.x] = sum.x + sum.y + sum.z + sum.w;
}
