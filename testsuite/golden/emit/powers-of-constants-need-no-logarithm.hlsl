// A power of few quarters is products and square roots, of 1/3 a root; another one, one of none, and a precise one, is pow.
StructuredBuffer<float> In;
RWStructuredBuffer<float> Out;

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    float x = In[i];
    precise float kept = pow(x, 3.0);
    Out[i] = pow(x, 5.0) + pow(x, 0.5) + pow(x, 1.0 / 3) + pow(x, 2.2) + pow(x, 1.5) + pow(x, -0.25) + pow(x, -4.5) +
             pow(x, 0.0) + kept;
}
