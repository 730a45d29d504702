// options: --wave-size=16 --target=x86-64-v4 --join-groups=off
RWStructuredBuffer<float> Out;
RWStructuredBuffer<uint> Words;

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    Out[i] = (float)Words[i] / 255 + Out[i] / 3 + Out[i] / 0.7;
}
