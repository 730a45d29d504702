template<typename T> struct Chain { Chain<T> next; T v; };

RWStructuredBuffer<int> Out;

[numthreads(4, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    Chain<int> chain;
    chain.v = i;
    Out[i] = chain.v;
}
