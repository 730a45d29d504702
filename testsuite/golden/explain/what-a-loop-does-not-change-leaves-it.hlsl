// options: --explain=hoist --wave-size=8
RWStructuredBuffer<uint> Out;
StructuredBuffer<uint> In;
uint Count, Factor;
[numthreads(8, 1, 1)] void Main(uint i : SV_GroupIndex)
{
    for (uint k = 0; k < Count; k++) {
        uint factor = Factor * 3;
        Out[i * Count + k] = factor;
        Out[i * Count + k + 100] = In[i];
        Out[i * Count + k + 200] = Out[i + 300];
        if (k & 1)
            Out[i * Count + k + 400] = In[i + 1];
        uint before;
        InterlockedAdd(Out[i + 600], 1, before);
        Out[i * Count + k + 500] = WaveActiveSum(i) + before;
    }
}
