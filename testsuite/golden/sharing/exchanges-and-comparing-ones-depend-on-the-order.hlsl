RWStructuredBuffer<uint> gLast, gFirst;
RWStructuredBuffer<float> gFloat;
[numthreads(64, 1, 1)] void main(uint3 id : SV_DispatchThreadID)
{
    uint old;
    float oldFloat;
    InterlockedExchange(gLast[0], id.x, old);
    InterlockedCompareStore(gFirst[0], 0, id.x);
    InterlockedExchange(gFloat[0], id.x, oldFloat);
}
