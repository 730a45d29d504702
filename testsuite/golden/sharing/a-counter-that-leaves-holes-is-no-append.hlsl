RWStructuredBuffer<uint2> gPart, gMaybe, gCounted;
[numthreads(64, 1, 1)] void main(uint3 id : SV_DispatchThreadID)
{
    gPart[gPart.IncrementCounter()].x = id.x;
    uint slot = gMaybe.IncrementCounter();
    if (id.x > 3)
        gMaybe[slot] = id.xy;
    gCounted.IncrementCounter();
}
