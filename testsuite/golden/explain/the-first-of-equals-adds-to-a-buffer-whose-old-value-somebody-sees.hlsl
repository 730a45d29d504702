// options: --explain=equals_add --wave-size=32
StructuredBuffer<uint> Keys;
RWStructuredBuffer<uint> Counts, Old;
[numthreads(64, 1, 1)] void Main(uint id : SV_DispatchThreadID)
{
    uint key = Keys[id] & 15, first = firstbitlow(WaveMatch(key).x), old;
    if (WaveGetLaneIndex() == first)
        InterlockedAdd(Counts[key], countbits(WaveMatch(key).x));
    InterlockedMax(Counts[key + 1], 4, old);
    Old[id] = old;
}
