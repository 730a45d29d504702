StructuredBuffer<uint> text;
RWStructuredBuffer<uint> counts;

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    uint v = text[i];
    counts[i] = countbits(v & 0x80808080 & ~(v << 1)) + countbits(v & 0x01020101);
}
