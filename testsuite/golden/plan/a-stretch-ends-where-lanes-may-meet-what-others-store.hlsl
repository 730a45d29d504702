// options: --target=x86-64-v3 --wave-size=32
// A piece is through with its stores before the next one loads: not where that may load what they store, nor where two
// UAVs may be one memory. What each lane loads and stores of its own element is nobody else's.
struct Row { float4 low, high; };
RWStructuredBuffer<Row> gRows, gOther;
StructuredBuffer<uint> gOrder;
groupshared Row gTile[32];

Row work(Row row)
{
    Row mixed;
    mixed.low = row.low * row.high.wzyx + row.low.yxwz;
    mixed.high = row.high * row.low.wzyx + row.high.yxwz;
    return mixed;
}

[numthreads(32, 1, 1)] void main(uint i : SV_GroupIndex)
{
    gRows[i] = work(gRows[i]);
    Row own = gRows[i];
    gTile[gOrder[i]] = work(own);
    GroupMemoryBarrierWithGroupSync();
    Row neighbour = work(gTile[i ^ 9]);
    neighbour.low += gRows[i].high;
    gOther[i] = neighbour;
}
