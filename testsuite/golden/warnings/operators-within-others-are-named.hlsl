RWStructuredBuffer<uint> o;
#define EITHER(a, b, c) a || b && c
#define WORD(a, b) a + b << 8
[numthreads(8, 1, 1)] void main(uint i : SV_GroupIndex)
{
    bool a = i > 1, b = i > 2, c = i > 3;
    o[0] = a || b && c;
    o[1] = a && b || c && a;
    o[2] = a || (b && c);
    o[3] = i & 3 | i << 2 & 12;
    o[4] = (i & 3) | i;
    o[5] = 1 << i + 1;
    o[6] = i - 1 >> 2;
    o[7] = (1 << i) + 1;
    o[8] = EITHER(a, b, c);
    o[9] = WORD(i, 2);
}
