// options: --target=x86-64-v3 --wave-size=16
RWStructuredBuffer<float> Values;

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    if (Values[i] > 1)
        Values[i] = 1;
}
