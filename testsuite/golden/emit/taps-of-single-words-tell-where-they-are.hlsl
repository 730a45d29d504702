Texture2D<float> Image;
SamplerState Smooth;
RWStructuredBuffer<float> Out;

[numthreads(64, 1, 1)]
void Main(uint i : SV_GroupIndex)
{
    float2 uv = float2(i * 0.01, 0.5);
    Out[i] = Image.SampleLevel(Smooth, uv, 0) - Image.SampleLevel(Smooth, uv, 0, int2(1, 0));
    float4 four = Image.Gather(Smooth, uv);
    Out[64 + i] = four.x - four.z;
}
