struct Light { float3 colour; float range; float2 lobes[2]; };
cbuffer Scene
{
    float4 tint : packoffset(c9);
    Light lights[2] : packoffset(c2);
    float2x2 turn : packoffset(c0);
    float gain : packoffset(c1.w);
};
float late;
float early : register(c1);
RWStructuredBuffer<float> o;

[numthreads(1, 1, 1)]
void main()
{
    o[0] = tint.x + lights[1].lobes[1].y + turn._12 + gain + late + early;
}
