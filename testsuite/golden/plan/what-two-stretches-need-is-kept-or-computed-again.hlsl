// options: --target=x86-64-v4 --wave-size=16 --join-groups=off
StructuredBuffer<float> input;
RWStructuredBuffer<float> output;
groupshared float shared[64];

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    float loaded = input[i];
    uint mirrored = 63 - i;
    shared[i] = loaded;
    GroupMemoryBarrierWithGroupSync();
    output[mirrored] = loaded + shared[mirrored];
}
