// options: --wave-size=8 --target=x86-64-v3 --join-groups=off
RWStructuredBuffer<float> Out;

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    precise float exact = Out[i] / 6;
    Out[i] = Out[i] / 3 + exact;
}
