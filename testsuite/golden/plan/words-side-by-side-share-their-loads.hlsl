// options: --target=x86-64-v3 --wave-size=8 --join-groups=off
// Four words a thread begin with the first of them; one alone does not, nor does one behind a store.
groupshared float gTile[8 * 32];
RWStructuredBuffer<float> gOut;

[numthreads(8, 1, 1)] void main(uint i : SV_GroupIndex)
{
    for (uint n = i; n < 8 * 32; n += 8)
        gTile[n] = n;
    GroupMemoryBarrierWithGroupSync();
    float sum = 0;
    [loop] for (uint k = 0; k < 8; k++) {
        uint at = k * 32 + 4 * i;
        sum += gTile[at] * gTile[at + 1] - gTile[at + 2] * gTile[at + 3];
    }
    gOut[i] = sum;
    sum = gTile[4 * i + 1];
    gTile[i] = sum;
    gOut[i + 8] = gTile[4 * i];
}
