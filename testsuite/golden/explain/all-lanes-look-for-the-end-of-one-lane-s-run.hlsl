// options: --explain=searches_in_lanes --wave-size=32 --target=x86-64-v3
StructuredBuffer<uint> Keys;
RWStructuredBuffer<uint> Lengths;
uint count;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint key = Keys[id.x];
    if (Keys[id.x - 1] == key)
        return;
    uint end = id.x;
    while (end < count && Keys[end] == key)
        end++;
    Lengths[id.x] = end - id.x;
}
