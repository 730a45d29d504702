// options: --wave-size=32 --target=x86-64-v4
Texture2D<float> gImage;
SamplerState gSmooth;
RWTexture2D<float> gOut;
cbuffer Settings { float2 gTexel; };

float Tap(float2 uv, int x, int y) { return gImage.SampleLevel(gSmooth, uv + float2(x, y) * gTexel, 0); }

[numthreads(16, 16, 1)]
void Main(uint3 id : SV_DispatchThreadID)
{
    float2 uv = (float2(id.xy) + 0.5) * gTexel;
    gOut[id.xy] = Tap(uv, -1, 0) + Tap(uv, 0, -1) + gImage.SampleLevel(gSmooth, uv, 0);
}
