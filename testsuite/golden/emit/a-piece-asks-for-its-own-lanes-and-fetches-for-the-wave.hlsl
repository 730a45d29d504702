StructuredBuffer<float4> gLow, gHigh;
RWStructuredBuffer<float4> gOut;

[numthreads(128, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float4 low = gLow[id.x], high = gHigh[id.x];
    float most = dot(low, high);
    float4 both = low * high.wzyx + high * low.yxwz;
    if (both.x > 1)
        both += gHigh[uint(both.y) % 64];
    gOut[id.x] = both * low + high;
    gOut[id.x + WaveReadLaneFirst(asuint(most))] = most;
}
