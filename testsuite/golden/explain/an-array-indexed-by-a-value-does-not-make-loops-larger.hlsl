// options: --explain=unroll --wave-size=8
RWStructuredBuffer<float> Out;
[numthreads(8, 1, 1)] void Main(uint i : SV_GroupIndex)
{
    float sums[20];
    for (uint n = 0; n < 20; n++)
        sums[n] = n;
    Out[i] = sums[Out[i + 8]];
}
