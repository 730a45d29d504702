// Sums and scans of 32 numbers by lanes that read each other by formulas: a butterfly, shifts by 1, 2, 4, ..., and what is
// next to each, round the wave.

StructuredBuffer<float> gValues : register(t0);
RWStructuredBuffer<float> gOut : register(u0); // [value][sum, scan, next]

[WaveSize(32)]
[numthreads(256, 1, 1)]
void MovesCS(uint3 id : SV_DispatchThreadID)
{
    uint lane = WaveGetLaneIndex();
    float value = gValues[id.x], sum = value, scan = value;
    for (uint far = 16; far > 0; far >>= 1)
        sum += WaveReadLaneAt(sum, lane ^ far);
    for (uint before = 1; before < 32; before <<= 1)
    {
        float other = WaveReadLaneAt(scan, lane - before);
        if (lane >= before)
            scan += other;
    }
    gOut[3 * id.x] = sum;
    gOut[3 * id.x + 1] = scan;
    gOut[3 * id.x + 2] = WaveReadLaneAt(value, (lane + 1) % 32);
}
