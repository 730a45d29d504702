// options: --wave-size=32 --target=x86-64-v3
// In a loop, where lanes are off, or what steps may wrap, the first or last lane may say that all agree; else each lane is
// asked. What is asked once is asked of each.
StructuredBuffer<uint> Starts;
RWStructuredBuffer<uint> Out;
uint Count, Most;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    if (Starts[id.x] > Most)
        return;
    uint sum = WaveActiveAllTrue(Count <= id.x);
    [loop] for (uint k = 0; k < Count; k++)
    {
        bool all = WaveActiveAllTrue(Starts[k] <= id.x), any = WaveActiveAnyTrue(Starts[k] <= id.x);
        sum += all + 2 * any + 4 * WaveActiveAllTrue(k <= Starts[id.x]);
    }
    Out[id.x] = sum;
}
