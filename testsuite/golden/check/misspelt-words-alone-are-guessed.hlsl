RWBuffer<int> o;
[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    for (int k = 0; k < 3; k++) {
        o[k] = 1;
        contineu;
    }
    retrun;
}
