// options: --target=x86-64-v4
// Lanes that add 1 to one cell, or the size of what they store, store behind each other; those that add 2 do not.
StructuredBuffer<float> gValues;
AppendStructuredBuffer<float> gFound;
RWByteAddressBuffer gBytes;
RWStructuredBuffer<uint> gCounts, gList;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float value = gValues[id.x];
    uint at;
    if (value > 1)
        gFound.Append(value);
    if (value > 2)
    {
        InterlockedAdd(gCounts[0], 1, at);
        gList[at] = id.x;
    }
    if (value > 3)
    {
        gBytes.InterlockedAdd(0, 4, at);
        gBytes.Store(at, id.x);
    }
    if (value > 4)
    {
        InterlockedAdd(gCounts[1], 2, at);
        gList[at] = id.x;
    }
}
