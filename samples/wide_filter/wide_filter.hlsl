// A filter of 13 x 13 taps, 4 texels apart: the mean of what lies up to 24 texels around. Groups that
// start one after another read mostly the same texels, if their order keeps neighbours together. Outside
// of the picture loads give 0.

Texture2D<float> gInput : register(t0);
RWTexture2D<float> gOutput : register(u0);

static const int REACH = 24, STEP = 4;

[numthreads(8, 8, 1)]
void WideFilterCS(uint3 id : SV_DispatchThreadID)
{
    float sum = 0;
    for (int y = -REACH; y <= REACH; y += STEP)
        for (int x = -REACH; x <= REACH; x += STEP)
            sum += gInput[int2(id.xy) + int2(x, y)]; // wavecc: silence bounds
    gOutput[id.xy] = sum / 169; // wavecc: silence bounds
}
