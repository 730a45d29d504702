// options: --target=x86-64-v3 --wave-size=8
globallycoherent RWStructuredBuffer<uint> flags;
RWStructuredBuffer<uint> output;

[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex, uint3 group : SV_GroupID)
{
    while (flags[group.x] == 0)
        ;
    output[i] = 1;
}
