Texture2D<float> gHeights;
Texture2DArray<float4> gImages;
SamplerState gSmooth;
RWStructuredBuffer<float> gOut;

[numthreads(32, 1, 1)]
void Main(uint3 id : SV_DispatchThreadID)
{
    float2 uv = float2(gOut[id.x], 0.5);
    gOut[id.x] = gHeights.SampleLevel(gSmooth, uv, 0) + gImages.SampleLevel(gSmooth, float3(uv, 1), 0).x;
}
