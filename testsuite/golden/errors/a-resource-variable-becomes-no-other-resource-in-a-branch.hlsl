RWBuffer<int> first, second;

[numthreads(4, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    RWBuffer<int> chosen = first;
    if (i > 1)
        chosen = second;
    chosen[i] = 1;
}
