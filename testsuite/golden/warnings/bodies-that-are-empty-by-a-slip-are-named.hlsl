RWStructuredBuffer<uint> o;
#define NOTHING
#define DEBUG(x)
[numthreads(8, 1, 1)] void main(uint i : SV_GroupIndex)
{
    uint n = 0;
    if (i > 3);
        o[i] = 1;
    if (i > 4) ;
    if (i > 5)
        ;
    if (i > 6) {}
    if (i > 7) NOTHING;
    if (i > 8)
        DEBUG(i);
    if (i > 9);
    else
        o[i] = 2;
    for (n = 0; n < i; n++);
        o[n] = 3;
    while (n++ < 10);
    {
        o[n] = 4;
    }
    for (n = 0; n < i; n++);
    o[n] = 5;
    while (n++ < 20);
}
