// options: --target=x86-64-v3 --wave-size=32
// Eight lanes meet two words at most where they divide by 16, and by 32 what steps by 3; all 32 mostly one where they divide
// by 64. By 4 they meet three, and do not step by one. Two quotients may change at a lane each.
StructuredBuffer<uint> Words;
ByteAddressBuffer Bits;
RWStructuredBuffer<uint> Out;
cbuffer Settings { uint n; };

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    uint sum = Words[(i + n) >> 4] + Words[(i + n) >> 2] + Words[(i + n) / 64];
    if (i % 3 != n)
        sum += Bits.Load((3 * i + n) / 32 * 4) + Bits.Load((i + n) / 4 * 4);
    Out[i] = sum + Words[(i + 3 >> 4) + (i + n >> 5)];
}
