// options: --wave-size=8 --target=x86-64-v3 --join-groups=off
// A word of each lane, 12 words apart: from scalar addresses, as there is no scatter that is cheaper.

RWStructuredBuffer<uint> rows;

[numthreads(8, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    rows[id.x * 12 + 5] = id.x;
}
