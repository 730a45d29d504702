// options: -Wwave-in-divergent-loop --wave-size=32
StructuredBuffer<uint> keys;
RWStructuredBuffer<uint> output;
cbuffer Sizes { uint count; };

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    uint key = keys[i];
    for (;;)
    {
        uint first = WaveReadLaneFirst(key);
        if (first == key)
        {
            output[i] = WaveActiveSum(i) + WavePrefixCountBits(true);
            break;
        }
    }

    bool is_done = false;
    while (WaveActiveAnyTrue(!is_done))
    {
        is_done = WaveReadLaneFirst(i) == i || WaveActiveMax(i) > 7;
        i /= 2;
    }

    for (uint k = 0; k < count; k++)
        output[k] = WaveActiveSum(k + keys[i]);
    for (uint turn = 0; turn < key; turn++)
        if (WaveIsFirstLane())
            output[turn] = WaveActiveMax(count);
    if (key > 3)
        output[i] += WaveActiveSum(key);
}
