// options: -enable-16bit-types
RWBuffer<int> o;
static const int TABLE[2] = {1.5, 2};
[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    int a = 99999999999;
    uint b = 5000000000u;
    int c = 3.7;
    uint d = -1.0;
    half e = 100000.0;
    int16_t f = 70000;
    int all = 0xffffffff; /* bits */
    uint ones = -1;
    int16_t low = 0xffff;
    int whole = 4.0;
    int cast = (int)3.7;
    o[i] = a + b + c + d + e + f + all + ones + low + whole + cast + TABLE[i & 1];
}
