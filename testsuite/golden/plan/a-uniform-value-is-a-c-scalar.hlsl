// options: --target=x86-64-v4 --wave-size=32
cbuffer Settings
{
    float gScale;
    uint gSteps;
};
RWStructuredBuffer<float> gOut;

[numthreads(64, 1, 1)]
void Main(uint3 id : SV_DispatchThreadID)
{
    float factor = gScale * gScale + 1;
    if (gSteps > 3)
        factor += 5;
    gOut[id.x] = factor * id.x;
}
