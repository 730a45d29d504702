// A picture made smaller or larger: bilinear samples at the centres of the new texels.

Texture2D<float4> gFrom : register(t0);
SamplerState gLinearClamp : register(s0);
RWTexture2D<float4> gTo : register(u0);

[numthreads(8, 8, 1)]
void ResampleCS(uint3 id : SV_DispatchThreadID)
{
    uint width, height;
    gTo.GetDimensions(width, height);
    if (id.x >= width || id.y >= height)
        return;
    float2 uv = (id.xy + 0.5) / float2(width, height);
    gTo[id.xy] = gFrom.SampleLevel(gLinearClamp, uv, 0);
}
