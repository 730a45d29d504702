// options: --explain=equals_add --wave-size=32
StructuredBuffer<uint> Keys;
RWStructuredBuffer<uint> Counts;
[numthreads(64, 1, 1)] void Main(uint id : SV_DispatchThreadID)
{
    uint key = Keys[id] & 15;
    uint4 same = WaveMatch(key);
    uint first = same.x ? firstbitlow(same.x) : 32 + firstbitlow(same.y);
    if (WaveGetLaneIndex() == first)
        InterlockedAdd(Counts[key], countbits(same.x) + countbits(same.y));
}
