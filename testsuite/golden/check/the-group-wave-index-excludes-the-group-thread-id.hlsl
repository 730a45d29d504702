[numthreads(64, 1, 1)]
void main(uint w : SV_GroupWaveIndex, uint3 d : SV_GroupThreadID) {}
