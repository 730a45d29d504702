// options: --module=m
struct Light { float3 colour; };
struct main_bindings { float x; };
cbuffer Scene { Light lights[2]; float lights_last; };
StructuredBuffer<main_bindings> gIn;
RWStructuredBuffer<float> gOut;

[numthreads(1, 1, 1)] void main() { gOut[0] = lights[1].colour.x + lights_last + gIn[0].x; }
[numthreads(1, 1, 1)] void main_bindings_() { gOut[0] = 2; }
[numthreads(1, 1, 1)] void module() { gOut[0] = 3; }
[numthreads(1, 1, 1)] void module_() { gOut[0] = 4; }
