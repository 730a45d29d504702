// A tensor's axes permuted: from images of channels to channels of pixels. The sizes are known to nobody before, so
// every thread divides.

cbuffer cbTensor : register(b0)
{
    uint gChannels;
    uint gHeight;
    uint gWidth;
    uint gCount;
};

Buffer<float> gPlanar : register(t0); // [image][channel][y][x]
RWBuffer<float> gInterleaved : register(u0); // [image][y][x][channel]

[numthreads(256, 1, 1)]
void PermuteCS(uint3 id : SV_DispatchThreadID)
{
    uint i = id.x;
    if (i >= gCount)
        return;
    uint channel = i % gChannels;
    uint x = (i / gChannels) % gWidth;
    uint y = (i / (gChannels * gWidth)) % gHeight;
    uint image = i / (gChannels * gWidth * gHeight);
    gInterleaved[i] = gPlanar[((image * gChannels + channel) * gHeight + y) * gWidth + x];
}
