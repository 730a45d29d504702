// A power of a small whole number is products, of 0.5 and 1/3 a root; another one, and a precise one, is pow.
StructuredBuffer<float> In;
RWStructuredBuffer<float> Out;

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    float x = In[i];
    precise float kept = pow(x, 3.0);
    Out[i] = pow(x, 5.0) + pow(x, 0.5) + pow(x, 1.0 / 3) + pow(x, 2.2) + kept;
}
