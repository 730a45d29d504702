// options: --explain=unroll --wave-size=32
#define MIX(a) x = (x ^ a) * 2654435761u, x ^= x >> 13, x += k * a;
#define MIX_FIVE(a) MIX(a + 1) MIX(a + 2) MIX(a + 3) MIX(a + 4) MIX(a + 5)
#define MIX_FIFTEEN(a) MIX_FIVE(a) MIX_FIVE(a + 50) MIX_FIVE(a + 100)
StructuredBuffer<uint> In;
RWStructuredBuffer<uint> Out;

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    uint sum = 0;
    for (uint k = 0; k < 5; k++) {
        uint x = In[5 * i + k];
        MIX_FIFTEEN(7)
        sum += x;
    }
    for (uint k = 0; k < 5; k++) {
        uint x = In[5 * i + k];
        if (x & 1)
            Out[x] = k;
        if (x & 2)
            Out[x] = x;
        MIX_FIFTEEN(9)
        sum += x;
    }
    Out[i] = sum;
}
