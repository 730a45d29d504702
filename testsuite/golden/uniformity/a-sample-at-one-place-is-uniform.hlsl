Texture2D<float> Image;
SamplerState Smooth;
RWStructuredBuffer<float> Out;

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex, uint3 group : SV_GroupID)
{
    float a = Image.SampleLevel(Smooth, 0.5, 0);
    float b = Image.SampleLevel(Smooth, group.x * 0.5, 0);
    float c = Image.SampleLevel(Smooth, i * 0.5, 0);
    Out[i] = a + b + c;
}
