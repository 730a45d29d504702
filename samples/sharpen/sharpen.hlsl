// Unsharp masking: each texel moves away from the mean of the 3 x 3 texels around it. Groups of 8 x 8
// threads; at the picture's border the texels there are taken again. What threads past it store is dropped,
// as D3D promises.

cbuffer cbSettings : register(b0)
{
    float gAmount; // 0: the picture as it is
};

Texture2D<float4> gInput : register(t0);
RWTexture2D<float4> gOutput : register(u0);

[numthreads(8, 8, 1)]
void SharpenCS(uint3 dispatchThreadID : SV_DispatchThreadID)
{
    int2 size;
    gInput.GetDimensions(size.x, size.y);

    int2 here = int2(dispatchThreadID.xy);
    float4 sum = float4(0, 0, 0, 0);
    for (int y = -1; y <= 1; ++y)
        for (int x = -1; x <= 1; ++x)
            sum += gInput[clamp(here + int2(x, y), int2(0, 0), size - 1)];

    float4 texel = gInput[here]; // wavecc: silence bounds
    gOutput[here] = texel + gAmount * (texel - sum / 9); // wavecc: silence bounds
}
