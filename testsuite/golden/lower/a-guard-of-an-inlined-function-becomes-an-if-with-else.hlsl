// options: --wave-size=4
RWBuffer<int> values;

int halved(int value)
{
    if (value < 2)
        return 1;
    return value / 2;
}

[numthreads(4, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    values[i] = halved(values[i]);
}
