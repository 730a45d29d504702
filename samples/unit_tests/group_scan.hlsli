// An exclusive prefix sum over a thread group of any size, at any wave size: each wave scans its own values,
// and the sums of the waves before are added.
groupshared uint waveSums[256]; // 1024 threads in waves of 4

uint GroupPrefixSum(uint value, uint groupIndex)
{
    const uint wave = groupIndex / WaveGetLaneCount();
    const uint sum = WaveActiveSum(value);
    if (WaveIsFirstLane())
        waveSums[wave] = sum;
    GroupMemoryBarrierWithGroupSync();
    uint before = 0;
    for (uint i = 0; i < wave; i++)
        before += waveSums[i];
    return before + WavePrefixSum(value);
}

float3 LinearToSrgb(float3 color)
{
    const float3 low = color * 12.92, high = 1.055 * pow(max(color, 0.0031308), 1 / 2.4) - 0.055;
    return select(color <= 0.0031308, low, high);
}
