// options: -E main
RWBuffer<uint> counts;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint amount, before;
    InterlockedAdd(counts[id.x], amount, before);
    counts[id.x + 64] = before;
}
