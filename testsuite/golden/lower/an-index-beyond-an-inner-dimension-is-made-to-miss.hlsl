// options: --wave-size=4
RWBuffer<float> values;

[numthreads(4, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    float table[2][3];
    table[1][i] = 1;
    values[i] = table[0][i + 1];
}
