// options: --target=x86-64-v3 --wave-size=16
// Nine sums of two vectors each do not fit into 16 registers, those of one vector do. Where each turn waits long for
// the one before, both vectors go on together.
groupshared float gTile[16 * 16];
RWStructuredBuffer<float> gOut;
uint gTurns;

[numthreads(16, 1, 1)] void main(uint i : SV_GroupIndex)
{
    gTile[i * 16] = i;
    GroupMemoryBarrierWithGroupSync();
    float sums[9] = (float[9])0, orbit[9];
    for (uint k = 0; k < 16; k++) {
        float x = gTile[k * 16 + i];
        [unroll] for (uint j = 0; j < 9; j++)
            sums[j] += x * j;
    }
    [unroll] for (uint j = 0; j < 9; j++)
        orbit[j] = sums[j];
    for (uint turn = 0; turn < gTurns; turn++)
        [unroll] for (uint n = 0; n < 9; n++)
            orbit[n] = 1 / (1 + orbit[n] * orbit[(n + 8) % 9]);
    [unroll] for (uint n = 0; n < 9; n++)
        gOut[n * 16 + i] = orbit[n];
}
