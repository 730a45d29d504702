// options: --target=x86-64-v3 --wave-size=32
StructuredBuffer<float> X;
StructuredBuffer<uint> Meta;
RWStructuredBuffer<float> Out;

[numthreads(32, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint m = Meta[id.x];
    Out[id.x] = X[4 * id.x + (m & 3)]     // the last of eight lanes is 25 words from the first, at least
        + X[4 * id.x / 3 + (m >> 2 & 3)]; // as near as 8 of them
}
