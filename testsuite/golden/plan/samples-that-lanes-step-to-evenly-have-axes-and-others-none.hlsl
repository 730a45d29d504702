// options: --target=x86-64-v4 --wave-size=16 --join-groups=off
Texture3D<float> gVolume;
SamplerState gSmooth;
StructuredBuffer<float> gPlaces;
RWStructuredBuffer<float4> gOut;

[numthreads(16, 1, 1)]
void Main(uint i : SV_GroupIndex)
{
    float even = gVolume.SampleLevel(gSmooth, float3(0.1 * i, 0.2 * i + 0.1, 0.5), 0);
    float loaded = gVolume.SampleLevel(gSmooth, float3(0.1 * i, 0.2 * i + gPlaces[i], 0.5), 0);
    float curved = gVolume.SampleLevel(gSmooth, float3(0.1 * i, 0.5, sin(0.1 * i)), 0);
    float closer = gVolume.SampleLevel(gSmooth, float3(0.01 * i * i, 0.5, 0.5), 0);
    float levels = gVolume.SampleLevel(gSmooth, float3(0.1 * i, 0.5, 0.5), 0.2 * i);
    gOut[i] = float4(even + levels, loaded, curved, closer);
}
