RWBuffer<uint> output;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint wave : SV_GroupWaveIndex)
{
    output[id.x] = wave;
}
