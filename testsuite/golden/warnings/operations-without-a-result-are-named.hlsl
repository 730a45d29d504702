RWBuffer<int> o;
[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    int a = o[0];
    o[1] = a / 0;
    o[2] = (int2(a, a) % int2(1, 0)).x;
    a /= 0;
    o[3] = a << 32;
    o[4] = a >> -1;
    a <<= 40;
    o[5] = int(1.0 / 0.0); /* floats have one */
    o[6] = a << 31;
    o[7] = a;
}
