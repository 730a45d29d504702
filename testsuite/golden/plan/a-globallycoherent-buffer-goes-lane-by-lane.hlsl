// options: --target=x86-64-v3 --wave-size=16
globallycoherent RWStructuredBuffer<uint> flags;

[numthreads(16, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    flags[i] = flags[i + 1] + flags[0];
}
