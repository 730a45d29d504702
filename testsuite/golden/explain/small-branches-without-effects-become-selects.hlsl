// options: --explain=flatten --wave-size=8
RWStructuredBuffer<uint> Out;
StructuredBuffer<uint> In;
uint Count;
[numthreads(8, 1, 1)] void Main(uint i : SV_GroupIndex)
{
    uint v = In[i], sum = 0;
    if (v & 1)
        sum += v * 3;
    if (v & 2)
        sum = v / sum;
    if (v & 4)
        Out[i] = 7;
    if (Count == 3)
        sum += v * 5;
    [branch] if (v & 8)
        sum += v * 9;
    [flatten] if (v & 16)
        sum = v / (sum + 1);
    Out[i + 8] = sum;
}
