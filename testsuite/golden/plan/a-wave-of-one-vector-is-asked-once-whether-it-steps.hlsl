// options: --wave-size=8 --target=x86-64-v3 --join-groups=off
StructuredBuffer<float> In;
RWStructuredBuffer<float> Out;

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    // "straight" says of all lanes what "tested rows" would ask of the only vector again
    Out[id.x] = In[max(int(id.x) - 1, 0)];
}
