// options: --wave-size=32 --target=x86-64-v3
// Where lanes are off, or what steps may wrap, the first or last lane may say that all agree; else each lane is asked.
StructuredBuffer<uint> Starts;
RWStructuredBuffer<uint> Out;
uint Count, Most;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    if (Starts[id.x] > Most)
        return;
    bool all = WaveActiveAllTrue(Count <= id.x), any = WaveActiveAnyTrue(Count <= id.x), each = WaveActiveAllTrue(Count <= Starts[id.x]);
    Out[id.x] = all + 2 * any + 4 * each;
}
