// options: -Vd
struct Large { float4 a[200]; };
RWStructuredBuffer<Large> large;
RWStructuredBuffer<uint> counted;

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    counted[i] = counted.IncrementCounter() + counted.DecrementCounter();
    large[i].a[i] = counted[i];
}
