template<typename T> using Again = Again<T>;

RWStructuredBuffer<int> Out;

[numthreads(4, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    Again<int> k = i;
    Out[i] = k;
}
