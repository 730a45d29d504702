Texture2D<float4> Image;
SamplerState Smooth : register(s0);
RWBuffer<float4> Out;

[RootSignature("SRV(t0), StaticSampler(s0, filtre = FILTER_MIN_MAG_MIP_POINT), StaticSampler(s1, addressU = TEXTURE_ADDRESS_CLAMPED)")]
[numthreads(1, 1, 1)]
void main()
{
    Out[0] = Image.SampleLevel(Smooth, 0.5, 0);
}
