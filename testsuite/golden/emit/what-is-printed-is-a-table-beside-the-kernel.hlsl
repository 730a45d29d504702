RWBuffer<float4> In;

[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    printf("%u%% \"%.1v2f\" %d\t%v2lx %ul\n", i, In[i].xy, i == 3, uint64_t2(i, 1), i);
    DebugBreak();
}
[numthreads(8, 1, 1)] void quiet(uint i : SV_GroupIndex) { In[i] = 1; }
