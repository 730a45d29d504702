// The sum of a picture as bytes (an exposure's average): each wave's first lane adds to its group's sum, and each group's first
// thread adds that to the picture's.

StructuredBuffer<float> gPicture : register(t0);
RWStructuredBuffer<uint> gSum : register(u0);
cbuffer cbPictureSum : register(b0)
{
    uint gWidth, gHeight;
};

groupshared uint gsSum;

[numthreads(16, 16, 1)]
void SumCS(uint3 id : SV_DispatchThreadID, uint thread : SV_GroupIndex)
{
    if (thread == 0)
        gsSum = 0;
    GroupMemoryBarrierWithGroupSync();
    if (id.x < gWidth && id.y < gHeight)
    {
        uint byte = uint(saturate(gPicture[id.y * gWidth + id.x]) * 255 + 0.5);
        uint sum = WaveActiveSum(byte);
        if (WaveIsFirstLane())
            InterlockedAdd(gsSum, sum);
    }
    GroupMemoryBarrierWithGroupSync();
    if (thread == 0)
        InterlockedAdd(gSum[0], gsSum);
}
