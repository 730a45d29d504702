// options: --wave-size=16 --target=x86-64-v4 --join-groups=off
Texture2D<float> gImage;
SamplerState gSmooth;
RWStructuredBuffer<float> gOut;
cbuffer Settings { float2 gTexel; };

[numthreads(16, 1, 1)]
void Main(uint3 id : SV_DispatchThreadID)
{
    float2 uv = (float2(id.xy) + 0.5) * gTexel;
    float here = gImage.SampleLevel(gSmooth, uv, 0);
    float right = gImage.SampleLevel(gSmooth, uv + float2(gTexel.x, 0), 0);
    float below = gImage.SampleLevel(gSmooth, uv + float2(0, gTexel.y), 0);
    gOut[id.x] = here + right + below + gImage.SampleLevel(gSmooth, uv + gTexel, 0);
}
