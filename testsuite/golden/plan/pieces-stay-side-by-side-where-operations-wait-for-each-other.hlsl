// options: --target=x86-64-v3 --wave-size=32
// More than fits into 16 registers, but sixteen quotients, one after the other, that four vectors take in turns.
struct Row { float4 low, high; };
StructuredBuffer<Row> gIn;
RWStructuredBuffer<Row> gOut;
groupshared float gTile[1024];

[numthreads(64, 1, 1)] void main(uint i : SV_GroupIndex)
{
    Row row = gIn[i];
    float x = row.low.x;
    [unroll] for (uint k = 0; k < 16; k++)
        x = row.high.y / (x + gIn[i ^ k].low.x);
    row.low *= x;
    gOut[i] = row;
}
