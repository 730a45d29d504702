// options: --wave-size=32 --target=x86-64-v4
RWStructuredBuffer<uint4> values;

[numthreads(32, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    values[i] = WaveActiveBallot(values[i].x > 3);
}
