// The sum of all elements. Each thread adds up some of them, the wave adds up its threads, and one atomic
// addition a wave is left. A group takes GROUP_SIZE * TURNS elements.

#define GROUP_SIZE 256
#define TURNS 32

StructuredBuffer<uint> gValues : register(t0);
RWStructuredBuffer<uint> gSum : register(u0); // one element, 0 at first

[numthreads(GROUP_SIZE, 1, 1)]
void SumCS(uint3 groupID : SV_GroupID, uint thread : SV_GroupIndex)
{
    uint first = groupID.x * (GROUP_SIZE * TURNS) + thread;
    uint sum = 0;

    // Past the end of the buffer a load gives 0.
    for (uint turn = 0; turn < TURNS; ++turn)
        sum += gValues[first + turn * GROUP_SIZE]; // wavecc: silence bounds

    sum = WaveActiveSum(sum);
    if (WaveIsFirstLane())
        InterlockedAdd(gSum[0], sum);
}
