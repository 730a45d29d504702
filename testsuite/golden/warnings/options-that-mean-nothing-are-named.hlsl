// options: -Wconversoin -Wzebra -Wno-what-another-compiler-warns-of -Gfa
RWBuffer<float> output;

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    output[i] = 1;
}
