// options: --explain=unroll
// What corners have in common is computed once: a box through a matrix, and vectors between eight cells. Of a loop whose
// counter is no choice of bits the turns are too many.
cbuffer constants
{
    row_major float4x4 world;
};
StructuredBuffer<float3> places, cells;
RWStructuredBuffer<float3> results;

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    float3 low = places[2 * i], high = places[2 * i + 1], least = 1e9, most = -1e9, sum = 0, along = 0;
    for (uint k = 0; k < 8; k++) {
        float3 corner = float3((k & 1) != 0 ? high.x : low.x, (k & 2) != 0 ? high.y : low.y, (k & 4) != 0 ? high.z : low.z);
        float3 at = mul(world, float4(corner, 1)).xyz;
        least = min(least, at);
        most = max(most, at);
    }
    uint3 cell = uint3(low);
    float3 part = low - float3(cell);
    for (uint c = 0; c < 8; c++) {
        uint3 on = uint3(c & 1, c >> 1 & 1, c >> 2);
        float weight = (on.x != 0 ? part.x : 1 - part.x) * (on.y != 0 ? part.y : 1 - part.y) * (on.z != 0 ? part.z : 1 - part.z);
        sum += cells[((cell.z + on.z) * 16 + cell.y + on.y) * 16 + cell.x + on.x] * weight;
    }
    for (uint n = 0; n < 8; n++)
        along += cells[cell.x + n] * cells[cell.y + n].zxy + cells[cell.z + n].yzx * low;
    results[i] = most - least + sum + along;
}
