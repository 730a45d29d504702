// options: --wave-size=32 --target=x86-64-v3
/* What each wave asked for its lanes, the guard and both clamps. */
StructuredBuffer<float> In;
RWStructuredBuffer<float> Out;
int Count;

[numthreads(256, 1, 1)]
void main(int3 id : SV_DispatchThreadID)
{
    if (id.x >= Count)
        return;
    Out[id.x] = In[max(id.x - 1, 0)] + In[id.x] + In[min(id.x + 1, Count - 1)];
}
