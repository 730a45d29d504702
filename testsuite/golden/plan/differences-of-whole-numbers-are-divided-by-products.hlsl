// options: --wave-size=8 --target=x86-64-v3 --join-groups=off
RWStructuredBuffer<float> Out;
RWStructuredBuffer<uint> Words;

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    float high = Words[i] >> 16, low = Words[i] & 0xffff;
    Out[i] = (high - low) / 255 + Out[i] / 255;
}
