RWStructuredBuffer<uint> Out;

[numthreads(64, 1, 1)]
void main(uint wave : SV_GroupWaveIndex, uint i : SV_GroupIndex)
{
    Out[i] = wave + GetGroupWaveCount() + 1000;
}
