Texture2DArray<float2> Image;
SamplerState Smooth;
RWStructuredBuffer<float2> Out;

[numthreads(8, 8, 1)]
void main(uint2 at : SV_GroupThreadID, uint i : SV_GroupIndex)
{
    Out[i] = Image.SampleBias(Smooth, float3(at * 0.5, 1), 0.25, int2(1, -1));
}
