/* Nearly all of the time goes to line 8 (profile_test.c). */
RWStructuredBuffer<float> Out;

float slow(float x)
{
    for (uint k = 0; k < 4000; k++)
        x =
            sin(x) * 1.5 + cos(x * 0.7);
    return x;
}

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    float before = i * 2.0;
    Out[i] = slow(before);
}
