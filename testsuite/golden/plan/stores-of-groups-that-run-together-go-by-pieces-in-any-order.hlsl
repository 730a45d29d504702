// options: --target=x86-64-v3 --wave-size=32
StructuredBuffer<float4> In;
RWStructuredBuffer<float> Out;
uint n;
[numthreads(8, 8, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint i = id.y * n + id.x;
    float4 a = In[4 * i], b = In[4 * i + 1], c = In[4 * i + 2], d = In[4 * i + 3];
    Out[i] = dot(a, b) * dot(c, d);
    Out[i + n] = dot(a, c) * dot(b, d);
}
