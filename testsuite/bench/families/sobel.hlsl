// Sobel's edge filter on one channel: eight samples around a texel, or four gathers of four texels each.

cbuffer cbPicture : register(b0)
{
    float2 gTexel; // the size of a texel in texture coordinates
};

Texture2D<float> gPicture : register(t0);
SamplerState gClamp : register(s0);
RWTexture2D<float> gEdges : register(u0);

float Luma(float2 uv, int x, int y)
{
    return gPicture.SampleLevel(gClamp, uv + float2(x, y) * gTexel, 0);
}

[numthreads(8, 8, 1)]
void SampleCS(uint3 id : SV_DispatchThreadID)
{
    float2 uv = (float2(id.xy) + 0.5) * gTexel;
    float nw = Luma(uv, -1, -1), n = Luma(uv, 0, -1), ne = Luma(uv, 1, -1);
    float w = Luma(uv, -1, 0), e = Luma(uv, 1, 0);
    float sw = Luma(uv, -1, 1), s = Luma(uv, 0, 1), se = Luma(uv, 1, 1);
    float gx = (ne + 2 * e + se) - (nw + 2 * w + sw);
    float gy = (sw + 2 * s + se) - (nw + 2 * n + ne);
    gEdges[id.xy] = sqrt(gx * gx + gy * gy);
}

// Components of a gather: x bottom left, y bottom right, z top right, w top left.
[numthreads(16, 16, 1)]
void GatherCS(uint3 id : SV_DispatchThreadID)
{
    float2 corner = float2(id.xy) * gTexel; // where four texels meet
    float4 topLeft = gPicture.Gather(gClamp, corner);
    float4 topRight = gPicture.Gather(gClamp, corner + float2(gTexel.x, 0));
    float4 bottomLeft = gPicture.Gather(gClamp, corner + float2(0, gTexel.y));
    float4 bottomRight = gPicture.Gather(gClamp, corner + gTexel);
    float gx = topRight.z + 2 * topRight.y + bottomRight.y - topLeft.w - 2 * topLeft.x - bottomLeft.x;
    float gy = bottomLeft.x + 2 * bottomLeft.y + bottomRight.y - topLeft.w - 2 * topLeft.z - topRight.z;
    gEdges[id.xy] = sqrt(gx * gx + gy * gy);
}
