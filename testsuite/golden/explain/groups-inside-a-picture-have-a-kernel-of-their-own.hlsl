// options: --explain=inner_groups --wave-size=32
StructuredBuffer<float> In;
RWStructuredBuffer<float> Out;
cbuffer C { uint W, H; };
float At(int2 p) { p = clamp(p, 0, int2(W, H) - 1); return In[p.y * W + p.x]; }
[numthreads(32, 8, 1)] void Main(int2 id : SV_DispatchThreadID)
{
    Out[id.y * W + id.x] = At(id - int2(1, 0)) + At(id + int2(1, 0));
}
