// options: --target=x86-64-v3 --wave-size=16
StructuredBuffer<float> In;
RWStructuredBuffer<float> Out;

[numthreads(64, 1, 1)]
void main(int i : SV_DispatchThreadID)
{
    Out[i] = In[max(i - 1, 0)];
}
