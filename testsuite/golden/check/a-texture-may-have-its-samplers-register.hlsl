Texture2D<float4> t : register(s3);
SamplerState s : register(t5);
Buffer<float4> b : register(s4);
RWTexture2D<float4> u : register(t6);
[numthreads(1, 1, 1)] void main() { u[uint2(0, 0)] = t.SampleLevel(s, float2(0, 0), 0) + b[0]; }
