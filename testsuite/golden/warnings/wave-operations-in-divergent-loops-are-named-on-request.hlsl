// options: -Wwave-in-divergent-loop --wave-size=32
StructuredBuffer<uint> keys;
RWStructuredBuffer<uint> output;

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    uint sum = 0;
    for (uint k = 0; k < keys[i]; k++)
        sum += WaveActiveSum(k * i);
    output[i] = sum;

    for (uint turn = 0; turn < 100; turn++)
    {
        if (output[i + turn] == 3)
            break;
        if (WaveActiveAnyTrue(output[i + turn] == 4))
            output[i] = WaveReadLaneAt(turn + i, 3);
    }
}
