Texture2D<float4> Image;
SamplerState Least : register(s0);
SamplerState Smooth : register(s1);
RWBuffer<float4> Out;

[RootSignature("SRV(t0), StaticSampler(s0, filter = FILTER_MINIMUM_MIN_MAG_MIP_LINEAR), StaticSampler(s1, filter = FILTER_MAXIMUM_ANISOTROPIC), StaticSampler(s2, filter = FILTER_COMPARISON_MIN_MAG_POINT_MIP_LINEAR)")]
[numthreads(1, 1, 1)]
void main()
{
    Out[0] = Image.SampleLevel(Least, 0.5, 0) + Image.SampleLevel(Smooth, 0.5, 0);
}
