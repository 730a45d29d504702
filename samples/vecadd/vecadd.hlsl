// Adds two arrays of structs, member by member. One group of 32 threads is enough for 32 elements.

struct Data
{
    float3 v1;
    float2 v2;
};

StructuredBuffer<Data> gInputA : register(t0);
StructuredBuffer<Data> gInputB : register(t1);
RWStructuredBuffer<Data> gOutput : register(u0);

[numthreads(32, 1, 1)]
void VecAddCS(int3 dispatchThreadID : SV_DispatchThreadID)
{
    int i = dispatchThreadID.x;
    gOutput[i].v1 = gInputA[i].v1 + gInputB[i].v1;
    gOutput[i].v2 = gInputA[i].v2 + gInputB[i].v2;
}
