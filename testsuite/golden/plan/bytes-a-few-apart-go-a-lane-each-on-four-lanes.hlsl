// options: --join-groups=off --target=x86-64-v2 --wave-size=8
StructuredBuffer<uint> words;
RWStructuredBuffer<uint> to;

[numthreads(32, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint third = 3 * i + 1;
    to[i] = (words[third / 4] >> third % 4 * 8) & 255;
}
