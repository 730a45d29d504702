// options: -Rperf --wave-size=32 --target=x86-64-v3
StructuredBuffer<uint> counts;
RWStructuredBuffer<uint> output;

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    uint sum = 0;
    for (uint k = 0; k < counts[i]; k++)
        sum += sum * 3 + k;
    for (uint m = 0; m < counts[0]; m++)
        sum ^= sum * 5 + m;
    output[i] = sum;
}
