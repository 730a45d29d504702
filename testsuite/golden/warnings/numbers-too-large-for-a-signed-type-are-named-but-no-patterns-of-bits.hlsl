// options: -enable-16bit-types
RWBuffer<int> o;
static const int FIRST = 2147483648;
int twice(int x) { return x * 2; }
[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    int a = 3000000000; /* clang: changes value from 3000000000 to -1294967296 */
    int16_t b = 40000;
    int2 c = 4294967295;
    int d = twice(3000000000);
    int e = i > 3 ? 3000000000 : 1;
    bool f = a < 3000000000;
    int least = -2147483648, cast = (int)3000000000;
    int pattern = 0x80000000, sign = 1 << 31, given = 3000000000u, none = ~0u, all = 0xffffffff;
    uint half_way = 3000000000;
    int64_t wide = 3000000000;
    o[i] = FIRST + a + b + c.x + d + e + f + least + cast + pattern + sign + given + none + all + (int)half_way + (int)wide;
}
