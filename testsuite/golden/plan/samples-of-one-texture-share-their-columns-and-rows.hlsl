// options: --join-groups=off --target=x86-64-v4 --wave-size=32
Texture2D<float> gImage;
SamplerState gNear;
RWTexture2D<float> gEdges;
cbuffer Settings { float2 texel; };

[numthreads(8, 8, 1)]
void Main(uint3 id : SV_DispatchThreadID)
{
    float2 at = (id.xy + 0.5) * texel;
    float left = gImage.SampleLevel(gNear, at, 0, int2(-1, 0));
    float right = gImage.SampleLevel(gNear, at, 0, int2(1, 0));
    float above = gImage.SampleLevel(gNear, at - float2(0, texel.y), 0);
    if (left < right)
        above = gImage.SampleLevel(gNear, at, 0, int2(1, 0)) + gImage.SampleLevel(gNear, at, 0);
    gEdges[id.xy] = above;
}
