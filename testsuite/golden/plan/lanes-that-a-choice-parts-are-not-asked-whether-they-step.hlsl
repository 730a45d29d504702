// options: --target=x86-64-v3
// What a condition sends to one of two runs does not lie side by side, wherever the runs begin; what it leaves out may.
StructuredBuffer<uint> gValues;
RWStructuredBuffer<uint> gKept, gParted;

[numthreads(32, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint i : SV_GroupIndex)
{
    uint value = gValues[id.x];
    bool keep = value & 1;
    uint before = WavePrefixCountBits(keep), count = WaveActiveCountBits(keep);
    if (keep)
        gKept[before] = value;
    gParted[id.x - i + (keep ? before : count + i - before)] = value;
}
