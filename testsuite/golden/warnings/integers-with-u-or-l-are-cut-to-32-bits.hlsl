RWStructuredBuffer<uint64_t> Out;
[numthreads(8, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    Out[0] = 0x100000001u;
    Out[1] = 4294967298L + 0xfffffffffUL;
    Out[2] = 0x100000001ull + 4294967298LL + 0xffffffffUL;
}
