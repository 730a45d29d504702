// options: --target=x86-64-v3 --wave-size=8
RWStructuredBuffer<uint> bits;
cbuffer Number { float number; };

[numthreads(8, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float own = id.x * number;
    bits[id.x] = asuint(own) ^ (asuint(number) >> 3);
}
