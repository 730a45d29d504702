RWStructuredBuffer<float> output;

float choose(uint i)
{
    switch (i)
    {
    case 0: return 1; break;
    default: return 2;
    }
    return 3;
}

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    while (true)
    {
        if (output[i] > 1)
            break;
        output[i] += choose(i);
        continue;
        output[i] = 0;
        output[i] = 1;
    }
    if (i < 3)
    {
        return;
        output[i] = 7;
    }
    for (;;)
        output[i] += 1;
    output[i] = 2;
}
