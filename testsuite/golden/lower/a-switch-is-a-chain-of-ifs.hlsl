// options: --wave-size=4
RWBuffer<int> values;

[numthreads(4, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    switch (values[i]) {
    case 1:
    case 2:
        if (i > 2)
            break;
        values[i] = 5;
        break;
    default:
        values[i] = 9;
        break;
    }
}
