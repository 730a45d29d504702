// options: --target=x86-64-v3 --wave-size=8
// 5, 100, 0.5 and 1/3 need no logarithm; 129 and 2.2 do, and so does what is precise.
StructuredBuffer<float> In;
RWStructuredBuffer<float> Out;

[numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID)
{
    float x = In[i];
    precise float kept = pow(x, 3.0);
    Out[i] = pow(x, 5.0) + pow(x, 0.5) + pow(x, 1.0 / 3) + pow(x, 100.0) + pow(x, 129.0) + pow(x, 2.2) + kept;
}
