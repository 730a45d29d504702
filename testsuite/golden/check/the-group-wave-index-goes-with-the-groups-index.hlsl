[numthreads(64, 1, 1)]
void main(uint w : SV_GroupWaveIndex, uint g : SV_GroupIndex, uint3 b : SV_GroupID) {}
