// What no lane shares low bits with is left out by C compilers: of i & 7 all vectors are one constant.
RWStructuredBuffer<uint> output;

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    output[i] = (i & 7) * 747796405u ^ i >> 3;
}
