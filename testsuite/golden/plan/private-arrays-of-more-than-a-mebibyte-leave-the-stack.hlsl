// options: --target=x86-64-v3 --wave-size=32
// To the byte; what comes first stays.
RWStructuredBuffer<float> Out;

[numthreads(32, 1, 1)]
void fits(uint t : SV_GroupIndex)
{
    float most[8128], few[64];
    most[Out[t]] = few[Out[t]] = t;
    Out[t] = most[t] + few[t];
}

[numthreads(32, 1, 1)]
void exceeds(uint t : SV_GroupIndex)
{
    float most[8128], few[65];
    most[Out[t]] = few[Out[t]] = t;
    Out[t] = most[t] + few[t];
}
