// options: --wave-size=8
RWStructuredBuffer<uint> Out;
void ASSERT(bool holds) { Out[0] = holds; }
[numthreads(4, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    ASSERT(i == 3);
}
