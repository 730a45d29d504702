// options: --explain=even_turns --wave-size=32
StructuredBuffer<uint> In;
RWStructuredBuffer<uint> Out;
cbuffer Constants { uint count, step; };

[numthreads(256, 1, 1)]
void main(uint thread : SV_DispatchThreadID)
{
    uint sum = 0;
    for (uint i = thread; i < count; i += step)
        sum += In[i];
    for (uint k = thread; k < count; k += step) {
        uint x = In[k];
        x = (x ^ 61) ^ (x >> 16), x *= 9, x = x ^ (x >> 4), x *= 0x27d4eb2d, x = x ^ (x >> 15);
        x = (x ^ 62) ^ (x >> 17), x *= 7, x = x ^ (x >> 5), x *= 0x27d4eb2f, x = x ^ (x >> 14);
        x = (x ^ 63) ^ (x >> 18), x *= 5, x = x ^ (x >> 6), x *= 0x27d4eb31, x = x ^ (x >> 13);
        x = (x ^ 64) ^ (x >> 19), x *= 3, x = x ^ (x >> 7), x *= 0x27d4eb33, x = x ^ (x >> 12);
        x = (x ^ 65) ^ (x >> 20), x *= 11, x = x ^ (x >> 8), x *= 0x27d4eb35, x = x ^ (x >> 11);
        x = (x ^ 66) ^ (x >> 21), x *= 13, x = x ^ (x >> 9), x *= 0x27d4eb37, x = x ^ (x >> 10);
        sum += x;
    }
    Out[thread] = sum;
}
