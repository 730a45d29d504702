RWStructuredBuffer<int> result;

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    int a = result[i], b = result[i + 1];
    if (0 < a < 5)
        result[i] = 1;
    if (!a == b)
        result[i] = 2;
    bool on = a;
    /* and these are meant */
    if ((0 < a) < b || (!a) == b || a < b == b < 3 || !(a == b) || !a == on)
        result[i] = 3;
}
