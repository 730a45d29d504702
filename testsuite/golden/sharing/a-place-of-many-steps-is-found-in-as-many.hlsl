/* Each step reads twice what the one before it gave: paths through all of them are a million millions. */
RWStructuredBuffer<uint> gOut;
cbuffer Sizes { uint gMost; };
#define STEP i = min(i + 1, gMost - i);
#define STEPS STEP STEP STEP STEP STEP STEP STEP STEP STEP STEP
[numthreads(8, 1, 1)] void main(uint3 id : SV_DispatchThreadID)
{
    uint i = id.x;
    STEPS STEPS STEPS STEPS
    gOut[i] = id.x;
}
