Texture2D<float4> Image;
SamplerState Smooth;
RWStructuredBuffer<float4> Out;

[numthreads(64, 1, 1)]
void Main(uint i : SV_GroupIndex)
{
    Out[i] = Image.SampleLevel(Smooth, float2(i * 0.01, 0.5), 0) + Image.SampleLevel(Smooth, 0.25, 0);
}
