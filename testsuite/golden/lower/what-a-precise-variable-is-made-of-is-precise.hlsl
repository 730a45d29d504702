// options: --wave-size=4
RWBuffer<float> o;

[numthreads(4, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    precise float a = o[i] * 2 + 1;
    o[i] = a;
    o[i + 4] = o[i] * 2 + 1;
}
