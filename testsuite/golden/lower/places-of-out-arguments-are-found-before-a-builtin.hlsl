// options: --wave-size=4
RWBuffer<float> o;
RWBuffer<int> at;

[numthreads(4, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    sincos(o[i], o[i + 4], o[at[i]]);
}
