RWStructuredBuffer<uint> Out;
[numthreads(8, 1, 1)] void main(uint i : SV_GroupIndex)
{
    for (uint k = 0; k < 4; k++)
        while (Out[k] < i) {
            Out[k]++;
            continue;
        }
}
