// options: --wave-size=4
Buffer<int> values;
RWBuffer<int> found;

[numthreads(4, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    if (i > 0 && values[i - 1] == 7)
        found[i] = 1;
}
