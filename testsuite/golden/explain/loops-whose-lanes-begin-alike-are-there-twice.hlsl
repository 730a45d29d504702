// options: --explain=alike_turns --wave-size=32
StructuredBuffer<uint> Starts;
RWStructuredBuffer<uint> Out;
uint Count;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint low = 0, high = Count;
    while (high - low > 1)
    {
        uint middle = (low + high) / 2;
        if (Starts[middle] <= id.x)
            low = middle;
        else
            high = middle;
    }
    Out[id.x] = low;
}
