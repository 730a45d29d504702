// options: --explain=last_turns --wave-size=32
StructuredBuffer<float> In;
RWStructuredBuffer<float> Out;
uint Count;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint t : SV_GroupIndex)
{
    float sum = 0;
    for (uint i = t; i < Count; i += 64)
        sum += In[i];
    Out[id.x] = sum;
}
