// Batch normalisation and GELU of a flat tensor: each thread finds its channel by dividing by the plane.

cbuffer cbShape : register(b0)
{
    uint gChannels;
    uint gPlane;
    uint gCount;
};

StructuredBuffer<float> gIn : register(t0);
StructuredBuffer<float4> gNorm : register(t1); // mean, variance, scale, shift of a channel
RWStructuredBuffer<float> gOut : register(u0);

[numthreads(256, 1, 1)]
void NormCS(uint3 id : SV_DispatchThreadID)
{
    if (id.x >= gCount)
        return;
    float4 norm = gNorm[id.x / gPlane % gChannels];
    float v = (gIn[id.x] - norm.x) * rsqrt(norm.y + 1e-5) * norm.z + norm.w;
    gOut[id.x] = 0.5 * v * (1 + tanh(0.7978845608 * (v + 0.044715 * v * v * v)));
}
