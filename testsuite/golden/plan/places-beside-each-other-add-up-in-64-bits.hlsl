StructuredBuffer<float> In : register(t0);
RWStructuredBuffer<float> Out : register(u0);
cbuffer C : register(b0) { uint Width; uint Rows; };

[numthreads(32, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    float sum = 0;
    for (uint y = 0; y < Rows; y++)
        sum += In[y * Width + i] * In[y * Width + i + 1];
    Out[i] = sum;
}
