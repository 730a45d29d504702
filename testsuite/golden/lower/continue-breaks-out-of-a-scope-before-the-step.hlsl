// options: --wave-size=4
RWBuffer<int> values;

[numthreads(4, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    for (uint k = 0; k < i; k++) {
        if (values[k] == 0)
            continue;
        values[k] = 1;
    }
}
