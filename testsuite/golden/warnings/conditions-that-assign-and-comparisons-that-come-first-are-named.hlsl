RWBuffer<int> o;
[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    int a = o[0], b = o[1];
    if (a = b)
        o[2] = 1;
    while (a = o[3])
        o[4] = 1;
    if ((a = o[5]))
        o[6] = 1; /* meant */
    if (a & 1 == 0)
        o[7] = 1;
    if (a < 3 | b < 4)
        o[8] = 1;
    if ((a & 1) == 0)
        o[9] = a == a;
    o[10] = a < a;
}
