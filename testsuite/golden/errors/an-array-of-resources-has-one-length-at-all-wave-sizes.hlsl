// options: --wave-size=16,32
RWBuffer<uint> Rows[GroupGetWaveCount()] : register(u1);
RWBuffer<uint> Out : register(u0);

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    Out[i] = Rows[0][i];
}
