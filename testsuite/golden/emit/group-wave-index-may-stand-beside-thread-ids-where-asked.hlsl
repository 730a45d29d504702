RWStructuredBuffer<uint> Out;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint wave : SV_GroupWaveIndex)
{
    Out[id.x] = wave;
}
