// options: -Wsign-conversion -Wsign-compare
RWStructuredBuffer<uint> output;
int offset;

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    uint index = offset;
    uint last = -1;
    uint first = 0;
    int back = i;
    if (i < offset || first < 5)
        output[index] = last + back;
}
