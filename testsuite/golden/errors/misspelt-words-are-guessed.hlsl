int one() { retrun 3; }
RWBuffer<int> o;
[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    fro (int k = 0; k < 3; k++)
        o[k] = 1;
}
