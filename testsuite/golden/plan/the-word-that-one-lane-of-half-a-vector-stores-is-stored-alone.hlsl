// options: --target=x86-64-v4 --wave-size=32
// Rows of eight threads that store to one place each: two words of a vector of sixteen lanes at most.
uint at;
StructuredBuffer<float> input;
RWStructuredBuffer<float> output;
groupshared float last[8];

[numthreads(8, 8, 1)]
void main(uint3 t : SV_GroupThreadID, uint i : SV_GroupIndex)
{
    if (t.x <= at && t.y > 2)
        last[t.y] = input[i];
    GroupMemoryBarrierWithGroupSync();
    output[i] = last[t.x];
}
