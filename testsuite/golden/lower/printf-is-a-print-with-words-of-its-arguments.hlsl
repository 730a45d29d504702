RWBuffer<float4> In;

[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    if (i > 2)
        printf("%u %.1v2f %d %lx\n", i, In[i].xy, i == 3, (uint64_t)i << 33);
    DebugBreak();
}
