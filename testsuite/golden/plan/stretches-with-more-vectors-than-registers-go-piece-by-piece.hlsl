// options: --target=x86-64-v3 --wave-size=32
// Eight words of four vectors each do not fit into 16 registers, those of one vector do. What the wave asks for behind
// them is settled: it is not computed where it is read.
struct Row { float4 low, high; };
StructuredBuffer<Row> gIn;
RWStructuredBuffer<Row> gOut;
RWStructuredBuffer<float> gSums;

[numthreads(32, 1, 1)] void main(uint3 id : SV_DispatchThreadID, uint3 group : SV_GroupID)
{
    Row row = gIn[id.x];
    float most = dot(row.low, row.high);
    row.low = row.low * row.high.wzyx + row.low.yxwz;
    row.high = row.high * row.low.wzyx + row.high.yxwz;
    gOut[id.x] = row;
    gSums[group.x] = WaveActiveMax(most);
}
