// options: --wave-size=16 --target=x86-64-v3
// Codes of a cell's corners, of neighbours that are brighter and of sums of what lies below nothing, but for the last two:
// one answer, and a code with bits of the thread's place.
StructuredBuffer<float> Field;
StructuredBuffer<uint> Corners;
StructuredBuffer<uint> Brighter;
StructuredBuffer<uint> Sums;
StructuredBuffer<uint> Sides;
StructuredBuffer<uint> Mixed;
RWStructuredBuffer<uint> Out;

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint corners = 0;
    [unroll] for (uint k = 0; k < 8; ++k)
        if (Field[i + k * 65] < 0.5)
            corners |= 1u << k;
    float middle = Field[i + 1];
    uint brighter = uint(Field[i] >= middle) | uint(Field[i + 2] >= middle) << 3 | uint(Field[i + 3] - middle > 0.1) << 6;
    uint sum = (Field[i] < 0 ? 20 : 0) + (Field[i + 64] < 0 ? 40 : 0) + (Field[i + 128] < 0 ? 80 : 0);
    uint side = middle < 0.5 ? 3 : 80;
    Out[i] = Corners[corners] + Brighter[brighter] + Sums[sum] + Sides[side] + Mixed[sum + (i & 15)];
}
