// options: --target=x86-64-v3 --wave-size=16
// A product of two elements' components alone is nothing that stays in order; one component that all are multiplied by
// is taken out of the element and repeated; where as many shuffles would be made as are spared, elements come apart.
StructuredBuffer<float4> gIn;
RWStructuredBuffer<float4> gScaled, gTurned;
RWStructuredBuffer<float> gSize;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float4 v = gIn[id.x];
    gScaled[id.x] = v + gScaled[id.x] * (1 - v.w);
    gSize[id.x] = dot(gIn[id.x + 64], gIn[id.x + 64]);
    gTurned[id.x] = gTurned[id.x + 64].wzxy * float4(1, 2, 3, 4);
}
