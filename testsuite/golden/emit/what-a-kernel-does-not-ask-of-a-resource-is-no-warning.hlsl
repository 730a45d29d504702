RWBuffer<uint> Out;

[numthreads(64, 1, 1)]
void Main(uint i : SV_GroupIndex)
{
    Out[i] = i;
}
