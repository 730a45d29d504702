// options: --wave-size=8 --target=x86-64-v3 --join-groups=off
// Each row's elements are in order, and so are the query's four words beside them.
StructuredBuffer<float4> Queries;
StructuredBuffer<float4> Rows;
RWStructuredBuffer<float> Out;
groupshared float4 query[16];

[numthreads(16, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    query[i] = Queries[i];
    GroupMemoryBarrierWithGroupSync();
    float sum = 0;
    for (uint k = 0; k < 16; k++)
        sum += dot(query[k], Rows[i * 16 + k]);
    Out[i] = sum;
}
