// options: --module=m
struct Light { float4 colour; };
cbuffer Light { float intensity; };
cbuffer Shade { float typename_; float register_; };
namespace N { cbuffer Deep { float depth; } }
StructuredBuffer<Light> gLights;
RWStructuredBuffer<float> gOut;

[numthreads(1, 1, 1)]
void Shade_() { gOut[0] = gLights[0].colour.x * intensity * register_ * typename_ * N::depth; }
