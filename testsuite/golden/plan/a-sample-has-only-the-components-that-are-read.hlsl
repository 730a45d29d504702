// options: --target=x86-64-v4 --wave-size=16 --join-groups=off
Texture2DArray<float4> gImages;
Texture3D<float2> gVolume;
Texture2D<float> gHeights;
SamplerState gSmooth;
RWStructuredBuffer<float4> gOut;

[numthreads(16, 1, 1)]
void Main(uint i : SV_GroupIndex, uint3 group : SV_GroupID)
{
    float2 at = float2(gHeights[uint2(i, 0)], 0.5);
    float4 colour = gImages.SampleLevel(gSmooth, float3(at, i), group.x);
    float2 flow = gVolume.SampleLevel(gSmooth, float3(at, at.x), at.x * 3);
    gOut[i] = float4(colour.xz, flow.y, gHeights.Gather(gSmooth, at).w);
}
