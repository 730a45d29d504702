// options: --wave-size=16,32
cbuffer Constants { uint shifts[GroupGetWaveCount()]; uint last; };
RWBuffer<uint> Out;

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    Out[i] = last << shifts[0];
}
