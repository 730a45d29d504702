// options: --target=x86-64-v4 --wave-size=32
// Five sums wait for each other; a turn loads and adds less than two vectors in that time.
StructuredBuffer<float> In : register(t0);
StructuredBuffer<float> Weights : register(t1);
RWStructuredBuffer<float> Out : register(u0);
cbuffer C : register(b0) { uint Width; uint Channels; };

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    float sum = 0;
    for (uint c = 0; c < Channels; c++)
        for (uint k = 0; k < 5; k++)
            sum += In[c * Width + i + k] * Weights[c * 5 + k];
    Out[i] = sum;
}
