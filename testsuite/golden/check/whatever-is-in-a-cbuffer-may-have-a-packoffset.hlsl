cbuffer Constants
{
    float first : packoffset(c1);
    Texture2D picture : packoffset(c2);
    SamplerState sampling : packoffset(c3) : register(s4);
    static float own : packoffset(c4) = 2;
    groupshared float common : packoffset(c5);
}
RWStructuredBuffer<float> Out;

[numthreads(8, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    Out[id.x] = first + own + picture.SampleLevel(sampling, 0, 0).x;
}
