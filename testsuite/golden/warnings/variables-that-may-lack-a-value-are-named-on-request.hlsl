// options: -Wconditional-uninitialized
RWStructuredBuffer<float> output;

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    float one, both, some, late, looped;
    if (i < 32)
        one = 1;
    if (i < 32)
        both = 1;
    else
        both = 2;
    switch (i)
    {
    case 0: some = 1; break;
    case 1: some = 2; break;
    }
    do
        late = i;
    while (output[i] < 1);
    for (uint k = 0; k < i; k++)
        looped = k;
    output[i] = one + both + some + late + looped;
}
