// options: --target=x86-64-v4 --wave-size=32
RWStructuredBuffer<uint> output;

[numthreads(32, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    output[0] = i * 3;
}
