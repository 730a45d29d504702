// options: --wave-size=8 --target=x86-64-v3
// A row of elements for each thread; the last sum is of components that meet, which are apart.
StructuredBuffer<float4> Rows;
StructuredBuffer<float4> Pairs;
StructuredBuffer<float4> By;
RWStructuredBuffer<float> Out;

[numthreads(8, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float along = 0, meeting = 0;
    float4 each = 0;
    for (uint k = 0; k < 15; ++k)
        along += dot(Rows[id.x * 15 + k], By[k]);
    for (uint j = 0; j < 20; ++j)
        each += Rows[id.x * 20 + j] * By[j].x;
    for (uint n = 0; n < 20; ++n)
        meeting += Pairs[id.x * 20 + n].x * Pairs[id.x * 20 + n].y + Pairs[id.x * 20 + n].z * Pairs[id.x * 20 + n].w;
    Out[id.x] = along + each.x - each.y + each.z * each.w + meeting;
}
