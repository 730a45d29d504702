RWStructuredBuffer<uint> o;
[numthreads(8, 1, 1)] void main(uint i : SV_GroupIndex)
{
    if (i > 1)
        if (i > 2)
            o[0] = 1;
        else
            o[1] = 1;
    if (i > 3) {
        if (i > 4)
            o[2] = 1;
        else
            o[3] = 1;
    }
    if (i > 5)
        for (uint k = 0; k < i; k++)
            if (k > 2)
                o[k] = 2;
            else
                o[k] = 3;
    if (i > 6)
        if (i > 7)
            o[4] = 1;
        else
            o[5] = 1;
    else
        o[6] = 1;
    if (i > 7)
        o[7] = 1;
    else if (i > 8)
        o[8] = 1;
}
