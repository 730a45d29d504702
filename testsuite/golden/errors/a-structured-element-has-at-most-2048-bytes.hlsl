struct Largest { float4 a[128]; };
struct TooLarge { Largest a; int b; };
RWStructuredBuffer<Largest> fits;
StructuredBuffer<TooLarge> too_large, unused;
groupshared TooLarge shared_one;

[numthreads(1, 1, 1)] void main(uint i : SV_GroupIndex)
{
    shared_one.b = too_large[i].b;
    fits[i].a[7] = shared_one.b;
}
